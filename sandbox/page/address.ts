/** A page of the sandbox, with the choices in its address. */
export type Page =
  | {
      readonly kind: 'apps';
      /** The text that the shown apps contain. If it is empty, all are shown. */
      readonly search: string;
      /** The status of the shown apps. If it is empty, all are shown. */
      readonly status: string;
      /** Counts from 1. */
      readonly number: number;
    }
  | { readonly kind: 'app'; readonly slug: string }
  | {
      readonly kind: 'requests';
      /** The id of the open request, or null. */
      readonly id: number | null;
      /** The app whose requests are shown. If it is empty, all are shown. */
      readonly slug: string;
      /** The kind of responses that are shown, such as `4xx`. If it is empty, all are shown. */
      readonly result: string;
      /** Counts from 1. */
      readonly number: number;
    }
  | { readonly kind: 'faults' }
  | { readonly kind: 'assumptions' }
  | { readonly kind: 'settings' };

/** Returns the page of an address, or null if the address has no page. */
export function readPage(url: URL): Page | null {
  const { pathname, searchParams: query } = url;
  const number = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const [, section, name, ...others] = pathname.split('/');
  if (others.length > 0) return null;
  switch (section) {
    case '':
      if (name !== undefined) return null;
      return {
        kind: 'apps',
        search: (query.get('search') ?? '').trim(),
        status: query.get('status') ?? '',
        number,
      };
    case 'apps':
      if (name === undefined || !/^[a-z0-9-]{3,32}$/.test(name)) return null;
      return { kind: 'app', slug: name };
    case 'requests': {
      if (name !== undefined && !/^\d{1,10}$/.test(name)) return null;
      return {
        kind: 'requests',
        id: name === undefined ? null : Number(name),
        slug: query.get('app') ?? '',
        result: query.get('result') ?? '',
        number,
      };
    }
    case 'faults':
    case 'assumptions':
    case 'settings':
      return name === undefined ? { kind: section } : null;
    default:
      return null;
  }
}

/** Returns an address with the parameters that are not empty. */
export function withQuery(path: string, query: Readonly<Record<string, string | number>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
