import { findNodeAtLocation, type ParseError, parseTree } from 'jsonc-parser';
import type { Assumptions } from './assumptions.ts';
import type { FolderProblem } from './errors.ts';
import {
  type Folder,
  fileNames,
  isDataUrl,
  isMedia,
  isPicture,
  normalizeContent,
  toContent,
  toStoredFolder,
} from './folder.ts';
import { isRecord, type Json } from './readers.ts';

const mebibyte = 1024 * 1024;

/**
 * Limits of the folder rules and of a request: lengths in characters, bytes after decoding, and
 * numbers. The service document names only the 20 apps.
 */
export const defaultLimits = {
  apps: 20,
  nameLength: 60,
  taglineLength: 120,
  promptLength: 20_000,
  serviceBytes: 64 * 1024,
  pageBytes: 2 * mebibyte,
  fileBytes: 16 * mebibyte,
  folderBytes: 32 * mebibyte,
  files: 2_000,
  bodyBytes: 64 * mebibyte,
};
/** The limits in force. */
export type Limits = Readonly<typeof defaultLimits>;

/** The rules that a folder is checked against. */
export interface Rules {
  readonly limits: Limits;
  readonly assumptions: Assumptions;
}

/** The result of a check. */
export interface CheckedFolder {
  /** The folder as the service stores it. */
  readonly folder: Folder;
  /** All problems, in the order of the files. */
  readonly problems: readonly FolderProblem[];
}

interface SentFile {
  readonly path: string;
  readonly sent: string;
  /** The content in its normalized form. */
  readonly content: string;
  /** Length after decoding. */
  readonly bytes: number;
}

const maxPathLength = 200;
/**
 * Maximum number of scripts that are reported. To find the line of a script, lines are counted from
 * the start of the page, which is slow for many scripts.
 */
const maxScripts = 100;

/** Checks files as they were sent. */
export function checkFolder(sent: Folder, rules: Rules): CheckedFolder {
  const files = Array.from(sent, ([path, text]) => toSentFile(path, text));
  const folder = new Map(files.map((file) => [file.path, file.content]));
  const problems = [
    ...files.flatMap((file) => checkFile(file, rules)),
    ...checkTotals(folder, files, rules.limits),
    ...checkService(folder, rules.limits),
    ...checkPage(folder, rules),
  ];
  return { folder: toStoredFolder(folder, rules.assumptions), problems };
}

function toSentFile(path: string, sent: string): SentFile {
  const content = normalizeContent(path, sent);
  const bytes = toContent(path, content).bytes.length;
  return { path, sent, content, bytes };
}

function checkFile(file: SentFile, rules: Rules): readonly FolderProblem[] {
  const { path } = file;
  const problem = (code: string, message: string, fix: string): readonly FolderProblem[] => {
    return [{ path, code, message, fix }];
  };
  if (!isCleanPath(path)) {
    const shown = JSON.stringify(path.slice(0, maxPathLength));
    return problem(
      'file_name',
      `The file name ${shown} cannot be used.`,
      `Use at most ${maxPathLength} characters, no "..", "\\" or control characters.`,
    );
  }
  const isNamed = Object.values(fileNames).some((name) => name === path);
  const isKept = rules.assumptions.other_files === 'kept';
  if (!isNamed && !path.startsWith('assets/') && !isKept) {
    return problem(
      'file_not_allowed',
      `An app has only service.json, index.html, instructions.md and files under assets/, not ${path}.`,
      'Move it to assets/ or exclude it.',
    );
  }
  if (isMedia(path) && !path.endsWith('.svg') && !isDataUrl(file.sent)) {
    return problem(
      'not_a_data_url',
      `${path} is a picture, font or sound, but its content is not a data: URL.`,
      'Send it as data:<type>;base64,<content>.',
    );
  }
  if (!isNamed && file.bytes > rules.limits.fileBytes) {
    return problem(
      'file_too_large',
      `${path} has ${file.bytes} bytes; a file may have at most ${rules.limits.fileBytes}.`,
      'Make the file smaller or exclude it.',
    );
  }
  return [];
}

