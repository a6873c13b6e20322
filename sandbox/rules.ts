import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { Assumptions } from './assumptions.ts';
import {
  type Folder,
  isDataUrl,
  isMedia,
  isPicture,
  normalizeContent,
  type StoredForm,
  toContent,
  toStoredFolder,
} from './folder.ts';
import { type FolderProblem, isRecord } from './request.ts';
import type { Limits } from './settings.ts';

/** What a folder is checked by. */
export interface Rules {
  readonly limits: Limits;
  readonly assumptions: StoredForm & Pick<Assumptions, 'other_files' | 'text_as_data' | 'page_rules'>;
}

/** A folder that was sent, in the form that the service keeps, and every problem in the order of the files. */
export interface CheckedFolder {
  readonly folder: Folder;
  readonly problems: readonly FolderProblem[];
}

type Complaint = Pick<FolderProblem, 'code' | 'message' | 'fix'>;

const names = { service: 'service.json', page: 'index.html', prompt: 'instructions.md' } as const;
const documentedNames: ReadonlySet<string> = new Set(Object.values(names));
const maxName = 200;
/** Places are counted from the start of the page: a bound keeps a hostile page cheap. */
const maxScripts = 100;

/** Checks a folder's files as they were sent against the sandbox's own rules, and gives them as the service keeps them. */
export function checkFolder(sent: Folder, rules: Rules): CheckedFolder {
  const folder = new Map([...sent].map(([path, content]) => [path, normalizeContent(path, content)]));
  const { limits } = rules;
  const problems = [
    ...[...sent].flatMap(([path, content]) => checkFile(path, content, rules)),
    ...checkTotals(folder, limits),
    ...checkService(folder, limits),
    ...checkPage(folder, rules),
    ...checkInstructions(folder, limits),
  ];
  return { folder: toStoredFolder(folder, rules.assumptions), problems };
}

function checkFile(path: string, content: string, { limits, assumptions }: Rules): readonly FolderProblem[] {
  if (!isCleanName(path)) {
    const message = `The file name ${JSON.stringify(path.slice(0, maxName))} cannot be used.`;
    const fix = `Use at most ${maxName} characters, no "..", "\\" or control characters.`;
    return [{ path, code: 'file_name', message, fix }];
  }
  const isDocumented = documentedNames.has(path) || path.startsWith('assets/');
  if (!isDocumented && assumptions.other_files === 'refused') {
    const message = `An app has service.json, index.html, instructions.md and files under assets/; ${path} is none of them.`;
    return [{ path, code: 'file_not_allowed', message, fix: 'Move it to assets/ or exclude it.' }];
  }
  return [...checkForm(path, content, assumptions), ...checkSize(path, content, limits)];
}

function checkForm(
  path: string,
  content: string,
  { text_as_data: textAsData }: Rules['assumptions'],
): readonly FolderProblem[] {
  if (isMedia(path)) {
    if (path.endsWith('.svg') || isDataUrl(content)) return [];
    const message = `${path} is a picture, font or sound, but its content is not a data: URL.`;
    return [{ path, code: 'not_a_data_url', message, fix: 'Send it as data:<type>;base64,<content>.' }];
  }
  const isText = !isDataUrl(normalizeContent(path, content));
  if (textAsData === 'decoded' || !isDataUrl(content) || !isText) return [];
  const message = `${path} is text, but its content is a data: URL.`;
  return [{ path, code: 'text_as_data', message, fix: 'Send the text itself.' }];
}

function checkSize(path: string, content: string, limits: Limits): readonly FolderProblem[] {
  if (documentedNames.has(path)) return [];
  const bytes = measure(path, normalizeContent(path, content));
  if (bytes <= limits.fileBytes) return [];
  const message = `${path} has ${bytes} bytes; a file may have ${limits.fileBytes}.`;
  return [{ path, code: 'file_too_large', message, fix: 'Make the file smaller or exclude it.' }];
}

