import { html } from 'hono/html';
import { toProblemLine } from '../api/responses.ts';
import { isChange } from '../service/faults.ts';
import type { SeenRequest } from '../service/request-log.ts';
import type { Service } from '../service/service.ts';
import { renderPager, showPart, withQuery } from './lists.ts';
import type { View } from './view.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  type Html,
  quoteForShell,
  renderClock,
} from './words.ts';

const requestsPerPage = 50;
const results = ['2xx', '3xx', '4xx', '5xx', 'reset', 'fault'] as const;

/** The requests that are shown, as the address says. An empty text shows all. */
interface Filter {
  readonly search: string;
  /** The kind of responses, such as `4xx`. */
  readonly result: string;
  /** `changes` for changes only. */
  readonly method: string;
}

/** Renders the list of requests, the latest first, with one of them open. */
export function renderRequests({ service, url, params }: View): Html {
  const all = service.requests;
  if (all.length === 0) {
    return html`<h1>Requests</h1>
<div class="blank"><h2>No request yet</h2><p class="muted">Requests to the API appear here as they come in.</p></div>`;
  }
  const query = url.searchParams;
  const filter: Filter = {
    search: (query.get('search') ?? '').trim(),
    result: query.get('result') ?? '',
    method: query.get('method') ?? '',
  };
  const found = all.filter((request) => matchesFilter(request, filter)).toReversed();
  const part = showPart(found, url, requestsPerPage);
  const openId = params['id'] === undefined ? null : Number(params['id']);
  const open = all.find((request) => request.id === openId);
  const page = part.number === 1 ? '' : part.number;
  const toAddress = (id: number) => withQuery(`/requests/${id}`, { ...filter, page });
  return html`<div class="heading"><h1>Requests</h1>${renderFilter(filter)}</div>
<div class="columns inspector">
<div>
${found.length === 0 && html`<p class="muted">No request matches.</p>`}
<ol class="requests">${part.shown.map((request) => renderRow(request, toAddress(request.id), request === open))}
</ol>
${renderPager(part, (number) => withQuery('/requests', { ...filter, page: number }))}
</div>
<div id="request">${open === undefined ? renderNothingOpen(openId) : renderRequest(service, open, filter)}</div>
</div>`;
}

function matchesFilter(request: SeenRequest, filter: Filter): boolean {
  if (filter.method === 'changes' && !isChange(request.method)) return false;
  if (!matchesResult(request, filter.result)) return false;
  if (filter.search === '') return true;
  const { id, method, path, slug, account, status, error, faults } = request;
  const words = [id, method, path, slug, account, status, ...faults, error?.code, error?.message];
  return words.join(' ').toLowerCase().includes(filter.search.toLowerCase());
}

function matchesResult(request: SeenRequest, result: string): boolean {
  switch (result) {
    case '':
      return true;
    case 'fault':
      return request.faults.length > 0;
    case 'reset':
      return request.status === null;
    default:
      return String(request.status).charAt(0) === result.charAt(0);
  }
}

/** The buttons are outside of the form that filters: each form of this page has one button. */
function renderFilter(filter: Filter): Html {
  const { search, result, method } = filter;
  return html`<div class="inline"><form class="filter" action="/requests">
<label class="hidden" for="search">Search requests</label>
<input id="search" name="search" type="search" placeholder="Path, app or error" value="${search}">
<label class="hidden" for="result">Response</label><select id="result" name="result"><option value="">All responses</option>${results.map(
    (one) => html`<option value="${one}" ${one === result && html`selected`}>${one}</option>`,
  )}</select>
<label><input id="changes" name="method" type="checkbox" value="changes" ${method === 'changes' && html`checked`}> Changes only</label>
<button class="quiet">Search</button></form>
<form id="clear" method="post" action="/_sandbox/requests/clear"><button class="quiet">Clear</button></form></div>`;
}

function renderRow(request: SeenRequest, address: string, isOpen: boolean): Html {
  const { id, method, path, error } = request;
  return html`
<li id="request-${id}"><a href="${address}" ${isOpen && html`aria-current="true"`}>
${renderResult(request)} <span class="call"><b>${method}</b> ${path}</span>
<span class="muted facts">${renderClock(request.time)} <span>${formatDuration(request.duration_ms)}</span>
<span>${describeSizes(request)}</span>${error !== null && html` <span class="bad">${error.code}</span>`}${request.faults.map(
    (fault) => html` <span class="label waiting">${toKind(fault)} fault</span>`,
  )}</span></a></li>`;
}

/** Returns the kind of a fault as it is written: `kind=stale,times=null` is `stale`. */
function toKind(fault: string): string {
  return fault.split(',')[0]?.replace('kind=', '') ?? fault;
}

function renderResult({ status }: SeenRequest): Html {
  if (status === null) return html`<span class="label bad status">reset</span>`;
  return html`<span class="label ${toTone(status)} status">${status}</span>`;
}

function toTone(status: number): string {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'waiting';
  return status >= 300 ? 'neutral' : 'good';
}

function describeSizes(request: SeenRequest): string {
  const sizes: string[] = [];
  if (request.bytes !== null && request.bytes > 0) sizes.push(`${formatBytes(request.bytes)} sent`);
  if (request.response !== null) sizes.push(`${formatBytes(request.response.bytes)} received`);
  return sizes.join(', ');
}

function renderNothingOpen(id: number | null): Html {
  if (id !== null) return html`<p class="muted">This request is no longer kept.</p>`;
  return html`<p class="muted">Choose a request to see its headers and body.</p>`;
}

