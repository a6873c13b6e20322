import { parse, stringify } from 'yaml';
import { readText } from '../support/repository.ts';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Mapping;
}
type Mapping = Readonly<Record<string, unknown>>;

/**
 * Scripts in place of actions that need GitHub: artifacts are folders in one folder, and an
 * attestation is a line in the log. Their inputs are in the environment as `WITH_NAME`.
 */
const standIns: Readonly<
  Record<string, { readonly inputs: readonly string[]; readonly run: string }>
> = {
  'actions/upload-artifact': {
    inputs: ['name', 'path', 'if-no-files-found'],
    run: [
      'if [ ! -e "$WITH_PATH" ] && [ "$WITH_IF_NO_FILES_FOUND" = ignore ]; then exit 0; fi',
      'to=$ARTIFACTS/$([ -n "$WITH_NAME" ] && echo "$WITH_NAME" || basename "$WITH_PATH")',
      'mkdir -p "$to"',
      'if [ -d "$WITH_PATH" ]; then cp -R "$WITH_PATH/." "$to"; else cp "$WITH_PATH" "$to"; fi',
      'echo "artifact-url=https://github.com/octo/apps/actions/runs/1/artifacts/2" >> "$GITHUB_OUTPUT"',
    ].join('\n'),
  },
  'actions/download-artifact': {
    inputs: ['name', 'path'],
    run: 'mkdir -p "$WITH_PATH"\ncp -R "$ARTIFACTS/$WITH_NAME/." "$WITH_PATH"',
  },
  'actions/attest': {
    inputs: ['subject-path'],
    run: 'echo "Attested: $WITH_SUBJECT_PATH is sha256:$(sha256sum < "$WITH_SUBJECT_PATH" | cut -c 1-64)"',
  },
};

/** Reads a file of examples/workflows/ as its user completes it, with these texts replaced. */
export function readRecipeText(name: string, edits: Readonly<Record<string, string>> = {}): string {
  let text = readText(`examples/workflows/${name}`);
  for (const [from, to] of Object.entries(edits)) text = text.replace(from, to);
  return text;
}

/** Returns the script that replaces a step's action; undefined if the action itself runs. */
function findStandIn(step: Step): { readonly run: string; readonly env: Mapping } | undefined {
  const standIn = standIns[toName(step.uses)];
  const toEntry = (input: string) => [
    `WITH_${input.replaceAll('-', '_').toUpperCase()}`,
    step.with?.[input] ?? '',
  ];
  return standIn && { run: standIn.run, env: Object.fromEntries(standIn.inputs.map(toEntry)) };
}

/** The name of an action, without its version. */
function toName(uses = ''): string {
  return uses.replace(/@.*/, '');
}

