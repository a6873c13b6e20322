import type { Next } from 'hono';
import { AbortedError, type ServiceError } from '../service/errors.ts';
import { formatFault } from '../service/faults.ts';
import { isRecord } from '../service/readers.ts';
import type { SeenRequest, SeenResponse, SentFile } from '../service/request-log.ts';
import type { Service } from '../service/service.ts';
import type { Call } from './call.ts';
import type { Body } from './request.ts';

const maxKeptBytes = 1024 * 1024;
const maxKeptEntries = 2_000;

/** How requests are recorded. */
export interface RecordOptions {
  /** Keeps responses in `requests`, too; false by default. */
  readonly recordResponses?: boolean;
  /** Called with every request to `/api/`, and with every request for a foreign host name. */
  readonly onRequest?: (request: SeenRequest) => void;
}

/** Adds a request and its response to the log. */
export async function recordRequest(
  call: Call,
  next: Next,
  service: Service,
  options: RecordOptions,
): Promise<void> {
  const start = service.now();
  const id = service.log.nextId();
  await next();
  const { account, error, hits = [] } = call.var;
  const body = call.var.body ?? null;
  const isBroken = call.env.isReset === true || call.error instanceof AbortedError;
  const isCutOff = hits.some((hit) => hit.kind === 'cut_off');
  const isKept = options.recordResponses === true && !isBroken && !isCutOff;
  const { authorization: _key, cookie: _cookie, ...headers } = call.req.header();
  const path = call.env.url.pathname;
  const seen: SeenRequest = {
    id,
    time: new Date(start).toISOString(),
    method: call.req.method,
    path,
    slug: findSlug(path, body),
    status: isBroken ? null : call.res.status,
    error: error === undefined || isBroken ? null : toSeenError(error),
    account: account?.name ?? null,
    headers,
    bytes: body?.bytes ?? null,
    body: body !== null && body.bytes <= maxKeptBytes ? body.json : null,
    files: path === '/api/miniapps/deploy' ? listSentFiles(body) : null,
    duration_ms: service.now() - start,
    faults: hits.map(formatFault),
    response: isKept ? await readResponse(call.res) : null,
  };
  service.log.add(seen);
  options.onRequest?.(seen);
}

export function toSeenError({ code, message, details }: ServiceError): SeenRequest['error'] {
  return { code, message, problems: details.problems?.slice(0, maxKeptEntries) ?? [] };
}

/** Returns the app that a request names by its path or, in a create or deploy, by its body. */
function findSlug(path: string, body: Body | null): string | null {
  const [, slug] = /^\/api\/miniapps\/([a-z0-9-]+)/.exec(path) ?? [];
  if (slug !== undefined && slug !== 'deploy') return slug;
  const named = body?.json['slug'];
  return typeof named === 'string' ? named : null;
}

/** Returns the files of a deploy in each form that an assumption gives its body. */
function listSentFiles(body: Body | null): readonly SentFile[] | null {
  const sent = body?.json['files'] ?? body?.json['folder'];
  const files: SentFile[] = [];
  if (Array.isArray(sent)) {
    for (const file of sent) addSentFile(files, file?.path, file?.content);
  } else if (isRecord(sent)) {
    for (const [path, content] of Object.entries(sent)) addSentFile(files, path, content);
  } else return null;
  return files.slice(0, maxKeptEntries);
}

function addSentFile(files: SentFile[], path: unknown, content: unknown): void {
  if (typeof path !== 'string' || typeof content !== 'string') return;
  files.push({ path, length: content.length });
}

async function readResponse(response: Response): Promise<SeenResponse> {
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  const body = bytes.length > maxKeptBytes ? null : new TextDecoder().decode(bytes);
  return { headers: Object.fromEntries(response.headers), bytes: bytes.length, body };
}
