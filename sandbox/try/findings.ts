import { isDeepStrictEqual } from 'node:util';
import { findMeantFile, toAskedPath } from '../dev/meant-file.ts';
import type { FailedRequest, LeftPage, MissingRequest, PageError } from './page-log.ts';
import type { PageLook } from './page-reader.ts';
import type { Visit } from './page-visit.ts';
import { cut, findTextDifference, listLabels, toComparable } from './text-difference.ts';

export type Severity = 'error' | 'warning' | 'note';

/** One thing that is wrong with a draft, or worth a note. */
export interface Finding {
  readonly severity: Severity;
  /** The name of the rule, such as `missing_file`. */
  readonly code: string;
  readonly message: string;
  /** The file that was asked for, or that the finding is about; null if it is not about a file. */
  readonly path: string | null;
  /** The file of the folder that was meant; null if none fits. */
  readonly meant: string | null;
  /** Where to fix it; null if unknown. */
  readonly place: Place | null;
}

/** A place in a file of the app folder. */
export interface Place {
  readonly path: string;
  /** From 1; null if unknown. */
  readonly line: number | null;
  readonly column: number | null;
}

/** The app folder that was opened as a draft. */
export interface DraftFolder {
  readonly slug: string;
  readonly files: readonly string[];
  /** True if the folder has a script that builds it. */
  readonly isProject: boolean;
}

/** The members of a finding that most do not have. */
export interface FindingDetails {
  readonly path?: string | null;
  readonly meant?: string | null;
  readonly place?: Place | null;
}

const maxError = 300;

/** Errors that chance, or a busy machine, may cause. Each is looked at again. */
const doubtfulCodes: ReadonlySet<string> = new Set([
  'blank_page',
  'page_frozen',
  'page_late',
  'page_reloads',
  'page_unreachable',
  'text_differs',
  'uncaught_error',
]);

/**
 * Lists what is wrong with a draft. If there are visits of its build, the texts of both are
 * compared, and a fault that the build has, too, is marked: it stays an error only if it shows at
 * load. A second visit shows what differs from one visit to the next, such as a random quote: such
 * a difference is not a finding, and an error of one visit only is a warning.
 */
export function listFindings(
  drafts: readonly Visit[],
  folder: DraftFolder,
  builds: readonly Visit[],
): readonly Finding[] {
  const own = new FaultKeys(builds, folder.slug);
  const [first, ...others] = drafts.map((draft) => listFaults(draft, folder, own));
  const findings = (first ?? []).map((finding) => confirm(finding, others, folder.slug));
  if (!findings.some(isHopeless)) findings.push(...compareTexts(drafts, builds, folder.slug));
  return sortFindings([...findings, ...listNotes(drafts, findings)]);
}

/** Adds the findings of a review, each fault once. */
export function joinFindings(
  findings: readonly Finding[],
  review: readonly Finding[],
): readonly Finding[] {
  const missingFiles = findings.filter(({ code }) => code === 'missing_file');
  const missing = new Set(missingFiles.map(({ path }) => path));
  const isKnown = ({ code, path }: Finding): boolean => {
    const isAboutFile = ['broken_picture', 'broken_logo', 'dead_link'].includes(code);
    return isAboutFile && path !== null && missing.has(path);
  };
  return sortFindings([...findings, ...review].filter((finding) => !isKnown(finding)));
}

/** Turns findings whose codes are allowed into notes, and names codes that allow nothing. */
export function allowFindings(
  findings: readonly Finding[],
  allowed: readonly string[],
): readonly Finding[] {
  const found = new Set(findings.map(({ code }) => code));
  const result = findings.map((finding): Finding => {
    if (!allowed.includes(finding.code)) return finding;
    return { ...finding, severity: 'note', message: `${finding.message} (allowed)` };
  });
  for (const code of new Set(allowed)) {
    if (found.has(code)) continue;
    result.push(toFinding('note', 'not_needed', `Nothing was found that --allow ${code} allows.`));
  }
  return sortFindings(result);
}

/** Sorts errors before warnings, and those before notes. */
function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((one, other) => rank(one.severity) - rank(other.severity));
}

function rank(severity: Severity): number {
  return ['error', 'warning', 'note'].indexOf(severity);
}

