/** The doctor's report, as text and as data. */
import { isRead } from '../../src/api/policy.ts';
import type { Failure } from '../../src/model/action-error.ts';
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
import { listWords, makeNextStep } from '../next-steps.ts';
import { docsUrl } from '../results.ts';
import { type Exchange, quoteExchange } from './exchange.ts';
import { type Finding, findPoints } from './points.ts';
import { type PlayedStep, type Rehearsal, type StepName, stepWords } from './rehearsal.ts';

type Redact = (text: string) => string;

const columns = 80;
/**
 * Longer texts are cut, in a paragraph and in the JSON, in UTF-16 units: a service may say much.
 */
const maxParagraph = 400;
const maxJsonText = 2_000;
/** How many problems of a folder are listed. */
const maxFolderProblems = 5;

/** True if create, deploy, deploy again and delete work, and the app is gone. */
export function canDeploy({ works, isLeft }: Rehearsal): boolean {
  return Boolean(works.create && works.deploy && works.again && works.delete) && !isLeft;
}

/**
 * The outcomes in one sentence: `create, deploy, deploy again, update and delete work; a submission
 * was not tried`.
 */
export function toHeadline(rehearsal: Pick<Rehearsal, 'works' | 'steps'>): string {
  // A submission should be refused, since its terms do not exist.
  const results = { ...rehearsal.works, 'a submission': isSubmitted(rehearsal) || null };
  const say = (wanted: boolean | null, one: string, several: string): string => {
    const matching = Object.entries(results).filter(([, result]) => result === wanted);
    const names = matching.map(([name]) => name.replace('again', 'deploy again'));
    return names.length === 0 ? '' : `${joinWords(names)} ${names.length === 1 ? one : several}`;
  };
  const failing = say(false, 'does not work', 'do not work');
  return joinTexts(
    [failing, say(true, 'works', 'work'), say(null, 'was not tried', 'were not tried')],
    '; ',
  );
}

/** Why the first step failed that did; null if the action can deploy. */
export function explainFailed(rehearsal: Rehearsal): Pick<Failure, 'code' | 'next'> | null {
  if (canDeploy(rehearsal)) return null;
  const failures = Array.from(rehearsal.steps.values(), explainStep);
  return failures.find((failure) => failure !== null) ?? null;
}

/** The end of the rehearsal, for programs. */
export function toEnd(rehearsal: Rehearsal, redact: Redact): CommandResult {
  const { slug, address, isLeft } = rehearsal;
  const words = listWords('delete', { slug, confirm: slug, 'base-url': address });
  const deletion = makeNextStep(`Delete the test app ${slug}.`, words, 'person');
  const failure = explainFailed(rehearsal);
  const advice = makeNextStep(redact(failure?.next ?? ''));
  return {
    command: 'doctor',
    outcome: canDeploy(rehearsal) ? 'rehearsed' : 'failed',
    code: failure?.code ?? null,
    help: failure && `${docsUrl}#${failure.code}`,
    message: `${address}: ${toHeadline(rehearsal)}`,
    next: [...(isLeft ? [deletion] : []), ...(failure ? [advice] : [])],
    own: { doctor: toData(rehearsal, redact) },
  };
}

/** The report as data. */
export function toData(rehearsal: Rehearsal, redact: Redact): object {
  const findings = findPoints(rehearsal);
  const toStep = (step: PlayedStep): object => ({
    outcome: step.outcome.kind,
    ...explainStep(step),
  });
  const data = {
    headline: toHeadline(rehearsal),
    works: rehearsal.works,
    address: rehearsal.address,
    slug: rehearsal.slug,
    interrupted: rehearsal.isInterrupted,
    left: rehearsal.isLeft,
    warnings: toWarnings(rehearsal),
    steps: Object.fromEntries(Array.from(rehearsal.steps, ([name, step]) => [name, toStep(step)])),
    free_apps: countFree(rehearsal),
    requests: rehearsal.exchanges.length,
    changes: countChanges(rehearsal),
    seconds: Math.round(rehearsal.milliseconds / 1000),
    assume: findings.flatMap(({ assume }) => assume ?? []),
    points: findings,
  };
  const clean = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? cutText(redact(value), maxJsonText) : value;
  return JSON.parse(JSON.stringify(data, clean));
}

/**
 * The report as text of at most 80 columns, for the person who has the key; with `isVerbose` it
 * names every point, with its place.
 */
