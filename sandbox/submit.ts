import { ServiceError } from './errors.ts';
import { termsMember } from './readings.ts';
import type { App, Store } from './store.ts';

const refusals: Readonly<Record<string, string>> = {
  not_approved: 'The app was not approved. That is final: it stays private and cannot be sent for review again.',
  in_review: 'The app is in review already; an app is reviewed once per submission.',
  nothing_to_review: 'What is published is what the draft holds: there is nothing to review.',
  taken_down: 'The app was taken down and cannot be sent for review.',
};

/**
 * Sends an app for review, or refuses: 409 when the app is `not_approved` whatever else is wrong, then 400 when the
 * current terms are not accepted, then 409 for a state that cannot be submitted.
 */
export function submitApp(app: App, acceptedTerms: unknown, store: Store): App {
  if (app.status === 'not_approved') throw refuse('not_approved');
  requireTerms(acceptedTerms, store.settings().termsVersion);
  const moved = store.move(app, 'submit');
  if ('refused' in moved) throw refuse(moved.refused);
  return moved;
}

function requireTerms(accepted: unknown, current: string): void {
  if (accepted !== current) {
    const message = `Accept the current developer terms to submit: send accept_terms "${current}".`;
    throw new ServiceError('terms_required', message, { more: { [termsMember]: current } });
  }
}

function refuse(code: ServiceError['code']): ServiceError {
  return new ServiceError(code, refusals[code] ?? 'The app cannot be submitted in its state.');
}
