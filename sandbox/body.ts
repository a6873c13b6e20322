import { ServiceError } from './errors.ts';
import { type DraftFields, draftFields, isRecord } from './fields.ts';
import { filesMember } from './readings.ts';

/** Reads a request's body as a JSON object of at most `most` bytes; an empty body counts as an empty object. */
export async function readBody(request: Request, most: number): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(request, most);
  if (text.trim() === '') return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new ServiceError('invalid_json', 'Send the body as Content-Type: application/json.');
  }
  const value = parseJson(text);
  if (!isRecord(value)) throw new ServiceError('invalid_json', 'The body is not a JSON object.');
  return value;
}

/** Takes the draft's fields that were sent. A field of another type gives 400; unknown fields are ignored. */
export function takeFields(body: Readonly<Record<string, unknown>>): DraftFields {
  return Object.fromEntries(
    draftFields.flatMap((field) => {
      const value = body[field];
      return value === undefined ? [] : [[field, requireText(value, field)]];
    }),
  );
}

/** Takes a folder's files from a deploy's body, in the order they were sent. */
export function takeFiles(body: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const files = body[filesMember];
  if (!isRecord(files)) throw refuseField(filesMember, '"files" is not an object of paths and contents.');
  return new Map(Object.entries(files).map(([path, content]) => [path, requireText(content, filesMember)]));
}

/** Gives a value that has to be a text, or the 400 that names its field. */
export function requireText(value: unknown, field: string): string {
  if (typeof value !== 'string') {
    throw refuseField(field, `"${field}" ${value === undefined ? 'is missing' : 'is not a text'}.`);
  }
  return value;
}

/** The 400 of a field that does not fit. */
export function refuseField(field: string, message: string): ServiceError {
  return new ServiceError('invalid_field', message, { more: { field } });
}

async function readText(request: Request, most: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw refuseSize(most);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw refuseSize(most);
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

function refuseSize(most: number): ServiceError {
  return new ServiceError('body_too_large', `The body is larger than ${most} bytes.`, { more: { max_bytes: most } });
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_json', 'The body is not valid JSON.', { cause });
  }
}
