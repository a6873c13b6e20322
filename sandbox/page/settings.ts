import { html } from 'hono/html';
import type { Service } from '../service/service.ts';
import type { Html } from './words.ts';

const advances: readonly (readonly [name: string, milliseconds: number])[] = [
  ['10 seconds', 10_000],
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['30 days', 30 * 86_400_000],
];

/** Renders how to connect to the sandbox, and its other settings. */
export function renderSettings(service: Service, sent: URLSearchParams): Html {
  const { accounts, termsVersion, rate, limits } = service.setup();
  return html`<h1>Settings</h1>
<div class="columns">
<div>
<section><h2>Connect</h2>
<p class="muted">The sandbox printed the API keys when it started. This page does not show them.</p>
<pre tabindex="0" aria-label="Lines for a shell"><code id="connect">export MINIAPPS_BASE_URL='${service.baseUrl}'
export MINIAPPS_API_KEY='…'</code></pre>
<p><button type="button" class="quiet" data-copy="connect">Copy</button></p>
<dl><div><dt>Accounts</dt><dd>${accounts.map(({ name }) => name).join(', ')}</dd></div>
<div><dt>OpenAPI</dt><dd><a href="/openapi.json">/openapi.json</a></dd></div></dl></section>
<section><h2>Limits</h2>
<dl>${Object.entries(limits).map(
    ([name, value]) => html`<div><dt><code>${name}</code></dt><dd>${value}</dd></div>`,
  )}</dl>
<p class="muted">Set with <code>--limit</code>, or over HTTP.</p></section>
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
<section><h2>Reset</h2>
<form id="reset" method="post" action="/_sandbox/reset">
<label><input id="reset-sure" type="checkbox" required> Delete all apps, and restore the initial settings, faults and apps</label>
<button class="danger">Reset</button></form></section>
</div>
</div>`;
}
