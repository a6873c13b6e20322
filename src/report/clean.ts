import { createRedact, redactAll } from '../secrets.ts';
import type { Report } from './report.ts';

/** A report without secrets: the only kind that the renderers take, so that none of them can forget it. */
export interface CleanReport extends Report {
  readonly clean: true;
}

/** Takes the report's secrets out of every text in it, also out of the lines that are read later on. */
export function cleanReport(report: Report): CleanReport {
  const redact = createRedact(report.secrets);
  const { outcome, facts, repositoryPath } = report;
  return {
    ...report,
    clean: true,
    ...redactAll({ outcome, facts, repositoryPath }, redact, closedWords),
    readLines: async (path, first, last) => (await report.readLines(path, first, last))?.map(redact) ?? null,
  };
}

/** The words of ours that decide how a run is told: they stay what they are, even where a secret is one of them. */
const closedWords: ReadonlySet<string> = new Set([
  ...['deployed', 'unchanged', 'planned', 'skipped', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read'],
  ...['rejected', 'failed', 'unknown'],
  ...['in-review', 'stale', 'fork'],
  ...['change', 'nothing', 'skip', 'refuse', 'in_review', 'published'],
  ...['create', 'deploy', 'update', 'submit', 'delete'],
  ...['added', 'changed', 'removed'],
  ...['approved', 'refused', 'withdrawn', 'pending'],
  ...['error', 'warning'],
]);
