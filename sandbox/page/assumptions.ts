import { html } from 'hono/html';
import { type Assumptions, switches } from '../service/assumptions.ts';
import type { Service } from '../service/service.ts';
import { formatCount, type Html } from './words.ts';

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
export function renderAssumptions(service: Service): Html {
  const all = listSwitches(service.setup().assumptions);
  const changed = all.filter(isChanged);
  const others = all.filter((one) => !isChanged(one));
  return html`<h1>Assumptions</h1>
<p class="muted">The service’s document leaves these points open. A client should work with each value, except for values marked †,
which contradict the document.</p>
<form id="preset" method="post" action="/_sandbox/settings" class="buttons"><span>Preset</span>
<button id="preset-documented" class="quiet" name="preset" value="documented">documented</button>
<button id="preset-strange" class="quiet" name="preset" value="strange">strange</button></form>
<form id="switches" method="post" action="/_sandbox/settings">
<section><h2>Changed</h2>
${changed.length === 0 && html`<p class="muted">All are as in the preset “documented”.</p>`}
<ul class="switches">${changed.map(renderSwitch)}</ul></section>
<details id="unchanged"><summary>${formatCount(others.length, 'assumption')} as documented</summary>
<ul class="switches">${others.map(renderSwitch)}</ul></details>
<div class="apply"><button id="switches-set">Apply</button></div>
</form>`;
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
