/** Makes projects for the tests of `init`, and calls it in them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { type CalledCommand, callCommand } from '../../../support/call-command.ts';

/** Texts by their paths. */
export type Files = Readonly<Record<string, string>>;

/** A project, and how `init` is called in it. */
export interface Row {
  readonly name: string;
  readonly files?: Files;
  /** Folders without files. */
  readonly folders?: readonly string[];
  /** Links by their paths, with their targets. */
  readonly links?: Files;
  /** Whether the project is in a repository; by default it is the top folder of one. */
  readonly isInRepository?: boolean;
  /** Paths that git tracks. */
  readonly tracked?: readonly string[];
  /** The name of its folder: `high-water` by default. */
  readonly project?: string;
  /** The default branch of the remote: `trunk` by default. */
  readonly branch?: string;
  readonly args?: readonly string[];
  /** The working directory, relative to the project. */
  readonly cwd?: string;
  readonly env?: Files;
  readonly platform?: NodeJS.Platform;
  readonly exitCode?: number;
}

/** A call of `init`, and what it changed. */
export interface Call extends CalledCommand {
  readonly folder: string;
  /** The paths of the files that were not there before. */
  readonly written: readonly string[];
  /** The folders that were not there before. */
  readonly made: readonly string[];
}

const stage = realpathSync.native(mkdtempSync(join(tmpdir(), 'init-')));
after(() => rmSync(stage, { recursive: true }));
const machine = { PATH: process.env['PATH'] ?? '', HOME: stage };

/**
 * A repository on the branch trunk, without a commit. The remote names its default branch, as in a
 * clone, so that `init` asks git only once for it.
 */
const template = join(stage, 'template');
const begin = ['init', '--quiet', '--template=', '--initial-branch', 'trunk', template];
execFileSync('git', begin, { env: machine });
const remoteHead = ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk'];
execFileSync('git', remoteHead, { cwd: template, env: machine });
let count = 0;

/** Makes the project of a row, and calls `init` in it. */
export async function callInit(row: Row): Promise<Call> {
  count += 1;
  const folder = join(stage, `project-${count}`, row.project ?? 'high-water');
  makeProject(folder, row);
  const before = listAll(folder);
  const called = await callCommand({
    args: ['init', ...(row.args ?? [])],
    cwd: join(folder, row.cwd ?? '.'),
    env: { ...machine, ...row.env },
    platform: row.platform ?? 'linux',
  });
  const after = listAll(folder);
  return {
    ...called,
    folder,
    written: after.files.filter((path) => !before.files.includes(path)),
    made: after.folders.filter((path) => !before.folders.includes(path)),
  };
}

function makeProject(folder: string, row: Row): void {
  if (row.isInRepository ?? true) cpSync(template, folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  for (const path of [...(row.folders ?? []), row.cwd ?? '.'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const [path, content] of Object.entries(row.files ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  for (const [path, target] of Object.entries(row.links ?? {}))
    symlinkSync(target, join(folder, path));
  if (row.branch !== undefined)
    writeFileSync(join(folder, '.git/refs/remotes/origin/HEAD'), toRef(row.branch));
  if (row.tracked === undefined) return;
  execFileSync('git', ['add', '--force', ...row.tracked], { cwd: folder, env: machine });
}

function toRef(branch: string): string {
  return `ref: refs/remotes/origin/${branch}\n`;
}

function listAll(folder: string): { files: readonly string[]; folders: readonly string[] } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const listed = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    return {
      path: path.replaceAll('\\', '/'),
      isFile: entry.isFile(),
      isFolder: entry.isDirectory(),
    };
  });
  const own = listed.filter(({ path }) => !/^\.git(?:\/|$)/.test(path));
  return {
    files: own
      .filter((entry) => entry.isFile)
      .map((entry) => entry.path)
      .sort(),
    folders: own
      .filter((entry) => entry.isFolder)
      .map((entry) => entry.path)
      .sort(),
  };
}

export const page =
  '<!doctype html>\n<html lang="en"><head><title>High &amp; low</title></head><body></body></html>\n';
/** The files of an app folder. */
export const app: Files = { 'service.json': '{ "name": "Tides" }\n', 'index.html': page };
export const lock: Files = { 'package-lock.json': '{}' };

/** Returns the package.json of a project that is built. */
export function toPackage(build: string, ...packages: readonly string[]): Files {
  const devDependencies = Object.fromEntries(packages.map((name) => [name, '1.0.0']));
  const json = { name: '@acme/high-water', scripts: { build }, devDependencies };
  return { 'package.json': JSON.stringify(json) };
}

/** A project of Vite with its lock file. */
export const vite: Files = { ...toPackage('tsc && vite build', 'vite'), ...lock };

/** Returns files below a folder. */
export function below(folder: string, files: Files): Files {
  const moved = Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]);
  return Object.fromEntries(moved);
}

/** Throws with what was printed if a call did not end as its row has it. */
export function assertExitCode(call: Call, exitCode: number): void {
  assert.equal(call.exitCode, exitCode, `${call.stdout}${call.stderr}`);
}
