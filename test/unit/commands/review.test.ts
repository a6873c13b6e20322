import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel, endByDeadline } from '../../../src/action-error.ts';
import type { ReadOptions } from '../../../src/api/client.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import type { FakeApp, FakeService } from '../../support/fake-service/service.ts';

const inReview = { status: 'in_review', submittedAt: '2026-09-01T00:00:00.123Z' };
const begun = 'Waiting for the review of tides, at most 5 min';
const unheard = 'No review result within 5 min. Run the command status later to see it.';

/** Waits on an app that is in review, by the command status. */
function wait(scene: Scene = {}, waitForReviewMinutes = 5): Promise<Played> {
  return play({ app: inReview, ...scene, inputs: { command: 'status', waitForReviewMinutes } });
}

/** Changes the app as it stands, by no move of the document. */
function turn(parts: Partial<FakeApp>) {
  return (service: FakeService): unknown =>
    service.put('tides', { ...service.apps.get('tides'), updatedAt: service.clock.now(), ...parts });
}

const approve = (service: FakeService): unknown => service.review('tides', 'approve');

/** The lines that everybody sees, without the first that tells how the app was found. */
function told({ lines }: Played): readonly string[] {
  return lines.filter((line) => !line.startsWith('debug: ')).slice(1);
}

describe('the wait for a review', () => {
  test('is none when the workflow does not wait', async () => {
    const played = await wait({}, 0);
    const { requests, facts, service } = played;
    assert.deepEqual([requests, facts.reviewResult, facts.waitedForReview], ['read', 'pending', false]);
    assert.deepEqual([facts.notices, facts.warnings, told(played), service.clock.slept], [[], [], [], []]);
  });

  for (const [move, status, result, exitCode] of [
    ['approve', 'published', 'approved', 0],
    ['reject', 'not_approved', 'rejected', 1],
    ['request_changes', 'changes_requested', 'rejected', 1],
    ['withdraw', 'draft', 'withdrawn', 1],
  ] as const) {
    test(`ends on ${status}: ${result}`, async () => {
      const played = await wait({ after: { 20000: (service) => service.review('tides', move, 'A note') } });
      const { facts } = played;
      assert.deepEqual([facts.reviewResult, played.exitCode, facts.waitedForReview], [result, exitCode, true]);
      assert.deepEqual([facts.app?.status, facts.app?.reviewNote], [status, 'A note']);
      assert.ok(played.tookMs < 60_000, `took ${played.tookMs} ms`);
      assert.deepEqual(told(played), [begun, `tides is now ${status}`]);
      assert.deepEqual([facts.notices, facts.warnings], [[], []]);
    });
  }

  for (const [name, work] of [
    ['is taken down', turn({ status: 'taken_down' })],
    ['is gone', (service: FakeService) => service.remove('tides')],
    ['loses its content to somebody else', turn({ files: { 'index.html': 'theirs' } })],
  ] as const) {
    // Before the first read that counts by age, and after it.
    for (const milliseconds of [9000, 20000]) {
      test(`ends as withdrawn where the app ${name} after ${milliseconds} ms`, async () => {
        const played = await wait({ after: { [milliseconds]: work } });
        assert.deepEqual([played.facts.reviewResult, played.exitCode], ['withdrawn', 1]);
        const status = played.service.apps.get('tides')?.status;
        assert.equal(played.facts.app?.status, status);
        assert.deepEqual(told(played), status === 'in_review' ? [begun] : [begun, `tides is now ${status ?? 'gone'}`]);
      });
    }
  }

  for (const isOurs of [true, false]) {
    test(`that ends as withdrawn leaves a submission of ${isOurs ? 'this run' : 'an earlier run'} ${isOurs ? 'one' : 'none'}`, async () => {
      const { facts } = await play({
        app: isOurs ? {} : inReview,
        inputs: { command: 'submit', waitForReviewMinutes: 5 },
        after: { 20000: (service) => service.review('tides', 'withdraw') },
      });
      assert.deepEqual([facts.reviewResult, facts.submitted], ['withdrawn', isOurs]);
    });
  }

  test('does not take a state outside of review for the end within 7 s of the first read', async () => {
    const played = await wait({
      // What a read that lags would show.
      before: { 1: turn({ status: 'draft' }), 2: turn({ status: 'in_review' }) },
      after: { 60000: approve },
    });
    assert.deepEqual([played.facts.reviewResult, played.facts.warnings], ['approved', []]);
    assert.deepEqual(told(played), [begun, 'tides is now published']);
  });

  test('bounds a read that hangs by the time that is left, and a little more', async () => {
    const limits: number[] = [];
    const prepare: Scene['prepare'] = (_service, { ports: { client, clock, signal } }) => {
      const { readApp } = client;
      const hang = async (slug: string, { limitMs }: ReadOptions = {}) => {
        if (limitMs === undefined) return readApp(slug);
        limits.push(limitMs);
        await clock.sleep(limitMs, signal);
        throw new NetworkError({ method: 'GET', path: '/api/miniapps/tides' }, { code: 'attempt_timeout', sent: true });
      };
      Object.assign(client, { readApp: hang });
    };
    const { facts, tookMs } = await wait({ prepare }, 0.05);
    assert.deepEqual([limits, tookMs], [[5_800], 25 + 8_000]);
    assert.deepEqual(facts.notices, ['No review result within 3 s. Run the command status later to see it.']);
    assert.deepEqual([facts.warnings.length, facts.reviewResult], [1, 'pending']);
  });

  test('goes on in a state that the document does not know, with a line for each state and not for each read', async () => {
    const played = await wait({
      after: {
        20000: turn({ status: 'in_second_review' }),
        90000: turn({ status: 'in_third_review' }),
        180000: turn({ status: 'published' }),
      },
    });
    assert.equal(played.facts.reviewResult, 'approved');
    const states = ['in_second_review', 'in_third_review', 'published'];
    assert.deepEqual(told(played), [begun, ...states.map((state) => `tides is now ${state}`)]);
  });

  test('reads a last time when the minutes are over, then says so in a notice', async () => {
    const { facts, requests, tookMs, service, exitCode } = await wait();
    assert.deepEqual([facts.reviewResult, exitCode, facts.warnings], ['pending', 0, []]);
    assert.deepEqual(facts.notices, [unheard]);
    // From 2 s by half up to 30 s, each with a tenth of jitter, and the last cut to what is left.
    assert.equal(requests.split(' ').length, 15);
    assert.deepEqual(service.clock.slept.slice(0, 8), [2200, 3300, 4950, 7425, 11138, 16706, 25059, 33000]);
    assert.equal(tookMs, 25 + 5 * 60_000 + 25);
  });

  test('sees a result that comes at the last moment', async () => {
    const { facts } = await wait({ after: { [5 * 60_000]: approve } });
    assert.deepEqual([facts.reviewResult, facts.notices], ['approved', []]);
  });

  test('is not part of timeout-minutes, and shows every five minutes that it lives', async () => {
    const played = await wait({}, 60);
    assert.ok(played.tookMs >= 60 * 60_000);
    assert.deepEqual(played.facts.warnings, []);
    assert.deepEqual(played.facts.notices, ['No review result within 1 h. Run the command status later to see it.']);
    const [first, ...lives] = told(played);
    assert.equal(first, 'Waiting for the review of tides, at most 1 h');
    assert.equal(lives.length, 11);
    for (const line of lives) assert.match(line, /^Still in_review after (\d+ min( \d+ s)?|1 h) \(limit 1 h\)$/);
  });

  for (const [name, end, text] of [
    ['cancelled', endByCancel(), 'The run was cancelled'],
    ['out of time', endByDeadline(10), 'The run took longer than timeout-minutes: 10'],
  ] as const) {
    test(`that is ${name} ends early with a warning: the app stays as it is`, async () => {
      const { facts, exitCode } = await wait({ after: { 30000: (_service, { abort }) => abort(end) } });
      assert.deepEqual(facts.warnings, [`The wait for the review ended early: ${text}. tides stays as it is.`]);
      // Least of all that the time was waited out.
      assert.deepEqual([facts.notices, facts.app?.status, facts.reviewResult], [[], 'in_review', 'pending']);
      assert.equal(exitCode, 0);
    });
  }

  for (const [name, kind, count] of [
    ['a minute of 503', '503', 6],
    ['one 404 of a gateway', '404_html', 1],
    ['a lost connection', 'reset', 1],
    ['a 429', '429', 1],
  ] as const) {
    test(`goes on through ${name}`, async () => {
      const faults = [null, ...Array(count).fill({ kind, when: 'before' })];
      const { facts } = await wait({ faults, after: { 90000: approve } });
      assert.deepEqual([facts.reviewResult, facts.warnings], ['approved', []]);
    });
  }

  test('warns where its last read fails, and ends as pending', async () => {
    const { facts, exitCode } = await wait({
      after: { 10000: (service) => Object.assign(service, { isKeyValid: false }) },
    });
    assert.deepEqual([facts.reviewResult, facts.notices, exitCode], ['pending', [unheard], 0]);
    assert.match(facts.warnings[0] ?? '', /^The app could not be read at the end of the wait: The API key is missing/);
  });

  test('does not hide a bug behind a warning', async () => {
    const throwBug = (): never => {
      throw new TypeError('a bug');
    };
    assert.equal((await wait({ before: { 1: throwBug } })).ending, 'failed bug');
  });
});
