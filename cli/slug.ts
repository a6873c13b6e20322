import { basename, dirname } from 'node:path';
import { isSlug } from '../src/inputs/inputs.ts';

/** Names of folders that are too common to be the slug of an app. */
const vagueNames =
  'app apps packages miniapp dist build out output public static src www web _site browser'.split(
    ' ',
  );

/**
 * Returns a slug for the app in a folder: the folder's name, or, if that is a vague one such as
 * `dist`, the name of a folder above it, up to `top`. `folder` is an absolute path.
 */
export function suggestSlug(folder: string, top = ''): string {
  const name = basename(folder).replace(/^\./, '');
  const above = dirname(folder);
  if (vagueNames.includes(name) && folder !== top && basename(above) !== '')
    return suggestSlug(above, top);
  const slug = toSlug(name);
  return isSlug(slug) ? slug : 'app';
}

function toSlug(text: string): string {
  const words = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const slug = words.replace(/^-/, '').slice(0, 32).replace(/-$/, '');
  return slug.length < 3 ? `app-${slug}`.replace(/-$/, '') : slug;
}
