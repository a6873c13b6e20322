// Keeps a page of the sandbox up to date, and sends its forms in the background. Without this script
// the page works, too: links and forms then load it again.

import { Idiomorph } from './idiomorph.js';

const pollMs = 1000;
/** Identifies the markup that is shown, so that an unchanged page is not sent again. */
let etag = '';

// What the page shows.

/** Shows a new version of the page. Opened details, the focus and, if wanted, typed text stay. */
function show(text, keepsFields) {
  const next = new DOMParser().parseFromString(text, 'text/html');
  const focused = listFocusIds();
  const mayChangeAttribute = (name, element) => {
    // A picture stays as it is: its id changes when it has to be loaded again.
    if (element.nodeName === 'IFRAME') return false;
    if (element.nodeName === 'DETAILS') return name !== 'open';
    const isState = name === 'value' || name === 'checked' || name === 'selected';
    return !(isState && keepsFields && isTouched(element));
  };
  document.title = next.title;
  Idiomorph.morph(document.body, next.body, {
    callbacks: { beforeNodeMorphed: mayChange, beforeAttributeUpdated: mayChangeAttribute },
  });
  restoreFocus(focused);
  showTimes();
}

/** The reason why a form did nothing stays until the next form is sent. */
function mayChange(current, next) {
  if (current.id === 'alert' || current.id === 'done') return false;
  return !(current.nodeName === 'TIME' && current.dateTime === next.dateTime);
}

/** Returns true if a person has changed a field. */
function isTouched(field) {
  if (field.nodeName === 'OPTION') return field.selected !== field.defaultSelected;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

/** Returns the ids of the focused element and of those around it. */
function listFocusIds() {
  const ids = [];
  for (let at = document.activeElement; at; at = at.parentElement) if (at.id) ids.push(at.id);
  return ids;
}

/** If the focused element is gone, moves the focus to the nearest element that was around it. */
function restoreFocus(ids) {
  if (document.activeElement !== document.body) return;
  const around = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
  if (!around) return;
  if (around.tabIndex < 0) around.tabIndex = -1;
  around.focus({ preventScroll: true });
}

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Shows times in words, and times of day in the zone of this browser. */
function showTimes() {
  const now = Date.now() + Number(document.body.dataset.aheadMs);
  for (const element of document.querySelectorAll('time[data-show]')) {
    const time = new Date(element.dateTime);
    const text = element.dataset.show === 'clock' ? toClock(time) : toWords(time, now);
    if (element.textContent !== text) element.textContent = text;
    element.title = time.toLocaleString();
  }
}

function toClock(time) {
  const milliseconds = String(time.getMilliseconds()).padStart(3, '0');
  return `${time.toLocaleTimeString('en-GB')}.${milliseconds}`;
}

function toWords(time, now) {
  const seconds = Math.round((now - time) / 1000);
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return ago.format(-Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

// What the page loads.

/** Fetches the page again, and again in a second. */
async function follow() {
  await refresh();
  setTimeout(follow, pollMs);
}

async function refresh(keepsFields = true) {
  const live = document.getElementById('live');
  const { href } = location;
  try {
    const headers = etag ? { 'if-none-match': etag } : {};
    const response = await fetch(href, { headers, cache: 'no-store' });
    const text = await response.text();
    // The person may have gone to another page meanwhile.
    if (href !== location.href) return;
    etag = response.headers.get('etag') ?? '';
    if (response.ok) show(text, keepsFields);
    setLive(live, true);
  } catch {
    setLive(live, false);
  }
}

function setLive(live, isLive) {
  const text = isLive ? 'Live' : 'Stopped';
  if (live.textContent !== text) live.textContent = text;
  live.classList.toggle('stopped', !isLive);
}

/** Goes to another page of the same section. */
async function navigate(address) {
  history.pushState(null, '', address);
  etag = '';
  await refresh(false);
}

addEventListener('popstate', () => {
  etag = '';
  void refresh(false);
});

addEventListener('click', (event) => {
  const link = event.target.closest('.requests a, .back a, .chips a, .pager a');
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain) return;
  event.preventDefault();
  void navigate(link.href);
});

// Forms and buttons.

addEventListener('submit', async (event) => {
  event.preventDefault();
  const { target: form, submitter } = event;
  const data = new URLSearchParams(new FormData(form, submitter));
  // Not form.method, which a field called "method" hides.
  if (form.getAttribute('method') !== 'post') {
    await navigate(`${location.pathname}?${data}`);
    return;
  }
  const alert = document.getElementById('alert');
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action');
  let response;
  let text;
  try {
    response = await fetch(action, { method: 'post', body: data });
    text = await response.text();
  } catch {
    showAlert('The sandbox does not respond.');
    return;
  }
  if (!response.ok) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    showAlert(page.getElementById('alert')?.textContent ?? text);
    return;
  }
  alert.textContent = '';
  if (new URL(response.url).pathname !== location.pathname) {
    location.assign(response.url);
    return;
  }
  form.reset();
  etag = '';
  await refresh();
  document.getElementById('done').textContent = `Done: ${submitter?.textContent ?? ''}`;
});

/** Shows the reason why a form did nothing, wherever the person has scrolled to. */
function showAlert(text) {
  const alert = document.getElementById('alert');
  alert.textContent = text;
  alert.scrollIntoView({ block: 'nearest' });
}

addEventListener('change', (event) => {
  if (event.target.matches('.filter :is(select, [type="checkbox"])'))
    event.target.form.requestSubmit();
});

addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source.textContent);
  document.getElementById('done').textContent = 'Copied';
  const label = button.innerHTML;
  button.textContent = 'Copied';
  setTimeout(() => {
    button.innerHTML = label;
  }, 1500);
});

// Pictures of apps.

const maxThefts = 3;
const thefts = new WeakMap();
let focused = null;

addEventListener('focusin', (event) => {
  focused = event.target;
});

/**
 * The script of an app can take the focus, although nobody can use its picture. The focus is given
 * back a moment later, when the browser has moved it. A picture that takes it again and again is
 * stopped until its app has another version.
 */
addEventListener('blur', () => setTimeout(giveFocusBack, 20));

function giveFocusBack() {
  const frame = document.activeElement;
  if (frame?.nodeName !== 'IFRAME') return;
  const count = (thefts.get(frame) ?? 0) + 1;
  thefts.set(frame, count);
  if (count >= maxThefts) {
    frame.dataset.stopped = 'yes';
    frame.src = 'about:blank';
  }
  frame.blur();
  window.focus();
  focused?.focus({ preventScroll: true });
}

document.querySelector('#sections [aria-current]').scrollIntoView({ block: 'nearest' });
showTimes();
setInterval(showTimes, 10_000);
setTimeout(follow, pollMs);
