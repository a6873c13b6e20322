import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAnnotations } from '../../../src/report/annotations.ts';
import { docsUrl, makeApp, makeFailure, makeOutcome, makeProblem, makeReport } from './sample.ts';

const rejected = makeOutcome('rejected');

test('a problem stands on its file, line and column with its fix on a line of its own', () => {
  const problem = makeProblem({
    path: 'index.html',
    line: 5,
    column: 3,
    code: 'external_script',
    fix: 'Copy it\ninto assets',
  });
  const [annotation] = toAnnotations(
    makeReport({ outcome: rejected, repositoryPath: 'apps/tides', facts: { problems: [problem] } }),
  );
  assert.deepEqual(annotation, {
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
    makeProblem({ path: 'e.html', line: Number.NaN, column: -1, message: 'e', code: '', severity: 'warning' }),
  ];
  const annotations = toAnnotations(makeReport({ outcome: rejected, repositoryPath: '', facts: { problems } }));
  const shown = annotations.map(({ message, file, line, column }) => [message, file, line, column]);
  // Without a code the level is the title.
  assert.deepEqual(
    annotations.slice(0, 2).map(({ level, title }) => [level, title]),
    [
      ['warning', 'Warning'],
      ['error', 'Problem'],
    ],
  );
  assert.deepEqual(shown.slice(0, 5), [
    ['e', 'e.html', null, null],
    ['../x, line 2, column 1: a', null, null, null],
    ['line 4: b', null, null, null],
    ['c', 'c.html', null, null],
    ['No message was given.', 'd.html', 3, null],
  ]);
  const [lost] = toAnnotations(makeReport({ outcome: rejected, facts: { problems: problems.slice(2, 3) } }));
  assert.equal(lost?.message, 'c.html: c');
});

test('the last of ten errors is the result with the count of the rest', () => {
  const problems = Array.from({ length: 32 }, (_, index) => makeProblem({ message: `problem ${index}` }));
  const annotations = toAnnotations(makeReport({ outcome: rejected, facts: { slug: 'tides', problems } }));
  assert.equal(annotations.length, 10);
  assert.equal(annotations.at(-1)?.title, 'tides was not deployed: 32 problems to fix');
  assert.equal(
    annotations.at(-1)?.message,
    'The folder site was not found.\nName a folder that exists.\nand 23 more problems: see the summary',
  );
});

test('nine errors and the result are all there', () => {
  const problems = Array.from({ length: 9 }, (_, index) => makeProblem({ message: `problem ${index}` }));
  const annotations = toAnnotations(makeReport({ outcome: rejected, facts: { problems } }));
  assert.equal(annotations.length, 10);
  assert.doesNotMatch(annotations.at(-1)?.message ?? '', /more/);
});

test('warnings leave two places for later ones and end with a count', () => {
  const warnings = Array.from({ length: 20 }, (_, index) => `warning ${index}`);
  const kept = toAnnotations(makeReport({ facts: { warnings } })).filter(({ level }) => level === 'warning');
  assert.equal(kept.length, 8);
  assert.equal(kept.at(-1)?.message, 'and 13 more warnings: see the summary');
  const few = toAnnotations(makeReport({ facts: { warnings: warnings.slice(0, 8) } })).filter(
    ({ level }) => level === 'warning',
  );
  assert.equal(few.at(-1)?.message, 'warning 7');
});

test('errors beside a green result are counted too', () => {
  const problems = Array.from({ length: 12 }, (_, index) => makeProblem({ message: `problem ${index}` }));
  const kept = toAnnotations(makeReport({ facts: { problems } })).filter(({ level }) => level === 'error');
  assert.equal(kept.at(-1)?.message, 'and 3 more problems: see the summary');
});

test('a problem that found no room counts as often as it was named', () => {
  const problems = Array.from({ length: 12 }, (_, index) => makeProblem({ message: `problem ${index}` }));
  const named = [...problems, ...problems.slice(-1)];
  const kept = toAnnotations(makeReport({ facts: { problems: named } })).filter(({ level }) => level === 'error');
  assert.equal(kept.at(-1)?.message, 'and 4 more problems: see the summary');
});

test('the same problem and the same remark appear once, problems with their number', () => {
  const problems = [makeProblem(), makeProblem(), makeProblem(), makeProblem({ line: 1 })];
  const annotations = toAnnotations(
    makeReport({ outcome: rejected, facts: { problems, notices: ['n', 'n'], warnings: ['w', 'w'] } }),
  );
  assert.deepEqual(
    annotations.map(({ level }) => level),
    ['warning', 'notice', 'error', 'error', 'error'],
  );
  assert.equal(annotations[2]?.message, 'The page loads a script from another host (3 times)');
});

test('success is one notice with the address', () => {
  const app = makeApp({ url: 'https://apps.example.org/a/tides', status: 'in_review' });
  assert.deepEqual(toAnnotations(makeReport({ facts: { app } })), [
    {
      level: 'notice',
      title: 'tides deployed',
      message:
        'The service confirmed the new draft: the content of the folder. In review: visible only to you until the review is done.\nhttps://apps.example.org/a/tides',
      file: null,
      line: null,
      column: null,
    },
  ]);
});

test('a message of a megabyte keeps its fix and stays below the limit', () => {
  const problem = makeProblem({ message: 'm'.repeat(1e6), fix: 'f'.repeat(1e6), code: 'c'.repeat(1e6) });
  const [annotation] = toAnnotations(makeReport({ outcome: rejected, facts: { problems: [problem, problem] } }));
  assert.ok((annotation?.message.length ?? 5000) < 4096);
  assert.match(annotation?.message ?? '', /characters more\) \(2 times\)\nFix: f+ … \(\d+ characters more\)$/);
  assert.ok((annotation?.title.length ?? 5000) <= 200);
});

