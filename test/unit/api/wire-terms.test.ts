import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRefusal } from '../../../src/api/wire.ts';
import { readBody } from './json-sample.ts';

function readTerms(error: Readonly<Record<string, unknown>>, sent = ''): string | null | undefined {
  return readRefusal(400, readBody({ error: { code: 'terms_required', ...error } }), sent)?.termsVersion;
}

const message = 'Send accept_terms "2024-05-01"';

for (const [name, error, expected] of [
  ['a field of its own', { message: 'Accept the terms.', terms_version: '2026-01' }, '2026-01'],
  ['a field called version', { message: 'Accept the terms.', version: 'v3' }, 'v3'],
  ['a field called required', { message: 'Accept the terms.', required: '2026-01' }, '2026-01'],
  ['a field called current', { message: 'Accept the terms.', current: '2026-01' }, '2026-01'],
  ['a field called expected', { message: 'Accept the terms.', expected_terms: '2026-01' }, '2026-01'],
  ['a number', { message: 'Accept the terms.', version: 3 }, '3'],
  ['nested details', { message: 'Accept the terms.', details: { accept_terms: '2026-01' } }, '2026-01'],
  ['a field rather than the message', { message: 'Accept "2025-12".', version: '2026-01' }, '2026-01'],
  ['a field and not the address', { terms_url: 'https://apps.example/terms/7', version: '2026-01' }, '2026-01'],
  ['a quoted word', { message: 'Send accept_terms "summer-edition" to go on.' }, 'summer-edition'],
  ['a word in single quotes', { message: "Send 'summer-edition'." }, 'summer-edition'],
  ['a word in backticks', { message: 'Send `accept_terms` with `summer-edition`.' }, 'summer-edition'],
  ['a word in curly quotes', { message: 'Send “summer-edition” or ‘other’.' }, 'summer-edition'],
  ['a word in guillemets', { message: 'Envoyez «été-2026».' }, 'été-2026'],
  ['a date', { message: 'The developer terms of 2026-01-15 must be accepted.' }, '2026-01-15'],
  ['a date at the end', { message: 'Accept the terms of 2026-01-15.' }, '2026-01-15'],
  ['a dotted number', { message: 'Accept terms 2.1 first.' }, '2.1'],
  ['a v and a number', { message: 'Accept terms v3 first.' }, 'v3'],
  ['a bare number behind the word version', { message: 'Accept version 3 first.' }, '3'],
  ['a bare number behind a colon', { message: 'Current terms version: 7' }, '7'],
  ['a bare number behind a sign of equality', { message: 'Send version=7' }, '7'],
  ['a bare number behind a verb', { message: 'The current terms version is 7.' }, '7'],
  ['a date rather than a bare number', { message: 'Error 400: accept 2026-01-15.' }, '2026-01-15'],
  ['a bare number', { message: 'Accept terms 2026 first.' }, '2026'],
  ['several words in quotes', { message: 'Please accept "October 2026".' }, 'October 2026'],
  ['several words in a field', { message: 'Accept the terms.', terms_version: 'October 2026' }, 'October 2026'],
  ['a date with a slash', { message: 'Please accept terms version 2026/10.' }, '2026/10'],
  ['a time', { message: 'Accept the terms of 2026-10-01T00:00:00Z now.' }, '2026-10-01T00:00:00Z'],
  ['what is current', { message: 'Yours is old, current is 2.' }, '2'],
  ['a field of the terms before one of the interface', { api_version: '1', terms_version: '7' }, '7'],
  [
    'a version and not what is required',
    { required: 'accept_terms', message: 'Send accept_terms: "2026-10".' },
    '2026-10',
  ],
  ['a version and not its type', { expected: 'string', message: 'Send "2026-10".' }, '2026-10'],
  ['a version and not a status', { required_status: 400, message: 'Send "2026-10".' }, '2026-10'],
  ['quotes before a user', { current_user: 17, message }, '2024-05-01'],
  ['quotes before an app', { app_version: '1.8.2', message }, '2024-05-01'],
  ['quotes before a time', { accepted_at: '2023-01-02T00:00:00Z', message }, '2024-05-01'],
  ['quotes before a title', { terms_title: 'Developer Terms 2', message }, '2024-05-01'],
  ['quotes before a sentence', { fields: { accept_terms: 'must be 2024-05-01' }, message }, '2024-05-01'],
  ['quotes before what is required', { required: 'Send 1 value', message }, '2024-05-01'],
] as const) {
  test(`the terms version is read from ${name}`, () => {
    assert.equal(readTerms(error), expected);
  });
}

test('the terms version may stand around the error', () => {
  const error = { code: 'terms_required', message: 'Accept the current terms.' };
  for (const around of [
    { terms_version: '2026-10' },
    { version: '2026-10' },
    { accept_terms: '2026-10' },
    { terms: { version: '2026-10' } },
  ]) {
    assert.equal(readRefusal(400, readBody({ error, ...around }))?.termsVersion, '2026-10');
  }
});

for (const [name, error] of [
  ['nothing', {}],
  ['a message without one', { message: 'Accept the current terms.' }],
  ['words of the interface', { message: 'Missing "accept_terms": see "terms" and "version" ("terms_required").' }],
  ['an address', { message: 'Accept the current terms.', terms_url: 'https://apps.example/terms/2026-01' }],
  ['a relative address', { message: 'Accept the current terms.', terms_url: '/terms/2026-01' }],
  ['an address that looks like a version', { terms_url: '2026-01', details: { terms_link: 'v3' } }],
  ['a sentence in a field', { message: 'Accept the terms.', required: 'accept the terms' }],
  ['words of state in a field', { message: 'Accept the terms.', accept_terms: 'required', terms_version: 'missing' }],
  ['fields of other types', { message: 'Accept the terms.', terms_required: true, version: null, terms: ['2026'] }],
  ['a part of an address', { message: 'See https://apps.example/terms/2026 and accept.' }],
  ['a field of another name', { message: 'Accept the terms.', request_id: '2026-01' }],
  ['a word longer than any version', { message: `Accept "${'x'.repeat(101)}".`, version: 'y'.repeat(101) }],
] as const) {
  test(`no terms version is read from ${name}`, () => {
    assert.equal(readTerms(error), null);
  });
}

test('what was sent is not what is asked for, unless nothing else is there', () => {
  assert.equal(readTerms({ message: 'You sent "2025-01", the current version is "2026-01".' }, '2025-01'), '2026-01');
  assert.equal(readTerms({ accept_terms: '2025-01', message: 'Send 2026-01.' }, '2025-01'), '2026-01');
  assert.equal(readTerms({ message: 'The version "2025-01" is not accepted.' }, '2025-01'), '2025-01');
});

test('the version is read of no other refusal', () => {
  const body = readBody({ error: { code: 'field', message: 'Accept "2026-01".', version: '2026-01' } });
  assert.equal(readRefusal(400, body)?.termsVersion, null);
});
