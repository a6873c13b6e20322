import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NetworkError } from '../../../src/api/errors.ts';
import { awaitVerdict, choosePause, readStanding } from '../../../src/commands/review.ts';
import { endByCancel, endByDeadline } from '../../../src/errors.ts';
import { type OpenRun, openRun } from '../../support/fake-service/run.ts';
import { FakeService } from '../../support/fake-service/service.ts';

describe('readStanding', () => {
  const rows = [
    ['draft', 'ended'],
    ['in_review', 'waiting'],
    ['not_approved', 'refused'],
    ['changes_requested', 'refused'],
    ['published', 'approved'],
    ['published_with_unreviewed_changes', 'approved'],
    ['taken_down', 'ended'],
    ['a_state_of_tomorrow', 'waiting'],
    ['', 'waiting'],
    [null, 'waiting'],
  ] as const;
  for (const [status, standing] of rows) {
    test(`${status} means ${standing}`, () => assert.equal(readStanding(status), standing));
  }
});

describe('choosePause', () => {
  test('grows from 2 s by half up to 30 s', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1000].map((looks) => choosePause(looks, 0));
    assert.deepEqual(pauses, [2000, 3000, 4500, 6750, 10125, 15188, 22781, 30000, 30000, 30000]);
  });

  test('adds up to a fifth', () => {
    assert.equal(choosePause(0, 0.5), 2200);
    assert.equal(choosePause(100, 1), 36_000);
  });
});

