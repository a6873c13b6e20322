import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { lookAt, sleepUntil } from '../../../src/commands/apply-change.ts';
import type { Step } from '../../../src/outcome.ts';
import type { Fault, FaultKind } from '../../support/fake-service/faults.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { openRun } from '../../support/fake-service/run.ts';
import { type Doing, type Played, play, type Scene } from '../../support/fake-service/scene.ts';
import { FakeService } from '../../support/fake-service/service.ts';

const operations: readonly Step[] = ['create', 'deploy', 'update', 'submit', 'delete'];
const green = {
  create: 'created',
  deploy: 'deployed',
  update: 'updated',
  submit: 'submitted',
  delete: 'deleted',
} as const;
const unknown = 'unknown unverified';

function change(operation: Step, { inputs, ...scene }: Scene = {}): Promise<Played> {
  return play({ app: operation === 'create' ? null : {}, ...scene, inputs: { ...inputs, command: operation } });
}

/** What every change here comes to, as somebody else makes it. */
function make(operation: Step, service: FakeService): void {
  if (operation === 'delete') service.remove('tides');
  else if (operation === 'submit') service.submit('tides');
  else service.put('tides', { files: toWireFiles(makeFiles()), updatedAt: service.clock.now() });
}

const before = (kind: FaultKind): Fault => ({ kind, when: 'before' });
const after = (kind: FaultKind): Fault => ({ kind, when: 'after' });
/** The read before a change goes well, and then the change does not. */
const lost = (kind: FaultKind = 'reset'): Scene => ({ faults: [null, before(kind)] });
const reads = (count: number): string => Array(count).fill('read').join(' ');

interface Expected {
  readonly ending: string;
  readonly requests: string;
  readonly commits: string;
  /** Seconds, rounded down. */
  readonly took?: number;
  readonly message?: RegExp;
}

type NamedScene = readonly [name: string, scene: Scene, expected: Expected];

