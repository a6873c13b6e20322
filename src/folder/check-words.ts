import { serviceKeys } from '../model/app.ts';
import type { Problem, Severity } from '../model/problem.ts';
import { formatCount, joinWords } from '../text/format.ts';
import { nameInputInText, perFrontend } from '../text/frontend.ts';
import type { FolderManifest } from './manifest.ts';

/** What the offline check says of one kind of problem. */
interface CheckWords {
  /** A run that cannot do without it makes an error of a warning. */
  readonly severity: Severity;
  /** Each `…` stands for a part that differs from folder to folder. */
  readonly message: string;
  /** The usual advice: a problem may have better advice of its own. */
  readonly fix: string;
}

const error = (message: string, fix: string): CheckWords => ({ severity: 'error', message, fix });
const warning = (message: string, fix: string): CheckWords => ({
  severity: 'warning',
  message,
  fix,
});
const saveAsUtf8Advice = 'Save it as UTF-8.';
const useTextAdvice = 'Write it as a text in double quotes.';
const removeNullAdvice = 'Remove it, or give it a value.';
/** What makes a build write relative addresses. */
export const setBaseAdvice = "set the base address of the build to ./ (in Vite base: './')";
const namePictureAdvice = 'Name a picture of the folder, such as assets/logo.svg';

/**
 * Every kind of problem that the offline check finds, by its code. What the service document states
 * is an error; what it only suggests, and what could not be checked, is a warning.
 * docs/troubleshooting.md shows this table (`npm run docs`).
 */
export const checkWords = () => ({
  secret_in_folder: error(
    '… contains the value of …. Nothing was sent.',
    `Remove it, or exclude the file with ${nameInputInText('exclude')}. If it was ever published, revoke it.`,
  ),
  credential_likely: warning(
    '… seems to hold ….',
    `Exclude the file with ${nameInputInText('exclude')}, or remove it. If it was ever published, revoke it.`,
  ),
  no_app: error(
    'The folder has neither service.json nor index.html.',
    `Check ${nameInputInText('folder')}, and that ${perFrontend('a step before this one builds the app', 'the app has been built')}.`,
  ),
  service_json_missing: warning(
    'The folder has no service.json.',
    `Add a service.json with ${joinWords(serviceKeys)}; where a build writes the folder, among the files that it copies as they are, such as public/.`,
  ),
  page_missing: warning(
    'The folder has no index.html.',
    `Add index.html, or check ${nameInputInText('folder')}.`,
  ),
  instructions_missing: warning(
    'instructions.md is not among the included files.',
    'Include it, or delete it: an app needs no instructions.md.',
  ),
  name_case: warning('… is not read as …: case counts.', 'Rename the file.'),
  name_similar: warning('… is not read as ….', 'Rename the file.'),
  service_json_not_utf8: error('service.json is not UTF-8, and so not JSON.', saveAsUtf8Advice),
  page_not_utf8: warning(
    'index.html is not UTF-8, so it is sent as data and not as text.',
    saveAsUtf8Advice,
  ),
  instructions_not_utf8: warning(
    'instructions.md is not UTF-8, so it is sent as data and not as text.',
    saveAsUtf8Advice,
  ),
  page_empty: warning('index.html is empty.', 'Add content to index.html.'),
  instructions_empty: warning('instructions.md is empty.', 'Add content to instructions.md.'),
  page_title_missing: warning(
    'index.html has no title.',
    'Put <title>…</title> with the name of the app into its head.',
  ),
  page_title_empty: warning(
    'The title of index.html is empty.',
    'Write the name of the app into it.',
  ),
  file_not_checked: warning(
    '… is larger than 8 MiB and was not checked. create and update do not send it.',
    'Move data out of it into files in assets/.',
  ),
  byte_order_mark: warning(
    'service.json begins with a byte-order mark, which a strict JSON reader refuses.',
    'Save it as UTF-8 without a byte-order mark.',
  ),
  json_syntax: error(
    'service.json is not JSON: ….',
    'Correct it at this place; an editor that knows JSON shows it too.',
  ),
  json_not_object: error('service.json is not an object.', 'Put the fields between { and }.'),
  json_depth: error(
    'service.json is nested deeper than … levels.',
    'Make it flatter, or move data out of it into a file in assets/.',
  ),
  duplicate_key: error(
    'service.json has the key … twice.',
    'Keep one of them: readers differ in which one counts.',
  ),
  unknown_key: warning(
    'service.json has the key …, which the service document does not show.',
    'Remove it, unless the service asks for it.',
  ),
  name_missing: warning('service.json has no name.', 'Add "name" with the name that people see.'),
  name_empty: error('name in service.json is empty.', 'Give the app a name.'),
  name_type: error('name in service.json is not a string.', useTextAdvice),
  tagline_type: error('tagline in service.json is not a string.', useTextAdvice),
  tagline_null: warning('tagline in service.json is null.', removeNullAdvice),
  color_type: error('color in service.json is not a string.', useTextAdvice),
  color_null: warning('color in service.json is null.', removeNullAdvice),
  color_format: error(
    'color in service.json is ….',
    'Write it as # and six hex digits, such as "#1b6ca8".',
  ),
  logo_null: warning('logo in service.json is null.', removeNullAdvice),
  logo_empty: warning('logo in service.json is empty.', `${namePictureAdvice}, or remove logo.`),
  logo_missing: error(
    'logo in service.json is …, which is not among the included files.',
    'Add the picture to assets/.',
  ),
  logo_type: error('logo in service.json is not ….', `${namePictureAdvice}.`),
  logo_path: warning(
    'logo in service.json is …; paths in the folder begin without ./ or /.',
    'Write it without ./ or / in front.',
  ),
  reference_absolute: warning(
    '… refers to …, which is outside the app: an address with / in front begins at the root of the host.',
    `Write it without / in front, relative to the file; where a build writes it, ${setBaseAdvice}.`,
  ),
  reference_missing: warning(
    '… refers to …, which is not among the included files.',
    'Add the file, or correct the reference.',
  ),
  script_insecure: warning(
    'index.html loads a script over http, which browsers refuse in a page of https.',
    'Load it over https, or put the script into assets/.',
  ),
  folder_size: error(
    'The included files have …, and … is …. The largest: ….',
    'Make them smaller, or exclude those that the page does not use.',
  ),
  picture_large: warning(
    '… has …, which is long to wait for.',
    'Make the picture smaller, or use another format.',
  ),
  source_maps: warning(
    'The folder has …, such as …: anybody can read the sources of the app in them.',
    `Exclude them with ${nameInputInText('exclude')}, or have the build write none.`,
  ),
  outside_assets: warning(
    '… is outside assets/. The service document shows only service.json, index.html, instructions.md and assets/.',
    `Move it into assets/, or exclude it with ${nameInputInText('exclude')}.`,
  ),
  path_twins: warning(
    '… and … differ only in ….',
    'Rename one: where such names are the same, one file replaces the other.',
  ),
  more_warnings: warning('Not listed: ….', 'Fix the ones that are listed first.'),
});

