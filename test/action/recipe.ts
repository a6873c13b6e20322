import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { makeEnvironment } from '../../scripts/runner/environment.ts';
import { type Contexts, evaluate, evaluateText, holds } from '../../scripts/runner/expressions.ts';
import { parseOutputFile } from '../../scripts/runner/output-file.ts';
import { type Event, repository } from '../runner/events.ts';
import type { RecipeRun } from '../runner/scenarios.ts';
import { type RecipeStage, token } from '../runner/stage.ts';
import { findStandIn, isOurs, readRecipeText } from '../runner/workflow.ts';
import { readText, root } from '../support/repository.ts';

type Texts = Readonly<Record<string, string>>;
/** Values that may contain expressions. */
type Written = Readonly<Record<string, unknown>>;

interface Step {
  readonly id?: string;
  readonly if?: unknown;
  readonly uses?: string;
  readonly with?: Written;
  readonly env?: Written;
  readonly run?: string;
  readonly 'continue-on-error'?: boolean;
}
interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: unknown;
  readonly strategy?: { readonly matrix?: Written };
  readonly outputs?: Written;
  readonly environment?: {
    readonly name: string;
    readonly url?: string;
    readonly deployment?: unknown;
  };
  readonly steps: readonly Step[];
}

/** A recipe. */
export interface Workflow {
  readonly on: Written & { readonly workflow_dispatch?: { readonly inputs?: Inputs } | null };
  readonly jobs: Readonly<Record<string, Job>>;
}
type Inputs = Readonly<Record<string, { readonly default?: unknown }>>;

/** A recipe as it was played. */
export interface PlayedRecipe extends RecipeRun {
  /** The deployments that GitHub records, such as `miniapp-in-review http://…/a/tides`. */
  readonly deployments: readonly string[];
}

interface EndedStep {
  readonly result: 'success' | 'failure' | 'skipped';
  readonly outputs: Texts;
  readonly log: string;
}
interface EndedJob extends Omit<PlayedRecipe, 'jobs'> {
  readonly succeeded: boolean;
  readonly outputs: Texts;
}
/**
 * The folders of a step: its job's folder, the workspace, the runner's temporary files, and the
 * downloaded actions.
 */
interface Room {
  readonly recipe: RecipeStage;
  readonly event: Event;
  readonly folder: string;
  readonly contexts: Contexts;
}

/** The folders of a job, as on GitHub's runners: each step may write to all of them. */
const [workspace, temporary, actions] = ['apps', '_temp', '_actions/OWNER/miniapp-deploy/v1'];
const action: { readonly inputs: Inputs } = parse(readText('action.yml'));
const skipped: EndedStep = { result: 'skipped', outputs: {}, log: '' };
const passedOver: EndedStep = { ...skipped, result: 'success' };

/** Reads and parses a recipe as its user completes it. */
export function readRecipe(name: string, termsVersion?: string): Workflow {
  return parse(readRecipeText(name, termsVersion));
}

/** The names of the inputs that the steps of a recipe give to this action. */
export function listInputs({ jobs }: Workflow): readonly string[] {
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  return steps.filter(({ uses }) => isOurs(uses)).flatMap((step) => Object.keys(step.with ?? {}));
}

/**
 * Plays a recipe like GitHub: the order of jobs by `needs`, `if`, matrices, outputs, steps, and
 * scripts in bash. A job has the files of the stage only if it checks them out. Entries of a matrix
 * run one after the other. Throws if the recipe uses another action that is not implemented here.
 */
export async function playRecipe(
  workflow: Workflow,
  recipe: RecipeStage,
  event: Event,
): Promise<PlayedRecipe> {
  const contexts = toContexts(recipe, event, workflow);
  const jobs: Record<string, PlayedRecipe['jobs'][string]> = {};
  const played: EndedJob[] = [];
  for (const [id, job] of Object.entries(workflow.jobs)) {
    const needs = Object.fromEntries([job.needs ?? []].flat().map((need) => [need, jobs[need]]));
    const succeeded = Object.values(needs).every((need) => need?.result === 'success');
    const known = { ...contexts, needs };
    const entries = holds(job.if, known, succeeded) ? toEntries(job, known) : [];
    const ended: EndedJob[] = [];
    for (const matrix of entries)
      ended.push(await playJob(id, job, { recipe, event, contexts: { ...known, matrix } }, matrix));
    const result = ended.every((one) => one.succeeded) ? 'success' : 'failure';
    jobs[id] = {
      result: ended.length === 0 ? 'skipped' : result,
      outputs: ended.at(-1)?.outputs ?? {},
    };
    played.push(...ended);
  }
  return {
    jobs,
    steps: played.flatMap(({ steps }) => steps),
    deployments: played.flatMap(({ deployments }) => deployments),
    log: played.map(({ log }) => log).join(''),
  };
}

function toContexts(recipe: RecipeStage, event: Event, { on }: Workflow): Contexts {
  const { name, ref, payload } = event;
  const { secrets, variables } = recipe.configure(event);
  const form = Object.entries(on.workflow_dispatch?.inputs ?? {}).map(([input, field]) => [
    input,
    field.default ?? '',
  ]);
  return {
    github: {
      token,
      event: payload,
      event_name: name,
      ref,
      ref_name: ref.split('/').slice(2).join('/'),
      ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
      repository,
      repository_id: '1001',
      server_url: 'https://github.com',
      run_id: '1',
      run_number: '3',
      run_attempt: '1',
      api_url: recipe.github.apiUrl,
    },
    inputs: { ...Object.fromEntries(form), ...(payload['inputs'] ?? {}) },
    secrets,
    vars: variables,
  };
}

