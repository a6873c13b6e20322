import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../../sandbox/faults.ts';
import { ApiError } from '../../../src/api/api-error.ts';
import type { RequestOutcome } from '../../../src/api/sender.ts';
import { endByCancel } from '../../../src/model/action-error.ts';
import type { Facts, Step } from '../../../src/model/outcome.ts';
import type { Problem } from '../../../src/model/problem.ts';
import type { RequestBody } from '../../../src/model/request-body.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import {
  type Doing,
  fail,
  play,
  put,
  refuse,
  replace,
  revokeKey,
  type Scene,
} from '../../support/fake-service/scene.ts';

const green: Readonly<Record<Step, string>> = {
  ...{ create: 'created', deploy: 'deployed', update: 'updated' },
  ...{ submit: 'submitted', delete: 'deleted' },
};
const nouns = {
  create: 'creation',
  deploy: 'deploy',
  update: 'update',
  submit: 'submission',
  delete: 'deletion',
};
const unknown = 'unknown unverified';
const isUnseen = /the app does not show the change$/;

/** The first change goes wrong. */
const lost = (fault: Partial<Fault> = { kind: 'reset' }): Scene => ({
  faults: [{ method: 'changes', ...fault }],
});
const lostAfter = lost({ kind: 'reset', when: 'after' });
/** The service says yes, and does nothing. */
const unmade = lost({ status: 200, body: 'json' });
const wait = (seconds: number): Scene => lost({ retry_after: seconds });
const minutes = (timeoutMinutes: number): Scene => ({ inputs: { timeoutMinutes } });
const pending = (ms: number): Scene => ({ faults: [{ kind: 'late', status: 202, ms }] });
const reads = (count: number): string => Array(count).fill('read').join(' ');

const throwBug = (): never => {
  throw new TypeError('a bug');
};
/** A timer may fire a millisecond early. */
const hurry: Doing = ({ clock }) => {
  const { sleep } = clock;
  Object.assign(clock, {
    sleep: (ms: number, signal: AbortSignal) => sleep(Math.max(1, ms - 1), signal),
  });
};
/** A look takes so long, of a change that was accepted and not made. */
function slowLook(milliseconds: number): Scene {
  return { ...unmade, before: { 3: ({ clock }) => clock.pass(milliseconds) } };
}

interface More {
  /** Where it is not the change if the run is green, and none if it is not. */
  readonly commits?: string;
  /** Seconds, rounded down. */
  readonly took?: number;
  readonly message?: RegExp;
  readonly facts?: Partial<Omit<Facts, 'app'>> & {
    readonly app?: { readonly status: string | null };
  };
}

/** A scene, its requests, and the ending of the run. */
type Row = readonly [name: string, scene: Scene, requests: string, ending: string, more?: More];

function testRow(
  step: Step,
  [name, scene, requests, ending, { message = /^/, ...more } = {}]: Row,
): void {
  test(name, async () => {
    const inputs = { ...scene.inputs, command: step };
    const { tookMs, failure, ...played } = await play({
      app: step === 'create' ? null : {},
      ...scene,
      inputs,
    });
    const found = {
      requests: played.requests,
      ending: played.ending,
      commits: played.commits,
      facts: played.facts,
    };
    const expected = { requests, ending, commits: ending === green[step] ? step : '', ...more };
    assert.partialDeepStrictEqual({ ...found, took: Math.floor(tookMs / 1_000) }, expected);
    assert.match(failure?.message ?? '', message);
  });
}

