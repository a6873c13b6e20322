import { html } from 'hono/html';
import { toOrigin } from './access.ts';
import { type App, type Move, moveApp, toPublicFolder } from './app.ts';
import { switches } from './assumptions.ts';
import { type ActiveFault, completeFault } from './faults.ts';
import type { Parts } from './parts.ts';
import type { Json } from './request.ts';
import { toListedApp } from './responses.ts';

/** Says all that can be looked at and set, without keys and without the contents of the seed. */
export function describe(parts: Parts): Json {
  const { setup, baseUrl, store, faults, requests } = parts;
  const { termsVersion, accounts, seed: _seed, faults: _faults, ...settings } = setup();
  return {
    base_url: baseUrl,
    accounts: accounts.map(({ name }) => name),
    terms_version: termsVersion,
    ...settings,
    faults: faults.list(),
    apps: store.apps().map((app) => ({
      ...toListedApp(app, parts),
      owner: app.owner,
      moves: listMoves(app, parts),
    })),
    requests,
  };
}

function listMoves(app: App, { setup, now }: Parts): readonly Move[] {
  const moment = { time: now(), assumptions: setup().assumptions };
  return (['approve', 'reject', 'take_down'] as const).filter((move) => !('refused' in moveApp(app, move, moment)));
}

/**
 * Renders the page for a request to this address: plain forms without a script, which play the reviewer, the platform and
 * somebody else. What comes from outside is escaped by the template. `trouble` says why the last form did nothing.
 */
export function renderPage(url: URL, parts: Parts, trouble: string) {
  const { baseUrl, store, requests, setup } = parts;
  const apps = store.apps();
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mini apps sandbox</title>
<style>${style}</style>
<h1>Mini apps sandbox</h1>
<p>A local mock of the service at <code>${baseUrl}</code>. You play the reviewer and the platform. The API keys are printed where the
sandbox was started. <a href="/">Reload</a></p>
${trouble && html`<p role="alert">${trouble}</p>`}
<h2>Apps</h2>
${apps.length === 0 ? html`<p>No app yet.</p>` : apps.map((app) => renderApp(url, app, parts))}
<h2>Requests</h2>
<table>${requests
    .slice(-30)
    .toReversed()
    .map(
      ({ time, method, path, status, account }) =>
        html`<tr><td>${time}<td>${status ?? 'reset'}<td>${method} ${path}<td>${account ?? 'no valid key'}\n`,
    )}</table>
<h2>Settings</h2>
<form method="post" action="/_sandbox/settings">
<label>Faults, one per line, such as <code>kind=stale,lag_ms=5000,times=null</code>
<textarea name="fault" rows="4">\n${parts.faults.list().map(describeFault).join('\n')}</textarea></label>
<button>Set the faults</button>
</form>
<form method="post" action="/_sandbox/settings">
<label>Terms version <input name="terms" required value="${setup().termsVersion}"></label> <button>Publish</button>
</form>
${renderAssumptions(parts)}
<form method="post" action="/_sandbox/reset">
<label><input type="checkbox" required> Delete all apps, and bring back the settings, faults and apps of the start.</label>
<button>Start over</button>
</form>
</html>
`;
}

function renderApp(url: URL, app: App, parts: Parts) {
  const { slug, owner, status, reviewNote } = app;
  const { name, tagline } = toListedApp(app, parts);
  const control = `/_sandbox/apps/${slug}`;
  const moves = listMoves(app, parts);
  const link = (label: string, host: string) => html`<a href="${toOrigin(url, `${host}.`)}/a/${slug}/">${label}</a> `;
  return html`<article id="${slug}">
<h3>${name} <small>${slug}</small></h3>
<p>${tagline}
<p><b>${status.replaceAll('_', ' ')}</b>, owner ${owner}. ${link('Open draft', `${slug}_draft`)}
${toPublicFolder(app) && link('Open published', slug)}</p>
${reviewNote && html`<blockquote>${reviewNote}</blockquote>`}
${
  moves.length > 0 &&
  html`<form method="post"><textarea name="note" rows="2" placeholder="Note to the developer" aria-label="Note to the developer"></textarea>
${moves.map((move) => html`<button formaction="${control}/${move}">${move.replaceAll('_', ' ')}</button> `)}</form>`
}
<form method="post"><input name="tagline" value="Edited by somebody else" aria-label="Tagline">
<button formaction="${control}/edit">Edit as somebody else</button></form>
</article>
`;
}

function renderAssumptions({ setup }: Parts) {
  const chosen: Readonly<Record<string, string | number>> = setup().assumptions;
  const changed = Object.entries(switches).filter(([name, { values }]) => chosen[name] !== values[0]);
  return html`<form method="post" action="/_sandbox/settings">
<label>Assumptions about the API <select name="assume">${Object.entries(switches).map(
    ([name, { values, about }]) =>
      html`<optgroup label="${about}">${values.map((value) => html`<option>${name}=${value}</option>`)}</optgroup>\n`,
  )}</select></label> <button>Set</button>
</form>
<form method="post" action="/_sandbox/settings">
Preset <button name="preset" value="documented">documented</button> <button name="preset" value="strange">strange</button>
${changed.length > 0 && 'Changed: '}${changed.map(([name]) => html`<code>${name}=${chosen[name]}</code> `)}
</form>
`;
}

/** A fault as a person writes it: its kind, and what is not usual for that. */
function describeFault({ calls: _calls, until: _until, ...fault }: ActiveFault): string {
  const usual: Json = completeFault({ kind: fault.kind });
  return Object.entries(fault)
    .filter(([name, value]) => name === 'kind' || usual[name] !== value)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
article { border: 1px solid; border-radius: 0.5rem; padding: 0 1rem 1rem; margin: 1rem 0; }
form { margin: 0.5rem 0; }
input, button, select, textarea { font: inherit; max-width: 100%; box-sizing: border-box; }
textarea { display: block; width: 100%; }
td { padding-right: 1rem; }
[role=alert] { border: 2px solid; padding: 0.5rem; font-weight: bold; }
blockquote { border-left: 3px solid; padding-left: 1rem; margin-left: 0; white-space: pre-line; }
`;
