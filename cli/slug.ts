import { basename, dirname } from 'node:path';
import { isSlug } from '../src/model/inputs.ts';

/** Names of folders that say nothing of an app. */
const vagueNames =
  'app apps packages miniapp dist build out output public static src www web _site browser'.split(
    ' ',
  );

/**
 * The slug that the absolute path of an app's folder suggests: by its name, or by that of a folder
 * around a vague one, up to `top`. Always a slug.
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
