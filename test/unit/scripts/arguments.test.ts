import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../support/repository.ts';

for (const name of ['check', 'build-cli', 'demo', 'docs', 'bundle', 'screenshots', 'release-notes', 'mutate']) {
  test(`${name} does nothing when it is given an option that it does not know`, () => {
    const args = [join('scripts', `${name}.ts`), '--unknown'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^Unknown option '--unknown'[^\n]*\nUsage: (?:npm|node) [^\n]+\n$/);
  });
}
