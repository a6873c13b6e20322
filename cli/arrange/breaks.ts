import { locateOffset } from '../../src/folder/text.ts';
import type { Problem } from '../../src/model/problem.ts';
import {
  findBase,
  findTarget,
  findTitleFault,
  listTagReferences,
  type Piece,
  readTags,
} from '../../src/web/html.ts';
import { type BuildFile, type Layout, pageBase } from './layout.ts';
import { isPage } from './rewrite.ts';
import { findPublicPaths, findUrls } from './script.ts';

/**
 * What does not work in an app, by code: what is said of it, with `…` for the address, and what to
 * set.
 */
const breakWords = {
  base_elsewhere: [
    '<base href> is …, and an app knows no other place than its own.',
    'Set the base address of the build to ./, in Angular with --base-href ./',
  ],
  build_base: [
    '… is for another place: the build has a base address of its own.',
    'Build with relative addresses, in Vite with vite build --base ./, or without a base.',
  ],
  page_title_missing: [
    'index.html has no title.',
    'Have the build write a <title> with the name of the app.',
  ],
  page_title_empty: [
    'The title of index.html is empty.',
    'Have the build write the name of the app into it.',
  ],
  preload_absolute: [
    'What Vite loads ahead of lazy parts begins at …, which is outside the app.',
    "Build with relative addresses: vite build --base ./, or base: './' in its configuration.",
  ],
  public_path: [
    'Parts are loaded from …, which is no folder of the build that moves as one.',
    "Set the public path to 'auto': in webpack output.publicPath, in Rsbuild output.assetPrefix.",
  ],
  service_worker: [
    'A service worker is registered: it would have its scope beside the page, and files that have moved.',
    'Build without it: an app has no service worker.',
  ],
  link_absolute: [
    'A link of Next leads to …, which is outside the app.',
    'In an app of one page use <a href="./">; other pages of Next do not work in an app.',
  ],
} as const;

/**
 * What in a build does not work in an app whatever its addresses are, and what to set. A link of
 * Next is a warning: the page loads.
 */
export function findBreaks(files: readonly BuildFile[], layout: Layout): readonly Problem[] {
  return files.flatMap((file) => {
    if (isPage(file)) return findPageBreaks(file, layout);
    return file.type === 'text/javascript' ? findScriptBreaks(file, layout) : [];
  });
}

/** The problem that is about an address. */
function toBreak(file: BuildFile, code: keyof typeof breakWords, { text, offset }: Piece): Problem {
  const [message, fix] = breakWords[code];
  const severity = code === 'link_absolute' ? 'warning' : 'error';
  const place = { path: file.path, ...locateOffset(file.text, offset) };
  return { severity, code, ...place, message: message.replace('…', () => text), fix };
}

function findPageBreaks(file: BuildFile, layout: Layout): readonly Problem[] {
  const tags = [...readTags(file.text)];
  const problems: Problem[] = [];
  const base = tags.map(findBase).find((each) => each !== null && each.text.trim() !== '/');
  const below = tags.flatMap(listTagReferences).find(({ address }) => isBelow(address, layout));
  const title = file.path === pageBase.from ? findTitleFault(file.text) : null;
  if (base) problems.push(toBreak(file, 'base_elsewhere', base));
  else if (below) problems.push(toBreak(file, 'build_base', below));
  if (title)
    problems.push(toBreak(file, `page_title_${title.kind}`, { text: '', offset: title.offset }));
  return problems;
}

/**
 * True for the address of a file of the build below a folder that the build does not have, such as
 * that of a host for projects.
 */
function isBelow(address: string, layout: Layout): boolean {
  const target = findTarget(address, pageBase.from);
  if (target === null || target.relative === null || layout.has(target.path)) return false;
  const below = target.path.slice(target.path.indexOf('/') + 1);
  return below !== target.path && layout.has(below);
}

const vitePreload = /\breturn\s?(["'`])(?<url>\/[^"'`\n]{0,200})\1\s?\+\s?[\w$]/dg;
const registration =
  /\bserviceWorker\s?(?:\?\.|\.)\s?register\(\s?(["'`])(?<url>[^"'`\n]{1,1000})\1/dg;
/** A link of Next to a page, which its router would load from the root of the host. */
const nextLink = /\bhref:(["'`])(?<url>\/[\w/-]{0,200})\1/dg;

function findScriptBreaks(file: BuildFile, layout: Layout): readonly Problem[] {
  const { path, text } = file;
  const links = path.startsWith('_next/') ? findUrls(text, nextLink) : [];
  const preloads = text.includes('__vite__mapDeps') ? findUrls(text, vitePreload) : [];
  const workers = findUrls(text, registration).filter(
    (found) => layout.find(found.text, pageBase) !== null,
  );
  const paths = findPublicPaths(text).filter(
    (found) => layout.rewriteFolder(found.text, pageBase) === null,
  );
  return [
    ...links.slice(0, 1).map((found) => toBreak(file, 'link_absolute', found)),
    ...preloads.slice(0, 1).map((found) => toBreak(file, 'preload_absolute', found)),
    ...paths.map((found) => toBreak(file, 'public_path', found)),
    ...workers.slice(0, 1).map((found) => toBreak(file, 'service_worker', found)),
  ];
}
