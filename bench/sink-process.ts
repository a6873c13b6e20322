import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SinkMessage } from './sink.ts';

/** What the sink took in. */
export interface Received {
  readonly bytes: number;
  /** Hex; empty while the sink was not asked to hash. */
  readonly sha256: string;
}

/** The bench's service, running beside the bench. */
export interface Sink {
  readonly address: string;
  /** Waits for the next deploy that has not been asked for yet. */
  takeDeploy(): Promise<Received>;
  /** Hashing takes longer than receiving: only for comparing bodies, never while time is taken. */
  setHashing(isOn: boolean): Promise<void>;
  stop(): void;
}

export async function startSink(): Promise<Sink> {
  const child = fork(join(import.meta.dirname, 'sink.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const messages = queueMessages(child);
  const first = await messages();
  if (!('port' in first)) throw new Error('the sink began without its port');
  return {
    address: `http://127.0.0.1:${first.port}`,
    async takeDeploy() {
      const message = await messages();
      if (!('bytes' in message)) throw new Error('the sink said something else than what it received');
      return message;
    },
    async setHashing(isOn) {
      await new Promise((resolve) => child.send({ hash: isOn }, resolve));
    },
    stop: () => child.disconnect(),
  };
}

function queueMessages(child: ChildProcess): () => Promise<SinkMessage> {
  const waiting: SinkMessage[] = [];
  child.on('message', (message: SinkMessage) => waiting.push(message));
  return async () => {
    while (waiting.length === 0) await once(child, 'message');
    const message = waiting.shift();
    if (message === undefined) throw new Error('the sink said nothing');
    return message;
  };
}
