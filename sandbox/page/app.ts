import { html } from 'hono/html';
import { toListedApp } from '../api/responses.ts';
import { type App, isInReview, type Move, toRejectedStatus } from '../service/app.ts';
import { readFields } from '../service/folder.ts';
import type { Service } from '../service/service.ts';
import { describeDifference, renderLogo, renderPictures } from './app-parts.ts';
import { compareVersions, type FileDifference, type Line } from './differences.ts';
import { renderTimeline } from './timeline.ts';
import {
  describeStatus,
  findStatusTime,
  formatBytes,
  type Html,
  renderAgo,
  renderStatus,
} from './words.ts';

/** Renders the page of one app. `sent` are the fields of a form that was not valid. */
export function renderApp(service: Service, app: App, url: URL, sent: URLSearchParams): Html {
  const { name, tagline } = readFields(app.draft);
  const { meaning } = describeStatus(app.status);
  return html`<nav aria-label="Breadcrumb" class="crumbs"><a href="/">Apps</a> / <span>${app.slug}</span></nav>
<div class="heading app">${renderLogo(app)}<div><h1>${name || app.slug} ${renderStatus(app.status)}</h1>
<p>${tagline}</p></div></div>
<p class="muted">${meaning} Status changed ${renderAgo(findStatusTime(service, app))}.</p>
<div class="columns">
<div>
<section class="large" aria-label="Pictures">${renderPictures(app, url)}</section>
${renderDifferences(app)}
</div>
<div>
${renderReview(service, app, sent)}
<section><h2>History</h2>
${renderTimeline(service, app)}</section>
${renderFacts(service, app)}
${renderOthers(app)}
</div>
</div>`;
}

function renderDifferences(app: App): Html {
  const { files, count } = compareVersions(app);
  const hidden = count - files.length;
  return html`<section id="differences"><h2>${app.published === null ? 'Files of the draft' : 'Differences'}</h2>
<p class="muted">${describeDifference(app)}.</p>
${files.map((file, index) => renderFile(file, index))}
${hidden > 0 && html`<p class="muted">${hidden} more are not shown.</p>`}</section>`;
}

const maxOpenFiles = 3;

function renderFile(file: FileDifference, index: number): Html {
  const isOpen = index < maxOpenFiles && file.detail.kind !== 'none';
  return html`<details id="file-${encodeURIComponent(file.path)}" class="file" ${isOpen && html`open`}>
<summary><code>${file.path}</code> <span class="label ${tones[file.kind]}">${file.kind}</span>
<span class="muted">${describeSize(file)}</span></summary>
${renderDetail(file)}</details>
`;
}

const tones = { added: 'good', removed: 'bad', changed: 'waiting' } as const;

function describeSize(file: FileDifference): string {
  const before = formatBytes(file.bytesBefore);
  const after = formatBytes(file.bytesAfter);
  switch (file.kind) {
    case 'added':
      return after;
    case 'removed':
      return before;
    case 'changed':
      if (before === after) return after;
      return `${before} → ${after}`;
  }
}

function renderDetail(file: FileDifference): Html {
  const { detail } = file;
  switch (detail.kind) {
    case 'lines':
      return html`<pre class="diff" tabindex="0" aria-label="Lines of ${file.path}">${detail.lines.map(renderLine)}${
        detail.isCut && html`<span class="place">The rest is not shown.</span>`
      }</pre>`;
    case 'pictures':
      return html`<p class="before-after">${renderImage(detail.before, `${file.path} before`)}
${renderImage(detail.after, `${file.path} now`)}</p>`;
    case 'none':
      return html`<p class="muted">Not a text, or too large to compare.</p>`;
  }
}

function renderLine(line: Line): Html {
  switch (line.kind) {
    case 'added':
      return html`<ins>+ ${line.text}\n</ins>`;
    case 'removed':
      return html`<del>- ${line.text}\n</del>`;
    case 'same':
      return html`<span>  ${line.text}\n</span>`;
    case 'place':
      return html`<span class="place">${line.text}\n</span>`;
  }
}

function renderImage(picture: string | null, name: string): Html | '' {
  return picture === null ? '' : html`<img src="${picture}" alt="${name}">`;
}

/** A button of a move. */
interface MoveButton {
  readonly move: Move;
  readonly words: string;
  readonly look: string;
}

/** Renders the moves that the app's status allows, by the reviewer and by the owner. */
function renderReview(service: Service, app: App, sent: URLSearchParams): Html {
  const possible = service.listMoves(app);
  const isFinal = toRejectedStatus(service.setup().assumptions) === 'not_approved';
  const rejection = isFinal ? 'Reject' : 'Request changes';
  const buttons: readonly MoveButton[] = [
    { move: 'approve', words: 'Approve', look: '' },
    { move: 'reject', words: rejection, look: 'danger' },
    { move: 'take_down', words: 'Take down', look: 'danger quiet' },
  ];
  const reviewer = buttons.filter((button) => possible.includes(button.move));
  const owner: readonly MoveButton[] = [
    { move: 'submit', words: 'Send for review', look: 'quiet' },
    { move: 'withdraw', words: 'Withdraw from review', look: 'quiet' },
    { move: 'discard', words: 'Discard changes', look: 'quiet' },
  ];
  const dashboard = owner.filter((button) => possible.includes(button.move));
  return html`<section id="review"><h2>Review</h2>
${reviewer.length > 0 && renderReviewerForm(app, reviewer, isFinal, sent)}
${reviewer.length === 0 && html`<p class="muted">There is nothing to decide with this status.</p>`}
${
  dashboard.length > 0 &&
  html`<form id="dashboard" method="post"><p class="muted">As the owner, in the dashboard:</p>
<div class="buttons">${dashboard.map((button) => renderMove(app, button))}</div></form>`
}</section>`;
}

function renderReviewerForm(
  app: App,
  buttons: readonly MoveButton[],
  isFinal: boolean,
  sent: URLSearchParams,
): Html {
  const warnsOfEnd = isFinal && isInReview(app.status);
  return html`<form id="decide" method="post">
<label for="note">Note to the developer</label>
<textarea id="note" name="note" rows="3" placeholder="Optional">${sent.get('note') ?? ''}</textarea>
<div class="buttons">${buttons.map((button) => renderMove(app, button))}</div>
${warnsOfEnd && html`<small class="muted">A rejection is final: the app cannot be sent for review again.</small>`}
</form>`;
}

function renderMove(app: App, button: MoveButton): Html {
  const action = `/_sandbox/apps/${app.slug}/${button.move}`;
  return html`<button id="${button.move}" class="${button.look}" formaction="${action}">${button.words}</button> `;
}

function renderFacts(service: Service, app: App): Html {
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
<p><a href="/requests?app=${app.slug}">Requests about this app</a></p></section>`;
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
