import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AppReport, type RunEvent, RunState, toAppFacts, toAppReport, toExitCode } from '../../src/outcome.ts';
import { showTides } from '../support/fake-service/app.ts';

const draft = showTides({ status: 'draft' });
const inReview = showTides({ status: 'in_review' });

type Read = Extract<RunEvent, { did: 'read' }>;
const read = (app: Read['app'] = draft, parts: Partial<Read> = {}): RunEvent => {
  return { did: 'read', app, isOurs: true, isCurrent: true, isStateCurrent: true, ...parts };
};
const send = { did: 'send', step: 'deploy' } as const;
const sendSubmission = { did: 'send', step: 'submit' } as const;
const deployed = { did: 'apply', step: 'deploy', isOwn: true } as const;
const submitted = { ...deployed, step: 'submit' } as const;
const waited = { did: 'review', result: 'withdrawn', isWaited: true } as const;

describe('what is reported of the app', () => {
  const nothing: AppReport = {
    ...{ app: null, statusBefore: null, changed: false, created: false, submitted: false, sentForReview: false },
    ...{ submitting: false, isOpen: false, reviewResult: null, waitedForReview: false },
  };
  const before = { ...nothing, app: toAppFacts(draft), statusBefore: 'draft' };
  const reviewed = { ...nothing, app: toAppFacts(inReview), statusBefore: 'in_review' };
  const sent = { ...before, submitting: true, submitted: true };
  const rows: readonly (readonly [name: string, events: readonly RunEvent[], report: AppReport])[] = [
    ['the last read that counts', [read(inReview), read()], { ...before, statusBefore: 'in_review' }],
    ['no look that proves nothing yet', [read(), read(inReview, { isCurrent: false })], before],
    ['no app that is gone', [read(), read(null)], { ...nothing, statusBefore: 'draft' }],
    ['a change that is open', [read(), send], { ...before, isOpen: true }],
    ['a change that was refused', [read(), send, { did: 'refuse', step: 'deploy' }], before],
    ['a change that another run has made', [read(), send, { ...deployed, isOwn: false }], before],
    [
      'a creation',
      [read(null), { ...deployed, step: 'create' }, read()],
      { ...before, statusBefore: null, created: true, changed: true },
    ],
    ['a submission', [read(), sendSubmission, submitted], { ...sent, sentForReview: true }],
    ['a submission that another run has made', [read(), sendSubmission, { ...submitted, isOwn: false }], sent],
    ['our content in review', [read(inReview)], { ...reviewed, submitted: true, reviewResult: 'pending' }],
    ['other content in review', [read(inReview, { isOurs: false })], { ...reviewed, reviewResult: 'pending' }],
    ['no review of a state that may be old', [read(inReview, { isStateCurrent: false })], reviewed],
    ['no review after a change that is open', [read(inReview), send], { ...reviewed, isOpen: true }],
    [
      'a review that was waited for',
      [read(inReview), waited],
      { ...reviewed, reviewResult: 'withdrawn', waitedForReview: true },
    ],
  ];
  for (const [name, events, report] of rows) test(`is ${name}`, () => assert.deepEqual(toAppReport(events), report));

  test('keeps the address of an app that a later read omits', () => {
    const url = 'https://tides.apps.example';
    assert.equal(toAppReport([read()]).app?.url, 'https://apps.example/a/tides');
    assert.equal(toAppReport([read(showTides({ url })), read()]).app?.url, url);
  });
});

test('a run adds what is learned, and never changes facts that were handed out', () => {
  const state = new RunState('tides');
  const before = state.facts;
  const wait = { what: 'deploy', milliseconds: 5, why: 'test', attempt: 2, maxAttempts: 4 };
  state.update({ byteCount: 12 });
  for (const text of ['one', 'two']) state.notice(text);
  state.warn('three');
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
  assert.deepEqual(toAppFacts(app), { slug: 'tides', name: 'Tides', url, status: 'draft', reviewNote: null, ...times });
  assert.equal(toAppFacts({ ...app, status: '' }).status, null);
});

const failure = { kind: 'failed', code: 'x', message: 'x', next: 'x', path: null } as const;
for (const [outcome, expected] of [
  [{ kind: 'deployed' }, 0],
  [{ kind: 'skipped', skipReason: 'stale' }, 0],
  [{ kind: 'rejected', failure }, 1],
  [{ kind: 'unknown', failure }, 1],
] as const) {
  test(`the exit code of ${outcome.kind} is ${expected}, and 1 after a review that was waited for and failed`, () => {
    for (const reviewResult of [null, 'approved', 'pending', 'rejected', 'withdrawn'] as const) {
      const isBad = reviewResult === 'rejected' || reviewResult === 'withdrawn';
      assert.equal(toExitCode(outcome, { reviewResult, waitedForReview: false }), expected);
      assert.equal(toExitCode(outcome, { reviewResult, waitedForReview: true }), isBad ? 1 : expected);
    }
  });
}