/**
 * A problem in the words of its kind. `parts` take the places of `…` in its message, in their
 * order; `known` is where it is, and what differs from the usual. Without advice of its own (null)
 * it has the usual one.
 */
export function toProblem(
  code: keyof ReturnType<typeof checkWords>,
  parts: readonly string[],
  known: Partial<Omit<Problem, 'code' | 'message'>> = {},
): Problem {
  const { message, severity, fix } = checkWords()[code];
  const filled = message
    .split('…')
    .reduce((text, rest, index) => `${text}${parts[index - 1] ?? ''}${rest}`);
  const noPlace = { path: null, line: null, column: null };
  return { ...noPlace, severity, ...known, code, message: filled, fix: known.fix ?? fix };
}

/** The files that a warning without a path is about. */
const missingFiles: Readonly<Record<string, string>> = {
  service_json_missing: 'service.json',
  page_missing: 'index.html',
};

/** True where the service named what the offline check found, at the same place. */
export function isSameFault(found: Problem, named: Problem): boolean {
  const path = found.path ?? missingFiles[found.code ?? ''] ?? null;
  return (
    path !== null &&
    path === named.path &&
    found.line === named.line &&
    found.column === named.column
  );
}

/** Most warnings of one kind; a last one counts the rest. */
const maxWarnings = 20;

/** A warning for each of the first items, and one that counts the rest. */
export function limit<Item>(
  items: readonly Item[],
  warn: (item: Item) => Problem,
  { noun, where }: { readonly noun: string; readonly where: string },
): readonly Problem[] {
  const named = items.slice(0, maxWarnings).map(warn);
  const more = items.length - named.length;
  return more === 0
    ? named
    : [...named, toProblem('more_warnings', [`${formatCount(more, `more ${noun}`)} ${where}`])];
}

/** What to do about a path that is excluded, or lies in a folder that is; null for any other. */
export function adviseExcluded(path: string, { excluded }: FolderManifest): string | null {
  const entry = excluded.find(
    (each) => each.path === path || (each.path.endsWith('/') && path.startsWith(each.path)),
  );
  if (entry === undefined) return null;
  const advice = {
    pattern: `change ${nameInputInText('exclude')}`,
    not_included: `change ${nameInputInText('include')}`,
    not_a_file: 'put a file in its place',
    // No include pattern overrides a built-in rule.
    hidden: 'rename it',
    credential: 'rename it',
    node_modules: 'rename it',
  }[entry.kind];
  return `${entry.path} is excluded (${entry.reason}): ${advice}.`;
}

/**
 * What to do about a path that is not among the files: it is excluded, or spelled in another way;
 * null where neither is known.
 */
export function adviseMissing(path: string, manifest: FolderManifest): string | null {
  const advice = adviseExcluded(path, manifest);
  const twin = manifest.files.find((file) => toTwin(file.path) === toTwin(path));
  if (advice !== null || twin === undefined) return advice;
  if (twin.path.normalize('NFC') !== path.normalize('NFC'))
    return `Case counts: the file is ${twin.path}.`;
  // Both look the same: only the escapes tell them apart.
  return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${toAscii(twin.path)}.`;
}

/** What is the same for paths that differ only in case or in the way accents are written. */
export function toTwin(path: string): string {
  return path.normalize('NFC').toLowerCase().normalize('NFC');
}

/** The text as a JSON string in ASCII. */
function toAscii(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
