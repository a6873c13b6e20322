/**
 * `npm run test:mutation`: Stryker changes src/commands and src/api, or what `--only src/folder`
 * names, in one place at a time, and lists the mutants that no test in its process notices. npm
 * installs Stryker only for this run, because it is as large as all other packages together. After
 * a signal, Stryker's processes end and its copy of the sources is deleted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithUsage, readArguments } from './arguments.ts';

const version = '10.0.0';
const usage = 'npm run test:mutation [-- --only <folder or file of src>]';
const options = readArguments(usage, { options: { only: { type: 'string' } } }).values;
const npm = process.env['npm_execpath'] ?? exitWithUsage(usage, 'Run it with npm.');

const root = join(import.meta.dirname, '..');
// Windows has no process groups. On other systems a signal then also reaches Stryker's workers.
const hasGroup = process.platform !== 'win32';
const stryker = spawn(process.execPath, [npm, ...listArguments()], {
  cwd: root,
  stdio: 'inherit',
  detached: hasGroup,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopStryker);
const [exitCode] = await once(stryker, 'close');
rmSync(join(root, '.stryker-tmp'), { recursive: true, force: true, maxRetries: 5 });
process.exitCode = exitCode ?? 1;

function listArguments(): readonly string[] {
  // The pattern has no braces, because Stryker reads a comma as the end of a pattern.
  const only = options.only ?? 'src/@(api|commands)';
  const pattern = only.endsWith('.ts') ? only : `${only}/*.ts`;
  const packages = ['core', 'tap-runner'].map((name) => {
    return `--package=@stryker-mutator/${name}@${version}`;
  });
  const command = ['stryker', 'run', 'scripts/stryker.json', '--mutate', pattern];
  return ['exec', '--yes', ...packages, '--', ...command];
}

function stopStryker(): void {
  if (stryker.pid === undefined) return;
  process.kill(hasGroup ? -stryker.pid : stryker.pid, 'SIGKILL');
}
