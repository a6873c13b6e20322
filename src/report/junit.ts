import { labelProblem } from '../model/problem.ts';
import { toPrintable } from '../text/escape.ts';
import { joinTexts } from '../text/format.ts';
import type { CleanReport } from './clean.ts';

/**
 * The problems of a run as JUnit XML, which Jenkins and Azure show: a suite for each app, with a failed test for each error, a test
 * that passed with the words of each warning, and a test of its own for how the app ended.
 */
export function renderJunit(reports: readonly CleanReport[]): string {
  const suites = reports.map(renderSuite);
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}

function renderSuite({ facts, folder, problems, result }: CleanReport): string {
  const name = folder ?? facts.slug ?? 'miniapp-deploy';
  const cases = problems.map((problem) => {
    const { message, fix, severity, code, file } = problem;
    const text = joinTexts([message, fix], '\n');
    const place = { name: labelProblem(problem), classname: name, file: file ?? '' };
    const said =
      severity === 'error' ? tag('failure', { message, type: code ?? '' }, text) : tag('system-out', {}, text);
    return tag('testcase', place, said, false);
  });
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  // What its problems say already is not counted once more.
  const isFailed = result.level === 'error' && errors === 0;
  const words = joinTexts(result.lines, '\n');
  const why = isFailed ? tag('failure', { message: result.headline, type: result.code ?? '' }, words) : '';
  const all = [tag('testcase', { name: result.headline, classname: name }, why, false), ...cases];
  return tag(
    'testsuite',
    { name, tests: String(all.length), failures: String(errors + Number(isFailed)) },
    `\n${all.join('\n')}\n`,
    false,
  );
}

function tag(name: string, attributes: Readonly<Record<string, string>>, content: string, isText = true): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${given.join('')}>${isText ? escapeXml(content) : content}</${name}>`;
}

/** Text for XML: what cannot be seen, some of which XML forbids, is shown as its number. */
function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  const lines = text.split('\n').map((line) => toPrintable(line).replace(/[&<>"]/g, (sign) => `&${names[sign]};`));
  return lines.join('&#10;');
}
