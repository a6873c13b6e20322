import { JsonReader } from '../../../src/api/json-reader.ts';
import type { WireResponse } from '../../../src/api/transport.ts';
import { chooseSink } from '../../../src/api/wire.ts';

/** An answer with this value as its JSON, read as the real transport reads it, so that its digests are real. */
export function answerJson(status: number, value: unknown, retryAfter: string | null = null): WireResponse {
  return { status, retryAfter, body: { kind: 'json', value: readJson(JSON.stringify(value)) } };
}

/** An answer with nothing in it. */
export function answerEmpty(status: number): WireResponse {
  return { status, retryAfter: null, body: { kind: 'empty' } };
}

/** An answer that something between us and the service made. */
export function answerHtml(status: number): WireResponse {
  const start = '<html><body>Gateway</body></html>';
  return { status, retryAfter: null, body: { kind: 'unreadable', why: 'is not JSON', start } };
}

/** A value of an answer, with Content where the file contents stood. */
export function readJson(json: string): unknown {
  const reader = new JsonReader({ depth: 50, kept: 1_000_000, chooseSink });
  reader.push(Buffer.from(json));
  return reader.end();
}
