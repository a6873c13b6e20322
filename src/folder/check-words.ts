import { serviceKeys } from '../app/app.ts';
import type { Problem, Severity } from '../app/problem.ts';
import { toAsciiJson } from '../text/escape.ts';
import { formatCount, joinWords } from '../text/format.ts';
import { nameInputInText, perFrontend } from '../text/frontend.ts';
import type { FolderContents } from './folder-file.ts';
import type { Excluded } from './select.ts';

const saveAsUtf8Advice = 'Save it as UTF-8.';
const useTextAdvice = 'Write it as text in double quotes.';
const removeNullAdvice = 'Remove it, or give it a value.';
/** Advice for a build that writes absolute addresses. */
export const setBaseAdvice = "set the base address of the build to ./ (in Vite base: './')";
const namePictureAdvice = 'Name a picture in the folder, such as assets/logo.svg';

/**
 * Returns the texts of every problem that the offline check finds, by code. What the service
 * document requires is an error; what it only suggests, and what could not be checked, is a
 * warning. docs/troubleshooting.md shows the fixes (`npm run docs`).
 */
export const checkWords = () => ({
  secret_in_folder: makeError(
    '… contains the value of …. Nothing was sent.',
    `Remove it, or exclude the file with ${nameInputInText('exclude')}. If it was ever published, revoke it.`,
  ),
  credential_likely: makeWarning(
    '… seems to contain ….',
    `Exclude the file with ${nameInputInText('exclude')}, or remove it. If it was ever published, revoke it.`,
  ),
  secret_in_file: makeWarning(
    '… contains what looks like …. Anyone who opens the app can read it.',
    'Remove it, and revoke it if it was ever published. Make the calls that need it from a server of your own.',
  ),
  no_app: makeError(
    'The folder has neither service.json nor index.html.',
    `Check ${nameInputInText('folder')}, and that ${perFrontend('a step before this one builds the app', 'the app has been built')}.`,
  ),
  not_built: makeError(
    '… is the source of a web project, and not a page that a browser can open: it has ….',
    perFrontend(
      'Build the project in a step before this one, and name the folder that the build writes. On your own computer, use npx miniapp-deploy: init writes such a workflow, and arrange makes an app folder of a build.',
      'Build the project, and name the folder that the build writes. miniapp-deploy init sets that up, and miniapp-deploy arrange makes an app folder of a build.',
    ),
  ),
  service_json_missing: makeWarning(
    'The folder has no service.json.',
    `Add a service.json with ${joinWords(serviceKeys)}. If a build writes the folder, put it with the files that the build copies unchanged, such as those in public/.`,
  ),
  page_missing: makeWarning(
    'The folder has no index.html.',
    `Add index.html, or check ${nameInputInText('folder')}.`,
  ),
  instructions_missing: makeWarning(
    'instructions.md is not among the included files.',
    'Include it, or delete it: an app does not need an instructions.md.',
  ),
  name_case: makeWarning(
    'File names are case-sensitive: … is not recognized as ….',
    'Rename the file.',
  ),
  name_similar: makeWarning('… is not recognized as ….', 'Rename the file.'),
  service_json_not_utf8: makeError(
    'service.json is not UTF-8, so it is not valid JSON.',
    saveAsUtf8Advice,
  ),
  page_utf16: makeError(
    'index.html is UTF-16, so the service would not read it as a page.',
    saveAsUtf8Advice,
  ),
  page_not_utf8: makeWarning(
    'index.html is not UTF-8, so it is sent as binary data and not as text.',
    saveAsUtf8Advice,
  ),
  instructions_not_utf8: makeWarning(
    'instructions.md is not UTF-8, so it is sent as binary data and not as text.',
    saveAsUtf8Advice,
  ),
  page_empty: makeWarning('index.html is empty.', 'Add content to index.html.'),
  instructions_empty: makeWarning('instructions.md is empty.', 'Add content to instructions.md.'),
  page_title_missing: makeWarning(
    'index.html has no title.',
    'Put <title>…</title> with the name of the app into the head of the page.',
  ),
  page_title_empty: makeWarning(
    'The title of index.html is empty.',
    'Put the name of the app into <title>.',
  ),
  lfs_pointer: makeError(
    '… is a pointer of Git LFS in place of the file itself.',
    perFrontend(
      'Set lfs: true in the step actions/checkout, so that the file itself is checked out.',
      'Run git lfs pull, so that the file itself is there.',
    ),
  ),
  link_as_text: makeError(
    '… is a link to … that was checked out as a text.',
    'Put the file itself in its place, or check it out on a system with links (on Windows: git config core.symlinks true).',
  ),
  file_empty: makeWarning(
    '… is empty, so browsers show nothing.',
    'Add its content, or remove it.',
  ),
  file_content: makeWarning(
    '… is … and not what its name says, so browsers cannot use it.',
    'Download it again: a server that does not have a file often answers with a page.',
  ),
  file_not_checked: makeWarning(
    '… is larger than 8 MiB and was not checked. The commands create and update do not send it.',
    'Move data out of it into files in assets/.',
  ),
  byte_order_mark: makeWarning(
    'service.json begins with a byte-order mark, which strict JSON parsers reject.',
    'Save it as UTF-8 without a byte-order mark.',
  ),
  json_syntax: makeError(
    'service.json is not valid JSON: ….',
    'Fix the syntax at this position. An editor with JSON support marks it too.',
  ),
  json_not_object: makeError(
    'service.json is not a JSON object.',
    'Put the fields between { and }.',
  ),
  json_depth: makeError(
    'service.json is nested deeper than … levels.',
    'Reduce the nesting, or move data into a file in assets/.',
  ),
  duplicate_key: makeError(
    'service.json has the key … twice.',
    'Keep one of the two: some JSON parsers use the first, others the last.',
  ),
  unknown_key: makeWarning(
    'service.json has the key …, which the service document does not mention.',
    'Remove it, unless the service asks for it.',
  ),
  name_missing: makeWarning(
    'service.json has no name.',
    'Add "name" with the name that people see.',
  ),
  name_empty: makeError('name in service.json is empty.', 'Give the app a name.'),
  name_type: makeError('name in service.json is not a string.', useTextAdvice),
  tagline_type: makeError('tagline in service.json is not a string.', useTextAdvice),
  tagline_null: makeWarning('tagline in service.json is null.', removeNullAdvice),
  color_type: makeError('color in service.json is not a string.', useTextAdvice),
  color_null: makeWarning('color in service.json is null.', removeNullAdvice),
  color_format: makeError(
    'color in service.json is …, which is not # and six hex digits.',
    'Write it like "#1b6ca8".',
  ),
  logo_null: makeWarning('logo in service.json is null.', removeNullAdvice),
  logo_empty: makeWarning(
    'logo in service.json is empty.',
    `${namePictureAdvice}, or remove logo.`,
  ),
  logo_missing: makeError(
    'logo in service.json is …, which is not among the included files.',
    'Add the picture to assets/.',
  ),
  logo_type: makeError('logo in service.json is not ….', `${namePictureAdvice}.`),
  logo_path: makeWarning(
    'logo in service.json is …, but paths in the folder are written without ./ or / in front.',
    'Remove the ./ or / in front.',
  ),
  reference_absolute: makeWarning(
    '… refers to …, which is outside the app: an address that begins with / starts at the root of the host.',
    `Remove the / in front, so that the address is relative to the file. If a build writes it, ${setBaseAdvice}.`,
  ),
  reference_missing: makeWarning(
    '… refers to …, which is not among the included files.',
    'Add the file, or correct the reference.',
  ),
  reference_local: makeWarning(
    '… refers to …, which only your own computer has.',
    'Put the file into assets/, and write its path relative to the file that refers to it.',
  ),
  reference_insecure: makeWarning(
    '… loads … over http, which browsers block or change to https on an https page.',
    'Load it over https, or put the file into assets/.',
  ),
  name_unaddressable: makeWarning(
    '… has … in its name, which an address writes as ….',
    'Rename the file, or write the address with this escape.',
  ),
  page_charset: makeWarning(
    'index.html declares the charset …, but it is sent as UTF-8.',
    'Write <meta charset="utf-8">.',
  ),
  junk_files: makeWarning(
    'The folder contains …, such as …, that systems and editors leave behind.',
    `Delete these files, or exclude them with ${nameInputInText('exclude')}.`,
  ),
  submodule_missing: makeWarning(
    '… is a submodule that is not checked out, so its files are missing.',
    perFrontend(
      'Set submodules: true in the step actions/checkout.',
      'Run git submodule update --init.',
    ),
  ),
  path_too_long: makeError(
    '… has a path of … characters, and no command could read it back: at most … are possible.',
    'Shorten the names, or move the file up.',
  ),
  path_router: makeWarning(
    'The app uses …, whose router shows its own 404 page or nothing at /a/<slug>/.',
    'Use a hash router (addresses with #), or build with the base address /a/<slug>/.',
  ),
  script_insecure: makeWarning(
    'index.html loads a script over http, which browsers block on an https page.',
    'Load it over https, or put the script into assets/.',
  ),
  app_too_large: makeError(
    'The included files take up …, which is more than the … that an app can have. The largest: ….',
    'Make them smaller, or exclude those that the page does not use.',
  ),
  folder_size: makeError(
    'The included files take up …, which is more than … (…). The largest: ….',
    'Make them smaller, or exclude those that the page does not use.',
  ),
  picture_large: makeWarning(
    '… is …, which takes long to load.',
    'Make the picture smaller, or use another format.',
  ),
  picture_heic: makeWarning(
    'index.html shows …, and most browsers cannot display HEIC.',
    'Convert it to JPEG, PNG or WebP, and update the references to it.',
  ),
  source_maps: makeWarning(
    "The folder contains …, such as …. Anyone can read the app's source code in source maps.",
    `Exclude them with ${nameInputInText('exclude')}, or turn source maps off in the build.`,
  ),
  outside_assets: makeWarning(
    '… is outside assets/. The service document mentions only service.json, index.html, instructions.md and assets/.',
    `Move it into assets/ and update the references to it, or exclude it with ${nameInputInText('exclude')}.`,
  ),
  path_twins: makeWarning(
    '… and … differ only in ….',
    'Rename one of them: on a system that treats such names as equal, one file replaces the other.',
  ),
  more_warnings: makeWarning('Not listed: ….', 'Fix the listed ones first.'),
});

