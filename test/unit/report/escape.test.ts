import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  cutText,
  splitLines,
  toPrintable,
  toPrintableLines,
  toSafeSlug,
  toSafeUrl,
  toSafeVersion,
  toSafeWord,
} from '../../../src/report/escape.ts';
import { parseCommands, splitLines as splitLogLines } from '../../support/runner/commands.ts';
import { hostileText } from './hostile-text.ts';

test('plain text stays as it is', () => {
  for (const text of [
    '',
    'Packed 12 files, 340 KB',
    'Zürich → 東京 🌊',
    'C#[1] a::b, #[x]',
    '⚠️ warning',
    'a  b\u00a0c',
  ]) {
    assert.equal(toPrintable(text), text);
  }
});

test('what cannot be seen is shown', () => {
  assert.equal(toPrintable('a\nb\r\tc\u001b[31m\u007f\u0000'), 'a␊b␍␉c␛[31m␡␀');
  assert.equal(
    toPrintable('\u202egnp.exe\u200b\ufeff\u2028\u2029\u0085\ud800'),
    '\\u{202e}gnp.exe\\u{200b}\\u{feff}\\u{2028}\\u{2029}\\u{85}\\u{d800}',
  );
  assert.equal(toPrintable('a\ufe0f👩\u200d🚀\u3164\u{e0041}'), 'a\\u{fe0f}👩\\u{200d}🚀\\u{3164}\\u{e0041}');
});

test('format characters that fonts do draw are shown by their number too', () => {
  assert.equal(toPrintable('\ufff9a\u06dd'), '\\u{fff9}a\\u{6dd}');
});

test('neither form of a command survives, also with marks that weigh nothing inside it', () => {
  assert.equal(toPrintable('::error::x'), '\\::error::x');
  assert.equal(toPrintable('  ::error::x'), '  \\::error::x');
  assert.equal(toPrintable('a ##[set-output name=x]y ###[error]'), 'a ##\\[set-output name=x]y ###\\[error]');
  assert.equal(toPrintable('#\u0488#[error]'), '#\u0488#\\[error]');
  assert.equal(toPrintable('\u0488:\u0488:error::x'), '\u0488\\:\u0488:error::x');
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
  assert.equal(cutText('short', 5), 'short');
  const cut = cutText('x'.repeat(5000), 100);
  assert.match(cut, /^x+ … \(\d+ characters more\)$/);
  assert.ok(cut.length <= 100);
  const [, missing] = /(\d+) characters/.exec(cut) ?? [];
  assert.equal(cut.indexOf(' ') + Number(missing), 5000);
});

test('a cut never leaves half a character and never grows', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 0, max: 250 }), (text, limit) => {
      const cut = cutText(text, limit);
      assert.ok(cut.length <= Math.max(limit, 0));
      assert.ok(cut.isWellFormed());
    }),
  );
});

test('a text is its lines, without empty ones and the blanks around them', () => {
  assert.deepEqual(splitLines('  a \r\n\n  b\t\rc '), ['a', 'b', 'c']);
  assert.deepEqual(splitLines(' \n '), []);
});

test('an address passes only in a safe alphabet', () => {
  for (const url of [
    'https://apps.example.org/a/tides',
    'http://127.0.0.1:8080/x/a/tides',
    'http://[::1]:80/a/b',
    'https://a.example',
    'https://a.example/~b/c_d%20e',
  ]) {
    assert.equal(toSafeUrl(url), url);
  }
  const unsafe = [
    'javascript:alert(1)',
    'ftp://a.example/',
    'https://u:p@a.example/',
    'https://a.example/$(id)',
    'https://a.example/$HOME',
    'https://a.example/`id`',
    'https://a.example/;id',
    'https://a.example/a b',
    'https://a.example/"',
    'https://a.example/\n',
    'https://a.example/)',
    `https://a.example/${'x'.repeat(2000)}`,
    '',
    null,
  ];
  for (const url of unsafe) {
    assert.equal(toSafeUrl(url), null);
  }
});

test('slugs and versions pass whole or not at all, other words are cleaned', () => {
  assert.deepEqual(['tide-times-2', 'Tides', 'a b', '', 'x'.repeat(33), null].map(toSafeSlug), [
    'tide-times-2',
    null,
    null,
    null,
    null,
    null,
  ]);
  assert.deepEqual(
    ['2025-03', 'v1.2+b', 'October 2026', '7', '7 ', '$(id)', '::error::x', '', null].map(toSafeVersion),
    ['2025-03', 'v1.2+b', null, '7', null, null, null, null, null],
  );
  assert.deepEqual(['in_review', 'in review;\nrm', ''].map(toSafeWord), ['in_review', 'in_review_rm', '']);
});
