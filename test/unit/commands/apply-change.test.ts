import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../../sandbox/service/faults.ts';
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
import { toPart } from '../../support/part.ts';

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

/** A scene in which the first change gets this fault. */
const lost = (fault: Partial<Fault> = { kind: 'reset' }): Scene => ({
  faults: [{ method: 'changes', ...fault }],
});
const lostAfter = lost({ kind: 'reset', when: 'after' });
/** The service accepts the change but does not apply it. */
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
/** Returns a scene in which a read of a change that is not applied takes this long. */
function slowLook(milliseconds: number): Scene {
  return { ...unmade, before: { 3: ({ clock }) => clock.pass(milliseconds) } };
}

interface More {
  /** The changes applied; by default the change of the step if the run succeeds, else none. */
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
    const all = { ...found, took: Math.floor(tookMs / 1_000) };
    assert.deepEqual(toPart(all, expected), expected);
    assert.match(failure?.message ?? '', message);
  });
}

/** Returns the rows that hold for every kind of change. */
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
    [
      'a lost change that was not applied is sent again after 30 s',
      lost(),
      again,
      done,
      { took: 30 },
    ],
    [
      'a lost change that was applied is not sent again',
      lostAfter,
      `${sent} ${reads(step === 'delete' ? 4 : 1)}`,
      done,
    ],
    [
      'a timer that fires early does not bring the resend forward',
      { ...lost(), prepare: hurry },
      again,
      done,
      { took: 30 },
    ],
    [
      'a change that is always lost is sent four times',
      everLost,
      `read${` ${step} ${reads(6)}`.repeat(4)}`,
      unknown,
      isLost,
    ],
    [
      'reads that answer 503 for 58 s are repeated until one confirms the change',
      away,
      `${sent} ${reads(30)}`,
      done,
      { took: 90 },
    ],
    [
      'a lost change is not sent again if the last read fails for a minute',
      blind,
      `${sent} ${reads(16)}`,
      unknown,
      { took: 90 },
    ],
    [
      'the last read confirms a change if all earlier reads failed',
      isBack,
      `${sent} ${reads(23)}`,
      done,
      { took: 33 },
    ],
    [
      'the change is unknown at once if a read finds that the key was revoked',
      revoked,
      `${sent} ${reads(3)}`,
      unknown,
      noKey,
    ],
    [
      'a redirected change is not sent again',
      lost({ kind: 'redirect' }),
      looked,
      unknown,
      { message: isUnseen },
    ],
    [
      'after a 503 with Retry-After: 120, the change is sent again after 120 s',
      wait(120),
      `${looked} read ${step} read`,
      done,
    ],
    [
      'after a 503 with Retry-After: 121, the change is not sent again',
      { ...wait(121), ...minutes(60) },
      looked,
      unknown,
    ],
    [
      'a change is not sent again if Retry-After exceeds timeout-minutes',
      { ...wait(60), ...minutes(1) },
      looked,
      unknown,
    ],
    [
      'a lost change is unknown if timeout-minutes leaves no time to send it again',
      { ...lost(), ...minutes(0.2) },
      `${sent} ${reads(4)}`,
      unknown,
    ],
    [
      'a change that could not be sent is sent again without a read',
      held,
      `${sent} ${step} ${step} read`,
      done,
    ],
    [
      'a change succeeds if the service can be reached after 15 s',
      unsent(5),
      `read${` ${step}`.repeat(6)} read`,
      done,
      { took: 15 },
    ],
    [
      'a change fails if no connection is ever made',
      unsent(11),
      `read${` ${step}`.repeat(11)}`,
      'failed connection_refused',
      closed,
    ],
    [
      'a 429 with Retry-After: 121 fails the run',
      lost({ status: 429, retry_after: 121 }),
      sent,
      'failed too_many_changes',
    ],
    [
      'a 409 to create or submit is read back for 7 s; to other changes, it is final',
      lost({ status: 409 }),
      refused,
      conflict,
      closed,
    ],
    [
      'an accepted change that no read shows is unknown',
      unmade,
      looked,
      unknown,
      { took: 30, message: isUnseen },
    ],
    [
      'if all reads fail, the change is unknown, and the message gives the reason',
      unread,
      `${sent} ${reads(30)}`,
      unknown,
      isUnread,
    ],
    [
      'an applied change with an error in its 200 response succeeds with a warning',
      saysNo,
      `${sent} ${reads(step === 'delete' ? 4 : 1)}`,
      done,
      isRemark,
    ],
    [
      'an applied change is unknown if timeout-minutes ends before its response arrives',
      cutShort,
      sent,
      unknown,
      isLate,
    ],
    [
      'a change is unknown if the run is cancelled before it is confirmed',
      { ...unmade, before: { 2: cancelLater } },
      `${sent} read`,
      unknown,
    ],
    [
      'a change applied 100 s after a 202 is waited for',
      pending(100_000),
      `${sent} ${reads(8)}`,
      done,
      { took: 120 },
    ],
    [
      'a change applied more than 2 minutes after a 202 is unknown',
      pending(121_000),
      `${sent} ${reads(8)}`,
      unknown,
      { took: 120 },
    ],
    [
      'reads that become due during a slow read are skipped',
      slowLook(10_000),
      `${sent} ${reads(5)}`,
      unknown,
    ],
    [
      'a read that takes longer than the whole schedule is followed by one more',
      slowLook(60_000),
      `${sent} ${reads(3)}`,
      unknown,
    ],
    [
      'an unexpected exception in a read fails the run as a bug',
      { ...lost(), before: { 2: throwBug } },
      sent,
      'failed bug',
    ],
  ];
}

