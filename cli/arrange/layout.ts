import { posix } from 'node:path';
import { knownFiles } from '../../src/folder/check.ts';
import { pagePath } from '../../src/model/app.ts';
import { findTarget } from '../../src/web/html.ts';

/** A file of a build, or a file that is made for the app. */
export interface BuildFile {
  /** Relative to the build, with `/`. */
  readonly path: string;
  /** Media type without parameters. */
  readonly type: string;
  /** Hex SHA-256 of its bytes; empty for a file that is made. */
  readonly sha256: string;
  /** The content of a text that may hold addresses; empty for other files. */
  readonly text: string;
  readonly read: () => Buffer;
}

/** The names of the files at the top of an app folder. */
export const topFiles: readonly string[] = Object.keys(knownFiles);

/**
 * Returns the path that a file of a build has in the app folder. All but the top files are below
 * `assets/`, with their own path.
 *
 * @example toAppPath('img/a.png') // 'assets/img/a.png'
 */
export function toAppPath(path: string): string {
  const isInPlace = topFiles.includes(path) || path.startsWith('assets/');
  return isInPlace ? path : `assets/${path}`;
}

/** The file that the addresses in a text are relative to. */
export interface Base {
  /** Its path in the build. */
  readonly from: string;
  /** Its path in the app folder. */
  readonly to: string;
}

/** The base of addresses that a script uses at run time: they are relative to the page. */
export const pageBase: Base = { from: pagePath, to: pagePath };

/** Returns the base of addresses that are relative to the file that holds them. */
export function toBase(path: string): Base {
  return { from: path, to: toAppPath(path) };
}

/** What a link to a page may leave out at the end of its address. */
const linkEndings = ['', '.html', '/index.html'];

/** The files of a build, found by the addresses that are written in them. */
export class Layout {
  readonly #paths: ReadonlySet<string>;
  readonly #name: string;

  /**
   * @param name The folder of the build, as a page above it writes it, with a `/` at the end; empty
   * if the page is in the build.
   */
  constructor(files: readonly BuildFile[], name: string) {
    this.#paths = new Set(files.map((file) => file.path));
    this.#name = name;
  }

  readonly has = (path: string): boolean => this.#paths.has(path);

  /**
   * Returns the path of the file that an address leads to, or null if it is not in the build. A
   * link may leave out the ending of a page.
   */
  find(address: string, base: Base, isLink = false): string | null {
    for (const written of isLink ? listLinkAddresses(address) : [withoutQuery(address)]) {
      const path = findTarget(written, base.from)?.path ?? '';
      if (this.has(path)) return path;
      const pathInBuild = path.startsWith(this.#name) ? path.slice(this.#name.length) : '';
      if (this.has(pathInBuild)) return pathInBuild;
    }
    return null;
  }

  /**
   * Returns the address of the same file in the app folder. Null if the address can stay, or does
   * not lead to a file of the build.
   */
  rewrite(address: string, base: Base, isLink = false): string | null {
    const path = this.find(address, base, isLink);
    if (path === null) return null;
    const written = withoutQuery(address);
    const target = findTarget(written, base.to);
    const isRight = target?.relative === null && target.path === toAppPath(path);
    if (isRight) return null;
    const isFolder = path === pagePath && !/index(?:\.html)?$/.test(written);
    const relative = toRelativeAddress(isFolder ? '' : toAppPath(path), base.to);
    return `${relative}${address.slice(written.length)}`;
  }

  /**
   * Returns the address that a folder has in the app folder, for an address that ends with `/`.
   * Null if the build has no such folder, or if its files do not move together. For the folder of
   * the build itself only its scripts count.
   */
  rewriteFolder(address: string, base: Base): string | null {
    if (!address.endsWith('/')) return null;
    const target = findTarget(`${address}x`, base.from);
    if (target === null) return null;
    const folder = target.path.slice(0, -'x'.length);
    const places = new Set<string>();
    for (const path of this.#paths) {
      const isInside = folder === '' ? /\.m?js$/.test(path) : path.startsWith(folder);
      if (isInside) places.add(toAppPath(path).slice(0, folder.length - path.length));
    }
    const [place, ...others] = places;
    if (place === undefined || others.length > 0) return null;
    return toRelativeAddress(place, base.to);
  }
}

function withoutQuery(address: string): string {
  return address.slice(0, address.search(/[?#]|$/));
}

/** Returns the addresses of the files that a link may lead to. */
function listLinkAddresses(address: string): readonly string[] {
  const written = withoutQuery(address);
  if (written === '') return [''];
  return linkEndings.map((ending) => `${written.replace(/\/$/, '')}${ending}`);
}

/** Returns the address of a path, as seen from a file. The empty path is the app folder itself. */
function toRelativeAddress(path: string, from: string): string {
  const way = posix.relative(posix.dirname(from), path);
  const written = encodeURIComponent(way).replaceAll(/%(?:2F|40|2B|3D)/g, decodeURIComponent);
  const isFolder = path === '' || path.endsWith('/');
  if (written === '' && isFolder) return './';
  // A quote or a parenthesis could end the text around the address.
  const safe = written.replaceAll(/['()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${safe.startsWith('.') ? '' : './'}${safe}${isFolder ? '/' : ''}`;
}
