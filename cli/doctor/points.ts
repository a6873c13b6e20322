/**
 * The points that the service's document leaves open and a deploy depends on, and what a rehearsal
 * shows about each.
 */
import { hasDocumentedError, readErrorBody } from '../../src/api/error-body.ts';
import { isRead } from '../../src/api/policy.ts';
import type { App } from '../../src/app/app.ts';
import { compareFolder } from '../../src/app/compare.ts';
import type { Problem } from '../../src/app/problem.ts';
import { isDocumentedStatus } from '../../src/app/status.ts';
import type { Folder } from '../../src/folder/folder.ts';
import { toPlainPath } from '../../src/folder/folder-file.ts';
import { listNames } from '../../src/text/format.ts';
import { type Exchange, isUnknownRead, quoteResponse } from './exchange.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { PlayedStep } from './stage.ts';

/** One open point of the document, and what was observed. */
export interface Finding extends Observation {
  readonly id: string;
  /** The assumption in words. */
  readonly assumed: string;
  /** The consequence of a different behavior for somebody who deploys, as a sentence. */
  readonly means: string;
  /** The place in the code that makes the assumption. */
  readonly where: string;
}

interface Observation {
  readonly result: 'confirmed' | 'differs' | 'not seen';
  /**
   * What was observed; for `not seen`, what is needed to observe it. Not safe to print, since it
   * may contain text of the service.
   */
  readonly seen: string;
  /** The switch that makes the sandbox behave like this service; null if it has none. */
  readonly assume: string | null;
}

interface Point {
  readonly id: string;
  readonly assumed: string;
  readonly means: string;
  readonly where: string;
  /** The event that must come before the point can be observed; a deploy by default. */
  readonly needs?: string;
  /** Observes the point with the action's own functions; null if the rehearsal does not show it. */
  readonly observe: (rehearsal: Rehearsal) => Observation | null;
}

/** Observes each point, in the order of the report. */
export function findPoints(rehearsal: Rehearsal): readonly Finding[] {
  return points.map((point): Finding => {
    const observed = point.observe(rehearsal) ?? notSeen(point.needs ?? 'a deploy');
    return {
      id: point.id,
      assumed: point.assumed,
      means: point.means,
      where: point.where,
      result: observed.result,
      seen: observed.seen,
      assume: observed.assume,
    };
  });
}

const points: readonly Point[] = [
  {
    id: 'states',
    assumed: 'states are spelled as in the document',
    means:
      'A state with another spelling counts as a review, so deploys and updates of such an app stop (on-in-review).',
    where: 'isDocumentedStatus in src/app/status.ts',
    observe: observeStates,
  },
  {
    id: 'form',
    assumed: 'a read shows the app with its files, and the service has an endpoint for deploys',
    means: 'Changes cannot be verified, or apps cannot be deployed.',
    where: 'parseApp in src/api/wire.ts',
    observe: observeReads,
  },
  {
    id: 'not_found',
    assumed: 'a 404 has the documented error body',
    means:
      'The response for a missing app looks like the error of a gateway, so no app is created.',
    where: 'hasDocumentedError in src/api/error-body.ts',
    observe: observeNotFound,
  },
  {
    id: 'error_form',
    assumed: 'errors are {"error": {"code", "message"}}',
    means: 'Errors are shown exactly as the service sent them, and their codes are not recognized.',
    where: 'readErrorBody in src/api/error-body.ts',
    needs: 'a refusal',
    observe: observeErrors,
  },
  {
    id: 'fresh_reads',
    assumed: 'the read after a change shows the change, with a new `updated_at`',
    means: 'Runs take longer, and fail if the change never shows.',
    where: 'applyChange in src/commands/change.ts',
    observe: observeFreshness,
  },
  {
    id: 'deploy_body',
    assumed: 'a deploy takes {"slug", "files": {"<path>": "<content>"}}',
    means: 'Deploys fail: the service probably takes a folder in another form.',
    where: 'createBody in src/folder/deploy-payload.ts',
    needs: 'a deploy that is accepted, or refused because of a file',
    observe: observeDeployBody,
  },
  {
    id: 'rewrites',
    assumed: 'a read shows the contents of files as they were sent',
    means: 'A deploy of files that the service changes cannot be verified.',
    where: 'compareFolder in src/app/compare.ts',
    observe: observeContents,
  },
  {
    id: 'own_file',
    assumed: 'the service adds no files of its own to "files"',
    means: 'Every run deploys again, even if nothing changed.',
    where: 'compareFolder in src/app/compare.ts',
    observe: observeOwnFiles,
  },
];

