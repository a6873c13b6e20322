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
const lostAfter = (kind: FaultKind): Scene => ({ faults: [null, after(kind)] });
const reads = (count: number): string => Array(count).fill('read').join(' ');

interface More {
  /** Where it is not the change if the run is green, and none if it is not. */
  readonly commits?: string;
  /** Seconds, rounded down. */
  readonly took?: number;
  readonly message?: RegExp;
}

/** A scene, its requests, and the ending of the run. */
type Row = readonly [name: string, scene: Scene, requests: string, ending: string, more?: More];

/** What is told of each operation alike. */
function listRows(step: Step): readonly Row[] {
  const isEcho = step === 'create' || step === 'submit';
  const refusal = isEcho ? `${reads(4)}${step === 'create' ? ' list' : ''}` : '';
  const done = green[step];
  const once = `read ${step}`;
  const asBefore = `${once} ${reads(6)}`;
  const pending = `${once} ${reads(8)}`;
  const never = (kind: FaultKind): Scene => ({ faults: [null, ...Array(4).fill(before(kind))] });
  const always = Array(4).fill([before('502'), ...Array(6).fill(null)]);
  const madeLater: Doing = (service) => service.clock.after(20_000, () => make(step, service));
  const cancelLater: Doing = (service, { abort }) => service.clock.after(100, () => abort(endByCancel()));
  const untilLastLook = [null, before('reset'), ...Array(5).fill(null), before('503')];
  const untilLooks = [null, after('reset'), ...Array(6).fill(before('503'))];
  const minutes = (timeoutMinutes: number): Scene => ({ inputs: { timeoutMinutes } });
  const timeless = /timeout-minutes: 0\.2|could not be verified/;
  return [
    ['that is lost and was not made is sent again at 30 s', lost(), `${asBefore} ${step} read`, done, { took: 30 }],
    ['that is lost and was made is not', lostAfter('reset'), `${once} ${reads(step === 'delete' ? 4 : 1)}`, done],
    [
      'that is made 20 s later is not',
      { ...lost(), before: { 2: madeLater } },
      asBefore,
      done,
      { commits: '', took: 30 },
    ],
    [
      'that is always lost is sent four times',
      { faults: [null, ...always.flat()] },
      `read${` ${step} ${reads(6)}`.repeat(4)}`,
      unknown,
      { message: /returned 502.*; the app does not show the change$/ },
    ],
    ['whose last look fails is not sent again', { faults: untilLastLook }, asBefore, unknown],
    [
      'whose looks fail is unknown',
      { faults: untilLooks },
      asBefore,
      unknown,
      { commits: step, message: /lost by the test/ },
    ],
    [
      'that is redirected is not sent again',
      lost('303'),
      asBefore,
      unknown,
      { message: /^The \w+ of tides was sent, .*the app does not show the change$/ },
    ],
    [
      'that a 503 asks to wait 120 s for is sent again then',
      lost('503_after_120'),
      `${once} ${reads(7)} ${step} read`,
      done,
      { took: 120 },
    ],
    [
      'that a 503 asks to wait 999 s for is not sent again',
      { ...lost('503_after_999'), ...minutes(60) },
      asBefore,
      unknown,
    ],
    [
      'that a 503 asks to wait too long for is not sent again',
      { ...lost('503_after_100'), ...minutes(1.5) },
      asBefore,
      unknown,
    ],
    [
      'that the run has too little time for is unknown',
      { ...lost(), ...minutes(0.2) },
      `${once} ${reads(4)}`,
      unknown,
      { message: timeless },
    ],
    ...(['not_sent', '429_after_2'] as const).map((kind): Row => {
      const scene = { faults: [null, before(kind), before(kind)] };
      return [
        `that does not get through (${kind}) is sent again without a look`,
        scene,
        `${once} ${step} ${step} read`,
        done,
      ];
    }),
    ['that never gets through fails', never('not_sent'), `read${` ${step}`.repeat(4)}`, 'failed connection_refused'],
    ['that is to wait for longer than two minutes fails', lost('429_after_999'), once, 'failed too_many_changes'],
    [
      'that gets a 409 is looked at for 7 s where it may be an echo',
      lost('409'),
      `${once} ${refusal}`.trim(),
      `rejected ${step === 'create' ? 'address_taken' : 'conflict'}`,
      { took: isEcho ? 7 : 0 },
    ],
    [
      'that is accepted and not made is unknown',
      lost('appless'),
      asBefore,
      unknown,
      { took: 30, message: /the service accepted the change, but the app does not show the change$/ },
    ],
    ['that reads show late is waited for', { options: { lag: () => 2_500 } }, `${once} ${reads(3)}`, done, { took: 3 }],
    [
      'that is cancelled is unknown',
      lost('cancelled'),
      once,
      unknown,
      { message: /^The \w+ of tides was sent, .*\(cancelled\)/ },
    ],
    [
      'that is made, and out of time, is unknown',
      lostAfter('deadline'),
      once,
      unknown,
      { commits: step, message: /\(deadline\)/ },
    ],
    [
      'that is to wait for longer than the run has is looked at no longer',
      { ...lost('503_after_60'), ...minutes(1) },
      asBefore,
      unknown,
      { took: 30 },
    ],
    ['that is cancelled later is unknown', { ...lost('appless'), before: { 2: cancelLater } }, `${once} read`, unknown],
    ['that is made 100 s after a 202 is waited for', { options: { pendingMs: 100_000 } }, pending, done, { took: 120 }],
    [
      'that is made later than 2 min after a 202 is unknown',
      { options: { pendingMs: 121_000 } },
      pending,
      unknown,
      { took: 120 },
    ],
  ];
}

