import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../sandbox/faults.ts';
import { makeFiles, toWireFiles } from '../support/fake-service/folder.ts';
import {
  type Doing,
  fail,
  type Played,
  play,
  put,
  replace,
  review,
  type Scene,
} from '../support/fake-service/scene.ts';

const same = { files: toWireFiles(makeFiles()) };
const submits: Scene['inputs'] = { submit: true };
const replaces: Scene['inputs'] = { submit: true, onInReview: 'replace' };
const waits: Scene['inputs'] = { ...replaces, waitForReviewMinutes: 2 };
const creates: Scene['inputs'] = { create: true };
const wouldCreate: Scene = { app: null, inputs: creates };

/** This request alone goes wrong, by its number from 0. */
function only(request: number, fault: Partial<Fault>): Pick<Scene, 'faults'> {
  return { faults: [{ skip: request, ...fault }] };
}

/** Every request goes wrong. */
function always(fault: Partial<Fault>): Pick<Scene, 'faults'> {
  return { faults: [{ times: null, ...fault }] };
}

/** How a story ends, what the run changed, and what it reports: `deployed: deploy submit, submitted pending`. */
function tell({ kind, commits, facts }: Played): string {
  const told = [facts.submitted && 'submitted', facts.reviewResult].filter((word) => word !== false && word !== null);
  return `${kind}: ${commits}${told.length === 0 ? '' : `, ${told.join(' ')}`}`;
}

type Story = readonly [name: string, scene: Scene];
/** Responses to a read that show no app, and are no 404 of the service. */
const unshown: Readonly<Record<string, Partial<Fault>>> = {
  'a page with 404': { status: 404, body: 'html' },
  'a JSON of its own with 404': { status: 404, body: 'json' },
  'an error with 200': { status: 200, body: 'service' },
  'a page with 200': { status: 200, body: 'html' },
  'a JSON of its own with 200': { status: 200, body: 'json' },
};
const outages: readonly Partial<Fault>[] = [{ status: 503 }, { status: 404, body: 'html' }];
const late = (...faults: readonly Partial<Fault>[]): Scene => {
  return { inputs: submits, faults: faults.map((fault) => ({ kind: 'late', ...fault })) };
};
const old = (ms: number) => ({ kind: 'stale', lag_ms: ms, times: null }) as const;
const cached = (part: Fault['part']): Scene => ({ faults: [{ ...old(5_000), skip: 1, part }] });
const oldState = { ...old(5_000), skip: 2, part: 'state' } as const;
const madeLater: Scene['faults'] = [
  { kind: 'late', status: 202, ms: 4_200 },
  ...[1, 3].map((skip) => ({ ...old(6_500), skip, times: 1 })),
  { ...old(6_500), skip: 5 },
];
const waitsOnly: Scene['inputs'] = { submit: true, waitForReviewMinutes: 2 };

