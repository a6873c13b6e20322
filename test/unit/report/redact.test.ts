import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRedact } from '../../../src/report/redact.ts';

const key = 'ma_live_7Qz"8/x+Y<2>\\k&9\'!';

function redact(text: string, secrets: readonly string[]): string {
  return createRedact(secrets)(text);
}

test('a secret is replaced in every form it may travel in', () => {
  const forms = [
    key,
    JSON.stringify(key),
    JSON.stringify(key).replaceAll('/', '\\/'),
    encodeURIComponent(key),
    encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
    Array.from(Buffer.from(key), (byte) => `%${byte.toString(16)}`).join(''),
    Buffer.from(key).toString('base64'),
    Buffer.from(`a:${key}`).toString('base64'),
    Buffer.from(`ab:${key} and more`).toString('base64url'),
    Buffer.from(`abc:${key}.`).toString('base64'),
    key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    JSON.stringify(JSON.stringify(key)),
    JSON.stringify(key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ];
  for (const form of forms) {
    assert.match(redact(`Bearer ${form}.`, [key]), /\*\*\*/, form);
    assert.ok(!redact(`Bearer ${form}.`, [key]).includes(form.slice(8, -8)), form);
  }
});

test('the longer of two secrets goes as a whole, empty ones are ignored', () => {
  assert.equal(redact('abc abcdef', ['abc', '', 'abcdef']), '*** ***');
  assert.equal(createRedact(['', ''])('text'), 'text');
});

test('short secrets are replaced as they are, though not where their base64 occurs by chance', () => {
  assert.equal(redact('abc YWJj', ['abc']), '*** YWJj');
});

test('no secret survives, whatever stands around it and whatever it was put through', () => {
  const secret = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 8,
    maxLength: 60,
  });
  fc.assert(
    fc.property(secret, fc.string(), fc.string({ unit: 'binary' }), (hidden, before, after) => {
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
