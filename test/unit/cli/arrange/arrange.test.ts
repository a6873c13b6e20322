import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { type ArrangeOptions, arrangeBuild } from '../../../../cli/arrange/arrange.ts';
import { type ArrangedFile, rewrittenTypes } from '../../../../cli/arrange/rewrite.ts';
import { builders } from '../../../../cli/files/builders.ts';
import { toMediaType } from '../../../../src/folder/media-type.ts';
import { assertFast } from '../../../support/fast.ts';
import { compareSections, type Section } from '../../../support/snapshot.ts';

type Files = Readonly<Record<string, string>>;

function arrange(files: Files, options: ArrangeOptions = {}) {
  const list = Object.entries(files).map(([path, text]) => {
    const type = toMediaType(path, true);
    const sha256 = createHash('sha256').update(text).digest('hex');
    return {
      path,
      type,
      sha256,
      text: rewrittenTypes.test(type) ? text : '',
      read: () => Buffer.from(text),
    };
  });
  return arrangeBuild(list, options);
}

/** A page with a title, so that no problem is reported for it. */
const page = (body: string): string => `<title>x</title>${body}`;
const pictures = { 'a.png': '', 'assets/b.png': '' };

const builds: Readonly<Record<string, Files>> = {
  'what stays, what moves, and what is left out': {
    'service.json': '{}',
    'instructions.md': 'Be kind.',
    'index.html': page('<img src="404/a.png">'),
    'assets/a.js': '',
    ...{ 'favicon.svg': '', 'img/b.png': '', 'about/index.html': '', 'main.js.LICENSE.txt': '' },
    ...{ '404/index.html': '', '404/a.png': '' },
    ...{
      '404.html': '',
      '200.html': '',
      '_not-found/index.html': '',
      'robots.txt': '',
      'sitemap-0.xml': '',
    },
    ...{ 'main.js': '', 'main.js.map': '', 'img/b.png.br': '', 'data.csv.gz': '', 'e1m1.map': '' },
    ...{ _redirects: '', _headers: '', CNAME: '', 'asset-manifest.json': '', 'img/CNAME': '' },
  },
  'what would be left out if no page named it': {
    'index.html': page(
      '<a href="/404">?</a><a href="robots.txt">Robots</a><iframe src="/200.html"></iframe>',
    ),
    ...{
      '404.html': '<a href="/_not-found.html">?</a>',
      '_not-found.html': '',
      '200.html': '',
      'robots.txt': '',
    },
  },
  'what Next writes for its server': {
    'index.html': page('<script src="/_next/a.js"></script>'),
    '_next/a.js':
      'let b="string"==typeof TURBOPACK_CHUNK_BASE_PATH?TURBOPACK_CHUNK_BASE_PATH:"/_next/";e.indexOf("/_next/");f={href:"/about"}',
    ...{ 'index.txt': '', '__next._tree.txt': '', 'about/__next._full.txt': '', 'terms.txt': '' },
  },
  'a site that states its address only in its sitemap': {
    'index.html': page(
      '<link rel="stylesheet" href="https://example.org/a.css"><a href="https://example.org/posts/">Posts</a><a href="https://example.com/posts/">Other</a>',
    ),
    ...{ 'a.css': '', 'posts/index.html': page('<a href="https://example.org/">Start</a>') },
    'sitemap.xml':
      '<urlset><url><loc>https://example.org/posts/</loc></url><url><loc>https://example.org</loc></url></urlset>',
  },
  'a sitemap of pages of several sites': {
    'index.html': page('<a href="https://example.org/posts/">Posts</a>'),
    'posts/index.html': page(''),
    'sitemap.xml':
      '<urlset><url><loc>https://example.com/posts/</loc></url><url><loc>https://example.org/</loc></url></urlset>',
  },
  'equal files for one place': {
    'index.html': page(''),
    'a.svg': '<svg/>',
    'assets/a.svg': '<svg/>',
  },
  'elements that load files': {
    ...pictures,
    'a.js': '',
    'index.html': page(
      `<script src=/a.js></script><link rel=icon href='/a.png?v=1'><img src="assets/b.png" srcset="/a.png 1x, a.png 2x"><use href="/a.png#x"/>`,
    ),
  },
  'what stays as it is written': {
    ...pictures,
    'index.html': page(
      '<img src="assets/b.png"><img src="./assets/b.png"><img src="https://example.test/a.png"><img src="/none.png"><a href="#x"><x-picture data-name="/a">',
    ),
  },
  'names with marks in them': {
    "it's (1) é#.png": '',
    'index.html': page(
      '<img src="/it&#39;s%20(1)%20%C3%A9%23.png"><p style="background: url(&quot;/it\'s (1) é%23.png&quot;)">',
    ),
  },
  'styles, also in the page': {
    ...pictures,
    'a.css': '@import "b.css"; p { background: url(/a.png), url(assets/b.png) }',
    'assets/c.css': 'p { background: url(../a.png), url("/assets/b.png") }',
    'b.css': '',
    'index.html': page(
      '<style>p { background: url(/a.png) }</style><p style="background: url(a.png)">',
    ),
  },
  'links to other pages, and between them': {
    'about/index.html':
      '<a href="/">Home</a><a href="../">Home</a><img src="/a.png"><a href="./more.html">More</a>',
    'about/more.html': '',
    'terms.html': '',
    'a.png': '',
    'index.html': page(
      '<a href="/about/">A</a><a href="about">B</a><a href="/terms#x">C</a><a href="/">D</a><a href="index.html">E</a><form action="/terms"><link rel="next" href="about/"><link rel="canonical" href="https://example.test/about/">',
    ),
  },
  'imports, and files that a module finds next to itself': {
    ...pictures,
    'lib/c.js':
      'import "../assets/d.js"; import x from "./e.js"; import("/assets/d.js"); import("x"); new URL("../a.png", import.meta.url)',
    'lib/e.js': '',
    'assets/d.js':
      'import "../lib/c.js"; export * from "/lib/e.js"; ""+new URL(`/a.png`,import.meta.url).href; new URL("b.png",import.meta.url)',
    'index.html': page(
      '<script type="module">import "/lib/c.js"; import("./assets/d.js")</script>',
    ),
  },
  'an import map': {
    'lib/c.js': '',
    'assets/d.js': '',
    'index.html': page(
      '<script type="importmap">{"imports":{"c":"/lib/c.js","lib/":"./lib/","d":"./assets/d.js","x":"https://example.test/"}}</script>',
    ),
  },
  'strings that are the address of a file': {
    ...pictures,
    'a.js': [
      'a="/a.png";b=`/a.png?v=1`;c=\'/assets/b.png#x\';d="\\/a.png";e=["/a.png",f?"/a.png":"/assets/b.png"]',
      'g=`<img src="/a.png"><img src=/a.png><img src=\\"/a.png\\" alt="">`;h=()=>"/a.png";i={j:"/a.png"};return"/a.png"',
      'k="background:url(/a.png)";l="{\\"m\\":\\"/a.png\\"}"',
    ].join('\n'),
    'index.html': page('<p data-src="/a.png"><meta content="/a.png"><script>n="/a.png"</script>'),
    'data.json': '{"a":"/a.png","/a.png":1}',
  },
  'pieces of addresses, and what compares them': {
    ...pictures,
    'a.js': [
      `a="/a.png"+b;c=d+"/a.png";e+="/a.png";f=\`\${g}/a.png\`;h=\`/a.png\${i}\`;j=\`/a.png?v=\${k}\``,
      'l==="/a.png";"/a.png"!=m;n.startsWith("/a.png");case"/a.png":o={"/a.png":1};"/a.png".length;p.includes("/a.png")',
      'q="/index.html";r="/";s="/b.png";t="https://example.test/a.png";u="x /a.png y";v=w/a.png',
    ].join('\n'),
    'index.html': page(''),
  },
  'a worker, whose addresses are its own': {
    ...pictures,
    'a.js': 'new Worker("/w.js"); new Worker(new URL("./x.js", import.meta.url)); fetch("/a.png")',
    'w.js': 'importScripts("/x.js"); fetch("/a.png")',
    'x.js': 'fetch("/assets/b.png")',
    'index.html': page(''),
  },
  'workers that pages start': {
    ...pictures,
    'js/w.js': 'fetch("/a.png")',
    'more/x.js': 'fetch("/a.png")',
    'more/page.html': page('<script>new Worker("x.js")</script>'),
    'index.html': page('<script>new Worker("js/w.js")</script>'),
  },
  'public paths of webpack, its scripts moving': {
    'main.js': 'r.p="/";self.webpackChunkx=[]',
    'index.html': page(''),
  },
  'public paths of webpack, its scripts staying': {
    'assets/main.js': 'r.p = "/";x=r.p+"a.png"',
    'index.html': page(''),
  },
  'public paths of webpack, its scripts in two places': {
    'assets/main.js': 'r.p="/";self.webpackChunkx=[]',
    'b.js': 'r.p="auto";x.p="/none/";self.rspackChunk',
    'c.js': 'q.p="/"',
    'index.html': page(''),
  },
  'files of esbuild': {
    'out/a.js':
      'var a="./logo-ABCDEFGH.png",b="./none-ABCDEFGH.png";new URL("./logo-ABCDEFGH.png",import.meta.url)',
    'out/logo-ABCDEFGH.png': '',
    'a.js': 'f("./icon-AB12CD34.svg")',
    'icon-AB12CD34.svg': '',
    'index.html': page(''),
  },
  'a manifest': {
    'manifest.json':
      '{"start_url":"/","scope": ".","icons":[{"src":"a.png"},{"src":"/assets/b.png?x"}],"name":"/a.png"}',
    ...pictures,
    'index.html': page('<link rel="manifest" href="/manifest.json">'),
  },
  'digests of what has changed': {
    'a.js': 'a="/a.js"',
    'b.js': '',
    'index.html': page(
      `<meta http-equiv="Content-Security-Policy" content="script-src '${sha('b="/a.js"')}'"><script>b="/a.js"</script><script src="/a.js" integrity="${sha('a="/a.js"')}"></script><script src="/b.js" integrity="${sha('')}"></script>`,
    ),
  },
  'a base of the root': {
    'main.js': '',
    'index.html': page('<base href="/"><script src="main.js"></script>'),
  },
  'a base of another place': {
    'index.html': page('<base href="/app/"><script src="main.js"></script>'),
  },
  'addresses below the folder of a host': {
    'assets/a.js': '',
    'index.html': page('<script src="/my-project/assets/a.js"></script>'),
  },
  'lazy parts of Vite': {
    'assets/a.js': 'const __vite__mapDeps=(i)=>i;const u=function(e){return"/"+e}',
    'assets/b.js': 'const __vite__mapDeps=(i)=>i;const u=function(e,t){return new URL(e,t).href}',
    'assets/c.js': 'const u=function(e){return"/"+e}',
    'index.html': page(''),
  },
  'a script that is preloaded': {
    ...pictures,
    'a.js': 'a="/a.png"',
    'index.html': page('<link rel="modulepreload" href="/a.js">'),
  },
  'addresses among the arguments of a call': {
    ...pictures,
    'assets/a.js': 'f(x,"/a.png",{b:1});f("/a.png",c?1:2)',
    'index.html': page(''),
  },
  'folders in attributes of frameworks': {
    'build/a.js': '',
    'a/b.js': '',
    'assets/c.js': '',
    'index.html': page('<div q:base="/build/" data-base="/" data-none="/none/"><a href="/a/">'),
  },
  'a build that was made for /a/tides/': {
    ...pictures,
    'about.html': page('<a href="/a/tides/">'),
    'build/b.js': '',
    'assets/a.js': [
      'a="/a/tides/a.png";b="/a/tides/assets/b.png";c="\\/a\\/tides\\/a.png";d="/a/tides/"+e;f="/a.png";g="/a/other/a.png"',
      'r.p="/a/tides/";self.webpackChunkx=[];const __vite__mapDeps=(i)=>i;h=function(e){return"/a/tides/"+e}',
      'import("/a/tides/build/b.js")',
    ].join('\n'),
    'index.html': page(
      '<base href="/a/tides/"><script src="/a/tides/assets/a.js"></script><img src="/a/tides/a.png?x"><img src="a.png"><img src="/a/tides/none.png"><div q:base="/a/tides/build/"><a href="/a/tides/about">',
    ),
  },
  'addresses from the root of the host, in a build that was made for /a/tides/': {
    'css/a.css': 'p { background: url(/a.png) } q { background: url(../a.png) }',
    'main.js': 'r.p="/a/tides/";self.webpackChunkx=[]',
    '_next/a.js': 'b={TURBOPACK_CHUNK_BASE_PATH:"/a/tides/_next/"}',
    'a.png': '',
    'more/index.html': page('<img src="/a.png"><a href="/">'),
    'index.html': page(
      '<script type="importmap">{"imports":{"m":"/main.js","n/":"/_next/"}}</script><script src="/a/tides/main.js"></script><img src="/a.png"><img src="a.png"><a href="/more/"><form action="/">',
    ),
  },
  'a build without scripts that was made for /mini/a/tides/': {
    'about/index.html': page(''),
    'style.css': 'p { background: url(/mini/a/tides/a.png) }',
    'a.png': '',
    'index.html': page(
      '<link rel="stylesheet" href="/mini/a/tides/style.css"><a href="/mini/a/tides/about/">',
    ),
  },
  'a build with the address of a site': {
    ...pictures,
    'posts/one/index.html': '<a href="https://example.test/x/">Home</a>',
    'style.css': 'p { background: url(https://example.test/x/a.png) }',
    'index.html': page(
      '<link rel="canonical" href="https://example.test/x/"><link rel="stylesheet" href="https://example.test/x/style.css"><img src="https://example.test/x/none.png"><img src="https://example.test/a.png"><a href="https://example.test/x/posts/one/">',
    ),
  },
  'a build that has a folder a': {
    'a/tides/a.png': '',
    'index.html': page('<img src="/a/tides/a.png">'),
  },
  'names that an address must encode': {
    'c#.png': '',
    'icon.png?v=1': '',
    '%E4.png': '',
    'a b/(ü).png': '',
    'a.css': 'p { background: url("c%23.png") } q { background: url(a%20b/%28ü%29.png) }',
    'a.js': 'a="/c%23.png";b="/icon.png%3Fv=1";import("./%25E4.js")',
    '%E4.js': '',
    'index.html': page(
      '<img src="c%23.png"><img src="/icon.png%3Fv=1#x"><img src="%25E4.png"><img src="a b/(ü).png"><p>Without escapes:<img src="c#.png"><img src="/icon.png?v=1"><img src="%E4.png">',
    ),
  },
  'packages in the output of a build': {
    'node_modules/lit/index.js': 'import "../../lib/node_modules/b.js"',
    'lib/node_modules/b.js': '',
    'assets/node_modules/c.js': '',
    'index.html': page(
      '<script type="importmap">{"imports":{"lit":"/node_modules/lit/index.js","lit/":"./node_modules/lit/","all/":"/node_modules/"}}</script><script src="node_modules/lit/index.js"></script><script src="/assets/node_modules/c.js"></script>',
    ),
  },
  'files for hosts that scripts name': {
    'robots.txt': '',
    'sitemap.xml': '',
    '404.html': '',
    'asset-manifest.json': '',
    'app.js.map': '',
    'app.js': 'fetch("/robots.txt"); f("not-404.html"); //# sourceMappingURL=app.js.map',
    'index.html': page('<script>fetch("asset-manifest.json")</script><p>sitemap.xml'),
  },
  'an import map that leads to files that are left out': {
    'lib/a.js': '',
    'lib/a.js.map': '',
    'maps/b.js.map': '',
    'index.html': page(
      '<script type="importmap">{"imports":{"a":"./lib/a.js","lib/":"/lib/","maps/":"./maps/","three":"./node_modules/three/three.js"},"scopes":{"/x/":{"three/":"/node_modules/three/"}}}</script>',
    ),
  },
  'a service worker': {
    'sw.js': '',
    'a.js':
      'navigator.serviceWorker.register("/sw.js");navigator.serviceWorker.register("/none.js")',
    'index.html': page(''),
  },
  'a service worker whose address is in a variable': {
    'service-worker.js': '',
    'a.js': 'navigator.serviceWorker.register(base+"/service-worker.js")',
    'b.js': 'new Workbox("./service-worker.js",{})',
    'index.html': page(''),
  },
  'a service worker that pages register': {
    'sw.js': '',
    'about.html': page('<script>navigator.serviceWorker.register("sw.js")</script>'),
    'index.html': page('<script>navigator.serviceWorker.register("/sw.js")</script>'),
  },
  'a page that names a service worker of another app': {
    'a.js': '',
    'index.html': page('<pre>navigator.serviceWorker.register("/sw.js")</pre>'),
  },
  'the source of a project': {
    'src/main.tsx': '',
    'index.html': page('<script type="module" src="/src/main.tsx"></script>'),
  },
  'the source of a project with placeholders': {
    'index.html': '<title><%= htmlWebpackPlugin.options.title %></title>',
  },
  'the source of a project with an address of its builder': {
    'index.html': page('<link rel="icon" href="%PUBLIC_URL%/favicon.ico">'),
  },
  'the source of a project of SvelteKit': { 'index.html': page('%sveltekit.head%') },
  'the source of a project with a script of its development server': {
    'package.json': '{"scripts":{"build":"node build.js"}}',
    'index.html': page('<script type="module" src="/src/main.js"></script>'),
    'src/main.js': '',
  },
  'a page with the same script, and no build': {
    'package.json': '{"scripts":{"lint":"eslint ."}}',
    'index.html': page('<script type="module" src="/src/main.js"></script>'),
    'src/main.js': '',
  },
  'a built page that looks a little like a source': {
    'app.jsx': '',
    'index.html': page(
      '<script type="text/babel" src="app.jsx"></script><script type="text/template"><%= a %></script><a href="main.ts">{{ a }} 100%</a><img src="a%20b.png">',
    ),
  },
  'a page without a title': {
    'index.html': '<!doctype html><p>x',
    'about.html': '<!doctype html>',
  },
};

