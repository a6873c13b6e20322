import { isSlug } from '../../src/model/inputs.ts';
import { decodeAddress, listTagReferences, type Piece, readTags } from '../../src/web/html.ts';
import type { BuildFile } from './layout.ts';

/** The address of the app that a build was made for, with a base address such as `/a/tides/`. */
export interface AppBase {
  /** The address as a path, with a slash at both ends. */
  readonly address: string;
  readonly slug: string;
  /** The page that has it, and its first place there. */
  readonly file: BuildFile;
  readonly place: Piece;
}

/** `/a/<slug>/`, which may be below the path of a service. */
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
