import fc from 'fast-check';
import type { Inputs } from '../../src/inputs.ts';
import type { Move } from '../support/fake-service/app.ts';
import { type Fault, type FaultKind, isEarly, lossKinds, saysYes } from '../support/fake-service/faults.ts';
import { type Files, makeFiles } from '../support/fake-service/folder.ts';
import { type FakeOptions, forbiddenText } from '../support/fake-service/service.ts';

/** The folders that runs deploy: some differ in one place only, one breaks the rules, one has a file that no read lists. */
export const folders: readonly Files[] = [
  makeFiles(),
  makeFiles({ 'index.html': '<h1>Waves</h1>' }),
  makeFiles({ 'service.json': '{ "tagline": "High and low", "name": "Tides" }', 'instructions.md': 'Be kind.' }),
  makeFiles({ 'assets/a.png': Buffer.from('89504e47', 'hex'), 'README.md': 'Tides' }),
  makeFiles({ 'README.md': 'Tides, second edition' }),
  makeFiles({ 'index.html': forbiddenText }),
];

/** A run of a command, with what goes wrong with its requests. */
export interface RunStep {
  readonly do: 'run';
  readonly inputs: Partial<Inputs>;
  readonly folder: number;
  /** By request, null for none. */
  readonly faults: readonly (Fault | null)[];
  /** What the reviewer does while the run waits for a verdict. */
  readonly verdict: { readonly afterMs: number; readonly move: ReviewMove } | null;
}

export type ReviewMove = Exclude<Move, 'update' | 'submit'>;

/** One thing that happens in a story. */
export type Step = RunStep | { readonly do: 'review'; readonly move: ReviewMove };

/** A story: a service that fills the document's openness in some way, and what happens to it. */
export interface Story {
  readonly options: Partial<FakeOptions>;
  /** The app at the beginning, with one of the folders; null for none. */
  readonly start: { readonly status: string; readonly folder: number } | null;
  readonly steps: readonly Step[];
}

const kinds: readonly FaultKind[] = [
  ...lossKinds,
  'not_sent',
  '429',
  '429_after_2',
  '429_after_999',
  'empty',
  'appless',
  'cancelled',
  'deadline',
];

const fault: fc.Arbitrary<Fault> = fc
  .tuple(fc.constantFrom(...kinds), fc.constantFrom('before' as const, 'after' as const))
  .map(([kind, when]) => ({ kind, when: isEarly(kind) ? 'before' : saysYes(kind) ? 'after' : when }));

const move = fc.constantFrom<ReviewMove>('approve', 'reject', 'request_changes', 'take_down');

const inputs: fc.Arbitrary<Partial<Inputs>> = fc.record(
  {
    command: fc.constantFrom(
      'deploy' as const,
      'deploy' as const,
      'deploy' as const,
      'submit' as const,
      'create' as const,
      'update' as const,
      'delete' as const,
      'status' as const,
      'list' as const,
    ),
    submit: fc.boolean(),
    create: fc.boolean(),
    force: fc.boolean(),
    dryRun: fc.constantFrom(false, false, false, true),
    onInReview: fc.constantFrom('fail' as const, 'skip' as const, 'replace' as const, 'replace' as const),
    termsVersion: fc.constantFrom('2026-10', '2026-10', '2026-10', '2025-01'),
    waitForReviewMinutes: fc.constantFrom(0, 0, 1),
  },
  { requiredKeys: ['command'] },
);

const runStep: fc.Arbitrary<RunStep> = fc.record({
  do: fc.constant('run' as const),
  inputs,
  folder: fc.nat({ max: folders.length - 1 }),
  faults: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: fault }), {
    maxLength: 8,
  }),
  verdict: fc.option(fc.record({ afterMs: fc.nat({ max: 50_000 }), move })),
});

const reviewStep = fc.record({ do: fc.constant('review' as const), move });

/** Any story of at most eight steps. */
export const story: fc.Arbitrary<Story> = fc.record({
  options: fc.record({
    answers: fc.constantFrom('app' as const, 'wrapped' as const, 'appless' as const, 'empty' as const),
    listed: fc.constantFrom('all' as const, 'documented' as const),
    dialect: fc.constantFrom('text' as const, 'text' as const, 'data' as const),
  }),
  start: fc.option(
    fc.record({
      status: fc.constantFrom(
        'draft',
        'in_review',
        'not_approved',
        'published',
        'published_with_unreviewed_changes',
        'taken_down',
        'changes_requested',
        'a_state_of_tomorrow',
      ),
      folder: fc.nat({ max: folders.length - 2 }),
    }),
  ),
  steps: fc.array(fc.oneof({ weight: 4, arbitrary: runStep }, { weight: 1, arbitrary: reviewStep }), {
    minLength: 1,
    maxLength: 8,
  }),
});