function sha(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`;
}

/** Returns the app folder of a build as lines, with what has changed. */
function showArranged(files: Files, options: ArrangeOptions = {}): readonly string[] {
  const { files: arranged, leftOut, pieces, problems } = arrange(files, options);
  const lines: string[] = [];
  for (const { path, file, rewritten } of arranged) {
    lines.push(path === file.path ? path : `${path} (${file.path})`);
    if (files[file.path] === undefined) lines.push(...prefix('+ ', file.read().toString().trim()));
    if (rewritten === null) continue;
    lines.push(...prefix('- ', file.text), ...prefix('+ ', rewritten.text));
  }
  for (const { path, reason } of leftOut) lines.push(`Left out: ${path} (${reason})`);
  for (const piece of pieces) lines.push(`Piece: ${piece}`);
  for (const { path, line, column, severity, code, message, fix } of problems)
    lines.push(`${path}:${line}:${column} ${severity} ${code}: ${message} ${fix}`);
  return lines;
}

/** A path that each builder writes for a host; null if it writes only what any builder does. */
const hostPaths: Readonly<Record<string, string>> = {
  'Next.js': '_not-found/index.html',
  Gatsby: 'chunk-map.json',
  Angular: 'prerendered-routes.json',
  'Create React App': 'asset-manifest.json',
  Vite: 'ssr-manifest.json',
};

test('the files that a builder writes for a host are left out', () => {
  const rows = builders.filter((builder) => builder.hostFiles.length > 0);
  assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(hostPaths).sort());
  for (const path of Object.values(hostPaths)) {
    const files = { 'index.html': page(''), [path]: '', [`x/${path}`]: '' };
    const { leftOut } = arrange(files);
    assert.deepEqual(
      leftOut.map((file) => file.path),
      [path],
    );
    const named = arrange({ ...files, 'a.js': `fetch("${path}")` });
    assert.deepEqual(named.leftOut, [], path);
  }
});

test('a file of the project is left out, unless the app names it', () => {
  for (const path of ['package.json', 'vite.config.js', 'tsconfig.json']) {
    const listLeftOut = (text: string, script = '') => {
      const files = { 'index.html': page(text), 'a.js': script, [path]: '{}' };
      return arrange(files).leftOut.map((file) => file.path);
    };
    assert.deepEqual(listLeftOut('<script src="a.js"></script>'), [path]);
    assert.deepEqual(listLeftOut(`<a href="${path}">a</a>`), []);
    assert.deepEqual(listLeftOut('<script src="a.js"></script>', `import('./${path}')`), []);
  }
});

test('the app folders of builds match the snapshot', () => {
  const excluded = [{ path: 'node_modules/', reason: 'node_modules' }];
  const shown = Object.entries(builds).map(([title, files]): Section => {
    return [title, showArranged(files, { excluded })];
  });
  compareSections('test/unit/cli/arrange/snapshots/builds.md', shown);
});

const script = '<script>a</script>';
const netBuilds: Readonly<Record<string, Files>> = {
  'a file that no address leads to': { 'dätä/"a".json': '', 'index.html': page(script) },
  'a file that an address leads to': {
    'a.css': '',
    'index.html': page(`<link rel="stylesheet" href="a.css">${script}`),
  },
  'a file that a script names again': {
    'a.png': '',
    'index.html': page('<img src="a.png"><script>f("a.png")</script>'),
  },
  'files that a script imports, or loads by its own address': {
    'a.js': 'import "./b.js"; new URL("c.png", import.meta.url)',
    'b.js': '',
    'c.png': '',
    'index.html': page('<script type="module" src="a.js"></script>'),
  },
  'no file that moves': { 'assets/a.json': '', 'index.html': page(script) },
  'a page without scripts': {
    'a.json': '',
    'index.html': page('<script type="application/json">1</script>'),
  },
  'a script in an attribute, and a script that a library runs': {
    'a.json': '',
    'b.html': '<html><script type="text/babel">b</script>',
    'index.html': page('<p onclick="f()">'),
  },
  'other pages, and parts of pages': {
    'a.json': '',
    'b/c.html': `<!doctype html><html><head><title>c</title></head>${script}</html>`,
    'b/d.html': `<p>part</p>${script}`,
    'assets/e.html': `<html lang="de">${script}`,
    'index.html': page(script),
  },
  'a page with a mark, a comment and a doctype': {
    'a.json': '',
    'index.html': `\ufeff<!-- a -->\n<!DOCTYPE html>\n${page(script)}`,
  },
  'the digests of a policy': {
    'a.json': '',
    'index.html': page(
      `<meta http-equiv="Content-Security-Policy" content="script-src '${sha('b="/a.json"')}'"><script>b="/a.json"</script>`,
    ),
  },
  'chunks that Vite or webpack load from the root of the host': {
    'assets/a.js': 'const __vite__mapDeps=(i)=>i;const u=function(e){return"/"+e}',
    'assets/b.js': 'r.p="/";self.webpackChunkx=[]',
    'index.html': page('<script src="/c.js"></script>'),
    'c.js': 'r.p="/none/";self.webpackChunkx=[]',
  },
  'imports of addresses that are made at run time': {
    'scenes/one.js': '',
    'lib.js': 'export const load = (name) => import(new URL(name, document.baseURI))',
    'more/page.html': '<html><script>import("../" + name)</script>',
    "it's (1)/a.js": '',
    'a/b.js': '',
    'index.html': page('<script type="module">import("./scenes/one.js")</script>'),
  },
  'imports of addresses that are made at run time, and an import map': {
    'scenes/one.js': '',
    'index.html': page(
      '<script type="importmap">{"imports":{"a":"./scenes/one.js","./scenes/":"./other/"},"scopes":{}}</script><script type="module">import("./scenes/" + name)</script>',
    ),
  },
  'parts of pages, which scripts insert into other pages': {
    'img/a.png': '',
    'parts/one.html': '<img src="/img/a.png"><a href="/more/page.html"><img src="../img/a.png">',
    'parts/framed.html': '<img src="/img/a.png">',
    'more/page.html': page('<iframe src="/parts/framed.html"></iframe>'),
    'index.html': page('<script>load("parts/" + name)</script>'),
  },
  'a router that changes the address of the page': {
    'a.png': '',
    'assets/a.js': 'history.pushState({},"",url);b="/a.png"',
    'index.html': page('<script src="assets/a.js"></script>'),
  },
  'a script that changes the address of the page, but has no address of a file': {
    'a.png': '',
    'assets/a.js': 'history.pushState({},"",url)',
    'index.html': page('<script src="assets/a.js"></script><img src="a.png">'),
  },
  'another page that has moved': {
    'about.html': page(''),
    'index.html': page('<a href="about.html">'),
    'more.html': page(script),
    'more.css': '',
  },
  'a name that is taken': {
    'MiniApp-Net.js': '',
    'assets/miniapp-net-2.js': '',
    'index.html': page(script),
  },
  'a build that was made for /a/tides/': {
    'a.json': '',
    'index.html': page('<script src="/a/tides/assets/b.js"></script><a href="/a/tides/about">'),
    'assets/b.js': '',
    'about.html': page(''),
  },
};

test('the net is added if scripts may load files that have moved', () => {
  const shown = Object.entries(netBuilds).map(([title, files]): Section => {
    return [title, showArranged(files, { net: 'net' })];
  });
  compareSections('test/unit/cli/arrange/snapshots/nets.md', shown);
});

test('a build that was made for another app is an error if the slug is known', () => {
  const files = { 'index.html': page('<script src="/x/a/tides/a.js"></script>'), 'a.js': '' };
  assert.deepEqual(arrange(files).problems, []);
  assert.deepEqual(arrange(files, { slug: 'tides' }).problems, []);
  assert.deepEqual(arrange(files, { slug: 'waves' }).problems, [
    {
      severity: 'error',
      code: 'build_base',
      path: 'index.html',
      line: 1,
      column: 30,
      message: 'The build is made for /x/a/tides/, but the slug of the app is waves.',
      fix: 'Build with the base address /x/a/waves/, or with relative addresses, which work for any slug.',
    },
  ]);
});

for (const [what, before, after] of [
  ['no title', '<!doctype html><p>x', '<!doctype html><title>Tea &amp; &lt;b></title><p>x'],
  ['an empty title', '<title></title><p>x', '<title>Tea &amp; &lt;b></title><p>x'],
  ['a title', '<title>x</title><p>x', '<title>x</title><p>x'],
] as const) {
  test(`a page with ${what} ${before === after ? 'keeps it' : 'gets the name of the app'}`, () => {
    const arranged = arrange({ 'index.html': before }, { appName: 'Tea & <b>' });
    const [file] = arranged.files;
    assert.equal(file?.rewritten?.text ?? file?.file.text, after);
    assert.equal(arranged.hasAddedTitle, before !== after);
    assert.deepEqual(arranged.problems, []);
  });
}

function prefix(mark: string, text: string): readonly string[] {
  return text.split('\n').map((line) => mark + line);
}

test('arranging a result again changes nothing', () => {
  const toEntry = ({ path, file, rewritten }: ArrangedFile) =>
    [path, rewritten?.text ?? file.read().toString()] as const;
  for (const [title, files] of Object.entries(builds)) {
    if (arrange(files).problems.length > 0) continue;
    const once = arrange(files, { net: 'net' }).files.map(toEntry);
    const twice = arrange(Object.fromEntries(once), { net: 'net' }).files.map(toEntry);
    assert.deepEqual(twice, once, title);
  }
});

for (const [other, message] of [
  ['a.svg', /^a\.svg and assets\/a\.svg would both become assets\/a\.svg/],
  [
    'a.svg/b/c',
    /^a\.svg would become the file assets\/a\.svg, but assets\/a\.svg\/b\/c needs a folder of that name/,
  ],
] as const) {
  test(`two files for one path are an error that names both: a.svg and assets/${other}`, () => {
    const files = { 'index.html': page(''), 'a.svg': '<svg/>', [`assets/${other}`]: '<svg>' };
    assert.throws(() => arrange(files), { code: 'arrange_conflict', message });
  });
}

test('a page above the build may refer to its files with the name of the build in front', () => {
  const { files } = arrange(
    { 'index.html': page('<script src="dist/a.js">'), 'a.js': '' },
    { name: 'dist/' },
  );
  assert.match(files[0]?.rewritten?.text ?? '', /src="\.\/assets\/a\.js"/);
});

test('builds of any form are arranged in linear time', () => {
  const pieces = [
    '"/',
    '\\/',
    'new URL("',
    'return"/',
    '=/a.png',
    '.p="/',
    'url(/',
    '{"/',
    'sha256-aaaaaaaaa',
    'new Worker(""+',
    '"./a-ABCDEFGH.p',
  ];
  for (const piece of pieces) {
    const text = piece.repeat(160_000 / piece.length);
    for (const name of ['a.js', 'a.json', 'index.html', 'a.css']) {
      const files = {
        'index.html': page('<link rel=manifest href=a.json>'),
        'a.png': '',
        'b.js': '__vite__mapDeps webpackChunk',
        [name]: text,
      };
      assertFast(() => arrange(files), `${name} of ${piece}`);
    }
  }
});
