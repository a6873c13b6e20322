import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listBase64Forms } from '../../src/encoded-secret.ts';

test('wherever bytes stand in something that is encoded, one of their forms is in it, in either alphabet', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(bytes, bytes, bytes, (before, inner, after) => {
      const whole = Buffer.concat([before, inner, after]);
      const forms = listBase64Forms(inner);
      for (const alphabet of ['base64', 'base64url'] as const) {
        assert.ok(forms.some((form) => whole.toString(alphabet).includes(form)));
      }
    }),
  );
});

test('a form holds every character that its bytes alone decide, and no other', () => {
  assert.deepEqual(listBase64Forms(Buffer.from('key-1234')), ['a2V5LTEyMz', 'tleS0xMjM0', 'rZXktMTIzN']);
});

test('what needs no other character in the second alphabet is listed once', () => {
  assert.equal(listBase64Forms(Buffer.from('abcdef')).length, 3);
  assert.equal(listBase64Forms(Buffer.from([0xfb, 0xff, 0xfe])).length, 6);
});
