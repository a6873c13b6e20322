/** Bodies of a response that show nothing of an app. */
const plain = ['ok', 'empty', 'null', 'array', 'number'] as const;

/**
 * What the service's document leaves open and a client may meet otherwise: one switch each. Each
 * has its values, of which the first is that of the preset `documented`, and a line that says what
 * it is about. A † stands behind what contradicts the document.
 */
export const switches = {
  form: choose(
    ['current', 'earlier'],
    "the interface of today, or the earlier form of the document's end",
  ),
  create_response: choose(
    ['bare', 'app', ...plain],
    'body after a create: the app, `{"app": …}`, `{"ok": true}`, nothing, `null`, `[]`, or `1`',
  ),
  update_response: choose(['bare', 'app', ...plain], 'body after an update, in the same words'),
  deploy_response: choose(['app', 'bare', ...plain], 'body after a deploy, in the same words'),
  submit_response: choose(['app', 'bare', ...plain], 'body after a submission, in the same words'),
  delete_response: choose(
    ['deleted', 'app', 'bare', ...plain],
    'body after a delete: `{"deleted": true, "slug": …}`, or the same words',
  ),
  create_status: choose([201, 200, 202], 'status of a create; an empty body with 200 is a 204'),
  update_status: choose([200, 202], 'status of an update'),
  deploy_status: choose([200, 201, 202], 'status of a deploy'),
  submit_status: choose([200, 201, 202], 'status of a submission'),
  delete_status: choose([200, 202], 'status of a delete'),
  response_shows: choose(
    ['after', 'before'],
    'the app as it is after the change, or as it was before',
  ),
  list_response: choose(
    ['apps', 'array', 'data', 'items'],
    'the member that holds the list, or a bare array',
  ),
  problems_form: choose(
    ['objects', 'strings', 'by_path', 'other_names'],
    'problems as objects, `path:line:column: words`, lists by path, or objects with other member names',
  ),
  problems_at: choose(['body', 'error'], 'the problems beside `error`, or in it'),
  terms_at: choose(
    ['member', 'message'],
    'terms asked for in `error.terms_version` too, or in the message alone',
  ),
  error_codes: choose(
    ['words', 'status'],
    'codes that the document does not name: `slug_taken`, or `http_409`',
  ),
  not_found: choose(['error', 'text'], 'a 404 with the documented error body, or with plain text†'),
  too_many_apps_status: choose([409, 403, 400, 422], 'status of the refusal of the 21st app'),
  counts_as_change: choose(
    ['every', 'accepted'],
    'what the rate limit counts: every change, or those that succeed',
  ),

  retry_after: choose(['seconds', 'date', 'none'], '`Retry-After` of a 429'),
  updated_at_moves: choose(
    ['draft', 'submit', 'everything', 'reads', 'nothing'],
    'what moves `updated_at`: changes of the draft, submissions too, reviews too, each read too, or nothing',
  ),
  submitted_at: choose(
    ['each', 'first', 'in_review', 'never'],
    '`submitted_at` is set by each submission, by the first, shown only during the review, or never†',
  ),
  published_at: choose(
    ['each', 'first', 'published', 'never'],
    '`published_at` is set by each approval, by the first, shown only while published, or never†',
  ),
  timestamps: choose(
    ['milliseconds', 'seconds', 'whole_seconds', 'nanoseconds', 'none'],
    'times as `…:00.123Z`, `…:00Z`, `…:00.000Z`, with nine digits, or none at all†',
  ),
  prompt: choose(['kept', 'trimmed'], 'white space around `system_prompt` is kept, or not'),
  deploy_body: choose(
    ['files', 'folder', 'list'],
    'a deploy sends `files` by path, the same under `folder`, or `files` as `[{"path", "content"}]`',
  ),
  deploy_mismatch: choose(
    ['error', 'detail'],
    'a deploy in another form than `deploy_body` is a 400 with the documented error body, or a 422 `{"detail": [{"loc", "msg"}]}` as FastAPI returns it†',
  ),
  deploy_without_prompt: choose(
    ['removes', 'keeps'],
    'what a deploy without instructions.md does to the prompt',
  ),

  listed_files: choose(
    ['documented', 'all'],
    '`files` has service.json, index.html and assets/, or every file†',
  ),
  own_file: choose(['no', 'yes'], '`files` shows a file that the service made itself'),
  shown_text: choose(
    ['text', 'data_url'],
    '`files` shows text files as text, or as `data:` URLs too†',
  ),
  shown_svg: choose(['data_url', 'text'], '`files` shows an SVG as a picture, or as text'),
  shown_html: choose(
    ['file', 'nonce', 'banner'],
    '`html` is index.html, has another nonce on its scripts in each read, or a banner; `files` shows the file as it is',
  ),
  line_ends: choose(['kept', 'lf'], 'texts keep CRLF, or are stored with LF'),
  byte_order_mark: choose(['kept', 'removed'], 'texts keep their byte order mark, or lose it'),
  rewrites: choose(
    ['nothing', 'service_json', 'html'],
    'stores files as sent, writes service.json anew with the colour in small letters, or adds a comment to index.html',
  ),
  other_files: choose(
    ['refused', 'kept'],
    'a file beside those that the document names, such as README.md',
  ),
  page_rules: choose(
    ['sandbox', 'none'],
    'rules for the page: a title and no script over http, or none',
  ),

  create_name: choose(['required', 'optional'], 'whether a create needs a name'),
  update_in_review: choose(
    ['by_publication', 'draft'],
    'leads to `published_with_unreviewed_changes` where a version is published, or always to `draft`',
  ),
  submit_leads_to: choose(
    ['in_review', 'published', 'not_approved', 'in_first_review'],
    'a review, its result at once, or a review under a word that the document does not have†',
  ),
  rejection: choose(
    ['not_approved', 'changes_requested'],
    'final, or by the word of the earlier form and not final†',
  ),
};

function choose<const T extends readonly (string | number)[]>(values: T, about: string) {
  return { values, about } as const;
}

/** One value for each open point. */
export type Assumptions = {
  readonly [Name in keyof typeof switches]: (typeof switches)[Name]['values'][number];
};

/** The choice nearest to what the document shows: the first value of each open point. */
const documented: Assumptions = Object.fromEntries(
  Object.entries(switches).map(([name, { values }]): readonly unknown[] => [name, values[0]]),
);

/**
 * Another service that keeps to every word of the document too, and shares as little else as it
 * can.
 */
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
