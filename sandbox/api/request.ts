import { AbortedError, ServiceError } from '../service/errors.ts';
import { isRecord, type Json } from '../service/readers.ts';

/** The body of a request. */
export interface Body {
  readonly json: Json;
  /** The length of the body as it was sent. */
  readonly bytes: number;
}

/**
 * Reads a body as a JSON object; an empty body is `{}`. Throws a 400, 413 or 415, and an
 * AbortedError if the client breaks off.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Body> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return { bytes: 0, json: {} };

  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    const message = 'Send the body as Content-Type: application/json.';
    const headers = { accept: 'application/json' };
    throw new ServiceError('unsupported_media_type', message, { headers });
  }
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (!/^(identity)?$/i.test(encoding)) {
    const message = 'Send the body without a Content-Encoding.';
    const headers = { 'accept-encoding': 'identity' };
    throw new ServiceError('unsupported_media_type', message, { headers });
  }
  const value = parseJson(bytes);
  if (!isRecord(value)) throw new ServiceError('invalid_json', 'The body is not a JSON object.');
  return { bytes: bytes.length, json: value };
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) throw makeSizeError(maxBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw makeSizeError(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new AbortedError('The request broke off.', { cause: error });
  }
  return Buffer.concat(chunks);
}

function makeSizeError(maxBytes: number): ServiceError {
  const message = `The body is larger than ${maxBytes} bytes.`;
  return new ServiceError('body_too_large', message, { more: { max_bytes: maxBytes } });
}

/** Parses JSON in UTF-8. A byte order mark is not allowed. */
function parseJson(bytes: Uint8Array): unknown {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not valid JSON in UTF-8.', { cause });
  }
}
