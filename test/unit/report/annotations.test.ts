import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Facts, Outcome } from '../../../src/outcome.ts';
import { type Level, toAnnotations } from '../../../src/report/annotations.ts';
import { docsUrl, makeApp, makeFailure, makeOutcome, makeProblem, makeReport } from './sample.ts';

const rejected = makeOutcome('rejected');
const nowhere = { file: null, line: null, column: null };

function annotate(facts: Partial<Facts>, outcome: Outcome = rejected, repositoryPath: string | null = '') {
  return toAnnotations(makeReport({ outcome, repositoryPath, facts }));
}

/** The last annotation: the result, where its level is the last. */
function annotateResult(outcome: Outcome, facts: Partial<Facts> = {}, page: string | null = null) {
  const last = toAnnotations(makeReport({ outcome, repositoryPath: 'site', facts }, page)).at(-1);
  return last ?? assert.fail();
}

function many<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

test('a problem stands on its file, line and column with its fix on a line of its own', () => {
  const place = { path: 'index.html', line: 5, column: 3 };
  const problem = makeProblem({ ...place, code: 'external_script', fix: 'Copy it\ninto assets' });
  assert.deepEqual(annotate({ problems: [problem] }, rejected, 'apps/tides')[0], {
    level: 'error',
    title: 'external_script',
    message: 'The page loads a script from another host\nFix: Copy it␊into assets',
    file: 'apps/tides/index.html',
    line: 5,
    column: 3,
  });
});

test('a place that cannot be shown loses the place, not the message', () => {
  const problems = [
    makeProblem({ path: '../x', line: 2, column: 1, message: 'a' }),
    makeProblem({ line: 4, message: 'b' }),
    makeProblem({ path: 'c.html', line: 0, column: 7, message: 'c' }),
    makeProblem({ path: 'd.html', line: 3, column: 1.5, message: '' }),
    makeProblem({ path: 'e.html', line: Number.NaN, column: -1, message: 'e', severity: 'warning' }),
  ];
  assert.deepEqual(annotate({ problems }).slice(0, 5), [
    // Without a code the level is the title.
    { ...nowhere, level: 'warning', title: 'Warning', message: 'e', file: 'e.html' },
    { ...nowhere, level: 'error', title: 'Problem', message: '../x, line 2, column 1: a' },
    { ...nowhere, level: 'error', title: 'Problem', message: 'line 4: b' },
    { ...nowhere, level: 'error', title: 'Problem', message: 'c', file: 'c.html' },
    { ...nowhere, level: 'error', title: 'Problem', message: 'No message was given.', file: 'd.html', line: 3 },
  ]);
  assert.equal(annotate({ problems: problems.slice(2, 3) }, rejected, null)[0]?.message, 'c.html: c');
});

describe('a level keeps what the runner shows of it, and its last counts the rest:', () => {
  const problems = (count: number) => many(count, (index) => makeProblem({ message: `problem ${index}` }));
  const remarks = (count: number) => many(count, (index) => `remark ${index}`);
  const deployed = { kind: 'deployed' } as const;
  /** Green, and a warning. */
  const withdrawn = { reviewResult: 'withdrawn' } as const;
  const rows: readonly (readonly [string, Outcome, Partial<Facts>, Level, number, RegExp])[] = [
    ['nine errors and the result', rejected, { problems: problems(9) }, 'error', 10, /a folder that exists\.$/],
    [
      '32 and the result',
      rejected,
      { problems: problems(32) },
      'error',
      10,
      /exists\.\nand 23 more problems: see the summary$/,
    ],
    ['ten errors beside a green result', deployed, { problems: problems(10) }, 'error', 10, /^problem 9$/],
    ['twelve', deployed, { problems: problems(12) }, 'error', 10, /^and 3 more problems: see the summary$/],
    [
      'a problem as often as it was named',
      deployed,
      { problems: [...problems(12), ...problems(12).slice(-1)] },
      'error',
      10,
      /^and 4 more problems: see the summary$/,
    ],
    // Two places for warnings are for later ones.
    ['eight warnings', deployed, { warnings: remarks(8) }, 'warning', 8, /^remark 7$/],
    ['20 warnings', deployed, { warnings: remarks(20) }, 'warning', 8, /^and 13 more warnings: see the summary$/],
    [
      '20 and a result',
      deployed,
      { ...withdrawn, warnings: remarks(20) },
      'warning',
      8,
      /\nand 13 more warnings: see the summary$/,
    ],
    [
      'ten notices and the result',
      deployed,
      { notices: remarks(10) },
      'notice',
      10,
      /\nand 1 more notice: see the summary$/,
    ],
  ];
  for (const [name, outcome, facts, level, count, message] of rows) {
    test(name, () => {
      const kept = annotate(facts, outcome).filter((annotation) => annotation.level === level);
      assert.equal(kept.length, count);
      assert.match(kept.at(-1)?.message ?? '', message);
    });
  }
  test('under a title of its own, where it is not the result', () => {
    const titles = (facts: Partial<Facts>) =>
      annotate({ ...facts, warnings: remarks(20) }, deployed).map(({ title }) => title);
    assert.equal(titles({})[7], 'More warnings');
    assert.equal(titles(withdrawn)[7], 'The app deployed');
  });
});

