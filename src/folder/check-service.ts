import type { Problem } from '../outcome.ts';
import { type Finding, toError, toWarning } from './finding.ts';
import { dropMark, type JsonMember, type JsonScan, scanJson } from './json.ts';
import { toPlace } from './lines.ts';
import { findLogoFault } from './logo.ts';
import type { AppFields, Packed } from './packed.ts';

const servicePath = 'service.json';
const stringFields = new Set(['name', 'tagline', 'color', 'logo']);

/** What is wrong with `service.json`, and the fields of the app that it holds. */
export interface ServiceCheck {
  readonly problems: readonly Problem[];
  readonly fields: Pick<AppFields, 'name' | 'tagline' | 'color'>;
}

/**
 * Checks the text of `service.json`: JSON, an object, no key twice, the types and forms that the service document shows.
 *
 * A byte-order mark is a warning: the file is sent as it is, and read without it here.
 */
export function checkServiceJson(raw: string, packed: Packed): ServiceCheck {
  const text = dropMark(raw);
  const problems = text === raw ? [] : [warnOfMark()];
  const scan = scanJson(text);
  if (!scan.ok || scan.kind !== 'object') return { problems: [...problems, refuse(text, scan)], fields: {} };
  const at = (offset: number) => ({ path: servicePath, ...toPlace(text, offset) });
  for (const { key, offset } of scan.duplicates) {
    problems.push(
      toError({
        ...at(offset),
        code: 'duplicate_key',
        message: `${servicePath} has the key ${key} twice in one object.`,
        fix: `Keep one ${key}: readers differ in which one counts.`,
      }),
    );
  }
  const members = scan.members.filter(({ key }) => stringFields.has(key));
  const values = new Map<string, string>();
  for (const member of members) {
    const value = readString(text, member);
    if (value !== null) values.set(member.key, value);
    const finding = findFault(member.key, value, packed);
    if (finding !== null) problems.push({ ...finding, ...at(member.valueOffset) });
  }
  if (!members.some(({ key }) => key === 'name')) problems.push(warnOfName());
  return { problems, fields: pickFields(values) };
}

function readString(text: string, { kind, valueOffset, valueEnd }: JsonMember): string | null {
  return kind === 'string' ? String(JSON.parse(text.slice(valueOffset, valueEnd))) : null;
}

function pickFields(values: ReadonlyMap<string, string>): ServiceCheck['fields'] {
  const name = values.get('name');
  const tagline = values.get('tagline');
  const color = values.get('color');
  return {
    ...(name === undefined ? {} : { name }),
    ...(tagline === undefined ? {} : { tagline }),
    ...(color === undefined ? {} : { color }),
  };
}

function findFault(key: string, value: string | null, packed: Packed): Problem | null {
  if (value === null) {
    return toError({
      code: `${key}_type`,
      message: `${key} in ${servicePath} is not a string.`,
      fix: `Write it as "${key}": "…".`,
    });
  }
  if (key === 'name' && value.trim() === '') {
    return toError({ code: 'name_empty', message: `name in ${servicePath} is empty.`, fix: 'Give the app a name.' });
  }
  if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value)) {
    const fix = 'Write it as # and six hex digits, such as "#1b6ca8".';
    return toError({ code: 'color_format', message: `color in ${servicePath} is ${JSON.stringify(value)}.`, fix });
  }
  return key === 'logo' ? findLogoFault(value, packed) : null;
}

function refuse(text: string, scan: JsonScan): Problem {
  const finding: Pick<Finding, 'code' | 'message' | 'fix'> = scan.ok
    ? {
        code: 'json_not_object',
        message: `${servicePath} is not a JSON object.`,
        fix: 'Put the fields between { and }.',
      }
    : {
        code: 'json_syntax',
        message: `${servicePath} is not JSON. ${scan.message}.`,
        fix: 'Correct it at this place; an editor that knows JSON shows it too.',
      };
  return toError({ ...finding, path: servicePath, ...toPlace(text, scan.ok ? 0 : scan.offset) });
}

function warnOfMark(): Problem {
  return toWarning({
    code: 'byte_order_mark',
    message: `${servicePath} begins with a byte-order mark, which a strict JSON reader refuses.`,
    fix: 'Save it as UTF-8 without a byte-order mark.',
    path: servicePath,
    line: 1,
    column: 1,
  });
}

function warnOfName(): Problem {
  return toWarning({
    code: 'name_missing',
    message: `${servicePath} has no name.`,
    fix: 'Add "name": "…", the name that people see.',
    path: servicePath,
    line: 1,
  });
}
