import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../support/repository.ts';

/**
 * A program in place of one that `npm test` starts: it fails where FAILS names what it is asked to
 * do.
 */
const program = `const asked = [process.argv[1].split(/[\\\\/]/).at(-1), ...process.argv.slice(2)].join(' ');
if (asked === process.env.FAILS) process.exitCode = 1;`;
const programs = ['node_modules/typescript/bin/tsc', 'node_modules/@biomejs/biome/bin/biome'];
const scripts = ['scripts/docs.ts', 'scripts/bundle.ts', 'scripts/test.ts'];

/**
 * What `npm test` says in a repository of such programs: the steps that passed or failed, sorted,
 * and the exit code.
 */
function check({ fails = '', isClone = true, isCommitted = true } = {}): readonly string[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'check-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  };
  cpSync(join(root, 'scripts', 'check.ts'), join(folder.path, 'scripts', 'check.ts'));
  for (const path of [...programs, ...scripts]) write(path, program);
  write('dist/index.js', '');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder.path });
  if (isClone) git('init', '-q');
  if (isClone && isCommitted) git('add', 'dist');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check.ts'], {
    cwd: folder.path,
    // Where the temporary folder is inside a repository, that one is not meant.
    env: { PATH: process.env['PATH'], FAILS: fails, GIT_CEILING_DIRECTORIES: dirname(folder.path) },
    encoding: 'utf8',
  });
  const lines = `${stdout}${stderr}`
    .split('\n')
    .map((line) => line.replace(/(?: \(.*)?, [\d.]+ s$/, ''));
  return [...lines.filter((line) => line !== '').sort(), `exit code ${status}`];
}

const [build, bundle, docs] = ['✔ build', '✔ bundle', '✔ docs'];
const [lint, model, types] = ['✔ lint', '✔ model tests', '✔ types'];

describe('npm test', () => {
  test('passes where every step does', () => {
    const all = [
      build,
      bundle,
      docs,
      lint,
      model,
      '✔ tests',
      types,
      '✔ whole-action tests',
      'exit code 0',
    ];
    assert.deepEqual(check(), all);
  });

  test('fails with any of them, and does not test what does not build', () => {
    const steps: readonly (readonly [asked: string, shown: readonly string[]])[] = [
      ['tsc', [build, bundle, '✖ types']],
      ['bundle.ts', [build, docs, lint, types, '✖ bundle']],
      [
        'test.ts --coverage unit integration',
        [build, bundle, docs, lint, model, types, '✔ whole-action tests', '✖ tests'],
      ],
      ['test.ts action', [build, bundle, docs, lint, '✔ tests', types, '✖ whole-action tests']],
    ];
    for (const [fails, shown] of steps)
      assert.deepEqual(check({ fails }), [...shown, 'exit code 1'], fails);
  });

  test('fails where dist/ is not committed, and in one sentence where that cannot be known', () => {
    const built = [build, bundle, docs, lint, types];
    const forgotten = [
      'dist/index.js',
      ...built,
      '✖ commit or stage dist/ as it is now:',
      'exit code 1',
    ];
    assert.deepEqual(check({ isCommitted: false }), forgotten);
    const unknown =
      '✖ dist/ cannot be compared with what is committed: this is no clone, or git is not installed.';
    assert.deepEqual(check({ isClone: false }), [...built, unknown, 'exit code 1']);
  });
});
