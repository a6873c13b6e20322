import { html } from 'hono/html';
import { toDraftAddress } from '../api/access.ts';
import { type App, isInReview, statuses } from '../service/app.ts';
import { readFields } from '../service/folder.ts';
import type { Service } from '../service/service.ts';
import { renderLogo } from './app.ts';
import { describeDifference } from './differences.ts';
import { renderPager, showPart, withQuery } from './lists.ts';
import type { View } from './view.ts';
import {
  describeStatus,
  findStatusTime,
  type Html,
  renderAgo,
  renderStatus,
  toExportLine,
} from './words.ts';

const appsPerPage = 50;

/** Renders the table of apps: those in review first, then those that changed last. */
export function renderApps({ service, url }: View): Html {
  const all = service.store.apps();
  if (all.length === 0) return renderFirstSteps(service);
  const search = (url.searchParams.get('search') ?? '').trim();
  const status = url.searchParams.get('status') ?? '';
  const found = all.filter((app) => {
    return (status === '' || app.status === status) && matchesSearch(app, search);
  });
  const part = showPart(found.toSorted(compareApps), url, appsPerPage);
  return html`<div class="heading"><h1>Apps</h1>
<form class="filter"><label class="hidden" for="search">Search apps</label>
<input id="search" name="search" type="search" placeholder="Name, slug or owner" value="${search}">
${status !== '' && html`<input type="hidden" name="status" value="${status}">`}
<button class="quiet">Search</button></form></div>
${renderStatusFilter(all, search, status)}
${found.length === 0 && html`<p class="muted">No app matches.</p>`}
${found.length > 0 && renderTable(part.shown, { service, url })}
${renderPager(part, (page) => withQuery('/', { search, status, page }))}`;
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

/** Renders a link for each status that an app has, in the order of an app's life. */
function renderStatusFilter(apps: readonly App[], search: string, current: string): Html {
  const counts = new Map<string, number>(statuses.map((status) => [status, 0]));
  for (const app of apps) counts.set(app.status, (counts.get(app.status) ?? 0) + 1);
  const links = [{ status: '', name: 'All', count: apps.length }];
  for (const [status, count] of counts) {
    if (count > 0) links.push({ status, name: describeStatus(status).label, count });
  }
  return html`<nav aria-label="Filter by status" class="chips"><ul>${links.map(
    ({ status, name, count }) => html`
<li><a href="${withQuery('/', { search, status })}" ${status === current && html`aria-current="true"`}>${name} <span class="count">${count}</span></a></li>`,
  )}
</ul></nav>`;
}

function renderTable(apps: readonly App[], { service, url }: Pick<View, 'service' | 'url'>): Html {
  return html`<table class="apps"><thead><tr><th>App</th><th>Status</th><th class="wide">Owner</th>
<th class="wide">Draft</th><th class="wide">Status changed</th><th><span class="hidden">Actions</span></th></tr></thead>
<tbody>${apps.map((app) => renderRow(service, app, url))}
</tbody></table>`;
}

function renderRow(service: Service, app: App, url: URL): Html {
  const { slug, status, owner } = app;
  const address = `/apps/${slug}`;
  const review = html`<a class="button small" href="${address}" aria-label="Review ${slug}">Review</a> `;
  return html`
<tr id="app-${slug}"><td><div class="app-name">${renderLogo(app)}<div><a href="${address}">${readFields(app.draft).name || slug}</a>
<small class="muted">${slug}</small></div></div></td>
<td>${renderStatus(status)}</td><td class="wide">${owner}</td><td class="wide">${describeDifference(app)}</td>
<td class="wide">${renderAgo(findStatusTime(service, app))}</td>
<td class="actions">${isInReview(status) && review}<a class="button quiet small" target="_blank" href="${toDraftAddress(url, slug)}" aria-label="Open the draft of ${slug}">Open</a></td></tr>`;
}

function renderFirstSteps(service: Service): Html {
  const key = service.setup().accounts[0]?.key ?? '';
  return html`<h1>Apps</h1>
<div class="blank">
<h2>No app yet</h2>
<p>Deploy a folder, here <code>my-app</code>, in a shell:</p>
<pre tabindex="0" aria-label="Lines for a shell"><code id="first-steps">${toExportLine(service.baseUrl, key)}
npx miniapp-deploy deploy my-app --slug my-app --create</code></pre>
<p><button type="button" class="quiet" data-copy="first-steps">Copy</button></p>
<form id="sample" method="post" action="/_sandbox/sample"><p>Or look around first:</p>
<button>Add the sample app</button></form>
</div>`;
}
