import { resolve } from 'node:path';
import { InvalidInputsError } from '../src/model/inputs.ts';
import { cleanTexts, type RedactedReport } from '../src/report/redact-report.ts';
import { splitLines } from '../src/text/escape.ts';
import { createRedact } from '../src/text/secrets.ts';
import { UsageError } from './command-request.ts';
import { findCommand } from './command-table.ts';
import { isPlainSlug } from './guesses.ts';
import { listOptions, optionTable } from './options.ts';
import { suggestSlug } from './slug.ts';

/** What to do after a command. */
export interface NextStep {
  /** In full sentences. */
  readonly text: string;
  /**
   * A command line that works as it stands once its `<placeholders>` are filled in; null where no
   * command helps. It never holds the key, and is never the call that just failed.
   */
  readonly run: string | null;
  /**
   * `person` for what binds somebody: terms, a submission, replacing what is in review, deleting.
   */
  readonly by: 'anyone' | 'person';
}

/** Texts by the names of options. */
type Values = Readonly<Record<string, string>>;

/** A call of `miniapp-deploy`. */
export interface Call {
  readonly command: string;
  /** The options and folders of the command line; nothing from the environment. */
  readonly given: Values;
  /** True where the environment names the app. */
  readonly hasSlug?: boolean;
  /** What is not repeated, even in part. */
  readonly secrets: readonly string[];
}

/** Most steps of a run of several apps. */
const maxSteps = 10;

/** What only a person decides, and why. */
const decisions = {
  terms:
    'Only the owner of the account can accept the developer terms: ask. Then name the version that was accepted.',
  submit:
    'Submit the draft for review. Only the owner of the account can accept the developer terms and decide this: ask. A rejection is final for the slug.',
  replace:
    'Or replace what is in review, which ends that review. Only the owner of the app can decide this: ask.',
  remove: 'Delete the app, which cannot be undone. Only its owner can decide this: ask.',
  send: 'Make the changes that the dry run planned.',
  binds: 'Only the owner of the app can decide this: ask.',
};

/**
 * The steps after a run that has something to report: those of each app that failed, or of each app
 * where none did.
 */
export function listNextSteps(reports: readonly RedactedReport[], call: Call): readonly NextStep[] {
  const failed = reports.filter(({ result }) => result.level === 'error');
  if (
    failed.length > 1 &&
    takes(call.command, 'create') &&
    failed.every(({ result }) => result.code === 'app_missing')
  )
    return [
      anyone(
        'Create the apps that do not exist yet.',
        writeCall(call.command, { ...call.given, create: 'true' }),
      ),
    ];
  const steps = (failed.length > 0 ? failed : reports).flatMap((report) => {
    const { folder, facts } = report;
    const own = { folder: folder ?? '', slug: facts.slug ?? '' };
    return findSteps(
      report,
      reports.length === 1 ? call : { ...call, given: { ...call.given, ...own } },
    );
  });
  const once = new Map(steps.map((step) => [JSON.stringify(step), step]));
  return [...once.values()].slice(0, maxSteps);
}

/** The steps after a call that could not be understood. */
export function listFixes(error: unknown, call: Call): readonly NextStep[] {
  if (!(error instanceof InvalidInputsError)) {
    const meant = error instanceof UsageError ? error.meant : null;
    if (meant !== null && meant.given !== null) {
      const given = cleanTexts(meant.given, createRedact(call.secrets));
      return [anyone('Name the app with --slug.', writeCall(meant.command, given))];
    }
    return [
      anyone(
        'See the help.',
        ['npx miniapp-deploy', call.command, '--help'].filter(Boolean).join(' '),
      ),
    ];
  }
  const missing = error.inputs.filter(
    ({ input }) => takes(call.command, input) && input !== 'folder',
  );
  if (missing.length < error.inputs.length)
    return [anyone('Set what is missing, and fix what is wrong.', null)];
  const more = Object.fromEntries(missing.map(({ input }) => [input, suggest(input, call)]));
  const run = writeCall(call.command, { ...call.given, ...more });
  if (error.code === 'terms_missing') return [person(decisions.terms, run)];
  const isDelete = error.inputs.some(({ input }) => input === 'confirm');
  return [
    isDelete ? person(decisions.remove, run) : anyone('Run it with values that can be used.', run),
  ];
}

/**
 * A value for what is missing or wrong: the slug that was meant, or that the folder suggests, else
 * a placeholder.
 */
