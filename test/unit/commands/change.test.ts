import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../../sandbox/service/faults.ts';
import { ApiError } from '../../../src/api/api-error.ts';
import type { RequestBody } from '../../../src/api/request-body.ts';
import type { RequestOutcome } from '../../../src/api/sender.ts';
import type { Problem } from '../../../src/app/problem.ts';
import { endByCancel } from '../../../src/errors.ts';
import type { Report, Step } from '../../../src/report/report.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import {
  type Doing,
  fail,
  play,
  put,
  refuse,
  revokeKey,
  type Scene,
} from '../../support/fake-service/scene.ts';
import { forbiddenText } from '../../support/fake-service/service.ts';
import { toPart } from '../../support/part.ts';

const green: Readonly<Record<Step, string>> = {
  ...{ create: 'created', deploy: 'deployed', update: 'updated' },
  ...{ submit: 'submitted', withdraw: 'withdrawn', delete: 'deleted' },
};
const nouns = {
  create: 'creation',
  deploy: 'deploy',
  update: 'update',
  submit: 'submission',
  withdraw: 'withdrawal',
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
  readonly facts?: Partial<Pick<Report, 'unresolved' | 'changed' | 'submitted' | 'warnings'>> & {
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
  const closed = { facts: { unresolved: null } };
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
  const noKey = { took: 3, message: /; the service refused the API key/ };
  const unsent = (requests: number): Scene => ({ before: { 1: refuse(requests) } });
  const held = { ...lost({ status: 429, retry_after: 2 }), ...unsent(1) };
  const cutShort: Scene = { ...lost({ kind: 'slow', ms: 5_000 }), ...minutes(0.05) };
  const isLate = {
    commits: step,
    message: /timeout-minutes/,
    facts: { unresolved: step, changed: false },
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
    ['a lost change that was applied is not sent again', lostAfter, `${sent} read`, done],
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
      'after a 503 with Retry-After: 300, the change is sent again after 300 s',
      wait(300),
      `${looked} read ${step} read`,
      done,
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
      [sent, step, step, 'read'].join(' '),
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
      'a 429 with Retry-After: 601 fails the run, which ends before',
      lost({ status: 429, retry_after: 601 }),
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
      `${sent} read`,
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
      'unknown bug',
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
    testRow(step, [found, scene, `read ${step} ${reads(6)}`, unknown, { commits: step, message }]);
  }
});

