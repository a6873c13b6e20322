import fc from 'fast-check';
import { type Assumptions, switches } from '../../sandbox/service/assumptions.ts';
import type { Fault } from '../../sandbox/service/faults.ts';
import type { Command, Inputs } from '../../src/inputs/inputs.ts';
import { type Files, makeFiles } from '../support/fake-service/folder.ts';
import { forbiddenText } from '../support/fake-service/service.ts';

/**
 * The folders that runs deploy. Some differ in only one place, one breaks the rules, and two have a
 * file that reads may not list.
 */
const folders: readonly Files[] = [
  makeFiles(),
  makeFiles({ 'index.html': '<h1>Waves</h1><script>1</script>' }),
  makeFiles({
    'service.json': '{ "tagline": "High and low", "name": "Tides" }',
    'instructions.md': 'Be kind. \n\n',
  }),
  makeFiles({ 'assets/a.png': Buffer.from('89504e47', 'hex'), 'README.md': 'Tides' }),
  makeFiles({
    'index.html': '<h1>Tides</h1>\r\n<p>High</p>\r\n',
    'README.md': 'Tides, second edition',
    'instructions.md': '\uFEFFBe short.',
  }),
  makeFiles({ 'index.html': forbiddenText }),
];

/** Returns the folder with this number. */
export function getFolder(number: number): Files {
  return folders[number] ?? {};
}

type Drawn<Of> = Of extends fc.Arbitrary<infer T> ? T : never;

/** Generates one of these values, with a probability by its weight. */
function weigh<T>(
  ...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Generates a value in one story out of four, and null in the others. */
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return weigh<T | null>([3, fc.constant(null)], [1, arbitrary]);
}

/** Generates an empty list this many times for each time that it generates another list. */
function orNone<T>(weight: number, arbitrary: fc.Arbitrary<T[]>): fc.Arbitrary<readonly T[]> {
  return weigh<readonly T[]>([weight, fc.constant([])], [1, arbitrary]);
}

const when = fc.constantFrom('before' as const, 'after' as const);

/**
 * What goes wrong with a request: a fault of the sandbox, a refused connection, or the end of the
 * run during the request.
 */
type RequestFault = Partial<Fault> | 'no_connection' | 'cancel' | 'deadline';

/**
 * Faults that do not show whether a change was applied, so that they occur before or after the
 * commit.
 */
const losses: readonly Partial<Fault>[] = [
  { kind: 'reset' },
  ...[500, 502, 503, 504].map((status) => ({ status })),
  ...(['html', 'service', 'json'] as const).map((body) => ({ status: 200, body })),
  ...(['html', 'json'] as const).map((body) => ({ status: 404, body })),
  { status: 408, body: 'html' },
  { kind: 'redirect', status: 303 },
  { kind: 'redirect', status: 307 },
];
/**
 * Faults after which the change was not applied: nothing was sent, the service refused the request,
 * or it wrongly reports a success (`echo`).
 */
const early: readonly RequestFault[] = [
  ...[
    'no_connection' as const,
    { status: 429 },
    { status: 429, retry_after: 2 },
    { status: 429, retry_after: 999 },
  ],
  ...[{ kind: 'echo' } as const, { kind: 'echo' } as const],
];
/**
 * Faults that may hide that a change was applied: the run ends during the request, or the response
 * is late, cut off or empty.
 */
const late: readonly RequestFault[] = [
  ...[
    'cancel' as const,
    'deadline' as const,
    { kind: 'slow', ms: 150_000 } as const,
    { kind: 'cut_off' } as const,
  ],
  ...[{ status: 204, when: 'after' } as const, { kind: 'slow', ms: 15_000 } as const],
];
const fault = weigh<RequestFault | null>(
  [40, fc.constant(null)],
  [
    15,
    fc
      .record({ loss: fc.constantFrom(...losses), when })
      .map(({ loss, when }) => ({ ...loss, when })),
  ],
  [6, fc.constantFrom(...early)],
  [6, fc.constantFrom(...late)],
);

/** An action of somebody else right before the service handles a request of the run. */
const act = fc.oneof(
  fc.record({
    do: fc.constant('deploy' as const),
    folder: fc.constantFrom('same', 'old', 'other'),
  }),
  fc.record({
    do: fc.constantFrom(
      'submit',
      'withdraw',
      'discard',
      'approve',
      'reject',
      'take_down',
      'delete',
      'revoke',
      'terms',
    ),
  }),
);
export type Act = Drawn<typeof act>;

/**
 * Actions by the number of the request, so that fast-check can shrink them. Two content changes by
 * others are outside the model, because the second may hide the first (bounds.test.ts).
 */
