import { resolve } from 'node:path';
import { InvalidInputsError } from '../model/inputs.ts';
import type { NextStep } from '../model/next-step.ts';
import type { CleanReport } from '../report/clean.ts';
import { commandTable, optionTable } from './arguments.ts';
import { suggestSlug } from './slug.ts';

/** Texts by the names of options. */
type Values = Readonly<Record<string, string>>;

/** A call of `miniapp-deploy`. */
export interface Call {
  readonly command: string;
  /** What its options say, and the folders, without what the environment says in their place. */
  readonly given: Values;
  /** True where the environment names the app. */
  readonly hasSlug?: boolean;
}

/** Most steps of a run of several apps. */
const maxSteps = 10;

/** What only a person decides, and why. */
const words = {
  terms: 'Only the owner of the account can accept the developer terms: ask. Then name the version that was accepted.',
  submit:
    'Submit the draft for review. Only the owner of the account can accept the developer terms and decide this: ask. A rejection is final for the slug.',
  replace: 'Or replace what is in review, which ends that review. Only the owner of the app can decide this: ask.',
  remove: 'Delete the app, which cannot be undone. Only its owner can decide this: ask.',
  send: 'Make the changes that the dry run planned.',
  binds: 'Only the owner of the app can decide this: ask.',
};

/** The steps after a run that has something to report: those of each app, of a run in which some failed those of the failed. */
export function listNextSteps(reports: readonly CleanReport[], call: Call): readonly NextStep[] {
  const failed = reports.filter(({ result }) => result.level === 'error');
  const steps = (failed.length > 0 ? failed : reports).flatMap((report) => {
    const { folder, facts } = report;
    const own = { folder: folder ?? '', slug: facts.slug ?? '' };
    return findSteps(report, reports.length === 1 ? call : { ...call, given: { ...call.given, ...own } });
  });
  const once = new Map(steps.map((step) => [JSON.stringify(step), step]));
  return [...once.values()].slice(0, maxSteps);
}

/** The steps after a call that could not be understood. */
export function listFixes(error: unknown, call: Call): readonly NextStep[] {
  if (!(error instanceof InvalidInputsError)) {
    return [anyone('See the help.', ['npx miniapp-deploy', call.command, '--help'].filter(Boolean).join(' '))];
  }
  const isTerms = error.code === 'terms_missing';
  const isDelete = error.inputs.some(({ input }) => input === 'confirm');
  const missing = error.inputs.filter(({ input }) => takes(call.command, input) && input !== 'folder');
  if (missing.length < error.inputs.length) return [anyone('Set what is missing, and fix what is wrong.', null)];
  const more = Object.fromEntries(missing.map(({ input }) => [input, suggest(input, call)]));
  const run = writeCall(call.command, { ...call.given, ...more });
  if (isTerms) return [person(words.terms, run)];
  return [isDelete ? person(words.remove, run) : anyone('Run it with values that can be used.', run)];
}

/** A value for what is missing: the slug that the folder suggests, else a placeholder. */
function suggest(input: string, { given }: Call): string {
  const { folder = '' } = given;
  return input === 'slug' && folder !== '' ? suggestSlug(resolve(folder)) : `<${toPlaceholder(input)}>`;
}

function toPlaceholder(input: string): string {
  return { 'base-url': 'url', 'terms-version': 'version', confirm: 'slug' }[input] ?? input;
}

/** A report, and the calls that may follow it. */
interface Ended {
  readonly report: CleanReport;
  readonly command: string;
  readonly given: Values;
  /** Another command with the arguments of this call, without a submission. */
  readonly call: (name: string, more?: Values) => string;
  /** The same command, or the one that is named, with other arguments. */
  readonly repeat: (more: Values, name?: string) => string;
}

type Steps = (ended: Ended) => readonly NextStep[];

function findSteps(report: CleanReport, { command, given, hasSlug = false }: Call): readonly NextStep[] {
  const known = given['slug'] || hasSlug ? (given['slug'] ?? '') : report.facts.slug;
  const nameApp = (name: string): Values => ({ slug: known ?? (requires(name, 'slug') ? '<slug>' : '') });
  const noReview = { submit: '', 'terms-version': '' };
  const ended: Ended = {
    ...{ report, command, given },
    call: (name, more = {}) => writeCall(name, { ...given, ...nameApp(name), ...noReview, 'dry-run': '', ...more }),
    repeat: (more, name = command) => writeCall(name, { ...given, ...nameApp(name), ...more }),
  };
  const { result, outcome } = report;
  if (result.level === 'error') return (afterFailures[result.code ?? ''] ?? say)(ended);
  if (outcome.kind === 'planned') return afterDryRun(ended);
  if (outcome.kind === 'skipped') return outcome.skipReason === 'in-review' ? waitOrReplace(ended) : [];
  if (outcome.kind === 'created') return [anyone('Deploy the folder.', ended.call('deploy'))];
  return (afterStatus[report.facts.app?.status ?? ''] ?? (() => []))(ended);
}

const say: Steps = ({ report }) => [anyone(report.result.next, null)];

const look: Steps = ({ report, command, call }) => {
  const run = command === 'status' || report.facts.slug === null ? null : call('status', { 'wait-for-review': '' });
  return [anyone(report.result.next, run)];
};

const listApps: Steps = ({ report, call }) => [anyone(report.result.next, call('list'))];

