import { findMeantFile, toAskedPath } from '../dev/meant-file.ts';
import type { FailedRequest, MissingRequest, PageError } from './page-log.ts';
import type { PageLook, Visit } from './page-visit.ts';

export type FindingCode =
  | 'blank_page'
  | 'broken_picture'
  | 'console_error'
  | 'foreign_host'
  | 'missing_file'
  | 'not_found_page'
  | 'not_loaded'
  | 'own_faults'
  | 'page_frozen'
  | 'page_reloads'
  | 'page_unreachable'
  | 'slow_page'
  | 'text_differs'
  | 'uncaught_error';

/** One thing that is wrong with a draft, or worth a note. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'note';
  readonly code: FindingCode;
  readonly message: string;
  /** The file that was asked for, relative to the app; null if the finding is not about a file. */
  readonly path: string | null;
  /** The file of the folder that was meant; null if none fits. */
  readonly meant: string | null;
}

/** The app folder that was opened as a draft. */
export interface DraftFolder {
  readonly slug: string;
  readonly files: readonly string[];
}

const maxNamedLines = 3;
const maxLine = 60;
const maxError = 300;

/**
 * Lists what is wrong with a draft. If there are visits of its build, faults that the build has,
 * too, are left out, and the texts of both are compared. A second visit of the build shows what
 * differs from one visit to the next, such as a random quote: such a difference is no finding.
 */
export function listFindings(
  draft: Visit,
  folder: DraftFolder,
  builds: readonly Visit[],
): readonly Finding[] {
  const own = new FaultKeys(builds, folder.slug);
  const findings: Finding[] = [];
  const { end } = draft;
  if (end !== 'loaded') findings.push(describeEnd(end));
  const isBlank = draft.atLoad?.isBlank === true;
  if (isBlank) findings.push(toFinding('error', 'blank_page', 'The page is blank.'));
  findings.push(...listMissing(draft.missing, folder, own));
  for (const error of unique(draft.uncaught, ({ text }) => text)) {
    if (own.hasError(error)) continue;
    const message = `Uncaught error: ${describeError(error, folder.slug)}`;
    findings.push(toFinding('error', 'uncaught_error', message));
  }
  if (end === 'loaded' && !isBlank) findings.push(...compareTexts(draft, builds, folder.slug));
  findings.push(...listWarnings(draft, folder.slug, own), ...listNotes(draft, own));
  return findings;
}

