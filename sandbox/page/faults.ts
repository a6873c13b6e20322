import { html } from 'hono/html';
import { moves } from '../service/app.ts';
import { type ActiveFault, type FaultKind, faultKinds, formatFault } from '../service/faults.ts';
import type { Service } from '../service/service.ts';
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
export function renderFaults(service: Service, sent: URLSearchParams): Html {
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
${
  ended.length > 0 &&
  html`<h3>Ended</h3>
<ul class="rows">${ended.map(renderEnded)}</ul>`
}</section>
<section><h2>Turn on</h2>
<ul class="presets">${presets.map(renderPreset)}</ul></section>
</div>
<div>
${renderForm(service, sent)}
<section><h2>As text</h2>
<form id="text" method="post" action="/_sandbox/faults/text">
<label for="faults">Faults, one per line</label>
<textarea id="faults" name="faults" rows="4" spellcheck="false" placeholder="kind=stale,lag_ms=5000,times=null">\n${written}</textarea>
<button class="quiet">Replace all</button></form></section>
</div>
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

/**
 * Renders the form of one fault. The style sheet hides fields that the chosen kind does not have.
 */
function renderForm(service: Service, sent: URLSearchParams): Html {
  const chosen = sent.get('kind') ?? 'error';
  const accounts = service.setup().accounts.map((account) => account.name);
  return html`<section><h2>Add a fault</h2>
<form id="add" method="post" action="/_sandbox/faults" class="fault">
<fieldset class="kinds"><legend class="hidden">What happens</legend>${faultKinds.map(
    (kind) => html`
<label><input type="radio" name="kind" value="${kind}" id="kind-${kind}" ${kind === chosen && html`checked`}> <b>${kind}</b> <span class="muted">${kindSentences[kind]}</span></label>`,
  )}</fieldset>
<fieldset class="grid"><legend class="hidden">Details</legend>
${renderField('status', 'Status', 'default', 'number', 'for error late redirect')}
${renderSelect('body', 'Body', ['service', 'html', 'text', 'json'], 'for error')}
${renderField('retry_after', 'Retry-After (seconds)', 'none', 'number', 'for error')}
${renderField('location', 'Location', '/elsewhere', 'text', 'for redirect')}
${renderField('ms', 'Milliseconds', 'default', 'number', 'for slow cache late late_state')}
${renderField('lag_ms', 'Age (milliseconds)', 'before the last change', 'number', 'for stale')}
${renderSelect('part', 'What is old', ['files', 'state', 'status'], 'for stale')}
${renderSelect('move', 'Move', ['delete', ...moves], 'for edit')}
${renderField('fields.tagline', 'Or a new tagline', 'Edited by somebody else', 'text', 'for edit')}
</fieldset>
<fieldset class="grid"><legend>Which requests</legend>
${renderSelect('method', 'Method', ['changes', 'reads', 'GET', 'POST', 'PATCH', 'DELETE'])}
${renderField('path', 'Path (* matches anything)', '/api/miniapps/deploy', 'text')}
${renderSelect('account', 'Account', accounts)}
${renderSelect('when', 'When', ['before', 'after'])}
</fieldset>
<fieldset class="grid"><legend>How often</legend>
${renderField('skip', 'Requests to skip first', '0', 'number')}
${renderField('times', 'Hits (null: every request)', '1', 'text')}
${renderField('for_ms', 'Ends after (milliseconds)', 'never', 'number')}
</fieldset>
<button>Add fault</button></form></section>`;
}

function renderField(
  name: string,
  label: string,
  placeholder: string,
  type: 'number' | 'text',
  className = '',
): Html {
  return html`<label class="${className}">${label}
<input id="fault-${name}" name="${name}" type="${type}" placeholder="${placeholder}" ${type === 'number' && html`min="0"`}></label>`;
}

function renderSelect(
  name: string,
  label: string,
  values: readonly string[],
  className = '',
): Html {
  return html`<label class="${className}">${label}
<select id="fault-${name}" name="${name}"><option value="">default</option>${values.map(
    (value) => html`<option>${value}</option>`,
  )}</select></label>`;
}
