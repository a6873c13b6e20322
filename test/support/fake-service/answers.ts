import type { Answer } from '../../../src/api/transport.ts';

/** An answer with this value as its JSON. */
export function answerJson(status: number, value: unknown, retryAfter: string | null = null): Answer {
  return { status, retryAfter, body: { kind: 'json', value: JSON.parse(JSON.stringify(value)) } };
}

/** An answer with nothing in it. */
export function answerEmpty(status: number): Answer {
  return { status, retryAfter: null, body: { kind: 'empty' } };
}

/** An answer that something between us and the service made. */
export function answerHtml(status: number): Answer {
  const start = '<html><body>Gateway</body></html>';
  return { status, retryAfter: null, body: { kind: 'unreadable', why: 'is not JSON', start } };
}
