import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChangeResponse } from '../../../src/api/client.ts';
import type { App } from '../../../src/api/wire.ts';
import { sleepUntil } from '../../../src/commands/apply-change.ts';
import { endByCancel, endByDeadline } from '../../../src/errors.ts';
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
    inputs: { command: operation },
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

  describe(`a ${operation}`, () => {
    test('that a 503 asks to wait for is sent again when that time is over', async () => {
      const { requests, kind: ended, tookMs } = await change(operation, { faults: [null, before('503_after_20')] });
      assert.equal(requests, `read ${operation} ${fourReads} ${operation}${look}`);
      assert.equal(ended, green[operation]);
      assert.ok(tookMs >= 20_000 && tookMs < 21_000, String(tookMs));
    });

    test('that a 503 asks to wait too long for is not sent again, and the time is named', async () => {
      const { requests, ending, failure } = await change(operation, { faults: [null, before('503_after_999')] });
      assert.equal(requests, `read ${operation} ${fourReads}`);
      assert.deepEqual([ending, failure?.next], ['failed service_error', 'Re-run in 999 s.']);
    });

    for (const kind of lossKinds) {
      test(`that is lost (${kind}) before it was made is looked at up to 7 s and sent again`, async () => {
        const {
          requests,
          commits,
          kind: ended,
          lines,
          tookMs,
        } = await change(operation, { faults: [null, before(kind)] });
        assert.equal(requests, `read ${operation} ${fourReads} ${operation}${look}`);
        assert.deepEqual([ended, commits], [green[operation], operation]);
        assert.ok(tookMs >= 7_000 && tookMs < 7_500, `took ${tookMs} ms`);
        assert.ok(lines.includes(`${operation}: it was not made; sending it again (attempt 2 of 4)`));
      });

      test(`that is lost (${kind}) after it was made is read, and never sent again`, async () => {
        const { requests, commits, kind: ended, facts } = await change(operation, { faults: [null, after(kind)] });
        assert.deepEqual([requests, commits, ended], [`read ${operation} read`, operation, green[operation]]);
        assert.equal(facts.app === null, operation === 'delete');
      });
    }

    test('that is made a moment after its response was lost is not sent again', async () => {
      const { requests, commits, kind } = await change(operation, {
        faults: [null, before('reset')],
        before: { 2: (service) => service.clock.after(500, () => make(operation, service)) },
      });
      assert.deepEqual([requests, commits, kind], [`read ${operation} read read`, '', green[operation]]);
    });

    for (const kind of ['not_sent', '429', '429_after_2'] as const) {
      test(`that did not reach the service (${kind}) is sent again without a read`, async () => {
        const {
          requests,
          commits,
          kind: ended,
        } = await change(operation, { faults: [null, before(kind), before(kind)] });
        assert.equal(requests, `read ${operation} ${operation} ${operation}${look}`);
        assert.deepEqual([ended, commits], [green[operation], operation]);
      });
    }

    test('that is told to wait for longer than two minutes fails at once', async () => {
      const { ending, requests, commits, failure } = await change(operation, {
        faults: [null, before('429_after_999')],
      });
      assert.equal(ending, 'failed too_many_changes');
      assert.match(failure?.message ?? '', /asks to wait 999 s/);
      assert.equal(requests, operation === 'create' ? 'read create list' : `read ${operation}`);
      assert.equal(commits, '');
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
      const { ending, requests, commits } = await change(operation, {
        faults: [null, ...lost, ...lost, ...lost, ...lost],
      });
      assert.equal(ending, 'failed service_error');
      assert.equal(requests, `read${` ${operation} ${fourReads}`.repeat(4)}`);
      assert.equal(commits, '');
    });

    test('that is lost, and where the app cannot be read, is unknown, naming both', async () => {
      const { ending, failure, commits } = await change(operation, {
        faults: [null, after('reset'), ...four(before('503'))],
      });
      assert.equal(ending, 'unknown unverified');
      assert.match(failure?.message ?? '', new RegExp(`^The ${operation} of tides was sent, .*lost by the test.*503`));
      assert.match(failure?.next ?? '', /Check tides in the dashboard/);
      assert.equal(commits, operation);
    });

    test('that is accepted is believed only when the app shows it, and never sent again', async () => {
      const { ending, failure, requests, commits } = await change(operation, { faults: [null, before('appless')] });
      assert.deepEqual([ending, requests, commits], ['unknown unverified', `read ${operation} ${fourReads}`, '']);
      assert.match(failure?.message ?? '', /the service accepted the change, but the app does not show the change$/);
    });

    test('that is shown late by the reads is waited for', async () => {
      const { kind, requests, commits } = await change(operation, {
        options: { answers: 'empty', lag: () => 2_500 },
      });
      assert.deepEqual([kind, commits], [green[operation], operation]);
      assert.equal(requests, `read ${operation} read read read`);
    });

    for (const [name, end] of [
      ['cancelled', endByCancel()],
      ['out of time', endByDeadline(10)],
    ] as const) {
      test(`that is accepted and then ${name} before the app shows it is unknown`, async () => {
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

    test('that is taken with a 202 is believed once the app shows it, up to two minutes later', async () => {
      const { kind, requests, tookMs } = await change(operation, { options: { pendingMs: 100_000, answers: 'files' } });
      assert.deepEqual([kind, requests.split(' ').length], [green[operation], 2 + 11]);
      assert.ok(tookMs >= 105_000 && tookMs < 106_000, `took ${tookMs} ms`);
    });

    test('that is taken with a 202 and not made within two minutes is unknown', async () => {
      const { ending, requests, facts } = await change(operation, { options: { pendingMs: 121_000 } });
      assert.deepEqual([ending, requests.split(' ').length], ['unknown unverified', 2 + 12]);
      assert.deepEqual([facts.changed, facts.submitted], [false, false]);
    });
  });
}

describe('a state of somebody else', () => {
  for (const [name, fault, text] of [
    ['lost', after('reset'), /lost by the test.*; the app shows the state of somebody else$/],
    ['accepted', after('empty'), /the service accepted the change, but the app shows the state of somebody else$/],
  ] as const) {
    test(`after a change that is ${name} is unknown once it is seen by age`, async () => {
      const { ending, requests, failure } = await change('deploy', { faults: [null, fault], before: { 2: theirs } });
      assert.deepEqual([ending, requests], ['unknown unverified', `read deploy ${fourReads}`]);
      assert.match(failure?.message ?? '', text);
    });
  }
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
    assert.match(failure?.message ?? '', /The app was not approved.*; the app shows the state of somebody else$/);
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
