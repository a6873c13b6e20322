/** Chooses the slug of an app. */
import { basename, dirname } from 'node:path';
import { listAbove } from '../files/repository.ts';
import { findNamingFolder, suggestSlug, toPackageSlug } from '../files/slug.ts';
import { isWorkspace, readPackage } from './packages.ts';

/** A slug, and what it was made from, such as `the name of the folder tides`. */
export interface ChosenSlug {
  readonly slug: string;
  readonly source: string;
}

/**
 * Chooses the slug of the app in a folder: the name in its package.json, else the name of the
 * folder, or of a folder above it, up to `root`, if that is a name of an output or as vague as
 * `app`.
 */
export function nameSlug(folder: string, root: string): ChosenSlug {
  const above = dirname(folder);
  // "web" is vague by itself, but not among the packages of a workspace.
  const isPackage =
    /^(?:apps|packages)$/.test(basename(above)) ||
    (folder !== root && listAbove(above, root).some(isWorkspace));
  const name = readPackage(folder)?.name.replace(/^@[^/]*\//, '') ?? '';
  const own = toPackageSlug(name, isPackage);
  if (own !== null) return { slug: own, source: '"name" in package.json' };
  const top = isPackage ? folder : root;
  const naming = basename(findNamingFolder(folder, top));
  return { slug: suggestSlug(folder, top), source: `the name of the folder ${naming}` };
}
