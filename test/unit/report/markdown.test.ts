import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toCode, toCodeBlock, toDetails, toProse, toTable } from '../../../src/report/markdown.ts';
import { hostileText } from './hostile-text.ts';
import { findLive } from './live-markdown.ts';

test('code shows text as it is, whatever it means elsewhere', () => {
  assert.equal(toCode('index.html'), '<code>index&#46;html</code>');
  assert.equal(toCode('a|b`c\\<d>\n@team'), '<code>a&#124;b&#96;c&#92;&#60;d&#62;␊&#64;<wbr>team</code>');
  assert.equal(toCode('x'.repeat(400), 100).length < 150, true);
  assert.equal(toCode('  '), '<em>empty</em>');
});

test('prose keeps words and numbers and puts the rest into code', () => {
  assert.equal(
    toProse('The service answered 422: see https://a.example/x, then (again) ask @team  or 3.4 KB.'),
    'The service answered 422: see <code>https&#58;//a&#46;example/x</code>, then (again) ask <code>&#64;<wbr>team</code> or 3.4 KB.',
  );
  assert.equal(toProse(''), '');
  assert.equal(toProse('wait ... --'), 'wait <code>&#46;&#46;&#46; --</code>');
  assert.equal(toProse('**'), '<code>&#42;&#42;</code>');
});

test('a closing bracket whose opening one stands before the code belongs to the sentence', () => {
  assert.equal(
    toProse('It said no (POST /api/x answered 422), so (see a/b), then (x/y) or a(b).'),
    'It said no (POST <code>/api/x</code> answered 422), so (see <code>a/b</code>), then <code>(x/y)</code> or <code>a(b)</code>.',
  );
  assert.equal(toProse('**)'), '<code>&#42;&#42;</code>)');
  assert.equal(toProse('))'), '<code>))</code>');
  assert.equal(toProse('1) is no list'), '<code>1</code>) is no list');
});

test('no run of backticks closes a block', () => {
  assert.equal(toCodeBlock('a\r\nb'), '```text\na\nb\n```');
  assert.equal(toCodeBlock('````\nx'), '`````text\n````\nx\n`````');
});

test('tables and folded parts have the shape that GitHub reads', () => {
  assert.equal(toTable(['A', 'B'], [['1', '2']]), '| A | B |\n| --- | --- |\n| 1 | 2 |');
  assert.equal(toDetails('T', 'body'), '<details>\n<summary>T</summary>\n\nbody\n\n</details>');
});

test('nothing in hostile text is alive outside code', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      for (const markdown of [
        toCode(text),
        toProse(text),
        toCodeBlock(text),
        toTable(['A'], [[toCode(text)], [toProse(text)]]),
      ]) {
        assert.deepEqual(findLive(markdown), []);
      }
      assert.doesNotMatch(`${toCode(text)}${toProse(text)}`, /[\n|`]/);
    }),
    { numRuns: 1000 },
  );
});