/** What is told of each operation alike. */
function listRows(step: Step): readonly Row[] {
  const done = green[step];
  const sent = `read ${step}`;
  const looked = `${sent} ${reads(6)}`;
  const again = `${looked} ${step} read`;
  const mayEcho = step === 'create' || step === 'submit';
  const refused = mayEcho
    ? [sent, reads(4), ...(step === 'create' ? ['list'] : [])].join(' ')
    : sent;
  const closed = { facts: { isUnconfirmed: false } };
  const conflict = `rejected ${step === 'create' ? 'address_taken' : 'conflict'}`;
  const everLost = lost({ status: 502, times: 4 });
  const isLost = { took: 120, message: /returned 502.*; the app does not show the change$/ };
  const away: Scene = { ...lostAfter, before: { 2: fail({ for_ms: 88_000 }) } };
  const blind: Scene = { ...lost(), before: { 7: fail({ for_ms: 70_000 }) } };
  const isBack: Scene = { ...lostAfter, before: { 2: fail({ for_ms: 32_000 }) } };
  const unread: Scene = { ...unmade, before: { 2: fail({ for_ms: 200_000 }) } };
  const isUnread = { message: /, but the app could not be read: the service failed .*503/ };
  const saysNo = lost({ status: 200, body: 'service', when: 'after' });
  const isRemark = {
    facts: {
      warnings: [
        `The service made the ${nouns[step]}, and responded: A sandbox fault replaced this response.`,
      ],
    },
  };
  const revoked = { ...lost(), before: { 4: revokeKey } };
  const noKey = { took: 3, message: /; the API key is missing or not valid/ };
  const unsent = (requests: number): Scene => ({ before: { 1: refuse(requests) } });
  const held = { ...lost({ status: 429, retry_after: 2 }), ...unsent(1) };
  const cutShort: Scene = { ...lost({ kind: 'slow', ms: 5_000 }), ...minutes(0.05) };
  const isLate = {
    commits: step,
    message: /timeout-minutes/,
    facts: { isUnconfirmed: true, changed: false },
  };
  const cancelLater: Doing = ({ clock }, { abort }) => clock.after(100, () => abort(endByCancel()));
  return [
    ['that is lost and was not made is sent again at 30 s', lost(), again, done, { took: 30 }],
    [
      'that is lost and was made is not',
      lostAfter,
      `${sent} ${reads(step === 'delete' ? 4 : 1)}`,
      done,
    ],
    [
      'is looked at as late where a timer fires early',
      { ...lost(), prepare: hurry },
      again,
      done,
      { took: 30 },
    ],
    [
      'that is always lost is sent four times',
      everLost,
      `read${` ${step} ${reads(6)}`.repeat(4)}`,
      unknown,
      isLost,
    ],
    [
      'that its last look shows after 58 s of 503 is made',
      away,
      `${sent} ${reads(30)}`,
      done,
      { took: 90 },
    ],
    [
      'whose last look fails for a minute is not sent again',
      blind,
      `${sent} ${reads(16)}`,
      unknown,
      { took: 90 },
    ],
    [
      'whose looks fail until 30 s is found by the last one',
      isBack,
      `${sent} ${reads(23)}`,
      done,
      { took: 33 },
    ],
    [
      'whose look is not allowed any more is unknown at once',
      revoked,
      `${sent} ${reads(3)}`,
      unknown,
      noKey,
    ],
    [
      'that is redirected is not sent again',
      lost({ kind: 'redirect' }),
      looked,
      unknown,
      { message: isUnseen },
    ],
    [
      'that a 503 asks to wait 120 s for is sent again then',
      wait(120),
      `${looked} read ${step} read`,
      done,
    ],
    [
      'that a 503 asks to wait longer for is not',
      { ...wait(121), ...minutes(60) },
      looked,
      unknown,
    ],
    [
      'that is to wait until the run is over is not',
      { ...wait(60), ...minutes(1) },
      looked,
      unknown,
    ],
    [
      'that the run has too little time for is unknown',
      { ...lost(), ...minutes(0.2) },
      `${sent} ${reads(4)}`,
      unknown,
    ],
    [
      'that does not get through is sent again without a look',
      held,
      `${sent} ${step} ${step} read`,
      done,
    ],
    [
      'that gets through after 15 s is made',
      unsent(5),
      `read${` ${step}`.repeat(6)} read`,
      done,
      { took: 15 },
    ],
    [
      'that never gets through fails',
      unsent(11),
      `read${` ${step}`.repeat(11)}`,
      'failed connection_refused',
      closed,
    ],
    [
      'that is refused for longer than two minutes fails',
      lost({ status: 429, retry_after: 121 }),
      sent,
      'failed too_many_changes',
    ],
    [
      'that gets a 409 is looked at for 7 s where it may be an echo',
      lost({ status: 409 }),
      refused,
      conflict,
      closed,
    ],
    [
      'that is accepted and not made is unknown',
      unmade,
      looked,
      unknown,
      { took: 30, message: isUnseen },
    ],
    [
      'all of whose looks fail is unknown for that reason',
      unread,
      `${sent} ${reads(30)}`,
      unknown,
      isUnread,
    ],
    [
      'that is made, with a response that says no, is made and warned of',
      saysNo,
      `${sent} ${reads(step === 'delete' ? 4 : 1)}`,
      done,
      isRemark,
    ],
    ['that is made, and out of time, is unknown', cutShort, sent, unknown, isLate],
    [
      'that is cancelled later is unknown',
      { ...unmade, before: { 2: cancelLater } },
      `${sent} read`,
      unknown,
    ],
    [
      'that is made 100 s after a 202 is waited for',
      pending(100_000),
      `${sent} ${reads(8)}`,
      done,
      { took: 120 },
    ],
    [
      'that is made later than 2 min is unknown',
      pending(121_000),
      `${sent} ${reads(8)}`,
      unknown,
      { took: 120 },
    ],
    [
      'of whose looks one is slow skips those of meanwhile',
      slowLook(10_000),
      `${sent} ${reads(5)}`,
      unknown,
    ],
    [
      'of whose looks one takes all the time is looked at once more',
      slowLook(60_000),
      `${sent} ${reads(3)}`,
      unknown,
    ],
    ['whose look meets a bug fails', { ...lost(), before: { 2: throwBug } }, sent, 'failed bug'],
  ];
}

