/** The doctor's report, as text and as data. */
import { isRead } from '../../src/api/policy.ts';
import { maxApps } from '../../src/app/app.ts';
import type { Problem } from '../../src/app/problem.ts';
import { cutText, toPrintable } from '../../src/text/escape.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  joinTexts,
  joinWords,
  toSentence,
  wrapText,
} from '../../src/text/format.ts';
import type { Shell } from '../options/shell.ts';
import type { CommandResult } from '../output/envelope.ts';
import { listWords, type NextStep, toCallStep, toTextStep } from '../output/next-steps.ts';
import { docsUrl } from '../output/results.ts';
import { type Exchange, quoteExchange } from './exchange.ts';
import { type Finding, findPoints } from './points.ts';
import type { Rehearsal } from './rehearsal.ts';
import { type PlayedStep, stepWords } from './stage.ts';

type Redact = (text: string) => string;

const columns = 80;
/**
 * Maximum length of a paragraph of the report, in UTF-16 units: a service may respond with much
 * text.
 */
const maxParagraph = 400;
/** Maximum length of a text in the JSON, in UTF-16 units. */
const maxJsonText = 2_000;
/** Maximum number of problems of a folder that are listed. */
const maxFolderProblems = 5;

/** True if create, deploy, deploy again and delete work, and the app is gone. */
export function canDeploy(rehearsal: Rehearsal): boolean {
  const { works } = rehearsal;
  const allWork = works.create && works.deploy && works.again && works.delete;
  return allWork === true && !rehearsal.isLeft;
}

/**
 * Returns the result in one sentence, such as `create, deploy, deploy again, update and delete
 * work; a submission was not tried`.
 */
export function toHeadline(rehearsal: Rehearsal): string {
  if (rehearsal.hasUnknownReads)
    return 'the response to a read of an app is not understood, so no change can be verified';
  const { works } = rehearsal;
  const results = new Map([
    ['create', works.create],
    ['deploy', works.deploy],
    ['deploy again', works.again],
    ['update', works.update],
    ['delete', works.delete],
    // A submission should be refused, because its terms do not exist.
    ['a submission', isSubmitted(rehearsal) ? true : null],
  ]);
  const names = [...results.keys()];
  const failed = names.filter((name) => results.get(name) === false);
  const working = names.filter((name) => results.get(name) === true);
  const untried = names.filter((name) => results.get(name) === null);
  const parts = [
    toNamesClause(failed, 'does not work', 'do not work'),
    toNamesClause(working, 'works', 'work'),
    toNamesClause(untried, 'was not tried', 'were not tried'),
  ];
  return joinTexts(parts, '; ');
}

function toNamesClause(names: readonly string[], one: string, several: string): string {
  if (names.length === 0) return '';
  return `${joinWords(names)} ${names.length === 1 ? one : several}`;
}

/** Returns the first failure; null if the action can deploy. */
export function findFailure(rehearsal: Rehearsal): StepFailure | null {
  if (canDeploy(rehearsal)) return null;
  for (const step of rehearsal.steps.values()) {
    const failure = explainStep(step, rehearsal);
    if (failure !== null) return failure;
  }
  return null;
}

/** Returns the result of the command, for programs. */
export function toResult(rehearsal: Rehearsal, redact: Redact, shell: Shell): CommandResult {
  const { slug, address } = rehearsal;
  const failure = findFailure(rehearsal);
  const next: NextStep[] = [];
  if (rehearsal.isLeft) {
    const words = listWords('delete', { slug, confirm: slug, 'base-url': address });
    next.push({ ...toCallStep(`Delete the test app ${slug}.`, words, shell), by: 'person' });
  }
  if (failure !== null) next.push(toTextStep(redact(failure.next)));
  return {
    command: 'doctor',
    outcome: canDeploy(rehearsal) ? 'rehearsed' : 'failed',
    code: failure?.code ?? null,
    help: failure && `${docsUrl}#${failure.code}`,
    message: `${address}: ${toHeadline(rehearsal)}`,
    next,
    own: { doctor: toData(rehearsal, redact) },
  };
}

