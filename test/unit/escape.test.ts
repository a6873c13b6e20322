import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseCommands, splitLines as splitLogLines } from '../../scripts/runner/commands.ts';
import {
  cutText,
  splitLines,
  toPrintable,
  toPrintableLines,
  toSafeSlug,
  toSafeUrl,
  toSafeVersion,
  toSafeWord,
} from '../../src/escape.ts';
import { hostileText } from './report/hostile-text.ts';

describe('text is printed so that it can be seen, and is no command', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['line breaks and controls', 'a\nb\r\tc\u001b[31m\u007f\u0000\u001f', 'a␊b␍␉c␛[31m␡␀␟'],
    [
      'what has no shape',
      '\u202egnp.exe\u200b\ufeff\u2028\u2029\u0085\ud800',
      '\\u{202e}gnp.exe\\u{200b}\\u{feff}\\u{2028}\\u{2029}\\u{85}\\u{d800}',
    ],
    ['fillers and selectors', 'a\ufe0f👩\u200d🚀\u3164\u{e0041}', 'a\\u{fe0f}👩\\u{200d}🚀\\u{3164}\\u{e0041}'],
    ['format characters that fonts do draw', '\ufff9a\u06dd', '\\u{fff9}a\\u{6dd}'],
    ['a command', '::error::x', '\\::error::x'],
    ['a command behind blanks', '  ::error::x', '  \\::error::x'],
    ['the older form, anywhere', 'a ##[set-output name=x]y ###[error]', 'a ##\\[set-output name=x]y ###\\[error]'],
    ['marks that weigh nothing inside a command', '#\u0488#[error]', '#\u0488#\\[error]'],
    ['the same at its start', '\u0488:\u0488:error::x', '\u0488\\:\u0488:error::x'],
  ];
  for (const [name, text, printed] of rows) test(name, () => assert.equal(toPrintable(text), printed));

  for (const text of ['', 'Packed 12 files', 'Zürich → 東京 🌊', 'C#[1] a::b, #[x]', '⚠️ warning', 'a  b\u00a0c']) {
    test(`"${text}" stays as it is`, () => assert.equal(toPrintable(text), text));
  }
});

test('text of several lines keeps its lines and tabs, each line safe on its own', () => {
  assert.equal(toPrintableLines('a\r\n\t::b::c\rd\n##[x]\u0007'), 'a\n\t\\::b::c\nd\n##\\[x]␇');
});

test('no printed text holds a command or a second line', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const printed = toPrintable(text);
      assert.deepEqual(parseCommands(`${printed}\n`), []);
      assert.ok(splitLogLines(`${printed}\n`).length === 1);
      assert.ok(printed.isWellFormed());
      assert.equal(toPrintable(printed), printed);
      assert.deepEqual(parseCommands(`${toPrintableLines(text)}\n`), []);
    }),
    { numRuns: 2000 },
  );
});

test('a cut text says how much is missing', () => {
  for (const text of ['short', 'x'.repeat(100)]) assert.equal(cutText(text, text.length), text);
  const cut = cutText('x'.repeat(5000), 100);
  assert.match(cut, /^x+ … \(\d+ characters more\)$/);
  assert.ok(cut.length <= 100);
  const [, missing] = /(\d+) characters/.exec(cut) ?? [];
  assert.equal(cut.indexOf(' ') + Number(missing), 5000);
});

test('a cut never leaves half a character and never grows', () => {
  for (const text of ['\u{10000}', '\u{10ffff}']) assert.equal(cutText(text, 1), '');
  for (const text of ['한국어', '한국\u{10000}']) assert.equal(cutText(text, 2), '한국');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 0, max: 250 }), (text, limit) => {
      const cut = cutText(text, limit);
      assert.ok(cut.length <= limit);
      assert.ok(cut.isWellFormed());
    }),
  );
});

test('a text is its lines, without empty ones and the blanks around them', () => {
  assert.deepEqual(splitLines('  a \r\n\n  b\t\rc '), ['a', 'b', 'c']);
  assert.deepEqual(splitLines(' \n '), []);
});

describe('a word passes only in a safe alphabet', () => {
  const addresses = [
    ...['https://apps.example.org/a/tides', 'http://127.0.0.1:8080/x/a/tides', 'http://[::1]:80/a/b'],
    ...[
      'https://a.example',
      'https://a.example/',
      'https://a.example/~b/c_d%20e',
      `https://a.example/${'x'.repeat(1982)}`,
    ],
  ];
  for (const url of addresses) test(url.slice(0, 50), () => assert.equal(toSafeUrl(url), url));

  const unsafe = ['$(id)', '$HOME', '`id`', ';id', 'a b', '"', '\n', ')', 'x'.repeat(1983)].map(
    (path) => `https://a.example/${path}`,
  );
  for (const url of [
    'javascript:alert(1)',
    'javascript:https://a.example/',
    'ftp://a.example/',
    'https://u:p@a.example/',
    ...unsafe,
    '',
    null,
  ]) {
    test(`not ${JSON.stringify(url)?.slice(0, 50)}`, () => assert.equal(toSafeUrl(url), null));
  }

  test('slugs and versions whole or not at all, other words are cleaned', () => {
    const slugs = ['tide-times-2', 'x'.repeat(32)];
    assert.deepEqual(slugs.map(toSafeSlug), slugs);
    assert.deepEqual(
      ['Tides', 'a b', '', 'x'.repeat(33), null].filter((slug) => toSafeSlug(slug) !== null),
      [],
    );
    const versions = ['2025-03', 'v1.2+b', '7', 'x'.repeat(100)];
    assert.deepEqual(versions.map(toSafeVersion), versions);
    const odd = ['October 2026', '7 ', '$(id)', '::error::x', '', 'x'.repeat(101), null];
    assert.deepEqual(
      odd.filter((version) => toSafeVersion(version) !== null),
      [],
    );
    const words = ['in_review', 'in review;\nrm', '', 'x'.repeat(101)];
    assert.deepEqual(words.map(toSafeWord), ['in_review', 'in_review_rm', '', 'x'.repeat(100)]);
  });
});
