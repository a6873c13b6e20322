/**
 * The requests and responses of a rehearsal: records them, quotes them in the report, and writes
 * them to the transcript.
 */
import { text } from 'node:stream/consumers';
import { NetworkError } from '../../src/api/network-error.ts';
import { type AttemptResponse, classify } from '../../src/api/policy.ts';
import type { Transport, WireRequest } from '../../src/api/transport.ts';
import { readApp, readAppList } from '../../src/api/wire.ts';
import { Content } from '../../src/model/content.ts';
import { toJsonObject } from '../../src/model/json.ts';
import type { RequestResult } from '../../src/model/outcome.ts';
import type { RequestBody } from '../../src/model/request-body.ts';
import { cutText } from '../../src/text/escape.ts';

/** One request, and what came of it. */
export interface Exchange extends Pick<WireRequest, 'operation' | 'method' | 'path'> {
  /**
   * The request body: the value of JSON, any other type as text. Null for a request without a body,
   * or with a body of more than `maxSent` bytes.
   */
  readonly sent: unknown;
  readonly result: AttemptResponse;
  /** Null without a response. */
  readonly status: number | null;
  /** How the action takes the result. */
  readonly ending: RequestResult;
  /** True if the service accepted the change, or the read shows what was asked for. */
  readonly isAccepted: boolean;
}

/** Most bytes of a request body that is kept in memory. */
const maxSent = 256 * 1024;

/** Makes a transport that calls `note` after each exchange of `transport`. */
export function recordExchanges(
  transport: Transport,
  note: (exchange: Exchange) => void,
): Transport {
  return async (request, signal) => {
    const { operation, method, path, body } = request;
    const sent = body === null || body.length > maxSent ? null : await readSent(body);
    const result = await transport(request, signal).catch((error: unknown) => {
      if (error instanceof NetworkError) return error;
      throw error;
    });
    const status = 'body' in result ? result.status : null;
    const ending = toEndingOf(request, result);
    const isAccepted = ending === 'accepted' || ending === 'pending';
    note({ operation, method, path, sent, result, status, ending, isAccepted });
    if (result instanceof NetworkError) throw result;
    return result;
  };
}

/** Reads a request body: JSON as its value, any other type as text. */
async function readSent(body: RequestBody): Promise<unknown> {
  const sent = await text(body.stream());
  return body.type === 'application/json' ? JSON.parse(sent) : sent;
}

function toEndingOf({ operation, path }: WireRequest, result: AttemptResponse): RequestResult {
  const wanted = { slug: path.slice(path.lastIndexOf('/') + 1), address: '' };
  const isUsable = (body: unknown): boolean =>
    (operation === 'read' ? readApp(body, wanted) : readAppList(body, wanted.address)) !== null;
  return classify(operation, result, isUsable).result;
}

/** A request, and its response in a few words. */
export function quoteExchange(exchange: Exchange): string {
  return `${exchange.method} ${exchange.path}: ${quoteResponse(exchange)}`;
}

/**
 * A response in a few words: its status and its body. A list may name other apps, so only its kind
 * is shown.
 */
export function quoteResponse({ operation, result }: Exchange): string {
  if (!('body' in result)) return result.message;
  const { status, body } = result;
  if (operation === 'list' && status < 300) return `${status}, ${body.kind}`;
  if (body.kind === 'empty') return `${status}, no body`;
  const hideContent = (_: string, value: unknown): unknown =>
    value instanceof Content ? '…' : value;
  const words =
    body.kind === 'unreadable' ? body.start || body.why : JSON.stringify(body.value, hideContent);
  return `${status} ${words.replaceAll(/\s+/g, ' ').trim()}`;
}

/** A longer text is cut in a transcript, in UTF-16 units. */
const maxTranscriptText = 200;
/** A longer array or object is cut in a transcript. */
const maxEntries = 100;

interface TranscriptOptions {
  readonly step: string;
  /** The rehearsal's own app. */
  readonly slug: string;
  readonly redact: (text: string) => string;
}

/**
 * Writes an exchange as one line of JSON. It has no headers, and so neither the key nor a cookie.
 * Texts are redacted before they are cut. Of a list it has only the form and the rehearsal's own
 * app.
 */
export function toTranscriptLine(
  exchange: Exchange,
  { step, slug, redact }: TranscriptOptions,
): string {
  const { operation, method, path, sent, result } = exchange;
  const cleanText = (text: string): string => cutText(redact(text), maxTranscriptText);
  const clean = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (value instanceof Content) return `(${(value.data ?? value.text)?.bytes ?? 'no'} bytes)`;
    if (Array.isArray(value)) return value.slice(0, maxEntries);
    const fields = toJsonObject(value);
    if (fields === null) return value;
    const entries = Object.entries(fields).slice(0, maxEntries);
    return Object.fromEntries(entries.map(([name, entry]) => [cleanText(name), entry]));
  };
  const write = (end: object): string => {
    const request = { method, path, body: sent ?? undefined };
    return `${JSON.stringify({ step, request, ...end }, clean)}\n`;
  };
  if (!('body' in result)) return write({ no_response: result.message });
  const { status, body } = result;
  const isList = operation === 'list' && status < 300;
  const head = { status, retry_after: result.retryAfter ?? undefined };
  if (body.kind === 'empty') return write({ response: head });
  if (body.kind === 'json')
    return write({ response: { ...head, body: isList ? outline(body.value, slug) : body.value } });
  return write({ response: { ...head, unreadable: body.why, start: isList ? '' : body.start } });
}

/** The form of a list, with the rehearsal's own app and the number of the others. */
function outline(value: unknown, slug: string): unknown {
  if (Array.isArray(value)) {
    const own = value.filter((entry) => toJsonObject(entry)?.['slug'] === slug);
    return [...own, `(${value.length - own.length} more)`];
  }
  const members = Object.entries(toJsonObject(value) ?? {}).filter(([, entry]) =>
    Array.isArray(entry),
  );
  return Object.fromEntries(members.map(([name, list]) => [name, outline(list, slug)]));
}
