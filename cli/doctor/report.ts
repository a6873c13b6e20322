/** The doctor's report, as text and as data. */
import { isRead } from '../../src/api/policy.ts';
import { maxApps } from '../../src/model/app.ts';
import type { Problem } from '../../src/model/problem.ts';
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
import type { CommandResult } from '../envelope.ts';
import { listWords, type NextStep, toCallStep, toTextStep } from '../next-steps.ts';
import { docsUrl } from '../results.ts';
import type { Shell } from '../shell.ts';
import { type Exchange, quoteExchange } from './exchange.ts';
import { type Finding, findPoints } from './points.ts';
import type { Rehearsal } from './rehearsal.ts';
import { type PlayedStep, stepWords } from './stage.ts';

type Redact = (text: string) => string;

/** The width of the report. */
const columns = 80;
/** The longest paragraph of the report, in UTF-16 units: a service may respond with much text. */
const maxParagraph = 400;
/** The longest text in the JSON, in UTF-16 units. */
const maxJsonText = 2_000;
/** The most problems of a folder that are listed. */
const maxFolderProblems = 5;

/** True if create, deploy, deploy again and delete work, and the app is gone. */
export function canDeploy({ works, isLeft }: Rehearsal): boolean {
  return Boolean(works.create && works.deploy && works.again && works.delete) && !isLeft;
}

/**
 * Returns the result in one sentence, such as `create, deploy, deploy again, update and delete work;
 * a submission was not tried`.
 */
