import { createTextWriter, dataPiece, pieceRoom, textPiece, writeBase64 } from './encode.ts';
import type { Form } from './packed.ts';
import type { Chunk } from './read.ts';
import { shortText, writeShortText } from './short-text.ts';

/** Size of one output buffer. */
const bufferBytes = 512 * 1024;
/** Used in turn: one being written, one at the socket, one in between. */
const bufferCount = 3;

/** Collects a body in a few large buffers used in turn. What its generators yield is to be sent before they go on. */
export class Output {
  readonly #buffers: Buffer[] = [];
  readonly #writeText = createTextWriter();
  #turn = -1;
  #buffer: Buffer = this.#nextBuffer();
  #position = 0;
  #taken = 0;

  /** Bytes written so far. */
  get written(): number {
    return this.#taken + this.#position;
  }

  /** What was written since the last take. Its memory is used again by the second take after this one. */
  take(): Uint8Array {
    const chunk = this.#buffer.subarray(0, this.#position);
    this.#taken += chunk.length;
    this.#buffer = this.#nextBuffer();
    this.#position = 0;
    return chunk;
  }

  /** Writes a string as UTF-8. */
  *writeString(text: string): Generator<Uint8Array> {
    // A UTF-16 unit takes at most three bytes.
    if (text.length * 3 <= pieceRoom) {
      if (this.#isFull()) yield this.take();
      this.#position += this.#buffer.write(text, this.#position);
      return;
    }
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += pieceRoom) {
      if (this.#isFull()) yield this.take();
      this.#position += bytes.copy(this.#buffer, this.#position, start, Math.min(start + pieceRoom, bytes.length));
    }
  }

  /** Writes bytes of a file, encoded, without the quotes around them. */
  *writeChunk({ buffer, start, end }: Chunk, form: Form): Generator<Uint8Array> {
    const size = form === 'text' ? textPiece : dataPiece;
    const writeText = end - start <= shortText ? writeShortText : this.#writeText;
    const write = form === 'text' ? writeText : writeBase64;
    for (let from = start; from < end; from += size) {
      if (this.#isFull()) yield this.take();
      this.#position = write(this.#buffer, this.#position, buffer, from, Math.min(from + size, end));
    }
  }

  #isFull(): boolean {
    return this.#position + pieceRoom > bufferBytes;
  }

  #nextBuffer(): Buffer {
    this.#turn = (this.#turn + 1) % bufferCount;
    const buffer = this.#buffers[this.#turn] ?? Buffer.allocUnsafeSlow(bufferBytes);
    this.#buffers[this.#turn] = buffer;
    return buffer;
  }
}
