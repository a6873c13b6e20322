import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toFinding } from '../../../../sandbox/try/findings.ts';
import { addPlace, findElement, findPlace } from '../../../../sandbox/try/places.ts';

const files = new Map([
  ['assets/app.js', `${'x'.repeat(3_000)}fetch('tides.json')\nfetch('low tide.json')`],
  ['assets/logo.svg', 'data:image/svg+xml;base64,dGlkZXM='],
  ['assets/style.css', 'body {\n  background: url(sea.png);\n}'],
  [
    'index.html',
    '<!doctype html>\n<html lang="en">\n  <img alt="" src="cat.png" />\n  <a\n href="low%20tide.html">Low</a>',
  ],
]);

describe('the place of a text in the files', () => {
  const rows: readonly (readonly [name: string, text: string, place: string | null])[] = [
    ['in the page', 'cat.png', 'index.html:3:20'],
    ['in a style sheet', 'sea.png', 'assets/style.css:2:19'],
    ['in a line that is too long to look at', 'tides.json', 'assets/app.js:null:null'],
    ['in no file', 'dog.png', null],
    ['without a text', '', null],
    ['in the bytes of a picture', 'dGlkZXM', null],
  ];
  for (const [name, text, expected] of rows) {
    test(`a text is found ${name}`, () => {
      const place = findPlace(files, text);
      const found = place === null ? null : `${place.path}:${place.line}:${place.column}`;
      assert.equal(found, expected);
    });
  }

  test('a missing file is found by its path, its encoded path or its name', () => {
    const find = (path: string): string | null => {
      const { place } = addPlace(toFinding('error', 'missing_file', 'm', { path }), files);
      return place === null ? null : `${place.path}:${place.line}`;
    };
    assert.equal(find('low tide.html'), 'index.html:5');
    assert.equal(find('images/sea.png'), 'assets/style.css:2');
    assert.equal(find('images/dog.png'), null);
  });

  test('a place that is known stays', () => {
    const place = { path: 'assets/app.js', line: 2, column: 1 };
    const finding = toFinding('error', 'x', 'm', { path: 'cat.png', place });
    assert.equal(addPlace(finding, files), finding);
  });
});

test('an element is found by its tag, or by an attribute of it', () => {
  const find = (html: string): number | null | undefined => findElement(files, html)?.line;
  assert.equal(find('<html lang="en"><head></head></html>'), 2);
  assert.equal(find('<img alt="" src="cat.png">'), 3);
  assert.equal(find('<a href="low%20tide.html">Low</a>'), 5);
  assert.equal(find('<p class="x">'), undefined);
});
