/** The table of everything that the service's document leaves open: what is assumed, how it is seen, and which code knows of it. */
import { hasDocumentedError, readApps, readErrorBody, toFields } from '../api/wire.ts';
import { isAccepted, isRefused, toApp } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import * as looks from './looks.ts';
import * as reviews from './reviews.ts';
import { maxApps, unknownTerms, updated } from './sample.ts';

/** What a difference is to the action: nothing, failed deploys, or other trouble, such as a deploy on every run. */
export type Impact = 'none' | 'other' | 'deploy';

/** One open point of the document. */
export interface Point {
  /** The value that is assumed, then the others of the sandbox's switch; one alone where there is no switch. */
  readonly values: readonly [string, ...string[]];
  /** The assumption in words. */
  readonly assumed: string;
  /** How it is seen; null where the doctor never sees it. */
  readonly see: looks.Look | null;
  /** What it takes to see it, where the doctor's own requests do not. */
  readonly needs?: string;
  /** What to change where it differs: a name of the code, and its file. */
  readonly where: string;
  /** What another value is to the action; `none` where absent. */
  readonly impact?: (value: string) => Impact;
  /** The sandbox's switch where it has another name than the point. */
  readonly switch?: string;
}

/** Every point, in the order of the report. */
export const points: Readonly<Record<string, Point>> = {
  // Reads.
  read_app: {
    values: ['shown'],
    assumed: 'a read shows the app as its body, or at `app`, with slug and status',
    see: looks.seeResponse('read_created', (_, evidence) => (toApp(evidence, 'read_created') ? 'shown' : 'other')),
    where: 'readApp in src/api/wire.ts',
    impact: () => 'deploy',
  },
  form: {
    values: ['current', 'earlier'],
    assumed: 'the current form: a read has `files`, and there is a deploy endpoint',
    see: looks.seeForm,
    where: 'readApp in src/api/wire.ts',
    impact: () => 'deploy',
  },
  url: {
    values: ['documented'],
    assumed: '`url` is <base-url>/a/<slug>',
    see: looks.seeField('read_created', 'url', (url, { address, slug }) =>
      url === `${address}/a/${slug}` ? 'documented' : 'other',
    ),
    where: 'readApp in src/api/wire.ts',
  },
  new_status: {
    values: ['draft'],
    assumed: 'an app that was just created is a draft',
    see: looks.seeField('read_created', 'status', String),
    where: 'isDocumentedStatus in src/app-status.ts',
  },
  fresh_reads: {
    values: ['at once'],
    assumed: 'the read after a change shows the change',
    see: looks.seeFreshness,
    where: 'isProven in src/commands/verify.ts',
    impact: (value) => (value === 'never' ? 'deploy' : 'none'),
  },
  timestamps: {
    values: ['milliseconds', 'seconds', 'whole_seconds', 'nanoseconds', 'none'],
    assumed: 'times have milliseconds',
    see: looks.seeTimes,
    where: 'readApp in src/api/wire.ts',
  },
  updated_at_moves: {
    values: ['draft', 'reads', 'nothing'],
    assumed: '`updated_at` moves with a change of the draft, not with reads',
    see: looks.seeMoves,
    where: 'isProven in src/commands/verify.ts',
  },
  not_found: {
    values: ['error', 'text'],
    assumed: 'a 404 has the documented error body',
    see: looks.seeResponse('read_missing', ({ status, response, json }) => {
      const other = response.kind === 'unreadable' ? 'text' : 'other';
      return status === 404 ? (hasDocumentedError(json) ? 'error' : other) : null;
    }),
    where: 'hasDocumentedError in src/api/wire.ts',
    impact: () => 'other',
  },
  list_response: {
    values: ['apps', 'array', 'data', 'items'],
    assumed: 'the list is at `apps`',
    see: looks.seeList,
    where: 'readApps in src/api/wire.ts',
    impact: (value) => (value === 'other' ? 'other' : 'none'),
  },
  // Deploys.
  deploy_body: {
    values: ['files', 'folder', 'list'],
    assumed: 'a deploy takes `{"slug", "files": {"<path>": "<content>"}}`',
    see: looks.seeBody,
    where: 'deployPayload in src/api/deploy-payload.ts',
    impact: () => 'deploy',
  },
  file_kinds: {
    values: ['accepted'],
    assumed: 'a deploy takes pictures, fonts, sounds and any file below assets/',
    see: looks.seeKinds,
    where: 'deployPayload in src/api/deploy-payload.ts',
    impact: (value) => (value === 'refused' ? 'deploy' : 'other'),
  },
  rewrites: {
    values: ['nothing', 'service_json', 'html'],
    assumed: 'files are kept as they were sent',
    see: looks.seeRewrites,
    where: 'compareFolder in src/commands/compare.ts',
    impact: (value) => (value === 'service_json' ? 'none' : 'deploy'),
  },
  listed_files: {
    values: ['documented', 'all'],
    assumed: '`files` has service.json, index.html and assets/ alone',
    see: looks.seeListed,
    where: 'compareFolder in src/commands/compare.ts',
  },
  own_file: {
    values: ['no', 'yes'],
    assumed: '`files` has no file that the service made itself',
    see: looks.seeOwnFile,
    where: 'compareFolder in src/commands/compare.ts',
    impact: () => 'other',
  },
  shown_text: {
    values: ['text', 'data_url'],
    assumed: '`files` shows texts as text',
    see: looks.seeFile('assets/app.js', (shown) => (looks.isDataUrl(shown) ? 'data_url' : 'text')),
    where: 'readApp in src/api/wire.ts',
  },
  shown_svg: {
    values: ['data_url', 'text'],
    assumed: '`files` shows an SVG as a `data:` URL',
    see: looks.seeFile('assets/drawing.svg', (shown) => (looks.isDataUrl(shown) ? 'data_url' : 'text')),
    where: 'readApp in src/api/wire.ts',
  },
  shown_html: {
    values: ['file', 'nonce', 'banner'],
    assumed: '`html` is index.html as it was sent',
    see: looks.seeHtml,
    where: 'compareFolder in src/commands/compare.ts',
  },
  line_ends: {
    values: ['kept', 'lf'],
    assumed: 'texts keep CRLF',
    see: looks.seeFile('assets/lines.txt', (shown) => (looks.toText(shown).includes('\r\n') ? 'kept' : 'lf')),
    where: 'digestText in src/content.ts',
  },
  byte_order_mark: {
    values: ['kept', 'removed'],
    assumed: 'texts keep their byte order mark',
    see: looks.seeFile('assets/mark.txt', (shown) => (looks.toText(shown).startsWith('\uFEFF') ? 'kept' : 'removed')),
    where: 'digestText in src/content.ts',
  },
  prompt: {
    values: ['kept', 'trimmed'],
    assumed: '`system_prompt` keeps white space at its ends',
    see: looks.seeField('read_updated', 'system_prompt', (text) => {
      const trimmed = text === updated.system_prompt.trim() ? 'trimmed' : 'other';
      return typeof text === 'string' ? (text === updated.system_prompt ? 'kept' : trimmed) : null;
    }),
    where: 'appFields in src/app.ts',
    impact: (value) => (value === 'trimmed' ? 'none' : 'deploy'),
  },
  prompt_file: {
    values: ['prompt'],
    assumed: 'instructions.md is `system_prompt`',
    see: looks.seePromptFile,
    where: 'appFields in src/app.ts',
    impact: () => 'deploy',
  },
  deploy_without_prompt: {
    values: ['removes', 'keeps'],
    assumed: 'a deploy without instructions.md removes the prompt',
    see: looks.seeKeptPrompt,
    where: 'compareFolder in src/commands/compare.ts',
  },
  other_files: {
    values: ['refused', 'kept'],
    assumed: 'a file beside those that the document names, such as README.md, is refused',
    see: looks.seeReply('deploy_other', 'kept', 'refused'),
    where: 'compareFolder in src/commands/compare.ts',
  },
  text_as_data: {
    values: ['decoded', 'refused'],
    assumed: 'a text is also taken as a `data:` URL (the action sends none so)',
    see: looks.seeReply('deploy_data', 'decoded', 'refused'),
    where: 'deployPayload in src/api/deploy-payload.ts',
  },
  page_rules: {
    values: ['sandbox', 'none'],
    assumed: 'a page without a title, with a script over http, is refused',
    see: looks.seeReply('deploy_broken', 'none', 'sandbox'),
    where: 'readErrorBody in src/api/wire.ts',
  },
  // Errors.
  problems_form: {
    values: ['objects', 'strings', 'by_path', 'other_names'],
    assumed: 'problems are objects with `message`',
    see: looks.seeProblems,
    where: 'readErrorBody in src/api/wire.ts',
    impact: (value) => (value === 'other' ? 'other' : 'none'),
  },
  problems_at: {
    values: ['body', 'error'],
    assumed: 'problems are beside `error`',
    see: looks.seeProblemsPlace,
    where: 'readErrorBody in src/api/wire.ts',
  },
  field_error: {
    values: ['400'],
    assumed: 'a field that does not fit is refused with 400',
    see: looks.seeResponse('update_wrong', ({ status }) => String(status)),
    where: 'toEnding in src/api/policy.ts',
    impact: () => 'other',
  },
  error_codes: {
    values: ['words', 'status'],
    assumed: 'codes that the document does not name are words',
    see: looks.seeCodes,
    where: 'readErrorBody in src/api/wire.ts',
  },
  terms: {
    values: ['terms_required'],
    assumed: 'a submission with unknown terms is refused with `terms_required`',
    see: looks.seeResponse('submit', (reply) => {
      const code = readErrorBody(reply.json).serverCode ?? 'other';
      return isAccepted(reply) ? 'accepted' : code;
    }),
    where: 'readErrorBody in src/api/wire.ts',
    impact: () => 'other',
  },
  terms_at: {
    values: ['member', 'message'],
    assumed: 'the terms asked for are a member of `error`',
    see: looks.seeResponse('submit', ({ json }) => {
      const { serverCode, termsVersion } = readErrorBody(json, unknownTerms);
      const names = Object.keys({ ...toFields(json), ...toFields(toFields(json)?.['error']) });
      const place = names.some((name) => /(terms_?version|accept_?terms)$/i.test(name)) ? 'member' : 'message';
      return serverCode === 'terms_required' ? (termsVersion === null ? 'other' : place) : null;
    }),
    where: 'readErrorBody in src/api/wire.ts',
    impact: (value) => (value === 'other' ? 'other' : 'none'),
  },
  too_many_apps_status: {
    values: ['409', '403', '400', '422'],
    assumed: 'the 21st app is refused with 409',
    see: looks.seeResponse('create', (reply, { seen, address }) => {
      const count = readApps(seen.get('list_before')?.json ?? null, address)?.length ?? 0;
      return isRefused(reply) && count >= maxApps ? String(reply.status) : null;
    }),
    needs: '20 apps',
    where: 'createApp in src/commands/create.ts',
  },
  retry_after: {
    values: ['seconds', 'date', 'none'],
    assumed: 'a 429 says in seconds how long to wait',
    see: looks.seeWait,
    needs: 'more than 30 changes in a minute',
    where: 'readRetryAfter in src/api/policy.ts',
  },
  counts_as_change: {
    values: ['every', 'accepted'],
    assumed: 'every POST, PATCH and DELETE counts as a change',
    see: null,
    needs: '31 refused changes in a minute, such as of a color: a 429 says that they count',
    where: 'decide in src/api/policy.ts',
  },
  // Responses to changes.
  create_name: {
    values: ['required', 'optional'],
    assumed: 'a create needs a name',
    see: looks.seeReply('create_bare', 'optional', 'required'),
    where: 'createApp in src/commands/create.ts',
  },
  ...toResponsePoints('create', { body: ['bare', 'the app'], statuses: ['201', '200', '202'] }),
  ...toResponsePoints('update', { body: ['bare', 'the app'], statuses: ['200', '202'] }),
  ...toResponsePoints('deploy', { body: ['app', '`{"app": …}`'], statuses: ['200', '201', '202'] }),
  ...toResponsePoints('delete', { body: ['deleted', '`{"deleted": true, "slug": …}`'], statuses: ['200', '202'] }),
  response_files: {
    values: ['no', 'yes'],
    assumed: 'the app in a response to a change has no `html` and `files`',
    see: looks.seeShownFiles,
    where: 'toEnding in src/api/policy.ts',
  },
  response_shows: {
    values: ['after', 'before'],
    assumed: 'the app in a response to a change is that after it',
    see: looks.seeShownChange,
    where: 'toEnding in src/api/policy.ts',
  },
  // Reviews.
  ...toResponsePoints('submit', { body: ['app', '`{"app": …}`'], statuses: ['200', '201', '202'] }),
  submit_leads_to: {
    values: ['in_review', 'published', 'not_approved', 'in_first_review'],
    assumed: 'a submission leads to `in_review`',
    see: reviews.seeSubmitted,
    needs: 'an app of the account that is in review',
    where: 'toReviewState in src/app-status.ts',
  },
  submit_in_review: {
    values: ['refused', 'accepted'],
    assumed: 'a second submission in review is refused',
    see: null,
    needs: 'a second submission of an app in review',
    where: 'submitApp in src/commands/submit.ts',
  },
  submit_published: {
    values: ['refused', 'accepted'],
    assumed: 'a submission with nothing to review is refused',
    see: null,
    needs: 'a submission of an app that is published as it is',
    where: 'submitApp in src/commands/submit.ts',
  },
  rejection: {
    values: ['not_approved', 'changes_requested'],
    assumed: 'a rejection is `not_approved`, and final',
    see: reviews.seeRejection,
    needs: 'an app of the account that was rejected',
    where: 'toReviewState in src/app-status.ts',
  },
  update_in_review: {
    values: ['by_publication', 'draft'],
    assumed: 'an update in review leads to `draft`, or to published with unreviewed changes',
    see: null,
    needs: 'an update of a published app that is in review',
    where: 'toReviewResult in src/commands/verify.ts',
  },
  updated_at_review: {
    values: ['draft', 'submit', 'everything'],
    assumed: 'a submission or a review does not move `updated_at`',
    see: reviews.seeMovesInReview,
    needs: 'a published app of the account',
    where: 'isProven in src/commands/verify.ts',
    switch: 'updated_at_moves',
  },
  submitted_at: {
    values: ['each', 'first', 'in_review', 'never'],
    assumed: 'each submission sets `submitted_at`',
    see: reviews.seeSubmittedAt,
    needs: 'a second submission of an app',
    where: 'isProven in src/commands/verify.ts',
  },
  published_at: {
    values: ['each', 'first', 'published', 'never'],
    assumed: 'each approval sets `published_at`',
    see: reviews.seePublishedAt,
    needs: 'a second approval of an app',
    where: 'toReviewResult in src/commands/verify.ts',
  },
};

/** The points of the response to one kind of change: what its body shows, and its status. */
function toResponsePoints(
  change: looks.Change | 'submit',
  { body: [form, words], statuses }: { readonly body: readonly [string, string]; readonly statuses: Point['values'] },
): Readonly<Record<string, Point>> {
  const name = change === 'submit' ? 'submission' : change;
  const others = ['app', 'bare', 'ok', 'empty', 'null', 'array', 'number'].filter((other) => other !== form);
  const where = 'toEnding in src/api/policy.ts';
  const toSee = (toValue: (exchange: Exchange) => string): Pick<Point, 'see' | 'needs'> =>
    change === 'submit'
      ? { see: null, needs: 'a submission' }
      : { see: (evidence) => looks.toSeen(looks.findChange(evidence, change), toValue) };
  return {
    [`${change}_response`]: {
      values: [form, ...others],
      assumed: `the response of the ${name} is ${words}`,
      ...toSee(looks.toResponseForm),
      where,
    },
    [`${change}_status`]: {
      values: statuses,
      assumed: `the status of the ${name} is ${statuses[0]}`,
      // A 204 is a 200 without a body.
      ...toSee(({ status }) => String(status === 204 ? 200 : status)),
      where,
    },
  };
}
