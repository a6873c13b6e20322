import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRefusal, type RefusalCode, toRefusalCode } from '../../../src/api/refusals.ts';

const table: readonly (readonly [status: number, serverCode: string | null, code: RefusalCode | null])[] = [
  [200, null, null],
  [201, 'not_approved', null],
  [204, null, null],
  [299, null, null],
  [300, null, 'redirected'],
  [304, null, 'redirected'],
  [308, 'terms_required', 'redirected'],
  [400, null, 'field_rejected'],
  [400, 'something', 'field_rejected'],
  [400, 'terms_required', 'terms_required'],
  [400, 'not_approved', 'field_rejected'],
  [401, null, 'unauthorized'],
  [403, null, 'forbidden'],
  [404, null, 'not_found'],
  [409, null, 'address_taken'],
  [409, 'slug_taken', 'address_taken'],
  [409, 'not_approved', 'not_approved'],
  [409, 'terms_required', 'address_taken'],
  [413, null, 'too_large'],
  [418, null, 'refused'],
  [422, 'terms_required', 'folder_rejected'],
  [429, null, 'too_many_changes'],
  [500, null, 'service_error'],
  [501, null, 'service_error'],
  [504, null, 'service_error'],
  [599, null, 'service_error'],
];

for (const [status, serverCode, code] of table) {
  test(`${status} with ${serverCode ?? 'no code'} is ${code ?? 'a success'}`, () => {
    assert.equal(toRefusalCode(status, serverCode), code);
  });
}

test('every refusal says what it means and what to do', () => {
  const codes = new Set(table.map(([, , code]) => code).filter((code) => code !== null));
  assert.equal(codes.size, 13);
  for (const code of codes) {
    const { sentence, next } = describeRefusal(code);
    assert.match(sentence, /^[A-Z].*[^.]$/);
    assert.match(next, /^[A-Z].*\.$/);
  }
});
