import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { SecretFinder } from '../../../src/text/secret-search.ts';
import { assertFast } from '../../support/fast.ts';
import { printableSecret } from './printable-secret.ts';

/** Returns the position of each of these secrets in a file. */
function findIn(values: readonly string[], content: string | Uint8Array) {
  const finder = new SecretFinder(values.map((value) => ({ name: value, value })));
  return Object.fromEntries(finder.find(Buffer.from(content)));
}

function toBase64(text: string | Uint8Array): string {
  return Buffer.from(text).toString('base64');
}

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

  const odd = 'sk+live/abc123==&"<x>';
  const toNumbers = (text: string, write: (code: number) => string) =>
    text.replace(/[^a-z0-9]/g, (character) => write(character.charCodeAt(0)));
  const hex = (code: number) => code.toString(16);
  for (const [name, escaped] of [
    ['JSON', JSON.stringify(odd)],
    ['JSON that escapes slashes', JSON.stringify(odd).replaceAll('/', '\\/')],
    ['JSON with \\u escapes', toNumbers(odd, (code) => `\\u00${hex(code)}`)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(odd).replaceAll('/', '\\/'))],
    ['a URL', encodeURIComponent(odd)],
    ['a URL with lowercase escapes', toNumbers(odd, (code) => `%${hex(code)}`)],
    ['a URL in a URL', encodeURIComponent(encodeURIComponent(odd))],
    ['HTML', odd.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
    ['HTML with decimal entities', toNumbers(odd, (code) => `&#${code};`)],
    ['HTML with one hexadecimal entity', odd.replace('/', '&#x2F;')],
    ['base64 in JSON that escapes slashes', toBase64(`?>?${odd}`).replaceAll('/', '\\/')],
    ['base64 in a URL', encodeURIComponent(toBase64(odd))],
    [
      'base64 in JSON with \\u escapes',
      toBase64(odd).replace(/\W/g, (unit) => `\\u00${hex(unit.charCodeAt(0))}`),
    ],
  ] as const) {
    test(`a secret escaped as ${name} is found`, () => {
      const bytes = Buffer.concat([
        Buffer.from('abc123 %41 '),
        Buffer.from(escaped),
        Buffer.from('.'.repeat(400)),
      ]);
      assert.deepEqual(Object.keys(findIn([odd], bytes)), [odd]);
    });
  }

  test('only a complete secret is found in a text full of escapes, in linear time', () => {
    assert.deepEqual(
      findIn([odd], `abc123 &amp; ${encodeURIComponent(odd.replace('x', 'y'))}`),
      {},
    );
    assertFast(() => findIn([odd], 'abc123 '.repeat(120_000)), '120,000 parts');
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