const deployFirst: Steps = ({ report, call }) => [anyone(report.result.next, call('deploy'))];

const fixProblems: Steps = ({ command, call }) => {
  return [anyone('Fix the problems, each of which says how.', command === 'check' ? null : call('check'))];
};

const createFirst: Steps = (ended) => {
  const { report, command, repeat } = ended;
  return takes(command, 'create') ? [anyone(report.result.next, repeat({ create: 'true' }))] : listApps(ended);
};

const rename: Steps = ({ report, repeat }) => [anyone(report.result.next, repeat({ slug: '<new-slug>' }))];

const deployAnew: Steps = ({ call }) => {
  const run = call('deploy', { slug: '<new-slug>', create: 'true' });
  return [anyone('Deploy a corrected app under a new slug.', run)];
};

const waitForReview: Steps = ({ call }) => {
  return [anyone('Wait for the review result.', call('status', { 'wait-for-review': '60' }))];
};

const waitOrReplace: Steps = (ended) => {
  const run = ended.repeat({ 'on-in-review': 'replace' });
  return [...waitForReview(ended), person(words.replace, run)];
};

const acceptTerms: Steps = ({ repeat }) => [person(words.terms, repeat({ 'terms-version': '<version>' }))];

const compare: Steps = (ended) => {
  const { report, given, call } = ended;
  return given['folder'] ? [anyone(report.result.next, call('plan'))] : look(ended);
};

const submitDraft: Steps = ({ given, call }) => {
  const version = given['terms-version'] || '<version>';
  return [person(words.submit, call('submit', { 'terms-version': version }))];
};

/** By code. After any other failure there is advice, and no call that would help. */
const afterFailures: Readonly<Record<string, Steps>> = {
  ...{ offline_problems: fixProblems, folder_rejected: fixProblems, field_rejected: fixProblems },
  ...{ app_missing: createFirst, not_found: createFirst, app_exists: deployFirst, draft_differs: deployFirst },
  ...{ draft_changed: compare, address_taken: rename, too_many_apps: listApps },
  ...{ terms_required: acceptTerms, in_review: waitOrReplace },
  ...{ not_approved: deployAnew, final_not_approved: deployAnew, review_rejected: deployAnew },
  taken_down: ({ report }) => [person(report.result.next, null)],
  ...{ unverified: look, review_withdrawn: look, cancelled: look, deadline: look, unknown_state: look },
  too_many_changes: look,
};

/** By the status of the app, where the run did what it was asked for. */
const afterStatus: Readonly<Record<string, Steps>> = {
  draft: submitDraft,
  published_with_unreviewed_changes: submitDraft,
  in_review: waitForReview,
  not_approved: deployAnew,
  taken_down: () => [person("Read the reviewer's note, and contact the service's support.", null)],
};

function afterDryRun(ended: Ended): readonly NextStep[] {
  const { report, command, call, repeat } = ended;
  const { outcome, facts } = report;
  const plan = outcome.kind === 'planned' ? outcome.plan : null;
  if (plan === null) return [anyone('Compare the folder with the draft.', call('plan'))];
  if (plan.do === 'skip') return waitOrReplace(ended);
  if (plan.do === 'nothing') return (afterStatus[facts.app?.status ?? ''] ?? (() => []))(ended);
  const run = repeat({ 'dry-run': '' }, command === 'plan' ? 'deploy' : command);
  return [facts.app?.status === 'in_review' ? person(`${words.send} ${words.binds}`, run) : anyone(words.send, run)];
}

/** A step for anyone, unless its call binds somebody. */
function anyone(text: string, run: string | null): NextStep {
  const binds = / (?:submit|delete) | --submit(?: |$)| --on-in-review replace/.test(run?.replace(/ --help$/, '') ?? '');
  return binds ? person(`${text} ${words.binds}`, run) : { text, run, by: 'anyone' };
}

function person(text: string, run: string | null): NextStep {
  return { text, run, by: 'person' };
}

function requires(command: string, option: string): boolean {
  const row = commandTable.find(({ name }) => name === command);
  return row?.required?.some((name) => name === option) ?? false;
}

function takes(command: string, option: string): boolean {
  const row = commandTable.find(({ name }) => name === command);
  return row?.options.some((name) => name === option) ?? false;
}

/** A command line of what the command takes of these values. */
export function writeCall(command: string, values: Values): string {
  const row = commandTable.find(({ name }) => name === command);
  if (row === undefined) return `npx miniapp-deploy ${command}`;
  const folders =
    row.folder === '' ? [] : (values['folder'] || (row.folder.startsWith('<') ? '<folder>' : '')).split('\n');
  const options = row.options.flatMap((name) => {
    const value = values[name] ?? '';
    if (value === '' || name === 'folder') return [];
    if (optionTable.get(name)?.type === 'boolean') return [`--${name}`];
    return value
      .split('\n')
      .map((line) => (line.startsWith('-') && line !== '-' ? `--${name}=${quote(line)}` : `--${name} ${quote(line)}`));
  });
  const words = ['npx miniapp-deploy', command, ...folders.filter((folder) => folder !== '').map(quote), ...options];
  return words.join(' ');
}

/** A word as a shell takes it; a placeholder stays as it is. */
function quote(word: string): string {
  if (/^(?:[\w@%+=:,./-]+|<[a-z-]+>)$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
