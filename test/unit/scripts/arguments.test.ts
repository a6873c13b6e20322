import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../support/repository.ts';

for (const script of ['scripts/demo.ts', 'scripts/docs.ts', 'scripts/mutate.ts', 'bench/main.ts']) {
  test(`${script} does nothing when it is given an option that it does not know`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), '--unknown'], {
      encoding: 'utf8',
    });
    assert.deepEqual({ status, stdout }, { status: 2, stdout: '' });
    assert.match(stderr, /^Unknown option '--unknown'[^\n]*\nUsage: npm [^\n]+\n$/);
  });
}
