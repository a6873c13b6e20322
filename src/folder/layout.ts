import type { Problem } from '../outcome.ts';
import { toWarning } from './finding.ts';
import type { Packed } from './packed.ts';

/** The files that the service document names outside `assets/`. */
const knownFiles = new Set(['service.json', 'index.html', 'instructions.md']);
/** Most warnings of one kind; a last one counts the rest. */
export const mostLayoutWarnings = 20;

/** Finds what the service may not take or may mix up: files outside `assets/`, paths that differ only in case or normal form. */
export function checkLayout(packed: Packed): readonly Problem[] {
  return [...limit(findStrays(packed), 'more names outside assets/'), ...limit(findTwins(packed), 'more such paths')];
}

/** One warning for each name at the top, however many files it holds. */
function findStrays(packed: Packed): readonly Problem[] {
  const counts = new Map<string, number>();
  for (const { path } of packed.files) {
    const slash = path.indexOf('/');
    const top = path.slice(0, slash + 1) || path;
    if (top !== 'assets/' && !knownFiles.has(path)) counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  return [...counts].map(([top, count]) => {
    const isFolder = top.endsWith('/');
    const what = isFolder ? `${top} holds ${count} ${count === 1 ? 'file' : 'files'}` : `${top} lies`;
    return toWarning({
      code: 'outside_assets',
      message: `${what} outside assets/. The service document shows only service.json, index.html, instructions.md and assets/.`,
      fix: 'Move it into assets/, or leave it out with the input exclude.',
      ...(isFolder ? {} : { path: top }),
    });
  });
}

function findTwins(packed: Packed): readonly Problem[] {
  const firsts = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { path } of packed.files) {
    const key = path.normalize('NFC').toLowerCase().normalize('NFC');
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, path);
    else problems.push(toTwin(first, path));
  }
  return problems;
}

function toTwin(first: string, path: string): Problem {
  const isCase = first.normalize('NFC') !== path.normalize('NFC');
  return toWarning({
    code: 'path_twins',
    message: `${first} and ${path} differ only in ${isCase ? 'case' : 'the way accents are written (NFC, NFD)'}.`,
    fix: 'Rename one: where such names are the same, one file replaces the other.',
    path,
  });
}

function limit(problems: readonly Problem[], rest: string): readonly Problem[] {
  if (problems.length <= mostLayoutWarnings) return problems;
  const message = `There are ${problems.length - mostLayoutWarnings} ${rest}.`;
  const last = toWarning({ code: 'more_warnings', message, fix: 'Correct the ones that are shown first.' });
  return [...problems.slice(0, mostLayoutWarnings), last];
}
