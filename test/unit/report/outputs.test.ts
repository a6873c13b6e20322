import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Problem } from '../../../src/outcome.ts';
import { findSlug, outputNames, toOutputs } from '../../../src/report/outputs.ts';
import { parseCommands } from '../../support/runner/commands.ts';
import { hostileText } from './hostile-text.ts';
import { everyOutcome, makeApp, makePlan, makeProblem, makeReport, noFacts } from './sample.ts';

test('every output is set on every path, empty where it has no value', () => {
  for (const outcome of everyOutcome) {
    const outputs = toOutputs(makeReport({ outcome }));
    assert.deepEqual([...outputs.keys()], [...outputNames]);
    const empty = [...outputs].filter(([, value]) => value === '').map(([name]) => name);
    const expected = [
      'slug',
      'url',
      'status',
      'review-note',
      'review-result',
      'content-hash',
      'file-count',
      'byte-count',
      'terms-required',
      'apps',
    ];
    assert.deepEqual(
      empty.filter((name) => name !== 'skip-reason' && name !== 'plan'),
      expected,
    );
    assert.equal(outputs.get('outcome'), outcome.kind);
    assert.equal(outputs.get('problems'), '[]');
    assert.doesNotMatch([...outputs.values()].join(' '), /undefined|null|NaN/);
  }
});

test('there is no reason to skip for a draft that was sent for review as it was', () => {
  const report = makeReport({ outcome: { kind: 'unchanged' }, facts: { sentForReview: true } });
  assert.equal(toOutputs(report).get('skip-reason'), '');
});

test('the reason to skip goes with skipped and unchanged, and of a plan only with a fork’s', () => {
  const reasons = everyOutcome.map((outcome) =>
    `${outcome.kind} ${toOutputs(makeReport({ outcome })).get('skip-reason')}`.trim(),
  );
  assert.deepEqual(
    reasons.filter((text) => text.includes(' ')),
    ['unchanged unchanged', 'skipped in-review', 'skipped stale', 'skipped fork', 'planned fork'],
  );
});

test('known facts come out as they are', () => {
  const app = makeApp({
    url: 'https://a.example/a/tides',
    status: 'in_review',
    reviewNote: ' Bigger\r\n type,\n\n\u001bplease. ',
  });
  const problems = [makeProblem({ path: 'index.html', line: 2 })];
  const facts = {
    slug: 'tides',
    app,
    changed: true,
    submitted: true,
    reviewResult: 'withdrawn',
    contentHash: 'sha256:ab',
    fileCount: 0,
    byteCount: 3,
    problems,
    termsRequired: '2025-03',
  } as const;
  const outputs = Object.fromEntries(toOutputs(makeReport({ facts })));
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
  const text = toOutputs(makeReport({ outcome: { kind: 'listed' }, facts: { apps } })).get('apps') ?? '';
  assert.deepEqual(JSON.parse(text), [
    { ...blank, slug: 'tides', name: '##[error]', status: 'in_review' },
    { ...blank, slug: 'moon', published_at: '2026-01-01T00:00:00Z' },
  ]);
  assert.equal(toOutputs(makeReport({ outcome: { kind: 'listed' }, facts: { apps: [] } })).get('apps'), '[]');
});

test('ten thousand problems are cut after whole entries, their number stays true', () => {
  const problems = Array.from({ length: 10_000 }, (_, index) =>
    makeProblem({ message: `${index} ${'é'.repeat(100)}` }),
  );
  const outputs = toOutputs(makeReport({ facts: { problems } }));
  const text = outputs.get('problems') ?? '';
  const kept: unknown = JSON.parse(text);
  assert.ok(Array.isArray(kept) && kept.length > 1000 && kept.length < 10_000);
  assert.ok(text.length < 400_000 && text.length > 399_000);
  assert.equal(outputs.get('problem-count'), '10000');
});

test('one endless text leaves room for the others', () => {
  const long = '#'.repeat(1_000_000);
  const problems = [makeProblem({ path: long, code: long, message: long, fix: long }), makeProblem()];
  const apps = [makeApp({ name: long, reviewNote: long, updatedAt: long }), makeApp()];
  const outputs = toOutputs(makeReport({ facts: { problems, apps, app: makeApp({ reviewNote: long }) } }));
  const kept: readonly Problem[] = JSON.parse(outputs.get('problems') ?? '');
  assert.equal(kept.length, 2);
  for (const text of [kept[0]?.path, kept[0]?.code, kept[0]?.message, kept[0]?.fix, outputs.get('review-note')]) {
    assert.ok((text?.length ?? 0) <= 10_000);
    assert.match(text ?? '', /^#+ … \(\d+ characters more\)$/);
  }
  assert.deepEqual(kept[1], makeProblem());
  const listed: readonly Record<string, string | null>[] = JSON.parse(outputs.get('apps') ?? '');
  assert.equal(listed.length, 2);
  for (const key of ['name', 'updated_at']) assert.ok((listed[0]?.[key]?.length ?? 0) <= 10_000);
  assert.match(listed[0]?.['review_note'] ?? '', /^#{400,} … \(\d+ characters more\)$/);
  assert.ok((listed[0]?.['review_note']?.length ?? 0) <= 500);
});

test('an echoed output is no command, and JSON keeps its values', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (a, b) => {
      const app = makeApp({ slug: a, url: b, status: a, reviewNote: b, name: a });
      const problems = [makeProblem({ path: a, message: b, code: b, fix: a })];
      const outputs = toOutputs(makeReport({ facts: { slug: b, app, problems, termsRequired: a, apps: [app] } }));
      for (const [name, value] of outputs) {
        assert.deepEqual(parseCommands(`${value}\n`), [], name);
        assert.doesNotMatch(value, name === 'review-note' ? /\r/ : /[\r\n]/);
      }
      assert.deepEqual(JSON.parse(outputs.get('problems') ?? ''), JSON.parse(JSON.stringify(problems)));
    }),
    { numRuns: 500 },
  );
});

test('ten thousand apps with long notes are cut after whole entries', () => {
  const apps = Array.from({ length: 10_000 }, (_, index) =>
    makeApp({ slug: `app-${index}`, reviewNote: '🌊'.repeat(300) }),
  );
  const text = toOutputs(makeReport({ outcome: { kind: 'listed' }, facts: { apps } })).get('apps') ?? '';
  const kept: readonly { readonly slug: string }[] = JSON.parse(text);
  assert.ok(text.length < 400_000 && text.length > 398_000);
  assert.equal(kept.at(-1)?.slug, `app-${kept.length - 1}`);
});

test('the plan of a dry run is its changes in their order, empty where it makes none', () => {
  const say = (outcome: Parameters<typeof makeReport>[0]) => toOutputs(makeReport(outcome)).get('plan');
  const plan = makePlan('create', 'deploy', 'submit');
  assert.equal(say({ outcome: { kind: 'planned', plan } }), 'create,deploy,submit');
  assert.equal(say({ outcome: { kind: 'planned', plan: { do: 'skip' } } }), '');
  assert.equal(say({ outcome: { kind: 'planned', plan: null } }), '');
});

test('the slug is the one asked for, else the one that the service shows', () => {
  assert.equal(findSlug({ slug: 'tides', app: makeApp({ slug: 'moon' }) }), 'tides');
  assert.equal(findSlug({ slug: null, app: makeApp({ slug: 'moon' }) }), 'moon');
  assert.equal(findSlug(noFacts), null);
  assert.equal(findSlug({ slug: '-->', app: null }), null);
});
