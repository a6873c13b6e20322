/**
 * The service of the bench: a plain server of node, over http and over https, in a process of its own. It reads bodies as
 * fast as node gives them, responds as the document says, with as many headers as a service behind a proxy sends, and shows
 * an app whose files stand ready in a file of this machine.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { describeApp, slug } from './folders.ts';

/** A request that came in. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Of its body. */
  readonly bytes: number;
  /** Hex; empty while the service was not asked to hash. */
  readonly sha256: string;
}

/** The service, running beside the bench. */
export interface Service {
  /** Its addresses, without a slash at the end. */
  readonly http: string;
  readonly https: string;
  readonly httpsPort: number;
  /** What came in since this was last asked; puts all apps back to how they began. */
  takeRequests(): Promise<readonly ReceivedRequest[]>;
  /** Responds to a read of this app with the content of a file. */
  showApp(slug: string, file: string): Promise<void>;
  /** Hashing takes longer than receiving: only for comparing bodies, never while time is taken. */
  setHashing(isOn: boolean): Promise<void>;
  stop(): void;
}

interface Ports {
  readonly http: number;
  readonly https: number;
}

/** What the service is told; it replies to each with the requests since the one before. */
interface Order {
  readonly hashing?: boolean;
  readonly shown?: readonly [slug: string, file: string];
}

const certificates = join(import.meta.dirname, '..', 'test', 'support', 'fault-server', 'certificates');

/** The certificate that a client of the https address must trust: for NODE_EXTRA_CA_CERTS and for curl. */
export const certificateFile = join(certificates, 'test-only-localhost.cert.pem');

/** Starts the service; resolves when it listens. */
export async function startService(): Promise<Service> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the service of the bench ended')));
  const hear = async <T>(): Promise<T> => (await once(child, 'message', { signal: ended.signal }))[0];
  const { http, https } = await hear<Ports>();
  const tell = (order: Order): Promise<readonly ReceivedRequest[]> => {
    const reply = hear<readonly ReceivedRequest[]>();
    child.send(order);
    return reply;
  };
  return {
    http: `http://127.0.0.1:${http}`,
    https: `https://127.0.0.1:${https}`,
    httpsPort: https,
    takeRequests: () => tell({}),
    async showApp(slug, file) {
      await tell({ shown: [slug, file] });
    },
    async setHashing(hashing) {
      await tell({ hashing });
    },
    stop: () => child.disconnect(),
  };
}

interface AppState {
  readonly status: string;
  readonly updatedAt: string;
  readonly submittedAt: string | null;
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

const first: AppState = { status: 'draft', updatedAt: '2026-01-05T09:30:00.417Z', submittedAt: null };

function serve(): void {
  const shown = new Map<string, string>();
  // As a draft with other content, until somebody changes it. Any other app is absent.
  const apps = new Map([[slug, first]]);
  let requests: ReceivedRequest[] = [];
  let isHashing = false;
  process.on('message', ({ hashing, shown: entry }: Order) => {
    isHashing = hashing ?? isHashing;
    if (entry !== undefined) shown.set(...entry);
    process.send?.(requests);
    requests = [];
    apps.clear();
    apps.set(slug, first);
  });
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const digest = isHashing ? createHash('sha256') : null;
    const { method = '', url: path = '' } = request;
    let bytes = 0;
    let start = '';
    request.on('data', (piece: Buffer) => {
      if (bytes === 0) start = piece.toString('latin1', 0, 200);
      bytes += piece.length;
      digest?.update(piece);
    });
    request.on('end', () => {
      requests.push({ method, path, bytes, sha256: digest?.digest('hex') ?? '' });
      const file = method === 'GET' ? shown.get(path.split('/').at(-1) ?? '') : undefined;
      if (file === undefined) respond(response, change(apps, `${method} ${path}`, start));
      else respondFromFile(response, file);
    });
  };
  void report([createServer(handle), createTlsServer(readPair(), handle)]);
  process.once('disconnect', () => process.exit());
}

async function report(servers: readonly [Server, Server]): Promise<void> {
  const [http = 0, https = 0] = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    }),
  );
  process.send?.({ http, https } satisfies Ports);
}

function readPair(): { readonly cert: Buffer; readonly key: Buffer } {
  return {
    cert: readFileSync(certificateFile),
    key: readFileSync(join(certificates, 'test-only-localhost.key.pem')),
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Does what a request asks for. Of a body it looks at the beginning alone, where the slug stands. */
function change(apps: Map<string, AppState>, request: string, start: string): Reply {
  const named = /\/api\/miniapps\/([^/]+)/.exec(request)?.[1];
  const slug = named === undefined || named === 'deploy' ? (/"slug":"([^"]+)"/.exec(start)?.[1] ?? '') : named;
  const state = apps.get(slug);
  const put = (status: number, next: AppState): Reply => {
    apps.set(slug, next);
    return { status, body: { app: showApp(slug, next) } };
  };
  if (request === 'POST /api/miniapps') return put(201, { ...first, updatedAt: tellTime() });
  if (state === undefined)
    return { status: 404, body: { error: { code: 'not_found', message: 'There is no such app.' } } };
  if (request === 'POST /api/miniapps/deploy') return put(200, { ...state, updatedAt: tellTime() });
  if (request.endsWith('/submit')) return put(200, { ...state, status: 'in_review', submittedAt: tellTime() });
  const html = '<!doctype html>\n<title>Bench</title>\n<p>As it was before.</p>\n';
  return { status: 200, body: { ...showApp(slug, state), html, files: { 'index.html': html } } };
}

function showApp(slug: string, { status, updatedAt, submittedAt }: AppState): Readonly<Record<string, unknown>> {
  return { ...describeApp(slug), status, updated_at: updatedAt, submitted_at: submittedAt };
}

let lastTime = 0;

/** Later than every time told before, and never a whole second. */
function tellTime(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  if (lastTime % 1_000 === 0) lastTime += 1;
  return new Date(lastTime).toISOString();
}

function respond(response: ServerResponse, { status, body }: Reply): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...ordinaryHeaders, 'content-length': bytes.length });
  response.end(bytes);
}

function respondFromFile(response: ServerResponse, file: string): void {
  response.writeHead(200, { ...ordinaryHeaders, 'content-length': statSync(file).size });
  // Who hangs up before the end has its reasons, and says them itself.
  pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), response, () => undefined);
}

// What is started by the bench, and not imported by it, is the service itself.
if (import.meta.main) serve();
