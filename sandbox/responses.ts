import { type Assumptions, type ErrorCode, errorStatus } from './assumptions.ts';
import { type Folder, readFields } from './folder.ts';
import { type FolderProblem, type Json, ServiceError } from './request.ts';
import type { App } from './store.ts';

/** The 422 of a folder that breaks the rules: every problem with its file and place. */
export function refuseFolder(problems: readonly FolderProblem[]): ServiceError {
  const places = `${problems.length} ${problems.length === 1 ? 'place' : 'places'}`;
  return new ServiceError('folder_rules', `The folder rules are broken in ${places}; "problems" says what to fix.`, {
    problems,
  });
}

/** The 422 of a page that was sent as a field: the problem is placed by its `field`, line and column. */
export function refusePage(problems: readonly FolderProblem[]): ServiceError {
  return refuseFolder(problems.map(({ path, ...problem }) => ({ path: problem.field ?? path, ...problem })));
}

/** What a response is written by. */
export interface ResponseContext {
  readonly assumptions: Assumptions;
  /** {base_url} of the service document, without a slash at the end. */
  readonly baseUrl: string;
}

/** Writes an error as a response. */
export function toErrorResponse(error: ServiceError, assumptions: Assumptions): Response {
  const { more, problems, headers, termsVersion } = error.details;
  const isEarlier = assumptions.form === 'earlier';
  const status = toStatus(error.code, assumptions);
  const list = problems === undefined || isEarlier ? {} : { problems: toProblems(problems, assumptions) };
  const terms = termsVersion !== undefined && assumptions.terms_at === 'member' ? { terms_version: termsVersion } : {};
  const code = toCode(error.code, status, assumptions);
  const message = isEarlier && problems?.[0] !== undefined ? toLine(problems[0]) : error.message;
  const inError = assumptions.problems_at === 'error';
  const body = { error: { code, message, ...more, ...terms, ...(inError && list) }, ...(!inError && list) };
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
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

function toProblems(problems: readonly FolderProblem[], { problems_form: form }: Assumptions): unknown {
  if (form === 'strings') return problems.map(toLine);
  if (form === 'objects') return problems.map(toEntry);
  const byPath = new Map<string, string[]>();
  for (const problem of problems) {
    byPath.set(problem.path, [...(byPath.get(problem.path) ?? []), `${problem.message} ${problem.fix}`]);
  }
  return Object.fromEntries(byPath);
}

/** A problem of a field names the field and no path, since the caller never saw the file. */
function toEntry({ path, field, ...entry }: FolderProblem): Json {
  return path === field ? { field, ...entry } : { path, ...entry };
}

function toLine({ path, line, column, message, fix }: FolderProblem): string {
  const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
  return `${path}${place}: ${message} ${fix}`;
}

/** Gives the `Retry-After` header for so many seconds from `now` (milliseconds since 1970), or none. */
export function toRetryAfter(
  seconds: number,
  form: Assumptions['retry_after'],
  now: number,
): Readonly<Record<string, string>> {
  if (form === 'none') return {};
  const value = form === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString();
  return { 'retry-after': value };
}

/** The operations that change something. */
export type ChangeName = 'create' | 'update' | 'deploy' | 'submit' | 'delete';

/** Responds to a change of an app. `before` is the app as it was; null where there was none. */
export function respondToChange(
  name: ChangeName,
  { before, after }: { readonly before: App | null; readonly after: App },
  context: ResponseContext,
): Response {
  const { assumptions } = context;
  const form = assumptions[`${name}_response`];
  const status = assumptions[`${name}_status`];
  if (form === 'empty') return new Response(null, { status: status === 200 ? 204 : status });
  if (form === 'ok') return Response.json({ ok: true }, { status });
  if (form === 'deleted') return Response.json({ deleted: true, slug: after.slug }, { status });
  const shown = assumptions.response_shows === 'before' && before !== null ? before : after;
  const app = assumptions.response_files === 'yes' ? toSingleApp(shown, context) : toListedApp(shown, context);
  return Response.json(form === 'app' ? { app } : app, { status });
}

/** Responds with the list of all apps of a caller. */
export function respondWithList(apps: readonly App[], context: ResponseContext): Response {
  const list = apps.map((app) => toListedApp(app, context));
  const form = context.assumptions.list_response;
  return Response.json(form === 'array' ? list : { [form]: list });
}

/** The app object of the service document, with every field but those that only a single read has. */
export function toListedApp(app: App, { assumptions, baseUrl }: ResponseContext): Json {
  const { html, icon, logo, system_prompt: prompt, ...fields } = readFields(app.draft);
  const toTime = (time: number): string => toTimestamp(time, assumptions);
  const updatedAt = toTime(app.updatedAt);
  const isEarlier = assumptions.form === 'earlier';
  return {
    slug: app.slug,
    url: `${baseUrl}/a/${app.slug}`,
    ...fields,
    ...(isEarlier
      ? { icon }
      : { logo, logo_url: `/a/${app.slug}/logo?v=${app.version}&t=${encodeURIComponent(updatedAt)}` }),
    system_prompt: assumptions.prompt === 'trimmed' ? prompt.trim() : prompt,
    status: isEarlier && app.status === 'not_approved' ? 'changes_requested' : app.status,
    review_note: app.reviewNote,
    html_bytes: Buffer.byteLength(html),
    updated_at: updatedAt,
    published_at: app.publishedAt === null ? null : toTime(app.publishedAt),
    submitted_at: app.submittedAt === null ? null : toTime(app.submittedAt),
  };
}

/** The app object of a single read: with `html`, and `files`. */
export function toSingleApp(app: App, context: ResponseContext): Json {
  const { html } = readFields(app.draft);
  if (context.assumptions.form === 'earlier') return { ...toListedApp(app, context), html };
  return { ...toListedApp(app, context), html, files: Object.fromEntries(listFiles(app.draft, context.assumptions)) };
}

function listFiles(folder: Folder, { listed_files: listed }: Assumptions): readonly (readonly [string, string])[] {
  const isListed = (path: string): boolean =>
    listed === 'all' || path === 'service.json' || path === 'index.html' || path.startsWith('assets/');
  return [...folder].filter(([path]) => isListed(path));
}

function toTimestamp(time: number, { timestamps }: Assumptions): string {
  const text = new Date(time).toISOString();
  return timestamps === 'seconds' ? text.replace(/\.\d{3}Z$/, 'Z') : text;
}