for (const step of ['create', 'deploy', 'update', 'submit', 'delete'] as const) {
  describe(`a ${step}`, () => {
    for (const row of listRows(step)) testRow(step, row);
  });
}

describe('somebody else', () => {
  const theirs = put({ files: { 'index.html': 'theirs' } });
  const remove: Doing = (service) => service.remove();
  for (const [name, step, work, message] of [
    [
      'who changes the files',
      'deploy',
      theirs,
      /lost by the test.*shows other content.*: index\.html, service\.json$/,
    ],
    ['who deletes the app', 'deploy', remove, /; the app no longer exists$/],
    [
      'who takes it down',
      'submit',
      put({ status: 'taken_down' }),
      /; the app has another state, taken_down$/,
    ],
  ] as const) {
    const scene = { ...lostAfter, before: { 2: work } };
    const found = `${name} is found by a look of age, and the change is unknown`;
    testRow(step, [found, scene, `read ${step} ${reads(4)}`, unknown, { commits: step, message }]);
  }
});

describe('a 409 that may be an echo', () => {
  const late = lost({ status: 409, when: 'after' });
  const failing: Scene = { ...late, before: { 2: fail({ for_ms: 200_000 }) } };
  const cancelled: Scene = { ...late, after: { 1500: (_, { abort }) => abort(endByCancel()) } };
  const noKey: Scene = { ...late, before: { 2: revokeKey } };
  for (const step of ['create', 'submit'] as const) {
    const sent = `read ${step}`;
    const rows: readonly Row[] = [
      [
        'is unknown where no look is of age, since all fail',
        failing,
        `${sent} ${reads(20)}`,
        unknown,
        { commits: step },
      ],
      [
        'is unknown where a cancel ends the looks',
        cancelled,
        `${sent} ${reads(2)}`,
        unknown,
        { commits: step },
      ],
      [
        'is unknown where the key is refused meanwhile',
        noKey,
        `${sent} read`,
        unknown,
        { commits: step },
      ],
    ];
    for (const [name, ...row] of rows) testRow(step, [`of a ${step} ${name}`, ...row]);
  }
});

describe('a second attempt', () => {
  /** It is sent after the looks that showed nothing; `work` is done right before it. */
  const again = (work: Doing): Scene => ({ ...lost(), before: { 8: work } });
  const made = put({ files: toWireFiles(makeFiles()) });
  const created = again(made);
  const taken = again((service) => service.put({}, 'tides', 'somebody'));
  const deleted = again((service) => service.remove());
  const revoked = again(revokeKey);
  const conflict = again(fail({ status: 409 }));
  const inProgress: Scene = { ...conflict, before: { ...conflict.before, 10: made } };
  const notSent = again(refuse(11));
  const both = (step: Step): string => `read ${step} ${reads(6)} ${step}`;
  const refused = `${both('create')} ${reads(4)} list`;
  const own = { commits: '', facts: { changed: true } };
  const unsent = `${both('submit')}${' submit'.repeat(10)}`;
  const isUnsent = { message: /connection_refused/ };
  const rows: readonly (readonly [Step, ...Row])[] = [
    [
      'create',
      'that gets a 409 may be its echo',
      created,
      `${both('create')} ${reads(4)}`,
      'created',
      own,
    ],
    [
      'deploy',
      'that gets a 409 is looked at',
      inProgress,
      `${both('deploy')} ${reads(4)}`,
      'deployed',
      own,
    ],
    [
      'deploy',
      'that gets a 409, and is not made, is unknown',
      conflict,
      `${both('deploy')} ${reads(4)}`,
      unknown,
    ],
    [
      'create',
      'that gets a 409 and no look shows it stands refused',
      taken,
      refused,
      'rejected address_taken',
    ],
    [
      'delete',
      'that finds no app has deleted it',
      deleted,
      `${both('delete')} read`,
      'deleted',
      { commits: '' },
    ],
    [
      'deploy',
      'that is refused is rejected, and not unknown',
      again(fail({ status: 422 })),
      both('deploy'),
      'rejected folder_rejected',
      { facts: { isUnconfirmed: false } },
    ],
    ['submit', 'that is not sent leaves the first unknown', notSent, unsent, unknown, isUnsent],
    ['deploy', 'that finds no app leaves the first unknown', deleted, both('deploy'), unknown],
    [
      'delete',
      'that is refused for the moment leaves the first unknown',
      revoked,
      both('delete'),
      unknown,
    ],
  ];
  for (const [step, ...row] of rows) testRow(step, row);
});

