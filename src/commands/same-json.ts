/**
 * True when both texts are JSON of the same value: order of keys and white space do not count, order of lists does.
 * Numbers compare as JavaScript reads them. A byte order mark at the start is passed over; anything unreadable is unequal.
 */
export function isSameJson(one: string, other: string): boolean {
  const [first, second] = [parse(one), parse(other)];
  return first !== unreadable && second !== unreadable && isSame(first, second, 0);
}

const unreadable = Symbol('unreadable');
/** Deeper values are taken for different, so that no text can exhaust the stack. */
const mostDepth = 500;

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable;
    throw error;
  }
}

function isSame(one: unknown, other: unknown, depth: number): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
  if (depth > mostDepth || Array.isArray(one) !== Array.isArray(other)) return false;
  const others = new Map<string, unknown>(Object.entries(other));
  const entries = Object.entries(one);
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isSame(value, others.get(key), depth + 1))
  );
}
