/**
 * The requests and responses of a rehearsal: records them, quotes them in the report, and writes
 * them to the transcript.
 */
import { text } from 'node:stream/consumers';
import { NetworkError } from '../../src/api/network-error.ts';
import type { RequestResult } from '../../src/api/policy.ts';
import { type AttemptResponse, classify } from '../../src/api/policy.ts';
import type { RequestBody } from '../../src/api/request-body.ts';
import type { Operation, Transport, WireRequest } from '../../src/api/transport.ts';
import { parseApp, parseAppList } from '../../src/api/wire.ts';
import { readShownBytes } from '../../src/app/content.ts';
import { cutText } from '../../src/text/escape.ts';
import { toJsonObject, toText } from '../../src/text/json.ts';

/** One request and its response. */
export interface Exchange {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  /**
   * The body of the request: a parsed value if it is JSON, otherwise a text. Null if there is no
   * body, or if it has more than `maxRequestBytes`.
   */
  readonly requestBody: unknown;
  readonly response: AttemptResponse;
  /** The status of the response; null without a response. */
  readonly status: number | null;
  /** The result, as the action itself classifies it. */
  readonly result: RequestResult;
  /** True if the service accepted the change, or if the read shows what was asked for. */
  readonly isAccepted: boolean;
}

/** Maximum size of a request body that is kept in memory, in bytes. */
const maxRequestBytes = 256 * 1024;

/** Returns a transport that calls `note` after each exchange of `transport`. */
export function recordExchanges(
  transport: Transport,
  note: (exchange: Exchange) => void,
): Transport {
  return async (request, signal) => {
    const requestBody = await readRequestBody(request.body);
    let response: AttemptResponse;
    try {
      response = await transport(request, signal);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      note(toExchange(request, requestBody, error));
      throw error;
    }
    note(toExchange(request, requestBody, response));
    return response;
  };
}

async function readRequestBody(body: RequestBody | null): Promise<unknown> {
  if (body === null || body.length > maxRequestBytes) return null;
  const sent = await text(body.stream());
  return body.type === 'application/json' ? JSON.parse(sent) : sent;
}

function toExchange(
  request: WireRequest,
  requestBody: unknown,
  response: AttemptResponse,
): Exchange {
  const end = classify(request.operation, response, (body) => isUsable(request, body));
  return {
    operation: request.operation,
    method: request.method,
    path: request.path,
    requestBody,
    response,
    status: 'body' in response ? response.status : null,
    result: end.result,
    isAccepted: end.result === 'accepted' || end.result === 'pending',
  };
}

/** True if the body of a read shows what was asked for. */
function isUsable(request: WireRequest, body: unknown): boolean {
  if (request.operation === 'list') return parseAppList(body, '', null) !== null;
  const slug = request.path.slice(request.path.lastIndexOf('/') + 1);
  return parseApp(body, slug, '') !== null;
}

/** True if the service returned an app in a form that the action does not understand. */
export function isUnknownRead(exchange: Exchange): boolean {
  const isSuccess = exchange.status !== null && exchange.status < 300;
  return exchange.operation === 'read' && isSuccess && !exchange.isAccepted;
}

/** Returns a request and its response in a few words. */
export function quoteExchange(exchange: Exchange): string {
  return `${exchange.method} ${exchange.path}: ${quoteResponse(exchange)}`;
}

/**
 * Returns the status and the body of a response in a few words. A list may name other apps, so only
 * the kind of its body is shown.
 */
export function quoteResponse(exchange: Exchange): string {
  const { operation, response } = exchange;
  if (!('body' in response)) return response.message;
  const { status, body } = response;
  if (operation === 'list' && status < 300) return `${status}, ${body.kind}`;
  if (body.kind === 'empty') return `${status}, no body`;
  const words =
    body.kind === 'json'
      ? JSON.stringify(outlineContents(exchange, body.value, () => '…'))
      : body.start || body.why;
  return `${status} ${words.replaceAll(/\s+/g, ' ').trim()}`;
}

/** Returns the body of a read with a description in place of the page and of each file's content. */
function outlineContents(
  exchange: Exchange,
  body: unknown,
  describe: (content: string) => string,
): unknown {
  const isApp = exchange.operation === 'read' && exchange.status !== null && exchange.status < 300;
  const outline = (name: string, value: unknown, isContent = false): unknown => {
    const text = toText(value);
    if (text !== null) return name === 'html' || isContent ? describe(text) : text;
    const members = Object.entries(toJsonObject(value) ?? {});
    if (members.length === 0) return value;
    const outlined = members.map(([key, member]) => [key, outline(key, member, name === 'files')]);
    return Object.fromEntries(outlined);
  };
  return isApp ? outline('', body) : body;
}

/** Maximum length of a text in a transcript, in UTF-16 units. */
const maxTranscriptText = 200;
/** Maximum number of entries of an array or object in a transcript. */
const maxEntries = 100;

interface TranscriptOptions {
  readonly step: string;
  /** The slug of the rehearsal's own app. */
  readonly slug: string;
  readonly redact: (text: string) => string;
}

/**
 * Returns an exchange as one line of JSON. The line has no headers, and so neither the API key nor
 * a cookie. Texts are redacted before they are cut. A list is reduced to its structure and the
 * rehearsal's own app.
 */
export function toTranscriptLine(exchange: Exchange, options: TranscriptOptions): string {
  const request = {
    method: exchange.method,
    path: exchange.path,
    body: exchange.requestBody ?? undefined,
  };
  const line = { step: options.step, request, ...describeResponse(exchange, options.slug) };
  return `${JSON.stringify(line, createReplacer(options.redact))}\n`;
}

function describeResponse(exchange: Exchange, slug: string): object {
  const { response } = exchange;
  if (!('body' in response)) return { no_response: response.message };
  const { status, body } = response;
  const isList = exchange.operation === 'list' && status < 300;
  const head = { status, retry_after: response.retryAfter ?? undefined };
  switch (body.kind) {
    case 'empty':
      return { response: head };
    case 'json': {
      const shown = outlineContents(exchange, body.value, describeSize);
      const value = isList ? outlineList(body.value, slug) : shown;
      return { response: { ...head, body: value } };
    }
    case 'unreadable':
      return { response: { ...head, unreadable: body.why, start: isList ? '' : body.start } };
  }
}

/** Creates the replacer of `JSON.stringify` that redacts and cuts values. */
function createReplacer(
  redact: (text: string) => string,
): (key: string, value: unknown) => unknown {
  const clean = (text: string): string => cutText(redact(text), maxTranscriptText);
  return (_key, value) => {
    if (typeof value === 'string') return clean(value);
    if (Array.isArray(value)) return value.slice(0, maxEntries);
    const fields = toJsonObject(value);
    if (fields === null) return value;
    const entries = Object.entries(fields).slice(0, maxEntries);
    return Object.fromEntries(entries.map(([name, entry]) => [clean(name), entry]));
  };
}

/** Returns the size of a content, or "no bytes" if it cannot be read. */
function describeSize(content: string): string {
  return `(${readShownBytes(content)?.length ?? 'no'} bytes)`;
}

/** Returns the structure of a list: the rehearsal's app, and the number of other apps. */
function outlineList(value: unknown, slug: string): unknown {
  if (Array.isArray(value)) {
    const own = value.filter((entry) => toJsonObject(entry)?.['slug'] === slug);
    return [...own, `(${value.length - own.length} more)`];
  }
  const members = Object.entries(toJsonObject(value) ?? {});
  const lists = members.filter(([, member]) => Array.isArray(member));
  return Object.fromEntries(lists.map(([name, list]) => [name, outlineList(list, slug)]));
}