function suggest(input: string, { given, secrets }: Call): string {
  const { folder = '', slug = '' } = given;
  const meant = slug.toLowerCase().replaceAll(/[ _]/g, '-');
  if (input === 'slug' && isPlainSlug(meant, secrets)) return meant;
  if (input === 'slug' && folder !== '') return suggestSlug(resolve(folder));
  return optionTable.get(input)?.value || `<${input}>`;
}

/** A run that has ended, and the calls that may follow it. */
interface EndedCall extends Call {
  readonly report: RedactedReport;
  /** Another command with the arguments of this call, without a submission. */
  readonly call: (name: string, more?: Values) => string;
  /** The same command, or the one that is named, with other arguments. */
  readonly repeat: (more: Values, name?: string) => string;
}

type Steps = (ended: EndedCall) => readonly NextStep[];

function findSteps(report: RedactedReport, asked: Call): readonly NextStep[] {
  const { command, given, hasSlug = false } = asked;
  const known = given['slug'] || hasSlug ? (given['slug'] ?? '') : report.facts.slug;
  const chooseSlug = (name: string): Values => ({
    slug: known ?? (requires(name, 'slug') ? '<slug>' : ''),
  });
  const noReview = { submit: '', 'terms-version': '', 'wait-for-review': '' };
  const ended: EndedCall = {
    ...asked,
    report,
    call: (name, more = {}) =>
      writeCall(name, { ...given, ...chooseSlug(name), ...noReview, 'dry-run': '', ...more }),
    repeat: (more, name = command) => writeCall(name, { ...given, ...chooseSlug(name), ...more }),
  };
  const { result, outcome } = report;
  const [afterFailure] = afterFailures.find(([, ...codes]) =>
    codes.includes(result.code ?? ''),
  ) ?? [adviseOnly];
  if (result.level === 'error') return afterFailure(ended);
  if (outcome.kind === 'planned') return afterDryRun(ended);
  if (outcome.kind === 'skipped')
    return outcome.skipReason === 'in-review' ? waitOrReplace(ended) : [];
  if (outcome.kind === 'created') return [anyone('Deploy the folder.', ended.call('deploy'))];
  return followStatus(ended);
}

/** The advice of the result, with the call that follows it. */
function adviseCall(write: (ended: EndedCall) => string | null): Steps {
  return (ended) => [anyone(ended.report.result.next, write(ended))];
}

const adviseOnly = adviseCall(() => null);
const seeApps = adviseCall(({ call }) => call('list'));
const deployFirst = adviseCall(({ call }) => call('deploy'));
const rename = adviseCall(({ repeat }) => repeat({ slug: '<new-slug>' }));
const createFirst = adviseCall(({ command, call, repeat }) =>
  takes(command, 'create') ? repeat({ create: 'true' }) : call('list'),
);

const look: Steps = (ended) => {
  const { report, command, call } = ended;
  if (command === 'status' || report.facts.slug === null) return [anyone(report.result.next, null)];
  return [anyone(`See first what the app is now. Then: ${report.result.next}`, call('status'))];
};

/** A name that is no folder may be that of the app. */
const nameApp: Steps = ({ report, command, given, secrets, repeat }) => {
  const { folder = '', slug } = given;
  const { next } = report.result;
  if (slug || !requires(command, 'slug') || !isPlainSlug(folder, secrets))
    return [anyone(next, null)];
  const run = repeat({ folder: '', slug: folder });
  return [
    anyone(`${next} If ${folder} is the slug of the app, name it with --slug ${folder}.`, run),
  ];
};

const seePlan = adviseCall(({ call }) => call('plan'));
const compare: Steps = (ended) => (ended.given['folder'] ? seePlan : look)(ended);

const fixProblems: Steps = ({ command, call }) => {
  return [
    anyone('Fix the problems, each of which says how.', command === 'check' ? null : call('check')),
  ];
};

/** A request for changes is no final rejection. */
const deployChanges: Steps = (ended) => {
  if (ended.report.facts.changed) return submitDraft(ended);
  return [
    anyone(
      'Make the changes that the reviewer requests, and deploy the folder.',
      ended.call('deploy'),
    ),
  ];
};

const deployAnew: Steps = (ended) => {
  const { report, call } = ended;
  if (report.facts.app?.status === 'changes_requested') return deployChanges(ended);
  const run = call('deploy', { slug: '<new-slug>', create: 'true' });
  return [anyone('Deploy a corrected app under a new slug.', run)];
};

const waitForReview: Steps = ({ call }) => {
  return [anyone('Wait for the review result.', call('status', { 'wait-for-review': '60' }))];
};

