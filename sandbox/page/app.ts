import { html } from 'hono/html';
import { toDraftAddress, toPublishedAddress } from '../api/access.ts';
import { toListedApp } from '../api/responses.ts';
import {
  type App,
  isInReview,
  type Move,
  toPublicFolder,
  toRejectedStatus,
} from '../service/app.ts';
import { defaultColor, isDataUrl, readFields } from '../service/folder.ts';
import type { Service } from '../service/service.ts';
import {
  compareVersions,
  countDifferences,
  describeDifference,
  type FileDifference,
  type Line,
} from './differences.ts';
import { renderHistory } from './history.ts';
import { withQuery } from './lists.ts';
import type { View } from './view.ts';
import {
  describeStatus,
  findStatusTime,
  formatBytes,
  type Html,
  renderAgo,
  renderStatus,
} from './words.ts';

/** Renders the page of one app. */
export function renderApp(view: View): Html {
  const { service, url, params } = view;
  const slug = params['slug'] ?? '';
  const app = service.store.find(slug);
  if (app === undefined) {
    return html`<h1>${slug}</h1>
<div class="blank"><h2>This app does not exist</h2><p><a href="/">All apps</a></p></div>`;
  }
  const { name, tagline } = readFields(app.draft);
  return html`<nav aria-label="Breadcrumb" class="crumbs"><a href="/">Apps</a> / <span>${slug}</span></nav>
<div class="heading app">${renderLogo(app)}<div><h1>${name || slug} ${renderStatus(app.status)}</h1>
<p>${tagline}</p></div></div>
<p class="muted">${describeStatus(app.status).meaning} Status changed ${renderAgo(findStatusTime(service, app))}.</p>
${renderNotices(view, app)}
<div class="columns">
<div>
${renderPictures(app, url)}
${renderDifferences(app)}
</div>
<div>
${renderReview(service, app, view.sent)}
<section><h2>History</h2>
${renderHistory(service, app)}</section>
${renderDetails(service, app)}
${renderOthers(app)}
</div>
</div>`;
}

/** Renders what `dev` has found in the folder that it serves. */
function renderNotices({ notices }: View, app: App): Html | '' {
  const text = notices?.getText(app) ?? '';
  if (text === '') return '';
  return html`<section class="notice" aria-label="Problems in the folder"><b>Problems in the folder</b>
<pre>${text}</pre></section>`;
}

const maxLogoLength = 100_000;

/** Renders an app's logo; without one, a tile in its color with its first letter. */
export function renderLogo(app: App): Html {
  const { logo, name, color } = readFields(app.draft);
  const picture = app.draft.get(logo) ?? '';
  if (isDataUrl(picture) && picture.length <= maxLogoLength) {
    return html`<img class="logo" src="${picture}" alt="" width="40" height="40">`;
  }
  const fill = /^#[0-9a-f]{6}$/i.test(color) ? color : defaultColor;
  const letter = Array.from(name.trim() || app.slug)[0]?.toUpperCase() ?? '';
  return html`<svg class="logo" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
<rect width="40" height="40" rx="8" fill="${fill}"/><text x="20" y="27" text-anchor="middle" font-size="20"
fill="${pickTextColor(fill)}">${letter}</text></svg>`;
}

/** Returns white or black, whichever is easier to read on a color. */
function pickTextColor(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const brightness = 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0);
  return brightness < 150 ? '#fff' : '#000';
}

/**
 * Renders small live pictures of an app's draft and published version. Each is a frame of the
 * version's own origin, which can neither be used nor reach this page.
 */
function renderPictures(app: App, url: URL): Html {
  const folder = toPublicFolder(app);
  const isSame = folder !== null && countDifferences(folder, app.draft) === 0;
  const draft = toDraftAddress(url, app.slug);
  let published = html`<figure><div class="screen empty"><span>${app.published === null ? 'Not published' : 'Hidden'}</span></div>
<figcaption class="muted">Published version</figcaption></figure>`;
  if (folder !== null) {
    const address = toPublishedAddress(url, app.slug);
    published = renderPicture(app, 'Published version', address, `${app.publishedAt}`);
  }
  return html`<div class="pictures" role="group" aria-label="Pictures">
${renderPicture(app, isSame ? 'Draft (the same)' : 'Draft', draft, `${app.version}`)}
${published}
</div>`;
}

/** The id changes when the picture has to be loaded again. */
function renderPicture(app: App, caption: string, address: string, version: string): Html {
  const { hostname } = new URL(address);
  return html`<figure>
<div class="screen"><iframe id="${hostname}-${version}" src="${address}" title="${caption} of ${app.slug}"
sandbox="allow-scripts allow-same-origin" loading="lazy" referrerpolicy="no-referrer" tabindex="-1" inert></iframe></div>
<figcaption><a href="${address}" aria-label="Open ${caption.toLowerCase()} of ${app.slug}" target="_blank">${caption}</a></figcaption>
</figure>`;
}

function renderDifferences(app: App): Html {
  const { files, count } = compareVersions(app);
  const hidden = count - files.length;
  return html`<section><h2>${app.published === null ? 'Files of the draft' : 'Differences'}</h2>
<p class="muted">${describeDifference(app)}.</p>
${files.map((file, index) => renderFile(file, index))}
${hidden > 0 && html`<p class="muted">${hidden} more are not shown.</p>`}</section>`;
}

