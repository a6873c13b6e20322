import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createRedact, createSecretFinder, maxSearchedBytes, type Secret } from '../../src/secrets.ts';

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
});

/** The names of the secrets that stand in these pieces, one behind the other, and where. */
function findIn(
  secrets: readonly Secret[],
  ...pieces: readonly (string | Uint8Array)[]
): readonly (readonly [string, number])[] {
  const search = createSecretFinder(secrets)();
  for (const piece of pieces) search.add(Buffer.from(piece));
  return [...search.found];
}

/** The first secret that stands in these bytes. */
function find(secrets: readonly Secret[], bytes: string | Uint8Array): string | null {
  return findIn(secrets, bytes)[0]?.[0] ?? null;
}

describe('createSecretFinder', () => {
  test('a secret is found plain, in base64 and in base64url, at any offset, between any bytes', () => {
    fc.assert(
      fc.property(
        printable,
        fc.uint8Array({ maxLength: 70 }),
        fc.uint8Array({ maxLength: 70 }),
        (value, before, after) => {
          const raw = Buffer.concat([before, Buffer.from(value), after]);
          const secrets = [
            { name: 'github-token', value: 'ghs_0123456789abcdefghij' },
            { name: 'api-key', value },
          ];
          for (const form of [raw, Buffer.from(raw.toString('base64')), Buffer.from(raw.toString('base64url'))]) {
            assert.equal(find(secrets, form), 'api-key');
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a secret with one character missing or changed is not found', () => {
    fc.assert(
      fc.property(printable, fc.nat(), (value, at) => {
        const cut = at % value.length;
        const secrets = [{ name: 'api-key', value }];
        const other = `${value.slice(0, cut)}\n${value.slice(cut + 1)}`;
        assert.equal(find(secrets, Buffer.from(other)), null);
        assert.equal(find(secrets, Buffer.from(value.slice(1))), value.slice(1).includes(value) ? 'api-key' : null);
      }),
    );
  });

  test('each secret is found where it first stands, whatever its form is', () => {
    const secrets = ['secret-key', 'other-secret'].map((value) => ({ name: value, value }));
    const encoded = Buffer.from('secret-key').toString('base64');
    assert.deepEqual(findIn(secrets, `.other-secret ${encoded} secret-key`), [
      ['secret-key', 14],
      ['other-secret', 1],
    ]);
    assert.deepEqual(findIn(secrets, 'secret-key', 'secret-key'), [['secret-key', 0]]);
  });

  test('a secret is found across pieces of any sizes', () => {
    const values = ['k3y-1', 'secret-key', 'secret-key-'.repeat(20)];
    const forms = (value: string) => [
      value,
      ...['', 'a', 'ab'].map((s) => Buffer.from(`${s}${value}.`).toString('base64')),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...values),
        fc.nat(3),
        fc.nat(99),
        fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1 }),
        (value, form, before, sizes) => {
          const isLong = value.length > 5;
          const text = `${'.'.repeat(before)}${forms(value)[isLong ? form : 0]}${'.'.repeat(99)}`;
          const pieces: string[] = [];
          let at = 0;
          for (const size of sizes) {
            pieces.push(text.slice(at, at + size));
            at += size;
          }
          const secrets = [{ name: 'api-key', value }];
          const whole = findIn(secrets, text);
          assert.equal(whole.length, 1);
          assert.deepEqual(findIn(secrets, ...pieces, text.slice(at)), whole);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('short secrets are looked for plain only, and what is hardly a secret not at all', () => {
    const secrets = [{ name: 'api-key', value: 'k3y-1' }];
    assert.equal(find(secrets, Buffer.from('a k3y-1!')), 'api-key');
    assert.equal(find(secrets, Buffer.from(Buffer.from('a k3y-1!').toString('base64'))), null);
    assert.equal(find([{ name: 'api-key', value: 'k3y!' }], Buffer.from('a k3y!')), 'api-key');
    assert.equal(find([{ name: 'api-key', value: 'key' }], Buffer.from('the key of it')), null);
    assert.equal(find([], 'key'), null);
  });

  test('of a very long secret the beginning is enough', () => {
    const value = 'a1'.repeat(maxSearchedBytes);
    const secrets = [{ name: 'api-key', value }];
    assert.equal(find(secrets, value.slice(0, maxSearchedBytes)), 'api-key');
    assert.equal(find(secrets, value.slice(0, maxSearchedBytes - 1)), null);
  });
});

const key = 'ma_live_7Qz"8/x+Y<2>\\k&9(\'*)!';

function redact(text: string, secrets: readonly string[]): string {
  return createRedact(secrets)(text);
}

/** How servers escape a character, by whom; the ones that are escaped with it. */
const escapers: Readonly<Record<string, (text: string) => string>> = {
  'JSON.stringify': toJson,
  'json with \\/, as PHP': (text) => toJson(text).replaceAll('/', '\\/'),
  'json of Go and Rails': (text) => toJson(text).replace(/[<>&]/g, (unit) => toUnicode(unit)),
  'json of Gson': (text) =>
    toJson(text).replace(/[<>&='+]/g, (unit) => toUnicode(unit).toUpperCase().replace('U', 'u')),
  'every character as \\u': (text) => text.replace(/./g, toUnicode),
  'JavaScript with \\x': (text) => text.replace(/[^\w]/g, (unit) => `\\x${toHex(unit)}`),
  'escape of JavaScript': (text) => text.replace(/[^\w]/g, (unit) => `%u00${toHex(unit)}`),
  'quotes of a shell': (text) => text.replace(/[^\w]/g, '\\$&'),
  'repr of Python': (text) => text.replace(/['\\]/g, '\\$&'),
  encodeURIComponent,
  'encodeURIComponent in small letters': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'quote of Python': (text) => toPercent(text, /[^\w.~/-]/g),
  'urlencode of PHP': (text) => toPercent(text, /[^\w.-]/g),
  'every byte in percent': (text) => toPercent(text, /./g),
  'html.escape of Python': (text) => toEntities(text, /[&<>"']/g, { "'": '&#x27;' }),
  'htmlspecialchars of PHP': (text) => toEntities(text, /[&<>"']/g, { "'": '&#039;' }),
  'without quotes': (text) => toEntities(text, /[&<>]/g),
  'html/template of Go': (text) => toEntities(text, /[&<>"'+]/g, { "'": '&#39;', '"': '&#34;', '+': '&#43;' }),
  Mustache: (text) => toEntities(text, /[&<>"'`=/]/g, { "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' }),
  'all in decimal': (text) => text.replace(/./g, (unit) => `&#${unit.charCodeAt(0)};`),
  'all in hexadecimal': (text) => text.replace(/./g, (unit) => `&#X0${toHex(unit)};`),
  'htmlentities of PHP for HTML 5': (text) =>
    toEntities(text, /[&<>"'/+=(]/g, { '/': '&sol;', '+': '&plus;', '=': '&equals;', '(': '&lpar;' }),
  'some characters only': (text) => text.replace(/[%\\/+=]/g, toUnicode),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 after other bytes': (text) => Buffer.from(`ab:${text}.`).toString('base64url'),
};

function toJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function toHex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(2, '0');
}

function toUnicode(unit: string): string {
  return `\\u00${toHex(unit)}`;
}

function toPercent(text: string, pattern: RegExp): string {
  return text.replace(pattern, (unit) => `%${toHex(unit).toUpperCase()}`);
}

function toEntities(text: string, pattern: RegExp, others: Readonly<Record<string, string>> = {}): string {
  const usual: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&apos;',
  };
  return text.replace(pattern, (unit) => others[unit] ?? usual[unit] ?? unit);
}

/** Those that escape their own marks, so that escaping twice can be undone. */
const wholeEscapers = Object.fromEntries(Object.entries(escapers).filter(([name]) => !/base64/.test(name)));

/** Keys that hold what is escaped, and what looks escaped, and what may stand around them. */
const keys = [key, 'a/b+c=d&e<f>g"h\'i', '%41%2Fxyz', 'k&amp;&#65;b', 'mk\\u0041\\\\n\\/x', '%%25%2525zz'];

const pairs = keys.flatMap((hidden) =>
  ['', ' ', '"', '<b>', '/', '\\', '&', '='].map((around) => [hidden, around] as const),
);

describe('createRedact', () => {
  for (const [name, write] of Object.entries(escapers)) {
    test(`replaces a secret as a server writes it: ${name}`, () => {
      for (const [hidden, around] of pairs) {
        const redacted = redact(write(`Bearer${around}${hidden}${around}.`), [hidden]);
        // What stands around it may look escaped together with it, and is then masked too.
        assert.ok(redacted.includes('***') && !redacted.includes(write(hidden).slice(2, -2)), redacted);
      }
    });
  }

  for (const [name, write] of Object.entries(wholeEscapers)) {
    test(`replaces exactly what is the secret's, escaped once and twice: ${name}`, () => {
      for (const again of [(text: string) => text, ...Object.values(wholeEscapers)]) {
        const [before, written, after] = ['Bearer ', key, ' and more'].map((text) => again(write(text)));
        assert.equal(redact(`${before}${written}${after}`, [key]), `${before}***${after}`);
      }
    });
  }

  test('replaces a secret in JSON within JSON, and nothing around it', () => {
    assert.equal(redact(JSON.stringify({ key, echo: JSON.stringify(key) }), [key]), '{"key":"***","echo":"\\"***\\""}');
    assert.equal(redact(`${key}${key} ${toJson(key)}`, [key]), '****** ***');
  });

  test('leaves what is escaped and no secret as it is', () => {
    const text = 'a%20b &amp; &nbsp; &hellip; \\n \\u0041 &#65; &#1114111; %zz \\';
    assert.equal(redact(text, [key]), text);
    assert.equal(redact(text, []), text);
    assert.equal(redact('A &#65;', ['&#65;']), 'A ***');
  });

  test('replaces exactly the characters of base64 that the secret decides, at each offset', () => {
    const encode = (text: string): string => redact(Buffer.from(text).toString('base64'), ['key-1234']);
    assert.deepEqual(['key-1234', 'xkey-1234', 'xykey-1234', 'xyzkey-1234!'].map(encode), [
      '***Q=',
      'eG***',
      'eHl***A==',
      'eHl6***Qh',
    ]);
  });

  test('replaces the longer of two secrets as a whole, and ignores empty ones', () => {
    assert.equal(redact('abc abcdef', ['abc', '', 'abcdef']), '*** ***');
    assert.equal(redact('text', ['', '']), 'text');
  });

  test('replaces a short secret as it is, but not where its base64 occurs by chance', () => {
    assert.equal(redact('abc YWJj', ['abc']), '*** YWJj');
    assert.equal(redact('k3y-1 azN5LT azN5LTE', ['k3y-1']), '*** azN5LT azN5LTE');
    assert.equal(redact(Buffer.from('k3y-12').toString('base64'), ['k3y-12']), '***');
  });

  test('takes a piece of a secret for no secret', () => {
    assert.equal(redact('2026 2026-10', ['ab+2026-10-cdefghij']), '2026 2026-10');
  });

  test('takes a secret of any length', () => {
    for (const length of [1_001, 100_000, 1_000_000]) {
      const long = 'a(1'.repeat(length / 3);
      assert.equal(redact(`<${long}> <${encodeURIComponent(long)}>`, [long]), '<***> <***>');
    }
  });

  const addresses: readonly (readonly [text: string, expected: string])[] = [
    ['https://user:pass@host/x', 'https://***@host/x'],
    ['../HTTP://user:pass@host/../..', '../HTTP://***@host/../..'],
    ['https:\\\\user:pass@host', 'https:\\\\***@host'],
    ['https:/user:pass@host', 'https:/***@host'],
    ['https://us@er:p@ss@host, https://token@other', 'https://***@host, https://***@other'],
    ['https://apps.example.com/@me', 'https://apps.example.com/@me'],
    ['https://apps.example.com?to=a@b', 'https://apps.example.com?to=a@b'],
    ['See https://apps.example.com or mail to a@b.example', 'See https://apps.example.com or mail to a@b.example'],
    ['icons@2x.png', 'icons@2x.png'],
  ];
  for (const [text, expected] of addresses) {
    test(`hides no more than the user and password of ${text}`, () => assert.equal(redact(text, []), expected));
  }

  test('takes linear time, whatever the text is', () => {
    const escaped = ['%25', '&amp;', '\\\\', '\\u005c', '&#38;', '%', '&', '&#x26;amp;'];
    const patterns = [
      ...escaped,
      'http://',
      'http:',
      'https:/\\',
      'http:////',
      '@',
      ' ',
      '"',
      '\\',
      '%2',
      'a',
      'https://a:b@',
    ];
    for (const pattern of patterns) {
      const text = pattern.repeat(Math.ceil(1_000_000 / pattern.length));
      const started = process.cpuUsage();
      redact(text, [key, 'aaaaaaaa'.repeat(20)]);
      const { user } = process.cpuUsage(started);
      assert.ok(user < 2_000_000, `${pattern} took ${user} µs of the processor`);
    }
  });

  test('leaves no secret, whatever stands around it and whatever it was put through', () => {
    fc.assert(
      fc.property(printable, fc.string(), fc.string({ unit: 'binary' }), (hidden, before, after) => {
        fc.pre(!'***'.includes(hidden));
        const encodings = [hidden, encodeURIComponent(hidden), JSON.stringify(hidden).slice(1, -1)];
        for (const encoded of encodings) {
          assert.ok(!redact(`${before}${encoded}${after}`, [hidden]).includes(encoded));
        }
        const base64 = Buffer.from(`${before}${hidden}${after}`).toString('base64');
        const left = Buffer.from(redact(base64, [hidden]).replaceAll('***', '='), 'base64');
        assert.ok(redact(base64, [hidden]).includes('***') && !left.includes(hidden));
      }),
    );
  });
});
