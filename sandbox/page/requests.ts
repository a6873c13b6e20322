import { html } from 'hono/html';
import type { SeenRequest } from '../service/request-log.ts';
import type { Service } from '../service/service.ts';
import { type Page, withQuery } from './address.ts';
import { renderPager } from './layout.ts';
import { formatBytes, formatCount, formatDuration, type Html, renderClock } from './words.ts';

type RequestsPage = Extract<Page, { kind: 'requests' }>;

const requestsPerPage = 50;
const results = ['2xx', '3xx', '4xx', '5xx', 'reset', 'fault'] as const;

/** Renders the list of requests, the latest first, with one of them open. */
export function renderRequests(service: Service, page: RequestsPage): Html {
  const all = service.requests;
  if (all.length === 0) {
    return html`<h1>Requests</h1>
<div class="blank"><h2>No request yet</h2><p class="muted">Requests to the API appear here as they come in.</p></div>`;
  }
  const found = all.filter((request) => matchesFilter(request, page)).toReversed();
  const pages = Math.ceil(found.length / requestsPerPage);
  const number = Math.min(page.number, Math.max(pages, 1));
  const shown = found.slice((number - 1) * requestsPerPage, number * requestsPerPage);
  const open = all.find((request) => request.id === page.id);
  const filter = { app: page.slug, result: page.result };
  const toAddress = (next: number) => withQuery('/requests', { ...filter, page: next });
  return html`<div class="heading"><h1>Requests</h1>${renderFilter(all, page)}</div>
<div class="columns inspector">
<div>
${shown.length === 0 && html`<p class="muted">No request matches.</p>`}
<ol class="requests">${shown.map((request) => renderRow(request, page, number))}
</ol>
${renderPager(number, pages, toAddress)}
</div>
<div id="request">${open === undefined ? renderNothingOpen(page) : renderRequest(service, open, page)}</div>
</div>`;
}

function matchesFilter(request: SeenRequest, page: RequestsPage): boolean {
  if (page.slug !== '' && request.slug !== page.slug) return false;
  switch (page.result) {
    case '':
      return true;
    case 'fault':
      return request.faults.length > 0;
    case 'reset':
      return request.status === null;
    default:
      return String(request.status).charAt(0) === page.result.charAt(0);
  }
}

const maxSlugs = 200;

function renderFilter(all: readonly SeenRequest[], page: RequestsPage): Html {
  const slugs = new Set<string>();
  for (const request of all) if (request.slug !== null) slugs.add(request.slug);
  const names = Array.from(slugs).sort().slice(0, maxSlugs);
  return html`<form class="filter" action="/requests">
<label class="hidden" for="app">App</label><select id="app" name="app"><option value="">All apps</option>${names.map(
    (slug) => renderOption(slug, page.slug),
  )}</select>
<label class="hidden" for="result">Response</label><select id="result" name="result"><option value="">All responses</option>${results.map(
    (result) => renderOption(result, page.result),
  )}</select>
<button class="quiet">Filter</button></form>`;
}

function renderOption(value: string, chosen: string): Html {
  return html`<option value="${value}" ${value === chosen && html`selected`}>${value}</option>`;
}

function renderRow(request: SeenRequest, page: RequestsPage, number: number): Html {
  const { id, method, path } = request;
  const address = toRequestAddress(id, page, number);
  const faults = request.faults.map((fault) => {
    return html` <span class="label waiting">${toKind(fault)} fault</span>`;
  });
  return html`
<li id="request-${id}"><a href="${address}" ${id === page.id && html`aria-current="true"`}>
${renderResult(request)} <span class="call"><b>${method}</b> ${path}</span>
<span class="muted facts">${renderClock(request.time)} <span>${formatDuration(request.duration_ms)}</span>
<span>${describeSizes(request)}</span>${faults}</span></a></li>`;
}

/** Returns the kind of a fault as it is written: `kind=stale,times=null` is `stale`. */
function toKind(fault: string): string {
  return fault.split(',')[0]?.replace('kind=', '') ?? fault;
}

function toRequestAddress(id: number, page: RequestsPage, number: number): string {
  const query = { app: page.slug, result: page.result, page: number === 1 ? '' : number };
  return withQuery(`/requests/${id}`, query);
}

function renderResult(request: SeenRequest): Html {
  const { status } = request;
  if (status === null) return html`<span class="label bad status">reset</span>`;
  return html`<span class="label ${toTone(status)} status">${status}</span>`;
}

function toTone(status: number): string {
  if (status < 300) return 'good';
  if (status < 500) return 'waiting';
  return 'bad';
}

function describeSizes(request: SeenRequest): string {
  const sizes: string[] = [];
  if (request.bytes !== null) sizes.push(`${formatBytes(request.bytes)} sent`);
  if (request.response !== null) sizes.push(`${formatBytes(request.response.bytes)} received`);
  return sizes.join(', ');
}

function renderNothingOpen(page: RequestsPage): Html {
  if (page.id !== null) return html`<p class="muted">This request is no longer kept.</p>`;
  return html`<p class="muted">Choose a request to see its headers and body.</p>`;
}

