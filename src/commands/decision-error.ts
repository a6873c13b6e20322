/** Our own no: a rule of the service or a choice of the workflow that stops a run before anything is sent. */
export class DecisionError extends Error {
  override readonly name = 'DecisionError';
  readonly code: DecisionCode;
  readonly next: string;

  constructor(code: DecisionCode, detail: string, options?: ErrorOptions) {
    const [sentence, next] = decisions[code];
    super(`${sentence}: ${detail}`, options);
    this.code = code;
    this.next = next;
  }

  /** True where the content or the app's state is what is wrong, and not the moment. */
  get isRejection(): boolean {
    return (
      this.code === 'final_not_approved' ||
      this.code === 'offline_problems' ||
      this.code === 'too_many_apps' ||
      this.code === 'field_unreadable' ||
      this.code === 'app_exists'
    );
  }
}

/** Every reason of our own to stop, one for each row of the table of their words below. */
export type DecisionCode =
  | 'in_review'
  | 'final_not_approved'
  | 'offline_problems'
  | 'too_many_apps'
  | 'stale'
  | 'app_missing'
  | 'app_exists'
  | 'field_unreadable';

const decisions: Readonly<Record<DecisionCode, readonly [sentence: string, next: string]>> = {
  in_review: [
    'The app is in review, and this would take it out of review',
    'Wait for the verdict, or set on-in-review to skip (leave it in review) or replace (send it all the same).',
  ],
  final_not_approved: [
    'The app was not approved, which is final',
    'It stays private and cannot be sent for review again: deploy it under a new slug.',
  ],
  offline_problems: ['The folder has problems, and nothing was sent', 'Mend the problems listed, then run again.'],
  too_many_apps: [
    'The account has the 20 apps that it may have',
    'Delete an app that is no longer needed (the command list names them), then run again.',
  ],
  stale: [
    'The branch has moved past the commit of this run',
    'Nothing to do if a newer run deploys; otherwise run the job on the newest commit.',
  ],
  app_missing: [
    'The app does not exist or belongs to somebody else',
    'Check the slug and whose API key is used; the command create, or create: true with deploy, makes a new app.',
  ],
  field_unreadable: [
    'A file is too large or not text, so that it cannot be sent as a field of the app',
    'Mend the file, or use the command deploy, which sends every file as it is.',
  ],
  app_exists: ['The app exists already', 'Use the command deploy or update to change it, or choose another slug.'],
};
