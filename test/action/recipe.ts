import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { makeEnvironment } from '../../scripts/runner/environment.ts';
import { type Contexts, evaluate, evaluateText, holds } from '../../scripts/runner/expressions.ts';
import { parseOutputFile } from '../../scripts/runner/output-file.ts';
import { listFiles, readText } from '../support/repository.ts';
import { githubToken, key, type Stage, type StageResult, type With } from './stage.ts';

type Texts = Readonly<Record<string, string>>;

interface Step {
  readonly id?: string;
  readonly if?: unknown;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly shell?: string;
  readonly parallel?: readonly Step[];
}
interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: unknown;
  readonly strategy?: { readonly matrix?: Readonly<Record<string, unknown>> };
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly environment?: { readonly name: string; readonly url?: string; readonly deployment?: unknown };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** How a workflow is played. */
export interface Playing {
  readonly stage: Stage;
  /** Address of GitHub's API; one that nobody answers at where it is left out. */
  readonly apiUrl?: string;
  /** `push` of main where it is left out. */
  readonly eventName?: string;
  readonly event?: unknown;
  /** Such as `refs/tags/v1.0.0`; main where it is left out. */
  readonly ref?: string;
  /** The form of a run that was started by hand. */
  readonly inputs?: Texts;
  /** In the place of the usual ones. */
  readonly secrets?: Texts;
  /** A folder of commands that steps find before those of the machine, such as `gh`. */
  readonly commands?: string;
  /** More of the environment of the steps that run a script. */
  readonly env?: Texts;
  /** What happens before a job, by its name. */
  readonly before?: Readonly<Record<string, () => void | Promise<void>>>;
}

/** A job as it was played; a matrix makes one of each entry. */
export interface PlayedJob {
  readonly job: string;
  readonly result: 'success' | 'failure' | 'skipped';
  /** The runs of this action, in their order. */
  readonly runs: readonly StageResult[];
  /** What the steps that run a script printed. */
  readonly printed: string;
  /** The deployment that GitHub records of the job, null for none. */
  readonly deployment: { readonly name: string; readonly url: string } | null;
}

interface StepResult {
  readonly succeeded: boolean;
  readonly outputs: Texts;
  readonly run?: StageResult;
  readonly printed?: string;
}
/** What a job can be asked for by those that need it. */
interface EndedJob {
  readonly result: PlayedJob['result'];
  readonly outputs: Texts;
}
/** Where a step runs. */
interface Room {
  readonly playing: Playing;
  readonly workspace: string;
  readonly contexts: Contexts;
}

const folder = 'examples/workflows';
const ours = 'OWNER/miniapp-deploy@';
const nowhere = 'http://127.0.0.1:1';
const action: { readonly inputs: Readonly<Record<string, { readonly default?: string }>> } = parse(
  readText('action.yml'),
);

/** The names of all recipes. */
export function listRecipes(): readonly string[] {
  return listFiles(folder, '.yml').map((path) => path.slice(folder.length + 1));
}

/** The inputs that the steps of a recipe give to this action, in order; expressions as they are written. */
export function readInputs(name: string): readonly (readonly string[])[] {
  const steps = Object.values(readWorkflow(name).jobs).flatMap((job) => flatten(job.steps));
  return steps.filter(({ uses }) => uses?.startsWith(ours)).map((step) => Object.keys(step.with ?? {}));
}

/**
 * Plays a recipe as GitHub does: jobs after those that they need, `if`, matrix, outputs, steps side by side, scripts in bash. A
 * job has the files of the stage only if it checks them out. Entries of a matrix take turns. Throws on an event that the
 * recipe does not take, and on an action of others that is not known here.
 */
export async function playRecipe(name: string, playing: Playing): Promise<readonly PlayedJob[]> {
  const workflow = readWorkflow(name);
  const { eventName = 'push' } = playing;
  if (!(eventName in workflow.on)) throw new Error(`${name} does not run on ${eventName}.`);
  const contexts = toContexts(playing);
  const ended: Record<string, EndedJob> = {};
  const played: PlayedJob[] = [];
  for (const [id, job] of Object.entries(workflow.jobs)) {
    await playing.before?.[id]?.();
    const needs = Object.fromEntries([job.needs ?? []].flat().map((need) => [need, ended[need]]));
    const succeeded = Object.values(needs).every((need) => need?.result === 'success');
    const known = { ...contexts, needs };
    const entries = holds(job.if, known, succeeded) ? toEntries(job, known) : [];
    const jobs: { played: PlayedJob; outputs: Texts }[] = [];
    for (const matrix of entries) jobs.push(await playJob(id, job, { contexts: { ...known, matrix }, playing }));
    ended[id] = { result: toResult(jobs), outputs: jobs.at(-1)?.outputs ?? {} };
    played.push(...(jobs.length === 0 ? [toSkipped(id)] : jobs.map((one) => one.played)));
  }
  return played;
}

function toResult(jobs: readonly { readonly played: PlayedJob }[]): PlayedJob['result'] {
  if (jobs.length === 0) return 'skipped';
  return jobs.every(({ played }) => played.result === 'success') ? 'success' : 'failure';
}

function toSkipped(job: string): PlayedJob {
  return { job, result: 'skipped', runs: [], printed: '', deployment: null };
}

function readWorkflow(name: string): Workflow {
  return parse(readText(`${folder}/${name}`));
}

function flatten(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => step.parallel ?? [step]);
}

function toContexts({
  stage,
  apiUrl = nowhere,
  eventName = 'push',
  event = {},
  ref = 'refs/heads/main',
  inputs = {},
  secrets = {},
}: Playing): Contexts {
  return {
    github: {
      token: githubToken,
      event,
      event_name: eventName,
      ref,
      ref_name: ref.split('/').slice(2).join('/'),
      ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
      repository: 'octo/apps',
      api_url: apiUrl,
    },
    inputs,
    secrets: { MINIAPPS_API_KEY: key, ...secrets },
    vars: { MINIAPPS_BASE_URL: stage.sandbox.url },
  };
}

