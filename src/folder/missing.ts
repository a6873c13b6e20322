import { theInput } from '../voice.ts';
import type { FolderManifest } from './manifest.ts';

/** What to do about a path that is excluded, or lies in a folder that is; null for any other. */
export function adviseExcluded(path: string, { excluded }: FolderManifest): string | null {
  const entry = excluded.find((each) => each.path === path || (each.path.endsWith('/') && path.startsWith(each.path)));
  if (entry === undefined) return null;
  const advice = {
    pattern: `change ${theInput('exclude')}`,
    not_included: `change ${theInput('include')}`,
    not_a_file: 'put a file in its place',
    // No include pattern overrides a built-in rule.
    hidden: 'rename it',
    credential: 'rename it',
    node_modules: 'rename it',
  }[entry.kind];
  return `${entry.path} is excluded (${entry.reason}): ${advice}.`;
}

/** What to do about a path that is not among the files, where the folder tells: it is excluded, or spelled in another way. */
export function adviseMissing(path: string, manifest: FolderManifest): string | null {
  const advice = adviseExcluded(path, manifest);
  if (advice !== null) return advice;
  const twin = manifest.files.find((file) => file.path.normalize('NFC') === path.normalize('NFC'));
  if (twin !== undefined) {
    // Both look the same: only the escapes tell them apart.
    return `The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as ${toAscii(twin.path)}.`;
  }
  const other = manifest.files.find((file) => file.path.toLowerCase() === path.toLowerCase());
  return other === undefined ? null : `Case counts: the file is ${other.path}.`;
}

/** The text as a JSON string in ASCII. */
function toAscii(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
