// The sandbox's page: shows what the controls say, and sends what the person does. What comes from outside is put in as
// text, never as markup.

const everyMs = 1500;
const find = (selector) => document.querySelector(selector);
const cards = new Map();
let state = null;

/** Asks a control and gives its response; throws an Error with words for the person. */
async function ask(method, path, body, headers = { 'x-sandbox': '1' }) {
  const sent = { ...headers, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(path, { method, headers: sent, ...(body && { body: JSON.stringify(body) }) }).catch(
    (cause) => {
      throw new Error('The sandbox does not answer. Is it still running?', { cause });
    },
  );
  const result = await response.json();
  if (!response.ok) {
    throw new Error(result.error.message);
  }
  return result;
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
  showFaults(next.faults);
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
      const card = createCard(`/_sandbox/apps/${app.slug}`);
      cards.set(app.slug, card);
      find('#apps').append(card.element);
      if (location.hash === `#${app.slug}`) requestAnimationFrame(() => card.element.scrollIntoView());
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
  const keys = accounts.filter(({ key }) => key !== undefined);
  const rows = [['base-url', base_url], ...keys.map(({ name, key }) => [`api-key of ${name}`, key])];
  showList('#connect', rows, () => rows.flatMap(([name, value]) => toRow(name, value)));
}

/** Puts children into a list, anew only where what they show has changed: nothing that somebody points at goes away. */
function showList(selector, value, toChildren) {
  const list = find(selector);
  const shown = JSON.stringify(value);
  if (list.dataset.shown === shown) {
    return;
  }
  list.dataset.shown = shown;
  list.replaceChildren(...toChildren());
}

function toRow(name, value) {
  const copy = makeButton('Copy', async () => {
    await navigator.clipboard.writeText(value);
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, everyMs);
  });
  copy.setAttribute('aria-label', `Copy ${name}`);
  const place = make('dd', '');
  place.append(makePath(value), copy);
  return [make('dt', name), place];
}

function showRequests(requests) {
  showList('#requests', requests, () =>
    requests.length > 0 ? requests.toReversed().map(toRequestRow) : [make('li', 'None yet.')],
  );
}

function toRequestRow({ method, path, status, time, duration_ms, account, body }) {
  const line = make('li', '');
  const size = body === null ? '' : ` · ${body.bytes} B`;
  line.title = `${new Date(time).toLocaleTimeString()} · ${account ?? 'no valid key'}${size}`;
  const word = make('span', status ?? 'reset');
  word.dataset.kind = status !== null && status < 400 ? 'good' : 'bad';
  line.append(word, make('span', method), makePath(path), make('span', `${duration_ms} ms`));
  return line;
}

/** A path, which breaks into lines at its slashes. */
function makePath(path) {
  const element = make('span', '');
  const parts = path.split(/(?<=[^/]\/)(?=[^/])/);
  element.append(...parts.flatMap((part) => [part, document.createElement('wbr')]));
  return element;
}

/** Each kind of fault: its name in the form, and what the list says of one that is on. */
const kinds = {
  error: ['An error response', ({ status, retry_after: s }) => `${status}${s === null ? '' : `, Retry-After ${s} s`}`],
  reset: ['The connection is reset', () => 'connection reset'],
  cut_off: ['The response is cut off', () => 'response cut off'],
  redirect: ['A redirect', ({ status }) => `redirect (${status})`],
  slow: ['A delay before', ({ ms }) => `delay of ${ms} ms`],
  slow_body: ['A slow response body', ({ ms }) => `response body takes ${ms} ms`],
  stale: [
    'A stale read',
    ({ lag_ms: lag, part }) =>
      `${lag === null ? 'stale read' : `reads lag by ${lag} ms`}${part === 'all' ? '' : ` in their ${part}`}`,
  ],
  cache: ['A cache of reads', ({ ms }) => `reads are cached for ${ms} ms`],
  late: ['A change that is made late', ({ status, ms }) => `${status}, and the change is made ${ms} ms later`],
  echo: ['A change that is answered, not made', () => 'answered, but not made'],
  edit: ['Somebody else edits the app', ({ move }) => `somebody else: ${move === 'none' ? 'edits the app' : move}`],
};
const targets = { any: 'calls', changes: 'changes', reads: 'reads' };

