import { appendFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Finding, Severity } from './findings.ts';

/** The variables of a run of GitHub Actions that are read. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The runner keeps ten annotations of each level for a step. */
const maxAnnotations = 10;
const maxListed = 50;
const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

/** True in a step of GitHub Actions. */
export function isGitHub(env: Environment): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/** Returns workflow commands that annotate the findings on their lines. Notes have none. */
export function renderAnnotations(
  findings: readonly Finding[],
  folder: string,
  env: Environment,
): string {
  const lines: string[] = [];
  for (const severity of ['error', 'warning'] as const) {
    const ofLevel = findings.filter((finding) => finding.severity === severity);
    for (const finding of ofLevel.slice(0, maxAnnotations)) {
      lines.push(renderAnnotation(finding, folder, env));
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

function renderAnnotation(finding: Finding, folder: string, env: Environment): string {
  const { severity, code, message, place } = finding;
  const properties: string[] = [];
  if (place !== null) {
    const root = env['GITHUB_WORKSPACE'] ?? process.cwd();
    const file = relative(root, resolve(folder, place.path)).split(sep).join('/');
    if (!file.startsWith('../')) properties.push(`file=${escapeProperty(file)}`);
    if (place.line !== null) properties.push(`line=${place.line}`);
    if (place.column !== null) properties.push(`col=${place.column}`);
  }
  properties.push(`title=${escapeProperty(`try: ${code}`)}`);
  return `::${levels[severity]} ${properties.join(',')}::${escapeData(message)}`;
}

/** Returns a workflow command for a run that could not try anything. */
export function renderFailure(message: string): string {
  return `::error title=try::${escapeData(message)}\n`;
}

/** Appends a text to the summary of the step, if there is one. */
export function appendSummary(markdown: string, env: Environment): void {
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file !== '') appendFileSync(file, markdown);
}

/** Renders findings, and more lines, for the summary of the step. */
export function renderSummary(
  headline: string,
  findings: readonly Finding[],
  more: readonly string[],
): string {
  const rows = findings.slice(0, maxListed).map(({ severity, code, message, place }) => {
    const line = place?.line === null || place === null ? '' : `:${place.line}`;
    const where = place === null ? '' : escapeMarkdown(`${place.path}${line}`);
    return `| ${severity} | ${escapeMarkdown(message)} | ${where} | ${escapeMarkdown(code)} |`;
  });
  const left = findings.length - rows.length;
  const parts = [`### ${escapeMarkdown(headline)}`];
  const head = '| | finding | place | code |\n| --- | --- | --- | --- |';
  if (rows.length > 0) parts.push([head, ...rows].join('\n'));
  if (left > 0) parts.push(`and ${left} more`);
  parts.push(...more.map(escapeMarkdown));
  return `${parts.join('\n\n')}\n\n`;
}

/** Turns all that Markdown, HTML or GitHub could read as more than text into entities. */
function escapeMarkdown(text: string): string {
  const escaped = text.replaceAll(/[^\p{L}\p{N} .,;?“”’…—✔✖%/-]/gu, (character) => {
    return `&#${character.codePointAt(0)};`;
  });
  return escaped.replaceAll(/www\./gi, 'www&#46;');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
