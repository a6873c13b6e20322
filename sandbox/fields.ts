import type { Folder } from './contents.ts';
import { defaultColor } from './starter.ts';

/** The fields that a caller may send to create or update an app (service document, "Endpoints"). */
export const draftFields = ['name', 'tagline', 'color', 'system_prompt', 'html'] as const;
/** One of those fields. */
export type DraftField = (typeof draftFields)[number];

/** Any of the draft's fields, as sent. */
export type DraftFields = Readonly<Partial<Record<DraftField, string>>>;

/** What the app object shows of a folder's files. */
export interface ShownFields {
  readonly name: string;
  readonly tagline: string;
  readonly color: string;
  readonly logo: string;
  readonly system_prompt: string;
  readonly html: string;
}

const files = { page: 'index.html', service: 'service.json', prompt: 'instructions.md' } as const;

/** Reads the app object's fields from its folder. A field that is not there is an empty string, a colour the default. */
export function readFields(folder: Folder): ShownFields {
  const service = parseService(folder.get(files.service) ?? '');
  return {
    name: readText(service, 'name'),
    tagline: readText(service, 'tagline'),
    color: readText(service, 'color') || defaultColor,
    logo: readText(service, 'logo'),
    system_prompt: folder.get(files.prompt) ?? '',
    html: folder.get(files.page) ?? '',
  };
}

/**
 * Gives the folder that follows when fields are sent: `html` is `index.html`, `system_prompt` is `instructions.md`, and
 * the others are keys of `service.json`, which is written anew with two spaces when one of them is sent (keys that the
 * service does not know stay).
 */
export function writeFields(folder: Folder, fields: DraftFields): Folder {
  const result = new Map(folder);
  const { html, system_prompt: prompt, ...keys } = fields;
  if (html !== undefined) result.set(files.page, html);
  if (prompt !== undefined) result.set(files.prompt, prompt);
  if (Object.keys(keys).length > 0) {
    const service = { ...parseService(folder.get(files.service) ?? ''), ...keys };
    result.set(files.service, `${JSON.stringify(service, null, 2)}\n`);
  }
  return result;
}

/** Parses `service.json`, without its byte order mark; what is no JSON object gives an empty one. */
export function parseService(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

/** Tells whether a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function readText(service: Readonly<Record<string, unknown>>, key: string): string {
  const value = service[key];
  return typeof value === 'string' ? value : '';
}
