import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createRedact, createSecretFinder } from '../../../src/text/secrets.ts';
import { assertFast } from '../../support/fast.ts';

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
});

/** Where each of these secrets is found in the pieces, one behind the other. */
function findIn(values: readonly string[], ...pieces: readonly (string | Uint8Array)[]) {
  const search = createSecretFinder(values.map((value) => ({ name: value, value })))();
  for (const piece of pieces) search.add(Buffer.from(piece));
  return Object.fromEntries(search.found);
}

function toBase64(text: string | Uint8Array): string {
  return Buffer.from(text).toString('base64');
}

describe('a secret in a file', () => {
  const anyBytes = fc.uint8Array({ maxLength: 70 });

  test('is found plain, in base64 and in base64url, at any offset, between any bytes', () => {
    fc.assert(
      fc.property(printable, anyBytes, anyBytes, (value, before, after) => {
        const raw = Buffer.concat([before, Buffer.from(value), after]);
        for (const form of [raw, toBase64(raw), raw.toString('base64url')]) {
          assert.deepEqual(Object.keys(findIn(['ghs_0123456789abcdefghij', value], form)), [value]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is found where it first stands, whatever its form is', () => {
    const values = ['secret-key', 'other-secret'];
    const text = `.other-secret ${toBase64('secret-key')} secret-key`;
    assert.deepEqual(findIn(values, text), { 'secret-key': 14, 'other-secret': 1 });
    assert.deepEqual(findIn(values, 'secret-key', 'secret-key'), { 'secret-key': 0 });
  });

  test('is found across pieces of any sizes', () => {
    const values = ['k3y-1', 'secret-key', 'secret-key-'.repeat(20)];
    const forms = (value: string) => [
      value,
      ...['', 'a', 'ab'].map((start) => toBase64(`${start}${value}.`)),
    ];
    const sizes = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.constantFrom(...values),
        fc.nat(3),
        fc.nat(99),
        sizes,
        (value, form, before, lengths) => {
          const text = `${'.'.repeat(before)}${forms(value)[value.length > 5 ? form : 0]}${'.'.repeat(99)}`;
          let at = 0;
          const pieces = lengths.map((length) => {
            at += length;
            return text.slice(at - length, at);
          });
          const whole = findIn([value], text);
          assert.deepEqual(Object.keys(whole), [value]);
          assert.deepEqual(findIn([value], ...pieces, text.slice(at)), whole);
        },
      ),
      { numRuns: 500 },
    );
  });

  const odd = 'sk+live/abc123==&"<x>';
  const toNumbers = (text: string, write: (code: number) => string) =>
    text.replace(/[^a-z0-9]/g, (character) => write(character.charCodeAt(0)));
  const hex = (code: number) => code.toString(16);
  for (const [name, escaped] of [
    ['JSON', JSON.stringify(odd)],
    ['JSON that escapes slashes', JSON.stringify(odd).replaceAll('/', '\\/')],
    ['JSON in numbers', toNumbers(odd, (code) => `\\u00${hex(code)}`)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(odd).replaceAll('/', '\\/'))],
    ['an address', encodeURIComponent(odd)],
    ['an address in small letters', toNumbers(odd, (code) => `%${hex(code)}`)],
    ['an address in an address', encodeURIComponent(encodeURIComponent(odd))],
    ['HTML', odd.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
    ['HTML in numbers', toNumbers(odd, (code) => `&#${code};`)],
    ['HTML in hexadecimal numbers, in part', odd.replace('/', '&#x2F;')],
    ['UTF-16, little end first', Buffer.from(odd, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(odd, 'utf16le').swap16()],
  ] as const) {
    test(`is found as it is escaped in ${name}, in one piece and in any two`, () => {
      const bytes = Buffer.concat([
        Buffer.from('abc123 %41 '),
        Buffer.from(escaped),
        Buffer.from('.'.repeat(400)),
      ]);
      const whole = findIn([odd], bytes);
      assert.deepEqual(Object.keys(whole), [odd]);
      for (let at = 0; at < bytes.length; at += 1) {
        assert.deepEqual(
          Object.keys(findIn([odd], bytes.subarray(0, at), bytes.subarray(at))),
          [odd],
          `at ${at}`,
        );
      }
    });
  }

  test('is not found by a piece of it among escapes, and such pieces take no long time', () => {
    assert.deepEqual(
      findIn([odd], `abc123 &amp; ${encodeURIComponent(odd.replace('x', 'y'))}`),
      {},
    );
    assertFast(() => findIn([odd], 'abc123 '.repeat(300_000)), 'the search');
  });

  test('is looked for in base64 only if it is long enough, and not at all if it is hardly one', () => {
    assert.deepEqual(findIn(['k3y-1'], toBase64('a k3y-1!'), ' k3y-1'), { 'k3y-1': 13 });
    assert.deepEqual(findIn(['k3y!'], 'a k3y!'), { 'k3y!': 2 });
    assert.deepEqual(findIn(['key'], 'the key of it'), {});
  });

  test('is not found by a piece of it', () => {
    assert.deepEqual(findIn(['secret-key'], 'ecret-key secret-ke secret+key'), {});
  });
});

const key = 'ma_live_7Qz"8/x+Y<2>\\k&9(\'*)!';

function redact(text: string, secrets: readonly string[]): string {
  return createRedact(secrets)(text);
}

const toJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const toHex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(2, '0');
const toUnicode = (unit: string): string => `\\u00${toHex(unit)}`;
/** As HTML writes it, where it is nothing else. */
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

/** How servers escape a character; the ones that are escaped with it. */
const escapers: Readonly<Record<string, (text: string) => string>> = {
  'JSON.stringify': toJson,
  'json with \\/, as PHP': (text) => toJson(text).replaceAll('/', '\\/'),
  'json of Gson': (text) =>
    toJson(text).replace(/[<>&='+]/g, (unit) => `\\u00${toHex(unit).toUpperCase()}`),
  'every character as \\u': (text) => text.replace(/./g, toUnicode),
  'JavaScript with \\x': (text) => text.replace(/[^\w]/g, (unit) => `\\x${toHex(unit)}`),
  'escape of JavaScript': (text) => text.replace(/[^\w]/g, (unit) => `%u00${toHex(unit)}`),
  'quotes of a shell': (text) => text.replace(/[^\w]/g, '\\$&'),
  encodeURIComponent,
  'the same in small letters': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'every byte in percent': (text) => text.replace(/./g, (unit) => `%${toHex(unit).toUpperCase()}`),
  'html.escape of Python': (text) => toEntities(text, /[&<>"']/g, { "'": '&#x27;' }),
  'html/template of Go': (text) =>
    toEntities(text, /[&<>"'+]/g, { "'": '&#39;', '"': '&#34;', '+': '&#43;' }),
  'all in decimal': (text) => text.replace(/./g, (unit) => `&#${unit.charCodeAt(0)};`),
  'all in hexadecimal': (text) => text.replace(/./g, (unit) => `&#X0${toHex(unit)};`),
  'htmlentities of PHP for HTML 5': (text) =>
    toEntities(text, /[&<>"'/+=(]/g, {
      "'": '&apos;',
      '/': '&sol;',
      '+': '&plus;',
      '=': '&equals;',
      '(': '&lpar;',
    }),
  'some characters only': (text) => text.replace(/[%\\/+=]/g, toUnicode),
};

/** Keys that hold what is escaped, and what looks escaped. */
const keys = [
  key,
  'a/b+c=d&e<f>g"h\'i',
  '%41%2Fxyz',
  'k&amp;&#65;b',
  'mk\\u0041\\\\n\\/x',
  '%%25%2525zz',
];

describe('a text for people', () => {
  test('is unescaped four times, and no more', () => {
    const secret = 'abc/def+ghi';
    const redact = createRedact([secret]);
    let text = secret;
    for (let times = 0; times <= 6; times += 1) {
      // What is left is escaped once itself, so that it is one of the forms of the secret.
      assert.equal(redact(text) === '***', times <= 5, `${times} times`);
      text = encodeURIComponent(text);
    }
  });

  for (const [name, write] of Object.entries(escapers)) {
    test(`replaces a secret as a server writes it, and nothing but that: ${name}`, () => {
      for (const again of [(text: string) => text, ...Object.values(escapers)]) {
        const [before, written, after] = ['Bearer ', key, ' and more'].map((text) =>
          again(write(text)),
        );
        assert.equal(redact(`${before}${written}${after}`, [key]), `${before}***${after}`);
      }
      for (const hidden of keys) {
        for (const around of ['', '"', '<b>', '/', '\\', '&', '=']) {
          const redacted = redact(write(`Bearer${around}${hidden}${around}.`), [hidden]);
          // What stands around it may look escaped together with it, and is then masked too.
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
    [
      'a secret in JSON within JSON, and nothing around it',
      nested,
      [key],
      '{"key":"***","echo":"\\"***\\""}',
    ],
    ['secrets beside each other', `${key}${key} ${toJson(key)}`, [key], '****** ***'],
    ['nothing of what is escaped and no secret', escaped, [key], escaped],
    ['only what looks escaped itself, if it is short', 'A &#65;', ['&#65;'], 'A ***'],
    ['the longer of two secrets as a whole', 'abc abcdef', ['abc', '', 'abcdef'], '*** ***'],
    [
      'a short secret as it is, and not its base64',
      'k3y-1 azN5LT azN5LTE',
      ['k3y-1'],
      '*** azN5LT azN5LTE',
    ],
    ['the base64 of six characters', toBase64('k3y-12'), ['k3y-12'], '***'],
    ['no piece of a secret', '2026 2026-10', ['ab+2026-10-cdefghij'], '2026 2026-10'],
    // Exactly the characters of base64 that the secret decides.
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
    ['no more than the password of an address', addresses, [], addresses],
  ];
  for (const [name, text, secrets, expected] of rows) {
    test(`replaces ${name}: ${text.slice(0, 50)}`, () =>
      assert.equal(redact(text, secrets), expected));
  }

  test('takes a secret of any length', () => {
    for (const length of [1_001, 100_000, 1_000_000]) {
      const long = 'a(1'.repeat(length / 3);
      assert.equal(redact(`<${long}> <${encodeURIComponent(long)}>`, [long]), '<***> <***>');
    }
  });

  test('takes linear time, whatever the text is', () => {
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
    const starts = ['http://', 'http:', 'https:/\\', 'http:////', 'https://a:b@'];
    for (const pattern of [...marks, ...starts]) {
      const text = pattern.repeat(Math.ceil(400_000 / pattern.length));
      assertFast(() => redact(text, [key, 'aaaaaaaa'.repeat(20)]), pattern);
    }
  });

  test('leaves no secret, whatever stands around it and whatever it was put through', () => {
    fc.assert(
      fc.property(
        printable,
        fc.string(),
        fc.string({ unit: 'binary' }),
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
