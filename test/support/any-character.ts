import fc from 'fast-check';

/**
 * Generates any character, as the unit `binary` of fast-check does. That unit first lists all 1.1
 * million characters, to find those of words such as `__proto__`, which takes a second.
 */
export const anyCharacter = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code), toCode);

/** Returns the code of a text of one character. Throws for any other text. */
function toCode(text: unknown): number {
  const [character = '', ...more] = String(text);
  const code = character.codePointAt(0);
  if (code === undefined || more.length > 0) throw new TypeError('is not one character');
  return code;
}
