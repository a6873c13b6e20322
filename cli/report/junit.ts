import { labelProblem, type ShownProblem } from '../../src/model/problem.ts';
import type { RedactedReport } from '../../src/report/redact-report.ts';
import { toPrintable } from '../../src/text/escape.ts';
import { formatCount, joinTexts } from '../../src/text/format.ts';

/** What a report of ours begins with, and no other program's. */
export const junitStart = '<testsuites name="miniapp-deploy">';

/**
 * The problems of a run as JUnit XML, which Jenkins and Azure show: a suite for each app, with a
 * failed test for each error, a test that passed with the words of each warning, and a test of its
 * own for how the app ended.
 */
export function renderJunit(reports: readonly RedactedReport[]): string {
  const suites = reports.map(renderSuite);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    junitStart,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function renderSuite(report: RedactedReport): string {
  const { facts, folder, outcome, problems, result } = report;
  const name = folder ?? facts.slug ?? 'miniapp-deploy';
  const end = tag('testcase', { name: result.headline, classname: name }, renderEnd(report));
  const cases = [end, ...problems.map((problem) => renderProblem(problem, name))];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const failures = errors + Number(result.level === 'error');
  const skipped = Number(outcome.kind === 'not_run');
  return tag(
    'testsuite',
    { name, tests: cases.length, failures, skipped },
    `\n${cases.join('\n')}\n`,
  );
}

/** Why the test for the end of an app did not pass; empty where it did. */
function renderEnd({ facts, outcome, result }: RedactedReport): string {
  const { level, headline, code, lines } = result;
  if (outcome.kind === 'not_run') return tag('skipped', { message: headline }, '');
  if (level !== 'error') return '';
  const { moreProblems } = facts;
  const unread = moreProblems === 0 ? '' : `and ${formatCount(moreProblems, 'more problem')}`;
  const words = joinTexts([...lines, unread], '\n');
  return tag('failure', { message: headline, type: code ?? '' }, escapeXml(words));
}

function renderProblem(problem: ShownProblem, classname: string): string {
  const { message, fix, severity, code, file } = problem;
  const words = escapeXml(joinTexts([message, fix], '\n'));
  const isError = severity === 'error';
  const said = isError
    ? tag('failure', { message, type: code ?? '' }, words)
    : tag('system-out', {}, words);
  return tag('testcase', { name: labelProblem(problem), classname, file: file ?? '' }, said);
}

function tag(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string,
): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(String(value))}"`,
  );
  return `<${name}${given.join('')}>${content}</${name}>`;
}

/** What cannot be seen is made visible: XML forbids some of it. */
function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  const lines = text
    .split('\n')
    .map((line) => toPrintable(line).replace(/[&<>"]/g, (sign) => `&${names[sign]};`));
  return lines.join('&#10;');
}