for (const step of ['create', 'deploy', 'update', 'submit', 'delete'] as const) {
  describe(`the command ${step}`, () => {
    for (const row of listRows(step)) testRow(step, row);
  });
}

describe('if somebody else', () => {
  const theirs = put({ files: { 'index.html': 'theirs' } });
  const remove: Doing = (service) => service.remove();
  for (const [name, step, work, message] of [
    [
      'changes the files',
      'deploy',
      theirs,
      /lost by the test.*shows other content.*: index\.html, service\.json$/,
    ],
    ['deletes the app', 'deploy', remove, /; the app no longer exists$/],
    [
      'takes the app down',
      'submit',
      put({ status: 'taken_down' }),
      /; the app now has the status taken_down$/,
    ],
  ] as const) {
    const scene = { ...lostAfter, before: { 2: work } };
    const found = `${name}, the change is unknown and the message names what is different`;
    testRow(step, [found, scene, `read ${step} ${reads(4)}`, unknown, { commits: step, message }]);
  }
});

describe('a 409 to a change that was applied', () => {
  const late = lost({ status: 409, when: 'after' });
  const failing: Scene = { ...late, before: { 2: fail({ for_ms: 200_000 }) } };
  const cancelled: Scene = { ...late, after: { 1500: (_, { abort }) => abort(endByCancel()) } };
  const noKey: Scene = { ...late, before: { 2: revokeKey } };
  for (const step of ['create', 'submit'] as const) {
    const sent = `read ${step}`;
    const rows: readonly Row[] = [
      ['is unknown if all reads fail', failing, `${sent} ${reads(20)}`, unknown, { commits: step }],
      [
        'is unknown if the run is cancelled during the reads',
        cancelled,
        `${sent} ${reads(2)}`,
        unknown,
        { commits: step },
      ],
      [
        'is unknown if the key is revoked meanwhile',
        noKey,
        `${sent} read`,
        unknown,
        { commits: step },
      ],
    ];
    for (const [name, ...row] of rows) testRow(step, [`${name} (${step})`, ...row]);
  }
});

