import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Facts, Outcome } from '../../../src/outcome.ts';
import { type Level, toAnnotations } from '../../../src/report/annotations.ts';
import { docsUrl, makeApp, makeFailure, makeOutcome, makeProblem, makeReport } from './sample.ts';

const rejected = makeOutcome('rejected');
const deployed = makeOutcome('deployed');

/** The last annotation: the result, where its level is the last. */
function annotateResult(outcome: Outcome, facts: Partial<Facts> = {}, page: string | null = null) {
  const last = toAnnotations(makeReport({ outcome, repositoryPath: 'site', facts }, page)).at(-1);
  return last ?? assert.fail();
}

function fail(parts: Parameters<typeof makeFailure>[0]): Outcome {
  return { kind: 'failed', failure: makeFailure(parts) };
}

describe('a level keeps what the runner shows of it, and its last counts the rest:', () => {
  const problems = (count: number) =>
    Array.from({ length: count }, (_, index) => makeProblem({ message: `p${index}` }));
  const remarks = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);
  /** Green, and a warning. */
  const withdrawn = { reviewResult: 'withdrawn' } as const;
  /** As many as the runner shows of each; two places for warnings are for later ones. */
  const limits = { error: 10, warning: 8, notice: 10 };
  const rows: Readonly<Record<string, readonly [Level, Outcome, Partial<Facts>, last: RegExp]>> = {
    'nine errors and the result': ['error', rejected, { problems: problems(9) }, /a folder that exists\.$/],
    'ten and the result': [
      'error',
      rejected,
      { problems: problems(10) },
      /exists\.\nand 1 more problem: see the summary$/,
    ],
    'ten errors beside a green result': ['error', deployed, { problems: problems(10) }, /^Problem\np9$/],
    'a problem as often as it was named': [
      'error',
      deployed,
      { problems: [...problems(12), makeProblem({ message: 'p11' })] },
      /^More errors\nand 4 more problems: see the summary$/,
    ],
    'eight warnings': ['warning', deployed, { warnings: remarks(8) }, /^Warning\nr7$/],
    'nine warnings': [
      'warning',
      deployed,
      { warnings: remarks(9) },
      /^More warnings\nand 2 more warnings: see the summary$/,
    ],
    'nine warnings and the result': [
      'warning',
      deployed,
      { ...withdrawn, warnings: remarks(9) },
      /^The app deployed\n.*\nand 2 more warnings: see the summary$/,
    ],
    'ten notices and the result': [
      'notice',
      deployed,
      { notices: remarks(10) },
      /\nand 1 more notice: see the summary$/,
    ],
  };
  for (const [name, [level, outcome, facts, last]] of Object.entries(rows)) {
    test(name, () => {
      const kept = toAnnotations(makeReport({ outcome, facts })).filter((annotation) => annotation.level === level);
      assert.equal(kept.length, limits[level]);
      assert.match(`${kept.at(-1)?.title}\n${kept.at(-1)?.message}`, last);
    });
  }
});

test('a message of a megabyte keeps its fix and stays below the limit', () => {
  const problem = makeProblem({ message: 'm'.repeat(1e6), fix: 'f'.repeat(1e6), code: 'c'.repeat(1e6) });
  const facts = { problems: [problem, problem] };
  const [annotation = assert.fail()] = toAnnotations(makeReport({ outcome: rejected, facts }));
  assert.match(annotation.message, /characters more\) \(2 times\)\nFix: f+ … \(\d+ characters more\)$/);
  assert.ok(annotation.message.length < 4096 && annotation.title.length <= 200);
});

test('the reviewer’s note is told of a rejected app alone', () => {
  const tell = (status: string) => {
    const { level, message } = annotateResult(makeOutcome('read'), { app: makeApp({ status, reviewNote: 'Who?' }) });
    return `${level}${message.includes("\nReviewer's note: Who?") ? ' with the note' : ''}`;
  };
  assert.deepEqual(['not_approved', 'changes_requested', 'published'].map(tell), [
    'warning with the note',
    'warning with the note',
    'notice',
  ]);
});

test('the result ends with the address that explains it, else with that of the app, if it is green', () => {
  const app = makeApp({ url: 'https://apps.example.org/a/tides' });
  const findEnd = (outcome: Outcome, page: string | null) => {
    return annotateResult(outcome, { app }, page).message.split('\n').at(-1);
  };
  assert.equal(findEnd(fail({}), docsUrl), `${docsUrl}#folder_missing`);
  assert.equal(findEnd(fail({}), null), 'Name a folder that exists.');
  assert.equal(findEnd(fail({}), 'https://a.example/$(id)'), 'Name a folder that exists.');
  assert.equal(findEnd(fail({ code: 'Odd Code' }), docsUrl), 'Name a folder that exists.');
  assert.equal(findEnd(deployed, docsUrl), app.url);
});

test('the address stays whole behind words of any length, and what comes first has the most room', () => {
  const long = 'x'.repeat(100_000);
  const app = makeApp({ status: 'not_approved', reviewNote: long });
  const { message } = annotateResult(fail({ message: long, next: long }), { app }, docsUrl);
  assert.ok(message.length < 4096 && message.endsWith(`\n${docsUrl}#folder_missing`));
  const cause = 'y'.repeat(1_800);
  assert.ok(annotateResult(fail({ message: cause, next: long }), { app }, docsUrl).message.startsWith(`${cause}\n`));
  const page = `https://a.example/${'x'.repeat(1900)}`;
  assert.ok(annotateResult(fail({ message: long, next: long }), { app }, page).message.length < 4096);
});
