/** Tells what a folder holds that is not an app, and has no builder that init knows. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { joinWords } from '../../src/text/format.ts';
import { outputNames, type SiteBuilder, siteBuilders } from '../files/builders.ts';
import { readConfigFile } from '../files/config-file.ts';

/**
 * Returns the builder of websites whose project a folder holds; null if it holds no such project.
 */
export function findSiteBuilder(folder: string): SiteBuilder | null {
  const found = siteBuilders.find(({ file, pattern }) => {
    const path = join(folder, file);
    return existsSync(path) && (pattern === null || pattern.test(readConfigFile(path)));
  });
  return found ?? null;
}

/** Matches the names of files that a new repository has. */
const usualNames = /^\.|^(?:readme|licen[cs]e|copying)(?:[.-]|$)/i;

/** Maximum number of names that are shown of a folder. */
const maxShown = 4;

/** True if a folder has nothing but a README, a license and hidden files, as a new repository. */
export function isBlank(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    if (entry.isDirectory() && !entry.name.startsWith('.'))
      return isBlank(join(folder, entry.name));
    return usualNames.test(entry.name);
  });
}

/** Options for the words about a folder. */
export interface SignOptions {
  /** Returns a path in the folder as somebody would type it. */
  readonly name: (path: string) => string;
  /**
   * True if a folder is not the source of an app: it is ignored by git, as the output of a
   * build, or an earlier result of `arrange`.
   */
  readonly isSkipped: (path: string) => boolean;
}

/** What a folder holds, as a sentence, and the advice for a page in it; empty if it has no page. */
export interface FolderSign {
  readonly found: string;
  readonly advice: string;
}

/** Folders that are more likely to hold the page than others, the likeliest first. */
const pageFolders = [...new Set(['dist', ...outputNames, 'www', 'docs', 'src'])];

/** Describes a folder that holds no app. */
export function describeFolder(folder: string, { name, isSkipped }: SignOptions): FolderSign {
  const entries = readdirSync(folder, { withFileTypes: true });
  const visible = entries.filter((entry) => !/^\.|^node_modules$/.test(entry.name));
  const files = visible.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  const folders = visible.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const pages = files.filter((file) => /\.html?$/i.test(file)).sort();
  if (pages.includes('index.html')) {
    return {
      found: `Found ${name('index.html')}, which is not a file.`,
      advice:
        'A deploy does not send symbolic links: replace the link with the page itself, then run init again.',
    };
  }
  const first = pages.find((file) => /^index\.html?$/i.test(file)) ?? pages[0];
  if (first !== undefined) {
    const which = pages.length === 1 ? name(first) : 'the page that people see first';
    return {
      found: `Found ${pages.slice(0, 3).map(name).join(', ')}, and no index.html.`,
      advice: `The page of an app is index.html: rename ${which}, then run init again.`,
    };
  }
  const ranked = [...pageFolders.filter((each) => folders.includes(each)), ...folders.sort()];
  const home = ranked.find((each) => {
    return existsSync(join(folder, each, 'index.html')) && !isSkipped(each);
  });
  if (home !== undefined) {
    return {
      found: `Found ${name(`${home}/index.html`)}.`,
      advice: `Name the folder of the page: npx miniapp-deploy init ${name(home)}.`,
    };
  }
  const names = visible.map((entry) => entry.name).filter((entry) => !usualNames.test(entry));
  const shown = names.sort().slice(0, maxShown).map(name);
  const list = names.length > maxShown ? `${shown.join(', ')} and more` : joinWords(shown);
  return { found: `Found ${list}: no page, and no builder that init knows.`, advice: '' };
}
