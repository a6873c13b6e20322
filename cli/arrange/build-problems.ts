import type { Problem } from '../../src/app/problem.ts';
import { checkSource } from '../../src/folder/check-source.ts';
import { toProblem } from '../../src/folder/check-words.ts';
import { locateOffset } from '../../src/folder/text.ts';
import {
  findBase,
  findTarget,
  findTitleFault,
  listTagReferences,
  type Piece,
  readKeyword,
  readTags,
  type Tag,
} from '../../src/web/html.ts';
import { RouterSearch } from '../../src/web/routers.ts';
import type { AppBase } from './base-addresses.ts';
import { type BuildFile, type Layout, type LeftOutFile, pageBase, toBase } from './layout.ts';
import { isPage } from './rewrite.ts';
import { type BuilderAddress, findBuilderAddresses, findUrls } from './script.ts';

/**
 * The message of a problem, in which `…` stands for the address and `{builder}` for the name of the
 * builder that wrote it, and the fix.
 */
type ProblemText = readonly [message: string, fix: string];

/** The texts of the problems that a build can have, by code. */
const problemTexts = {
  base_elsewhere: [
    '<base href> is …, but an app only has its own address.',
    'Set the base address of the build to ./ (in Angular: --base-href ./).',
  ],
  build_base: [
    '… does not work: the base address of the build is not the address of the app.',
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
    '{builder} preloads lazy chunks from …, which is outside the app.',
    "Build with relative addresses (in Vite: vite build --base ./, or base: './' in the configuration).",
  ],
  public_path: [
    'The build loads chunks from …, but the files below that address end up in different folders.',
    "Set the public path to 'auto' (in webpack: output.publicPath, in Rsbuild: output.assetPrefix).",
  ],
  service_worker: [
    'The service worker … has no effect in an app: its file moves below assets/, so its scope does not include the page. The app works only with a network connection.',
    'Build without the service worker.',
  ],
  import_left_out: [
    'The import map leads to …, which is left out',
    'Bundle the modules, copy them to a folder with another name, or keep them with --include.',
  ],
  link_absolute: [
    'A {builder} link leads to …, but the build has no such page.',
    'Add the page, or link to a page of the build.',
  ],
} as const satisfies Record<string, ProblemText>;

type ProblemCode = keyof typeof problemTexts;

/** The problems of a build that are left after its addresses have been rewritten. */
interface BuildProblems {
  readonly problems: readonly Problem[];
  /**
   * The problems that are solved if the app contains the net, the script that redirects requests
   * for moved files.
   */
  readonly solvedByNet: readonly Problem[];
}

/** The fix for the source of a project. */
export const buildFirst =
  'Build the project (npm run build), then arrange the folder that the build writes, such as dist. "miniapp-deploy init" writes a workflow that does both.';

/** Returns the problem of a folder that is the source of a project; none if it is a build. */
export function findSourceProblem(files: readonly BuildFile[], layout: Layout): readonly Problem[] {
  const problems = checkSource({
    paths: layout.paths,
    read: (path) => files.find((file) => file.path === path)?.text ?? '',
    find: (address) => layout.find(address, pageBase),
  });
  return problems.map((problem) => ({ ...problem, fix: buildFirst }));
}

/** Returns the problems that a build would have as an app. */
export function findBuildProblems(files: readonly BuildFile[], layout: Layout): BuildProblems {
  const scripts = files.filter((file) => file.type === 'text/javascript');
  return {
    problems: [
      ...files.filter(isPage).flatMap((file) => findPageProblems(file, layout)),
      ...scripts.flatMap((file) => findScriptProblems(file, layout)),
      ...findWorkerProblem([...files.filter(isPage), ...scripts], layout),
      ...findRouterProblem(files, scripts),
    ],
    solvedByNet: scripts.flatMap((file) => findChunkProblems(file, layout)),
  };
}

/** The codes of the problems that do not keep the page of a build from loading. */
const warnings: readonly ProblemCode[] = ['link_absolute', 'service_worker'];

function makeBuildProblem(
  file: BuildFile,
  code: ProblemCode,
  address: Piece | BuilderAddress,
): Problem {
  const [message, fix] = problemTexts[code];
  const position = locateOffset(file.text, address.offset);
  const builder = 'builder' in address ? address.builder : '';
  return {
    severity: warnings.includes(code) ? 'warning' : 'error',
    code,
    path: file.path,
    line: position.line,
    column: position.column,
    message: message.replace('{builder}', builder).replace('…', () => address.text),
    fix,
  };
}

/**
 * Returns the problem of a build that was made for another app; none if the slug is right or not
 * known.
 */
export function findSlugProblem(appBase: AppBase | null, slug: string | null): readonly Problem[] {
  if (appBase === null || slug === null || appBase.slug === slug) return [];
  const problem = makeBuildProblem(appBase.file, 'build_base', appBase.place);
  const own = `${appBase.address.slice(0, -`${appBase.slug}/`.length)}${slug}/`;
  return [
    {
      ...problem,
      message: `The build is made for ${appBase.address}, but the slug of the app is ${slug}.`,
      fix: `Build with the base address ${own}, or with relative addresses, which work for any slug.`,
    },
  ];
}

/** Returns a warning if the app has a router that shows nothing at the address of an app. */
function findRouterProblem(
  files: readonly BuildFile[],
  scripts: readonly BuildFile[],
): readonly Problem[] {
  const page = files.find((file) => file.path === pageBase.from);
  if (page === undefined) return [];
  const search = new RouterSearch(page.text);
  for (const script of scripts) search.add(script.text);
  const { result } = search;
  if (result === null) return [];
  return [toProblem('path_router', [result.name], { path: page.path, fix: result.fix })];
}

