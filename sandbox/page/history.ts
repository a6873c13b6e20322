import { html } from 'hono/html';
import type { App } from '../service/app.ts';
import type { Service } from '../service/service.ts';
import type { Change } from '../service/store.ts';
import { countDifferences } from './differences.ts';
import { describeStatus, formatCount, type Html, renderAgo } from './words.ts';

const maxEntries = 50;

/** Renders the history of an app, newest first. */
export function renderHistory(service: Service, app: App): Html {
  const changes = service.store.history.filter(
    (change) => change.slug === app.slug && change.did !== 'read',
  );
  const shown = changes.slice(-maxEntries).toReversed();
  const first = changes[0];
  const isComplete = first?.did === 'create' || first?.did === 'put';
  return html`<ol class="history">${shown.map(renderEntry)}
${!isComplete && html`<li class="neutral"><p class="muted">The sandbox did not record what happened before.</p></li>`}
</ol>`;
}

function renderEntry(change: Change): Html {
  const { title, tone } = describeChange(change);
  const note = change.app?.reviewNote ?? null;
  const isNoted = note !== null && (change.did === 'put' || note !== change.before?.reviewNote);
  return html`
<li class="${tone}"><p><b>${title}</b> <span class="muted">by ${describeActor(change)}, ${renderAgo(change.time)}</span></p>
${isNoted && html`<blockquote>${note}</blockquote>`}</li>`;
}

interface EntryWords {
  readonly title: string;
  readonly tone: 'neutral' | 'waiting' | 'good' | 'bad';
}

function describeChange(change: Change): EntryWords {
  const status = change.app?.status ?? '';
  switch (change.did) {
    case 'put':
      return { title: `Added as ${describeStatus(status).label.toLowerCase()}`, tone: 'neutral' };
    case 'create':
      return { title: 'Created', tone: 'neutral' };
    case 'update':
      return { title: `Updated, ${describeFiles(change)}`, tone: 'neutral' };
    case 'deploy': {
      const verb = change.by === 'sandbox' ? 'Edited' : 'Deployed';
      return { title: `${verb}, ${describeFiles(change)}`, tone: 'neutral' };
    }
    case 'submit':
      return { title: 'Sent for review', tone: 'waiting' };
    case 'approve':
      return { title: 'Approved', tone: 'good' };
    case 'reject':
      return { title: describeStatus(status).label, tone: 'bad' };
    case 'take_down':
      return { title: 'Taken down', tone: 'bad' };
    case 'withdraw':
      return { title: 'Withdrawn from review', tone: 'neutral' };
    case 'discard':
      return { title: 'Changes discarded', tone: 'neutral' };
    case 'settle':
      return { title: `Shown as ${describeStatus(status).label.toLowerCase()}`, tone: 'neutral' };
    case 'delete':
      return { title: 'Deleted', tone: 'bad' };
    case 'read':
      return { title: 'Read', tone: 'neutral' };
  }
}

function describeFiles(change: Change): string {
  const before = change.before?.draft ?? new Map();
  const after = change.app?.draft ?? new Map();
  const count = countDifferences(before, after);
  if (count === 0) return 'no changes';
  return `${formatCount(count, 'file')} changed`;
}

/**
 * Returns who made a change. A change that was made on the page is shown as made by the role that
 * the page plays: the reviewer, the owner, or another writer.
 */
function describeActor(change: Change): string {
  if (change.by !== 'sandbox') return change.by;
  switch (change.did) {
    case 'approve':
    case 'reject':
    case 'take_down':
      return 'the reviewer';
    case 'submit':
    case 'withdraw':
    case 'discard':
      return 'the owner in the dashboard';
    case 'update':
    case 'deploy':
    case 'delete':
      return 'somebody else';
    default:
      return 'the sandbox';
  }
}