test('a deploy is sent again over a page that is shown as html alone, and holds a time', async () => {
  const inputs = { create: true };
  const tick: Doing = (service) =>
    Object.assign(service, { ownPage: () => `<p>${service.clock.now()}</p>` });
  const { requests, ending } = await play({
    app: null,
    inputs,
    prepare: tick,
    faults: [{ skip: 3, status: 502 }],
  });
  const expected = `read create read deploy ${reads(6)} deploy read`;
  assert.deepEqual({ requests, ending }, { requests: expected, ending: 'deployed' });
});

test('problems that come with a change that was made are warnings', async () => {
  const problem = { path: 'index.html', line: 1, column: 1, code: 'title', fix: null } as const;
  const problems: readonly Problem[] = [
    { ...problem, message: 'The title is short.', severity: 'error' },
  ];
  const warnAboutTitle: Doing = (_service, { context: { client } }) => {
    const { deployApp } = client;
    const warn = async (body: RequestBody): Promise<RequestOutcome> => {
      await deployApp(body);
      const request = { operation: 'deploy', method: 'POST', path: '/' } as const;
      const details = {
        ...{ status: 200, isDocumented: true, serverCode: null, message: null, problems },
        ...{ moreProblems: 0, termsVersion: null, retryAfterMs: null },
      };
      const error = new ApiError(request, details);
      return { result: 'lost', value: null, error, resendAfterMs: null };
    };
    Object.assign(client, { deployApp: warn });
  };
  const { ending, exitCode, facts } = await play({ prepare: warnAboutTitle });
  assert.deepEqual([ending, exitCode], ['deployed', 0]);
  const found = facts.problems.map(({ code, severity }) => `${severity} ${code}`);
  assert.deepEqual(found, ['warning title']);
});