/** The code of a problem that the offline check finds. */
export type CheckCode = keyof ReturnType<typeof checkWords>;

function makeError(message: string, fix: string) {
  return { severity: 'error' as const, message, fix };
}

function makeWarning(message: string, fix: string) {
  return { severity: 'warning' as const, message, fix };
}

/** The place of a problem, and a severity or advice that replaces the usual one of its kind. */
export interface ProblemDetails {
  readonly path?: string | null;
  readonly line?: number | null;
  readonly column?: number | null;
  readonly severity?: Severity;
  /** Null or absent for the usual advice. */
  readonly fix?: string | null;
}

/**
 * Makes a problem of one kind. `parts` replace the `…` of its message, in order.
 *
 * @example
 * toProblem('name_case', ['Index.html', 'index.html'], { path: 'Index.html' });
 */
export function toProblem(
  code: CheckCode,
  parts: readonly string[],
  details: ProblemDetails = {},
): Problem {
  const words = checkWords()[code];
  let message = '';
  for (const [index, text] of words.message.split('…').entries()) {
    if (index > 0) message += parts[index - 1] ?? '';
    message += text;
  }
  const { path = null, line = null, column = null, severity = words.severity } = details;
  return { path, line, column, code, message, fix: details.fix ?? words.fix, severity };
}

