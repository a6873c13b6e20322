/** Notes in the report what the responses to a change say, besides whether it was made. */
import { type ApiError, isErrorInSuccess } from '../api/api-error.ts';
import { readWarnings } from '../api/error-body.ts';
import type { Problem } from '../app/problem.ts';
import type { ActionError } from '../errors.ts';
import { isSameFault } from '../folder/check-words.ts';
import type { Folder } from '../folder/folder.ts';
import { locateProblems } from '../folder/locate.ts';
import type { Step } from '../report/report.ts';
import type { Run } from '../run/run.ts';
import { formatCount } from '../text/format.ts';

/** The change that a response is about. */
export interface RequestedChange {
  readonly step: Step;
  /** The folder in which the problems that the service reports are located; null without one. */
  readonly folder: Folder | null;
}

/** How messages name each change. */
export const stepNouns: Readonly<Record<Step, string>> = {
  create: 'creation',
  deploy: 'deploy',
  update: 'update',
  submit: 'submission',
  withdraw: 'withdrawal',
  delete: 'deletion',
};

/** Notes an error that came with a 2xx response as warnings, since a read shows the change. */
export function noteRemarks(error: ActionError | null, change: RequestedChange, run: Run): void {
  if (!isErrorInSuccess(error)) return;
  const { message, problems } = error.details;
  const remarks = problems.map((problem) => ({ ...problem, severity: 'warning' as const }));
  noteProblems({ ...error.details, problems: remarks }, change, run);
  if (message === null) return;
  run.report.warn(`The service made the ${stepNouns[change.step]}, and responded: ${message}`);
}

export function noteWarnings(body: unknown, change: RequestedChange, run: Run): void {
  const { problems, moreProblems } = readWarnings(body);
  placeProblems(problems, change, run);
  if (moreProblems > 0)
    run.report.warn(
      `The service gave ${formatCount(moreProblems, 'more warning')} about the ${stepNouns[change.step]}.`,
    );
}

/** Notes the problems of a response, and the terms version that it requires. */
export function noteProblems(
  details: ApiError['details'],
  change: RequestedChange,
  run: Run,
): void {
  const { report } = run;
  placeProblems(details.problems, change, run);
  report.moreProblems = details.moreProblems;
  report.termsRequired = details.termsVersion;
}

function placeProblems(
  problems: readonly Problem[],
  change: RequestedChange,
  { report }: Run,
): void {
  const { folder, step } = change;
  const sent = step === 'deploy' ? 'files' : 'fields';
  const placed = locateProblems(folder, problems, sent);
  // A problem from the service replaces the same problem from the offline check.
  const others = report.problems.filter((found) => {
    return !placed.some((named) => isSameFault(found, named));
  });
  report.wasFoundOffline ||= others.length < report.problems.length;
  report.problems = [...placed, ...others];
}