describe('what is known of the app', () => {
  /** The state stays as it was for long enough that no look shows another. */
  const stays: Scene = {
    faults: [{ kind: 'late_state', ms: 100_000 }],
    inputs: { onInReview: 'replace' },
  };
  const inReview: Scene = { ...stays, app: { status: 'in_review' } };
  const follows: Scene = { ...inReview, faults: [{ kind: 'late_state', ms: 2_000 }] };
  const leaves = { facts: { app: { status: 'draft' }, submitted: false } };
  const replaced: Scene = {
    ...inReview,
    before: { 4: put({ files: { 'index.html': 'theirs' }, status: 'in_review' }) },
  };
  const unreviewed = { facts: { submitted: false, reviewResult: null } };
  const tooEarly: Doing = (service, { abort }) => {
    service.put({ status: 'in_review' });
    service.clock.after(100, () => abort(endByCancel()));
  };
  const early = { ...lost({ status: 204, when: 'after' }), before: { 2: tooEarly } };
  const isDraft = { commits: 'deploy', facts: { app: { status: 'draft' } } };
  /** Reads from the first look on show our files beside the state and the times of before. */
  const tear = (lag_ms: number) =>
    ({ kind: 'stale', lag_ms, skip: 1, times: null, part: 'state' }) as const;
  const torn: Scene = { app: { status: 'published' }, faults: [tear(1_500)] };
  const cut: Scene = { ...torn, after: { 500: (_service, { abort }) => abort(endByCancel()) } };
  const isWithdrawn: Scene = {
    ...torn,
    inputs: { submit: true },
    before: { 3: (service) => service.remove() },
  };
  const isTornLong: Scene = { app: { status: 'published' }, faults: [tear(5_500)] };
  const isReplaced: Scene = { ...isTornLong, before: { 3: replace({ 'index.html': 'theirs' }) } };
  const isNamed = {
    commits: 'deploy',
    message: /other content, or another state: index\.html, service\.json$/,
  };
  const old = { 'service.json': '{"name":"Old"}', 'index.html': '<h1>Old</h1>' };
  const isPutBack: Scene = { ...isTornLong, before: { 3: replace(old) } };
  const isLostAndBack: Scene = {
    ...isPutBack,
    faults: [tear(100_000), { kind: 'reset', method: 'changes', when: 'after' }],
  };
  const mixed = { ...tear(5_000), skip: 2, times: 1, part: 'files' } as const;
  const isMixed: Scene = { ...torn, faults: [{ ...tear(1_500), times: 1 }, mixed] };
  const isQueued: Scene = { app: { status: 'queued' }, inputs: { onInReview: 'replace' } };
  const isMadeLate: Scene = {
    ...torn,
    faults: [tear(5_500), { kind: 'late', status: 202, ms: 6_500 }],
  };
  const isPublic = { facts: { app: { status: 'published_with_unreviewed_changes' } } };
  const submits = { submit: true, onInReview: 'replace' } as const;
  const lostBehind: Scene = {
    inputs: submits,
    faults: [tear(1_500), { method: 'changes', skip: 1, status: 502 }],
  };
  const soon: Scene = { app: null, inputs: { create: true }, options: { timestamps: 'seconds' } };
  const noState = { facts: { app: { status: null } } };
  const made = { commits: 'deploy' };
  const both = { commits: 'create deploy' };
  const sentAgain = `read deploy ${reads(3)} submit ${reads(6)} submit ${reads(3)}`;
  const isSent = { commits: 'deploy submit', facts: { submitted: true } };
  const again: Scene = { app: { status: 'in_review', submittedAt: 1 }, inputs: submits };
  const rows: readonly (readonly [Step, ...Row])[] = [
    [
      'deploy',
      'after a deploy whose state does not show',
      inReview,
      `read deploy ${reads(4)}`,
      'deployed',
      unreviewed,
    ],
    [
      'update',
      'after an update whose state does not show',
      inReview,
      `read update ${reads(4)}`,
      'updated',
      unreviewed,
    ],
    [
      'deploy',
      'after one whose state follows 2 s later',
      follows,
      `read deploy ${reads(3)}`,
      'deployed',
      leaves,
    ],
    [
      'deploy',
      'after one that others change before its state shows',
      replaced,
      `read deploy ${reads(4)}`,
      'deployed',
    ],
    ['deploy', 'beside the time of before', torn, `read deploy ${reads(3)}`, 'deployed', isPublic],
    [
      'deploy',
      'where the run ends beside the time of before',
      cut,
      'read deploy read',
      'deployed',
      noState,
    ],
    [
      'deploy',
      'where the app is deleted then',
      isWithdrawn,
      `read deploy ${reads(4)}`,
      unknown,
      made,
    ],
    [
      'deploy',
      'where somebody replaces it then',
      isReplaced,
      `read deploy ${reads(4)}`,
      unknown,
      isNamed,
    ],
    ['deploy', 'where it is put back then', isPutBack, `read deploy ${reads(6)}`, unknown, made],
    [
      'deploy',
      'that was lost, where it is put back then',
      isLostAndBack,
      `read deploy ${reads(6)}`,
      unknown,
      made,
    ],
    [
      'deploy',
      'where an older look follows',
      isMixed,
      `read deploy ${reads(3)}`,
      'deployed',
      isPublic,
    ],
    [
      'deploy',
      'where a word of its own stays',
      isQueued,
      `read deploy ${reads(4)}`,
      'deployed',
      { took: 7 },
    ],
    [
      'deploy',
      'that is made 6.5 s after a 202',
      isMadeLate,
      `read deploy ${reads(5)}`,
      'deployed',
      isPublic,
    ],
    [
      'deploy',
      'beside the time of a creation in the same second',
      soon,
      'read create read deploy read',
      'deployed',
      both,
    ],
    [
      'deploy',
      'where the submission after that is lost',
      lostBehind,
      sentAgain,
      'deployed',
      isSent,
    ],
    [
      'deploy',
      'after it replaced what is in review',
      again,
      'read deploy read submit read',
      'deployed',
      isSent,
    ],
    [
      'deploy',
      'after a look that is too early to count',
      early,
      'read deploy read',
      unknown,
      isDraft,
    ],
  ];
  for (const [step, ...row] of rows) testRow(step, row);
});
