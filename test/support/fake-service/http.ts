import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { NetworkError } from '../../../src/api/errors.ts';
import type { WireRequest } from '../../../src/api/transport.ts';
import type { FakeClock } from './clock.ts';
import type { FakeService } from './service.ts';

/** The real clock, for a fake service that real processes talk to. */
export function createRealClock(): FakeClock {
  const after = (milliseconds: number, work: () => void): NodeJS.Timeout => setTimeout(work, milliseconds).unref();
  return {
    slept: [],
    now: Date.now,
    // Real time passes by itself.
    pass: () => undefined,
    after: (milliseconds, work) => void after(milliseconds, work),
    setTimer(work, milliseconds) {
      const timer = after(milliseconds, work);
      return { clear: () => clearTimeout(timer) };
    },
    sleep: () => Promise.reject(new Error('a service does not sleep')),
  };
}

/** A fake service behind a real socket. */
export interface ServedFake extends AsyncDisposable {
  readonly url: string;
}

/** Serves a fake on loopback; a request that it loses is one whose connection is reset. */
export async function serveFake(service: FakeService): Promise<ServedFake> {
  const server = createServer((incoming, outgoing) => void respond(service, incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(service: FakeService, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const bytes = await buffer(incoming);
  const request: WireRequest = {
    method: incoming.method as WireRequest['method'],
    path: incoming.url ?? '',
    body: bytes.length === 0 ? null : { length: bytes.length, stream: () => streamOnce(bytes) },
    readsApp: false,
  };
  try {
    const { status, body } = await service.connect(() => undefined)(request, new AbortController().signal);
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(body.kind === 'json' ? JSON.stringify(body.value) : '');
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    incoming.socket.resetAndDestroy();
  }
}

async function* streamOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
