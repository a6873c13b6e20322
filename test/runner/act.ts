import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Command } from '../../scripts/runner/commands.ts';
import { root } from '../support/repository.ts';
import { type Event, repository } from './events.ts';
import type { RecipeRun } from './scenarios.ts';
import type { RecipeStage } from './stage.ts';

type Texts = Readonly<Record<string, string>>;

/** A run of one workflow. */
export interface ActOptions {
  /** The workflow, made ready by `prepareForAct`. */
  readonly text: string;
  readonly event: Event;
  /** A checkout with a commit, which actions/checkout copies. */
  readonly checkout: string;
  /** What `OWNER/miniapp-deploy@v1` is. */
  readonly action: string;
  readonly secrets: Texts;
  readonly variables: Texts;
  /** Of GitHub's API. */
  readonly apiUrl: string;
  /** A folder of commands that take the place of the machine's. */
  readonly commands?: string;
  /** More variables of the environment. */
  readonly env?: Texts;
}

/** What became of a run. */
export interface ActRun extends RecipeRun {
  readonly exitCode: number | null;
  /** The steps that use this action, sorted by job and matrix, those of one job in their order. */
  readonly steps: readonly OurStep[];
  /** The log as a person sees it, masked; ends with what act itself complains about. */
  readonly log: string;
  readonly ref: string;
  readonly refType: string;
}

/** A step that uses this action, as later steps see it through expressions, and what the log has of it. */
export interface OurStep {
  readonly job: string;
  readonly id: string;
  readonly matrix: Texts;
  readonly result: string;
  readonly outputs: Texts;
  /** `steps.<id>.outputs.changed == 'true'`. */
  readonly changed: boolean;
  /** `fromJSON(steps.<id>.outputs.problems).*.path`. */
  readonly problemFiles: readonly (string | null)[];
  /** `fromJSON(steps.<id>.outputs.apps).*.slug`. */
  readonly slugs: readonly string[];
  /** What act took for commands, each with the line that it stood on. */
  readonly commands: readonly (Command & { readonly line: string })[];
  /** Null when nothing was written. */
  readonly summary: string | null;
}

/** A line of act's log; only what is read here. */
interface Line {
  readonly jobID?: string;
  readonly matrix?: Texts;
  readonly stepID?: readonly string[];
  readonly msg: string;
  readonly command?: string;
  readonly arg?: string;
  readonly kvPairs?: Texts;
  readonly content?: string;
  /** Of a command. */
  readonly raw?: string;
}

interface SeenJob {
  readonly job: string;
  readonly matrix: Texts | null;
  readonly ours: Readonly<
    Record<
      string,
      {
        readonly step: { readonly outcome: string; readonly outputs: OurStep['outputs'] };
        readonly changed: boolean;
        // act has null for an array that is empty.
        readonly problemFiles: OurStep['problemFiles'] | null;
        readonly slugs: OurStep['slugs'] | null;
      }
    >
  >;
}
interface SeenByNeeds extends Pick<ActRun, 'ref' | 'refType'> {
  readonly needs: Readonly<Record<string, { readonly result: string; readonly outputs: Texts | null }>>;
}

/** The act to run: that of the environment variable ACT_PATH, or the one in PATH. */
export const actCommand = process.env['ACT_PATH'] ?? 'act';

/** Runs a workflow in act on a stage, with more variables than the one that the recipes need. */
export async function playInAct(text: string, event: Event, recipe: RecipeStage, more: Texts = {}): Promise<ActRun> {
  const { secrets, variables } = recipe.configure(event);
  // What a runner needs of the action; it downloads more, and reads no more.
  const action = await mkdtemp(join(tmpdir(), 'action-'));
  try {
    await cp(join(root, 'action.yml'), join(action, 'action.yml'));
    await cp(join(root, 'dist'), join(action, 'dist'), { recursive: true });
    return await runInAct({
      ...{ text, event, action, secrets, checkout: recipe.stage.workspace, apiUrl: recipe.github.apiUrl },
      ...{ commands: recipe.gh.commands, env: recipe.gh.env, variables: { ...variables, ...more } },
    });
  } finally {
    await rm(action, { recursive: true, force: true });
  }
}

