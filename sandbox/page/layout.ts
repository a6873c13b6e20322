import { html } from 'hono/html';
import type { Service } from '../service/service.ts';
import { countChangedAssumptions } from './assumptions.ts';
import type { Html } from './words.ts';

/** The sections of the page, by the path of each. */
export type Section = '/' | '/requests' | '/faults' | '/assumptions' | '/settings';

/** The variable parts of a page. */
export interface LayoutOptions {
  readonly title: string;
  readonly section: Section;
  /** The reason why a form was not accepted, or null. */
  readonly alert: string | null;
  readonly content: Html;
}

/** Renders a whole page of the sandbox. */
export function renderLayout(service: Service, options: LayoutOptions): Html {
  const { title, alert, content } = options;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Mini apps sandbox</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/pico.css">
<link rel="stylesheet" href="/assets/page.css">
<script src="/assets/page.js" type="module"></script>
</head>
<body data-ahead-ms="${service.aheadMs}">
<a class="skip" href="#content">Skip to content</a>
<header>
<div class="bar">
<a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28"> Mini apps sandbox</a>
<span class="live" role="status"><span id="live">Live</span></span>
<span class="address"><span class="muted">base-url</span> <code id="base-url">${service.baseUrl}</code>
<button type="button" class="quiet small" data-copy="base-url">Copy<span class="hidden"> base-url</span></button></span>
</div>
${renderNavigation(service, options.section)}
</header>
<main id="content" tabindex="-1">
<div id="alert" role="alert">${alert}</div>
<div id="done" role="status" class="hidden"></div>
${content}
</main>
</body>
</html>
`;
}

function renderNavigation(service: Service, current: Section): Html {
  const faults = service.faults.list().length;
  const changed = countChangedAssumptions(service);
  const links: readonly (readonly [path: Section, name: string, count: string | false])[] = [
    ['/', 'Apps', `${service.store.apps().length}`],
    ['/requests', 'Requests', `${service.requests.length}`],
    ['/faults', 'Faults', faults > 0 && `${faults} on`],
    ['/assumptions', 'Assumptions', changed > 0 && `${changed} changed`],
    ['/settings', 'Settings', false],
  ];
  return html`<nav id="sections" aria-label="Sections"><ul>${links.map(
    ([path, name, count]) => html`
<li><a href="${path}" ${path === current && html`aria-current="page"`}>${name}${
      count !== false && html` <span class="count">${count}</span>`
    }</a></li>`,
  )}
</ul></nav>`;
}

/** Renders links to the pages of a long list; nothing if there is only one. */
export function renderPager(
  number: number,
  count: number,
  toAddress: (number: number) => string,
): Html | '' {
  if (count <= 1) return '';
  return html`<nav class="pager" aria-label="Pages"><ul>
<li>${number > 1 && html`<a rel="prev" href="${toAddress(number - 1)}">Previous</a>`}</li>
<li class="muted">Page ${number} of ${count}</li>
<li>${number < count && html`<a rel="next" href="${toAddress(number + 1)}">Next</a>`}</li>
</ul></nav>`;
}
