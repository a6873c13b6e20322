/** What the service's document leaves open, and what a rehearsal saw of it, by the action's own functions. */
import { readRetryAfter } from '../api/policy.ts';
import type { Operation } from '../api/transport.ts';
import { hasDocumentedError, readApp, readApps, readErrorBody, toFields } from '../api/wire.ts';
import type { App } from '../app.ts';
import { isDocumentedStatus, mayBeInReview } from '../app-status.ts';
import { compareFolder } from '../commands/compare.ts';
import { Content } from '../content.ts';
import { formatCount, listNames } from '../format.ts';
import { type Exchange, endingOf, isAccepted, toStatus, toValue } from './recorder.ts';
import { type Rehearsal, readCode, type StepName, unknownTerms } from './rehearsal.ts';

/**
 * Every point in the order of the report, by the name of the sandbox's switch: the assumption, its values (the assumed one first), what
 * another value means for somebody who deploys (empty for nothing), the place in the code, and what it takes to see it where a rehearsal
 * does not.
 */
const table = `
states | states are spelled as in the document | documented | a state of another spelling is taken for a review: deploys and updates stop there (on-in-review). | src/app-status.ts |
form | a read shows the app with its files, and there are deploys | current earlier | changes cannot be verified, and there may be no deploys. | readApp in src/api/wire.ts |
not_found | a 404 has the documented error body | error text | an app that does not exist is taken for a gateway without the service, so that none is created. | hasDocumentedError in src/api/wire.ts |
error_form | errors are {"error": {"code", "message"}} | documented | the words of an error are shown as they came, and its code is not known. | readErrorBody in src/api/wire.ts | a refusal
fresh_reads | the read after a change shows the change | at-once | a run takes longer, and fails where the change never shows. | isProven in src/commands/verify.ts |
url | "url" is <base-url>/a/<slug> | documented | | readApp in src/api/wire.ts |
timestamps | times have milliseconds | milliseconds seconds whole_seconds nanoseconds none | | readApp in src/api/wire.ts |
updated_at_moves | "updated_at" moves with a change of the draft, not with reads | draft reads nothing submit everything | | isProven in src/commands/verify.ts | two changes in different seconds
list_response | the list is at "apps" | apps array data items | the command list fails. | readApps in src/api/wire.ts |
deploy_body | a deploy takes {"slug", "files": {"<path>": "<content>"}} | files folder list | the service may take a folder in another form. | src/api/deploy-payload.ts |
rewrites | the service changes nothing in the files | nothing service_json html | a deploy of such files cannot be verified. | compareFolder in src/commands/compare.ts |
own_file | "files" has no file that the service made itself | no yes | each run deploys again, also where nothing changed. | compareFolder in src/commands/compare.ts |
listed_files | "files" has service.json, index.html and assets/ alone | documented all | | compareFolder in src/commands/compare.ts | a folder with instructions.md
shown_text | "files" shows texts as text | text data_url | | readApp in src/api/wire.ts | a folder with a script or style
shown_svg | "files" shows an SVG as a data: URL | data_url text | | readApp in src/api/wire.ts | a folder with an SVG: name it behind doctor
shown_html | "html" is index.html as it was sent | file nonce banner | | compareFolder in src/commands/compare.ts |
prompt | "system_prompt" keeps white space at its ends | kept trimmed | | src/app.ts | instructions.md with a line break at its end
line_ends | texts keep CRLF | kept lf | | src/content.ts | nothing of the action, which compares without it
byte_order_mark | texts keep their byte order mark | kept removed | | src/content.ts | nothing of the action, which compares without it
deploy_without_prompt | a deploy without instructions.md removes the prompt | removes keeps | | compareFolder in src/commands/compare.ts | a folder that has lost its instructions.md
other_files | a file that the document does not name, such as README.md, is refused | refused kept | | compareFolder in src/commands/compare.ts | a folder with such a file: name it behind doctor
text_as_data | a text is also taken as a data: URL | decoded refused | | src/api/deploy-payload.ts | nothing of the action, which sends none so
page_rules | a page without a title, with a script over http, is refused | sandbox none | | readErrorBody in src/api/wire.ts | a page that breaks the rules
problems_form | problems are objects with "message" | objects strings by_path other_names | a problem is shown as it came, without its place in the files. | readErrorBody in src/api/wire.ts | a refusal with problems
problems_at | problems are beside "error" | body error | | readErrorBody in src/api/wire.ts | a refusal with problems
field_error | a field that does not fit is refused with 400 | 400 | a field that does not fit passes for a good one. | toEnding in src/api/policy.ts |
error_codes | codes that the document does not name are words | words status | | readErrorBody in src/api/wire.ts | a refusal
terms | a submission with unknown terms is refused with terms_required | terms_required | a submission may pass, or fail without naming the terms. | readErrorBody in src/api/wire.ts | a draft that was deployed
terms_at | the terms asked for are a member of "error" | member message | the terms asked for stand in the words of the service alone. | readErrorBody in src/api/wire.ts | a draft that was deployed
too_many_apps_status | the 21st app is refused with 409 | 409 403 400 422 | | src/commands/create.ts | an account with 20 apps
retry_after | a 429 says in seconds how long to wait | seconds date none | | readRetryAfter in src/api/policy.ts | more than 30 changes in a minute
counts_as_change | every POST, PATCH and DELETE counts as a change | every accepted | | decide in src/api/policy.ts | 31 refused changes in a minute
create_name | a creation needs a name | required optional | | src/commands/create.ts | a folder without a name, which the check refuses
create_response | the response of create is the app | bare app ok empty null array number | | toEnding in src/api/policy.ts |
create_status | the status of create is 201 | 201 200 202 | | toEnding in src/api/policy.ts |
update_response | the response of update is the app | bare app ok empty null array number | | toEnding in src/api/policy.ts |
update_status | the status of update is 200 | 200 202 | | toEnding in src/api/policy.ts |
deploy_response | the response of deploy is {"app": …} | app bare ok empty null array number | | toEnding in src/api/policy.ts |
deploy_status | the status of deploy is 200 | 200 201 202 | | toEnding in src/api/policy.ts |
delete_response | the response of delete is {"deleted": true} | deleted app bare ok empty null array number | | toEnding in src/api/policy.ts |
delete_status | the status of delete is 200 | 200 202 | | toEnding in src/api/policy.ts |
submit_response | the response of submit is {"app": …} | app bare ok empty null array number | | toEnding in src/api/policy.ts | a submission
submit_status | the status of submit is 200 | 200 201 202 | | toEnding in src/api/policy.ts | a submission
response_files | the app in a response has no "html" and "files" | no yes | | toEnding in src/api/policy.ts | a response that shows the app
response_shows | the app in a response is that after the change | after before | | toEnding in src/api/policy.ts | a response that shows the app
submit_leads_to | a submission leads to in_review | in_review published not_approved in_first_review | | src/app-status.ts | an app of the account in review
rejection | a rejection is not_approved, and final | not_approved changes_requested | | src/app-status.ts | an app of the account that was rejected
submitted_at | each submission sets "submitted_at" | each first in_review never | | isProven in src/commands/verify.ts | two submissions of an app
published_at | each approval sets "published_at" | each first published never | | toReviewResult in src/commands/verify.ts | two approvals of an app
submit_in_review | a second submission in review is refused | refused accepted | | src/commands/submit.ts | nothing of the action, which makes none
submit_published | a submission with nothing to review is refused | refused accepted | | src/commands/submit.ts | nothing of the action, which makes none
update_in_review | an update in review leads to draft, or to unreviewed changes | by_publication draft | | toReviewResult in src/commands/verify.ts | an update of an app in review
`;