function describeFault(fault) {
  const { skip, times, calls, method, path, account, for_ms: forMs } = fault;
  const which = targets[method] ?? `${method} calls`;
  const count = times === null ? null : Math.min(times, skip + times - calls);
  const left = count === null ? `all ${which}` : count === 1 ? `next ${which.slice(0, -1)}` : `next ${count} ${which}`;
  const later = skip > calls ? `after ${skip - calls} more` : '';
  const window = forMs === null ? '' : `for ${forMs} ms`;
  return [`${kinds[fault.kind][1](fault)}: ${left}`, path, account, later, window].filter(Boolean).join(' · ');
}

function showFaults(faults) {
  showList('#faults-on', faults, () => faults.map(toFaultRow));
  find('#fault-count').textContent = faults.length === 0 ? '' : `${faults.length} on`;
  show('#faults-summary', faults.length === 0 ? '' : `Faults are on: ${faults.map(describeFault).join('; ')}.`);
}

function toFaultRow(fault) {
  const row = make('li', '');
  const remove = makeButton('Remove', () => act('DELETE', `/_sandbox/faults/${fault.id}`));
  row.append(make('span', describeFault(fault)), remove);
  return row;
}

/** Fills the forms from the state, but never while somebody is in them. */
function showForms({ settings, accounts, switches }, first) {
  if (first) {
    const names = accounts.map(({ name }) => new Option(name, name));
    find('#faults').elements.account.append(...names);
    find('#faults').elements.kind.append(...Object.entries(kinds).map(([kind, [name]]) => new Option(name, kind)));
    find('#assumptions').append(...Object.entries(switches).map(toSwitch));
    showFaultMembers();
  }
  if (first || !find('#terms').matches(':focus-within')) {
    find('#terms').elements.version.value = settings.terms_version;
  }
  let changed = 0;
  for (const [name, value] of Object.entries(settings.assumptions)) {
    const select = find('#assumptions').elements[name];
    if (first || document.activeElement !== select) select.value = value;
    const isChanged = value !== switches[name].values[0];
    select.closest('label').classList.toggle('changed', isChanged);
    changed += isChanged ? 1 : 0;
  }
  find('#assumption-count').textContent = changed === 0 ? '' : `${changed} changed`;
}

/** One assumption: its name, what it means, and its values. */
function toSwitch([name, { values, about }]) {
  const label = make('label', '');
  const select = make('select', '');
  select.name = name;
  select.append(...values.map((value) => new Option(value, value)));
  select.addEventListener('change', () => {
    act('PUT', '/_sandbox/settings', { assumptions: { [name]: values[select.selectedIndex] } });
  });
  label.append(make('b', name.replaceAll('_', ' ')), make('span', about.replaceAll('`', '')), select);
  return label;
}

/** Shows the members that the chosen kind of fault has. */
function showFaultMembers() {
  const kind = find('#faults').elements.kind.value;
  for (const label of document.querySelectorAll('#faults [data-for]')) {
    label.hidden = !label.dataset.for.split(' ').includes(kind);
  }
}

/** What the form says, without the members that are hidden or empty. */
function readFault() {
  const { elements } = find('#faults');
  const fault = {};
  for (const element of elements) {
    const isHidden = element.closest('[data-for]')?.hidden ?? false;
    if (element.name !== '' && !isHidden && (element.value !== '' || element.name === 'times')) {
      const isNumber = element.type === 'number' && element.value !== '';
      fault[element.name] = isNumber ? Number(element.value) : element.value === '' ? null : element.value;
    }
  }
  return fault;
}

