/** How a point is seen in what the service answered: pure functions, null where nothing tells. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readApps, readErrorBody, toFields } from '../api/wire.ts';
import { type Content, decodeDataUrl, digestText } from '../content.ts';
import { formatCount } from '../format.ts';
import { type Evidence, findDeploy, isAccepted, isRefused, toApp, toFiles, toShown } from './evidence.ts';
import type { Exchange, Step } from './exchange.ts';
import { deployedName, type SampleFile, updated } from './sample.ts';

/** What was seen of one point. */
export interface Seen {
  /** One of the point's values, or a word for what is none of them. */
  readonly value: string;
  /** What the service sent, in short; outside text, not safe to print. */
  readonly quote: string;
}

/** Looks at one point; null where nothing tells. */
export type Look = (evidence: Evidence) => Seen | null;

/** Looks at the response of a step. */
export function seeResponse(step: Step, toValue: (exchange: Exchange, evidence: Evidence) => string | null): Look {
  return (evidence) => toSeen(evidence.seen.get(step), (exchange) => toValue(exchange, evidence));
}

/** Looks at whether the request of a step was accepted, or refused in the documented form. */
export function seeReply(step: Step, accepted: string, refused: string): Look {
  return seeResponse(step, (reply) => (isAccepted(reply) ? accepted : isRefused(reply) ? refused : null));
}

/** Looks at a field of the app as the read of a step showed it. */
export function seeField(
  step: Step,
  name: string,
  toValue: (value: unknown, evidence: Evidence) => string | null,
): Look {
  return (evidence) => {
    const app = toApp(evidence, step) && toShown(evidence.seen.get(step));
    const value = app && toValue(app[name], evidence);
    return value === null ? null : { value, quote: toQuote(app?.[name] ?? null) };
  };
}

