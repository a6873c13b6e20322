import { html } from 'hono/html';
import type { App } from '../service/app.ts';
import type { Service } from '../service/service.ts';

/** The markup of a part of a page. The template escapes every value. */
export type Html = ReturnType<typeof html>;

export interface StatusWords {
  readonly label: string;
  /** The color of the label. */
  readonly tone: 'neutral' | 'waiting' | 'good' | 'bad';
  /** A sentence for people who do not know the status. */
  readonly meaning: string;
}

const statusWords: Readonly<Record<string, StatusWords>> = {
  draft: {
    label: 'Draft',
    tone: 'neutral',
    meaning: 'Only its owner can open it.',
  },
  in_review: {
    label: 'In review',
    tone: 'waiting',
    meaning: 'The app waits for a reviewer. An update takes it out of review.',
  },
  not_approved: {
    label: 'Not approved',
    tone: 'bad',
    meaning: 'A reviewer rejected the app. This is final: the app stays private.',
  },
  published: {
    label: 'Published',
    tone: 'good',
    meaning: 'Everybody can open the app. The draft is the same as the published version.',
  },
  published_with_unreviewed_changes: {
    label: 'Published, draft has changes',
    tone: 'good',
    meaning: 'Everybody sees the published version. Nobody has reviewed the draft’s changes.',
  },
  taken_down: {
    label: 'Taken down',
    tone: 'bad',
    meaning: 'The platform hid the app. It cannot be sent for review.',
  },
  changes_requested: {
    label: 'Changes requested',
    tone: 'bad',
    meaning: 'A reviewer asked for changes. The app can be sent for review again (earlier API).',
  },
};

/** Returns the words for a status. A status without words of its own is shown as it is. */
export function describeStatus(status: string): StatusWords {
  const words = statusWords[status];
  if (words !== undefined) return words;
  const label = status.replaceAll('_', ' ');
  return {
    label,
    tone: 'neutral',
    meaning: 'This status is not in the documentation of the service.',
  };
}

export function renderStatus(status: string): Html {
  const { label, tone } = describeStatus(status);
  return html`<span class="label ${tone}">${label}</span>`;
}

/** Returns the time since which an app has had its status, in milliseconds since 1970. */
export function findStatusTime(service: Service, app: App): number {
  const change = service.store.history.findLast(
    (one) => one.slug === app.slug && one.before?.status !== app.status,
  );
  return change?.time ?? guessStatusTime(app);
}

/** Returns the time that fits the status best, for an app from a state file. */
function guessStatusTime(app: App): number {
  switch (app.status) {
    case 'in_review':
    case 'in_first_review':
      return app.submittedAt ?? app.updatedAt;
    case 'published':
      return app.publishedAt ?? app.updatedAt;
    default:
      return app.updatedAt;
  }
}

/** Renders a time as a date. The page's script turns it into words such as "3 minutes ago". */
export function renderAgo(time: number): Html {
  const text = new Date(time).toISOString();
  const shown = `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
  return html`<time datetime="${text}" data-show="ago">${shown}</time>`;
}

/** Renders a time of day with milliseconds. The page's script turns it into local time. */
export function renderClock(time: string): Html {
  return html`<time datetime="${time}" data-show="clock">${time.slice(11, 23)}</time>`;
}

/** Returns a number of bytes with a unit, such as `1.2 KiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const isSmall = bytes < 1024 * 1024;
  const size = isSmall ? bytes / 1024 : bytes / 1024 / 1024;
  return `${size.toFixed(1).replace('.0', '')} ${isSmall ? 'KiB' : 'MiB'}`;
}

/** Returns a duration, such as `25 ms`, `1.5 s` or `50 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

/** Returns a number with a noun: `1 file`, `2 files`. */
export function formatCount(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Returns the line that connects the shell of this machine with a service. */
export function toExportLine(url: string, key: string, platform = process.platform): string {
  if (platform === 'win32') {
    const quoted = key.replaceAll("'", "''");
    return `$env:MINIAPPS_BASE_URL = '${url}'; $env:MINIAPPS_API_KEY = '${quoted}'`;
  }
  return `export MINIAPPS_BASE_URL=${quoteForShell(url)} MINIAPPS_API_KEY=${quoteForShell(key)}`;
}

/** Returns a text as one word of a POSIX shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
