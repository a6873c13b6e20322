import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createFinder, createRedact } from '../../../src/text/secrets.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { assertFast } from '../../support/fast.ts';

/** Its length is a multiple of three, so that its base64 has no padding. */
const key = 'ma_live_7Qz"8/x+Y<2>\\k&9(\'*)!0';

const toJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const toBase64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

const toPhp = (text: string): string => toJson(text).replaceAll('/', '\\/');
const toUnicode = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The ways in which others write a text into a file. */
const fileWriters: Readonly<Record<string, (text: string) => string>> = {
  'it is': (text) => text,
  'JSON has it': toJson,
  'JSON of PHP has it': toPhp,
};

/** The ways in which services and proxies write a text. */
const writers: Readonly<Record<string, (text: string) => string>> = {
  ...fileWriters,
  'JSON within JSON has it': (text) => toJson(toJson(text)),
  'JSON of PHP within JSON has it': (text) => toJson(toPhp(text)),
  'JSON of .NET has it': (text) =>
    toJson(text).replace(/[<>&'+]/g, (unit) => toUnicode(unit).toUpperCase().replace('U', 'u')),
  'JSON of Gson has it': (text) => toJson(text).replace(/[<>&'=]/g, toUnicode),
  'a URI has it': encodeURIComponent,
  'a URI has it in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'a whole URI has it': encodeURI,
  'a URI of Python has it': (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
};

/** Secrets of 8 to 60 printable ASCII characters. */
const printableSecret = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
});

function redact(text: string, secrets: readonly string[]): string {
  return createRedact(secrets)(text);
}

/** Returns the position of each of these secrets in a file. */
function findIn(values: readonly string[], content: string | Uint8Array) {
  const find = createFinder(values.map((value) => ({ name: value, value })));
  return Object.fromEntries(find(Buffer.from(content)));
}

for (const [name, write] of Object.entries(writers)) {
  test(`a secret, or its base64, is masked as ${name}, and nothing else`, () => {
    const [before, after] = [write('<"Bearer +/ '), write('&/=?')];
    for (const secret of [key, '>>>???~~~key', 'a/b+c=d&e<f>g"h\'i', 'mk\\u0041\\\\n\\/x%41']) {
      for (const form of [secret, toBase64(secret), Buffer.from(secret).toString('base64url')]) {
        const bare = form.replace(/=+$/, '');
        const masked = redact(`${before}${write(bare)} ${after}`, [secret]);
        assert.match(masked.slice(before.length), /^(?:\*\*\*)\w?/);
        assert.ok(masked.startsWith(before) && masked.endsWith(` ${after}`), masked);
      }
    }
  });
}

for (const [name, write] of Object.entries(fileWriters)) {
  test(`a secret, or its base64, is found in a file as ${name}`, () => {
    for (const secret of [key, '>>>???~~~key']) {
      for (const form of [secret, toBase64(secret), Buffer.from(secret).toString('base64url')])
        assert.deepEqual(findIn([secret], `%41 ${write(form)}.`), { [secret]: 4 });
    }
  });
}

describe('redaction', () => {
  const addresses =
    'https://apps.example.com/@me https://apps.example.com?to=a@b https://a.example or a@b.example';
  const rows: readonly (readonly [
    name: string,
    text: string,
    secrets: readonly string[],
    expected: string,
  ])[] = [
    ['secrets next to each other', `${key}${key} ${toJson(key)}`, [key], '****** ***'],
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
    ['base64 between other bytes', toBase64('xyzkey-1234!'), ['key-1234'], 'eHl6***Qh'],
    ['a secret that is not ASCII', 'kéy-\ud8001', ['kéy-\ud8001'], '***'],
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
    for (const part of ['a(1x', '((((', '\\\\((', '%&%&']) {
      const long = part.repeat(250);
      assert.equal(redact(`<${long}> <${encodeURIComponent(long)}>`, [long]), '<***> <***>');
      assert.equal(redact(`<${long}x>`, [`${long}x`]), '<***>');
    }
    assert.equal(redact(`<${'a(1'.repeat(333_333)}>`, ['a(1'.repeat(333_333)]), '<***>');
  });

  test('redaction takes linear time for any text', () => {
    const marks = [
      '%25',
      '\\\\',
      '\\u005c',
      '%',
      '&',
      '@',
      ' ',
      '"',
      '\\',
      'a',
      'Pj4+',
      '*',
      '\\\\\\u',
    ];
    const starts = ['http://', 'http:', 'https:/\\', 'http:////', 'https://a:b@'];
    for (const pattern of [...marks, ...starts]) {
      const text = pattern.repeat(Math.ceil(60_000 / pattern.length));
      assertFast(() => redact(text, [key, 'aaaaaaaa'.repeat(20), '\\'.repeat(160)]), pattern);
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
          for (const write of Object.values(writers)) {
            const encoded = write(hidden);
            assert.ok(!redact(`${before}${encoded}${after}`, [hidden]).includes(encoded));
          }
          const base64 = toBase64(`${before}${hidden}${after}`);
          const left = Buffer.from(redact(base64, [hidden]).replaceAll('***', '='), 'base64');
          assert.ok(redact(base64, [hidden]).includes('***') && !left.includes(hidden));
        },
      ),
    );
  });
});

describe('a secret in a file is found', () => {
  const anyBytes = fc.uint8Array({ maxLength: 70 });

  test('a secret is found plain, in base64 and in base64url, between any bytes', () => {
    fc.assert(
      fc.property(printableSecret, anyBytes, anyBytes, (value, before, after) => {
        const raw = Buffer.concat([before, Buffer.from(value), after]);
        for (const form of [raw, toBase64(raw), raw.toString('base64url')]) {
          assert.deepEqual(Object.keys(findIn(['ghs_0123456789abcdefghij', value], form)), [value]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a secret is found at its first position, in whatever form', () => {
    const values = ['secret-key', 'other-secret'];
    const text = `.other-secret ${toBase64('secret-key')} secret-key`;
    assert.deepEqual(findIn(values, text), { 'secret-key': 14, 'other-secret': 1 });
    assert.deepEqual(findIn(values, 'secret-key secret-key'), { 'secret-key': 0 });
  });

  test('a secret is found in base64 only from 6 bytes on, and not at all below 4', () => {
    assert.deepEqual(findIn(['k3y-1'], `${toBase64('a k3y-1!')} k3y-1`), { 'k3y-1': 13 });
    assert.deepEqual(findIn(['k3y!'], 'a k3y!'), { 'k3y!': 2 });
    assert.deepEqual(findIn(['key'], 'the key of it'), {});
  });

  test('a secret is found only if it is complete', () => {
    assert.deepEqual(findIn(['secret-key'], 'ecret-key secret-ke secret+key'), {});
  });
});
