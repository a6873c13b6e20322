import { type App, isInReview } from '../service/app.ts';
import type { Assumptions } from '../service/assumptions.ts';
import {
  type ErrorCode,
  errorStatus,
  type FolderProblem,
  ServiceError,
} from '../service/errors.ts';
import { listFiles, readFields, showPage } from '../service/folder.ts';
import type { Json } from '../service/readers.ts';
import type { Service } from '../service/service.ts';

export function makeFolderError(problems: readonly FolderProblem[]): ServiceError {
  const places = problems.length === 1 ? '1 place' : `${problems.length} places`;
  const message = `The folder rules are broken in ${places}; "problems" says what to fix.`;
  return new ServiceError('folder_rules', message, { problems });
}

/**
 * Returns a problem as a client gets it that sent fields instead of files: its path is the name of
 * the field. Only a problem in the page keeps its line and column, because only that text is as the
 * client sent it.
 */
export function toFieldProblem(problem: FolderProblem): FolderProblem {
  const { line, column, ...others } = problem;
  const path = problem.field ?? problem.path;
  const isPlaceKnown = path === 'html' && line !== undefined && column !== undefined;
  if (!isPlaceKnown) return { ...others, path };
  return { ...others, path, line, column };
}

/** Writes an error as a response. */
export function toErrorResponse(error: ServiceError, assumptions: Assumptions): Response {
  const { details } = error;
  const status = toStatus(error.code, assumptions);
  if (status === 404 && assumptions.not_found === 'text') {
    return new Response('Not found\n', { status });
  }
  const members: Record<string, unknown> = {
    code: toCode(error.code, status, assumptions),
    message: toMessage(error, assumptions),
    ...details.more,
  };
  const body: Record<string, unknown> = { error: members };
  if (details.termsVersion !== undefined && assumptions.terms_at === 'member') {
    members['terms_version'] = details.termsVersion;
  }
  if (details.problems !== undefined && assumptions.form !== 'earlier') {
    const parent = assumptions.problems_at === 'error' ? members : body;
    parent['problems'] = toProblems(details.problems, assumptions.problems_form);
  }
  const headers = { 'cache-control': 'no-store', ...details.headers };
  return Response.json(body, { status, headers });
}

/** Writes the error of a field as FastAPI does by default. */
export function toDetailResponse(error: ServiceError): Response {
  const field = error.details.more?.['field'];
  const entry = { type: 'value_error', loc: ['body', field], msg: error.message };
  return Response.json({ detail: [entry] }, { status: 422 });
}

function toStatus(code: ErrorCode, assumptions: Assumptions): number {
  if (code === 'too_many_apps') return assumptions.too_many_apps_status;
  // The earlier form has no 422: a page that breaks the rules is a field that is not valid.
  if (code === 'folder_rules' && assumptions.form === 'earlier') return 400;
  return errorStatus[code];
}

function toCode(code: ErrorCode, status: number, assumptions: Assumptions): string {
  const isDocumented = code === 'terms_required' || code === 'not_approved';
  if (isDocumented || assumptions.error_codes === 'words') return code;
  return `http_${status}`;
}

/** Returns the message, which names the first problem if the form has no list of problems. */
function toMessage(error: ServiceError, assumptions: Assumptions): string {
  const problem = error.details.problems?.[0];
  if (assumptions.form !== 'earlier' || problem === undefined) return error.message;
  return toProblemLine(problem);
}

function toProblems(
  problems: readonly FolderProblem[],
  form: Assumptions['problems_form'],
): unknown {
  switch (form) {
    case 'objects':
      return problems.map(toProblemObject);
    case 'strings':
      return problems.map(toProblemLine);
    case 'other_names':
      return problems.map(toProblemOfOtherNames);
    case 'by_path':
      return toProblemLists(problems);
  }
}

function toProblemLists(problems: readonly FolderProblem[]): Json {
  const lists = new Map<string, string[]>();
  for (const problem of problems) {
    const list = lists.get(problem.path) ?? [];
    list.push(`${problem.message} ${problem.fix}`);
    lists.set(problem.path, list);
  }
  return Object.fromEntries(lists);
}

/** If the problem is of a field, its path is left out, since the client never saw the file. */
function toProblemObject(problem: FolderProblem): Json {
  const { path, field, ...others } = problem;
  return path === field ? { field, ...others } : { path, ...others };
}

function toProblemOfOtherNames(problem: FolderProblem): Json {
  return {
    file: problem.path,
    rule: problem.code,
    detail: problem.message,
    hint: problem.fix,
    line: problem.line,
    col: problem.column,
  };
}

/** Writes a problem as one line of text. */
export function toProblemLine(problem: FolderProblem): string {
  let place = problem.path;
  if (problem.line !== undefined) place += `:${problem.line}:${problem.column ?? 1}`;
  return `${place}: ${problem.message} ${problem.fix}`;
}

/**
 * Returns the `Retry-After` header for a wait in seconds, if the assumptions have one. A date is
 * relative to the `Date` of the response, which comes from the same clock.
 */
