import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findPageReferences, findStyleReferences, type Reference, toFolderPath } from '../../../src/folder/page.ts';

function listUrls(references: readonly Reference[]): readonly string[] {
  return references.map(({ url }) => url);
}

describe('a page names the files of', () => {
  const pages: readonly (readonly [string, readonly string[]])[] = [
    ['<script src="a.js"></script>', ['a.js']],
    ["<SCRIPT\n SRC = 'a.js' defer>", ['a.js']],
    ['<script src=a.js></script>', ['a.js']],
    ['<script type=module async src="a.js" src="b.js">', ['a.js']],
    ['<link rel="stylesheet" href="a.css"><link rel=icon href=b.svg>', ['a.css', 'b.svg']],
    ['<link rel="apple-touch-icon" href="a.png"><link rel="preload" href="b.woff2">', ['a.png', 'b.woff2']],
    ['<link rel="canonical" href="a"><link href="b">', []],
    ['<link rel=preload imagesrcset="a.png 1x, b.png 2x" href=c.png>', ['c.png', 'a.png', 'b.png']],
    ['<img src=a.png srcset="b.png, c.png 2x,d,e.png 3x,\n  f.png"/>', ['a.png', 'b.png', 'c.png', 'd,e.png', 'f.png']],
    [
      '<video src="a.mp4" poster="b.jpg"><source src="c.webm"><track src="d.vtt"></video>',
      [...['a.mp4', 'b.jpg', 'c.webm', 'd.vtt']],
    ],
    ['<audio src="a.wav"></audio>', ['a.wav']],
    ['<p style="background: url(a.png)" title="url(b.png)">', ['a.png']],
    ['<style media=screen>p { background: url(a.png) }</style><img src="b.png">', ['a.png', 'b.png']],
    ['<a href="a.html"><iframe src="b.html">', []],
    ['<!-- <img src="a.png"> --><img src="b.png">', ['b.png']],
    ['<script>"<img src=a.png>"</script><img src="b.png">', ['b.png']],
    ['<textarea><img src=a.png></textarea><title><img src=b.png></title>', []],
    ['<p title="<img src=a.png>" data-x=\'">\'><img src="b.png">', ['b.png']],
    ['1 < 2 <img src="a.png"', []],
    ['<img src="a.png><p>', []],
    ['<img src="a.png"><!-- <img src="b.png">', ['a.png']],
    ['<img src="a.png"><base href="/elsewhere/"><img src="b.png">', []],
    ['<base target="_blank"><img src="a.png">', ['a.png']],
  ];
  for (const [html, urls] of pages) {
    test(html, () => assert.deepEqual(listUrls(findPageReferences(html)), urls));
  }
});

describe('a style sheet names the files of', () => {
  const sheets: readonly (readonly [string, readonly string[]])[] = [
    ['a { background: url(a.png), URL( "b.png" ) }', ['a.png', 'b.png']],
    ["@font-face { src: url('a b.woff2') format('woff2') }", ['a b.woff2']],
    ['@import "a.css"; @import url(b.css); @IMPORT \'c.css\' print;', ['a.css', 'b.css', 'c.css']],
    ['/* url(a.png) */ b { cursor: url(b.cur) } /* url(c.png)', ['b.cur']],
    ['a { background: url() } b { background: curl(a.png) }', []],
    [
      'a { mask: url("data:image/svg+xml,<svg fill=\'url(a.png)\'/>") }',
      [...["data:image/svg+xml,<svg fill='url(a.png)'/>"]],
    ],
  ];
  for (const [css, urls] of sheets) {
    test(css, () => assert.deepEqual(listUrls(findStyleReferences(css)), urls));
  }
});

test('a reference is where it begins in the text', () => {
  const pieces = fc.constantFrom(
    ...['<img src="a.png">', "<img srcset='b.png 1x, c.png'>", '<style>/* */ p { x: url( d.png ) }</style>', '<p>\n'],
    ...["<p style='x:url(e.png)'>", '<!-- -->', '<script>1</script>', '<link rel=icon href=f.png>', '@import "g.css"'],
  );
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const text = parts.join('');
      for (const { url, offset } of [...findPageReferences(text), ...findStyleReferences(text)]) {
        assert.equal(text.slice(offset, offset + url.length), url);
      }
    }),
  );
});

test('what an address means in the folder', () => {
  const paths: readonly (readonly [string, string, string | null])[] = [
    ['a.js', 'index.html', 'a.js'],
    ['./assets/a.js?v=1#x', 'index.html', 'assets/a.js'],
    [' assets\\a%20b.png ', 'index.html', 'assets/a b.png'],
    ['a&amp;b.png', 'index.html', 'a&b.png'],
    ['../index.html', 'assets/a.css', 'index.html'],
    ['../a.png', 'index.html', '../a.png'],
    ['img/a.png', 'assets/css/a.css', 'assets/css/img/a.png'],
    ['https://example.test/a.js', 'index.html', null],
    ['//example.test/a.js', 'index.html', null],
    ['/a.js', 'index.html', null],
    ['data:text/css,x', 'index.html', null],
    ['mailto:a@example.test', 'index.html', null],
    ['#a', 'a.css', null],
    ['?a', 'index.html', null],
    ['', 'index.html', null],
    ['./', 'index.html', null],
    ['..', 'assets/a.css', null],
    ['{{ logo }}', 'index.html', null],
    ['[{base}/a.js', 'index.html', null],
    ['<%= base %>/a.js', 'index.html', null],
    ['%PUBLIC_URL%/a.js', 'index.html', null],
    ['a&eacute;.png', 'index.html', null],
    ['x'.repeat(1001), 'index.html', null],
  ];
  for (const [url, file, path] of paths) assert.equal(toFolderPath(url, file), path, url);
});

test('a page and a style sheet of any form are read in a time that grows with their length alone', () => {
  const length = 400_000;
  const pieces = [
    '<',
    '<a ',
    '<a<',
    '<a x="',
    "<a x='",
    '<a =',
    '<!--',
    '<style>',
    '<script>',
    '<style></style>',
    '<img srcset="',
  ];
  const more = [
    'url(',
    'url( ',
    'url("',
    "url('",
    '@import ',
    '/*',
    ' ',
    ',',
    '\n',
    '"',
    '<img srcset=",',
    'url("a',
    '<a/',
  ];
  for (const piece of [...pieces, ...more]) {
    for (const text of [piece.repeat(length / piece.length), `<img srcset="${piece.repeat(length / piece.length)}">`]) {
      assert.ok(findPageReferences(text).length <= 10_000);
      assert.ok(findStyleReferences(text).length <= 10_000);
    }
  }
});

test('at most ten thousand references are looked at', () => {
  assert.equal(findPageReferences('<img src=a>'.repeat(10_001)).length, 10_000);
  assert.equal(findStyleReferences('url(a)'.repeat(10_001)).length, 10_000);
  assert.equal(findPageReferences(`<img srcset="${'a,'.repeat(10)}${'a 1x,'.repeat(10_001)}">`).length, 10_000);
});
