/** How each point is seen in what the service answered: small pure functions, null where nothing tells. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { hasDocumentedError, readApps, readErrorBody, toFields } from '../api/wire.ts';
import type { App } from '../app.ts';
import { type Content, decodeDataUrl, digestText } from '../content.ts';
import { formatCount } from '../format.ts';
import { type Evidence, findDeploy, isAccepted, isRefused, toApp, toShown } from './evidence.ts';
import type { Exchange, Step } from './exchange.ts';
import { maxApps, unknownTerms, updated } from './probe.ts';
import { deployedName, deployedPrompt, type SampleFile } from './sample.ts';

/** What was seen of one point. */
export interface Seen {
  /** One of the point's values, or a word for what is none of them. */
  readonly value: string;
  /** What the service sent, in short; outside text, not safe to print. */
  readonly quote: string;
}

/** Looks at one point; null where nothing tells. */
export type Look = (evidence: Evidence) => Seen | null;

/** The changes whose responses are looked at. */
export type Change = 'create' | 'update' | 'deploy' | 'delete';

/** Whether the action finds the app in a read. */
export const lookAtApp: Look = (evidence) => {
  const exchange = evidence.seen.get('read_created');
  if (exchange === undefined) return null;
  return { value: toApp(evidence, 'read_created') === null ? 'other' : 'shown', quote: describe(exchange) };
};

/** The interface of today shows files; the earlier form has an icon and no deploys. */
export const lookAtForm: Look = ({ seen }) => {
  const app = toShown(seen.get('read_created'));
  if (app === null) return null;
  const [files, icon] = [toFields(app['files']) !== null, 'icon' in app];
  return { value: files ? 'current' : icon ? 'earlier' : 'other', quote: Object.keys(app).join(', ') };
};

/** The address of the app. */
export const lookAtUrl: Look = ({ seen, slug, address }) => {
  const app = toShown(seen.get('read_created'));
  const value = app?.['url'] === `${address}/a/${slug}` ? 'documented' : 'other';
  return app && { value, quote: toQuote(app['url'] ?? null) };
};

/** The status of an app that was just created. */
export const lookAtStatus: Look = ({ seen }) => {
  const app = toShown(seen.get('read_created'));
  return app && { value: String(app['status']), quote: toQuote(app['status']) };
};

/** Whether a read shows a change at once, and whether it ever does. */
export const lookAtFreshness: Look = (evidence) => {
  const reads = (['read_updated', 'read_deployed'] as const).flatMap((step) => {
    const count = evidence.all.filter((exchange) => exchange.step === step).length;
    const app = toApp(evidence, step);
    const isThere = step === 'read_updated' ? isUpdated(app) : app?.name?.trim() === deployedName;
    return count === 0 ? [] : [{ count, isThere }];
  });
  if (reads.length === 0) return null;
  const quote = `shown by ${reads.map(({ count, isThere }) => (isThere ? `read ${count}` : 'none')).join(' and ')}`;
  if (reads.some(({ isThere }) => !isThere)) return { value: 'never', quote };
  return { value: reads.every(({ count }) => count === 1) ? 'at once' : 'later', quote };
};

/** Which form of the body a deploy took; a folder that breaks a rule (422) was understood. */
export const lookAtBody: Look = (evidence) => {
  const first = evidence.seen.get('deploy');
  if (first === undefined || isWithoutDeploy(evidence)) return null;
  const form = findDeploy(evidence)?.form ?? (first.status === 422 ? 'files' : 'other');
  return { value: form, quote: form === 'files' ? describe(first) : `as files: ${first.status}; accepted: ${form}` };
};

/** Whether the whole folder was taken, or only the least of one. */
export const lookAtKinds: Look = (evidence) => {
  const first = evidence.seen.get('deploy');
  const deploy = findDeploy(evidence);
  if (first?.status !== 422) return deploy === null ? null : { value: 'accepted', quote: 'accepted' };
  return { value: deploy === null ? 'refused' : 'less', quote: describe(first) };
};

