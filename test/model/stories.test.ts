import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { after, before, type Fault } from '../support/fake-service/faults.ts';
import { makeFiles, toWireFiles } from '../support/fake-service/folder.ts';
import { type Doing, inTurn, type Played, play, type Scene } from '../support/fake-service/scene.ts';

const same = { files: toWireFiles(makeFiles()) };
const submits: Scene['inputs'] = { submit: true };
const replaces: Scene['inputs'] = { submit: true, onInReview: 'replace' };
const waits: Scene['inputs'] = { ...replaces, waitForReviewMinutes: 2 };
const creates: Scene['inputs'] = { create: true };
const wouldCreate: Scene = { app: null, inputs: creates };

/** This request alone goes wrong, by its number from 0. */
function only(request: number, fault: Fault): Pick<Scene, 'faults'> {
  return { faults: [...Array<null>(request).fill(null), fault] };
}

/** Every request goes wrong. */
function always(fault: Fault): Pick<Scene, 'faults'> {
  return { faults: Array<Fault>(200).fill(fault) };
}

/** Everything fails for a time. */
function failFor(milliseconds: number, fault: Fault): Doing {
  return (service) => {
    service.outage = { until: service.clock.now() + milliseconds, fault };
  };
}

/** How a story ends, what the run changed, and what it reports: `deployed: deploy submit, submitted pending`. */
function tell({ kind, commits, facts }: Played): string {
  const told = [facts.submitted && 'submitted', facts.reviewResult].filter((word) => word !== false && word !== null);
  return `${kind}: ${commits}${told.length === 0 ? '' : `, ${told.join(' ')}`}`;
}

type Story = readonly [name: string, scene: Scene];
const unmade = ['404_html', '404_json', 'error_in_200', 'html'] as const;
const unshown = [...unmade, 'statusless', 'other_slug'] as const;
const late = (...milliseconds: number[]): Scene => ({ inputs: submits, options: { late: inTurn(...milliseconds) } });
const follow = (milliseconds: number): Scene => ({ options: { follow: () => milliseconds } });
const cached = (lagging: 'all' | 'state' | 'files'): Scene => ({ options: { lag: inTurn(0, 5_000), lagging } });
const oldState: Scene['options'] = { lag: inTurn(0, 0, 5_000), lagging: 'state' };
const madeLater: Scene['options'] = { pendingMs: 4_200, lag: inTurn(0, 6_500, 0, 6_500, 0, 6_500) };
const waitsOnly: Scene['inputs'] = { submit: true, waitForReviewMinutes: 2 };

/** By how they end. */
const stories: Readonly<Record<string, readonly Story[]>> = {
  'deployed: deploy submit, submitted pending': [
    ...['in_review', 'published'].flatMap((status) =>
      [1_500, 20_000].map((ms): Story => {
        const scene = { app: { status }, inputs: replaces, ...follow(ms) };
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
    ['an accepted submission enters review 20 s later', late(0, 20_000)],
    ...[8_000, 20_000].flatMap((ms): readonly Story[] => [
      [`a submission that gets a 504 is made ${ms} ms later`, { ...late(0, ms), ...only(3, after('504')) }],
      [`a deploy that gets a 504 is made ${ms} ms later`, { ...late(ms, 0), ...only(1, after('504')) }],
    ]),
    ...[0, 1, 2, 3, 4].flatMap((request) =>
      (['503', '404_html'] as const).map((kind): Story => {
        const scene = { inputs: submits, before: { [request]: failFor(10_000, before(kind)) } };
        return [`ten seconds of ${kind} from request ${request} on`, scene];
      }),
    ),
    ...[0, 2, 4].flatMap((request) =>
      unshown.map((kind): Story => {
        return [`${kind} to the read that is request ${request}`, { inputs: submits, ...only(request, after(kind)) }];
      }),
    ),
    [
      'a submission is not made, and a read shows the review of before the deploy: sent again',
      { ...{ app: { status: 'in_review' }, inputs: replaces }, ...only(3, before('502')), options: oldState },
    ],
    [
      'a forced deploy of what is there is made a minute after its 202, and submitted after that',
      { app: same, inputs: { ...submits, force: true }, options: { pendingMs: 60_000 } },
    ],
  ],
  'failed: ': [
    ...unmade.map((kind): Story => [`${kind} to every read of no app`, { ...wouldCreate, ...always(after(kind)) }]),
    ...unshown.map((kind): Story => [`${kind} to every read of a draft`, { inputs: creates, ...always(after(kind)) }]),
  ],
  'unknown: ': [
    ['a deploy that was not made says error in a 200', { inputs: submits, ...only(1, before('error_in_200')) }],
  ],
  'deleted: delete': [
    [
      'a DELETE is not made, and its looks get the 404 of a gateway',
      { inputs: { command: 'delete' }, faults: [null, before('502'), ...Array(5).fill(before('404_html'))] },
    ],
  ],
  'deployed: deploy': [
    ['a forced deploy of what is there is lost', { app: same, inputs: { force: true }, ...only(1, before('502')) }],
  ],
  'unchanged: submit, submitted pending': [
    [
      'a submission is made some seconds after its 202, and a read that lags shows a draft: it is not withdrawn',
      { app: same, inputs: waitsOnly, options: madeLater },
    ],
  ],
};

for (const [end, told] of Object.entries(stories)) {
  describe(end, () => {
    for (const [name, scene] of told) test(name, async () => assert.equal(tell(await play(scene)), end));
  });
}
