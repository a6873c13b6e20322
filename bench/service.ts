/**
 * The service of the bench, in a process of its own: apps in memory, over http and https, with as
 * many headers as a service behind a proxy sends. The sandbox cannot take its place: it has no TLS,
 * and refuses bodies above 64 MiB.
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

/** What came in: requests, and bytes of the bodies of deploys. */
export interface Traffic {
  requests: number;
  deployed: number;
}

/** The service, running beside the bench. */
export interface Service {
  /** Its addresses, without a slash at the end. */
  readonly http: string;
  readonly https: string;
  /**
   * Shows every app as deployed with this body, null where no program asks, and takes a round trip
   * for each request, and two more for each connection; resolves to what came in since it was last
   * called.
   */
  prepare(bodyFile: string | null, roundTripMs?: number): Promise<Traffic>;
  stop(): void;
}

const certificates = join(
  import.meta.dirname,
  '..',
  'test',
  'support',
  'fault-server',
  'certificates',
);
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
    prepare(bodyFile, roundTripMs = 0) {
      child.send({ bodyFile, roundTripMs });
      return hear<Traffic>();
    },
    stop: () => child.disconnect(),
  };
}

/**
 * As many, and as long, as a service behind a proxy sends: 18 with the date, the length, the type
 * and node's two about the connection.
 */
const ordinaryHeaders = Object.fromEntries(
  Array.from({ length: 13 }, (_, index) => [
    `x-ordinary-${index}`,
    'private, no-store, max-age=63072000',
  ]),
);

/**
 * How every body begins, with a slug of as many characters; a response begins with the app's fields
 * in its place.
 */
const opening = `{"slug":"${slug}"`;

function begin(shown: string): Buffer {
  const url = `https://apps.example.com/a/${shown}`;
  const fields = { slug: shown, url, system_prompt: prompt, status: 'draft', review_note: null };
  return Buffer.from(JSON.stringify(fields).slice(0, -1));
}

type Pieces = readonly Buffer<ArrayBuffer>[];

/**
 * The body that an app was deployed with, in pieces; of an app that was not, what is shown of all.
 */
const apps = new Map<string, Pieces>();
let usual: Pieces = [];
let traffic: Traffic = { requests: 0, deployed: 0 };
let roundTrip = 0;
/** The connections that were paid for. */
const known = new WeakSet<object>();

async function serve(): Promise<void> {
  process.on(
    'message',
    ({
      bodyFile,
      roundTripMs,
    }: {
      readonly bodyFile: string | null;
      readonly roundTripMs: number;
    }) => {
      apps.clear();
      usual = bodyFile === null ? [] : [readFileSync(bodyFile)];
      roundTrip = roundTripMs;
      process.send?.(traffic);
      traffic = { requests: 0, deployed: 0 };
    },
  );
  const pair = {
    cert: readFileSync(certificateFile),
    key: readFileSync(certificateFile.replace('.cert.', '.key.')),
  };
  const ports: number[] = [];
  for (const server of [createServer(respond), createTlsServer(pair, respond)]) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    ports.push(typeof address === 'object' ? (address?.port ?? 0) : 0);
  }
  process.once('disconnect', () => process.exit());
  process.send?.(ports);
}

/** Takes a deploy, and shows the app; its files only to a read. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body: Buffer<ArrayBuffer>[] = [];
  for await (const piece of request) body.push(piece);
  traffic.requests += 1;
  if (roundTrip > 0) await sleep(known.has(request.socket) ? roundTrip : 3 * roundTrip);
  known.add(request.socket);
  const isDeploy = request.method === 'POST';
  const asked = isDeploy
    ? body[0]?.toString('utf8', 9, opening.length - 1)
    : request.url?.split('/').at(-1);
  if (isDeploy) {
    traffic.deployed += sum(body);
    apps.set(asked ?? '', body);
  }
  const [first = Buffer.alloc(0), ...rest] = apps.get(asked ?? '') ?? usual;
  const files = isDeploy ? [Buffer.from('}')] : [first.subarray(opening.length), ...rest];
  const shown = [begin(asked ?? ''), ...files];
  response.writeHead(200, {
    ...ordinaryHeaders,
    'content-type': 'application/json',
    'content-length': sum(shown),
  });
  // Whoever hangs up before the end says why.
  await pipeline(Readable.from(shown), response).catch(() => undefined);
}

function sum(pieces: readonly Buffer[]): number {
  return pieces.reduce((total, { length }) => total + length, 0);
}

// What is started by the bench, and not imported by it, is the service itself.
if (import.meta.main) await serve();
