import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeEnvironment, makeInputs } from '../scripts/runner/environment.ts';
import { certificateFile, type Service } from './service.ts';

/** The state of the service before a program runs, and what the program must do to count. */
export interface Expected {
  /** The file with the body that every app was deployed with; omitted if none is read. */
  readonly draft?: string;
  /** 0 if omitted. */
  readonly exitCode?: number;
  /** The number of requests. */
  readonly requests: number;
  /** Bytes of the bodies that it deploys; 0 if omitted. */
  readonly deployed?: number;
  /** How long the service lets each request wait; 0 if omitted. */
  readonly roundTripMs?: number;
}

/** A program to measure. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

const key = 'bench-key-0123456789abcdef';

/** Node that starts and ends at once: the least that any action costs. */
export const bareNode: Program = {
  name: 'bare node',
  command: process.execPath,
  args: ['-e', '0'],
  env: {},
  expected: { requests: 0 },
};

/** A run of the action. */
export interface ActionStart {
  /** The folder of the bundle. */
  readonly dist: string;
  /** A folder for the files of the runner. */
  readonly temp: string;
  readonly workspace: string;
  /** The address of the service. */
  readonly address: string;
  readonly slug: string;
  readonly folder: string;
  /** The terms that are accepted to send the app for review; omitted if it is not sent. */
  readonly termsVersion?: string;
}

/** Returns the action as a workflow starts it. */
export function startAction(start: ActionStart, expected: Expected): Program {
  const inputs = makeInputs({
    'base-url': start.address,
    'api-key': key,
    slug: start.slug,
    folder: start.folder,
    submit: String(start.termsVersion !== undefined),
    'terms-version': start.termsVersion ?? '',
  });
  const environment = makeEnvironment(start.temp);
  return {
    name: 'action',
    command: process.execPath,
    args: [join(start.dist, 'index.js')],
    env: { ...environment, GITHUB_WORKSPACE: start.workspace, ...inputs },
    expected,
  };
}

/** Returns the same program with the bundle of another folder. */
export function startWithBundle(action: Program, dist: string): Program {
  return { ...action, name: 'action before', args: [join(dist, 'index.js')] };
}

/** Returns a program that runs others one after the other, like the steps of a job. */
export function startEach(programs: readonly Program[], expected: Expected): Program {
  const runs = programs.map((program) => {
    return { command: program.command, args: program.args, env: program.env };
  });
  const script = `
    const { spawnSync } = require('node:child_process');
    for (const { command, args, env } of ${JSON.stringify(runs)}) {
      const options = { env: { ...process.env, ...env }, stdio: 'inherit' };
      if (spawnSync(command, args, options).status !== 0) process.exit(1);
    }`;
  return {
    name: `${programs.length} runs`,
    command: process.execPath,
    args: ['-e', script],
    env: {},
    expected,
  };
}

/** Returns curl that reads apps one after the other on one connection, and discards them. */
export function startReads(address: string, slugs: readonly string[], expected: Expected): Program {
  const args: string[] = [];
  for (const slug of slugs) {
    if (args.length > 0) args.push('--next');
    args.push('-sS', '-o', '/dev/null', `${address}/api/miniapps/${slug}`);
  }
  return { name: `curl, ${slugs.length} reads`, command: 'curl', args, env: {}, expected };
}

/**
 * Returns curl that reads an app, deploys a body that is ready, and reads the app back, on one
 * connection. It discards what it reads.
 */
export function startCurl(
  address: string,
  slug: string,
  bodyFile: string,
  expected: Expected,
): Program {
  const common = ['-sS', '-o', '/dev/null', '-H', `authorization: Bearer ${key}`];
  const read = [...common, `${address}/api/miniapps/${slug}`];
  const headers = ['-H', 'content-type: application/json', '-H', 'expect:'];
  const body = ['--data-binary', `@${bodyFile}`];
  const deploy = [...common, ...headers, ...body, `${address}/api/miniapps/deploy`];
  const args = [...read, '--next', ...deploy, '--next', ...read];
  return { name: 'curl', command: 'curl', args, env: {}, expected };
}

/**
 * Runs a program to its end. Resolves to the milliseconds from its start to its exit. Throws an
 * Error if it did something else than expected.
 */
export async function run(program: Program, service: Service): Promise<number> {
  const { expected } = program;
  await service.prepare(expected.draft ?? null, expected.roundTripMs);
  const start = performance.now();
  const child = spawn(program.command, program.args, {
    env: {
      PATH: process.env['PATH'] ?? '',
      SystemRoot: process.env['SystemRoot'] ?? '',
      NODE_EXTRA_CA_CERTS: certificateFile,
      CURL_CA_BUNDLE: certificateFile,
      ...program.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += piece;
    });
  }
  const closed = once(child, 'close');
  await once(child, 'exit');
  const milliseconds = performance.now() - start;
  const [exitCode] = await closed;
  const traffic = await service.prepare(null);
  const isAsExpected =
    exitCode === (expected.exitCode ?? 0) &&
    traffic.requests === expected.requests &&
    traffic.deployed === (expected.deployed ?? 0);
  if (isAsExpected) return milliseconds;
  const found = JSON.stringify(traffic);
  throw new Error(`${program.name} ended with ${exitCode} after ${found}:\n${output}`);
}

/** Returns the peak memory of a Node program in bytes, as the median of three runs. */
export async function measurePeak(
  program: Program,
  service: Service,
  temp: string,
): Promise<number> {
  const peakFile = join(temp, 'peak');
  const measured: Program = {
    ...program,
    args: ['--import', join(import.meta.dirname, 'peak-memory.mjs'), ...program.args],
    env: { ...program.env, BENCH_PEAK_FILE: peakFile },
  };
  const peaks: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await run(measured, service);
    peaks.push(Number(readFileSync(peakFile, 'utf8')));
  }
  return toMedian(peaks);
}

/** Returns the median; for an even number of values, the upper one of the two in the middle. */
export function toMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
