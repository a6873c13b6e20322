import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { root } from '../support/repository.ts';

let browser: Browser;
let folder: string;

before(async () => {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  folder = await mkdtemp(join(tmpdir(), 'page-'));
});

after(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

type Files = Readonly<Record<string, string | Buffer>>;

/** A picture of a red square, a sound of a tenth of a second, and a font that knows the letter A. */
const dot =
  '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"><rect width="7" height="7" fill="red"/></svg>';
const wave = Buffer.concat([
  Buffer.from('RIFF$\x03\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\0\x03\0\0', 'latin1'),
  Buffer.alloc(768, 128),
]);
const font = Buffer.from(
  'AAEAAAAKAIAAAwAgT1MvMjKULukAAACsAAAAYGNtYXAADAB0AAABDAAAACxnbHlmCdQRqAAAATgAAABIaGVhZGL+RM0AAAGAAAAANmhoZWEH0g' +
    'MjAAABuAAAACRobXR4B9AAAAAAAdwAAAAIbG9jYQAkABIAAAHkAAAABm1heHAABAAFAAAB7AAAACBuYW1lABQEUAAAAgwAAAAUcG9zdAADAAAA' +
    'AAIgAAAAIAAEA+gBkAAFAAACigK8AAAAjAKKArwAAAHgADIBLAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAgICAgAEAAQQBBAyD/OADIA+' +
    'gAyAAAAAEAAAAAAfQCvAAAACAAAQAAAAEAAwABAAAADAAEACAAAAAEAAQAAQAAAEH//wAAAEH////AAAEAAAAAAAEAAAAAA+gD6AADAAABAQEB' +
    'AAAAAAPoAAAAAAPoAAD8GAAAAAEAAAAAA+gD6AADAAABAQEBAAAAAAPoAAAAAAPoAAD8GAAAAAEAAAABAAAAAAAAXw889QADA+gAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAPoA+gAAAAIAAIAAAAAAAAAAQAAAyD/OADIA+gAAAAAA+gAAQAAAAAAAAAAAAAAAAAAAAID6AAAA+gAAAAAABIAJAAAAAEA' +
    'AAACAAQAAQAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAABABIAAwABBAkAAQACAAAAQQADAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'base64',
);

function html(head: string, body = ''): string {
  return `<!doctype html><html lang="en"><head><title>App</title>${head}</head><body>${body}</body></html>`;
}

/** Makes a page of an app by the command. */
async function makePage(files: Files): Promise<string> {
  const app = await mkdtemp(join(folder, 'app-'));
  for (const [path, content] of Object.entries({ 'service.json': '{"name":"App"}', ...files })) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await writeFile(join(app, path), content);
  }
  const out = `${app}.html`;
  await run(app, out);
  return out;
}

async function run(app: string, out: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'src', 'cli.ts'), 'page', app, '--out', out]);
}

interface OpenedPage {
  readonly page: Page;
  /** Requests that left the file, and what went wrong in it. */
  readonly faults: readonly string[];
}

async function openPage(address: string): Promise<OpenedPage> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(5000);
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && request.url() !== address) faults.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(address);
  return { page, faults };
}

/** Waits until an expression has this value in the page, and fails with what it has instead. */
async function waitFor(page: Page, expression: string, expected: unknown): Promise<void> {
  const isThere = `JSON.stringify(${expression}) === ${JSON.stringify(JSON.stringify(expected))}`;
  await page.waitForFunction(isThere, null, { timeout: 5000 }).catch(() => undefined);
  assert.deepEqual(await page.evaluate(expression), expected);
}

/** An app, and what `seen` is once it runs, or the expression instead of it. */
interface Row {
  readonly files: Files;
  readonly expression?: string;
  readonly seen: unknown;
}

