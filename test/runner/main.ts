/**
 * `npm run test:runner`: the tests of this folder, with the act that is at $ACT_PATH or in PATH.
 * Without act it prints a notice and succeeds. `-- --install` first builds act, which needs Go and
 * takes a minute or two.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { actCommand } from './act.ts';

const act = 'github.com/nektos/act@v0.2.89';

const installed = process.argv.includes('--install') ? install() : actCommand;
if (spawnSync(installed, ['--version']).error === undefined) {
  const env = { ...process.env, ACT_PATH: installed };
  const args = ['--test', join(import.meta.dirname, '*.test.ts')];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
} else {
  process.stdout.write(
    `The tests in act did not run, since there is no act at $ACT_PATH or in PATH: go install ${act}\n`,
  );
}

/** Builds act, or finds it built, and returns its path. */
function install(): string {
  execFileSync('go', ['install', act], { stdio: 'inherit' });
  const [bin, path] = execFileSync('go', ['env', 'GOBIN', 'GOPATH'], { encoding: 'utf8' }).split(
    /\r?\n/,
  );
  return join(bin || join(path ?? '', 'bin'), 'act');
}
