import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readErrorBody } from '../../../src/api/wire.ts';
import type { Problem } from '../../../src/problem.ts';

const plain: Problem = {
  ...{ path: null, line: null, column: null, code: null, message: 'too long', fix: null },
  severity: 'error',
};

for (const [name, body, serverCode, message] of [
  ['the documented form', { error: { code: 'final', message: 'It is.' } }, 'final', 'It is.'],
  ['a text', { error: 'Taken.' }, null, 'Taken.'],
  ['a code alone', { error: { code: 'slug_taken' } }, 'slug_taken', '{"code":"slug_taken"}'],
  ['wrong types', { error: { code: 409, message: ['Taken.'] } }, null, '{"code":409,"message":["Taken."]}'],
  ['an object beside an empty error', { error: {}, status: 409 }, null, '{"error":{},"status":409}'],
  ['an array of the body', [{ error: 'Taken.' }], null, '[{"error":"Taken."}]'],
  ['a text of the body', 'Taken.', null, 'Taken.'],
  // A key in it is only known whole.
  ['a long text', { error: { detail: 'x'.repeat(2_000) } }, null, `{"detail":"${'x'.repeat(2_000)}"}`],
  ['empty texts', { error: { code: '', message: '' } }, null, null],
  ['an empty array', [], null, null],
  ['a missing body', undefined, null, null],
  ['problems, which say it all', { problems: ['too long'] }, null, null],
] as const) {
  test(`the words of an error are read from ${name}`, () => {
    const { problems, ...rest } = readErrorBody(body);
    assert.deepEqual(rest, { serverCode, message, moreProblems: 0, termsVersion: null });
  });
}

describe('the problems of an error', () => {
  const error = { code: 'folder', message: 'no' };
  const silent = [null, '', {}, [], { message: '' }, [null], { path: null, messages: [{}] }];
  const mixed = { name: ['too long'], count: 1 };
  for (const [name, body, problems] of [
    ['beside the error', { error, problems: ['too long'] }, [plain]],
    ['in the error, beside an empty list', { error: { ...error, problems: ['too long'] }, problems: [] }, [plain]],
    ['without an error, among entries that say nothing', { problems: [...silent, 'too long', {}] }, [plain]],
    ['as a text', { problems: 'too long' }, [plain]],
    ['as an object', { problems: { message: 'too long' } }, [plain]],
    ['as a number', { problems: 12 }, [{ ...plain, message: '12' }]],
    ['as an object of mixed values', { problems: mixed }, [{ ...plain, message: JSON.stringify(mixed) }]],
    ['nowhere: an empty object', { problems: {} }, []],
    ['nowhere: a place beside the message', { error: { ...error, field: 'tagline', path: 'index.html' } }, []],
  ] as const) {
    test(`are found ${name}`, () => assert.deepEqual(readErrorBody(body).problems, problems));
  }

  test('may be lists by field', () => {
    const name = ['too long', { message: 'taken', code: 'unique' }];
    const problems = { name, 'assets/a.css': ['too large'], category: ['unknown'], html: [] };
    assert.deepEqual(readErrorBody({ problems }).problems, [
      { ...plain, path: 'service.json', field: 'name' },
      { ...plain, path: 'service.json', field: 'name', message: 'taken', code: 'unique' },
      { ...plain, path: 'assets/a.css', message: 'too large' },
      { ...plain, message: 'category: unknown' },
    ]);
  });

  const list = (count: number) => Array.from({ length: count }, () => 'no');
  for (const [name, problems, read, more] of [
    ['12,345', list(12_345), 10_000, 2_345],
    ['11,000 in two lists', { name: list(9_000), 'a.css': list(2_000) }, 10_000, 1_000],
    // Of what is beyond them nobody looks whether it says anything.
    ['10,004 of which two say nothing', [...list(9_999), {}, null, ...list(3)], 9_999, 4],
  ] as const) {
    test(`are read up to 10,000, and the others counted: ${name}`, () => {
      const body = readErrorBody({ problems });
      assert.deepEqual({ read: body.problems.length, more: body.moreProblems }, { read, more });
    });
  }
});

