import { html } from 'hono/html';
import { type ActiveFault, type FaultKind, faultKinds, formatFault } from '../service/faults.ts';
import type { View } from './view.ts';
import { formatCount, formatDuration, type Html } from './words.ts';

/** The faults that people need most, each with a button that turns it on. */
const presets: readonly (readonly [name: string, about: string, fault: string])[] = [
  [
    'Lag of 5 s',
    'Reads show each app as it was 5 seconds ago.',
    'kind=stale,lag_ms=5000,times=null',
  ],
  [
    'Next deploy: 422',
    'The next deploy is refused.',
    'kind=error,status=422,method=POST,path=/api/miniapps/deploy',
  ],
  [
    'Lost response',
    'The next change is applied, but its connection is reset.',
    'kind=reset,method=changes,when=after',
  ],
  [
    '429 for a minute',
    'Every change is refused, with Retry-After.',
    'kind=error,status=429,method=changes,retry_after=10,for_ms=60000',
  ],
  [
    'Gateway’s error page',
    'The next request gets a 502 with an HTML page.',
    'kind=error,status=502,body=html',
  ],
  [
    'Applied 3 s later',
    'Changes are accepted with 202, and applied 3 seconds later.',
    'kind=late,status=202,ms=3000,times=null',
  ],
  ['Slow', 'Every request waits 3 seconds first.', 'kind=slow,ms=3000'],
  [
    'Edited by somebody else',
    'After the next read of an app, somebody else changes it.',
    'kind=edit,path=/api/miniapps/*',
  ],
];

/** The effect of each kind of fault. */
const kindSentences: Readonly<Record<FaultKind, string>> = {
  error: 'The request gets an error response.',
  reset: 'The connection is reset without a response.',
  cut_off: 'The connection breaks in the middle of the response.',
  redirect: 'The request gets a redirect.',
  slow: 'The request waits first.',
  stale: 'A read shows an earlier state.',
  cache: 'A read is answered from a cache, unless the request has no-cache.',
  late: 'A change is applied after its response, which is a 504 or a 202.',
  late_state: 'A change is applied at once, but reads show the new status later.',
  echo: 'A change gets a success response, but is not applied.',
  edit: 'Somebody else changes the app that the request names.',
};

/** Renders the faults that are on, and the forms that turn some on. */
export function renderFaults({ service, sent }: View): Html {
  const active = service.faults.list();
  const ended = service.faults.listEnded();
  const written = sent.get('faults') ?? active.map(formatFault).join('\n');
  return html`<h1>Faults</h1>
<p class="muted">Faults make the API fail in ways that a client must handle. They apply to requests with a valid key.</p>
<div class="columns even">
<div>
<section id="on"><h2>On now</h2>
${active.length === 0 && html`<p class="muted">No fault is on.</p>`}
<ul class="rows">${active.map((fault) => renderActive(fault, service.now()))}
</ul>
${active.length > 1 && html`<form id="clear" method="post" action="/_sandbox/faults/clear"><button class="quiet">Turn all off</button></form>`}
${ended.length > 0 && html`<h3>Ended</h3><ul class="rows">${ended.map(renderEnded)}</ul>`}</section>
<section><h2>As text</h2>
<form id="text" method="post" action="/_sandbox/faults/text">
<label for="faults">Faults, one per line</label>
<textarea id="faults" name="faults" rows="4" spellcheck="false" placeholder="kind=stale,lag_ms=5000,times=null">\n${written}</textarea>
<button class="quiet">Replace all</button></form>
<details id="kinds"><summary>${formatCount(faultKinds.length, 'kind')} of faults</summary>
<dl>${faultKinds.map((kind) => html`<div><dt><code>${kind}</code></dt><dd>${kindSentences[kind]}</dd></div>`)}</dl></details></section>
</div>
<section><h2>Turn on</h2>
<ul class="presets">${presets.map(renderPreset)}</ul></section>
</div>`;
}

function renderActive(fault: ActiveFault, now: number): Html {
  const text = formatFault(fault);
  return html`
<li id="fault-${fault.id}"><div>${renderText(text)}
<p class="muted">${kindSentences[fault.kind]} ${describeRest(fault, now)}</p></div>
<span class="count" title="Requests that it hit">${formatCount(fault.hits, 'hit')}</span>
<form method="post" action="/_sandbox/faults/${fault.id}/remove"><button class="quiet small" aria-label="Turn off ${text}">Turn off</button></form></li>`;
}

/** Renders a fault as text, which may wrap after each comma. */
function renderText(fault: string): Html {
  return html`<code>${fault.split(/(?<=,)/).map((member) => html`${member}<wbr>`)}</code>`;
}

function describeRest(fault: ActiveFault, now: number): string {
  if (fault.calls < fault.skip) {
    return `The next ${formatCount(fault.skip - fault.calls, 'matching request')} pass first.`;
  }
  if (fault.until !== null) return `On for ${formatDuration(roundUp(fault.until - now))} more.`;
  if (fault.times === null) return 'On until it is turned off.';
  return `On for ${formatCount(fault.times - fault.hits, 'more hit')}.`;
}

/** Rounds up to a multiple of 5 seconds, so that the page does not change all the time. */
function roundUp(milliseconds: number): number {
  return Math.ceil(milliseconds / 5000) * 5000;
}

function renderEnded(fault: ActiveFault): Html {
  return html`
<li><div>${renderText(formatFault(fault))}</div><span class="count">${formatCount(fault.hits, 'hit')}</span></li>`;
}

function renderPreset([name, about, fault]: (typeof presets)[number]): Html {
  return html`
<li><form method="post" action="/_sandbox/faults/text"><input type="hidden" name="add" value="${fault}">
<button class="quiet" title="${fault}">${name}</button> <span class="muted">${about}</span></form></li>`;
}
