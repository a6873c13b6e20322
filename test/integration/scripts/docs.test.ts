import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { quickStart } from '../../support/quick-start.ts';
import { root } from '../../support/repository.ts';

/** The files with generated parts, in the order in which they are written. */
const pages = [
  'docs/output.schema.json',
  'README.md',
  'action.yml',
  'action-types.yml',
  'docs/approval.md',
  'docs/built-apps.md',
  'docs/command.md',
  'docs/decisions/0006-content-comparison.md',
  'docs/reliability.md',
  'docs/troubleshooting.md',
];

test('"npm run docs" writes the generated parts of pages, and --check names outdated pages', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'docs-'));
  const at = (path: string): string => join(folder.path, path);
  for (const path of [...pages, 'scripts', 'package.json', 'examples/workflows'])
    cpSync(join(root, path), at(path), { recursive: true });
  // Links, so that Node finds the compiled code of the modules.
  for (const path of ['src', 'cli', 'sandbox', 'node_modules'])
    symlinkSync(join(root, path), at(path), 'junction');
  const run = (...args: readonly string[]): readonly string[] => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [at('scripts/docs.ts'), ...args],
      { env: quickStart, encoding: 'utf8' },
    );
    return [...`${stdout}${stderr}`.trimEnd().split('\n'), `exit code ${status}`];
  };
  const edit = (path: string, change: (text: string) => string): void => {
    const before = readFileSync(at(path), 'utf8');
    assert.notEqual(change(before), before);
    writeFileSync(at(path), change(before));
  };
  const differs = (page: string): string =>
    `${page} differs from what it repeats: run "npm run docs" and commit the result.`;

  edit('docs/output.schema.json', (text) => text.replaceAll('"plan"', '"plans"'));
  edit('README.md', (text) => text.replaceAll('| `slug` |', '| `slag` |'));
  edit('action.yml', (text) => text.replace('  confirm:\n', '  confirmed:\n'));
  edit('action-types.yml', (text) => text.replace('[fail, skip, replace]', '[fail, skip]'));
  edit('docs/approval.md', (text) => text.replace('actions/attest@*\n', ''));
  edit('docs/built-apps.md', (text) => text.replace('| Vite', '| Vita'));
  edit('docs/command.md', (text) => text.replace('| `next` |', '| `then` |'));
  edit('docs/decisions/0006-content-comparison.md', (text) => text.replace('200<!--', '300<!--'));
  edit('docs/reliability.md', (text) => text.replace('0, 1, 3, 7, 15 and 30<!--', '0 and 9<!--'));
  edit('docs/troubleshooting.md', (text) => text.replace(/^\| <a id="no_app">.*\n/m, ''));
  assert.deepEqual(run('--check'), [...pages.map(differs), 'exit code 1']);
  const [first = '', ...others] = pages;
  cpSync(join(root, first), at(first));
  const written = others.map((page) => `${page} is written.`);
  assert.deepEqual(run(), [`${first} is up to date.`, ...written, 'exit code 0']);
  assert.deepEqual(run('--check'), ['', 'exit code 0']);
  for (const page of pages)
    assert.equal(readFileSync(at(page), 'utf8'), readFileSync(join(root, page), 'utf8'));
});
