// The sandbox's page: shows what the controls say, and sends what the person does.
import { createCard } from './card.js';

const everyMs = 1500;
const find = (selector) => document.querySelector(selector);
const cards = new Map();
let state = null;

/** Asks a control and gives its answer; throws an Error with words for the person. */
async function ask(method, path, body, headers = { 'x-sandbox': '1' }) {
  const sent = { ...headers, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(path, { method, headers: sent, ...(body && { body: JSON.stringify(body) }) }).catch(
    (cause) => {
      throw new Error('The sandbox does not answer. Is it still running?', { cause });
    },
  );
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(answer.error.message);
  }
  return answer;
}

/** Does what the person asked for, and shows at once what has come of it, or why it was refused. */
async function act(method, path, body, headers) {
  try {
    await ask(method, path, body, headers);
    show('#trouble', '');
    await refresh();
    return true;
  } catch (error) {
    show('#trouble', error.message);
    return false;
  }
}

async function refresh() {
  const next = await ask('GET', '/_sandbox/state');
  const first = state === null;
  state = next;
  showApps(next.apps);
  showConnect(next);
  showRequests(next.requests);
  showFaultsOn(next.faults);
  showForms(next, first);
}

/** Keeps the page up to date; only the loss of the sandbox is trouble of its own. */
async function poll() {
  try {
    await refresh();
    show('#lost', '');
  } catch (error) {
    show('#lost', error.message);
  }
}

function show(selector, text) {
  find(selector).textContent = text;
  find(selector).hidden = text === '';
}

function showApps(apps) {
  for (const app of apps) {
    if (!cards.has(app.slug)) {
      const card = createCard((slug, move, note) => act('POST', `/_sandbox/apps/${slug}/${move}`, { note }));
      cards.set(app.slug, card);
      find('#apps').append(card.element);
    }
    cards.get(app.slug).update(app);
  }
  for (const [slug, card] of cards) {
    if (!apps.some((app) => app.slug === slug)) {
      card.element.remove();
      cards.delete(slug);
    }
  }
  find('#app-count').textContent = apps.length === 0 ? '' : String(apps.length);
  find('#empty').hidden = apps.length > 0;
}

function showConnect({ base_url, accounts }) {
  const rows = [['base-url', base_url], ...accounts.map(({ name, key }) => [`api-key of ${name}`, key])];
  const shown = JSON.stringify(rows);
  if (find('#connect').dataset.shown === shown) {
    return;
  }
  find('#connect').dataset.shown = shown;
  find('#connect').replaceChildren(...rows.flatMap(([name, value]) => toRow(name, value)));
}

function toRow(name, value) {
  const copy = make('button', 'Copy');
  copy.type = 'button';
  copy.className = 'small';
  copy.setAttribute('aria-label', `Copy ${name}`);
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value);
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, everyMs);
  });
  const place = make('dd', '');
  place.append(make('span', value), copy);
  return [make('dt', name), place];
}

function showRequests(requests) {
  const shown = JSON.stringify(requests);
  if (find('#requests').dataset.shown === shown) {
    return;
  }
  find('#requests').dataset.shown = shown;
  const lines = requests.toReversed().map(({ method, path, status }) => {
    const line = make('li', '');
    const word = make('span', status ?? 'reset');
    word.dataset.kind = status !== null && status < 400 ? 'good' : 'bad';
    line.append(word, make('span', method), make('span', path));
    return line;
  });
  find('#requests').replaceChildren(...(lines.length > 0 ? lines : [make('li', 'None yet.')]));
}

function showFaultsOn({ slow_ms, times, kind, status, when, on, retry_after }) {
  const what = kind === 'reset' ? 'are reset' : `are answered with ${status}`;
  const which = { all: 'calls', changes: 'changes', reads: 'reads' }[on];
  const parts = [
    slow_ms > 0 && `every call waits ${slow_ms} ms`,
    times > 0 && `the next ${times} ${which} ${what}, ${when} ${when === 'before' ? 'anything was' : 'it was'} done`,
    retry_after !== null && `every change is refused with 429, Retry-After ${retry_after}`,
  ].filter(Boolean);
  show('#faults-on', parts.length === 0 ? '' : `Faults are on: ${parts.join('; ')}.`);
}

/** Fills the forms from the state, but never while somebody is in them. */
function showForms({ terms_version, faults }, first) {
  if (first || !find('#terms').matches(':focus-within')) {
    find('#terms').elements.version.value = terms_version;
  }
  if (first) {
    fillFaults(faults);
  }
}

function fillFaults({ slow_ms, times, kind, status, when, on, retry_after }) {
  const { elements } = find('#faults');
  elements.slow_ms.value = slow_ms;
  elements.times.value = times;
  elements.how.value = kind === 'reset' ? 'reset' : status;
  elements.when.value = when;
  elements.on.value = on;
  elements.limited.checked = retry_after !== null;
  elements.retry_after.value = retry_after ?? 5;
}

function readFaults() {
  const { elements } = find('#faults');
  const how = elements.how.value;
  return {
    slow_ms: Number(elements.slow_ms.value),
    times: Number(elements.times.value),
    ...(how === 'reset' ? { kind: 'reset' } : { kind: 'error', status: Number(how) }),
    when: elements.when.value,
    on: elements.on.value,
    retry_after: elements.limited.checked ? Number(elements.retry_after.value) : null,
  };
}

function make(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** Lets the first account create an app, as any client would. */
async function createExample() {
  const html =
    '<!doctype html><meta charset="utf-8"><title>Hello</title><style>body{font:2rem system-ui;display:grid;' +
    'place-content:center;min-height:90vh;text-align:center}</style><h1>Hello!</h1><p>Deploy your own folder over me.</p>';
  const body = { slug: 'hello-there', name: 'Hello there', tagline: 'A first app to look at', color: '#0f766e', html };
  await act('POST', '/api/miniapps', body, { authorization: `Bearer ${state.accounts[0].key}` });
}

find('#example').addEventListener('click', createExample);
find('#requests-clear').addEventListener('click', () => act('DELETE', '/_sandbox/requests'));
find('#terms').addEventListener('submit', (event) => {
  event.preventDefault();
  act('PUT', '/_sandbox/terms', { version: event.target.elements.version.value });
});
find('#faults').addEventListener('submit', (event) => {
  event.preventDefault();
  act('PUT', '/_sandbox/faults', readFaults());
});
find('#faults-off').addEventListener('click', async () => {
  if (await act('DELETE', '/_sandbox/faults')) {
    fillFaults(state.faults);
  }
});

await poll();
setInterval(() => document.visibilityState === 'visible' && poll(), everyMs);
