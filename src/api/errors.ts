import { describeRefusal, type RefusalCode } from './refusals.ts';
import type { ErrorBody } from './wire.ts';

/** Where a request went, as errors and log lines name it: the method and the path, never the host's secrets. */
export interface RequestName {
  readonly method: string;
  readonly path: string;
}

/** What the service said no with. Texts are the service's own words, not yet safe to print. */
export interface RefusalDetails extends ErrorBody {
  readonly status: number;
  readonly code: RefusalCode;
}

/** The service answered, and the answer is no. Asking again would not help. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly details: RefusalDetails;
  /** What to do next. */
  readonly next: string;

  constructor(request: RequestName, details: RefusalDetails) {
    const { sentence, next } = describeRefusal(details.code);
    const words = details.message === null ? '' : `: ${details.message}`;
    super(`${sentence} (${request.method} ${request.path} answered ${details.status}${words})`);
    this.details = details;
    this.next = next;
  }

  get code(): RefusalCode {
    return this.details.code;
  }
}

/** Why there was no usable answer. `cancelled` and `deadline` end the run; the others belong to one exchange. */
export type LossCode =
  | 'cancelled'
  | 'deadline'
  | 'attempt_timeout'
  | 'connection_refused'
  | 'host_not_found'
  | 'connection_failed'
  | 'connection_lost'
  | 'tls'
  | 'proxy'
  | 'proxy_refused'
  | 'answer_unreadable'
  | 'answer_too_large'
  | 'dry_run';

/** No usable answer came. `sent` tells whether request bytes went out: only then may a change have happened. */
export class LostError extends Error {
  override readonly name = 'LostError';
  readonly code: LossCode;
  readonly sent: boolean;
  readonly next: string;

  constructor(
    request: RequestName,
    loss: { code: LossCode; sent: boolean; what: string; next: string },
    options?: ErrorOptions,
  ) {
    super(`${request.method} ${request.path}: ${loss.what}`, options);
    this.code = loss.code;
    this.sent = loss.sent;
    this.next = loss.next;
  }
}

/** The loss of an answer that came and cannot be used. */
export function toUnreadable(request: RequestName, what: string): LostError {
  const next = 'Check that base-url is the address of the service itself.';
  return new LostError(request, { code: 'answer_unreadable', sent: true, what, next });
}