const waitOrReplace: Steps = (ended) => {
  const run = ended.repeat(
    { 'on-in-review': 'replace' },
    ended.command === 'plan' ? 'deploy' : ended.command,
  );
  return [...waitForReview(ended), person(decisions.replace, run)];
};

const acceptTerms: Steps = ({ repeat }) => [
  person(decisions.terms, repeat({ 'terms-version': '<version>' })),
];

const submitDraft: Steps = ({ given, call }) => {
  const version = given['terms-version'] || '<version>';
  return [person(decisions.submit, call('submit', { 'terms-version': version }))];
};

/** The codes of failures. After any other there is advice, and no call that would help. */
const afterFailures: readonly (readonly [Steps, ...codes: readonly string[]])[] = [
  [fixProblems, 'offline_problems', 'folder_rejected', 'field_rejected'],
  [nameApp, 'folder_missing'],
  [createFirst, 'app_missing', 'not_found'],
  [deployFirst, 'app_exists', 'draft_differs'],
  [compare, 'draft_changed'],
  [rename, 'address_taken'],
  [seeApps, 'too_many_apps'],
  [acceptTerms, 'terms_required'],
  [waitOrReplace, 'in_review'],
  [deployAnew, 'not_approved', 'final_not_approved', 'review_rejected'],
  [({ report }) => [person(report.result.next, null)], 'taken_down'],
  [
    look,
    'unverified',
    'review_withdrawn',
    'cancelled',
    'deadline',
    'unknown_state',
    'too_many_changes',
  ],
];

/** By the status of the app, where the run did what it was asked for. */
const afterStatus: Readonly<Record<string, Steps>> = {
  draft: submitDraft,
  published_with_unreviewed_changes: submitDraft,
  in_review: waitForReview,
  not_approved: deployAnew,
  changes_requested: deployChanges,
  taken_down: () => [person("Read the reviewer's note, and contact the service's support.", null)],
};

const followStatus: Steps = (ended) =>
  afterStatus[ended.report.facts.app?.status ?? '']?.(ended) ?? [];

function afterDryRun(ended: EndedCall): readonly NextStep[] {
  const { report, command, call, repeat } = ended;
  const { outcome, facts } = report;
  const plan = outcome.kind === 'planned' ? outcome.plan : null;
  if (plan === null) return [anyone('Compare the folder with the draft.', call('plan'))];
  if (plan.do === 'skip') return waitOrReplace(ended);
  if (plan.do === 'nothing') return followStatus(ended);
  const run = repeat({ 'dry-run': '' }, command === 'plan' ? 'deploy' : command);
  return [
    facts.app?.status === 'in_review'
      ? person(`${decisions.send} ${decisions.binds}`, run)
      : anyone(decisions.send, run),
  ];
}

/** A step for anyone, or for a person where its call binds somebody. */
function anyone(text: string, run: string | null): NextStep {
  const binds = / (?:submit|delete) | --submit(?: |$)| --on-in-review replace/.test(
    run?.replace(/ --help$/, '') ?? '',
  );
  return binds ? person(`${text} ${decisions.binds}`, run) : { text, run, by: 'anyone' };
}

function person(text: string, run: string | null): NextStep {
  return { text, run, by: 'person' };
}

function requires(command: string, option: string): boolean {
  return optionTable.get(option)?.neededBy?.some((name) => name === command) ?? false;
}

function takes(command: string, option: string): boolean {
  return optionTable.get(option)?.commands.some((name) => name === command) ?? false;
}

/**
 * A command line of what the command takes of these values, with placeholders for what it needs
 * beside them and no variable has.
 */
export function writeCall(command: string, values: Values): string {
  const row = findCommand(command);
  const words = ['npx miniapp-deploy', command];
  const options = row === undefined ? [] : listOptions(row.name);
  const needed = row?.folder.startsWith('<') ? '<folder>' : '';
  if (row?.folder) words.push(...splitLines(values['folder'] || needed).map(quoteWord));
  for (const { name, type, value, variable } of options.filter(
    (option) => option.name !== 'folder',
  )) {
    const placeholder = requires(command, name) && variable === undefined ? value : '';
    for (const text of splitLines(values[name] || placeholder))
      words.push(type === 'boolean' ? `--${name}` : writeOption(name, text));
  }
  return words.join(' ');
}

function writeOption(name: string, value: string): string {
  return value.startsWith('-') && value !== '-'
    ? `--${name}=${quoteWord(value)}`
    : `--${name} ${quoteWord(value)}`;
}

/** A word as a shell takes it; a placeholder stays as it is. */
function quoteWord(word: string): string {
  if (/^(?:[\w@%+=:,./-]+|<[a-z-]+>)$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