const rows: Readonly<Record<string, Row>> = {
  'scripts run in their order, and know where they come from': {
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
  'module scripts import each other, and chunks and data at run time': {
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
  'styles import styles, with pictures, and one that imports itself': {
    files: {
      'index.html': html(
        '<link rel="stylesheet" href="assets/a.css"><style>p { cursor: url(assets/dot.svg), auto }</style>',
        '<p style="list-style-image: url(&quot;assets/dot.svg&quot;)">x</p><b>y</b><i>z</i>',
      ),
      'assets/a.css': `@import "deep/b.css"; @import url('a.css'); b { background: url("dot.svg?v=1#x") }`,
      'assets/deep/b.css': 'i { color: rgb(1, 2, 3); background-image: url(../dot.svg) } /* url(none.png) */',
      'assets/dot.svg': dot,
    },
    expression: `(() => { const look = (name) => getComputedStyle(document.querySelector(name));
      const isInlined = (text) => text.startsWith('url("data:image/svg+xml;');
      return [look('i').color, ...[look('i').backgroundImage, look('b').backgroundImage, look('p').cursor, look('p').listStyleImage].map(isInlined)]; })()`,
    seen: ['rgb(1, 2, 3)', true, true, true, true],
  },
  'fonts are loaded, by a style and by a script': {
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
  'sounds are ready, from an element, a constructor and a buffer': {
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
  'data is fetched in any form, and what is missing is a 404': {
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
  'pictures come by srcset, elements, markup and styles, and tell the address that was written': {
    files: {
      'index.html': html(
        '<link rel="icon" href="assets/dot.svg">',
        `<img id="one" srcset="assets/dot.svg 1x, assets/dot%20two.svg 2x" src="assets/none.png">
        <picture><source srcset="assets/none.svg" media="(max-width: 1px)"><img id="two" src="assets/dot.svg"></picture>
        <video id="film" poster="assets/dot.svg"></video><div id="markup"></div><div id="styled"></div>
        <script>
          const three = new Image(); three.src = 'assets/dot.svg';
          const four = document.createElement('img'); four.setAttribute('src', './assets/dot.svg'); four.srcset = 'assets/dot.svg 3.5x';
          markup.innerHTML = '<img src="assets/dot.svg"><b>text</b>';
          markup.insertAdjacentHTML('beforeend', '<p style="background: url(assets/dot.svg)"></p>');
          styled.style.backgroundImage = "url('assets/dot.svg')";
          document.write('<img id="five" src="assets/dot.svg"><iframe src="about.html"></iframe>');
          const copy = two.cloneNode(); copy.id = ''; document.body.append(four, copy);
          const all = [one, two, three, four, five, copy, markup.querySelector('img')];
          Promise.all(all.map((image) => image.decode())).then(() => { globalThis.seen = [...all.map(({ naturalWidth }) => naturalWidth),
            two.src.endsWith('/assets/dot.svg'), three.getAttribute('src'), four.srcset, film.poster.endsWith('/assets/dot.svg'),
            /blob:/.test(styled.style.backgroundImage), /blob:/.test(markup.lastChild.style.background)]; });
        </script>`,
      ),
      'assets/dot.svg': dot,
      'about.html': '<p>Other',
      'assets/dot two.svg': dot.replaceAll('7', '14'),
    },
    seen: [7, 7, 7, 7, 7, 7, 7, true, 'assets/dot.svg', 'assets/dot.svg 3.5x', true, true, true],
  },
  'drawings in the page have their pictures and the parts of others': {
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
      'assets/icons.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect id="star" width="9" height="9"/></svg>',
    },
    seen: [
      [7, 0],
      [7, 9],
      [7, 9],
    ],
  },
  'workers run, of both kinds, with scripts, modules and data of their own': {
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
  'hostile names and contents are names and contents': {
    files: {
      'index.html': html(
        '',
        `<img id="a" src="assets/it&#39;s%20100%25%20&quot;würfel&quot;%20&amp;%20%23%3F.svg">
        <script>
          const names = ['assets/%3C/script%3E%3Cb%3E.json', 'assets/__proto__', 'assets/constructor.json', 'assets/潮.json', "assets/$&'.json"];
          Promise.all(names.map(async (name) => (await fetch(name)).text())).then((all) => { globalThis.seen = [...all, a.naturalWidth]; });
        </script>`,
      ),
      'assets/it\'s 100% "würfel" & #?.svg': dot,
      'assets/</script><b>.json': '"</script>"',
      'assets/__proto__': 'proto',
      'assets/constructor.json': '1',
      'assets/潮.json': '"潮 \u2028 $& $1"',
      "assets/$&'.json": '2',
    },
    seen: ['"</script>"', 'proto', '1', '"潮 \u2028 $& $1"', '2', 7],
  },
  'a page with a policy, a digest, a mark and no charset reads as it should': {
    files: {
      'index.html': `\ufeff<!-- > --><!DOCTYPE html><html lang="de"><head><base href="./">
        <meta http-equiv=Content-Security-Policy content="default-src 'self'">
        <title>Möwe</title></head><body><script integrity="sha256-AAAA" src="assets/a.js"></script></body></html>`,
      'assets/a.js': `globalThis.seen = [document.title, document.documentElement.lang, document.compatMode, 'Möwe']`,
    },
    seen: ['Möwe', 'de', 'CSS1Compat', 'Möwe'],
  },
  'the page of a build with relative addresses, as Vite writes it': {
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
};

for (const [title, { files, expression = 'globalThis.seen', seen }] of Object.entries(rows)) {
  test(`one file from disk: ${title}`, async () => {
    const { page, faults } = await openPage(pathToFileURL(await makePage(files)).href);
    await waitFor(page, expression, seen).catch((error) => assert.fail([error, ...faults].join('\n')));
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

test('the example is one file, from disk and from a server that has nothing else', async (context) => {
  const out = join(folder, 'example.html');
  await run(join(root, 'examples', 'tide-times'), out);
  const server = createServer(async (request, response) => {
    response.writeHead(request.url === '/shown/at?x=1' ? 200 : 404, { 'content-type': 'text/html' });
    response.end(await readFile(out));
  });
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  for (const place of [pathToFileURL(out).href, `http://127.0.0.1:${address.port}/shown/at?x=1`]) {
    const { page, faults } = await openPage(place);
    await page.getByRole('radio', { name: 'Thimble Isle' }).check();
    await page.getByRole('button', { name: 'Ring the bell' }).click();
    await waitFor(page, `document.querySelector('.coast img').naturalWidth`, 1040);
    assert.equal(await page.title(), 'Tide Times');
    assert.deepEqual(faults, []);
    await page.context().close();
  }
});

test('what is not in the page is said at its edge, and a link to it leads nowhere', async () => {
  const out = await makePage({
    'index.html': html(
      '',
      `<a href="about.html">About</a><a href="#end">End</a><a href="assets/a.txt" download>Text</a><p id="end"></p>
      <script>navigator.serviceWorker?.register('sw.js').catch(({ name }) => { globalThis.seen = name })</script>`,
    ),
    ...{ 'about.html': html(''), 'sw.js': '', 'instructions.md': 'SECRET PROMPT', 'assets/a.txt': 'text' },
  });
  assert.ok(!(await readFile(out, 'utf8')).includes('SECRET PROMPT'));
  const { page } = await openPage(pathToFileURL(out).href);
  const readBar = async () => (await page.getByRole('status').textContent()) ?? '';
  assert.match(await readBar(), /^Preview.*, without: the assistant; other pages \(about\.html\); its service worker/);
  await page.getByRole('link', { name: 'About' }).click();
  assert.match(await readBar(), /^about\.html is not in this page\./);
  await page.getByRole('link', { name: 'End' }).click();
  assert.equal(new URL(page.url()).hash, '#end');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Text' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'a.txt');
  assert.equal(await readFile(await download.path(), 'utf8'), 'text');
  await page.getByRole('button', { name: 'Hide this bar' }).click();
  assert.equal(await page.getByRole('status').count(), 0);
  await page.context().close();
});