export function printRehearsal(rehearsal: Rehearsal, redact: Redact, isVerbose: boolean): string {
  const { address, milliseconds, exchanges, steps, isInterrupted } = rehearsal;
  const requests = `${formatCount(exchanges.length, 'request')} in ${formatDuration(milliseconds)}`;
  const printed = [...steps.values()].flatMap((step) => printStep(step, rehearsal));
  const blocks: readonly (readonly string[])[] = [
    [`${address}: ${toHeadline(rehearsal)}.`, isInterrupted ? 'It was interrupted.' : ''],
    ...toWarnings(rehearsal).map((warning) => [`WARNING: ${warning}`]),
    [`What the action did (${requests}, ${countChanges(rehearsal)} of them changes):`, ...printed],
    printPoints(findPoints(rehearsal), isVerbose),
  ];
  const lines = blocks.map((block) =>
    block.flatMap((paragraph) => wrapParagraph(paragraph, redact)).join('\n'),
  );
  return `${lines.join('\n\n')}\n`;
}

/**
 * Makes a paragraph printable and breaks it into lines, which are indented to the text of the first
 * one.
 */
function wrapParagraph(paragraph: string, redact: Redact): readonly string[] {
  const text = paragraph.trimStart();
  const indent = ' '.repeat(paragraph.length - text.length);
  const printable = toPrintable(cutText(redact(text), maxParagraph));
  const mark = /^(ok|FAILS|-) +/.exec(printable)?.[0] ?? '';
  const lines = wrapText(printable.slice(mark.length), columns - indent.length - mark.length);
  return lines.map(
    (line, index) => `${indent}${index === 0 ? mark : ' '.repeat(mark.length)}${line}`,
  );
}

function printStep(step: PlayedStep, rehearsal: Rehearsal): readonly string[] {
  const { name, facts } = step;
  const { works } = rehearsal;
  if (name === 'delete' && works.delete === null) return [];
  const isUncreated = name === 'deploy' && works.create === false;
  const words = isUncreated
    ? 'create a new app'
    : `${stepWords[name]}${describeDetails[name]?.(step, rehearsal) ?? ''}`;
  const created = name === 'deploy' && works.create ? ['  ok     create a new app'] : [];
  const failure = explainStep(step);
  if (failure === null) return [...created, `  ok     ${words}`];
  const { said, message, next } = failure;
  const below = [
    said === null ? '' : `The service said: ${said}`,
    `A run would say: ${toSentence(message)} ${next}`,
    ...facts.problems.slice(0, maxFolderProblems).map(describeProblem),
  ];
  return [...created, `  FAILS  ${words}`, ...below.map((text) => `         ${text}`)];
}

function describeProblem({ path, line, message, fix }: Problem): string {
  return `- ${joinTexts([joinTexts([path, line], ':'), joinTexts([message, fix], ' ')], ': ')}`;
}

/** What the report adds to the words of a step. */
const describeDetails: Readonly<
  Partial<Record<StepName, (step: PlayedStep, rehearsal: Rehearsal) => string>>
> = {
  deploy: ({ facts }) =>
    ` ${formatCount(facts.fileCount ?? 0, 'file')}, ${formatBytes(facts.byteCount ?? 0)}`,
  same: ({ outcome }) =>
    outcome.kind === 'unchanged'
      ? ': nothing was sent, since nothing differs'
      : ': it was sent again, although nothing differs',
  again: ({ outcome }) => (outcome.kind === 'unchanged' ? ': not seen as other' : ''),
  update: ({ outcome }) => (outcome.kind === 'unchanged' ? ': reads do not show it' : ''),
  field: (step) => describeRefusal(step, 'a field that does not fit passes for a good one', ''),
  terms(step) {
    const { termsRequired } = step.facts;
    const asks =
      termsRequired === null ? 'does not name those that it asks for' : `asks for ${termsRequired}`;
    return describeRefusal(step, 'the app was sent for review', `; it ${asks}`);
  },
  status: ({ facts }) => (facts.app?.status ? `: ${facts.app.status}` : ''),
  list(_, rehearsal) {
    const free = countFree(rehearsal);
    return free === null ? '' : `: ${free} of ${maxApps} places are free`;
  },
};