/** Looks at one of the files that were deployed, as it is shown. */
export function seeFile(path: string, toValue: (shown: string) => string): Look {
  return (evidence) => {
    const shown = toFiles(evidence, 'read_deployed')?.[path];
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

/** The changes that the doctor makes. */
export type Change = 'create' | 'update' | 'deploy' | 'delete';

/** The accepted response of a change; undefined where there was none. */
export function findChange(evidence: Evidence, change: Change): Exchange | undefined {
  if (change === 'deploy') return findDeploy(evidence)?.exchange;
  const steps = change === 'create' ? (['create', 'create_bare'] as const) : [change];
  return steps.map((step) => evidence.seen.get(step)).find(isAccepted);
}

/** A response and what it says of a point; null where there is none, or it says nothing of it. */
export function toSeen(exchange: Exchange | undefined, toValue: (exchange: Exchange) => string | null): Seen | null {
  const value = exchange === undefined ? null : toValue(exchange);
  return exchange === undefined || value === null ? null : { value, quote: describe(exchange) };
}

/** A response in a few words: its status, and how its body begins. */
function describe({ status, response, json }: Exchange): string {
  const start = response.kind === 'unreadable' ? toQuote(response.start) : toQuote(json);
  return `${status} ${response.kind === 'empty' ? 'no body' : start}`;
}

/** JSON in short. */
export function toQuote(value: unknown): string {
  return JSON.stringify(value) ?? 'absent';
}

/** Whether a read shows a change at once, and whether it ever does. */
export const seeFreshness: Look = (evidence) => {
  const steps = (['read_updated', 'read_deployed'] as const).filter((step) => evidence.seen.has(step));
  const counts = steps.map((step) => evidence.all.filter((exchange) => exchange.step === step).length);
  const reads = steps.map((step, at) => (toApp(evidence, step) === null ? 'none' : `read ${counts[at]}`));
  if (reads.length === 0) return null;
  const late = reads.includes('none') ? 'never' : 'later';
  return {
    value: reads.every((read) => read === 'read 1') ? 'at once' : late,
    quote: `shown by ${reads.join(' and ')}`,
  };
};

/** In which form times are written. Whole seconds by chance are told from those that always are by a second time. */
export const seeTimes: Look = ({ all }) => {
  const reads = all.filter((exchange) => isAccepted(exchange) && exchange.method === 'GET').map(toShown);
  const times = [...new Set(reads.flatMap((app) => (app === null ? [] : [app['updated_at'] ?? null])))];
  if (times.length === 0) return null;
  const value = timeForms.find(([, pattern]) => times.every((time) => pattern.test(String(time))))?.[0] ?? 'other';
  return value === 'whole_seconds' && times.length < 2 ? null : { value, quote: toQuote(times[0]) };
};

const timeForms: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['none', /^null$/],
  ['seconds', /T\d\d:\d\d:\d\dZ$/],
  ['whole_seconds', /T\d\d:\d\d:\d\d\.000Z$/],
  ['milliseconds', /T\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['nanoseconds', /T\d\d:\d\d:\d\d\.\d{9}Z$/],
];

/** Whether `updated_at` moves with reads, and with the update. */
export const seeMoves: Look = (evidence) => {
  const steps = ['read_created', 'read_again', 'read_updated'] as const;
  const [first, second, third] = steps.map((step) => toApp(evidence, step)?.updatedAt ?? null);
  if (first == null || second == null || third == null) return null;
  const withChange = second === third ? 'nothing' : 'draft';
  return { value: first === second ? withChange : 'reads', quote: `${first}, ${second}, ${third}` };
};

/** Where the list is. */
export const seeList: Look = ({ seen, address, slug }) => {
  const { json } = seen.get('list') ?? { json: null };
  const apps = readApps(json, address);
  if (!isAccepted(seen.get('list'))) return null;
  if (!apps?.some((app) => app.slug === slug)) return { value: 'other', quote: 'the app is not found in it' };
  // Other apps are nobody's business.
  const count = `[${formatCount(apps.length, 'app')}]`;
  if (Array.isArray(json)) return { value: 'array', quote: count };
  const [name = ''] =
    Object.entries(toFields(json) ?? {}).find(([, list]) => Array.isArray(list) && list.length > 0) ?? [];
  return { value: name, quote: `{"${name}": ${count}}` };
};

/** Which form of the body a deploy took; a folder that breaks a rule (422) was understood. */
export const seeBody: Look = (evidence) => {
  const first = evidence.seen.get('deploy');
  const isEarlier = seeForm(evidence)?.value === 'earlier';
  // Without deploys, which is one difference and not ten.
  if (first === undefined || isEarlier) return null;
  const value = findDeploy(evidence)?.form ?? (first.status === 422 ? 'files' : 'other');
  return { value, quote: value === 'files' ? describe(first) : `as files: ${first.status}; accepted: ${value}` };
};

/** The interface of today shows files; the earlier form has an icon and no deploys. */
export const seeForm: Look = ({ seen }) => {
  const app = toShown(seen.get('read_created'));
  if (app === null) return null;
  const other = 'icon' in app ? 'earlier' : 'other';
  return { value: toFields(app['files']) === null ? other : 'current', quote: Object.keys(app).join(', ') };
};

/** Whether the whole folder was taken, or only the least of one. */
export const seeKinds: Look = (evidence) => {
  const isTaken = findDeploy(evidence) !== null;
  if (evidence.seen.get('deploy')?.status === 422)
    return seeResponse('deploy', () => (isTaken ? 'less' : 'refused'))(evidence);
  return isTaken ? { value: 'accepted', quote: 'accepted' } : null;
};

/** Which files read back are others than those that were sent, but for what the action overlooks anyway. */
export const seeRewrites: Look = (evidence) => {
  const [app, shown] = [toApp(evidence, 'read_deployed'), toFiles(evidence, 'read_deployed')];
  if (app === null || shown === null) return null;
  const sent = findDeploy(evidence)?.files ?? [];
  const changed = sent.filter(({ path, bytes }) => !isSame(app.files?.get(path), bytes));
  const [first] = changed;
  if (first === undefined) return { value: 'nothing', quote: `${formatCount(sent.length, 'file')} read back as sent` };
  const quote = `changed: ${changed.map(({ path }) => path).join(', ')}`;
  const content = shown[first.path];
  if (changed.length > 1 || content === undefined) return { value: 'other', quote };
  const other = first.path === 'index.html' ? 'html' : 'other';
  return {
    value: isSameService(content, first) ? 'service_json' : other,
    quote: `${quote}: …${String(content).slice(-40)}`,
  };
};

/** The same by the action's own digests: but for byte order mark and line ends, in whichever form it is shown. */
function isSame(content: Content | undefined, bytes: Buffer): boolean {
  const text = digestText(bytes.toString()).sha256;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return content?.data?.sha256 === sha256 || content?.text?.sha256 === text || content?.dataText?.sha256 === text;
}

/** True for a service.json of the same value in another text, but for the case of the colour. */
function isSameService(shown: unknown, { path, bytes }: SampleFile): boolean {
  if (path !== 'service.json') return false;
  try {
    const [one, other] = [toText(String(shown)), bytes.toString()].map((text) => toFields(JSON.parse(text)));
    return isDeepStrictEqual(withLowerColor(one), withLowerColor(other));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function withLowerColor(fields: Readonly<Record<string, unknown>> | null | undefined): unknown {
  return { ...fields, color: String(fields?.['color']).toLowerCase() };
}

/** Whether a read lists files beyond the documented places, once there is a prompt. */
export const seeListed: Look = (evidence) => {
  const files = toFiles(evidence, 'read_updated');
  if (files === null || (toApp(evidence, 'read_updated')?.systemPrompt ?? '') === '') return null;
  return { value: 'instructions.md' in files ? 'all' : 'documented', quote: Object.keys(files).join(', ') };
};

/** Whether there is a file that nobody sent. */
export const seeOwnFile: Look = (evidence) => {
  const shown = toFiles(evidence, 'read_deployed');
  if (shown === null) return null;
  const sent = new Set(['instructions.md', ...(findDeploy(evidence)?.files ?? []).map(({ path }) => path)]);
  const own = Object.keys(shown).filter((path) => !sent.has(path));
  return own.length === 0 ? { value: 'no', quote: 'no such file' } : { value: 'yes', quote: own.join(', ') };
};

/** Whether `html` is the file, has marks on its scripts, or is another page. */
export const seeHtml: Look = (evidence) => {
  const html = toApp(evidence, 'read_deployed') && toShown(evidence.seen.get('read_deployed'))?.['html'];
  const file = toFiles(evidence, 'read_deployed')?.['index.html'];
  if (typeof html !== 'string' || typeof file !== 'string') return null;
  const page = toText(file);
  if (html === page) return { value: 'file', quote: 'the same' };
  const at = [...html].findIndex((character, index) => character !== page[index]);
  const quote = `…${html.slice(Math.max(0, at - 8), at + 40)}…`;
  return { value: / nonce=/i.test(html) ? 'nonce' : 'banner', quote };
};

/** What a deploy without instructions.md leaves of the prompt. */
export const seeKeptPrompt: Look = (evidence) => {
  const before = toApp(evidence, 'read_updated')?.systemPrompt ?? '';
  const after = toApp(evidence, 'read_deployed');
  if (before === '' || after === null) return null;
  return { value: (after.systemPrompt ?? '') === '' ? 'removes' : 'keeps', quote: toQuote(after.systemPrompt) };
};

/** Whether instructions.md is the prompt. Where reads show no deploy at all, the prompt says nothing more. */
export const seePromptFile: Look = (evidence) => {
  const read = evidence.seen.get('read_prompt');
  if (read === undefined || toApp(evidence, 'read_deployed') === null) return null;
  const value = toApp(evidence, 'read_prompt') === null ? 'other' : 'prompt';
  return { value, quote: toQuote(toShown(read)?.['system_prompt'] ?? null) };
};

/** In which form problems are listed. */
export const seeProblems: Look = ({ seen }) => {
  const found = findProblems(seen);
  const first = Array.isArray(found?.list) ? found.list[0] : found?.list;
  return found && { value: toProblemsForm(found.list), quote: toQuote(first) };
};

/** Where problems are listed. */
export const seeProblemsPlace: Look = ({ seen }) => {
  const found = findProblems(seen);
  return found && { value: found.at, quote: toQuote(found.body) };
};

/** The problems of the first refusal that lists some. */
function findProblems(seen: Evidence['seen']) {
  const steps = ['deploy_broken', 'deploy_other', 'deploy_data', 'deploy', 'update_wrong', 'create_bare'] as const;
  for (const { json } of steps.map((step) => seen.get(step)).filter(isRefused)) {
    const body = toFields(json) ?? {};
    const inError = toFields(body['error'])?.['problems'];
    if (body['problems'] !== undefined) return { list: body['problems'], at: 'body', body };
    if (inError !== undefined) return { list: inError, at: 'error', body };
  }
  return null;
}

function toProblemsForm(list: unknown): string {
  const byPath = Object.values(toFields(list) ?? { none: null });
  if (!Array.isArray(list)) return byPath.every(Array.isArray) ? 'by_path' : 'other';
  if (list.every((entry) => typeof entry === 'string')) return 'strings';
  const names = Object.entries(toFields(list[0]) ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [name] : [],
  );
  if (names.includes('message')) return 'objects';
  return ['problem', 'detail', 'reason'].some((name) => names.includes(name)) ? 'other_names' : 'other';
}

/** What the codes are that the document does not name. */
export const seeCodes: Look = ({ all }) => {
  const codes = new Set(all.filter(isRefused).map(({ json }) => readErrorBody(json).serverCode));
  const other = [...codes].filter((code) => code !== null && code !== 'terms_required' && code !== 'not_approved');
  if (other.length === 0) return null;
  const isStatus = other.every((code) => /^(http_)?\d+$/.test(code ?? ''));
  return { value: isStatus ? 'status' : 'words', quote: other.join(', ') };
};

/** In which form a 429 says how long to wait. */
export const seeWait: Look = ({ all }) => {
  const limited = all.find(({ status }) => status === 429);
  if (limited === undefined) return null;
  const form = /^\d+$/.test(limited.retryAfter ?? '') ? 'seconds' : 'date';
  return { value: limited.retryAfter === null ? 'none' : form, quote: `Retry-After: ${limited.retryAfter ?? 'none'}` };
};

/** What the response of an accepted change shows. */
export function toResponseForm({ response, json, status }: Exchange): string {
  if (response.kind === 'empty') return status === 200 ? 'other' : 'empty';
  if (response.kind === 'unreadable') return 'other';
  if (Array.isArray(json)) return 'array';
  const fields = toFields(json);
  if (fields === null) return json === null ? 'null' : typeof json;
  if (fields['deleted'] === true) return 'deleted';
  if (fields['status'] !== undefined) return 'bare';
  if (toFields(fields['app'])?.['status'] !== undefined) return 'app';
  return fields['ok'] === true ? 'ok' : 'other';
}

/** Whether the app in the response to a change has its page and files. */
export const seeShownFiles: Look = (evidence) => {
  const changes = (['create', 'update', 'deploy'] as const).map((change) => findChange(evidence, change));
  const app = changes.map(toShown).find((fields) => fields !== null);
  return app ? { value: 'files' in app || 'html' in app ? 'yes' : 'no', quote: Object.keys(app).join(', ') } : null;
};

/** Whether the app in the response to a change is that after the change. */
export const seeShownChange: Look = (evidence) => {
  const update = toShown(findChange(evidence, 'update'));
  const deploy = toShown(findChange(evidence, 'deploy'));
  if (update === null && deploy === null) return null;
  const [shown, sent] = update === null ? [deploy?.['name'], deployedName] : [update['tagline'], updated.tagline];
  return { value: shown === sent ? 'after' : 'before', quote: toQuote(shown) };
};
