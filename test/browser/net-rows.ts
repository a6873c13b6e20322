import { dot, type Files, font, html, wave } from './page-rows.ts';

/** A build, and the value of `seen` once its page has run as an arranged app. */
export interface NetRow {
  readonly files: Files;
  readonly seen: unknown;
  /** The query of the page's URL. */
  readonly query?: string;
  /** The paths of the requests that the app itself makes for files that do not exist. */
  readonly missing?: readonly string[];
}

/** A page whose script fills `seen` by a function `run`. */
function run(body: string, head = '', markup = ''): string {
  const script = `<script>globalThis.run = async () => {${body}}; run().then((value) => { globalThis.seen = value }, (error) => { globalThis.seen = String(error) });</script>`;
  return html(head, `${markup}${script}`);
}

/** Functions for the scripts of pages. */
const tools = `
  const json = async (input) => (await fetch(input)).json();
  const xhr = (address) => new Promise((resolve) => { const asked = new XMLHttpRequest(); asked.open('GET', address); asked.onload = () => resolve(asked.responseText); asked.send(); });
  const size = (image) => image.decode().then(() => image.naturalWidth);
  const here = location.href.replace(/[^/]*$/, '');
  const isFound = async (text) => { const address = /url\\("([^"]+)"\\)/.exec(text)?.[1] ?? text; return (await fetch(address)).ok; };
`;

const part = { 'data/one.json': '[1]', 'two.json': '[2]', 'ü %.json': '[3]' };

