/** The next number of a sequence, from 0 up to 1. */
export type Random = () => number;

/** Starts a sequence of numbers that is the same on every machine (the generator mulberry32). */
export function startRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many bytes that are no text and no pattern, as in a picture or a font. Beyond 1 MiB the same come again. */
export function createBytes(bytes: number, random: Random): Buffer {
  const block = new Uint32Array(Math.ceil(Math.min(bytes, 2 ** 20) / 4)).map(() => random() * 2 ** 32);
  // The first byte of no UTF-8 text.
  block[0] = 0xffffffff;
  return Buffer.alloc(bytes, new Uint8Array(block.buffer));
}

const lines = [
  '  const element = document.querySelector("[data-part=\'%\']");\n',
  '  if (state.count > % && !isOpen) {\n    return items.map((item) => item.name);\n  }\n',
  '/* Größe und Farbe der Kärtchen, № % – siehe oben */\n',
  '  .replace(/\\\\n|\\t/g, "%"); // "quoted" \\ and escaped\n',
  '<li class="entry" id="entry-%"><a href="#top">Tide at the pier ☀</a></li>\n',
  '\n',
];

/** So many bytes of text as in a page or a script: quotes, backslashes, line ends, a few letters beyond ASCII. */
export function createText(bytes: number, random: Random): Buffer {
  const text = Buffer.alloc(bytes, '\n');
  for (let size = 0; ; ) {
    const line = lines[Math.floor(random() * lines.length)] ?? '\n';
    const piece = Buffer.from(line.replace('%', String(Math.floor(random() * 10_000))));
    // No character is cut: what is left at the end stays empty lines.
    if (size + piece.length > bytes) return text;
    size += piece.copy(text, size);
  }
}