function confirmed(seen: string): Observation {
  return { result: 'confirmed', seen, assume: null };
}

function differs(seen: string, assume: string | null = null): Observation {
  return { result: 'differs', seen, assume };
}

function notSeen(needs: string): Observation {
  return { result: 'not seen', seen: needs, assume: null };
}

function observeStates(rehearsal: Rehearsal): Observation | null {
  const states = new Set<string>();
  for (const step of rehearsal.steps.values()) {
    for (const app of [...step.reads, ...(step.report.apps ?? [])]) {
      if (app?.status) states.add(app.status);
    }
  }
  if (states.size === 0) return null;
  const unknown = [...states].filter((state) => {
    return !isDocumentedStatus(state) && state !== 'changes_requested';
  });
  return unknown.length > 0 ? differs(listNames(unknown)) : confirmed(listNames([...states]));
}

function observeReads(rehearsal: Rehearsal): Observation | null {
  const app = findLastApp([...rehearsal.steps.values()].flatMap((step) => step.reads));
  if (app === null) {
    const notUnderstood = rehearsal.exchanges.find(isUnknownRead);
    return notUnderstood === undefined ? null : differs(quoteResponse(notUnderstood));
  }
  if (app.files !== null) return confirmed('a read shows files');
  const isEarlierForm = findDeploy(rehearsal)?.status === 404;
  return differs('a read shows no files', isEarlierForm ? 'form=earlier' : null);
}

function observeNotFound(rehearsal: Rehearsal): Observation | null {
  const exchange = rehearsal.exchanges.find((one) => one.status === 404);
  return exchange === undefined ? null : observeError(exchange, 'not_found=text');
}

/**
 * Observes the bodies of all errors. One error with an undocumented body is enough for `differs`.
 */
function observeErrors(rehearsal: Rehearsal): Observation | null {
  // Redirects also count as refused, but have no error body.
  const refusals = rehearsal.exchanges.filter((exchange) => {
    return exchange.result === 'refused' && exchange.status !== null && exchange.status >= 400;
  });
  const observations = refusals.map((exchange) => observeError(exchange, null));
  const differing = observations.find((observation) => observation.result === 'differs');
  return differing ?? observations[0] ?? null;
}

/**
 * Observes whether an error has the documented body. `textSwitch` is the sandbox's switch for a
 * service that responds with plain text instead.
 */
function observeError(exchange: Exchange, textSwitch: string | null): Observation {
  const { response } = exchange;
  const body = 'body' in response ? response.body : null;
  const seen = quoteResponse(exchange);
  if (body?.kind === 'json' && hasDocumentedError(body.value)) return confirmed(seen);
  return differs(seen, body?.kind === 'unreadable' ? textSwitch : null);
}

/** Observes how many reads it takes until a change shows. */
function observeFreshness(rehearsal: Rehearsal): Observation | null {
  const changes = (['deploy', 'again', 'update'] as const).map((name) => rehearsal.steps.get(name));
  const counts = changes.map(countReadsUntilShown).filter((count) => count !== null);
  if (counts.length === 0) return null;
  const maxCount = Math.max(...counts);
  if (maxCount === Number.POSITIVE_INFINITY) return differs('an accepted change did not show');
  const seen = `shown by read ${maxCount} after the change`;
  return maxCount === 1 ? confirmed(seen) : differs(seen);
}

/**
 * Counts the reads after the last accepted deploy or update of a step; infinity if the step failed
 * although that change was accepted. Returns null if the step had no such change, or was
 * interrupted.
 */
