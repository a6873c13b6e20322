import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSecretFinder, longestSearched, type Secret } from '../../../src/folder/secrets.ts';

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 60,
});

function find(secrets: readonly Secret[], bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes);
  return createSecretFinder(secrets).find({ buffer, start: 0, end: buffer.length });
}

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

test('only the given part of the buffer is searched', () => {
  const buffer = Buffer.from('..secret-key..');
  const { find: search, overlap } = createSecretFinder([{ name: 'api-key', value: 'secret-key' }]);
  assert.equal(search({ buffer, start: 2, end: 12 }), 'api-key');
  assert.equal(search({ buffer, start: 3, end: 14 }), null);
  assert.equal(search({ buffer, start: 0, end: 11 }), null);
  assert.ok(overlap >= 'secret-key'.length - 1);
});

test('a secret across the border of two chunks is found, wherever the border is', () => {
  for (const [value, text] of [
    ['k3y-1', 'k3y-1'],
    ['secret-key', 'secret-key'],
    ['secret-key', Buffer.from('secret-key').toString('base64')],
    ['secret-key', Buffer.from('a secret-key.').toString('base64')],
  ] as const) {
    const { find: search, overlap } = createSecretFinder([{ name: 'api-key', value }]);
    const buffer = Buffer.from(text);
    for (let border = 1; border < buffer.length; border += 1) {
      const found =
        search({ buffer, start: 0, end: border }) ??
        search({ buffer, start: Math.max(0, border - overlap), end: buffer.length });
      assert.equal(found, 'api-key', `${text} cut at ${border}`);
    }
  }
});

test('short secrets are looked for plain only, and what is hardly a secret not at all', () => {
  const secrets = [{ name: 'api-key', value: 'k3y-1' }];
  assert.equal(find(secrets, Buffer.from('a k3y-1!')), 'api-key');
  assert.equal(find(secrets, Buffer.from(Buffer.from('a k3y-1!').toString('base64'))), null);
  assert.equal(find([{ name: 'api-key', value: 'key' }], Buffer.from('key')), null);
  assert.deepEqual(createSecretFinder([]).overlap, 0);
  assert.equal(find([], Buffer.from('key')), null);
});

test('of a very long secret the beginning is enough', () => {
  const value = 'a1'.repeat(longestSearched);
  const { overlap } = createSecretFinder([{ name: 'api-key', value }]);
  assert.ok(overlap < longestSearched * 2);
  assert.equal(find([{ name: 'api-key', value }], Buffer.from(value)), 'api-key');
});
