import { resolve } from 'node:path';
import { InvalidInputsError } from '../../src/inputs/inputs.ts';
import type { Report } from '../../src/report/report.ts';
import { describeReport } from '../../src/report/words.ts';
import { splitLines } from '../../src/text/escape.ts';
import { createRedact } from '../../src/text/secrets.ts';
import { suggestSlug } from '../files/slug.ts';
import { UsageError } from '../options/command-request.ts';
import { type CommandName, findCommand } from '../options/command-table.ts';
import { isPlainSlug } from '../options/guesses.ts';
import { listOptions, needsOption, optionTable, takesOption } from '../options/options.ts';
import { type Shell, toPathArgument, writeLine } from '../options/shell.ts';

/** A step that may follow a command. */
export interface NextStep {
  /** One or more full sentences. */
  readonly text: string;
  /**
   * A line for the shell of this machine that works as it stands once its `<placeholders>` are
   * filled in; null if no command helps. It never holds the key, and is never the call that just
   * failed.
   */
  readonly run: string | null;
  /** The words of `run` without the quotes of a shell; null if `run` does not call a program. */
  readonly argv: readonly string[] | null;
  /**
   * `person` if somebody has to decide it: to accept terms, to submit or delete an app, or to
   * replace what is in review.
   */
  readonly by: 'anyone' | 'person';
}

/** Makes a step that has no command to run. */
export function toTextStep(text: string): NextStep {
  return { text, run: null, argv: null, by: 'anyone' };
}

/** Makes a step that calls a program. `argv`: the name of the program and its arguments. */
export function toCallStep(text: string, argv: readonly string[], shell: Shell): NextStep {
  return { text, run: writeLine(argv, shell), argv, by: 'anyone' };
}

/** The values of options by their names; an empty text stands for an option that is not given. */
type OptionTexts = Readonly<Record<string, string>>;

/** A call of `miniapp-deploy` that has ended. */
export interface Call {
  readonly command: CommandName;
  /** The options and folders of the command line, without those from the environment. */
  readonly given: OptionTexts;
  /** True if the variable `MINIAPPS_SLUG` names the app. */
  readonly hasSlugVariable: boolean;
  /** Returns the working directory. Throws if it does not exist any more. */
  readonly cwd: () => string;
  /** The shell that the next calls are written for. */
  readonly shell: Shell;
  /** Texts that must not be repeated, even in part. */
  readonly secrets: readonly string[];
}

/** A call that may come next. */
interface NextCall {
  readonly command: CommandName;
  readonly options: OptionTexts;
}

/** Maximum number of steps that are listed, even for a run with many apps. */
const maxSteps = 10;

const onlyTheOwner = 'Only the owner of the app can decide this, so ask the owner.';

/** A kind of step: its text, and its call, which is made from the call that ended. */
interface StepRow {
  /** The text of the step; null for the advice of the result. */
  readonly text: string | null;
  /**
   * The command to call: `again` for the command that ended, `for_real` for the real run after a
   * dry run, null for no call.
   */
  readonly command: CommandName | 'again' | 'for_real' | null;
  /** Options to add to the given ones. */
  readonly options?: OptionTexts;
  /** Set if the text already asks a person to decide; otherwise derived from the call. */
  readonly by?: 'person';
}

const stepTable = {
  follow_advice: { text: null, command: null },
  fix_problems: {
    text: 'Fix the problems. Each one includes a suggested fix.',
    command: 'check',
  },
  // The offline check ran before the deploy, and did not find these.
  fix_reported_problems: {
    text: 'Fix the problems that the service reports, and run it again.',
    command: null,
  },
  see_status: { text: null, command: 'status' },
  compare: { text: 'Compare the folder with the draft.', command: 'plan' },
  see_apps: { text: null, command: 'list' },
  create_app: { text: null, command: 'again', options: { create: 'true' } },
  create_apps: {
    text: 'Create the apps that do not exist yet.',
    command: 'again',
    options: { create: 'true' },
  },
  create_first_app: {
    text: 'Deploy a folder as the first app.',
    command: 'deploy',
    options: { create: 'true' },
  },
  rename: { text: null, command: 'again', options: { slug: '<new-slug>' } },
  deploy: { text: null, command: 'deploy' },
  deploy_folder: { text: 'Deploy the folder.', command: 'deploy' },
  deploy_requested_changes: {
    text: 'Make the changes that the reviewer requests, and deploy the folder.',
    command: 'deploy',
  },
  deploy_under_new_slug: {
    text: 'Deploy a corrected app under a new slug.',
    command: 'deploy',
    options: { slug: '<new-slug>', create: 'true' },
  },
  run_plan: {
    text: 'Make the changes that the dry run planned.',
    command: 'for_real',
    options: { 'dry-run': '' },
  },
  wait_for_review: {
    text: 'Wait for the review result.',
    command: 'status',
    options: { 'wait-for-review': '60' },
  },
  replace_review: {
    text: `Or replace what is in review, which ends that review. ${onlyTheOwner}`,
    command: 'for_real',
    options: { 'on-in-review': 'replace' },
    by: 'person',
  },
  accept_terms: {
    text: 'Only the owner of the account can accept the developer terms. Ask the owner, then pass the accepted version.',
    command: 'again',
    options: { 'terms-version': '<version>' },
    by: 'person',
  },
  submit: {
    text: 'Submit the draft for review. Only the owner of the account can accept the developer terms and decide this, so ask the owner. A rejection is final for the slug.',
    command: 'submit',
    by: 'person',
  },
  contact_support: { text: null, command: null, by: 'person' },
  read_note_and_contact_support: {
    text: "Read the reviewer's note, and contact the service's support.",
    command: null,
    by: 'person',
  },
} as const satisfies Readonly<Record<string, StepRow>>;

