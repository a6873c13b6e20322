import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { test } from 'node:test';
import { createProgress } from '../../../src/report/progress.ts';
import { compareWithFile } from '../../support/snapshot.ts';
import { openLog } from './sample.ts';

/** Prints two texts in every way that the log has. */
async function printAll(one: string, other: string): Promise<string> {
  const { log, read } = openLog({ isDebug: true, secrets: ['s3cr3tkey'] });
  log.info(one);
  log.debug(other);
  log.fold(one, [other, one]);
  log.list(other, [one]);
  await log.group(other, async () => log.list(one, [other]));
  log.warn(other);
  log.annotate({
    level: 'error',
    title: other,
    texts: [one, other],
    more: 'and 1 more',
    file: one,
    line: 3,
    column: 1,
  });
  return read();
}

test('the log prints every text safely and without secrets (snapshots/log.md)', async () => {
  const printed = await printAll('a,b:c 100%\n  ::error::x', '##[error]y\rs3cr3tkey');
  compareWithFile('test/unit/report/snapshots/log.md', `\`\`\`text\n${printed}\`\`\``);
});

test('the log is the same with the line ends of Windows', async () => {
  const printed = await printAll('a', 'b');
  const eol = Object.getOwnPropertyDescriptor(os, 'EOL') ?? assert.fail();
  Object.defineProperty(os, 'EOL', { ...eol, value: '\r\n' });
  syncBuiltinESMExports();
  try {
    assert.equal(await printAll('a', 'b'), printed);
  } finally {
    Object.defineProperty(os, 'EOL', eol);
    syncBuiltinESMExports();
  }
});

test('the log redacts a text before it cuts it', async () => {
  const printed = await printAll('s3cr3tkey '.repeat(2000), 's3cr3tkey\n'.repeat(2000));
  assert.doesNotMatch(printed, /s3c/);
});

test('the log prints at most 10,000 characters of a text and 500 entries of a list', () => {
  const { log, read } = openLog({ isDebug: false, secrets: [] });
  log.info('x'.repeat(1e6));
  log.list('Files', Array(501).fill('a'));
  assert.match(
    read(),
    /^x{9900,} … \(\d+ characters more\)\n::group::Files \(501\)\n(a\n){500}and 1 more\n::endgroup::\n$/,
  );
});

test('an upload of more than 5 MB shows percent, rate and time left, at most every 5 s', () => {
  /** Returns the lines shown for an upload, given as milliseconds and bytes sent. */
  const upload = (total: number, steps: readonly (readonly [number, number])[]) => {
    const lines: string[] = [];
    let time = 1000;
    const progress = createProgress({
      total,
      now: () => time,
      show: (text) => void lines.push(text),
    });
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
  assert.deepEqual(upload(6e6, [[6000, 7e6]]), ['Sent 6 MB, waiting for the response']);
});
