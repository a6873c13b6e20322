import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel, endByDeadline } from '../../../src/action-error.ts';
import type { ReadOptions } from '../../../src/api/client.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { type Doing, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import type { FakeApp } from '../../support/fake-service/service.ts';

const inReview = { status: 'in_review', submittedAt: '2026-09-01T00:00:00.123Z' };
const unheard = 'No review result within 5 min. Run the command status later to see it.';

/** Waits on an app that is in review, by the command status. */
function wait(scene: Scene = {}, waitForReviewMinutes = 5): Promise<Played> {
  return play({ app: inReview, ...scene, inputs: { command: 'status', waitForReviewMinutes } });
}

/** Changes the app as it stands, by no move of the document. */
const turn =
  (parts: Partial<FakeApp>): Doing =>
  (service) =>
    service.put('tides', { ...service.apps.get('tides'), updatedAt: service.clock.now(), ...parts });
const approve: Doing = (service) => service.review('tides', 'approve');

/** What the log says of states, in its order. */
function listStates({ lines }: Played): readonly string[] {
  return lines.flatMap((line) => /^tides is now (.*)$/.exec(line)?.[1] ?? []);
}

describe('the wait for a review', () => {
  const rows: readonly (readonly [name: string, work: Doing, status: string | undefined, result: string, 0 | 1])[] = [
    ['an approval', approve, 'published', 'approved', 0],
    ['a rejection', (service) => service.review('tides', 'reject'), 'not_approved', 'rejected', 1],
    ['requested changes', turn({ status: 'changes_requested' }), 'changes_requested', 'rejected', 1],
    ['a withdrawal', (service) => service.review('tides', 'withdraw'), 'draft', 'withdrawn', 1],
    ['a take-down', turn({ status: 'taken_down' }), 'taken_down', 'withdrawn', 1],
    ['the end of the app', (service) => service.remove('tides'), undefined, 'withdrawn', 1],
    ['other content in review', turn({ files: { 'index.html': 'theirs' } }), 'in_review', 'withdrawn', 1],
  ];
  for (const [name, work, status, result, exitCode] of rows) {
    test(`ends with ${name}: ${result}`, async () => {
      const played = await wait({ after: { 20000: work } });
      const { facts, tookMs } = played;
      assert.deepEqual(
        { status: facts.app?.status, result: facts.reviewResult, exitCode: played.exitCode, told: listStates(played) },
        { status, result, exitCode, told: status === 'in_review' ? [] : [status ?? 'gone'] },
      );
      assert.deepEqual([...facts.notices, ...facts.warnings], []);
      assert.ok(tookMs < 60_000, `took ${tookMs} ms`);
    });
  }

  test('does not take a state outside of review for the end within 7 s of the first read', async () => {
    // What a read that lags would show.
    const before = { 1: turn({ status: 'draft' }), 2: turn({ status: 'in_review' }) };
    const played = await wait({ before, after: { 60000: approve } });
    assert.equal(played.facts.reviewResult, 'approved');
    assert.deepEqual(listStates(played), ['published']);
  });

  test('goes on in states that the document does not know, each of which is told once', async () => {
    const states = ['in_second_review', 'in_third_review', 'published'];
    const after = Object.fromEntries(states.map((status, index) => [20_000 + index * 80_000, turn({ status })]));
    const played = await wait({ after });
    assert.equal(played.facts.reviewResult, 'approved');
    assert.deepEqual(listStates(played), states);
  });

  test('reads after pauses that grow, a last time when the minutes are over, and then says so', async () => {
    const { facts, requests, tookMs, service, exitCode } = await wait();
    assert.deepEqual({ result: facts.reviewResult, exitCode }, { result: 'pending', exitCode: 0 });
    assert.deepEqual({ notices: facts.notices, warnings: facts.warnings }, { notices: [unheard], warnings: [] });
    // From 2 s by half up to 30 s, each with a tenth of jitter, and the last cut to what is left.
    assert.equal(requests.split(' ').length, 15);
    assert.deepEqual(service.clock.slept.slice(0, 8), [2200, 3300, 4950, 7425, 11138, 16706, 25059, 33000]);
    assert.equal(tookMs, 25 + 5 * 60_000 + 25);
    const late = await wait({ after: { [5 * 60_000]: approve } });
    assert.deepEqual(
      { result: late.facts.reviewResult, notices: late.facts.notices },
      { result: 'approved', notices: [] },
    );
  });

  test('bounds a read that hangs by the time that is left, and a little more', async () => {
    const limits: number[] = [];
    const prepare: Doing = (_service, { ports: { client, clock, signal } }) => {
      const { readApp } = client;
      const hang = async (slug: string, { limitMs }: ReadOptions = {}) => {
        if (limitMs === undefined) return readApp(slug);
        limits.push(limitMs);
        await clock.sleep(limitMs, signal);
        throw new NetworkError({ method: 'GET', path: '/' }, { code: 'attempt_timeout', sent: true });
      };
      Object.assign(client, { readApp: hang });
    };
    const { tookMs } = await wait({ prepare }, 0.05);
    assert.deepEqual({ limits, tookMs }, { limits: [5_800], tookMs: 25 + 8_000 });
  });

  test('is not part of timeout-minutes, and shows every five minutes that it lives', async () => {
    const { tookMs, facts, lines } = await wait({}, 60);
    assert.ok(tookMs >= 60 * 60_000);
    assert.deepEqual(facts.warnings, []);
    assert.equal(lines.filter((line) => line.startsWith('Still in_review after ')).length, 11);
  });

  for (const end of [endByCancel(), endByDeadline(10)]) {
    test(`that is ended early (${end.code}) leaves a warning, and the app as it is`, async () => {
      const { facts, exitCode } = await wait({ after: { 30000: (_service, { abort }) => abort(end) } });
      const warnings = [`The wait for the review ended early: ${end.message}. tides stays as it is.`];
      // Least of all that the time was waited out.
      assert.partialDeepStrictEqual({ ...facts, exitCode }, { warnings, reviewResult: 'pending', exitCode: 0 });
      assert.deepEqual(facts.notices, []);
    });
  }

  for (const [kind, count] of [
    ['503', 6],
    ['404_html', 1],
    ['reset', 1],
    ['429', 1],
  ] as const) {
    test(`goes on through reads that fail (${kind})`, async () => {
      const faults = [null, ...Array(count).fill({ kind, when: 'before' })];
      const { facts } = await wait({ faults, after: { 90000: approve } });
      assert.deepEqual({ result: facts.reviewResult, warnings: facts.warnings }, { result: 'approved', warnings: [] });
    });
  }

  test('warns where its last read fails, and ends as pending', async () => {
    const revoke: Doing = (service) => Object.assign(service, { isKeyValid: false });
    const { facts } = await wait({ after: { 10000: revoke } });
    assert.deepEqual({ result: facts.reviewResult, notices: facts.notices }, { result: 'pending', notices: [unheard] });
    assert.match(facts.warnings.join(), /^The app could not be read at the end of the wait: The API key is missing/);
  });

  test('does not hide a bug behind a warning', async () => {
    const throwBug = (): never => {
      throw new TypeError('a bug');
    };
    assert.equal((await wait({ before: { 1: throwBug } })).ending, 'failed bug');
  });
});
