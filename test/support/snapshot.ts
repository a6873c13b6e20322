import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptAnnotation } from '../../scripts/runner/annotations.ts';
import { root } from './repository.ts';

/** Everything that a person sees of a run. */
export interface ShownRun {
  readonly outputs: Readonly<Record<string, string>>;
  readonly annotations: readonly KeptAnnotation[];
  /** The printed text. */
  readonly output: string;
  readonly summary: string | null;
  readonly comment: string | null;
}

/** The name of the file that holds a snapshot. */
export function toSnapshotName(title: string): string {
  return `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`;
}

/**
 * Compares a text with a file of the repository, ignoring blanks at the end of lines. With
 * UPDATE_SNAPSHOTS=1, which `--update` sets, a different file is overwritten instead: review it
 * before you commit it. `toCompared` removes from both texts the parts that do not matter.
 */
export function compareWithFile(
  path: string,
  text: string,
  toCompared = (whole: string) => whole,
): void {
  const file = join(root, path);
  const now = `${text.replaceAll(/[ \t]+$/gm, '').trimEnd()}\n`;
  const kept = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : '';
  const difference = describeDifference(toCompared(kept), toCompared(now));
  if (difference === null) return;
  if (process.env['UPDATE_SNAPSHOTS'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, now);
    return;
  }
  // Neither the values, which the reporter would print whole, nor a stack that was made before
  // these words.
  throw new Error(
    `${path} differs${difference}\nIf the new text is right: ${findCommand()}; then read what git shows of it.`,
  );
}

/** A heading and the lines below it. */
export type Section = readonly [title: string, lines: readonly string[]];

/**
 * Compares sections with a file of the repository. Sections with the same lines are merged into one
 * with all their headings.
 */
export function compareSections(path: string, sections: readonly Section[]): void {
  const toBlock = (lines: readonly string[]): string =>
    lines.join('\n').replaceAll(/^(?=.)/gm, '    ');
  const byBlock = Map.groupBy(sections, ([, lines]) => toBlock(lines));
  const parts = Array.from(byBlock, ([block, same]) =>
    [...same.map(([title]) => `# ${title}`), block].join('\n'),
  );
  compareWithFile(path, parts.join('\n\n'));
}

/** The number of lines of a difference that are shown, on each side. */
const maxShownLines = 5;

/**
 * Returns the first line in which two texts differ, with the next lines of each; null if the texts
 * are equal.
 */
export function describeDifference(kept: string, now: string): string | null {
  if (kept === now) return null;
  const [before, after] = [kept.split('\n'), now.split('\n')];
  const at = after.findIndex((line, index) => line !== before[index]);
  const first = at === -1 ? after.length : at;
  const show = (lines: readonly string[], mark: string) =>
    lines.slice(first, first + maxShownLines).map((line) => `  ${mark} ${line}`);
  return [` from line ${first + 1} on:`, ...show(before, '-'), ...show(after, '+')].join('\n');
}

/** Returns the command that updates only the snapshots of the calling test file. */
function findCommand(): string {
  const [file, kind] = /test\/(\w+)\/\S+?\.test\.ts/.exec(
    new Error('Where this is called.').stack ?? '',
  ) ?? ['', 'unit'];
  return `npm run test:${kind} -- --update ${file}`.trimEnd();
}

/**
 * Returns a page with everything about a run, but of its outputs only those for which `hasOutput`
 * returns true. `about` is at its top.
 */
export function renderRun(
  about: string,
  { outputs, annotations, output, summary, comment }: ShownRun,
  hasOutput: (name: string) => boolean,
): string {
  const set = Object.entries(outputs).filter(([name, value]) => value !== '' && hasOutput(name));
  const shown = set.map(([name, value]) => `${name}: ${value}`);
  const log = output
    .split('\n')
    .filter((line) => line !== '' && !/^::(error|warning|notice) /.test(line));
  const printed = [
    '# Outputs',
    ...shown,
    '# Annotations',
    ...annotations.map(renderAnnotation),
    '# Log',
    ...log,
  ];
  const parts = [
    `<!-- ${about} -->`,
    ['````text', ...printed, '````'].join('\n'),
    `# Summary\n\n${(summary ?? 'none').trimEnd()}`,
    ...(comment === null
      ? []
      : [`# Comment\n\n${shortenComment(comment, summary ?? '').trimEnd()}`]),
  ];
  return parts.join('\n\n');
}

/** Returns the comment with only its line of links if the rest of it is the summary. */
function shortenComment(comment: string, summary: string): string {
  const links = /^\[.*\)\n\n/m.exec(comment)?.[0] ?? '';
  // The comment also says that the address shows the app as it is now.
  const compared = comment.replace(links, '').replace(/^The \w+ as it is now: /gm, '');
  return compared.trimEnd().endsWith(summary.trimEnd())
    ? comment.replace(
        /^## [\s\S]*$/m,
        `(the summary, with these links below its headline)\n\n${links}`,
      )
    : comment;
}

function renderAnnotation({
  level,
  title,
  message,
  file,
  line,
  column,
}: ShownRun['annotations'][number]): string {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  const head = [level, place, title === null ? '' : `[${title}]`].filter((part) => part !== '');
  return `${head.join(' ')}\n  ${message.replaceAll('\n', '\n  ')}`;
}
