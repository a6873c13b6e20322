import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RouterSearch } from '../../../src/web/routers.ts';
import { assertFast } from '../../support/fast.ts';

/** The state that Vue Router keeps in the browser's history. */
const vueRouterState = 'return{back:e,current:t,forward:n,replaced:r,position:history.length}';

/** Pages and scripts as builds have them, and the router that is found. */
const rows: readonly (readonly [name: string | null, page: string, script: string])[] = [
  ['React Router', '', 'try{window.__reactRouterVersion="7.9"}catch{}'],
  ['React Router', '', 'e(!1,`You cannot render a <Router> inside another <Router>.`)'],
  [null, '', '__reactRouterVersion;`relative pathnames are not supported in hash history.push(`'],
  [null, '', '__reactRouterVersion;"relative pathnames are not supported in memory history: "'],
  ['React Router in framework mode', '<script>window.__reactRouterContext = {}</script>', ''],
  ['React Router in framework mode', '<script>window.__remixContext={}</script>', ''],
  [
    null,
    '<script>window.__reactRouterContext = {"basename":"/a/tides/"}</script>',
    '__reactRouterVersion',
  ],
  [
    'React Router in framework mode',
    '<script>window.__reactRouterContext = {"basename":"/"}</script>',
    '',
  ],
  ['TanStack Router', '', 'function At({key:e,__TSR_key:t,__TSR_index:n,...i}){return i}'],
  ['TanStack Router', '<script>self.$_TSR={}</script>', ''],
  [
    null,
    '',
    '__TSR_index;createHref:e=>`\u0024{t.location.pathname}\u0024{t.location.search}#\u0024{e}`',
  ],
  [null, '', '__TSR_index;function c(e={initialEntries:[`/`]}){}'],
  ['Docusaurus', '<meta name="generator" content="Docusaurus v3.10.2">', 'router:"browser",f'],
  [null, '<meta name=generator content="Docusaurus v3.10.2">', 'experimental_router:"hash"'],
  ['VitePress', '<meta name="generator" content="VitePress v1.6.4">', ''],
  ['VuePress', '<meta name="generator" content="VuePress 2.0.0-rc.26">', ''],
  ['Gatsby', '<meta name="generator" content="Gatsby 5.15.0">', ''],
  [null, '<meta name="generator" content="Gatsby 5"><script src="/a/tides/a.js"></script>', ''],
  [null, '<meta name="generator" content="Hugo 0.111">', ''],
  ['Qwik City', '<html q:route="/" q:base="./assets/build/">', ''],
  ['Solid Router', '', `"<A> and 'use' router primitives can be only used inside a Route."`],
  [null, '', `"<A> and 'use' router primitives can be only used inside a Route.";/^.*?#/`],
  ['Vue Router', '', vueRouterState],
  [null, '', 'return{back:e,current:t,forward:n,replaced:r,position:1};e.includes("#")||(e+="#")'],
  ['Nuxt', '<div id="__nuxt"></div>', vueRouterState],
  [null, '<div id="__nuxt"></div>', ''],
  ['Slidev', '<meta property="slidev:version" content="52.20.1">', vueRouterState],
  [
    null,
    '<meta property="slidev:version" content="52.20.1">',
    `${vueRouterState};e.includes("#")||(e+="#")`,
  ],
  [
    'Vue CLI',
    "<noscript>We're sorry but tides doesn't work properly without JavaScript enabled.</noscript>",
    vueRouterState,
  ],
  [
    'SvelteKit without prerendering',
    '<script>{ __sveltekit_12q5fgw = {\n\t\tbase: ""\n\t}; }</script>',
    '',
  ],
  [
    null,
    '<script>{ __sveltekit_1oj2oql = { base: new URL(".", location).pathname }; }</script>',
    '',
  ],
  [null, '<script>{ __sveltekit_12q5fgw = { base: "/a/tides" }; }</script>', ''],
  ['wouter', '', 'Symbol.for(`wouter_v3`)'],
  [null, '', 'Symbol.for(`wouter_v3`);location.hash.replace(/^#?\\/?/,``)'],
  ['preact-iso', '', 'return{url:e,query:r,wasPush:o}'],
  [null, '', 'history.pushState({},"",location.pathname);addEventListener("popstate",f)'],
  [null, '<script src="/a/tides/a.js"></script>', '__reactRouterVersion'],
  [null, '<script src="/mini/a/tides/a.js"></script>', '__reactRouterVersion'],
  [
    'React Router',
    '<a href="/a/tides/x"><script src="/assets/a/b.js"></script>',
    '__reactRouterVersion',
  ],
];

test('a router that only works at the root of a host is found, unless it has a base or another history', () => {
  for (const [name, page, script] of rows) {
    const search = new RouterSearch(`<!doctype html><title>x</title>${page}`);
    search.add('');
    search.add(script);
    assert.equal(search.result?.name ?? null, name, `${page} ${script}`);
    if (name !== null) assert.match(search.result?.fix ?? '', /^[A-Z].+\.$/);
  }
});

test('scripts of any form are searched in linear time', () => {
  const pieces = ['location.pathname}${', 'back:a,current:b,', 'a.search}#$', 'wasPush', '<meta '];
  for (const piece of pieces) {
    const text = piece.repeat(160_000 / piece.length);
    assertFast(() => new RouterSearch(text).add(text), piece);
  }
});
