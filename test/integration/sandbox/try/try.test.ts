import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runTry } from '../../../../sandbox/try/try-command.ts';
import { quickStart } from '../../../support/quick-start.ts';

const main = join(import.meta.dirname, '../../../../sandbox/main.ts');
const skip = process.platform === 'win32';

/** Makes a folder with an app, and with a program that is not a browser. */
function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'try-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'browser'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  writeFileSync(join(folder, 'index.html'), '<title>x</title>');
  return folder;
}

test('try exits with 2 if the browser does not start, and deletes its temporary files', {
  skip,
}, (t) => {
  const folder = makeFolder(t);
  const child = spawnSync(process.execPath, [main, 'try', '.', '--slug', 'tides', '--json'], {
    cwd: folder,
    env: { ...quickStart, PATH: '', TMPDIR: folder, CHROME_PATH: join(folder, 'browser') },
    encoding: 'utf8',
  });
  assert.equal(child.status, 2);
  assert.match(child.stderr, /browser did not start: It ended with exit code 7\. CHROME_PATH can/);
  const { outcome, message } = JSON.parse(child.stdout);
  assert.equal(outcome, 'failed');
  assert.equal(`${message}\n`, child.stderr);
  assert.deepEqual(readdirSync(folder), ['browser', 'index.html']);
});

test('try exits with 2 if its arguments are wrong, or if the folder does not exist', {
  skip,
}, async (t) => {
  const env = { CHROME_PATH: join(makeFolder(t), 'browser') };
  const never = new Promise<void>(() => undefined);
  for (const [args, expected] of [
    [[], /^stderr: Usage: try FOLDER .*\n$/],
    [['gone'], /^stderr: There is no folder gone\.\n$/],
  ] as const) {
    let printed = '';
    const toStream = (name: string) => ({
      write(text: string) {
        printed += `${name}: ${text}`;
      },
    });
    const streams = { stdout: toStream('stdout'), stderr: toStream('stderr') };
    assert.equal(await runTry(args, never, { ...streams, env, platform: process.platform }), 2);
    assert.match(printed, expected);
  }
});