/** One open point of the document. */
export interface Point {
  /** The name of the sandbox's switch, where there is one. */
  readonly id: string;
  /** The assumption in words. */
  readonly assumed: string;
  /** The one place of the code that assumes it. */
  readonly where: string;
  /** The value that is assumed, then the others of the sandbox's switch; one alone where there is no switch. */
  readonly values: readonly string[];
  /** What another value means for somebody who deploys; empty where the action handles it. */
  readonly means: string;
  /** What it takes to see it. */
  readonly needs: string;
}

/** Every point, in the order of the report. */
export const points: readonly Point[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', assumed = '', values = '', means = '', where = '', needs = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return { id, assumed, where, values: values.split(' '), means, needs: needs || 'a deploy' };
  });

/** What was seen of one point. */
interface Seen {
  /** One of the point's values, or a word for what is none of them. */
  readonly value: string;
  /** What was seen, in short; outside text, not safe to print. */
  readonly quote: string;
  /** True for another value that the action handles, of a point of which others mean something. */
  readonly isHandled?: boolean;
}

/** A point as it was seen. Texts may come from outside: not safe to print. */
export interface Finding extends Pick<Point, 'id' | 'assumed' | 'where'> {
  readonly result: 'confirmed' | 'differs' | 'not seen';
  /** What was seen, or what it takes to see it. */
  readonly seen: string;
  /** What a difference means; empty where the action handles it. */
  readonly means: string;
  /** The switch that makes the sandbox respond so; null where it does so anyway, or cannot. */
  readonly assume: string | null;
}