type NextStepName = keyof typeof stepTable;

/**
 * The steps after a failure, by its error code. For all other codes, the step is the advice of the
 * result.
 */
const stepsByCode: Readonly<Record<string, readonly NextStepName[]>> = {
  offline_problems: ['fix_problems'],
  folder_rejected: ['fix_reported_problems'],
  app_missing: ['create_app'],
  not_found: ['create_app'],
  app_exists: ['deploy'],
  draft_differs: ['deploy'],
  address_taken: ['rename'],
  too_many_apps: ['see_apps'],
  terms_required: ['accept_terms'],
  in_review: ['wait_for_review', 'replace_review'],
  not_approved: ['deploy_under_new_slug'],
  final_not_approved: ['deploy_under_new_slug'],
  review_rejected: ['deploy_under_new_slug'],
  taken_down: ['contact_support'],
  unverified: ['see_status'],
  review_withdrawn: ['see_status'],
  cancelled: ['see_status'],
  deadline: ['see_status'],
  unknown_state: ['see_status'],
  too_many_changes: ['see_status'],
};

/** The steps after a success, by the status of the app. */
const stepsByStatus: Readonly<Record<string, readonly NextStepName[]>> = {
  draft: ['submit'],
  published_with_unreviewed_changes: ['submit'],
  in_review: ['wait_for_review'],
  not_approved: ['deploy_under_new_slug'],
  changes_requested: ['deploy_requested_changes'],
  taken_down: ['read_note_and_contact_support'],
};

/**
 * Returns the steps after a run that has something to report. If some apps failed, only the failed
 * apps have steps.
 */
export function listNextSteps(reports: readonly Report[], call: Call): readonly NextStep[] {
  const failed = reports.filter((report) => describeReport(report).level === 'error');
  const areAllMissing = failed.every((report) => describeReport(report).code === 'app_missing');
  if (failed.length > 1 && areAllMissing && takesOption(call.command, 'create')) {
    return [makeStep('create_apps', call, null)];
  }
  const shown = failed.length > 0 ? failed : reports;
  const steps = shown.flatMap((report) => {
    const own = reports.length === 1 ? call : narrowToApp(call, report);
    const correction = correctFolder(report, own);
    if (correction !== null) return [correction];
    return chooseSteps(report, own).map((name) => makeStep(name, own, report));
  });
  return dropRepeats(steps).slice(0, maxSteps);
}

/** Returns the call of a run with several apps, narrowed to one of them. */
function narrowToApp(call: Call, report: Report): Call {
  const folder = report.folder ?? '';
  const { slug } = report;
  return { ...call, given: { ...call.given, folder, slug } };
}

function dropRepeats(steps: readonly NextStep[]): readonly NextStep[] {
  const kept = new Map<string, NextStep>();
  for (const step of steps) kept.set(`${step.run} ${step.text}`, step);
  return [...kept.values()];
}

function chooseSteps(report: Report, call: Call): readonly NextStepName[] {
  if (describeReport(report).level === 'error') return chooseAfterFailure(report, call);
  switch (report.outcome) {
    case 'planned':
      return chooseAfterDryRun(report);
    case 'skipped':
      return report.skipReason === 'in-review' ? ['wait_for_review', 'replace_review'] : [];
    case 'created':
      return ['deploy_folder'];
    case 'listed':
      return report.apps?.length === 0 && !report.hasMoreApps ? ['create_first_app'] : [];
    default:
      return chooseByStatus(report);
  }
}