const acts = fc
  .array(fc.tuple(fc.nat({ max: 8 }), act), { maxLength: 3 })
  .filter(
    (drawn) =>
      drawn.filter(([, { do: does }]) => does === 'deploy' || does === 'discard').length <= 1,
  );

const often: readonly Command[] = ['deploy', 'deploy', 'deploy', 'deploy', 'submit', 'submit'];
const commands: readonly Command[] = [...often, 'create', 'update', 'delete', 'status', 'list'];

const inputs: fc.Arbitrary<Partial<Inputs>> = fc.record(
  {
    command: fc.constantFrom(...commands),
    submit: fc.constantFrom(true, true, false),
    create: fc.boolean(),
    force: fc.constantFrom(false, false, false, true),
    dryRun: fc.constantFrom(false, false, false, false, true),
    onInReview: fc.constantFrom('fail', 'skip', 'replace', 'replace'),
    termsVersion: fc.constantFrom('2026-10', '2026-10', '2026-10', '2026-10', '2025-01'),
    waitForReviewMinutes: fc.constantFrom(0, 0, 2),
    folder: fc.constantFrom('app', 'app', ''),
  },
  { requiredKeys: ['command', 'folder'] },
);

/** The longest outage that every run can survive by retrying, in milliseconds. */
export const maxOutageMs = 10_000;

/** An outage: all requests fail for a time, beginning with this one. */
const outage = fc.record({
  request: fc.nat({ max: 8 }),
  milliseconds: fc.integer({ min: 1_000, max: maxOutageMs }),
  fault: fc.constantFrom<Partial<Fault>[]>(
    { status: 503 },
    { status: 404, body: 'html' },
    { status: 502 },
  ),
  when,
  /**
   * An outage that, in a run of several apps, may last longer than the minute in which a failed
   * read is retried.
   */
  isLong: fc.boolean(),
});

/** An action of the reviewer or the owner while the run waits for the review. */
const review = fc.record({
  afterMs: fc.nat({ max: 60_000 }),
  move: fc.constantFrom('approve', 'reject', 'withdraw'),
});

/**
 * A run of a command, the faults of its requests, and the actions of others meanwhile. `twin` runs
 * at the same time. `beside` lists the other apps of a deploy of several; apps that do not exist
 * yet are created as described by `start`.
 */
function drawStep({
  folder,
  start,
}: {
  readonly folder: fc.Arbitrary<number>;
  readonly start: fc.Arbitrary<Start>;
}) {
  const slug = fc.constantFrom('coves', 'dunes', 'waves', 'winds');
  const other = fc.record({
    slug,
    folder,
    start: weigh<Start>([2, start], [1, fc.constant(null)]),
  });
  return fc
    .record({
      inputs,
      folder,
      beside: orNone(
        16,
        fc.uniqueArray(other, { minLength: 1, maxLength: 4, selector: (app) => app.slug }),
      ),
      faults: orNone(2, fc.array(fault, { maxLength: 8 })),
      acts: orNone(1, acts),
      review: rarely(review),
      twin: rarely(fc.record({ inputs, folder, isSame: fc.boolean() })),
      outage: rarely(outage),
      // The time until the next run begins.
      pauseMs: fc.constantFrom(0, 2_000, 130_000),
    })
    .map(({ twin, acts, ...step }) => ({
      ...step,
      acts: twin === null ? acts : [],
      twin: twin && { ...twin, folder: twin.isSame ? step.folder : twin.folder },
    }))
    .map((step) => {
      const { inputs, outage, beside } = step;
      if (beside.length === 0) return step;
      const milliseconds = (outage?.milliseconds ?? 0) * (outage?.isLong ? 30 : 1);
      const longer = outage && { ...outage, milliseconds };
      return {
        ...step,
        inputs: { ...inputs, ...ofSeveral },
        outage: longer,
        twin: null,
        review: null,
      };
    });
}
export type RunStep = Drawn<ReturnType<typeof drawStep>>;

/** Only a deploy without a submission can have several apps. */
const ofSeveral: Partial<Inputs> = {
  ...{
    command: 'deploy',
    folder: 'app',
    submit: false,
    waitForReviewMinutes: 0,
    timeoutMinutes: 60,
  },
};

/** The app at the beginning, with the content of one of the folders; null if there is no app. */
type Start = { readonly status: string; readonly folder: number } | null;

/** Assumptions that stay fixed, because with other values most runs would fail at once. */
const fixed = {
  ...({ form: 'current', deploy_body: 'files', not_found: 'error' } as const),
  ...({ other_files: 'kept', page_rules: 'none' } as const),
};

