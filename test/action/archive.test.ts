import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support/repository.ts';

/** What somebody has who downloads the source archive of the repository and runs `npm ci` in it. */
const unpacked = realpathSync.native(mkdtempSync(join(tmpdir(), 'archive-')));
after(() => rmSync(unpacked, { recursive: true }));
execFileSync('git', ['archive', '--format=tar', '--output', join(unpacked, 'archive.tar'), 'HEAD'], { cwd: root });
execFileSync('tar', ['-xf', 'archive.tar'], { cwd: unpacked });
symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'), 'junction');

for (const command of ['npm run demo', 'npm run check -- examples/tide-times']) {
  test(`"${command}" works in the unpacked source archive`, () => {
    const { status, stdout, stderr } = spawnSync(command, { cwd: unpacked, encoding: 'utf8', shell: true });
    assert.equal(status, 0, `${stdout}\n${stderr}`);
    assert.match(stdout, /tide-times/);
  });
}
