import type { SandboxOptions } from '../../../sandbox/server.ts';
import { createSandbox } from '../../../sandbox/server.ts';

/** A response with its body: parsed if it is JSON, otherwise the text. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into responses without proving their shape first
  readonly body: any;
}

/** A sandbox in this process, and functions that call it. */
export type Client = ReturnType<typeof openSandbox>;

/** Two accounts. The first one makes the calls by default. */
export const accounts = [
  { name: 'ann', key: 'key-of-ann' },
  { name: 'ben', key: 'key-of-ben' },
];

/** A folder that follows the rules. */
export const soundFiles = {
  'service.json': '{"name": "Tides", "color": "#0a7ea4"}',
  'index.html': '<!doctype html><title>Tides</title><img src="assets/wave.png">',
  'assets/wave.png': 'data:image/png;base64,aGk=',
} as const;

/** The same folder for a seed. */
export const soundFolder: ReadonlyMap<string, string> = new Map(Object.entries(soundFiles));

/** The address of a test's sandbox. */
export const url = 'http://127.0.0.1:8420';

/** Makes a sandbox for one test, without a socket. */
export function openSandbox(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ baseUrl: url, accounts, ...options });
  /** Calls a path or a whole address as the first account. Follows no redirect. */
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers = bearer('key-of-ann'),
  ) => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = {
      method,
      headers: { ...type, ...headers },
      ...(sent !== undefined && { body: sent }),
    };
    return readReply(await sandbox.fetch(new Request(new URL(path, url), init)));
  };
  return {
    sandbox,
    call,
    create: (slug = 'other', headers = bearer('key-of-ann')) =>
      call('POST', '/api/miniapps', { slug, name: 'Other' }, headers),
    read: async () => (await call('GET', '/api/miniapps/tides')).body,
    deploy: (files: object = soundFiles) =>
      call('POST', '/api/miniapps/deploy', { slug: 'tides', files }),
    update: (fields: object) => call('PATCH', '/api/miniapps/tides', fields),
    submit: (body: object = { accept_terms: '2026-10' }) =>
      call('POST', '/api/miniapps/tides/submit', body),
  };
}

/** Makes a sandbox in which the first account has the app `tides`. */
export async function openApp(options: SandboxOptions = {}): Promise<Client> {
  const client = openSandbox(options);
  await client.call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides', tagline: 'Water' });
  return client;
}

/** Returns the status of a reply, with the code and the field of an error. */
export function summarize({ status, body }: Reply): string {
  return [status, body?.error?.code, body?.error?.field]
    .filter((word) => word !== undefined)
    .join(' ');
}

/** Returns the header for a key. */
export function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}
