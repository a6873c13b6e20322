import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../../support/repository.ts';

function runGit(...args: readonly string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 64_000_000 });
}

/** The files of a tar archive: a header of 512 bytes each, then the content, filled up to 512. */
function listArchive(archive: Buffer): readonly string[] {
  const names: string[] = [];
  let offset = 0;
  while (offset < archive.length && archive[offset] !== 0) {
    const read = (from: number, length: number): string =>
      archive.toString('utf8', offset + from, offset + from + length).replace(/\0.*$/s, '');
    const [name, size, type, prefix] = [read(0, 100), Number.parseInt(read(124, 12), 8), read(156, 1), read(345, 155)];
    if (type === '0') names.push(prefix === '' ? name : `${prefix}/${name}`);
    offset += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}

const archived = listArchive(runGit('archive', '--format=tar', '--worktree-attributes', 'HEAD'));
const tracked = runGit('ls-tree', '-r', '--name-only', '-z', 'HEAD').toString().split('\0').slice(0, -1);

test('the archive that a runner downloads has all that runs, and what one reads to judge it', () => {
  for (const kept of [
    'action.yml',
    'dist/',
    'src/',
    'README.md',
    'LICENSE',
    'SECURITY.md',
    'CHANGELOG.md',
    'examples/',
  ]) {
    const expected = tracked.filter((path) => path.startsWith(kept));
    assert.ok(expected.length > 0, kept);
    assert.deepEqual(
      archived.filter((path) => path.startsWith(kept)),
      expected,
    );
  }
});

test('the archive that a runner downloads leaves out tests, benchmarks and pictures, and nothing else', () => {
  const missing = tracked.filter((path) => !archived.includes(path));
  assert.ok(missing.length > 0);
  assert.deepEqual(
    missing.filter((path) => !/^(?:bench|test|docs\/images)\//.test(path)),
    [],
  );
});
