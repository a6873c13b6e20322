/**
 * Everything that must hold before a change lands, in one command: `npm test`. Checks types and
 * style, builds, compares what is generated with what is committed, and tests with coverage. Ends
 * after the first stage in which a step fails.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { join } from 'node:path';

/** Passes, or does not. */
type Step = () => Promise<boolean>;

const root = join(import.meta.dirname, '..');
const tsc = 'node_modules/typescript/bin/tsc';
const biome = 'node_modules/@biomejs/biome/bin/biome';

/**
 * One stage after the other. The chains of a stage run side by side, the steps of a chain one after
 * the other.
 */
const stages: readonly (readonly (readonly Step[])[])[] = [
  [
    [
      run('types', tsc),
      run(
        'lint ("npm run format" fixes what can be fixed)',
        biome,
        'check',
        '--error-on-warnings',
        '.',
      ),
      run('docs', 'scripts/docs.ts', '--check'),
    ],
    [
      // The types are checked beside it.
      run('build', tsc, '-p', 'tsconfig.build.json', '--noCheck'),
      run('bundle', 'scripts/bundle.ts'),
      isAdded,
    ],
  ],
  [
    // The first has one process, and so a core of its own.
    [run('tests', 'scripts/test.ts', '--coverage', 'unit', 'integration')],
    [
      runBehind('whole-action tests', 'scripts/test.ts', 'action'),
      runBehind('model tests', 'scripts/test.ts', 'model'),
    ],
  ],
];

for (const chains of stages) {
  const passed = await Promise.all(chains.map(passes));
  if (!passed.includes(false)) continue;
  // Not by `exit`, which may cut off what was just printed.
  process.exitCode = 1;
  break;
}

/** Whether all steps of a chain pass. Ends at the first that does not. */
async function passes(chain: readonly Step[]): Promise<boolean> {
  for (const step of chain) if (!(await step())) return false;
  return true;
}

/**
 * Runs Node, and tells how it went: what it prints at once, so that two side by side can be read.
 */
function run(name: string, ...args: readonly string[]): Step {
  return runAt(0, name, args);
}

/** The same, behind what runs beside it. */
function runBehind(name: string, ...args: readonly string[]): Step {
  return runAt(constants.priority.PRIORITY_BELOW_NORMAL, name, args);
}

function runAt(niceness: number, name: string, args: readonly string[]): Step {
  return async () => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'] });
    // Nobody may set a higher one than they have.
    if (child.pid !== undefined && niceness > getPriority(child.pid))
      setPriority(child.pid, niceness);
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => printed.push(piece));
    const [exitCode] = await once(child, 'close');
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    process.stdout.write(Buffer.concat(printed));
    console.log(`${exitCode === 0 ? '✔' : '✖'} ${name}, ${seconds} s`);
    return exitCode === 0;
  };
}

/**
 * dist/ has just been made from src/: what git has neither committed nor staged there, a new file
 * too, was forgotten.
 */
async function isAdded(): Promise<boolean> {
  const args = ['ls-files', '--modified', '--others', '--', 'dist'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status === 0 && stdout === '') return true;
  console.error(
    status === 0
      ? `✖ commit or stage dist/ as it is now:\n${stdout}`
      : '✖ dist/ cannot be compared with what is committed: this is no clone, or git is not installed.',
  );
  return false;
}
