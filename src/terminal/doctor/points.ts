/** What the service's document leaves open and a deploy depends on, and what a rehearsal saw of it, by the action's own functions. */
import { hasDocumentedError } from '../../api/wire.ts';
import { compareFolder } from '../../commands/compare.ts';
import type { App } from '../../model/app.ts';
import { isDocumentedStatus } from '../../model/app-status.ts';
import { listNames } from '../../text/format.ts';
import { describeResponse, type Exchange, endingOf, isAccepted, isRead, toStatus, toValue } from './exchange.ts';
import type { Rehearsal, StepName } from './rehearsal.ts';

/** One open point of the document. */
export interface Point {
  readonly id: string;
  /** The assumption in words. */
  readonly assumed: string;
  /** What it means for somebody who deploys where it does not hold. */
  readonly means: string;
  /** The one place of the code that assumes it. */
  readonly where: string;
  /** What it takes to see it; a deploy where omitted. */
  readonly needs?: string;
}

/** What was seen of a point. */
interface Seen {
  readonly isAsAssumed: boolean;
  /** In short; outside text, not safe to print. */
  readonly quote: string;
  /** The switch that makes the sandbox differ so. */
  readonly assume?: string;
}

/** A point as it was seen. Texts may come from outside: not safe to print. */
export interface Finding extends Omit<Point, 'needs'> {
  readonly result: 'confirmed' | 'differs' | 'not seen';
  /** What was seen, or what it takes to see it. */
  readonly seen: string;
  /** The switch that makes the sandbox respond so; null where it does so anyway, or cannot. */
  readonly assume: string | null;
}

/** Says of each point what was seen. */
export function findPoints(rehearsal: Rehearsal): readonly Finding[] {
  return points.map(({ look, needs = 'a deploy', ...point }): Finding => {
    const seen = look(rehearsal);
    if (seen === null) return { ...point, result: 'not seen', seen: needs, assume: null };
    const { isAsAssumed, quote, assume = null } = seen;
    return { ...point, result: isAsAssumed ? 'confirmed' : 'differs', seen: quote, assume };
  });
}