describe('a problem', () => {
  const message = 'too long';
  const inFile = { path: 'service.json', field: 'category', message };
  const rows: readonly (readonly [name: string, entry: unknown, expected: Partial<Problem>])[] = [
    ['a path outside of the folder', { path: '../../etc/passwd', message }, { path: '../../etc/passwd' }],
    [
      'a file, a hint and a rule',
      { file: 'a.css', hint: 'b', rule: 'c', message },
      { path: 'a.css', fix: 'b', code: 'c' },
    ],
    ['a fix and a code', { fix: 'Shorten it.', code: 'E12', message }, { fix: 'Shorten it.', code: 'E12' }],
    ['a line and a column', { line: 12, column: 3, message }, { line: 12, column: 3 }],
    ['numbers as texts', { line: '12', col: '3', message }, { line: 12, column: 3 }],
    ['numbers for the report to bound', { line: -5, column: 1e300, message }, { line: -5, column: 1e300 }],
    ...['twelve', '-12', '1e1', '1234567890', '', null].map(
      (line) => [`a line that is no number: ${JSON.stringify(line)}`, { line, message }, {}] as const,
    ),
    ...['message', 'problem', 'detail', 'reason'].map(
      (key) => [`its words under ${key}`, { message: '', [key]: message }, {}] as const,
    ),
    ['two messages, of which the first kind counts', { reason: 'limit', detail: message }, {}],
    ['a field of the app', { field: 'system_prompt', message }, { path: 'instructions.md', field: 'system_prompt' }],
    ['a field as path', { path: 'html', message }, { path: 'index.html', field: 'html' }],
    ['a field beside a file', { field: 'logo', path: 'a.png', message }, { path: 'a.png', field: 'logo' }],
    ['a path as field beside a file', { field: 'a/b.css', path: 'a.png', message }, { path: 'a.png' }],
    ...['style.css', 'assets/logo', 'assets\\logo'].map(
      (path) => [`a path as field: ${path}`, { field: path, message }, { path }] as const,
    ),
    ['a field of no app in a file', inFile, { path: 'service.json', message: 'category: too long' }],
    ['a message of a megabyte, which is cut', { message: 'x'.repeat(1e6) }, { message: 'x'.repeat(100_000) }],
    // What is not understood is shown as compact text.
    ['an unknown form', { where: { deep: [1] } }, { message: '{"where":{"deep":[1]}}' }],
  ];
  for (const [name, entry, expected] of rows) {
    test(`may have ${name}`, () => {
      assert.deepEqual(readErrorBody({ problems: [entry] }).problems, [{ ...plain, ...expected }]);
    });
  }

  for (const [text, placeInText] of [
    ['index.html:12:51: not closed', 'index.html:12:51'],
    ['assets/deep/a-b.css:7 unknown', 'assets/deep/a-b.css:7'],
    ['assets\\my ünï (1).css:2:1: odd', 'assets\\my ünï (1).css:2:1'],
    ['LICENSE:2:1: odd', 'LICENSE:2:1'],
    ['index.html is too large', 'index.html'],
    ['index.html:99999999: too far', 'index.html'],
    ['index.html', null],
    ['The file index.html is too large', null],
    ['e.g. this', null],
    ['color: must be a colour', null],
    [`${'x'.repeat(201)}:1: too long`, null],
  ] as const) {
    test(`may be the text "${text.slice(0, 40)}", which is shown whole, with the place that it may begin with`, () => {
      const expected = { ...plain, message: text, ...(placeInText && { placeInText }) };
      assert.deepEqual(readErrorBody({ problems: [text] }).problems, [expected]);
    });
  }
});

describe('the terms version that the service asks for', () => {
  const message = 'Accept the terms.';
  const rows: readonly (readonly [name: string, error: Readonly<Record<string, unknown>>, version: string | null])[] = [
    ['a name in camel case', { message, requiredTermsVersion: 'October 2026' }, 'October 2026'],
    ['the field to send', { message, accept_terms: '2026-01' }, '2026-01'],
    ['a field rather than the message', { message: 'Accept "2025-12".', terms_version: '2026-01' }, '2026-01'],
    ['a quoted word rather than a date', { message: 'Since 2026-01-15 it is "v3".' }, 'v3'],
    ['a word in backticks, not the field', { message: 'Send `accept_terms` with `3`.' }, '3'],
    ['a word in curly quotes', { message: 'Send “summer-edition” or ‘other’.' }, 'summer-edition'],
    ['a word in guillemets', { message: 'Envoyez «été-2026».' }, 'été-2026'],
    ['a date', { message: 'Accept the terms of 2026-01-15.' }, '2026-01-15'],
    ['a month', { message: 'Accept the terms of 2026-01, please.' }, '2026-01'],
    ['a dotted number with a v', { message: 'Accept terms v3.0.1 first.' }, 'v3.0.1'],
    ['what was not sent', { message: 'You sent "old", the current version is "2026-01".' }, '2026-01'],
    ['what was not sent, in a field', { accept_terms: 'old', message: 'Send 2026-01.' }, '2026-01'],
    ['a bare number', { message: 'Error 400: accept terms 2026 first.' }, null],
    ['an address', { terms_version_url: 'x', message: 'See https://apps.example/terms/2026-01 and accept.' }, null],
    ['fields of other types, names and forms', { terms_version: 3, accept_terms: 'a\nb', version: '2026-01' }, null],
    ['words longer than any', { message: `"${'x'.repeat(101)}"`, terms_version: 'y'.repeat(101) }, null],
    ['a message that says it too late', { message: `${'-'.repeat(2_000)} "2026-01"` }, null],
    ['another error', { code: 'field', message: 'Accept "2026-01".', terms_version: '2026-01' }, null],
  ];
  for (const [name, error, version] of rows) {
    test(`is ${version ?? 'not'} read from ${name}`, () => {
      assert.equal(readErrorBody({ error: { code: 'terms_required', ...error } }, 'old').termsVersion, version);
    });
  }

  test('may stand beside the error', () => {
    const body = { error: { code: 'terms_required', message }, terms_version: '2026-10' };
    assert.equal(readErrorBody(body).termsVersion, '2026-10');
  });
});

test('a megabyte of anything in any text takes no more than linear time', () => {
  const words = [' ', '"', "'", '\\', '.', '1', '1.', '2026-01-', '/', 'a.', 'terms_version', '"x', ':', '\n'];
  const started = process.cpuUsage();
  for (const word of words) {
    const text = word.repeat(1_000_000 / word.length);
    const fields = { path: text, field: text, message: text, fix: text, code: text };
    const problems = [text, fields, { [text]: [text] }, { field: text }];
    const error = { code: 'terms_required', message: text, terms_version: text, [text]: text, problems };
    assert.ok(readErrorBody({ error, problems: { [text]: [text] } }).problems.length > 0);
  }
  const { user, system } = process.cpuUsage(started);
  // Quadratic time would be many minutes.
  assert.ok(user + system < 20_000_000, `${user + system} µs`);
});
