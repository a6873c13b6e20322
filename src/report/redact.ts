import type { Problem } from '../app/problem.ts';
import type { Failure } from '../errors.ts';
import { createRedact } from '../text/secrets.ts';
import { type AppFacts, Report, type TextChanges } from './report.ts';

type Redact = (text: string) => string;

/**
 * Returns a copy of a report without secrets, also in the lines of files that are read later. This
 * must be done before a text is cut, because a cut secret would not be recognized. It names every
 * text that may come from outside. `docsUrl`: the page docs/troubleshooting.md of the version in
 * use; null if it is not known.
 */
export function redactReport(
  report: Report,
  secrets: readonly string[],
  docsUrl: string | null,
): Report {
  const redact = createRedact(secrets);
  const redactOptional = (text: string | null): string | null => text && redact(text);
  const copy = new Report(redact(report.slug), redactOptional(report.folder), {
    command: report.command,
    isDryRun: report.isDryRun,
    submits: report.submits,
    baseBranch: redactOptional(report.baseBranch),
    realRun: redact(report.realRun),
    statusRun: redact(report.statusRun),
  });
  const { slug, folder, baseBranch, realRun, statusRun } = copy;
  return Object.assign(copy, report, {
    slug,
    folder,
    baseBranch,
    realRun,
    statusRun,
    docsUrl,
    repositoryPath: redactOptional(report.repositoryPath),
    runWarnings: report.runWarnings.map(redact),
    readLines: (path: string, first: number, last: number) =>
      report.readLines(path, first, last)?.map(redact) ?? null,
    failure: report.failure && redactFailure(report.failure, redact),
    app: report.app && redactApp(report.app, redact),
    statusBefore: redactOptional(report.statusBefore),
    excluded: report.excluded.map(({ path, reason }) => {
      return { path: redact(path), reason: redact(reason) };
    }),
    changes: report.changes?.map((change) => ({ ...change, path: redact(change.path) })) ?? null,
    textChanges: redactTexts(report.textChanges, redact),
    problems: report.problems.map((problem) => redactProblem(problem, redact)),
    termsRequired: redactOptional(report.termsRequired),
    termsAccepted: redactOptional(report.termsAccepted),
    apps: report.apps?.map((app) => redactApp(app, redact)) ?? null,
    waits: report.waits.map((wait) => {
      return { ...wait, what: redact(wait.what), why: redact(wait.why) };
    }),
    notices: report.notices.map(redact),
    warnings: report.warnings.map(redact),
  });
}

function redactFailure(failure: Failure, redact: Redact): Failure {
  const { path, headline, stack } = failure;
  return {
    ...failure,
    message: redact(failure.message),
    next: redact(failure.next),
    path: path && redact(path),
    ...(headline !== undefined && { headline: redact(headline) }),
    ...(stack !== undefined && { stack: redact(stack) }),
  };
}

function redactApp(app: AppFacts, redact: Redact): AppFacts {
  const redactOptional = (text: string | null): string | null => text && redact(text);
  return {
    slug: redact(app.slug),
    url: redactOptional(app.url),
    name: redactOptional(app.name),
    status: redactOptional(app.status),
    reviewNote: redactOptional(app.reviewNote),
    updatedAt: redactOptional(app.updatedAt),
    submittedAt: redactOptional(app.submittedAt),
    publishedAt: redactOptional(app.publishedAt),
  };
}

function redactTexts(texts: TextChanges, redact: Redact): TextChanges {
  const files = texts.files.map((file) => {
    return { ...file, path: redact(file.path), lines: file.lines.map(redact) };
  });
  return { files, named: texts.named.map(redact), moreFiles: texts.moreFiles };
}

function redactProblem(problem: Problem, redact: Redact): Problem {
  const { path, code, fix, placeInText } = problem;
  const redacted = {
    ...problem,
    path: path && redact(path),
    code: code && redact(code),
    message: redact(problem.message),
    fix: fix && redact(fix),
  };
  return placeInText === undefined ? redacted : { ...redacted, placeInText: redact(placeInText) };
}
