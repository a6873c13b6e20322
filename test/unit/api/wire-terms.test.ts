import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readErrorBody } from '../../../src/api/wire.ts';

function readTerms(error: Readonly<Record<string, unknown>>, sent = ''): string | null {
  return readErrorBody({ error: { code: 'terms_required', ...error } }, sent).termsVersion;
}

const message = 'Accept the terms.';

for (const [name, error, expected] of [
  ['a field named after the terms version', { message, terms_version: '2026-01' }, '2026-01'],
  ['a longer name', { message, current_terms_version: '2026-01' }, '2026-01'],
  ['a name in camel case', { message, requiredTermsVersion: 'October 2026' }, 'October 2026'],
  ['the name of the field to send', { message, accept_terms: '2026-01' }, '2026-01'],
  ['a field rather than the message', { message: 'Accept "2025-12".', terms_version: '2026-01' }, '2026-01'],
  ['a quoted word', { message: 'Send accept_terms "summer-edition" to go on.' }, 'summer-edition'],
  ['a word in single quotes', { message: "Send 'summer-edition'." }, 'summer-edition'],
  ['a word in backticks, not the name of the field', { message: 'Send `accept_terms` with `3`.' }, '3'],
  ['a word in curly quotes', { message: 'Send “summer-edition” or ‘other’.' }, 'summer-edition'],
  ['a word in guillemets', { message: 'Envoyez «été-2026».' }, 'été-2026'],
  ['a quoted word rather than a date', { message: 'Since 2026-01-15 it is "v3".' }, 'v3'],
  ['a date', { message: 'The developer terms of 2026-01-15 must be accepted.' }, '2026-01-15'],
  ['a date at the end', { message: 'Accept the terms of 2026-01-15.' }, '2026-01-15'],
  ['a month', { message: 'Accept the terms of 2026-01, please.' }, '2026-01'],
  ['a dotted number', { message: 'Accept terms 2.1 first.' }, '2.1'],
  ['a number of more digits', { message: 'Accept terms 12.10 first.' }, '12.10'],
  ['the end of a long message', { message: `${'-'.repeat(1_990)} "2026-01"` }, '2026-01'],
  ['a dotted number with a v', { message: 'Accept terms v3.0.1 first.' }, 'v3.0.1'],
] as const) {
  test(`the terms version is read from ${name}`, () => {
    assert.equal(readTerms(error), expected);
  });
}

test('the field of the terms version may stand beside the error', () => {
  const error = { code: 'terms_required', message };
  assert.equal(readErrorBody({ error, terms_version: '2026-10' }).termsVersion, '2026-10');
});

for (const [name, error] of [
  ['nothing', {}],
  ['a message without one', { message: 'Accept the current terms.' }],
  ['the name of the field', { message: 'Missing "accept_terms".' }],
  ['a bare number', { message: 'Error 400: accept terms 2026 first.' }],
  ['an address', { message, terms_version_url: 'https://apps.example/terms/2026-01' }],
  ['a part of an address', { message: 'See https://apps.example/terms/2026-01 and accept.' }],
  ['fields of other types', { message, terms_version: 3, accept_terms: ['2026'] }],
  ['an empty field, or one with a line break', { message, terms_version: '', accept_terms: 'a\nb' }],
  ['a field of another name', { message, version: '2026-01', request_id: '2026-01' }],
  ['a word longer than any version', { message: `Accept "${'x'.repeat(101)}".`, terms_version: 'y'.repeat(101) }],
  ['a message that says it too late', { message: `${'-'.repeat(2_000)} "2026-01"` }],
] as const) {
  test(`no terms version is read from ${name}`, () => {
    assert.equal(readTerms(error), null);
  });
}

test('what was sent is not what is asked for', () => {
  assert.equal(readTerms({ message: 'You sent "2025-01", the current version is "2026-01".' }, '2025-01'), '2026-01');
  assert.equal(readTerms({ accept_terms: '2025-01', message: 'Send 2026-01.' }, '2025-01'), '2026-01');
  assert.equal(readTerms({ message: 'You sent 1.0, the current version is 2.1.' }, '1.0'), '2.1');
  assert.equal(readTerms({ message: 'The version "2025-01" is not accepted.' }, '2025-01'), null);
});

test('the version is read of no other error', () => {
  const error = { code: 'field', message: 'Accept "2026-01".', terms_version: '2026-01' };
  assert.equal(readErrorBody({ error }).termsVersion, null);
});
