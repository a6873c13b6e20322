import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeEnvironment } from '../scripts/runner/environment.ts';
import { slug } from './folders.ts';
import { certificateFile, type Service, type Traffic } from './service.ts';

/** A program to be measured: how it is started, and what it must do to count. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The body of the app that it finds; null or absent for none. */
  readonly draft?: string | null;
  readonly exitCode?: number;
  /** How many requests it must make. */
  readonly requests: number;
  /** Bytes of the body that it must deploy; 0 if absent. */
  readonly deployed?: number;
}

/** What a program finds and must do. */
export type Expected = Pick<Program, 'draft' | 'exitCode' | 'requests' | 'deployed'>;

const key = 'bench-key-0123456789abcdef';

/** A node that starts and ends: what any action pays. */
export const bareNode: Program = { name: 'bare node', command: process.execPath, args: ['-e', '0'], requests: 0 };

/** The action as a workflow starts it, with these inputs beside those that each command takes. */
export function startAction(
  { address, dist, temp, workspace }: Record<'address' | 'dist' | 'temp' | 'workspace', string>,
  inputs: Readonly<Record<string, string>>,
  expected: Expected,
): Program {
  const all = { 'base-url': address, 'api-key': key, slug, folder: 'app', include: '**', ...inputs };
  const given = Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  const step = { ...makeEnvironment(temp), GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: workspace };
  const env = { ...step, ...Object.fromEntries(given) };
  return { ...expected, name: 'action', command: process.execPath, args: [join(dist, 'index.js')], env };
}

/** The plain program, which deploys a folder, and without one reads the app. */
export function startPlain(address: string, folder: readonly string[], expected: Expected): Program {
  const file = join(import.meta.dirname, 'plain.mjs');
  return { ...expected, name: 'plain program', command: process.execPath, args: [file, address, key, ...folder] };
}

/** Reads, deploys the ready body, and reads back, in turn on one connection; what it reads it throws away. */
export function startCurl(address: string, bodyFile: string, expected: Expected): Program {
  const common = ['-sS', '-o', '/dev/null', '-H', `authorization: Bearer ${key}`];
  const read = [...common, `${address}/api/miniapps/${slug}`];
  const body = ['-H', 'content-type: application/json', '-H', 'expect:', '--data-binary', `@${bodyFile}`];
  const deploy = [...common, ...body, `${address}/api/miniapps/deploy`];
  return { ...expected, name: 'curl', command: 'curl', args: [...read, '--next', ...deploy, '--next', ...read] };
}

/** A run of a program, and what the service saw of it. */
export interface Run {
  /** From the start of the process to its exit. */
  readonly ms: number;
  readonly traffic: Traffic;
}

/** Runs a program to its end. Throws where it did something else than it must. */
export async function run(program: Program, service: Service): Promise<Run> {
  const { name, command, args, env, draft = null, exitCode = 0, requests, deployed = 0 } = program;
  const { PATH = '', SystemRoot = '' } = process.env;
  const trust = { NODE_EXTRA_CA_CERTS: certificateFile, CURL_CA_BUNDLE: certificateFile };
  await service.prepare(draft);
  const start = performance.now();
  const child = spawn(command, args, {
    env: { PATH, SystemRoot, ...trust, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  const closed = once(child, 'close');
  await once(child, 'exit');
  const ms = performance.now() - start;
  const [code] = await closed;
  const traffic = await service.prepare(null);
  if (code === exitCode && traffic.requests === requests && traffic.deployed === deployed) return { ms, traffic };
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
