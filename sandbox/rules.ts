import { findNodeAtLocation, type ParseError, parseTree } from 'jsonc-parser';
import {
  type Folder,
  isDataUrl,
  isMedia,
  isPicture,
  normalizeContent,
  toContent,
  toStoredFolder,
} from './folder.ts';
import { type FolderProblem, isRecord, type Json } from './request.ts';
import type { Limits, Setup } from './settings.ts';

/** What a folder is checked by. */
type Rules = Pick<Setup, 'limits' | 'assumptions'>;

/** One rule: whether it is broken, and the problem's code, message and fix. */
type Rule = readonly [isBroken: boolean, code: string, message: string, fix: string];
type Place = Pick<FolderProblem, 'path' | 'line' | 'column' | 'field'>;

const names = { service: 'service.json', page: 'index.html', prompt: 'instructions.md' } as const;
const documentedNames: ReadonlySet<string> = new Set(Object.values(names));
const maxName = 200;
/** Places are counted from the start of the page: a bound keeps a hostile page cheap. */
const maxScripts = 100;

/** A file as it was sent, in its one form, and the length of what that decodes to. */
interface SentFile {
  readonly path: string;
  readonly sent: string;
  readonly content: string;
  readonly bytes: number;
}

/**
 * Checks files as they were sent; gives the folder as the service keeps it, and every problem in
 * the order of the files.
 */
export function checkFolder(sent: Folder, rules: Rules) {
  const files = Array.from(sent, ([path, text]): SentFile => {
    const content = normalizeContent(path, text);
    return { path, sent: text, content, bytes: toContent(path, content).bytes.length };
  });
  const folder = new Map(files.map(({ path, content }) => [path, content]));
  const problems = [
    ...files.flatMap((file) => checkFile(file, rules)),
    ...checkTotals(folder, files, rules.limits),
    ...checkService(folder, rules.limits),
    ...checkPage(folder, rules),
  ];
  return { folder: toStoredFolder(folder, rules.assumptions), problems };
}

/** The first of the rules that is broken, if any, as a problem of this place. */
function findBroken(
  place: Place | (() => Place),
  rules: readonly Rule[],
): readonly FolderProblem[] {
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken === undefined) return [];
  const [, code, message, fix] = broken;
  return [{ ...(typeof place === 'function' ? place() : place), code, message, fix }];
}

function checkFile(
  { path, sent, bytes }: SentFile,
  { limits, assumptions }: Rules,
): readonly FolderProblem[] {
  const isNamed = documentedNames.has(path);
  const isRefused =
    !isNamed && !path.startsWith('assets/') && assumptions.other_files === 'refused';
  const isBareMedia = isMedia(path) && !path.endsWith('.svg') && !isDataUrl(sent);
  const badName = `The file name ${JSON.stringify(path.slice(0, maxName))} cannot be used.`;
  const nameFix = `Use at most ${maxName} characters, no "..", "\\" or control characters.`;
  const notAllowed = `An app has service.json, index.html, instructions.md and files under assets/; ${path} is none of them.`;
  const bare = `${path} is a picture, font or sound, but its content is not a data: URL.`;
  const tooLarge = `${path} has ${bytes} bytes; a file may have ${limits.fileBytes}.`;
  return findBroken({ path }, [
    [!isCleanName(path), 'file_name', badName, nameFix],
    [isRefused, 'file_not_allowed', notAllowed, 'Move it to assets/ or exclude it.'],
    [isBareMedia, 'not_a_data_url', bare, 'Send it as data:<type>;base64,<content>.'],
    [
      !isNamed && bytes > limits.fileBytes,
      'file_too_large',
      tooLarge,
      'Make the file smaller or exclude it.',
    ],
  ]);
}

