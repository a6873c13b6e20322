/** Everything that was sent and returned, in a form that can be attached to an issue. */
import { toFields } from '../api/wire.ts';
import { Content } from '../content.ts';
import { cutText } from '../escape.ts';
import type { Exchange } from './recorder.ts';

/** UTF-16 units of one text in a transcript. */
const maxText = 200;
/** Entries of one array or object in a transcript. */
const maxEntries = 100;

/** How texts become safe to keep. */
interface Cleaning {
  /** The rehearsal's own app. */
  readonly slug: string;
  readonly redact: (text: string) => string;
}

/**
 * Writes an exchange as one line of JSON, without headers that identify anybody: there is neither the key nor a cookie in it. Texts are
 * redacted, then cut; of a list nothing is shown but its form and the rehearsal's own app.
 */
export function toTranscriptLine(
  { step, operation, method, path, sent, result }: Exchange,
  cleaning: Cleaning,
): string {
  const clean = (value: unknown): unknown => cleanValue(value, cleaning);
  const request = { method, path, ...(sent !== null && { body: clean(sent) }) };
  if (!('body' in result)) return `${JSON.stringify({ step, request, no_response: clean(result.message) })}\n`;
  const { status, retryAfter, body } = result;
  const isList = operation === 'list' && status < 300;
  const response = {
    status,
    ...(retryAfter !== null && { retry_after: clean(retryAfter) }),
    ...(body.kind === 'json' && { body: isList ? outline(body.value, cleaning) : clean(body.value) }),
    ...(body.kind === 'unreadable' && { unreadable: body.why, start: isList ? '' : clean(body.start) }),
  };
  return `${JSON.stringify({ step, request, response })}\n`;
}

function cleanValue(value: unknown, cleaning: Cleaning): unknown {
  const cleanText = (text: string): string => cutText(cleaning.redact(text), maxText);
  if (typeof value === 'string') return cleanText(value);
  if (value instanceof Content) return `(${(value.data ?? value.text)?.bytes ?? 'no'} bytes)`;
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((entry) => cleanValue(entry, cleaning));
  const fields = toFields(value);
  if (fields === null) return value;
  const entries = Object.entries(fields).slice(0, maxEntries);
  return Object.fromEntries(entries.map(([name, entry]) => [cleanText(name), cleanValue(entry, cleaning)]));
}

/** The form of a list: names of members that hold a list, and in place of any other app how many there are. */
function outline(value: unknown, cleaning: Cleaning): unknown {
  if (Array.isArray(value)) {
    const own = value.filter((entry) => toFields(entry)?.['slug'] === cleaning.slug);
    const more = value.length - own.length;
    return [...own.map((entry) => cleanValue(entry, cleaning)), ...(more > 0 ? [`(${more} more)`] : [])];
  }
  const members = Object.entries(toFields(value) ?? {}).filter(([, entry]) => Array.isArray(entry));
  return Object.fromEntries(
    members.map(([name, list]) => [cutText(cleaning.redact(name), maxText), outline(list, cleaning)]),
  );
}
