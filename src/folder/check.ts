import type { AppFields } from '../app.ts';
import { compareTexts, formatCount } from '../format.ts';
import type { Problem } from '../problem.ts';
import { type FolderManifest, findFile, type PackedFile, type SecretPlace, toPlainPath } from './manifest.ts';
import { type JsonFault, type JsonMember, type JsonObject, parseServiceJson } from './service-json.ts';
import { loadText, maxTextBytes, type TextResult } from './text.ts';

/** What the offline check found in a folder. */
export interface Checked {
  /** Errors first. A warning never stops a deploy: the service has the last word. */
  readonly problems: readonly Problem[];
  /** The draft fields that the folder holds, for create and update. Absent where a file is missing or unreadable. */
  readonly fields: AppFields;
}

const servicePath = 'service.json';
/** The files that the service document names outside `assets/`: the word for each in codes, and most bytes to check. */
const knownFiles = {
  'service.json': { word: 'service_json', maxBytes: 1024 * 1024 },
  'index.html': { word: 'page', maxBytes: maxTextBytes },
  'instructions.md': { word: 'instructions', maxBytes: maxTextBytes },
};
type KnownFile = keyof typeof knownFiles;
/** Most warnings of one kind about the layout; a last one counts the rest. */
const maxLayoutWarnings = 20;

/**
 * Checks a folder without the service and reads the app's fields from it.
 *
 * What the service document states is an error; what it only suggests, and what could not be checked, is a warning.
 * Throws FolderError when a file changed since it was measured.
 */
export async function checkFolder(manifest: FolderManifest): Promise<Checked> {
  const load = (path: KnownFile) => loadText(manifest, path, knownFiles[path].maxBytes);
  const [service, page, instructions] = [load(servicePath), load('index.html'), load('instructions.md')];
  const parsed = service.text === null ? null : parseServiceJson(service.text);
  const problems = [
    ...manifest.secrets.map(toSecretProblem),
    ...checkText(service, servicePath, manifest),
    ...(parsed === null ? [] : checkServiceJson(parsed, manifest)),
    ...checkText(page, 'index.html', manifest),
    ...checkText(instructions, 'instructions.md', manifest),
    ...limit(findStrays(manifest), 'outside assets/'),
    ...limit(findTwins(manifest), 'of this kind'),
  ];
  const readField = (key: string) => (parsed?.kind === 'object' ? parsed.members.get(key)?.value : null);
  const fields = {
    name: readField('name'),
    tagline: readField('tagline'),
    color: readField('color'),
    system_prompt: instructions.text,
    html: page.text,
  };
  return {
    // `error` is before `warning` in the alphabet too.
    problems: problems.sort((one, other) => compareTexts(one.severity, other.severity)),
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')),
  };
}

/** A problem as a check finds it: what it does not say is not known. */
type FoundProblem = Pick<Problem, 'code' | 'message' | 'fix'> & Partial<Problem>;

/** The service would refuse this, or show it broken. */
function toError(found: FoundProblem): Problem {
  return { path: null, line: null, column: null, ...found, severity: 'error' };
}

/** The document only suggests it, the service has the last word. */
function toWarning(found: FoundProblem): Problem {
  return { ...toError(found), severity: 'warning' };
}

/** Never shows the secret: a path with it is redacted like every text of a report. */
function toSecretProblem({ input, isInName, ...place }: SecretPlace): Problem {
  const { path } = place;
  const message = `${isInName ? `The name of ${path}` : path} contains the value of the input ${input}. Nothing was sent.`;
  const remedy = isInName ? 'Rename it' : `Remove it from ${path}`;
  const fix = `${remedy}, or exclude the file with the input exclude. If it was ever published, revoke it.`;
  return toError({ code: 'secret_in_folder', message, fix, ...place });
}

