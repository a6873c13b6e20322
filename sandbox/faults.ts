/** Which calls of the API a fault falls on. */
export type FaultTarget = 'all' | 'changes' | 'reads';

/** How the service misbehaves. Faults fall on `/api/` alone, whoever calls. */
export interface FaultPlan {
  /** Milliseconds that every call waits before anything else, 0 to 600,000. */
  readonly slowMs: number;
  /** What happens to the next calls: an answer with `status`, or a connection reset without any answer. */
  readonly kind: 'error' | 'reset';
  readonly status: 500 | 502 | 503 | 504;
  /** How many calls it still happens to; 0 for none. */
  readonly times: number;
  /** Whether it happens before the service did what was asked, or after. */
  readonly when: 'before' | 'after';
  readonly on: FaultTarget;
  /** While set, every change is answered with 429 and these seconds in `Retry-After`. */
  readonly retryAfter: number | null;
}

/** What is to happen to one call. */
export interface Fault {
  readonly kind: FaultPlan['kind'];
  readonly status: FaultPlan['status'];
  readonly when: FaultPlan['when'];
}

/** The faults that are switched on, of which single ones are used up. */
export interface Faults {
  plan(): FaultPlan;
  set(plan: FaultPlan): void;
  /** Takes the fault that this call gets, if any. */
  take(method: string): Fault | null;
}

/** A service that does what it should. */
export const noFaults: FaultPlan = {
  slowMs: 0,
  kind: 'error',
  status: 503,
  times: 0,
  when: 'before',
  on: 'all',
  retryAfter: null,
};

/** Makes the switchboard of faults, all off. */
export function createFaults(): Faults {
  let plan = noFaults;
  return {
    plan: () => plan,
    set(next) {
      plan = next;
    },
    take(method) {
      const hit = plan.on === 'all' || isChange(method) === (plan.on === 'changes');
      if (plan.times === 0 || !hit) return null;
      plan = { ...plan, times: plan.times - 1 };
      return { kind: plan.kind, status: plan.status, when: plan.when };
    },
  };
}

/** Tells whether a method counts as a change: every POST, PATCH and DELETE does. */
export function isChange(method: string): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'DELETE';
}
