/**
 * Everything that the service's document leaves open and the sandbox had to choose: the switches, the states that follow
 * each other, the status of each error, and the limits. The real service may choose otherwise; a client that is right
 * works with any choice.
 */

/** Each open point with its possible values. The first is that of the preset `documented`. */
export const choices = {
  /** Which form of the interface: that of today, or the earlier one of the document's last section. */
  form: ['current', 'earlier'],
  /** What a change responds with: the app itself, `{"app": …}`, `{"ok": true}`, or nothing. */
  create_response: ['bare', 'app', 'ok', 'empty'],
  update_response: ['bare', 'app', 'ok', 'empty'],
  deploy_response: ['app', 'bare', 'ok', 'empty'],
  submit_response: ['app', 'bare', 'ok', 'empty'],
  delete_response: ['deleted', 'app', 'ok', 'empty'],
  /** Success codes. An empty response with 200 is a 204. */
  create_status: [201, 200, 202],
  update_status: [200, 202],
  deploy_status: [200, 201, 202],
  submit_status: [200, 201, 202],
  delete_status: [200, 202],
  /** Whether the app in the response of a change has `html` and `files`, and whether it is as it is after the change. */
  response_files: ['no', 'yes'],
  response_shows: ['after', 'before'],
  /** The list: under `apps`, a bare array, or under another name. */
  list_response: ['apps', 'array', 'data', 'items'],
  /** Entries of `problems`: objects, strings `path:line:column: words`, or an object of lists by path. */
  problems_form: ['objects', 'strings', 'by_path'],
  /** Where the problems are: beside `error`, or in it. */
  problems_at: ['body', 'error'],
  /** Where `terms_required` names the version: in a member `terms_version` too, or in the message alone. */
  terms_at: ['member', 'message'],
  /** Codes that the document does not name: a word each, or one for each status. */
  error_codes: ['words', 'status'],
  too_many_apps_status: [409, 403, 400, 422],
  /** Which requests count towards the limit of changes: every POST, PATCH and DELETE with a valid key, or those that succeed. */
  counts_as_change: ['every', 'accepted'],
  /** `Retry-After` of a 429: seconds, an HTTP date, or none. */
  retry_after: ['seconds', 'date', 'none'],
  /** What moves `updated_at`: a change of the draft, a submission too, or a reviewer's decision too. */
  updated_at_moves: ['draft', 'submit', 'everything'],
  timestamps: ['milliseconds', 'seconds'],
  /** Whether white space around a `system_prompt` is kept. */
  prompt: ['kept', 'trimmed'],
  /** What a single read lists under `files`: what the document names, or every file. */
  listed_files: ['documented', 'all'],
  /** A file that is neither service.json, index.html, instructions.md nor under assets/. */
  other_files: ['refused', 'kept'],
  /** A text file that is sent as a `data:` URL: taken for what it decodes to, or a problem of the folder. */
  text_as_data: ['decoded', 'refused'],
  /** Whether the sandbox's own rules for the page hold: a title, no script over http. */
  page_rules: ['sandbox', 'none'],
  create_name: ['required', 'optional'],
  /** The state after an update in review: a draft where nothing was ever published, or always. */
  update_in_review: ['by_publication', 'draft'],
  /** What follows a submission: a review, or at once its approval. */
  submit_leads_to: ['in_review', 'published'],
  /** A second submission during a review, and one of an app that is published and unchanged. */
  submit_in_review: ['refused', 'accepted'],
  submit_published: ['refused', 'accepted'],
} as const;

/** One value for each open point. */
export type Assumptions = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] };

/** The choice nearest to what the document shows: the first value of each open point. */
const documented: Assumptions = Object.fromEntries(
  Object.entries(choices).map(([name, [first]]): readonly unknown[] => [name, first]),
);

/** Another service that keeps to every word of the document too, and shares as little else as it can. */
const strange: Assumptions = {
  ...documented,
  create_response: 'ok',
  update_response: 'empty',
  deploy_response: 'ok',
  submit_response: 'app',
  delete_response: 'empty',
  create_status: 200,
  deploy_status: 202,
  response_shows: 'before',
  list_response: 'array',
  problems_form: 'strings',
  problems_at: 'error',
  terms_at: 'message',
  error_codes: 'status',
  too_many_apps_status: 403,
  counts_as_change: 'accepted',
  retry_after: 'date',
  updated_at_moves: 'everything',
  timestamps: 'seconds',
  prompt: 'trimmed',
  other_files: 'kept',
  create_name: 'optional',
  update_in_review: 'draft',
};

/** Whole sets of assumptions, by name. */
export const presets = { documented, strange } as const;
/** The name of a preset. */
export type Preset = keyof typeof presets;

/**
 * The codes of errors and their statuses. The document names the codes `terms_required` and `not_approved`, and the
 * statuses 400, 401, 404, 409, 422 and 429; the others are chosen. `too_many_apps` has a switch.
 */
