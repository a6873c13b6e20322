import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault, FaultKind } from '../support/fake-service/faults.ts';
import { makeFiles, toWireFiles } from '../support/fake-service/folder.ts';
import { type Doing, type Played, play, type Scene } from '../support/fake-service/scene.ts';

const ours = toWireFiles(makeFiles());
const submits: Scene['inputs'] = { submit: true };
const waits: Scene['inputs'] = { submit: true, waitForReviewMinutes: 2 };
const before = (kind: FaultKind): Fault => ({ kind, when: 'before' });
const after = (kind: FaultKind): Fault => ({ kind, when: 'after' });

/** One value after the other, then the last again and again. */
function inTurn(...values: readonly number[]): () => number {
  let next = -1;
  return () => {
    next = Math.min(next + 1, values.length - 1);
    return values[next] ?? 0;
  };
}

/** The first read is true; all that follow are so old. */
const laterReadsLag = (milliseconds: number): (() => number) => inTurn(0, milliseconds);

/** Everything fails for a time. */
function failFor(milliseconds: number, fault: Fault): Doing {
  return (service) => {
    service.outage = { until: service.clock.now() + milliseconds, fault };
  };
}

interface Expected {
  readonly ending: Played['ending'];
  readonly commits: string;
  readonly submitted?: boolean;
  readonly reviewResult?: Played['facts']['reviewResult'];
}

type NamedStory = readonly [name: string, scene: Scene, expected: Expected];

const sent: Expected = { ending: 'deployed', commits: 'deploy submit', submitted: true };

const late: readonly NamedStory[] = [
  ...['in_review', 'published'].flatMap((status) =>
    [1_500, 20_000].map((followMs): NamedStory => {
      const inputs = { ...submits, onInReview: 'replace' as const };
      const name = `the app leaves ${status} ${followMs} ms after its files were stored: it is submitted`;
      return [name, { app: { status }, inputs, options: { follow: () => followMs } }, sent];
    }),
  ),
  ...(['state', 'files'] as const).map((lagging): NamedStory => {
    const name = `the ${lagging} of a read is from a cache of 5 s, and the rest is new: a published app is submitted`;
    const scene = { app: { status: 'published' }, options: { lag: laterReadsLag(5_000), lagging }, inputs: submits };
    return [name, scene, sent];
  }),
  ...['published', 'in_review', 'changes_requested'].map((status): NamedStory => {
    const inputs = { ...waits, onInReview: 'replace' as const };
    const name = `the wait for a review sees ${status} of before the deploy: that is no result`;
    return [
      name,
      { app: { status }, inputs, options: { lag: laterReadsLag(5_000) } },
      { ...sent, reviewResult: 'pending' },
    ];
  }),
  [
    'an accepted submission enters review 20 s later: one submission',
    { inputs: submits, options: { late: inTurn(0, 20_000) } },
    sent,
  ],
  ...[8_000, 20_000].map((lateMs): NamedStory => {
    const scene = { inputs: submits, options: { late: inTurn(0, lateMs) }, faults: [null, null, null, after('504')] };
    return [`a submission that a gateway answers with 504 is made ${lateMs} ms later: one submission`, scene, sent];
  }),
  ...[8_000, 20_000].map((lateMs): NamedStory => {
    const scene = { inputs: submits, options: { late: inTurn(lateMs, 0) }, faults: [null, after('504')] };
    return [
      `a deploy that a gateway answers with 504 is made ${lateMs} ms later: none after the submission`,
      scene,
      sent,
    ];
  }),
];

