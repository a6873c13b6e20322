export interface RequestBody {
  /** The value of the content-type header. */
  readonly type: string;
  /** The exact length in bytes. */
  readonly length: number;
  /** Returns the bytes. It may be called again for another attempt. */
  stream(): AsyncIterable<Uint8Array>;
}

export function toJsonBody(value: unknown): RequestBody {
  const bytes = Buffer.from(JSON.stringify(value));
  return {
    type: 'application/json',
    length: bytes.length,
    async *stream() {
      yield bytes;
    },
  };
}