function countReadsUntilShown(step: PlayedStep | undefined): number | null {
  if (step === undefined || step.isCut) return null;
  const index = step.exchanges.findLastIndex((exchange) => {
    return exchange.isAccepted && !isRead(exchange.operation);
  });
  const change = step.exchanges[index];
  if (change === undefined || change.operation === 'create') return null;
  if (step.report.failure !== null) return Number.POSITIVE_INFINITY;
  return step.exchanges.length - index - 1;
}

/** Observes whether the service understands the body of a deploy. */
function observeDeployBody(rehearsal: Rehearsal): Observation | null {
  const deploy = findDeploy(rehearsal);
  if (deploy === undefined) return null;
  const seen = quoteResponse(deploy);
  if (deploy.isAccepted) return confirmed(seen);
  if (![400, 415, 422].includes(deploy.status ?? 0)) return null;
  const problems = listProblems(deploy);
  // Many frameworks reject an unknown form of the body with an error that lists no problems.
  if (problems.length === 0) return differs(seen);
  // A service that names a file or a field has understood the folder. Other problems do not show
  // whether it has.
  const isUnderstood = problems.some((problem) => isAboutFolder(problem, rehearsal.folder));
  return isUnderstood ? confirmed(seen) : null;
}

function listProblems(exchange: Exchange): readonly Problem[] {
  const { response } = exchange;
  const isJson = 'body' in response && response.body.kind === 'json';
  return isJson ? readErrorBody(response.body.value).problems : [];
}

/** True if a problem names a file of the folder, or a field of the app. */
function isAboutFolder(problem: Problem, folder: Folder | null): boolean {
  if (problem.field !== undefined) return true;
  const place = toPlainPath(problem.path ?? problem.placeInText ?? '');
  const files = folder?.files ?? [];
  return files.some((file) => place === file.path || place.startsWith(`${file.path}:`));
}

/** Observes whether a read shows the contents that the first deploy sent. */
function observeContents(rehearsal: Rehearsal): Observation | null {
  const step = rehearsal.steps.get('deploy');
  const app = findLastApp(step?.reads ?? []);
  if (step === undefined || app === null || rehearsal.folder === null) return null;
  const changes = compareFolder(app, rehearsal.folder)?.changes ?? null;
  // A read without some of the deployed files shows the state of the app before the deploy.
  if (changes === null || changes.some((change) => change.kind === 'added')) return null;
  const changed = changes.filter((change) => change.kind === 'changed').map((one) => one.path);
  if (changed.length === 0) return confirmed('the same');
  if (!wasReadAfterDeploy(step)) return null;
  return differs(listNames(changed), nameRewriting(changed));
}

/** Returns the switch of the sandbox for a service that changes these files; null if none fits. */
function nameRewriting(changed: readonly string[]): string | null {
  if (changed.every((path) => /\.(?:png|jpe?g)$/i.test(path))) return 'rewrites=pictures';
  return changed.length === 1 && changed[0] === 'index.html' ? 'rewrites=html' : null;
}

/**
 * True if the app was read after a deploy was accepted. Before that, a read shows the app as it was
 * created.
 */
function wasReadAfterDeploy(step: PlayedStep): boolean {
  const accepted = step.exchanges.filter((exchange) => exchange.isAccepted);
  const index = accepted.findIndex((exchange) => exchange.operation === 'deploy');
  return index >= 0 && accepted.slice(index).some((exchange) => isRead(exchange.operation));
}

/** Observes whether a read shows files that the first deploy did not send. */
function observeOwnFiles(rehearsal: Rehearsal): Observation | null {
  const step = rehearsal.steps.get('deploy');
  const shown = findLastApp(step?.reads ?? [])?.files;
  if (step?.report.outcome !== 'deployed' || !shown) return null;
  const sent = new Set((rehearsal.folder?.files ?? []).map((file) => file.path));
  const others = [...shown.keys()].filter((path) => !sent.has(path) && path !== 'instructions.md');
  if (others.length === 0) return confirmed('no such file');
  return differs(listNames(others), 'own_file=yes');
}

function findDeploy(rehearsal: Rehearsal): Exchange | undefined {
  return rehearsal.exchanges.find((exchange) => exchange.operation === 'deploy');
}

function findLastApp(reads: readonly (App | null)[]): App | null {
  return reads.findLast((app) => app !== null) ?? null;
}
