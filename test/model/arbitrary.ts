import fc from 'fast-check';
import { type Assumptions, switches } from '../../sandbox/assumptions.ts';
import type { Fault } from '../../sandbox/faults.ts';
import type { Command, Inputs } from '../../src/model/inputs.ts';
import { type Files, makeFiles } from '../support/fake-service/folder.ts';
import { forbiddenText } from '../support/fake-service/service.ts';

/**
 * The folders that are deployed: some differ in one place only, one breaks the rules, two have a
 * file that a read may not list.
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

/** The folder of this number. */
export function getFolder(number: number): Files {
  return folders[number] ?? {};
}

type Drawn<Of> = Of extends fc.Arbitrary<infer T> ? T : never;

/** One of these, as often as its weight says. */
function weigh<T>(
  ...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** In one story of four, null in the others. */
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return weigh<T | null>([3, fc.constant(null)], [1, arbitrary]);
}

/** None so often, for one time that there are some. */
function orNone<T>(weight: number, arbitrary: fc.Arbitrary<T[]>): fc.Arbitrary<readonly T[]> {
  return weigh<readonly T[]>([weight, fc.constant([])], [1, arbitrary]);
}

const when = fc.constantFrom('before' as const, 'after' as const);

/**
 * What goes wrong with a request: a fault of the sandbox; or there is no connection, or the run
 * ends meanwhile.
 */
type RequestFault = Partial<Fault> | 'no_connection' | 'cancel' | 'deadline';

/**
 * What says nothing on whether a change was made, so that it comes before the commit or after it.
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
/** Nothing was sent, or the service said that it did nothing; or it lies. */
const early: readonly RequestFault[] = [
  ...[
    'no_connection' as const,
    { status: 429 },
    { status: 429, retry_after: 2 },
    { status: 429, retry_after: 999 },
  ],
  ...[{ kind: 'echo' } as const, { kind: 'echo' } as const],
];
/** After the change was made: no response, or late, or one that says nothing. */
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

/** An act of somebody else, before a request of the run is handled. */
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
 * By request: so it shrinks. Two changes of the content by others are a bound of their own: the
 * second may hide the first.
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

/** An outage that any run can outlive, in milliseconds. */
export const maxOutageMs = 10_000;

/** From a request on, whatever is sent fails for a time. */
const outage = fc.record({
  request: fc.nat({ max: 8 }),
  milliseconds: fc.integer({ min: 1_000, max: maxOutageMs }),
  fault: fc.constantFrom<Partial<Fault>[]>(
    { status: 503 },
    { status: 404, body: 'html' },
    { status: 502 },
  ),
  when,
  /** In a run of several apps it may outlive the minute for which a read is tried again. */
  isLong: fc.boolean(),
});

/** An act of the reviewer, or of the owner, while the run waits for a result. */
const review = fc.record({
  afterMs: fc.nat({ max: 60_000 }),
  move: fc.constantFrom('approve', 'reject', 'withdraw'),
});

/**
 * A run of a command, with what goes wrong with its requests, and what others do meanwhile; `twin`
 * runs at the same time. `beside`: the other apps of a deploy of several; they are as `start` says
 * if they are not there yet.
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
      // Until the next run begins.
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

/** Only a deploy takes several apps, without a submission. */
const ofSeveral: Partial<Inputs> = {
  ...{
    command: 'deploy',
    folder: 'app',
    submit: false,
    waitForReviewMinutes: 0,
    timeoutMinutes: 60,
  },
};

/** An app at the beginning, with one of the folders; null for none. */
type Start = { readonly status: string; readonly folder: number } | null;

/** Faults that would hide the rest. */
const fixed = {
  ...({ form: 'current', deploy_body: 'files', not_found: 'error' } as const),
  ...({ other_files: 'kept', page_rules: 'none' } as const),
};

/** The open points, each filled in any way. */
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

