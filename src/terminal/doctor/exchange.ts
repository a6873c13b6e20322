/** What goes over the wire during a rehearsal, beside the action's own transport: how it is taken, and how it is written down. */
import { json } from 'node:stream/consumers';
import { NetworkError } from '../../api/network-error.ts';
import { type Ending, toEnding } from '../../api/policy.ts';
import type { Transport, WireRequest, WireResponse } from '../../api/transport.ts';
import { readApp, readApps, toFields } from '../../api/wire.ts';
import { Content } from '../../model/content.ts';
import { cutText } from '../../text/escape.ts';

/** One request, and what came of it. */
export interface Exchange extends Pick<WireRequest, 'operation' | 'method' | 'path'> {
  /** The JSON that was sent; null for none, and for one that is too long to be kept. */
  readonly sent: unknown;
  readonly result: WireResponse | NetworkError;
}

/** Bytes of a body that is kept. */
const maxSent = 256 * 1024;

/** Makes a transport that is `transport`, and tells `note` of each exchange once it is over. */
export function recordExchanges(transport: Transport, note: (exchange: Exchange) => void): Transport {
  return async (request, signal) => {
    const { operation, method, path, body } = request;
    const sent: unknown = body === null || body.length > maxSent ? null : await json(body.stream());
    const finish = <T extends Exchange['result']>(result: T): T => {
      note({ operation, method, path, sent, result });
      return result;
    };
    try {
      return finish(await transport(request, signal));
    } catch (error) {
      throw error instanceof NetworkError ? finish(error) : error;
    }
  };
}

/** The parsed body of a response; null where there is none, or none that is JSON. */
export function toValue({ result }: Exchange): unknown {
  return 'body' in result && result.body.kind === 'json' ? result.body.value : null;
}

/** The status of the response; null where there is none. */
export function toStatus({ result }: Exchange): number | null {
  return 'body' in result ? result.status : null;
}

/** True for what changes nothing. */
export function isRead({ method }: Exchange): boolean {
  return method === 'GET';
}

/** How the action takes the exchange. */
export function endingOf({ operation, path, result }: Exchange): Ending {
  const wanted = { slug: path.slice(path.lastIndexOf('/') + 1), address: '' };
  const isUsable = (body: unknown): boolean =>
    (operation === 'read' ? readApp(body, wanted) : readApps(body, wanted.address)) !== null;
  return toEnding(operation, result, isUsable).ending;
}

/** True where the service did, or showed, what was asked for. */
export function isAccepted(exchange: Exchange): boolean {
  const ending = endingOf(exchange);
  return ending === 'accepted' || ending === 'pending';
}

/** A response in a few words: its status, and its body. Of a list only the form: other apps are nobody's business. */
export function describeResponse({ operation, result }: Exchange): string {
  if (!('body' in result)) return result.message;
  const { status, body } = result;
  if (operation === 'list' && status < 300) return `${status}, ${body.kind}`;
  if (body.kind === 'empty') return `${status}, no body`;
  const words = body.kind === 'unreadable' ? body.start || body.why : JSON.stringify(body.value, hideContent);
  return `${status} ${words.replaceAll(/\s+/g, ' ').trim()}`;
}

function hideContent(_: string, value: unknown): unknown {
  return value instanceof Content ? '…' : value;
}

/** UTF-16 units of one text in a transcript. */
const maxText = 200;
/** Entries of one array or object in a transcript. */
const maxEntries = 100;

/** What a line of a transcript is made with. */
interface TranscriptOptions {
  /** The step of the rehearsal. */
  readonly step: string;
  /** The rehearsal's own app. */
  readonly slug: string;
  readonly redact: (text: string) => string;
}

/**
 * Writes an exchange as one line of JSON, without headers that identify anybody: there is neither the key nor a cookie in it. Texts are
 * redacted, then cut; of a list nothing is shown but its form and the rehearsal's own app.
 */
export function toTranscriptLine(
  { operation, method, path, sent, result }: Exchange,
  { step, slug, redact }: TranscriptOptions,
): string {
  const clean = (value: unknown): unknown => cleanValue(value, (text) => cutText(redact(text), maxText));
  const request = { method, path, ...(sent !== null && { body: clean(sent) }) };
  if (!('body' in result)) return `${JSON.stringify({ step, request, no_response: clean(result.message) })}\n`;
  const { status, retryAfter, body } = result;
  const isList = operation === 'list' && status < 300;
  const response = {
    status,
    ...(retryAfter !== null && { retry_after: clean(retryAfter) }),
    ...(body.kind === 'json' && { body: clean(isList ? outline(body.value, slug) : body.value) }),
    ...(body.kind === 'unreadable' && { unreadable: body.why, start: isList ? '' : clean(body.start) }),
  };
  return `${JSON.stringify({ step, request, response })}\n`;
}

function cleanValue(value: unknown, cleanText: (text: string) => string): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (value instanceof Content) return `(${(value.data ?? value.text)?.bytes ?? 'no'} bytes)`;
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((entry) => cleanValue(entry, cleanText));
  const fields = toFields(value);
  if (fields === null) return value;
  const entries = Object.entries(fields).slice(0, maxEntries);
  return Object.fromEntries(entries.map(([name, entry]) => [cleanText(name), cleanValue(entry, cleanText)]));
}

/** The form of a list: names of members that hold a list, and in place of other apps how many there are. */
function outline(value: unknown, slug: string): unknown {
  if (Array.isArray(value)) {
    const own = value.filter((entry) => toFields(entry)?.['slug'] === slug);
    return [...own, `(${value.length - own.length} more)`];
  }
  const members = Object.entries(toFields(value) ?? {}).filter(([, entry]) => Array.isArray(entry));
  return Object.fromEntries(members.map(([name, list]) => [name, outline(list, slug)]));
}
