import { posix } from 'node:path';
import { pagePath } from '../../src/app/app.ts';
import { knownFiles } from '../../src/folder/check.ts';
import { decodeAddress, findTarget } from '../../src/web/html.ts';

/** A file of a build, or a file that is made for the app. */
export interface BuildFile {
  /** Relative to the build, with `/`. */
  readonly path: string;
  /** Media type without parameters. */
  readonly type: string;
  /** Hex SHA-256 of its bytes; empty if the file is not in the build. */
  readonly sha256: string;
  /** The content, if the file is a text that may hold addresses; otherwise empty. */
  readonly text: string;
  readonly read: () => Buffer;
}

/** A file of a build that is left out, and the reason. */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
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
  return renamePackages(isInPlace ? path : `assets/${path}`);
}

/**
 * Gives folders named `node_modules`, which a deploy leaves out, the name `modules`. net.js does
 * the same at run time.
 */
export function renamePackages(path: string): string {
  return path.replaceAll(/(^|\/)node_modules(?=\/)/gi, '$1modules');
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

/** The endings that a link to a page may leave out. */
const linkEndings = ['', '.html', '/index.html'];

/** An address in the app folder, and the files of the build that it leads to. */
export interface AppAddress {
  readonly address: string;
  /** Paths in the build: one file, or all files of a folder. */
  readonly paths: readonly string[];
}

/** Options for Layout: the addresses that a build writes for its own files. */
export interface LayoutOptions {
  /**
   * The folder of the build, as a page in the folder above it writes the folder in addresses, with
   * a `/` at the end; empty if the page is in the build.
   */
  readonly name: string;
  /**
   * The address of the app that the build was made for, such as `/a/tides/`; null if it works for
   * any app.
   */
  readonly appBase: string | null;
  /** The address of the site that the build was made for, such as `https://example.org/`. */
  readonly siteUrl: string | null;
}

/** The files of a build, found by the addresses that are written in them. */
export class Layout {
  readonly appBase: string | null;
  readonly #name: string;
  readonly #siteUrl: string | null;
  readonly #paths: ReadonlySet<string>;

  constructor(files: readonly BuildFile[], options: LayoutOptions) {
    this.appBase = options.appBase;
    this.#name = options.name;
    this.#siteUrl = options.siteUrl;
    this.#paths = new Set(files.map((file) => file.path));
  }

  /** The paths of all files. */
  get paths(): readonly string[] {
    return [...this.#paths];
  }

  readonly has = (path: string): boolean => this.#paths.has(path);

  /**
   * True if an address from the root of the host, passed without its first slash, leads to a file
   * of the build. If the build was made for one app, only addresses below that app's address count,
   * since the scripts of the build put the app's address in front of all others.
   */
  readonly hasSitePath = (path: string): boolean => {
    if (this.appBase === null) return this.has(path);
    return `/${path}`.startsWith(this.appBase) && this.has(path.slice(this.appBase.length - 1));
  };

  /** True if an address is below the address of the app that the build was made for. */
  isInApp(address: string): boolean {
    return this.appBase !== null && address.trim().startsWith(this.appBase);
  }

  /**
   * Returns the path of the file that an address leads to, or null if it is not in the build. A
   * link may leave out the ending of a page.
   */
  find(address: string, base: Base, isLink = false): string | null {
    for (const written of isLink ? listLinkAddresses(address) : [withoutQuery(address)]) {
      const path = this.#findPath(written, base) ?? '';
      if (this.has(path)) return path;
      const pathInBuild = path.startsWith(this.#name) ? path.slice(this.#name.length) : '';
      if (this.has(pathInBuild)) return pathInBuild;
    }
    return null;
  }

  /**
   * Returns the path in the build that an address leads to, whether or not the build has a file
   * there. Returns null if the address leads elsewhere.
   */
  resolve(address: string, base: Base): string | null {
    const written = withoutQuery(address);
    if (!written.endsWith('/')) return this.#findPath(written, base);
    return this.#findPath(`${written}x`, base)?.slice(0, -'x'.length) ?? null;
  }

  /**
   * Returns the address of the same file in the app folder, which may be the address itself, or
   * null if it does not lead to a file of the build.
   */
  rewrite(address: string, base: Base, isLink = false): AppAddress | null {
    const path = this.find(address, base, isLink);
    if (path !== null) return { address: this.#toAppAddress(address, path, base), paths: [path] };
    const unescaped = this.#findUnescaped(address, base);
    if (unescaped === null) return null;
    return { address: toRelativeAddress(toAppPath(unescaped), base.to), paths: [unescaped] };
  }

  /**
   * Returns the path of a file whose name is written without the escapes that an address needs, as
   * in `c#.png`; null if there is none.
   */
  #findUnescaped(address: string, base: Base): string | null {
    if (!/[?#%]/.test(address)) return null;
    const folder = address.startsWith('/') ? '' : posix.dirname(base.from);
    const path = posix.join(folder, address).replace(/^\//, '');
    return this.has(path) ? path : null;
  }

  /**
   * Returns the address that a folder has in the app folder, for an address that ends with `/`.
   * Returns null if the build has no such folder, or if its files do not move together. For the
   * folder of the build itself, only its scripts have to move together.
   */
  rewriteFolder(address: string, base: Base): AppAddress | null {
    if (!address.endsWith('/')) return null;
    const folder = this.resolve(address, base);
    if (folder === null) return null;
    const paths = [...this.#paths].filter((path) => {
      return folder === '' ? /\.m?js$/.test(path) : path.startsWith(folder);
    });
    const places = new Set(
      paths.map((path) => {
        const below = renamePackages(path.slice(folder.length));
        return toAppPath(path).slice(0, -below.length);
      }),
    );
    const [place, ...others] = places;
    if (place === undefined || others.length > 0) return null;
    const absolute = this.#toAbsolute(address, place);
    return { address: absolute ?? toRelativeAddress(place, base.to), paths };
  }

  #findPath(written: string, base: Base): string | null {
    const address = written.trim();
    if (this.isInApp(address)) return decodeAddress(address.slice(this.appBase?.length));
    const isOfSite = this.#siteUrl !== null && address.startsWith(this.#siteUrl);
    if (isOfSite) return decodeAddress(address.slice(this.#siteUrl.length));
    return findTarget(address, base.from)?.path ?? null;
  }

  #toAppAddress(address: string, path: string, base: Base): string {
    const written = withoutQuery(address);
    const query = address.slice(written.length);
    const appPath = toAppPath(path);
    if (this.isInApp(written) && appPath === path) return address;
    const isFolder = path === pagePath && !/index(?:\.html)?$/.test(written);
    const place = isFolder ? '' : appPath;
    const absolute = this.#toAbsolute(written, place);
    if (absolute !== null) return `${absolute}${query}`;
    const target = findTarget(written, base.to);
    const isRight = target?.relative === null && target.path === appPath;
    if (isRight) return address;
    return `${toRelativeAddress(place, base.to)}${query}`;
  }

  /**
   * Returns the absolute address of a path in the app folder if the build was made for one app, and
   * the written address begins at the root of the host; otherwise null. The router of such a build
   * changes the address of the page, so a relative address would lead elsewhere.
   */
  #toAbsolute(written: string, path: string): string | null {
    const isAbsolute = this.appBase !== null && /^\s*\/(?!\/)/.test(written);
    return isAbsolute ? `${this.appBase}${encodePath(path)}` : null;
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
export function toRelativeAddress(path: string, from: string): string {
  const way = encodePath(posix.relative(posix.dirname(from), path));
  const isFolder = path === '' || path.endsWith('/');
  if (way === '' && isFolder) return './';
  return `${way.startsWith('.') ? '' : './'}${way}${isFolder ? '/' : ''}`;
}

/** Encodes a path as an address that can stand between quotes and in parentheses. */
export function encodePath(path: string): string {
  const encoded = encodeURIComponent(path).replaceAll(/%(?:2F|40|2B|3D)/g, decodeURIComponent);
  return encoded.replaceAll(/['()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}
