import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLog, createProgress } from '../../../src/report/log.ts';
import { keepAnnotations } from '../../support/runner/annotations.ts';
import { parseCommands, parsePlainLines } from '../../support/runner/commands.ts';
import { captureStdout } from './console.ts';
import { hostileText } from './hostile-text.ts';

const log = createLog({ isDebug: false, secrets: ['s3cr3tkey'] });

test('a line is one line, without secrets', async () => {
  const text = await captureStdout(() => log.info('a\n::error::b s3cr3tkey'));
  assert.equal(text, 'a␊::error::b ***\n');
});

test('debug lines exist only with step debugging', async () => {
  assert.equal(await captureStdout(() => log.debug('x')), '');
  assert.equal(await captureStdout(() => createLog({ isDebug: true, secrets: [] }).debug('x\ny')), '::debug::x␊y\n');
});

test('a line of a megabyte is cut', async () => {
  const text = await captureStdout(() => log.info('x'.repeat(1_000_000)));
  assert.match(text, /^x{9900,} … \(\d+ characters more\)\n$/);
});

test('several lines stay lines', async () => {
  assert.equal(await captureStdout(() => log.lines('Error\n  ::x::y\n##[error]')), 'Error\n  \\::x::y\n##\\[error]\n');
});

test('a list folds, each entry a line', async () => {
  const text = await captureStdout(() => log.group('Files\n', ['a', '::error::b\nc']));
  assert.equal(text, '::group::Files␊\na\n\\::error::b␊c\n::endgroup::\n');
});

test('an annotation arrives with its place', async () => {
  const annotation = {
    level: 'error',
    title: 'a,b:c',
    message: 'm 100%\nFix: f',
    file: 'a dir/b.html',
    line: 3,
    column: 1,
  } as const;
  const text = await captureStdout(() => log.annotate(annotation));
  const [kept] = keepAnnotations(parseCommands(text));
  assert.deepEqual(kept, { ...annotation, endLine: null, endColumn: null });
});

test('whatever is printed, the runner finds the commands that were meant and no other', async () => {
  const debugging = createLog({ isDebug: true, secrets: [] });
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, async (a, b) => {
      const text = await captureStdout(() => {
        debugging.info(b);
        debugging.group(a, [b]);
        debugging.debug(a);
        debugging.lines(b);
        debugging.warn(a);
        debugging.annotate({ level: 'notice', title: a, message: b, file: b, line: 1, column: null });
      });
      assert.deepEqual(
        parseCommands(text).map(({ name }) => name),
        ['group', 'endgroup', 'debug', 'warning', 'notice'],
      );
      assert.ok(parsePlainLines(text).length >= 2);
      assert.equal(keepAnnotations(parseCommands(text)).length, 2);
    }),
  );
});

function follow(total: number, steps: readonly (readonly [milliseconds: number, sent: number])[]): readonly string[] {
  const lines: string[] = [];
  let time = 1000;
  const progress = createProgress({ total, now: () => time, log: { info: (text) => void lines.push(text) } });
  for (const [milliseconds, sent] of steps) {
    time = 1000 + milliseconds;
    progress(sent);
  }
  return lines;
}

test('a large upload logs percent, rate and time left, at most every five seconds', () => {
  const steps = [
    [100, 1e6],
    [4999, 4e6],
    [5000, 5e6],
    [5100, 6e6],
    [9999, 9e6],
    [10_000, 10e6],
  ] as const;
  assert.deepEqual(follow(20e6, steps), [
    'Sent 5 MB of 20 MB (25 %), 1 MB/s, about 15 s left',
    'Sent 10 MB of 20 MB (50 %), 1 MB/s, about 10 s left',
  ]);
});

test('a small upload logs nothing', () => {
  assert.deepEqual(follow(5_000_000, [[60_000, 1]]), []);
});

test('an upload that stands still or is through has no time left to log', () => {
  const steps = [
    [6000, 0],
    [12_000, 6e6],
  ] as const;
  assert.deepEqual(follow(6e6, steps), ['Sent 0 B of 6 MB (0 %), 0 B/s', 'Sent 6 MB of 6 MB (100 %), 500 KB/s']);
});
