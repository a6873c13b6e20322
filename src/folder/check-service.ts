import { appFields, isFieldName, type ServiceKey, serviceKeys } from '../app.ts';
import type { Problem } from '../problem.ts';
import { toProblem } from './check-words.ts';
import { type FolderManifest, findFile, type PackedFile, toPlainPath } from './manifest.ts';
import { adviseMissing } from './missing.ts';
import type { JsonFault, JsonMember, JsonObject } from './service-json.ts';

/** Where the fields of an app are named. */
export const servicePath = appFields.name.file;
/** Most warnings about keys. */
const maxUnknownKeys = 20;

/**
 * What is wrong with the text of `service.json`: JSON, an object, no key twice, the keys, types and forms that the service
 * document shows. Without a name it is an error only where the run creates the app.
 */
export function checkServiceJson(
  parsed: JsonObject | JsonFault,
  manifest: FolderManifest,
  { createsApp }: { readonly createsApp: boolean },
): readonly Problem[] {
  const problems =
    parsed.kind === 'object'
      ? [...parsed.duplicates.map(toDuplicate), ...checkMembers(parsed, manifest), ...checkKeys(parsed)]
      : [toFault(parsed)];
  return problems.map((problem) => {
    const severity = createsApp && problem.code === 'name_missing' ? 'error' : problem.severity;
    return { ...problem, severity, path: servicePath };
  });
}

function toFault({ kind, message, line, column }: JsonFault): Problem {
  return toProblem(`json_${kind}`, [message], { line, column });
}

function toDuplicate({ key, line, column }: JsonObject['duplicates'][number]): Problem {
  return toProblem('duplicate_key', [key], { line, column });
}

function checkMembers({ members }: JsonObject, manifest: FolderManifest): readonly Problem[] {
  const problems = serviceKeys.flatMap((key) => {
    const member = members.get(key);
    const problem = member === undefined ? null : checkMember(key, member.value, manifest);
    return member === undefined || problem === null ? [] : [{ ...problem, line: member.line, column: member.column }];
  });
  return members.has('name') ? problems : [...problems, toProblem('name_missing', [], { line: 1 })];
}

function checkMember(key: ServiceKey, value: JsonMember['value'], manifest: FolderManifest): Problem | null {
  if (value === undefined) return toProblem(`${key}_type`, ['a string'], { fix: `Write it as "${key}": "…".` });
  // The document requires none of them in the folder, and says nothing of null.
  if (value === null) return key === 'name' ? toProblem('name_missing', []) : toProblem(`${key}_null`, []);
  if (key === 'name' && value.trim() === '') return toProblem('name_empty', []);
  if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value)) return toProblem('color_format', [JSON.stringify(value)]);
  return key === 'logo' ? checkLogo(value, manifest) : null;
}

/** The logo must name a picture that is sent with the folder. */
function checkLogo(logo: string, manifest: FolderManifest): Problem | null {
  if (logo === '') return toProblem('logo_empty', []);
  const path = toPlainPath(logo);
  const file = findFile(manifest, path);
  if (file === undefined) return toProblem('logo_missing', [logo], { fix: adviseLogo(path, manifest) });
  if (logo.includes('\\')) return toProblem('logo_missing', [logo], { fix: `Write it with /, as ${path}.` });
  if (!isPicture(file)) return toProblem('logo_type', [`a picture: ${logo}`]);
  return path === logo ? null : toProblem('logo_path', [logo], { fix: `Write it as ${path}.` });
}

function isPicture({ type }: PackedFile): boolean {
  return type.startsWith('image/');
}

function adviseLogo(path: string, manifest: FolderManifest): string {
  const picture = manifest.files.find(isPicture);
  const usual =
    picture === undefined
      ? 'Add the picture to assets/.'
      : `Add the picture, or name one that is there, such as ${picture.path}.`;
  return adviseMissing(path, manifest) ?? usual;
}

/** Keys that the service document does not show, such as a misspelled one, with the key that is probably meant. */
function checkKeys({ members }: JsonObject): readonly Problem[] {
  const names: readonly string[] = serviceKeys;
  // A key that begins with $, such as $schema, is for editors.
  const unknown = [...members].filter(([key]) => !names.includes(key) && !key.startsWith('$')).slice(0, maxUnknownKeys);
  return unknown.map(([key, { key: place }]) => {
    const advice = adviseKey(key, members);
    return toProblem('unknown_key', [key], { ...place, ...(advice === null ? {} : { fix: advice }) });
  });
}

function adviseKey(key: string, members: JsonObject['members']): string | null {
  if (isFieldName(key)) return `Put it into ${appFields[key].file}.`;
  const free = serviceKeys.filter((known) => !members.has(known));
  const likely = key === 'icon' ? free.find((known) => known === 'logo') : free.find((known) => isLike(key, known));
  return likely === undefined ? null : `Did you mean ${likely}?`;
}

/** True for a word that is another in other letter case or order, or with one letter more, less or changed. */
export function isLike(word: string, known: string): boolean {
  const lower = word.toLowerCase();
  const sort = (text: string): string => [...text].sort().join('');
  if (Math.abs(lower.length - known.length) > 1) return false;
  if (sort(lower) === sort(known)) return true;
  const start = [...known].findIndex((letter, index) => letter !== lower[index]);
  const at = start < 0 ? known.length : start;
  const rests = [lower.slice(at), lower.slice(at + 1)];
  return rests.includes(known.slice(at)) || rests.includes(known.slice(at + 1));
}
