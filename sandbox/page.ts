import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { toDraftAddress, toPublishedAddress } from './access.ts';
import { type App, toPublicFolder } from './app.ts';
import { switches } from './assumptions.ts';
import { formatFault } from './faults.ts';
import { isDataUrl, readFields } from './folder.ts';
import { toListedApp } from './responses.ts';
import type { Service } from './service.ts';

const [maxLogo, maxPrompt, maxFiles] = [100_000, 4_000, 50];

/** The reason why a form did nothing. */
export interface FormFault {
  readonly message: string;
  /** The fields of the form, so that nobody has to write them again. */
  readonly sent: URLSearchParams;
}

/**
 * Renders the page: forms that work without its script. What comes from outside is escaped by the
 * template.
 */
export function renderPage(url: URL, parts: Service, trouble: FormFault | null) {
  const { baseUrl, store } = parts;
  const apps = store.apps();
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mini apps sandbox</title>
<style>${style}</style>
<main>
<h1>Mini apps sandbox</h1>
<p>A local mock of the service at <code>${baseUrl}</code>. You play the reviewer and the platform. The API keys are printed where the
sandbox was started.</p>
<div id="trouble" role="alert">${trouble?.message}</div>
<section id="apps" tabindex="-1"><h2>Apps</h2>
${apps.length === 0 ? renderFirstSteps(baseUrl) : apps.map((app) => renderApp(url, app, parts))}</section>
<section id="requests"><h2>Requests</h2>
${renderRequests(parts)}</section>
<section id="settings" tabindex="-1"><h2>Settings</h2>
${renderSettings(parts, trouble?.sent ?? new URLSearchParams())}</section>
</main>
<script>${raw(script)}</script>
</html>
`;
}

function renderFirstSteps(baseUrl: string) {
  return html`<p>No app yet. Deploy a folder with the command, or with a workflow that has this <code>base-url</code>:</p>
<pre>export MINIAPPS_BASE_URL=${baseUrl} MINIAPPS_API_KEY=…   # as printed where the sandbox was started
npx miniapp-deploy deploy my-app --slug my-app --create</pre>
`;
}

function renderApp(url: URL, app: App, parts: Service) {
  const { slug, owner, status } = app;
  const { name, tagline, color, review_note: note } = toListedApp(app, parts);
  const control = `/_sandbox/apps/${slug}`;
  const moves = parts.listMoves(app);
  const link = (label: string, address: string) =>
    html`<a aria-label="${label} of ${slug}" href="${address}">${label}</a> `;
  // Two buttons of the same words are told apart by the app that their names end with.
  const button = (move: string, words: string) =>
    html`<button id="${slug}-${move}" formaction="${control}/${move}" aria-label="${words} ${slug}">${words}</button> `;
  return html`<article id="${slug}" tabindex="-1" style="border-color: ${/^#[0-9a-f]{6}$/i.exec(String(color))?.[0]}">
<h3>${renderLogo(app)}${name} <small>${slug}</small></h3>
<p>${tagline}
<p><b>${status.replaceAll('_', ' ')}</b>, owner ${owner}, colour <code>${color}</code>. ${link('Open draft', toDraftAddress(url, slug))}
${toPublicFolder(app) && link('Open published version', toPublishedAddress(url, slug))}</p>
${note && html`<blockquote>${note}</blockquote>`}
${renderTexts(app)}
<form id="${slug}-moves" method="post">${
    moves.some((move) => ['approve', 'reject', 'take_down'].includes(move)) &&
    html`<textarea id="${slug}-note" name="note" rows="2" placeholder="Note to the developer"
aria-label="Note to the developer of ${slug}"></textarea>
`
  }${moves.map((move) => button(move, move.replaceAll('_', ' ')))}</form>
<form id="${slug}-edits" method="post"><input id="${slug}-tagline" name="tagline" value="Edited by somebody else"
aria-label="Tagline of ${slug}"> ${button('edit', 'edit as somebody else')}</form>
<form id="${slug}-end" method="post"><label><input id="${slug}-sure" type="checkbox" required> Delete ${slug}, draft and published
version.</label> ${button('delete', 'delete')}</form>
</article>
`;
}

/** A picture that is not too large for a page that is asked for each second. */
function renderLogo({ draft }: App) {
  const logo = draft.get(readFields(draft).logo) ?? '';
  return isDataUrl(logo) && logo.length <= maxLogo && html`<img src="${logo}" alt="" height="32"> `;
}

/** What a reviewer looks at beside the app itself. */
function renderTexts({ slug, draft }: App) {
  const prompt = readFields(draft).system_prompt;
  const files = [...draft.keys()];
  return html`<details id="${slug}-texts"><summary>Instructions and files of the draft of ${slug}</summary>
<pre>${prompt.slice(0, maxPrompt) || 'No instructions.'}</pre>
<ul>${files.slice(0, maxFiles).map((file) => html`<li>${file}\n`)}</ul>${files.length > maxFiles && `${files.length} files`}</details>`;
}

function renderRequests({ requests }: Service) {
  if (requests.length === 0) return html`<p>None yet.</p>`;
  const rows = requests.slice(-30).toReversed();
  return html`<div class="wide" tabindex="0" role="region" aria-label="The last requests"><table>
<tr>${['Time', 'Status', 'Request', 'Body', 'Account'].map((name) => html`<th scope="col">${name}</th>`)}</tr>
${rows.map(
  ({ time, method, path, status, account, bytes }) =>
    html`<tr><td>${time.slice(11, 23)}<td>${status ?? 'reset'}<td>${method} ${path}<td>${bytes === null ? '' : `${bytes} bytes`}
<td>${account ?? 'no valid key'}</tr>\n`,
)}</table></div>`;
}

/** What was sent and did not fit stands in its form again. */
function renderSettings(parts: Service, sent: URLSearchParams) {
  const faults = sent.get('fault') ?? parts.faults.list().map(formatFault).join('\n');
  return html`<form id="faults" method="post" action="/_sandbox/settings">
<label>Faults, one per line, such as <code>kind=stale,lag_ms=5000,times=null</code>
<textarea id="faults-text" name="fault" rows="4">\n${faults}</textarea></label>
<button id="faults-set">Set the faults</button>
</form>
<form id="terms" method="post" action="/_sandbox/settings">
<label>Terms version <input id="terms-text" name="terms" required value="${sent.get('terms') ?? parts.setup().termsVersion}"></label>
<button id="terms-set">Publish</button>
</form>
${renderAssumptions(parts)}
<form id="reset" method="post" action="/_sandbox/reset">
<label><input id="reset-sure" type="checkbox" required> Delete all apps, and bring back the settings, faults and apps of the start.</label>
<button id="reset-set">Start over</button>
</form>
`;
}

/** Each switch with its present value. */
function renderAssumptions(service: Service) {
  const chosen: Readonly<Record<string, string | number>> = service.setup().assumptions;
  const changed = Object.entries(switches).filter(
    ([name, { values }]) => chosen[name] !== values[0],
  ).length;
  return html`<details id="assumptions"><summary>Assumptions about the API: ${changed} of
${Object.keys(switches).length} differ from the preset “documented”</summary>
<p>What is marked † contradicts the document.
<form id="preset" method="post" action="/_sandbox/settings">Preset
<button id="preset-documented" name="preset" value="documented">documented</button>
<button id="preset-strange" name="preset" value="strange">strange</button></form>
<form id="switches" method="post" action="/_sandbox/settings">
${Object.entries(switches).map(
  ([
    name,
    { values, about },
  ]) => html`<p><label>${chosen[name] === values[0] ? name : html`<b>${name}</b>`}
<select id="switch-${name}" name="assume">${values.map(
    (value) =>
      html`<option value="${name}=${value}"${raw(chosen[name] === value ? ' selected' : '')}>${value}</option>`,
  )}</select></label> ${about}</p>\n`,
)}
<button id="switches-set">Set the assumptions</button>
</form></details>
`;
}

/**
 * Takes over, each second, the sections that are new, and sends forms in the background. What is
 * being written stays, and the focus.
 */
const script = `
const isEdited = (control) =>
  control.type === 'checkbox' ? control.checked !== control.defaultChecked
  : control.options ? [...control.options].some((option) => option.selected !== option.defaultSelected)
  : control.value !== control.defaultValue;
const sections = () => [...document.querySelectorAll('main > section')];
let shown = new Map(sections().map((section) => [section.id, section.outerHTML]));
let tag = '';
// "done": the form that was sent, whose controls start anew.
function take(text, done) {
  const next = new DOMParser().parseFromString(text, 'text/html');
  const edited = [...document.querySelectorAll('input, select, textarea')].filter((control) => isEdited(control) && control.form?.id !== done);
  const open = [...document.querySelectorAll('details[open]')].map(({ id }) => id);
  const focus = [];
  for (let at = document.activeElement; at; at = at.parentElement) if (at.id) focus.push(at.id);
  const { selectionStart: start = null, selectionEnd: end = null } = document.activeElement ?? {};
  const isReplaced = (id) => shown.get(id) !== next.getElementById(id)?.outerHTML || document.getElementById(id)?.querySelector('#' + (done || 'trouble'));
  const replaced = sections().filter(({ id }) => isReplaced(id));
  shown = new Map([...next.querySelectorAll('main > section')].map((section) => [section.id, section.outerHTML]));
  for (const section of replaced) section.replaceWith(next.getElementById(section.id));
  for (const control of edited) {
    const now = document.getElementById(control.id);
    if (!now || now === control) continue;
    if (control.type === 'checkbox') now.checked = control.checked;
    else now.value = control.value;
  }
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  const again = focus.map((id) => document.getElementById(id)).find((element) => element?.matches('[tabindex], button, input, select, textarea, a, summary'));
  if (again && again !== document.activeElement) {
    again.focus({ preventScroll: true });
    if (again.id === focus[0] && start !== null) again.setSelectionRange(start, end);
  }
  return next;
}
async function follow() {
  try {
    const response = await fetch('/', { headers: tag ? { 'if-none-match': tag } : {}, cache: 'no-store' });
    tag = response.headers.get('etag') ?? '';
    if (response.status === 200) take(await response.text(), '');
    document.title = 'Mini apps sandbox';
  } catch {
    document.title = 'Mini apps sandbox (stopped)';
  }
  setTimeout(follow, 1000);
}
addEventListener('submit', async (event) => {
  event.preventDefault();
  const { target: form, submitter } = event;
  submitter?.focus();
  const body = new URLSearchParams(new FormData(form, submitter));
  const response = await fetch(submitter?.getAttribute('formaction') ?? form.getAttribute('action'), { method: 'post', body });
  const next = take(await response.text(), response.ok ? form.id : '');
  document.getElementById('trouble').textContent = next.getElementById('trouble')?.textContent ?? '';
});
setTimeout(follow, 1000);
`;

/** What the policy of the page allows to run. */
export const scriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui; }
html { background: Canvas; color: CanvasText; }
a { color: LinkText; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
article { border: 1px solid; border-left-width: 0.5rem; border-radius: 0.5rem; padding: 0 1rem 1rem; margin: 1rem 0; }
h3 img { vertical-align: middle; max-width: 100%; }
form { margin: 0.5rem 0; }
input, button, select, textarea { font: inherit; max-width: 100%; box-sizing: border-box; }
textarea { display: block; width: 100%; }
pre { white-space: pre-wrap; border-left: 3px solid; padding-left: 1rem; }
.wide { overflow-x: auto; }
th { text-align: left; }
th, td { padding-right: 1rem; white-space: nowrap; }
#trouble:not(:empty) { border: 2px solid; padding: 0.5rem; font-weight: bold; }
blockquote { border-left: 3px solid; padding-left: 1rem; margin-left: 0; white-space: pre-line; }
`;
