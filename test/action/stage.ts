import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunningSandbox, type ServerOptions, startSandbox } from '../../sandbox/server.ts';
import { runStep, type Step, type StepResult } from '../../scripts/runner/step.ts';
import { assertContract } from './contract.ts';

/** Files by their path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The inputs of a step that differ from the usual ones. */
export type With = Readonly<Record<string, string>>;

/** A run, and what the sandbox was asked during it, such as `POST /api/miniapps/deploy 200`. */
export interface StageResult extends StepResult {
  readonly requests: readonly string[];
}

/** A workspace with an app folder in it, and a service to deploy it to. */
export interface Stage extends AsyncDisposable {
  readonly workspace: string;
  readonly sandbox: RunningSandbox;
  /** Runs the action on the folder `app` and the slug `tides`; whatever comes of it must keep the contract. */
  run(inputs?: With, step?: Partial<Step>): Promise<StageResult>;
  /** Writes files below the workspace. */
  write(files: Files): Promise<void>;
}

/** How an app may be before a run. */
export type DeployedState = 'draft' | 'in_review' | 'published' | 'not_approved';

/** One run, and what must come of it; only what is named is compared, but always the exit code. */
export interface Scenario {
  /** The state of the app before the run; there is none where it is left out. */
  readonly state?: DeployedState;
  /** Files that differ from those of the usual app. */
  readonly files?: Files;
  readonly server?: ServerOptions;
  readonly inputs?: With;
  readonly step?: Partial<Step>;
  readonly requests: readonly string[];
  /** 0 where it is left out. */
  readonly exitCode?: number;
  readonly outputs?: With;
  /** In the last annotation. */
  readonly message?: RegExp;
  readonly summary?: RegExp;
  /** In what is printed. */
  readonly output?: RegExp;
}

/** Tests of one file that run at a time: a run of the action waits for its process and its sockets more than it computes. */
export const concurrency = 4;

export const key = 'key-of-the-tests-0123456789';
/** As long as GitHub's own tokens are since May 2026, 520 characters, and of their form: a prefix and a JWT. */
export const githubToken = `ghs_${['header', 'payload', 'signature'].map(toJwtPart).join('.')}`.slice(0, 520);
export const terms = '2026-10';
export const slug = 'tides';
/** The inputs of a deploy that also sends the app for review. */
export const submit = { submit: 'true', 'terms-version': terms } as const;

/** One app of every kind of file that the service document names, without a problem. */
export const appFiles = {
  'app/service.json':
    '{\n  "name": "Tides",\n  "tagline": "High and low water",\n  "color": "#0f5f80",\n  "logo": "assets/dot.png"\n}\n',
  'app/index.html':
    '<!doctype html>\n<html>\n<head>\n<title>Tides</title>\n</head>\n<body>\n<img src="assets/dot.png">\n</body>\n</html>\n',
  'app/instructions.md': 'Tell the tides.\n',
  'app/assets/dot.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'app/assets/style.css': 'body { color: navy }\n',
} as const satisfies Files;

/** Another page for the same app, so that a deploy has something to send. */
export const otherPage = {
  'app/index.html': appFiles['app/index.html'].replace('<body>', '<body>\n<p>New</p>'),
} as const;

/** Characters of a JWT that are always the same and do not repeat. */
function toJwtPart(name: string): string {
  const digests = [1, 2, 3].map((number) => createHash('sha512').update(`${name} ${number}`).digest());
  return Buffer.concat(digests).toString('base64url');
}

/** A time on a full second is taken for one without a fraction, which costs one read more: by chance each thousandth. */
function passFullSecond(): number {
  const time = Date.now();
  return time % 1_000 === 0 ? time + 1 : time;
}