function chooseAfterFailure(report: Report, call: Call): readonly NextStepName[] {
  const names = stepsByCode[describeReport(report).code ?? ''] ?? ['follow_advice'];
  const [name] = names;
  switch (name) {
    case 'create_app':
      return takesOption(call.command, 'create') ? names : ['see_apps'];
    case 'deploy_under_new_slug':
      // A request for changes is not a final rejection.
      return report.app?.status === 'changes_requested' ? chooseByStatus(report) : names;
    default:
      return names;
  }
}

function chooseAfterDryRun(report: Report): readonly NextStepName[] {
  const { plan } = report;
  // An offline check has no plan.
  if (plan === null) return ['compare'];
  if (plan.kind === 'skip') return ['wait_for_review', 'replace_review'];
  if (plan.kind === 'nothing') return chooseByStatus(report);
  return ['run_plan'];
}

function chooseByStatus(report: Report): readonly NextStepName[] {
  const { app, changed } = report;
  const status = app?.status ?? '';
  // The requested changes have just been deployed.
  if (status === 'changes_requested' && changed) return ['submit'];
  return stepsByStatus[status] ?? [];
}

/**
 * Returns the step for a folder that does not exist and may be the slug of the app: it names the
 * app with `--slug`. Null if the failure is another one.
 */
function correctFolder(report: Report, call: Call): NextStep | null {
  const { folder = '', slug = '' } = call.given;
  const { code, next } = describeReport(report);
  if (code !== 'folder_missing') return null;
  if (slug !== '' || !needsOption(call.command, 'slug')) return null;
  if (!isPlainSlug(folder, call.secrets)) return null;
  const advice = `If ${folder} is the slug of the app, name it with --slug ${folder}.`;
  const options = { ...call.given, folder: '', slug: folder };
  return toStep(`${next} ${advice}`, { command: call.command, options }, call.shell);
}

/**
 * Makes a step from its row in the table. `report` belongs to the app of the step; null for several
 * apps.
 */
function makeStep(name: NextStepName, call: Call, report: Report | null): NextStep {
  const row: StepRow = stepTable[name];
  const next = toNextCall(row, call, report);
  const advice = row.text ?? (report === null ? '' : describeReport(report).next);
  const { shell } = call;
  if (row.by === 'person') return toPersonStep(advice, next, shell);
  if (name === 'see_status' && next !== null) {
    return toStep(`First check the status of the app. Then: ${advice}`, next, shell);
  }
  // A deploy over what is in review ends that review, whatever its options.
  if (name === 'run_plan' && report?.app?.status === 'in_review') {
    return toPersonStep(`${advice} ${onlyTheOwner}`, next, shell);
  }
  return toStep(advice, next, shell);
}

/** Returns the call of a step; null if it has none, or would repeat the call that failed. */
function toNextCall(row: StepRow, call: Call, report: Report | null): NextCall | null {
  const command = chooseCommand(row, call);
  if (command === null) return null;
  const given = addSlug(call, command, report);
  const isSameCall = row.command === 'again' || row.command === 'for_real';
  if (isSameCall) return { command, options: { ...given, ...row.options } };

  const failed = report !== null && describeReport(report).level === 'error';
  if (failed && command === call.command && row.options === undefined) return null;
  if (command === 'status' && report?.slug === '') return null;
  return { command, options: { ...given, ...clearOneTimeOptions(command), ...row.options } };
}

/** Returns the command that a step calls; null for a step without a call. */
function chooseCommand(row: StepRow, call: Call): CommandName | null {
  switch (row.command) {
    case 'again':
      return call.command;
    case 'for_real':
      return call.command === 'plan' ? 'deploy' : call.command;
    default:
      return row.command;
  }
}

/**
 * Returns empty values for the options that were meant only for the call that ended, such as a dry
 * run.
 */
function clearOneTimeOptions(command: CommandName): OptionTexts {
  const dropped = { submit: '', 'wait-for-review': '', 'dry-run': '' };
  return command === 'submit' ? dropped : { ...dropped, 'terms-version': '' };
}

/** Returns the options of the ended call, with the slug of the app unless a variable names it. */
function addSlug(call: Call, command: CommandName, report: Report | null): OptionTexts {
  const { given, hasSlugVariable } = call;
  // A step about several apps names none of them.
  if (given['slug'] || hasSlugVariable || report === null) return given;
  const placeholder = needsOption(command, 'slug') ? '<slug>' : '';
  return { ...given, slug: report.slug || placeholder };
}

