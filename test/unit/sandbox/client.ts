import type { SandboxOptions } from '../../../sandbox/parts.ts';
import { createSandbox } from '../../../sandbox/sandbox.ts';

/** A response with its body read: parsed where it is JSON, else the text. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into responses without proving their shape first
  readonly body: any;
}

/** A sandbox in this process, and a caller for it. */
export type Client = ReturnType<typeof openSandbox>;

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

/** The same as a seed has it. */
export const soundFolder: ReadonlyMap<string, string> = new Map(Object.entries(soundFiles));

/** The address of the sandbox of a test. */
export const url = 'http://127.0.0.1:8420';

/** Makes a sandbox for one test, which needs no socket. */
export function openSandbox(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ baseUrl: url, accounts, ...options });
  /**
   * Calls as the first account, or with the headers given; follows no redirect. An address may have
   * any name.
   */
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

/** A sandbox in which the first of two accounts has the app `tides`. */
export async function openApp(options: SandboxOptions = {}): Promise<Client> {
  const client = openSandbox(options);
  await client.call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides', tagline: 'Water' });
  return client;
}

/** What a reply says in short: its status, and the code and field of an error. */
export function tell({ status, body }: Reply): string {
  return [status, body?.error?.code, body?.error?.field]
    .filter((word) => word !== undefined)
    .join(' ');
}

/** The header of a key. */
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