export const errorStatus = {
  invalid_json: 400,
  invalid_field: 400,
  terms_required: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  slug_taken: 409,
  too_many_apps: 409,
  not_approved: 409,
  in_review: 409,
  nothing_to_review: 409,
  taken_down: 409,
  wrong_state: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  folder_rules: 422,
  rate_limited: 429,
  internal: 500,
} as const satisfies Record<string, number>;

/** A word for each kind of error. */
export type ErrorCode = keyof typeof errorStatus;

/** The six states of an app (service document, "States and transitions"). */
export const statuses = [
  'draft',
  'in_review',
  'not_approved',
  'published',
  'published_with_unreviewed_changes',
  'taken_down',
] as const;
/** One of them. */
export type Status = (typeof statuses)[number];

/** What can happen to an app: its owner updates or submits it, a reviewer decides. */
export const moves = ['update', 'submit', 'approve', 'reject', 'take_down'] as const;
/** One of them. */
export type Move = (typeof moves)[number];

/** The state that follows, or the code of the error. */
export type Step = Status | { readonly refused: ErrorCode };

/**
 * Says which state follows a move. The document shows two cells: an update takes an app out of review, and the
 * submission of a `not_approved` app is refused. In the earlier form that state is `changes_requested`, and not final.
 *
 * Pure. `published` says whether a published version stands beside the draft.
 */
export function takeStep(status: Status, move: Move, { published, assumptions }: StepContext): Step {
  switch (move) {
    case 'update':
      return update(status, published, assumptions);
    case 'submit':
      return submit(status, assumptions);
    case 'take_down':
      return published && publicStates.has(status) ? 'taken_down' : wrongState;
    default:
      return status === 'in_review' ? (move === 'approve' ? 'published' : 'not_approved') : wrongState;
  }
}

interface StepContext {
  readonly published: boolean;
  readonly assumptions: Assumptions;
}

const wrongState = { refused: 'wrong_state' } as const;

function update(status: Status, published: boolean, assumptions: Assumptions): Status {
  if (status === 'published') return 'published_with_unreviewed_changes';
  if (status !== 'in_review') return status;
  return published && assumptions.update_in_review === 'by_publication' ? 'published_with_unreviewed_changes' : 'draft';
}

function submit(status: Status, assumptions: Assumptions): Step {
  const next = assumptions.submit_leads_to;
  switch (status) {
    case 'not_approved':
      return assumptions.form === 'earlier' ? next : { refused: 'not_approved' };
    case 'taken_down':
      return { refused: 'taken_down' };
    case 'in_review':
      return assumptions.submit_in_review === 'accepted' ? next : { refused: 'in_review' };
    case 'published':
      return assumptions.submit_published === 'accepted' ? next : { refused: 'nothing_to_review' };
    default:
      return next;
  }
}

/** The states in which everybody sees the version that was published last; `not_approved` and `taken_down` hide it. */
export const publicStates: ReadonlySet<Status> = new Set<Status>([
  'draft',
  'in_review',
  'published',
  'published_with_unreviewed_changes',
]);

/** How many changes an account may make in which time (service document: 30 in a minute). */
export interface Rate {
  readonly changes: number;
  readonly window_ms: number;
}

/** The rate of the document. */
export const defaultRate: Rate = { changes: 30, window_ms: 60_000 };

/** What the current developer terms are called until somebody publishes new ones. */
export const firstTermsVersion = '2026-10';

/** Limits of the folder rules and of a request; only 20 apps, 30 changes and the slug's shape are documented. */
export interface Limits {
  /** Apps per account (documented). */
  readonly apps: number;
  /** Characters (code points) of `name`, at least 1. */
  readonly nameLength: number;
  /** Characters (code points) of `tagline`. */
  readonly taglineLength: number;
  /** Characters (code points) of `instructions.md`, the `system_prompt`. */
  readonly promptLength: number;
  /** Bytes of `service.json`. */
  readonly serviceBytes: number;
  /** Bytes of `index.html`. */
  readonly pageBytes: number;
  /** Bytes of one other file, after decoding. */
  readonly fileBytes: number;
  /** Bytes of all files of a folder, after decoding. */
  readonly folderBytes: number;
  /** Number of files of a folder. */
  readonly files: number;
  /** Bytes of a request body; a longer one is refused with 413. */
  readonly bodyBytes: number;
}

const mebibyte = 1024 * 1024;

/** The limits of a sandbox that was not told otherwise. */
export const defaultLimits: Limits = {
  apps: 20,
  nameLength: 60,
  taglineLength: 120,
  promptLength: 20_000,
  serviceBytes: 64 * 1024,
  pageBytes: 2 * mebibyte,
  fileBytes: 16 * mebibyte,
  folderBytes: 32 * mebibyte,
  files: 2_000,
  bodyBytes: 64 * mebibyte,
};