/** The files that a problem without a path is about. */
const missingFiles: Readonly<Record<string, string>> = {
  service_json_missing: 'service.json',
  page_missing: 'index.html',
};

/** True if the service reported, at the same place, what the offline check found. */
export function isSameFault(found: Problem, reported: Problem): boolean {
  const path = found.path ?? missingFiles[found.code ?? ''] ?? null;
  if (path === null || path !== reported.path) return false;
  return found.line === reported.line && found.column === reported.column;
}

/**
 * Makes one problem of those that differ only in their lines: it has the place of the first one, and
 * names all lines.
 */
export function mergeEqual(problems: readonly Problem[]): readonly Problem[] {
  const groups = Map.groupBy(problems, ({ path, line, code, message, fix }) => {
    return JSON.stringify([path, code, message, fix, line === null]);
  });
  return Array.from(groups.values(), (equal) => {
    const [first, ...others] = equal;
    if (first === undefined || others.length === 0) return equal;
    const lines = new Set(equal.flatMap(({ line }) => line ?? []));
    if (lines.size < 2) return [first];
    const named = joinWords([...lines].map(String));
    return [{ ...first, message: `${first.message.replace(/\.$/, '')} (lines ${named}).` }];
  }).flat();
}

/** Maximum number of warnings of one kind, in addition to the last one, which counts the others. */
const maxWarnings = 20;

