import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createRedact } from '../../../src/text/secrets.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { assertFast } from '../../support/fast.ts';
import { printableSecret } from './printable-secret.ts';

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const key = 'ma_live_7Qz"8/x+Y<2>\\k&9(\'*)!';

function redact(text: string, secrets: readonly string[]): string {
  return createRedact(secrets)(text);
}

const toJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const toHex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(2, '0');
const toUnicode = (unit: string): string => `\\u00${toHex(unit)}`;
/** Replaces characters by HTML entities: the given ones, else the usual ones. */
const toEntities = (
  text: string,
  pattern: RegExp,
  others: Readonly<Record<string, string>>,
): string => {
  const usual: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(pattern, (unit) => others[unit] ?? usual[unit] ?? unit);
};

/** Functions that escape text as servers and shells do. */
const escapers: Readonly<Record<string, (text: string) => string>> = {
  'JSON.stringify': toJson,
  'JSON of PHP (\\/)': (text) => toJson(text).replaceAll('/', '\\/'),
  'JSON of Gson': (text) =>
    toJson(text).replace(/[<>&='+]/g, (unit) => `\\u00${toHex(unit).toUpperCase()}`),
  'JavaScript with \\x': (text) => text.replace(/[^\w]/g, (unit) => `\\x${toHex(unit)}`),
  'escape() of JavaScript': (text) => text.replace(/[^\w]/g, (unit) => `%u00${toHex(unit)}`),
  'backslashes of a shell': (text) => text.replace(/[^\w]/g, '\\$&'),
  encodeURIComponent,
  'encodeURIComponent in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'html.escape of Python': (text) => toEntities(text, /[&<>"']/g, { "'": '&#x27;' }),
  'html/template of Go': (text) =>
    toEntities(text, /[&<>"'+]/g, { "'": '&#39;', '"': '&#34;', '+': '&#43;' }),
  'some characters only': (text) => text.replace(/[%\\/+=]/g, toUnicode),
};

/** Keys with characters that get escaped, and keys that look escaped themselves. */
const keys = [
  key,
  'a/b+c=d&e<f>g"h\'i',
  '%41%2Fxyz',
  'k&amp;&#65;b',
  'mk\\u0041\\\\n\\/x',
  '%%25%2525zz',
];

describe('redaction', () => {
  test('redaction finds a secret that was escaped for JSON or for an address several times', () => {
    const secret = 'abc/def+"ghi';
    for (const [write, maxTimes] of [
      [encodeURIComponent, 9],
      [toJson, 3],
    ] as const) {
      let text = secret;
      for (let times = 0; times <= maxTimes; times += 1) {
        assert.equal(redact(text, [secret]), '***', `${times} times`);
        text = write(text);
      }
    }
  });

  test('redaction finds the base64 of a secret that is itself escaped', () => {
    const secret = '>>>???~~~key';
    const base64 = toBase64(secret);
    assert.equal(base64, 'Pj4+Pz8/fn5+a2V5');
    for (const write of Object.values(escapers)) {
      assert.equal(redact(`"${write(base64)}"`, [secret]), '"***"');
    }
  });

  for (const [name, write] of Object.entries(escapers)) {
    test(`redaction masks a secret that is escaped as ${name}, and nothing else`, () => {
      const [before, written, after] = ['Bearer ', key, ' and more'].map(write);
      assert.equal(redact(`${before}${written}${after}`, [key]), `${before}***${after}`);
      for (const hidden of keys) {
        for (const around of ['', '"', '<b>', '/', '\\', '&', '=']) {
          const redacted = redact(write(`Bearer${around}${hidden}${around}.`), [hidden]);
          // Text around it may look escaped together with it, and is then masked too.
          assert.ok(
            redacted.includes('***') && !redacted.includes(write(hidden).slice(2, -2)),
            redacted,
          );
        }
      }
    });
  }

  const nested = JSON.stringify({ key, echo: JSON.stringify(key) });
  const escaped = 'a%20b &amp; &nbsp; &hellip; \\n \\u0041 &#65; &#1114111; %zz \\';
  const addresses =
    'https://apps.example.com/@me https://apps.example.com?to=a@b https://a.example or a@b.example';
  const rows: readonly (readonly [
    name: string,
    text: string,
    secrets: readonly string[],
    expected: string,
  ])[] = [
    ['a secret in JSON within JSON', nested, [key], '{"key":"***","echo":"\\"***\\""}'],
    ['secrets next to each other', `${key}${key} ${toJson(key)}`, [key], '****** ***'],
    ['nothing in an escaped text without a secret', escaped, [key], escaped],
    ['a short secret also if it is escaped', 'A k%2d1 k-2', ['k-1'], 'A *** k-2'],
    ['overlapping secrets as a whole', 'xabcdx', ['abc', 'bcd'], 'x***x'],
    ['the longer of two secrets as a whole', 'abc abcdef', ['abc', '', 'abcdef'], '*** ***'],
    [
      'a short secret as it is, and not its base64',
      'k3y-1 azN5LT azN5LTE',
      ['k3y-1'],
      '*** azN5LT azN5LTE',
    ],
    ['the base64 of six characters', toBase64('k3y-12'), ['k3y-12'], '***'],
    [
      'nothing if only part of a secret occurs',
      '2026 2026-10',
      ['ab+2026-10-cdefghij'],
      '2026 2026-10',
    ],
    // Exactly the base64 characters that depend only on the secret.
    ['base64 at the first offset', toBase64('key-1234'), ['key-1234'], '***Q='],
    ['base64 at the third offset', toBase64('xykey-1234'), ['key-1234'], 'eHl***A=='],
    ['base64 in the alphabet of URLs', 'Pj4-Pz8_fn5-a2V5', ['>>>???~~~key'], '***'],
    ['base64 between other bytes', toBase64('xyzkey-1234!'), ['key-1234'], 'eHl6***Qh'],
    ['a password in a path', '../HTTP://user:pass@host/../..', [], '../HTTP://***@host/../..'],
    ['a password behind backslashes', 'https:\\\\user:pass@host', [], 'https:\\\\***@host'],
    [
      'two of them',
      'https://us@er:p@ss@host, https://token@other',
      [],
      'https://***@host, https://***@other',
    ],
    ['nothing in an address without a password', addresses, [], addresses],
  ];
  for (const [name, text, secrets, expected] of rows) {
    test(`redaction masks ${name}: ${text.slice(0, 50)}`, () =>
      assert.equal(redact(text, secrets), expected));
  }

  test('redaction masks a secret of any length', () => {
    for (const part of ['a(1x', '((((', '\\\\((', '\\(\\(', '%&%&']) {
      const long = part.repeat(250);
      assert.equal(redact(`<${long}> <${encodeURIComponent(long)}>`, [long]), '<***> <***>');
      assert.equal(redact(`<${long}x>`, [`${long}x`]), '<***>');
    }
    assert.equal(redact(`<${'a(1'.repeat(333_333)}>`, ['a(1'.repeat(333_333)]), '<***>');
  });

  test('redaction takes linear time for any text', () => {
    const marks = [
      '%25',
      '&amp;',
      '\\\\',
      '\\u005c',
      '&#38;',
      '%',
      '&',
      '&#x26;amp;',
      '@',
      ' ',
      '"',
      '\\',
      '%2',
      'a',
    ];
    const escapedStarts = ['\\\\\\u', '%252525', '&amp;amp;#x'];
    const starts = [...escapedStarts, 'http://', 'http:', 'https:/\\', 'http:////', 'https://a:b@'];
    for (const pattern of [...marks, ...starts]) {
      const text = pattern.repeat(Math.ceil(60_000 / pattern.length));
      const secrets = [
        key,
        'aaaaaaaa'.repeat(20),
        '\\'.repeat(160),
        '\\('.repeat(80),
        '%&'.repeat(80),
      ];
      assertFast(() => redact(text, secrets), pattern);
    }
  });

  test('redaction leaves no secret in any text, plain, escaped or in base64', () => {
    fc.assert(
      fc.property(
        printableSecret,
        fc.string(),
        fc.string({ unit: anyCharacter }),
        (hidden, before, after) => {
          fc.pre(!'***'.includes(hidden));
          const encodings = [
            hidden,
            encodeURIComponent(hidden),
            JSON.stringify(hidden).slice(1, -1),
          ];
          for (const encoded of encodings) {
            assert.ok(!redact(`${before}${encoded}${after}`, [hidden]).includes(encoded));
          }
          const base64 = Buffer.from(`${before}${hidden}${after}`).toString('base64');
          const left = Buffer.from(redact(base64, [hidden]).replaceAll('***', '='), 'base64');
          assert.ok(redact(base64, [hidden]).includes('***') && !left.includes(hidden));
        },
      ),
    );
  });
});
