import assert from 'node:assert/strict';
import { keepAnnotations } from '../../../scripts/runner/annotations.ts';
import { normalizeLineEnds, parseCommands } from '../../../scripts/runner/commands.ts';
import { parseOutputFile } from '../../../scripts/runner/output-file.ts';
import type { Problem } from '../../../src/app/problem.ts';
import type { Failure } from '../../../src/errors.ts';
import { emitReports, type MarkedComment, type Sinks } from '../../../src/report/emit.ts';
import type { Annotation } from '../../../src/report/log.ts';
import { createLog } from '../../../src/report/log.ts';
import { redactReport } from '../../../src/report/redact.ts';
import { type AppFacts, type Plan, Report, type Step } from '../../../src/report/report.ts';
import type { ShownRun } from '../../support/snapshot.ts';

/** The page that the codes of failures are explained on. */
export const docsUrl = 'https://github.com/o/action/blob/v1/docs/troubleshooting.md';

/** The pages of the run that is reported. */
export const runLinks: Sinks['links'] = {
  commit: { sha: 'abc1234def', url: 'https://github.com/o/r/commit/abc1234def' },
  runUrl: 'https://github.com/o/r/actions/runs/1',
  pageUrl: null,
  pictureUrls: [],
};

/** An app of which the service showed only the required fields. */
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
  return {
    path: null,
    line: null,
    column: null,
    code: null,
    message,
    fix: null,
    severity: 'error',
    ...parts,
  };
}

/** A failure, with the given parts in place of the usual ones. */
export function makeFailure(parts: Partial<Failure> = {}): Failure {
  const message = 'The folder site was not found.';
  return {
    kind: 'failed',
    code: 'folder_missing',
    message,
    next: 'Name a folder that exists.',
    path: null,
    ...parts,
  };
}

/** The end of a failed run, or of another kind of failure. */
export function fail(parts: Partial<Failure> = {}) {
  const failure = makeFailure(parts);
  return { outcome: failure.kind, failure };
}

/** The end of a dry run; `planned` is null if it was offline. */
export function plan(planned: Plan | null) {
  return { outcome: 'planned', plan: planned } as const;
}

/** The plan of a dry run to make these changes. */
export function makePlan(...steps: readonly Step[]): Extract<Plan, { readonly kind: 'change' }> {
  return { kind: 'change', steps };
}

/** The parts of a report that follow from others, and those that are given as lists. */
type Derived =
  | 'changed'
  | 'submitted'
  | 'isSubmitting'
  | 'reviewResult'
  | 'exitCode'
  | 'shownProblems'
  | 'done'
  | 'doneByOther';

/** The given parts of a report. */
export interface Given extends Partial<Omit<Report, Derived>> {
  readonly done?: readonly Step[];
  readonly doneByOther?: readonly Step[];
}

/** A run to report, and its differences to a run on a runner. */
export interface GivenRun extends Given {
  readonly sinks?: Partial<Sinks>;
}

/**
 * A report of a deploy without facts, except the given ones. An app that was read is the requested
 * one.
 */
export function makeRawReport(given: GivenRun = {}): Report {
  const { done = [], doneByOther = [], sinks: _, ...parts } = given;
  const report = new Report(given.app?.slug ?? '', null, {
    command: 'deploy',
    isDryRun: false,
    submits: false,
    baseBranch: null,
    realRun: '',
    statusRun: '',
  });
  for (const step of done) report.done.add(step);
  for (const step of doneByOther) report.doneByOther.add(step);
  const now = Date.UTC(2026, 10, 24, 14, 5);
  return Object.assign(report, { now, outcome: 'deployed' }, parts);
}

/**
 * The report without secrets, as the renderers take it. It has no link to the page of the codes
 * unless one is given.
 */
export function makeReport(
  given: GivenRun = {},
  page: string | null = null,
  secrets: readonly string[] = [],
): Report {
  return redactReport(makeRawReport(given), secrets, page);
}

/** The lines of an annotation. */
export function readLines({ texts, more = '' }: Annotation): string {
  return [...texts, more].filter((text) => text !== '').join('\n');
}

/** A log that keeps its output in memory, and what it has printed so far. */
export function openLog(options: Parameters<typeof createLog>[0]) {
  const printed: string[] = [];
  const capture = <T extends readonly unknown[]>(print: (...texts: T) => void) => {
    return (...texts: T): void => {
      const { write } = process.stdout;
      process.stdout.write = (chunk: string | Uint8Array) => printed.push(String(chunk)) > 0;
      try {
        print(...texts);
      } finally {
        process.stdout.write = write;
      }
    };
  };
  const { info, debug, warn, annotate, annotateFolded, group, list, fold } = createLog(options);
  const log: Sinks['log'] = {
    info: capture(info),
    debug: capture(debug),
    warn: capture(warn),
    annotate: capture(annotate),
    annotateFolded: capture(annotateFolded),
    fold: capture(fold),
    list: capture(list),
    async group(title, work) {
      const { write } = process.stdout;
      process.stdout.write = (chunk: string | Uint8Array) => printed.push(String(chunk)) > 0;
      try {
        return await group(title, work);
      } finally {
        process.stdout.write = write;
      }
    },
  };
  return { log, read: () => normalizeLineEnds(printed.join('')) };
}

/** Reports a run of one app as on a runner, and returns what the runner and people see of it. */
export function show(given: GivenRun): Promise<ShownRun> {
  return showAll(given);
}

/** Reports a run of one app or of several, with the sinks of the first one. */
export async function showAll(given: GivenRun | readonly GivenRun[]): Promise<ShownRun> {
  const runs = Array.isArray(given) ? given : [given];
  const outputs: Record<string, string> = {};
  const summary: string[] = [];
  const { log, read } = openLog({ isDebug: false, secrets: [] });
  let comment: string | null = null;
  const post = async ({ mark, body }: MarkedComment) => {
    comment = `${mark}\n${body}`;
    return 'created' as const;
  };
  await emitReports(
    runs.map((run) => makeRawReport(run)),
    {
      log,
      writeOutputs: (text) => {
        Object.assign(outputs, Object.fromEntries(parseOutputFile(text)));
      },
      writeSummary: (text) => {
        // A run that is being cancelled may get no further than this.
        assert.ok('results' in outputs);
        assert.match(read(), /^::(?:error|warning|notice) /m);
        summary.push(text);
      },
      comment: { post, service: 'https://apps.example', patterns: null },
      links: runLinks,
      docsUrl,
      secrets: [],
      ...runs[0]?.sinks,
    },
  );
  return {
    outputs,
    annotations: keepAnnotations(parseCommands(read())),
    output: read(),
    summary: summary.join(''),
    comment,
  };
}
