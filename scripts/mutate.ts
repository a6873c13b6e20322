/**
 * `npm run test:mutation`: Stryker breaks src/commands and src/api, or what `--only src/folder`
 * names, in one place at a time, and lists the mutants that no test in its process notices. Stryker
 * is installed for this run only: it is as large as all our other packages together. When the run
 * is stopped, Stryker's processes end and its copy of the tree is deleted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithUsage, readArguments } from './arguments.ts';

const version = '10.0.0';
const usage = 'npm run test:mutation [-- --only <folder or file of src>]';
// No braces: Stryker takes a comma for the end of a pattern.
const { only = 'src/@(api|commands)' } = readArguments(usage, {
  options: { only: { type: 'string' } },
}).values;
const npm =
  process.env['npm_execpath'] ?? exitWithUsage(usage, 'Run it by npm, which brings Stryker.');

const root = join(import.meta.dirname, '..');
const packages = ['core', 'tap-runner'].map(
  (name) => `--package=@stryker-mutator/${name}@${version}`,
);
const mutated = only.endsWith('.ts') ? only : `${only}/*.ts`;
const args = [
  npm,
  'exec',
  '--yes',
  ...packages,
  '--',
  'stryker',
  'run',
  'scripts/stryker.json',
  '--mutate',
  mutated,
];
// In a process group of its own, a signal also reaches Stryker's workers and their tests. Windows has
// no such groups.
const stryker = spawn(process.execPath, args, {
  cwd: root,
  stdio: 'inherit',
  detached: process.platform !== 'win32',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stryker.pid !== undefined)
      process.kill(process.platform === 'win32' ? stryker.pid : -stryker.pid, 'SIGKILL');
  });
}
const [exitCode] = await once(stryker, 'close');
rmSync(join(root, '.stryker-tmp'), { recursive: true, force: true, maxRetries: 5 });
process.exitCode = exitCode ?? 1;