/** Which files read back are others than those that were sent, but for what the action overlooks anyway. */
export const lookAtFiles: Look = (evidence) => {
  const app = toFreshApp(evidence);
  const shown = toFiles(evidence.seen.get('read_deployed'));
  if (app === null || shown === null) return null;
  const sent = findDeploy(evidence)?.files ?? [];
  const changed = sent.filter(({ path, bytes }) => !isSame(app.files?.get(path), bytes));
  const service = changed.find(({ path }) => path === 'service.json');
  const isService = service !== undefined && isSameService(shown['service.json'], service);
  const names = changed.map(({ path }) => path);
  const rewritten = names.length === 1 && names[0] === 'index.html' && 'index.html' in shown ? 'html' : 'other';
  const value = names.length === 0 ? 'nothing' : names.length === 1 && isService ? 'service_json' : rewritten;
  const [path = ''] = names;
  const quote =
    names.length === 0 ? `${formatCount(sent.length, 'file')} read back as sent` : `changed: ${names.join(', ')}`;
  return { value, quote: names.length === 1 && path in shown ? `${quote}: …${String(shown[path]).slice(-40)}` : quote };
};

/** Whether a read lists files beyond the documented places, once there is a prompt. */
export const lookAtListed: Look = (evidence) => {
  const files = toFiles(evidence.seen.get('read_updated'));
  const prompt = toApp(evidence, 'read_updated')?.systemPrompt ?? '';
  if (files === null || prompt === '') return null;
  return { value: 'instructions.md' in files ? 'all' : 'documented', quote: Object.keys(files).join(', ') };
};

/** Whether there is a file that nobody sent. */
export const lookAtOwn: Look = (evidence) => {
  const shown = toFiles(evidence.seen.get('read_deployed'));
  if (shown === null || toFreshApp(evidence) === null) return null;
  const sent = new Set(['instructions.md', ...(findDeploy(evidence)?.files ?? []).map(({ path }) => path)]);
  const own = Object.keys(shown).filter((path) => !sent.has(path));
  return { value: own.length === 0 ? 'no' : 'yes', quote: own.length === 0 ? 'no such file' : own.join(', ') };
};

/** How one of the files that were deployed is shown. */
export function lookAtFile(path: string, toValue: (shown: string) => string): Look {
  return (evidence) => {
    const shown = toFreshApp(evidence) && toFiles(evidence.seen.get('read_deployed'))?.[path];
    return typeof shown === 'string' ? { value: toValue(shown), quote: toQuote(shown) } : null;
  };
}

/** True for content that is shown as a `data:` URL. */
export function isDataUrl(text: string): boolean {
  return text.startsWith('data:');
}

/** The text that is shown, whichever way. */
export function toText(shown: string): string {
  return isDataUrl(shown) ? decodeDataUrl(shown) : shown;
}

/** Whether `html` is the file, has marks on its scripts, or is another page. */
export const lookAtHtml: Look = (evidence) => {
  const exchange = evidence.seen.get('read_deployed');
  const [html, file] = [toShown(exchange)?.['html'], toFiles(exchange)?.['index.html']];
  if (toFreshApp(evidence) === null || typeof html !== 'string' || typeof file !== 'string') return null;
  const page = toText(file);
  const at = [...html].findIndex((character, index) => character !== page[index]);
  const changed = / nonce=/i.test(html) ? 'nonce' : 'banner';
  return {
    value: html === page ? 'file' : changed,
    quote: html === page ? 'the same' : `…${html.slice(Math.max(0, at - 8), at + 40)}…`,
  };
};

/** What a deploy without instructions.md leaves of the prompt. */
export const lookAtKeptPrompt: Look = (evidence) => {
  const before = toApp(evidence, 'read_updated')?.systemPrompt ?? '';
  const after = toFreshApp(evidence);
  if (before === '' || after === null) return null;
  return { value: (after.systemPrompt ?? '') === '' ? 'removes' : 'keeps', quote: toQuote(after.systemPrompt) };
};

/** Whether instructions.md is the prompt. */
export const lookAtPromptFile: Look = (evidence) => {
  const app = toApp(evidence, 'read_prompt');
  const isPrompt = app?.systemPrompt?.trim() === deployedPrompt.trim();
  return app && { value: isPrompt ? 'prompt' : 'other', quote: toQuote(app.systemPrompt) };
};

/** Whether white space at the ends of the prompt is kept. */
export const lookAtPrompt: Look = (evidence) => {
  const text = toShown(evidence.seen.get('read_updated'))?.['system_prompt'];
  if (typeof text !== 'string' || !isUpdated(toApp(evidence, 'read_updated'))) return null;
  const trimmed = text === updated.system_prompt.trim() ? 'trimmed' : 'other';
  return { value: text === updated.system_prompt ? 'kept' : trimmed, quote: toQuote(text) };
};