describe('a 409 to a change that was applied', () => {
  const late = lost({ status: 409, when: 'after' });
  const failing: Scene = { ...late, before: { 2: fail({ for_ms: 200_000 }) } };
  const cancelNow: Doing = (_, { abort }) => abort(endByCancel());
  const cancelled: Scene = { ...late, before: { 2: cancelNow } };
  const noKey: Scene = { ...late, before: { 2: revokeKey } };
  for (const step of ['create', 'submit'] as const) {
    const sent = `read ${step}`;
    const rows: readonly Row[] = [
      ['is unknown if all reads fail', failing, `${sent} ${reads(20)}`, unknown, { commits: step }],
      [
        'is unknown if the run is cancelled during the reads',
        cancelled,
        sent,
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
      `${both('create')} read`,
      'created',
      own,
    ],
    [
      'deploy',
      'is read back after a 409',
      inProgress,
      `${both('deploy')} ${reads(2)}`,
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
      { facts: { unresolved: null } },
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
  const { requests, ending, lines } = await play({
    app: null,
    inputs,
    prepare: tick,
    faults: [{ skip: 3, status: 502 }],
  });
  const expected = `read create read deploy ${reads(6)} deploy read`;
  assert.deepEqual({ requests, ending }, { requests: expected, ending: 'deployed' });
  assert.ok(lines.includes('The deploy was not applied: sending it again (attempt 2 of 4)'));
});

test('problems in the response of a change that was applied are warnings', async () => {
  const problem = { path: 'index.html', line: 1, column: 1, code: 'title', fix: null } as const;
  const problems: readonly Problem[] = [
    { ...problem, message: 'The title is short.', severity: 'error' },
  ];
  const warnAboutTitle: Doing = (_service, { run: { client } }) => {
    const { deployApp } = client;
    const warn = async (body: RequestBody): Promise<RequestOutcome> => {
      await deployApp(body);
      const request = { operation: 'deploy', method: 'POST', path: '/' } as const;
      const details = {
        ...{ status: 200, isDocumented: true, serverCode: null, message: null, problems },
        ...{ moreProblems: 0, termsVersion: null, retryAfterMs: null },
      };
      const error = new ApiError(request, details);
      return { result: 'lost', value: null, link: null, error, resendAfterMs: null };
    };
    Object.assign(client, { deployApp: warn });
  };
  const { ending, exitCode, facts } = await play({ prepare: warnAboutTitle });
  assert.deepEqual([ending, exitCode], ['deployed', 0]);
  const found = facts.problems.map(({ code, severity }) => `${severity} ${code}`);
  assert.deepEqual(found, ['warning title']);
});

describe('warnings in the response to a change that was accepted', () => {
  /** Adds fields to the responses to deploys. */
  const say =
    (said: object): Doing =>
    (_service, { run: { client } }) => {
      const { deployApp } = client;
      const deploy = async (body: RequestBody): Promise<RequestOutcome> => {
        const outcome = await deployApp(body);
        return { ...outcome, value: { ...Object(outcome.value), ...said } };
      };
      Object.assign(client, { deployApp: deploy });
    };

  test('are warnings of the run, with their places', async () => {
    const warnings = [{ path: 'index.html', line: 1, message: 'Slow.' }, 'Old.'];
    const { ending, exitCode, facts } = await play({ prepare: say({ warnings }) });
    assert.deepEqual([ending, exitCode], ['deployed', 0]);
    const found = facts.problems.map(({ path, line, message, severity }) => {
      return [path, line, message, severity];
    });
    assert.deepEqual(found, [
      ['index.html', 1, 'Slow.', 'warning'],
      [null, null, 'Old.', 'warning'],
    ]);
  });

  test('are counted, from the 10,001st on', async () => {
    const warnings = Array.from({ length: 10_002 }, (_, index) => `W${index}`);
    const { ending, facts } = await play({ prepare: say({ warnings }) });
    assert.equal(ending, 'deployed');
    assert.equal(facts.problems.length, 10_000);
    assert.deepEqual(facts.warnings, ['The service gave 2 more warnings about the deploy.']);
  });

  test('are shown although the change could not be verified', async () => {
    const { ending, facts } = await play({
      options: { rewrites: 'html' },
      prepare: say({ warnings: ['A comment was added.'] }),
    });
    assert.equal(ending, unknown);
    assert.deepEqual(
      facts.problems.map(({ message }) => message),
      ['A comment was added.'],
    );
  });
});

/** An app with a small JPEG, on a service that encodes pictures again. */
const pictures: Scene = {
  options: { rewrites: 'pictures' },
  files: makeFiles({ 'assets/pier.jpg': Buffer.from('ffd8ffd9', 'hex') }),
};

describe('the advice after a deploy that a read does not confirm', () => {
  const rewrites = { rewrites: 'html' } as const;
  const sent = toWireFiles(makeFiles());
  const stored = { ...sent, 'index.html': `${sent['index.html']}<!-- kept by the sandbox -->\n` };
  for (const [name, scene, words] of [
    ['names a service that rewrites files', { options: rewrites }, /rewrites texts or pictures/],
    ['names a service that encodes pictures again', pictures, /rewrites texts or pictures/],
    [
      'names it in the next run, too',
      { options: rewrites, app: { files: stored } },
      /rewrites texts or pictures/,
    ],
    ['is a re-run if nothing has changed', unmade, /sends nothing if the change has arrived/],
  ] as const) {
    test(name, async () => {
      const { ending, failure } = await play(scene);
      assert.equal(ending, unknown);
      assert.match(failure?.next ?? '', words);
    });
  }
});

test('a deploy to a service that encodes pictures again names only the picture', async () => {
  const { ending, failure, service } = await play(pictures);
  assert.equal(ending, unknown);
  assert.match(failure?.message ?? '', /, but the app shows other content: assets\/pier\.jpg$/);
  const stored = Buffer.from('ffd8fffe000973616e64626f78ffd9', 'hex').toString('base64');
  assert.equal(service.app?.files?.['assets/pier.jpg'], `data:image/jpeg;base64,${stored}`);
});

describe('a read right after a change that still shows the app as it was', () => {
  const lag = (lag_ms: number) => ({ kind: 'stale', lag_ms, skip: 1, times: null }) as const;
  const inReview: Scene = { app: { status: 'in_review' }, inputs: { onInReview: 'replace' } };
  const forced: Scene = {
    app: { status: 'published', files: toWireFiles(makeFiles()) },
    inputs: { force: true },
  };
  const submits = { submit: true, onInReview: 'replace' } as const;
  const created: Scene = {
    app: null,
    inputs: { create: true },
    options: { timestamps: 'seconds' },
  };
  const timeless: Scene = { ...forced, options: { updated_at_moves: 'nothing' } };
  /** After the deploy, the app is exactly as it was before. */
  const unmoved: Scene = {
    app: { files: toWireFiles(makeFiles()) },
    inputs: { force: true },
    options: { updated_at_moves: 'nothing' },
  };
  /** The clock that stamps a change is 0.4 s ahead of the one that stamps the next deploy. */
  const stampAhead: Doing = ({ sandbox, clock }) => {
    const app = sandbox.store.find('tides');
    if (app !== undefined) Object.assign(app, { updatedAt: clock.now() + 400 });
  };
  const exact = { timestamps: 'milliseconds' } as const;
  const leaves = { facts: { app: { status: 'draft' }, submitted: false } };
  const isPublic = { facts: { app: { status: 'published_with_unreviewed_changes' } } };
  const rows: readonly (readonly [Step, ...Row])[] = [
    [
      'deploy',
      'is repeated until the content and the new status show',
      { ...inReview, faults: [lag(2_000)] },
      `read deploy ${reads(3)}`,
      'deployed',
      leaves,
    ],
    [
      'update',
      'is repeated after an update, too',
      { ...inReview, faults: [lag(2_000)] },
      `read update ${reads(3)}`,
      'updated',
      leaves,
    ],
    [
      'deploy',
      'is not believed for 7 s if it has our content with the old updated_at',
      { ...forced, faults: [lag(6_000)] },
      `read deploy ${reads(4)}`,
      'deployed',
      { took: 7, ...isPublic },
    ],
    [
      'deploy',
      'is believed after 7 s, whatever the clocks of the service say',
      timeless,
      `read deploy ${reads(4)}`,
      'deployed',
      { took: 7, ...isPublic },
    ],
    [
      'deploy',
      'is believed if the response says that the change was made',
      unmoved,
      `read deploy ${reads(4)}`,
      'deployed',
      { took: 7 },
    ],
    [
      'deploy',
      'is believed in the end if a 202 says so',
      { ...unmoved, ...pending(1_000) },
      `read deploy ${reads(8)}`,
      'deployed',
      { took: 120 },
    ],
    [
      'deploy',
      'is not believed after a change that was lost: it is sent again',
      { ...unmoved, ...lostAfter },
      `read deploy ${reads(6)} deploy ${reads(4)}`,
      'deployed',
      { took: 37, commits: 'deploy deploy' },
    ],
    [
      'deploy',
      'is believed after 7 s if the app was stamped ahead of the clock of the deploy',
      { before: { 0: stampAhead }, options: exact },
      `read deploy ${reads(4)}`,
      'deployed',
      { took: 7 },
    ],
    [
      'deploy',
      'does not count for a creation that was stamped ahead of the clock of the deploy',
      { ...created, before: { 2: stampAhead }, options: exact },
      'read create read deploy read',
      'deployed',
      { commits: 'create deploy' },
    ],
    [
      'deploy',
      'does not count for a lost creation that was stamped ahead, either',
      {
        ...created,
        before: { 2: stampAhead },
        options: exact,
        faults: [{ kind: 'reset', when: 'after', method: 'changes' }],
      },
      'read create read deploy read',
      'deployed',
      { commits: 'create deploy' },
    ],
    [
      'deploy',
      'does not count for an app that this run has created in the same second',
      created,
      'read create read deploy read',
      'deployed',
      { commits: 'create deploy' },
    ],
    [
      'deploy',
      'is repeated after the submission, too',
      { inputs: submits, faults: [lag(1_500)] },
      `read deploy ${reads(3)} submit ${reads(3)}`,
      'deployed',
      { commits: 'deploy submit', facts: { submitted: true } },
    ],
    [
      'deploy',
      'does not delay the submission of a version that replaces the one in review',
      { app: { status: 'in_review', submittedAt: 1 }, inputs: submits },
      'read deploy read submit read',
      'deployed',
      { commits: 'deploy submit', facts: { submitted: true } },
    ],
  ];
  for (const [step, ...row] of rows) testRow(step, row);
});

test('a problem that the service and the offline check name is noted as found offline', async () => {
  const files = makeFiles({ 'index.html': forbiddenText });
  const { facts, ending } = await play({ files });
  assert.deepEqual([ending, facts.wasFoundOffline], ['rejected folder_rejected', false]);
  const problems = facts.problems.map((problem) => ({ ...problem, severity: 'warning' as const }));
  const again = await play({ files, problems });
  assert.equal(again.facts.wasFoundOffline, true);
  assert.equal(again.facts.problems.length, facts.problems.length, 'each is named once');
});
