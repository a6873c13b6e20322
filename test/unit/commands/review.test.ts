import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { ReadOptions } from '../../../src/api/transport.ts';
import { endByCancel, endByDeadline } from '../../../src/errors.ts';
import {
  type Doing,
  fail,
  type Played,
  play,
  review,
  revokeKey,
  type Scene,
} from '../../support/fake-service/scene.ts';
import type { FakeApp } from '../../support/fake-service/service.ts';
import { testEnds } from './ends.ts';

const inReview = { status: 'in_review', submittedAt: Date.UTC(2026, 8, 1) };

/** Waits for the review of an app with the command status. */
function wait(scene: Scene = {}, waitForReviewMinutes = 5): Promise<Played> {
  return play({ app: inReview, ...scene, inputs: { command: 'status', waitForReviewMinutes } });
}

/** Changes the app in place, without a request. */
const turn =
  (parts: Partial<FakeApp>): Doing =>
  (service) =>
    service.put({ ...service.app, updatedAt: service.clock.now(), ...parts });
const approve = review('approve');

const publishedAt = Date.UTC(2026, 7, 1);
const unreviewed = 'published_with_unreviewed_changes';

const at = (milliseconds: number, work: Doing): Scene => ({ after: { [milliseconds]: work } });
const theirs = turn({ files: { 'index.html': 'theirs' } });
const states = ['in_second_review', 'in_third_review', 'published'];
const unknown = Object.fromEntries(
  states.map((status, index) => [20_000 + index * 80_000, turn({ status })]),
);
const fails: Scene['faults'] = [
  { skip: 1, times: 2 },
  { skip: 3, status: 404, body: 'html' },
  { skip: 4, kind: 'reset' },
  { skip: 5, status: 429 },
];
const throwBug: Doing = () => {
  throw new TypeError('a bug');
};
const submits: Scene = {
  app: {},
  inputs: { command: 'submit', termsVersion: '2026-10', folder: '' },
};
testEnds(
  'a wait for a review',
  {
    'an approval': at(20_000, approve),
    'a rejection': at(20_000, review('reject')),
    'a withdrawal': at(20_000, review('withdraw')),
    'an approval of a published app, and a deploy right after it': {
      app: { ...inReview, publishedAt },
      ...at(20_000, turn({ status: unreviewed, publishedAt: publishedAt + 1, files: {} })),
    },
    'a withdrawal of a published app': {
      app: { ...inReview, publishedAt },
      ...at(20_000, turn({ status: unreviewed })),
    },
    'a withdrawal of an app that was not published': at(
      20_000,
      turn({ status: 'draft', publishedAt }),
    ),
    'a deletion': at(20_000, (service) => service.remove()),
    'other content in review': at(20_000, theirs),
    'other content in review right after 7 s': at(8_000, theirs),
    'other content than was submitted without a folder': { ...submits, ...at(20_000, theirs) },
    'a submission whose reads lag by 5 s': {
      ...submits,
      faults: [{ kind: 'stale', skip: 1, lag_ms: 5_000, times: null }],
      ...at(20_000, approve),
    },
    'no result in time': {},
    'a result in the last moment': at(5 * 60_000, approve),
    'undocumented statuses': { after: unknown },
    'reads that fail': { faults: fails, ...at(90_000, approve) },
    'a last read that fails': at(20_000, fail({ times: null })),
    'a cancel': at(30_000, (_service, { abort }) => abort(endByCancel())),
    'the deadline': at(30_000, (_service, { abort }) => abort(endByDeadline(10))),
    'an unexpected exception in a read': { before: { 2: throwBug } },
    'a key that is revoked': at(10_000, revokeKey),
    'a gateway that answers 404 for a while': {
      faults: [{ skip: 2, times: 3, status: 404, body: 'html' }],
      ...at(60_000, approve),
    },
  },
  { app: inReview, inputs: { command: 'status', waitForReviewMinutes: 5 } },
);

describe('wait-for-review', () => {
  test('wait-for-review polls at intervals that grow by half from 2 s to 30 s, with 10 % jitter', async () => {
    const { requests, tookMs, service } = await wait();
    assert.equal(requests.split(' ').length, 15);
    assert.deepEqual(
      service.clock.slept.slice(0, 8),
      [2200, 3300, 4950, 7425, 11138, 16706, 25059, 33000],
    );
    assert.equal(tookMs, 25 + 5 * 60_000 + 25);
  });

  test('while waiting for a review, a read may hang for the time left plus a few seconds', async () => {
    const limits: number[] = [];
    const prepare: Doing = (_service, { run: { client, clock, signal } }) => {
      const { readApp } = client;
      const hang = async (slug: string, { timeoutMs }: ReadOptions = {}) => {
        if (timeoutMs === undefined) return readApp(slug);
        limits.push(timeoutMs);
        await clock.sleep(timeoutMs, signal);
        throw new NetworkError(
          { method: 'GET', path: '/' },
          { code: 'attempt_timeout', sent: true },
        );
      };
      Object.assign(client, { readApp: hang });
    };
    const { tookMs } = await wait({ prepare }, 0.05);
    assert.deepEqual({ limits, tookMs }, { limits: [5_800], tookMs: 25 + 8_000 });
  });

  test('wait-for-review does not count towards timeout-minutes, and logs a line every five minutes', async () => {
    const { tookMs, facts, lines } = await wait({}, 60);
    assert.ok(tookMs >= 60 * 60_000);
    assert.deepEqual(facts.warnings, []);
    assert.equal(lines.filter((line) => line.startsWith('Still in_review after ')).length, 11);
  });
});
