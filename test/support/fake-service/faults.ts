import type { Fault as SandboxFault } from '../../../sandbox/faults.ts';
import { endByCancel, endByDeadline, type RunEndedError } from '../../../src/action-error.ts';
import { NetworkError, type NetworkErrorCode } from '../../../src/api/network-error.ts';
import type { WireRequest } from '../../../src/api/transport.ts';

/** What goes wrong with one request. */
export type FaultKind =
  | keyof typeof losses
  | keyof typeof bodies
  | keyof typeof responses
  | 'reset'
  | '500'
  | '502'
  | '503'
  | '504'
  /** With Retry-After, in seconds. */
  | `${'503' | '429'}_after_${number}`
  /** To a change, the response to one that was made, of which nothing was stored. To a read, nothing. */
  | 'echo'
  /** To a read, its response with an app that has no status, or another slug. To a change, nothing. */
  | 'statusless'
  | 'other_slug';

/** A fault, and whether it comes before the service has done what was asked, or after. */
export interface Fault {
  readonly kind: FaultKind;
  readonly when: 'before' | 'after';
}

/** What happens on the way to the service, or back, as the real transport tells it. */
const losses = {
  not_sent: 'connection_refused',
  timeout: 'attempt_timeout',
  cancelled: 'cancelled',
  deadline: 'deadline',
} as const satisfies Record<string, NetworkErrorCode>;

/** Bodies of a 200 that says nothing of the app. */
const bodies = { truncated: '{"app":{"sl', array: '[]', empty: '', appless: '{"ok":true}' } as const;

/** What the service, or a gateway that knows nothing of it, responds with instead. */
const responses = {
  '303': { kind: 'redirect', status: 303 },
  '307': { kind: 'redirect', status: 307 },
  '404_html': { status: 404, body: 'html' },
  '404_json': { status: 404, body: 'json' },
  '408': { status: 408, body: 'html' },
  '409': { status: 409 },
  '429': { status: 429 },
  html: { status: 200, body: 'html' },
  /** A 200 that holds the documented error body. */
  error_in_200: { status: 200, body: 'service' },
} as const satisfies Record<string, Partial<SandboxFault>>;

/** Faults that say nothing on whether the change happened: each makes sense before the commit and after it. */
export const lossKinds = ['reset', 'timeout', 'truncated', '500', '502', '503', '504', 'html', 'array'] as const;

/** The same, of gateways, redirects and services that return an error as a success: the ways in which the rules are hard to keep. */
export const strangeKinds = ['404_html', '404_json', '408', '303', '307', 'error_in_200'] as const;

/** True for a fault in which the service would lie if it came before the commit: it accepts. */
export function isAccepting(kind: FaultKind): boolean {
  return kind === 'empty' || kind === 'appless' || kind === 'statusless' || kind === 'other_slug';
}

/** True for a fault that only exists before the commit: nothing was sent, or the service said that it did nothing. */
export function isEarly(kind: FaultKind): boolean {
  return kind === 'not_sent' || kind === '409' || kind === 'echo' || kind.startsWith('429');
}

/** True for a fault that lies between the run and the service, which knows nothing of it. */
export function isOutside(kind: FaultKind): boolean {
  return kind in losses || kind in bodies || kind === 'statusless' || kind === 'other_slug';
}

/** True for a fault that can fall on a request of this method. */
export function isMeantFor(method: WireRequest['method'], kind: FaultKind): boolean {
  return method === 'GET' ? kind !== 'echo' : kind !== 'statusless' && kind !== 'other_slug';
}

/** The fault as the sandbox knows it, for one that is its own. */
export function toSandboxFault({ kind, when }: Fault): Partial<SandboxFault> {
  if (kind === 'echo' || kind === 'reset') return { kind, when };
  if (kind in responses) return { ...responses[kind as keyof typeof responses], when };
  const [status, retryAfter] = kind.split('_after_');
  return { status: Number(status), when, retry_after: retryAfter === undefined ? null : Number(retryAfter) };
}

/** What came of a request instead of `response`, which is null where the service was not asked; or a throw. `abort` ends the run. */
export async function breakExchange(kind: FaultKind, { request, response, abort }: Broken): Promise<Response> {
  if (kind in losses) {
    if (kind === 'cancelled') abort(endByCancel());
    if (kind === 'deadline') abort(endByDeadline(10));
    throw lose(request, losses[kind as keyof typeof losses], kind !== 'not_sent');
  }
  // A service may say less than it could, but it does not accept what it has refused.
  if (response !== null && isAccepting(kind) && !response.ok) return response;
  if (kind in bodies) return new Response(bodies[kind as keyof typeof bodies]);
  const { status, ...app } = (await response?.json()) as Readonly<Record<string, unknown>>;
  return Response.json(kind === 'statusless' ? app : { ...app, status, slug: 'somebody-elses' });
}

interface Broken {
  readonly request: WireRequest;
  readonly response: Response | null;
  readonly abort: (end: RunEndedError) => void;
}

/** The loss of an exchange, as the real transport tells it. */
export function lose(request: WireRequest, code: NetworkErrorCode, sent: boolean): NetworkError {
  return new NetworkError(request, { code, sent, what: `lost by the test (${code})`, next: 'Look at the test.' });
}