/** Says of each point what was seen. */
export function findPoints(rehearsal: Rehearsal): readonly Finding[] {
  return points.map(({ id, assumed, where, values, means, needs }): Finding => {
    const seen = looks[id]?.(rehearsal) ?? null;
    const finding = { id, assumed, where, means: '', assume: null };
    if (seen === null) return { ...finding, result: 'not seen', seen: needs };
    const { value, quote, isHandled = false } = seen;
    if (value === values[0]) return { ...finding, result: 'confirmed', seen: quote };
    const assume = values.includes(value) ? `${id}=${value}` : null;
    return { ...finding, result: 'differs', seen: quote, means: isHandled ? '' : means, assume };
  });
}

/** A response in a few words: its status, and its body. Of a list only the form: other apps are nobody's business. */
export function describeResponse({ operation, result }: Exchange): string {
  if (!('body' in result)) return result.message;
  const { status, body } = result;
  if (operation === 'list' && status < 300) return `${status}, ${body.kind}`;
  if (body.kind === 'empty') return `${status}, no body`;
  const words = body.kind === 'unreadable' ? body.start || body.why : toQuote(body.value);
  return `${status} ${words.replaceAll(/\s+/g, ' ').trim()}`;
}

/** JSON without the contents of files. */
function toQuote(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof Content ? '…' : part)) ?? 'absent';
}

/** Looks at one point; null where nothing tells. */
type Look = (rehearsal: Rehearsal) => Seen | null;

/** Looks at one exchange. */
function seeExchange(
  find: (rehearsal: Rehearsal) => Exchange | undefined,
  toText: (exchange: Exchange, rehearsal: Rehearsal) => string | null,
): Look {
  return (rehearsal) => {
    const exchange = find(rehearsal);
    const value = exchange === undefined ? null : toText(exchange, rehearsal);
    return exchange === undefined || value === null ? null : { value, quote: describeResponse(exchange) };
  };
}

/** Looks at the app as the last read of the first deploy showed it, if that worked. */
function seeApp(toText: (app: App, rehearsal: Rehearsal) => readonly [value: string, quote: unknown] | null): Look {
  return (rehearsal) => {
    const isShown = rehearsal.steps.get('deploy')?.outcome.kind === 'deployed';
    const app = isShown ? lastRead(rehearsal, 'deploy') : null;
    const [value, quote] = (app && toText(app, rehearsal)) ?? [];
    return value === undefined ? null : { value, quote: typeof quote === 'string' ? quote : toQuote(quote) };
  };
}

function lastRead({ steps }: Rehearsal, name: StepName): App | null {
  return steps.get(name)?.reads.findLast((app) => app !== null) ?? null;
}

