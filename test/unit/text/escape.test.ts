import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseCommands, splitLines as splitLogLines } from '../../../scripts/runner/commands.ts';
import {
  cutText,
  splitLines,
  toPrintable,
  toPrintableLines,
  toSafeTime,
  toSafeUrl,
  toSafeVersion,
  toSafeWord,
  toUnicodeEscapes,
} from '../../../src/text/escape.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { hostileText } from '../report/hostile-text.ts';

describe('toPrintable makes visible and harmless:', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['line breaks and controls', 'a\nb\r\tc\u001b[31m\u007f\u0000\u001f', 'a␊b␍␉c␛[31m␡␀␟'],
    ['direction marks and line separators', '\u202egnp\u2028', '\\u{202e}gnp\\u{2028}'],
    ['characters without width', '\u200b\ufeff\u3164', '\\u{200b}\\u{feff}\\u{3164}'],
    ['lone surrogates and noncharacters', '\ud800\ufdd0', '\\u{d800}\\u{fdd0}'],
    ['selectors and joiners outside an emoji', 'a\ufe0f👩\u200d🚀⚠️', 'a\\u{fe0f}👩\\u{200d}🚀⚠️'],
    ['a command after blanks', '  ::error::x', '  \\::error::x'],
    [
      'the older form of a command, anywhere',
      'a ##[set-output name=x]y ###[error]',
      'a ##\\[set-output name=x]y ###\\[error]',
    ],
    ['combining marks inside a command', '#\u0488#[error]', '#\u0488#\\[error]'],
    [
      'combining marks at the start of a command',
      '\u0488:\u0488:error::x',
      '\u0488\\:\u0488:error::x',
    ],
    [
      'other text unchanged',
      'Zürich → 東京 🌊 C#[1] a::b, #[x] a  b\u00a0c',
      'Zürich → 東京 🌊 C#[1] a::b, #[x] a  b\u00a0c',
    ],
  ];
  for (const [name, text, printed] of rows)
    test(`toPrintable: ${name}`, () => assert.equal(toPrintable(text), printed));

  test('toPrintableLines keeps line breaks and tabs, and makes each line safe', () => {
    assert.equal(toPrintableLines('a\r\n\t::b::c\rd\n##[x]\u0007'), 'a\n\t\\::b::c\nd\n##\\[x]␇');
  });

  test('any text becomes one line without a workflow command, and stays the same if it is escaped again', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const printed = toPrintable(text);
        assert.deepEqual(parseCommands(`${printed}\n`), []);
        assert.equal(splitLogLines(`${printed}\n`).length, 1);
        assert.ok(printed.isWellFormed());
        assert.equal(toPrintable(printed), printed);
        assert.deepEqual(parseCommands(`${toPrintableLines(text)}\n`), []);
      }),
      { numRuns: 500 },
    );
  });
});

test('cutText adds the number of missing characters and never splits a character', () => {
  assert.equal(cutText('x'.repeat(100), 100), 'x'.repeat(100));
  assert.equal(cutText('x'.repeat(5000), 100), `${'x'.repeat(75)} … (4925 characters more)`);
  assert.equal(cutText('한국어', 2), '한국');
  for (const text of ['한국\u{10000}', '한국\u{10ffff}']) assert.equal(cutText(text, 3), '한국');
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.integer({ min: 0, max: 250 }),
      (text, limit) => {
        const cut = cutText(text, limit);
        assert.ok(cut.length <= limit && cut.isWellFormed());
      },
    ),
  );
});

test('splitLines trims lines and drops empty ones', () => {
  assert.deepEqual(splitLines('  a \r\n\n  b\t\rc '), ['a', 'b', 'c']);
});

const path = (text: string): string => `https://a.example/${text}`;
const good = {
  url: [
    'https://a.example',
    path('~b/c_d%20e'),
    path('x'.repeat(1982)),
    'http://127.0.0.1:80/x',
    'http://[::1]:80/a',
  ],
  version: ['v1.2+b', '7', 'x'.repeat(100)],
  time: ['2026-11-21T14:05:00.000Z', '2026-11-21 14:05:00 +02:00', 'x'.repeat(64)],
};
const bad = {
  url: [
    'javascript:https://a.example/',
    'ftp://a.example/',
    'https://u:p@a.example/',
    '',
    null,
  ].concat(['$HOME', '`id`', ';id', 'a b', '"', '\n', ')', 'x'.repeat(1983)].map(path)),
  version: ['7 ', '$(id)', '::error::x', '', 'x'.repeat(101), null],
  time: ['$(id)', '`id`', 'a;b', 'a\nb', '', 'x'.repeat(65), null],
};
for (const [name, toSafe] of Object.entries({
  url: toSafeUrl,
  version: toSafeVersion,
  time: toSafeTime,
})) {
  const [taken, refused] = [good[name as keyof typeof good], bad[name as keyof typeof bad]];
  test(`a ${name} is returned unchanged if it is safe in a shell, else null`, () => {
    assert.deepEqual([...taken, ...refused].map(toSafe), [...taken, ...refused.map(() => null)]);
  });
}

test('toSafeWord keeps only safe characters', () => {
  const words = ['in review;\nrm', '', 'x'.repeat(101)];
  assert.deepEqual(words.map(toSafeWord), ['in_review_rm', '', 'x'.repeat(100)]);
});

test('toUnicodeEscapes writes each UTF-16 unit as a JSON escape', () => {
  assert.equal(toUnicodeEscapes('ä🌊'), '\\u00e4\\ud83c\\udf0a');
  assert.equal(JSON.parse(`"${toUnicodeEscapes('ä🌊')}"`), 'ä🌊');
});
