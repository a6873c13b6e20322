import { describeComparison } from './compare.ts';
import { type Finding, isDead } from './findings.ts';
import type { TryRequest, TryResult } from './try-folder.ts';

/** A step to do next, as `miniapp-deploy --json` shows it. */
interface NextStep {
  readonly text: string;
  /** A command line; null if no command helps. */
  readonly run: string | null;
  /** The words of `run` without the quotes of a shell. */
  readonly argv: readonly string[] | null;
  readonly by: 'anyone';
}

/** The end of a run of `try`. */
export type TryEnd =
  | { readonly kind: 'tried'; readonly request: TryRequest; readonly result: TryResult }
  | { readonly kind: 'failed'; readonly message: string };

const maxListed = 20;
const severities = ['error', 'warning', 'note'] as const;

/** Renders the end for a person. */
export function renderText(end: TryEnd): string {
  if (end.kind === 'failed') return `${cleanText(end.message)}\n`;
  const { result, request } = end;
  const { headline, more } = describeForSummary(result, request);
  const lines = [headline];
  for (const severity of severities) lines.push(...listLines(result.findings, severity));
  lines.push(...more);
  const next = describeNext(request, result);
  lines.push('', next.text);
  if (next.run !== null) lines.push(`  ${next.run}`);
  return `${lines.map(cleanText).join('\n')}\n`;
}

/** Returns the first line about a result, and those that stand below its findings. */
export function describeForSummary(
  result: TryResult,
  request: TryRequest,
): { readonly headline: string; readonly more: readonly string[] } {
  const sign = isDead(result.findings) ? '✖' : '✔';
  const more = [describeVisit(result)];
  for (const shot of result.shots) more.push(`Picture: ${shot}`);
  if (result.comparison !== null) {
    const { file } = result.comparison;
    more.push(`Compared with ${request.base}: ${describeComparison(result.comparison)} (${file}).`);
  }
  return { headline: `${sign} ${describeResult(result, request)}`, more };
}

/** Renders the end as one JSON object, with the members that `miniapp-deploy --json` has. */
export function renderJson(end: TryEnd): string {
  const command = 'try';
  if (end.kind === 'failed') {
    const message = cleanText(end.message);
    const failed = { command, outcome: 'failed', code: null, help: null, message, next: [] };
    return toJsonLine(failed);
  }
  const { request, result } = end;
  const problems = result.findings.filter(({ severity }) => severity !== 'note');
  const notes = result.findings.filter(({ severity }) => severity === 'note');
  const tried = {
    command,
    outcome: isDead(result.findings) ? 'dead' : 'alive',
    code: null,
    help: null,
    message: describeResult(result, request),
    next: [describeNext(request, result)],
    slug: result.slug,
    'problem-count': problems.length,
    problems: problems.map(toProblem),
    notes: notes.map(({ message }) => cleanText(message)),
    pressed: result.pressed.map(cleanText),
    followed: result.followed.map(cleanText),
    shots: result.shots,
    comparison: toComparison(result.comparison),
    browser: result.browser,
    'duration-ms': result.durationMs,
  };
  return toJsonLine(tried);
}

/** Returns the parts, in per cent, that differ in each size. */
function toComparison(comparison: TryResult['comparison']) {
  if (comparison === null) return null;
  const { file, isUnchanged, views } = comparison;
  const percents = views.map(({ name, difference }) => [name, difference.percent]);
  return { file, unchanged: isUnchanged, ...Object.fromEntries(percents) };
}

/**
 * Returns one line of JSON in which no character can control a terminal: JSON itself escapes only
 * some of them.
 */
function toJsonLine(value: object): string {
  const json = JSON.stringify(value).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
  return `${json}\n`;
}

/** A missing file has no line: `place` is where it is asked for. */
function toProblem(finding: Finding) {
  const { code, message, meant, severity, place } = finding;
  const path = finding.path ?? place?.path ?? null;
  const isPlace = place !== null && path === place.path;
  const line = isPlace ? place.line : null;
  const column = isPlace ? place.column : null;
  return {
    path,
    line,
    column,
    code,
    message: cleanText(message),
    fix: null,
    severity,
    meant,
    place,
  };
}

function describeResult({ slug, findings }: TryResult, { isReview }: TryRequest): string {
  const errors = formatCount(findings, 'error');
  const warnings = formatCount(findings, 'warning');
  const counts = [errors, warnings].filter((count) => count !== null).join(' and ');
  if (isReview && counts === '')
    return `A reviewer would find nothing wrong with the draft of ${slug}.`;
  if (isReview) return `A reviewer would find ${counts} in the draft of ${slug}.`;
  if (errors !== null) return `The draft of ${slug} does not work when it is opened.`;
  const works = `The draft of ${slug} works when it is opened`;
  return warnings === null ? `${works}.` : `${works}, with ${warnings}.`;
}

/** Returns a count such as `2 warnings`; null if there is none. */
function formatCount(findings: readonly Finding[], severity: Finding['severity']): string | null {
  const count = findings.filter((finding) => finding.severity === severity).length;
  if (count === 0) return null;
  return count === 1 ? `1 ${severity}` : `${count} ${severity}s`;
}

function listLines(findings: readonly Finding[], severity: Finding['severity']): readonly string[] {
  const messages = findings
    .filter((finding) => finding.severity === severity)
    .map((finding) => `  ${`${severity}:`.padEnd(9)}${finding.message}${describePlace(finding)}`);
  const more = messages.length - maxListed;
  if (more <= 0) return messages;
  return [...messages.slice(0, maxListed), `  and ${more} more of this kind`];
}

/** Names the code, for --allow, and the place, unless the message has it. */
function describePlace({ code, message, place, severity }: Finding): string {
  if (severity === 'note') return '';
  if (place === null) return ` [${code}]`;
  const line = place.line === null ? '' : `:${place.line}`;
  return message.includes(`${place.path}${line}`)
    ? ` [${code}]`
    : ` [${code}] ${place.path}${line}`;
}

function describeVisit(result: TryResult): string {
  const seconds = (result.durationMs / 1000).toFixed(1);
  const parts = [`Opened with ${result.browser} in ${seconds} s.`];
  if (result.pressed.length > 0) parts.push(`Buttons pressed: ${result.pressed.join(', ')}.`);
  else if (result.hasButtons) parts.push('None of its buttons could be pressed.');
  else parts.push('It has no buttons to press.');
  if (result.followed.length > 0) parts.push(`Links followed: ${result.followed.join(', ')}.`);
  return parts.join(' ');
}

function describeNext(request: TryRequest, result: TryResult): NextStep {
  if (!isDead(result.findings)) {
    const deploy = ['npx', 'miniapp-deploy', 'deploy', request.folder, '--slug', result.slug];
    // The app may not exist yet.
    return toStep('Deploy it:', [...deploy, '--create']);
  }
  const dev = ['npx', 'miniapp-sandbox', 'dev', request.folder];
  return toStep('Open the draft yourself to see what the browser misses:', dev);
}

function toStep(text: string, argv: readonly string[]): NextStep {
  return { text, run: argv.map(quoteWord).join(' '), argv, by: 'anyone' };
}

function quoteWord(word: string): string {
  return /^[\w./:@%+,\\-]+$/.test(word) ? word : `"${word.replaceAll(/["$`\\]/g, '\\$&')}"`;
}

/**
 * Returns a line that can do nothing to a terminal or to the log of a GitHub run: words of a page
 * come from outside.
 */
export function cleanText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replaceAll('##[', '# #[');
}
