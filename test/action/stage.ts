import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunningSandbox, type ServerOptions, startSandbox } from '../../sandbox/server.ts';
import type { SeenRequest } from '../../sandbox/service/request-log.ts';
import { runStep, type Step, type StepResult } from '../../scripts/runner/step.ts';
import { assumed } from './assumed.ts';
import { type Clock, startClock, toNodeOption } from './clock.ts';
import { assertContract, assertHidden } from './contract.ts';
import { toAsked } from './scripted-service.ts';

/** Files by their path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The inputs of a step that differ from the usual ones. */
export type With = Readonly<Record<string, string>>;

/** A run, and the requests that the sandbox got during it. */
export interface StageResult extends StepResult {
  /**
   * The requests, such as `read, deploy 422`: with the status if it is not a success, or `hangs` if
   * there was no response.
   */
  readonly asked: string;
  /** The error code in docs/troubleshooting.md that the result links to, or null. */
  readonly code: string | null;
}

/** A workspace with an app folder, and a service to deploy it to. */
export interface Stage extends AsyncDisposable {
  readonly workspace: string;
  readonly sandbox: RunningSandbox;
  /** True as soon as a request hangs, for example because of the fault `slow`. */
  hangs(): boolean;
  /** The environment of a process whose waits take no time (`clock.ts`). */
  readonly clock: With;
  /** The same waits for a command in this process. */
  readonly effects: Clock['effects'];
  /**
   * Runs the action with the folder `app` and the slug `tides`. Asserts that the run keeps the
   * contract, whatever its outcome.
   */
  run(inputs?: With, step?: Partial<Step>): Promise<StageResult>;
  /** Writes files below the workspace. */
  write(files: Files): Promise<void>;
}

/** The states of an app before a run. */
export type DeployedState =
  | 'draft'
  | 'in_review'
  | 'published'
  | 'not_approved'
  | 'taken_down'
  | 'changes_requested'
  | 'in_first_review';

/**
 * The number of tests of a file that run at the same time: a run mostly waits, for reads and for
 * its process.
 */
export const concurrency = 8;

export const key = 'key-of-the-tests-0123456789';
/** A token like GitHub's own since May 2026: 520 characters, with a prefix and no repetitions. */
export const githubToken = `ghs_${[1, 2, 3, 4, 5, 6, 7].map(toDigest).join('.')}`.slice(0, 520);
/** The inputs of a run that writes a comment, if it is about a pull request. */
export const comment = { comment: 'true', 'github-token': githubToken } as const;
export const terms = '2026-10';
export const slug = 'tides';
/** The inputs of a deploy that also sends the app for review. */
export const submit = { submit: 'true', 'terms-version': terms } as const;

/**
 * An app with every kind of file that the service document names. It has no problems in the offline
 * check.
 */
export const appFiles = {
  'app/service.json':
    '{\n  "name": "Tides",\n  "tagline": "High and low water",\n  "color": "#0f5f80",\n  "logo": "assets/dot.png"\n}\n',
  'app/index.html':
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n<title>Tides</title>\n</head>\n<body>\n<img src="assets/dot.png" alt="A dot">\n</body>\n</html>\n',
  'app/instructions.md': 'Tell the tides.\n',
  'app/assets/dot.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'app/assets/style.css': 'body { color: navy }\n',
} as const satisfies Files;

/** Another page for the same app, so that a deploy has something to send. */
export const otherPage = {
  'app/index.html': appFiles['app/index.html'].replace('<body>', '<body>\n<p>New</p>'),
} as const;

function toDigest(number: number): string {
  return createHash('sha512').update(`${number}`).digest('base64url');
}

/**
 * The files that a step may write: those of the runner, and Node's compiled code, which Node uses
 * only if it may also write it.
 */
const writable = [join(tmpdir(), 'runner-*')];
const compileCache = process.env['NODE_COMPILE_CACHE'] ?? '';
if (compileCache !== '') writable.push(join(compileCache, '*'));

/**
 * The environment of each step. Node's permission model lets it write only these files, and start
 * no process or thread. It has the address of the action's repository, so that each failure links
 * to its code.
 */
const confinement = {
  HOME: '/nowhere',
  TMPDIR: '/nowhere',
  GITHUB_ACTION_REPOSITORY: 'octo/miniapp-deploy',
  GITHUB_ACTION_REF: 'v1',
  NODE_OPTIONS: [
    '--permission',
    '--allow-fs-read=*',
    ...writable.map((path) => toNodeOption('--allow-fs-write', path)),
  ].join(' '),
} as const;

function findCode({ annotations }: StepResult): string | null {
  const link = /docs\/troubleshooting\.md#(\w+)$/m.exec(
    annotations.findLast(({ level }) => level === 'error')?.message ?? '',
  );
  return link?.[1] ?? null;
}

/** Returns `deploy` or `read 404`, for example; `lost` if there was no response. */
export function toShort({ method, path, status }: SeenRequest): string {
  const name = toAsked(method, path) ?? `${method} ${path}`;
  if (status === null) return `${name} lost`;
  return status < 300 ? name : `${name} ${status}`;
}

/** The environment of a process that waits in real time, and compiles all its code. */
const asForUsers = { NODE_OPTIONS: '', NODE_DISABLE_COMPILE_CACHE: '1' };

/**
 * Options for the sandbox of a stage, and the files of the folder. With `waits`, the action waits
 * in real time.
 */
