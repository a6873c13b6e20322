/** The doctor's report, as text and as data. */
import type { Failure } from '../../model/action-error.ts';
import { maxApps } from '../../model/app.ts';
import type { NextStep } from '../../model/next-step.ts';
import type { Problem } from '../../model/problem.ts';
import { cutText, toPrintable } from '../../text/escape.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  joinTexts,
  joinWords,
  toSentence,
  wrapText,
} from '../../text/format.ts';
import type { CommandEnd } from '../envelope.ts';
import { describeResponse, type Exchange, endingOf, isAccepted, isRead, toStatus } from './exchange.ts';
import { type Finding, findPoints } from './points.ts';
import { type Rehearsal, type Step, type StepName, stepWords } from './rehearsal.ts';

/** What a report is made of, and how its texts become safe to print. */
export interface ReportOptions {
  /** True for every point, with the place in the code and the sandbox's switch. */
  readonly isVerbose: boolean;
  /** True where a person ended the rehearsal. */
  readonly isInterrupted: boolean;
  readonly redact: (text: string) => string;
}

/** 0 where create, deploy, deploy again and delete work. */
export function toExitCode({ works, isLeft }: Pick<Rehearsal, 'works' | 'isLeft'>): 0 | 1 {
  return works.create && works.deploy && works.again && works.delete && !isLeft ? 0 : 1;
}

/** The outcomes in one sentence: `create, deploy, deploy again, update and delete work; a submission was not tried`. */
export function toHeadline({ works, steps }: Pick<Rehearsal, 'works' | 'steps'>): string {
  // With terms that do not exist none should work.
  const isSubmitted = steps.get('terms')?.outcome.kind === 'submitted' || null;
  const results = { ...works, 'a submission': isSubmitted };
  const list = (wanted: boolean | null): readonly string[] =>
    Object.entries(results).flatMap(([name, result]) =>
      result === wanted ? [name.replace('again', 'deploy again')] : [],
    );
  const say = (names: readonly string[], one: string, several: string): string =>
    names.length === 0 ? '' : `${joinWords(names)} ${names.length === 1 ? one : several}`;
  const parts = [
    say(list(false), 'does not work', 'do not work'),
    say(list(true), 'works', 'work'),
    say(list(null), 'was not tried', 'were not tried'),
  ];
  return joinTexts(parts, '; ');
}

/** The report as data. */
export function toData(rehearsal: Rehearsal, { isInterrupted, redact }: ReportOptions): object {
  const { works, address, slug, steps, isLeft, milliseconds } = rehearsal;
  const findings = findPoints(rehearsal);
  const data = {
    headline: toHeadline(rehearsal),
    works,
    ...{ address, slug, interrupted: isInterrupted, left: isLeft, warnings: listWarnings(rehearsal) },
    steps: Object.fromEntries(
      [...steps].map(([name, step]) => [name, { outcome: step.outcome.kind, ...describeFailure(step) }]),
    ),
    free_apps: countFree(rehearsal),
    ...countRequests(rehearsal),
    seconds: Math.round(milliseconds / 1000),
    assume: listSwitches(findings),
    points: findings,
  };
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' ? cutText(redact(value), maxJsonText) : value;
  return JSON.parse(JSON.stringify(data, clean));
}