/** Every entry of a job's matrix; one that is empty for a job without. An empty matrix is an error to GitHub. */
function toEntries({ strategy }: Job, contexts: Contexts): readonly Readonly<Record<string, unknown>>[] {
  const axes = Object.entries(strategy?.matrix ?? {});
  return axes.reduce<readonly Readonly<Record<string, unknown>>[]>(
    (entries, [name, written]) => {
      const values = evaluate(written, contexts);
      if (!Array.isArray(values) || values.length === 0) throw new Error(`The matrix has no value for ${name}.`);
      return entries.flatMap((entry) => values.map((value) => ({ ...entry, [name]: value })));
    },
    [{}],
  );
}

async function playJob(
  id: string,
  { steps, outputs = {}, environment }: Job,
  around: Omit<Room, 'workspace'>,
): Promise<{ played: PlayedJob; outputs: Texts }> {
  const workspace = await mkdtemp(join(tmpdir(), 'job-'));
  try {
    const { results, contexts } = await playSteps(steps, { ...around, workspace });
    const played: PlayedJob = {
      job: id,
      result: results.every(({ succeeded }) => succeeded) ? 'success' : 'failure',
      runs: results.flatMap(({ run }) => run ?? []),
      printed: results.map(({ printed }) => printed ?? '').join(''),
      deployment: toDeployment(environment, contexts),
    };
    return { played, outputs: evaluateAll(outputs, contexts) };
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/** Plays steps in their order, those of one `parallel` at once; the contexts it returns are those after the last. */
async function playSteps(
  steps: readonly Step[],
  room: Room,
): Promise<{ results: readonly StepResult[]; contexts: Contexts }> {
  const known: Record<string, { outputs: Texts; outcome: string }> = {};
  const contexts = { ...room.contexts, steps: known };
  const results: StepResult[] = [];
  for (const step of steps) {
    const succeeded = results.every((result) => result.succeeded);
    const started = flatten([step]).filter((one) => holds(one.if, contexts, succeeded));
    const ended = await Promise.all(started.map((one) => playStep(one, { ...room, contexts })));
    for (const [index, result] of ended.entries()) {
      const id = started[index]?.id;
      if (id !== undefined) known[id] = { outputs: result.outputs, outcome: result.succeeded ? 'success' : 'failure' };
    }
    results.push(...ended);
  }
  return { results, contexts };
}

function toDeployment(environment: Job['environment'], contexts: Contexts): PlayedJob['deployment'] {
  if (environment === undefined || evaluate(environment.deployment ?? true, contexts) === false) return null;
  return { name: evaluateText(environment.name, contexts), url: evaluateText(environment.url, contexts) };
}

async function playStep(step: Step, room: Room): Promise<StepResult> {
  if (step.run !== undefined) return playScript(step, room);
  if (step.uses?.startsWith(ours)) return playAction(step, room);
  if (step.uses?.startsWith('actions/checkout@')) {
    await cp(room.playing.stage.workspace, room.workspace, { recursive: true });
    return { succeeded: true, outputs: {} };
  }
  if (step.uses?.startsWith('actions/setup-node@')) return { succeeded: true, outputs: {} };
  throw new Error(`No such action is known here: ${step.uses}`);
}

async function playAction(step: Step, { playing, workspace, contexts }: Room): Promise<StepResult> {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default] as const);
  const inputs: With = evaluateAll({ ...Object.fromEntries(defaults), ...step.with }, contexts);
  const env = { ...toEnvironment(playing), GITHUB_API_URL: playing.apiUrl ?? nowhere };
  const run = await playing.stage.run(inputs, { workspace, event: playing.event ?? {}, env });
  return { succeeded: run.exitCode === 0, outputs: run.outputs, run };
}

/** Runs a script as the runner does where no shell is named, `bash -e`, with the commands of the playing first. */
async function playScript({ run = '', shell, env = {} }: Step, room: Room): Promise<StepResult> {
  if (shell !== undefined) throw new Error(`No such shell is known here: ${shell}`);
  const { playing, workspace, contexts } = room;
  const temp = await mkdtemp(join(tmpdir(), 'script-'));
  try {
    const runner = makeEnvironment(temp);
    await writeFile(join(temp, 'script.sh'), evaluateText(run, contexts));
    await writeFile(runner.GITHUB_OUTPUT, '');
    const { PATH = '' } = process.env;
    const { exitCode, printed } = await runBash(join(temp, 'script.sh'), workspace, {
      ...runner,
      ...toEnvironment(playing),
      PATH: playing.commands === undefined ? PATH : `${playing.commands}:${PATH}`,
      ...playing.env,
      ...evaluateAll(env, contexts),
    });
    const outputs = Object.fromEntries(parseOutputFile(await readFile(runner.GITHUB_OUTPUT, 'utf8')));
    return { succeeded: exitCode === 0, outputs, printed };
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

function runBash(script: string, cwd: string, env: Texts): Promise<{ exitCode: number | null; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-e', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, printed: Buffer.concat(pieces).toString() }));
  });
}

function toEnvironment({ eventName = 'push', ref = 'refs/heads/main' }: Playing): Texts {
  return { GITHUB_EVENT_NAME: eventName, GITHUB_REF: ref, GITHUB_REF_NAME: ref.split('/').slice(2).join('/') };
}

function evaluateAll(written: Readonly<Record<string, unknown>>, contexts: Contexts): Texts {
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, evaluateText(value, contexts)]));
}
