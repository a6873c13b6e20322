/** Every way in which the service says no, one for each row of its error table and for what the table does not name. */
export type RefusalCode =
  | 'field_rejected'
  | 'terms_required'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'address_taken'
  | 'not_approved'
  | 'too_large'
  | 'folder_rejected'
  | 'too_many_changes'
  | 'redirected'
  | 'refused'
  | 'service_error';

/** What a refusal means and what to do about it: the one table of the words that people read and search for. */
export function describeRefusal(code: RefusalCode): { readonly sentence: string; readonly next: string } {
  const [sentence, next] = refusals[code];
  return { sentence, next };
}

/**
 * Which refusal a status and the error body's code stand for (service document, "Errors"); null for a success.
 * 409 without the code `not_approved` is a taken address, the only other meaning that the document gives it.
 */
export function toRefusalCode(status: number, serverCode: string | null): RefusalCode | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 500) return 'service_error';
  if (status === 400 && serverCode === 'terms_required') return 'terms_required';
  if (status === 409 && serverCode === 'not_approved') return 'not_approved';
  return byStatus.get(status) ?? 'refused';
}

const byStatus: ReadonlyMap<number, RefusalCode> = new Map([
  [400, 'field_rejected'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'address_taken'],
  [413, 'too_large'],
  [422, 'folder_rejected'],
  [429, 'too_many_changes'],
]);

const refusals: Readonly<Record<RefusalCode, readonly [sentence: string, next: string]>> = {
  field_rejected: ['A field does not fit', 'Correct the field that the message names, then run again.'],
  terms_required: [
    'The current developer terms must be accepted',
    'Read the terms that the service names; if you accept them, set terms-version to that version.',
  ],
  unauthorized: [
    'The API key is missing or not valid',
    'Make a new key in the developer dashboard and store it in the secret that api-key is read from.',
  ],
  forbidden: ['The service does not allow this', 'Check that the API key belongs to the owner of the app.'],
  not_found: [
    'The app does not exist or belongs to somebody else',
    'Check the slug and whose API key is used; to create the app on its first deploy, set create: true.',
  ],
  address_taken: [
    'The address is taken, or the app is in a state that does not allow this',
    'Choose another slug if the app is not yours; otherwise look at the app in the dashboard.',
  ],
  not_approved: [
    'The app was not approved, which is final',
    'It stays private and cannot be sent for review again: deploy it under a new slug.',
  ],
  too_large: ['The service finds the request too large', 'Make the assets smaller or leave some out with exclude.'],
  folder_rejected: ['The folder breaks the folder rules', 'Mend the problems listed, then run again.'],
  too_many_changes: [
    'More than 30 changes in a minute',
    'Run fewer deploys at once (max-parallel in a matrix) or raise timeout-minutes.',
  ],
  redirected: [
    'The service answered with a redirect, which is never followed',
    'Set base-url to the address that the service really has.',
  ],
  refused: ['The service refused the request', 'See the message of the service, and check base-url.'],
  service_error: ['The service failed', 'Run the job again later; if it stays so, tell the service.'],
};