/** What is told of each operation alike. */
function listScenes(step: Step): readonly NamedScene[] {
  const mayBeEcho = step === 'create' || step === 'submit';
  const count = step === 'create' ? ' list' : '';
  const made = { ending: green[step], commits: step };
  const open = { ending: unknown, commits: '' };
  const again = { ...made, requests: `read ${step} ${reads(6)} ${step} read` };
  const asBefore = `read ${step} ${reads(6)}`;
  const cancelLater: Doing = (service, { abort }) => service.clock.after(100, () => abort(endByCancel()));
  const notMade = /^The \w+ of tides was sent, .*the app does not show the change$/;
  return [
    ['that is lost before it was made is looked at for 30 s and sent again', lost(), { ...again, took: 30 }],
    [
      'that is lost after it was made is read, and never sent again',
      { faults: [null, after('reset')] },
      { ...made, requests: `read ${step} ${step === 'delete' ? reads(4) : 'read'}` },
    ],
    [
      'that is made 20 s after its response was lost is not sent again',
      { ...lost(), before: { 2: (service) => service.clock.after(20_000, () => make(step, service)) } },
      { ending: green[step], commits: '', requests: asBefore, took: 30 },
    ],
    [
      'that is lost every time is sent four times, each shown not to have been made',
      {
        faults: [
          null,
          ...Array(4)
            .fill([before('502'), ...Array(6).fill(null)])
            .flat(),
        ],
      },
      {
        ...open,
        requests: `read${` ${step} ${reads(6)}`.repeat(4)}`,
        message: /returned 502.*; the app does not show the change$/,
      },
    ],
    [
      'that is lost, and where the last look fails, is not sent again',
      { faults: [null, before('reset'), ...Array(5).fill(null), before('503')] },
      { ...open, requests: asBefore },
    ],
    [
      'that is lost, and where the app cannot be read, is unknown',
      { faults: [null, after('reset'), ...Array(6).fill(before('503'))] },
      { ending: unknown, commits: step, requests: asBefore, message: /lost by the test/ },
    ],
    [
      'that is redirected before it was made is not sent again',
      lost('303'),
      { ...open, requests: asBefore, message: notMade },
    ],
    [
      'that a 503 asks to wait 120 s for is sent again when that time is over',
      lost('503_after_120'),
      { ...again, requests: `read ${step} ${reads(7)} ${step} read`, took: 120 },
    ],
    [
      'that a 503 asks to wait 999 s for is not sent again',
      { ...lost('503_after_999'), inputs: { timeoutMinutes: 60 } },
      { ...open, requests: asBefore },
    ],
    [
      'that a 503 asks to wait for beyond the time of the run is not sent again',
      { ...lost('503_after_100'), inputs: { timeoutMinutes: 1.5 } },
      { ...open, requests: asBefore },
    ],
    [
      'whose looks the time of the run does not last for is unknown',
      { ...lost(), inputs: { timeoutMinutes: 0.2 } },
      { ...open, requests: `read ${step} ${reads(4)}`, message: /timeout-minutes: 0\.2|could not be verified/ },
    ],
    ...(['not_sent', '429_after_2'] as const).map((kind): NamedScene => {
      const requests = `read ${step} ${step} ${step} read`;
      return [
        `that did not reach the service (${kind}) is sent again without a look`,
        { faults: [null, before(kind), before(kind)] },
        { ...made, requests },
      ];
    }),
    [
      'that never reaches the service fails',
      { faults: [null, ...Array(4).fill(before('not_sent'))] },
      { ending: 'failed connection_refused', commits: '', requests: `read${` ${step}`.repeat(4)}` },
    ],
    [
      'that is told to wait for longer than two minutes fails at once',
      lost('429_after_999'),
      { ending: 'failed too_many_changes', commits: '', requests: `read ${step}`, message: /asks to wait 16 min 39 s/ },
    ],
    [
      'that gets a 409 is looked at for 7 s where that may be an echo, and never sent again',
      lost('409'),
      {
        ending: 'rejected address_taken',
        commits: '',
        requests: mayBeEcho ? `read ${step} ${reads(4)}${count}` : `read ${step}`,
        took: mayBeEcho ? 7 : 0,
      },
    ],
    [
      'that is accepted and not made is unknown after 30 s, and never sent again',
      lost('appless'),
      {
        ...open,
        requests: asBefore,
        took: 30,
        message: /the service accepted the change, but the app does not show the change$/,
      },
    ],
    [
      'that reads show 2.5 s late is waited for',
      { options: { lag: () => 2_500 } },
      { ...made, requests: `read ${step} ${reads(3)}`, took: 3 },
    ],
    ...([before('cancelled'), after('deadline')] as const).map((fault): NamedScene => {
      const commits = fault.when === 'after' ? step : '';
      const message = new RegExp(`^The \\w+ of tides was sent, .*\\(${fault.kind}\\)`);
      return [
        `that is ${fault.kind} ${fault.when} it was made is unknown, and nothing more is sent`,
        { faults: [null, fault] },
        { ending: unknown, commits, requests: `read ${step}`, message },
      ];
    }),
    [
      'that is cancelled while it is looked at is unknown',
      { ...lost('appless'), before: { 2: cancelLater } },
      { ...open, requests: `read ${step} read`, message: /could not be verified/ },
    ],
    [
      'that is made 100 s after a 202 is waited for',
      { options: { pendingMs: 100_000 } },
      { ...made, requests: `read ${step} ${reads(8)}`, took: 120 },
    ],
    [
      'that is not made 2 min after a 202 is unknown',
      { options: { pendingMs: 121_000 } },
      { ...open, requests: `read ${step} ${reads(8)}`, took: 120 },
    ],
  ];
}

/** Plays a change, and compares what comes of it as far as it is expected. */
async function check(operation: Step, scene: Scene, { took, message, ...expected }: Partial<Expected>): Promise<void> {
  const played = await change(operation, scene);
  const { ending, requests, commits } = played;
  assert.partialDeepStrictEqual({ ending, requests, commits }, expected);
  if (took !== undefined) assert.equal(Math.floor(played.tookMs / 1_000), took);
  if (message !== undefined) assert.match(played.failure?.message ?? '', message);
}

for (const operation of operations) {
  describe(`a ${operation}`, () => {
    for (const [name, scene, expected] of listScenes(operation)) test(name, () => check(operation, scene, expected));
  });
}