function testRow(step: Step, [name, scene, requests, ending, { commits, took, message } = {}]: Row): void {
  test(name, async () => {
    const played = await change(step, scene);
    const made = commits ?? (ending === green[step] ? step : '');
    const expected = { requests, ending, commits: made, took: took ?? Math.floor(played.tookMs / 1_000) };
    const found = { requests: played.requests, ending: played.ending, commits: played.commits };
    assert.deepEqual({ ...found, took: Math.floor(played.tookMs / 1_000) }, expected);
    if (message !== undefined) assert.match(played.failure?.message ?? '', message);
  });
}

for (const step of operations) {
  describe(`a ${step}`, () => {
    for (const row of listRows(step)) testRow(step, row);
  });
}

describe('somebody else', () => {
  const put =
    (parts: Parameters<FakeService['put']>[1]): Doing =>
    (service) =>
      service.put('tides', parts);
  const theirs = put({ files: { 'index.html': 'theirs' } });
  const remove: Doing = (service) => service.remove('tides');
  const others = /shows other content, or another state: index\.html, service\.json$/;
  const rows: readonly (readonly [name: string, step: Step, kind: FaultKind, work: Doing, message: RegExp])[] = [
    ['who changes the files', 'deploy', 'empty', theirs, others],
    ['who changes the files of a lost deploy', 'deploy', 'reset', theirs, /lost by the test.*shows other content/],
    ['who changes the state', 'deploy', 'empty', put({ status: 'in_review' }), others],
    ['who deletes the app', 'deploy', 'reset', remove, /; the app no longer exists$/],
    ['who takes it down', 'submit', 'reset', put({ status: 'taken_down' }), /; the app has another state, taken_down$/],
  ];
  for (const [name, step, kind, work, message] of rows) {
    const scene = { ...lostAfter(kind), before: { 2: work } };
    const found = `${name} is found by a look of age, and the change is unknown`;
    testRow(step, [found, scene, `read ${step} ${reads(4)}`, unknown, { commits: step, message }]);
  }
});

describe('a second attempt', () => {
  /** It is sent after the looks that showed nothing; `work` is done right before it. */
  const again = (work: Doing): Scene => ({ ...lost(), before: { 8: work } });
  const created = again((service) => make('create', service));
  const taken = again((service) => service.foreign.add('tides'));
  const deleted = again((service) => service.remove('tides'));
  const revoked = again((service) => Object.assign(service, { isKeyValid: false }));
  const notSent = { faults: [...(lost().faults ?? []), ...Array(6).fill(null), ...Array(4).fill(before('not_sent'))] };
  const both = (step: Step): string => `read ${step} ${reads(6)} ${step}`;
  const refused = `${both('create')} ${reads(4)} list`;
  const rows: readonly (readonly [Step, ...Row])[] = [
    ['create', 'that gets a 409 may be its echo', created, `${both('create')} read`, 'created', { commits: '' }],
    ['create', 'that gets a 409 and no look shows it stands refused', taken, refused, 'rejected address_taken'],
    ['delete', 'that finds no app has deleted it', deleted, `${both('delete')} read`, 'deleted', { commits: '' }],
    [
      'submit',
      'that is not sent leaves the first unknown',
      notSent,
      `${both('submit')}${' submit'.repeat(3)}`,
      unknown,
      { message: /connection_refused/ },
    ],
    ['submit', 'that is refused for the moment leaves the first unknown', revoked, both('submit'), unknown],
    ['deploy', 'that finds no app leaves the first unknown', deleted, both('deploy'), unknown],
    ['delete', 'that is refused for the moment leaves the first unknown', revoked, both('delete'), unknown],
  ];
  for (const [step, ...row] of rows) testRow(step, row);

  test('whose 409 is the echo of the first is a change of this run', async () => {
    assert.equal((await change('create', created)).facts.changed, true);
  });
});

describe('what is known of the app', () => {
  const inReview = { app: { status: 'in_review' }, inputs: { onInReview: 'replace' } } as const;
  /** The state stays as it was for long enough that no look shows another. */
  const slowState = { options: { follow: () => 100_000 } };
  const submitted: Doing = (service) => {
    service.replace('tides', { 'index.html': 'theirs' });
    service.submit('tides');
  };
  const tooEarly: Doing = (service, { abort }) => {
    service.put('tides', { status: 'in_review' });
    service.clock.after(100, () => abort(endByCancel()));
  };
  type Known = { readonly app?: { readonly status: string } } & Partial<Omit<Played['facts'], 'app'>>;
  const rows: readonly (readonly [name: string, step: Step, Scene, Known])[] = [
    ['while a change is open', 'deploy', lostAfter('cancelled'), { isOpen: true, changed: false }],
    ['after a refusal', 'deploy', lost('409'), { isOpen: false, changed: false }],
    [
      'after a change that never got through',
      'deploy',
      { faults: [null, ...Array(4).fill(before('not_sent'))] },
      { isOpen: false },
    ],
    [
      'after a deploy whose state does not show',
      'deploy',
      { ...inReview, ...slowState },
      { submitted: false, reviewResult: null },
    ],
    [
      'after an update whose state does not show',
      'update',
      { ...inReview, ...slowState },
      { submitted: false, reviewResult: null },
    ],
    [
      'after a look that is too early to count',
      'deploy',
      { ...lostAfter('empty'), before: { 2: tooEarly } },
      { app: { status: 'draft' } },
    ],
    ['after other content was submitted', 'submit', { before: { 1: submitted } }, { submitted: false, isOpen: false }],
  ];
  for (const [name, step, scene, expected] of rows) {
    test(name, async () => assert.partialDeepStrictEqual((await change(step, scene)).facts, expected));
  }
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
    assert.equal((await change('deploy', scene)).ending, 'failed bug');
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