/**
 * Returns the entries of a job's matrix; one empty entry if the job has no matrix. Throws if the
 * matrix is empty, as GitHub does.
 */
function toEntries({ strategy }: Job, contexts: Contexts): readonly Texts[] {
  const axes = Object.entries(strategy?.matrix ?? {});
  return axes.reduce<readonly Texts[]>(
    (entries, [name, written]) => {
      const values = evaluate(written, contexts);
      if (!Array.isArray(values) || values.length === 0)
        throw new Error(`The matrix has no value for ${name}.`);
      return entries.flatMap((entry) => values.map((value) => ({ ...entry, [name]: value })));
    },
    [{}],
  );
}

async function playJob(
  id: string,
  job: Job,
  around: Omit<Room, 'folder'>,
  matrix: Texts,
): Promise<EndedJob> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'job-'));
  for (const name of [workspace, temporary]) await mkdir(join(folder.path, name));
  await cp(join(root, 'dist'), join(folder.path, actions, 'dist'), { recursive: true });
  const runner = { temp: join(folder.path, temporary) };
  const known = { ...around.contexts, runner };
  const { ended, contexts } = await playSteps(job.steps, {
    ...around,
    contexts: known,
    folder: folder.path,
  });
  const own = ended.filter(({ step }) => isOurs(step.uses));
  return {
    succeeded: !ended.some(failsJob),
    outputs: evaluateAll(job.outputs ?? {}, contexts),
    steps: own.map(({ result, outputs }) => ({ job: id, matrix, result, outputs })),
    log: ended.map(({ log }) => log).join(''),
    deployments: listDeployments(job, contexts),
  };
}

/** True if a step failed, and its job with it. */
function failsJob({ result, step }: EndedStep & { readonly step: Step }): boolean {
  return result === 'failure' && step['continue-on-error'] !== true;
}

/** Plays steps in order. Returns the contexts after the last step. */
async function playSteps(steps: readonly Step[], room: Room) {
  const known: Record<string, { outputs: Texts; outcome: string }> = {};
  const contexts = { ...room.contexts, steps: known };
  const ended: (EndedStep & { readonly step: Step })[] = [];
  for (const step of steps) {
    const succeeded = !ended.some(failsJob);
    const end = holds(step.if, contexts, succeeded)
      ? await playStep(step, { ...room, contexts })
      : skipped;
    if (step.id !== undefined) known[step.id] = { outputs: end.outputs, outcome: end.result };
    ended.push({ step, ...end });
  }
  return { ended, contexts };
}

function listDeployments({ environment }: Job, contexts: Contexts): readonly string[] {
  if (environment === undefined || evaluate(environment.deployment ?? true, contexts) === false)
    return [];
  return [`${evaluateText(environment.name, contexts)} ${evaluateText(environment.url, contexts)}`];
}

async function playStep(step: Step, room: Room): Promise<EndedStep> {
  if (step.run !== undefined) return playScript(step, room);
  const standIn = findStandIn(step);
  if (standIn !== undefined) return playScript(standIn, room);
  if (isOurs(step.uses)) return playAction(step, room);
  if (step.uses?.startsWith('actions/checkout@')) {
    await cp(room.recipe.stage.workspace, join(room.folder, workspace), { recursive: true });
    return passedOver;
  }
  if (step.uses?.startsWith('actions/setup-node@')) return passedOver;
  throw new Error(`No such action is known here: ${step.uses}`);
}

async function playAction(
  step: Step,
  { recipe, event, folder, contexts }: Room,
): Promise<EndedStep> {
  const defaults = Object.entries(action.inputs).map(
    ([name, input]) => [name, input.default] as const,
  );
  const inputs = evaluateAll({ ...Object.fromEntries(defaults), ...step.with }, contexts);
  const env = { ...toEnvironment(event), GITHUB_API_URL: recipe.github.apiUrl };
  const place = {
    workspace: join(folder, workspace),
    entry: join(folder, actions, 'dist', 'index.js'),
  };
  const { exitCode, outputs, output } = await recipe.stage.run(inputs, {
    ...place,
    event: event.payload,
    env,
  });
  return { result: exitCode === 0 ? 'success' : 'failure', outputs, log: output };
}

/**
 * Runs a script with `bash -e`, as the runner does if no shell is set. The commands of the stage
 * are first in PATH.
 */
async function playScript(
  { run = '', env = {} }: Pick<Step, 'run' | 'env'>,
  { recipe, event, folder, contexts }: Room,
): Promise<EndedStep> {
  const temp = join(folder, temporary);
  const [files, script] = [makeEnvironment(temp), join(temp, 'script.sh')];
  const runner = { ...files, GITHUB_ENV: join(temp, 'env') };
  await writeFile(script, evaluateText(run, contexts));
  await writeFile(runner.GITHUB_OUTPUT, '');
  const PATH = `${recipe.gh.commands}:${process.env['PATH']}`;
  const all = {
    ...runner,
    ...toEnvironment(event),
    PATH,
    ...recipe.gh.env,
    ...evaluateAll(env, contexts),
  };
  const options = { cwd: join(folder, workspace), env: all };
  const child = spawn('bash', ['-e', script], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const log = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const [exitCode] = await ended;
  const outputs = Object.fromEntries(parseOutputFile(await readFile(runner.GITHUB_OUTPUT, 'utf8')));
  return { result: exitCode === 0 ? 'success' : 'failure', outputs, log };
}

function toEnvironment({ name, ref }: Event): Texts {
  return {
    GITHUB_EVENT_NAME: name,
    GITHUB_REF: ref,
    GITHUB_REF_NAME: ref.split('/').slice(2).join('/'),
  };
}

function evaluateAll(written: Written, contexts: Contexts): Texts {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, evaluateText(value, contexts)]),
  );
}
