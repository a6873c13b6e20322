import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const main = join(import.meta.dirname, '../../../sandbox/main.ts');
const skip = process.platform === 'win32';

describe('a folder that cannot be tried ends with exit code 2', { skip }, () => {
  /** Runs `try` in a new folder with an app, and with a program that is not a browser. */
  function run(...args: readonly string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'try-test-'));
    try {
      const browser = join(folder, 'browser');
      writeFileSync(browser, '#!/bin/sh\nexit 7\n');
      chmodSync(browser, 0o755);
      writeFileSync(join(folder, 'index.html'), '<title>x</title>');
      const env = { PATH: '', TMPDIR: folder, CHROME_PATH: browser };
      const child = spawnSync(process.execPath, [main, 'try', ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return { child, left: readdirSync(folder) };
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('try exits with 2 if the browser does not start, and deletes its temporary files', () => {
    const { child, left } = run('.', '--slug', 'tides', '--json');
    assert.equal(child.status, 2);
    assert.match(
      child.stderr,
      /browser did not start: It ended with exit code 7\. CHROME_PATH can/,
    );
    const { outcome, message } = JSON.parse(child.stdout);
    assert.equal(outcome, 'failed');
    assert.equal(`${message}\n`, child.stderr);
    assert.deepEqual(left, ['browser', 'index.html']);
  });

  test('try exits with 2 if the folder does not exist', () => {
    const { child } = run('gone');
    assert.equal(child.status, 2);
    assert.equal(child.stderr, 'There is no folder gone.\n');
    assert.equal(child.stdout, '');
  });

  test('try exits with 2 if its arguments are wrong', () => {
    const { child } = run();
    assert.equal(child.status, 2);
    assert.match(child.stderr, /^Usage: try FOLDER /);
  });
});
