import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAnnotations } from '../../../src/report/annotations.ts';
import { compareSections } from '../../support/snapshot.ts';
import {
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
    "an approval with the reviewer's note": {
      review: 'approved',
      app: makeApp({ reviewNote: 'Nice.\nThank you.' }),
    },
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

test('each app with problems gets one annotation before any gets a second one', () => {
  const reports = ['tides', 'waves'].map((slug) => {
    const problems = Array.from({ length: 6 }, (_, index) => makeProblem({ message: `p${index}` }));
    return makeReport({ ...fail({ kind: 'rejected' }), slug, problems });
  });
  const errors = toAnnotations(reports).map(readLines);
  assert.deepEqual(errors.slice(0, 3), ['tides: p0', 'waves: p0', 'tides: p1']);
  assert.equal(errors.length, 10);
  assert.match(errors[9] ?? '', /\nand 3 more problems: see the summary$/);
});
