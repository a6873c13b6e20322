import { basename, dirname } from 'node:path';
import { isSlug } from '../../src/inputs/inputs.ts';
import { outputNames } from './builders.ts';

/** Names of folders that are too common to be the slug of an app. */
const vagueNames: ReadonlySet<string> = new Set([
  ...outputNames,
  ...'app apps packages miniapp output public release static src target www web'.split(' '),
]);

/**
 * Returns a slug for the app in a folder: the folder's name, or, if that is a vague one such as
 * `dist`, the name of a folder above it, up to `top`. `folder` is an absolute path.
 */
export function suggestSlug(folder: string, top = ''): string {
  const slug = toSlug(basename(findNamingFolder(folder, top)).replace(/^\./, ''));
  return isSlug(slug) ? slug : 'app';
}

/** Returns the folder whose name `suggestSlug` takes. */
export function findNamingFolder(folder: string, top: string): string {
  const name = basename(folder).replace(/^\./, '');
  const above = dirname(folder);
  const isVague = vagueNames.has(name) && folder !== top && basename(above) !== '';
  return isVague ? findNamingFolder(above, top) : folder;
}

/** Returns the slug that a name of a package makes; null if the name says nothing about the app. */
export function toPackageSlug(name: string, mayBeVague: boolean): string | null {
  if (name === '' || (vagueNames.has(name) && !mayBeVague)) return null;
  const slug = toSlug(name);
  return isSlug(slug) && slug !== 'app' ? slug : null;
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