/** Whether a request is accepted, or refused in the documented form. */
export function lookAtReply(
  step: Step,
  { accepted, refused }: { readonly accepted: string; readonly refused: string },
): Look {
  return (evidence) => {
    const exchange = evidence.seen.get(step);
    if (isAccepted(exchange)) return { value: accepted, quote: describe(exchange) };
    return isRefused(exchange) && !isWithoutDeploy(evidence) ? { value: refused, quote: describe(exchange) } : null;
  };
}

/** The status of the refusal of a field that does not fit. */
export const lookAtField: Look = ({ seen }) => {
  const exchange = seen.get('update_wrong');
  return exchange === undefined ? null : { value: String(exchange.status), quote: describe(exchange) };
};

/** In which form problems are listed. */
export const lookAtProblems: Look = ({ seen }) => {
  const found = findProblems(seen);
  if (found === null) return null;
  const first = Array.isArray(found.list) ? found.list[0] : found.list;
  return { value: toProblemsForm(found.list), quote: toQuote(first) };
};

/** Where problems are listed. */
export const lookAtProblemsPlace: Look = ({ seen }) => {
  const found = findProblems(seen);
  return found && { value: found.at, quote: toQuote(found.outer) };
};

/** What the codes are that the document does not name. */
export const lookAtCodes: Look = ({ all }) => {
  const named = new Set(['terms_required', 'not_approved']);
  const codes = all.filter(isRefused).map(({ json }) => readErrorBody(json).serverCode);
  const other = [...new Set(codes.filter((code) => code !== null && !named.has(code)))];
  if (other.length === 0) return null;
  const isStatus = other.every((code) => /^(http_)?\d+$/.test(code ?? ''));
  return { value: isStatus ? 'status' : 'words', quote: other.join(', ') };
};

/** The body of a 404. */
export const lookAtMissing: Look = ({ seen }) => {
  const exchange = seen.get('read_missing');
  if (exchange?.status !== 404) return null;
  const other = exchange.response.kind === 'unreadable' ? 'text' : 'other';
  return { value: hasDocumentedError(exchange.json) ? 'error' : other, quote: describe(exchange) };
};

/** What the response of an accepted change shows. */
export function lookAtResponse(change: Change): Look {
  return (evidence) => {
    const exchange = findChange(evidence, change);
    return exchange && { value: toResponseForm(exchange), quote: describe(exchange) };
  };
}

/** The status of an accepted change. A 204 is a 200 without a body. */
export function lookAtSuccess(change: Change): Look {
  return (evidence) => {
    const exchange = findChange(evidence, change);
    const { status = 0 } = exchange ?? {};
    return exchange && { value: String(status === 204 ? 200 : status), quote: `${exchange.method}: ${status}` };
  };
}

/** Whether the app in a response has its page and files. */
export const lookAtResponseFiles: Look = (evidence) => {
  const apps = (['create', 'update', 'deploy'] as const).map((change) =>
    toShown(findChange(evidence, change) ?? undefined),
  );
  const app = apps.find((fields) => fields !== null) ?? null;
  return app && { value: 'files' in app || 'html' in app ? 'yes' : 'no', quote: Object.keys(app).join(', ') };
};

/** Whether the app in a response is that after the change. */
export const lookAtResponseApp: Look = (evidence) => {
  const update = toShown(findChange(evidence, 'update') ?? undefined);
  if (update !== null) return toBeforeOrAfter(update['tagline'], updated.tagline);
  const deploy = toShown(findChange(evidence, 'deploy') ?? undefined);
  return deploy && toBeforeOrAfter(deploy['name'], deployedName);
};

/** Where the list is. */
export const lookAtList: Look = ({ seen, address, slug }) => {
  const exchange = seen.get('list');
  if (!isAccepted(exchange)) return null;
  const apps = readApps(exchange.json, address);
  const place = Object.entries(toFields(exchange.json) ?? {}).find(
    ([, list]) => Array.isArray(list) && list.length > 0,
  );
  const isListed = apps?.some((app) => app.slug === slug) === true;
  const found = Array.isArray(exchange.json) ? 'array' : (place?.[0] ?? 'other');
  // Other apps are nobody's business.
  const quote =
    found === 'array'
      ? `[${formatCount(apps?.length ?? 0, 'app')}]`
      : `{"${found}": [${formatCount(apps?.length ?? 0, 'app')}]}`;
  return { value: isListed ? found : 'other', quote: isListed ? quote : 'the app is not found in it' };
};