const failing: readonly NamedStory[] = [
  ...[0, 1, 2, 3, 4].flatMap((request) =>
    (['503', '404_html'] as const).map((kind): NamedStory => {
      const name = `ten seconds of ${kind} from request ${request} on: green`;
      return [name, { inputs: submits, before: { [request]: failFor(10_000, before(kind)) } }, sent];
    }),
  ),
  ...[0, 2, 4].flatMap((request) =>
    (['404_html', '404_json', 'statusless', 'other_slug', 'error_in_200', 'html'] as const).map((kind): NamedStory => {
      const faults = Array.from({ length: request + 1 }, (_, at) => (at === request ? after(kind) : null));
      return [`${kind} to the read that is request ${request}: one more read`, { inputs: submits, faults }, sent];
    }),
  ),
  ...(['404_html', '404_json', 'error_in_200', 'html'] as const).map((kind): NamedStory => {
    const scene = { app: null, inputs: { create: true }, faults: Array.from({ length: 200 }, () => after(kind)) };
    return [`${kind} to every read of no app: nothing is created`, scene, { ending: 'failed', commits: '' }];
  }),
  ...(['404_html', '404_json', 'statusless', 'other_slug', 'error_in_200'] as const).map((kind): NamedStory => {
    const scene = { inputs: { create: true }, faults: Array.from({ length: 200 }, () => after(kind)) };
    return [`${kind} to every read of a draft: nothing is sent`, scene, { ending: 'failed', commits: '' }];
  }),
  [
    'a gateway’s 404 in the wait for a review: it goes on',
    {
      inputs: waits,
      after: { 1000: failFor(3_000, before('404_html')), 20000: (service) => service.review('tides', 'approve') },
    },
    { ...sent, reviewResult: 'approved' },
  ],
  [
    'a minute of 503 in the wait for a review: it goes on',
    {
      inputs: waits,
      after: { 5000: failFor(60_000, before('503')), 70000: (service) => service.review('tides', 'approve') },
    },
    { ...sent, reviewResult: 'approved' },
  ],
  [
    'a DELETE that was not made is answered with 502, and the looks with a gateway’s 404: deleted only once it was',
    {
      inputs: { command: 'delete' },
      faults: [null, before('502'), ...Array.from({ length: 5 }, () => before('404_html'))],
    },
    { ending: 'deleted', commits: 'delete' },
  ],
  ...(['303', '307'] as const).map((kind): NamedStory => {
    const scene = { faults: [null, after(kind)] };
    return [
      `a deploy that was made and answered with ${kind}: found by looking`,
      scene,
      { ending: 'deployed', commits: 'deploy' },
    ];
  }),
  [
    'a deploy that was not made and answered with 303: never sent again',
    { faults: [null, before('303')] },
    { ending: 'unknown unverified', commits: '' },
  ],
  [
    'a deploy that was not made and answered with an error in a 200: sent again',
    { inputs: submits, faults: [null, before('error_in_200')] },
    sent,
  ],
  ...([false, true] as const).map((submit): NamedStory => {
    const faults = submit ? [null, null, null, before('echo')] : [null, before('echo')];
    const name = `a response that shows what was sent, by a service that stores nothing (${submit ? 'submission' : 'deploy'})`;
    return [name, { inputs: submits, faults }, { ending: 'unknown unverified', commits: submit ? 'deploy' : '' }];
  }),
];

const noSubmission = ['changes_requested', 'draft', 'published_with_unreviewed_changes'].map((status): NamedStory => {
  const scene = { app: { status, files: ours }, inputs: submits, faults: [null, before('echo')] };
  const name = `an app that is ${status} stays so after an accepted submission: that is not submitted`;
  return [name, scene, { ending: 'unknown unverified', commits: '' }];
});

const lost: readonly NamedStory[] = [
  [
    'a submission that was not made, and a read with the review of before the deploy: sent again',
    {
      app: { status: 'in_review' },
      inputs: { ...submits, onInReview: 'replace' },
      options: { lag: inTurn(0, 0, 5_000), lagging: 'state' },
      faults: [null, null, null, before('502')],
    },
    sent,
  ],
  [
    'a submission that was made and withdrawn, of which only submitted_at is left: not sent again',
    {
      app: { files: ours },
      inputs: { command: 'submit' },
      options: { updated_at_moves: 'nothing' },
      faults: [null, after('reset')],
      before: { 2: (service) => service.review('tides', 'withdraw') },
    },
    { ending: 'unknown unverified', commits: 'submit' },
  ],
  [
    'a forced deploy of what is there that was not made: sent again',
    { app: { files: ours }, inputs: { force: true }, faults: [null, before('502')] },
    { ending: 'deployed', commits: 'deploy' },
  ],
  [
    'a forced deploy of what is there, made a minute after its 202: submitted after that',
    { app: { files: ours }, inputs: { ...submits, force: true }, options: { pendingMs: 60_000 } },
    sent,
  ],
];

const others: readonly NamedStory[] = [
  [
    'force on an app in review that on-in-review protects: nothing is sent',
    { app: { status: 'in_review', files: ours }, inputs: { force: true } },
    { ending: 'failed in_review', commits: '' },
  ],
  [
    'an app that does not exist, without create: nothing is sent',
    { app: null },
    { ending: 'failed app_missing', commits: '' },
  ],
  [
    'a service that stores LF for CRLF and no byte order mark: deployed',
    {
      files: makeFiles({ 'index.html': '<h1>Tides</h1>\r\n', 'assets/a.csv': '\uFEFFa,b\r\n' }),
      options: { line_ends: 'lf', byte_order_mark: 'removed' },
    },
    { ending: 'deployed', commits: 'deploy' },
  ],
  [
    'such a service with the same files: unchanged',
    {
      files: makeFiles({ 'index.html': '<h1>Tides</h1>\r\n', 'assets/a.csv': '\uFEFFa,b\r\n' }),
      app: { files: toWireFiles(makeFiles({ 'index.html': '<h1>Tides</h1>\n', 'assets/a.csv': 'a,b\n' })) },
    },
    { ending: 'unchanged', commits: '' },
  ],
  [
    'a page that is shown with another nonce in every read: submitted',
    { inputs: submits, options: { shown_html: 'nonce' } },
    sent,
  ],
  [
    'the same for a submission of the draft as it is',
    { inputs: { command: 'submit' }, options: { shown_html: 'nonce' } },
    { ending: 'submitted', commits: 'submit', submitted: true },
  ],
];

