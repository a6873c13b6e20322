import { posix } from 'node:path';
import type { Facts } from '../outcome.ts';
import { toPrintable } from './text.ts';

/** Host, port and path in letters, digits and `._~%/-` alone: nothing that a shell, Markdown or HTML would act on. */
const safeUrl = /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~%/-]*)?$/;

const longestUrl = 2000;

/** The address if it is http or https in an alphabet that is safe in a shell and in a link, else null. */
export function toSafeUrl(url: string | null): string | null {
  return url !== null && url.length <= longestUrl && safeUrl.test(url) ? url : null;
}

/** The slug if it is one (a-z, 0-9, hyphen, at most 32; service document, "The app object"), else null. */
export function toSafeSlug(slug: string | null): string | null {
  return slug !== null && /^[a-z0-9-]{1,32}$/.test(slug) ? slug : null;
}

/** The slug of the app that a run is about; null when no app is named, or not by a slug. */
export function findSlug({ slug, app }: Pick<Facts, 'slug' | 'app'>): string | null {
  return toSafeSlug(slug) ?? toSafeSlug(app?.slug ?? null);
}

/** A word of the service, such as a status: every run of other characters than letters, digits, `.`, `-` and `_` becomes one `_`. */
export function toSafeWord(word: string): string {
  return word.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 100);
}

/** A version as it must be sent back, or null when it holds what a shell might act on: changed it would be wrong. */
export function toSafeVersion(version: string | null): string | null {
  return version !== null && /^[A-Za-z0-9][A-Za-z0-9._+:/-]{0,99}$/.test(version) ? version : null;
}

/**
 * Where a file of the app folder lies in the repository, with `/` and no `./`; null when it has no place there:
 * no folder, an absolute path, a way out of the folder or of the repository, a name that cannot be printed as it is.
 */
export function toRepositoryFile(repositoryPath: string | null, path: string | null): string | null {
  if (repositoryPath === null || path === null || /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)) return null;
  const inside = posix.normalize(path);
  const file = posix.join(repositoryPath, inside);
  const leads = [inside, file].every(
    (way) => way !== '.' && way !== '..' && !way.startsWith('../') && !way.endsWith('/'),
  );
  return leads && toPrintable(file) === file ? file : null;
}
