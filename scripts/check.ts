/**
 * Everything that must hold before a change lands, in one command: `npm test`. Builds, checks types, lints, tests with
 * coverage, and compares what is generated with what is committed. Ends at the first step that fails.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';

interface Step {
  readonly name: string;
  readonly args: readonly string[];
}

readArguments('npm test', {});
const root = join(import.meta.dirname, '..');
const locate = (path: string): string => join(root, 'node_modules', path);

/** Of src/. What main.ts wires runs in children: in these whole-action tests, with coverage from its sources. */
const wiringTests = 'test/action/{dry-run,faults,github,last-net,signals,slow-reader}.test.ts';
const fullCoverage = [
  '--experimental-test-coverage',
  '--test-coverage-include=src/**',
  '--test-coverage-lines=100',
  '--test-coverage-branches=100',
  '--test-coverage-functions=100',
];

/** Node leaves a core free for itself, which of two is half of the machine. */
const asManyAsCores = `--test-concurrency=${availableParallelism()}`;

const steps: readonly Step[] = [
  { name: 'types', args: [locate('typescript/bin/tsc')] },
  { name: 'build', args: [locate('typescript/bin/tsc'), '-p', 'tsconfig.build.json'] },
  { name: 'bundle', args: ['scripts/bundle.ts'] },
  { name: 'lint', args: [locate('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'docs', args: ['scripts/docs.ts', '--check'] },
  {
    name: 'tests',
    args: ['--test', asManyAsCores, ...fullCoverage, 'test/{unit,integration,model}/**/*.test.ts', wiringTests],
  },
  // They wait more than they compute: for looks and retries in real time.
  { name: 'whole-action tests', args: ['--test', '--test-concurrency=4', 'test/action/**/*.test.ts'] },
];

const failed = steps.find(({ name, args }) => !passes(name, process.execPath, args));
process.exitCode = failed === undefined && isCommitted() ? 0 : 1;

/** dist/ has just been made from src/: whatever git sees there, a new file too, is what somebody forgot to commit. */
function isCommitted(): boolean {
  console.log('\n> dist is committed');
  const args = ['status', '--porcelain', '--untracked-files=all', '--', 'dist'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status === 0 && stdout === '') return true;
  console.error(`${stdout}${stderr ?? ''}\ndist is committed failed: commit dist/ as "npm run build" makes it`);
  return false;
}

function passes(name: string, command: string, args: readonly string[]): boolean {
  console.log(`\n> ${name}`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) console.error(`\n${name} failed${error === undefined ? '' : `: ${error.message}`}`);
  return status === 0;
}
