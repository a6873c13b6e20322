import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAnnotations } from '../../../src/report/annotations.ts';
import { makeApp, makeOutcome, makeProblem, makeReport } from './sample.ts';

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

test('the last of ten errors is the verdict with the count of the rest', () => {
  const problems = Array.from({ length: 32 }, (_, index) => makeProblem({ message: `problem ${index}` }));
  const annotations = toAnnotations(makeReport({ outcome: rejected, facts: { slug: 'tides', problems } }));
  assert.equal(annotations.length, 10);
  assert.equal(annotations.at(-1)?.title, 'tides was not deployed: 32 problems to fix');
  assert.equal(
    annotations.at(-1)?.message,
    'The folder site was not found.\nName a folder that exists.\nand 23 more problems: see the summary',
  );
});

test('nine errors and the verdict are all there', () => {
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

test('errors beside a green verdict are counted too', () => {
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
        'The draft holds exactly the content of the folder.\nhttps://apps.example.org/a/tides\nIn review: nobody else sees it until it is reviewed.',
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

test('a verdict that is a no brings the words of the reviewer, in one line', () => {
  const note = ' Who made it?\r\n::error::and why ';
  const app = makeApp({ status: 'not_approved', reviewNote: note });
  const tell = (verdict: 'refused' | 'approved') =>
    toAnnotations(makeReport({ outcome: { kind: 'read' }, facts: { app, verdict } }))
      .at(-1)
      ?.message.split('\n') ?? [];
  assert.ok(tell('refused').includes('The reviewer says: Who made it? ::error::and why'));
  assert.ok(tell('approved').every((line) => !line.startsWith('The reviewer says')));
});

test('a dry run that tells of a failure is the last warning, and counts what found no room', () => {
  const failure = { code: 'in_review', message: 'The app is in review', next: 'Wait.' };
  const outcome = { kind: 'planned', plan: { do: 'refuse', failure } } as const;
  const warnings = Array.from({ length: 20 }, (_, index) => `warning ${index}`);
  const annotations = toAnnotations(makeReport({ outcome, facts: { slug: 'tides', warnings } }));
  assert.deepEqual([annotations.length, annotations.at(-1)?.level], [8, 'warning']);
  assert.equal(annotations.at(-1)?.title, 'tides would not be deployed: a run would fail');
  assert.match(annotations.at(-1)?.message ?? '', /in review\nWait\.\nand 13 more warnings: see the summary$/);
});