export function toHeadline(rehearsal: Rehearsal): string {
  if (rehearsal.hasUnknownReads)
    return 'the read of an app is not understood, so no change can be verified';
  // A submission should be refused, because its terms do not exist.
  const results = { ...rehearsal.works, 'a submission': isSubmitted(rehearsal) || null };
  const nameResults = (result: boolean | null): readonly string[] => {
    const names = Object.keys(results).filter((name) => Reflect.get(results, name) === result);
    return names.map((name) => name.replace('again', 'deploy again'));
  };
  const parts = [
    toNamesClause(nameResults(false), 'does not work', 'do not work'),
    toNamesClause(nameResults(true), 'works', 'work'),
    toNamesClause(nameResults(null), 'was not tried', 'were not tried'),
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
  const failures = Array.from(rehearsal.steps.values(), explainStep);
  return failures.find((failure) => failure !== null) ?? null;
}

/** Returns the result of the command, for programs. */
export function toResult(rehearsal: Rehearsal, redact: Redact, shell: Shell): CommandResult {
  const { slug, address, isLeft } = rehearsal;
  const failure = findFailure(rehearsal);
  const next: NextStep[] = [];
  if (isLeft) {
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
    return [name, { outcome: step.outcome.kind, ...explainStep(step) }] as const;
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
  const { address, milliseconds, exchanges, steps, isInterrupted } = rehearsal;
  const requests = `${formatCount(exchanges.length, 'request')} in ${formatDuration(milliseconds)}`;
  const changes = formatCount(countChanges(rehearsal), 'change');
  const blocks: readonly (readonly string[])[] = [
    [
      `${address}: ${toHeadline(rehearsal)}.`,
      isInterrupted ? 'The rehearsal was interrupted.' : '',
    ],
    // The command to delete the app has a line of its own, to be copied.
    ...listRehearsalWarnings(rehearsal).map((warning) =>
      `WARNING: ${warning}`.split(/(?<=:) (?=miniapp)/),
    ),
    [
      `What the action did (${requests}, with ${changes}):`,
      ...[...steps.values()].flatMap((step) => printStep(step, rehearsal)),
    ],
    printPoints(findPoints(rehearsal), isVerbose),
  ];
  const texts = blocks.map((paragraphs) => {
    return paragraphs.flatMap((paragraph) => wrapParagraph(paragraph, redact)).join('\n');
  });
  return `${texts.join('\n\n')}\n`;
}

/**
 * Makes a paragraph printable and breaks it into lines. They are indented like the text of the first
 * line.
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

function printStep(step: PlayedStep, rehearsal: Rehearsal): readonly string[] {
  const { works, hasUnknownReads } = rehearsal;
  const isDeploy = step.name === 'deploy';
  if (step.name === 'delete' && works.delete === null && !hasUnknownReads) return [];
  const lines: string[] = [];
  if (isDeploy && works.create) lines.push('  ok     create a new app');
  const failure = explainStep(step);
  if (failure === null) {
    lines.push(`  ok     ${describeStep(step, rehearsal)}`);
    return lines;
  }
  let words = describeStep(step, rehearsal);
  if (isDeploy && hasUnknownReads) words = 'read the new app';
  else if (isDeploy && works.create === false) words = 'create a new app';
  lines.push(`  FAILS  ${words}`);
  if (failure.said !== null) lines.push(`         The service responded: ${failure.said}`);
  const advice = `${toSentence(failure.message)} ${failure.next}`;
  if (isDeploy && hasUnknownReads) lines.push(`         ${advice}`);
  else lines.push(`         A run would report: ${advice}`);
  for (const problem of step.facts.problems.slice(0, maxFolderProblems)) {
    lines.push(`         ${describeProblem(problem)}`);
  }
  return lines;
}

function describeProblem({ path, line, message, fix }: Problem): string {
  return `- ${joinTexts([joinTexts([path, line], ':'), joinTexts([message, fix], ' ')], ': ')}`;
}

/** Returns what was done in a step, and what came of it. */
function describeStep(step: PlayedStep, rehearsal: Rehearsal): string {
  const words = stepWords[step.name];
  const isUnchanged = step.outcome.kind === 'unchanged';
  switch (step.name) {
    case 'deploy': {
      const files = formatCount(step.facts.fileCount ?? 0, 'file');
      return `${words} ${files}, ${formatBytes(step.facts.byteCount ?? 0)}`;
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
      const status = step.facts.app?.status ?? '';
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

/** Describes the response to a request that must be refused. `meaning` is what an acceptance means. */
function describeRefusal(step: PlayedStep, meaning: string): string {
  if (!('failure' in step.outcome)) return `it was accepted, so ${meaning}`;
  const status = step.exchanges.findLast((exchange) => exchange.status !== null)?.status ?? null;
  if (status === null) return 'no response';
  if (isRefusedAsExpected(step)) return `rejected with ${status}, as expected`;
  return `answered ${status}: inconclusive`;
}

function describeTerms({ facts }: PlayedStep): string {
  if (facts.termsRequired === null) return 'the terms that it asks for are not named';
  return `it asks for the terms ${facts.termsRequired}`;
}

function isRefusedAsExpected({ name, outcome }: PlayedStep): boolean {
  return (name === 'field' || name === 'terms') && outcome.kind === 'rejected';
}

/** The reason why a step failed. */
interface StepFailure {
  readonly code: string;
  /** The message that a run of the action would report. */
  readonly message: string;
  readonly next: string;
  /** The request and the service's response; null if no response is to blame. */
  readonly said: string | null;
}

/** Returns the reason why a step failed; null if it did not fail. */
function explainStep(step: PlayedStep): StepFailure | null {
  if (!('failure' in step.outcome) || isRefusedAsExpected(step)) return null;
  const { code, message, next } = step.outcome.failure;
  const failed = step.exchanges.findLast((exchange) => {
    return !exchange.isAccepted && !isMissingApp(exchange);
  });
  // If every response was good, it is the change that did not show.
  const change = step.exchanges.findLast(({ operation }) => !isRead(operation));
  const shown = failed ?? (code === 'unverified' ? change : undefined);
  return { code, message, next, said: shown === undefined ? null : quoteExchange(shown) };
}

/** True if a read got a 404. It is not a failure: the app does not exist yet, or no longer. */
function isMissingApp({ operation, result, status }: Exchange): boolean {
  return isRead(operation) && result === 'refused' && status === 404;
}

/** Returns how many apps the account can still have; null if that is not known. */
function countFreeSlots({ steps, slug }: Rehearsal): number | null {
  const apps = steps.get('list')?.facts.apps ?? null;
  if (apps === null) return null;
  const others = apps.filter((app) => app.slug !== slug);
  return Math.max(0, maxApps - others.length);
}

function countChanges({ exchanges }: Rehearsal): number {
  return exchanges.filter(({ operation }) => !isRead(operation)).length;
}

function listSwitches(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ assume }) => assume ?? []);
}

/** Returns the paragraphs about the open points: those that differ, and with `isVerbose` all. */
function printPoints(findings: readonly Finding[], isVerbose: boolean): readonly string[] {
  const differing = findings.filter(({ result }) => result === 'differs');
  const others = findings.filter(({ result }) => result !== 'differs');
  const unseen = findings.filter(({ result }) => result === 'not seen');
  const seenCount = findings.length - unseen.length;
  const matching = seenCount - differing.length;
  const total = `${matching} of the ${formatCount(seenCount, 'undocumented behavior')} that could be observed are as expected.`;
  if (isVerbose) {
    const lines = [...differing, ...others].map(describeFinding);
    return [total, ...lines, describeSandbox(listSwitches(findings))];
  }
  const lines = differing.map(({ assumed, means, seen }) => {
    return `  - Expected: ${assumed}. It is different here. ${means} Observed: ${seen}`;
  });
  const more = formatCount(unseen.length, 'other');
  return [
    total,
    ...lines,
    unseen.length === 0 ? '' : `${more} could not be observed; --verbose shows what each needs.`,
  ];
}

function describeFinding(finding: Finding): string {
  const { id, result, assumed, seen, means, where, assume } = finding;
  const head = `  - ${id}, ${result}: ${assumed}.`;
  if (result === 'not seen') return `${head} Needs: ${seen}`;
  if (result === 'confirmed') return `${head} Observed: ${seen}`;
  const sandbox = assume === null ? '' : ` Sandbox: --assume ${assume}.`;
  return `${head} ${means} To change: ${where}.${sandbox} Observed: ${seen}`;
}

/** Returns the commands that make the sandbox behave like this service; empty if there are none. */
function describeSandbox(switches: readonly string[]): string {
  if (switches.length === 0) return '';
  const flags = switches.map((assume) => ` --assume ${assume}`).join('');
  return `To run the sandbox like this service, and tests against it: npm run sandbox --${flags}; npm run test:action --${flags}`;
}

/** Returns what must not be overlooked. */
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

function isSubmitted({ steps }: Rehearsal): boolean {
  return steps.get('terms')?.outcome.kind === 'submitted';
}
