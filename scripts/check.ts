/**
 * `npm test`: checks everything that must hold before a change lands. Types, style and generated
 * documents are checked while the bundles are built; then the tests run. Each failure is printed
 * when it happens.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';

/** A program of Node to run. */
interface Step {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** True to give way to what runs at the same time. */
  readonly isBackground?: boolean;
}

/** A step that has ended. */
interface EndedStep {
  readonly step: Step;
  readonly seconds: number;
  readonly hasPassed: boolean;
  /** Its output, unless it was shown at once. */
  readonly output: string;
}

const root = join(import.meta.dirname, '..');
const tsc = 'node_modules/typescript/bin/tsc';
const biome = 'node_modules/@biomejs/biome/bin/biome';

const checks: readonly Step[] = [
  { name: 'types', args: [tsc] },
  {
    name: 'lint ("npm run format" fixes what can be fixed)',
    args: [biome, 'check', '--error-on-warnings', '.'],
  },
  { name: 'docs', args: ['scripts/docs.ts', '--check'] },
];

const builds: readonly Step[] = [
  // The types are checked at the same time.
  { name: 'build', args: [tsc, '-p', 'tsconfig.build.json', '--noCheck'] },
  // Both bundles are made in one process, because loading the bundler takes long.
  {
    name: 'bundles',
    args: ['--import', './scripts/bundle.ts', 'scripts/build-cli.ts'],
    env: { RELEASE_COMMIT: '0123456789abcdef0123456789abcdef01234567' },
  },
];

/** Unit and integration tests run in one process after the other, so they need only one core. */
const firstTests: readonly Step[] = [
  { name: 'tests', args: ['scripts/test.ts', '--brief', '--grouped', 'unit', 'integration'] },
];
const otherTests: readonly Step[] = [
  {
    name: 'whole-action tests',
    args: ['scripts/test.ts', '--brief', 'action'],
    env: { TEST_PACKAGE: 'built' },
    isBackground: true,
  },
  { name: 'model tests', args: ['scripts/test.ts', '--brief', 'model'], isBackground: true },
];

process.exitCode = (await checkAll()) ? 0 : 1;

async function checkAll(): Promise<boolean> {
  const [checked, built] = await Promise.all([runChain(checks, false), runChain(builds, false)]);
  for (const ended of checked) printEnd(ended);
  // Sources that do not compile make the bundler print every file: the error above is enough.
  const typesFail = checked.some((ended) => ended.step.name === 'types' && !ended.hasPassed);
  for (const ended of built) printEnd(typesFail ? { ...ended, output: '' } : ended);
  if ([...checked, ...built].some((ended) => !ended.hasPassed)) return false;

  const distFault = findDistFault();
  const tested = await Promise.all([runChain(firstTests, true), runChain(otherTests, true)]);
  // Printed last, so that it is seen.
  if (distFault !== null) console.error(`✖ ${distFault}`);
  console.log(
    'The workflows were not checked by actionlint and zizmor: .ci/actionlint needs Go, .ci/zizmor Python.',
  );
  return distFault === null && tested.flat().every((ended) => ended.hasPassed);
}

/**
 * Runs steps one after the other, up to the first that fails. `isLive`: true to print the output of
 * each step at once, false to only collect it.
 */
async function runChain(steps: readonly Step[], isLive: boolean): Promise<readonly EndedStep[]> {
  const ended: EndedStep[] = [];
  for (const step of steps) {
    const last = await runStep(step, isLive);
    ended.push(last);
    if (!last.hasPassed) break;
  }
  return ended;
}

async function runStep(step: Step, isLive: boolean): Promise<EndedStep> {
  const start = performance.now();
  const child = spawn(process.execPath, step.args, {
    cwd: root,
    env: { ...process.env, ...step.env },
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  if (step.isBackground) lowerPriority(child.pid);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      if (isLive) process.stdout.write(piece);
      else printed.push(piece);
    });
  }
  const [exitCode] = await once(child, 'close');
  const ended: EndedStep = {
    step,
    seconds: (performance.now() - start) / 1000,
    hasPassed: exitCode === 0,
    output: Buffer.concat(printed).toString(),
  };
  if (isLive) printEnd(ended);
  return ended;
}

function lowerPriority(pid: number | undefined): void {
  const niceness = constants.priority.PRIORITY_BELOW_NORMAL;
  // A priority is only lowered: raising one takes privileges.
  if (pid !== undefined && niceness > getPriority(pid)) setPriority(pid, niceness);
}

function printEnd(ended: EndedStep): void {
  if (!ended.hasPassed) process.stdout.write(ended.output);
  const sign = ended.hasPassed ? '✔' : '✖';
  console.log(`${sign} ${ended.step.name}, ${ended.seconds.toFixed(1)} s`);
}

/**
 * Returns a message if dist/, which has just been built, differs from what is committed or
 * staged; null if it does not.
 */
function findDistFault(): string | null {
  const args = ['ls-files', '--modified', '--others', '--', 'dist'];
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (git.status !== 0) {
    return 'dist/ cannot be compared with what is committed: this is not a clone, or git is not installed.';
  }
  const changed = git.stdout.trim();
  if (changed === '') return null;
  return `dist/ differs from what is committed. Commit or stage it as it is now:\n${changed}`;
}
