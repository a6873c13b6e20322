import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel, endByDeadline } from '../../../src/action-error.ts';
import type { ReadOptions } from '../../../src/api/client.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { before } from '../../support/fake-service/faults.ts';
import { type Doing, type Played, play, review, revokeKey, type Scene } from '../../support/fake-service/scene.ts';
import type { FakeApp } from '../../support/fake-service/service.ts';

const inReview = { status: 'in_review', submittedAt: Date.UTC(2026, 8, 1) };
const unheard = 'No review result within 5 min. Run the command status later to see it.';

/** Waits on an app that is in review, by the command status. */
function wait(scene: Scene = {}, waitForReviewMinutes = 5): Promise<Played> {
  return play({ app: inReview, ...scene, inputs: { command: 'status', waitForReviewMinutes } });
}

/** Changes the app as it stands, by no move of the document. */
const turn =
  (parts: Partial<FakeApp>): Doing =>
  (service) =>
    service.put({ ...service.app, updatedAt: service.clock.now(), ...parts });
const approve = review('approve');

/** How the run ended, what its log says of states, and its remarks. */
function tell({ ending, exitCode, facts, lines }: Played): readonly string[] {
  const states = lines.flatMap((line) => /^tides is now (.*)$/.exec(line)?.[1] ?? []);
  const warnings = facts.warnings.map((text) => text.replace(/ \(GET .*\)/, ''));
  return [`${ending} ${exitCode}, ${facts.reviewResult}`, ...states, ...facts.notices, ...warnings];
}

describe('the wait for a review', () => {
  const approved = 'read 0, approved';
  const withdrawn = 'read 1, withdrawn';
  const pending = 'read 0, pending';
  const at = (milliseconds: number, work: Doing): Scene => ({ after: { [milliseconds]: work } });
  const theirs = turn({ files: { 'index.html': 'theirs' } });
  const states = ['in_second_review', 'in_third_review', 'published'];
  const unknown = Object.fromEntries(states.map((status, index) => [20_000 + index * 80_000, turn({ status })]));
  // What a read that lags would show.
  const lags = { 1: turn({ status: 'draft' }), 2: turn({ status: 'in_review' }) };
  const fails = [null, ...(['503', '503', '404_html', 'reset', '429'] as const).map(before)];
  const cancel: Doing = (_service, { abort }) => abort(endByCancel());
  const end: Doing = (_service, { abort }) => abort(endByDeadline(10));
  const early = 'The wait for the review ended early: ';
  const kept = '. tides stays as it is.';
  const blind = 'The app could not be read at the end of the wait: The API key is missing or not valid.';
  const throwBug: Doing = () => {
    throw new TypeError('a bug');
  };
  const rows: readonly (readonly [name: string, scene: Scene, told: readonly string[]])[] = [
    ['ends with an approval', at(20_000, approve), [approved, 'published']],
    ['ends with a rejection', at(20_000, review('reject')), ['read 1, rejected', 'not_approved']],
    ['ends with a withdrawal', at(20_000, review('withdraw')), [withdrawn, 'draft']],
    ['ends with the app', at(20_000, (service) => service.remove()), [withdrawn, 'gone']],
    ['ends with other content in review', at(20_000, theirs), [withdrawn]],
    ['ends with its minutes, and says so', {}, [pending, unheard]],
    ['reads a last time when its minutes are over', at(5 * 60_000, approve), [approved, 'published']],
    ['does not end within 7 s with a draft', { before: lags, ...at(60_000, approve) }, [approved, 'published']],
    ['goes on in unknown states, each of which is told once', { after: unknown }, [approved, ...states]],
    ['goes on through reads that fail', { faults: fails, ...at(90_000, approve) }, [approved, 'published']],
    ['warns where its last read fails', at(10_000, revokeKey), [pending, unheard, blind]],
    // Least of all does it say that the time was waited out.
    ['warns of a cancel', at(30_000, cancel), [pending, `${early}${endByCancel().message}${kept}`]],
    ['warns of the deadline', at(30_000, end), [pending, `${early}${endByDeadline(10).message}${kept}`]],
    ['does not hide a bug behind a warning', { before: { 1: throwBug } }, ['failed bug 1, pending']],
  ];
  for (const [name, scene, told] of rows) test(name, async () => assert.deepEqual(tell(await wait(scene)), told));

  test('reads after pauses that grow from 2 s by half up to 30 s, each with a tenth of jitter', async () => {
    const { requests, tookMs, service } = await wait();
    assert.equal(requests.split(' ').length, 15);
    assert.deepEqual(service.clock.slept.slice(0, 8), [2200, 3300, 4950, 7425, 11138, 16706, 25059, 33000]);
    assert.equal(tookMs, 25 + 5 * 60_000 + 25);
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
});