/** Returns the steps after a call that could not be understood. */
export function listFixes(error: unknown, call: UnclearCall): readonly NextStep[] {
  if (error instanceof InvalidInputsError && call.command !== null) {
    return [fixInputs(error, { ...call, command: call.command })];
  }
  const meant = error instanceof UsageError ? error.meant : null;
  if (meant?.given) {
    const options = redactOptions(meant.given, createRedact(call.secrets));
    return [toStep('Name the app with --slug.', { command: meant.command, options }, call.shell)];
  }
  const command = call.command === null ? [] : [call.command];
  const argv = ['npx', 'miniapp-deploy', ...command, '--help'];
  return [toCallStep('See the help.', argv, call.shell)];
}

/** A call whose command may not be known. */
export interface UnclearCall extends Omit<Call, 'command'> {
  readonly command: CommandName | null;
}

/**
 * Returns the step that repeats the call, with a value or a placeholder for each option that was
 * missing or wrong.
 */
function fixInputs(error: InvalidInputsError, call: Call): NextStep {
  if (error.code === 'key_missing') {
    return toTextStep('Set MINIAPPS_API_KEY to the API key, or name its file with --key-file.');
  }
  const wrong = error.inputs.map(({ input }) => input);
  const isFixable = wrong.every((name) => name !== 'folder' && takesOption(call.command, name));
  if (!isFixable) return toTextStep('Set what is missing, and correct what is invalid.');
  const options = { ...call.given };
  for (const name of wrong) options[name] = suggestValue(name, call);
  const next = { command: call.command, options };
  if (error.code === 'terms_missing') {
    return toPersonStep(stepTable.accept_terms.text, next, call.shell);
  }
  if (wrong.includes('confirm')) {
    const text =
      'Delete the app, which cannot be undone. Only the owner of the app can decide this, so ask the owner.';
    return toPersonStep(text, next, call.shell);
  }
  return toStep('Run it again with valid values.', next, call.shell);
}

/**
 * Returns a value for an option that is missing or wrong: for the slug, a corrected form of the
 * given one, or the name of the folder; otherwise a placeholder.
 */
function suggestValue(name: string, { given, secrets, cwd }: Call): string {
  if (name === 'slug') {
    const meant = (given['slug'] ?? '').toLowerCase().replaceAll(/[ _]/g, '-');
    if (isPlainSlug(meant, secrets)) return meant;
    if (given['folder']) return suggestSlug(resolve(cwd(), given['folder']));
  }
  return optionTable.get(name)?.value || `<${name}>`;
}

/**
 * Makes a step. If somebody has to decide its call, the step is for a person, and its text asks for
 * the decision.
 */
function toStep(text: string, next: NextCall | null, shell: Shell): NextStep {
  if (next === null) return toTextStep(text);
  if (bindsSomebody(next)) return toPersonStep(`${text} ${onlyTheOwner}`, next, shell);
  return toCallStep(text, listWords(next.command, next.options), shell);
}

/** Makes a step for a person. The text must already ask for the decision. */
function toPersonStep(text: string, next: NextCall | null, shell: Shell): NextStep {
  if (next === null) return { ...toTextStep(text), by: 'person' };
  const step = toCallStep(text, listWords(next.command, next.options), shell);
  return { ...step, by: 'person' };
}

/** True if a call submits an app, ends a review, or deletes an app: somebody has to decide that. */
function bindsSomebody({ command, options }: NextCall): boolean {
  if (command === 'submit' || command === 'withdraw' || command === 'delete') return true;
  const submits = takesOption(command, 'submit') && options['submit'] === 'true';
  return submits || options['on-in-review'] === 'replace';
}

/**
 * Returns the words of a call: the given options that the command takes, and a placeholder for each
 * option that it needs and that neither the call nor a variable has.
 */
export function listWords(command: CommandName, options: OptionTexts): readonly string[] {
  const words = ['npx', 'miniapp-deploy', command];
  const usage = findCommand(command)?.folder ?? '';
  if (usage !== '') {
    const placeholder = usage.startsWith('<') ? '<folder>' : '';
    for (const folder of splitLines(options['folder'] || placeholder)) {
      words.push(toPathArgument(folder));
    }
  }
  for (const option of listOptions(command)) {
    const { name, type, variable, value } = option;
    if (name === 'folder') continue;
    const placeholder = needsOption(command, name) && variable === null ? value : '';
    for (const text of splitLines(options[name] || placeholder)) {
      if (type === 'boolean') words.push(`--${name}`);
      else if (text.startsWith('-') && text !== '-') words.push(`--${name}=${text}`);
      else words.push(`--${name}`, text);
    }
  }
  return words;
}

function redactOptions(options: OptionTexts, redact: (text: string) => string): OptionTexts {
  const entries = Object.entries(options).map(([name, text]) => [name, redact(text)]);
  return Object.fromEntries(entries);
}
