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

/** The message of a problem, in which `…` stands for the address, and the fix. */
type ProblemText = readonly [message: string, fix: string];

/** The texts of the problems that a build can have, by code. */
const problemTexts = {
  base_elsewhere: [
    '<base href> is …, but an app only has its own address.',
    'Set the base address of the build to ./ (in Angular: --base-href ./).',
  ],
  build_base: [
    '… does not work: the build has a base address that is not the one of the app.',
    'Build with relative addresses (in Vite: vite build --base ./), or without a base address.',
  ],
  page_title_missing: [
    'index.html has no title.',
    "Add a <title> with the app's name to the page in your build.",
  ],
  page_title_empty: [
    'The title of index.html is empty.',
    "Set the page title to the app's name in your build.",
  ],
  preload_absolute: [
    'Vite preloads lazy chunks from …, which is outside of the app.',
    "Build with relative addresses: vite build --base ./, or base: './' in the configuration.",
  ],
  public_path: [
    'Chunks are loaded from …, which is not a folder of the build that moves as one.',
    "Set the public path to 'auto' (in webpack: output.publicPath, in Rsbuild: output.assetPrefix).",
  ],
  service_worker: [
    'The build registers a service worker: its scope would not be the app, and its files have moved.',
    'Build without it: an app has no service worker.',
  ],
  link_absolute: [
    'A link of Next leads to …, which is outside of the app.',
    'If the app has one page, use <a href="./">. Other pages of Next do not work in an app.',
  ],
} as const satisfies Record<string, ProblemText>;

type ProblemCode = keyof typeof problemTexts;

/**
 * Returns what does not work in an app however its addresses are rewritten. A link of Next is only
 * a warning, since the page itself loads.
 */
export function findBuildProblems(files: readonly BuildFile[], layout: Layout): readonly Problem[] {
  return files.flatMap((file) => {
    if (isPage(file)) return findPageProblems(file, layout);
    if (file.type === 'text/javascript') return findScriptProblems(file, layout);
    return [];
  });
}

/** Makes the problem that an address in a file causes. */
function makeBuildProblem(file: BuildFile, code: ProblemCode, address: Piece): Problem {
  const [message, fix] = problemTexts[code];
  const position = locateOffset(file.text, address.offset);
  return {
    severity: code === 'link_absolute' ? 'warning' : 'error',
    code,
    path: file.path,
    line: position.line,
    column: position.column,
    message: message.replace('…', () => address.text),
    fix,
  };
}

function findPageProblems(file: BuildFile, layout: Layout): readonly Problem[] {
  const problems: Problem[] = [];
  const tags = [...readTags(file.text)];
  const base = tags.map(findBase).find((each) => each !== null && each.text.trim() !== '/');
  const references = tags.flatMap(listTagReferences);
  const elsewhere = references.find((each) => hasForeignBase(each.address, layout));
  if (base) problems.push(makeBuildProblem(file, 'base_elsewhere', base));
  else if (elsewhere) problems.push(makeBuildProblem(file, 'build_base', elsewhere));
  const title = file.path === pageBase.from ? findTitleFault(file.text) : null;
  if (title !== null) {
    const code = title.kind === 'missing' ? 'page_title_missing' : 'page_title_empty';
    problems.push(makeBuildProblem(file, code, { text: '', offset: title.offset }));
  }
  return problems;
}

/**
 * True if an address is the one of a file of the build, below a folder that the build does not
 * have: `/my-project/a.js` for `a.js`.
 */
function hasForeignBase(address: string, layout: Layout): boolean {
  const target = findTarget(address, pageBase.from);
  if (target === null || target.relative === null || layout.has(target.path)) return false;
  const slash = target.path.indexOf('/');
  return slash >= 0 && layout.has(target.path.slice(slash + 1));
}

/** The function in which Vite adds the base address to the names of chunks. */
const vitePreload = /\breturn\s?(["'`])(?<url>\/[^"'`\n]{0,200})\1\s?\+\s?[\w$]/dg;
const registration =
  /\bserviceWorker\s?(?:\?\.|\.)\s?register\(\s?(["'`])(?<url>[^"'`\n]{1,1000})\1/dg;
/** A link of Next to a page, which its router would load from the root of the host. */
const nextLink = /\bhref:(["'`])(?<url>\/[\w/-]{0,200})\1/dg;

function findScriptProblems(file: BuildFile, layout: Layout): readonly Problem[] {
  const code = file.text;
  const problems: Problem[] = [];
  const addFirst = (problem: ProblemCode, found: readonly Piece[]): void => {
    const [first] = found;
    if (first !== undefined) problems.push(makeBuildProblem(file, problem, first));
  };
  if (file.path.startsWith('_next/')) addFirst('link_absolute', findUrls(code, nextLink));
  if (code.includes('__vite__mapDeps')) addFirst('preload_absolute', findUrls(code, vitePreload));
  for (const publicPath of findPublicPaths(code)) {
    const isFolder = layout.rewriteFolder(publicPath.text, pageBase) !== null;
    if (!isFolder) problems.push(makeBuildProblem(file, 'public_path', publicPath));
  }
  const registered = findUrls(code, registration);
  addFirst(
    'service_worker',
    registered.filter((found) => layout.find(found.text, pageBase) !== null),
  );
  return problems;
}