/** True if a draft with these findings does not work. */
export function isDead(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/** True if another visit may show that an error was chance. */
export function isDoubtful(findings: readonly Finding[]): boolean {
  return findings.some(({ severity, code }) => severity === 'error' && doubtfulCodes.has(code));
}

export function toFinding(
  severity: Severity,
  code: string,
  message: string,
  { path = null, meant = null, place = null }: FindingDetails = {},
): Finding {
  return { severity, code, message, path, meant, place };
}

/** True if nothing of the page is worth a comparison. */
function isHopeless({ code, severity }: Finding): boolean {
  return severity === 'error' && (code === 'blank_page' || code.startsWith('page_'));
}

/** Turns an error that not every visit shows into a warning. */
function confirm(finding: Finding, others: readonly (readonly Finding[])[], slug: string): Finding {
  if (finding.severity !== 'error' || !doubtfulCodes.has(finding.code)) return finding;
  const words = toComparable(finding.message, slug);
  const isSame = ({ code, message, place }: Finding): boolean => {
    if (code !== finding.code) return false;
    // It may freeze at another time.
    if (code === 'page_frozen') return true;
    // The words of an error may differ from one visit to the next, its place does not.
    const isSamePlace = place !== null && isDeepStrictEqual(place, finding.place);
    return isSamePlace || toComparable(message, slug) === words;
  };
  if (others.every((findings) => findings.some(isSame))) return finding;
  const message = `${finding.message} (not in each of ${others.length + 1} visits)`;
  return { ...finding, severity: 'warning', message };
}

function listFaults(draft: Visit, folder: DraftFolder, own: FaultKeys): readonly Finding[] {
  const findings: Finding[] = [];
  if (draft.end !== 'loaded') findings.push(describeEnd(draft.end, draft.endedAfter));
  if (draft.atLoad?.isBlank === true) {
    const isOwn = own.has('blank');
    const severity = isOwn ? 'warning' : 'error';
    findings.push(toFinding(severity, 'blank_page', mark('The page is blank.', isOwn)));
  }
  findings.push(...listLeft(draft.left, folder.slug));
  findings.push(...listSources(draft, folder));
  findings.push(...listMissing(draft.missing, folder, own));
  for (const error of unique(draft.uncaught, ({ text }) => text)) {
    if (bareImport.test(error.text) || failedServiceWorker.test(error.text)) continue;
    const isOwn = own.has(`error ${toComparable(error.text, folder.slug)}`);
    const severity = isOwn && error.after !== '' ? 'warning' : 'error';
    const message = `Uncaught error: ${describeError(error, folder.slug)}`;
    const place = toPlace(error, folder);
    findings.push(toFinding(severity, 'uncaught_error', mark(message, isOwn), { place }));
  }
  findings.push(...listLinkFaults(draft, folder.slug, own));
  findings.push(...listWarnings(draft, folder, own));
  return findings;
}

function describeEnd(end: Exclude<Visit['end'], 'loaded'>, after: string): Finding {
  switch (end) {
    case 'reloading':
      return toFinding('error', 'page_reloads', 'The page loads itself again without end.');
    case 'frozen':
      return toFinding(
        'error',
        'page_frozen',
        `The page does not respond${toReason(after)}: its code never ends.`,
      );
    case 'late':
      return toFinding('error', 'page_late', 'The page could not be read within 30 s.');
    case 'unreachable':
      return toFinding('error', 'page_unreachable', 'The browser could not open the page.');
  }
}

/** An app has no other page on its host, so leaving its address is an error there. */
function listLeft(left: readonly LeftPage[], slug: string): readonly Finding[] {
  return left.map(({ address, after }) => {
    const { hostname, origin, pathname, protocol } = new URL(address);
    const isOwnHost = hostname === `${slug}_draft.localhost`;
    let place = isOwnHost ? pathname : `${origin}${pathname}`;
    if (!protocol.startsWith('http')) place = protocol === 'blob:' ? 'a blob' : address;
    const isWrong = isOwnHost || after === '';
    const message = `The page leaves the app’s address /a/${slug}/ for ${cut(place)}${toReason(after)}.`;
    return toFinding(isWrong ? 'error' : 'warning', 'left_app', message);
  });
}

/** Files that only a builder can read. */
const sourceFile = /\.(?:tsx?|jsx|vue|svelte|astro|scss|sass|less)$|^\/@vite\//i;
/** Chrome's words for the import of a package without a builder. */
const bareImport = /Failed to resolve module specifier "[^./"][^"]*"/;

/** The words of Chrome and Firefox for a service worker whose file is missing. */
const failedServiceWorker = /^\w*(?:Error: )?Failed to register a ServiceWorker\b/;

/** Names the source code of a project that is not built. Other advice about it would be wrong. */
function listSources({ missing, uncaught }: Visit, folder: DraftFolder): readonly Finding[] {
  const file = missing.find(({ pathname }) => isSource(pathname, folder));
  const error = uncaught.find(({ text }) => bareImport.test(text));
  if (file === undefined && error === undefined) return [];
  const path = file === undefined ? null : toAskedPath(file.pathname, folder.slug);
  const reason = file === undefined ? error?.text : describeSource(file.pathname, folder.slug);
  const message = `The folder is the source of a project, not a build: ${reason}. Build the project, and make the app from what it writes with miniapp-deploy arrange; miniapp-deploy init sets this up.`;
  return [toFinding('error', 'not_built', message, { path })];
}

function describeSource(pathname: string, slug: string): string {
  if (!sourceFile.test(pathname)) return `it loads ${pathname} as from a development server`;
  return `it loads ${toAskedPath(pathname, slug)}, which only a builder can read`;
}

/**
 * True for a file that only a builder can read, and for a script in `src/` that the page of a
 * project loads from the development server: `/src/main.js`.
 */
function isSource(pathname: string, { slug, files, isProject }: DraftFolder): boolean {
  if (sourceFile.test(pathname)) return true;
  const path = toAskedPath(pathname, slug);
  const isScript = /^src\/.*\.m?js$/.test(path);
  return isProject && isScript && pathname === `/${path}` && files.includes(path);
}

function listMissing(
  requests: readonly MissingRequest[],
  folder: DraftFolder,
  own: FaultKeys,
): readonly Finding[] {
  const { slug, files } = folder;
  const findings: Finding[] = [];
  for (const request of unique(requests, ({ pathname }) => pathname)) {
    if (isSource(request.pathname, folder)) continue;
    const asked = toAskedPath(request.pathname, slug);
    // An address at the root of the host keeps its slash, since the slash is the mistake.
    const path = request.pathname.startsWith(`/a/${slug}/`) ? asked : `/${asked}`;
    if (request.isServiceWorker) {
      const words = `The service worker ${path} was not found. None has an effect in an app: its file is below assets/, so its scope does not include the page.`;
      findings.push(toFinding('warning', 'service_worker', words, { path }));
      continue;
    }
    const meant = findMeantFile(request.pathname, files, slug);
    const message = `${describeMissing(request, path, meant, files)}${toReason(request.after)}`;
    const isOwn = own.has(`missing ${own.toPath(request.pathname)}`);
    const severity = isOwn && request.after !== '' ? 'warning' : 'error';
    findings.push(toFinding(severity, 'missing_file', mark(message, isOwn), { path, meant }));
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

const reloadFix =
  'A router with hash addresses (#/about) avoids this: docs/built-apps.md lists routers.';

/** Lists what is wrong with the pages that the app's links led to. */
function listLinkFaults(draft: Visit, slug: string, own: FaultKeys): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { label, address, look, isGoneAfterReload, afterReload } of draft.links) {
    const path = toAppPath(address, slug) || `/a/${slug}/`;
    if (look.isBlank) {
      const isOwn = own.has(`blank ${label}`);
      const message = mark(`The page is blank after following “${label}”.`, isOwn);
      findings.push(toFinding(isOwn ? 'warning' : 'error', 'blank_page', message));
    }
    if (isGoneAfterReload) {
      const message = `After following “${label}”, a reload finds no page at ${path}. ${reloadFix}`;
      const isOwn = own.has(`gone ${label}`);
      findings.push(toFinding('warning', 'reload_fails', mark(message, isOwn)));
    }
    if (afterReload?.isBlank === true && !look.isBlank) {
      const message = `After following “${label}”, a reload shows a blank page at ${path}.`;
      findings.push(toFinding('warning', 'reload_fails', message));
    }
  }
  return findings;
}

function listWarnings(draft: Visit, folder: DraftFolder, own: FaultKeys): readonly Finding[] {
  const { slug } = folder;
  const findings: Finding[] = [];
  const warn = (code: string, message: string, key: string, details: FindingDetails = {}): void => {
    findings.push(toFinding('warning', code, mark(message, own.has(key)), details));
  };
  if (draft.isSlow) {
    findings.push(toFinding('warning', 'slow_page', 'The page was still loading after 20 s.'));
  }
  const looks = listLooks(draft);
  for (const words of new Set(looks.flatMap(listNotFoundWords))) {
    warn('not_found_page', `The page says “${cut(words)}”.`, `words ${words}`);
  }
  if (draft.afterPresses?.isBlank === true && draft.atLoad?.isBlank === false) {
    const message = `The page is blank after ${listLabels(draft.pressed)}.`;
    warn('blank_page', message, 'blank after presses');
  }
  for (const address of new Set(looks.flatMap((look) => look.brokenPictures))) {
    const path = toAppPath(address, slug);
    const key = `picture ${own.toKey(address)}`;
    warn('broken_picture', `The picture ${path} is not shown.`, key, { path });
  }
  for (const { address, reason } of unique(draft.unanswered, (request) => request.address)) {
    const path = toAppPath(address, slug) || 'index.html';
    const key = `unanswered ${own.toKey(address)}`;
    warn('not_loaded', `${path} was not loaded (${reason}).`, key, { path });
  }
  for (const error of unique(draft.consoleErrors, ({ text }) => text)) {
    const message = `Console error: ${describeError(error, slug)}`;
    const key = `error ${toComparable(error.text, slug)}`;
    warn('console_error', message, key, { place: toPlace(error, folder) });
  }
  return findings;
}

function listNotes(drafts: readonly Visit[], findings: readonly Finding[]): readonly Finding[] {
  const notes: Finding[] = [];
  const [draft] = drafts;
  const toHost = ({ address }: FailedRequest): string => new URL(address).host;
  for (const request of unique(draft?.foreign ?? [], toHost)) {
    const host = toHost(request);
    const message = `A request to ${host} failed (${request.reason}). Other hosts are not judged.`;
    notes.push(toFinding('note', 'foreign_host', message));
  }
  const count = findings.filter(({ message }) => message.endsWith(ownMark)).length;
  if (count > 0) {
    const faults = count === 1 ? '1 of these faults' : `${count} of these faults`;
    notes.push(toFinding('note', 'own_faults', `The build itself has ${faults}, too.`));
  }
  return notes;
}

const ownMark = ' (the build has this, too)';

function mark(message: string, isOwn: boolean): string {
  return isOwn ? `${message}${ownMark}` : message;
}

/** The faults of the build itself. */
class FaultKeys {
  readonly #keys = new Set<string>();
  readonly #slug: string;

  constructor(builds: readonly Visit[], slug: string) {
    this.#slug = slug;
    for (const build of builds) this.#addVisit(build);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  toPath(pathname: string): string {
    return toAskedPath(pathname, this.#slug).replace(/^assets\//, '');
  }

  toKey(address: string): string {
    return toAppPath(address, this.#slug).replace(/^assets\//, '');
  }

  #addVisit(build: Visit): void {
    const keys = this.#keys;
    if (build.atLoad?.isBlank === true) keys.add('blank');
    if (build.afterPresses?.isBlank === true) keys.add('blank after presses');
    for (const { pathname } of build.missing) keys.add(`missing ${this.toPath(pathname)}`);
    for (const { text } of [...build.uncaught, ...build.consoleErrors]) {
      keys.add(`error ${toComparable(text, this.#slug)}`);
    }
    for (const { address } of build.unanswered) keys.add(`unanswered ${this.toKey(address)}`);
    for (const link of build.links) {
      if (link.look.isBlank) keys.add(`blank ${link.label}`);
      if (link.isGoneAfterReload) keys.add(`gone ${link.label}`);
    }
    for (const look of listLooks(build)) {
      for (const address of look.brokenPictures) keys.add(`picture ${this.toKey(address)}`);
      for (const words of listNotFoundWords(look)) keys.add(`words ${words}`);
    }
  }
}

function listLooks(visit: Visit): readonly PageLook[] {
  const linked = visit.links.flatMap(({ look, afterReload }) => [look, afterReload]);
  return [visit.atLoad, visit.afterPresses, ...linked].filter((look) => look !== null);
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

/** Compares what draft and build show, with words as findings. */
function compareTexts(
  drafts: readonly Visit[],
  builds: readonly Visit[],
  slug: string,
): readonly Finding[] {
  const difference = findTextDifference(drafts, builds, slug);
  if (difference === null) return [];
  // On a busy machine, one of two visits may just have got further than the other.
  const isCutShort = [...drafts, ...builds].some((visit) => visit.isCutShort);
  return [toFinding(isCutShort ? 'warning' : 'error', 'text_differs', difference)];
}

/** Returns the path of an address in the app; for other hosts, the address without its query. */
export function toAppPath(address: string, slug: string): string {
  if (!URL.canParse(address)) return cut(address);
  const { protocol, hostname, host, pathname } = new URL(address);
  if (protocol === 'blob:') return 'a blob';
  if (protocol !== 'http:' && protocol !== 'https:') return cut(address);
  const isLocal = hostname === '127.0.0.1' || hostname.endsWith('localhost');
  return isLocal ? toAskedPath(pathname, slug) : `${host}${pathname}`;
}

function describeError(error: PageError, slug: string): string {
  const text = `${error.text.slice(0, maxError)}${toReason(error.after)}`;
  if (error.address === '') return text;
  const file = toAppPath(error.address, slug) || 'index.html';
  const position = error.line === 0 ? '' : `:${error.line}:${error.column}`;
  return `${text} (${file}${position})`;
}

/** Returns the place of an error in the folder; null if its code is not in one of the files. */
function toPlace({ address, line, column }: PageError, { slug, files }: DraftFolder): Place | null {
  if (address === '' || line === 0) return null;
  const path = toAppPath(address, slug) || 'index.html';
  return files.includes(path) ? { path, line, column } : null;
}

function toReason(after: string): string {
  return after === '' ? '' : ` (after ${after})`;
}

function unique<T>(items: readonly T[], toKey: (item: T) => string): readonly T[] {
  const byKey = new Map<string, T>();
  for (const item of items) {
    const key = toKey(item);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()];
}
