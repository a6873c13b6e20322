import { pagePath } from '../../src/app/app.ts';
import { isSlug } from '../../src/inputs/inputs.ts';
import {
  decodeAddress,
  listTagReferences,
  type Piece,
  readKeyword,
  readTags,
} from '../../src/web/html.ts';
import type { BuildFile } from './layout.ts';

/** The address of the app that a build was made for, with a base address such as `/a/tides/`. */
export interface AppBase {
  /** The address as a path, with a slash at both ends. */
  readonly address: string;
  readonly slug: string;
  /** The first page that contains this address, and the position of the address in the page. */
  readonly file: BuildFile;
  readonly place: Piece;
}

/** Matches an address that begins with `/a/<slug>/`, which may be below the path of a service. */
const appAddress = /^((?:\/[^/?#]+)*?\/a\/([a-z0-9-]+)\/)([^?#]*)/;

/**
 * Returns the address of the app that a build was made for, or null if its pages load no file of
 * the build from such an address.
 */
export function findAppBase(files: readonly BuildFile[]): AppBase | null {
  const paths = new Set(files.map((file) => file.path));
  for (const file of files) {
    if (file.type !== 'text/html') continue;
    for (const reference of listPageAddresses(file.text)) {
      const [, address = '', slug = '', rest = ''] = appAddress.exec(reference.text.trim()) ?? [];
      const isOfBuild = rest === '' || paths.has(decodeAddress(rest) ?? '');
      // A build may have a folder of its own that is named `a`.
      const isInBuild = paths.has(reference.text.trim().slice(1));
      if (isSlug(slug) && isOfBuild && !isInBuild) return { address, slug, file, place: reference };
    }
  }
  return null;
}

/** Returns the addresses in a page: of its `<base>`, and of what it loads. */
function listPageAddresses(html: string): readonly Piece[] {
  return [...readTags(html)].flatMap((tag): readonly Piece[] => {
    const base = tag.name === 'base' ? tag.attributes.get('href') : undefined;
    return base === undefined ? listTagReferences(tag) : [base];
  });
}

/**
 * Returns the address of the site that the build was made for, such as `https://example.org/`: the
 * page's own address, from its canonical link or `og:url`, up to the last slash; or else the first
 * page of the sitemap, as Hugo and Zola write it. A builder may write it in front of the addresses
 * of files. Returns null if neither states the address.
 */
export function findSiteUrl(files: readonly BuildFile[]): string | null {
  const page = files.find((file) => file.path === pagePath);
  for (const tag of readTags(page?.text ?? '')) {
    const isCanonical = tag.name === 'link' && readKeyword(tag, 'rel') === 'canonical';
    const isPageUrl = tag.name === 'meta' && readKeyword(tag, 'property') === 'og:url';
    const value = tag.attributes.get(isCanonical ? 'href' : 'content')?.text.trim() ?? '';
    const [, url] = /^(https?:\/\/[^/?#]+\/(?:[^?#]*\/)?)[^/?#]*(?:[?#]|$)/.exec(value) ?? [];
    if ((isCanonical || isPageUrl) && url !== undefined) return url;
  }
  return findSitemapUrl(files);
}

/** Maximum number of bytes that are read of a sitemap. */
const maxSitemapBytes = 1_000_000;

/** Returns the address of the page that all pages of the sitemap are below; null if there is none. */
function findSitemapUrl(files: readonly BuildFile[]): string | null {
  const sitemap = files.find((file) => file.path === 'sitemap.xml');
  const text = sitemap?.read().subarray(0, maxSitemapBytes).toString() ?? '';
  const urls = Array.from(text.matchAll(/<loc>(https?:\/\/[^<?#]+)<\/loc>/g), ([, url = '']) => {
    return /^https?:\/\/[^/]+$/.test(url) ? `${url}/` : url;
  });
  const [first] = urls.toSorted((one, other) => one.length - other.length);
  if (first === undefined || !first.endsWith('/')) return null;
  return urls.every((url) => url.startsWith(first)) ? first : null;
}
