import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { Command } from '../../scripts/runner/commands.ts';
import { root } from '../support/repository.ts';
import { type Event, repository } from './events.ts';
import type { RecipeStage } from './stage.ts';

type Texts = Readonly<Record<string, string>>;

/** The result of a run in act. */
export interface ActRun {
  /** The values of each job in the context `needs`. */
  readonly jobs: Readonly<Record<string, { readonly result: string; readonly outputs: Texts }>>;
  readonly exitCode: number | null;
  /** The steps that use this action, sorted by job and matrix, then in their order in the job. */
  readonly steps: readonly OurStep[];
  /** The masked log as a person sees it, followed by the errors of act itself. */
  readonly log: string;
  readonly ref: string;
  readonly refType: string;
}

/** A step that uses this action: its values in expressions, and its part of the log. */
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
  /** The workflow commands that act found, each with its line. */
  readonly commands: readonly (Command & { readonly line: string })[];
  /** Null if nothing was written. */
  readonly summary: string | null;
}

/** A line of act's JSON log, with the fields that are read here. */
interface Line {
  readonly jobID?: string;
  readonly matrix?: Texts;
  readonly stepID?: readonly string[];
  readonly msg: string;
  readonly command?: string;
  readonly arg?: string;
  readonly kvPairs?: Texts;
  readonly content?: string;
  /** The whole line of a workflow command. */
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
      }
    >
  >;
}
interface SeenByNeeds extends Pick<ActRun, 'ref' | 'refType'> {
  readonly needs: Readonly<
    Record<string, { readonly result: string; readonly outputs: Texts | null }>
  >;
}

/** The act to run: the value of the environment variable ACT_PATH, or `act` in PATH. */
export const actCommand = process.env['ACT_PATH'] ?? 'act';

/**
 * Runs a workflow that `prepareForAct` made ready, on this machine and without containers, on a
 * stage whose repository has a commit and with more variables than those that the recipes need.
 * Throws if act does not finish.
 */
export async function playInAct(
  text: string,
  event: Event,
  recipe: RecipeStage,
  more: Texts = {},
): Promise<ActRun> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'act-'));
  const temp = folder.path;
  const seenFolder = join(temp, 'seen');
  await mkdir(seenFolder);
  await writeFile(join(temp, 'workflow.yml'), text);
  await writeFile(join(temp, 'event.json'), JSON.stringify(event.payload));
  // What a runner needs of the action; it downloads more, and reads no more.
  await cp(join(root, 'dist'), join(temp, 'action', 'dist'), { recursive: true });
  await cp(join(root, 'action.yml'), join(temp, 'action', 'action.yml'));
  const { secrets, variables } = recipe.configure(event);
  const args = toArguments(temp, event, recipe);
  const set = [...toFlags('--secret', secrets), ...toFlags('--var', { ...variables, ...more })];
  const { exitCode, stdout, stderr } = await spawnAct(temp, [...args, ...set], recipe);
  const lines = stdout
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
  const log = [...lines.map(({ msg }) => msg.trimEnd()), stderr].join('\n');
  const seen = await readSeen(seenFolder);
  const last = seen.find((entry): entry is SeenByNeeds => 'needs' in entry);
  if (last === undefined) throw new Error(`act did not come to its last job:\n${log}`);
  const jobs = seen.filter((entry): entry is SeenJob => 'job' in entry);
  const { needs, ref, refType } = last;
  // act has no outputs of a job that was skipped.
  const ended = Object.entries(needs).map(([name, job]) => [
    name,
    { ...job, outputs: job.outputs ?? {} },
  ]);
  const steps = jobs.flatMap((job) => toSteps(job, lines));
  return { exitCode, jobs: Object.fromEntries(ended), steps, log, ref, refType };
}

function toFlags(flag: string, values: Texts): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
}

function toArguments(temp: string, event: Event, { github, gh }: RecipeStage): readonly string[] {
  return [
    event.name,
    ...[
      '--workflows',
      join(temp, 'workflow.yml'),
      '--eventpath',
      join(temp, 'event.json'),
      '--json',
    ],
    ...['--platform', 'ubuntu-latest=-self-hosted', '--concurrent-jobs', '1', '--no-cache-server'],
    ...[
      '--local-repository',
      `OWNER/miniapp-deploy@v1=${join(temp, 'action')}`,
      '--actor',
      'octocat',
    ],
    // act reads the ref from the event and knows but a few of them.
    ...toFlags('--env', {
      GITHUB_REPOSITORY: repository,
      GITHUB_REF: event.ref,
      GITHUB_REF_TYPE: event.ref.startsWith('refs/tags/') ? 'tag' : 'branch',
      GITHUB_API_URL: github.apiUrl,
      SEEN_FOLDER: join(temp, 'seen'),
      ...gh.env,
    }),
  ];
}

/**
 * Nothing is inherited but PATH, so that a run is the same on every machine. actions/checkout
 * copies the working folder.
 */
async function spawnAct(temp: string, args: readonly string[], { stage, gh }: RecipeStage) {
  const PATH = [gh.commands, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
  const env = {
    PATH,
    HOME: temp,
    XDG_CACHE_HOME: join(temp, 'cache'),
    XDG_CONFIG_HOME: join(temp, 'config'),
  };
  const child = spawn(actCommand, args, {
    cwd: stage.workspace,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended: Promise<(number | null)[]> = once(child, 'close');
  const [[exitCode = null], stdout, stderr] = await Promise.all([
    ended,
    readAll(child.stdout),
    readAll(child.stderr),
  ]);
  return { exitCode, stdout, stderr };
}

async function readSeen(folder: string): Promise<readonly (SeenJob | SeenByNeeds)[]> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  // Each begins with the name of its job and the matrix.
  return texts.sort().map((text) => JSON.parse(text));
}

function toSteps({ job, matrix, ours }: SeenJob, lines: readonly Line[]): readonly OurStep[] {
  return Object.entries(ours).map(([id, { step, changed, problemFiles }]) => {
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
      commands: own.flatMap(({ command: name = '', arg: data = '', kvPairs = {}, raw: line }) =>
        line === undefined ? [] : [{ name, data, properties: kvPairs, line }],
      ),
      summary: own.find(({ command }) => command === 'summary')?.content ?? null,
    };
  });
}