/** Runs a workflow in act, on this machine and without containers. Throws if act does not come to its end. */
export async function runInAct(options: ActOptions): Promise<ActRun> {
  const temp = await mkdtemp(join(tmpdir(), 'act-'));
  const seenFolder = join(temp, 'seen');
  try {
    await mkdir(seenFolder);
    await writeFile(join(temp, 'workflow.yml'), options.text);
    await writeFile(join(temp, 'event.json'), JSON.stringify(options.event.payload));
    const { exitCode, stdout, stderr } = await spawnAct(temp, toArguments(temp, options), options);
    const lines = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
    const log = [...lines.map(({ msg }) => msg.trimEnd()), stderr].join('\n');
    const seen = await readSeen(seenFolder);
    const last = seen.find((entry): entry is SeenByNeeds => 'needs' in entry);
    if (last === undefined) throw new Error(`act did not come to its last job:\n${log}`);
    const jobs = seen.filter((entry): entry is SeenJob => 'job' in entry);
    const { needs, ref, refType } = last;
    // act has no outputs of a job that was skipped.
    const ended = Object.entries(needs).map(([name, { result, outputs }]) => [
      name,
      { result, outputs: outputs ?? {} },
    ]);
    const steps = jobs.flatMap((job) => toSteps(job, lines));
    return { exitCode, jobs: Object.fromEntries(ended), steps, log, ref, refType };
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

function toArguments(temp: string, options: ActOptions): readonly string[] {
  const { event, action, secrets, variables, apiUrl, env = {} } = options;
  const set = (flag: string, values: Texts) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  const isTag = event.ref.startsWith('refs/tags/');
  return [
    event.name,
    ...['--workflows', join(temp, 'workflow.yml'), '--eventpath', join(temp, 'event.json'), '--json'],
    ...['--platform', 'ubuntu-latest=-self-hosted', '--concurrent-jobs', '1', '--no-cache-server'],
    ...['--local-repository', `OWNER/miniapp-deploy@v1=${action}`, '--actor', 'octocat'],
    // act reads the ref from the event and knows but a few of them.
    ...set('--env', {
      GITHUB_REPOSITORY: repository,
      GITHUB_REF: event.ref,
      GITHUB_REF_TYPE: isTag ? 'tag' : 'branch',
      GITHUB_API_URL: apiUrl,
      SEEN_FOLDER: join(temp, 'seen'),
      ...env,
    }),
    ...set('--secret', secrets),
    ...set('--var', variables),
  ];
}

/** Nothing is inherited but PATH, so that a run is the same on every machine. */
function spawnAct(
  temp: string,
  args: readonly string[],
  { checkout: cwd, commands }: ActOptions,
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  const folders = [...(commands === undefined ? [] : [commands]), dirname(process.execPath), process.env['PATH'] ?? ''];
  const PATH = folders.join(delimiter);
  const env = { PATH, HOME: temp, XDG_CACHE_HOME: join(temp, 'cache'), XDG_CONFIG_HOME: join(temp, 'config') };
  return new Promise((resolve, reject) => {
    const child = spawn(actCommand, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const collected = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        collected[name] += text;
      });
    }
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, ...collected }));
  });
}

async function readSeen(folder: string): Promise<readonly (SeenJob | SeenByNeeds)[]> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  // Each begins with the name of its job and the matrix.
  return texts.sort().map((text) => JSON.parse(text));
}

function toSteps({ job, matrix, ours }: SeenJob, lines: readonly Line[]): readonly OurStep[] {
  return Object.entries(ours).map(([id, { step, changed, problemFiles, slugs }]) => {
    const own = lines.filter(
      (line) =>
        line.jobID === job &&
        line.stepID?.[0] === id &&
        JSON.stringify(line.matrix ?? {}) === JSON.stringify(matrix ?? {}),
    );
    return {
      job,
      id,
      matrix: matrix ?? {},
      result: step.outcome,
      outputs: step.outputs,
      changed,
      problemFiles: problemFiles ?? [],
      slugs: slugs ?? [],
      commands: own.flatMap(({ command: name = '', arg: data = '', kvPairs = {}, raw: line }) =>
        line === undefined ? [] : [{ name, data, properties: kvPairs, line }],
      ),
      summary: own.find(({ command }) => command === 'summary')?.content ?? null,
    };
  });
}
