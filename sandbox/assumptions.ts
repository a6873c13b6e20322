/**
 * What the service's document leaves open and a client may meet otherwise: one switch each. Each has its values, of which
 * the first is that of the preset `documented`, and a line that says what it is about.
 */
export const switches = {
  form: { values: ['current', 'earlier'], about: "the interface of today, or the earlier form of the document's end" },
  create_response: {
    values: ['bare', 'app', 'ok', 'empty', 'null', 'array', 'number'],
    about: 'body after a create: the app, `{"app": …}`, `{"ok": true}`, nothing, `null`, `[]`, or `1`',
  },
  update_response: {
    values: ['bare', 'app', 'ok', 'empty', 'null', 'array', 'number'],
    about: 'body after an update, in the same words',
  },
  deploy_response: {
    values: ['app', 'bare', 'ok', 'empty', 'null', 'array', 'number'],
    about: 'body after a deploy, in the same words',
  },
  submit_response: {
    values: ['app', 'bare', 'ok', 'empty', 'null', 'array', 'number'],
    about: 'body after a submission, in the same words',
  },
  delete_response: {
    values: ['deleted', 'app', 'bare', 'ok', 'empty', 'null', 'array', 'number'],
    about: 'body after a delete: `{"deleted": true, "slug": …}`, or the same words',
  },
  create_status: { values: [201, 200, 202], about: 'status of a create; an empty body with 200 is a 204' },
  update_status: { values: [200, 202], about: 'status of an update' },
  deploy_status: { values: [200, 201, 202], about: 'status of a deploy' },
  submit_status: { values: [200, 201, 202], about: 'status of a submission' },
  delete_status: { values: [200, 202], about: 'status of a delete' },
  response_files: {
    values: ['no', 'yes'],
    about: 'whether the app in the response of a change has `html` and `files`',
  },
  response_shows: { values: ['after', 'before'], about: 'the app as it is after the change, or as it was before' },
  list_response: {
    values: ['apps', 'array', 'data', 'items'],
    about: 'the member that holds the list, or a bare array',
  },
  problems_form: {
    values: ['objects', 'strings', 'by_path', 'other_names'],
    about: 'problems as objects, `path:line:column: words`, lists by path, or objects with other member names',
  },
  problems_at: { values: ['body', 'error'], about: 'the problems beside `error`, or in it' },
  terms_at: {
    values: ['member', 'message'],
    about: 'terms asked for in `error.terms_version` too, or in the message alone',
  },
  error_codes: {
    values: ['words', 'status'],
    about: 'codes that the document does not name: `slug_taken`, or `http_409`',
  },
  not_found: { values: ['error', 'text'], about: 'a 404 with the documented error body, or with plain text' },
  too_many_apps_status: { values: [409, 403, 400, 422], about: 'status of the refusal of the 21st app' },
  counts_as_change: {
    values: ['every', 'accepted'],
    about: 'what the rate limit counts: every POST, PATCH and DELETE with a valid key, or those that succeed',
  },
  retry_after: { values: ['seconds', 'date', 'none'], about: '`Retry-After` of a 429' },
  updated_at_moves: {
    values: ['draft', 'submit', 'everything', 'reads', 'nothing'],
    about: 'what moves `updated_at`: changes of the draft, submissions too, reviews too, each read too, or nothing',
  },
  submitted_at: {
    values: ['each', 'first', 'in_review', 'never'],
    about: '`submitted_at` is set by each submission, by the first, shown only during the review, or never',
  },
  published_at: {
    values: ['each', 'first', 'published', 'never'],
    about: '`published_at` is set by each approval, by the first, shown only while published, or never',
  },
  timestamps: {
    values: ['milliseconds', 'seconds', 'whole_seconds', 'nanoseconds', 'none'],
    about: 'times as `…:00.123Z`, `…:00Z`, `…:00.000Z`, with nine digits, or none at all',
  },
  prompt: { values: ['kept', 'trimmed'], about: 'white space around `system_prompt` is kept, or not' },
  deploy_body: {
    values: ['files', 'folder', 'list'],
    about: 'a deploy sends `files` by path, the same under `folder`, or `files` as `[{"path", "content"}]`',
  },
  deploy_without_prompt: {
    values: ['removes', 'keeps'],
    about: 'a deploy without instructions.md removes the prompt, or keeps it',
  },
  listed_files: {
    values: ['documented', 'all'],
    about: '`files` has service.json, index.html and assets/, or every file',
  },
  own_file: { values: ['no', 'yes'], about: '`files` shows a file that the service made itself' },
  shown_text: { values: ['text', 'data_url'], about: '`files` shows text files as text, or as `data:` URLs too' },
  shown_svg: { values: ['data_url', 'text'], about: '`files` shows an SVG as a picture, or as text' },
  shown_html: {
    values: ['file', 'nonce', 'banner'],
    about: '`html` is index.html, has a nonce on its scripts, or a banner; `files` shows the file as it is',
  },
  line_ends: { values: ['kept', 'lf'], about: 'texts keep CRLF, or are stored with LF' },
  byte_order_mark: { values: ['kept', 'removed'], about: 'texts keep their byte order mark, or lose it' },
  rewrites: {
    values: ['nothing', 'service_json', 'html'],
    about:
      'stores files as sent, writes service.json anew with the colour in small letters, or adds a comment to index.html',
  },
  other_files: { values: ['refused', 'kept'], about: 'a file beside those that the document names, such as README.md' },
  text_as_data: { values: ['decoded', 'refused'], about: 'a text file that is sent as a `data:` URL' },
  page_rules: {
    values: ['sandbox', 'none'],
    about: "the sandbox's own rules for the page (a title, no script over http), or none",
  },
  create_name: { values: ['required', 'optional'], about: 'whether a create needs a name' },
  update_in_review: {
    values: ['by_publication', 'draft'],
    about: 'leads to `published_with_unreviewed_changes` where a version is published, or always to `draft`',
  },
  submit_leads_to: {
    values: ['in_review', 'published', 'not_approved', 'in_first_review'],
    about: 'a review, its result at once, or a review under a word that the document does not have',
  },
  rejection: {
    values: ['not_approved', 'changes_requested'],
    about: 'final, or by the word of the earlier form and not final',
  },
  submit_in_review: { values: ['refused', 'accepted'], about: 'a second submission during a review (409 `in_review`)' },
  submit_published: {
    values: ['refused', 'accepted'],
    about: 'a submission where there is nothing to review (409 `nothing_to_review`)',
  },
} as const;

/** One value for each open point. */
export type Assumptions = { readonly [Name in keyof typeof switches]: (typeof switches)[Name]['values'][number] };

/** The choice nearest to what the document shows: the first value of each open point. */
const documented: Assumptions = Object.fromEntries(
  Object.entries(switches).map(([name, { values }]): readonly unknown[] => [name, values[0]]),
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
