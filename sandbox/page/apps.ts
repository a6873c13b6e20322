import { html } from 'hono/html';
import { type App, isInReview } from '../service/app.ts';
import { readFields } from '../service/folder.ts';
import type { Service } from '../service/service.ts';
import { type Page, withQuery } from './address.ts';
import { describeDifference, renderLogo, renderPictures } from './app-parts.ts';
import { renderPager } from './layout.ts';
import { describeStatus, findStatusTime, type Html, renderAgo, renderStatus } from './words.ts';

type AppsPage = Extract<Page, { kind: 'apps' }>;

const appsPerPage = 12;

/** Renders the list of apps: those in review first, then by their last change. */
export function renderApps(service: Service, page: AppsPage, url: URL): Html {
  const apps = service.store.apps();
  if (apps.length === 0) return renderFirstSteps(service);
  const found = apps.filter((app) => matchesSearch(app, page.search)).toSorted(compareApps);
  const shown = found.filter((app) => page.status === '' || app.status === page.status);
  const pages = Math.ceil(shown.length / appsPerPage);
  const number = Math.min(page.number, Math.max(pages, 1));
  const cards = shown.slice((number - 1) * appsPerPage, number * appsPerPage);
  const toAddress = (next: number): string => {
    return withQuery('/', { search: page.search, status: page.status, page: next });
  };
  return html`<div class="heading"><h1>Apps</h1>
<search><form class="filter" action="/"><label class="hidden" for="search">Search apps</label>
<input id="search" type="search" name="search" value="${page.search}" placeholder="Search apps">
${page.status !== '' && html`<input type="hidden" name="status" value="${page.status}">`}
<button class="quiet">Search</button></form></search></div>
${renderStatusFilter(found, page)}
${cards.length === 0 && html`<p class="muted">No app matches.</p>`}
<ul id="apps" class="cards">${cards.map((app) => renderCard(service, app, url))}
</ul>
${renderPager(number, pages, toAddress)}`;
}

function matchesSearch(app: App, search: string): boolean {
  const { name } = readFields(app.draft);
  const text = `${app.slug} ${app.owner} ${name}`.toLowerCase();
  return text.includes(search.toLowerCase());
}

function compareApps(one: App, other: App): number {
  const byReview = Number(isInReview(other.status)) - Number(isInReview(one.status));
  return byReview || other.updatedAt - one.updatedAt || one.slug.localeCompare(other.slug);
}

/** Renders a link for each status that an app has, with the number of apps. */
function renderStatusFilter(apps: readonly App[], page: AppsPage): Html {
  const counts = new Map<string, number>();
  for (const app of apps) counts.set(app.status, (counts.get(app.status) ?? 0) + 1);
  const links = [{ status: '', name: 'All', count: apps.length }];
  for (const [status, count] of counts) {
    links.push({ status, name: describeStatus(status).label, count });
  }
  return html`<nav aria-label="Filter by status" class="chips"><ul>${links.map(
    ({ status, name, count }) => html`
<li><a href="${withQuery('/', { search: page.search, status })}" ${status === page.status && html`aria-current="true"`}>${name} <span class="count">${count}</span></a></li>`,
  )}
</ul></nav>`;
}

function renderCard(service: Service, app: App, url: URL): Html {
  const { slug, status } = app;
  const { name, tagline } = readFields(app.draft);
  const address = `/apps/${slug}`;
  let link = html`<a class="button quiet" href="${address}" aria-label="Details of ${slug}">Details</a>`;
  if (isInReview(status)) {
    link = html`<a class="button" href="${address}" aria-label="Review ${slug}">Review</a>`;
  }
  return html`
<li id="app-${slug}"><article>
<header>${renderLogo(app)}<div><h2><a href="${address}">${name || slug}</a></h2>
<p class="muted">${slug} · ${app.owner}</p></div>${renderStatus(status)}</header>
${tagline !== '' && html`<p>${tagline}</p>`}
<p class="muted">${describeStatus(status).meaning} Status changed ${renderAgo(findStatusTime(service, app))}.</p>
${renderPictures(app, url)}
<footer><p class="muted">${describeDifference(app)}.</p>
${link}</footer>
</article></li>`;
}

function renderFirstSteps(service: Service): Html {
  return html`<h1>Apps</h1>
<div class="blank">
<h2>No app yet</h2>
<p>Deploy a folder with the command. The sandbox printed the API key when it started.</p>
<pre><code id="first-steps">export MINIAPPS_BASE_URL='${service.baseUrl}' MINIAPPS_API_KEY='…'
npx miniapp-deploy deploy my-app --slug my-app --create</code></pre>
<p><button type="button" class="quiet" data-copy="first-steps">Copy</button></p>
<p class="muted">A workflow needs this <code>base-url</code> and the same key.</p>
</div>`;
}
