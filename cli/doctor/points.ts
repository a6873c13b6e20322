/**
 * The open points of the service's document that a deploy depends on, and what a rehearsal shows of
 * each.
 */

import { hasDocumentedError, readErrorBody } from '../../src/api/error-body.ts';
import { isRead } from '../../src/api/policy.ts';
import { compareFolder } from '../../src/commands/compare.ts';
import type { App } from '../../src/model/app.ts';
import { isDocumentedStatus } from '../../src/model/app-status.ts';
import type { Problem } from '../../src/model/problem.ts';
import { listNames } from '../../src/text/format.ts';
import { type Exchange, quoteResponse } from './exchange.ts';
import type { Rehearsal } from './rehearsal.ts';

/** One open point of the document, and what was seen of it. */
export interface Finding {
  readonly id: string;
  /** The assumption in words. */
  readonly assumed: string;
  /** What it means for somebody who deploys if the service behaves otherwise. */
  readonly means: string;
  /** The place in the code that makes the assumption. */
  readonly where: string;
  readonly result: 'confirmed' | 'differs' | 'not seen';
  /**
   * What was seen; for `not seen` what is needed to see it. May have the service's words: not safe
   * to print.
   */
  readonly seen: string;
  /** The switch that makes the sandbox behave like this service; null if it has none. */
  readonly assume: string | null;
}

type Sight = Pick<Finding, 'result' | 'seen' | 'assume'>;

interface Point extends Omit<Finding, keyof Sight> {
  /** What is needed to see it; by default a deploy. */
  readonly needs?: string;
  /** Looks by the action's own functions; null if the rehearsal does not show it. */
  readonly look: (rehearsal: Rehearsal) => Sight | null;
}

/** Looks at each point, in the order of the report. */
export function findPoints(rehearsal: Rehearsal): readonly Finding[] {
  return points.map(({ look, needs = 'a deploy', ...point }): Finding => {
    const sight = look(rehearsal) ?? { result: 'not seen', seen: needs, assume: null };
    return { ...point, ...sight };
  });
}

