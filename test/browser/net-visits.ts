import { type Files, html } from './page-rows.ts';

/** What a person does in an arranged app, and what is then seen. */
interface NetStep {
  /** The selector of the element that is pressed; or `reload` or `back`. */
  readonly press: string;
  /** The text of the element `#shown`. */
  readonly shows: string;
  /** The address of the page, relative to the folder of the app. */
  readonly at: string;
}

/** A build, and a visit of a person to its app. */
export interface NetVisit {
  readonly files: Files;
  readonly steps: readonly NetStep[];
}

const tides = { 'ports/dover.json': '["Dover"]', 'ports/clock.js': 'postMessage("tick")' };

/** A page with its name, a link to each page, and more. */
function page(name: string, links: readonly string[], more = '', head = ''): string {
  const list = links.map((href) => `<a href="${href}">${href}</a>`).join(' ');
  return html(head, `<nav>${list}</nav><p id="shown">${name}</p><button>More</button>${more}`);
}

/**
 * A router that loads the page behind a link, as Turbo and Astro's ClientRouter do: it puts the
 * parsed page in place of the old one before it changes the address, keeps the navigation, and runs
 * all scripts of the page again.
 */
const pageRouter = `
  if (!globalThis.isRouting) {
    globalThis.isRouting = true;
    const open = async (url) => {
      const response = await fetch(url, { headers: { accept: 'text/html' } });
      const next = new DOMParser().parseFromString(await response.text(), 'text/html');
      const kept = document.querySelector('nav');
      document.head.replaceWith(next.head);
      document.body.replaceWith(next.body);
      document.querySelector('nav').replaceWith(kept);
      return async (change) => {
        change();
        for (const script of document.querySelectorAll('script')) {
          const copy = document.createElement('script');
          for (const { name, value } of script.attributes) copy.setAttribute(name, value);
          copy.textContent = script.textContent;
          script.replaceWith(copy);
        }
      };
    };
    addEventListener('click', async (event) => {
      const link = event.target.closest('a');
      if (!link) return;
      event.preventDefault();
      const { href } = link;
      (await open(href))(() => history.pushState({}, '', href));
    }, true);
    addEventListener('popstate', async () => (await open(location.href))(() => undefined));
  }
  document.addEventListener('click', async ({ target }) => {
    if (target.matches('button')) shown.textContent += (await (await fetch('/ports/dover.json', { headers: {} })).json())[0];
  }, { once: true });
`;
const routed = (name: string, links: readonly string[]): string =>
  page(
    name,
    links,
    '<img src="/img/dot.svg">',
    '<link rel="icon" href="/img/dot.svg"><link rel="stylesheet" href="/css/a.css"><script src="/js/router.js" defer></script>',
  );
const routedLinks = ['/', '/about/', '/ports/dover'];

/** The place for links, and the script that makes them. */
const madeLinks = '<div id="links"></div><script src="/assets/links.js"></script>';