/** What is wrong with `service.json`: JSON, an object, no key twice, the types and forms that the service document shows. */
function checkServiceJson(parsed: JsonObject | JsonFault, manifest: FolderManifest): readonly Problem[] {
  const problems =
    parsed.kind === 'object'
      ? [...parsed.duplicates.map(toDuplicate), ...checkMembers(parsed, manifest)]
      : [toFault(parsed)];
  return problems.map((problem) => ({ ...problem, path: servicePath }));
}

function toFault({ kind, message, ...place }: JsonFault): Problem {
  const fix = {
    syntax: 'Correct it at this place; an editor that knows JSON shows it too.',
    not_object: 'Put the fields between { and }.',
    depth: 'Make it flatter, or move data out of it into a file in assets/.',
  }[kind];
  const what = kind === 'syntax' ? `not JSON: ${message}` : message;
  return toError({ code: `json_${kind}`, message: `${servicePath} is ${what}.`, fix, ...place });
}

function toDuplicate({ key, ...place }: JsonObject['duplicates'][number]): Problem {
  const message = `${servicePath} has the key ${key} twice in one object.`;
  const fix = `Keep one ${key}: readers differ in which one counts.`;
  return toError({ code: 'duplicate_key', message, fix, ...place });
}

function checkMembers({ members }: JsonObject, manifest: FolderManifest): readonly Problem[] {
  const problems: Problem[] = [];
  for (const key of ['name', 'tagline', 'color', 'logo']) {
    const member = members.get(key);
    if (member === undefined) continue;
    const { value, ...place } = member;
    const problem = findFault(key, value, manifest);
    if (problem !== null) problems.push({ ...problem, ...place });
  }
  if (!members.has('name')) problems.push({ ...warnOfName(), line: 1 });
  return problems;
}