/** In which form times are written. Whole seconds by chance are told from those that always are by a second time. */
export const lookAtTimes: Look = ({ all }) => {
  const apps = all.flatMap((exchange) =>
    isAccepted(exchange) && exchange.method === 'GET' ? [toShown(exchange)] : [],
  );
  const shown = apps.flatMap((app) => (app === null ? [] : [app['updated_at'] ?? null]));
  const times = [...new Set(shown)];
  if (times.length === 0) return null;
  const fits = (pattern: RegExp): boolean => times.every((time) => pattern.test(String(time)));
  const form = timeForms.find(([pattern]) => fits(pattern))?.[1] ?? 'other';
  return form === 'whole_seconds' && times.length < 2 ? null : { value: form, quote: toQuote(times[0]) };
};

const timeForms: readonly (readonly [RegExp, string])[] = [
  [/^null$/, 'none'],
  [/T\d\d:\d\d:\d\dZ$/, 'seconds'],
  [/T\d\d:\d\d:\d\d\.000Z$/, 'whole_seconds'],
  [/T\d\d:\d\d:\d\d\.\d{3}Z$/, 'milliseconds'],
  [/T\d\d:\d\d:\d\d\.\d{9}Z$/, 'nanoseconds'],
];

/** Whether `updated_at` moves with reads, and with the update. */
export const lookAtMoves: Look = (evidence) => {
  const steps = ['read_created', 'read_again', 'read_updated'] as const;
  const [first, second, third] = steps.map((step) => toApp(evidence, step)?.updatedAt ?? null);
  if (first == null || second == null || third == null || !isUpdated(toApp(evidence, 'read_updated'))) return null;
  const quote = `${first}, ${second}, ${third}`;
  if (first !== second) return { value: 'reads', quote };
  return { value: second === third ? 'nothing' : 'draft', quote };
};

/** How a submission with unknown terms is refused. */
export const lookAtTerms: Look = ({ seen }) => {
  const exchange = seen.get('submit');
  if (exchange === undefined) return null;
  const code = readErrorBody(exchange.json).serverCode ?? 'other';
  return { value: isAccepted(exchange) ? 'accepted' : code, quote: describe(exchange) };
};

/** Where the terms asked for are. */
export const lookAtTermsPlace: Look = ({ seen }) => {
  const exchange = seen.get('submit');
  const outer = toFields(exchange?.json ?? null);
  const error = toFields(outer?.['error']);
  if (exchange === undefined || error?.['code'] !== 'terms_required') return null;
  const isMember = Object.keys({ ...outer, ...error }).some((key) => /(terms_?version|accept_?terms)$/i.test(key));
  const version = readErrorBody(exchange.json, unknownTerms).termsVersion;
  return { value: version === null ? 'other' : isMember ? 'member' : 'message', quote: toQuote(error) };
};

/** The status of the refusal of an app too many. */
export const lookAtLimit: Look = ({ seen, address }) => {
  const create = seen.get('create') ?? seen.get('create_bare');
  const count = readApps(seen.get('list_before')?.json ?? null, address)?.length ?? 0;
  return isRefused(create) && count >= maxApps ? { value: String(create.status), quote: describe(create) } : null;
};

/** In which form a 429 says how long to wait. */
export const lookAtWait: Look = ({ all }) => {
  const limited = all.find(({ status }) => status === 429);
  if (limited === undefined) return null;
  const { retryAfter } = limited;
  const form = /^\d+$/.test(retryAfter ?? '') ? 'seconds' : 'date';
  return { value: retryAfter === null ? 'none' : form, quote: `Retry-After: ${retryAfter ?? 'none'}` };
};

/** The accepted response of a change; null where there was none. */
function findChange(evidence: Evidence, change: Change): Exchange | null {
  const { seen } = evidence;
  const steps: Readonly<Record<Change, readonly Step[]>> = {
    create: ['create', 'create_bare'],
    update: ['update'],
    deploy: ['deploy', 'deploy_folder', 'deploy_list', 'deploy_small'],
    delete: ['delete'],
  };
  return steps[change].map((step) => seen.get(step)).find(isAccepted) ?? null;
}