describe('a change that is sent a second time', () => {
  /** Returns a scene in which `work` is done right before the second attempt is sent. */
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
      'succeeds on a 409 if reads show that the first attempt was applied',
      created,
      `${both('create')} ${reads(4)}`,
      'created',
      own,
    ],
    [
      'deploy',
      'is read back after a 409',
      inProgress,
      `${both('deploy')} ${reads(4)}`,
      'deployed',
      own,
    ],
    [
      'deploy',
      'is unknown after a 409 if no read shows it',
      conflict,
      `${both('deploy')} ${reads(4)}`,
      unknown,
    ],
    [
      'create',
      'is rejected after a 409 if another account has the slug',
      taken,
      refused,
      'rejected address_taken',
    ],
    [
      'delete',
      'is a successful deletion if the app is gone',
      deleted,
      `${both('delete')} read`,
      'deleted',
      { commits: '' },
    ],
    [
      'deploy',
      'is rejected, not unknown, if the service rejects it with 422',
      again(fail({ status: 422 })),
      both('deploy'),
      'rejected folder_rejected',
      { facts: { isUnconfirmed: false } },
    ],
    [
      'submit',
      'stays unknown if the second attempt cannot be sent',
      notSent,
      unsent,
      unknown,
      isUnsent,
    ],
    [
      'deploy',
      'stays unknown if the app is gone at the second attempt',
      deleted,
      both('deploy'),
      unknown,
    ],
    [
      'delete',
      'stays unknown if the key is revoked before the second attempt',
      revoked,
      both('delete'),
      unknown,
    ],
  ];
  for (const [step, ...row] of rows) testRow(step, row);
});

test('a lost deploy is sent again although the page shown as html changes with the time', async () => {
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

test('problems in the response of a change that was applied are warnings', async () => {
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

describe('while the status after a change is not visible yet', () => {
  /** The status stays old for longer than the app is read. */
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
  /** After the change, reads show our files with the old status and times for `lag_ms`. */
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
    message: /other content or another status: index\.html, service\.json$/,
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
      'in_review is not reported as the review of the deploy',
      inReview,
      `read deploy ${reads(4)}`,
      'deployed',
      unreviewed,
    ],
    [
      'update',
      'in_review is not reported as the review of the update',
      inReview,
      `read update ${reads(4)}`,
      'updated',
      unreviewed,
    ],
    [
      'deploy',
      'the app is read until the new status shows 2 s later',
      follows,
      `read deploy ${reads(3)}`,
      'deployed',
      leaves,
    ],
    [
      'deploy',
      'a confirmed deploy succeeds even if somebody else changes the app',
      replaced,
      `read deploy ${reads(4)}`,
      'deployed',
    ],
    [
      'deploy',
      'the status is read again as long as updated_at is the old one',
      torn,
      `read deploy ${reads(3)}`,
      'deployed',
      isPublic,
    ],
    [
      'deploy',
      'the reported status is null if the run is cancelled',
      cut,
      'read deploy read',
      'deployed',
      noState,
    ],
    [
      'deploy',
      'the deploy is unknown if the app is deleted',
      isWithdrawn,
      `read deploy ${reads(4)}`,
      unknown,
      made,
    ],
    [
      'deploy',
      'the deploy is unknown, and the message names the files, if somebody replaces them',
      isReplaced,
      `read deploy ${reads(4)}`,
      unknown,
      isNamed,
    ],
    [
      'deploy',
      'the deploy is unknown if the old content comes back',
      isPutBack,
      `read deploy ${reads(6)}`,
      unknown,
      made,
    ],
    [
      'deploy',
      'a lost deploy is unknown if the old content comes back',
      isLostAndBack,
      `read deploy ${reads(6)}`,
      unknown,
      made,
    ],
    [
      'deploy',
      'a read that is older than the last one changes nothing',
      isMixed,
      `read deploy ${reads(3)}`,
      'deployed',
      isPublic,
    ],
    [
      'deploy',
      'an undocumented status that stays the same is accepted after 7 s',
      isQueued,
      `read deploy ${reads(4)}`,
      'deployed',
      { took: 7 },
    ],
    [
      'deploy',
      'a deploy applied 6.5 s after a 202 is read until its status shows',
      isMadeLate,
      `read deploy ${reads(5)}`,
      'deployed',
      isPublic,
    ],
    [
      'deploy',
      'one read is enough for a deploy in the same second as the creation',
      soon,
      'read create read deploy read',
      'deployed',
      both,
    ],
    [
      'deploy',
      'a lost submission that follows the deploy is sent again',
      lostBehind,
      sentAgain,
      'deployed',
      isSent,
    ],
    [
      'deploy',
      'a deploy that replaces the version in review is submitted',
      again,
      'read deploy read submit read',
      'deployed',
      isSent,
    ],
    [
      'deploy',
      'a status that was read too early to count is not reported',
      early,
      'read deploy read',
      unknown,
      isDraft,
    ],
  ];
  for (const [step, ...row] of rows) testRow(step, row);
});
