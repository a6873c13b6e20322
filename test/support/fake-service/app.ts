import { readApp } from '../../../src/api/wire.ts';
import type { App } from '../../../src/app.ts';

/** What may happen to an app; `update` stands for PATCH and deploy. */
export type Move = 'update' | 'submit' | 'approve' | 'reject' | 'request_changes' | 'take_down' | 'withdraw';

/** A time as the fake keeps it: milliseconds since 1970, or as it is shown. */
export type Time = number | string | null;

/** An app as the fake keeps it: its files are the strings that were sent, and the fields follow from them. */
export interface FakeApp {
  readonly slug: string;
  readonly status: string;
  readonly reviewNote: string | null;
  readonly updatedAt: Time;
  readonly submittedAt: Time;
  readonly publishedAt: Time;
  /** The files of the published version; null where there is none. */
  readonly publishedFiles: FakeApp['files'] | null;
  readonly files: Readonly<Record<string, string>>;
  /** The state that a deploy or update has led to and that is not shown yet: until then `status` is the old one. */
  readonly nextStatus?: string;
}

/** The app in the state that it is truly in, which may not be shown yet. */
export function settle({ nextStatus, ...app }: FakeApp): FakeApp {
  return nextStatus === undefined ? app : { ...app, status: nextStatus };
}

/** The fields of create and update, as they travel. */
export type Fields = Readonly<Record<string, unknown>>;

const submittable: ReadonlySet<string> = new Set(['draft', 'published_with_unreviewed_changes', 'changes_requested']);

/** The state after a move, or null where the service refuses it. The document shows little of this: see the sandbox. */
export function takeStep({ status, publishedFiles }: FakeApp, move: Move): string | null {
  const hasPublished = publishedFiles !== null;
  const outside = hasPublished ? 'published_with_unreviewed_changes' : 'draft';
  switch (move) {
    case 'update':
      return isUnderReview(status) || status === 'published' ? outside : status;
    case 'submit':
      return submittable.has(status) ? 'in_review' : null;
    case 'take_down':
      return hasPublished ? 'taken_down' : null;
    case 'withdraw':
      return isUnderReview(status) ? outside : null;
    default:
      return isUnderReview(status) ? results[move] : null;
  }
}

const results = { approve: 'published', reject: 'not_approved', request_changes: 'changes_requested' } as const;

/** In review by the documented word, or by one of the fake's own. */
export function isUnderReview(status: string): boolean {
  return status === 'in_review' || status === 'in_first_review';
}

/** The files after the fields were put into them: the mapping of the service document, "The app folder". */
export function putFields(files: FakeApp['files'], fields: Fields): FakeApp['files'] {
  const { system_prompt: prompt, html, slug: _slug, ...service } = fields;
  const isChanged = Object.keys(service).length > 0;
  return {
    ...files,
    ...(isChanged ? { 'service.json': JSON.stringify({ ...readService(files), ...service }) } : {}),
    ...(typeof prompt === 'string' ? { 'instructions.md': prompt } : {}),
    ...(typeof html === 'string' ? { 'index.html': html } : {}),
  };
}

/** service.json as an object; empty where it is none. */
export function readService(files: FakeApp['files']): Fields {
  try {
    const value: unknown = JSON.parse(files['service.json'] ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

/** How a fake shows apps: which parts of the document's openness it takes. */
export interface Showing {
  /** `data`: text files too are shown as data: URLs. */
  readonly dialect: 'text' | 'data';
  /** `documented`: only service.json, index.html and assets/ are among the files of a read. */
  readonly listed: 'all' | 'documented';
  /** Shows the prompt without white space at both ends. */
  readonly trims: boolean;
  /** Writes service.json anew, and colours in small letters. */
  readonly rewrites: boolean;
  /** Shows a file of its own in every app. */
  readonly ownFile: boolean;
  /** Shows the page as it runs with a nonce, another one in every read; the file is as it was sent. */
  readonly nonce: boolean;
  readonly times: {
    /** Digits of the fraction that are kept, and that are shown; null shows no times. */
    readonly kept: 0 | 3 | 9;
    readonly shown: 0 | 3 | 9 | null;
    /** How far the service's clock is ahead of ours. */
    readonly skewMs: number;
  };
}

/** The app object of the service document; `html` and `files` only where `isSingle`. */
export function showApp(app: FakeApp, showing: Showing, isSingle: boolean): Fields {
  const { name = null, tagline = null, color = null, logo = null } = readService(app.files);
  const prompt = app.files['instructions.md'] ?? '';
  return {
    slug: app.slug,
    url: `https://apps.example.com/a/${app.slug}`,
    name,
    tagline,
    color: showing.rewrites && typeof color === 'string' ? color.toLowerCase() : color,
    logo,
    system_prompt: showing.trims ? prompt.trim() : prompt,
    status: app.status,
    review_note: app.reviewNote,
    updated_at: showTime(app.updatedAt, showing.times),
    submitted_at: showTime(app.submittedAt, showing.times),
    published_at: showTime(app.publishedAt, showing.times),
    ...(isSingle
      ? { html: showPage(app.files['index.html'] ?? '', showing), files: showFiles(app.files, showing) }
      : {}),
  };
}

let nonces = 0;

function showPage(page: string, { nonce }: Showing): string {
  if (!nonce) return page;
  nonces += 1;
  return `${page}<script nonce="${nonces}"></script>`;
}

/** A time as the service shows it: cut to what it keeps, and with as many digits as it shows. */
function showTime(time: Time, { kept, shown, skewMs }: Showing['times']): string | null {
  if (shown === null) return null;
  if (time === null || typeof time === 'string') return time;
  const moment = new Date(time + skewMs).toISOString();
  // Of what is finer than our clock, something that is always the same for the same moment.
  const fraction = `${moment.slice(20, 23)}${String((time * 7_919) % 1_000_000)
    .padStart(6, '0')
    .slice(0, 6)}`;
  const digits = fraction.slice(0, kept).padEnd(9, '0').slice(0, shown);
  return `${moment.slice(0, 19)}${digits === '' ? '' : `.${digits}`}Z`;
}

/** The path of the file that a fake may have of its own. */
const ownPath = 'assets/made-by-the-service.json';

function showFiles(files: FakeApp['files'], { dialect, listed, trims, rewrites, ownFile }: Showing): FakeApp['files'] {
  const shown = Object.entries({ ...files, ...(ownFile ? { [ownPath]: '{}' } : {}) }).filter(
    ([path]) => listed === 'all' || /^(service\.json|index\.html|assets\/.*)$/.test(path),
  );
  const write = (path: string, text: string): string => {
    if (trims && path === 'instructions.md') return text.trim();
    if (!rewrites || path !== 'service.json' || Object.keys(readService(files)).length === 0) return text;
    return JSON.stringify(readService(files), null, 1);
  };
  return Object.fromEntries(
    shown.map(([path, text]) => [path, dialect === 'data' ? toDataUrl(write(path, text)) : write(path, text)]),
  );
}

function toDataUrl(text: string): string {
  return text.startsWith('data:') ? text : `data:text/plain;base64,${Buffer.from(text).toString('base64')}`;
}

/** The app `tides` of a read that shows this, with real digests; a draft unless it says otherwise. */
export function showTides(parts: Readonly<Record<string, unknown>> = {}): App {
  const app = readApp({ slug: 'tides', status: 'draft', ...parts }, { slug: 'tides', address: 'https://apps.example' });
  if (app === null) throw new Error('the response shows no app');
  return app;
}
