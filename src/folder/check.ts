import type { AppFields } from '../app-fields.ts';
import { formatCount } from '../format.ts';
import type { Problem } from '../outcome.ts';
import { type Excluded, type FolderManifest, findFile } from './manifest.ts';
import { toMediaType } from './media.ts';
import { type JsonMember, type JsonObject, parseServiceJson } from './service-json.ts';
import { dropMark, loadText, maxTextBytes, type TextResult } from './text.ts';

/** What the offline check found in a folder. */
export interface Checked {
  /** Errors first. A warning never stops a deploy: the service has the last word. */
  readonly problems: readonly Problem[];
  /** The draft fields that the folder holds, for create and update. Absent where a file is missing or unreadable. */
  readonly fields: AppFields;
}

const servicePath = 'service.json';
/** Largest `service.json` that is checked, in bytes. */
const maxServiceBytes = 1024 * 1024;
/** Most warnings of one kind about the layout; a last one counts the rest. */
export const maxLayoutWarnings = 20;
/** The files that the service document names outside `assets/`. */
const knownFiles = new Set([servicePath, 'index.html', 'instructions.md']);

/**
 * Checks a folder without the service and reads the app's fields from it.
 *
 * What the service document states is an error; what it only suggests, and what could not be checked, is a warning.
 * Throws FolderError when a file changed since it was measured.
 */
export async function checkFolder(manifest: FolderManifest): Promise<Checked> {
  const service = loadText(manifest, servicePath, maxServiceBytes);
  const page = loadText(manifest, 'index.html', maxTextBytes);
  const instructions = loadText(manifest, 'instructions.md', maxTextBytes);
  const checked =
    service.kind === 'text'
      ? checkServiceJson(service.text, manifest)
      : { problems: [toUncheckedService(service.kind, manifest)], fields: {} };
  const problems = [
    ...checked.problems,
    ...checkPage({ path: 'index.html', code: 'page' }, page, manifest),
    ...checkPage({ path: 'instructions.md', code: 'instructions' }, instructions, manifest),
    ...limit(findStrays(manifest), 'outside assets/'),
    ...limit(findTwins(manifest), 'of this kind'),
  ];
  const fields: AppFields = {
    ...checked.fields,
    ...(instructions.kind === 'text' ? { system_prompt: instructions.text } : {}),
    ...(page.kind === 'text' ? { html: page.text } : {}),
  };
  return { problems: [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))], fields };
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** A problem as a check finds it: what it does not say is not known. */
interface Finding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The service would refuse this, or show it broken. */
function toError(finding: Finding): Problem {
  return { path: null, line: null, column: null, ...finding, severity: 'error' };
}

/** The document only suggests it, the service has the last word. */
function toWarning(finding: Finding): Problem {
  return { path: null, line: null, column: null, ...finding, severity: 'warning' };
}

/** The text of `service.json`: JSON, an object, no key twice, the types and forms that the service document shows. */
function checkServiceJson(raw: string, manifest: FolderManifest): Checked {
  const text = dropMark(raw);
  const marks = text === raw ? [] : [warnOfMark()];
  const parsed = parseServiceJson(text);
  if (parsed.kind !== 'object') {
    const { kind, message, line, column } = parsed;
    const fault = toError({ ...serviceFaults[kind](message), path: servicePath, line, column });
    return { problems: [...marks, fault], fields: {} };
  }
  return {
    problems: [...marks, ...parsed.duplicates.map(toDuplicate), ...checkMembers(parsed, manifest)],
    fields: readFields(parsed),
  };
}

const serviceFaults = {
  syntax: (message: string) => ({
    code: 'json_syntax',
    message: `${servicePath} is not JSON: ${message}.`,
    fix: 'Correct it at this place; an editor that knows JSON shows it too.',
  }),
  not_object: (message: string) => ({
    code: 'json_not_object',
    message: `${servicePath} is ${message}.`,
    fix: 'Put the fields between { and }.',
  }),
  depth: (message: string) => ({
    code: 'json_depth',
    message: `${servicePath} is ${message}.`,
    fix: 'Make it flatter, or move data out of it into a file in assets/.',
  }),
};

function toDuplicate({ key, line, column }: JsonObject['duplicates'][number]): Problem {
  return toError({
    code: 'duplicate_key',
    message: `${servicePath} has the key ${key} twice in one object.`,
    fix: `Keep one ${key}: readers differ in which one counts.`,
    path: servicePath,
    line,
    column,
  });
}

function readFields({ members }: JsonObject): AppFields {
  const texts = (['name', 'tagline', 'color'] as const).map((key) => [key, members.get(key)?.value] as const);
  return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string'));
}

