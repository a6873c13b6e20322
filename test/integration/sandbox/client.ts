import type { TestContext } from 'node:test';
import { type RunningSandbox, type ServerOptions, startSandbox } from '../../../sandbox/server.ts';

/** An answer with its body read: parsed where it is JSON, else the text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers without proving their shape first
  readonly body: any;
}

/** A sandbox that ends with its test, and a caller for it. */
export interface Client {
  readonly sandbox: RunningSandbox;
  /** Calls as the first account, or with the headers given; follows no redirect. */
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** Calls a control. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

/** A folder that the rules take. */
export const soundFiles = {
  'service.json': '{"name": "Tides", "color": "#0a7ea4"}',
  'index.html': '<!doctype html><title>Tides</title><img src="assets/wave.png">',
  'assets/wave.png': 'data:image/png;base64,aGk=',
} as const;

/** Starts a sandbox on a free port for one test. */
export async function openSandbox(t: TestContext, options: ServerOptions = {}): Promise<Client> {
  const sandbox = await startSandbox(options);
  t.after(() => sandbox.close());
  const call: Client['call'] = async (method, path, body, headers = bearer(sandbox.keys[0])) => {
    const response = await fetch(new URL(path, sandbox.url), {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  };
  const control: Client['control'] = (method, path, body) =>
    call(method, `/_sandbox${path}`, body, { 'x-sandbox': '1' });
  return { sandbox, call, control };
}

/** The header of a key. */
export function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
