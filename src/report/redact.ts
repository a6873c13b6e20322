import { listBase64Forms } from '../encoded-secret.ts';

const mask = '***';

/** Shorter stretches of base64 than this occur by chance. */
const shortestBase64 = 8;

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/**
 * Makes the function that replaces every secret by `***`, also where it stands in base64 (at any offset, both
 * alphabets), percent-encoded, JSON-escaped or XML-escaped. The runner masks its log in the same way, but neither
 * titles, files nor outputs, and nothing that goes to an API. Empty secrets are ignored.
 */
export function createRedact(secrets: readonly string[]): Redact {
  // What is not understood of an answer is shown as JSON, which escapes each of the forms once more.
  const written = secrets.filter((secret) => secret !== '').flatMap(toForms);
  const forms = new Set([...written, ...written.map(toJsonText)]);
  if (forms.size === 0) return (text) => text;
  // Longest first, so that a secret that begins with another one goes as a whole.
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  return (text) => text.replace(pattern, mask);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function toForms(secret: string): readonly string[] {
  const json = toJsonText(secret);
  const percent = [encodeURIComponent(secret.toWellFormed()), encodeStrictly(secret), encodeEverything(secret)];
  const base64 = listBase64Forms(Buffer.from(secret)).filter((form) => form.length >= shortestBase64);
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    ...percent,
    ...percent.map(lowerPercent),
    ...base64,
    ...base64.map(encodeURIComponent),
    ...toXml(secret),
  ];
}

function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** `encodeURIComponent` leaves `!'()*` as they are, others do not. */
function encodeStrictly(text: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, encode);
}

function encodeEverything(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

function lowerPercent(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function toXml(text: string): readonly string[] {
  const basic = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = basic.replaceAll('"', '&quot;');
  return [basic, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&apos;')];
}
