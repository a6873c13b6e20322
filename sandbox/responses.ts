import { type App, isInReview } from './app.ts';
import type { Assumptions } from './assumptions.ts';
import { listFiles, readFields, showPage } from './folder.ts';
import type { Parts } from './parts.ts';
import {
  type ErrorCode,
  errorStatus,
  type FolderProblem,
  type Json,
  ServiceError,
} from './request.ts';

/** The 422 of a folder that breaks the rules. */
export function refuseFolder(problems: readonly FolderProblem[]): ServiceError {
  const places = `${problems.length} ${problems.length === 1 ? 'place' : 'places'}`;
  const message = `The folder rules are broken in ${places}; "problems" says what to fix.`;
  return new ServiceError('folder_rules', message, { problems });
}

/**
 * A problem as the sender of a field sees it, who knows the lines of a page that was sent, and no
 * file of the service.
 */
export function placeByField({ line, column, ...problem }: FolderProblem): FolderProblem {
  const { field = problem.path } = problem;
  const isLineSent = field === 'html' && line !== undefined && column !== undefined;
  return { ...problem, path: field, ...(isLineSent && { line, column }) };
}

/** Writes an error as a response. */
export function toErrorResponse(error: ServiceError, assumptions: Assumptions): Response {
  const { more, problems, headers, termsVersion } = error.details;
  const isEarlier = assumptions.form === 'earlier';
  const status = toStatus(error.code, assumptions);
  if (status === 404 && assumptions.not_found === 'text')
    return new Response('Not found\n', { status });
  const list =
    problems === undefined || isEarlier ? {} : { problems: toProblems(problems, assumptions) };
  const terms =
    termsVersion !== undefined && assumptions.terms_at === 'member'
      ? { terms_version: termsVersion }
      : {};
  const code = toCode(error.code, status, assumptions);
  const message = isEarlier && problems?.[0] !== undefined ? toLine(problems[0]) : error.message;
  const inError = assumptions.problems_at === 'error';
  const body = {
    error: { code, message, ...more, ...terms, ...(inError && list) },
    ...(!inError && list),
  };
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** Writes the error of a field as FastAPI does by default. */
export function toDetailResponse({ message, details }: ServiceError): Response {
  const entry = { type: 'value_error', loc: ['body', details.more?.['field']], msg: message };
  return Response.json({ detail: [entry] }, { status: 422 });
}

/** The earlier form has no 422: a page that breaks the rules is a field that does not fit. */
function toStatus(code: ErrorCode, assumptions: Assumptions): number {
  if (code === 'too_many_apps') return assumptions.too_many_apps_status;
  return code === 'folder_rules' && assumptions.form === 'earlier' ? 400 : errorStatus[code];
}

function toCode(code: ErrorCode, status: number, assumptions: Assumptions): string {
  const isDocumented = code === 'terms_required' || code === 'not_approved';
  return isDocumented || assumptions.error_codes === 'words' ? code : `http_${status}`;
}

function toProblems(
  problems: readonly FolderProblem[],
  { problems_form: form }: Assumptions,
): unknown {
  if (form === 'strings') return problems.map(toLine);
  if (form === 'objects') return problems.map(toEntry);
  if (form === 'other_names') return problems.map(toOtherEntry);
  const byPath = new Map<string, string[]>();
  for (const problem of problems) {
    byPath.set(problem.path, [
      ...(byPath.get(problem.path) ?? []),
      `${problem.message} ${problem.fix}`,
    ]);
  }
  return Object.fromEntries(byPath);
}

/** A problem of a field names the field and no path, since the caller never saw the file. */
function toEntry({ path, field, ...entry }: FolderProblem): Json {
  return path === field ? { field, ...entry } : { path, ...entry };
}

function toOtherEntry({ path, code, message, fix, line, column }: FolderProblem): Json {
  return { file: path, rule: code, detail: message, hint: fix, line, col: column };
}

function toLine({ path, line, column, message, fix }: FolderProblem): string {
  const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
  return `${path}${place}: ${message} ${fix}`;
}

/**
 * The `Retry-After` of so many seconds from `now`, or none. A date counts from that of the
 * response, by the same clock.
 */
export function toRetryAfter(
  seconds: number,
  form: Assumptions['retry_after'],
  now: number,
): Readonly<Record<string, string>> {
  if (form === 'none') return {};
  if (form === 'seconds') return { 'retry-after': String(seconds) };
  return {
    date: new Date(now).toUTCString(),
    'retry-after': new Date(now + seconds * 1000).toUTCString(),
  };
}

/** The operations that change something. */
export type ChangeName = 'create' | 'update' | 'deploy' | 'submit' | 'delete';

/** Tells whether a response of this status has no body. */
export function isBodiless(status: number): boolean {
  return [204, 205, 304].includes(status);
}

/** Bodies of success that show nothing of an app. */
const plainBodies = { ok: { ok: true }, null: null, array: [], number: 1 } as const;

/**
 * Responds to a change. `before` is null where there was no app; `status` is for a change that is
 * made later.
 */
export function respondToChange(
  name: ChangeName,
  {
    before,
    after,
    status,
  }: { readonly before: App | null; readonly after: App; readonly status?: number | undefined },
  parts: Parts,
): Response {
  const { assumptions } = parts.setup();
  const form = assumptions[`${name}_response`];
  const code = status ?? assumptions[`${name}_status`];
  if (form === 'empty' || isBodiless(code))
    return new Response(null, { status: code === 200 ? 204 : code });
  if (form === 'deleted')
    return Response.json({ deleted: true, slug: after.slug }, { status: code });
  if (form !== 'app' && form !== 'bare') return Response.json(plainBodies[form], { status: code });
  const shown = assumptions.response_shows === 'before' && before !== null ? before : after;
  const app = toListedApp(shown, parts);
  return Response.json(form === 'app' ? { app } : app, { status: code });
}

/** Responds with the list of all apps of a caller. */
export function respondWithList(apps: readonly App[], parts: Parts): Response {
  const list = apps.map((app) => toListedApp(app, parts));
  const form = parts.setup().assumptions.list_response;
  return Response.json(form === 'array' ? list : { [form]: list });
}

/**
 * The app object of the service document, with every field but those that only a single read has.
 */
export function toListedApp(app: App, { setup, baseUrl }: Parts): Json {
  const { assumptions } = setup();
  const { html, icon, logo, system_prompt: prompt, ...fields } = readFields(app.draft);
  const updatedAt = toTimestamp(app.updatedAt, assumptions);
  const { submitted_at: submitted, published_at: published } = assumptions;
  const hidesSubmission =
    submitted === 'never' || (submitted === 'in_review' && !isInReview(app.status));
  const hidesPublication =
    published === 'never' || (published === 'published' && !app.status.startsWith('published'));
  return {
    slug: app.slug,
    url: `${baseUrl}/a/${app.slug}`,
    ...fields,
    ...(assumptions.form === 'earlier'
      ? { icon }
      : {
          logo,
          logo_url: `/a/${app.slug}/logo?v=${app.version}&t=${encodeURIComponent(updatedAt ?? '')}`,
        }),
    system_prompt: assumptions.prompt === 'trimmed' ? prompt.trim() : prompt,
    status: app.status,
    // Null in a draft (service document).
    review_note: app.status === 'draft' ? null : app.reviewNote,
    html_bytes: Buffer.byteLength(html),
    updated_at: updatedAt,
    published_at: hidesPublication ? null : toTimestamp(app.publishedAt, assumptions),
    submitted_at: hidesSubmission ? null : toTimestamp(app.submittedAt, assumptions),
  };
}

/** The app object of a single read: with `html`, and `files`. */
export function toSingleApp(app: App, parts: Parts): Json {
  const { assumptions } = parts.setup();
  const html = showPage(readFields(app.draft).html, assumptions.shown_html);
  const single = { ...toListedApp(app, parts), html };
  return assumptions.form === 'earlier'
    ? single
    : { ...single, files: listFiles(app.draft, assumptions) };
}

function toTimestamp(time: number | null, { timestamps }: Assumptions): string | null {
  if (time === null || timestamps === 'none') return null;
  const text = new Date(time).toISOString();
  if (timestamps === 'milliseconds') return text;
  if (timestamps === 'nanoseconds') return text.replace('Z', '000000Z');
  return text.replace(/\.\d+/, timestamps === 'seconds' ? '' : '.000');
}