/** Generates a value for each point that the document leaves open. */
const assumptions = fc.record(
  Object.fromEntries(
    Object.entries(switches).map(([name, { values }]) => [
      name,
      fc.constantFrom<unknown>(...values),
    ]),
  ),
) as fc.Arbitrary<Assumptions>;

const statesAfter = [
  'in_review',
  'in_review',
  'in_review',
  'in_first_review',
  'published',
  'not_approved',
] as const;

/** A service with a value for each point that the document leaves open. */
export interface ServiceOptions extends Assumptions {
  /**
   * Milliseconds until a change that was accepted with 202 is applied. Null if changes are answered
   * with 200.
   */
  readonly pendingMs: number | null;
  /** True if the service adds a file of its own to each deploy. */
  readonly makesFile: boolean;
  /** True if reads show a page only as `html`, which the service renders with a time in it. */
  readonly makesPage: boolean;
  readonly changesPerMinute: number;
}

const options: fc.Arbitrary<ServiceOptions> = fc
  .record({
    assumptions,
    pendingMs: weigh<number | null>(
      [9, fc.constant(null)],
      [1, fc.noBias(fc.integer({ min: 1, max: 60_000 }))],
    ),
    own_file: fc.constantFrom('no', 'no', 'no', 'yes'),
    makesFile: fc.constantFrom(false, false, false, true),
    makesPage: fc.boolean(),
    changesPerMinute: weigh<number>(
      [9, fc.constant(1_000_000)],
      [1, fc.integer({ min: 1, max: 3 })],
    ),
    rewrites: fc.constantFrom('nothing', 'service_json'),
    submit_leads_to: fc.constantFrom(...statesAfter),
  })
  .map(({ assumptions: drawn, ...rest }) => ({ ...drawn, ...toAtOnce(drawn), ...fixed, ...rest }));

/** Each 202 is generated together with the delay after which the change is applied. */
function toAtOnce(drawn: Assumptions): Partial<Assumptions> {
  const statuses = [
    'create_status',
    'update_status',
    'deploy_status',
    'submit_status',
    'delete_status',
  ] as const;
  return Object.fromEntries(
    statuses.filter((name) => drawn[name] === 202).map((name) => [name, 200]),
  );
}

/** The longest time by which a read after a change of the run shows an older app, in milliseconds. */
export const maxLagMs = 6_500;

/**
 * The lag of each read in turn, in milliseconds. A read that lags shows the app as a whole as it
 * was, but never as it was before the first read of the run.
 */
const lags = weigh<readonly number[]>(
  [1, fc.constant([])],
  [1, fc.array(fc.nat({ max: maxLagMs }), { minLength: 1, maxLength: 8 })],
);

const documented = [
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
  'taken_down',
];
const statuses = ['draft', 'draft', ...documented, 'changes_requested', 'a_state_of_tomorrow'];

/**
 * Generates stories of at most three runs and three folders, so that the same content comes back.
 * At the start, the app may or may not exist.
 */
export const story = fc
  .uniqueArray(fc.nat({ max: folders.length - 1 }), { minLength: 1, maxLength: 3 })
  .chain((numbers) => {
    const folder = fc.constantFrom(...numbers);
    const first = folder.map((number) => (number === folders.length - 1 ? 0 : number));
    const start: fc.Arbitrary<Start> = fc.option(
      fc.record({ status: fc.constantFrom(...statuses), folder: first }),
      {
        freq: 8,
      },
    );
    const others = fc.constantFrom(0, 0, 0, 0, 19, 20);
    return fc.record({
      options,
      lags,
      start,
      others,
      steps: fc.array(drawStep({ folder, start }), { minLength: 1, maxLength: 3 }),
    });
  })
  .map((drawn) => (drawn.steps[0]?.beside[0]?.start === null ? withoutApps(drawn) : drawn));

/** A service, and the events that happen to it. */
export interface Story {
  readonly options: ServiceOptions;
  readonly lags: readonly number[];
  /** The app `tides` before the first run; null if it does not exist yet. */
  readonly start: Start;
  /** The number of other apps that the account has. */
  readonly others: number;
  readonly steps: readonly RunStep[];
}

/** Returns the story without `tides` and without the other apps of its first run at the start. */
function withoutApps({ steps, ...rest }: Story): Story {
  const [first, ...others] = steps;
  if (first === undefined) return { ...rest, steps };
  const beside = first.beside.map((app) => ({ ...app, start: null }));
  return { ...rest, start: null, steps: [{ ...first, beside }, ...others] };
}
