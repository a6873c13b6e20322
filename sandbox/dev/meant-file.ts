/**
 * Finds the file in an app folder that was probably meant by a request that got a 404: the same
 * path below `assets/`, the only file that ends with the path, or the only file of that name.
 * Returns null if no file fits, or several do equally well.
 *
 * `findMeantFile('/a/tides/img/a.png', ['assets/img/a.png'], 'tides')` is `'assets/img/a.png'`.
 */
export function findMeantFile(
  pathname: string,
  files: Iterable<string>,
  slug: string,
): string | null {
  const asked = toAskedPath(pathname, slug);
  if (asked === '' || asked.endsWith('/')) return null;
  const all = [...files];
  const there = new Set(all);
  const bare = asked.replace(/^assets\//, '');
  const byPath = [`assets/${asked}`, `assets/${bare}`];
  const exact = byPath.find((path) => there.has(path));
  if (exact !== undefined) return exact;
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return findOnly(all, `/${bare}`) ?? findOnly(all, `/${name}`);
}

/**
 * Returns the path that a request asked for, relative to the app: `/a/tides/img/a.png` and
 * `/img/a.png` are both `img/a.png`. A path that cannot be decoded stays as it is.
 */
export function toAskedPath(pathname: string, slug: string): string {
  const root = `/a/${slug}/`;
  const path = pathname.startsWith(root) ? pathname.slice(root.length) : pathname.slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function findOnly(files: readonly string[], end: string): string | null {
  const found = files.filter((file) => file.endsWith(end));
  return found.length === 1 ? (found[0] ?? null) : null;
}
