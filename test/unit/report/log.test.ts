import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { keepAnnotations } from '../../../scripts/runner/annotations.ts';
import { parseCommands, parsePlainLines } from '../../../scripts/runner/commands.ts';
import { createLog } from '../../../src/report/log.ts';
import { createProgress } from '../../../src/report/progress.ts';
import { hostileText } from './hostile-text.ts';

const log = createLog({ isDebug: false, secrets: ['s3cr3tkey'] });
const debugging = createLog({ isDebug: true, secrets: [] });

/** What `work` writes to stdout, which does not get out. */
function capture(work: () => void): string {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
    return true;
  };
  try {
    work();
  } finally {
    process.stdout.write = write;
  }
  return text;
}

describe('the log prints', () => {
  const rows: Readonly<Record<string, readonly [() => void, RegExp]>> = {
    'a line as one line, without secrets': [() => log.info('a\n::error::b s3cr3tkey'), /^a␊::error::b \*{3}\n$/],
    'no debug line without step debugging': [() => log.debug('x'), /^$/],
    'debug lines with it': [() => debugging.debug('x\ny'), /^::debug::x␊y\n$/],
    'the start of a megabyte': [() => log.info('x'.repeat(1e6)), /^x{9900,} … \(\d+ characters more\)\n$/],
    'lines as lines': [() => log.lines('Error\n  ::x::y\n##[error]'), /^Error\n {2}\\::x::y\n##\\\[error\]\n$/],
    'a group, each entry a line': [
      () => log.group('Files\n', ['a', '::error::b\nc']),
      /^::group::Files␊\na\n\\::error::b␊c\n::endgroup::\n$/,
    ],
    'a list of 200': [
      () => log.list('Files', Array(200).fill('a')),
      /^::group::Files \(200\)\n(a\n){200}::endgroup::\n$/,
    ],
    'of 201 the number of the rest': [
      () => log.list('Files', Array(201).fill('a')),
      /^::group::Files \(201\)\n(a\n){200}and 1 more\n::endgroup::\n$/,
    ],
    'a warning': [() => log.warn('a\nb s3cr3tkey'), /^::warning title=Warning::a␊b \*{3}\n$/],
  };
  for (const [name, [work, expected]] of Object.entries(rows)) test(name, () => assert.match(capture(work), expected));
});

test('an annotation arrives with its place', () => {
  const place = { file: 'a dir/b.html', line: 3, column: 1 };
  const annotation = { level: 'error', title: 'a,b:c', message: 'm 100%\nFix: f', ...place } as const;
  const [kept] = keepAnnotations(parseCommands(capture(() => log.annotate(annotation))));
  assert.deepEqual(kept, { ...annotation, endLine: null, endColumn: null });
});

test('whatever is printed, the runner finds the commands that were meant and no other', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (a, b) => {
      const text = capture(() => {
        debugging.info(b);
        debugging.group(a, [b]);
        debugging.debug(a);
        debugging.lines(b);
        debugging.warn(a);
        debugging.annotate({ level: 'notice', title: a, message: b, file: b, line: 1, column: null });
      });
      const commands = parseCommands(text);
      assert.deepEqual(
        commands.map(({ name }) => name),
        ['group', 'endgroup', 'debug', 'warning', 'notice'],
      );
      assert.ok(parsePlainLines(text).length >= 3);
      assert.equal(keepAnnotations(commands).length, 2);
    }),
  );
});

test('an upload of more than 5 MB tells percent, rate and time left, at most every five seconds', () => {
  /** The lines that are shown of an upload, by milliseconds and bytes sent. */
  const upload = (total: number, steps: readonly (readonly [number, number])[]) => {
    const lines: string[] = [];
    let time = 1000;
    const progress = createProgress({ total, now: () => time, show: (text) => void lines.push(text) });
    for (const [milliseconds, sent] of steps) {
      time = 1000 + milliseconds;
      progress(sent);
    }
    return lines;
  };
  const times = [100, 4999, 5000, 5100, 9999, 10_000];
  const steady = times.map((milliseconds) => [milliseconds, milliseconds * 1000] as const);
  assert.deepEqual(upload(20e6, steady), [
    'Sent 5 MB of 20 MB (25 %), 1 MB/s, about 15 s left',
    'Sent 10 MB of 20 MB (50 %), 1 MB/s, about 10 s left',
  ]);
  assert.deepEqual(upload(5e6, [[60_000, 1]]), []);
  assert.deepEqual(upload(6e6, [[6000, 0]]), ['Sent 0 B of 6 MB (0 %), 0 B/s']);
  assert.deepEqual(upload(6e6, [[12_000, 6e6]]), ['Sent 6 MB of 6 MB (100 %), 500 KB/s']);
  assert.deepEqual(upload(6e6, [[6000, 7e6]]), ['Sent 7 MB of 6 MB (100 %), 1.2 MB/s']);
});
