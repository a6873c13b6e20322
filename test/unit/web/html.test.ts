import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findPageReferences,
  findStyleReferences,
  findTarget,
  findTitleFault,
  type Reference,
} from '../../../src/web/html.ts';
import { assertFast } from '../../support/fast.ts';
import { compareSections } from '../../support/snapshot.ts';

const pages = [
  "<SCRIPT\n SRC = 'a.js' defer>",
  '<script type=module async src="a.js" src=b.js>',
  '<link rel="stylesheet" href="a.css"><link rel=icon href=b.svg><link rel="apple-touch-icon" href="c.png">',
  '<link rel=manifest href=a><link rel=modulepreload href=b><link rel=prefetch href=c>',
  '<link rel="canonical" href="a"><link href="b">',
  '<link rel=preload imagesrcset="a.png 1x, b.png 2x" href=c.png>',
  '<img src=a.png srcset="b.png, c.png 2x,d,e.png 3x,\n  f.png"/>',
  '<video src="a.mp4" poster="b.jpg"><source src="c.webm"><track src="d.vtt"><audio src="e.wav"></audio>',
  '<p style="background: url(a.png)" title="url(b.png)">',
  '<style media=screen>p { background: url(a.png) }</style><img src="b.png">',
  '<a href="a.html"><iframe src="b.html"><embed src=c.svg><object data=d.pdf></object><input type=image src=e.png>',
  '<p style="background: url(&quot;a.png&quot;)"><img src="it&#39;s &lt;b&gt;.png">',
  '<!-- <img src=a.png> --><script>"<img src=b.png>"</script><title><img src=c.png></title><img src="d.png">',
  '<p title="<img src=a.png>" data-x=\'">\'><img src="b.png">',
  '1 < 2 <img src="a.png"',
  '<img src="a.png><p>',
  '<img src="a.png"><!-- <img src="b.png">',
  '<!--><img src=a.png--><!---><img src=b.png--><!----><img src=c.png><!-- --!><img src=d.png><!----!><img src=e.png>',
  '<!--!><img src=a.png--><!-- -- ><img src=b.png --!-><img src=c.png>--><img src=d.png><!---!><img src=e.png>',
  '<?xml version="1.0" <img src=a.png>?><!doctype html><![CDATA[<img src=b.png>]]><img src=c.png>',
  '<img src="a.png"><base href="/elsewhere/"><img src="b.png">',
  '<base target="_blank"><img src="a.png">',
  '<base href=" ./ "><img src="a.png">',
  '<img src="a&amp;b.png"><img src="it&apos;s.png"><img src="&lt;b&gt;.png"><img src="a&eacute;.png">',
  '<body background=a.png><table background="b.png"><td background=c.png></table><svg><feImage href="d.png" xlink:href=e.png />',
  `<iframe srcdoc="<img src='a.png'><p style=&quot;background: url(b.png)&quot;>&lt;img src=&#34;c.png&#34;&gt;"></iframe>`,
  `<p style='background: image-set(&apos;a\\ b.png&apos; 1x, "c.png" type("image/png")); content: "url(d.png)"'>`,
  '<img src=//example.test/a.png><link rel=preload as=style href=b.css onload="this.rel=`stylesheet`">',
];
const styles = [
  'a { background: url(a.png), URL( "b.png" ) } @font-face { src: url(\'c d.woff2\') format("woff2") }',
  '@import "a.css"; @import url(b.css); @IMPORT \'c.css\' print;',
  '/* url(a.png) */ b { cursor: url(b.cur) } /* url(c.png)',
  'a { background: url() } b { background: curl(a.png) }',
  'a { mask: url("data:image/svg+xml,<svg fill=\'url(a.png)\'/>") }',
  'a { content: "url(a.png)"; quotes: \'@import "b.css"\' } .\\[url\\(c\\.png\\)\\] { background: URL(d.png) }',
  'a { background: image-set("a.png" type("image/png") 1x, url(b.png) 2x), -webkit-image-set("c.png" 2x) } b { content: "d.png" }',
  'a { background: url(a\\ b\\28 1\\29.png), url("c\\\nd\\".png"), url(e f.png), url("g.png\n) } @import"h.css"',
];
const addresses = [
  ...[
    'a.js',
    './img/a.js?v=1#x',
    ' img\\a%20b.png ',
    'a&b.png',
    '<b>.png',
    '../index.html',
    '../../a.png',
  ],
  ...[
    'https://example.test/a.js',
    '//example.test/a.js',
    '/a.js',
    'data:text/css,x',
    'mailto:a@b.test',
  ],
  ...[
    '/',
    '/assets/b.png?v=1&w#x',
    '/assets/b/',
    '\\assets\\b.png',
    '\\\\example.test/a.js',
    '/../c%20d.js',
    '/%/a.js',
  ],
  ...[
    '/a/tides/b.js',
    '/a/tides',
    '/mini/a/tides?x',
    '/a/b.js',
    '/assets/a/tides/b.js',
    '/{{ base }}/a.js',
  ],
  ...['#a', '?a', '', './', '..'],
  ...['{{ logo }}', '[{base}/a.js', '<%= base %>/a.js', '%PUBLIC_URL%/a.js', 'a&eacute;.png'],
];

