import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../sandbox/faults.ts';
import { makeFiles, toWireFiles } from '../support/fake-service/folder.ts';
import { fail, type Played, play, type Scene } from '../support/fake-service/scene.ts';

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
