/** Orders texts by UTF-16 code units: the same on every machine, in every locale. For `sort`. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