/** By how they end. */
const stories: Readonly<Record<string, readonly Story[]>> = {
  'deployed: deploy submit, submitted pending': [
    ...['in_review', 'published'].flatMap((status) =>
      [1_500, 20_000].map((ms): Story => {
        const scene: Scene = { app: { status }, inputs: replaces, faults: [{ kind: 'late_state', ms }] };
        return [`the app leaves ${status} ${ms} ms after its files were stored`, scene];
      }),
    ),
    ...(['state', 'files'] as const).map((lagging): Story => {
      const scene = { app: { status: 'published' }, inputs: submits, ...cached(lagging) };
      return [`the ${lagging} of a read is from a cache of 5 s, and the rest is new`, scene];
    }),
    ...['published', 'in_review', 'changes_requested'].map((status): Story => {
      const scene = { app: { status }, inputs: waits, ...cached('all') };
      return [`the wait for a review sees ${status} of before the deploy, which is no result`, scene];
    }),
    ['an accepted submission enters review 20 s later', late({ skip: 1, status: 202, ms: 20_000 })],
    ...[8_000, 20_000].flatMap((ms): readonly Story[] => [
      [`a submission that gets a 504 is made ${ms} ms later`, late({ skip: 1, ms })],
      [`a deploy that gets a 504 is made ${ms} ms later`, late({ ms })],
    ]),
    ...[0, 1, 2, 3, 4].flatMap((request) =>
      outages.map((fault): Story => {
        const scene = { inputs: submits, before: { [request]: fail({ ...fault, for_ms: 10_000 }) } };
        return [`ten seconds of ${fault.status} from request ${request} on`, scene];
      }),
    ),
    ...[0, 2, 4].flatMap((request) =>
      Object.entries(unshown).map(([name, fault]): Story => {
        return [`${name} to the read that is request ${request}`, { inputs: submits, ...only(request, fault) }];
      }),
    ),
    [
      'a submission is not made, and a read shows the review of before the deploy: sent again',
      { app: { status: 'in_review' }, inputs: replaces, faults: [{ skip: 3, status: 502 }, oldState] },
    ],
    [
      'a forced deploy of what is there is made a minute after its 202, and submitted after that',
      { app: same, inputs: { ...submits, force: true }, faults: [{ kind: 'late', status: 202, ms: 60_000 }] },
    ],
  ],
  'failed: ': [
    ...Object.entries(unshown).flatMap(([name, fault]): readonly Story[] => [
      [`${name} to every read of no app`, { ...wouldCreate, ...always(fault) }],
      [`${name} to every read of a draft`, { inputs: creates, ...always(fault) }],
    ]),
  ],
  'unknown: ': [
    [
      'a deploy that was not made says error in a 200',
      { inputs: submits, ...only(1, { status: 200, body: 'service' }) },
    ],
  ],
  'deleted: delete': [
    [
      'a DELETE is not made, and its looks get the 404 of a gateway',
      {
        inputs: { command: 'delete' },
        faults: [
          { skip: 1, status: 502 },
          { skip: 2, times: 5, status: 404, body: 'html' },
        ],
      },
    ],
  ],
  'deployed: deploy': [
    ['a forced deploy of what is there is lost', { app: same, inputs: { force: true }, ...only(1, { status: 502 }) }],
  ],
  'unchanged: submit, submitted pending': [
    [
      'a submission is made some seconds after its 202, and a read that lags shows a draft: it is not withdrawn',
      { app: same, inputs: waitsOnly, faults: madeLater },
    ],
  ],
};

for (const [end, told] of Object.entries(stories)) {
  describe(end, () => {
    for (const [name, scene] of told) test(name, async () => assert.equal(tell(await play(scene)), end));
  });
}

const lost = (request: number): Partial<Fault> => ({ skip: request, status: 502 });
const made = (request: number): Partial<Fault> => ({ ...lost(request), when: 'after' });
const [theirs, before] = [{ 'index.html': '<h1>Theirs</h1>' }, { 'index.html': '<h1>Before</h1>' }];
const noMoves = { updated_at_moves: 'nothing' } as const;
const noTimes = { ...noMoves, submitted_at: 'never' } as const;
const submitsDraft: Scene['inputs'] = { command: 'submit' };
const waitsForDraft: Scene['inputs'] = { ...submitsDraft, waitForReviewMinutes: 2 };
const deletes: Scene['inputs'] = { command: 'delete' };
const returned = { ...same, status: 'changes_requested' };
const changed = { ...same, status: 'published_with_unreviewed_changes' };
/** So that a read that lags shows what was there before. */
const recently = (...doings: readonly Doing[]): Pick<Scene, 'prepare'> => ({
  prepare(service, run) {
    for (const doing of doings) doing(service, run);
    service.clock.pass(1_000);
  },
});
const doAll =
  (...doings: readonly Doing[]): Doing =>
  (service, run) => {
    for (const doing of doings) doing(service, run);
  };
const createApp: Doing = ({ sandbox }) =>
  sandbox.store.create('developer', 'tides', new Map(Object.entries(same.files)));
const remove: Doing = (service) => service.remove();
const later = (...doings: readonly Doing[]): Pick<Scene, 'after'> => ({ after: { 10000: doAll(...doings) } });
const reads = (count: number): string => Array(count).fill('read').join(' ');

/** A story, its end, and its requests or the state that is reported where these tell it. */
type Ruled = readonly [name: string, scene: Scene, end: string, more?: { requests?: string; status?: string }];

