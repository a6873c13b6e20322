import { labelProblem, type ShownProblem } from '../../src/app/problem.ts';
import type { Report } from '../../src/report/report.ts';
import { describeReport } from '../../src/report/words.ts';
import { toPrintable } from '../../src/text/escape.ts';
import { formatCount, joinTexts } from '../../src/text/format.ts';

/**
 * The text by which an earlier report of this command is recognized, so that only such a file is
 * overwritten.
 */
export const junitStart = '<testsuites name="miniapp-deploy">';

/**
 * Renders the problems of a run as JUnit XML, which Jenkins and Azure show. Each app is a test
 * suite: a failed test for each error, a passed test with the text of each warning, and one test
 * for the result of the app.
 */
export function renderJunit(reports: readonly Report[]): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    junitStart,
    ...reports.map(renderSuite),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function renderSuite(report: Report): string {
  const problems = report.shownProblems;
  const words = describeReport(report);
  const name = report.folder ?? (report.slug || 'miniapp-deploy');
  const cases = [
    renderElement('testcase', { name: words.headline, classname: name }, renderEnd(report)),
    ...problems.map((problem) => renderProblem(problem, name)),
  ];
  const errors = problems.filter(({ severity }) => severity === 'error');
  const counts = {
    tests: cases.length,
    failures: errors.length + (words.level === 'error' ? 1 : 0),
    skipped: report.outcome === 'not_run' ? 1 : 0,
  };
  return renderElement('testsuite', { name, ...counts }, `\n${cases.join('\n')}\n`);
}

/** Renders the reason that the test for the result of an app did not pass; empty if it passed. */
function renderEnd(report: Report): string {
  const { headline, code, lines, level } = describeReport(report);
  if (report.outcome === 'not_run') return renderElement('skipped', { message: headline }, '');
  if (level !== 'error') return '';
  const { moreProblems } = report;
  const more = moreProblems === 0 ? '' : `and ${formatCount(moreProblems, 'more problem')}`;
  const text = escapeXml(joinTexts([...lines, more], '\n'));
  return renderElement('failure', { message: headline, type: code ?? '' }, text);
}

function renderProblem(problem: ShownProblem, classname: string): string {
  const { message, code, file } = problem;
  const text = escapeXml(joinTexts([message, problem.fix], '\n'));
  const attributes = { name: labelProblem(problem), classname, file: file ?? '' };
  if (problem.severity === 'warning')
    return renderElement('testcase', attributes, renderElement('system-out', {}, text));
  const failure = renderElement('failure', { message, type: code ?? '' }, text);
  return renderElement('testcase', attributes, failure);
}

function renderElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string,
): string {
  const written = Object.entries(attributes).map(([attribute, value]) => {
    return ` ${attribute}="${escapeXml(String(value))}"`;
  });
  return `<${name}${written.join('')}>${content}</${name}>`;
}

const xmlEntities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Escapes text for XML. Invisible characters are made visible, since XML forbids some of them. */
function escapeXml(text: string): string {
  const lines = text.split('\n').map((line) => {
    return toPrintable(line).replace(/[&<>"]/g, (character) => xmlEntities.get(character) ?? '');
  });
  return lines.join('&#10;');
}
