/**
 * Reads the responses with an app or with the list of apps. The service's document leaves some of
 * their form open: the comments that begin with "Assumption" name what is assumed, and
 * docs/decisions/0001-assumptions.md gives the reasons. The bodies of errors are read in
 * error-body.ts; the body of a deploy is written in src/folder/deploy-payload.ts.
 */
import type { App } from '../app/app.ts';
import type { ShownContent } from '../app/content.ts';
import {
  isEmptyJson,
  type JsonObject,
  LongString,
  toJsonObject,
  toNonEmptyText,
  toText,
  unreadableText,
} from '../text/json.ts';

/** Assumption: a read returns the app itself, or an object with the app under one of these keys. */
const wrapperKeys: readonly string[] = ['app', 'data'];

/**
 * The maximum length of a file's path in a read, in UTF-16 units: a folder never has longer ones.
 */
export const maxPathUnits = 1_024;

/**
 * Reads the app in the body of a response. Returns null unless it has the wanted slug and a
 * `status` that is a text. `address` is the service's, without a slash at its end.
 */
export function parseApp(body: unknown, slug: string, address: string): App | null {
  const outer = toJsonObject(body);
  const candidates = [...wrapperKeys.map((key) => toJsonObject(outer?.[key])), outer];
  for (const candidate of candidates) {
    const isWanted = candidate !== null && candidate['slug'] === slug;
    if (isWanted && toNonEmptyText(candidate['status']) !== null)
      return toApp(candidate, slug, address);
  }
  return null;
}

export interface AppList {
  readonly apps: readonly App[];
  /** True if the list has more pages: only the first page is requested. */
  readonly hasMore: boolean;
}

/**
 * Reads the list of apps in a body. Returns null if the body is not a list of apps with slugs.
 * `link` is the Link header of the response; null without one.
 */
export function parseAppList(body: unknown, address: string, link: string | null): AppList | null {
  const entries = findEntries(body);
  if (entries === null) return null;
  const apps: App[] = [];
  for (const entry of entries) {
    const slug = toNonEmptyText(entry['slug']);
    if (slug === null) return null;
    apps.push(toApp(entry, slug, address));
  }
  const hasMore = hasMoreEntries(body, apps.length) || nextLink.test(link ?? '');
  return { apps, hasMore };
}

/**
 * Returns the entries of a list; null if the body is not a list. Assumption: a list is an array, or
 * an object with one array of objects in it. The object may also have empty arrays, such as one for
 * warnings.
 */
function findEntries(body: unknown): readonly JsonObject[] | null {
  const values = Array.isArray(body) ? [body] : Object.values(toJsonObject(body) ?? {});
  const lists = values.filter(isListOfObjects);
  const filledLists = lists.filter((list) => list.length > 0);
  if (lists.length === 0 || filledLists.length > 1) return null;
  return filledLists[0] ?? [];
}

function isListOfObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((entry) => toJsonObject(entry) !== null);
}

/** The keys of objects next to a list that may describe the pages of the list. */
const pageKeys: readonly string[] = ['meta', 'pagination', 'paging', 'page', 'links'];

/** The names of fields that lead to the next page of a list, or say that there is one. */
const nextNames: readonly string[] = [
  'next',
  'next_page',
  'next_cursor',
  'next_page_token',
  'nextCursor',
  'nextPageToken',
  'has_more',
  'has_next',
  'hasMore',
  'hasNextPage',
];
/** The relation `next` in a Link header (RFC 8288). */
const nextLink = /;\s*rel\s*=\s*(?:next\b|"[^"]{0,200}\bnext\b)/i;

/**
 * Assumption: a list is one page of a longer list if the object that holds it, or one of `pageKeys`
 * in that object, has one of `nextNames`, or a `total` above the number of entries shown.
 */
function hasMoreEntries(body: unknown, count: number): boolean {
  const outer = toJsonObject(body);
  const holders = [outer, ...pageKeys.map((key) => toJsonObject(outer?.[key]))];
  return holders.some((holder) => {
    const nexts = nextNames.map((name) => holder?.[name]);
    const hasNext = nexts.some((next) => !isEmptyJson(next) && next !== false);
    const total = holder?.['total'];
    return hasNext || (typeof total === 'number' && total > count);
  });
}

function toApp(fields: JsonObject, slug: string, address: string): App {
  const files = toJsonObject(fields['files']);
  return {
    slug,
    url: toAbsoluteUrl(fields['url']),
    documentedUrl: `${address}/a/${slug}`,
    name: toText(fields['name']),
    tagline: toText(fields['tagline']),
    color: toText(fields['color']),
    logo: toNonEmptyText(fields['logo']),
    systemPrompt: toText(fields['system_prompt']),
    // Only a list may show an app without a status.
    status: toNonEmptyText(fields['status']) ?? '',
    reviewNote: toNonEmptyText(fields['review_note']),
    updatedAt: toNonEmptyText(fields['updated_at']),
    submittedAt: toNonEmptyText(fields['submitted_at']),
    publishedAt: toNonEmptyText(fields['published_at']),
    html: toText(fields['html']),
    files: files === null ? null : toFiles(files),
  };
}

/** Assumption: a `url` that is not a whole address is ignored. */
function toAbsoluteUrl(value: unknown): string | null {
  const url = toNonEmptyText(value);
  return url !== null && /^https?:\/\//i.test(url) ? url : null;
}

/**
 * Returns the contents of the files by path. A content that is not a string counts as unreadable,
 * and not as missing. Of a path that is too long to be shown everywhere, only its length is kept: a
 * cut path may end with half a key. It is the path of no file in the folder, so that the app can be
 * replaced.
 */
function toFiles(files: JsonObject): ReadonlyMap<string, ShownContent> {
  const contents = new Map<string, ShownContent>();
  for (const [index, [path, value]] of Object.entries(files).entries()) {
    const isLong = path.length > maxPathUnits;
    const shownPath = isLong ? `file ${index + 1}, whose path has ${path.length} characters` : path;
    const isContent = typeof value === 'string' || value instanceof LongString;
    contents.set(shownPath, isContent ? value : unreadableText);
  }
  return contents;
}
