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
  /** Of a gateway that says nothing of the app. */
  | '404_html'
  | '404_json'
  | '408'
  | '303'
  | '307'
  | 'html'
  | 'array'
  /** A 200 that holds the documented error body. */
  | 'error_in_200'
  /** To a change, a 200 that shows what was sent, of which nothing was stored. To a read, nothing. */
  | 'echo'
  /** The response of the service, with an app that has no status, or another slug. */
  | 'statusless'
  | 'other_slug'
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
    case '404_html':
      return respondHtml(404);
    case '404_json':
      return respondJson(404, { message: 'no Route matched with those values' });
    case 'error_in_200':
      return respondJson(200, { error: { code: 'internal', message: 'The store did not respond' } });
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