/** Every point in the order of the report, and how it is seen: null where nothing tells. */
const points: readonly (Point & { readonly look: (rehearsal: Rehearsal) => Seen | null })[] = [
  {
    id: 'states',
    assumed: 'states are spelled as in the document',
    means: 'a state of another spelling is taken for a review: deploys and updates stop there (on-in-review).',
    where: 'src/model/app-status.ts',
    look: ({ steps }) => {
      const apps = [...steps.values()].flatMap(({ reads, facts }) => [...reads, ...(facts.apps ?? [])]);
      const states = [...new Set(apps.flatMap((app) => app?.status || []))];
      const others = states.filter((state) => !isDocumentedStatus(state) && state !== 'changes_requested');
      const isAsAssumed = others.length === 0;
      return states.length === 0 ? null : { isAsAssumed, quote: listNames(isAsAssumed ? states : others) };
    },
  },
  {
    id: 'form',
    assumed: 'a read shows the app with its files, and there are deploys',
    means: 'changes cannot be verified, and there may be no deploys.',
    where: 'readApp in src/api/wire.ts',
    look: ({ steps, exchanges }) => {
      const app = [...steps.values()].flatMap(({ reads }) => reads.flatMap((each) => each ?? [])).at(-1);
      const isShown = ({ operation, result }: Exchange): boolean =>
        operation === 'read' && 'body' in result && result.status < 300;
      const shown = exchanges.find(isShown);
      if (app === undefined) return shown === undefined ? null : quote(shown, false);
      if (app.files !== null) return { isAsAssumed: true, quote: 'a read shows files' };
      const sent = exchanges.find(({ operation }) => operation === 'deploy');
      const isEarlier = sent !== undefined && toStatus(sent) === 404;
      return { isAsAssumed: false, quote: 'a read shows no files', ...(isEarlier && { assume: 'form=earlier' }) };
    },
  },
  {
    id: 'not_found',
    assumed: 'a 404 has the documented error body',
    means: 'an app that does not exist is taken for a gateway without the service, so that none is created.',
    where: 'hasDocumentedError in src/api/wire.ts',
    look: ({ exchanges }) => {
      const exchange = exchanges.find((each) => toStatus(each) === 404);
      if (exchange === undefined) return null;
      const isText = 'body' in exchange.result && exchange.result.body.kind === 'unreadable';
      return { ...quote(exchange, isDocumented(exchange)), ...(isText && { assume: 'not_found=text' }) };
    },
  },
  {
    id: 'error_form',
    assumed: 'errors are {"error": {"code", "message"}}',
    means: 'the words of an error are shown as they came, and its code is not known.',
    where: 'readErrorBody in src/api/wire.ts',
    needs: 'a refusal',
    look: ({ exchanges }) => {
      // A redirect refuses a read too, and has no such body.
      const isRefusal = (each: Exchange): boolean => endingOf(each) === 'refused' && (toStatus(each) ?? 0) >= 400;
      const refusals = exchanges.filter(isRefusal);
      const exchange = refusals.find((each) => !isDocumented(each)) ?? refusals[0];
      return exchange === undefined ? null : quote(exchange, isDocumented(exchange));
    },
  },
  {
    id: 'fresh_reads',
    assumed: 'the read after a change shows the change, with a new `updated_at`',
    means: 'a run takes longer, and fails where the change never shows.',
    where: 'isProven in src/commands/verify.ts',
    look: ({ steps }) => {
      const counts = (['deploy', 'again', 'update'] as const).flatMap((name) => {
        const { exchanges = [], outcome, isCut } = steps.get(name) ?? {};
        const sent = exchanges.findLastIndex((exchange) => !isRead(exchange) && isAccepted(exchange));
        const isChanged = sent !== -1 && exchanges[sent]?.operation !== 'create';
        if (outcome === undefined || isCut || !isChanged) return [];
        return ['failure' in outcome ? Number.POSITIVE_INFINITY : exchanges.length - sent - 1];
      });
      if (counts.length === 0) return null;
      const most = Math.max(...counts);
      if (most === Number.POSITIVE_INFINITY) return { isAsAssumed: false, quote: 'an accepted change did not show' };
      return { isAsAssumed: most === 1, quote: `shown by read ${most} after the change` };
    },
  },
  {
    id: 'deploy_body',
    assumed: 'a deploy takes {"slug", "files": {"<path>": "<content>"}}',
    means: 'the service may take a folder in another form.',
    where: 'src/folder/deploy-payload.ts',
    look: ({ exchanges }) => {
      const exchange = exchanges.find(({ operation }) => operation === 'deploy');
      if (exchange === undefined) return null;
      // A folder that breaks a rule was understood.
      const isTaken = isAccepted(exchange) || toStatus(exchange) === 422;
      const isNotTaken = [400, 415].includes(toStatus(exchange) ?? 0);
      return isTaken || isNotTaken ? quote(exchange, isTaken) : null;
    },
  },
  {
    id: 'rewrites',
    assumed: 'a read shows what the files hold as it was sent',
    means: 'a deploy of such files cannot be verified.',
    where: 'compareFolder in src/commands/compare.ts',
    look: (rehearsal) => {
      const [app, folder] = [lastRead(rehearsal, 'deploy'), rehearsal.folder];
      const changes = app && folder && compareFolder(app, folder)?.changes;
      // Where a file is missing, the read shows the app of before the deploy.
      if (!changes || changes.some(({ kind }) => kind === 'added')) return null;
      const changed = changes.flatMap(({ kind, path }) => (kind === 'changed' ? [path] : []));
      if (changed.length === 0) return { isAsAssumed: true, quote: 'the same' };
      const assume = changed.join() === 'index.html' ? { assume: 'rewrites=html' } : {};
      return { isAsAssumed: false, quote: listNames(changed), ...assume };
    },
  },
  {
    id: 'own_file',
    assumed: '"files" has no file that the service made itself',
    means: 'each run deploys again, also where nothing changed.',
    where: 'compareFolder in src/commands/compare.ts',
    look: (rehearsal) => {
      const files = rehearsal.steps.get('deploy')?.outcome.kind === 'deployed' && lastRead(rehearsal, 'deploy')?.files;
      if (!files) return null;
      const own = new Set(['instructions.md', ...(rehearsal.folder?.files ?? []).map(({ path }) => path)]);
      const others = [...files.keys()].filter((path) => !own.has(path));
      if (others.length === 0) return { isAsAssumed: true, quote: 'no such file' };
      return { isAsAssumed: false, quote: listNames(others), assume: 'own_file=yes' };
    },
  },
];

function quote(exchange: Exchange, isAsAssumed: boolean): Seen {
  return { isAsAssumed, quote: describeResponse(exchange) };
}

function isDocumented(exchange: Exchange): boolean {
  return hasDocumentedError(toValue(exchange));
}

function lastRead({ steps }: Rehearsal, name: StepName): App | null {
  return steps.get(name)?.reads.findLast((app) => app !== null) ?? null;
}