function isCleanName(path: string): boolean {
  if (path.length > maxName || /\p{Cc}|\\/u.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function checkTotals(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const problems: FolderProblem[] = [];
  const path = 'assets';
  if (folder.size > limits.files) {
    const message = `The folder has ${folder.size} files; an app may have ${limits.files}.`;
    problems.push({ path, code: 'too_many_files', message, fix: 'Exclude files that the page does not use.' });
  }
  const bytes = [...folder].reduce((sum, [name, content]) => sum + measure(name, content), 0);
  if (bytes > limits.folderBytes) {
    const message = `The folder has ${bytes} bytes; an app may have ${limits.folderBytes}.`;
    problems.push({ path, code: 'folder_too_large', message, fix: 'Make files smaller or exclude some.' });
  }
  return problems;
}

function measure(path: string, content: string): number {
  return toContent(path, content).bytes.length;
}

function checkInstructions(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const characters = [...(folder.get(names.prompt) ?? '')].length;
  if (characters <= limits.promptLength) return [];
  const message = `The instructions have ${characters} characters; at most ${limits.promptLength} are allowed.`;
  const fix = 'Shorten instructions.md.';
  return [{ path: names.prompt, code: 'instructions_length', message, fix, field: 'system_prompt' }];
}

/** `service.json` must be there, be a JSON object, and its name, tagline, color and logo must fit. */
function checkService(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const path = names.service;
  const sent = folder.get(path);
  if (sent === undefined) {
    const message = 'The folder has no service.json.';
    return [{ path, code: 'file_missing', message, fix: 'Add service.json with at least {"name": "…"}.' }];
  }
  if (Buffer.byteLength(sent) > limits.serviceBytes) {
    const message = `service.json has more than ${limits.serviceBytes} bytes.`;
    return [{ path, code: 'file_too_large', message, fix: 'Keep only what describes the app in it.' }];
  }
  const text = sent.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  if (!isJson(text)) {
    const place = toPlace(text, errors[0]?.offset ?? 0);
    const message = 'service.json is not valid JSON: something here does not fit.';
    const fix = 'Look for a missing comma, quote or bracket.';
    return [{ path, ...place, code: 'invalid_json', message, fix }];
  }
  const service: unknown = JSON.parse(text);
  if (!isRecord(service)) {
    const message = 'service.json is not a JSON object.';
    return [{ path, line: 1, column: 1, code: 'not_an_object', message, fix: 'Put the keys between { and }.' }];
  }
  const complaints = {
    name: checkText(service['name'], 'name', { min: 1, max: limits.nameLength }),
    tagline: checkText(service['tagline'] ?? '', 'tagline', { min: 0, max: limits.taglineLength }),
    color: checkColor(service['color']),
    logo: checkLogo(service['logo'], folder),
  };
  const fields = ['name', 'tagline', 'color', 'logo'] as const;
  return fields.flatMap((field) => {
    const complaint = complaints[field];
    return complaint === null ? [] : [{ path, ...toPlace(text, findKey(tree, field)), ...complaint, field }];
  });
}

/** Offset of a key of the outermost object; 0 where it is absent. */
function findKey(tree: Node | undefined, key: string): number {
  return (tree && findNodeAtLocation(tree, [key])?.parent?.offset) ?? 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Turns an offset into a line and column, which count from 1. */
function toPlace(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function checkText(
  value: unknown,
  field: string,
  { min, max }: { readonly min: number; readonly max: number },
): Complaint | null {
  const fix = `Give "${field}" a text of ${min} to ${max} characters in one line.`;
  if (typeof value !== 'string') {
    const isMissing = value === undefined;
    const message = `"${field}" is ${isMissing ? 'missing' : 'not a text'}.`;
    return { code: `${field}_${isMissing ? 'missing' : 'type'}`, message, fix };
  }
  const characters = [...value].length;
  if (characters < min || characters > max || (min > 0 && value.trim() === '')) {
    return { code: `${field}_length`, message: `"${field}" has ${characters} characters.`, fix };
  }
  if (!/\p{Cc}/u.test(value)) return null;
  return { code: `${field}_format`, message: `"${field}" has a control character in it.`, fix };
}

function checkColor(value: unknown): Complaint | null {
  if (value === undefined || (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value))) return null;
  const message = `"color" is ${JSON.stringify(value).slice(0, 60)}.`;
  return { code: 'color_format', message, fix: 'Write a hash sign and six hexadecimal digits: "#0a7ea4".' };
}

function checkLogo(value: unknown, folder: Folder): Complaint | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || !isPicture(value)) {
    const message = '"logo" does not name a picture.';
    return { code: 'logo_type', message, fix: 'Write the path of a picture: "assets/logo.png".' };
  }
  if (folder.has(value)) return null;
  const message = `"logo" names ${JSON.stringify(value.slice(0, maxName))}, but the folder has no such file.`;
  return { code: 'logo_missing', message, fix: 'Add the picture, or name one that the folder has.' };
}

/** `index.html` must be there, must not be too large, must have a title, and must load no script over plain http. */
function checkPage(folder: Folder, { limits, assumptions }: Rules): readonly FolderProblem[] {
  const page = { path: names.page, field: 'html' } as const;
  const html = folder.get(names.page);
  if (html === undefined) {
    return [
      { ...page, code: 'file_missing', message: 'The folder has no index.html.', fix: 'Add the page of the app.' },
    ];
  }
  const bytes = Buffer.byteLength(html);
  if (bytes > limits.pageBytes) {
    const message = `The page has ${bytes} bytes; at most ${limits.pageBytes} are allowed.`;
    return [{ ...page, code: 'page_too_large', message, fix: 'Move pictures and data to files under assets/.' }];
  }
  if (assumptions.page_rules === 'none') return [];
  const bare = blankComments(html);
  return [...checkTitle(bare), ...checkScripts(bare)].map((problem) => ({ ...page, ...problem }));
}

type PageProblem = Complaint & { readonly line: number; readonly column: number };

/** An empty title is reported where it is, a missing one at the head. */
function checkTitle(html: string): readonly PageProblem[] {
  const titles = [...html.matchAll(/<title(?:\s[^<>]*)?>([^<]*)<\/title/gi)];
  if (titles.some(([, title = '']) => title.trim() !== '')) return [];
  const [empty] = titles;
  const place = toPlace(html, empty?.index ?? Math.max(html.search(/<head[\s>]/i), 0));
  const message = empty === undefined ? 'The page has no title.' : 'The title of the page is empty.';
  return [{ ...place, code: 'title_missing', message, fix: 'Put <title>…</title> into its head.' }];
}

function checkScripts(html: string): readonly PageProblem[] {
  const problems: PageProblem[] = [];
  for (const found of html.matchAll(/<script\s[^<>]*>/gi)) {
    if (problems.length < maxScripts && /\ssrc\s*=\s*["']?\s*http:/i.test(found[0])) {
      const message = 'The page loads a script over plain http.';
      const fix = 'Put the script under assets/, or load it over https.';
      problems.push({ ...toPlace(html, found.index), code: 'script_insecure', message, fix });
    }
  }
  return problems;
}

/** Blanks what stands in comments, so that places stay where they are. Linear time. */
function blankComments(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', at)) {
    const end = html.indexOf('-->', start + 4);
    const stop = end === -1 ? html.length : end + 3;
    parts.push(html.slice(at, start), html.slice(start, stop).replaceAll(/[^\n]/g, ' '));
    at = stop;
  }
  parts.push(html.slice(at));
  return parts.join('');
}