interface Job {
  readonly steps: readonly Step[];
  readonly strategy?: Mapping;
  readonly concurrency?: unknown;
  readonly environment?: unknown;
}
interface Workflow {
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** True if a step uses this action. */
export function isOurs(uses: string | undefined): boolean {
  return uses?.startsWith('OWNER/miniapp-deploy@') === true;
}

/** An expression, as a workflow writes it. */
export function expression(text: string): string {
  return `\${{ ${text} }}`;
}

/** The name of the job that is added, which needs all others. */
const lastJob = 'seen-by-needs';

/**
 * Makes a workflow ready for act: takes out the keys that act does not know and the actions that
 * only GitHub has, and adds a last step to each job, and a last job, that write down what
 * expressions see there.
 */
export function prepareForAct(text: string): string {
  const workflow: Workflow = parse(
    replaceNeeds(text.replaceAll('github.repository_id', 'github.event.repository.id')),
  );
  const jobs = Object.entries(workflow.jobs).map(
    ([name, job]) => [name, prepareJob(name, job)] as const,
  );
  const prepared = {
    ...workflow,
    ...withoutKey({ in: workflow, member: 'concurrency', key: 'queue' }),
    jobs: { ...Object.fromEntries(jobs), [lastJob]: makeLastJob(jobs.map(([name]) => name)) },
  };
  return stringify(prepared, { lineWidth: 0 });
}

/**
 * In act an output of a skipped job is the text of its expression, where GitHub has an empty one.
 * And act reads the matrix of a job even if it skips the job.
 */
function replaceNeeds(text: string): string {
  return text.replace(
    /(fromJSON\()?needs\.([\w-]+)\.outputs\.([\w-]+)/g,
    (_, call: string | undefined, job: string, output: string) => {
      const value = `needs.${job}.result != 'skipped' && needs.${job}.outputs.${output}`;
      return call === undefined ? `(${value} || '')` : `${call}(${value} || '[]')`;
    },
  );
}

function prepareJob(name: string, job: Job): object {
  const kept = job.steps.filter(
    ({ uses }) =>
      uses === undefined ||
      isOurs(uses) ||
      uses.startsWith('actions/checkout@') ||
      toName(uses) in standIns,
  );
  const named = kept.map((step, index) => ({
    ...replaceAction(step),
    ...(isOurs(step.uses) && { id: step.id ?? `ours-${index}` }),
  }));
  const ours = named.flatMap(({ id, uses }) => (isOurs(uses) && id !== undefined ? [id] : []));
  return {
    ...job,
    ...withoutKey({ in: job, member: 'concurrency', key: 'queue' }),
    ...withoutKey({ in: job, member: 'environment', key: 'deployment' }),
    // act gives all jobs one copy of the action, which each of them makes anew.
    ...(job.strategy !== undefined && { strategy: { ...job.strategy, 'max-parallel': 1 } }),
    steps: [
      ...named,
      makeLastStep(`{"job":"${name}","matrix":${toJson('matrix')},"ours":${describeOurs(ours)}}`),
    ],
  };
}

function replaceAction(step: Step): Step {
  const standIn = findStandIn(step);
  // act checks out the folder it is in, and asks GitHub for any other commit.
  if (step.uses?.startsWith('actions/checkout@') === true)
    return { ...step, ...withoutKey({ in: step, member: 'with', key: 'ref' }) };
  if (standIn === undefined) return step;
  const { uses, with: inputs, ...rest } = step;
  return { ...rest, ...standIn };
}

/** A key of a member of an object. */
interface Key {
  readonly in: object;
  readonly member: string;
  readonly key: string;
}

/** Returns the member of an object without one of its keys; empty if it does not have the key. */
function withoutKey({ in: object, member, key }: Key): object {
  const value: unknown = Reflect.get(object, member);
  if (typeof value !== 'object' || value === null || !(key in value)) return {};
  return { [member]: Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) };
}

/**
 * What expressions see of the steps that use this action, in the ways in which workflows use their
 * outputs.
 */
function describeOurs(ids: readonly string[]): string {
  const entries = ids.map((id) => {
    const outputs = `steps.${id}.outputs`;
    return [
      `"${id}":{"step":${toJson(`steps.${id}`)}`,
      `"changed":${expression(`${outputs}.changed == 'true'`)}`,
      `"problemFiles":${toJson(`fromJSON(${outputs}.problems || '[]').*.path`)}}`,
    ].join(',');
  });
  return `{${entries.join(',')}}`;
}

function makeLastStep(seen: string): object {
  return {
    name: 'Write down what expressions see',
    if: 'always()',
    shell: 'bash',
    env: { SEEN: seen },
    run: 'printf %s "$SEEN" > "$(mktemp "$SEEN_FOLDER/XXXXXX")"',
  };
}

function makeLastJob(needs: readonly string[]): object {
  const seen = `{"needs":${toJson('needs')},"ref":${toJson('github.ref')},"refType":${toJson('github.ref_type')}}`;
  return { needs, if: 'always()', 'runs-on': 'ubuntu-latest', steps: [makeLastStep(seen)] };
}

function toJson(text: string): string {
  return expression(`toJSON(${text})`);
}