for (const [group, stories] of Object.entries({
  'a service that is late': late,
  'a service that fails': failing,
  'a service that accepts a submission and does nothing': noSubmission,
  'a change that is lost or made later': lost,
  'other ways of a service': others,
})) {
  describe(group, () => {
    for (const [name, scene, { ending, commits, submitted, reviewResult }] of stories) {
      test(name, async () => {
        const played = await play(scene);
        const isAny = !ending.includes(' ');
        assert.deepEqual([isAny ? played.kind : played.ending, played.commits], [ending, commits]);
        if (submitted !== undefined) assert.equal(played.facts.submitted, submitted);
        if (reviewResult !== undefined) assert.equal(played.facts.reviewResult, reviewResult);
      });
    }
  });
}

describe('a consistent service', () => {
  const same = { files: ours };
  const rows: readonly (readonly [requests: string, scene: Scene])[] = [
    ['read', { app: same }],
    ['read deploy read', {}],
    ['read deploy read', { app: { status: 'published' } }],
    ['read deploy read submit read', { inputs: submits }],
    ['read deploy read submit read', { app: { status: 'published' }, inputs: submits }],
    ['read create read deploy read', { app: null, inputs: { create: true } }],
    ['read create read deploy read submit read', { app: null, inputs: { ...submits, create: true } }],
    ['read submit read', { app: same, inputs: submits }],
    ['read submit read', { inputs: { command: 'submit' } }],
    ['read update read', { inputs: { command: 'update' } }],
    ['read create read', { app: null, inputs: { command: 'create' } }],
    ['read delete read', { inputs: { command: 'delete' } }],
  ];
  const forms = ['app', 'bare', 'ok', 'empty', 'null', 'array', 'number'] as const;
  for (const form of forms) {
    test(`is asked no more than it takes, and never waited for (${form})`, async () => {
      const options: Scene['options'] = {
        create_response: form,
        update_response: form,
        deploy_response: form,
        submit_response: form,
        delete_response: form,
        response_files: form === 'app' ? 'yes' : 'no',
        response_shows: form === 'bare' ? 'before' : 'after',
      };
      for (const [requests, scene] of rows) {
        const played = await play({ ...scene, options });
        assert.deepEqual([played.requests, played.service.clock.slept, played.exitCode], [requests, [], 0]);
      }
    });
  }
});

describe('a change that is not shown', () => {
  /** When the app was read after the first change, in whole seconds. */
  function toLooks({ service }: Played): readonly number[] {
    const { exchanges } = service;
    const change = exchanges.findIndex(({ request }) => !request.startsWith('GET '));
    const endedAt = exchanges[change]?.endedAt ?? 0;
    return exchanges.slice(change + 1).map(({ at }) => Math.floor((at - endedAt) / 1_000));
  }

  test('is looked at for 30 s where it was accepted', async () => {
    const played = await play({ faults: [null, before('echo')] });
    assert.deepEqual(toLooks(played), [0, 1, 3, 7, 15, 30]);
  });

  test('is looked at for two minutes after a 202', async () => {
    const played = await play({ options: { pendingMs: 500_000 } });
    assert.deepEqual(toLooks(played), [0, 1, 3, 7, 15, 30, 60, 120]);
    assert.equal(played.ending, 'unknown unverified');
  });

  test('is sent four times in all where it is lost, each time after the look at 30 s', async () => {
    const isDeploy = { kind: '502', when: 'before' } as const;
    const looks = Array.from({ length: 6 }, () => null);
    const played = await play({ faults: [null, isDeploy, ...looks, isDeploy, ...looks, isDeploy, ...looks, isDeploy] });
    const sentAt = played.service.exchanges.filter(({ request }) => request.startsWith('POST ')).map(({ at }) => at);
    const gaps = sentAt.slice(1).map((at, index) => Math.floor((at - (sentAt[index] ?? 0)) / 1_000));
    assert.deepEqual([gaps, played.commits], [[30, 30, 30], '']);
    assert.equal(played.exitCode, 1);
  });
});
