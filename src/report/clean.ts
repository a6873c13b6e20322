import type { AppFacts, Facts, Failure, Outcome, Problem } from '../outcome.ts';
import { createRedact, type Redact } from './redact.ts';
import type { Report } from './report.ts';

/** A report without secrets: the only kind that the renderers take, so that none of them can forget it. */
export interface CleanReport extends Report {
  readonly clean: true;
}

/** Takes the report's secrets out of every text in it, also out of the lines that are read later on. */
export function cleanReport(report: Report): CleanReport {
  const redact = createRedact(report.secrets);
  const { termsRequired } = report.facts;
  return {
    ...report,
    clean: true,
    outcome: cleanOutcome(report.outcome, redact),
    facts: cleanFacts({ ...report.facts, termsRequired: dropPiece(termsRequired, report.secrets) }, redact),
    repositoryPath: cleanNullable(report.repositoryPath, redact),
    readLines: async (path, first, last) => (await report.readLines(path, first, last))?.map(redact) ?? null,
  };
}

/** A word that was cut out of a text may be a piece of a secret, which would not be known as one: then there is none. */
function dropPiece(word: string | null, secrets: readonly string[]): string | null {
  if (word === null || word.length < shortestPiece) return word;
  return secrets.some((secret) => secret !== word && secret.includes(word)) ? null : word;
}

/** Shorter ones are in almost any secret by chance, and give nothing away. */
const shortestPiece = 4;

function cleanOutcome(outcome: Outcome, redact: Redact): Outcome {
  if ('failure' in outcome) return { ...outcome, failure: cleanFailure(outcome.failure, redact) };
  if (outcome.kind !== 'planned' || outcome.plan?.do !== 'refuse') return outcome;
  return { ...outcome, plan: { ...outcome.plan, failure: cleanFailure(outcome.plan.failure, redact) } };
}

function cleanFailure({ code, message, next, stack }: Failure, redact: Redact): Failure {
  const failure = { code: redact(code), message: redact(message), next: redact(next) };
  return stack === undefined ? failure : { ...failure, stack: redact(stack) };
}

function cleanFacts(facts: Facts, redact: Redact): Facts {
  return {
    ...facts,
    slug: cleanNullable(facts.slug, redact),
    app: facts.app === null ? null : cleanApp(facts.app, redact),
    statusBefore: cleanNullable(facts.statusBefore, redact),
    excluded: facts.excluded.map((entry) => ({ ...entry, path: redact(entry.path), reason: redact(entry.reason) })),
    changes: facts.changes?.map((change) => ({ ...change, path: redact(change.path) })) ?? null,
    problems: facts.problems.map((problem) => cleanProblem(problem, redact)),
    termsRequired: cleanNullable(facts.termsRequired, redact),
    apps: facts.apps?.map((app) => cleanApp(app, redact)) ?? null,
    waits: facts.waits.map((wait) => ({ ...wait, what: redact(wait.what), why: redact(wait.why) })),
    notices: facts.notices.map(redact),
    warnings: facts.warnings.map(redact),
  };
}

function cleanApp(app: AppFacts, redact: Redact): AppFacts {
  return {
    slug: redact(app.slug),
    url: cleanNullable(app.url, redact),
    status: cleanNullable(app.status, redact),
    reviewNote: cleanNullable(app.reviewNote, redact),
    name: cleanNullable(app.name, redact),
    updatedAt: cleanNullable(app.updatedAt, redact),
    submittedAt: cleanNullable(app.submittedAt, redact),
    publishedAt: cleanNullable(app.publishedAt, redact),
  };
}

function cleanProblem(problem: Problem, redact: Redact): Problem {
  return {
    ...problem,
    path: cleanNullable(problem.path, redact),
    code: cleanNullable(problem.code, redact),
    message: redact(problem.message),
    fix: cleanNullable(problem.fix, redact),
  };
}

function cleanNullable(text: string | null, redact: Redact): string | null {
  return text === null ? null : redact(text);
}