function checkMembers({ members }: JsonObject, manifest: FolderManifest): readonly Problem[] {
  const problems: Problem[] = [];
  for (const key of ['name', 'tagline', 'color', 'logo']) {
    const member = members.get(key);
    const problem = member === undefined ? null : findFault(key, member, manifest);
    if (member !== undefined && problem !== null) {
      problems.push({ ...problem, path: servicePath, line: member.line, column: member.column });
    }
  }
  if (!members.has('name')) problems.push({ ...warnOfName(), path: servicePath, line: 1 });
  return problems;
}

function findFault(key: string, { value }: JsonMember, manifest: FolderManifest): Problem | null {
  if (value === undefined) {
    const fix = `Write it as "${key}": "…".`;
    return toError({ code: `${key}_type`, message: `${key} in ${servicePath} is not a string.`, fix });
  }
  if (value === null) {
    // The document requires none of them in the folder, and says nothing of null.
    if (key === 'name') return warnOfName();
    const message = `${key} in ${servicePath} is null, which the service document does not show.`;
    return toWarning({ code: `${key}_null`, message, fix: `Remove ${key}, or give it a value.` });
  }
  if (key === 'name' && value.trim() === '') {
    return toError({ code: 'name_empty', message: `name in ${servicePath} is empty.`, fix: 'Give the app a name.' });
  }
  if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value)) {
    const fix = 'Write it as # and six hex digits, such as "#1b6ca8".';
    return toError({ code: 'color_format', message: `color in ${servicePath} is ${JSON.stringify(value)}.`, fix });
  }
  return key === 'logo' ? findLogoFault(value, manifest) : null;
}

/** The logo must name a picture that is sent with the folder. */
function findLogoFault(logo: string, manifest: FolderManifest): Problem | null {
  if (logo === '') {
    const fix = 'Name a picture of the folder, such as assets/logo.svg, or remove logo.';
    return toWarning({ code: 'logo_empty', message: `logo in ${servicePath} is empty.`, fix });
  }
  const file = findFile(manifest, logo);
  if (file !== undefined) {
    if (file.type.startsWith('image/')) return null;
    const message = `logo in ${servicePath} is ${logo}, which is not a picture.`;
    return toError({ code: 'logo_type', message, fix: 'Name a picture of the folder, such as assets/logo.svg.' });
  }
  const plain = logo.replace(/^(?:\.?\/)+/, '');
  if (findFile(manifest, plain)?.type.startsWith('image/') === true) {
    const message = `logo in ${servicePath} is ${logo}; paths in the folder begin without ./ or /.`;
    return toWarning({ code: 'logo_path', message, fix: `Write it as ${plain}.` });
  }
  const message = `logo in ${servicePath} is ${logo}, which is not among the included files.`;
  return toError({ code: 'logo_missing', message, fix: suggestLogo(plain, manifest) });
}

