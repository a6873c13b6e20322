import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { SandboxOptions } from '../../../sandbox/parts.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { readResponse } from '../../../src/api/response.ts';
import type { Transport, WireRequest } from '../../../src/api/transport.ts';
import { runDoctor } from '../../../src/doctor/doctor.ts';

export const apiKey = 'key-of-ann-0123456789';
const origin = 'http://127.0.0.1';

export interface StageOptions {
  readonly sandbox?: SandboxOptions;
  /** Apps that the account has already, as they are after these moves. */
  readonly apps?: Readonly<Record<string, readonly Move[]>>;
  readonly json?: boolean;
  readonly path?: string;
  /** Is asked before each request goes out, with its number from 1 on; what it throws breaks the request. */
  readonly beforeRequest?: (request: WireRequest, number: number, cancel: AbortController) => void;
  readonly respond?: (request: Request) => Promise<Response>;
  readonly rewrite?: (text: string) => string;
}

type Move = 'change' | 'submit' | 'approve' | 'reject' | 'take_down';

/**
 * Runs the doctor against a sandbox in this process, by a clock that nobody waits for. `differing` are the rows that differ,
 * `assume` the switches that the report names, `left` the apps that are there, `took` the milliseconds by the clock.
 */
export async function examine(options: StageOptions = {}) {
  let time = Date.UTC(2026, 9, 1, 12, 0, 0, 123);
  const accounts = [{ name: 'ann', key: apiKey }];
  const own = { accounts, baseUrl: origin, now: () => time, schedule: () => undefined };
  const sandbox = createSandbox({ ...own, ...options.sandbox });
  const files = new Map([
    ['service.json', '{"name":"Secret name"}'],
    ['index.html', '<title>A</title>'],
  ]);
  for (const [slug, moves] of Object.entries(options.apps ?? {})) {
    sandbox.put({ slug, files });
    for (const move of moves) {
      time += 2_345;
      const app = sandbox.store.find(slug);
      if (move === 'change') sandbox.edit(slug, { tagline: `${time}` });
      // By some assumptions a submission ends the review.
      else if (app !== undefined) sandbox.store.move(app, move);
    }
  }
  time += 2_345;
  const start = time;
  const cancel = new AbortController();
  const [printed, log, transcript] = [[], [], []] as [string[], string[], string[]];
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
    print: (text) => printed.push(text),
    log: (line) => log.push(line),
    writeTranscript: (text) => transcript.push(text),
  });
  const { rows } = result.report;
  return {
    ...{ ...result, sandbox, log, printed: printed.join(''), transcript: transcript.join(''), took: time - start },
    differing: rows.flatMap((row) => (row.result === 'differs' ? [row.id] : [])),
    assume: rows.flatMap((row) => row.assume ?? []),
    left: sandbox.store.apps().map(({ slug }) => slug),
  };
}

function toTransport(sandbox: Sandbox, cancel: AbortController, options: StageOptions): Transport {
  let number = 0;
  return async (request, signal) => {
    if (signal.aborted) throw new NetworkError(request, { code: 'cancelled', sent: false });
    number += 1;
    options.beforeRequest?.(request, number, cancel);
    const { method, path, body } = request;
    const sent = body === null ? null : await buffer(body.stream());
    const headers = { authorization: `Bearer ${apiKey}`, ...(sent && { 'content-type': 'application/json' }) };
    const asked = new Request(new URL(path, origin), { method, headers, body: sent });
    const response = await (options.respond ?? sandbox.fetch)(asked).catch(() => {
      throw new NetworkError(request, { code: 'connection_lost', sent: true });
    });
    if (signal.aborted) throw new NetworkError(request, { code: 'cancelled', sent: true });
    const text = await response.text();
    const stream = Readable.from([Buffer.from(options.rewrite?.(text) ?? text)]);
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
      body: await readResponse(stream, { encoding: null, isApp: false }),
    };
  };
}