/** Returns the problems of import maps that lead to files which are left out. */
export function findLeftOutImports(
  files: readonly BuildFile[],
  layout: Layout,
  leftOut: readonly LeftOutFile[],
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const file of files.filter(isPage)) {
    for (const target of [...readTags(file.text)].flatMap(listImportTargets)) {
      const path = layout.resolve(target.text, toBase(file.path));
      if (path === null || files.some((each) => contains(path, each.path))) continue;
      const found = leftOut.find((each) => contains(path, each.path) || contains(each.path, path));
      if (found === undefined) continue;
      const problem = makeBuildProblem(file, 'import_left_out', target);
      problems.push({
        ...problem,
        message: `${problem.message}: ${found.path} (${found.reason}).`,
      });
    }
  }
  return problems;
}

/** True if a path is another one, or the path of a folder around it, which ends with a slash. */
function contains(path: string, other: string): boolean {
  return path === other || (path.endsWith('/') && other.startsWith(path));
}

/** Returns the addresses that an import map leads to: the values of its properties. */
function listImportTargets(tag: Tag): readonly Piece[] {
  if (tag.text === undefined || readKeyword(tag, 'type') !== 'importmap') return [];
  const { text, offset } = tag.text;
  const target = /:\s{0,9}"(?<url>\.{0,2}\/[^"\\\n]*)"/dg;
  return findUrls(text, target).map((url) => ({ ...url, offset: url.offset + offset }));
}

function findPageProblems(file: BuildFile, layout: Layout): readonly Problem[] {
  const problems: Problem[] = [];
  const tags = [...readTags(file.text)];
  const bases = tags.map(findBase).filter((each) => each !== null);
  const base = bases.find((each) => each.text.trim() !== '/' && !layout.isInApp(each.text));
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
 * True if an address names a file of the build once its first folder, which the build lacks, is
 * removed: `/my-project/a.js` for `a.js`.
 */
function hasForeignBase(address: string, layout: Layout): boolean {
  const target = findTarget(address, pageBase.from);
  if (target === null || target.relative === null || layout.has(target.path)) return false;
  const slash = target.path.indexOf('/');
  return slash >= 0 && layout.has(target.path.slice(slash + 1));
}

const registration =
  /\b(?:serviceWorker\s?(?:\?\.|\.)\s?register|new Workbox)\(\s?(["'`])(?<url>[^"'`\n]{1,1000})\1/dg;
/** Matches the registration of a service worker whose address is in a variable. */
const composedRegistration = /\bserviceWorker\s?(?:\?\.|\.)\s?register\(\s?[\w$`]/;
/** Matches the usual paths of service workers. */
const workerPath = /(?:^|\/)(?:sw|service-?worker|ngsw-worker|firebase-messaging-sw)\.js$/i;

function findScriptProblems(file: BuildFile, layout: Layout): readonly Problem[] {
  const problems: Problem[] = [];
  const links = findBuilderAddresses(file.text, 'link');
  const link = links.find((each) => layout.find(each.text, pageBase, true) === null);
  if (link !== undefined) problems.push(makeBuildProblem(file, 'link_absolute', link));
  for (const publicPath of findBrokenPublicPaths(file, layout)) {
    if (publicPath.text !== '/') problems.push(makeBuildProblem(file, 'public_path', publicPath));
  }
  return problems;
}

/** Returns a warning about the first service worker that a page or script registers. */
function findWorkerProblem(files: readonly BuildFile[], layout: Layout): readonly Problem[] {
  for (const file of files) {
    const worker = findServiceWorker(file, layout);
    if (worker !== null) return [makeBuildProblem(file, 'service_worker', worker)];
  }
  return [];
}

/** Returns the address of the service worker that a page or script registers, or null. */
function findServiceWorker(file: BuildFile, layout: Layout): Piece | null {
  const registered = findUrls(file.text, registration);
  const base = isPage(file) ? toBase(file.path) : pageBase;
  const worker = registered.find((each) => layout.find(each.text, base) !== null);
  if (worker !== undefined) return worker;
  const offset = file.text.search(composedRegistration);
  const path = layout.paths.find((each) => workerPath.test(each));
  return offset < 0 || path === undefined ? null : { text: path, offset };
}

/** Returns the problems of scripts that load chunks from the root of the host. */
function findChunkProblems(file: BuildFile, layout: Layout): readonly Problem[] {
  const problems: Problem[] = [];
  const preloads = findBuilderAddresses(file.text, 'chunk_prefix');
  const preload = preloads.find((each) => !layout.isInApp(each.text));
  if (preload !== undefined) problems.push(makeBuildProblem(file, 'preload_absolute', preload));
  for (const publicPath of findBrokenPublicPaths(file, layout)) {
    if (publicPath.text === '/') problems.push(makeBuildProblem(file, 'public_path', publicPath));
  }
  return problems;
}

/**
 * Returns the public paths in a script that cannot be rewritten: they do not name a folder of the
 * build whose files stay together.
 */
function findBrokenPublicPaths(file: BuildFile, layout: Layout): readonly Piece[] {
  return findBuilderAddresses(file.text, 'chunk_folder').filter((each) => {
    return !layout.isInApp(each.text) && layout.rewriteFolder(each.text, pageBase) === null;
  });
}
