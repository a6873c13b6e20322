import type { Move, MoveTable, Status } from './states.ts';

/**
 * Everything that the service's document leaves open and the sandbox had to choose, in one place.
 *
 * The real service may choose otherwise. A client that is right takes any of these answers in any of their usual forms.
 */

/**
 * The codes of errors and their HTTP statuses. The document names the codes `terms_required` and `not_approved`, and
 * the statuses 400, 401, 404, 409, 422 and 429; the others are chosen.
 */
export const errorStatus = {
  invalid_json: 400,
  invalid_field: 400,
  terms_required: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  slug_taken: 409,
  too_many_apps: 409,
  not_approved: 409,
  in_review: 409,
  nothing_to_review: 409,
  taken_down: 409,
  wrong_state: 409,
  body_too_large: 413,
  folder_rules: 422,
  rate_limited: 429,
  internal: 500,
} as const satisfies Record<string, number>;

/** A word for each kind of refusal. */
export type ErrorCode = keyof typeof errorStatus;

const wrongState = { refused: 'wrong_state' } as const;

/**
 * Which state follows which move. A refusal is written as `{ refused: code }`.
 *
 * The document shows only two cells: an update takes an app out of review, and the submit of a `not_approved` app is
 * refused. An app in review whose published version stands falls back to `published_with_unreviewed_changes`.
 * An update of a `not_approved` or `taken_down` app changes its private draft and nothing else.
 */
export const moves: MoveTable = {
  draft: {
    update: 'draft',
    submit: 'in_review',
    approve: wrongState,
    reject: wrongState,
    take_down: wrongState,
  },
  in_review: {
    update: { neverPublished: 'draft', published: 'published_with_unreviewed_changes' },
    submit: { refused: 'in_review' },
    approve: 'published',
    reject: 'not_approved',
    take_down: { neverPublished: wrongState, published: 'taken_down' },
  },
  not_approved: {
    update: 'not_approved',
    submit: { refused: 'not_approved' },
    approve: wrongState,
    reject: wrongState,
    take_down: wrongState,
  },
  published: {
    update: 'published_with_unreviewed_changes',
    submit: { refused: 'nothing_to_review' },
    approve: wrongState,
    reject: wrongState,
    take_down: 'taken_down',
  },
  published_with_unreviewed_changes: {
    update: 'published_with_unreviewed_changes',
    submit: 'in_review',
    approve: wrongState,
    reject: wrongState,
    take_down: 'taken_down',
  },
  taken_down: {
    update: 'taken_down',
    submit: { refused: 'taken_down' },
    approve: wrongState,
    reject: wrongState,
    take_down: wrongState,
  },
};

/** The states in which everybody sees the version that was published last; `not_approved` and `taken_down` hide it. */
export const publicStates: ReadonlySet<Status> = new Set<Status>([
  'published',
  'published_with_unreviewed_changes',
  'in_review',
]);

/** Moves after which `review_note` holds what the reviewer wrote; a new draft or submission clears it. */
export const notedMoves: ReadonlySet<Move> = new Set<Move>(['approve', 'reject', 'take_down']);

/** Success codes; the document shows none. An empty deploy answer is 204. */
export const successStatus = { create: 201, read: 200, update: 200, deploy: 200, submit: 200, remove: 200 } as const;

/** The bodies that answers wrap their content in: what "result of" means. Create, update and a single read wrap nothing. */
export const answers = {
  list: (apps: readonly unknown[]) => ({ apps }),
  deploy: (app: unknown) => ({ app }),
  submit: (app: unknown) => ({ app }),
  remove: (slug: string) => ({ deleted: true, slug }),
} as const;

/** What a deploy's body holds beside the slug: an object of paths and contents. */
export const filesMember = 'files';

/** The name of the version to send, beside the message of `terms_required`. */
export const termsMember = 'terms_version';

/** What the current developer terms are called until a reviewer publishes new ones. */
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
  /** Bytes of one file under `assets/`, after decoding. */
  readonly fileBytes: number;
  /** Bytes of all files of a folder, after decoding. */
  readonly folderBytes: number;
  /** Number of files of a folder. */
  readonly files: number;
  /** Bytes of a request body; a longer one is answered with 413. */
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