test('references in pages and style sheets, and the files they lead to (snapshots)', () => {
  const show = (text: string, references: readonly Reference[]): string => {
    for (const piece of references) assert.ok(text.startsWith(piece.text, piece.offset));
    const found = references.map((each) => each.address.replace('\n', '\\n')).join(' | ');
    return `${text}\n    -> ${found || 'nothing'}`;
  };
  const parts = {
    Pages: pages.map((html) => show(html, findPageReferences(html))),
    'Style sheets': styles.map((css) => show(css, findStyleReferences(css))),
    'Addresses in assets/a.css': addresses.map((address) => {
      const target = findTarget(address, 'assets/a.css');
      if (target === null) return `${address} -> elsewhere`;
      const relative = target.relative === null ? '' : `, as ${target.relative}`;
      return `${address} -> ${target.path}${relative}`;
    }),
  };
  compareSections('test/unit/web/snapshots/references.md', Object.entries(parts));
});

test('a page needs a non-empty title; fragments do not, and the title of an SVG does not count', () => {
  const rows: readonly (readonly [html: string, fault: ReturnType<typeof findTitleFault>])[] = [
    ['<!doctype html><title>Tides</title>', null],
    ['<title>Tides</title><title></title>', null],
    ['<h1>Tides</h1>', null],
    ['', null],
    ['<p><title>\n</title>', { kind: 'empty', offset: 3 }],
    ['<html><TITLE lang=en></TITLE></html>', { kind: 'empty', offset: 6 }],
    [' <!DOCTYPE html><p>', { kind: 'missing', offset: 0 }],
    ['<!doctype html>\n<html>\n<head><meta></head>', { kind: 'missing', offset: 23 }],
    ['<!-- --><html><p>', { kind: 'missing', offset: 8 }],
    ['<!doctype html><!-- <title>Tides</title> -->', { kind: 'missing', offset: 0 }],
    ['<html><svg><title></title></svg>', null],
    ['<html><svg></svg>', { kind: 'missing', offset: 0 }],
  ];
  for (const [html, fault] of rows) assert.deepEqual(findTitleFault(html), fault, html);
});

test('pages and style sheets of any form are read in linear time', () => {
  const inTags =
    '<|<a |<a<|<a/|<a x="|<a x=\'|<a =|<!--|<style>|<script>|<style></style>|<img srcset="|<img srcset=",';
  const inStyles =
    'url(|url( |url("|url("a|url(\'|@import |/*| |,|\n|"|image-set(|image-set("|url(\\|url(a\\ |\\|url("\\';
  const inAttributes = '&quot;|&#34|,&quot;|=&#x22;|&amp|&|&lt;img style=&#34;';
  for (const piece of `${inTags}|${inStyles}|${inAttributes}`.split('|')) {
    const text = piece.repeat(80_000 / piece.length);
    for (const whole of [
      text,
      `<img srcset="${text}">`,
      `<p style="${text}">`,
      `<iframe srcdoc="${text}">`,
    ]) {
      for (const find of [findPageReferences, findStyleReferences, findTitleFault])
        assertFast(() => find(whole), piece);
    }
  }
});

test('the number of references in a page is not limited', () => {
  assert.equal(findPageReferences(`<img srcset="${'a 1x,'.repeat(150_000)}">`).length, 150_000);
});

test('an address of more than 1,000 characters leads to no file', () => {
  assert.deepEqual(findTarget('x'.repeat(1000), 'a.css'), {
    path: 'x'.repeat(1000),
    relative: null,
  });
  assert.equal(findTarget('x'.repeat(1001), 'a.css'), null);
});
