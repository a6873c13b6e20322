import { html } from 'hono/html';
import { type Assumptions, switches } from '../service/assumptions.ts';
import type { Service } from '../service/service.ts';
import type { View } from './view.ts';
import { formatBytes, formatCount, type Html, toExportLine } from './words.ts';

const advances: readonly (readonly [name: string, milliseconds: number])[] = [
  ['10 seconds', 10_000],
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['30 days', 30 * 86_400_000],
];

/** Renders how to connect to the sandbox, and its settings. */
export function renderSettings({ service, sent }: View): Html {
  const { accounts, termsVersion, rate, limits } = service.setup();
  return html`<h1>Settings</h1>
<div class="columns">
<div>
<section><h2>Connect</h2>
<pre tabindex="0" aria-label="A line for a shell"><code id="connect">${toExportLine(service.baseUrl, accounts[0]?.key ?? '')}</code></pre>
<p><button type="button" class="quiet" data-copy="connect">Copy</button></p>
<dl><div><dt>Accounts</dt><dd>${accounts.map(({ name }) => name).join(', ')}</dd></div>
<div><dt>OpenAPI</dt><dd><a href="/openapi.json">/openapi.json</a></dd></div></dl></section>
${renderAssumptions(service)}
</div>
<div>
<section><h2>Terms</h2>
<form id="terms" method="post" action="/_sandbox/settings"><label for="terms-version">Current version of the developer terms</label>
<div class="inline"><input id="terms-version" name="terms" required value="${sent.get('terms') ?? termsVersion}">
<button class="quiet">Change</button></div></form></section>
<section><h2>Rate limit</h2>
<form id="rate" method="post" action="/_sandbox/settings"><label for="changes">Changes per account and minute</label>
<div class="inline"><input id="changes" name="rate" type="number" min="1" required value="${sent.get('rate') ?? rate.changes}">
<button class="quiet">Change</button></div></form></section>
<section><h2>Clock</h2>
<form id="clock" method="post" action="/_sandbox/clock"><label for="advance">Advance the sandbox’s clock by</label>
<div class="inline"><select id="advance" name="advance_ms">${advances.map(
    ([name, milliseconds]) => html`<option value="${milliseconds}">${name}</option>`,
  )}</select>
<button class="quiet">Advance</button></div></form></section>
<section><h2>Limits</h2>
<dl>${Object.entries(limits).map(
    ([name, value]) =>
      html`<div><dt><code>${name}</code></dt><dd>${/bytes/i.test(name) ? formatBytes(value) : value}</dd></div>`,
  )}</dl>
<p class="muted">Set with <code>--limit</code>, or over HTTP.</p></section>
<section><h2>Reset</h2>
<form id="reset" method="post" action="/_sandbox/reset">
<label><input id="reset-sure" type="checkbox" required> Delete all apps, and restore the initial settings, faults and apps</label>
<button class="danger">Reset</button></form></section>
</div>
</div>`;
}

/** An assumption with its present value. */
interface Switch {
  readonly name: string;
  readonly values: readonly (string | number)[];
  readonly about: string;
  readonly value: string | number;
}

/** Returns how many assumptions differ from the preset `documented`. */
export function countChangedAssumptions(service: Service): number {
  return listSwitches(service.setup().assumptions).filter(isChanged).length;
}

function listSwitches(assumptions: Assumptions): readonly Switch[] {
  const chosen: Readonly<Record<string, string | number>> = assumptions;
  return Object.entries(switches).map(([name, { values, about }]) => {
    return { name, values, about, value: chosen[name] ?? '' };
  });
}

function isChanged(one: Switch): boolean {
  return one.value !== one.values[0];
}

/** Renders the assumptions about the API, those that were changed first. */
function renderAssumptions(service: Service): Html {
  const all = listSwitches(service.setup().assumptions);
  const changed = all.filter(isChanged);
  const others = all.filter((one) => !isChanged(one));
  return html`<section id="assumptions"><h2>Assumptions</h2>
<p class="muted">The service’s document leaves these points open. A client should work with each value, except for values marked †,
which contradict the document.</p>
<form id="preset" method="post" action="/_sandbox/settings" class="buttons"><span>Preset</span>
<button id="preset-documented" class="quiet" name="preset" value="documented">documented</button>
<button id="preset-strange" class="quiet" name="preset" value="strange">strange</button></form>
<form id="switches" method="post" action="/_sandbox/settings">
<h3>Changed</h3>
${changed.length === 0 && html`<p class="muted">All are as in the preset “documented”.</p>`}
<ul class="switches">${changed.map(renderSwitch)}</ul>
<details id="unchanged"><summary>${formatCount(others.length, 'assumption')} as documented</summary>
<ul class="switches">${others.map(renderSwitch)}</ul></details>
<button id="switches-set">Apply</button>
</form></section>`;
}

function renderSwitch(one: Switch): Html {
  return html`
<li id="row-${one.name}"><label for="switch-${one.name}"><code>${one.name}</code></label>
<select id="switch-${one.name}" name="assume" aria-describedby="about-${one.name}">${one.values.map(
    (value) =>
      html`<option value="${one.name}=${value}" ${value === one.value && html`selected`}>${value}</option>`,
  )}</select>
<span class="muted" id="about-${one.name}">${renderAbout(one.about)}</span></li>`;
}

/** Renders a sentence whose names are between backticks. */
function renderAbout(about: string): Html {
  const parts = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`.split('`');
  return html`${parts.map((part, index) => {
    const isName = index % 2 === 1;
    return isName ? html`<code>${part}</code>` : part;
  })}`;
}
