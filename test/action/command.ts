import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { root } from '../support/repository.ts';
import { key, type Stage, toShort, type With } from './stage.ts';

/** A run of the command `miniapp-deploy`, and the requests that the sandbox got during it. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The requests, such as `read, deploy 422`. */
  readonly asked: string;
}

/** The differences to the usual run of a command. */
export interface CommandOptions {
  readonly env?: With;
  /** Relative to the workspace. */
  readonly cwd?: string;
  readonly onStart?: (child: ChildProcess) => void;
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'command-')));
after(() => rmSync(folder, { recursive: true }));
const [onlyPackage]: readonly Packed[] = JSON.parse(makePackage());
assert.ok(onlyPackage !== undefined);
execFileSync('tar', ['-xzf', onlyPackage.filename], { cwd: folder });

/**
 * The package as npm packs it, and its package.json. It is unpacked into a folder without other
 * packages.
 */
export const packed = onlyPackage;
export const manifest: Readonly<Record<string, unknown>> & { readonly bin: With } = JSON.parse(
  readFileSync(join(folder, 'package', 'package.json'), 'utf8'),
);
/** The commit of the package, which the workflow "Release" sets. */
export const releaseCommit = String(manifest['gitHead']);
/** The file that the package names as its command. */
export const entry = join(folder, 'package', manifest.bin['miniapp-deploy'] ?? '');

function makePackage(): string {
  // `npm test` has just built it.
  if (process.env['TEST_PACKAGE'] !== 'built') {
    const env = { ...process.env, RELEASE_COMMIT: '0123456789abcdef0123456789abcdef01234567' };
    execFileSync(process.execPath, ['scripts/build-cli.ts'], { cwd: root, env });
  }
  const npmPack = ['pack', '--json', '--pack-destination', folder];
  const shell = process.platform === 'win32';
  return execFileSync('npm', npmPack, { cwd: join(root, 'package'), encoding: 'utf8', shell });
}

/**
 * Runs the command on a stage, with the address and the key in the environment. Asserts that its
 * output contains no workflow commands.
 */
export async function runCommand(
  stage: Stage,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const before = stage.sandbox.requests.length;
  const result = await runProgram(stage, [process.execPath, entry, ...args], options);
  const printed = `${result.stdout}${result.stderr}`;
  assert.ok(!printed.includes(key), 'the key is never printed');
  assert.doesNotMatch(printed, /^\s*::|##\[|\bundefined\b|\[object /m);
  return { ...result, asked: stage.sandbox.requests.slice(before).map(toShort).join(', ') };
}

/**
 * Runs a program as in a terminal or another CI, with the address and the key in the environment
 * and `commands/` in PATH.
 */
export async function runProgram(
  stage: Stage,
  [program = '', ...args]: readonly string[],
  { env = {}, cwd = '.', onStart }: CommandOptions = {},
): Promise<Omit<CommandResult, 'asked'>> {
  const child = spawn(program, args, {
    cwd: join(stage.workspace, cwd),
    env: {
      PATH: `${join(stage.workspace, 'commands')}${delimiter}${process.env['PATH']}`,
      // Undefined if the tests keep no compiled code.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      MINIAPPS_API_KEY: key,
      MINIAPPS_BASE_URL: stage.sandbox.url,
      ...stage.clock,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStart?.(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { exitCode, stdout, stderr };
}
