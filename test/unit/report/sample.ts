import type { Failure } from '../../../src/action-error.ts';
import { type AppFacts, type Facts, type Outcome, type Plan, RunState, type Step } from '../../../src/outcome.ts';
import type { Problem } from '../../../src/problem.ts';
import { type CleanReport, cleanReport, type Report } from '../../../src/report/clean.ts';
import { type Comment, type CommentPort, postComment } from '../../../src/report/comment.ts';

/** The page that the codes of failures are explained on. */
export const docsUrl = 'https://github.com/o/action/blob/v1/docs/troubleshooting.md';

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

/** Facts that hold one of two texts wherever they hold one from outside. */
export function fillFacts(one: string, other = one) {
  const app = makeApp({ slug: one, url: other, status: other, reviewNote: one, name: other, updatedAt: one });
  return {
    slug: one,
    app,
    statusBefore: one,
    excluded: [{ path: one, reason: other }],
    changes: [{ path: other, kind: 'added', bytesBefore: null, bytesAfter: 1 }],
    textChanges: {
      files: [
        {
          path: one,
          hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${one}`, `+${other}`, ` ${one}`] }],
          moreLines: 0,
        },
      ],
      named: [{ path: other, kind: 'changed', bytesBefore: 1, bytesAfter: 1 }],
      moreFiles: 0,
    },
    problems: [
      makeProblem({ path: one, line: 1, column: 2, code: other, message: one, fix: other }),
      makeProblem({ path: other, message: other, severity: 'warning' }),
    ],
    termsRequired: other,
    apps: [{ ...app, slug: other, name: one, status: one, url: one }],
    waits: [{ what: one, milliseconds: 1, why: other, attempt: 2, maxAttempts: 4 }],
    notices: [one],
    warnings: [other],
  } as const satisfies Partial<Facts>;
}

/** Why a run failed, or what is given. */
export function makeFailure(parts: Partial<Failure> = {}): Failure {
  return {
    kind: 'failed',
    code: 'folder_missing',
    message: 'The folder site was not found.',
    next: 'Name a folder that exists.',
    path: null,
    ...parts,
  };
}

/** A report of a deploy that learned nothing, or what is given. An app that was read is the one that was asked for. */
export function makeRawReport({
  facts,
  ...parts
}: Partial<Omit<Report, 'facts'>> & { facts?: Partial<Facts> } = {}): Report {
  return {
    command: 'deploy',
    outcome: { kind: 'deployed' },
    repositoryPath: null,
    readLines: () => Promise.resolve(null),
    secrets: [],
    ...parts,
    facts: { ...new RunState(facts?.app?.slug ?? '').facts, ...facts },
  };
}

/** The same without secrets, as the renderers take it; without the page of the codes unless it is given. */
export function makeReport(parts: Parameters<typeof makeRawReport>[0] = {}, page: string | null = null): CleanReport {
  return cleanReport(makeRawReport(parts), page);
}

/** The plan of a dry run to make these changes. */
export function makePlan(...steps: readonly Step[]): Extract<Plan, { readonly do: 'change' }> {
  return { do: 'change', steps };
}

/** Every plan of a dry run; null where the service was not asked. */
const everyPlan: readonly (Plan | null)[] = [
  null,
  ...[makePlan('deploy'), makePlan('create', 'deploy', 'submit'), makePlan('submit'), makePlan('delete')],
  { ...makePlan('update'), fields: ['name', 'html'] },
  { do: 'skip' },
  ...(['unchanged', 'in_review', 'published'] as const).map((why) => ({ do: 'nothing', why }) as const),
];

const doneKinds = ['deployed', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read', 'unchanged'] as const;

/** One outcome of every kind, every reason to skip, and every plan. */
export const everyOutcome: readonly Outcome[] = [
  ...doneKinds.map((kind) => ({ kind })),
  ...(['in-review', 'stale', 'fork'] as const).map((skipReason) => ({ kind: 'skipped', skipReason }) as const),
  { kind: 'planned', plan: null, skipReason: 'fork' },
  ...everyPlan.map((plan) => ({ kind: 'planned', plan }) as const),
  ...(['rejected', 'failed', 'unknown'] as const).map((kind) => ({ kind, failure: makeFailure({ kind }) })),
];

/** An outcome of a name, whatever else it needs. */
export function makeOutcome(name: Outcome['kind']): Outcome {
  return everyOutcome.find(({ kind }) => kind === name) ?? { kind: 'read' };
}

/** A pull request with these comments, and what is sent to it. */
export function openPullRequest(comments: readonly Comment[] = []) {
  const sent: { readonly id: number | null; readonly body: string }[] = [];
  const port: CommentPort = {
    async *list() {
      yield* comments;
    },
    create: async (body) => void sent.push({ id: null, body }),
    update: async (id, body) => void sent.push({ id, body }),
  };
  return { port, sent };
}

/** The first comment that a report makes; empty where it makes none. */
export async function renderComment(report: CleanReport, runUrl: string | null = null): Promise<string> {
  const { port, sent } = openPullRequest();
  await postComment(report, { port, runUrl });
  return sent[0]?.body ?? '';
}