export const netVisits: Readonly<Record<string, NetVisit>> = {
  '1. only the address of a call changes, at the address of a moved folder': {
    files: {
      'index.html': page(
        'start',
        [],
        `<script>
          const links = ['ports/dover', 'calais'];
          const at = (name) => new Promise((resolve) => { const asked = new XMLHttpRequest(); asked.open('GET', name, true); asked.onload = () => resolve(asked.responseText); asked.send(); });
          const tick = () => new Promise((resolve, reject) => { const worker = new Worker('/ports/clock.js', { type: 'module' }); worker.onmessage = ({ data }) => resolve(data); worker.onerror = reject; });
          document.querySelector('button').onclick = async () => {
            history.pushState({}, '', links.shift());
            const asked = await fetch(new Request('/ports/dover.json', { headers: { a: 'b' } }), { method: 'GET' });
            const fetched = await fetch('dover.json', { method: 'GET' });
            shown.textContent = [await fetched.json(), await asked.json(), await at('dover.json'), await tick()].join(' ');
          };</script>`,
      ),
      ...tides,
    },
    steps: [
      { press: 'button', shows: 'Dover Dover ["Dover"] tick', at: 'ports/dover' },
      { press: 'button', shows: 'Dover Dover ["Dover"] tick', at: 'ports/calais' },
    ],
  },
  '2. a click outside a link does nothing, and a link in a web component is followed': {
    files: {
      'index.html': page(
        'start',
        [],
        `<tide-link></tide-link><svg width="9" height="9"><a href="#x"><rect width="9" height="9"></rect></a></svg>
        <script>history.replaceState({}, '', 'ports/');
          customElements.define('tide-link', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<a id="inner" href="/ports/dover.html">Dover</a>'; } });
          document.querySelector('button').onclick = () => { shown.textContent += '!'; };</script>`,
      ),
      'ports/dover.html': page('Dover', ['/'], '<script>document.title</script>'),
    },
    steps: [
      { press: '#shown', shows: 'start', at: 'ports/' },
      { press: 'button', shows: 'start!', at: 'ports/' },
      { press: 'rect', shows: 'start!', at: 'ports/#x' },
      { press: '#inner', shows: 'Dover', at: 'assets/ports/dover.html' },
      { press: '#shown', shows: 'Dover', at: 'assets/ports/dover.html' },
      { press: 'a', shows: 'start', at: 'ports/' },
    ],
  },
  '3. a router that runs the scripts of each page again, with pages in folders': {
    files: {
      'index.html': routed('start', routedLinks),
      'about/index.html': routed('about', routedLinks),
      'ports/dover.html': routed('dover', routedLinks),
      'js/router.js': pageRouter,
      'img/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'css/a.css': '#shown { color: red }',
      ...tides,
    },
    steps: [
      { press: 'button', shows: 'startDover', at: '' },
      { press: 'a:nth-child(2)', shows: 'about', at: 'assets/about/index.html' },
      { press: 'button', shows: 'aboutDover', at: 'assets/about/index.html' },
      { press: 'a:nth-child(3)', shows: 'dover', at: 'assets/ports/dover.html' },
      { press: 'button', shows: 'doverDover', at: 'assets/ports/dover.html' },
      { press: 'a:nth-child(1)', shows: 'start', at: '' },
      { press: 'back', shows: 'dover', at: 'assets/ports/dover.html' },
      { press: 'reload', shows: 'dover', at: 'assets/ports/dover.html' },
      { press: 'back', shows: 'about', at: 'assets/about/index.html' },
      { press: 'button', shows: 'aboutDover', at: 'assets/about/index.html' },
    ],
  },
  '4. links that a script makes lead to pages without the name of the file': {
    files: {
      'index.html': page('start', ['/about/', '/ports/dover'], madeLinks),
      'about/index.html': page('about', [], madeLinks),
      'ports/dover.html': page('dover', [], madeLinks),
      'assets/links.js':
        "for (const [id, href] of [['home', '/'], ['about', '/about/'], ['dover', '/ports/' + 'dover']]) { const link = document.createElement('a'); Object.assign(link, { id, href, textContent: id }); document.querySelector('#links').append(link); }",
    },
    steps: [
      { press: '#about', shows: 'about', at: 'assets/about/index.html' },
      { press: '#dover', shows: 'dover', at: 'assets/ports/dover.html' },
      { press: 'reload', shows: 'dover', at: 'assets/ports/dover.html' },
      { press: '#home', shows: 'start', at: '' },
      { press: '#dover', shows: 'dover', at: 'assets/ports/dover.html' },
    ],
  },
  '5. a router that finds out where the app is follows links to the root of the host': {
    files: {
      'index.html': page('start', ['#links'], '<script src="/js/based.js" defer></script>'),
      'ports.html': page('ports', []),
      'ports/dover.html': page('dover', [], '<script src="/js/based.js" defer></script>'),
      'js/based.js': `
        const base = location.pathname.replace(/[^/]*$/, '');
        const show = () => { shown.textContent = location.pathname.slice(base.length) || 'start'; };
        for (const [id, href] of [['home', '/'], ['ports', '/ports'], ['dover', '/ports/dover']]) document.body.append(Object.assign(document.createElement('a'), { id, href, textContent: id }));
        document.addEventListener('click', (event) => {
          if (!event.target.pathname?.startsWith(base)) return;
          event.preventDefault();
          history.pushState({}, '', event.target.href);
          show();
        });
        addEventListener('popstate', show);`,
    },
    steps: [
      { press: '#ports', shows: 'ports', at: 'ports' },
      { press: '#dover', shows: 'ports/dover', at: 'ports/dover' },
      { press: 'back', shows: 'ports', at: 'ports' },
      { press: '#home', shows: 'start', at: '' },
    ],
  },
};
