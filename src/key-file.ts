import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { UsageError } from './command-request.ts';

/** Bytes of a file that holds a key: one that is larger is another file. */
const maxBytes = 10_000;

/**
 * Reads the API key from a file, or from `stdin` where the path is `-`. Throws a UsageError, which never shows the path: it may be the
 * key itself. `about`: the command that it is for.
 */
export async function readKeyFile(path: string, stdin: Readable, about: string): Promise<string> {
  const where = path === '-' ? 'The input of --key-file -' : 'The file of --key-file';
  const source = path === '-' ? stdin : createReadStream(path);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source) {
      chunks.push(Buffer.from(chunk));
      size += Buffer.byteLength(chunk);
      if (size > maxBytes) break;
    }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new UsageError(`${where} cannot be read${reason}.`, about);
  }
  const key = Buffer.concat(chunks).toString().trim();
  if (size > maxBytes) throw new UsageError(`${where} is too large for a key.`, about);
  if (key === '') throw new UsageError(`${where} is empty.`, about);
  return key;
}