const points: readonly Point[] = [
  {
    id: 'states',
    assumed: 'states are spelled as in the document',
    means:
      'a state of another spelling is taken for a review: deploys and updates stop there (on-in-review).',
    where: 'src/model/app-status.ts',
    look({ steps }) {
      const apps = [...steps.values()].flatMap(({ reads, facts }) => [
        ...reads,
        ...(facts.apps ?? []),
      ]);
      const states = [...new Set(apps.flatMap((app) => app?.status || []))];
      const others = states.filter(
        (state) => !isDocumentedStatus(state) && state !== 'changes_requested',
      );
      if (states.length === 0) return null;
      return others.length === 0 ? confirmed(listNames(states)) : differs(listNames(others));
    },
  },
  {
    id: 'form',
    assumed: 'a read shows the app with its files, and there are deploys',
    means: 'changes cannot be verified, and there may be no deploys.',
    where: 'readApp in src/api/wire.ts',
    look({ steps, exchanges }) {
      const app = lastApp([...steps.values()].flatMap(({ reads }) => reads));
      if (app === null) {
        const shown = exchanges.find(
          ({ operation, status }) => operation === 'read' && status !== null && status < 300,
        );
        return shown === undefined ? null : differs(quoteResponse(shown));
      }
      if (app.files !== null) return confirmed('a read shows files');
      const sent = exchanges.find(({ operation }) => operation === 'deploy');
      return differs('a read shows no files', sent?.status === 404 ? 'form=earlier' : null);
    },
  },
  {
    id: 'not_found',
    assumed: 'a 404 has the documented error body',
    means:
      'an app that does not exist is taken for a gateway without the service, so that none is created.',
    where: 'hasDocumentedError in src/api/error-body.ts',
    look({ exchanges }) {
      const exchange = exchanges.find(({ status }) => status === 404);
      return exchange === undefined ? null : lookAtError(exchange, 'not_found=text');
    },
  },
  {
    id: 'error_form',
    assumed: 'errors are {"error": {"code", "message"}}',
    means: 'the words of an error are shown as they came, and its code is not known.',
    where: 'readErrorBody in src/api/error-body.ts',
    needs: 'a refusal',
    look({ exchanges }) {
      // A redirect refuses a read too, and has no such body.
      const sights = exchanges
        .filter(({ ending, status }) => ending === 'refused' && status !== null && status >= 400)
        .map((exchange) => lookAtError(exchange));
      return sights.find(({ result }) => result === 'differs') ?? sights[0] ?? null;
    },
  },
  {
    id: 'fresh_reads',
    assumed: 'the read after a change shows the change, with a new `updated_at`',
    means: 'a run takes longer, and fails where the change never shows.',
    where: 'isProven in src/commands/verify.ts',
    look({ steps }) {
      const counts = (['deploy', 'again', 'update'] as const).flatMap((name) => {
        const { exchanges = [], outcome, isCut } = steps.get(name) ?? {};
        const at = exchanges.findLastIndex(
          ({ operation, isAccepted }) => !isRead(operation) && isAccepted,
        );
        const change = exchanges[at]?.operation ?? 'create';
        if (outcome === undefined || isCut || change === 'create') return [];
        return ['failure' in outcome ? Number.POSITIVE_INFINITY : exchanges.length - at - 1];
      });
      if (counts.length === 0) return null;
      const most = Math.max(...counts);
      if (most === Number.POSITIVE_INFINITY) return differs('an accepted change did not show');
      const seen = `shown by read ${most} after the change`;
      return most === 1 ? confirmed(seen) : differs(seen);
    },
  },
  {
    id: 'deploy_body',
    assumed: 'a deploy takes {"slug", "files": {"<path>": "<content>"}}',
    means: 'the service may take a folder in another form.',
    where: 'src/folder/deploy-payload.ts',
    needs: 'a deploy that is accepted, or refused for a fault in a file',
    look({ exchanges }) {
      const exchange = exchanges.find(({ operation }) => operation === 'deploy');
      if (exchange === undefined) return null;
      const { status, isAccepted } = exchange;
      if (isAccepted) return confirmed(quoteResponse(exchange));
      if (status !== 400 && status !== 415 && status !== 422) return null;
      const problems = readProblems(exchange);
      if (problems.length === 0) return differs(quoteResponse(exchange));
      // A service that finds a fault in a file or a field has understood the folder.
      const isUnderstood = problems.some((problem) => problem.path ?? problem.placeInText);
      return isUnderstood ? confirmed(quoteResponse(exchange)) : null;
    },
  },
  {
    id: 'rewrites',
    assumed: 'a read shows what the files hold as it was sent',
    means: 'a deploy of such files cannot be verified.',
    where: 'compareFolder in src/commands/compare.ts',
    look({ steps, folder }) {
      const app = lastApp(steps.get('deploy')?.reads ?? []);
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
    assumed: '"files" has no file that the service made itself',
    means: 'each run deploys again, also where nothing changed.',
    where: 'compareFolder in src/commands/compare.ts',
    look({ steps, folder }) {
      const step = steps.get('deploy');
      const files = lastApp(step?.reads ?? [])?.files;
      if (step?.outcome.kind !== 'deployed' || !files) return null;
      const own = new Set(['instructions.md', ...(folder?.files ?? []).map(({ path }) => path)]);
      const others = [...files.keys()].filter((path) => !own.has(path));
      return others.length === 0
        ? confirmed('no such file')
        : differs(listNames(others), 'own_file=yes');
    },
  },
];

function confirmed(seen: string): Sight {
  return { result: 'confirmed', seen, assume: null };
}

function differs(seen: string, assume: string | null = null): Sight {
  return { result: 'differs', seen, assume };
}

/** Returns the problems that a response lists. */
function readProblems({ result }: Exchange): readonly Problem[] {
  const isJson = 'body' in result && result.body.kind === 'json';
  return isJson ? readErrorBody(result.body.value).problems : [];
}

/**
 * Says whether an error has the documented body. `textSwitch` is the sandbox's switch for a text in
 * its place.
 */
function lookAtError(exchange: Exchange, textSwitch: string | null = null): Sight {
  const body = 'body' in exchange.result ? exchange.result.body : null;
  const seen = quoteResponse(exchange);
  if (body?.kind === 'json' && hasDocumentedError(body.value)) return confirmed(seen);
  return differs(seen, body?.kind === 'unreadable' ? textSwitch : null);
}

function lastApp(reads: readonly (App | null)[]): App | null {
  return reads.findLast((app) => app !== null) ?? null;
}