/** Returns the report as data. */
export function toData(rehearsal: Rehearsal, redact: Redact): object {
  const findings = findPoints(rehearsal);
  const steps = Array.from(rehearsal.steps, ([name, step]) => {
    return [name, { outcome: step.report.outcome, ...explainStep(step, rehearsal) }] as const;
  });
  const data = {
    headline: toHeadline(rehearsal),
    works: rehearsal.works,
    address: rehearsal.address,
    slug: rehearsal.slug,
    interrupted: rehearsal.isInterrupted,
    left: rehearsal.isLeft,
    warnings: listRehearsalWarnings(rehearsal),
    steps: Object.fromEntries(steps),
    free_apps: countFreeSlots(rehearsal),
    requests: rehearsal.exchanges.length,
    changes: countChanges(rehearsal),
    seconds: Math.round(rehearsal.milliseconds / 1000),
    assume: listSwitches(findings),
    points: findings,
  };
  const clean = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? cutText(redact(value), maxJsonText) : value;
  return JSON.parse(JSON.stringify(data, clean));
}

/**
 * Returns the report as text of at most 80 columns. With `isVerbose` it lists every point, with its
 * place in the code.
 */
export function printRehearsal(rehearsal: Rehearsal, redact: Redact, isVerbose: boolean): string {
  const headline = [`${rehearsal.address}: ${toHeadline(rehearsal)}.`];
  if (rehearsal.isInterrupted) headline.push('The rehearsal was interrupted.');
  // The command to delete the app is on a separate line, to be copied.
  const warnings = listRehearsalWarnings(rehearsal).map((warning) => {
    return `WARNING: ${warning}`.split(/(?<=:) (?=miniapp)/);
  });
  const requests = formatCount(rehearsal.exchanges.length, 'request');
  const duration = formatDuration(rehearsal.milliseconds);
  const changes = formatCount(countChanges(rehearsal), 'change');
  const steps = [`What the action did (${requests} in ${duration}, with ${changes}):`];
  for (const step of rehearsal.steps.values()) steps.push(...printStep(step, rehearsal));
  const points = printPoints(findPoints(rehearsal), isVerbose);
  const blocks: readonly (readonly string[])[] = [headline, ...warnings, steps, points];
  const texts = blocks.map((paragraphs) => {
    return paragraphs.flatMap((paragraph) => wrapParagraph(paragraph, redact)).join('\n');
  });
  return `${texts.join('\n\n')}\n`;
}

/**
 * Makes a paragraph printable and breaks it into lines. They are indented like the text of the
 * first line.
 */
function wrapParagraph(paragraph: string, redact: Redact): readonly string[] {
  const text = paragraph.trimStart();
  const indent = ' '.repeat(paragraph.length - text.length);
  const printable = toPrintable(cutText(redact(text), maxParagraph));
  const mark = /^(ok|FAILS|-) +/.exec(printable)?.[0] ?? '';
  const lines = wrapText(printable.slice(mark.length), columns - indent.length - mark.length);
  return lines.map((line, index) => {
    return `${indent}${index === 0 ? mark : ' '.repeat(mark.length)}${line}`;
  });
}

/** Returns the lines about a step: whether it worked, and why it failed. */
function printStep(step: PlayedStep, rehearsal: Rehearsal): readonly string[] {
  const { works, hasUnknownReads } = rehearsal;
  const isDeploy = step.name === 'deploy';
  // If no app was created, the deletion only confirmed that no app exists.
  if (step.name === 'delete' && works.delete === null && !hasUnknownReads) return [];
  const lines: string[] = [];
  if (isDeploy && works.create) lines.push('  ok     create a new app');
  const failure = explainStep(step, rehearsal);
  if (failure === null) {
    lines.push(`  ok     ${describeStep(step, rehearsal)}`);
    return lines;
  }
  let words = describeStep(step, rehearsal);
  if (isDeploy && hasUnknownReads) words = 'read the new app';
  else if (isDeploy && works.create === false) words = 'create a new app';
  lines.push(`  FAILS  ${words}`);
  if (failure.said !== null) lines.push(`         The service responded: ${failure.said}`);
  const message = toSentence(failure.message);
  if (isDeploy && hasUnknownReads) {
    lines.push(`         ${message} ${failure.next}`);
  } else if (isDeploy && takesOtherForm(rehearsal)) {
    lines.push(`         A run would report: ${message}`, `         ${failure.next}`);
  } else {
    lines.push(`         A run would report: ${message} ${failure.next}`);
  }
  for (const problem of step.report.problems.slice(0, maxFolderProblems)) {
    lines.push(`         - ${describeFolderProblem(problem)}`);
  }
  return lines;
}

