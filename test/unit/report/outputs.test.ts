import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseCommands } from '../../../scripts/runner/commands.ts';
import { parseOutputFile } from '../../../scripts/runner/output-file.ts';
import type { Facts, Outcome } from '../../../src/outcome.ts';
import { formatOutputs, toOutputs } from '../../../src/report/outputs.ts';
import { hostileText } from './hostile-text.ts';
import { everyOutcome, makeApp, makeOutcome, makeProblem, makeReport } from './sample.ts';

function show(outcome: Outcome, facts: Partial<Facts> = {}) {
  return toOutputs(makeReport({ outcome, facts }));
}

function many<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

test('every output is set on every path, empty where it has no value', () => {
  const empty = ['slug', 'url', 'status', 'review-note', 'review-result', 'content-hash', 'file-count', 'byte-count'];
  const expected = {
    ...Object.fromEntries([...empty, 'terms-required', 'apps'].map((name) => [name, ''])),
    ...{ changed: 'false', submitted: 'false', 'problem-count': '0', problems: '[]' },
  };
  for (const outcome of everyOutcome) {
    const { plan, 'skip-reason': reason, ...outputs } = show(outcome);
    assert.deepEqual(outputs, { ...expected, outcome: outcome.kind });
  }
});

test('the reason to skip goes with skipped and unchanged, and of a plan only with a fork’s; a plan is its changes', () => {
  const toWords = (outcome: Outcome) => {
    const { plan, 'skip-reason': reason } = show(outcome);
    return `${outcome.kind} ${plan}${reason}`.trim();
  };
  assert.deepEqual(
    everyOutcome.map(toWords).filter((text) => text.includes(' ')),
    [
      ...['unchanged unchanged', 'skipped in-review', 'skipped stale', 'skipped fork', 'planned fork'],
      ...['planned deploy', 'planned create,deploy,submit', 'planned submit', 'planned delete', 'planned update'],
    ],
  );
  // It was sent for review as it was.
  assert.equal(show({ kind: 'unchanged' }, { sentForReview: true })['skip-reason'], '');
});

test('a list without apps is an empty array', () => {
  assert.equal(show({ kind: 'listed' }, { apps: [] })['apps'], '[]');
});

describe('ten thousand are cut after whole entries', () => {
  test('problems, and their number stays true', () => {
    const problems = many(10_000, (index) => makeProblem({ message: `${index} ${'é'.repeat(100)}` }));
    const { problems: text = '', 'problem-count': count } = show({ kind: 'deployed' }, { problems, moreProblems: 5 });
    assert.ok(JSON.parse(text).length > 1000);
    assert.ok(text.length < 400_000 && text.length > 399_000);
    assert.equal(count, '10005');
  });

  test('apps with long notes', () => {
    const apps = many(10_000, (index) => makeApp({ slug: `app-${index}`, reviewNote: '🌊'.repeat(300) }));
    const { apps: text = '' } = show({ kind: 'listed' }, { apps });
    const kept: readonly { readonly slug: string }[] = JSON.parse(text);
    assert.ok(text.length < 400_000 && text.length > 398_000);
    assert.equal(kept.at(-1)?.slug, `app-${kept.length - 1}`);
  });
});

test('one endless text leaves room for the others', () => {
  const long = '#'.repeat(1_000_000);
  const problems = [makeProblem({ path: long, code: long, message: long, fix: long }), makeProblem()];
  const apps = [makeApp({ name: long, reviewNote: long, updatedAt: long }), makeApp()];
  const outputs = show({ kind: 'deployed' }, { problems, apps, app: makeApp({ reviewNote: long }) });
  const [problem, otherProblem] = JSON.parse(outputs['problems'] ?? '');
  const [app, otherApp] = JSON.parse(outputs['apps'] ?? '');
  const { path, code, message, fix } = problem;
  for (const text of [path, code, message, fix, outputs['review-note'], app.name, app.updated_at]) {
    assert.match(text, /^#{9000,} … \(\d+ characters more\)$/);
    assert.ok(text.length <= 10_000 && text.length > 9_980);
  }
  assert.ok(app.review_note.length <= 500 && app.review_note.length > 480);
  assert.deepEqual(otherProblem, makeProblem());
  assert.equal(otherApp.slug, 'tides');
});

test('an echoed output is no command, JSON keeps its values, and the runner reads all as they were given', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (a, b) => {
      const app = makeApp({ slug: a, url: b, status: a, reviewNote: b, name: a });
      const problems = [makeProblem({ path: a, message: b, code: b, fix: a })];
      const outputs = show({ kind: 'read' }, { slug: b, app, problems, termsRequired: a, apps: [app] });
      for (const [name, value] of Object.entries(outputs)) {
        assert.deepEqual(parseCommands(`${value}\n`), [], name);
        assert.doesNotMatch(value, name === 'review-note' ? /\r/ : /[\r\n]/);
      }
      assert.deepEqual(JSON.parse(outputs['problems'] ?? ''), JSON.parse(JSON.stringify(problems)));
      assert.deepEqual(Object.fromEntries(parseOutputFile(formatOutputs(outputs))), outputs);
    }),
    { numRuns: 500 },
  );
});

test('a value cannot end itself and begin another output', () => {
  const values = { a: 'end', b: 'a\nend\noutcome=x', c: 'end_\nend\nend__', d: 'x\r\nend\r\ny', e: 'x\rend', f: '' };
  assert.deepEqual(Object.fromEntries(parseOutputFile(formatOutputs(values))), values);
  assert.equal(formatOutputs({ a: 'x', b: 'end' }), 'a<<end\nx\nend\nb<<end_\nend\nend_\n');
});

test('a slug that is none is empty', () => {
  assert.equal(show(makeOutcome('read'), { slug: '-->' })['slug'], '');
});