describe('somebody else', () => {
  const theirs: Doing = (service) => service.put('tides', { files: { 'index.html': 'theirs' } });
  const review: Doing = (service) => service.put('tides', { status: 'in_review' });
  const remove: Doing = (service) => service.remove('tides');
  const takeDown: Doing = (service) => service.put('tides', { status: 'taken_down' });
  const others = /shows other content, or another state: index\.html, service\.json$/;
  const rows: readonly (readonly [name: string, step: Step, kind: FaultKind, work: Doing, message: RegExp])[] = [
    ['who changes the files', 'deploy', 'empty', theirs, others],
    ['who changes the files of a lost deploy', 'deploy', 'reset', theirs, /lost by the test.*shows other content/],
    ['who changes the state', 'deploy', 'empty', review, others],
    ['who deletes the app', 'deploy', 'reset', remove, /; the app no longer exists$/],
    ['who takes down what is submitted', 'submit', 'reset', takeDown, /; the app has another state, taken_down$/],
  ];
  for (const [name, step, kind, work, message] of rows) {
    test(`${name} is found by a look of age, and the change is unknown`, async () => {
      const scene = { faults: [null, after(kind)], before: { 2: work } };
      await check(step, scene, { ending: unknown, requests: `read ${step} ${reads(4)}`, message });
    });
  }
});

describe('a second attempt', () => {
  /** It is sent after the looks that showed nothing; `work` is done right before it. */
  const again = (work: Doing): Scene => ({ ...lost(), before: { 8: work } });
  const rows: readonly (readonly [name: string, step: Step, scene: Scene, expected: Partial<Expected>])[] = [
    [
      'that gets a 409 may be the echo of the first: the app decides',
      'create',
      again((service) => make('create', service)),
      { ending: 'created', requests: `read create ${reads(6)} create read` },
    ],
    [
      'that gets a 409 stands refused where no look shows the change',
      'create',
      again((service) => service.foreign.add('tides')),
      { ending: 'rejected address_taken', requests: `read create ${reads(6)} create ${reads(4)} list` },
    ],
    [
      'that is told that the app does not exist has deleted it',
      'delete',
      again((service) => service.remove('tides')),
      { ending: 'deleted', requests: `read delete ${reads(6)} delete read` },
    ],
    [
      'that is not sent leaves the first unknown',
      'submit',
      { faults: [null, before('timeout'), ...Array(6).fill(null), ...Array(4).fill(before('not_sent'))] },
      { ending: unknown, message: /connection_refused/ },
    ],
    [
      'that is refused for a reason of the moment leaves the first unknown',
      'submit',
      again((service) => Object.assign(service, { isKeyValid: false })),
      { ending: unknown },
    ],
  ];
  for (const [name, step, scene, expected] of rows) test(name, () => check(step, scene, expected));

  test('whose 409 is the echo of the first is a change of this run', async () => {
    assert.equal(
      (
        await change(
          'create',
          again((service) => make('create', service)),
        )
      ).facts.changed,
      true,
    );
  });
});

describe('looks', () => {
  /** The ages of the looks whose reads take so long each, or fail. */
  async function look(readMs: readonly number[], error?: unknown): Promise<readonly number[]> {
    const service = new FakeService();
    const { ports } = openRun({ service });
    const { client } = ports;
    const taken = [...readMs];
    const readApp = async () => {
      service.clock.pass(taken.shift() ?? 0);
      if (error !== undefined) throw error;
      return null;
    };
    const ages: number[] = [];
    const online = { ...ports, client: { ...client, readApp } };
    const options = { timesMs: [0, 1_000, 3_000, 7_000], since: service.clock.now() };
    for await (const { ageMs } of lookAt('tides', options, online)) ages.push(ageMs);
    return ages;
  }

  for (const [name, readMs, ages] of [
    ['at their times', [], [0, 1_000, 3_000, 7_000]],
    ['without those whose time has passed', [4_000], [0, 4_000, 7_000]],
    ['once more when all times have passed', [60_000], [0, 60_000]],
  ] as const) {
    test(`are sent ${name}`, async () => assert.deepEqual(await look(readMs), ages));
  }

  test('are none where a read fails, and a bug is one', async () => {
    const request = { method: 'GET', path: '/' };
    assert.deepEqual(await look([], new NetworkError(request, { code: 'connection_lost', sent: true })), []);
    await assert.rejects(look([], new TypeError('a bug')), /a bug/);
    const clock = { sleep: () => Promise.reject(new TypeError('a bug')) };
    const scene: Scene = { faults: [null, before('empty')], prepare: (service) => Object.assign(service.clock, clock) };
    await check('deploy', scene, { ending: 'failed bug' });
  });

  test('are late enough though a timer fires a millisecond early', async () => {
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
    assert.deepEqual({ now, slept }, { now: 7_000, slept: [7_000, 1] });
  });
});