/**
 * Makes a warning for each of the first items, and one more that counts the other items, such as
 * "Not listed: 2 more files of this kind".
 */
export function limitWarnings<Item>(
  items: readonly Item[],
  noun: string,
  kind: string,
  warn: (item: Item) => Problem,
): readonly Problem[] {
  const listed = items.slice(0, maxWarnings).map(warn);
  const more = items.length - listed.length;
  if (more === 0) return listed;
  const counted = `${formatCount(more, `more ${noun}`)} ${kind}`;
  return [...listed, toProblem('more_warnings', [counted])];
}

/**
 * Advice about an excluded path, by the rule that excludes it. No include pattern overrides a
 * built-in rule.
 */
const exclusionAdvice: Readonly<Record<Excluded['kind'], () => string>> = {
  pattern: () => `change ${nameInputInText('exclude')}`,
  not_included: () => `change ${nameInputInText('include')}`,
  not_a_file: () => 'put a file in its place, as cp -rL does for links',
  hidden: () => 'rename it',
  credential: () => 'rename it',
  node_modules: () => 'rename it',
};

/**
 * Returns advice about a path that is excluded, or is in an excluded folder; null if the path is
 * neither.
 */
export function adviseExcluded(path: string, { excluded }: FolderContents): string | null {
  const entry = excluded.find((each) => {
    return each.path === path || (each.path.endsWith('/') && path.startsWith(each.path));
  });
  if (entry === undefined) return null;
  const advice = exclusionAdvice[entry.kind]();
  return `${entry.path} is excluded (${entry.reason}): ${advice}.`;
}

/**
 * Returns advice about a path that is not among the files because it is excluded or spelled
 * differently; null if neither is the case. `write` returns the path of a file in ASCII, in the
 * form in which it must replace the wrong path.
 */
export function adviseMissing(
  path: string,
  contents: FolderContents,
  write: (path: string) => string = toAsciiJson,
): string | null {
  const advice = adviseExcluded(path, contents);
  if (advice !== null) return advice;
  const twin = contents.files.find((file) => toTwin(file.path) === toTwin(path));
  if (twin === undefined) return null;
  if (twin.path.normalize('NFC') !== path.normalize('NFC'))
    return `File names are case-sensitive: the file is ${twin.path}.`;
  // The two names look the same on a screen, so the advice shows the right one in ASCII, with
  // escapes.
  return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${write(twin.path)}.`;
}

/** Returns a text that is equal for paths that differ only in case or in the form of accents. */
export function toTwin(path: string): string {
  return path.normalize('NFC').toLowerCase().normalize('NFC');
}