/** Looks at what a read shows of a file of a kind. */
function seeFile(pattern: RegExp): Look {
  return seeApp(({ files }) => {
    const [path, content] = [...(files ?? [])].find(([name]) => pattern.test(name)) ?? [];
    const form = content?.data ? 'data_url' : 'text';
    return path === undefined ? null : [form, `${path} as ${form}`];
  });
}

/** Looks at the first of the account's other apps that tells, as the list shows them. Their names are in no report. */
function seeOthers(toText: (status: string) => boolean): Look {
  return (rehearsal) => {
    // In the earlier form of the service all of this is another matter.
    const isCurrent = lastRead(rehearsal, 'deploy')?.files ?? null;
    const value = isCurrent && listOthers(rehearsal).find(toText);
    return value ? { value, quote: `${value}, by another app of the account` } : null;
  };
}

/** The states of the account's other apps. */
function listOthers({ steps, slug }: Rehearsal): readonly string[] {
  return steps.get('list')?.facts.apps?.flatMap((app) => (app.slug === slug ? [] : (app.status ?? []))) ?? [];
}

/** The first response to an operation that was accepted. */
function findAccepted({ exchanges }: Rehearsal, operation: Operation): Exchange | undefined {
  return exchanges.find((exchange) => exchange.operation === operation && isAccepted(exchange));
}

/** The responses that refuse something, those of the limit of changes excluded. */
function listRefusals({ exchanges }: Rehearsal): readonly Exchange[] {
  return exchanges.filter((exchange) => endingOf(exchange) === 'refused' && (toStatus(exchange) ?? 0) >= 400);
}

const timeForms: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['none', /^null$/],
  ['seconds', /T\d\d:\d\d:\d\dZ$/],
  ['whole_seconds', /T\d\d:\d\d:\d\d\.000Z$/],
  ['milliseconds', /T\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['nanoseconds', /T\d\d:\d\d:\d\d\.\d{9}Z$/],
];

/** The problems of the first refusal that lists some, and where. */
function findProblems(rehearsal: Rehearsal) {
  for (const exchange of listRefusals(rehearsal)) {
    const body = toFields(toValue(exchange)) ?? {};
    const inError = toFields(body['error'])?.['problems'];
    const [at, list] = body['problems'] === undefined ? ['error', inError] : ['body', body['problems']];
    if (list !== undefined) return { at, list, first: readErrorBody(body).problems[0], quote: toQuote(list) };
  }
  return null;
}

function toProblemsForm({ list, first }: NonNullable<ReturnType<typeof findProblems>>): string {
  const entry = Array.isArray(list) ? list[0] : null;
  if (typeof entry === 'string') return 'strings';
  if (entry === null) return Object.values(toFields(list) ?? { none: null }).every(Array.isArray) ? 'by_path' : 'other';
  if (toFields(entry)?.['message'] === first?.message) return 'objects';
  // What is not understood is shown as compact text.
  return Object.values(toFields(entry) ?? {}).includes(first?.message) ? 'other_names' : 'other';
}

function findSubmission({ steps }: Rehearsal): Exchange | undefined {
  return steps.get('terms')?.exchanges.find(({ operation }) => operation === 'submit');
}

/** What the response of an accepted change shows. */
function toResponseForm(exchange: Exchange, rehearsal: Rehearsal): string {
  const json = toValue(exchange);
  const fields = toFields(json);
  if ('body' in exchange.result && exchange.result.body.kind !== 'json') return 'empty';
  if (readApp(json, rehearsal) !== null) return fields?.['status'] === undefined ? 'app' : 'bare';
  if (fields === null) return Array.isArray(json) ? 'array' : json === null ? 'null' : typeof json;
  return fields['deleted'] === true ? 'deleted' : fields['ok'] === true ? 'ok' : 'other';
}

/** Looks at the app that the response of the update shows. */
function seeShown(toText: (app: App, rehearsal: Rehearsal) => string): Look {
  return seeExchange(
    (rehearsal) => findAccepted(rehearsal, 'update'),
    (exchange, rehearsal) => {
      const app = readApp(toValue(exchange), rehearsal);
      return app && toText(app, rehearsal);
    },
  );
}

