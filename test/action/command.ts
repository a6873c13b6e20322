import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../support/repository.ts';
import { key, type Stage, slug, type With } from './stage.ts';

/** A run of the command `miniapp-deploy`, and what the sandbox was asked during it. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: readonly string[];
}

/** How the command is run, where it differs from the usual. */
export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the workspace. */
  readonly cwd?: string;
  readonly onStart?: (child: ChildProcess) => void;
  /** The file that node runs; that of the source where omitted. */
  readonly file?: string;
}

/** The entry from its source. */
export const entry = join(root, 'src', 'cli.ts');

/** Runs the command on a stage, with its address and its key in the environment; whatever it prints, it is nothing for a runner. */
export async function runCommand(
  stage: Stage,
  args: readonly string[],
  { env = {}, cwd = '.', onStart, file = entry }: CommandOptions = {},
): Promise<CommandResult> {
  const before = stage.sandbox.requests.length;
  const child = spawn(process.execPath, [file, ...args], {
    cwd: join(stage.workspace, cwd),
    env: { PATH: process.env['PATH'], MINIAPPS_API_KEY: key, MINIAPPS_BASE_URL: stage.sandbox.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStart?.(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const printed = `${stdout}${stderr}`;
  assert.ok(!printed.includes(key), 'the key is never printed');
  assert.doesNotMatch(printed, /^\s*::|##\[|\bundefined\b|\[object /m);
  const seen = stage.sandbox.requests.slice(before);
  return { exitCode, stdout, stderr, requests: seen.map(({ method, path, status }) => `${method} ${path} ${status}`) };
}

/** The arguments for what a workflow would ask for by these inputs, on the folder `app` and the slug `tides`. */
export function toArguments({ command = 'deploy', ...inputs }: With): readonly string[] {
  const { 'api-key': apiKey, 'dry-run': dryRun, ...others } = inputs;
  const isDeploy = command === 'deploy' && dryRun === 'true';
  const name = isDeploy && apiKey === '' ? 'check' : isDeploy ? 'plan' : command;
  const takesFolder = ['check', 'plan', 'deploy', 'create', 'update'].includes(name);
  const { folder = takesFolder ? 'app' : '', ...options } = others;
  const all = {
    ...(name === 'list' ? {} : { slug }),
    ...options,
    ...(isDeploy || dryRun === undefined ? {} : { 'dry-run': dryRun }),
  };
  const given = Object.entries(all).filter(([, value]) => value !== '');
  const flags = given.map(([option, value]) => (value === 'true' ? `--${option}` : `--${option}=${value}`));
  return [name, ...(folder === '' ? [] : [folder]), ...flags];
}
