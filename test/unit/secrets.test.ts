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

describe('createRedact', () => {
  test('replaces a secret in every form that it may travel in', () => {
    const forms = [
      key,
      JSON.stringify(key),
      JSON.stringify(key).replaceAll('/', '\\/'),
      encodeURIComponent(key),
      encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
      encodeURIComponent(key).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
      Array.from(Buffer.from(key), (byte) => `%${byte.toString(16)}`).join(''),
      Buffer.from(key).toString('base64'),
      Buffer.from(`a:${key}`).toString('base64'),
      Buffer.from(`ab:${key} and more`).toString('base64url'),
      Buffer.from(`abc:${key}.`).toString('base64'),
      JSON.stringify(JSON.stringify(key)),
    ];
    for (const form of forms) {
      assert.match(redact(`Bearer ${form}.`, [key]), /\*\*\*/, form);
      assert.ok(!redact(`Bearer ${form}.`, [key]).includes(form.slice(8, -8)), form);
    }
    assert.equal(redact(JSON.stringify({ key, echo: JSON.stringify(key) }), [key]), '{"key":"***","echo":"\\"***\\""}');
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
    const patterns = ['http://', 'http:', 'https:/\\', 'http:////', '@', ' ', '"', '\\', '%2', 'a', 'https://a:b@'];
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
