/**
 * The service of the bench, in its own process: apps in memory, over http and https, with as many
 * headers as a service behind a proxy sends. The sandbox is not used, because it has no TLS and
 * refuses bodies above 64 MiB.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { prompt, slug } from './folders.ts';

/** The requests that came in. */
export interface Traffic {
  requests: number;
  /** Bytes of the bodies of deploys. */
  deployed: number;
}

/** The running service, as the bench uses it. */
export interface Service {
  /** The addresses of the service, without a slash at the end. */
  readonly http: string;
  readonly https: string;
  /**
   * Resets the service for the next program, and resolves to the traffic since the last reset.
   * `bodyFile`: the body that every app was deployed with; null if none is read. `roundTripMs`: how
   * long each request waits; a new connection waits for two round trips more.
   */
  prepare(bodyFile: string | null, roundTripMs?: number): Promise<Traffic>;
  stop(): void;
}

/** A message to the process of the service. */
interface Setup {
  readonly bodyFile: string | null;
  readonly roundTripMs: number;
}

const root = join(import.meta.dirname, '..');
const certificates = join(root, 'test', 'support', 'fault-server', 'certificates');

/** The certificate that a client of the https address must trust. */
export const certificateFile = join(certificates, 'test-only-localhost.cert.pem');

/** Starts the service; resolves when it listens. */
export async function startService(): Promise<Service> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [ports]: readonly (readonly number[])[] = await once(child, 'message');
  const [http, https] = ports ?? [];
  return {
    http: `http://127.0.0.1:${http}`,
    https: `https://127.0.0.1:${https}`,
    async prepare(bodyFile, roundTripMs = 0) {
      const setup: Setup = { bodyFile, roundTripMs };
      child.send(setup);
      const [traffic] = await once(child, 'message');
      return traffic;
    },
    stop: () => child.disconnect(),
  };
}

/** Together with date, length, type and two about the connection, a response has 18 headers. */
const commonHeaders = Object.fromEntries(
  Array.from({ length: 13 }, (_, index) => {
    return [`x-common-${index}`, 'private, no-store, max-age=63072000'];
  }),
);

/** The first bytes of each body of a deploy. All slugs have the same length. */
const opening = `{"slug":"${slug}"`;

type Pieces = readonly Buffer<ArrayBuffer>[];

/** The bodies that apps were deployed with, in pieces. */
const deployed = new Map<string, Pieces>();
/** The apps that were sent for review. */
const inReview = new Set<string>();
/** The body of every app that was not deployed since the last reset. */
let initial: Pieces = [];
let traffic: Traffic = { requests: 0, deployed: 0 };
let roundTripMs = 0;
/** The connections on which a request has waited. */
const openConnections = new WeakSet<object>();

/** Serves until the bench disconnects. */
async function serve(): Promise<void> {
  process.on('message', reset);
  process.once('disconnect', () => process.exit());
  const cert = readFileSync(certificateFile);
  const key = readFileSync(certificateFile.replace('.cert.', '.key.'));
  const ports: number[] = [];
  for (const server of [createServer(respond), createTlsServer({ cert, key }, respond)]) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (address !== null && typeof address === 'object') ports.push(address.port);
  }
  process.send?.(ports);
}

function reset(setup: Setup): void {
  deployed.clear();
  inReview.clear();
  initial = setup.bodyFile === null ? [] : [readFileSync(setup.bodyFile)];
  roundTripMs = setup.roundTripMs;
  process.send?.(traffic);
  traffic = { requests: 0, deployed: 0 };
}

/** Takes a deploy or a submission, or shows an app with its files. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body: Buffer<ArrayBuffer>[] = [];
  for await (const piece of request) body.push(piece);
  traffic.requests += 1;
  await delay(request.socket);
  const shown = serveRequest(request, body);
  response.writeHead(200, {
    ...commonHeaders,
    'content-type': 'application/json',
    'content-length': countBytes(shown),
  });
  // A client that hangs up early is reported by the bench.
  await pipeline(Readable.from(shown), response).catch(() => undefined);
}

function serveRequest({ method, url = '' }: IncomingMessage, body: Pieces): Pieces {
  if (method !== 'POST') return showApp(url);
  const [app = '', operation] = url.split('/').slice(3);
  if (operation !== 'submit') return takeDeploy(body);
  inReview.add(app);
  return [openApp(app), Buffer.from('}')];
}

/** Waits for one round trip, or for three on a new connection. */
async function delay(connection: object): Promise<void> {
  if (roundTripMs > 0) {
    await sleep(openConnections.has(connection) ? roundTripMs : 3 * roundTripMs);
  }
  openConnections.add(connection);
}

/** Keeps the body of a deploy, and returns the response, which shows the app without its files. */
function takeDeploy(body: Pieces): Pieces {
  const app = body[0]?.toString('utf8', '{"slug":"'.length, opening.length - 1) ?? '';
  traffic.deployed += countBytes(body);
  deployed.set(app, body);
  return [openApp(app), Buffer.from('}')];
}

function showApp(url: string): Pieces {
  const app = url.split('/').at(-1) ?? '';
  const [first = Buffer.alloc(0), ...rest] = deployed.get(app) ?? initial;
  return [openApp(app), first.subarray(opening.length), ...rest];
}

/** Returns an app's fields as JSON without the closing brace; in a read they replace `opening`. */
function openApp(app: string): Buffer<ArrayBuffer> {
  const fields = {
    slug: app,
    url: `https://apps.example.com/a/${app}`,
    system_prompt: prompt,
    status: inReview.has(app) ? 'in_review' : 'draft',
    review_note: null,
  };
  return Buffer.from(JSON.stringify(fields).slice(0, -1));
}

function countBytes(pieces: Pieces): number {
  return pieces.reduce((total, piece) => total + piece.length, 0);
}

// The bench starts this file as a process, which is the service.
if (import.meta.main) await serve();