describe('awaitVerdict', () => {
  const minutes = 5;

  /** Waits on an app that is in review; `prepare` sets what happens meanwhile. */
  async function wait(prepare: (service: FakeService, open: OpenRun) => void, waitForReviewMinutes = minutes) {
    const service = new FakeService();
    service.put('tides', { status: 'in_review' });
    const open = openRun({ service, inputs: { waitForReviewMinutes } });
    const { client, ledger } = open.ports;
    ledger.updateApp(await client.readApp('tides'));
    service.requests.length = 0;
    const begin = service.clock.now();
    prepare(service, open);
    await awaitVerdict(open.inputs, open.ports);
    return { facts: ledger.facts, lines: open.lines, service, tookMs: service.clock.now() - begin };
  }

  test('asks for nothing when the workflow does not wait', async () => {
    const { service, facts, lines } = await wait(() => undefined, 0);
    assert.deepEqual(service.requests, []);
    assert.deepEqual([facts.verdict, facts.notices, facts.warnings, lines], [null, [], [], []]);
  });

  const verdicts = [
    ['approve', 'published', 'approved'],
    ['reject', 'not_approved', 'refused'],
    ['request_changes', 'changes_requested', 'refused'],
  ] as const;
  for (const [move, status, verdict] of verdicts) {
    test(`ends on ${status}: the app is ${verdict}`, async () => {
      const { facts, lines, tookMs } = await wait((service) => {
        service.clock.after(20_000, () => service.review('tides', move, 'A note'));
      });
      assert.equal(facts.verdict, verdict);
      assert.equal(facts.app?.status, status);
      assert.equal(facts.app?.reviewNote, 'A note');
      assert.ok(tookMs < 60_000, `took ${tookMs} ms`);
      assert.deepEqual(lines, ['# Review', `tides is now ${status}`]);
      assert.deepEqual([facts.notices, facts.warnings], [[], []]);
    });
  }

  test('bounds a look that hangs by the time that is left, and a little more', async () => {
    const limits: (number | undefined)[] = [];
    const { facts, tookMs } = await wait((service, { ports }) => {
      const readApp: typeof ports.client.readApp = async (_slug, { limitMs } = {}) => {
        limits.push(limitMs);
        await ports.clock.sleep(limitMs ?? 0, ports.signal);
        const request = { method: 'GET', path: '/api/miniapps/tides' };
        throw new NetworkError(request, { code: 'attempt_timeout', sent: true, what: 'no answer', next: 'Wait.' });
      };
      Object.assign(ports, { client: { ...ports.client, readApp } });
      assert.equal(service.apps.size, 1);
    }, 0.05);
    assert.deepEqual(limits, [5_800]);
    assert.equal(tookMs, 8_000);
    assert.match(facts.notices[0] ?? '', /^No verdict within 0.05 minutes: tides is still in_review/);
    assert.deepEqual(facts.warnings, []);
  });

  for (const status of ['taken_down', 'draft']) {
    test(`ends on ${status} with a warning, and without a verdict`, async () => {
      const { facts } = await wait((service) => service.clock.after(5_000, () => service.put('tides', { status })));
      assert.equal(facts.verdict, null);
      assert.deepEqual(facts.warnings, [`tides is ${status}: no verdict will come.`]);
    });
  }

  test('ends when the app is gone', async () => {
    const { facts } = await wait((service) => service.clock.after(5_000, () => service.apps.clear()));
    assert.equal(facts.app, null);
    assert.deepEqual(facts.warnings, ['tides is gone: no verdict will come.']);
  });

  test('goes on while the state is one that the document does not know, with a line for each state and not for each look', async () => {
    const { facts, lines } = await wait((service) => {
      service.clock.after(20_000, () => service.put('tides', { status: 'in_second_review' }));
      service.clock.after(90_000, () => service.put('tides', { status: null as unknown as string }));
      service.clock.after(180_000, () => service.put('tides', { status: 'published' }));
    });
    assert.equal(facts.verdict, 'approved');
    assert.deepEqual(lines.slice(1), [
      'tides is now in_second_review',
      'tides is now in no known state',
      'tides is now published',
    ]);
  });

  test('looks at once no more when the verdict is there already', async () => {
    const { facts, service } = await wait((_service, { ports }) => {
      const { app } = ports.ledger.facts;
      ports.ledger.update({ app: app === null ? null : { ...app, status: 'published' } });
    });
    assert.equal(facts.verdict, 'approved');
    assert.deepEqual(service.requests, []);
  });

  test('looks a last time when the minutes are over, then says so in a notice', async () => {
    const { facts, service, tookMs } = await wait(() => undefined);
    assert.equal(facts.verdict, null);
    assert.deepEqual(facts.warnings, []);
    assert.deepEqual(facts.notices, [
      'No verdict within 5 minutes: tides is still in_review. Ask again later with the command status.',
    ]);
    assert.ok(tookMs >= minutes * 60_000 && tookMs < minutes * 60_000 + 1_000, `took ${tookMs} ms`);
    assert.ok(service.requests.length < 20, `${service.requests.length} looks`);
    assert.equal(service.clock.slept.at(0), 2200);
    assert.ok(Math.max(...service.clock.slept) <= 36_000);
  });

  test('names an app that is in no known state when the minutes are over', async () => {
    const { facts } = await wait((service) => service.put('tides', { status: null as unknown as string }));
    assert.match(String(facts.notices[0]), /tides is still in no known state/);
  });

  test('sees a verdict that comes at the last moment', async () => {
    const { facts } = await wait((service) => {
      service.clock.after(minutes * 60_000 - 1, () => service.review('tides', 'approve'));
    });
    assert.equal(facts.verdict, 'approved');
  });

  test('is not part of timeout-minutes: a longer wait than the whole run ends as one that was waited for', async () => {
    const { facts, tookMs } = await wait(() => undefined, 60);
    assert.ok(tookMs >= 60 * 60_000);
    assert.deepEqual(facts.warnings, []);
    assert.match(String(facts.notices[0]), /^No verdict within 60 minutes/);
  });

  const ends = [
    ['cancelled', endByCancel(), 'the run was cancelled'],
    ['out of time', endByDeadline(10), 'the run took longer than timeout-minutes: 10'],
  ] as const;
  for (const [name, end, text] of ends) {
    test(`a wait that is ${name} ends early with a warning: the app stays submitted`, async () => {
      const { facts } = await wait((service, { abort }) => service.clock.after(30_000, () => abort(end)));
      assert.match(String(facts.warnings[0]), /^The wait for the verdict ended early: /);
      assert.ok(facts.warnings[0]?.includes(text));
      // Least of all that the time was waited out.
      assert.deepEqual(facts.notices, []);
      assert.equal(facts.app?.status, 'in_review');
    });
  }

  test('a service that fails for ever ends the wait with a warning, one that fails for a moment does not', async () => {
    const broken = await wait((service) => {
      service.faults = Array.from({ length: 4 }, () => ({ kind: '503', when: 'before' }) as const);
    });
    assert.match(String(broken.facts.warnings[0]), /ended early: The service failed .*503/);
    const shaken = await wait((service) => {
      service.faults = Array.from({ length: 3 }, () => ({ kind: 'reset', when: 'before' }) as const);
      service.clock.after(60_000, () => service.review('tides', 'approve'));
    });
    assert.deepEqual([shaken.facts.verdict, shaken.facts.warnings], ['approved', []]);
  });

  test('a key that is withdrawn meanwhile ends the wait with a warning', async () => {
    const { facts } = await wait((service) =>
      service.clock.after(10_000, () => {
        service.isKeyValid = false;
      }),
    );
    assert.match(String(facts.warnings[0]), /ended early: The API key is missing or not valid/);
  });

  test('a bug is not hidden behind a warning', async () => {
    await assert.rejects(
      wait((service) => {
        service.onRequest = () => {
          throw new TypeError('a bug');
        };
      }),
      TypeError,
    );
  });
});