test('secrets are in neither title nor file nor message', () => {
  const problem = makeProblem({
    path: 'key-s3cr3tkey.html',
    code: 's3cr3tkey',
    message: 's3cr3tkey',
    fix: 's3cr3tkey',
  });
  const report = makeReport({
    outcome: rejected,
    repositoryPath: 's3cr3tkey',
    secrets: ['s3cr3tkey'],
    facts: { problems: [problem] },
  });
  assert.doesNotMatch(JSON.stringify(toAnnotations(report)), /s3cr3tkey/);
});

test('a rejected app always brings the words of the reviewer, in one line', () => {
  const note = ' Who made it?\r\n::error::and why ';
  const tell = (status: string, waitedForReview: boolean) => {
    const app = makeApp({ status, reviewNote: note });
    const annotation = toAnnotations(makeReport({ outcome: { kind: 'read' }, facts: { app, waitedForReview } })).at(-1);
    return { level: annotation?.level, lines: annotation?.message.split('\n') ?? [] };
  };
  for (const status of ['not_approved', 'changes_requested']) {
    const { level, lines } = tell(status, false);
    assert.equal(level, 'warning');
    assert.ok(lines.includes("Reviewer's note: Who made it? ::error::and why"), lines.join());
  }
  assert.ok(tell('published', true).lines.every((line) => !line.startsWith("Reviewer's note")));
});

test('a dry run that tells of a failure is the last warning, and counts what is omitted', () => {
  const failure = makeFailure({ code: 'in_review', message: 'The app is in review', next: 'Wait.' });
  const outcome = { kind: 'planned', plan: { do: 'refuse', failure } } as const;
  const warnings = Array.from({ length: 20 }, (_, index) => `warning ${index}`);
  const annotations = toAnnotations(makeReport({ outcome, facts: { slug: 'tides', warnings } }));
  assert.deepEqual([annotations.length, annotations.at(-1)?.level], [8, 'warning']);
  assert.equal(annotations.at(-1)?.title, 'Dry run of tides: a real run would fail');
  assert.match(annotations.at(-1)?.message ?? '', /in review\nWait\.\nand 13 more warnings: see the summary$/);
});

test('a failure is its cause, its fix and the address where its code is explained', () => {
  const outcome = { kind: 'failed', failure: makeFailure() } as const;
  const app = makeApp({ url: 'https://apps.example.org/a/tides' });
  const message = (page: string | null) => toAnnotations(makeReport({ outcome, facts: { app } }, page)).at(-1)?.message;
  const words = 'The folder site was not found.\nName a folder that exists.';
  assert.equal(message(docsUrl), `${words}\n${docsUrl}#folder_missing`);
  assert.equal(message(null), words);
  assert.equal(message('https://a.example/$(id)'), words);
  const odd = { kind: 'failed', failure: makeFailure({ code: 'Odd Code' }) } as const;
  assert.equal(toAnnotations(makeReport({ outcome: odd }, docsUrl)).at(-1)?.message, words);
});

test('the address stays whole behind words of any length', () => {
  const long = 'x'.repeat(100_000);
  const app = makeApp({ status: 'not_approved', reviewNote: long });
  const outcome = { kind: 'failed', failure: makeFailure({ message: long, next: long }) } as const;
  const message = toAnnotations(makeReport({ outcome, facts: { app } }, docsUrl)).at(-1)?.message ?? '';
  assert.ok(message.length < 4096 && message.endsWith(`\n${docsUrl}#folder_missing`));
});

test('a failure that is about a file stands on it', () => {
  const outcome = { kind: 'failed', failure: makeFailure({ path: 'assets/a.png' }) } as const;
  const file = (repositoryPath: string | null) => toAnnotations(makeReport({ outcome, repositoryPath })).at(-1)?.file;
  assert.deepEqual([file('site'), file(null)], ['site/assets/a.png', null]);
});

test('invalid inputs stand one per line', () => {
  const failure = makeFailure({ code: 'invalid_inputs', message: 'a must be\n::error::b must be', next: 'Fix it.' });
  const [annotation] = toAnnotations(makeReport({ outcome: { kind: 'failed', failure } }));
  assert.equal(annotation?.title, '2 invalid inputs');
  assert.equal(annotation?.message, 'a must be\n\\::error::b must be\nFix it.');
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
  const annotations = toAnnotations(makeReport({ outcome: rejected, repositoryPath: '', facts: { problems } }));
  assert.deepEqual(
    annotations.slice(0, -1).map(({ message }) => message),
    ['other', 'line', 'app', 'theirs', 'line of theirs', 'app of theirs'],
  );
});
