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
  const lines = [`${isDead(result.findings) ? '✖' : '✔'} ${describeResult(result)}`];
  for (const severity of severities) lines.push(...listLines(result.findings, severity));
  lines.push(describeVisit(result));
  for (const shot of result.shots) lines.push(`Picture: ${shot}`);
  const next = describeNext(request, result);
  lines.push('', next.text);
  if (next.run !== null) lines.push(`  ${next.run}`);
  return `${lines.map(cleanText).join('\n')}\n`;
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
    message: describeResult(result),
    next: [describeNext(request, result)],
    slug: result.slug,
    'problem-count': problems.length,
    problems: problems.map(toProblem),
    notes: notes.map(({ message }) => cleanText(message)),
    pressed: result.pressed.map(cleanText),
    followed: result.followed.map(cleanText),
    shots: result.shots,
    browser: result.browser,
    'duration-ms': result.durationMs,
  };
  return toJsonLine(tried);
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

function describeResult(result: TryResult): string {
  const draft = `The draft of ${result.slug}`;
  if (isDead(result.findings)) return `${draft} does not work when it is opened.`;
  const count = result.findings.filter(({ severity }) => severity === 'warning').length;
  if (count === 0) return `${draft} works when it is opened.`;
  return `${draft} works when it is opened, with ${count === 1 ? '1 warning' : `${count} warnings`}.`;
}

function listLines(findings: readonly Finding[], severity: Finding['severity']): readonly string[] {
  const messages = findings
    .filter((finding) => finding.severity === severity)
    .map(({ message }) => `  ${`${severity}:`.padEnd(9)}${message}`);
  const more = messages.length - maxListed;
  if (more <= 0) return messages;
  return [...messages.slice(0, maxListed), `  and ${more} more of this kind`];
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
function cleanText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replaceAll('##[', '# #[');
}
