import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { root } from '../../support/repository.ts';

/** Node is replaced by a script for this shell, which Windows does not have. */
const skip = process.platform === 'win32';

/** Replaces Node: fails if a program that it is to run does not exist, or if FAILS is its call. */
const program = `#!/bin/sh
for word; do
  case $word in *scripts/* | node_modules/*) test -e "${root}/$word" || exit ;; esac
done
test "$*" != "$FAILS"
`;

/** A repository in which `npm test` starts that script instead of Node. */
const folder = mkdtempSync(join(tmpdir(), 'check-'));
after(() => rmSync(folder, { recursive: true }));
for (const name of ['scripts', 'dist']) mkdirSync(join(folder, name));
cpSync(join(root, 'scripts', 'check.ts'), join(folder, 'scripts', 'check.ts'));
writeFileSync(join(folder, 'dist', 'index.js'), '');
writeFileSync(join(folder, 'node'), program, { mode: 0o755 });
writeFileSync(
  join(folder, 'replace.cjs'),
  "process.execPath = require('node:path').resolve('node');",
);

/** The last line of `npm test` if the tests were run. */
const notChecked =
  'The workflows were not checked by actionlint and zizmor: .ci/actionlint needs Go, .ci/zizmor Python.';

/** Runs `npm test` there. Returns the steps that passed or failed, sorted, and the exit code. */
function check({ fails = '', isClone = true, isCommitted = true } = {}): readonly string[] {
  rmSync(join(folder, '.git'), { recursive: true, force: true });
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
  if (isClone) git('init', '-q');
  if (isClone && isCommitted) git('add', 'dist');
  const args = ['--require', './replace.cjs', 'scripts/check.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      FAILS: fails,
      // Keeps git from finding a repository around the temporary folder.
      GIT_CEILING_DIRECTORIES: dirname(folder),
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
    encoding: 'utf8',
  });
  const lines = `${stdout}${stderr}`
    .split('\n')
    .map((line) => line.replace(/(?: \(.*)?, [\d.]+ s$/, ''));
  const hasRunTests = lines.some((line) => line.endsWith(' whole-action tests'));
  assert.equal(lines.includes(notChecked), hasRunTests);
  const shown = lines.filter((line) => line !== '' && line !== notChecked);
  return [...shown.sort(), `exit code ${status}`];
}

const [build, bundle, docs] = ['✔ build', '✔ bundles', '✔ docs'];
const [lint, model, types] = ['✔ lint', '✔ model tests', '✔ types'];

describe('npm test', { skip }, () => {
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
    const steps: readonly (readonly [call: string, shown: readonly string[]])[] = [
      ['node_modules/typescript/bin/tsc', [build, bundle, '✖ types']],
      [
        '--import ./scripts/bundle.ts scripts/build-cli.ts',
        [build, docs, lint, types, '✖ bundles'],
      ],
      [
        'scripts/test.ts --brief --grouped unit integration',
        [build, bundle, docs, lint, model, types, '✔ whole-action tests', '✖ tests'],
      ],
      [
        'scripts/test.ts --brief action',
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
