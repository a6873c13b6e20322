/**
 * The points that the service's document leaves open and a deploy depends on, and what a rehearsal
 * shows about each.
 */
import { hasDocumentedError, readErrorBody } from '../../src/api/error-body.ts';
import { isRead } from '../../src/api/policy.ts';
import { compareFolder } from '../../src/commands/compare.ts';
import type { ScannedFolder } from '../../src/folder/folder.ts';
import { toPlainPath } from '../../src/folder/manifest.ts';
import type { App } from '../../src/model/app.ts';
import { isDocumentedStatus } from '../../src/model/app-status.ts';
import type { Problem } from '../../src/model/problem.ts';
import { listNames } from '../../src/text/format.ts';
import { type Exchange, isUnknownRead, quoteResponse } from './exchange.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { PlayedStep } from './stage.ts';

/** One open point of the document, and what was observed. */
export interface Finding extends Observation {
  readonly id: string;
  /** The assumption in words. */
  readonly assumed: string;
  /** What a different behavior means for somebody who deploys, as a sentence. */
  readonly means: string;
  /** The place in the code that makes the assumption. */
  readonly where: string;
}

/** The observation of a point. */
interface Observation {
  readonly result: 'confirmed' | 'differs' | 'not seen';
  /**
   * What was observed; for `not seen` what is needed to observe it. May hold words of the service:
   * not safe to print.
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
  /** The condition for observing it. By default a deploy. */
  readonly needs?: string;
  /** Observes the point with the action's own functions. Null if the rehearsal does not show it. */
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
      'A state with another spelling counts as a review, so deploys and updates stop there (on-in-review).',
    where: 'isDocumentedStatus in src/model/app-status.ts',
    observe: observeStates,
  },
  {
    id: 'form',
    assumed: 'a read shows the app with its files, and there are deploys',
    means: 'Changes cannot be verified, or apps cannot be deployed.',
    where: 'readApp in src/api/wire.ts',
    observe: observeReads,
  },
  {
    id: 'not_found',
    assumed: 'a 404 has the documented error body',
    means: 'An app that does not exist looks like a gateway without the service: none is created.',
    where: 'hasDocumentedError in src/api/error-body.ts',
    observe({ exchanges }) {
      const exchange = exchanges.find(({ status }) => status === 404);
      if (exchange === undefined) return null;
      return observeError(exchange, 'not_found=text');
    },
  },
  {
    id: 'error_form',
    assumed: 'errors are {"error": {"code", "message"}}',
    means: 'Errors are shown as they came, and their codes are not recognized.',
    where: 'readErrorBody in src/api/error-body.ts',
    needs: 'a refusal',
    observe({ exchanges }) {
      // Ignore redirects: they also count as refused, but have no error body.
      const refusals = exchanges.filter(({ result, status }) => {
        return result === 'refused' && status !== null && status >= 400;
      });
      const observations = refusals.map((exchange) => observeError(exchange, null));
      return observations.find(({ result }) => result === 'differs') ?? observations[0] ?? null;
    },
  },
  {
    id: 'fresh_reads',
    assumed: 'the read after a change shows the change, with a new `updated_at`',
    means: 'Runs take longer, and fail if the change never shows.',
    where: 'isConfirmedBy in src/commands/verify.ts',
    observe: observeFreshness,
  },
  {
    id: 'deploy_body',
    assumed: 'a deploy takes {"slug", "files": {"<path>": "<content>"}}',
    means: 'Deploys fail: the service probably takes a folder in another form.',
    where: 'describeDeploy in src/folder/deploy-payload.ts',
    needs: 'a deploy that is accepted, or refused because of a file',
    observe: observeDeployBody,
  },
  {
    id: 'rewrites',
    assumed: 'a read shows the contents of files as they were sent',
    means: 'A deploy of such files cannot be verified.',
    where: 'compareFolder in src/commands/compare.ts',
    observe({ steps, folder }) {
      const app = findLastApp(steps.get('deploy')?.reads ?? []);
      const changes = app && folder && compareFolder(app, folder)?.changes;
      // A read that lacks files is from before the deploy.
      if (!changes || changes.some(({ kind }) => kind === 'added')) return null;
      const changed = changes.filter(({ kind }) => kind === 'changed').map(({ path }) => path);
      if (changed.length === 0) return confirmed('the same');
      return differs(listNames(changed), changed.join() === 'index.html' ? 'rewrites=html' : null);
    },
  },
  {
    id: 'own_file',
    assumed: 'the service adds no files of its own to "files"',
    means: 'Every run deploys again, even if nothing changed.',
    where: 'compareFolder in src/commands/compare.ts',
    observe({ steps, folder }) {
      const step = steps.get('deploy');
      const files = findLastApp(step?.reads ?? [])?.files;
      if (step?.outcome.kind !== 'deployed' || !files) return null;
      const own = new Set(['instructions.md', ...(folder?.files ?? []).map(({ path }) => path)]);
      const others = [...files.keys()].filter((path) => !own.has(path));
      if (others.length === 0) return confirmed('no such file');
      return differs(listNames(others), 'own_file=yes');
    },
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

function observeStates({ steps }: Rehearsal): Observation | null {
  const apps = [...steps.values()].flatMap(({ reads, facts }) => [...reads, ...(facts.apps ?? [])]);
  const states = [...new Set(apps.flatMap((app) => app?.status || []))];
  if (states.length === 0) return null;
  const unknown = states.filter((state) => {
    return !isDocumentedStatus(state) && state !== 'changes_requested';
  });
  if (unknown.length > 0) return differs(listNames(unknown));
  return confirmed(listNames(states));
}

function observeReads({ steps, exchanges }: Rehearsal): Observation | null {
  const app = findLastApp([...steps.values()].flatMap(({ reads }) => reads));
  if (app === null) {
    const notUnderstood = exchanges.find(isUnknownRead);
    if (notUnderstood === undefined) return null;
    return differs(quoteResponse(notUnderstood));
  }
  if (app.files !== null) return confirmed('a read shows files');
  const deploy = exchanges.find(({ operation }) => operation === 'deploy');
  return differs('a read shows no files', deploy?.status === 404 ? 'form=earlier' : null);
}

/** Observes whether an error has the documented body. `textSwitch` stands for a text in its place. */
function observeError(exchange: Exchange, textSwitch: string | null): Observation {
  const { response } = exchange;
  const body = 'body' in response ? response.body : null;
  const seen = quoteResponse(exchange);
  if (body?.kind === 'json' && hasDocumentedError(body.value)) return confirmed(seen);
  return differs(seen, body?.kind === 'unreadable' ? textSwitch : null);
}

/** Observes how many reads it takes until a change shows. */
function observeFreshness({ steps }: Rehearsal): Observation | null {
  const played = [steps.get('deploy'), steps.get('again'), steps.get('update')];
  const counts = played.map(countReadsUntilShown).filter((count) => count !== null);
  if (counts.length === 0) return null;
  const maxCount = Math.max(...counts);
  if (maxCount === Number.POSITIVE_INFINITY) return differs('an accepted change did not show');
  const seen = `shown by read ${maxCount} after the change`;
  return maxCount === 1 ? confirmed(seen) : differs(seen);
}

/** Counts the reads after a deploy or an update. Null if the step had none, or was interrupted. */
function countReadsUntilShown(step: PlayedStep | undefined): number | null {
  if (step === undefined || step.isCut) return null;
  const index = step.exchanges.findLastIndex((exchange) => {
    return exchange.isAccepted && !isRead(exchange.operation);
  });
  const change = step.exchanges[index];
  if (change === undefined || change.operation === 'create') return null;
  if ('failure' in step.outcome) return Number.POSITIVE_INFINITY;
  return step.exchanges.length - index - 1;
}

/** Observes whether the service understands the body of a deploy. */
function observeDeployBody({ exchanges, folder }: Rehearsal): Observation | null {
  const exchange = exchanges.find(({ operation }) => operation === 'deploy');
  if (exchange === undefined) return null;
  const seen = quoteResponse(exchange);
  if (exchange.isAccepted) return confirmed(seen);
  if (![400, 415, 422].includes(exchange.status ?? 0)) return null;
  const problems = listProblems(exchange);
  // A refusal without problems is how many frameworks respond to a body that they do not know.
  if (problems.length === 0) return differs(seen);
  // A service that names a file or a field has understood the folder. Other problems do not show it.
  if (!problems.some((problem) => isAboutFolder(problem, folder))) return null;
  return confirmed(seen);
}

/** Returns the problems that a response lists. */
function listProblems({ response }: Exchange): readonly Problem[] {
  const isJson = 'body' in response && response.body.kind === 'json';
  return isJson ? readErrorBody(response.body.value).problems : [];
}

/** True if a problem names a file of the folder, or a field of the app. */
function isAboutFolder(problem: Problem, folder: ScannedFolder | null): boolean {
  if (problem.field !== undefined) return true;
  const place = toPlainPath(problem.path ?? problem.placeInText ?? '');
  const files = folder?.files ?? [];
  return files.some(({ path }) => place === path || place.startsWith(`${path}:`));
}

function findLastApp(reads: readonly (App | null)[]): App | null {
  return reads.findLast((app) => app !== null) ?? null;
}
