import { spawn } from 'node:child_process';

/** A program to be measured: how it is started, and what it is called in the table. */
export interface Runner {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The exit code that it must end with; 0 if absent. */
  readonly exitCode?: number;
}

/** Milliseconds of each counted run, by the runner's name. */
export type Times = ReadonlyMap<string, readonly number[]>;

/**
 * Runs all of them once in each round, so that whatever else the machine does meets all of them alike. The order turns by
 * one from round to round, and a first round is not counted. `afterEach` may look at what a run did, and throw.
 */
export async function race(
  runners: readonly Runner[],
  { rounds, afterEach }: { readonly rounds: number; readonly afterEach: (runner: Runner) => Promise<void> },
): Promise<Times> {
  const times = new Map(runners.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < runners.length; turn += 1) {
      const runner = runners[(round + turn) % runners.length];
      if (runner === undefined) continue;
      const elapsed = await time(runner);
      await afterEach(runner);
      if (round > 0) times.get(runner.name)?.push(elapsed);
    }
  }
  return times;
}

/** Runs one of them to its end; returns the milliseconds from starting it. Throws when it ends otherwise than expected. */
export async function time(runner: Runner): Promise<number> {
  const start = performance.now();
  const { code, output, elapsed } = await new Promise<{ code: number | null; output: string; elapsed: number }>(
    (resolve, reject) => {
      const { cwd, env } = runner;
      const child = spawn(runner.command, runner.args, {
        cwd,
        env: toEnvironment(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const pieces: Buffer[] = [];
      let ended = 0;
      child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
      child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
      child.once('error', reject);
      child.once('exit', () => {
        ended = performance.now() - start;
      });
      child.once('close', (status) => resolve({ code: status, output: String(Buffer.concat(pieces)), elapsed: ended }));
    },
  );
  if (code !== (runner.exitCode ?? 0)) throw new Error(`${runner.name} ended with ${code}:\n${output}`);
  return elapsed;
}

/** The middle one; of an even number, the mean of the two in the middle. */
export function toMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** As a step of a runner sees it: nothing is inherited but what programs need to be found and to write temporary files. */
function toEnvironment(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'].map((name) => [name, process.env[name]]);
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), ...env };
}