/** The looks at the responses of one kind of change. A 204 is a 200 without a body. */
function seeResponses(change: 'create' | 'update' | 'deploy' | 'delete'): Readonly<Record<string, Look>> {
  const find = (rehearsal: Rehearsal) => findAccepted(rehearsal, change);
  const toShown = (exchange: Exchange): string => String(toStatus(exchange)).replace('204', '200');
  return {
    [`${change}_response`]: seeExchange(find, toResponseForm),
    [`${change}_status`]: seeExchange(find, toShown),
  };
}

/** How each point is seen, where a rehearsal can. */
const looks: Readonly<Record<string, Look>> = {
  states: (rehearsal) => {
    const own = [...rehearsal.steps.values()].flatMap(({ reads }) => reads.flatMap((app) => app?.status ?? []));
    const states = [...new Set([...own, ...listOthers(rehearsal)])];
    const other = states.filter((state) => !isDocumentedStatus(state) && state !== 'changes_requested');
    if (other.length > 0) return { value: 'other', quote: listNames(other) };
    return states.length === 0 ? null : { value: 'documented', quote: listNames(states) };
  },
  form: (rehearsal) => {
    const { exchanges } = rehearsal;
    const app = lastRead(rehearsal, 'deploy');
    const unread = exchanges.find(
      ({ operation, result }) => operation === 'read' && 'body' in result && result.status < 300,
    );
    if (app === null) return unread ? { value: 'other', quote: describeResponse(unread) } : null;
    if (app.files !== null) return { value: 'current', quote: 'a read shows files' };
    const sent = exchanges.find(({ operation }) => operation === 'deploy');
    return { value: sent && toStatus(sent) === 404 ? 'earlier' : 'other', quote: 'a read shows no files' };
  },
  not_found: seeExchange(
    ({ exchanges }) => exchanges.find((exchange) => toStatus(exchange) === 404),
    (exchange) => {
      if (hasDocumentedError(toValue(exchange))) return 'error';
      return 'body' in exchange.result && exchange.result.body.kind === 'unreadable' ? 'text' : 'other';
    },
  ),
  error_form: seeExchange(
    (rehearsal) => {
      const refusals = listRefusals(rehearsal);
      return refusals.find((exchange) => !hasDocumentedError(toValue(exchange))) ?? refusals[0];
    },
    (exchange) => (hasDocumentedError(toValue(exchange)) ? 'documented' : 'other'),
  ),
  fresh_reads: ({ steps }) => {
    const counts = (['deploy', 'again', 'update'] as const).flatMap((name) => {
      const { exchanges = [], outcome = null } = steps.get(name) ?? {};
      const sent = exchanges.findLastIndex((exchange) => exchange.method !== 'GET' && isAccepted(exchange));
      const isLast = exchanges[sent]?.operation === name || (name === 'again' && sent !== -1);
      if (outcome === null || !isLast) return [];
      return ['failure' in outcome ? Number.POSITIVE_INFINITY : exchanges.length - sent - 1];
    });
    const most = Math.max(0, ...counts);
    if (most === 0) return null;
    if (most === Number.POSITIVE_INFINITY) return { value: 'never', quote: 'an accepted change did not show' };
    return { value: most === 1 ? 'at-once' : 'later', quote: `shown by read ${most} after the change` };
  },
  url: seeApp(({ url, documentedUrl }) => [url === documentedUrl ? 'documented' : 'other', url]),
  // Whole seconds by chance are told from those that always are by a second time.
  timestamps: ({ steps }) => {
    const reads = [...steps.values()].flatMap((step) => step.reads.filter((app) => app !== null));
    const times = [...new Set(reads.map(({ updatedAt }) => updatedAt))];
    if (times.length === 0) return null;
    const value = timeForms.find(([, pattern]) => times.every((time) => pattern.test(String(time))))?.[0] ?? 'other';
    return value === 'whole_seconds' && times.length < 2 ? null : { value, quote: toQuote(times[0]) };
  },
  // Two changes in one second may have the same time, where that is in whole seconds.
  updated_at_moves: (rehearsal) => {
    const { steps } = rehearsal;
    if (steps.get('same')?.outcome.kind !== 'unchanged' || steps.get('again')?.outcome.kind !== 'deployed') return null;
    const names = ['deploy', 'same', 'again'] as const;
    const [first, second, third] = names.map((name) => lastRead(rehearsal, name)?.updatedAt);
    if (!first || !second || !third || (second === third && !/\.\d*[1-9]/.test(third))) return null;
    const withChange = second === third ? 'nothing' : 'draft';
    return { value: first === second ? withChange : 'reads', quote: `${first}, ${second}, ${third}` };
  },
  list_response: (rehearsal) => {
    const exchange = rehearsal.steps.get('list')?.exchanges.at(-1);
    if (exchange === undefined || toStatus(exchange) !== 200) return null;
    const json = toValue(exchange);
    const apps = readApps(json, rehearsal.address);
    if (apps === null) return { value: 'other', quote: Object.keys(toFields(json) ?? {}).join(', ') };
    const lists = Object.entries(toFields(json) ?? {}).filter(([, list]) => Array.isArray(list));
    const value = Array.isArray(json) ? 'array' : lists.map(([name]) => name).join(', ');
    return { value, quote: `${value}: ${formatCount(apps.length, 'app')}`, isHandled: true };
  },
  deploy_body: seeExchange(
    ({ exchanges }) => exchanges.find(({ operation }) => operation === 'deploy'),
    (exchange) => {
      // A folder that breaks a rule was understood.
      if (isAccepted(exchange) || toStatus(exchange) === 422) return 'files';
      return [400, 415].includes(toStatus(exchange) ?? 0) ? 'other' : null;
    },
  ),
  rewrites: (rehearsal) => {
    const [app, folder] = [lastRead(rehearsal, 'deploy'), rehearsal.folder];
    const changes = app && folder && compareFolder(app, folder)?.changes;
    // Where a file is missing, the read shows the app of before the deploy.
    if (!changes || changes.some(({ kind }) => kind === 'added')) return null;
    const changed = changes.flatMap(({ kind, path }) => (kind === 'changed' ? [path] : []));
    if (changed.length > 0)
      return { value: changed.join() === 'index.html' ? 'html' : 'other', quote: listNames(changed) };
    const sent = folder.files.find(({ path }) => path === 'service.json')?.textSha256;
    const shown = app.files?.get('service.json');
    if ([shown?.text?.sha256, shown?.dataText?.sha256].includes(sent ?? ''))
      return { value: 'nothing', quote: 'nothing' };
    return { value: 'service_json', quote: 'service.json, with the same values', isHandled: true };
  },
  own_file: seeApp((app, { folder }) => {
    const own = new Set(['instructions.md', ...(folder?.files ?? []).map(({ path }) => path)]);
    const others = [...(app.files?.keys() ?? [])].filter((path) => !own.has(path));
    return others.length === 0 ? ['no', 'no such file'] : ['yes', listNames(others)];
  }),
  listed_files: seeApp(({ files }, { folder }) => {
    if (files === null || !folder?.files.some(({ path }) => path === 'instructions.md')) return null;
    return [files.has('instructions.md') ? 'all' : 'documented', listNames([...files.keys()])];
  }),
  shown_text: seeFile(/\.(js|css)$/),
  shown_svg: seeFile(/\.svg$/),
  shown_html: seeApp(({ html, files }, rehearsal) => {
    const file = files?.get('index.html');
    if (html === null || file === undefined) return null;
    if (html.text?.sha256 === (file.dataText ?? file.text)?.sha256) return ['file', 'the same'];
    const next = lastRead(rehearsal, 'same')?.html;
    return next?.text?.sha256 === html.text?.sha256 ? ['banner', 'another page'] : ['nonce', 'another in each read'];
  }),
  prompt: seeApp(({ systemPrompt }, { folder }) => {
    const sent = folder?.fields.system_prompt;
    if (systemPrompt === null || sent === undefined || sent === sent.trim()) return null;
    return [systemPrompt === sent ? 'kept' : systemPrompt === sent.trim() ? 'trimmed' : 'other', systemPrompt];
  }),
  other_files: seeApp((_, { folder }) => {
    const documented = /^(assets\/|(service\.json|index\.html|instructions\.md)$)/;
    const others = folder?.files.flatMap(({ path }) => (documented.test(path) ? [] : [path])) ?? [];
    return others.length === 0 ? null : ['kept', listNames(others)];
  }),
  problems_form: (rehearsal) => {
    const found = findProblems(rehearsal);
    const value = found && toProblemsForm(found);
    return found && { value: value ?? '', quote: found.quote, isHandled: value !== 'other' };
  },
  problems_at: (rehearsal) => {
    const found = findProblems(rehearsal);
    return found && { value: found.at, quote: found.quote };
  },
  field_error: ({ steps }) => {
    const exchange = steps.get('field')?.exchanges.findLast(({ result }) => 'body' in result && result.status !== 429);
    return exchange === undefined
      ? null
      : { value: String(toStatus(exchange)), quote: describeResponse(exchange), isHandled: !isAccepted(exchange) };
  },
  error_codes: (rehearsal) => {
    const codes = new Set(listRefusals(rehearsal).map((exchange) => readErrorBody(toValue(exchange)).serverCode));
    const other = [...codes].filter((code) => code !== null && code !== 'terms_required' && code !== 'not_approved');
    const isStatus = other.every((code) => /^(http_)?\d+$/.test(code ?? ''));
    return other.length === 0 ? null : { value: isStatus ? 'status' : 'words', quote: other.join(', ') };
  },
  terms: seeExchange(findSubmission, (exchange) =>
    isAccepted(exchange) ? 'accepted' : (readErrorBody(toValue(exchange)).serverCode ?? 'other'),
  ),
  terms_at: (rehearsal) => {
    const exchange = findSubmission(rehearsal);
    const body = toFields(exchange && toValue(exchange)) ?? {};
    const { serverCode, termsVersion } = readErrorBody(body, unknownTerms);
    if (exchange === undefined || serverCode !== 'terms_required') return null;
    const { message: _, ...members } = { ...body, ...toFields(body['error']) };
    const place = Object.values(members).includes(termsVersion) ? 'member' : 'message';
    const quote = describeResponse(exchange);
    return { value: termsVersion === null ? 'other' : place, quote, isHandled: termsVersion !== null };
  },
  too_many_apps_status: seeExchange(
    ({ steps }) => {
      const first = steps.get('deploy');
      const isFull = first !== undefined && readCode(first.outcome) === 'too_many_apps';
      return isFull ? first.exchanges.find(({ operation }) => operation === 'create') : undefined;
    },
    (exchange) => String(toStatus(exchange)),
  ),
  retry_after: seeExchange(
    ({ exchanges }) => exchanges.find((exchange) => toStatus(exchange) === 429),
    ({ result }) => {
      const { retryAfter, date } = 'body' in result ? result : { retryAfter: null, date: null };
      if (retryAfter === null) return 'none';
      if (/^\d+$/.test(retryAfter)) return 'seconds';
      return readRetryAfter(retryAfter, date, 0) === null ? 'other' : 'date';
    },
  ),
  ...seeResponses('create'),
  ...seeResponses('update'),
  ...seeResponses('deploy'),
  ...seeResponses('delete'),
  response_files: seeShown(({ files, html }) => (files === null && html === null ? 'no' : 'yes')),
  response_shows: seeShown(({ tagline }, rehearsal) =>
    tagline === lastRead(rehearsal, 'update')?.tagline ? 'after' : 'before',
  ),
  submit_leads_to: seeOthers((status) => /review$/.test(status) && mayBeInReview(status)),
  rejection: seeOthers((status) => status === 'not_approved' || status === 'changes_requested'),
};