/** A service that fills the document's openness in some way. */
export interface ServiceOptions extends Assumptions {
  /**
   * Milliseconds until a change is made that is accepted with 202; null makes it at once, with 200.
   */
  readonly pendingMs: number | null;
  /** Whether a deploy has the service make a file of its own. */
  readonly makesFile: boolean;
  /** Whether reads show a page that the service made as `html` alone, with a time in it. */
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

/** A 202 is drawn with the time after which the change is made. */
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

/**
 * The most that lag and a late commit, or a late state, come to together: by age no more can be
 * known.
 */
export const maxLagMs = 6_900;
/** The longest delay of a commit, or of a state, at which the reads still find it. */
const maxLateMs = 20_000;

/** The lag of the service's reads behind its changes, in milliseconds. */
export interface Lags {
  /** Of each read in turn, but for the first of a run. */
  readonly reads: readonly number[];
  readonly lagging: Fault['part'];
  /** Of each change in turn: how late after its response it is made. */
  readonly commits: readonly number[];
  /** Of each deploy or update in turn: how late after its files its state shows. */
  readonly follows: readonly number[];
  /** Of each deploy in turn: how late after its state its files show. */
  readonly files: readonly number[];
  /** By how much the first read of a run lags: it shows the time before the run. */
  readonly first: number;
}

const noLags: Lags = { reads: [], lagging: 'all', commits: [], follows: [], files: [], first: 0 };
const reads = (max: number) => fc.array(fc.nat({ max }), { minLength: 1, maxLength: 8 });
const lates = (max: number) =>
  fc.array(fc.oneof(fc.constant(0), fc.nat({ max })), { minLength: 1, maxLength: 3 });
const lagging = fc.constantFrom('all', 'all', 'state', 'files');
const near = fc
  .nat({ max: maxLagMs })
  .chain((most) =>
    fc.record({
      reads: reads(maxLagMs - most),
      lagging,
      late: lates(most),
      isCommit: fc.boolean(),
    }),
  )
  .map(({ late, isCommit, ...rest }): Lags => {
    return { ...noLags, ...rest, ...(isCommit ? { commits: late } : { follows: late }) };
  });

const lags = weigh<Lags>(
  [4, fc.constant(noLags)],
  [3, near],
  // A commit after 7 s and a read that lags would be a lag of more in all.
  [2, lates(maxLateMs).map((commits) => ({ ...noLags, commits }))],
  [
    2,
    fc
      .record({ reads: orNone(1, reads(maxLagMs)), lagging, follows: lates(maxLateMs) })
      .map((parts) => ({ ...noLags, ...parts })),
  ],
  [1, lates(maxLateMs).map((files) => ({ ...noLags, files }))],
  [2, fc.nat({ max: maxLagMs }).map((first) => ({ ...noLags, first }))],
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
 * Any story of at most three runs, of at most three folders, so that one comes back. At the start
 * there is an app or none.
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
  .map((drawn) => (drawn.steps[0]?.beside[0]?.start === null ? withoutApps(drawn) : drawn))
  // A word of its own for the review, and late: it cannot be told from the one that the app had
  // before the deploy.
  .map((drawn) =>
    drawn.options.submit_leads_to === 'in_first_review'
      ? { ...drawn, lags: { ...drawn.lags, follows: [] } }
      : drawn,
  )
  // A deploy that only removes files is of content that was there before: made 7 s and more later,
  // it is a bound.
  .map((drawn) =>
    Math.max(0, ...drawn.lags.commits) > maxLagMs ? withoutExtraFiles(drawn) : drawn,
  );

/** A service, and what happens to it. */
export interface Story {
  readonly options: ServiceOptions;
  readonly lags: Lags;
  /** The app `tides`, over a published one. */
  readonly start: Start;
  /** The number of other apps that the account has. */
  readonly others: number;
  readonly steps: readonly RunStep[];
}

/** True if its first run is about several apps, and none of them is there. */
function withoutApps({ steps, ...rest }: Story): Story {
  const [first, ...others] = steps;
  if (first === undefined) return { ...rest, steps };
  const beside = first.beside.map((app) => ({ ...app, start: null }));
  return { ...rest, start: null, steps: [{ ...first, beside }, ...others] };
}

/** With the folders of two files alone: of these none holds all of another. */
function withoutExtraFiles({ start, steps, ...rest }: Story): Story {
  const toSmall = <T extends { readonly folder: number }>(drawn: T): T =>
    drawn.folder === 3 || drawn.folder === 4 ? { ...drawn, folder: 1 } : drawn;
  const small = steps.map((step) => {
    const beside = step.beside.map((app) =>
      toSmall({ ...app, start: app.start && toSmall(app.start) }),
    );
    return toSmall({ ...step, beside, twin: step.twin && toSmall(step.twin) });
  });
  return { ...rest, start: start && toSmall(start), steps: small };
}
