import { type Folder, isPicture } from './contents.ts';
import { isRecord } from './fields.ts';
import { findPlaces, type JsonPlaces } from './json-places.ts';
import type { Limits } from './readings.ts';
import type { FolderProblem } from './rules.ts';

const path = 'service.json';

interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** Checks `service.json`: that it is there, is a JSON object, and that name, tagline, color and logo fit. */
export function checkService(folder: Folder, limits: Limits): readonly FolderProblem[] {
  const sent = folder.get(path);
  if (sent === undefined) {
    const message = 'The folder has no service.json.';
    return [{ path, code: 'file_missing', message, fix: 'Add service.json with at least {"name": "…"}.' }];
  }
  if (Buffer.byteLength(sent) > limits.serviceBytes) {
    const message = `service.json has more than ${limits.serviceBytes} bytes.`;
    return [{ path, code: 'file_too_large', message, fix: 'Keep only what describes the app in it.' }];
  }
  const text = sent.replace(/^\uFEFF/, '');
  const places = findPlaces(text);
  if (places.wrong !== null) {
    const message = 'service.json is not valid JSON: something here does not fit.';
    return [
      { path, ...places.wrong, code: 'invalid_json', message, fix: 'Look for a missing comma, quote or bracket.' },
    ];
  }
  const service: unknown = JSON.parse(text);
  if (!isRecord(service)) {
    const message = 'service.json is not a JSON object.';
    return [{ path, line: 1, column: 1, code: 'not_an_object', message, fix: 'Put the keys between { and }.' }];
  }
  return checkKeys({ service, places, folder }, limits);
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

interface Parsed {
  readonly service: Readonly<Record<string, unknown>>;
  readonly places: JsonPlaces;
  readonly folder: Folder;
}

function checkKeys({ service, places, folder }: Parsed, limits: Limits): readonly FolderProblem[] {
  const complaints = {
    name: checkText(service['name'], 'name', { least: 1, most: limits.nameLength }),
    tagline: checkText(service['tagline'] ?? '', 'tagline', { least: 0, most: limits.taglineLength }),
    color: checkColor(service['color']),
    logo: checkLogo(service['logo'], folder),
  };
  const fields = ['name', 'tagline', 'color', 'logo'] as const;
  return fields.flatMap((field) => {
    const complaint = complaints[field];
    return complaint === null
      ? []
      : [{ path, ...(places.keys.get(field) ?? { line: 1, column: 1 }), ...complaint, field }];
  });
}

function checkText(value: unknown, field: string, { least, most }: Bounds): Complaint | null {
  const fix = `Give "${field}" a text of ${least} to ${most} characters in one line.`;
  if (typeof value !== 'string') {
    const message = value === undefined ? `"${field}" is missing.` : `"${field}" is not a text.`;
    return { code: value === undefined ? `${field}_missing` : `${field}_type`, message, fix };
  }
  const characters = [...value].length;
  if (characters < least || characters > most || (least > 0 && value.trim() === '')) {
    return { code: `${field}_length`, message: `"${field}" has ${characters} characters.`, fix };
  }
  return /\p{Cc}/u.test(value)
    ? { code: `${field}_format`, message: `"${field}" holds a control character.`, fix }
    : null;
}

function checkColor(value: unknown): Complaint | null {
  if (value === undefined || (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value))) return null;
  const shown = JSON.stringify(value).slice(0, 60);
  return {
    code: 'color_format',
    message: `"color" is ${shown}.`,
    fix: 'Write a hash sign and six hexadecimal digits: "#0a7ea4".',
  };
}

function checkLogo(value: unknown, folder: Folder): Complaint | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || !isPicture(value)) {
    return {
      code: 'logo_type',
      message: '"logo" does not name a picture.',
      fix: 'Write the path of a picture: "assets/logo.png".',
    };
  }
  if (!folder.has(value)) {
    const message = `"logo" names ${JSON.stringify(value.slice(0, 200))}, but the folder has no such file.`;
    return { code: 'logo_missing', message, fix: 'Add the picture, or name one that the folder has.' };
  }
  return null;
}
