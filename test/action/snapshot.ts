import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptAnnotation } from '../../scripts/runner/annotations.ts';
import { root } from '../support/repository.ts';
import type { StageResult } from './stage.ts';

/** A run as it is kept, with the comment that it left on the pull request. */
export interface Shown extends StageResult {
  /** What the service was asked for, in short. */
  readonly asked: string;
  readonly comment: string | null;
}

const folder = join(root, 'test', 'snapshots');

/** The name of the file that holds the report of a run. */
export function toSnapshotName(title: string): string {
  return `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`;
}

/**
 * Compares all that a person sees of a run with a file of `test/snapshots/`. With UPDATE_SNAPSHOTS=1 writes the file instead: read it
 * before it is committed.
 */
export function assertSnapshot(title: string, shown: Shown): void {
  const file = join(folder, toSnapshotName(title));
  const text = renderRun(title, shown);
  if (process.env['UPDATE_SNAPSHOTS'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
}

/** Everything of a run on one page, without what differs from run to run. */
function renderRun(title: string, { asked, exitCode, outputs, annotations, output, summary, comment }: Shown): string {
  const set = Object.entries(outputs).filter(([, value]) => value !== '');
  const parts = [
    `<!-- ${title}. Requests: ${asked || 'none'}. Exit code: ${exitCode}. -->`,
    ...toPart('Outputs', toFence(set.map(([name, value]) => `${name}: ${value}`))),
    ...toPart('Annotations', toFence(annotations.map(renderAnnotation))),
    ...toPart(
      'Log',
      toFence(output.split('\n').filter((line) => line !== '' && !/^::(error|warning|notice) /.test(line))),
    ),
    ...toPart('Summary', summary ?? 'none'),
    ...(comment === null ? [] : toPart('Comment', comment.replace(summary?.trimEnd() ?? '', '(the summary)'))),
  ];
  return `${normalize(parts.join('\n\n'))
    .replaceAll(/[ \t]+$/gm, '')
    .trimEnd()}\n`;
}

function toPart(name: string, text: string): readonly string[] {
  return [`# ${name}`, text.trimEnd()];
}

function toFence(lines: readonly string[]): string {
  return ['````text', ...lines, '````'].join('\n');
}

function renderAnnotation({ level, title, message, file, line, column }: KeptAnnotation): string {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  return `${level} ${place === '' ? '' : `${place} `}[${title}]\n  ${message.replaceAll('\n', '\n  ')}`;
}

/** What differs from run to run: addresses, times, waits of random length, folders. */
function normalize(text: string): string {
  return (
    text
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d(?:(?::|&#58;<wbr>)\d\d){2}(?:\.\d+)?Z/g, 'TIME')
      .replaceAll(/^::add-mask::.*$/gm, '::add-mask::SECRET')
      .replaceAll(/(sha256)(:|&#58;)(?:(?:<wbr>)?[0-9a-f]+)+/g, '$1$2HASH')
      .replaceAll(/\b\d+(\.\d+)? (ms|s)\b/g, 'N s')
      // Said of a deploy that takes a second and more, as it does on a busy machine.
      .replaceAll(/^(Deployed \S+) in N s$/gm, '$1')
  );
}