function isCleanName(path: string): boolean {
  if (path.length > maxName || /\p{Cc}|\\/u.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function checkTotals(
  folder: Folder,
  sent: readonly SentFile[],
  limits: Limits,
): readonly FolderProblem[] {
  const { files, folderBytes, promptLength } = limits;
  const bytes = sent.reduce((sum, file) => sum + file.bytes, 0);
  const prompt = [...(folder.get(names.prompt) ?? '')].length;
  const tooMany = `The folder has ${folder.size} files; an app may have ${files}.`;
  const tooLarge = `The folder has ${bytes} bytes; an app may have ${folderBytes}.`;
  const tooLong = `The instructions have ${prompt} characters; at most ${promptLength} are allowed.`;
  return [
    ...findBroken({ path: 'assets' }, [
      [folder.size > files, 'too_many_files', tooMany, 'Exclude files that the page does not use.'],
      [bytes > folderBytes, 'folder_too_large', tooLarge, 'Make files smaller or exclude some.'],
    ]),
    ...findBroken({ path: names.prompt, field: 'system_prompt' }, [
      [prompt > promptLength, 'instructions_length', tooLong, 'Shorten instructions.md.'],
    ]),
  ];
}

/**
 * `service.json` must be there, be a JSON object, and its name, tagline, color and logo must fit.
 */
function checkService(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const path = names.service;
  const sent = folder.get(path);
  const text = (sent ?? '').replace(/^\uFEFF/, '');
  const service = parse(text);
  const isLarge = Buffer.byteLength(text) > limits.serviceBytes;
  const tooLarge = `service.json has more than ${limits.serviceBytes} bytes.`;
  const notJson = 'service.json is not valid JSON: something here does not fit.';
  const whole = findBroken({ path }, [
    [
      sent === undefined,
      'file_missing',
      'The folder has no service.json.',
      'Add one with at least {"name": "…"}.',
    ],
    [isLarge, 'file_too_large', tooLarge, 'Keep only what describes the app in it.'],
  ]);
  if (whole.length > 0) return whole;
  if (!isRecord(service)) {
    return findBroken(
      () => ({ path, ...toPlace(text, service === undefined ? findError(text) : 0) }),
      [
        [
          service === undefined,
          'invalid_json',
          notJson,
          'Look for a missing comma, quote or bracket.',
        ],
        [
          true,
          'not_an_object',
          'service.json is not a JSON object.',
          'Put the keys between { and }.',
        ],
      ],
    );
  }
  return Object.entries(toFieldRules(service, folder, limits)).flatMap(([field, rule]) =>
    findBroken(() => ({ path, ...toPlace(text, findKey(text, field)), field }), [rule]),
  );
}

function toFieldRules(
  service: Json,
  folder: Folder,
  limits: Limits,
): Readonly<Record<string, Rule>> {
  const { name, tagline = '', color = '#000000', logo = '' } = service;
  const isColor = typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color);
  const isLogo = logo === '' || (typeof logo === 'string' && isPicture(logo) && folder.has(logo));
  const colorFix = 'Write a hash sign and six hexadecimal digits: "#0a7ea4".';
  const logoFix = 'Write the path of a picture that the folder has: "assets/logo.png".';
  return {
    name: toTextRule(name, 'name', [1, limits.nameLength]),
    tagline: toTextRule(tagline ?? '', 'tagline', [0, limits.taglineLength]),
    color: [!isColor, 'color_format', describe('color', color), colorFix],
    logo: [!isLogo, 'logo_missing', describe('logo', logo), logoFix],
  };
}

function toTextRule(value: unknown, field: string, [min, max]: readonly [number, number]): Rule {
  const text = typeof value === 'string' ? value : '';
  const { length } = [...text];
  const isFine =
    typeof value === 'string' && (min === 0 || text.trim() !== '') && !/\p{Cc}/u.test(text);
  const [code, message] =
    length > max
      ? ['length', `"${field}" has ${length} characters.`]
      : ['format', describe(field, value)];
  return [
    !isFine || length > max,
    `${field}_${code}`,
    message,
    `Give "${field}" a text of ${min} to ${max} characters in one line.`,
  ];
}

function describe(field: string, value: unknown): string {
  return value === undefined
    ? `"${field}" is missing.`
    : `"${field}" is ${JSON.stringify(value).slice(0, maxName)}.`;
}

/** Offset of a key of the outermost object; 0 where it is absent. */
function findKey(text: string, key: string): number {
  const tree = parseTree(text);
  return (tree && findNodeAtLocation(tree, [key])?.parent?.offset) ?? 0;
}

/** Offset of what is no JSON. */
function findError(text: string): number {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  return errors[0]?.offset ?? 0;
}

/** The value of a JSON text; undefined where it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Turns an offset into a line and column, which count from 1. */
function toPlace(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/**
 * `index.html` must be there, must not be too large, must have a title, and must load no script
 * over plain http.
 */
function checkPage(folder: Folder, { limits, assumptions }: Rules): readonly FolderProblem[] {
  const page = { path: names.page, field: 'html' } as const;
  const sent = folder.get(names.page);
  const html = sent ?? '';
  const bytes = Buffer.byteLength(html);
  const tooLarge = `The page has ${bytes} bytes; at most ${limits.pageBytes} are allowed.`;
  const whole = findBroken(page, [
    [
      sent === undefined,
      'file_missing',
      'The folder has no index.html.',
      'Add the page of the app.',
    ],
    [
      bytes > limits.pageBytes,
      'page_too_large',
      tooLarge,
      'Move pictures and data to files under assets/.',
    ],
  ]);
  if (whole.length > 0 || assumptions.page_rules === 'none') return whole;
  const titles = [...html.matchAll(/<title(?:\s[^<>]*)?>([^<]*)<\/title/gi)];
  const [title] = titles;
  // An empty title is reported where it is, a missing one at the head.
  const toTitle = (): Place => ({
    ...page,
    ...toPlace(html, title?.index ?? Math.max(html.search(/<head[\s>]/i), 0)),
  });
  const noTitle =
    title === undefined ? 'The page has no title.' : 'The title of the page is empty.';
  const isUntitled = titles.every(([, text = '']) => text.trim() === '');
  const scripts = [...html.matchAll(/<script\s[^<>]*>/gi)].filter(([tag]) =>
    /\ssrc\s*=\s*["']?\s*http:/i.test(tag),
  );
  const insecure = 'The page loads a script over plain http.';
  return [
    ...findBroken(toTitle, [
      [isUntitled, 'title_missing', noTitle, 'Put <title>…</title> into its head.'],
    ]),
    ...scripts
      .slice(0, maxScripts)
      .flatMap(({ index }) =>
        findBroken({ ...page, ...toPlace(html, index) }, [
          [
            true,
            'script_insecure',
            insecure,
            'Put the script under assets/, or load it over https.',
          ],
        ]),
      ),
  ];
}