function isCleanPath(path: string): boolean {
  if (path.length > maxPathLength || !path.isWellFormed()) return false;
  if (/\p{Cc}|\\/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function checkTotals(
  folder: Folder,
  sent: readonly SentFile[],
  limits: Limits,
): readonly FolderProblem[] {
  const problems: FolderProblem[] = [];
  const bytes = sent.reduce((sum, file) => sum + file.bytes, 0);
  if (folder.size > limits.files) {
    problems.push({
      path: 'assets',
      code: 'too_many_files',
      message: `The folder has ${folder.size} files; an app may have at most ${limits.files}.`,
      fix: 'Exclude files that the page does not use.',
    });
  } else if (bytes > limits.folderBytes) {
    problems.push({
      path: 'assets',
      code: 'folder_too_large',
      message: `The folder has ${bytes} bytes; an app may have at most ${limits.folderBytes}.`,
      fix: 'Make files smaller or exclude some.',
    });
  }
  const length = countCharacters(folder.get(fileNames.prompt) ?? '');
  if (length > limits.promptLength) {
    problems.push({
      path: fileNames.prompt,
      field: 'system_prompt',
      code: 'instructions_length',
      message: `The instructions have ${length} characters; at most ${limits.promptLength} are allowed.`,
      fix: 'Shorten instructions.md.',
    });
  }
  return problems;
}

/** Checks service.json: it has to be a JSON object with valid name, tagline, color and logo. */
function checkService(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const path = fileNames.service;
  const sent = folder.get(path);
  if (sent === undefined) {
    const message = 'The folder has no service.json.';
    return [{ path, code: 'file_missing', message, fix: 'Add one with at least {"name": "…"}.' }];
  }
  const text = sent.replace(/^\uFEFF/, '');
  if (Buffer.byteLength(text) > limits.serviceBytes) {
    const message = `service.json has more than ${limits.serviceBytes} bytes.`;
    const fix = 'Keep only the fields that describe the app.';
    return [{ path, code: 'file_too_large', message, fix }];
  }
  const service = parseJson(text);
  if (service === undefined) {
    const message = 'service.json is not valid JSON here.';
    const fix = 'Look for a missing comma, quote or bracket.';
    const place = toPosition(text, findSyntaxError(text));
    return [{ path, ...place, code: 'invalid_json', message, fix }];
  }
  if (!isRecord(service)) {
    const message = 'service.json is not a JSON object.';
    const fix = 'Put the keys between { and }.';
    return [{ path, ...toPosition(text, 0), code: 'not_an_object', message, fix }];
  }
  return checkKeys(service, folder, limits).map((problem) => ({
    path,
    ...toPosition(text, findKey(text, problem.field)),
    ...problem,
  }));
}

/** A problem of a key of service.json, whose place is not known yet. */
interface KeyProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

function checkKeys(service: Json, folder: Folder, limits: Limits): readonly KeyProblem[] {
  const { name, tagline, color = '#000000', logo = '' } = service;
  const problems = [
    checkLine('name', name, 1, limits.nameLength),
    checkLine('tagline', tagline ?? '', 0, limits.taglineLength),
    checkColor(color),
    checkLogo(logo, folder),
  ];
  return problems.filter((problem) => problem !== null);
}

/** Checks a text of one line, whose length is counted in characters. */
function checkLine(
  field: string,
  value: unknown,
  minLength: number,
  maxLength: number,
): KeyProblem | null {
  const fix = `Give "${field}" a text of ${minLength} to ${maxLength} characters in one line.`;
  const text = typeof value === 'string' ? value : '';
  const length = countCharacters(text);
  if (length > maxLength) {
    return { field, code: `${field}_length`, message: `"${field}" has ${length} characters.`, fix };
  }
  const isMissing = typeof value !== 'string' || (minLength > 0 && text.trim() === '');
  if (isMissing || /\p{Cc}/u.test(text)) {
    return { field, code: `${field}_format`, message: describeValue(field, value), fix };
  }
  return null;
}

function checkColor(color: unknown): KeyProblem | null {
  if (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)) return null;
  return {
    field: 'color',
    code: 'color_format',
    message: describeValue('color', color),
    fix: 'Write a hash sign and six hexadecimal digits: "#0a7ea4".',
  };
}

function checkLogo(logo: unknown, folder: Folder): KeyProblem | null {
  if (logo === '') return null;
  if (typeof logo === 'string' && isPicture(logo) && folder.has(logo)) return null;
  return {
    field: 'logo',
    code: 'logo_missing',
    message: describeValue('logo', logo),
    fix: 'Write the path of a picture that the folder has: "assets/logo.png".',
  };
}

function describeValue(field: string, value: unknown): string {
  if (value === undefined) return `"${field}" is missing.`;
  return `"${field}" is ${JSON.stringify(value).slice(0, maxPathLength)}.`;
}

/** Checks index.html: its size, its title, and that it loads no script over plain http. */
function checkPage(folder: Folder, rules: Rules): readonly FolderProblem[] {
  const path = fileNames.page;
  const field = 'html';
  const html = folder.get(path);
  if (html === undefined) {
    const message = 'The folder has no index.html.';
    return [{ path, field, code: 'file_missing', message, fix: 'Add the page of the app.' }];
  }
  const bytes = Buffer.byteLength(html);
  const { pageBytes } = rules.limits;
  if (bytes > pageBytes) {
    const message = `The page has ${bytes} bytes; at most ${pageBytes} are allowed.`;
    const fix = 'Move pictures and data to files under assets/.';
    return [{ path, field, code: 'page_too_large', message, fix }];
  }
  if (rules.assumptions.page_rules === 'none') return [];
  const problems = [...checkTitle(html), ...checkScripts(html)];
  return problems.map((problem) => ({ path, field, ...problem }));
}

/** A problem of the page, without the file and the field. */
interface PageProblem {
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

function checkTitle(html: string): readonly PageProblem[] {
  const titles = [...html.matchAll(/<title(?:\s[^<>]*)?>([^<]*)<\/title/gi)];
  const hasTitle = titles.some(([, text = '']) => text.trim() !== '');
  if (hasTitle) return [];
  const [empty] = titles;
  // An empty title is reported at its place, a missing one at the head.
  const offset = empty?.index ?? Math.max(html.search(/<head[\s>]/i), 0);
  let message = 'The page has no title.';
  if (empty !== undefined) message = 'The title of the page is empty.';
  const fix = 'Put <title>…</title> into its head.';
  return [{ ...toPosition(html, offset), code: 'title_missing', message, fix }];
}

function checkScripts(html: string): readonly PageProblem[] {
  const insecure = [...html.matchAll(/<script\s[^<>]*>/gi)].filter(([tag]) =>
    /\ssrc\s*=\s*(?:["']\s*)?http:/i.test(tag),
  );
  return insecure.slice(0, maxScripts).map((script) => ({
    ...toPosition(html, script.index),
    code: 'script_insecure',
    message: 'The page loads a script over plain http.',
    fix: 'Put the script under assets/, or load it over https.',
  }));
}

function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Returns the value of a JSON text; undefined if it is not valid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the offset at which a text stops being JSON. */
function findSyntaxError(text: string): number {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  return errors[0]?.offset ?? 0;
}

/** Returns the offset of a key of the outermost object; 0 if it is absent. */
function findKey(text: string, key: string): number {
  const tree = parseTree(text);
  if (tree === undefined) return 0;
  return findNodeAtLocation(tree, [key])?.parent?.offset ?? 0;
}

/** Turns an offset into a line and a column, which count from 1. */
function toPosition(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return { line, column };
}
