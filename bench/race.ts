import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A program to be measured: how it is started, what it is called in the tables, and what it must do to count. */
export interface Runner {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The exit code that it must end with; 0 if absent. */
  readonly exitCode?: number;
  /** The files that a step writes beside its log: emptied before each run, and what is written to them is output too. */
  readonly outputFiles?: readonly string[];
  /** What the first of these files must contain in the end. */
  readonly mustWrite?: RegExp;
  /** Bytes of the body that its deploy must send; null or absent where it deploys nothing. */
  readonly deploys?: number | null;
  /** That body in a file. */
  readonly bodyFile?: string;
}

/** One run, in milliseconds. */
export interface RunTime {
  /** From the start of the program to its exit. */
  readonly elapsed: number;
  /** From its last output, to the log or to one of its files, to its exit; from the start where it wrote nothing. */
  readonly end: number;
}

/** The counted runs of each runner, by its name. */
export type Times = ReadonlyMap<string, readonly RunTime[]>;

/** Looks at what a run did, and throws where it did something else than it was meant to. */
export type RunCheck = (runner: Runner) => Promise<unknown>;

/** A race that has taken so long ends early, after three rounds at least. */
const maxRaceMs = 180_000;
const minRounds = 3;

/**
 * Runs all of them once in each round, so that whatever else the machine does meets all of them alike. The order turns by
 * one from round to round, and a first round is not counted.
 */
export async function race(
  runners: readonly Runner[],
  { rounds, check }: { readonly rounds: number; readonly check: RunCheck },
): Promise<Times> {
  const times = new Map(runners.map(({ name }): [string, RunTime[]] => [name, []]));
  const start = performance.now();
  for (let round = 0; round <= rounds; round += 1) {
    if (round > minRounds && performance.now() - start > maxRaceMs) break;
    for (let turn = 0; turn < runners.length; turn += 1) {
      const runner = runners[(round + turn) % runners.length];
      if (runner === undefined) continue;
      const taken = await time(runner);
      await check(runner);
      if (round > 0) times.get(runner.name)?.push(taken);
    }
  }
  return times;
}

/** Runs one of them to its end. Throws when it ends otherwise than expected. */
export async function time(runner: Runner): Promise<RunTime> {
  for (const file of runner.outputFiles ?? []) writeFileSync(file, '');
  const start = now();
  const { code, output, ended, spoke } = await run(runner);
  const [written = ''] = (runner.outputFiles ?? []).map((file) => readFileSync(file, 'utf8'));
  if (code !== (runner.exitCode ?? 0) || runner.mustWrite?.test(written) === false) {
    throw new Error(`${runner.name} ended with ${code}:\n${output}${written}`);
  }
  const wrote = (runner.outputFiles ?? []).map((file) => statSync(file).mtimeMs);
  return { elapsed: ended - start, end: ended - Math.max(start, spoke, ...wrote) };
}

function run(
  runner: Runner,
): Promise<{ readonly code: number | null; readonly output: string; readonly ended: number; readonly spoke: number }> {
  return new Promise((resolve, reject) => {
    const { cwd, env } = runner;
    const child = spawn(runner.command, runner.args, {
      cwd,
      env: toEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const pieces: Buffer[] = [];
    let ended = 0;
    let spoke = 0;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        pieces.push(piece);
        spoke = now();
      });
    }
    child.once('error', reject);
    child.once('exit', () => {
      ended = now();
    });
    child.once('close', (code) =>
      resolve({ code, output: String(Buffer.concat(pieces)), ended, spoke: Math.min(spoke, ended) }),
    );
  });
}

/** Milliseconds on the clock of the file system, which stamps what is written. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

const hook = pathToFileURL(join(import.meta.dirname, 'peak-memory.mjs')).href;
const memoryRuns = 3;

/** The most memory that a program of node held while it ran, in bytes: the median of three runs. */
export async function measurePeak(runner: Runner, check: RunCheck): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peak-'));
  const file = join(folder, 'bytes');
  const watched = {
    ...runner,
    args: ['--import', hook, ...runner.args],
    env: { ...runner.env, BENCH_PEAK_FILE: file },
  };
  try {
    const peaks: number[] = [];
    for (let turn = 0; turn < memoryRuns; turn += 1) {
      await time(watched);
      await check(runner);
      peaks.push(Number(readFileSync(file, 'utf8')));
    }
    return toMedian(peaks);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
