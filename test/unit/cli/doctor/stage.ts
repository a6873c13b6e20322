import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findPoints } from '../../../../cli/doctor/points.ts';
import { rehearse } from '../../../../cli/doctor/rehearsal.ts';
import { canDeploy, printRehearsal, toData } from '../../../../cli/doctor/report.ts';
import type { SandboxOptions } from '../../../../sandbox/server.ts';
import { createSandbox, type Sandbox } from '../../../../sandbox/server.ts';
import type { Move } from '../../../../sandbox/service/app.ts';
import { NetworkError } from '../../../../src/api/network-error.ts';
import { readResponse } from '../../../../src/api/response.ts';
import type { Transport, WireRequest } from '../../../../src/api/transport.ts';
import { readInputs } from '../../../../src/inputs/inputs.ts';
import { createRedact } from '../../../../src/text/secrets.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-service/clock.ts';
import { onTerminal } from '../../../support/frontend.ts';

export const apiKey = 'key-of-ann-0123456789';
const origin = 'http://127.0.0.1';

/** Options for a service: the sandbox, with differences. */
export interface ServiceOptions {
  readonly sandbox?: SandboxOptions;
  /** The apps that the account has, after these moves. */
  readonly apps?: Readonly<Record<string, readonly (Move | 'change')[]>>;
  /** The duration of each request, in milliseconds. */
  readonly takesMs?: number;
  /**
   * Called before each request, with its number from 1. An error that it throws breaks the request.
   */
  readonly beforeRequest?: (request: WireRequest, number: number, cancel: AbortController) => void;
  /** Responds to a request, or asks the sandbox to respond and changes the response. */
  readonly respond?: (
    request: Request,
    ask: (request: Request) => Promise<Response>,
  ) => Promise<Response>;
}

/** A service in this process, and the transport to it. */
export interface Service {
  readonly sandbox: Sandbox;
  readonly clock: FakeClock;
  readonly transport: Transport;
  readonly cancel: AbortController;
  /** Returns the slugs of the apps that exist. */
  readonly left: () => readonly string[];
}

const files = new Map([
  ['service.json', '{"name":"Secret name"}'],
  ['index.html', '<title>A</title>'],
]);

/** Opens a service with a fake clock. */
export function openService(options: ServiceOptions = {}): Service {
  const clock = createFakeClock();
  clock.pass(123);
  const accounts = [{ name: 'ann', key: apiKey }];
  const schedule = (work: () => void, milliseconds: number): void =>
    clock.after(milliseconds, work);
  const sandbox = createSandbox({
    accounts,
    baseUrl: origin,
    now: clock.now,
    schedule,
    ...options.sandbox,
  });
  for (const [slug, moves] of Object.entries(options.apps ?? {})) {
    sandbox.put({ slug, files });
    for (const move of moves) {
      clock.pass(2_345);
      const app = sandbox.store.find(slug);
      if (move === 'change') sandbox.edit(slug, { tagline: `${clock.now()}` });
      // With some assumptions a submission ends the review.
      else if (app !== undefined) sandbox.store.move(app, move);
    }
  }
  clock.pass(2_345);
  const cancel = new AbortController();
  const left = (): readonly string[] => sandbox.store.apps().map(({ slug }) => slug);
  return {
    sandbox,
    clock,
    cancel,
    left,
    transport: toTransport(sandbox, { ...options, clock, cancel }),
  };
}

/** Options of the doctor. */
export interface DoctorParts {
  readonly isJson?: boolean;
  readonly isVerbose?: boolean;
  /** The address that the doctor is given. */
  readonly address?: string;
  /** A workspace, and values of the inputs `folder` and `exclude`. */
  readonly folder?: {
    readonly workspace: string;
    readonly folder: string;
    readonly exclude: string;
  };
}

/**
 * Runs the doctor. Returns the points that differ, the switches that the report names, and how long
 * it took in milliseconds.
 */
export async function examine(options: ServiceOptions = {}, parts: DoctorParts = {}) {
  const service = openService(options);
  const { clock, transport, cancel } = service;
  const start = clock.now();
  const [log, transcript] = [[], []] as [string[], string[]];
  const { folder: { workspace = '', ...given } = {}, address = origin } = parts;
  const values: Readonly<Record<string, string>> = {
    command: 'list',
    'base-url': address,
    'api-key': apiKey,
    ...given,
  };
  const { inputs, error } = readInputs({ read: (name) => values[name] ?? '', hasSecrets: true });
  if (error !== null || inputs.baseUrl === null) throw new Error('The inputs are wrong.');
  const { baseUrl } = inputs;
  const redact = createRedact([apiKey]);
  const run = () =>
    rehearse({
      ...{ transport, clock, random: () => 0.5, signal: cancel.signal },
      inputs,
      baseUrl,
      base: workspace,
      redact,
      slug: 'doctor-abababababab',
      log: { info: (line) => void log.push(line), debug: () => undefined },
      writeTranscript: (line) => void transcript.push(line),
    });
  const rehearsal = await onTerminal(run);
  const report = parts.isJson
    ? JSON.stringify(toData(rehearsal, redact))
    : await onTerminal(async () => printRehearsal(rehearsal, redact, parts.isVerbose ?? false));
  const findings = findPoints(rehearsal);
  return {
    ...{
      ...service,
      exitCode: canDeploy(rehearsal) ? 0 : 1,
      rehearsal,
      findings,
      log,
      printed: report,
      transcript: transcript.join(''),
    },
    took: clock.now() - start,
    differing: findings.flatMap(({ id, result }) => (result === 'differs' ? [id] : [])),
    assume: findings.flatMap(({ assume }) => assume ?? []),
    left: service.left(),
  };
}

/** Runs `work` with a temporary folder, which is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-test-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function toTransport(
  sandbox: Sandbox,
  { clock, cancel, ...options }: ServiceOptions & Pick<Service, 'clock' | 'cancel'>,
): Transport {
  let number = 0;
  const ask = (request: Request) => sandbox.fetch(request);
  return async (request, signal) => {
    if (signal.aborted) throw new NetworkError(request, { code: 'cancelled', sent: false });
    number += 1;
    options.beforeRequest?.(request, number, cancel);
    clock.pass(options.takesMs ?? 25);
    const { method, path, body } = request;
    const sent = body === null ? null : await buffer(body.stream());
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(sent && { 'content-type': 'application/json' }),
    };
    const asked = new Request(new URL(path, origin), { method, headers, body: sent });
    const response = await (options.respond ?? ask)(asked, ask).catch(() => {
      throw new NetworkError(request, { code: 'connection_lost', sent: true });
    });
    if (signal.aborted) throw new NetworkError(request, { code: 'cancelled', sent: true });
    const { status } = response;
    return {
      status,
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
      link: response.headers.get('link'),
      body: await readResponse(Readable.from(Buffer.from(await response.arrayBuffer())), {
        encoding: null,
        limitBytes: 8_000_000,
      }),
    };
  };
}
