import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SeenRequest } from '../../sandbox/request-log.ts';
import { type RunningSandbox, type ServerOptions, startSandbox } from '../../sandbox/server.ts';
import { runStep, type Step, type StepResult } from '../../scripts/runner/step.ts';
import { assumed } from './assumed.ts';
import { type Clock, startClock, toNodeOption } from './clock.ts';
import { assertContract, assertHidden } from './contract.ts';
import { toAsked } from './scripted-service.ts';

/** Files by their path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The inputs of a step that differ from the usual ones. */
export type With = Readonly<Record<string, string>>;

/** A run, and what the sandbox was asked during it. */
export interface StageResult extends StepResult {
  /**
   * Such as `read, deploy`, with the status where it is no success; `hangs` for a call that got no
   * response.
   */
  readonly asked: string;
  /** The error code in docs/troubleshooting.md that the result links to, or null. */
  readonly code: string | null;
}

/** A workspace with an app folder in it, and a service to deploy it to. */
export interface Stage extends AsyncDisposable {
  readonly workspace: string;
  readonly sandbox: RunningSandbox;
  /** True as soon as a call hangs, as one does that the fault `slow` hits. */
  hangs(): boolean;
  /** The environment of a process whose waits take no time (`clock.ts`). */
  readonly clock: With;
  /** The same for a command in this process. */
  readonly effects: Clock['effects'];
  /**
   * Runs the action on the folder `app` and the slug `tides`; whatever comes of it must keep the
   * contract.
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
 * Tests of one file that run at a time: a run waits for looks and for its process more than it
 * computes.
 */
export const concurrency = 8;

export const key = 'key-of-the-tests-0123456789';
/**
 * As long as GitHub's own tokens are since May 2026, 520 characters, and of their form: a prefix
 * and what does not repeat.
 */
export const githubToken = `ghs_${[1, 2, 3, 4, 5, 6, 7].map(toDigest).join('.')}`.slice(0, 520);
/** The inputs of a run that writes a comment, if it is about a pull request. */
export const comment = { comment: 'true', 'github-token': githubToken } as const;
export const terms = '2026-10';
export const slug = 'tides';
/** The inputs of a deploy that also sends the app for review. */
export const submit = { submit: 'true', 'terms-version': terms } as const;

/**
 * One app of every kind of file that the service document names, without a problem: its page has
 * what a check may ask of one.
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
 * The environment in which each step runs: Node itself refuses to write anything but the files of
 * the runner, and to start a process or a thread. With the address of the action's repository each
 * failure links to its code.
 */
const confinement = {
  HOME: '/nowhere',
  TMPDIR: '/nowhere',
  GITHUB_ACTION_REPOSITORY: 'octo/miniapp-deploy',
  GITHUB_ACTION_REF: 'v1',
  NODE_OPTIONS: `--permission --allow-fs-read=* ${toNodeOption('--allow-fs-write', join(tmpdir(), 'runner-*'))}`,
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
 * How the sandbox of a stage is to be, and the files of the folder: the usual ones by default. With
 * `waits` the action waits in real time, and no compiled code is kept.
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
    // A test that is about a preset is about nothing else.
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
 * A stage on which the app is there already with these files (the usual ones by default), in a
 * state.
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

/** Plays the reviewer, or somebody at the dashboard. */
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
 * The event of a pull request to this repository, by the name of the one that its branch is in;
 * null where that is gone.
 */
export function pullRequestFrom(repository: string | null) {
  const head = { repo: repository === null ? null : { full_name: repository } };
  return {
    number: 7,
    pull_request: { number: 7, head, base: { repo: { full_name: 'octo/apps' } } },
  };
}

/**
 * A step on a pull request whose branch is in this repository, with GitHub's API at this address.
 */
export function onPullRequest({ apiUrl }: { readonly apiUrl: string }) {
  const env = { GITHUB_API_URL: apiUrl, GITHUB_EVENT_NAME: 'pull_request' };
  return { event: pullRequestFrom('octo/apps'), env };
}

/**
 * The environment of a step before whose code this is loaded: what it breaks stands for what nobody
 * can make at will.
 */
export async function preload(stage: Stage, code: string) {
  await stage.write({ 'preload.cjs': code });
  return { NODE_OPTIONS: toNodeOption('--require', join(stage.workspace, 'preload.cjs')) };
}

/** Adds a file of gigabytes of nothing, which takes no room on the disk but seconds to read. */
export async function addHugeFile(stage: Stage): Promise<void> {
  await stage.write({ 'app/assets/huge.bin': '' });
  await truncate(join(stage.workspace, 'app/assets/huge.bin'), 8 * 1024 ** 3);
}

/**
 * Code that is loaded before the action: what lets others have their turn while it reads never goes
 * on.
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
