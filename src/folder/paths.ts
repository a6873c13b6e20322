import path from 'node:path';

/** The part of `node:path` that says how a platform writes paths: `path.posix`, `path.win32`, or the machine's own. */
export type PathFlavour = Pick<typeof path, 'isAbsolute' | 'relative' | 'sep'>;

/** Writes a relative path of this machine with `/`. On POSIX a backslash is part of a name and stays. */
export function toPosix(relative: string, flavour: PathFlavour = path): string {
  return flavour.sep === '/' ? relative : relative.replaceAll(flavour.sep, '/');
}

/** True when `target` is `ancestor` itself or lies below it; both absolute and free of links. Case counts as on the platform. */
export function isWithin(ancestor: string, target: string, flavour: PathFlavour = path): boolean {
  const way = flavour.relative(ancestor, target);
  return way === '' || (way !== '..' && !way.startsWith(`..${flavour.sep}`) && !flavour.isAbsolute(way));
}

/**
 * Says why a path cannot be a key that every service reads the same way, or null when it can.
 *
 * A backslash is a separator on Windows, and a leading `C:` a drive: such a name could land somewhere else.
 * Anything else that a disk can hold (line breaks, trailing dots and spaces, `__proto__`) is legal in JSON and sent as it is.
 */
export function findNameFault(relative: string): string | null {
  if (relative.includes('\\')) return 'has a backslash in it, which is a folder separator on some systems';
  if (/^[a-z]:/i.test(relative)) return 'starts like a drive letter';
  if (relative.startsWith('/')) return 'is absolute';
  return relative.split('/').some((part) => part === '..') ? 'has a .. in it' : null;
}

/** Shows a name that is not UTF-8: every byte that is not plain ASCII as `\xNN`. */
export function showBytes(name: Uint8Array): string {
  let shown = '';
  for (const byte of name) {
    shown += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return shown;
}