function renderRequest(service: Service, request: SeenRequest, filter: Filter): Html {
  const { id, method, path, account, faults, response } = request;
  return html`<section><p class="back"><a href="${withQuery('/requests', { ...filter })}">All requests</a></p>
<h2>${renderResult(request)} ${method} <code>${path}</code></h2>
${renderError(request)}
${
  faults.length > 0 &&
  html`<p class="notice"><b>A fault hit this request.</b> ${faults.map((fault) => html`<code>${fault}</code> `)}</p>`
}
<dl><div><dt>Time</dt><dd>${renderClock(request.time)}, ${formatDuration(request.duration_ms)}</dd></div>
<div><dt>Account</dt><dd>${account ?? 'no valid key'}</dd></div>
${request.slug !== null && html`<div><dt>App</dt><dd><a href="/apps/${request.slug}">${request.slug}</a></dd></div>`}</dl>
${renderFiles(request)}
${renderMessage('Request', request.headers, renderRequestBody(request))}
${response !== null && renderMessage('Response', response.headers, renderResponseBody(id, response.body))}
${renderCurl(service, request)}</section>`;
}

function renderError({ error }: SeenRequest): Html | '' {
  if (error === null) return '';
  return html`<div class="notice bad" id="error"><p><b><code>${error.code}</code></b> ${error.message}</p>
${error.problems.length > 0 && html`<ul>${error.problems.map((problem) => html`<li>${toProblemLine(problem)}</li>`)}</ul>`}</div>`;
}

function renderMessage(name: string, headers: Readonly<Record<string, string>>, body: Html): Html {
  const rows = Object.entries(headers);
  return html`<h3>${name}</h3>
<details id="${name.toLowerCase()}-headers"><summary>${formatCount(rows.length, 'header')}</summary>
<dl>${rows.map(([header, value]) => html`<div><dt>${header}</dt><dd><code>${value}</code></dd></div>`)}</dl></details>
${body}`;
}

const notKept = 'Only the last bodies of up to 1 MiB are kept.';

function renderRequestBody(request: SeenRequest): Html {
  const { id, bytes, body } = request;
  if (bytes === null) {
    const reason = hasUnreadBody(request) ? 'The body was not read.' : 'No body.';
    return html`<p class="muted">${reason}</p>`;
  }
  if (body === null)
    return html`<p class="muted">The body has ${formatBytes(bytes)}. ${notKept}</p>`;
  return renderBody(body, 'Body of the request', `/requests/${id}/request`);
}

/** Returns true if the request had a body and got its response before the body was read. */
function hasUnreadBody(request: SeenRequest): boolean {
  const length = Number(request.headers['content-length'] ?? 0);
  return request.bytes === null && (length > 0 || 'transfer-encoding' in request.headers);
}

function renderResponseBody(id: number, body: string | null): Html {
  if (body === null) return html`<p class="muted">${notKept}</p>`;
  if (body === '') return html`<p class="muted">No body.</p>`;
  return renderBody(parseJson(body) ?? body, 'Body of the response', `/requests/${id}/response`);
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
function renderBody(body: unknown, name: string, address: string): Html {
  let isCut = false;
  const cutText = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string' || value.length <= maxStringLength) return value;
    isCut = true;
    return `${value.slice(0, maxStringLength)}…`;
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body, cutText, 2);
  isCut ||= text.length > maxShownLength;
  return html`<pre class="json" tabindex="0" aria-label="${name}">${text.slice(0, maxShownLength)}</pre>
${isCut && html`<p><a href="${address}" target="_blank">The whole body</a></p>`}`;
}

/** Responds with a whole body that is kept, as a text; null if it is not. */
export function respondWithBody(service: Service, id: number, part: string): Response | null {
  const request = service.requests.find((one) => one.id === id);
  const body = request?.body ?? null;
  const sent = body === null ? null : JSON.stringify(body);
  const text = part === 'request' ? sent : (request?.response?.body ?? null);
  if (text === null) return null;
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
  return new Response(text, { headers });
}

const maxFiles = 200;

function renderFiles({ files }: SeenRequest): Html | '' {
  if (files === null) return '';
  const sorted = files.toSorted((one, other) => other.length - one.length);
  const total = files.reduce((sum, file) => sum + file.length, 0);
  return html`<h3>Files</h3>
<details id="files" open><summary>${formatCount(files.length, 'file')}, ${formatBytes(total)} as sent</summary>
<dl class="sizes">${sorted.slice(0, maxFiles).map((file) => html`<div><dt><code>${file.path}</code></dt><dd>${formatBytes(file.length)}</dd></div>`)}</dl>
${files.length > maxFiles && html`<p class="muted">${files.length - maxFiles} more are not shown.</p>`}</details>`;
}

/**
 * Renders the request as a command. The key is a variable, since a recorded request has no key. A
 * long body is read from a file.
 */
function renderCurl(service: Service, request: SeenRequest): Html {
  const lines = [`curl -i -X ${request.method} ${quoteForShell(service.baseUrl + request.path)}`];
  lines.push('  -H "Authorization: Bearer $MINIAPPS_API_KEY"');
  const sent = request.body === null ? '' : JSON.stringify(request.body);
  if (hasUnreadBody(request) || (request.bytes ?? 0) > 0) {
    const isShort = sent !== '' && sent.length <= maxShownLength;
    const body = isShort ? quoteForShell(sent) : '@body.json';
    lines.push("  -H 'Content-Type: application/json'", `  --data-binary ${body}`);
  }
  return html`<h3>curl</h3>
<p><button type="button" class="quiet" data-copy="curl">Copy as curl</button></p>
<details id="curl-command"><summary>Show the command</summary><pre tabindex="0" aria-label="curl command"><code id="curl">${lines.join(' \\\n')}</code></pre></details>`;
}