const maxOpenFiles = 3;
const tones = { added: 'good', removed: 'bad', changed: 'waiting' } as const;

function renderFile(file: FileDifference, index: number): Html {
  const { path, kind, lines } = file;
  const isOpen = index < maxOpenFiles && lines !== null;
  return html`<details id="file-${encodeURIComponent(path)}" class="file" ${isOpen && html`open`}>
<summary><code>${path}</code> <span class="label ${tones[kind]}">${kind}</span>
<span class="muted">${describeSize(file)}</span></summary>
${lines === null && html`<p class="muted">Not a text, or too large to compare.</p>`}
${
  lines !== null &&
  html`<pre class="diff" tabindex="0" aria-label="Lines of ${path}">${lines.map(renderLine)}${
    file.isCut && html`<span class="place">The rest is not shown.</span>`
  }</pre>`
}</details>
`;
}

function describeSize(file: FileDifference): string {
  const before = formatBytes(file.bytesBefore);
  const after = formatBytes(file.bytesAfter);
  if (file.kind === 'removed') return before;
  if (file.kind === 'added' || before === after) return after;
  return `${before} → ${after}`;
}

function renderLine({ kind, text }: Line): Html {
  switch (kind) {
    case 'added':
      return html`<ins>+ ${text}\n</ins>`;
    case 'removed':
      return html`<del>- ${text}\n</del>`;
    case 'same':
      return html`<span>  ${text}\n</span>`;
    case 'place':
      return html`<span class="place">${text}\n</span>`;
  }
}

interface MoveButton {
  readonly move: Move;
  readonly words: string;
  readonly look: string;
}

/** Renders the reviewer's note, and the moves that the app's status allows. */
function renderReview(service: Service, app: App, sent: URLSearchParams): Html {
  const possible = service.listMoves(app);
  const isFinal = toRejectedStatus(service.setup().assumptions) === 'not_approved';
  const reviewer: readonly MoveButton[] = [
    { move: 'approve', words: 'Approve', look: '' },
    { move: 'reject', words: isFinal ? 'Reject' : 'Request changes', look: 'danger' },
    { move: 'take_down', words: 'Take down', look: 'danger quiet' },
  ];
  const owner: readonly MoveButton[] = [
    { move: 'submit', words: 'Send for review', look: 'quiet' },
    { move: 'withdraw', words: 'Withdraw from review', look: 'quiet' },
    { move: 'discard', words: 'Discard changes', look: 'quiet' },
  ];
  const decisions = reviewer.filter((button) => possible.includes(button.move));
  const dashboard = owner.filter((button) => possible.includes(button.move));
  const warnsOfEnd = isFinal && isInReview(app.status);
  const note = toListedApp(app, service)['review_note'];
  return html`<section id="review"><h2>Review</h2>
${typeof note === 'string' && html`<p class="muted">Reviewer’s note:</p><blockquote>${note}</blockquote>`}
${decisions.length === 0 && html`<p class="muted">There is nothing to decide with this status.</p>`}
${
  decisions.length > 0 &&
  html`<form id="decide" method="post">
<label for="note">Note to the developer</label>
<textarea id="note" name="note" rows="3" placeholder="Optional">${sent.get('note') ?? ''}</textarea>
<div class="buttons">${decisions.map((button) => renderMove(app, button))}</div>
${warnsOfEnd && html`<small class="muted">A rejection is final: the app cannot be sent for review again.</small>`}
</form>`
}
${
  dashboard.length > 0 &&
  html`<form id="dashboard" method="post"><p class="muted">As the owner, in the dashboard:</p>
<div class="buttons">${dashboard.map((button) => renderMove(app, button))}</div></form>`
}</section>`;
}

function renderMove(app: App, { move, words, look }: MoveButton): Html {
  return html`<button id="${move}" class="${look}" formaction="/_sandbox/apps/${app.slug}/${move}">${words}</button> `;
}

function renderDetails(service: Service, app: App): Html {
  const listed = toListedApp(app, service);
  let bytes = 0;
  for (const content of app.draft.values()) bytes += content.length;
  const facts: readonly (readonly [name: string, value: Html | string])[] = [
    ['Address', html`<code>${listed['url']}</code>`],
    ['Owner', app.owner],
    ['Color', html`<code>${listed['color']}</code>`],
    ['Draft', `version ${app.version}, ${formatBytes(bytes)}`],
    ['Updated', renderAgo(app.updatedAt)],
    ['Submitted', app.submittedAt === null ? 'never' : renderAgo(app.submittedAt)],
    ['Published', app.publishedAt === null ? 'never' : renderAgo(app.publishedAt)],
  ];
  return html`<section><h2>Details</h2>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p><a href="${withQuery('/requests', { search: app.slug })}">Requests about this app</a></p></section>`;
}

/** Renders the changes that somebody else can make at the same time. */
function renderOthers({ slug }: App): Html {
  return html`<section><h2>As somebody else</h2>
<form id="edit" method="post" action="/_sandbox/apps/${slug}/edit"><label for="tagline">Tagline</label>
<div class="inline"><input id="tagline" name="tagline" value="Edited by somebody else">
<button class="quiet">Edit draft</button></div></form>
<details id="deletion"><summary>Delete the app</summary>
<form id="delete" method="post" action="/_sandbox/apps/${slug}/delete">
<label><input id="sure" type="checkbox" required> Delete ${slug} with its draft and published version</label>
<button class="danger">Delete</button></form></details></section>`;
}
