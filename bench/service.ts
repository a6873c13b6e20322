/**
 * The service of the bench, in a process of its own: one app in memory, over http and https, with as many headers as a service
 * behind a proxy sends. The sandbox cannot take its place: it has no TLS, and refuses bodies above 64 MiB.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { prompt, slug } from './folders.ts';

/** What came in: connections, requests, and bytes of the bodies of deploys. */
export interface Traffic {
  connections: number;
  requests: number;
  deployed: number;
}

/** The service, running beside the bench. */
export interface Service {
  /** Its addresses, without a slash at the end. */
  readonly http: string;
  readonly https: string;
  /** Shows the app that was deployed with this body, or none; resolves to what came in since it was last called. */
  prepare(bodyFile: string | null): Promise<Traffic>;
  stop(): void;
}

const certificates = join(import.meta.dirname, '..', 'test', 'support', 'fault-server', 'certificates');
/** The certificate that a client of the https address must trust. */
export const certificateFile = join(certificates, 'test-only-localhost.cert.pem');

/** Starts the service; resolves when it listens. */
export async function startService(): Promise<Service> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const hear = async <T>(): Promise<T> => (await once(child, 'message'))[0];
  const [http, https] = await hear<readonly number[]>();
  return {
    http: `http://127.0.0.1:${http}`,
    https: `https://127.0.0.1:${https}`,
    prepare(bodyFile) {
      child.send({ bodyFile });
      return hear<Traffic>();
    },
    stop: () => child.disconnect(),
  };
}

/** With the date, the length and node's two about the connection: 18 headers. */
const ordinaryHeaders = {
  'content-type': 'application/json; charset=utf-8',
  server: 'nginx',
  'cache-control': 'private, no-store',
  vary: 'Accept-Encoding, Origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-request-id': 'f2c1a9e4-7b35-4d0e-9a68-3c5d1e8b7f20',
  'x-ratelimit-limit': '30',
  'x-ratelimit-remaining': '29',
  via: '1.1 edge',
} as const;

/** How every body begins; a response begins the same way, with the app's fields behind the slug. */
const opening = `{"slug":"${slug}"`;
const notFound = Buffer.from('{"error":{"code":"not_found","message":"There is no such app."}}');

/** The one app: the body that it was deployed with, in pieces, null where there is none. */
let app: { readonly body: readonly Buffer<ArrayBuffer>[] | null; readonly status: string; readonly changes: number };
let traffic: Traffic = { connections: 0, requests: 0, deployed: 0 };

async function serve(): Promise<void> {
  process.on('message', ({ bodyFile }: { readonly bodyFile: string | null }) => {
    app = { body: bodyFile === null ? null : [readFileSync(bodyFile)], status: 'draft', changes: 0 };
    process.send?.(traffic);
    traffic = { connections: 0, requests: 0, deployed: 0 };
  });
  const pair = { cert: readFileSync(certificateFile), key: readFileSync(certificateFile.replace('.cert.', '.key.')) };
  const ports: number[] = [];
  for (const server of [createServer(respond), createTlsServer(pair, respond)]) {
    server.on('connection', () => {
      traffic.connections += 1;
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    ports.push(typeof address === 'object' ? (address?.port ?? 0) : 0);
  }
  process.once('disconnect', () => process.exit());
  process.send?.(ports);
}

/** Does what a request asks for, and shows the app; its files only to a read. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body: Buffer<ArrayBuffer>[] = [];
  for await (const piece of request) body.push(piece);
  traffic.requests += 1;
  const { method, url = '' } = request;
  if (url.endsWith('/deploy')) traffic.deployed += sum(body);
  if (url.endsWith('/submit')) app = { ...app, status: 'in_review', changes: app.changes + 1 };
  else if (method === 'POST') app = { body, status: 'draft', changes: app.changes + 1 };
  const [first = Buffer.alloc(0), ...rest] = app.body ?? [];
  const files = method === 'GET' ? [first.subarray(opening.length), ...rest] : [Buffer.from('}')];
  const shown = app.body === null ? [notFound] : [Buffer.from(describeApp()), ...files];
  response.writeHead(app.body === null ? 404 : 200, { ...ordinaryHeaders, 'content-length': sum(shown) });
  // Whoever hangs up before the end says why.
  await pipeline(Readable.from(shown), response).catch(() => undefined);
}

/** The app's fields, without the closing brace. Its time is never a whole second, which would pass for a coarse clock. */
function describeApp(): string {
  const { status, changes } = app;
  const time = new Date(Date.UTC(2026, 0, 5, 9, 30, changes, 417)).toISOString();
  const times = { updated_at: time, published_at: null, submitted_at: status === 'draft' ? null : time };
  const fields = {
    slug,
    url: `https://apps.example.com/a/${slug}`,
    system_prompt: prompt,
    status,
    review_note: null,
    ...times,
  };
  return JSON.stringify(fields).slice(0, -1);
}

function sum(pieces: readonly Buffer[]): number {
  return pieces.reduce((total, { length }) => total + length, 0);
}

// What is started by the bench, and not imported by it, is the service itself.
if (import.meta.main) await serve();
