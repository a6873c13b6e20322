import type { Fault as SandboxFault } from '../../../sandbox/faults.ts';
import { endByCancel, endByDeadline, type RunEndedError } from '../../../src/action-error.ts';
import { NetworkError, type NetworkErrorCode } from '../../../src/api/network-error.ts';
import type { WireRequest } from '../../../src/api/transport.ts';

/** What goes wrong with one request: a loss, a body, a disguise, or a response of the service or a gateway. */
export type FaultKind =
  | keyof typeof losses
  | keyof typeof bodies
  | keyof typeof responses
  | `50${0 | 2 | 3 | 4}`
  /** With Retry-After, in seconds. */
  | `${'503' | '429'}_after_${number}`
  /** The response takes as long as an attempt at it may, or half a minute of a change, and a quarter of a minute of a read. */
  | 'hangs'
  | 'slow'
  /** Of a read alone: the app without its status, or with another slug. */
  | 'statusless'
  | 'other_slug';

/** A fault, and whether it comes before the service has done what was asked, or after. */
export interface Fault {
  readonly kind: FaultKind;
  readonly when: 'before' | 'after';
}

/** A fault that comes before the service has done what was asked. */
export const before = (kind: FaultKind): Fault => ({ kind, when: 'before' });
/** A fault that comes after it. */
export const after = (kind: FaultKind): Fault => ({ kind, when: 'after' });

/** How long a fault takes, in milliseconds. */
export function toDelay(kind: FaultKind | undefined, { method }: WireRequest): number {
  if (kind === 'hangs') return method === 'GET' ? 20_000 : 120_000;
  return kind === 'slow' ? (method === 'GET' ? 15_000 : 30_000) : 0;
}

/** What happens on the way, as the real transport tells it. */
const losses = {
  not_sent: 'connection_refused',
  reset: 'connection_lost',
  timeout: 'attempt_timeout',
  hangs: 'attempt_timeout',
  cancelled: 'cancelled',
  deadline: 'deadline',
} as const satisfies Record<string, NetworkErrorCode>;

/** Bodies of a 200 that says nothing of the app. */
const bodies = { truncated: '{"app":{"sl', array: '[]', empty: '', appless: '{"ok":true}' } as const;

/** What the sandbox responds with when it is told to. */
const responses = {
  '303': { kind: 'redirect', status: 303 },
  '307': { kind: 'redirect', status: 307 },
  '404_html': { status: 404, body: 'html' },
  '404_json': { status: 404, body: 'json' },
  '408': { status: 408, body: 'html' },
  '409': { status: 409 },
  '429': { status: 429 },
  html: { status: 200, body: 'html' },
  error_in_200: { status: 200, body: 'service' },
  /** Of a change alone: the response to one that was made, of which nothing was stored. */
  echo: { kind: 'echo' },
} as const satisfies Record<string, Partial<SandboxFault>>;

/** The fault as the sandbox knows it; null for one that lies between the run and the service. */
export function toSandboxFault({ kind, when }: Fault): Partial<SandboxFault> | null {
  if (kind in responses) return { ...responses[kind as keyof typeof responses], when };
  const [status, retryAfter] = kind.split('_after_');
  const seconds = retryAfter === undefined ? null : Number(retryAfter);
  return /^\d+$/.test(status ?? '') ? { status: Number(status), when, retry_after: seconds } : null;
}

interface Broken {
  readonly request: WireRequest;
  /** The service's; null where it was not asked. */
  readonly response: Response | null;
  readonly abort: (end: RunEndedError) => void;
}

/** What comes of a request on the way: another response, or a throw. `abort` ends the run. */
export async function breakExchange(kind: FaultKind, { request, response, abort }: Broken): Promise<Response> {
  if (kind === 'cancelled') abort(endByCancel());
  if (kind === 'deadline') abort(endByDeadline(10));
  if (kind in losses) throw lose(request, losses[kind as keyof typeof losses], kind !== 'not_sent');
  if (kind === 'slow' && response !== null) return response;
  // What the service has refused is not accepted on the way.
  if (response?.ok === false) return response;
  if (kind in bodies) return new Response(bodies[kind as keyof typeof bodies]);
  if (response === null || request.operation !== 'read') return response ?? new Response();
  const { status, ...app } = (await response.json()) as Readonly<Record<string, unknown>>;
  return Response.json(kind === 'statusless' ? app : { ...app, status, slug: 'somebody-elses' });
}

/** The loss of an exchange, as the real transport tells it. */
export function lose(request: WireRequest, code: NetworkErrorCode, sent: boolean): NetworkError {
  return new NetworkError(request, { code, sent, what: `lost by the test (${code})`, next: 'Look at the test.' });
}
