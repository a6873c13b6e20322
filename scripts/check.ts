/**
 * Everything that must hold before a change lands, in one command: `npm test`. Checks types and style, builds, compares what is
 * generated with what is committed, and tests with coverage. Ends at the first step that fails.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';

interface Step {
  readonly name: string;
  readonly passes: () => boolean;
  /** What to do when it fails. */
  readonly advice?: string;
}

readArguments('npm test', {});
const root = join(import.meta.dirname, '..');
const tsc = 'node_modules/typescript/bin/tsc';
const biome = 'node_modules/@biomejs/biome/bin/biome';

/** Of what unit, integration and model tests load of src/. */
const coverage = [
  '--experimental-test-coverage',
  '--test-coverage-include=src/**',
  '--test-coverage-lines=95',
  '--test-coverage-branches=95',
];
/** Node leaves a core free for itself, which of two is half of the machine. */
const asManyAsCores = `--test-concurrency=${availableParallelism()}`;

const steps: readonly Step[] = [
  { name: 'types', passes: runNode(tsc) },
  {
    name: 'lint',
    passes: runNode(biome, 'check', '--error-on-warnings', '.'),
    advice: '"npm run format" formats, and fixes what can be fixed',
  },
  { name: 'build', passes: runNode(tsc, '-p', 'tsconfig.build.json') },
  { name: 'bundle', passes: runNode('scripts/bundle.ts') },
  { name: 'dist is committed or staged', passes: isAdded, advice: 'commit or stage dist/ as it is now' },
  { name: 'docs', passes: runNode('scripts/docs.ts', '--check') },
  {
    name: 'tests',
    passes: runNode('--test', asManyAsCores, ...coverage, 'test/{unit,integration,model}/**/*.test.ts'),
  },
  // They wait more than they compute: for looks and retries in real time.
  { name: 'whole-action tests', passes: runNode('--test', '--test-concurrency=4', 'test/action/**/*.test.ts') },
];

const failed = steps.find(({ name, passes }) => {
  console.log(`\n> ${name}`);
  return !passes();
});
if (failed !== undefined) {
  console.error(`\n${failed.name}: failed${failed.advice === undefined ? '' : `; ${failed.advice}`}`);
  process.exitCode = 1;
}

function runNode(...args: readonly string[]): () => boolean {
  return () => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** dist/ has just been made from src/: what git has neither committed nor staged there, a new file too, was forgotten. */
function isAdded(): boolean {
  const args = ['status', '--porcelain', '--untracked-files=all', '--', 'dist'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const forgotten = stdout.split('\n').filter((line) => line !== '' && line[1] !== ' ');
  if (status !== 0 || forgotten.length > 0) console.error([...forgotten, stderr].join('\n'));
  return status === 0 && forgotten.length === 0;
}
