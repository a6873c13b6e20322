import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AppReport,
  type Outcome,
  type RunEvent,
  RunState,
  toAppFacts,
  toAppReport,
  toExitCode,
} from '../../src/outcome.ts';
import { showTides } from '../support/fake-service/app.ts';

const draft = showTides({ status: 'draft' });
const inReview = showTides({ status: 'in_review' });

const read = (
  app = draft as typeof draft | null,
  parts: Partial<Extract<RunEvent, { did: 'read' }>> = {},
): RunEvent => ({
  did: 'read',
  app,
  isOurs: true,
  isCurrent: true,
  isStateCurrent: true,
  ...parts,
});
const send = { did: 'send', step: 'deploy' } as const;
const sendSubmission = { did: 'send', step: 'submit' } as const;
const deployed = { did: 'apply', step: 'deploy', isOwn: true } as const;
const submitted = { did: 'apply', step: 'submit', isOwn: true } as const;
const waited = { did: 'review', result: 'withdrawn', isWaited: true } as const;

describe('what is reported of the app', () => {
  const nothing: AppReport = {
    app: null,
    statusBefore: null,
    changed: false,
    created: false,
    submitted: false,
    sentForReview: false,
    submitting: false,
    isOpen: false,
    reviewResult: null,
    waitedForReview: false,
  };
  const before = { ...nothing, app: toAppFacts(draft), statusBefore: 'draft' };
  const reviewed = { ...nothing, app: toAppFacts(inReview), statusBefore: 'in_review' };
  const known = { submitting: true, changed: true };
  const rows: readonly (readonly [name: string, events: readonly RunEvent[], report: AppReport])[] = [
    ['nothing at first', [], nothing],
    ['nothing of an app that does not exist', [read(null)], nothing],
    ['the app that was read', [read()], before],
    ['the last read that counts', [read(inReview), read()], { ...before, statusBefore: 'in_review' }],
    ['no look that proves nothing yet', [read(), read(inReview, { isCurrent: false })], before],
    ['no app that is gone', [read(), read(null)], { ...nothing, statusBefore: 'draft' }],
    ['a change that is open', [read(), send], { ...before, isOpen: true }],
    ['a change that was refused', [read(), send, { did: 'refuse', step: 'deploy' }], before],
    ['a change that was made', [read(), send, deployed], { ...before, ...known }],
    ['a change that another run has made', [read(), send, { ...deployed, isOwn: false }], before],
    [
      'a creation',
      [read(null), { did: 'send', step: 'create' }, { did: 'apply', step: 'create', isOwn: true }, read()],
      { ...nothing, app: toAppFacts(draft), created: true, changed: true },
    ],
    ['a submission that is open', [read(), sendSubmission], { ...before, submitting: true, isOpen: true }],
    [
      'a submission',
      [read(), sendSubmission, submitted],
      { ...before, submitting: true, submitted: true, sentForReview: true },
    ],
    [
      'a submission that another run has made',
      [read(), sendSubmission, { ...submitted, isOwn: false }],
      { ...before, submitting: true, submitted: true },
    ],
    ['our content in review', [read(inReview)], { ...reviewed, submitted: true, reviewResult: 'pending' }],
    ['other content in review', [read(inReview, { isOurs: false })], { ...reviewed, reviewResult: 'pending' }],
    ['no review of a state that may be old', [read(inReview, { isStateCurrent: false })], reviewed],
    ['no review after a change that is open', [read(inReview), send], { ...reviewed, isOpen: true }],
    [
      'a review that was waited for',
      [read(inReview), waited],
      { ...reviewed, reviewResult: 'withdrawn', waitedForReview: true },
    ],
    [
      'a submission whose review was withdrawn',
      [read(), sendSubmission, submitted, read(), waited],
      {
        ...before,
        submitting: true,
        submitted: true,
        sentForReview: true,
        reviewResult: 'withdrawn',
        waitedForReview: true,
      },
    ],
  ];
  for (const [name, events, report] of rows) test(`is ${name}`, () => assert.deepEqual(toAppReport(events), report));

  test('keeps the address of an app that a later read omits', () => {
    const url = 'https://tides.apps.example';
    assert.equal(toAppReport([read(draft)]).app?.url, 'https://apps.example/a/tides');
    assert.equal(toAppReport([read(showTides({ status: 'draft', url })), read(draft)]).app?.url, url);
  });
});

describe('RunState', () => {
  test('begins with nothing', () => {
    const { facts } = new RunState('tides');
    assert.partialDeepStrictEqual(facts, {
      slug: 'tides',
      app: null,
      problems: [],
      waits: [],
      notices: [],
      warnings: [],
    });
    assert.equal(new RunState('').facts.slug, null);
  });

  test('adds what is learned, and never changes facts that were handed out', () => {
    const state = new RunState('tides');
    const before = state.facts;
    const wait = { what: 'deploy', milliseconds: 5, why: 'test', attempt: 2, maxAttempts: 4 };
    state.update({ byteCount: 12 });
    state.notice('one');
    state.notice('two');
    state.warn('three');
    state.addWait(wait);
    state.record(read(null));
    state.record(read());
    assert.deepEqual([before.byteCount, before.notices], [null, []]);
    assert.partialDeepStrictEqual(state.facts, {
      byteCount: 12,
      notices: ['one', 'two'],
      warnings: ['three'],
      waits: [wait],
      app: { status: 'draft' },
    });
    assert.deepEqual(state.reads, [null, draft]);
  });
});

test('toAppFacts takes what is told to people, and no contents', () => {
  const app = showTides({ name: 'Tides', status: 'draft', html: '<h1>', files: { a: 'b' }, updated_at: 'now' });
  assert.deepEqual(toAppFacts(app), {
    slug: 'tides',
    url: 'https://apps.example/a/tides',
    status: 'draft',
    reviewNote: null,
    name: 'Tides',
    updatedAt: 'now',
    submittedAt: null,
    publishedAt: null,
  });
  assert.equal(toAppFacts({ ...app, status: '' }).status, null);
});

describe('toExitCode', () => {
  const failure = { kind: 'failed', code: 'x', message: 'x', next: 'x', path: null } as const;
  const good = ['deployed', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read', 'unchanged'] as const;
  const outcomes: readonly (readonly [Outcome, 0 | 1])[] = [
    ...good.map((kind) => [{ kind }, 0] as const),
    [{ kind: 'planned', plan: null }, 0],
    [{ kind: 'skipped', skipReason: 'stale' }, 0],
    [{ kind: 'rejected', failure }, 1],
    [{ kind: 'failed', failure }, 1],
    [{ kind: 'unknown', failure }, 1],
  ];
  for (const [outcome, expected] of outcomes) {
    test(`${outcome.kind} ends with ${expected}, and with 1 after a review that was waited for and failed`, () => {
      for (const reviewResult of [null, 'approved', 'pending', 'rejected', 'withdrawn'] as const) {
        const isBad = reviewResult === 'rejected' || reviewResult === 'withdrawn';
        assert.equal(toExitCode(outcome, { reviewResult, waitedForReview: false }), expected);
        assert.equal(toExitCode(outcome, { reviewResult, waitedForReview: true }), isBad ? 1 : expected);
      }
    });
  }
});