export type StageOptions = ServerOptions & { readonly files?: Files; readonly waits?: true };

/**
 * Sets a stage: a new workspace with these files (the usual app by default), and a sandbox of one
 * account.
 */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { files = appFiles, waits = false, ...server } = options;
  const workspace = await mkdtemp(join(tmpdir(), 'stage-'));
  const clock = await startClock();
  const sandbox = await startSandbox({
    accounts: [{ name: 'developer', key }],
    termsVersion: terms,
    ...clock.options,
    ...server,
    // A test with a preset uses no other assumptions.
    ...(server.preset === undefined && { assumptions: { ...assumed, ...server.assumptions } }),
  });
  const write = (more: Files) => writeFiles(workspace, more);
  await write(files);
  return {
    workspace,
    sandbox,
    hangs: clock.hangs,
    clock: clock.env,
    effects: clock.effects,
    write,
    async run(inputs = {}, step = {}) {
      const before = sandbox.requests.length;
      const all: With = { 'base-url': sandbox.url, 'api-key': key, slug, folder: 'app', ...inputs };
      const { NODE_OPTIONS: options = '', ...env } = step.env ?? {};
      const { NODE_OPTIONS: withoutWaits, ...timed } = waits ? asForUsers : clock.env;
      const NODE_OPTIONS = [confinement.NODE_OPTIONS, withoutWaits, options].join(' ');
      const stepEnv = { ...confinement, ...timed, ...env, NODE_OPTIONS };
      const result = await runStep({ workspace, ...step, with: all, env: stepEnv });
      assertContract(result);
      assertHidden(result, [all['api-key'] ?? '', all['github-token'] ?? '']);
      assert.doesNotMatch(
        result.output,
        /ERR_ACCESS_DENIED/,
        'writes only the files of the runner, starts no process',
      );
      const asked = sandbox.requests.slice(before).map(toShort);
      if (clock.hangs()) asked.push('hangs');
      return { ...result, asked: asked.join(', '), code: findCode(result) };
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await clock[Symbol.asyncDispose]();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}

/**
 * Sets a stage on which the app already exists in this state, with these files (the usual ones by
 * default).
 */
export function openDeployed(
  status: DeployedState = 'draft',
  options: StageOptions = {},
): Promise<Stage> {
  const note =
    status === 'not_approved' ? { reviewNote: 'The page does not say who made it.' } : {};
  return openStage({
    ...options,
    seed: [{ slug, files: toSentFiles(options.files), status, ...note }],
  });
}

/** The files of the folder as a deploy sends them. */
export function toSentFiles(files: Files = appFiles): ReadonlyMap<string, string> {
  const toSent = (content: string | Uint8Array): string =>
    typeof content === 'string'
      ? content
      : `data:image/png;base64,${Buffer.from(content).toString('base64')}`;
  return new Map(
    Object.entries(files).map(([path, content]) => [path.slice('app/'.length), toSent(content)]),
  );
}

/** Moves the app as a reviewer does, or as somebody does at the dashboard. */
export function moveApp(
  { sandbox }: Stage,
  move: 'submit' | 'approve' | 'reject' | 'take_down',
  note: string | null = null,
): void {
  const app = sandbox.store.find(slug);
  const result = app && sandbox.store.move(app, move, note);
  if (result?.kind !== 'moved') throw new Error(`The sandbox refused to ${move}.`);
}

/**
 * Returns the event of a pull request to this repository. `repository` is the name of the
 * repository of its branch, or null if that repository was deleted.
 */
export function pullRequestFrom(repository: string | null) {
  const head = { repo: repository === null ? null : { full_name: repository } };
  return {
    number: 7,
    pull_request: { number: 7, head, base: { repo: { full_name: 'octo/apps' } } },
  };
}

/**
 * Returns a step on a pull request whose branch is in this repository, with GitHub's API at this
 * address.
 */
export function onPullRequest({ apiUrl }: { readonly apiUrl: string }) {
  const env = { GITHUB_API_URL: apiUrl, GITHUB_EVENT_NAME: 'pull_request' };
  return { event: pullRequestFrom('octo/apps'), env };
}

/**
 * Returns the environment of a step in which this code is loaded before the action. The code causes
 * faults that cannot be produced otherwise.
 */
export async function preload(stage: Stage, code: string) {
  await stage.write({ 'preload.cjs': code });
  return { NODE_OPTIONS: toNodeOption('--require', join(stage.workspace, 'preload.cjs')) };
}

/**
 * Adds sparse files of almost 150 MB, the first of them `huge.bin`. They take no space on the disk,
 * but the action takes a second to read and search them.
 */
export async function addHugeFiles(stage: Stage): Promise<void> {
  const paths = ['', ...Array.from({ length: 39 }, (_, index) => String(index + 10))].map(
    (number) => `app/assets/huge${number}.bin`,
  );
  // A byte that UTF-8 does not have: such files are not searched for keys.
  await stage.write(Object.fromEntries(paths.map((path) => [path, Buffer.of(0xff)])));
  for (const path of paths) await truncate(join(stage.workspace, path), 3_600_000);
}

/**
 * Code that is loaded before the action: while the action reads files, it never continues after it
 * yields to the event loop.
 */
export const packForEver =
  "require('node:timers/promises').setImmediate = () => new Promise(() => {});";

/** Writes files below a folder. */
export async function writeFiles(workspace: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }
}
