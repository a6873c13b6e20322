import { findBase, findTarget, findTitleFault, listTagReferences, readTags } from '../../folder/page.ts';
import { locateOffset } from '../../folder/text.ts';
import type { Problem } from '../../model/problem.ts';
import { type Layout, pageBase } from './layout.ts';
import type { TextFile } from './rewrite.ts';
import { findPublicPaths } from './script.ts';

/** What in a build does not work in an app whatever its addresses are, and what to set. */
export function findBreaks(files: readonly TextFile[], layout: Layout): readonly Problem[] {
  return files.flatMap((file) => {
    if (file.type === 'text/html') return findPageBreaks(file, layout);
    return file.type === 'text/javascript' ? findScriptBreaks(file, layout) : [];
  });
}

const relativeBase = 'Build with relative addresses: in Vite vite build --base ./';

function toBreak(
  { path, text }: TextFile,
  offset: number,
  known: Pick<Problem, 'code' | 'message' | 'fix'> & Partial<Problem>,
): Problem {
  return { severity: 'error', path, ...locateOffset(text, offset), ...known };
}

function findPageBreaks(page: TextFile, layout: Layout): readonly Problem[] {
  const tags = [...readTags(page.text)];
  const bases = tags.map(findBase).filter((base) => base !== null);
  const foreign = bases.filter(({ text }) => text.trim() !== '/');
  const title = page.path === pageBase.from ? findTitleFault(page.text) : null;
  const host =
    foreign.length > 0 ? undefined : tags.flatMap(listTagReferences).find(({ address }) => isBelow(address, layout));
  return [
    ...(host === undefined
      ? []
      : [
          toBreak(page, host.offset, {
            code: 'build_base',
            message: `${host.url} is for another place: the build has a base address of its own.`,
            fix: `${relativeBase}, or without a base.`,
          }),
        ]),
    ...foreign.slice(0, 1).map(({ text, offset }) =>
      toBreak(page, offset, {
        code: 'base_elsewhere',
        message: `<base href> is ${text}, and an app knows no other place than its own.`,
        fix: 'Set the base address of the build to ./, in Angular with --base-href ./',
      }),
    ),
    ...(title === null
      ? []
      : [
          toBreak(page, title.offset, {
            code: `page_title_${title.kind}`,
            message: title.kind === 'missing' ? 'index.html has no title.' : 'The title of index.html is empty.',
            fix: 'Give the page a <title> with the name of the app, where the build makes it.',
          }),
        ]),
  ];
}

/** True for the address of a file of the build below a folder that the build does not have, such as that of a host for projects. */
function isBelow(address: string, layout: Layout): boolean {
  const target = findTarget(address, pageBase.from);
  if (target === null || target.relative === null || layout.has(target.path)) return false;
  const below = target.path.slice(target.path.indexOf('/') + 1);
  return below !== target.path && layout.has(below);
}

const vitePreload = /\breturn\s?(["'`])(\/[^"'`\n]{0,200})\1\s?\+\s?[\w$]/;
const registration = /\bserviceWorker\s?(?:\?\.|\.)\s?register\(\s?(["'`])([^"'`\n]{1,1000})\1/g;

/** A link of Next to a page, which its router would load from the root of the host. */
const nextLink = /\bhref:(["'`])(\/[\w/-]{0,200})\1/;

function findScriptBreaks(script: TextFile, layout: Layout): readonly Problem[] {
  const { text } = script;
  const preload = text.includes('__vite__mapDeps') ? vitePreload.exec(text) : null;
  const unknown = findPublicPaths(text).filter(({ folder }) => layout.placeFolder(folder) === null);
  const workers = [...text.matchAll(registration)].filter(([, , url = '']) => layout.find(url, pageBase) !== null);
  const link = script.path.startsWith('_next/') ? nextLink.exec(text) : null;
  return [
    ...(link === null
      ? []
      : [
          toBreak(script, link.index, {
            severity: 'warning',
            code: 'link_absolute',
            message: `A link of Next leads to ${link[2]}, which is outside the app.`,
            fix: 'In an app of one page use <a href="./">; other pages of Next do not work in an app.',
          }),
        ]),
    ...(preload === null
      ? []
      : [
          toBreak(script, preload.index, {
            code: 'preload_absolute',
            message: `What Vite loads ahead of lazy parts begins at ${preload[2]}, which is outside the app.`,
            fix: `${relativeBase}, or base: './' in its configuration.`,
          }),
        ]),
    ...unknown.map(({ folder, start }) =>
      toBreak(script, start, {
        code: 'public_path',
        message: `Parts are loaded from /${folder}${folder === '' ? '' : '/'}, which is no folder of the build that moves as one.`,
        fix: "Set the public path to 'auto': in webpack output.publicPath, in Rsbuild output.assetPrefix.",
      }),
    ),
    ...workers.slice(0, 1).map(({ index }) =>
      toBreak(script, index, {
        code: 'service_worker',
        message: 'A service worker is registered: it would have its scope beside the page, and files that have moved.',
        fix: 'Build without it: an app has no service worker.',
      }),
    ),
  ];
}
