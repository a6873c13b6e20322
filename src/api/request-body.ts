/** The body of a request. Its type and length are known before it is sent. */
export interface RequestBody {
  /** The value of the content-type header. */
  readonly type: string;
  /** The exact length in bytes. */
  readonly length: number;
  /** Returns the bytes. It may be called again for another attempt. */
  stream(): AsyncIterable<Uint8Array>;
}
