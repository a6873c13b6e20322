import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseCommands } from '../../../scripts/runner/commands.ts';
import { parseOutputFile } from '../../../scripts/runner/output-file.ts';
import type { Facts, Outcome } from '../../../src/outcome.ts';
import type { Problem } from '../../../src/problem.ts';
import { formatOutputs, toOutputs } from '../../../src/report/outputs.ts';
import { hostileText } from './hostile-text.ts';
import { everyOutcome, makeApp, makePlan, makeProblem, makeReport } from './sample.ts';

function show(outcome: Outcome, facts: Partial<Facts> = {}) {
  return toOutputs(makeReport({ outcome, facts }));
}

function many<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

test('every output is set on every path, empty where it has no value', () => {
  for (const outcome of everyOutcome) {
    const { plan, 'skip-reason': reason, ...outputs } = show(outcome);
    assert.ok(plan !== undefined && reason !== undefined);
    assert.deepEqual(outputs, {
      outcome: outcome.kind,
      changed: 'false',
      submitted: 'false',
      slug: '',
      url: '',
      status: '',
      'review-note': '',
      'review-result': '',
      'content-hash': '',
      'file-count': '',
      'byte-count': '',
      'problem-count': '0',
      problems: '[]',
      'terms-required': '',
      apps: '',
    });
  }
});

test('the reason to skip goes with skipped and unchanged, and of a plan only with a fork’s', () => {
  const reasons = everyOutcome.map((outcome) => `${outcome.kind} ${show(outcome)['skip-reason']}`.trim());
  assert.deepEqual(
    reasons.filter((text) => text.includes(' ')),
    ['unchanged unchanged', 'skipped in-review', 'skipped stale', 'skipped fork', 'planned fork'],
  );
  assert.equal(
    show({ kind: 'unchanged' }, { sentForReview: true })['skip-reason'],
    '',
    'it was sent for review as it was',
  );
});

test('known facts come out as they are', () => {
  const problems = [makeProblem({ path: 'index.html', line: 2 })];
  const reviewNote = ' Bigger\r\n type,\n\n\u001bplease. ';
  const outputs = show(
    { kind: 'deployed' },
    {
      slug: 'tides',
      app: makeApp({ url: 'https://a.example/a/tides', status: 'in_review', reviewNote }),
      changed: true,
      submitted: true,
      reviewResult: 'withdrawn',
      contentHash: 'sha256:ab',
      fileCount: 0,
      byteCount: 3,
      problems,
      termsRequired: '2025-03',
    },
  );
  assert.deepEqual(
    { ...outputs, problems: JSON.parse(outputs['problems'] ?? '') },
    {
      outcome: 'deployed',
      changed: 'true',
      submitted: 'true',
      slug: 'tides',
      url: 'https://a.example/a/tides',
      status: 'in_review',
      'review-note': 'Bigger\n type,\n\n␛please.',
      'review-result': 'withdrawn',
      plan: '',
      'content-hash': 'sha256:ab',
      'file-count': '0',
      'byte-count': '3',
      'problem-count': '1',
      problems,
      'terms-required': '2025-03',
      'skip-reason': '',
      apps: '',
    },
  );
});

test('a list gives the apps as JSON for a matrix', () => {
  const apps = [
    makeApp({ url: 'javascript:x', status: 'in review', name: '##[error]' }),
    makeApp({ slug: 'moon', publishedAt: '2026-01-01T00:00:00Z' }),
  ];
  const times = { updated_at: null, submitted_at: null, published_at: null };
  const blank = { name: null, status: null, url: null, review_note: null, ...times };
  assert.deepEqual(JSON.parse(show({ kind: 'listed' }, { apps })['apps'] ?? ''), [
    { ...blank, slug: 'tides', name: '##[error]', status: 'in_review' },
    { ...blank, slug: 'moon', published_at: '2026-01-01T00:00:00Z' },
  ]);
  assert.equal(show({ kind: 'listed' }, { apps: [] })['apps'], '[]');
});

describe('ten thousand are cut after whole entries', () => {
  test('problems, and their number stays true', () => {
    const problems = many(10_000, (index) => makeProblem({ message: `${index} ${'é'.repeat(100)}` }));
    const outputs = show({ kind: 'deployed' }, { problems });
    const text = outputs['problems'] ?? '';
    const kept: unknown = JSON.parse(text);
    assert.ok(Array.isArray(kept) && kept.length > 1000 && kept.length < 10_000);
    assert.ok(text.length < 400_000 && text.length > 399_000);
    assert.equal(outputs['problem-count'], '10000');
  });

  test('apps with long notes', () => {
    const apps = many(10_000, (index) => makeApp({ slug: `app-${index}`, reviewNote: '🌊'.repeat(300) }));
    const text = show({ kind: 'listed' }, { apps })['apps'] ?? '';
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
  const kept: readonly Problem[] = JSON.parse(outputs['problems'] ?? '');
  const listed: readonly Record<string, string | null>[] = JSON.parse(outputs['apps'] ?? '');
  const { path, code, message, fix } = kept[0] ?? makeProblem();
  const { name, updated_at: updatedAt, review_note: note } = listed[0] ?? {};
  for (const [text, limit] of [
    ...[path, code, message, fix, outputs['review-note'], name, updatedAt].map((text) => [text, 10_000] as const),
    [note, 500] as const,
  ]) {
    assert.match(text ?? '', /^#{400,} … \(\d+ characters more\)$/);
    assert.ok((text ?? '').length <= limit && (text ?? '').length > limit - 20);
  }
  assert.deepEqual([kept.length, kept[1], listed.length], [2, makeProblem(), 2]);
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

test('the plan of a dry run is its changes in their order, empty where it makes none', () => {
  assert.equal(show({ kind: 'planned', plan: makePlan('create', 'deploy', 'submit') })['plan'], 'create,deploy,submit');
  assert.equal(show({ kind: 'planned', plan: { do: 'skip' } })['plan'], '');
  assert.equal(show({ kind: 'planned', plan: null })['plan'], '');
});

test('the slug is the one asked for; empty where it was none', () => {
  assert.equal(show({ kind: 'read' }, { slug: 'tides' })['slug'], 'tides');
  assert.equal(show({ kind: 'read' }, { slug: '-->' })['slug'], '');
});
