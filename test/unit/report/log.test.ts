import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLog } from '../../../src/report/log.ts';
import { keepAnnotations } from '../../support/runner/annotations.ts';
import { parseCommands, parsePlainLines } from '../../support/runner/commands.ts';
import { captureStdout } from './console.ts';
import { hostileText } from './hostile-text.ts';

const log = createLog({ isDebug: false, secrets: ['s3cr3tkey'], now: () => 0 });

test('a line is one line, without secrets', async () => {
  const text = await captureStdout(() => log.info('a\n::error::b s3cr3tkey'));
  assert.equal(text, 'a␊::error::b ***\n');
});

test('debug lines exist only with step debugging', async () => {
  assert.equal(await captureStdout(() => log.debug('x')), '');
  assert.equal(
    await captureStdout(() => createLog({ isDebug: true, secrets: [], now: () => 0 }).debug('x\ny')),
    '::debug::x␊y\n',
  );
});

test('several lines stay lines', async () => {
  assert.equal(await captureStdout(() => log.lines('Error\n  ::x::y\n##[error]')), 'Error\n  \\::x::y\n##\\[error]\n');
});

test('a group folds and gives back what its work gave', async () => {
  const text = await captureStdout(async () => {
    assert.equal(await log.group('Pack\n', async () => log.info('inside') ?? 7), 7);
  });
  assert.equal(text, '::group::Pack␊\ninside\ntook 0 ms\n::endgroup::\n');
});

test('a group says how long its work took', async () => {
  const times = [1_000, 2_200];
  const timed = createLog({ isDebug: false, secrets: [], now: () => times.shift() ?? 0 });
  assert.match(await captureStdout(() => timed.group('Pack', async () => undefined)), /\ntook 1\.2 s\n::endgroup::\n$/);
});

test('a group ends when its work throws', async () => {
  const text = await captureStdout(() =>
    assert.rejects(
      log.group('Pack', () => Promise.reject(new Error('x'))),
      /x/,
    ),
  );
  assert.equal(text, '::group::Pack\ntook 0 ms\n::endgroup::\n');
});

test('a group in a group is a plain line, and the next group folds again', async () => {
  const text = await captureStdout(async () => {
    await log.group('a', () => log.group('b', async () => log.info('c')));
    await log.group('d', async () => undefined);
  });
  assert.equal(text, '::group::a\nb\nc\ntook 0 ms\n::endgroup::\n::group::d\ntook 0 ms\n::endgroup::\n');
});

test('an annotation ends the open group, once', async () => {
  const text = await captureStdout(() => log.group('a', async () => log.warn('w')));
  assert.equal(text, '::group::a\n::endgroup::\n::warning title=Warning::w\n');
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
  const debugging = createLog({ isDebug: true, secrets: [], now: () => 0 });
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, async (a, b) => {
      const text = await captureStdout(async () => {
        await debugging.group(a, async () => debugging.info(b));
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