function toResponseForm({ response, json, status }: Exchange): string {
  if (response.kind === 'empty') return status === 200 ? 'other' : 'empty';
  if (response.kind === 'unreadable') return 'other';
  if (Array.isArray(json)) return 'array';
  const fields = toFields(json);
  if (fields === null) return json === null ? 'null' : typeof json;
  if (fields['deleted'] === true) return 'deleted';
  const isApp = (value: unknown): boolean => toFields(value)?.['status'] !== undefined;
  if (isApp(fields['app']) || isApp(fields)) return isApp(fields) ? 'bare' : 'app';
  return fields['ok'] === true ? 'ok' : 'other';
}

function toBeforeOrAfter(shown: unknown, sent: string): Seen {
  return { value: shown === sent ? 'after' : 'before', quote: toQuote(shown) };
}

interface FoundProblems {
  readonly list: unknown;
  readonly at: 'body' | 'error';
  readonly outer: unknown;
}

/** The problems of the first refusal that lists some. */
function findProblems(seen: Evidence['seen']): FoundProblems | null {
  const steps = ['deploy_broken', 'deploy_other', 'deploy_data', 'deploy', 'update_wrong', 'create_bare'] as const;
  for (const exchange of steps.map((step) => seen.get(step)).filter(isRefused)) {
    const outer = toFields(exchange.json);
    const inError = toFields(outer?.['error'])?.['problems'];
    if (outer?.['problems'] !== undefined) return { list: outer['problems'], at: 'body', outer };
    if (inError !== undefined) return { list: inError, at: 'error', outer };
  }
  return null;
}

function toProblemsForm(list: unknown): string {
  if (!Array.isArray(list))
    return Object.values(toFields(list) ?? { none: null }).every(Array.isArray) ? 'by_path' : 'other';
  const entries: readonly unknown[] = list;
  if (entries.every((entry) => typeof entry === 'string')) return 'strings';
  const fields = toFields(entries[0]) ?? {};
  if (typeof fields['message'] === 'string') return 'objects';
  return ['problem', 'detail', 'reason'].some((name) => typeof fields[name] === 'string') ? 'other_names' : 'other';
}

/** The earlier form of the service has no deploys, which is one difference and not ten. */
function isWithoutDeploy(evidence: Evidence): boolean {
  return lookAtForm(evidence)?.value === 'earlier';
}

function isUpdated(app: App | null): boolean {
  return app?.tagline?.trim() === updated.tagline;
}

/** The app as it was read after the deploy; null where no read showed the deploy. */
function toFreshApp(evidence: Evidence): App | null {
  const app = toApp(evidence, 'read_deployed');
  return app?.name?.trim() === deployedName ? app : null;
}

/** The files of a read as they were sent; null where it shows none. */
function toFiles(exchange: Exchange | undefined): Readonly<Record<string, unknown>> | null {
  return toFields(toShown(exchange)?.['files']);
}

/** The same by the action's own digests: but for byte order mark and line ends, in whichever form it is shown. */
function isSame(content: Content | undefined, bytes: Buffer): boolean {
  const text = digestText(bytes.toString()).sha256;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return content?.data?.sha256 === sha256 || content?.text?.sha256 === text || content?.dataText?.sha256 === text;
}

/** True where service.json has another text of the same value, but for the case of the colour. */
function isSameService(shown: unknown, { bytes }: SampleFile): boolean {
  try {
    const [one, other] = [JSON.parse(toText(String(shown))), JSON.parse(bytes.toString())].map(toFields);
    return isDeepStrictEqual(withLowerColor(one), withLowerColor(other));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function withLowerColor(fields: Readonly<Record<string, unknown>> | null | undefined): unknown {
  return { ...fields, color: String(fields?.['color']).toLowerCase() };
}

/** A response in a few words: its status, and how its body begins. */
function describe({ status, response, json }: Exchange): string {
  const body =
    response.kind === 'json' ? toQuote(json) : response.kind === 'empty' ? 'no body' : toQuote(response.start);
  return `${status} ${body}`;
}

/** JSON in short. */
function toQuote(value: unknown): string {
  return JSON.stringify(value) ?? 'absent';
}
