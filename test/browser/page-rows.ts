export type Files = Readonly<Record<string, string | Buffer>>;

/**
 * A picture of a red square, a sound of a tenth of a second, and a font with the letter A.
 */
export const dot =
  '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"><rect width="7" height="7" fill="red"/></svg>';
export const wave = Buffer.concat([
  Buffer.from(
    'RIFF$\x03\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\0\x03\0\0',
    'latin1',
  ),
  Buffer.alloc(768, 128),
]);
export const font = Buffer.from(
  'AAEAAAAKAIAAAwAgT1MvMjKULukAAACsAAAAYGNtYXAADAB0AAABDAAAACxnbHlmCdQRqAAAATgAAABIaGVhZGL+RM0AAAGAAAAANmhoZWEH0g' +
    'MjAAABuAAAACRobXR4B9AAAAAAAdwAAAAIbG9jYQAkABIAAAHkAAAABm1heHAABAAFAAAB7AAAACBuYW1lABQEUAAAAgwAAAAUcG9zdAADAAAA' +
    'AAIgAAAAIAAEA+gBkAAFAAACigK8AAAAjAKKArwAAAHgADIBLAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAgICAgAEAAQQBBAyD/OADIA+' +
    'gAyAAAAAEAAAAAAfQCvAAAACAAAQAAAAEAAwABAAAADAAEACAAAAAEAAQAAQAAAEH//wAAAEH////AAAEAAAAAAAEAAAAAA+gD6AADAAABAQEB' +
    'AAAAAAPoAAAAAAPoAAD8GAAAAAEAAAAAA+gD6AADAAABAQEBAAAAAAPoAAAAAAPoAAD8GAAAAAEAAAABAAAAAAAAXw889QADA+gAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAPoA+gAAAAIAAIAAAAAAAAAAQAAAyD/OADIA+gAAAAAA+gAAQAAAAAAAAAAAAAAAAAAAAID6AAAA+gAAAAAABIAJAAAAAEA' +
    'AAACAAQAAQAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAABABIAAwABBAkAAQACAAAAQQADAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'base64',
);

/** The files on another host. */
export const cdn: Readonly<
  Record<string, { readonly body: string; readonly contentType: string }>
> = {
  '/a.css': { body: 'body { color: rgb(3, 2, 1) }', contentType: 'text/css' },
  '/a.js': { body: 'var first = 1', contentType: 'text/javascript' },
  '/b.js': { body: 'export const count = 2', contentType: 'text/javascript' },
  '/a.json': { body: '[3]', contentType: 'application/json' },
  '/dot.svg': { body: dot, contentType: 'image/svg+xml' },
};

export function html(head: string, body = ''): string {
  return `<!doctype html><html lang="en"><head><title>App</title>${head}</head><body>${body}</body></html>`;
}

/** An app, and the value that `seen`, or the expression, must get when it runs. */
export interface Row {
  readonly files: Files;
  readonly expression?: string;
  readonly seen: unknown;
  /** True if a server would show something else, since one file leaves a part out. */
  readonly isOnlyHere?: boolean;
}

/** A script that asks workers. */
const ask = `const ask = (worker) => new Promise((resolve, reject) => { worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message)); worker.postMessage(2); });
  const name = (url) => String(url).replace(/^.*\\/assets\\//, '');`;
const wasm = Buffer.from('AGFzbQEAAAABBQFgAAF/AwIBAAcFAQFmAAAKBgEEAEEqCw==', 'base64');
/** A page with one module script. */
function module(script: string, body = ''): string {
  return html('', `${body}<script type="module">${script}</script>`);
}