function renderRequest(service: Service, request: SeenRequest, page: RequestsPage): Html {
  const { method, path, account, faults, response } = request;
  const back = withQuery('/requests', { app: page.slug, result: page.result });
  return html`<section><p class="back"><a href="${back}">All requests</a></p>
<h2>${renderResult(request)} ${method} <code>${path}</code></h2>
<dl><div><dt>Time</dt><dd>${renderClock(request.time)}, ${formatDuration(request.duration_ms)}</dd></div>
<div><dt>Account</dt><dd>${account ?? 'no valid key'}</dd></div>
${request.slug !== null && html`<div><dt>App</dt><dd><a href="/apps/${request.slug}">${request.slug}</a></dd></div>`}</dl>
${
  faults.length > 0 &&
  html`<p class="notice"><b>A fault hit this request.</b> ${faults.map((fault) => html`<code>${fault}</code> `)}</p>`
}
${renderFiles(request)}
${renderMessage('Request', request.headers, renderRequestBody(request))}
${response !== null && renderMessage('Response', response.headers, renderResponseBody(response.body))}
${renderCurl(service, request)}</section>`;
}

function renderMessage(name: string, headers: Readonly<Record<string, string>>, body: Html): Html {
  const id = name.toLowerCase();
  const rows = Object.entries(headers);
  return html`<h3>${name}</h3>
<details id="${id}-headers"><summary>${formatCount(rows.length, 'header')}</summary>
<dl>${rows.map(([header, value]) => html`<div><dt>${header}</dt><dd><code>${value}</code></dd></div>`)}</dl></details>
${body}`;
}

function renderRequestBody(request: SeenRequest): Html {
  const { bytes, body } = request;
  if (bytes === null) {
    const reason = hasUnreadBody(request) ? 'The body was not read.' : 'No body.';
    return html`<p class="muted">${reason}</p>`;
  }
  if (body === null) {
    return html`<p class="muted">The body has ${formatBytes(bytes)}; only bodies of up to 64 KiB are kept.</p>`;
  }
  return renderJson(body, 'Body of the request');
}

/** Returns true if the request had a body and got its response before the body was read. */
function hasUnreadBody(request: SeenRequest): boolean {
  const length = Number(request.headers['content-length'] ?? 0);
  return request.bytes === null && (length > 0 || 'transfer-encoding' in request.headers);
}

function renderResponseBody(body: string | null): Html {
  if (body === null) return html`<p class="muted">Only bodies of up to 64 KiB are kept.</p>`;
  if (body === '') return html`<p class="muted">No body.</p>`;
  return renderJson(parseJson(body) ?? body, 'Body of the response');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxShownLength = 20_000;
const maxStringLength = 2_000;

/** Renders a body: JSON with indents, anything else as it is. Long texts are cut. */
function renderJson(body: unknown, name: string): Html {
  const text = typeof body === 'string' ? body : JSON.stringify(body, cutLongText, 2);
  const isCut = text.length > maxShownLength;
  return html`<pre class="json" tabindex="0" aria-label="${name}">${text.slice(0, maxShownLength)}${isCut && ' …'}</pre>`;
}

function cutLongText(_key: string, value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > maxStringLength;
  return isLong ? `${value.slice(0, maxStringLength)}…` : value;
}

const maxFiles = 200;

function renderFiles(request: SeenRequest): Html | '' {
  const { files } = request;
  if (files === null) return '';
  const sorted = files.toSorted((one, other) => other.length - one.length);
  const total = files.reduce((sum, file) => sum + file.length, 0);
  return html`<h3>Files</h3>
<details id="files" open><summary>${formatCount(files.length, 'file')}, ${formatBytes(total)} as sent</summary>
<dl class="sizes">${sorted.slice(0, maxFiles).map((file) => html`<div><dt><code>${file.path}</code></dt><dd>${formatBytes(file.length)}</dd></div>`)}</dl>
${files.length > maxFiles && html`<p class="muted">${files.length - maxFiles} more are not shown.</p>`}</details>`;
}

/** Renders the request as a command. The key is a variable, since the sandbox shows no keys. */
function renderCurl(service: Service, request: SeenRequest): Html {
  const lines = [`curl -i -X ${request.method} ${quoteForShell(service.baseUrl + request.path)}`];
  lines.push('  -H "Authorization: Bearer $MINIAPPS_API_KEY"');
  const hasBody = hasUnreadBody(request) || (request.bytes ?? 0) > 0;
  if (hasBody) {
    const body = request.body === null ? '@body.json' : quoteForShell(JSON.stringify(request.body));
    lines.push("  -H 'Content-Type: application/json'", `  --data-binary ${body}`);
  }
  return html`<h3>curl</h3>
<p><button type="button" class="quiet" data-copy="curl">Copy as curl</button></p>
<details id="curl-command"><summary>Show the command</summary><pre tabindex="0" aria-label="curl command"><code id="curl">${lines.join(' \\\n')}</code></pre></details>`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
