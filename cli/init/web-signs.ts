/** Recognizes folders that hold a web project of a kind that `init` writes no workflow for. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readShortFile } from '../repository.ts';

/** A builder of websites without a package.json. */
export interface SiteBuilder {
  readonly name: string;
  /** The file by which it is recognized. */
  readonly file: string;
  /** Matches the text of the file; null if every file of that name counts. */
  readonly pattern: RegExp | null;
  readonly command: string;
  /** The folder that it writes. */
  readonly output: string;
}

function toSiteBuilder(
  name: string,
  file: string,
  command: string,
  output: string,
  pattern: RegExp | null = null,
): SiteBuilder {
  return { name, file, command, output, pattern };
}

const siteBuilders: readonly SiteBuilder[] = [
  toSiteBuilder('Hugo', 'hugo.toml', 'hugo', 'public'),
  toSiteBuilder('Hugo', 'hugo.yaml', 'hugo', 'public'),
  toSiteBuilder('Hugo', 'config.toml', 'hugo', 'public', /^\s*baseURL\s*=/im),
  toSiteBuilder('Zola', 'config.toml', 'zola build', 'public', /^\s*base_url\s*=/m),
  toSiteBuilder('MkDocs', 'mkdocs.yml', 'mkdocs build', 'site'),
  toSiteBuilder('Jekyll', '_config.yml', 'jekyll build', '_site'),
  toSiteBuilder('Quarto', '_quarto.yml', 'quarto render', '_site'),
  toSiteBuilder('mdBook', 'book.toml', 'mdbook build', 'book'),
  toSiteBuilder('Flutter', 'pubspec.yaml', 'flutter build web', 'build/web', /^\s*flutter:/m),
  toSiteBuilder('Trunk', 'Trunk.toml', 'trunk build', 'dist'),
];

/** Names of folders that belong to a website: its sources, and what its builder writes. */
export const siteFolders: ReadonlySet<string> = new Set([
  ...['content', 'docs', 'source', 'static', 'themes', 'web'],
  ...siteBuilders.flatMap((builder) => builder.output.split('/')),
]);

/**
 * Returns the builder of websites whose project a folder holds; null if it holds no such project.
 */
export function findSiteBuilder(folder: string): SiteBuilder | null {
  const found = siteBuilders.find(({ file, pattern }) => {
    const path = join(folder, file);
    return existsSync(path) && (pattern === null || pattern.test(readShortFile(path)));
  });
  return found ?? null;
}

/** A sign of a web project, and the advice for it: one sentence each. */
export interface WebSign {
  readonly found: string;
  readonly advice: string;
}

/** Matches the names of a first page that no browser shows as it is. */
const serverPage = /^index\.(?:aspx?|ejs|erb|haml|hbs|jsp|liquid|njk|php|pug)$/i;

/** Folders that are more likely to hold the page than others, the likeliest first. */
const pageFolders = ['dist', 'public', 'build', 'www', 'site', 'docs', 'src'];

/** Options for the search in a folder. */
export interface SignOptions {
  /** Returns a path in the folder as somebody would type it. */
  readonly name: (path: string) => string;
  /**
   * True if a folder is not the source of an app: it is ignored by git, as the output of a
   * build, or an earlier result of `arrange`.
   */
  readonly isSkipped: (path: string) => boolean;
}

/** Looks for a web project in a folder without index.html; null if there is no sign of one. */
export function findWebSign(folder: string, { name, isSkipped }: SignOptions): WebSign | null {
  if (!existsSync(folder)) return null;
  const entries = readdirSync(folder, { withFileTypes: true });
  const visible = entries.filter((entry) => !/^\.|^node_modules$/.test(entry.name));
  const files = visible.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  const pages = files.filter((file) => /\.html?$/i.test(file)).sort();
  const [page = ''] = pages;
  if (pages.includes('index.html')) {
    return {
      found: `Found ${name('index.html')}, which is not a file.`,
      advice:
        'A deploy does not send symbolic links: replace the link with the page itself, then run init again.',
    };
  }
  const misnamed = pages.find((file) => /^index\.html?$/i.test(file));
  if (misnamed !== undefined) return toRename(name(misnamed));
  if (pages.length === 1) return toRename(name(page));
  if (pages.length > 1) {
    return {
      found: `Found ${pages.slice(0, 3).map(name).join(', ')}, and no index.html.`,
      advice:
        'The first page of an app must be named index.html: rename the page that people see first.',
    };
  }
  const folders = visible.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const ranked = [...pageFolders.filter((each) => folders.includes(each)), ...folders.sort()];
  const withPage = ranked.filter((each) => existsSync(join(folder, each, 'index.html')));
  const home = withPage.find((each) => !isSkipped(each));
  if (home !== undefined) {
    return {
      found: `Found ${name(`${home}/index.html`)}.`,
      advice: `Name the folder of the page: npx miniapp-deploy init ${name(home)}.`,
    };
  }
  const template = files.find((file) => serverPage.test(file));
  if (template !== undefined) {
    return {
      found: `Found ${name(template)}, a template from which a server or a builder makes the page.`,
      advice:
        'An app is one finished page: put the finished page into a folder, then run init with the name of that folder.',
    };
  }
  const source = findComponent(folder, files, folders);
  if (source === null) return null;
  return {
    found: `Found ${name(source)}, which needs a builder such as Vite, but no package.json with a build script.`,
    advice: 'Add the builder, then run init again.',
  };
}

function toRename(page: string): WebSign {
  return {
    found: `Found ${page}, and no index.html.`,
    advice: `The page of an app is index.html: rename ${page}, then run init again.`,
  };
}

/** Finds source code of a page that no browser reads as it is. */
function findComponent(
  folder: string,
  files: readonly string[],
  folders: readonly string[],
): string | null {
  const isComponent = (file: string): boolean => /\.(?:jsx|tsx|vue|svelte)$/.test(file);
  const here = files.find(isComponent);
  if (here !== undefined) return here;
  if (!folders.includes('src')) return null;
  const below = readdirSync(join(folder, 'src')).sort().find(isComponent);
  return below === undefined ? null : `src/${below}`;
}