/** Describes a problem in one line, such as `index.html:12: The tag is not closed. Close it.` */
function describeFolderProblem(problem: Problem): string {
  const place = joinTexts([problem.path, problem.line], ':');
  const words = joinTexts([problem.message, problem.fix], ' ');
  return joinTexts([place, words], ': ');
}

/** Returns what was done in a step, and its result. */
function describeStep(step: PlayedStep, rehearsal: Rehearsal): string {
  const words = stepWords[step.name];
  const isUnchanged = step.report.outcome === 'unchanged';
  switch (step.name) {
    case 'deploy': {
      const files = formatCount(step.report.fileCount ?? 0, 'file');
      return `${words} ${files}, ${formatBytes(step.report.byteCount ?? 0)}`;
    }
    case 'same':
      if (isUnchanged) return `${words}: nothing was sent, because nothing differs`;
      return `${words}: it was sent again, although nothing differs`;
    case 'again':
      return isUnchanged ? `${words}: no difference was seen` : words;
    case 'update':
      return isUnchanged ? `${words}: reads do not show the tagline` : words;
    case 'field':
      return `${words}: ${describeRefusal(step, 'invalid fields are not detected')}`;
    case 'terms': {
      const refusal = describeRefusal(step, 'the app was sent for review');
      return isRefusedAsExpected(step)
        ? `${words}: ${refusal}; ${describeTerms(step)}`
        : `${words}: ${refusal}`;
    }
    case 'status': {
      const status = step.report.app?.status ?? '';
      return status === '' ? words : `${words}: ${status}`;
    }
    case 'list': {
      const free = countFreeSlots(rehearsal);
      return free === null ? words : `${words}: ${free} of ${maxApps} slots are free`;
    }
    case 'delete':
      return words;
  }
}

/**
 * Describes the response to a request that the service must refuse. `meaning` completes the
 * sentence "it was accepted, so …".
 */
function describeRefusal(step: PlayedStep, meaning: string): string {
  if (step.report.failure === null) return `it was accepted, so ${meaning}`;
  const status = step.exchanges.findLast((exchange) => exchange.status !== null)?.status ?? null;
  if (status === null) return 'no response';
  if (isRefusedAsExpected(step)) return `rejected with ${status}, as expected`;
  return `responded with ${status}, which is inconclusive`;
}

function describeTerms(step: PlayedStep): string {
  const { termsRequired } = step.report;
  if (termsRequired === null) return 'it does not name the terms that it asks for';
  return `it asks for the terms ${termsRequired}`;
}

/** True if a step sends something invalid, and the service rejected it. */
function isRefusedAsExpected(step: PlayedStep): boolean {
  const isInvalid = step.name === 'field' || step.name === 'terms';
  return isInvalid && step.report.outcome === 'rejected';
}

/** The reason why a step failed. */
interface StepFailure {
  readonly code: string;
  /** The message that a run of the action would report. */
  readonly message: string;
  /** The advice, usually the same as in such a run. */
  readonly next: string;
  /** The request and the service's response; null if the failure has no response to show. */
  readonly said: string | null;
}

/** Returns the reason why a step failed; null if it did not fail. */
function explainStep(step: PlayedStep, rehearsal: Rehearsal): StepFailure | null {
  const { failure } = step.report;
  if (failure === null || isRefusedAsExpected(step)) return null;
  const { code, message } = failure;
  let { next } = failure;
  // The advice of a run is to call the doctor, which makes no sense here.
  if (step.name === 'deploy' && takesOtherForm(rehearsal)) next = otherFormAdvice;
  let shown = step.exchanges.findLast((exchange) => {
    return !exchange.isAccepted && !isMissingApp(exchange);
  });
  // Every request was accepted, but no read showed the change.
  if (code === 'unverified') shown ??= step.exchanges.findLast(isChange);
  return { code, message, next, said: shown === undefined ? null : quoteExchange(shown) };
}

const otherFormAdvice =
  'The service probably takes a folder in another form, which the action does not know. Report it in an issue of the action, with the file of --transcript.';

