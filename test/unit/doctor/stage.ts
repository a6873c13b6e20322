import { Readable } from 'node:stream';
import type { SandboxOptions } from '../../../sandbox/parts.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { readResponse } from '../../../src/api/response.ts';
import type { Transport, WireRequest } from '../../../src/api/transport.ts';
import { type DoctorResult, runDoctor } from '../../../src/doctor/doctor.ts';
import type { Row } from '../../../src/doctor/judge.ts';

export const apiKey = 'key-of-ann-0123456789';
const origin = 'http://127.0.0.1';

/** What a test may have instead of the usual. */
export interface StageOptions {
  readonly sandbox?: SandboxOptions;
  readonly json?: boolean;
  /** Path of base-url. */
  readonly path?: string;
  /** Is asked before each request goes out, with its number from 1 on; what it throws breaks the request. */
  readonly beforeRequest?: (request: WireRequest, number: number, cancel: AbortController) => void;
  /** Answers in place of the sandbox. */
  readonly respond?: (request: Request) => Promise<Response>;
}

/** What a run of the doctor left. */
export interface Staged extends DoctorResult {
  readonly sandbox: Sandbox;
  readonly printed: string;
  readonly transcript: string;
  readonly log: readonly string[];
  /** Milliseconds by its own clock. */
  readonly took: number;
}

/** Runs the doctor against a sandbox in this process, by a clock that nobody waits for. */
export async function examine(options: StageOptions = {}): Promise<Staged> {
  const start = Date.UTC(2026, 9, 1, 12, 0, 0, 123);
  let time = start;
  const sandbox = createSandbox({
    accounts: [{ name: 'ann', key: apiKey }],
    baseUrl: origin,
    now: () => time,
    schedule: () => undefined,
    ...options.sandbox,
  });
  const cancel = new AbortController();
  const [printed, log, transcript]: string[][] = [[], [], []];
  const result = await runDoctor({
    baseUrl: { origin, path: options.path ?? '' },
    apiKey,
    transport: toTransport(sandbox, cancel, options),
    clock: {
      now: () => time,
      sleep: async (milliseconds, signal) => {
        signal.throwIfAborted();
        time += milliseconds;
      },
    },
    random: (bytes) => new Uint8Array(bytes).fill(171),
    signal: cancel.signal,
    json: options.json ?? false,
    print: (text) => printed?.push(text),
    log: (line) => log?.push(line),
    writeTranscript: (text) => transcript?.push(text),
  });
  const texts = { printed: String(printed), transcript: String(transcript), log: log ?? [] };
  return { ...result, ...texts, sandbox, took: time - start };
}

/** The ids of the rows with a result. */
export function listIds({ report }: DoctorResult, result: Row['result']): readonly string[] {
  return report.rows.filter((row) => row.result === result).map(({ id }) => id);
}

/** The row of a point. */
export function findRow({ report }: DoctorResult, id: string): Row {
  const row = report.rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`There is no row ${id}.`);
  return row;
}

function toTransport(sandbox: Sandbox, cancel: AbortController, options: StageOptions): Transport {
  let number = 0;
  return async (request, signal) => {
    if (signal.aborted) throw new NetworkError(request, { code: 'cancelled', sent: false });
    number += 1;
    options.beforeRequest?.(request, number, cancel);
    const { method, path, body } = request;
    const sent = body === null ? null : await readAll(body.stream());
    const headers = { authorization: `Bearer ${apiKey}`, ...(sent && { 'content-type': 'application/json' }) };
    const asked = new Request(new URL(path, origin), { method, headers, body: sent });
    const response = await (options.respond ?? sandbox.fetch)(asked).catch(() => {
      throw new NetworkError(request, { code: 'connection_lost', sent: true });
    });
    if (signal.aborted) throw new NetworkError(request, { code: 'cancelled', sent: true });
    const stream = Readable.from([Buffer.from(await response.arrayBuffer())]);
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
      body: await readResponse(stream, { encoding: null, isApp: false }),
    };
  };
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
