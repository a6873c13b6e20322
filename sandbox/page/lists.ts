import { html } from 'hono/html';
import type { Html } from './words.ts';

/** A part of a long list. */
export interface Part<T> {
  readonly shown: readonly T[];
  /** The number of this part, from 1. */
  readonly number: number;
  /** The number of all parts. */
  readonly count: number;
}

/** Returns the part of a list that the `page` of an address names; the last one at most. */
export function showPart<T>(list: readonly T[], url: URL, size: number): Part<T> {
  const wanted = Number.parseInt(url.searchParams.get('page') ?? '', 10) || 1;
  const count = Math.max(1, Math.ceil(list.length / size));
  const number = Math.min(Math.max(wanted, 1), count);
  return { shown: list.slice((number - 1) * size, number * size), number, count };
}

/** Renders links to the parts of a long list; nothing if there is only one. */
export function renderPager(part: Part<unknown>, toAddress: (page: number) => string): Html | '' {
  const { number, count } = part;
  if (count === 1) return '';
  return html`<nav class="pager" aria-label="Pages"><ul>
<li>${number > 1 && html`<a rel="prev" href="${toAddress(number - 1)}">Previous</a>`}</li>
<li class="muted">Page ${number} of ${count}</li>
<li>${number < count && html`<a rel="next" href="${toAddress(number + 1)}">Next</a>`}</li>
</ul></nav>`;
}

/** Returns an address with the parameters that are not empty. */
export function withQuery(path: string, query: Readonly<Record<string, string | number>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
