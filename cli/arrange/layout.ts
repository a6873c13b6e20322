import { posix } from 'node:path';
import { knownFiles } from '../../src/folder/check.ts';
import type { PackedFile } from '../../src/folder/manifest.ts';
import { pagePath } from '../../src/model/app.ts';
import { findTarget } from '../../src/web/html.ts';

/** A file of a build, or one that is made for an app. */
export interface BuildFile extends Pick<PackedFile, 'path' | 'type' | 'sha256'> {
  /** Empty for one that holds no addresses. */
  readonly text: string;
  readonly read: () => Buffer;
}

/** The files that stand at the top of an app folder. */
export const topFiles: readonly string[] = Object.keys(knownFiles);

/**
 * Where a file of a build lies in the app folder: below `assets/`, with the same names around it.
 */
export function toPlace(path: string): string {
  return topFiles.includes(path) || path.startsWith('assets/') ? path : `assets/${path}`;
}

/**
 * The place of a text: its addresses are relative to `from` in the build, and to `to` in the app
 * folder.
 */
export interface Base {
  readonly from: string;
  readonly to: string;
}

/** The addresses in scripts are relative to the page. */
export const pageBase: Base = { from: pagePath, to: pagePath };

/** The place of a file whose addresses are relative to itself. */
export function toBase(path: string): Base {
  return { from: path, to: toPlace(path) };
}

/** What a link may leave out at the end of an address. */
const linkEndings = ['', '.html', '/index.html'];

/** The files of a build by their paths in it. */
export class Layout {
  readonly #paths: ReadonlySet<string>;
  readonly #name: string;

  /**
   * `name`: the build's folder as a page above it writes it, with `/` behind it; empty where the
   * page is in the build.
   */
  constructor(files: readonly BuildFile[], name: string) {
    this.#paths = new Set(files.map(({ path }) => path));
    this.#name = name;
  }

  readonly has = (path: string): boolean => this.#paths.has(path);

  /**
   * The path of the file that an address means; null for none of the build. A link may name a page
   * without its ending.
   */
  find(address: string, { from }: Base, isLink = false): string | null {
    const written = address.slice(0, address.search(/[?#]|$/));
    const endings = isLink && written !== '' ? linkEndings : [''];
    const start = isLink ? written.replace(/\/$/, '') : written;
    const targets = endings.map((ending) => findTarget(`${start}${ending}`, from)?.path ?? '');
    const below = targets
      .filter((path) => path.startsWith(this.#name))
      .map((path) => path.slice(this.#name.length));
    return [...targets, ...below].find(this.has) ?? null;
  }

  /**
   * What an address becomes in the app folder; null where it stays, or means no file of the build.
   */
  rewrite(address: string, base: Base, isLink = false): string | null {
    const path = this.find(address, base, isLink);
    if (path === null) return null;
    const end = address.search(/[?#]|$/);
    const stays = findTarget(address.slice(0, end), base.to);
    if (stays?.relative === null && stays.path === toPlace(path)) return null;
    const isStart = path === pagePath && !/index(?:\.html)?$/.test(address.slice(0, end));
    return `${toRelative(isStart ? '' : toPlace(path), base.to)}${address.slice(end)}`;
  }

  /**
   * What the address of a folder, which ends with `/`, becomes. Null for none of the build, and for
   * the whole build where its scripts do not move as one.
   */
  rewriteFolder(address: string, { from, to }: Base): string | null {
    const target = address.endsWith('/') ? findTarget(`${address}x`, from) : null;
    if (target === null) return null;
    const folder = target.path.slice(0, -'x'.length);
    const files = [...this.#paths].filter((path) =>
      folder === '' ? /\.m?js$/.test(path) : path.startsWith(folder),
    );
    const places = new Set(
      files.map((path) => toPlace(path).slice(0, folder.length - path.length)),
    );
    const [place, ...others] = places;
    return place === undefined || others.length > 0 ? null : toRelative(place, to);
  }
}

/** The way from a file to a path, as an address; the empty path is the folder of the app. */
function toRelative(path: string, from: string): string {
  const way = posix.relative(posix.dirname(from), path);
  const written = encodeURIComponent(way).replaceAll(/%(?:2F|40|2B|3D)/g, decodeURIComponent);
  const address = `${written}${path === '' || path.endsWith('/') ? '/' : ''}`.replace(/^\/$/, './');
  // A quote or a bracket could end the text that the address stands in.
  const safe = address.replaceAll(/['()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return safe.startsWith('.') ? safe : `./${safe}`;
}
