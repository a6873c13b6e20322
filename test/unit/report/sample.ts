import type { AppFacts, Facts, Intent, Outcome, OutcomeName, Problem } from '../../../src/outcome.ts';
import { RunState } from '../../../src/outcome.ts';
import { type CleanReport, cleanReport } from '../../../src/report/clean.ts';
import type { Report } from '../../../src/report/report.ts';

/** Facts of a run that learned nothing. */
export const noFacts: Facts = new RunState('').facts;

/** An app of which the service said only what it must. */
export function makeApp(parts: Partial<AppFacts> = {}): AppFacts {
  return {
    slug: 'tides',
    url: null,
    status: null,
    reviewNote: null,
    name: null,
    updatedAt: null,
    submittedAt: null,
    publishedAt: null,
    ...parts,
  };
}

/** A problem of which only the message is known. */
export function makeProblem(parts: Partial<Problem> = {}): Problem {
  const message = 'The page loads a script from another host';
  return { path: null, line: null, column: null, code: null, message, fix: null, severity: 'error', ...parts };
}

/** A report of a deploy that learned nothing, or what is given. */
export function makeRawReport({
  facts,
  ...parts
}: Partial<Omit<Report, 'facts'>> & { facts?: Partial<Facts> } = {}): Report {
  return {
    command: 'deploy',
    dryRun: false,
    outcome: { kind: 'deployed' },
    repositoryPath: null,
    readLines: () => Promise.resolve(null),
    secrets: [],
    ...parts,
    facts: { ...noFacts, ...facts },
  };
}

/** The same without secrets, as the renderers take it. */
export function makeReport(parts: Parameters<typeof makeRawReport>[0] = {}): CleanReport {
  return cleanReport(makeRawReport(parts));
}

const failure = {
  code: 'folder_missing',
  message: 'The folder site was not found.',
  next: 'Name a folder that exists.',
};

/** Every plan of a dry run. */
export const everyPlan: readonly Intent[] = [
  ...[true, false].flatMap((createFirst) =>
    [true, false].map((submits) => ({ do: 'deploy', createFirst, submits }) as const),
  ),
  { do: 'update', fields: ['name', 'html'] },
  ...(['submit', 'create', 'delete', 'skip'] as const).map((step) => ({ do: step })),
  ...(['unchanged', 'in_review', 'published'] as const).map((why) => ({ do: 'nothing', why }) as const),
  { do: 'refuse', failure },
];

/** One outcome of every kind, every reason to skip, and every plan. */
export const everyOutcome: readonly Outcome[] = [
  ...(
    ['deployed', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read', 'unchanged', 'planned'] as const
  ).map((kind) => ({ kind })),
  ...(['unchanged', 'in-review', 'stale', 'fork'] as const).map(
    (skipReason) => ({ kind: 'skipped', skipReason }) as const,
  ),
  { kind: 'planned', skipReason: 'fork' },
  ...everyPlan.map((plan) => ({ kind: 'planned', plan }) as const),
  ...(['rejected', 'failed', 'unknown'] as const).map((kind) => ({ kind, failure })),
];

/** An outcome of a name, whatever else it needs. */
export function makeOutcome(name: OutcomeName): Outcome {
  return everyOutcome.find(({ kind }) => kind === name) ?? { kind: 'read' };
}
