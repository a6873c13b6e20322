/** Everything that was sent and returned, in a form that can be attached to an issue. */
import { toFields } from '../api/wire.ts';
import { cutText } from '../escape.ts';
import type { Exchange } from './exchange.ts';

/** UTF-16 units of one text in a transcript. */
const maxText = 200;
/** Entries of one array or object in a transcript. */
const maxEntries = 100;

/**
 * Writes the exchanges as JSON, one line each, without headers that identify anybody: there is neither the key nor a cookie in it. Long texts are cut, and of a
 * list nothing is shown but its form and the doctor's own app. Not redacted yet: a service may repeat the key.
 */
export function toTranscript(exchanges: readonly Exchange[], slug: string): string {
  return exchanges.map((exchange) => `${JSON.stringify(toEntry(exchange, slug))}\n`).join('');
}

function toEntry(
  { step, method, path, place, body, status, retryAfter, response, json }: Exchange,
  slug: string,
): unknown {
  const isList = method === 'GET' && place === '' && status < 300;
  const shown = isList ? outline(json, slug) : cut(json);
  return {
    step,
    request: { method, path, ...(body !== undefined && { body: cut(body) }) },
    response: {
      status,
      ...(retryAfter !== null && { retry_after: retryAfter }),
      ...(response.kind === 'json' && { body: shown }),
      ...(response.kind === 'unreadable' && { unreadable: response.why, start: isList ? '' : response.start }),
    },
  };
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, maxText);
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(cut);
  const fields = toFields(value);
  if (fields === null) return value;
  const entries = Object.entries(fields).slice(0, maxEntries);
  return Object.fromEntries(entries.map(([name, entry]) => [cutText(name, maxText), cut(entry)]));
}

/** The form of a list: names of members that hold a list or a plain value, and in place of any other app how many there are. */
function outline(value: unknown, slug: string): unknown {
  if (Array.isArray(value)) {
    const own = value.filter((entry) => toFields(entry)?.['slug'] === slug).map(cut);
    return own.length === value.length ? own : [...own, `(${value.length - own.length} more)`];
  }
  const fields = toFields(value);
  if (fields === null) return `(${value === null ? 'null' : typeof value})`;
  const members = Object.entries(fields).map(([name, entry]) =>
    Array.isArray(entry) ? [cutText(name, maxText), outline(entry, slug)] : null,
  );
  const lists = members.filter((member) => member !== null);
  const others = members.length - lists.length;
  return { ...Object.fromEntries(lists), ...(others > 0 && { '(others)': others }) };
}
