import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel, endByDeadline } from '../../../src/action-error.ts';
import type { ChangeResponse } from '../../../src/api/client.ts';
import type { App } from '../../../src/api/wire.ts';
import { sleepUntil } from '../../../src/commands/apply-change.ts';
import type { Step } from '../../../src/outcome.ts';
import { type Fault, type FaultKind, lossKinds } from '../../support/fake-service/faults.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import type { OpenRun } from '../../support/fake-service/run.ts';
import { type Doing, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import type { FakeService } from '../../support/fake-service/service.ts';

const operations: readonly Step[] = ['create', 'deploy', 'update', 'submit', 'delete'];
const green = {
  create: 'created',
  deploy: 'deployed',
  update: 'updated',
  submit: 'submitted',
  delete: 'deleted',
} as const;

/** The responses show the files, so that they are enough to prove a change, save that an app is gone. */
function change(operation: Step, { options, ...scene }: Scene = {}): Promise<Played> {
  return play({
    app: operation === 'create' ? null : {},
    options: { answers: 'files', ...options },
    ...scene,
    inputs: { ...scene.inputs, command: operation },
  });
}

/** What every change here comes to, as somebody else makes it. */
function make(operation: Step, service: FakeService): void {
  if (operation === 'delete') service.remove('tides');
  else if (operation === 'submit') service.submit('tides');
  else service.put('tides', { files: toWireFiles(makeFiles()), updatedAt: service.clock.now() });
}

const theirs: Doing = (service) => service.put('tides', { files: { 'index.html': 'theirs' } });
const before = (kind: FaultKind): Fault => ({ kind, when: 'before' });
const after = (kind: FaultKind): Fault => ({ kind, when: 'after' });
const four = (fault: Fault): readonly Fault[] => [fault, fault, fault, fault];
const fourReads = 'read read read read';

for (const operation of operations) {
  /** What follows a response that shows the app: nothing, save where it must be gone. */
  const look = operation === 'delete' ? ' read' : '';
  const again = `read ${operation} ${fourReads} ${operation}${look}`;
  const ended = green[operation];

  describe(`a ${operation}`, () => {
    for (const seconds of [20, 120]) {
      test(`that a 503 asks to wait ${seconds} s for is sent again when that time is over`, async () => {
        const faults = [null, before(`503_after_${seconds}`)];
        const { requests, kind, facts, tookMs } = await change(operation, { faults });
        assert.deepEqual([requests, kind], [again, ended]);
        assert.ok(tookMs >= seconds * 1_000 && tookMs < seconds * 1_000 + 1_000, String(tookMs));
        assert.deepEqual(
          facts.waits.map(({ what, why, attempt, maxAttempts }) => [what, why, attempt, maxAttempts]),
          [[operation, `asked to wait ${seconds} s`, 2, 4]],
        );
      });
    }

    for (const [seconds, timeoutMinutes] of [
      [999, 60],
      [20, 0.3],
    ] as const) {
      test(`that a 503 asks to wait ${seconds} s for is not sent again within ${timeoutMinutes} min, and the time is named`, async () => {
        const faults = [null, before(`503_after_${seconds}`)];
        const { requests, ending, failure } = await change(operation, { faults, inputs: { timeoutMinutes } });
        assert.equal(requests, `read ${operation} ${fourReads}`);
        assert.deepEqual([ending, failure?.next], ['failed service_error', `Re-run in ${seconds} s.`]);
      });
    }

    for (const lossKind of lossKinds) {
      test(`that is lost (${lossKind}) before it was made is looked at up to 7 s and sent again`, async () => {
        const played = await change(operation, { faults: [null, before(lossKind)] });
        const { requests, commits, kind, facts, lines, tookMs } = played;
        assert.deepEqual([requests, kind, commits, facts.waits], [again, ended, operation, []]);
        assert.ok(tookMs >= 7_000 && tookMs < 7_500, `took ${tookMs} ms`);
        const [lost = '', resent] = lines.filter((line) => line.startsWith(`${operation}: `));
        assert.match(lost, /; reading the app to find out whether it was made$/);
        assert.equal(resent, `${operation}: it was not made; sending it again (attempt 2 of 4)`);
      });

      test(`that is lost (${lossKind}) after it was made is read, and never sent again`, async () => {
        const { requests, commits, kind, facts } = await change(operation, { faults: [null, after(lossKind)] });
        assert.deepEqual([requests, commits, kind], [`read ${operation} read`, operation, ended]);
        assert.equal(facts.app === null, operation === 'delete');
      });
    }

    test('that is made a moment after its response was lost is not sent again', async () => {
      const { requests, commits, kind } = await change(operation, {
        faults: [null, before('reset')],
        before: { 2: (service) => service.clock.after(500, () => make(operation, service)) },
      });
      assert.deepEqual([requests, commits, kind], [`read ${operation} read read`, '', ended]);
    });

    for (const fault of ['not_sent', '429', '429_after_2'] as const) {
      test(`that did not reach the service (${fault}) is sent again without a read`, async () => {
        const { requests, commits, kind } = await change(operation, { faults: [null, before(fault), before(fault)] });
        const expected = `read ${operation} ${operation} ${operation}${look}`;
        assert.deepEqual([requests, kind, commits], [expected, ended, operation]);
      });
    }

    test('that gets a 409 is looked at only where that may be an echo', async () => {
      const { requests, ending, commits } = await change(operation, { faults: [null, before('409')] });
      const mayBeEcho = operation === 'submit' || operation === 'create';
      const looks = mayBeEcho ? ` ${fourReads}${operation === 'create' ? ' list' : ''}` : '';
      assert.deepEqual([requests, ending, commits], [`read ${operation}${looks}`, 'rejected address_taken', '']);
    });

    test('that is told to wait for longer than two minutes fails at once', async () => {
      const played = await change(operation, { faults: [null, before('429_after_999')] });
      assert.deepEqual([played.ending, played.commits], ['failed too_many_changes', '']);
      assert.match(played.failure?.message ?? '', /asks to wait 999 s/);
      assert.equal(played.requests, operation === 'create' ? 'read create list' : `read ${operation}`);
    });

    for (const kind of ['cancelled', 'deadline'] as const) {
      for (const fault of [before(kind), after(kind)]) {
        test(`that is ${kind} ${fault.when} it was made is unknown, and nothing more is sent`, async () => {
          const { ending, requests, commits, failure } = await change(operation, { faults: [null, fault] });
          assert.deepEqual([ending, requests], ['unknown unverified', `read ${operation}`]);
          assert.equal(commits, fault.when === 'after' ? operation : '');
          assert.match(failure?.message ?? '', new RegExp(`^The ${operation} of tides was sent, .*\\(${kind}\\)$`));
        });
      }
    }

    test('that is lost every time is given up after four attempts, each shown not to have been made', async () => {
      const lost = [before('502'), null, null, null, null];
      const faults = [null, ...lost, ...lost, ...lost, ...lost];
      const { ending, requests, commits } = await change(operation, { faults });
      assert.deepEqual([ending, commits], ['failed service_error', '']);
      assert.equal(requests, `read${` ${operation} ${fourReads}`.repeat(4)}`);
    });

    test('that is lost, and where the app cannot be read, is unknown, naming both', async () => {
      const faults = [null, after('reset'), ...four(before('503'))];
      const { ending, failure, commits } = await change(operation, { faults });
      assert.deepEqual([ending, commits], ['unknown unverified', operation]);
      assert.match(failure?.message ?? '', new RegExp(`^The ${operation} of tides was sent, .*lost by the test.*503`));
      assert.match(failure?.next ?? '', /Check tides in the dashboard/);
    });

    test('that is accepted is believed only when the app shows it, and never sent again', async () => {
      const { ending, failure, requests, commits } = await change(operation, { faults: [null, before('appless')] });
      assert.deepEqual([ending, requests, commits], ['unknown unverified', `read ${operation} ${fourReads}`, '']);
      assert.match(failure?.message ?? '', /the service accepted the change, but the app does not show the change$/);
    });

    test('that is shown late by the reads is waited for', async () => {
      const played = await change(operation, { options: { answers: 'empty', lag: () => 2_500 } });
      assert.deepEqual([played.kind, played.commits], [ended, operation]);
      assert.equal(played.requests, `read ${operation} read read read`);
    });

    for (const end of [endByCancel(), endByDeadline(10)]) {
      test(`that is accepted and then ended (${end.code}) before the app shows it is unknown`, async () => {
        const { ending, failure, requests } = await change(operation, {
          faults: [null, before('empty')],
          before: { 2: (service, { abort }) => service.clock.after(100, () => abort(end)) },
        });
        assert.deepEqual([ending, requests], ['unknown unverified', `read ${operation} read`]);
        assert.ok(failure?.message.endsWith(`the app could not be read: ${end.message}`), failure?.message);
      });
    }

    test('that is lost, and then cancelled while it is looked at, is unknown', async () => {
      const { ending, commits } = await change(operation, {
        faults: [null, before('timeout')],
        before: { 2: (service, { abort }) => service.clock.after(100, () => abort(endByCancel())) },
      });
      assert.deepEqual([ending, commits], ['unknown unverified', '']);
    });

    for (const [pendingMs, ending, looks, changed] of [
      [100_000, ended, 11, operation !== 'submit'],
      [121_000, 'unknown unverified', 12, false],
    ] as const) {
      test(`that is taken with a 202 and made ${pendingMs} ms later: ${ending}`, async () => {
        const { facts, ...played } = await change(operation, { options: { pendingMs } });
        assert.deepEqual([played.ending, played.requests.split(' ').length], [ending, 2 + looks]);
        const lastLookMs = looks === 11 ? 105_000 : 120_000;
        assert.ok(played.tookMs >= lastLookMs && played.tookMs < lastLookMs + 1_000, `took ${played.tookMs} ms`);
        assert.deepEqual([facts.changed, facts.submitted], [changed, ending === 'submitted']);
      });
    }
  });
}

describe('a state of somebody else', () => {
  for (const [name, fault, text] of [
    ['lost', after('reset'), /lost by the test.*; the app shows other content, or another state$/],
    ['accepted', after('empty'), /the service accepted the change, but the app shows other content, or another state$/],
  ] as const) {
    test(`after a change that is ${name} is unknown once it is seen by age`, async () => {
      const { ending, requests, failure } = await change('deploy', { faults: [null, fault], before: { 2: theirs } });
      assert.deepEqual([ending, requests], ['unknown unverified', `read deploy ${fourReads}`]);
      assert.match(failure?.message ?? '', text);
    });
  }

  test('may be that the app is gone', async () => {
    const remove: Doing = (service) => service.remove('tides');
    const { failure } = await change('deploy', { faults: [null, after('reset')], before: { 2: remove } });
    assert.match(failure?.message ?? '', /; the app no longer exists$/);
  });
});

describe('a refusal after a loss', () => {
  const lost = [null, before('timeout')];

  test('may be the echo of the first attempt: the app decides', async () => {
    const { kind, requests } = await change('create', {
      faults: lost,
      // The first attempt comes through after the reads that showed nothing.
      before: { 6: (service) => make('create', service) },
    });
    assert.deepEqual([kind, requests], ['created', `read create ${fourReads} create read`]);
  });

  test('is looked at for some seconds, for a read that lags', async () => {
    const { kind, requests } = await change('create', {
      faults: lost,
      before: {
        6: (service) => service.foreign.add('tides'),
        9: (service) => make('create', service),
      },
    });
    assert.deepEqual([kind, requests], ['created', `read create ${fourReads} create read read read`]);
  });

  test('is unknown where the app shows neither what was there before nor the change', async () => {
    const { ending, failure } = await change('submit', {
      faults: lost,
      before: {
        6: (service) => service.put('tides', { status: 'not_approved' }),
        7: (service) => service.put('tides', { status: 'queued', files: { 'index.html': 'theirs' } }),
      },
    });
    assert.equal(ending, 'unknown unverified');
    assert.match(failure?.message ?? '', /The app was not approved.*; the app shows other content, or another state$/);
  });

  test('stands where the app shows all as before', async () => {
    const { ending, requests } = await change('create', {
      faults: lost,
      before: { 6: (service) => service.foreign.add('tides') },
    });
    assert.deepEqual(
      [ending, requests],
      ['rejected address_taken', `read create ${fourReads} create ${fourReads} list`],
    );
  });

  test('is unknown where the app cannot be read', async () => {
    const { ending } = await change('create', {
      faults: [...lost, null, null, null, null, null, ...four(before('500'))],
      before: { 6: (service) => service.foreign.add('tides') },
    });
    assert.equal(ending, 'unknown unverified');
  });

  test('is no refusal: a second attempt that does not reach the service fails as what it is', async () => {
    const { ending, commits } = await change('submit', {
      faults: [...lost, null, null, null, null, ...four(before('not_sent'))],
    });
    assert.deepEqual([ending, commits], ['failed connection_refused', '']);
  });
});

describe('a response that proves a deploy and omits the state', () => {
  const omit =
    (parts: Partial<ChangeResponse> = {}): Doing =>
    (_service, { ports: { client } }: OpenRun) => {
      const { deployApp } = client;
      const bare = (app: App | null): App | null => (app === null ? null : { ...app, status: null, files: null });
      const deployBare: typeof deployApp = async (slug, body) => {
        const response = await deployApp(slug, body);
        return { ...response, app: bare(response.app), ...parts };
      };
      Object.assign(client, { deployApp: deployBare });
    };
  const published = { status: 'published' } as const;

  test('is filled by a read', async () => {
    const { requests, facts } = await change('deploy', { app: published, prepare: omit() });
    assert.deepEqual([requests, facts.app?.status], ['read deploy read', 'published_with_unreviewed_changes']);
    assert.equal(facts.filesVerified, true);
  });

  for (const [name, scene, text] of [
    ['cannot be read', { faults: [null, null, ...four(before('503'))] }, /^debug: the status is not known: .*503/],
    ['shows the state from before', { options: { lag: () => 1_000 } }, /^Deployed tides$/],
    ['shows somebody else', { before: { 2: theirs } }, /^Deployed tides$/],
  ] as const) {
    test(`is taken at its word where the app ${name}`, async () => {
      const { kind, facts, lines } = await change('deploy', { app: published, prepare: omit(), ...scene });
      assert.deepEqual([kind, facts.app?.status, facts.filesVerified], ['deployed', null, false]);
      assert.ok(lines.some((line) => text.test(line)));
    });
  }

  test('does not hide a bug in that read', async () => {
    const fail: Doing = (_service, { ports: { client } }) =>
      Object.assign(client, { readApp: () => Promise.reject(new TypeError('a bug')) });
    const { ending } = await change('deploy', { app: published, prepare: omit(), before: { 1: fail } });
    assert.equal(ending, 'failed bug');
  });
});

describe('a bug', () => {
  for (const [name, prepare] of [
    [
      'in the clock',
      ({ clock }: FakeService) => Object.assign(clock, { sleep: () => Promise.reject(new TypeError('a bug')) }),
    ],
    [
      'that is no error',
      (_service: FakeService, { ports: { client } }: OpenRun) => {
        const { readApp } = client;
        let reads = 0;
        const fail: typeof readApp = (slug) => {
          reads += 1;
          return reads === 1 ? readApp(slug) : Promise.reject('a bug');
        };
        Object.assign(client, { readApp: fail });
      },
    ],
  ] as const) {
    test(`${name} is told as one`, async () => {
      const { ending, failure } = await change('deploy', { faults: [null, before('empty')], prepare });
      assert.deepEqual([ending, failure?.message], ['failed bug', 'Unexpected error in the action: a bug']);
    });
  }
});

test('a timer that fires a millisecond early is not enough', async () => {
  let now = 0;
  const slept: number[] = [];
  const clock = {
    now: () => now,
    async sleep(milliseconds: number) {
      slept.push(milliseconds);
      now += slept.length === 1 ? milliseconds - 1 : milliseconds;
    },
  };
  await sleepUntil(7_000, { clock, signal: new AbortController().signal });
  assert.deepEqual([now, slept], [7_000, [7_000, 1]]);
});