test('the same problem and the same remark appear once, problems with their number', () => {
  const problems = [makeProblem(), makeProblem(), makeProblem(), makeProblem({ line: 1 })];
  const annotations = annotate({ problems, notices: ['n', 'n'], warnings: ['w', 'w'] });
  assert.deepEqual(
    annotations.map(({ level, title }) => `${level} ${title}`),
    [
      'warning Warning',
      'notice Notice',
      'error Problem',
      'error Problem',
      'error The app was not deployed: 4 problems to fix',
    ],
  );
  assert.equal(annotations[2]?.message, 'The page loads a script from another host (3 times)');
});

test('success is one notice with the address', () => {
  const app = makeApp({ url: 'https://apps.example.org/a/tides', status: 'in_review' });
  const words =
    'The service confirmed the new draft: the content of the folder. In review: visible only to you until the review is done.';
  const expected = { ...nowhere, level: 'notice', title: 'tides deployed', message: `${words}\n${app.url}` };
  assert.deepEqual(annotate({ app }, { kind: 'deployed' }), [expected]);
  assert.deepEqual(annotateResult({ kind: 'deployed' }, { app }, docsUrl), expected);
});

test('a message of a megabyte keeps its fix and stays below the limit', () => {
  const problem = makeProblem({ message: 'm'.repeat(1e6), fix: 'f'.repeat(1e6), code: 'c'.repeat(1e6) });
  const [annotation] = annotate({ problems: [problem, problem] });
  assert.ok((annotation?.message.length ?? 5000) < 4096);
  assert.match(annotation?.message ?? '', /characters more\) \(2 times\)\nFix: f+ … \(\d+ characters more\)$/);
  assert.ok((annotation?.title.length ?? 5000) <= 200);
});

test('secrets are in neither title nor file nor message', () => {
  const secret = 's3cr3tkey';
  const problem = makeProblem({ path: `key-${secret}.html`, code: secret, message: secret, fix: secret });
  const report = { outcome: rejected, repositoryPath: secret, secrets: [secret], facts: { problems: [problem] } };
  assert.doesNotMatch(JSON.stringify(toAnnotations(makeReport(report))), /s3cr3tkey/);
});

test('a rejected app always brings the words of the reviewer, in one line', () => {
  const tell = (status: string) => {
    const app = makeApp({ status, reviewNote: ' Who made it?\r\n::error::and why ' });
    const { level, message } = annotateResult({ kind: 'read' }, { app });
    return [level, message.split('\n').filter((line) => line.startsWith('Reviewer'))];
  };
  const note = "Reviewer's note: Who made it? ::error::and why";
  assert.deepEqual(tell('not_approved'), ['warning', [note]]);
  assert.deepEqual(tell('changes_requested'), ['warning', [note]]);
  assert.deepEqual(tell('published'), ['notice', []]);
});

describe('a failure', () => {
  const fail = (parts: Parameters<typeof makeFailure>[0]) => ({ kind: 'failed', failure: makeFailure(parts) }) as const;
  const words = 'The folder site was not found.\nName a folder that exists.';

  test('is its cause, its fix and the address where its code is explained', () => {
    const app = makeApp({ url: 'https://apps.example.org/a/tides' });
    const message = (page: string | null, code = 'folder_missing') =>
      annotateResult(fail({ code }), { app }, page).message;
    assert.equal(message(docsUrl), `${words}\n${docsUrl}#folder_missing`);
    assert.equal(message(null), words);
    assert.equal(message('https://a.example/$(id)'), words);
    assert.equal(message(docsUrl, 'Odd Code'), words);
  });

  test('keeps the address whole behind words of any length', () => {
    const long = 'x'.repeat(100_000);
    const app = makeApp({ status: 'not_approved', reviewNote: long });
    const { message } = annotateResult(fail({ message: long, next: long }), { app }, docsUrl);
    assert.ok(message.length < 4096 && message.endsWith(`\n${docsUrl}#folder_missing`));
    const cause = 'y'.repeat(1_800);
    assert.ok(annotateResult(fail({ message: cause, next: long }), { app }, docsUrl).message.startsWith(`${cause}\n`));
    const page = `https://a.example/${'x'.repeat(1900)}`;
    assert.ok(annotateResult(fail({ message: long, next: long }), { app }, page).message.length < 4096);
  });

  test('that is about a file stands on it', () => {
    assert.equal(annotateResult(fail({ path: 'assets/a.png' })).file, 'site/assets/a.png');
    assert.equal(annotate({}, fail({ path: 'assets/a.png' }), null)[0]?.file, null);
  });

  test('of invalid inputs has one per line', () => {
    const message = 'a must be\n::error::b must be';
    const result = annotateResult(fail({ code: 'invalid_inputs', message, next: 'Fix it.' }));
    assert.equal(result.title, '2 invalid inputs');
    assert.equal(result.message, 'a must be\n\\::error::b must be\nFix it.');
  });
});

test('a warning of ours about a file is no annotation where the service names that file in an error', () => {
  const problems = [
    makeProblem({ path: 'notes.txt', severity: 'warning', message: 'ours' }),
    makeProblem({ path: 'other.txt', severity: 'warning', message: 'other' }),
    makeProblem({ path: 'notes.txt', severity: 'warning', line: 2, message: 'line' }),
    makeProblem({ severity: 'warning', message: 'app' }),
    makeProblem({ path: 'notes.txt', message: 'theirs' }),
    makeProblem({ path: 'other.txt', line: 1, message: 'line of theirs' }),
    makeProblem({ message: 'app of theirs' }),
  ];
  const messages = annotate({ problems }).map(({ message }) => message);
  assert.deepEqual(messages.slice(0, -1), ['other', 'line', 'app', 'theirs', 'line of theirs', 'app of theirs']);
});
