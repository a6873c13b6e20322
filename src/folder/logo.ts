import type { Problem } from '../outcome.ts';
import { toError, toWarning } from './finding.ts';
import { toMediaType } from './media.ts';
import type { Packed } from './packed.ts';
import { findFile } from './text.ts';

/** Says what is wrong with the path of the logo, or null: it must name a picture that is sent with the folder. */
export function findLogoFault(logo: string, packed: Packed): Problem | null {
  const file = findFile(packed, logo);
  if (file !== undefined) {
    if (file.type.startsWith('image/')) return null;
    const message = `logo in service.json names ${logo}, which is no picture.`;
    return toError({ code: 'logo_type', message, fix: 'Name a picture of the folder, such as assets/logo.svg.' });
  }
  const plain = logo.replace(/^(?:\.?\/)+/, '');
  const other = findFile(packed, plain);
  if (other?.type.startsWith('image/') === true) {
    const message = `logo in service.json is ${logo}; paths in the folder begin without ./ or /.`;
    return toWarning({ code: 'logo_path', message, fix: `Write it as ${plain}.` });
  }
  const message = `logo in service.json names ${logo}, which is not among the files that are sent.`;
  return toError({ code: 'logo_missing', message, fix: suggest(plain, packed) });
}

function suggest(path: string, packed: Packed): string {
  const left = packed.leftOut.find(
    (entry) => entry.path === path || (entry.path.endsWith('/') && path.startsWith(entry.path)),
  );
  if (left !== undefined) return `${left.path} was left out (${left.reason}): rename it, or include it.`;
  const twin = packed.files.find((file) => file.path.toLowerCase() === path.toLowerCase());
  if (twin !== undefined) return `Case counts: the file is ${twin.path}.`;
  const picture = packed.files.find((file) => toMediaType(file.path, false).startsWith('image/'));
  return picture === undefined
    ? 'Add the picture to assets/.'
    : `Add the picture, or name one that is there, such as ${picture.path}.`;
}
