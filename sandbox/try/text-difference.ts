import type { PageLook } from './page-reader.ts';
import type { Visit } from './page-visit.ts';

const maxNamedLines = 3;
const maxLine = 60;

/** A moment of a visit at which draft and build are compared. */
interface Stage {
  /** The words in front of "the text differs"; empty for the page at load. */
  readonly after: string;
  /** Returns the page at this moment; null if the visit did not get there. */
  readonly toLook: (visit: Visit) => PageLook | null;
}

/**
 * Compares what draft and build show, in one visit each or in several: at load, after the buttons
 * were pressed, and after each link. Returns the first difference in words; null if there is none.
 */
export function findTextDifference(
  drafts: readonly Visit[],
  builds: readonly Visit[],
  slug: string,
): string | null {
  const [first] = drafts;
  if (first === undefined) return null;
  for (const { after, toLook } of listStages(first)) {
    const draftLooks = drafts.map(toLook).filter((look) => look !== null);
    const buildLooks = builds.map(toLook).filter((look) => look !== null);
    const difference = describeDifference(draftLooks, buildLooks, slug);
    const subject = after === '' ? 'The text' : `After ${after} the text`;
    if (difference !== null) return `${subject} differs from that of the build. ${difference}`;
  }
  return null;
}

function listStages({ pressed, links }: Visit): readonly Stage[] {
  const atLoad: Stage = { after: '', toLook: (visit) => visit.atLoad };
  const afterPresses: Stage = {
    after: listLabels(pressed),
    toLook: (visit) => (isSameList(visit.pressed, pressed) ? visit.afterPresses : null),
  };
  const followed = links.map(({ label }): Stage => {
    const toLook: Stage['toLook'] = (visit) => {
      return visit.links.find((link) => link.label === label)?.look ?? null;
    };
    return { after: `following “${label}”`, toLook };
  });
  return [atLoad, afterPresses, ...followed];
}

/**
 * Names lines of text that only the build or only the draft has. Returns null if there are none.
 */
function describeDifference(
  drafts: readonly PageLook[],
  builds: readonly PageLook[],
  slug: string,
): string | null {
  if (drafts.length === 0 || builds.length === 0) return null;
  const isEqual = drafts.some((draft) =>
    builds.some((build) => hasSameLetters(draft, build, slug)),
  );
  if (isEqual) return null;
  const draftLines = drafts.map((look) => toLines(look.text, slug));
  const buildLines = builds.map((look) => toLines(look.text, slug));
  const gone = listOnly(buildLines, draftLines);
  // A page that differs from one visit to the next may have any new lines.
  const [first = new Map<string, string>(), ...others] = buildLines;
  const isStable = others.every((lines) => isSameList([...lines.keys()], [...first.keys()]));
  const added = isStable ? listOnly(draftLines, buildLines) : [];
  if (gone.length + added.length === 0) return null;
  const parts: string[] = [];
  if (gone.length > 0) parts.push(`Missing: ${quoteLines(gone)}.`);
  if (added.length > 0) parts.push(`New: ${quoteLines(added)}.`);
  return parts.join(' ');
}

type Lines = ReadonlyMap<string, string>;

/** Returns the lines that all of some pages have, and none of the others. */
function listOnly(pages: readonly Lines[], others: readonly Lines[]): readonly string[] {
  const [first = new Map<string, string>(), ...more] = pages;
  return [...first]
    .filter(([key]) => more.every((lines) => lines.has(key)))
    .filter(([key]) => !others.some((lines) => lines.has(key)))
    .map(([, line]) => line);
}

/** True if two texts differ in order only, as when an app shows files as soon as each is loaded. */
function hasSameLetters(one: PageLook, other: PageLook, slug: string): boolean {
  const [first, second] = [one, other].map(({ text }) => {
    return [...toComparable(text, slug).replaceAll(' ', '')].sort().join('');
  });
  return first === second;
}

/** Returns the lines of a text, by the form in which they are compared. */
function toLines(text: string, slug: string): Lines {
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

/** Names buttons that were pressed, for the words after “after”. */
export function listLabels(pressed: readonly string[]): string {
  return `pressing ${pressed.map((label) => `“${label}”`).join(', ')}`;
}

function quoteLines(lines: readonly string[]): string {
  const named = lines.slice(0, maxNamedLines).map((line) => `“${cut(line)}”`);
  const more = lines.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

export function cut(text: string): string {
  return text.length > maxLine ? `${text.slice(0, maxLine - 1)}…` : text;
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
