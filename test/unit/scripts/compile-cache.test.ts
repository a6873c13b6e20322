import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCompileCache } from '../../../scripts/compile-cache.ts';
import { listFiles, readText } from '../../support/repository.ts';

/** Files that name the folder of the cache: it has been opened by the file that is tested below. */
const users = ['scripts/compile-cache.ts', 'scripts/runner/step.ts', 'scripts/test.ts'];

test('no program loads compiled code from a folder that others may write', () => {
  const files = ['src', 'cli', 'sandbox', 'scripts', 'bench', 'examples'].flatMap((folder) => {
    return ['.ts', '.js', '.cjs', '.mjs', '.yml'].flatMap((ending) => listFiles(folder, ending));
  });
  const found = files.filter((file) => /compile[-_]?cache/i.test(readText(file)));
  assert.deepEqual(found.sort(), users);
  // Without a folder, Node takes one below the temporary folder, whoever has made it.
  assert.deepEqual(
    found.filter((file) => /enableCompileCache/.test(readText(file))),
    [],
  );
});

test("the tests' compiled code is only in a folder of the user's own", (t) => {
  const around = mkdtempSync(join(tmpdir(), 'cache-'));
  t.after(() => rmSync(around, { recursive: true, force: true }));
  const made = join(around, 'made', 'compiled');
  assert.equal(openCompileCache(made), made);
  if (process.platform === 'win32') return;
  assert.equal(statSync(made).mode & 0o777, 0o700);
  const shared = join(around, 'shared');
  mkdirSync(shared);
  for (const mode of [0o777, 0o770, 0o702]) {
    chmodSync(shared, mode);
    assert.equal(openCompileCache(shared), '');
  }
  const linked = join(around, 'linked');
  symlinkSync(made, linked);
  assert.equal(openCompileCache(linked), '');
  const other = statSync(made).uid + 1;
  t.mock.method(process, 'getuid' as never, (() => other) as never);
  assert.equal(openCompileCache(made), '');
});
