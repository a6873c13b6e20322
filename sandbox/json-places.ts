/** A place in a text; both count from 1, the column in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where the keys of a JSON object stand, and where the text stops being JSON. */
export interface JsonPlaces {
  /** The first place of each key of the outermost object. */
  readonly keys: ReadonlyMap<string, Place>;
  /** The first place that JSON does not allow; null when the text is JSON. */
  readonly wrong: Place | null;
}

type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'end';

const space = /[ \t\n\r]*/y;
const token =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/uy;

/** Finds the keys of a JSON text's outermost object and the first place that is wrong. Never throws; linear time. */
export function findPlaces(text: string): JsonPlaces {
  const keys = new Map<string, Place>();
  const open: string[] = [];
  let awaited: Awaited = 'value';
  let at = skipSpace(text, 0);
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    const next: Awaited | null = found === undefined ? null : step(awaited, found, open);
    if (found === undefined || next === null) return { keys, wrong: toPlace(text, at) };
    if (next === 'colon' && open.length === 1) {
      const key: unknown = JSON.parse(found);
      keys.set(String(key), keys.get(String(key)) ?? toPlace(text, at));
    }
    awaited = next;
    at = skipSpace(text, at + found.length);
  }
  return { keys, wrong: awaited === 'end' ? null : toPlace(text, text.length) };
}

/** Turns an offset into a line and column. */
export function toPlace(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

/** What may follow a token, or null if the token may not stand here. Keeps the stack of open brackets. */
function step(awaited: Awaited, found: string, open: string[]): Awaited | null {
  if (found === '}' || found === ']') return close(awaited, found, open);
  switch (awaited) {
    case 'key':
    case 'key or }':
      return found.startsWith('"') ? 'colon' : null;
    case 'colon':
      return found === ':' ? 'value' : null;
    case 'comma':
      return found === ',' ? (open.at(-1) === '{' ? 'key' : 'value') : null;
    case 'end':
      return null;
    default:
      return startValue(found, open);
  }
}

function startValue(found: string, open: string[]): Awaited | null {
  if (found === ',' || found === ':') return null;
  if (found !== '{' && found !== '[') return endValue(open);
  open.push(found);
  return found === '{' ? 'key or }' : 'value or ]';
}

function close(awaited: Awaited, found: string, open: string[]): Awaited | null {
  const opened = found === '}' ? '{' : '[';
  if (open.at(-1) !== opened || (awaited !== 'comma' && awaited !== (opened === '{' ? 'key or }' : 'value or ]'))) {
    return null;
  }
  open.pop();
  return endValue(open);
}

function endValue(open: readonly string[]): Awaited {
  return open.length === 0 ? 'end' : 'comma';
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}