export const rows: Readonly<Record<string, Row>> = {
  'scripts run in order and know their URL': {
    files: {
      'index.html': html(
        `<script src="assets/late.js" defer></script><script src=assets/first.js></script><script>seen.push('inline')</script>`,
        '<p id="end"></p>',
      ),
      'assets/late.js': `seen.push(document.querySelector('#end') !== null)`,
      'assets/first.js': `var seen = [new URL(document.currentScript.src).pathname.endsWith('/assets/first.js')]; '</script><!--<script>'`,
    },
    seen: [true, 'inline', true],
  },
  'inline scripts wait for the style sheets before them, and load events come in the usual order': {
    files: {
      'index.html': html(
        '<link rel="stylesheet" href="assets/a.css"><script type="module">note("module")</script>',
        `<p>x</p><script>var seen = []; const note = (word) => seen.push([word, document.readyState, getComputedStyle(document.querySelector('p')).color]);
          note('inline'); for (const name of ['DOMContentLoaded', 'load']) addEventListener(name, () => note(name));</script>
        <script src="assets/a.js" defer></script><style>p { color: red }</style><script>note('other')</script>`,
      ),
      'assets/a.css': 'p { color: rgb(1, 2, 3) }',
      'assets/a.js': `note('defer')`,
    },
    seen: [
      ['inline', 'loading', 'rgb(1, 2, 3)'],
      ['other', 'loading', 'rgb(255, 0, 0)'],
      ...['module', 'defer', 'DOMContentLoaded'].map((word) => [
        word,
        'interactive',
        'rgb(255, 0, 0)',
      ]),
      ['load', 'complete', 'rgb(255, 0, 0)'],
    ],
  },
  'style sheets that import each other 900 levels deep do not overflow the stack': {
    files: {
      'index.html': html(
        '<link rel="stylesheet" href="assets/0.css">',
        '<script>var seen = 1</script>',
      ),
      ...Object.fromEntries(
        Array.from({ length: 900 }, (_, index) => [
          `assets/${index}.css`,
          `@import "${index + 1}.css";`,
        ]),
      ),
    },
    isOnlyHere: true,
    seen: 1,
  },
  'modules import each other, and load chunks and data at run time': {
    files: {
      'index.html': html(
        `<script type="importmap">{"imports":{"lib":"./assets/lib/index.js","lib/":"./assets/lib/"}}</script>
        <link rel="modulepreload" href="assets/a.js"><script type="module" crossorigin src="./assets/a.js"></script>
        <script type="module">import { count } from './assets/b.js'; globalThis.inline = count;</script>`,
        `<script>import('./assets/lib/part.js').then((part) => { globalThis.classic = part.default })</script>`,
      ),
      'assets/a.js': `import { count, add } from './b.js'; import * as lib from 'lib'; import part from 'lib/part.js';
        import table from './table.json' with { type: 'json' };
        export const name = 'a'; add();
        const run = async () => {
        const chunk = await import(\`./chunks/\${name}.js\`);
        const url = new URL('../data.json', import.meta.url);
        const data = await (await fetch(url)).json();
        globalThis.seen = [count, chunk.default, lib.default, part, table.rows, data.answer]; };
        run();`,
      'assets/b.js': `import { name } from './a.js'; export let count = 0; export const add = () => { count += name.length; };`,
      'assets/chunks/a.js': `import { count } from '../b.js'; export default 'chunk ' + count;`,
      'assets/lib/index.js': `export default 'lib'`,
      'assets/lib/part.js': `export default 'part'`,
      'assets/table.json': '{"rows":3}',
      'data.json': '{"answer":42}',
    },
    expression: '[...(globalThis.seen ?? []), globalThis.inline, globalThis.classic]',
    seen: [1, 'chunk 1', 'lib', 'part', 3, 42, 1, 'part'],
  },
  'style sheets import each other, or themselves, and find their pictures': {
    files: {
      'index.html': html(
        '<link rel="stylesheet" href="assets/a.css"><style>p { cursor: url(assets/dot.svg), auto }</style>',
        '<p style="list-style-image: url(&quot;assets/dot.svg&quot;)">x</p><b>y</b><i>z</i>',
      ),
      'assets/a.css': `@import "deep/b.css"; @import url('a.css'); b { background: url("dot.svg?v=1#x") }`,
      'assets/deep/b.css':
        'i { color: rgb(1, 2, 3); background-image: url(../dot.svg) } /* url(none.png) */',
      'assets/dot.svg': dot,
    },
    expression: `(() => { const look = (name) => getComputedStyle(document.querySelector(name));
      const isInlined = (text) => /^url\\("(?!file:)/.test(text);
      return [look('i').color, ...[look('i').backgroundImage, look('b').backgroundImage, look('p').cursor, look('p').listStyleImage].map(isInlined)]; })()`,
    seen: ['rgb(1, 2, 3)', true, true, true, true],
  },
  'fonts load from a style sheet and from a script': {
    files: {
      'index.html': html(
        '<link rel="stylesheet" href="assets/a.css">',
        `<script>const other = new FontFace('Other', 'url(assets/font.ttf)');
          Promise.all([document.fonts.load('12px Own', 'A'), other.load()])
            .then(([[own], other]) => { globalThis.seen = [own.status, other.status] });</script>`,
      ),
      'assets/a.css': '@font-face { font-family: Own; src: url(font.ttf) format("truetype") }',
      'assets/font.ttf': font,
    },
    seen: ['loaded', 'loaded'],
  },
  'sounds load from elements, new Audio() and decodeAudioData': {
    files: {
      'index.html': html(
        '',
        `<audio id="own" src="assets/a.wav"></audio><audio id="other"><source src="assets/a.wav" type="audio/wav"></audio>
        <script>
          const ready = (sound) => new Promise((resolve) => {
            sound.preload = 'auto'; sound.oncanplaythrough = () => resolve(sound.duration > 0.09); sound.load(); });
          const decode = async () => {
            const bytes = await (await fetch('assets/a.wav')).arrayBuffer();
            return (await new OfflineAudioContext(1, 9, 8000).decodeAudioData(bytes)).length > 0; };
          Promise.all([ready(own), ready(other), ready(new Audio('assets/a.wav')), decode()])
            .then((all) => { globalThis.seen = all });
        </script>`,
      ),
      'assets/a.wav': wave,
    },
    seen: [true, true, true, true],
  },
  'fetch and XMLHttpRequest load files, and a missing file is a 404': {
    files: {
      'index.html': html(
        '',
        `<script type="module">
          const ask = (address, isAsync) => new Promise((resolve) => { const asked = new XMLHttpRequest(); asked.open('GET', address, isAsync);
            asked.onload = () => resolve(asked.responseText); asked.send(); });
          const bytes = await (await fetch(new URL('assets/b.bin', location.href))).arrayBuffer();
          const first = await fetch('assets/a.json?x=1#y');
          globalThis.seen = [(await first.json()).a, first.headers.get('content-type'), [...new Uint8Array(bytes)],
            (await fetch('assets/none.json')).status, (await fetch('assets/a.json', { method: 'POST' })).status,
            (await fetch(new Request('./assets/a.json'))).ok, await ask('assets/a.json', true), await ask('assets/a.json', false)];
        </script>`,
      ),
      'assets/a.json': '{"a":"</script><!--"}',
      'assets/b.bin': Buffer.from([0, 255, 128, 60]),
    },
    seen: [
      ...['</script><!--', 'application/json', [0, 255, 128, 60], 404, 405, true],
      ...['{"a":"</script><!--"}', '{"a":"</script><!--"}'],
    ],
  },
  'pictures load from srcset, elements, markup and styles, and scripts read the original URL': {
    files: {
      'index.html': html(
        '<link rel="icon" href="assets/dot.svg">',
        `<img id="one" srcset="assets/dot.svg 1x, assets/dot%20two.svg 2x" src="assets/none.png">
        <picture><source srcset="assets/none.svg" media="(max-width: 1px)"><img id="two" src="assets/dot.svg"></picture>
        <video id="film" poster="assets/dot.svg"></video><div id="markup"></div><div id="styled"></div>
        <script>
          const three = new Image(); three.src = 'assets/dot.svg';
          const four = document.createElement('img'); four.setAttribute('src', './assets/dot.svg'); four.srcset = 'assets/dot.svg 1x';
          markup.innerHTML = '<img src="assets/dot.svg"><b>text</b>';
          markup.insertAdjacentHTML('beforeend', '<p style="background: url(assets/dot.svg)"></p>');
          styled.style.backgroundImage = "url('assets/dot.svg')";
          document.write('<img id="five" src="assets/dot.svg"><iframe src="about.html"></iframe>');
          const copy = two.cloneNode(); copy.id = ''; document.body.append(four, copy);
          const all = [one, two, three, four, five, copy, markup.querySelector('img')];
          Promise.all(all.map((image) => image.decode())).then(() => { globalThis.seen = [...all.map(({ naturalWidth }) => naturalWidth),
            two.src.endsWith('/assets/dot.svg'), three.getAttribute('src'), four.srcset, film.poster.endsWith('/assets/dot.svg'),
            /blob:|"assets/.test(styled.style.backgroundImage), /blob:|"assets/.test(markup.lastChild.style.background)]; });
        </script>`,
      ),
      'assets/dot.svg': dot,
      'about.html': '<p>Other',
      'assets/dot two.svg': dot.replaceAll('7', '14'),
    },
    seen: [7, 7, 7, 7, 7, 7, 7, true, 'assets/dot.svg', 'assets/dot.svg 1x', true, true, true],
  },
  'SVG in the page finds its pictures and the parts of other SVG files': {
    files: {
      'index.html': html(
        '',
        `<svg id="own"><image href="assets/dot.svg" width="7" height="7"/></svg><div id="markup"></div>
        <script>
          const space = 'http://www.w3.org/2000/svg';
          markup.innerHTML = '<svg><use href="assets/icons.svg#star"></use><image href="assets/dot.svg"></image></svg>';
          const made = document.createElementNS(space, 'svg');
          for (const [name, href] of [['image', 'assets/dot.svg'], ['use', 'assets/icons.svg#star']]) {
            const part = document.createElementNS(space, name); part.setAttribute('href', href); made.append(part); }
          document.body.append(made);
          setInterval(() => { globalThis.seen = [...document.querySelectorAll('svg')].map((svg) => {
            return ['image', 'use'].map((name) => svg.querySelector(name)?.getBBox().width ?? 0); }) }, 50);
        </script>`,
      ),
      'assets/dot.svg': dot,
      'assets/icons.svg':
        '<svg xmlns="http://www.w3.org/2000/svg"><rect id="moon" width="20" height="20"/><rect id="star" width="9" height="9"/></svg>',
    },
    seen: [
      [7, 0],
      [7, 9],
      [7, 9],
    ],
  },
  'classic and module workers run, with their own scripts, modules and data': {
    files: {
      'index.html': html(
        '',
        `<script type="module">
          const ask = (worker) => new Promise((resolve, reject) => { worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message)); worker.postMessage(2); });
          globalThis.seen = await Promise.all([ask(new Worker('assets/work/old.js')), ask(new Worker('assets/work/outer.js')),
            ask(new Worker(new URL('assets/work/new.js', import.meta.url), { type: 'module' }))]);
        </script>`,
      ),
      'assets/work/old.js': `importScripts('part.js'); onmessage = async ({ data }) => {
        const table = await (await fetch('../table.json')).json(); postMessage([data * factor, table.rows]); };`,
      'assets/work/part.js': 'var factor = 21;',
      'assets/work/new.js': `import { factor } from './deep/module.js'; onmessage = async ({ data }) => {
        const late = await import('./late.js'); postMessage([data * factor, late.default, import.meta.url.endsWith('/new.js')]); };`,
      'assets/work/deep/module.js': `import '../late.js'; export const factor = 4; // it's ' a quote`,
      'assets/work/late.js': `export default 'late'`,
      'assets/work/outer.js': `const inner = new Worker('old.js'); inner.onmessage = ({ data }) => postMessage(['inner', ...data]);
        onmessage = ({ data }) => inner.postMessage(data);`,
      'assets/table.json': '{"rows":3}',
    },
    seen: [
      [42, 3],
      ['inner', 42, 3],
      [8, 'late', true],
    ],
  },
  'file names and contents with special characters are kept': {
    files: {
      'index.html': html(
        '',
        `<img id="a" src="assets/it&#39;s%20100%25%20&quot;würfel&quot;%20&amp;%20%23%3F.svg">
        <script>
          const names = ['assets/%3C/script%3E%3Cb%3E.json', 'assets/__proto__', 'assets/constructor.json', 'assets/潮.json', "assets/$&'.json"];
          const load = async () => (await import('./assets/mod.js')).default;
          Promise.all([...names.map(async (name) => (await fetch(name)).text()), load()]).then((all) => { globalThis.seen = [...all, a.naturalWidth]; });
        </script>`,
      ),
      'assets/it\'s 100% "würfel" & #?.svg': dot,
      'assets/</script><b>.json': '"</script>"',
      'assets/__proto__': 'proto',
      'assets/constructor.json': '1',
      'assets/潮.json': '"潮 \u2028 $& $1"',
      "assets/$&'.json": '2',
      'assets/mod.js': `import name from './it\\'s $&.js'; export default name;`,
      "assets/it's $&.js": `export default "it's"`,
    },
    seen: ['"</script>"', 'proto', '1', '"潮 \u2028 $& $1"', '2', "it's", 7],
  },
  'a page with a Content-Security-Policy, integrity, a byte-order mark and no charset works': {
    files: {
      'index.html': `\ufeff<!-- > --><!DOCTYPE html><html lang="de"><head><base href="./">
        <meta http-equiv=Content-Security-Policy content="default-src 'self'">
        <title>Möwe</title></head><body><script integrity="sha256-AAAA" src="assets/a.js"></script></body></html>`,
      'assets/a.js': `globalThis.seen = [document.title, document.documentElement.lang, document.compatMode, 'Möwe']`,
    },
    isOnlyHere: true,
    seen: ['Möwe', 'de', 'CSS1Compat', 'Möwe'],
  },
  'the page of a Vite build with relative addresses works': {
    files: {
      'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <link rel="icon" type="image/svg+xml" href="./favicon.svg" />
    <title>Built</title>
    <script type="module" crossorigin src="./assets/index-B1o2.js"></script>
    <link rel="modulepreload" crossorigin href="./assets/vendor-C3.js">
    <link rel="stylesheet" crossorigin href="./assets/index-D4.css">
  </head>
  <body><div id="app"></div></body>
</html>`,
      'favicon.svg': dot,
      'assets/index-B1o2.js': `import{h as e}from"./vendor-C3.js";const t=\`\`+new URL(\`dot-E5.svg\`,import.meta.url).href,
        n=(f,deps)=>Promise.all(deps.map(d=>{const l=document.createElement(\`link\`);l.rel=\`stylesheet\`;l.crossOrigin=\`\`;
        l.href=new URL(d,import.meta.url).href;document.head.appendChild(l);
        return new Promise((ok,no)=>{l.addEventListener(\`load\`,ok);l.addEventListener(\`error\`,no)})})).then(()=>f());
        e(\`#app\`,\`<img src="\${t}">\`);const img=document.querySelector(\`img\`);
        n(()=>import(\`./lazy-F6.js\`),[\`./lazy-F6.css\`]).then(async m=>{await img.decode();
        globalThis.seen=[m.default,img.naturalWidth,getComputedStyle(document.body).color,getComputedStyle(img).opacity]});`,
      'assets/vendor-C3.js': 'var h=(e,t)=>{document.querySelector(e).innerHTML=t};export{h};',
      'assets/lazy-F6.js': 'import"./vendor-C3.js";var e=`lazy`;export{e as default};',
      'assets/lazy-F6.css': 'body{color:rgb(4,5,6);background:url(./dot-E5.svg)}',
      'assets/index-D4.css': 'img{opacity:.5}',
      'assets/dot-E5.svg': dot,
    },
    seen: ['lazy', 7, 'rgb(4, 5, 6)', '0.5'],
  },
  'a worker knows its URL, and a blob worker finds files by their full URLs': {
    files: {
      'index.html': module(`${ask}
        const blob = (code, type) => new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type });
        const at = (path) => JSON.stringify(new URL(path, location.href.replace(/[^/]*$/, '')));
        const all = [ask(new Worker('assets/where.js?x=1#y')),
          ask(blob('"use strict"; importScripts(' + at('assets/part.js') + '); onmessage = async () => postMessage([factor, (await (await fetch(' +
            at('assets/table.json') + ')).json()).rows, (await import(' + at('assets/late.js') + ')).default])')),
          ask(blob('import late from ' + at('assets/late.js') + '; onmessage = async () => postMessage([late, (await import(' + at('assets/late.js') + ')).default])', 'module'))];
        globalThis.seen = await Promise.all(all);`),
      'assets/where.js': `onmessage = async () => { const { rows } = await (await fetch(new URL('table.json', location))).json();
        postMessage([/\\/assets\\/where\\.js\\?x=1#y$/.test(self.location), location.search, location.hash, rows]); };`,
      'assets/part.js': 'var factor = 21;',
      'assets/late.js': `export default 'late'`,
      'assets/table.json': '{"rows":3}',
    },
    seen: [
      [true, '?x=1', '#y', 3],
      [21, 3, 'late'],
      ['late', 'late'],
    ],
  },
  'modules of a worker may be in an import cycle': {
    files: {
      'index.html': module(`${ask}
        const worker = () => new Worker('assets/a.js', { type: 'module' });
        globalThis.seen = await Promise.all([ask(worker()), ask(new Worker('assets/c.js', { type: 'module' }))]);`),
      'assets/a.js': `import { half, name } from './b.js'; export const double = (n) => 2 * n; export default class Own { word = 'own' }
        onmessage = ({ data }) => postMessage([half(data), name()]);`,
      'assets/b.js': `import { double } from './a.js'; import Own from './a.js'; import * as self from './c.js';
        export const half = (n) => double(double(n)) / 8; export function name() { return new Own().word + self.last; }`,
      'assets/c.js': `import { half } from './b.js'; export const last = '!'; onmessage = ({ data }) => postMessage([half(data)]);`,
    },
    seen: [[1, 'own!'], [1]],
  },
  'all connections to a SharedWorker reach the same worker': {
    files: {
      'index.html':
        module(`const connect = (...args) => new Promise((resolve) => { const { port } = new SharedWorker(...args);
        port.onmessage = ({ data }) => resolve(data); port.postMessage('x'); });
        globalThis.seen = [await connect('assets/a.js'), await connect('assets/a.js'), await connect('assets/a.js', 'other'),
          await connect(new URL('assets/b.js', location.href), { type: 'module' }), await connect('assets/a.js')];`),
      'assets/a.js':
        'let count = 0; onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => port.postMessage([data, ++count]); };',
      'assets/b.js': `import { word } from './c.js';
        addEventListener('connect', ({ ports: [port] }) => { port.addEventListener('message', () => port.postMessage(word)); port.start(); });`,
      'assets/c.js': `export const word = 'module'`,
    },
    seen: [['x', 1], ['x', 2], ['x', 1], 'module', ['x', 3]],
  },
  'an AudioWorklet of several modules makes sound': {
    files: {
      'index.html': module(`const context = new OfflineAudioContext(1, 128, 8000);
        await context.audioWorklet.addModule('assets/work/tone.js');
        new AudioWorkletNode(context, 'tone').connect(context.destination);
        globalThis.seen = [(await context.startRendering()).getChannelData(0)[5]];`),
      'assets/work/tone.js': `import { level } from './deep/level.js'; registerProcessor('tone', class extends AudioWorkletProcessor {
        process(_, [[samples]]) { samples.fill(level); return true; } }); // ${'$'}{import.meta.url}`,
      'assets/work/deep/level.js':
        'import "../other.js"; export const level = 0.25 + 0 * String(import.meta.url).length;',
      'assets/work/other.js': '',
    },
    seen: [0.25],
  },
  'pushState keeps the state, and a URL built from location.href is found': {
    files: {
      'index.html':
        module(`const here = location.href; history.pushState({ page: 1 }, '', 'about'); history.replaceState({ page: 2 }, '', '/about/other');
        const { state } = history; history.replaceState(state, '', here);
        const data = await (await fetch(here.replace('index.html', '') + (here.endsWith('/') ? '' : '/') + 'assets/a.json')).json();
        globalThis.seen = [state.page, history.state.page, data];`),
      'assets/a.json': '[1]',
    },
    seen: [2, 2, [1]],
  },
  'addresses in every kind of markup and style are found, and text that looks like an address is left alone':
    {
      files: {
        'index.html': html(
          `<link rel="preload" as="style" href="assets/late.css" onload="this.onload=null;this.rel='stylesheet'">
        <style>#a::before { content: "url(assets/dot.svg)" } #b { background: image-set("assets/dot.svg" 1x) } #c { background: url(assets/a\\ b.svg) }
          :root { --dot: url(assets/dot.svg) } #d { background: var(--dot) }</style>`,
          `<p id="a">x<p id="b">x<p id="c">x<p id="d">x
        <iframe id="frame" srcdoc="&lt;img src=&quot;assets/dot.svg&quot;&gt;"></iframe><iframe id="other"></iframe><div id="host"></div>
        <svg id="drawn" width="9" height="9"><filter id="f"><feImage href="assets/dot.svg"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>
        <script>
          document.body.setAttribute('background', 'assets/dot.svg');
          const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
          image.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', 'assets/dot.svg'); drawn.append(image);
          const spot = document.createElement('p'); document.body.append(spot); spot.outerHTML = '<img id="outer" src="assets/dot.svg"><link rel="stylesheet" href="assets/late.css">';
          const made = document.createRange().createContextualFragment('<p><img id="made" src="assets/dot.svg"><link rel="stylesheet" href="assets/late.css"></p>'); document.body.append(made);
          other.srcdoc = '<!doctype html><img src="assets/dot.svg">';
          const root = host.attachShadow({ mode: 'closed' });
          const parsed = new DOMParser().parseFromString('<img src="assets/dot.svg"><p style="background: url(assets/dot.svg)">', 'text/html');
          root.append(...parsed.body.childNodes);
          const sheet = document.createElement('style'); document.head.append(sheet); sheet.append('#a { background: url(assets/dot.svg) }');
          const look = (element, name, part) => getComputedStyle(element, part)[name];
          const isFile = (text) => /url\\("(?!file:)(?:data|blob|http)/.test(text) && !/none/.test(text);
          const measure = ({ contentDocument }) => contentDocument?.querySelector('img')?.naturalWidth;
          setInterval(() => { globalThis.seen = [look(document.body, 'color'), look(a, 'content', '::before'), look(b, 'backgroundImage').includes('image-set'),
            ...[a, c, d, document.body].map((element) => isFile(look(element, 'backgroundImage'))), image.getBBox().width, measure(frame), measure(other),
            outer.naturalWidth, document.querySelector('#made').naturalWidth, root.firstChild.naturalWidth, isFile(look(root.lastChild, 'backgroundImage')), document.body.getAttribute('background')]; }, 50);
        </script>`,
        ),
        'assets/late.css': 'body { color: rgb(1, 2, 3) }',
        'assets/dot.svg': dot,
        'assets/a b.svg': dot,
      },
      seen: [
        ...[
          'rgb(1, 2, 3)',
          '"url(assets/dot.svg)"',
          true,
          true,
          true,
          true,
          true,
          7,
          7,
          7,
          7,
          7,
          7,
          true,
        ],
        'assets/dot.svg',
      ],
    },
  'document.write works with elements that span several calls': {
    files: {
      'index.html': html(
        '',
        `<script>
          document.write('<section><div><img src="assets/dot.svg">');
          document.write('<b id="inner">x</b></div>');
          document.write('y</section><img id="after" src="assets/dot.svg"><style>#inner { list-style: url(assets/dot.svg);');
          document.writeln('color: rgb(1, 2, 3) }</style><ul><li id="item" style="background: url(assets/dot.svg)">');
          document.write('z</li></ul><img src="assets/dot.svg"', ' id="late"><script src="assets/a.js">');
          document.write('<\\/script><p id="last">');
        </script>`,
      ),
      'assets/dot.svg': dot,
      'assets/a.js': 'var wasRun = true',
    },
    expression: `['inner', 'after', 'item', 'late', 'last'].map((id) => document.getElementById(id)?.parentElement.localName)
      .concat([...document.images].map((image) => image.naturalWidth), getComputedStyle(inner).color, globalThis.wasRun)`,
    seen: ['div', 'body', 'ul', 'body', 'body', 7, 7, 7, 'rgb(1, 2, 3)', true],
  },
  'a URL that begins with // is loaded over https': {
    files: {
      'index.html': html(
        '<link rel="stylesheet" href="//cdn.example/a.css"><script src="//cdn.example/a.js"></script>',
        `<img id="image" src="assets/dot.svg"><script type="module">import { count } from '//cdn.example/b.js';
          image.src = '//cdn.example/dot.svg'; await image.decode();
          globalThis.seen = [first, count, (await (await fetch('//cdn.example/a.json')).json())[0], new URL(image.src).host, getComputedStyle(document.body).color];
        </script>`,
      ),
      'assets/dot.svg': dot,
    },
    seen: [1, 2, 3, 'cdn.example', 'rgb(3, 2, 1)'],
  },
  'responses have the status, headers and ranges of a server': {
    files: {
      'index.html':
        module(`const send = (method, path, range) => new Promise((resolve) => { const asked = new XMLHttpRequest(); asked.open(method, path);
          asked.onloadend = () => resolve([asked.status, asked.statusText, asked.responseURL.replace(/^.*\\/assets/, ''), asked.status === 404 ? '' : asked.getResponseHeader('content-length'),
            asked.status === 200 ? asked.responseText : '']);
          asked.send(); });
        const load = async (method, range) => { const { status, headers, ...all } = await fetch('assets/a.txt', { method, headers: range ? { range } : {} })
            .then(async (response) => ({ status: response.status, headers: response.headers, text: response.status === 405 ? '' : await response.text() }));
          return [status, status === 405 ? '' : headers.get('content-length'), headers.get('content-range'), all.text]; };
        const stopped = await fetch('assets/a.txt', { signal: AbortSignal.abort() }).catch(({ name }) => name);
        globalThis.seen = [await send('GET', 'assets/a.txt?x=1#y'), await send('HEAD', 'assets/a.txt'), (await send('GET', 'assets/none.txt'))[0],
          (await send('PUT', 'assets/a.txt'))[0], await load('GET'), await load('HEAD'), await load('GET', 'bytes=2-3'), await load('GET', 'bytes=-2'),
          await load('GET', 'bytes=4-'), (await load('POST'))[0], new URL((await fetch('assets/a.txt')).url).pathname.endsWith('/assets/a.txt'), stopped];`),
      'assets/a.txt': 'abcdef',
    },
    seen: [
      [200, 'OK', '/a.txt?x=1', '6', 'abcdef'],
      [200, 'OK', '/a.txt', '6', ''],
      ...[404, 405],
      [200, '6', null, 'abcdef'],
      [200, '6', null, ''],
      [206, '2', 'bytes 2-3/6', 'cd'],
      [206, '2', 'bytes 4-5/6', 'ef'],
      [206, '2', 'bytes 4-5/6', 'ef'],
      ...[405, true, 'AbortError'],
    ],
  },
  'scripts and style sheets that are not UTF-8 keep their bytes': {
    files: {
      'index.html': html(
        '<link rel="stylesheet" href="assets/a.css"><script charset="iso-8859-1" src="assets/a.js"></script>',
        `<p>x</p><script>const late = document.createElement('script'); late.charset = 'iso-8859-1'; late.src = 'assets/b.js';
          late.onload = () => { globalThis.seen = [one, two, getComputedStyle(document.querySelector('p'), '::before').content] };
          document.head.append(late);</script>`,
      ),
      'assets/a.js': Buffer.from(`var one = 'M\xf6we'`, 'latin1'),
      'assets/b.js': Buffer.from(`var two = '\xe4'`, 'latin1'),
      'assets/a.css': Buffer.from(`@charset "iso-8859-1"; p::before { content: "\xfc" }`, 'latin1'),
    },
    seen: ['Möwe', 'ä', '"ü"'],
  },
  'JSON and CSS modules and top-level await work': {
    files: {
      'index.html': html(
        `<script type="importmap">{"imports":{"#":"./assets/none.js"},"scopes":{"./assets/":{"#":"./assets/own.js"}}}</script>
        <script nomodule>globalThis.isOld = true</script><script type="module" src="assets/a.js"></script>`,
        '<p>x</p>',
      ),
      'assets/a.js': `import sheet from './a.css' with { type: 'css' }; import data from './a.json' with { type: 'json' }; import own from '#';
        document.adoptedStyleSheets = [sheet]; const late = await import('./late.js');
        globalThis.seen = [data.rows, late.default, own, getComputedStyle(document.querySelector('p')).color, typeof isOld];`,
      'assets/late.js': `export default await new Promise((resolve) => { setTimeout(resolve, 1, 'late') })`,
      'assets/own.js': `export default 'own'`,
      'assets/a.json': '{"rows":3}',
      'assets/a.css': 'p { color: rgb(1, 2, 3) }',
    },
    seen: [3, 'late', 'own', 'rgb(1, 2, 3)', 'undefined'],
  },
  'WebAssembly compiles from its file, also as wasm-pack loads it': {
    files: {
      'index.html': module(`import load from './assets/pkg/app.js';
        const { instance } = await WebAssembly.instantiateStreaming(fetch('assets/pkg/app_bg.wasm'));
        globalThis.seen = [instance.exports.f(), await load()];`),
      'assets/pkg/app.js': `export default async function init(input) {
        if (typeof input === 'undefined') input = new URL('app_bg.wasm', import.meta.url);
        const { instance } = await WebAssembly.instantiateStreaming(fetch(input), {}); return instance.exports.f(); }`,
      'assets/pkg/app_bg.wasm': wasm,
    },
    seen: [42, 42],
  },
  'a canvas with a picture of the app is not tainted': {
    files: {
      'index.html': module(
        `const canvas = document.createElement('canvas').getContext('2d');
        const late = new Image(); late.src = 'assets/dot.svg'; await Promise.all([late.decode(), own.decode()]);
        canvas.drawImage(own, 0, 0); canvas.drawImage(late, 20, 0);
        globalThis.seen = [...canvas.getImageData(3, 3, 1, 1).data, ...canvas.getImageData(23, 3, 1, 1).data];`,
        '<img id="own" src="assets/dot.svg">',
      ),
      'assets/dot.svg': dot,
    },
    seen: [255, 0, 0, 255, 255, 0, 0, 255],
  },
  'declarative shadow roots work, and scripts added by scripts run in order': {
    files: {
      'index.html': html(
        '',
        `<div id="host"><template shadowrootmode="open"><style>p { background: url(assets/dot.svg) }</style><img src="assets/dot.svg"><p>x</p></template></div>
        <script>var order = [];
          for (const name of ['a', 'b']) { const script = document.createElement('script'); script.src = 'assets/' + name + '.js'; script.async = false; document.head.append(script); }
        </script>`,
      ),
      'assets/a.js': `order.push('a')`,
      'assets/b.js': `order.push('b')`,
      'assets/dot.svg': dot,
    },
    expression: `[...order, host.shadowRoot.querySelector('img').naturalWidth, /url\\("(?!file:)/.test(getComputedStyle(host.shadowRoot.querySelector('p')).backgroundImage)]`,
    seen: ['a', 'b', 7, true],
  },
};