/** True if a draft with these findings does not work. */
export function isDead(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

function toFinding(
  severity: Finding['severity'],
  code: FindingCode,
  message: string,
  path: string | null = null,
  meant: string | null = null,
): Finding {
  return { severity, code, message, path, meant };
}

function describeEnd(end: Exclude<Visit['end'], 'loaded'>): Finding {
  switch (end) {
    case 'reloading':
      return toFinding('error', 'page_reloads', 'The page loads itself again without end.');
    case 'frozen':
      return toFinding('error', 'page_frozen', 'The page does not respond: its code never ends.');
    case 'unreachable':
      return toFinding('error', 'page_unreachable', 'The browser could not open the page.');
  }
}

function listMissing(
  requests: readonly MissingRequest[],
  folder: DraftFolder,
  own: FaultKeys,
): readonly Finding[] {
  const { slug, files } = folder;
  const findings: Finding[] = [];
  for (const request of unique(requests, ({ pathname }) => pathname)) {
    if (own.hasMissing(request)) continue;
    const asked = toAskedPath(request.pathname, slug);
    // An address at the root of the host keeps its slash, since the slash is the mistake.
    const path = request.pathname.startsWith(`/a/${slug}/`) ? asked : `/${asked}`;
    const meant = findMeantFile(request.pathname, files, slug);
    const message = `${describeMissing(request, path, meant, files)}${after(request.pressed)}`;
    findings.push(toFinding('error', 'missing_file', message, path, meant));
  }
  return findings;
}

function describeMissing(
  request: MissingRequest,
  path: string,
  meant: string | null,
  files: readonly string[],
): string {
  if (path === '') return `The page itself returned status ${request.status}`;
  if (request.status !== 404) return `${path} returned status ${request.status}`;
  if (meant !== null) return `${path} was requested but does not exist; ${meant} does`;
  if (files.includes(path)) return `${path} was requested but is not below assets/`;
  return `${path} was requested but is not in the folder`;
}

function listWarnings(draft: Visit, slug: string, own: FaultKeys): readonly Finding[] {
  const findings: Finding[] = [];
  if (draft.isSlow) {
    findings.push(toFinding('warning', 'slow_page', 'The page was still loading after 20 s.'));
  }
  const looks = [draft.atLoad, draft.afterPresses].filter((look) => look !== null);
  for (const words of new Set(looks.flatMap(listNotFoundWords))) {
    if (own.hasWords(words)) continue;
    const message = `The page says “${cut(words)}”.`;
    findings.push(toFinding('warning', 'not_found_page', message));
  }
  if (looks.length === 2 && looks[1]?.isBlank === true && looks[0]?.isBlank === false) {
    const message = `The page is blank after ${listLabels(draft.pressed)}`;
    if (!own.isBlankAfterPresses) findings.push(toFinding('warning', 'blank_page', message));
  }
  const notShown = new Set(looks.flatMap((look) => look.brokenPictures));
  for (const address of notShown) {
    const path = toAppPath(address, slug);
    if (own.hasPicture(address)) continue;
    findings.push(
      toFinding('warning', 'broken_picture', `The picture ${path} is not shown.`, path),
    );
  }
  for (const { address, reason } of unique(draft.unanswered, (request) => request.address)) {
    const path = toAppPath(address, slug) || 'index.html';
    if (own.hasUnanswered(address)) continue;
    const message = `${path} was not loaded (${reason}).`;
    findings.push(toFinding('warning', 'not_loaded', message, path));
  }
  for (const error of unique(draft.consoleErrors, ({ text }) => text)) {
    if (own.hasError(error)) continue;
    const message = `Console error: ${describeError(error, slug)}`;
    findings.push(toFinding('warning', 'console_error', message));
  }
  return findings;
}

function listNotes(draft: Visit, own: FaultKeys): readonly Finding[] {
  const findings: Finding[] = [];
  const toHost = ({ address }: FailedRequest): string => new URL(address).host;
  for (const request of unique(draft.foreign, toHost)) {
    const host = toHost(request);
    const message = `A request to ${host} failed (${request.reason}). Other hosts are not judged.`;
    findings.push(toFinding('note', 'foreign_host', message));
  }
  if (own.excused > 0) {
    const faults = own.excused === 1 ? '1 fault' : `${own.excused} faults`;
    const message = `The build itself has ${faults} of these, which are not counted.`;
    findings.push(toFinding('note', 'own_faults', message));
  }
  return findings;
}

/** The faults of the build itself, and the number of the draft's faults that they excuse. */
class FaultKeys {
  excused = 0;
  readonly isBlankAfterPresses: boolean;
  readonly #keys = new Set<string>();
  readonly #slug: string;

  constructor(builds: readonly Visit[], slug: string) {
    this.#slug = slug;
    this.isBlankAfterPresses = builds.some((build) => build.afterPresses?.isBlank === true);
    for (const build of builds) {
      for (const { pathname } of build.missing) this.#keys.add(`missing ${this.#toPath(pathname)}`);
      for (const { text } of [...build.uncaught, ...build.consoleErrors]) {
        this.#keys.add(`error ${toComparable(text, slug)}`);
      }
      for (const { address } of build.unanswered)
        this.#keys.add(`unanswered ${this.#toKey(address)}`);
      for (const look of [build.atLoad, build.afterPresses]) this.#addLook(look);
    }
  }

  hasMissing({ pathname }: MissingRequest): boolean {
    return this.#has(`missing ${this.#toPath(pathname)}`);
  }

  hasError({ text }: PageError): boolean {
    return this.#has(`error ${toComparable(text, this.#slug)}`);
  }

  hasUnanswered(address: FailedRequest['address']): boolean {
    return this.#has(`unanswered ${this.#toKey(address)}`);
  }

  hasPicture(address: string): boolean {
    return this.#has(`picture ${this.#toKey(address)}`);
  }

  hasWords(words: string): boolean {
    return this.#has(`words ${words}`);
  }

  #addLook(look: PageLook | null): void {
    if (look === null) return;
    for (const address of look.brokenPictures) this.#keys.add(`picture ${this.#toKey(address)}`);
    for (const words of listNotFoundWords(look)) this.#keys.add(`words ${words}`);
  }

  #has(key: string): boolean {
    const isOwn = this.#keys.has(key);
    if (isOwn) this.excused += 1;
    return isOwn;
  }

  #toPath(pathname: string): string {
    return toAskedPath(pathname, this.#slug).replace(/^assets\//, '');
  }

  #toKey(address: string): string {
    return toAppPath(address, this.#slug).replace(/^assets\//, '');
  }
}

const saysNotFound =
  /^\W*(?:404\b|not found\b|(?:this |the )?(?:requested )?page (?:could |can ?|was )?not (?:be )?found)/i;

/** Returns the page's title, headings and first line, each only if it reports a missing page. */
function listNotFoundWords(look: PageLook): readonly string[] {
  const first = look.text.trimStart().split('\n', 1)[0] ?? '';
  return [look.title, ...look.headings, first]
    .map((words) => words.trim())
    .filter((words) => saysNotFound.test(words.slice(0, 200)));
}