/** True if the service refused the first deploy, probably because of the form of its body. */
function takesOtherForm(rehearsal: Rehearsal): boolean {
  return findPoints(rehearsal).some((finding) => {
    return finding.id === 'deploy_body' && finding.result === 'differs';
  });
}

/** True if a read got a 404. It is not a failure: the app does not exist yet, or no longer. */
function isMissingApp(exchange: Exchange): boolean {
  const isRefused = exchange.result === 'refused' && exchange.status === 404;
  return isRefused && !isChange(exchange);
}

function isChange(exchange: Exchange): boolean {
  return !isRead(exchange.operation);
}

/** Returns how many apps the account can still have; null if that is not known. */
function countFreeSlots(rehearsal: Rehearsal): number | null {
  const apps = rehearsal.steps.get('list')?.report.apps ?? null;
  if (apps === null) return null;
  const others = apps.filter((app) => app.slug !== rehearsal.slug);
  return Math.max(0, maxApps - others.length);
}

function countChanges(rehearsal: Rehearsal): number {
  return rehearsal.exchanges.filter(isChange).length;
}

/** Returns the switches that make the sandbox behave like this service. */
function listSwitches(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) => finding.assume).filter((assume) => assume !== null);
}

/** Returns the paragraphs about the open points: those that differ, and with `isVerbose` all. */
function printPoints(findings: readonly Finding[], isVerbose: boolean): readonly string[] {
  const differing = findings.filter((finding) => finding.result === 'differs');
  const unseen = findings.filter((finding) => finding.result === 'not seen');
  const seenCount = findings.length - unseen.length;
  const matching = seenCount - differing.length;
  const total = `${matching} of the ${formatCount(seenCount, 'undocumented behavior')} that could be observed are as expected.`;
  if (isVerbose) {
    const others = findings.filter((finding) => finding.result !== 'differs');
    const lines = [...differing, ...others].map(describeFinding);
    return [total, ...lines, describeSandbox(listSwitches(findings))];
  }
  const lines = differing.map((finding) => {
    const { assumed, means, seen } = finding;
    return `  - Expected: ${assumed}. It is different here. ${means} Observed: ${seen}`;
  });
  if (unseen.length > 0) {
    const count = formatCount(unseen.length, 'other');
    lines.push(`${count} could not be observed; --verbose shows what each needs.`);
  }
  if (differing.length > 0)
    lines.push('--verbose names the place in the code for each difference.');
  return [total, ...lines];
}

function describeFinding(finding: Finding): string {
  const { seen } = finding;
  const head = `  - ${finding.id}, ${finding.result}: ${finding.assumed}.`;
  if (finding.result === 'not seen') return `${head} Needs: ${seen}`;
  if (finding.result === 'confirmed') return `${head} Observed: ${seen}`;
  const parts = [head, finding.means, `To change: ${finding.where}.`];
  if (finding.assume !== null) parts.push(`Sandbox: --assume ${finding.assume}.`);
  parts.push(`Observed: ${seen}`);
  return parts.join(' ');
}

/** Returns the commands that make the sandbox behave like this service; empty if there are none. */
function describeSandbox(switches: readonly string[]): string {
  if (switches.length === 0) return '';
  const flags = switches.map((assume) => ` --assume ${assume}`).join('');
  return `To run the sandbox like this service, and tests against it: npm run sandbox --${flags}; npm run test:action --${flags}`;
}

/**
 * Returns the warnings for the owner of the account: about an app that was submitted or is left.
 */
function listRehearsalWarnings(rehearsal: Rehearsal): readonly string[] {
  const { slug } = rehearsal;
  const warnings: string[] = [];
  if (isSubmitted(rehearsal))
    warnings.push(
      `The service accepted terms that do not exist: the app ${slug} was sent for review.`,
    );
  if (rehearsal.isLeft) {
    const deletion = `miniapp-deploy delete --slug ${slug} --confirm ${slug}`;
    warnings.push(`The app ${slug} may still exist. Delete it: ${deletion}`);
  }
  return warnings;
}

function isSubmitted(rehearsal: Rehearsal): boolean {
  return rehearsal.steps.get('terms')?.report.outcome === 'submitted';
}