/** The report as text of at most 80 columns, for the person who has the key. */
export function toText(rehearsal: Rehearsal, { isVerbose, isInterrupted, redact }: ReportOptions): string {
  const { address, milliseconds } = rehearsal;
  const { requests, changes } = countRequests(rehearsal);
  const findings = findPoints(rehearsal);
  const count = `${formatCount(requests, 'request')} in ${formatDuration(milliseconds)}, ${changes} of them changes`;
  const blocks: readonly (readonly Line[])[] = [
    [[0, `${address}: ${toHeadline(rehearsal)}.`], ...(isInterrupted ? [[0, 'It was interrupted.'] as const] : [])],
    ...listWarnings(rehearsal).map((warning): readonly Line[] => [[0, `WARNING: ${warning}`]]),
    [[0, `What the action did (${count}):`], ...listSteps(rehearsal)],
    listPoints(findings, isVerbose),
  ];
  const clean = (text: string): string => toPrintable(cutText(redact(text), maxText));
  const lines = blocks.map((block) => block.flatMap(([indent, text]) => wrap(clean(text), indent)));
  return `${lines.map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** A paragraph, and by how many columns it is indented. */
type Line = readonly [indent: number, text: string];

const columns = 80;
/** UTF-16 units of a paragraph, and of a text of the JSON: what a service said, at its end, may be long. */
const [maxText, maxJsonText] = [400, 2_000];

/** Breaks a paragraph into lines. Those after the first stand below the text behind its mark. */
function wrap(text: string, indent: number): readonly string[] {
  const mark = /^(ok|FAILS|-) +/.exec(text)?.[0] ?? '';
  const room = columns - indent - mark.length;
  return wrapText(text.slice(mark.length), room).map(
    (line, index) => ' '.repeat(indent) + (index === 0 ? mark : ' '.repeat(mark.length)) + line,
  );
}

function listSteps(rehearsal: Rehearsal): readonly Line[] {
  const { steps, works } = rehearsal;
  return [...steps.values()].flatMap((step): readonly Line[] => {
    const { name } = step;
    if (name === 'delete' && works.delete === null) return [];
    const failure = describeFailure(step);
    const creates = name === 'deploy' && works.create !== null;
    const created: readonly Line[] = creates && works.create ? [[2, 'ok     create a new app']] : [];
    const isUncreated = creates && !works.create;
    const words = isUncreated ? 'create a new app' : `${stepWords[name]}${describeDetails[name](step, rehearsal)}`;
    if (failure === null) return [...created, [2, `ok     ${words}`]];
    return [
      ...created,
      [2, `FAILS  ${words}`],
      ...(failure.said === null ? [] : [[9, `The service said: ${failure.said}`] as const]),
      [9, `A run would say: ${toSentence(failure.message)} ${failure.next}`],
      ...step.facts.problems.slice(0, maxProblems).map((problem): Line => [9, formatProblem(problem)]),
    ];
  });
}

/** Problems of a folder that are listed. */
const maxProblems = 5;

function formatProblem({ path, line, message, fix }: Problem): string {
  return `- ${joinTexts([joinTexts([path, line], ':'), joinTexts([message, fix], ' ')], ': ')}`;
}

/** What came of a step, behind its words. */
const describeDetails: Readonly<Record<StepName, (step: Step, rehearsal: Rehearsal) => string>> = {
  deploy: ({ facts: { fileCount, byteCount } }) =>
    ` ${formatCount(fileCount ?? 0, 'file')}, ${formatBytes(byteCount ?? 0)}`,
  same: ({ outcome }) =>
    outcome.kind === 'unchanged'
      ? ': nothing was sent, since nothing differs'
      : ': it was sent again, although nothing differs',
  again: ({ outcome }) => (outcome.kind === 'unchanged' ? ': not seen as other' : ''),
  update: ({ outcome }) => (outcome.kind === 'unchanged' ? ': reads do not show it' : ''),
  field: (step) => describeRefusal(step, 'a field that does not fit passes for a good one'),
  terms: (step) => describeRefusal(step, 'the app was sent for review'),
  status: ({ facts }) => (facts.app?.status ? `: ${facts.app.status}` : ''),
  list: ({ facts }, rehearsal) => {
    const free = countFree(rehearsal);
    return free === null || facts.apps === null ? '' : `: ${free} of ${maxApps} places are free`;
  },
  delete: () => '',
};

/** How many apps the account can still have; null where that is not known. */
function countFree({ steps, slug }: Rehearsal): number | null {
  const apps = steps.get('list')?.facts.apps ?? null;
  return apps && Math.max(0, maxApps - apps.filter((app) => app.slug !== slug).length);
}

/** What was refused as it should be is no failure. */
const isToBeRefused = ({ name, outcome }: Step): boolean =>
  (name === 'field' || name === 'terms') && outcome.kind === 'rejected';

/** `meaning`: what it means where it was not refused. */
function describeRefusal(step: Step, meaning: string): string {
  const { outcome, facts, exchanges, name } = step;
  if (!('failure' in outcome)) return `: it was accepted, so that ${meaning}`;
  const status = exchanges.map(toStatus).findLast((shown) => shown !== null) ?? null;
  if (!isToBeRefused(step)) return status === null ? ': no response' : `: answered ${status}, which says nothing of it`;
  const terms =
    facts.termsRequired === null ? 'does not name those that it asks for' : `asks for ${facts.termsRequired}`;
  return `: refused with ${status}, as it should be${name === 'terms' ? `; it ${terms}` : ''}`;
}

/** Why a step failed: what the service said, and what a run of the action would say. */
function describeFailure(step: Step): (Pick<Failure, 'code' | 'message' | 'next'> & { said: string | null }) | null {
  const { outcome, exchanges } = step;
  if (!('failure' in outcome) || isToBeRefused(step)) return null;
  const { code, message, next } = outcome.failure;
  // What failed, or the change that did not show. That the app does not exist is said by a good service too.
  const isMissing = (exchange: Exchange): boolean => endingOf(exchange) === 'refused' && toStatus(exchange) === 404;
  const bad = exchanges.filter((exchange) => !isAccepted(exchange) && !(isRead(exchange) && isMissing(exchange)));
  const told = bad.at(-1) ?? (code === 'unverified' ? exchanges.findLast((exchange) => !isRead(exchange)) : undefined);
  const said = told === undefined ? null : `${told.method} ${told.path}: ${describeResponse(told)}`;
  return { code, message, next, said };
}

function countRequests({ exchanges }: Rehearsal) {
  const changes = exchanges.filter((exchange) => !isRead(exchange)).length;
  return { requests: exchanges.length, changes };
}

/** The switches that make the sandbox respond like this service. */
function listSwitches(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ assume }) => assume ?? []);
}

/** What showed of the open points: those that differ; with `isVerbose` all, and the commands of the sandbox. */
function listPoints(findings: readonly Finding[], isVerbose: boolean): readonly Line[] {
  const seen = findings.filter(({ result }) => result !== 'not seen');
  const differing = seen.filter(({ result }) => result === 'differs');
  const count = formatCount(seen.length, 'open point');
  const total = `${seen.length - differing.length} of ${count} of the API that showed are as the action assumes.`;
  if (isVerbose) {
    const others = findings.filter((finding) => !differing.includes(finding));
    const rows = [...differing, ...others].map((finding): Line => [2, describeFinding(finding)]);
    const flags = listSwitches(findings).map((name) => ` --assume ${name}`);
    const commands = ['sandbox', 'test:action'].map((script) => `npm run ${script} --${flags.join('')}`);
    const same = `The sandbox like this service, and tests against it: ${commands.join('; ')}`;
    return [[0, total], ...rows, ...(flags.length === 0 ? [] : [[0, same] as const])];
  }
  const rows = differing.map(
    ({ assumed, seen: quote, means }): Line => [2, `- Assumed: ${assumed}. Otherwise here: ${means} Seen: ${quote}`],
  );
  const unseen = findings.length - seen.length;
  const more = `${formatCount(unseen, 'point')} did not show; --verbose says what each takes.`;
  return [[0, total], ...rows, ...(unseen === 0 ? [] : [[0, more] as const])];
}

function describeFinding({ id, result, assumed, seen, means, where, assume }: Finding): string {
  const flag = assume === null ? '' : ` Sandbox: --assume ${assume}.`;
  const more = result === 'differs' ? ` So ${means} To change: ${where}.${flag}` : '';
  return `- ${id}, ${result}: ${assumed}.${more} ${result === 'not seen' ? 'Takes' : 'Seen'}: ${seen}`;
}

/** The end of the rehearsal, for programs. */
export function toEnd(rehearsal: Rehearsal, options: ReportOptions): CommandEnd {
  const { slug, address, isLeft } = rehearsal;
  const remove = `npx miniapp-deploy delete --slug ${slug} --confirm ${slug} --base-url ${address}`;
  const left: NextStep = { text: `Delete the test app ${slug}.`, run: remove, by: 'person' };
  return {
    command: 'doctor',
    outcome: toExitCode(rehearsal) === 0 ? 'rehearsed' : 'failed',
    message: `${address}: ${toHeadline(rehearsal)}`,
    next: isLeft ? [left] : [],
    own: { doctor: toData(rehearsal, options) },
  };
}

/** What must not be overlooked. */
function listWarnings({ slug, steps, isLeft }: Rehearsal): readonly string[] {
  const isSubmitted = steps.get('terms')?.outcome.kind === 'submitted';
  const submitted = `The service accepted a submission with terms that do not exist: the app ${slug} was sent for review.`;
  const left = `The app ${slug} may still be there. Delete it: miniapp-deploy delete --slug ${slug} --confirm ${slug}`;
  return [...(isSubmitted ? [submitted] : []), ...(isLeft ? [left] : [])];
}