/** `meaning` is what an acceptance means; `details` are added to a refusal. */
function describeRefusal(step: PlayedStep, meaning: string, details: string): string {
  if (!('failure' in step.outcome)) return `: it was accepted, so that ${meaning}`;
  const { status } = step.exchanges.findLast((exchange) => exchange.status !== null) ?? {
    status: null,
  };
  if (status === null) return ': no response';
  if (!isRefusedAsItShould(step)) return `: answered ${status}, which says nothing of it`;
  return `: refused with ${status}, as it should be${details}`;
}

function isRefusedAsItShould({ name, outcome }: PlayedStep): boolean {
  return (name === 'field' || name === 'terms') && outcome.kind === 'rejected';
}

/**
 * Why a step failed: what the service said, and what a run of the action would say. Null if it did
 * not fail.
 */
function explainStep(
  step: PlayedStep,
): (Pick<Failure, 'code' | 'message' | 'next'> & { said: string | null }) | null {
  const { outcome, exchanges } = step;
  if (!('failure' in outcome) || isRefusedAsItShould(step)) return null;
  const { code, message, next } = outcome.failure;
  // A 404 to a read is no fault: the app does not exist yet, or no longer.
  const isMissing = ({ operation, ending, status }: Exchange): boolean =>
    isRead(operation) && ending === 'refused' && status === 404;
  const failed = exchanges.findLast((exchange) => !exchange.isAccepted && !isMissing(exchange));
  // If every response was good, it is the change that did not show.
  const change =
    code === 'unverified' ? exchanges.findLast(({ operation }) => !isRead(operation)) : undefined;
  const told = failed ?? change;
  const said = told === undefined ? null : quoteExchange(told);
  return { code, message, next, said };
}

/** How many apps the account can still have; null if that is not known. */
function countFree({ steps, slug }: Rehearsal): number | null {
  const apps = steps.get('list')?.facts.apps ?? null;
  return apps && Math.max(0, maxApps - apps.filter((app) => app.slug !== slug).length);
}

function countChanges({ exchanges }: Rehearsal): number {
  return exchanges.filter(({ operation }) => !isRead(operation)).length;
}

/**
 * The open points that differ; with `isVerbose` all of them, and the commands that make the sandbox
 * like this service.
 */
function printPoints(findings: readonly Finding[], isVerbose: boolean): readonly string[] {
  const differing = findings.filter(({ result }) => result === 'differs');
  const others = findings.filter(({ result }) => result !== 'differs');
  const unseen = findings.filter(({ result }) => result === 'not seen').length;
  const count = formatCount(findings.length - unseen, 'open point');
  const total = `${others.length - unseen} of ${count} of the API that showed are as the action assumes.`;
  if (isVerbose) {
    const flags = differing
      .map(({ assume }) => (assume === null ? '' : ` --assume ${assume}`))
      .join('');
    const same = `The sandbox like this service, and tests against it: npm run sandbox --${flags}; npm run test:action --${flags}`;
    return [total, ...[...differing, ...others].map(describeFinding), flags === '' ? '' : same];
  }
  const rows = differing.map(
    ({ assumed, seen, means }) => `  - Assumed: ${assumed}. Otherwise here: ${means} Seen: ${seen}`,
  );
  const more = `${formatCount(unseen, 'point')} did not show; --verbose says what each takes.`;
  return [total, ...rows, unseen === 0 ? '' : more];
}

function describeFinding({ id, result, assumed, seen, means, where, assume }: Finding): string {
  const flag = assume === null ? '' : ` Sandbox: --assume ${assume}.`;
  const more = result === 'differs' ? ` So ${means} To change: ${where}.${flag}` : '';
  return `  - ${id}, ${result}: ${assumed}.${more} ${result === 'not seen' ? 'Takes' : 'Seen'}: ${seen}`;
}

/** What must not be overlooked. */
function toWarnings(rehearsal: Rehearsal): readonly string[] {
  const { slug, isLeft } = rehearsal;
  const submitted = `The service accepted a submission with terms that do not exist: the app ${slug} was sent for review.`;
  const left = `The app ${slug} may still be there. Delete it: ${toDeletion(slug)}`;
  return [...(isSubmitted(rehearsal) ? [submitted] : []), ...(isLeft ? [left] : [])];
}

function isSubmitted({ steps }: Pick<Rehearsal, 'steps'>): boolean {
  return steps.get('terms')?.outcome.kind === 'submitted';
}

function toDeletion(slug: string): string {
  return `miniapp-deploy delete --slug ${slug} --confirm ${slug}`;
}
