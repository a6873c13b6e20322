import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeEnvironment, makeInputs } from '../scripts/runner/environment.ts';
import { slug } from './folders.ts';
import { certificateFile, type Service } from './service.ts';

/** What a program finds, and what it must do to count. */
export interface Expected {
  /** The body of the app that it finds; absent where it asks for none. */
  readonly draft?: string;
  readonly exitCode?: number;
  /** How many requests it must make. */
  readonly requests: number;
  /** Bytes of the bodies that it must deploy; 0 if absent. */
  readonly deployed?: number;
  /** How long the service lets each request wait; 0 if absent. */
  readonly roundTripMs?: number;
}

/** A program to be measured, and how it is started. */
export interface Program extends Expected {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const key = 'bench-key-0123456789abcdef';

/** A node that starts and ends: what any action pays. */
export const bareNode: Program = {
  name: 'bare node',
  command: process.execPath,
  args: ['-e', '0'],
  requests: 0,
};

interface ActionStart {
  readonly address: string;
  readonly dist: string;
  readonly temp: string;
  readonly workspace: string;
  /** `deploy` where it is left out. */
  readonly command?: string;
  /** What it is about in place of the one app. */
  readonly subject?: { readonly slug: string; readonly folder: string };
}

/** The action as a workflow starts it. */
export function startAction(
  { address, dist, temp, workspace, command = '', subject = { slug, folder: 'app' } }: ActionStart,
  expected: Expected,
): Program {
  const inputs = makeInputs({ command, 'base-url': address, 'api-key': key, ...subject });
  const env = { ...makeEnvironment(temp), GITHUB_WORKSPACE: workspace, ...inputs };
  return {
    ...expected,
    name: 'action',
    command: process.execPath,
    args: [join(dist, 'index.js')],
    env,
  };
}

/** The plain program, which reads the app. */
export function startPlain(address: string, expected: Expected): Program {
  const args = [join(import.meta.dirname, 'plain.mjs'), address, key];
  return { ...expected, name: 'plain program', command: process.execPath, args };
}

/** Some programs one after the other, as steps of one job are. */
export function startEach(programs: readonly Program[], expected: Expected): Program {
  const runs = programs.map(({ command, args, env }) => ({ command, args, env }));
  const script = `
    const { spawnSync } = require('node:child_process');
    for (const { command, args, env } of ${JSON.stringify(runs)})
      if (spawnSync(command, args, { env: { ...process.env, ...env }, stdio: 'inherit' }).status !== 0) process.exit(1);`;
  return {
    ...expected,
    name: `${programs.length} runs`,
    command: process.execPath,
    args: ['-e', script],
  };
}

/** Reads the apps in turn on one connection; what it reads it throws away. */
export function startReads(address: string, slugs: readonly string[], expected: Expected): Program {
  const reads = slugs.map((app) => ['-sS', '-o', '/dev/null', `${address}/api/miniapps/${app}`]);
  const args = reads.flatMap((read, index) => [...(index === 0 ? [] : ['--next']), ...read]);
  return { ...expected, name: `curl, ${slugs.length} reads`, command: 'curl', args };
}

/**
 * Reads, deploys the ready body, and reads back, in turn on one connection; what it reads it throws
 * away.
 */
export function startCurl(address: string, bodyFile: string, expected: Expected): Program {
  const common = ['-sS', '-o', '/dev/null', '-H', `authorization: Bearer ${key}`];
  const read = [...common, `${address}/api/miniapps/${slug}`];
  const body = [
    '-H',
    'content-type: application/json',
    '-H',
    'expect:',
    '--data-binary',
    `@${bodyFile}`,
  ];
  const deploy = [...common, ...body, `${address}/api/miniapps/deploy`];
  return {
    ...expected,
    name: 'curl',
    command: 'curl',
    args: [...read, '--next', ...deploy, '--next', ...read],
  };
}

/**
 * Runs a program to its end. Throws where it did something else than it must. Resolves to the
 * milliseconds from its start to its exit.
 */
export async function run(program: Program, service: Service): Promise<number> {
  const {
    name,
    command,
    args,
    env,
    draft = null,
    exitCode = 0,
    requests,
    deployed = 0,
    roundTripMs,
  } = program;
  const { PATH = '', SystemRoot = '' } = process.env;
  const trust = { NODE_EXTRA_CA_CERTS: certificateFile, CURL_CA_BUNDLE: certificateFile };
  await service.prepare(draft, roundTripMs);
  const start = performance.now();
  const child = spawn(command, args, {
    env: { PATH, SystemRoot, ...trust, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => (output += piece));
  const closed = once(child, 'close');
  await once(child, 'exit');
  const ms = performance.now() - start;
  const [code] = await closed;
  const traffic = await service.prepare(null);
  if (code === exitCode && traffic.requests === requests && traffic.deployed === deployed)
    return ms;
  throw new Error(`${name} ended with ${code} after ${JSON.stringify(traffic)}:\n${output}`);
}

/** The most memory that a program of node held, in bytes: the median of three runs. */
export async function measurePeak(
  program: Program,
  { service, temp }: { readonly service: Service; readonly temp: string },
): Promise<number> {
  const peakFile = join(temp, 'peak');
  const args = ['--import', join(import.meta.dirname, 'peak-memory.mjs'), ...program.args];
  const peaks: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await run({ ...program, args, env: { ...program.env, BENCH_PEAK_FILE: peakFile } }, service);
    peaks.push(Number(readFileSync(peakFile, 'utf8')));
  }
  return toMedian(peaks);
}

/** The middle one, of an even number of values the upper of the two in the middle. */
export function toMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