function findFault(key: string, value: JsonMember['value'], manifest: FolderManifest): Problem | null {
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

function warnOfName(): Problem {
  const fix = 'Add "name": "…", the name that people see.';
  return toWarning({ code: 'name_missing', message: `${servicePath} has no name.`, fix });
}

/** The logo must name a picture that is sent with the folder. */
function findLogoFault(logo: string, manifest: FolderManifest): Problem | null {
  const fix = 'Name a picture of the folder, such as assets/logo.svg';
  const says = `logo in ${servicePath} is`;
  if (logo === '') return toWarning({ code: 'logo_empty', message: `${says} empty.`, fix: `${fix}, or remove logo.` });
  const path = toPlainPath(logo);
  const file = findFile(manifest, path);
  if (file === undefined || logo.includes('\\')) {
    const message = `${says} ${logo}, which is not among the included files.`;
    const advice = file === undefined ? suggestLogo(path, manifest) : `Write it with /, as ${path}.`;
    return toError({ code: 'logo_missing', message, fix: advice });
  }
  if (!isPicture(file)) {
    return toError({ code: 'logo_type', message: `${says} ${logo}, which is not a picture.`, fix: `${fix}.` });
  }
  if (path === logo) return null;
  const message = `${says} ${logo}; paths in the folder begin without ./ or /.`;
  return toWarning({ code: 'logo_path', message, fix: `Write it as ${path}.` });
}

function isPicture({ type }: PackedFile): boolean {
  return type.startsWith('image/');
}

/** What to do about a path that the folder lacks. */
function suggestLogo(path: string, manifest: FolderManifest): string {
  const { files } = manifest;
  const advice = adviseExcluded(path, manifest);
  if (advice !== null) return advice;
  const twin = files.find((file) => file.path.normalize('NFC') === path.normalize('NFC'));
  if (twin !== undefined) {
    // Both look the same: only the escapes tell them apart.
    return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${toAscii(twin.path)}.`;
  }
  const other = files.find((file) => file.path.toLowerCase() === path.toLowerCase());
  if (other !== undefined) return `Case counts: the file is ${other.path}.`;
  const picture = files.find(isPicture);
  return picture === undefined
    ? 'Add the picture to assets/.'
    : `Add the picture, or name one that is there, such as ${picture.path}.`;
}

/** The text as a JSON string in ASCII. */
function toAscii(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What to do about a path that is excluded, or lies in a folder that is; null for any other. */
function adviseExcluded(path: string, { excluded }: FolderManifest): string | null {
  const entry = excluded.find((each) => each.path === path || (each.path.endsWith('/') && path.startsWith(each.path)));
  if (entry === undefined) return null;
  const advice = {
    pattern: 'change the input exclude',
    not_included: 'change the input include',
    not_a_file: 'put a file in its place',
    // No include pattern overrides a built-in rule.
    hidden: 'rename it',
    credential: 'rename it',
    node_modules: 'rename it',
  }[entry.kind];
  return `${entry.path} is excluded (${entry.reason}): ${advice}.`;
}

/** What is wrong with one of the known files, whatever it says; for a missing one what to do about it. */
function checkText({ kind, text }: TextResult, path: KnownFile, manifest: FolderManifest): readonly Problem[] {
  const isService = path === servicePath;
  const { word, maxBytes } = knownFiles[path];
  if (kind === 'text') {
    if (isService) return text.startsWith('\ufeff') ? [warnOfMark()] : [];
    if (text.trim() !== '') return [];
    const fix = `Add content to ${path}.`;
    return [toWarning({ code: `${word}_empty`, message: `${path} is empty.`, fix, path, line: 1 })];
  }
  if (kind === 'missing') {
    const what = isService ? `a ${path} with name, tagline, color and logo` : `${path}, or check the input folder`;
    const fix = adviseExcluded(path, manifest) ?? `Add ${what}.`;
    return [toWarning({ code: `${word}_missing`, message: `The folder has no ${path}.`, fix })];
  }
  if (kind === 'not-utf8') {
    const found = { code: `${word}_not_utf8`, fix: 'Save it as UTF-8.', path };
    return isService
      ? [toError({ ...found, message: `${path} is not UTF-8, and so not JSON.` })]
      : [toWarning({ ...found, message: `${path} is not UTF-8, so it is sent as data and not as text.` })];
  }
  const size = `${maxBytes / 1024 / 1024} MiB`;
  const message = `${path} is larger than ${size} and was not checked. create and update do not send it.`;
  return [toWarning({ code: 'file_not_checked', message, fix: 'Move data out of it into files in assets/.', path })];
}

function warnOfMark(): Problem {
  const message = `${servicePath} begins with a byte-order mark, which a strict JSON reader refuses.`;
  const fix = 'Save it as UTF-8 without a byte-order mark.';
  return toWarning({ code: 'byte_order_mark', message, fix, path: servicePath, line: 1, column: 1 });
}

/** Files where the service may not take them: one warning for each name at the top, however many files it holds. */
function findStrays({ files }: FolderManifest): readonly Problem[] {
  const tops = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/') + 1) || path);
  const strays = [...tops].filter(([top]) => top !== 'assets/' && !Object.hasOwn(knownFiles, top));
  return strays.map(([top, { length }]) => {
    const isFolder = top.endsWith('/');
    const what = isFolder ? `${top}, with ${formatCount(length, 'file')},` : top;
    return toWarning({
      code: 'outside_assets',
      message: `${what} is outside assets/. The service document shows only service.json, index.html, instructions.md and assets/.`,
      fix: 'Move it into assets/, or exclude it with the input exclude.',
      path: isFolder ? null : top,
    });
  });
}

/** Paths that the service may mix up: they differ only in case or normal form. */
function findTwins({ files }: FolderManifest): readonly Problem[] {
  const firsts = new Map<string, string>();
  return files.flatMap(({ path }) => {
    const key = path.normalize('NFC').toLowerCase().normalize('NFC');
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, path);
      return [];
    }
    const isCase = first.normalize('NFC') !== path.normalize('NFC');
    const message = `${first} and ${path} differ only in ${isCase ? 'case' : 'the way accents are written (NFC, NFD)'}.`;
    const fix = 'Rename one: where such names are the same, one file replaces the other.';
    return [toWarning({ code: 'path_twins', message, fix, path })];
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