export function toRetryAfter(
  seconds: number,
  form: Assumptions['retry_after'],
  now: number,
): Readonly<Record<string, string>> {
  switch (form) {
    case 'none':
      return {};
    case 'seconds':
      return { 'retry-after': String(seconds) };
    case 'date':
      return {
        date: new Date(now).toUTCString(),
        'retry-after': new Date(now + seconds * 1000).toUTCString(),
      };
  }
}

/** The operations that change something. */
export type ChangeName = 'create' | 'update' | 'deploy' | 'submit' | 'delete';

/** Returns true if a response with this status has no body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The result of a change, for its response. */
export interface ChangeResult {
  /** The app before the change; null if it did not exist. */
  readonly before: App | null;
  readonly after: App;
  /** The status, if a fault makes the change later. */
  readonly status?: number | undefined;
}

export function respondToChange(
  name: ChangeName,
  result: ChangeResult,
  service: Service,
): Response {
  const { assumptions } = service.setup();
  const form = assumptions[`${name}_response`];
  const status = result.status ?? assumptions[`${name}_status`];
  if (form === 'empty' || isBodiless(status)) {
    return new Response(null, { status: status === 200 ? 204 : status });
  }
  let app = result.after;
  if (assumptions.response_shows === 'before' && result.before !== null) app = result.before;
  switch (form) {
    case 'app':
      return Response.json({ app: toListedApp(app, service) }, { status });
    case 'bare':
      return Response.json(toListedApp(app, service), { status });
    case 'deleted':
      return Response.json({ deleted: true, slug: app.slug }, { status });
    case 'ok':
      return Response.json({ ok: true }, { status });
    case 'null':
      return Response.json(null, { status });
    case 'array':
      return Response.json([], { status });
    case 'number':
      return Response.json(1, { status });
  }
}

/** Responds with all apps of a caller. */
export function respondWithList(apps: readonly App[], service: Service): Response {
  const list = apps.map((app) => toListedApp(app, service));
  const form = service.setup().assumptions.list_response;
  if (form === 'array') return Response.json(list);
  return Response.json({ [form]: list });
}

/**
 * Returns the app object of the service document without the fields that only a single read has.
 */
export function toListedApp(app: App, service: Service): Json {
  const { assumptions } = service.setup();
  const fields = readFields(app.draft);
  const updatedAt = toTimestamp(app.updatedAt, assumptions);
  const listed: Record<string, unknown> = {
    slug: app.slug,
    url: `${service.baseUrl}/a/${app.slug}`,
    name: fields.name,
    tagline: fields.tagline,
    color: fields.color,
  };
  if (assumptions.form === 'earlier') listed['icon'] = fields.icon;
  else {
    const time = encodeURIComponent(updatedAt ?? '');
    listed['logo'] = fields.logo;
    listed['logo_url'] = `/a/${app.slug}/logo?v=${app.version}&t=${time}`;
  }
  const prompt = fields.system_prompt;
  listed['system_prompt'] = assumptions.prompt === 'trimmed' ? prompt.trim() : prompt;
  listed['status'] = app.status;
  // Null in a draft (service document).
  listed['review_note'] = app.status === 'draft' ? null : app.reviewNote;
  listed['html_bytes'] = Buffer.byteLength(fields.html);
  listed['updated_at'] = updatedAt;
  listed['published_at'] = toPublishedAt(app, assumptions);
  listed['submitted_at'] = toSubmittedAt(app, assumptions);
  return listed;
}

/** Returns the app object of a single read: with `html`, and with `files`. */
export function toSingleApp(app: App, service: Service): Json {
  const { assumptions } = service.setup();
  const { html } = readFields(app.draft);
  const single: Record<string, unknown> = { ...toListedApp(app, service) };
  single['html'] = showPage(html, assumptions.shown_html);
  if (assumptions.form !== 'earlier') single['files'] = listFiles(app.draft, assumptions);
  return single;
}

function toPublishedAt(app: App, assumptions: Assumptions): string | null {
  const rule = assumptions.published_at;
  if (rule === 'never') return null;
  if (rule === 'published' && !app.status.startsWith('published')) return null;
  return toTimestamp(app.publishedAt, assumptions);
}

function toSubmittedAt(app: App, assumptions: Assumptions): string | null {
  const rule = assumptions.submitted_at;
  if (rule === 'never') return null;
  if (rule === 'in_review' && !isInReview(app.status)) return null;
  return toTimestamp(app.submittedAt, assumptions);
}

function toTimestamp(time: number | null, assumptions: Assumptions): string | null {
  if (time === null) return null;
  const text = new Date(time).toISOString();
  switch (assumptions.timestamps) {
    case 'milliseconds':
      return text;
    case 'nanoseconds':
      return text.replace('Z', '000000Z');
    case 'seconds':
      return text.replace(/\.\d+/, '');
    case 'whole_seconds':
      return text.replace(/\.\d+/, '.000');
    case 'none':
      return null;
  }
}