/** By the conditions of verify.ts: without one of them a story ends otherwise. */
const ruled: Readonly<Record<string, readonly Ruled[]>> = {
  'what proves a change': [
    [
      'no app in a copy that has not heard of it yet is no proof of a lost delete',
      { app: null, inputs: deletes, ...recently(createApp), faults: [lost(1), { ...old(5_000), skip: 1 }] },
      'deleted: delete',
    ],
    [
      'at once by what was not there before',
      { options: noMoves },
      'deployed: deploy',
      { requests: 'read deploy read' },
    ],
    ['at once by no app after a delete', { inputs: deletes }, 'deleted: delete', { requests: 'read delete read' }],
    [
      'at once by no app also after a 202',
      { inputs: deletes, faults: [{ kind: 'late', status: 202, ms: 500 }] },
      'deleted: delete',
      { requests: 'read delete read read' },
    ],
    [
      'a file beside ours is the service’s own where our deploy was accepted, by age',
      { before: { 2: replace({ ...same.files, 'own.txt': 'x' }) } },
      'deployed: deploy',
    ],
    ['a lost delete that was made is believed by age', { inputs: deletes, faults: [made(1)] }, 'deleted: delete'],
    [
      'a file beside ours is that of somebody else where our deploy was lost',
      { faults: [lost(1)], before: { 2: replace({ ...same.files, 'extra.txt': 'x' }) } },
      'unknown: ',
    ],
    [
      'a file beside ours may be that of a moment ago where our deploy was accepted',
      {
        app: { files: { ...same.files, 'extra.txt': 'x' } },
        ...{ options: noMoves, ...recently(replace(theirs)) },
        faults: [{ kind: 'echo' }, { ...old(3_000), skip: 1 }],
      },
      'unknown: ',
    ],
    [
      'a review that an earlier read showed, of other content, is no news of a lost submission',
      { app: { status: 'in_review' }, inputs: replaces, options: noMoves, faults: [lost(3), oldState] },
      'deployed: deploy submit, submitted pending',
    ],
    [
      'a state of a review that was there just before is no proof of a submission, though it was accepted',
      { app: returned, inputs: submitsDraft, faults: [{ kind: 'echo' }] },
      'unknown: ',
    ],
    [
      'nor is it with another updated_at',
      { app: returned, inputs: submitsDraft, options: { updated_at_moves: 'reads' }, faults: [lost(1)] },
      'unknown: ',
    ],
    [
      'a review of a moment ago is no news after a 409',
      {
        app: { ...same, status: 'in_review' },
        ...{ inputs: submitsDraft, options: noMoves, ...recently(review('withdraw')) },
        faults: [
          { skip: 1, status: 409 },
          { ...old(3_000), skip: 1 },
        ],
      },
      'rejected: ',
    ],
    [
      'a review of a moment ago is no news of a lost submission, by its submitted_at',
      {
        app: { ...same, status: 'in_review', submittedAt: 1 },
        ...{ inputs: submitsDraft, options: noMoves, ...recently(review('withdraw')) },
        faults: [lost(1), { ...old(3_000), skip: 1 }],
      },
      'submitted: submit, submitted pending',
    ],
    [
      'the submitted_at of the first submission says nothing against one that was accepted',
      { app: { ...same, submittedAt: 1 }, inputs: submitsDraft, options: { submitted_at: 'first' } },
      'submitted: submit, submitted pending',
      { requests: 'read submit read' },
    ],
    [
      'no submitted_at says nothing against one that was lost',
      { app: same, inputs: submitsDraft, options: { submitted_at: 'never' }, faults: [made(1)] },
      'submitted: submit, submitted pending',
      { requests: 'read submit read' },
    ],
    [
      'a new updated_at proves a lost deploy of what was there',
      { app: same, inputs: { force: true }, faults: [made(1)] },
      'deployed: deploy',
    ],
    [
      'no updated_at is no new one',
      { app: same, inputs: { force: true }, options: { timestamps: 'none' }, faults: [lost(1)] },
      'deployed: deploy',
    ],
    [
      'a new updated_at of an app that was seen, and is gone, is no proof of a lost creation',
      {
        ...{ app: same, inputs: { command: 'create' } },
        after: { 5000: replace(same.files), 6900: remove },
        faults: [lost(2), { ...old(1_000), skip: 2 }],
      },
      'created: create',
    ],
    [
      'our content of a moment ago is no proof of a lost deploy, by its updated_at',
      { app: same, ...recently(replace(theirs)), faults: [lost(1), { ...old(3_000), skip: 1 }] },
      'deployed: deploy',
    ],
  ],
  'what ends the looks': [
    [
      'content of a moment ago does not',
      { options: noMoves, ...recently(replace(theirs)), faults: [{ ...old(3_000), skip: 1 }] },
      'deployed: deploy',
    ],
    [
      'no app does not after a lost creation, which is sent again',
      { ...wouldCreate, inputs: { command: 'create' }, faults: [lost(1)] },
      'created: create',
    ],
    [
      'an app that is gone does',
      { faults: [made(1)], before: { 2: remove } },
      'unknown: deploy',
      { requests: `read deploy ${reads(4)}` },
    ],
    [
      'content of somebody else does',
      { faults: [lost(1)], before: { 2: replace(theirs) } },
      'unknown: ',
      { requests: `read deploy ${reads(4)}` },
    ],
    [
      'content of somebody else does not after a submission of whatever is there',
      {
        inputs: submitsDraft,
        faults: [{ kind: 'late', status: 202, ms: 20_000 }],
        after: { 2000: replace(theirs) },
      },
      'submitted: submit, submitted pending',
    ],
    [
      'a new state does after a submission',
      { app: same, inputs: submitsDraft, faults: [lost(1)], before: { 2: put({ ...same, status: 'taken_down' }) } },
      'unknown: ',
      { requests: `read submit ${reads(4)}` },
    ],
    [
      'a new state does after a delete',
      { inputs: deletes, faults: [lost(1)], before: { 2: review('submit') } },
      'unknown: ',
      { requests: `read delete ${reads(4)}` },
    ],
    [
      'a new state does not after a deploy whose files show later',
      {
        ...{ app: { status: 'in_review' }, inputs: { onInReview: 'replace' } },
        faults: [{ ...old(10_000), skip: 1, part: 'files' }],
      },
      'deployed: deploy',
    ],
  ],
  'what is sent again': [
    ['not over a new state', { options: noTimes, faults: [lost(1)], before: { 2: review('submit') } }, 'unknown: '],
    [
      'not over the content of before with another updated_at',
      { app: { files: before }, faults: [made(1)], before: { 2: replace(before) } },
      'unknown: deploy',
    ],
    [
      'not a submission that left its time',
      { app: same, inputs: submitsDraft, options: noMoves, faults: [made(1)], before: { 2: review('withdraw') } },
      'unknown: submit',
    ],
    [
      'not over content of an earlier read',
      {
        ...{ app: { status: 'in_review', files: before }, options: noTimes },
        after: { 3000: doAll(review('withdraw'), replace(theirs)) },
        ...{ faults: [lost(2)], before: { 3: replace(before) } },
      },
      'unknown: ',
      { requests: `read read deploy ${reads(6)}` },
    ],
  ],
  'what state is believed after a deploy': [
    ...(['deploy', 'update'] as const).map((command): Ruled => {
      const scene: Scene = {
        ...{ app: { status: 'in_review' }, inputs: { command, onInReview: 'replace' } },
        faults: [{ kind: 'late_state', ms: 1_500 }],
      };
      return [
        `not the review of before it (${command})`,
        scene,
        `${command}${command === 'deploy' ? 'ed' : 'd'}: ${command}`,
        { status: 'draft' },
      ];
    }),
    [
      'that it is taken out of review, at once',
      { app: { status: 'in_review' }, inputs: { onInReview: 'replace' } },
      'deployed: deploy',
      { requests: 'read deploy read' },
    ],
    [
      'the review of before it, after 7 s',
      {
        app: { status: 'in_review' },
        inputs: { onInReview: 'replace' },
        faults: [{ kind: 'late_state', ms: 100_000 }],
      },
      'deployed: deploy',
      { requests: `read deploy ${reads(4)}` },
    ],
    [
      'a review where there was none before',
      { before: { 2: review('submit') } },
      'deployed: deploy',
      { requests: 'read deploy read' },
    ],
    [
      'a review that needs no submission, after 7 s',
      { inputs: submits, before: { 2: review('submit') } },
      'deployed: deploy, submitted pending',
      { requests: `read deploy ${reads(4)}` },
    ],
  ],
  'how a review ended': [
    [
      'not by no app in a copy that has not heard of it',
      {
        ...{ app: null, inputs: { ...waitsOnly, create: true } },
        faults: [{ ...old(5_000), skip: 4 }],
      },
      'deployed: create deploy submit, submitted pending',
    ],
    [
      'withdrawn, where the app is deleted',
      { inputs: waitsOnly, ...later(remove) },
      'deployed: deploy submit, submitted withdrawn',
    ],
    [
      'approved, though others have changed the draft since',
      { inputs: waitsOnly, ...later(review('approve'), replace(theirs)) },
      'deployed: deploy submit, submitted approved',
    ],
    [
      'approved at once',
      { inputs: waitsOnly, options: { submit_leads_to: 'published' } },
      'deployed: deploy submit, submitted approved',
      { requests: 'read deploy read submit read' },
    ],
    [
      'not by the result of before',
      { app: returned, inputs: waitsForDraft, options: noMoves, faults: [{ ...old(5_000), skip: 2 }] },
      'submitted: submit, submitted pending',
    ],
    [
      'withdrawn, where other content was rejected',
      { inputs: waitsOnly, ...later(replace(theirs), review('submit'), review('reject')) },
      'deployed: deploy submit, submitted withdrawn',
    ],
    [
      'withdrawn, where it is a draft again',
      { inputs: waitsOnly, ...later(review('withdraw')) },
      'deployed: deploy submit, submitted withdrawn',
    ],
    [
      'not by the draft of before',
      { app: same, inputs: waitsOnly, options: noMoves, faults: [{ ...old(5_000), skip: 2 }] },
      'unchanged: submit, submitted pending',
    ],
    [
      'not by the draft of a moment before the run',
      {
        ...{ app: same, inputs: waitsForDraft, options: { ...noMoves, rejection: 'changes_requested' } },
        ...recently(review('submit'), review('reject')),
        faults: [{ ...old(5_000), skip: 2 }],
      },
      'submitted: submit, submitted pending',
    ],
    [
      'withdrawn, where other content is in review',
      { inputs: waitsOnly, ...later(replace(theirs), review('submit')) },
      'deployed: deploy submit, submitted withdrawn',
    ],
    [
      'not by a word of its own, of other content',
      { inputs: waitsOnly, ...later(put({ files: theirs, status: 'queued', updatedAt: Date.UTC(2027) })) },
      'deployed: deploy submit, submitted pending',
    ],
    [
      'withdrawn, where it is taken down',
      { inputs: waitsOnly, ...later(review('approve'), review('take_down')) },
      'deployed: deploy submit, submitted withdrawn',
    ],
  ],
  'whether a version was published anew': [
    [
      'not where no published_at is shown',
      { app: changed, inputs: waitsOnly, options: { published_at: 'never' }, ...later(review('withdraw')) },
      'unchanged: submit, submitted withdrawn',
    ],
    [
      'not by the published_at of before',
      { app: changed, inputs: waitsOnly, ...later(review('withdraw')) },
      'unchanged: submit, submitted withdrawn',
    ],
    [
      'nor by it in a copy that lags',
      { app: { ...changed, updatedAt: 1 }, inputs: waitsOnly, options: noTimes, faults: [{ ...old(5_000), skip: 2 }] },
      'unchanged: submit, submitted pending',
    ],
    [
      'at once by a later one',
      { inputs: waitsOnly, after: { 1500: doAll(review('approve'), replace(theirs)) } },
      'deployed: deploy submit, submitted approved',
      { requests: `read deploy read submit ${reads(2)}` },
    ],
    [
      'by age by another one that is not later',
      {
        app: { ...changed, publishedAt: 5_000 },
        inputs: waitsOnly,
        after: { 1500: put({ ...changed, files: theirs, publishedAt: 4_000, updatedAt: Date.UTC(2027) }) },
      },
      'unchanged: submit, submitted approved',
      { requests: `read submit ${reads(4)}` },
    ],
    ...(
      [
        ['the draft', { submitted_at: 'never' }, {}],
        ['the submission', noMoves, { updatedAt: 1 }],
      ] as const
    ).map(([name, options, parts]): Ruled => {
      const scene: Scene = {
        ...{ app: { ...changed, ...parts }, inputs: { command: 'status', waitForReviewMinutes: 2 } },
        ...{
          options: { ...options, published_at: 'published' },
          ...recently(review('submit')),
          ...later(review('withdraw')),
        },
      };
      return [`not by one that was hidden in review, and is older than ${name}`, scene, 'read: , withdrawn'];
    }),
  ],
};

for (const [rule, told] of Object.entries(ruled)) {
  describe(rule, () => {
    for (const [name, scene, end, more = {}] of told) {
      test(name, async () => {
        const played = await play(scene);
        const { requests, facts } = played;
        assert.equal(tell(played), end);
        assert.partialDeepStrictEqual({ requests, status: facts.app?.status }, more);
      });
    }
  });
}
