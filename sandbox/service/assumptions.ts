/** Bodies of a successful response that do not show the app. */
const plain = ['ok', 'empty', 'null', 'array', 'number'] as const;

/**
 * A switch for each open point of the service document. A switch has values and a sentence for
 * people. Its first value belongs to the preset `documented`. If the sentence ends with †, the last
 * value contradicts the document.
 */
export const switches = {
  form: choose(
    ['current', 'earlier'],
    'the current API, or its earlier form (the last section of the document)',
  ),
  create_response: choose(
    ['bare', 'app', ...plain],
    'body after a create: the app, `{"app": …}`, `{"ok": true}`, empty, `null`, `[]` or `1`',
  ),
  update_response: choose(
    ['bare', 'app', ...plain],
    'body after an update, with the same values as `create_response`',
  ),
  deploy_response: choose(
    ['app', 'bare', ...plain],
    'body after a deploy, with the same values as `create_response`',
  ),
  submit_response: choose(
    ['app', 'bare', ...plain],
    'body after a submission, with the same values as `create_response`',
  ),
  delete_response: choose(
    ['deleted', 'app', 'bare', ...plain],
    'body after a delete: `{"deleted": true, "slug": …}`, or a value of `create_response`',
  ),
  create_status: choose([201, 200, 202], 'status of a create; an empty body with 200 is a 204'),
  update_status: choose([200, 202], 'status of an update'),
  deploy_status: choose([200, 201, 202], 'status of a deploy'),
  submit_status: choose([200, 201, 202], 'status of a submission'),
  delete_status: choose([200, 202], 'status of a delete'),
  response_shows: choose(
    ['after', 'before'],
    'whether these bodies show the app after the change or before it',
  ),
  list_response: choose(
    ['apps', 'array', 'data', 'items'],
    'the member that holds the list of apps, or a bare array',
  ),
  problems_form: choose(
    ['objects', 'strings', 'by_path', 'other_names'],
    'problems as objects, as `path:line:column: message`, as lists by path, or as objects with other member names',
  ),
  problems_at: choose(['body', 'error'], 'whether `problems` is next to `error` or inside it'),
  terms_at: choose(
    ['member', 'message'],
    'the required terms version is in `error.terms_version` and in the message, or only in the message',
  ),
  error_codes: choose(
    ['words', 'status'],
    'error codes that the document does not name: `slug_taken`, or `http_409`',
  ),
  not_found: choose(['error', 'text'], 'a 404 has the documented error body, or plain text†'),
  too_many_apps_status: choose(
    [409, 403, 400, 422],
    'status when an account creates more apps than it may have',
  ),
  counts_as_change: choose(
    ['every', 'accepted'],
    'what the rate limit counts: every change, or only those that succeed',
  ),

  retry_after: choose(['seconds', 'date', 'none'], '`Retry-After` of a 429'),
  updated_at_moves: choose(
    ['draft', 'submit', 'everything', 'reads', 'nothing'],
    'what updates `updated_at`: only changes of the draft; those and submissions; those and reviews; those and every read; or nothing',
  ),
  submitted_at: choose(
    ['each', 'first', 'in_review', 'never'],
    '`submitted_at` is set by each submission, only by the first, shown only during the review, or never shown†',
  ),
  published_at: choose(
    ['each', 'first', 'published', 'never'],
    '`published_at` is set by each approval, only by the first, shown only while published, or never shown†',
  ),
  timestamps: choose(
    ['milliseconds', 'seconds', 'whole_seconds', 'nanoseconds', 'none'],
    'times as `…:00.123Z`, `…:00Z`, `…:00.000Z`, with nine digits, or no times at all†',
  ),
  prompt: choose(['kept', 'trimmed'], 'white space around `system_prompt` is kept or removed'),
  deploy_body: choose(
    ['files', 'folder', 'list'],
    'a deploy sends `files` by path, the same as `folder`, or `files` as `[{"path", "content"}]`',
  ),
  deploy_mismatch: choose(
    ['error', 'detail'],
    'a deploy whose form is not the one chosen in `deploy_body` gets a 400 with the documented error body, or a 422 `{"detail": [{"loc", "msg"}]}` like FastAPI’s†',
  ),
  deploy_without_prompt: choose(
    ['removes', 'keeps'],
    'what a deploy without instructions.md does to the prompt',
  ),

  listed_files: choose(
    ['documented', 'all'],
    '`files` shows service.json, index.html and assets/, or every file†',
  ),
  own_file: choose(['no', 'yes'], '`files` also shows a file that the service added itself'),
  shown_text: choose(['text', 'data_url'], '`files` shows text files as text, or as `data:` URLs†'),
  shown_svg: choose(['data_url', 'text'], '`files` shows an SVG as a picture, or as text'),
  shown_html: choose(
    ['file', 'nonce', 'banner'],
    '`html` is the unchanged index.html, or index.html with a new nonce on its scripts in each read, or with a banner added; `files` shows the unchanged file',
  ),
  line_ends: choose(['kept', 'lf'], 'texts keep CRLF line ends, or are stored with LF'),
  byte_order_mark: choose(['kept', 'removed'], 'texts keep their byte order mark, or lose it'),
  rewrites: choose(
    ['nothing', 'service_json', 'html', 'pictures'],
    'files are stored as sent, or service.json is rewritten with a lowercase color, or index.html gets a comment, or PNG and JPEG pictures get one, as if they were encoded again',
  ),
  other_files: choose(
    ['refused', 'kept'],
    'a file that the document does not name, such as README.md',
  ),
  page_rules: choose(
    ['sandbox', 'none'],
    'the page needs a title and must not load a script over http, or has no rules',
  ),

  create_name: choose(['required', 'optional'], 'whether a create needs a name'),
  empty_update: choose(
    ['accepted', 'refused'],
    'an update without fields is accepted as any other, or gets a 400',
  ),
  update_in_review: choose(
    ['by_publication', 'draft'],
    'an update in review leads to `published_with_unreviewed_changes` if a version is published, or always to `draft`',
  ),
  submit_leads_to: choose(
    ['in_review', 'published', 'not_approved', 'in_first_review'],
    'a submission leads to a review, to its result at once, or to a review with a status that the document does not have†',
  ),
  rejection: choose(
    ['not_approved', 'changes_requested'],
    'a rejection is final, or has the status of the earlier form and is not final†',
  ),
};

/** Makes a switch. `about` completes the sentence on the page and in `--help`. */
function choose<const T extends readonly (string | number)[]>(values: T, about: string) {
  return { values, about } as const;
}

/** The chosen value of each switch. */
export type Assumptions = {
  readonly [Name in keyof typeof switches]: (typeof switches)[Name]['values'][number];
};

/** The preset nearest to what the document shows: the first value of each switch. */
const documented = Object.fromEntries(
  Object.entries(switches).map(([name, { values }]) => [name, values[0]]),
) as Assumptions;

/**
 * The assumptions of a service that also follows every sentence of the document, but otherwise
 * differs from `documented` as much as possible.
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
  empty_update: 'refused',
  update_in_review: 'draft',
};

/** Complete sets of assumptions. */
export const presets = { documented, strange } as const;
/** The name of a preset. */
export type Preset = keyof typeof presets;
