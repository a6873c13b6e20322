import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Annotation } from '../../src/report/annotations.ts';
import { root } from './repository.ts';

/** All that a person sees of a run. */
export interface ShownRun {
  readonly outputs: Readonly<Record<string, string>>;
  readonly annotations: readonly (Omit<Annotation, 'title'> & { readonly title: string | null })[];
  /** What was printed. */
  readonly output: string;
  readonly summary: string | null;
  readonly comment: string | null;
}

/** The name of the file that holds a snapshot. */
export function toSnapshotName(title: string): string {
  return `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`;
}

/**
 * Compares a text with a file of the repository, without blanks at the end of lines. With UPDATE_SNAPSHOTS=1, which `--update` sets,
 * writes the file instead: read it before it is committed. `toCompared` takes out of both what does not matter.
 */
export function compareWithFile(path: string, text: string, toCompared = (whole: string) => whole): void {
  const file = join(root, path);
  const trimmed = `${text.replaceAll(/[ \t]+$/gm, '').trimEnd()}\n`;
  if (process.env['UPDATE_SNAPSHOTS'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, trimmed);
  }
  try {
    assert.equal(toCompared(trimmed), toCompared(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [, kind] = /^test\/(unit|integration)\//.exec(path) ?? ['', 'action'];
    const command = `npm run test:${kind} -- --update`;
    error.message = `${path} differs. If the new text is right: ${command}; then read what git shows of it.\n${error.message}`;
    throw error;
  }
}

/** Everything of a run on one page. `about` stands at its top. */
export function renderRun(about: string, { outputs, annotations, output, summary, comment }: ShownRun): string {
  const set = Object.entries(outputs).filter(([, value]) => value !== '');
  const log = output.split('\n').filter((line) => line !== '' && !/^::(error|warning|notice) /.test(line));
  const parts = [
    `<!-- ${about} -->`,
    ...toPart('Outputs', toFence(set.map(([name, value]) => `${name}: ${value}`))),
    ...toPart('Annotations', toFence(annotations.map(renderAnnotation))),
    ...toPart('Log', toFence(log)),
    ...toPart('Summary', summary ?? 'none'),
    ...(comment === null ? [] : toPart('Comment', comment.replace(summary?.trimEnd() ?? '', '(the summary)'))),
  ];
  return parts.join('\n\n');
}

function toPart(name: string, text: string): readonly string[] {
  return [`# ${name}`, text.trimEnd()];
}

function toFence(lines: readonly string[]): string {
  return ['````text', ...lines, '````'].join('\n');
}

function renderAnnotation({ level, title, message, file, line, column }: ShownRun['annotations'][number]): string {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  return `${level} ${place === '' ? '' : `${place} `}[${title}]\n  ${message.replaceAll('\n', '\n  ')}`;
}