function suggestLogo(path: string, { files, excluded }: FolderManifest): string {
  const slashed = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  if (slashed !== path && files.some((file) => file.path === slashed)) return `Write it with /, as ${slashed}.`;
  const left = excluded.find(
    (entry) => entry.path === slashed || (entry.path.endsWith('/') && slashed.startsWith(entry.path)),
  );
  if (left !== undefined) return adviseExcluded(left);
  const twin = files.find((file) => file.path.normalize('NFC') === slashed.normalize('NFC'));
  if (twin !== undefined) {
    // Both look the same: only the escapes tell them apart.
    return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${toAscii(twin.path)}.`;
  }
  const other = files.find((file) => file.path.toLowerCase() === slashed.toLowerCase());
  if (other !== undefined) return `Case counts: the file is ${other.path}.`;
  const picture = files.find((file) => toMediaType(file.path, false).startsWith('image/'));
  return picture === undefined
    ? 'Add the picture to assets/.'
    : `Add the picture, or name one that is there, such as ${picture.path}.`;
}

/** The text as a JSON string in ASCII. */
function toAscii(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function warnOfMark(): Problem {
  return toWarning({
    code: 'byte_order_mark',
    message: `${servicePath} begins with a byte-order mark, which a strict JSON reader refuses.`,
    fix: 'Save it as UTF-8 without a byte-order mark.',
    path: servicePath,
    line: 1,
    column: 1,
  });
}

function warnOfName(): Problem {
  const fix = 'Add "name": "…", the name that people see.';
  return toWarning({ code: 'name_missing', message: `${servicePath} has no name.`, fix });
}

/** What to do about a path that is excluded; no include pattern overrides a built-in rule. */
function adviseExcluded({ path, kind, reason }: Excluded): string {
  const advice = {
    pattern: 'change the input exclude',
    not_included: 'change the input include',
    not_a_file: 'put a file in its place',
    hidden: 'rename it',
    credential: 'rename it',
    node_modules: 'rename it',
  }[kind];
  return `${path} is excluded (${reason}): ${advice}.`;
}

/** What to do about a file that is not among those that are sent: `usual`, unless it is there and excluded. */
function adviseMissing(path: string, { excluded }: FolderManifest, usual: string): string {
  const left = excluded.find((entry) => entry.path === path);
  return left === undefined ? usual : adviseExcluded(left);
}

function toUncheckedService(kind: Exclude<TextResult['kind'], 'text'>, manifest: FolderManifest): Problem {
  if (kind === 'not-utf8') {
    const message = `${servicePath} is not UTF-8, and so not JSON.`;
    return toError({ code: 'service_json_not_utf8', message, fix: 'Save it as UTF-8.', path: servicePath });
  }
  if (kind === 'too-large') return warnOfSize(servicePath, maxServiceBytes);
  const fix = adviseMissing(servicePath, manifest, `Add a ${servicePath} with name, tagline, color and logo.`);
  return toWarning({ code: 'service_json_missing', message: `The folder has no ${servicePath}.`, fix });
}

function checkPage(
  { path, code }: { readonly path: string; readonly code: string },
  result: TextResult,
  manifest: FolderManifest,
): readonly Problem[] {
  if (result.kind === 'text') {
    if (result.text.trim() !== '') return [];
    return [
      toWarning({ code: `${code}_empty`, message: `${path} is empty.`, fix: `Add content to ${path}.`, path, line: 1 }),
    ];
  }
  if (result.kind === 'missing') {
    const fix = adviseMissing(path, manifest, `Add ${path}, or check the input folder.`);
    return [toWarning({ code: `${code}_missing`, message: `The folder has no ${path}.`, fix })];
  }
  if (result.kind === 'too-large') return [warnOfSize(path, maxTextBytes)];
  const message = `${path} is not UTF-8, so it is sent as data and not as text.`;
  return [toWarning({ code: `${code}_not_utf8`, message, fix: 'Save it as UTF-8.', path })];
}

function warnOfSize(path: string, bytes: number): Problem {
  return toWarning({
    code: 'file_not_checked',
    message: `${path} is larger than ${bytes / 1024 / 1024} MiB and was not checked. create and update do not send it.`,
    fix: 'Move data out of it into files in assets/.',
    path,
  });
}

/** Files where the service may not take them: one warning for each name at the top, however many files it holds. */
function findStrays({ files }: FolderManifest): readonly Problem[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const slash = path.indexOf('/');
    const top = path.slice(0, slash + 1) || path;
    if (top !== 'assets/' && !knownFiles.has(path)) counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  return [...counts].map(([top, count]) => {
    const isFolder = top.endsWith('/');
    const what = isFolder ? `${top}, with ${formatCount(count, 'file')}, is` : `${top} is`;
    return toWarning({
      code: 'outside_assets',
      message: `${what} outside assets/. The service document shows only service.json, index.html, instructions.md and assets/.`,
      fix: 'Move it into assets/, or exclude it with the input exclude.',
      ...(isFolder ? {} : { path: top }),
    });
  });
}

/** Paths that the service may mix up: they differ only in case or normal form. */
function findTwins({ files }: FolderManifest): readonly Problem[] {
  const firsts = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { path } of files) {
    const key = path.normalize('NFC').toLowerCase().normalize('NFC');
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, path);
    else problems.push(toTwin(first, path));
  }
  return problems;
}

function toTwin(first: string, path: string): Problem {
  const isCase = first.normalize('NFC') !== path.normalize('NFC');
  return toWarning({
    code: 'path_twins',
    message: `${first} and ${path} differ only in ${isCase ? 'case' : 'the way accents are written (NFC, NFD)'}.`,
    fix: 'Rename one: where such names are the same, one file replaces the other.',
    path,
  });
}

/** `where` says what all these names have in common. */
function limit(problems: readonly Problem[], where: string): readonly Problem[] {
  if (problems.length <= maxLayoutWarnings) return problems;
  const more = problems.length - maxLayoutWarnings;
  const message = `${formatCount(more, 'more name')} ${where} ${more === 1 ? 'is' : 'are'} not listed.`;
  const last = toWarning({ code: 'more_warnings', message, fix: 'Fix the ones that are listed first.' });
  return [...problems.slice(0, maxLayoutWarnings), last];
}
