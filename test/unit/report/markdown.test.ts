import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { toPrintable } from '../../../src/escape.ts';
import { takeTexts, toCode, toCodeBlock, toDetails, toProse, toTable } from '../../../src/report/markdown.ts';
import { hostileText } from './hostile-text.ts';
import { findLive, readRendered } from './live-markdown.ts';

test('what is alive in Markdown is found', () => {
  const plain =
    'https://a.example www.a.example a@b.example @team &#64;team #12 GH-12 deadbeef :tada: <b>x</b> ~~x~~ $x$ ***';
  const links = ['[x](javascript:y)', '[x](https://struck.example "t")', '![x](https://a.example/b)'];
  for (const markdown of [...plain.split(' '), ...links, '1. x', '1) x', 'x\n===', '- [ ] x']) {
    assert.notDeepEqual(findLive(markdown), [], markdown);
  }
});

test('code shows text as it is, whatever it means elsewhere', () => {
  assert.equal(toCode('a|b`c\\<d>\n@team'), '<code>a&#124;b&#96;c&#92;&#60;d&#62;␊&#64;<wbr>team</code>');
  assert.equal(toCode('  '), '<em>empty</em>');
});

describe('prose is the text itself, and means nothing', () => {
  const rows: Readonly<Record<string, string>> = {
    'The page has no title: add one (see 3.4).': 'The page has no title: add one (see 3.4).',
    'xGH-12 xwww.': 'xGH-12 xwww.',
    'GH-1 and gh-2': 'GH-<wbr>1 and gh-<wbr>2',
    'ask @team in #12': 'ask &#64;<wbr>team in &#35;<wbr>12',
    'see https://a.example/x_y': 'see https&#58;<wbr>//a.example/x&#95;y',
    'WWW.a.example': 'WWW&#46;<wbr>a.example',
    '0123456789ABCDEF': '012345<wbr>6789AB<wbr>CDEF',
    '- not a list': '&#45; not a list',
    '[ ] no task': '&#91;<wbr> &#93; no task',
    'see [3]': 'see &#91;3&#93;',
    '12) not a list': '12&#41; not a list',
    '1. not a list': '1&#46; not a list',
    '**': '&#42;&#42;',
    '  ': '',
  };
  for (const [text, markdown] of Object.entries(rows)) test(text, () => assert.equal(toProse(text), markdown));
});

test('prose is cut behind 2,000 characters, code behind 300 or what is asked for', () => {
  for (const [render, limit] of [
    [toProse, 2000],
    [toCode, 300],
    [(text: string) => toCode(text, 100), 100],
  ] as const) {
    assert.ok(render('x'.repeat(limit)).includes('x'.repeat(limit)));
    assert.match(render('x'.repeat(limit + 1)), /x … \(\d+ characters more\)/);
  }
});

test('no run of backticks closes a block', () => {
  assert.equal(toCodeBlock('a\r\nb'), '```text\na\nb\n```');
  assert.equal(toCodeBlock('`x`\n````\nx'), '`````text\n`x`\n````\nx\n`````');
});

test('a table says how many of its entries it does not show, and does not look at those', () => {
  const toCells = (entry: number) => (entry > 8 ? assert.fail() : [`${entry}`, 'x']);
  const head = '| A | B |\n| --- | --- |\n';
  const show = (items: number, bytes: number) => toTable(['A', 'B'], [7, 8, 9], { toCells, limit: { items, bytes } });
  assert.equal(show(2, 1000), `${head}| 7 | x |\n| 8 | x |\n\n… and 1 more.`);
  assert.equal(show(2, 12), `${head}| 7 | x |\n\n… and 2 more.`);
});

test('what fits to the byte is kept, in UTF-8 and with a separator each, and nothing behind the first that does not', () => {
  const texts = ['ab', 'ü', 'c'];
  assert.deepEqual(takeTexts(texts, 8), texts);
  assert.deepEqual(takeTexts(texts, 7), ['ab', 'ü']);
  assert.deepEqual(takeTexts(texts, 5), ['ab']);
  assert.deepEqual(takeTexts(['long text', 'c'], 5), []);
});

test('a table and a folded part without content take no room', () => {
  assert.equal(toTable(['A'], [], { toCells: () => [], limit: { items: 1, bytes: 1 } }), '');
  assert.equal(toDetails('T', ''), '');
});

test('hostile text is not alive, in a paragraph, a list, a quotation or a table, and reads as it is', () => {
  const inTable = (cell: string) =>
    toTable(['A'], [cell], { toCells: (text) => [text], limit: { items: 1, bytes: 1e6 } });
  fc.assert(
    fc.property(hostileText, (text) => {
      const prose = toProse(text, 1e6);
      const inLines = [prose, `- ${prose}`, `x\n${prose}`, `> ${prose}`];
      for (const markdown of [...inLines, toCode(text), toCodeBlock(text), inTable(prose), inTable(toCode(text))]) {
        assert.deepEqual(findLive(markdown), [], markdown);
      }
      assert.doesNotMatch(`${toCode(text)}${prose}`, /[\n|`]/);
      assert.equal(readRendered(prose), toPrintable(text).trim());
    }),
    { numRuns: 1000 },
  );
});
