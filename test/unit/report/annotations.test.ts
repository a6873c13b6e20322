import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAnnotations } from '../../../src/report/annotations.ts';
import type { Annotation } from '../../../src/report/log.ts';
import { compareSections } from '../../support/snapshot.ts';
import {
  docsUrl,
  fail,
  type GivenRun,
  makeApp,
  makeProblem,
  makeReport,
  readLines,
  show,
} from './sample.ts';

test('at most ten annotations per level are printed, and the last one counts the rest (snapshots/annotations.md)', () => {
  const problems = Array.from({ length: 12 }, (_, index) => makeProblem({ message: `p${index}` }));
  const remarks = Array.from({ length: 10 }, (_, index) => `r${index}`);
  const runs: Readonly<Record<string, GivenRun>> = {
    'nine errors and the result': {
      ...fail({ kind: 'rejected' }),
      problems: problems.slice(0, 9),
    },
    'twelve errors, one of them named twice': {
      problems: [...problems, ...problems.slice(11)],
    },
    'eight warnings': {
      warnings: remarks.slice(0, 8),
    },
    'nine warnings and the result': {
      review: 'withdrawn',
      warnings: remarks.slice(0, 9),
    },
    'ten notices and the result': { notices: remarks },
  };
  const parts = Object.entries(runs).map(([name, run]) => {
    const levels = Map.groupBy(toAnnotations([makeReport(run)]), ({ level }) => level);
    const lines = Array.from(levels, ([level, annotations]) => {
      const last = annotations.at(-1);
      return `${annotations.length} × ${level}, the last [${last?.title}]\n${last && readLines(last)}`;
    });
    return [name, lines] as const;
  });
  compareSections('test/unit/report/snapshots/annotations.md', parts);
});

test('a problem is annotated in its file, or names its app and place if the file cannot be shown', () => {
  const names = ['index.html', 'a\u0007.html', '../x.html'];
  const problems = names.map((path) => makeProblem({ path, message: 'It is odd' }));
  const report = makeReport({
    repositoryPath: 'site',
    ...fail({ kind: 'rejected' }),
    slug: 'tides',
    problems,
  });
  const toPlace = ({ file, texts }: Annotation): string => `${file} ${texts[0]}`;
  assert.deepEqual(toAnnotations([report]).slice(0, 3).map(toPlace), [
    'site/index.html It is odd',
    ...names.slice(1).map((name) => `null ${name}: It is odd`),
  ]);
  const several = toAnnotations([report, makeReport()]).filter(({ level }) => level === 'error');
  assert.deepEqual(
    several.slice(1, 3).map(toPlace),
    names.slice(1).map((name) => `null tides: ${name}: It is odd`),
  );
});

test('an error links to the page of its code only, and any other result to the app', () => {
  const app = makeApp({ url: 'https://apps.example.org/a/tides' });
  const findLink = (given: GivenRun, page: string | null = null): string | undefined => {
    const [annotation = assert.fail()] = toAnnotations([makeReport({ ...given, app }, page)]);
    return readLines(annotation)
      .split('\n')
      .find((line) => line.startsWith('https:'));
  };
  assert.equal(findLink({}), app.url);
  assert.equal(findLink(fail()), undefined);
  assert.equal(findLink(fail(), docsUrl), `${docsUrl}#folder_missing`);
});

test('the fix of a problem and the link of a result are kept after a message of any length', async () => {
  const long = 'x'.repeat(100_000);
  const run = {
    problems: [makeProblem({ message: long, fix: long })],
    app: makeApp({ reviewNote: long }),
  };
  const { annotations } = await show({ ...fail({ message: long, next: long }), ...run });
  const [problem, result] = annotations.map(({ message }) => message);
  assert.match(problem ?? '', /characters more\)\nFix: x+ … \(\d+ characters more\)$/);
  assert.match(result ?? '', /^x{1100,}.*\nx+ .*\nhttps:.*#folder_missing$/s);
});

test('the title of an annotation is a code or a headline, and not repeated in the message', () => {
  const problem = makeProblem({ path: 'index.html', message: 'It is odd.', code: 'odd_page' });
  const report = makeReport({
    ...fail({ message: 'It is broken.' }),
    slug: 'tides',
    problems: [problem, makeProblem()],
    warnings: ['One.'],
  });
  const annotations = toAnnotations([report]);
  assert.deepEqual(
    annotations.map(({ title }) => title),
    ['', 'odd_page', '', 'tides was not deployed: the folder does not exist'],
  );
  for (const { title, texts } of annotations) {
    if (title !== '') assert.ok(!texts.some((text) => text.startsWith(title)), title);
  }
});

test('the log of a failed step ends with at most 20 lines about problems, a count and the result', async () => {
  const problems = Array.from({ length: 12 }, (_, index) =>
    makeProblem({ path: 'index.html', line: index + 1, message: `p${index}`, fix: 'Remove it.' }),
  );
  const failed = fail({ kind: 'rejected', code: 'folder_rejected' });
  const run = { ...failed, repositoryPath: 'site', slug: 'tides', problems, warnings: ['Odd.'] };
  const { output } = await show(run);
  const lines = output.trimEnd().split('\n');
  const end = lines.slice(lines.indexOf('::endgroup::') + 1);
  assert.deepEqual(end.slice(0, 2), ['site/index.html:1 error: p0', '  Fix: Remove it.']);
  assert.equal(end[20], 'and 3 more problems: see the summary');
  assert.match(end[21] ?? '', /^::error title=tides was not deployed/);
  assert.deepEqual(end.slice(22), ['tides was not deployed: 12 problems to fix']);
});

test('the log of a success lists its warnings, and ends with the result', async () => {
  const warning = makeProblem({ severity: 'warning', path: 'a.png', message: 'It is large' });
  const { output } = await show({ slug: 'tides', problems: [warning], warnings: ['Odd.'] });
  const lines = output.trimEnd().split('\n');
  assert.ok(lines.includes('a.png warning: It is large'));
  assert.ok(lines.includes('warning: Odd.'));
  assert.equal(lines.at(-1), 'tides deployed, with 2 warnings');
});

test('equal problems on several lines are merged, and name their lines', () => {
  const lines = [108, 109, 7, 7].map((line) => makeProblem({ path: 'a.css', line, message: 'm' }));
  const toMessages = (problems: GivenRun['problems']) =>
    makeReport({ problems: problems ?? [] }).shownProblems.map(({ message }) => message);
  assert.deepEqual(toMessages(lines.slice(0, 2)), ['m (lines 108 and 109).']);
  assert.deepEqual(toMessages(lines.slice(2)), ['2 times: m']);
  const many = Array.from({ length: 8 }, (_, index) => ({ ...lines[0], line: index + 1 }));
  assert.deepEqual(toMessages(many as GivenRun['problems']), [
    'm (lines 1, 2, 3, 4, 5 and 3 more).',
  ]);
});
