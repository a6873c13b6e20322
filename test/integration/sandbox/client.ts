import { request } from 'node:http';
import type { TestContext } from 'node:test';
import { type RunningSandbox, type ServerOptions, startSandbox } from '../../../sandbox/server.ts';

/** A response with its body read: parsed where it is JSON, else the text. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into responses without proving their shape first
  readonly body: any;
}

/** A sandbox that ends with its test, and a caller for it. */
export interface Client {
  readonly sandbox: RunningSandbox;
  /**
   * Calls as the first account, or with the headers given; follows no redirect. Whatever the name in an address is, it
   * goes to this sandbox, with that name in the Host header.
   */
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
  /** Calls a control. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Asks for a path below `/a/<slug>` at the app's own origin, as a browser without a key does. */
  readonly visit: (slug: string, path?: string, headers?: Record<string, string>) => Promise<Reply>;
}

/** Two accounts; who calls without saying as whom is the first. */
export const accounts = [
  { name: 'ann', key: 'key-of-ann' },
  { name: 'ben', key: 'key-of-ben' },
];

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
  const { port } = new URL(sandbox.url);
  const call: Client['call'] = async (method, path, body, headers = bearer(sandbox.keys[0])) => {
    const url = new URL(path, sandbox.url);
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const reply = await send({ port, method, path: `${url.pathname}${url.search}` }, sent, {
      host: url.host,
      ...type,
      ...headers,
    });
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { ...reply, body: isJson ? JSON.parse(reply.body) : reply.body };
  };
  const control: Client['control'] = (method, path, body) =>
    call(method, `/_sandbox${path}`, body, { 'x-sandbox': '1' });
  const visit: Client['visit'] = (slug, path = '/', headers = {}) =>
    call('GET', `http://${slug}.localhost:${port}/a/${slug}${path}`, undefined, headers);
  return { sandbox, call, control, visit };
}

/** A sandbox of two accounts, in which the first one has the app `tides`. */
export async function openApp(t: TestContext, options: ServerOptions = {}): Promise<Client> {
  const client = await openSandbox(t, { accounts, ...options });
  await client.call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides', tagline: 'Water' });
  return client;
}

/** The header of a key. */
export function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

interface Target {
  readonly port: string;
  readonly method: string;
  readonly path: string;
}

/** fetch would neither set the Host header nor find names below localhost on every system. */
function send(
  target: Target,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Reply & { readonly body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', agent: false, ...target, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const received = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: new Headers(received),
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject).end(body);
  });
}