/** Sets a stage: a new workspace with these files (the usual app by default), and a sandbox of one account. */
export async function openStage(options: ServerOptions & { readonly files?: Files } = {}): Promise<Stage> {
  const { files = appFiles, ...server } = options;
  const workspace = await mkdtemp(join(tmpdir(), 'stage-'));
  const sandbox = await startSandbox({
    accounts: [{ name: 'developer', key }],
    termsVersion: terms,
    now: passFullSecond,
    ...server,
  });
  const write = (more: Files) => writeFiles(workspace, more);
  await write(files);
  return {
    workspace,
    sandbox,
    write,
    async run(inputs = {}, step = {}) {
      const before = sandbox.requests.length;
      const usual = { 'base-url': sandbox.url, 'api-key': key, slug, folder: 'app' };
      const result = await runStep({ workspace, ...step, with: { ...usual, ...inputs } });
      assertContract(result);
      const requests = sandbox.requests.slice(before).map(({ method, path, status }) => `${method} ${path} ${status}`);
      return { ...result, requests };
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}

/** A stage on which the app is there already with these files (the usual ones by default), in a state. */
export function openDeployed(
  status: DeployedState = 'draft',
  options: ServerOptions & { readonly files?: Files } = {},
): Promise<Stage> {
  const note = status === 'not_approved' ? { reviewNote: 'The page does not say who made it.' } : {};
  return openStage({ ...options, seed: [{ slug, files: toSentFiles(options.files), status, ...note }] });
}

/** The files of the folder as a deploy sends them. */
export function toSentFiles(files: Files = appFiles): ReadonlyMap<string, string> {
  const toSent = (content: string | Uint8Array): string =>
    typeof content === 'string' ? content : `data:image/png;base64,${Buffer.from(content).toString('base64')}`;
  return new Map(Object.entries(files).map(([path, content]) => [path.slice('app/'.length), toSent(content)]));
}

/** Makes a test of a scenario; `run` is for one whose requests take a way of their own. */
export function plays(
  { state, files = {}, server, inputs = {}, step = {}, ...expected }: Scenario,
  run: (stage: Stage, inputs: With) => Promise<StageResult> = (stage) => stage.run(inputs, step),
): () => Promise<void> {
  return async () => {
    await using stage = await (state === undefined ? openStage(server) : openDeployed(state, server));
    await stage.write(files);
    assertScenario(await run(stage, inputs), expected);
  };
}

function assertScenario(
  result: StageResult,
  { requests, exitCode = 0, outputs = {}, message = /(?:)/, summary = /(?:)/, output = /(?:)/ }: Scenario,
): void {
  assert.deepEqual(result.requests, requests, result.output);
  assert.equal(result.exitCode, exitCode, result.output);
  assertOutputs(result, outputs);
  assert.match(result.annotations.at(-1)?.message ?? '', message);
  assert.match(result.summary ?? '', summary);
  assert.match(result.output, output);
}

/** Compares the outputs that are named. */
export function assertOutputs({ outputs, output }: StageResult, expected: With): void {
  const named = Object.keys(expected).map((name) => [name, outputs[name]]);
  assert.deepEqual(Object.fromEntries(named), expected, output);
}

/** Plays the reviewer, or somebody at the dashboard. */
export function moveApp(
  { sandbox }: Stage,
  move: 'submit' | 'approve' | 'reject' | 'take_down',
  note: string | null = null,
): void {
  const app = sandbox.store.find(slug);
  if (app === undefined || 'refused' in sandbox.store.move(app, move, note))
    throw new Error(`The sandbox refused to ${move}.`);
}

/** The event of a pull request to this repository, by the name of the one that its branch is in; null where that is gone. */
export function pullRequestFrom(repository: string | null) {
  const head = { repo: repository === null ? null : { full_name: repository } };
  return { number: 7, pull_request: { number: 7, head, base: { repo: { full_name: 'octo/apps' } } } };
}

/** A step on a pull request whose branch is in this repository, with GitHub's API at this address. */
export function onPullRequest({ apiUrl }: { readonly apiUrl: string }) {
  const env = { GITHUB_API_URL: apiUrl, GITHUB_EVENT_NAME: 'pull_request' };
  return { event: pullRequestFrom('octo/apps'), env };
}

/** The environment of a step before whose code this is loaded: what it breaks stands for what nobody can make at will. */
export async function preload(stage: Stage, code: string) {
  await stage.write({ 'preload.cjs': code });
  return { NODE_OPTIONS: `--require=${join(stage.workspace, 'preload.cjs')}` };
}

/** Writes files below a folder. */
export async function writeFiles(workspace: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }
}
