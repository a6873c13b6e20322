import { dropMark, scanJson } from './json.ts';
import { measureLines, type TextPlace, toPlace } from './lines.ts';
import type { Packed, PackedFile } from './packed.ts';
import { readText } from './text.ts';

/** How many bytes of files are read to place all problems of an answer. A line of a file beyond is believed if it can be. */
export const mostSourceBytes = 64 * 1024 * 1024;

/** The files of a packed folder as places for problems. Reads each file once, when it is first asked for. */
export class Sources {
  readonly #files: ReadonlyMap<string, PackedFile>;
  readonly #packed: Packed;
  /** Only these two are asked for as texts, more than once. */
  readonly #texts = new Map<'index.html' | 'service.json', string | null>();
  readonly #lines = new Map<string, readonly number[] | null>();
  #fields: ReadonlyMap<string, TextPlace> | null = null;
  #bytesLeft = mostSourceBytes;

  constructor(packed: Packed) {
    this.#packed = packed;
    this.#files = new Map(packed.files.map((file) => [file.path, file]));
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** The text of one of the two files that name others; null when there is none, or it is no text or too large. */
  readSource(path: 'index.html' | 'service.json'): string | null {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const text = this.#load(path);
    this.#texts.set(path, text);
    return text;
  }

  /** A line and column, each null where the file has no such place. */
  clamp(path: string, line: number | null, column: number | null): TextPlaceOrNone {
    if (line === null || !Number.isInteger(line) || line < 1) return nowhere;
    const lines = this.#measure(path);
    // Of a file that cannot be looked into, all that is known is that each line but the last takes a byte.
    if (lines === null) return line <= this.#findSize(path) + 1 ? { line, column: null } : nowhere;
    const length = lines[line - 1];
    if (length === undefined) return nowhere;
    const isInside = column !== null && Number.isInteger(column) && column >= 1 && column <= length + 1;
    return { line, column: isInside ? column : null };
  }

  /** Where the value of a key of `service.json` stands; of two with the same key the later, which is the one that counts. */
  findField(field: string): TextPlace | undefined {
    this.#fields ??= findFields(this.readSource('service.json') ?? '');
    return this.#fields.get(field);
  }

  #measure(path: string): readonly number[] | null {
    const known = this.#lines.get(path);
    if (known !== undefined) return known;
    const text = path === 'index.html' || path === 'service.json' ? this.readSource(path) : this.#load(path);
    const lines = text === null ? null : measureLines(text);
    this.#lines.set(path, lines);
    return lines;
  }

  #findSize(path: string): number {
    return this.#files.get(path)?.bytes ?? 0;
  }

  #load(path: string): string | null {
    const bytes = this.#findSize(path);
    if (bytes > this.#bytesLeft) return null;
    this.#bytesLeft -= bytes;
    return readText(this.#packed, path);
  }
}

interface TextPlaceOrNone {
  readonly line: number | null;
  readonly column: number | null;
}

const nowhere: TextPlaceOrNone = { line: null, column: null };

function findFields(raw: string): ReadonlyMap<string, TextPlace> {
  const text = dropMark(raw);
  const scan = scanJson(text);
  return new Map(scan.ok ? scan.members.map(({ key, valueOffset }) => [key, toPlace(text, valueOffset)]) : []);
}
