import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { measureLines, splitLines, toPlace } from '../../../src/folder/lines.ts';
import { createMentionFinder, mostSearched } from '../../../src/folder/mentions.ts';

const alone = [
  '"a.png"',
  "'./a.png'",
  '(/a.png)',
  'a.png',
  '=a.png>',
  'see a.png.',
  'a.png?v=1',
  'a.png#x',
  '"a.png" "a.png"',
  ' a.png data.png',
];
const part = [
  'data.png',
  'img/a.png',
  '../a.png',
  'a.png.map',
  'a.pngx',
  'a.png/b',
  'éa.png',
  '-',
  'x/./a.png',
  '%20a.png',
  'a.png\na.png',
  '',
];

test('a path is mentioned where it stands alone, in one line', () => {
  for (const text of alone) {
    const found = createMentionFinder([['index.html', `<p>\n${text}`]])('a.png');
    assert.deepEqual(found, { path: 'index.html', line: 2, column: text.indexOf('a.png') + 1 }, text);
  }
  for (const text of part) assert.equal(createMentionFinder([['index.html', text]])('a.png'), null, text);
});

test('two files that name a path leave its place open', () => {
  const texts = [
    ['index.html', 'a.png b.png\nc'],
    ['service.json', '\n"a.png"'],
  ] as const;
  const find = createMentionFinder(texts);
  assert.equal(find('a.png'), null);
  assert.equal(find('a.png'), null);
  assert.deepEqual(find('b.png'), { path: 'index.html', line: 1, column: 7 });
  assert.deepEqual(find('b.png'), find('b.png'));
  assert.equal(find(''), null);
});

test('the search ends when it has taken long enough', () => {
  const text = 'x'.repeat(mostSearched / 8 - 5).concat('a.png');
  const find = createMentionFinder([['index.html', `\n${text.slice(0, -5)} a.js`]]);
  assert.deepEqual(find('a.js')?.line, 2);
  for (let index = 0; index < 7; index += 1) find(`${index}.js`);
  assert.equal(find('new.js'), null);
  assert.equal(find('a.js')?.line, 2);
});

test('lines and places agree for any mix of line ends', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '\u2028', '\u{1f600}') });
  fc.assert(
    fc.property(texts, fc.nat(), (text, at) => {
      const lines = splitLines(text);
      assert.deepEqual(
        measureLines(text),
        lines.map(({ length }) => length),
      );
      const offset = at % (text.length + 1);
      const { line, column } = toPlace(text, offset);
      const before = text.slice(0, offset);
      assert.equal(line, before.split('\n').length);
      assert.equal(column, before.length - before.lastIndexOf('\n'));
    }),
  );
});