function compareTexts(draft: Visit, builds: readonly Visit[], slug: string): readonly Finding[] {
  const [first] = builds;
  if (first === undefined) return [];
  const atLoad = builds.map((build) => build.atLoad).filter((look) => look !== null);
  // On a busy machine, one of the two visits may just have got further than the other.
  const isCutShort = draft.isCutShort || builds.some((build) => build.isCutShort);
  const severity = isCutShort ? 'warning' : 'error';
  const difference = describeDifference(draft.atLoad, atLoad, slug);
  if (difference !== null) {
    const message = `The text differs from that of the build. ${difference}`;
    return [toFinding(severity, 'text_differs', message)];
  }
  const samePresses = builds.filter((build) => isSameList(build.pressed, draft.pressed));
  const later = samePresses.map((build) => build.afterPresses).filter((look) => look !== null);
  const laterDifference = describeDifference(draft.afterPresses, later, slug);
  if (laterDifference === null) return [];
  const message = `After ${listLabels(draft.pressed)} the text differs from that of the build. ${laterDifference}`;
  return [toFinding(severity, 'text_differs', message)];
}

/**
 * Names lines of text that only the build or only the draft has. Returns null if there are none.
 */
function describeDifference(
  draft: PageLook | null,
  builds: readonly PageLook[],
  slug: string,
): string | null {
  if (draft === null || builds.length === 0) return null;
  if (builds.some((look) => hasSameLetters(look.text, draft.text, slug))) return null;
  const draftLines = toLines(draft.text, slug);
  const buildLines = builds.map((look) => toLines(look.text, slug));
  const [first = new Map<string, string>(), ...others] = buildLines;
  const isStable = others.every((lines) => isSameList([...lines.keys()], [...first.keys()]));
  const gone = [...first].filter(
    ([key]) => !draftLines.has(key) && others.every((lines) => lines.has(key)),
  );
  // A page that differs from one visit to the next may have any new lines.
  const added = isStable ? [...draftLines].filter(([key]) => !first.has(key)) : [];
  if (gone.length + added.length === 0) return null;
  const parts: string[] = [];
  if (gone.length > 0) parts.push(`Missing: ${quoteLines(gone)}.`);
  if (added.length > 0) parts.push(`New: ${quoteLines(added)}.`);
  return parts.join(' ');
}

/** True if two texts differ in order only, as when an app shows files as soon as each is loaded. */
function hasSameLetters(one: string, other: string, slug: string): boolean {
  const [first, second] = [one, other].map((text) => {
    return [...toComparable(text, slug).replaceAll(' ', '')].sort().join('');
  });
  return first === second;
}

/** Returns the lines of a text, by the form in which they are compared. */
function toLines(text: string, slug: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').map((line) => line.trim());
  const entries = lines.map((line) => [toComparable(line, slug), line] as const);
  return new Map(entries.filter(([key]) => key !== ''));
}

/**
 * Removes from a text what always differs between a build that is served at `/` and its draft: the
 * address of the page, the folder `assets/`, and numbers, which may be times.
 */
export function toComparable(text: string, slug: string): string {
  return text
    .replaceAll(/https?:\/\/(?:127\.0\.0\.1|[\w-]{0,63}\.?localhost)(?::\d{1,5})?/g, '')
    .replaceAll(`/a/${slug}/`, '/')
    .replaceAll('assets/', '')
    .replaceAll(/\d+/g, '0')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the path of an address in the app; for other hosts, the address without its query. */
function toAppPath(address: string, slug: string): string {
  if (!URL.canParse(address)) return cut(address);
  const { protocol, hostname, host, pathname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return cut(address);
  const isLocal = hostname === '127.0.0.1' || hostname.endsWith('localhost');
  return isLocal ? toAskedPath(pathname, slug) : `${host}${pathname}`;
}

function describeError(error: PageError, slug: string): string {
  const text = `${error.text.slice(0, maxError)}${after(error.pressed)}`;
  if (error.address === '') return text;
  const file = toAppPath(error.address, slug) || 'index.html';
  return `${text} (${file}${error.position})`;
}

function after(pressed: string): string {
  return pressed === '' ? '' : ` (after pressing “${pressed}”)`;
}

function listLabels(pressed: readonly string[]): string {
  return `pressing ${pressed.map((label) => `“${label}”`).join(', ')}`;
}

function quoteLines(lines: readonly (readonly [string, string])[]): string {
  const named = lines.slice(0, maxNamedLines).map(([, line]) => `“${cut(line)}”`);
  const more = lines.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

function cut(text: string): string {
  return text.length > maxLine ? `${text.slice(0, maxLine - 1)}…` : text;
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function unique<T>(items: readonly T[], toKey: (item: T) => string): readonly T[] {
  const byKey = new Map<string, T>();
  for (const item of items) {
    const key = toKey(item);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()];
}
