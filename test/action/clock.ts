import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SandboxOptions } from '../../sandbox/server.ts';
import type { effects } from '../../src/run/effects.ts';

/**
 * A clock that is advanced by waits: a wait of seconds takes no real time, however busy the machine
 * is. A time limit of up to a minute ends as soon as a request hangs.
 */
export interface Clock extends AsyncDisposable {
  /** The clock for a sandbox. A slow request hangs for ever. */
  readonly options: Pick<SandboxOptions, 'now' | 'sleep' | 'schedule'>;
  /** The environment of a process whose waits put the clock forward (`clock.cjs`). */
  readonly env: { readonly STAGE_CLOCK: string; readonly NODE_OPTIONS: string };
  /** The clock for a command in this process: its waits advance the clock and take no time. */
  readonly effects: Pick<typeof effects.clock, 'now' | 'sleep'>;
  /** True as soon as a call hangs. */
  hangs(): boolean;
}

/** Returns an option for NODE_OPTIONS, in which a value with a space must be quoted. */
export function toNodeOption(name: string, value: string): string {
  return `${name}=${JSON.stringify(value)}`;
}

/** Starts a clock. */
export async function startClock(): Promise<Clock> {
  const late = new Set<{ readonly at: number; readonly work: () => void }>();
  let aheadMs = 0;
  let hangs = false;
  let isOver = false;
  /** Connections of processes that wait for a request to hang. */
  const waiting = new Set<Socket>();
  const endWaiting = (): void => {
    for (const socket of waiting) socket.destroy();
    waiting.clear();
  };
  const now = (): number => Date.now() + aheadMs;
  const advance = (milliseconds: number): void => {
    aheadMs += milliseconds;
    for (const change of [...late].filter(({ at }) => at <= now())) {
      late.delete(change);
      change.work();
    }
  };
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    const word = await text(socket);
    if (word === 'hangs?') {
      waiting.add(socket);
      // A process that ends at once may be heard only after the stage is over.
      if (hangs || isOver) endWaiting();
      return;
    }
    advance(Number(word));
    socket.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    options: {
      now,
      async sleep() {
        hangs = true;
        endWaiting();
        await new Promise(() => undefined);
      },
      schedule: (work, milliseconds) => void late.add({ at: now() + milliseconds, work }),
    },
    env: {
      STAGE_CLOCK: String(port),
      NODE_OPTIONS: toNodeOption('--require', join(import.meta.dirname, 'clock.cjs')),
    },
    effects: {
      now,
      async sleep(milliseconds, signal) {
        signal?.throwIfAborted();
        advance(milliseconds);
      },
    },
    hangs: () => hangs,
    async [Symbol.asyncDispose]() {
      isOver = true;
      endWaiting();
      await server[Symbol.asyncDispose]();
    },
  };
}
