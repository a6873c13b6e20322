import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findPageReferences, findStyleReferences, type Reference, toFolderPath } from '../../../src/folder/page.ts';

function showUrls(references: readonly Reference[]): string {
  return references.map(({ url }) => url).join(' | ');
}

describe('a page names the files of', () => {
  const urlsOf: Readonly<Record<string, string>> = {
    '<script src="a.js"></script>': 'a.js',
    "<SCRIPT\n SRC = 'a.js' defer>": 'a.js',
    '<script type=module async src="a.js" src=b.js>': 'a.js',
    '<link rel="stylesheet" href="a.css"><link rel=icon href=b.svg>': 'a.css | b.svg',
    '<link rel="apple-touch-icon" href="a.png"><link rel="preload" href="b.woff2">': 'a.png | b.woff2',
    '<link rel="canonical" href="a"><link href="b">': '',
    '<link rel=preload imagesrcset="a.png 1x, b.png 2x" href=c.png>': 'c.png | a.png | b.png',
    '<img src=a.png srcset="b.png, c.png 2x,d,e.png 3x,\n  f.png"/>': 'a.png | b.png | c.png | d,e.png | f.png',
    '<video src="a.mp4" poster="b.jpg"><source src="c.webm"><track src="d.vtt">': 'a.mp4 | b.jpg | c.webm | d.vtt',
    '<audio src="a.wav"></audio>': 'a.wav',
    '<p style="background: url(a.png)" title="url(b.png)">': 'a.png',
    '<style media=screen>p { background: url(a.png) }</style><img src="b.png">': 'a.png | b.png',
    '<a href="a.html"><iframe src="b.html">': '',
    '<!-- <img src="a.png"> --><img src="b.png">': 'b.png',
    '<script>"<img src=a.png>"</script><img src="b.png">': 'b.png',
    '<textarea><img src=a.png></textarea><title><img src=b.png></title>': '',
    '<p title="<img src=a.png>" data-x=\'">\'><img src="b.png">': 'b.png',
    '1 < 2 <img src="a.png"': '',
    '<img src="a.png><p>': '',
    '<img src="a.png"><!-- <img src="b.png">': 'a.png',
    '<img src="a.png"><base href="/elsewhere/"><img src="b.png">': '',
    '<base target="_blank"><img src="a.png">': 'a.png',
  };
  for (const [html, urls] of Object.entries(urlsOf)) {
    test(html, () => assert.equal(showUrls(findPageReferences(html)), urls));
  }
});

describe('a style sheet names the files of', () => {
  const urlsOf: Readonly<Record<string, string>> = {
    'a { background: url(a.png), URL( "b.png" ) }': 'a.png | b.png',
    "@font-face { src: url('a b.woff2') format('woff2') }": 'a b.woff2',
    '@import "a.css"; @import url(b.css); @IMPORT \'c.css\' print;': 'a.css | b.css | c.css',
    '/* url(a.png) */ b { cursor: url(b.cur) } /* url(c.png)': 'b.cur',
    'a { background: url() } b { background: curl(a.png) }': '',
    'a { mask: url("data:image/svg+xml,<svg fill=\'url(a.png)\'/>") }': "data:image/svg+xml,<svg fill='url(a.png)'/>",
  };
  for (const [css, urls] of Object.entries(urlsOf)) {
    test(css, () => assert.equal(showUrls(findStyleReferences(css)), urls));
  }
});

test('a reference is where it begins in the text', () => {
  const elements = ['<img src="a.png">', "<img srcset='b.png 1x, c.png'>", '<link rel=icon href=f.png>', '<p>\n'];
  const styles = ['<style>/* */ p { x: url( d.png ) }</style>', "<p style='x:url(e.png)'>", '@import "g.css"'];
  const pieces = fc.constantFrom(...elements, ...styles, '<!-- -->', '<script>1</script>');
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
  const paths: readonly (readonly [url: string, file: string, path: string])[] = [
    ['a.js', 'index.html', 'a.js'],
    ['./assets/a.js?v=1#x', 'index.html', 'assets/a.js'],
    [' assets\\a%20b.png ', 'index.html', 'assets/a b.png'],
    ['a&amp;b.png', 'index.html', 'a&b.png'],
    ['../index.html', 'assets/a.css', 'index.html'],
    ['../a.png', 'index.html', '../a.png'],
    ['img/a.png', 'assets/css/a.css', 'assets/css/img/a.png'],
    ['x'.repeat(1000), 'index.html', 'x'.repeat(1000)],
  ];
  for (const [url, file, path] of paths) assert.equal(toFolderPath(url, file), path, url);
});

test('an address that leads elsewhere, names no file or waits for a script means none', () => {
  const elsewhere = ['https://example.test/a.js', '//example.test/a.js', '/a.js', 'data:text/css,x', 'mailto:a@b.test'];
  const noFile = ['#a', '?a', '', './', '..', 'x'.repeat(1001)];
  const placeholders = ['{{ logo }}', '[{base}/a.js', '<%= base %>/a.js', '%PUBLIC_URL%/a.js', 'a&eacute;.png'];
  for (const url of [...elsewhere, ...noFile, ...placeholders]) {
    assert.equal(toFolderPath(url, 'assets/a.css'), null, url);
  }
});

test('a page and a style sheet of any form are read in a time that grows with their length alone', () => {
  const inTags = '<|<a |<a<|<a/|<a x="|<a x=\'|<a =|<!--|<style>|<script>|<style></style>|<img srcset="|<img srcset=",';
  const inStyles = 'url(|url( |url("|url("a|url(\'|@import |/*| |,|\n|"';
  for (const piece of `${inTags}|${inStyles}`.split('|')) {
    const text = piece.repeat(200_000 / piece.length);
    const started = process.cpuUsage();
    for (const whole of [text, `<img srcset="${text}">`]) {
      findPageReferences(whole);
      findStyleReferences(whole);
    }
    const { user } = process.cpuUsage(started);
    assert.ok(user < 2_000_000, `${piece} took ${user} µs of the processor`);
  }
});

test('at most ten thousand references are looked at', () => {
  assert.equal(findPageReferences('<img src=a>'.repeat(10_001)).length, 10_000);
  assert.equal(findStyleReferences('url(a)'.repeat(10_001)).length, 10_000);
  assert.equal(findPageReferences(`<img srcset="${'a,'.repeat(10)}${'a 1x,'.repeat(10_001)}">`).length, 10_000);
});
