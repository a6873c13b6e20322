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
} from '../../../src/api/wait.ts';
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

describe('the report of the app', () => {
  const pending = { status: 'in_review', submitted: false, reviewResult: 'pending' } as const;
  const withdrawn = { reviewResult: 'withdrawn', waitedForReview: true } as const;
  const rows: readonly (readonly [name: string, events: readonly RunEvent[], report: object])[] = [
    [
      'shows the last read that counts',
      [read(inReview), read()],
      { status: 'draft', statusBefore: 'in_review' },
    ],
    [
      'ignores a read that was sent too early to count',
      [read(), read(inReview, { trust: 'none' })],
      { status: 'draft' },
    ],
    [
      'leaves the status out if only the content of a read counts',
      [read(), read(inReview, { trust: 'content' })],
      { status: null },
    ],
    [
      'has no status if the app is gone',
      [read(), read(null)],
      { status: undefined, statusBefore: 'draft' },
    ],
    [
      'is unconfirmed after a change that was lost',
      [read(), ...open],
      { isUnconfirmed: true, changed: false },
    ],
    [
      'is unchanged after a change that was refused',
      [read(), ...change('deploy', 'sent', 'refused')],
      { isUnconfirmed: false, changed: false },
    ],
    [
      'is unchanged if another run made the change',
      [read(), ...change('deploy', ...byOther)],
      { isUnconfirmed: false, changed: false },
    ],
    [
      'is changed if a lost change was sent again and met a conflict',
      change('deploy', 'sent', 'lost', ...byOther),
      { changed: true },
    ],
    [
      'shows a creation',
      [read(null), ...change('create', ...byUs)],
      { statusBefore: null, created: true, changed: true },
    ],
    [
      'shows a submission without a response as submitting',
      [read(), ...change('submit', 'sent')],
      { submitting: true, submitted: false },
    ],
    [
      'shows a confirmed submission',
      [read(), ...change('submit', ...byUs)],
      { submitted: true, sentForReview: true },
    ],
    [
      'shows a submission by another run as submitted, but not sent by this run',
      [read(), ...change('submit', ...byOther)],
      { submitted: false, submittedByOther: true, sentForReview: false },
    ],
    [
      'counts our content in review as submitted',
      [read(inReview)],
      { ...pending, submitted: true },
    ],
    [
      'does not count other content in review as submitted',
      [read(inReview, { match: 'other' })],
      pending,
    ],
    [
      'has no review result right after a deploy',
      [...change('deploy', ...byUs), read(inReview)],
      { reviewResult: null },
    ],
    [
      'has no review result after a change that was lost',
      [read(inReview), ...open],
      { submitted: false, reviewResult: null },
    ],
    [
      'shows the result of a review that was waited for',
      [read(inReview), waited],
      { ...withdrawn, submitted: false },
    ],
  ];
  for (const [name, events, expected] of rows) {
    test(`the report of the app ${name}`, () => {
      const report = toAppReport(events);
      assert.partialDeepStrictEqual({ ...report, status: report.app?.status }, expected);
    });
  }

  test('the report shows that a submission follows the deploy only if the run submits', () => {
    const deployed = change('deploy', ...byUs);
    assert.partialDeepStrictEqual(toAppReport(deployed, true), {
      deployed: true,
      submitting: true,
    });
    assert.partialDeepStrictEqual(toAppReport(deployed), { deployed: true, submitting: false });
  });

  test('the report keeps the address of an app if a later read omits it', () => {
    const url = 'https://tides.apps.example';
    assert.equal(toAppReport([read(showTides({ url })), read()]).app?.url, url);
  });
});

test('RunState adds facts, keeps each remark once, and never changes facts it handed out', () => {
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

test('toAppFacts takes the fields that are shown to people, and no contents', () => {
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

test('the exit code is 1 after a failure, and if wait-for-review ends with a rejection or withdrawal', () => {
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
