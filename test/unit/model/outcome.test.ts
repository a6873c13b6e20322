import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type ChangeState,
  type RunEvent,
  RunState,
  type Step,
  toAppFacts,
  toAppReport,
  toExitCode,
} from '../../../src/model/outcome.ts';
import { showTides } from '../../support/fake-service/app.ts';

const draft = showTides({ status: 'draft' });
const inReview = showTides({ status: 'in_review' });

type Read = Extract<RunEvent, { kind: 'read' }>;
const read = (app: Read['app'] = draft, parts: Partial<Read> = {}): RunEvent => {
  return { kind: 'read', app, match: 'same', trust: 'all', ...parts };
};
const change = (step: Step, ...states: readonly ChangeState[]): readonly RunEvent[] =>
  states.map((state) => ({ kind: 'change', step, state }));
const open = change('deploy', 'sent', 'lost');
const [byUs, byOther] = [
  ['sent', 'accepted', 'confirmed'] as const,
  ['sent', 'conflict', 'confirmed'] as const,
];
const waited = { kind: 'review', result: 'withdrawn', isWaited: true } as const;

describe('what is reported of the app', () => {
  const pending = { status: 'in_review', submitted: false, reviewResult: 'pending' } as const;
  const withdrawn = { reviewResult: 'withdrawn', waitedForReview: true } as const;
  const rows: readonly (readonly [name: string, events: readonly RunEvent[], report: object])[] = [
    [
      'the last read that counts',
      [read(inReview), read()],
      { status: 'draft', statusBefore: 'in_review' },
    ],
    [
      'no look that proves nothing yet',
      [read(), read(inReview, { trust: 'none' })],
      { status: 'draft' },
    ],
    [
      'no state beside content that may be newer',
      [read(), read(inReview, { trust: 'content' })],
      { status: null },
    ],
    ['no app that is gone', [read(), read(null)], { status: undefined, statusBefore: 'draft' }],
    ['a change that is open', [read(), ...open], { isUnconfirmed: true, changed: false }],
    [
      'a change that was refused',
      [read(), ...change('deploy', 'sent', 'refused')],
      { isUnconfirmed: false, changed: false },
    ],
    [
      "another run's change",
      [read(), ...change('deploy', ...byOther)],
      { isUnconfirmed: false, changed: false },
    ],
    [
      'a change that was lost, and then met a conflict',
      change('deploy', 'sent', 'lost', ...byOther),
      { changed: true },
    ],
    [
      'a creation',
      [read(null), ...change('create', ...byUs)],
      { statusBefore: null, created: true, changed: true },
    ],
    [
      'a submission that is open',
      [read(), ...change('submit', 'sent')],
      { submitting: true, submitted: false },
    ],
    [
      'a submission',
      [read(), ...change('submit', ...byUs)],
      { submitted: true, sentForReview: true },
    ],
    [
      "another run's submission",
      [read(), ...change('submit', ...byOther)],
      { submitted: false, submittedByOther: true, sentForReview: false },
    ],
    ['our content in review', [read(inReview)], { ...pending, submitted: true }],
    ['other content in review', [read(inReview, { match: 'other' })], pending],
    [
      'no review right after a deploy',
      [...change('deploy', ...byUs), read(inReview)],
      { reviewResult: null },
    ],
    [
      'no review after a change that is open',
      [read(inReview), ...open],
      { submitted: false, reviewResult: null },
    ],
    ['a review that was waited for', [read(inReview), waited], { ...withdrawn, submitted: false }],
  ];
  for (const [name, events, expected] of rows) {
    test(`is ${name}`, () => {
      const report = toAppReport(events);
      assert.partialDeepStrictEqual({ ...report, status: report.app?.status }, expected);
    });
  }

  test('shows that the submission is next after a deploy only if the run submits', () => {
    const deployed = change('deploy', ...byUs);
    assert.partialDeepStrictEqual(toAppReport(deployed, true), {
      deployed: true,
      submitting: true,
    });
    assert.partialDeepStrictEqual(toAppReport(deployed), { deployed: true, submitting: false });
  });

  test('keeps the address of an app that a later read omits', () => {
    const url = 'https://tides.apps.example';
    assert.equal(toAppReport([read(showTides({ url })), read()]).app?.url, url);
  });
});

test('a run adds what is learned, each remark once, and never changes facts that were handed out', () => {
  const state = new RunState('tides');
  const before = state.facts;
  const wait = { what: 'deploy', milliseconds: 5, why: 'test', attempt: 2, maxAttempts: 4 };
  state.update({ byteCount: 12 });
  for (const text of ['one', 'two', 'one']) state.notice(text);
  for (const text of ['three', 'three']) state.warn(text);
  state.addWait(wait);
  for (const app of [null, draft]) state.record(read(app));
  assert.partialDeepStrictEqual(before, { slug: 'tides', app: null, byteCount: null });
  assert.deepEqual([before.notices, before.warnings, before.waits], [[], [], []]);
  const learned = { byteCount: 12, notices: ['one', 'two'], warnings: ['three'], waits: [wait] };
  assert.partialDeepStrictEqual(state.facts, { ...learned, app: { status: 'draft' } });
  assert.deepEqual(state.reads, [null, draft]);
  assert.equal(new RunState('').facts.slug, null);
});

test('of an app what is told to people is taken, and no contents', () => {
  const app = showTides({ name: 'Tides', html: '<h1>', files: { a: 'b' }, updated_at: 'now' });
  const times = { updatedAt: 'now', submittedAt: null, publishedAt: null };
  const url = 'https://apps.example/a/tides';
  assert.deepEqual(toAppFacts(app), {
    slug: 'tides',
    name: 'Tides',
    url,
    status: 'draft',
    reviewNote: null,
    ...times,
  });
  assert.equal(toAppFacts({ ...app, status: '' }).status, null);
});

test('the exit code is 1 where nothing was done, and after a review that was waited for and failed', () => {
  const failure = { kind: 'failed', code: 'x', message: 'x', next: 'x', path: null } as const;
  for (const kind of ['rejected', 'failed', 'unknown'] as const) {
    assert.equal(
      toExitCode({ kind, failure }, { reviewResult: 'approved', waitedForReview: true }),
      1,
    );
  }
  for (const reviewResult of [null, 'approved', 'pending', 'rejected', 'withdrawn'] as const) {
    const isBad = reviewResult === 'rejected' || reviewResult === 'withdrawn';
    assert.equal(toExitCode({ kind: 'deployed' }, { reviewResult, waitedForReview: false }), 0);
    assert.equal(
      toExitCode({ kind: 'deployed' }, { reviewResult, waitedForReview: true }),
      isBad ? 1 : 0,
    );
  }
});