export const netRows: Readonly<Record<string, NetRow>> = {
  'requests find moved files by every form of URL': {
    files: {
      'index.html': run(`${tools}
        const name = 'one';
        return [await json('data/' + name + '.json'), await json('./two.json?x=1#y'), await json(here + 'two.json'), await json(new URL('two.json', document.baseURI)),
          await json(new Request('data/one.json')), await xhr('data/' + name + '.json'), await json(encodeURIComponent('ü %.json')), await json('/data/' + name + '.json'),
          await json('../' + here.split('/').at(-2) + '/two.json')];`),
      ...part,
    },
    seen: [[1], [2], [2], [2], [1], '[1]', [3], [1], [2]],
  },
  'other URLs are not changed': {
    files: {
      'index.html': run(`${tools}
        const status = async (address) => { const { status, url } = await fetch(address); return [status, url.replace(here, './').replace(location.origin, '')]; };
        const blob = URL.createObjectURL(new Blob(['[5]']));
        return [await status('none.json'), await status('?x'), await status('assets/a.json'), await status('/a/other/two.json'), await status('/none/two.json'),
          await json(blob), await json('data:application/json,[6]'), await json('data.json')];`),
      'assets/a.json': '[4]',
      'data.json': '[7]',
      ...part,
    },
    query: '?start#place',
    seen: [
      [404, './none.json'],
      [200, './?x'],
      [200, './assets/a.json'],
      [404, '/a/other/two.json'],
      [404, '/none/two.json'],
      [5],
      [6],
      [7],
    ],
    missing: ['/a/app-1/none.json', '/a/other/two.json', '/none/two.json'],
  },
  'requests to other hosts stay as they are, and so does the app itself': {
    files: {
      'index.html': run(`${tools}
        const other = location.origin.replace('127.0.0.1', 'localhost');
        await fetch(other + '/data/one.json', { mode: 'no-cors' }).catch(() => undefined);
        const isPage = async (address) => (await (await fetch(address)).text()).startsWith('<!doctype');
        const post = await fetch('two.json', { method: 'POST', body: '1' });
        return [await isPage('./'), await isPage(''), await isPage('#x'), await isPage(here), post.status];`),
      ...part,
    },
    seen: [true, true, true, true, 405],
    missing: ['/data/one.json', '/a/app-2/assets/two.json'],
  },
  'files whose names have blanks and signs': {
    files: {
      'index.html': run(
        `${tools}
        const made = (name) => { const image = new Image(); image.src = name; return size(image); };
        box.style.backgroundImage = 'url("my pictures/' + "it's (1).svg" + '")'; box.innerHTML = '<img src="my pictures/' + "it&#39;s (1).svg" + '">';
        return [await json('a b/' + '100%25.json'), await json('a b/' + 'x+y&z=1.json'), await made('my pictures/' + "it's (1).svg"), await size(box.firstChild), await isFound(getComputedStyle(box).backgroundImage)];`,
        '',
        '<div id="box"></div>',
      ),
      'a b/100%.json': '[1]',
      'a b/x+y&z=1.json': '[2]',
      "my pictures/it's (1).svg": dot,
    },
    seen: [[1], [2], 7, 7, true],
  },
  'elements of other kinds load from properties': {
    files: {
      'index.html': run(
        `${tools}
        const load = (name, values) => new Promise((resolve, reject) => { const element = Object.assign(document.createElement(name), values); element.onload = () => resolve(element); element.onerror = () => reject(name); document.body.append(element); });
        const link = await load('link', { rel: 'stylesheet', href: 'css/late.css' }); await load('script', { src: 'js/late.js' }); await load('iframe', { src: 'part/page.html' });
        await load('object', { type: 'image/svg+xml', data: 'img/dot.svg' }); await load('input', { type: 'image', src: 'img/dot.svg' });
        const sound = document.createElement('audio'); const source = document.createElement('source'); source.setAttribute('SRC', 'img/a.wav'); sound.append(source); await new Promise((resolve) => { sound.oncanplaythrough = resolve; sound.load(); });
        const use = document.createElementNS('http://www.w3.org/2000/svg', 'use'); use.setAttribute('href', 'img/icons.svg#a');
        const film = document.createElement('video'); film.poster = 'img/dot.svg';
        box.style = 'background: url(img/dot.svg)'; box.style.setProperty('--own', 'url(img/dot.svg)');
        return [getComputedStyle(box).color, late, use.getAttribute('href'), (await fetch(film.poster)).ok, await isFound(getComputedStyle(box).backgroundImage)];`,
        '',
        '<div id="box"></div>',
      ),
      'css/late.css': '#box { color: rgb(1, 2, 3) }',
      'js/late.js': 'globalThis.late = 1',
      'part/page.html': 'part',
      'img/dot.svg': dot,
      'img/icons.svg': dot,
      'img/a.wav': wave,
    },
    seen: ['rgb(1, 2, 3)', 1, 'img/icons.svg#a', true, true],
  },
  'a page with modules only, in a folder, next to others': {
    files: {
      'index.html': html(
        '',
        '<script type="module">document.links[0].click()</script><a href="more/two.html?x=1#y">x</a><a href="more/one.html">x</a>',
      ),
      'more/one.html': html('', '<a href="two.html">x</a>'),
      'more/two.html': html(
        '',
        `<script type="module">const json = async (address) => (await fetch(address)).json(); const name = 'one';
        globalThis.seen = [await json('near' + '.json'), await json('../data/' + name + '.json'), await json('/data/' + name + '.json'), location.search + location.hash]</script>`,
      ),
      'more/near.json': '[8]',
      ...part,
    },
    seen: [[8], [1], [1], '?x=1#y'],
  },
  'pictures load from properties, attributes, markup and srcset': {
    files: {
      'index.html': run(
        `${tools}
        const made = () => document.body.appendChild(document.createElement('img'));
        const one = made(); one.src = 'img/dot.svg';
        const two = made(); two.setAttribute('src', 'img/dot.svg');
        const three = made(); three.srcset = 'a,dot.svg, img/big.svg 2x,img/big.svg 3x';
        const four = new Image(); four.src = new URL('img/dot.svg', location);
        box.innerHTML = '<p><img src="img/dot.svg"><img alt=x src=img/dot.svg><img srcset="img/dot.svg, img/big.svg 3x"></p>';
        box.insertAdjacentHTML('beforeend', "<img src='img/dot.svg'>");
        const five = made(); five.outerHTML = '<img id="five" src="img/dot.svg">';
        document.body.append(document.createRange().createContextualFragment('<img id="six" src="img/dot.svg">'));
        document.body.append(...new DOMParser().parseFromString('<img id="seven" src="img/dot.svg">', 'text/html').body.childNodes);
        document.body.append(...Document.parseHTMLUnsafe('<img id="eight" src="img/dot.svg">').body.childNodes);
        const source = document.createElement('source'); source.srcset = 'img/dot.svg'; const picture = document.createElement('picture'); const inner = document.createElement('img');
        picture.append(source, inner); document.body.append(picture);
        const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'image'); drawn.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', 'img/dot.svg');
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); svg.append(drawn); document.body.append(svg);
        await new Promise((resolve) => { drawn.onload = resolve; });
        return Promise.all([one, two, three, four, ...box.querySelectorAll('img'), five.isConnected ? five : document.querySelector('#five'), document.querySelector('#six'), document.querySelector('#seven'), document.querySelector('#eight'), inner].map(size));`,
        '',
        '<div id="box"></div>',
      ),
      'img/dot.svg': dot,
      'a,dot.svg': dot,
      'img/big.svg': dot.replaceAll('7', '14'),
    },
    seen: [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7],
  },
  'styles written by scripts find their pictures and fonts': {
    files: {
      'index.html': run(
        `${tools}
        const all = [0, 1, 2, 3, 4].map(() => document.body.appendChild(document.createElement('p')));
        all[0].style.background = 'url(img/dot.svg)'; all[1].style.setProperty('background-image', 'url("img/dot.svg")'); all[2].style.cssText = "background: url('img/dot.svg')";
        all[3].setAttribute('style', 'background: url(img/dot.svg)'); all[4].className = 'late';
        const sheet = document.createElement('style'); sheet.textContent = '.late { background: url(img/dot.svg) }'; document.head.append(sheet);
        box.innerHTML = '<p style="background: url(&quot;img/dot.svg&quot;)">';
        document.styleSheets[0].insertRule('#box { list-style-image: url(img/dot.svg) }');
        handled.click(); await new Promise((resolve) => setTimeout(resolve));
        const font = new FontFace('Own', 'url(img/font.ttf)');
        const elements = [...all, box.firstChild, handled];
        const found = await Promise.all(elements.map((element) => isFound(getComputedStyle(element).backgroundImage)));
        return [...found, await isFound(getComputedStyle(box).listStyleImage), (await font.load()).status];`,
        '<style>p { color: red }</style>',
        `<div id="box"></div><b id="handled" onclick="this.style.backgroundImage = 'url(img/' + 'dot.svg)'">x</b>`,
      ),
      'img/dot.svg': dot,
      'img/font.ttf': font,
    },
    seen: [true, true, true, true, true, true, true, true, 'loaded'],
  },
  'workers, worklets and sounds load': {
    files: {
      'index.html': run(`${tools}
        const ask = (worker) => new Promise((resolve, reject) => { const port = worker.port ?? worker; port.onmessage = ({ data }) => resolve(data); worker.onerror = ({ message }) => reject(message); });
        const blob = (code, type) => new Worker(URL.createObjectURL(new Blob([code])), { type });
        const script = (name) => JSON.stringify(here + 'work/' + name + '.js');
        const sound = new Audio('img/a.wav'); await new Promise((resolve) => { sound.oncanplaythrough = resolve; sound.load(); });
        const context = new OfflineAudioContext(1, 128, 8000); await context.audioWorklet.addModule('work/tone' + '.js');
        return [await ask(new Worker('work/' + 'a.js')), await ask(new SharedWorker('work/' + 'shared.js')),
          await ask(blob('importScripts(' + script('part') + '); fetch(' + JSON.stringify(here + 'two.json') + ').then((response) => response.json()).then((two) => postMessage([part, two]))')),
          await ask(blob('import late from ' + JSON.stringify(here + 'assets/' + 'work/late.js') + '; postMessage(late)', 'module')), sound.duration > 0];`),
      'work/a.js': `importScripts('part.js'); fetch('../two.json').then((response) => response.json()).then((two) => postMessage([part, two]))`,
      'work/shared.js': 'onconnect = ({ ports: [port] }) => port.postMessage("shared")',
      'work/part.js': 'var part = 21',
      'work/late.js': 'export default "late"',
      'work/tone.js': 'registerProcessor("tone", class extends AudioWorkletProcessor {})',
      'img/a.wav': wave,
      ...part,
    },
    seen: [[21, [2]], 'shared', [21, [2]], 'late', true],
  },
  'URLs written by arrange stay valid after pushState': {
    files: {
      'index.html': run(`${tools}
        history.pushState({}, '', 'deep/er/page'); const image = new Image(); image.src = '/img/dot.svg';
        return [await size(image), await json('/two.json')];`),
      'img/dot.svg': dot,
      ...part,
    },
    seen: [7, [2]],
  },
  'a moved page in a frame finds files next to it and in assets/': {
    files: {
      'index.html': run(
        'return new Promise((resolve) => { globalThis.told = resolve; frame.src = "frame" + ".html?x"; })',
        '',
        '<iframe id="frame"></iframe>',
      ),
      'frame.html': html(
        '<script src="shared.js"></script>',
        `<script>(async () => { const json = async (address) => (await fetch(address)).json();
          parent.told([await json('two' + '.json'), await json('assets/' + 'a.json'), await json('./assets/' + 'a.json'), await json(shared)]); })()</script>`,
      ),
      'shared.js': 'const shared = "/two.json"',
      'assets/a.json': '[4]',
      ...part,
    },
    seen: [[2], [4], [4], [2]],
  },
  'a link created by a script leads to the moved page': {
    files: {
      'index.html': html(
        '<script>const link = document.createElement("a"); link.href = "more/" + "page.html"; addEventListener("load", () => { document.body.append(link); if (link.pathname.includes("/assets/")) throw new Error("changed too early"); link.click(); })</script>',
      ),
      'more/page.html': html('', '<script>globalThis.seen = "more"</script>'),
    },
    seen: 'more',
  },
  'a script opens pages that have moved, and the first page again': {
    files: {
      'index.html': html(
        '',
        `<form action="x" method="get"><input name="q" value="1"></form><script>const way = sessionStorage.way = (sessionStorage.way ?? '') + ' index' + location.search;
          const steps = [() => { location.href = 'one.html?a' }, () => { location.assign('more/' + 'two.html') }, () => { document.forms[0].action = 'one' + '.html'; document.forms[0].submit() }, () => { history.pushState({}, '', 'more/'); globalThis.seen = way }];
          addEventListener('load', () => setTimeout(steps[way.split('index').length - 2]))</script>`,
      ),
      'one.html': html(
        '',
        '<script>sessionStorage.way += " one" + location.search; addEventListener("load", () => setTimeout(() => location.replace("index" + ".html?b")))</script>',
      ),
      'more/two.html': html(
        '',
        '<script>sessionStorage.way += " two"; addEventListener("load", () => setTimeout(() => { location = ".." + "/" }))</script>',
      ),
    },
    seen: ' index one?a index?b two index one?q=1 index?b',
  },
  'a page with a Content-Security-Policy and a <base> works': {
    files: {
      'index.html': html(
        `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'"><base href="./"><script src="app.js" defer></script>`,
      ),
      'app.js':
        'fetch("two" + ".json").then((response) => response.json()).then((two) => { globalThis.seen = two })',
      ...part,
    },
    seen: [2],
  },
  'import() of URLs built at run time works': {
    files: {
      'index.html': html(
        '<script src="lib.js"></script>',
        `<script type="module">const name = 'one'; const load = async (address) => (await import(address)).default;
          globalThis.seen = [await load('./scenes/' + name + '.js'), await load(new URL('scenes/one.js', document.baseURI).href), await load('/scenes/' + name + '.js'),
            await lib.load('scenes/one.js'), await lib.own('one')];</script>`,
      ),
      'lib.js':
        'const lib = { load: async (address) => (await import(new URL(address, document.baseURI))).default, own: async (name) => (await import("./scenes/" + name + ".js")).default }',
      'scenes/one.js': 'import two from "./two.js"; export default two + 1',
      'scenes/two.js': 'export default 2',
    },
    seen: [3, 3, 3, 3, 3],
  },
  'a script in a folder imports by a URL that the page names': {
    files: {
      'index.html': html(
        `<script>globalThis.manifest = { late: '/build/app/late.js' }</script><script type="module" src="/build/app/main.js"></script>`,
      ),
      'build/app/late.js': 'export default 4',
      'build/app/main.js': 'globalThis.seen = [(await import(manifest.late)).default]',
    },
    seen: [4],
  },
  'a page that is parsed in chunks, and one without <head>, work': {
    files: {
      'index.html': `<title>x</title><script>document.write('<img id="one" src="img/' + 'dot.svg">'); addEventListener('load', () => { globalThis.seen = [one.naturalWidth, document.compatMode] })</script>`,
      'img/dot.svg': dot,
    },
    seen: [7, 'BackCompat'],
  },
};
