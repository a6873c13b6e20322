import { endByCancel, endByDeadline, type RunEndedError } from '../../../src/action-error.ts';
import { NetworkError, type NetworkErrorCode } from '../../../src/api/network-error.ts';
import type { WireRequest, WireResponse } from '../../../src/api/transport.ts';

/** What goes wrong with one request. */
export type FaultKind =
  | 'not_sent'
  | 'reset'
  | 'timeout'
  | 'truncated'
  | '500'
  | '502'
  | '503'
  | '504'
  | '409'
  | '429'
  /** With Retry-After, in seconds. */
  | `${'503' | '429'}_after_${number}`
  | 'html'
  | 'array'
  | 'empty'
  | 'appless'
  | 'cancelled'
  | 'deadline';

/** A fault, and whether it comes before the service has done what was asked, or after. */
export interface Fault {
  readonly kind: FaultKind;
  readonly when: 'before' | 'after';
}

/** Faults that say nothing on whether the change happened: each makes sense before the commit and after it. */
export const lossKinds = ['reset', 'timeout', 'truncated', '500', '502', '503', '504', 'html', 'array'] as const;

/** True for a fault in which the service would lie if it came before the commit: it accepts. */
export function isAccepting(kind: FaultKind): boolean {
  return kind === 'empty' || kind === 'appless';
}

/** True for a fault that only exists before the commit: nothing was sent, or the service said that it did nothing. */
export function isEarly(kind: FaultKind): boolean {
  return kind === 'not_sent' || kind === '409' || kind.startsWith('429');
}

/** A response with this value as its JSON. */
export function respondJson(status: number, value: unknown): WireResponse {
  return toResponse(status, { kind: 'json', value: JSON.parse(JSON.stringify(value)) });
}

/** A response with nothing in it. */
export function respondEmpty(status: number): WireResponse {
  return toResponse(status, { kind: 'empty' });
}

function toResponse(status: number, body: WireResponse['body']): WireResponse {
  return { status, retryAfter: null, date: null, body };
}

/** Carries out a fault: the response that comes instead, or a throw. `abort` ends the run. */
export function breakExchange(fault: Fault, request: WireRequest, abort: (end: RunEndedError) => void): WireResponse {
  switch (fault.kind) {
    case 'not_sent':
      throw lose(request, 'connection_refused', false);
    case 'reset':
      throw lose(request, 'connection_lost', true);
    case 'timeout':
      throw lose(request, 'attempt_timeout', true);
    case 'cancelled':
      abort(endByCancel());
      throw lose(request, 'cancelled', true);
    case 'deadline':
      abort(endByDeadline(10));
      throw lose(request, 'deadline', true);
    case 'truncated':
      return toResponse(200, { kind: 'unreadable', why: 'ends early', start: '{"app":{"sl' });
    case 'html':
      return respondHtml(200);
    case 'array':
      return respondJson(200, []);
    case 'empty':
      return respondEmpty(204);
    case 'appless':
      return respondJson(200, { ok: true });
    default: {
      const [status, retryAfter = null] = fault.kind.split('_after_');
      return { ...(status === '429' ? refuseRate() : respondHtml(Number(status))), retryAfter };
    }
  }
}

/** A response that something between us and the service made. */
function respondHtml(status: number): WireResponse {
  return toResponse(status, { kind: 'unreadable', why: 'is not JSON', start: '<html><body>Gateway</body></html>' });
}

function refuseRate(): WireResponse {
  return respondJson(429, { error: { code: 'rate_limited', message: 'More than 30 changes in a minute' } });
}

/** The loss of an exchange, as the real transport tells it. */
export function lose(request: WireRequest, code: NetworkErrorCode, sent: boolean): NetworkError {
  return new NetworkError(request, { code, sent, what: `lost by the test (${code})`, next: 'Look at the test.' });
}
