import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../support/repository.ts';

/** Replaces each program that `npm test` starts: it fails if FAILS is its call. */
const program = `const asked = [process.argv[1].split(/[\\\\/]/).at(-1), ...process.argv.slice(2)].join(' ');
if (asked === process.env.FAILS) process.exitCode = 1;`;
const programs = ['node_modules/typescript/bin/tsc', 'node_modules/@biomejs/biome/bin/biome'];
const scripts = ['docs', 'bundle', 'build-cli', 'test'].map((name) => `scripts/${name}.ts`);

/**
 * Runs `npm test` in a repository of such programs. Returns the steps that passed or failed,
 * sorted, and the exit code.
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
    // Keeps git from finding a repository around the temporary folder.
    env: { PATH: process.env['PATH'], FAILS: fails, GIT_CEILING_DIRECTORIES: dirname(folder.path) },
    encoding: 'utf8',
  });
  const lines = `${stdout}${stderr}`
    .split('\n')
    .map((line) => line.replace(/(?: \(.*)?, [\d.]+ s$/, ''));
  return [...lines.filter((line) => line !== '').sort(), `exit code ${status}`];
}

const [build, bundle, docs] = ['✔ build', '✔ bundles', '✔ docs'];
const [lint, model, types] = ['✔ lint', '✔ model tests', '✔ types'];

describe('npm test', () => {
  test('npm test passes if every step passes', () => {
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

  test('npm test fails if any step fails, and skips the tests if the build fails', () => {
    const steps: readonly (readonly [asked: string, shown: readonly string[]])[] = [
      ['tsc', [build, bundle, '✖ types']],
      ['build-cli.ts', [build, docs, lint, types, '✖ bundles']],
      [
        'test.ts --brief --coverage unit integration',
        [build, bundle, docs, lint, model, types, '✔ whole-action tests', '✖ tests'],
      ],
      [
        'test.ts --brief action',
        [build, bundle, docs, lint, '✔ tests', types, '✖ whole-action tests'],
      ],
    ];
    for (const [fails, shown] of steps)
      assert.deepEqual(check({ fails }), [...shown, 'exit code 1'], fails);
  });

  test('npm test runs all tests, then fails if dist/ is not committed', () => {
    const passed = [build, bundle, docs, lint, model, '✔ tests', types, '✔ whole-action tests'];
    const forgotten = [
      'dist/index.js',
      ...passed,
      '✖ dist/ differs from what is committed. Commit or stage it as it is now:',
      'exit code 1',
    ];
    assert.deepEqual(check({ isCommitted: false }), forgotten);
    const unknown =
      '✖ dist/ cannot be compared with what is committed: this is not a clone, or git is not installed.';
    assert.deepEqual(check({ isClone: false }), [...passed, unknown, 'exit code 1']);
  });
});