function make(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function makeButton(text, onClick) {
  const button = make('button', text);
  button.type = 'button';
  button.className = 'small';
  button.addEventListener('click', onClick);
  return button;
}

/** Lets the first account create an app, as any client would. */
async function createExample() {
  const html =
    '<!doctype html><meta charset="utf-8"><title>Hello</title><style>body{font:2rem system-ui;display:grid;' +
    'place-content:center;min-height:90vh;text-align:center}</style><h1>Hello!</h1><p>Deploy your own folder over me.</p>';
  const body = { slug: 'hello-there', name: 'Hello there', tagline: 'A first app to look at', color: '#0f766e', html };
  await act('POST', '/api/miniapps', body, { authorization: `Bearer ${state.accounts[0].key}` });
}

const words = {
  draft: 'draft',
  in_review: 'in review',
  not_approved: 'not approved',
  published: 'published',
  published_with_unreviewed_changes: 'published, with unreviewed changes',
  taken_down: 'taken down',
};

/** Makes a card that can be brought up to date without losing what is being typed. */
function createCard(control) {
  const element = document.querySelector('#card').content.firstElementChild.cloneNode(true);
  const slots = Object.fromEntries([...element.querySelectorAll('[data-slot]')].map((one) => [one.dataset.slot, one]));
  const { review, edit } = slots;
  let shown = '';
  review.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { note } = review.elements;
    if (await act('POST', `${control}/${event.submitter.value}`, { note: note.value })) note.value = '';
  });
  edit.addEventListener('submit', (event) => {
    event.preventDefault();
    act('POST', `${control}/edit`, { tagline: edit.elements.tagline.value });
  });
  const update = (app) => {
    const next = JSON.stringify(app);
    if (next !== shown) fill(element, slots, app);
    shown = next;
  };
  return { element, update };
}

function fill(element, slots, app) {
  element.dataset.slug = app.slug;
  element.style.setProperty('--app-color', app.color);
  slots.picture.src = app.picture_url;
  slots.name.textContent = app.name;
  slots.tagline.textContent = app.tagline;
  slots.status.textContent = words[app.status] ?? app.status;
  slots.status.dataset.status = app.status;
  slots.url.replaceChildren(makePath(app.url));
  slots.note.textContent = app.review_note ?? '';
  slots.note.hidden = app.review_note === null;
  slots.dates.textContent = describeDates(app);
  slots.draft.href = app.draft_url;
  slots.public.hidden = app.public_url === null;
  slots.public.href = app.public_url ?? app.url;
  slots.review.hidden = app.moves.length === 0;
  for (const button of slots.review.querySelectorAll('button')) {
    button.hidden = !app.moves.includes(button.value);
  }
}

function describeDates(app) {
  const dates = [
    `owner ${app.owner}`,
    `updated ${toDate(app.updated_at)}`,
    app.submitted_at && `submitted ${toDate(app.submitted_at)}`,
    app.published_at && `published ${toDate(app.published_at)}`,
  ];
  return dates.filter(Boolean).join(' · ');
}

function toDate(text) {
  return new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

find('#example').addEventListener('click', createExample);
find('#requests-clear').addEventListener('click', () => act('DELETE', '/_sandbox/requests'));
find('#terms').addEventListener('submit', (event) => {
  event.preventDefault();
  act('PUT', '/_sandbox/settings', { terms_version: event.target.elements.version.value });
});
find('#faults').addEventListener('submit', (event) => {
  event.preventDefault();
  act('POST', '/_sandbox/faults', readFault());
});
find('#faults').elements.kind.addEventListener('change', showFaultMembers);
find('#faults-off').addEventListener('click', () => act('DELETE', '/_sandbox/faults'));
for (const button of document.querySelectorAll('[data-fault]')) {
  button.addEventListener('click', () => act('POST', '/_sandbox/faults', JSON.parse(button.dataset.fault)));
}
for (const button of document.querySelectorAll('[data-preset]')) {
  button.addEventListener('click', () => act('PUT', '/_sandbox/settings', { preset: button.dataset.preset }));
}
find('#reset').addEventListener('click', () => {
  const what = 'apps of the seed, assumptions, rate, limits, accounts, keys, terms version, clock and faults';
  if (confirm(`Delete all apps of all accounts, forget all requests, and bring back from the start: ${what}?`)) {
    act('POST', '/_sandbox/reset');
  }
});

await poll();
setInterval(() => document.visibilityState === 'visible' && poll(), everyMs);
