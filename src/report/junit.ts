import { labelProblem } from '../model/problem.ts';
import { toPrintable } from '../text/escape.ts';
import { formatCount, joinTexts } from '../text/format.ts';
import type { CleanReport } from './clean.ts';

/**
 * The problems of a run as JUnit XML, which Jenkins and Azure show: a suite for each app, with a failed test for each error, a test
 * that passed with the words of each warning, and a test of its own for how the app ended.
 */
export function renderJunit(reports: readonly CleanReport[]): string {
  const suites = reports.map(renderSuite);
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}

function renderSuite({ facts, folder, outcome, problems, result }: CleanReport): string {
  const name = folder ?? facts.slug ?? 'miniapp-deploy';
  const cases = problems.map((problem) => {
    const { message, severity, code } = problem;
    const text = escapeXml(joinTexts([message, problem.fix], '\n'));
    const isError = severity === 'error';
    const said = isError ? tag('failure', { message, type: code ?? '' }, text) : tag('system-out', {}, text);
    return tag('testcase', { name: labelProblem(problem), classname: name, file: problem.file ?? '' }, said);
  });
  const { moreProblems } = facts;
  const unread = moreProblems === 0 ? '' : `and ${formatCount(moreProblems, 'more problem')}`;
  const words = escapeXml(joinTexts([...result.lines, unread], '\n'));
  const isFailed = result.level === 'error';
  const isSkipped = outcome.kind === 'not_run';
  const why = isFailed ? tag('failure', { message: result.headline, type: result.code ?? '' }, words) : '';
  const end = isSkipped ? tag('skipped', { message: result.headline }, '') : why;
  const all = [tag('testcase', { name: result.headline, classname: name }, end), ...cases];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const counts = {
    tests: String(all.length),
    failures: String(errors + Number(isFailed)),
    skipped: String(Number(isSkipped)),
  };
  return tag('testsuite', { name, ...counts }, `\n${all.join('\n')}\n`);
}

function tag(name: string, attributes: Readonly<Record<string, string>>, content: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${given.join('')}>${content}</${name}>`;
}

/** Invisible characters are shown as numbers: XML forbids some of them. */
function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  const lines = text.split('\n').map((line) => toPrintable(line).replace(/[&<>"]/g, (sign) => `&${names[sign]};`));
  return lines.join('&#10;');
}
