import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readErrorBody } from '../../../src/api/wire.ts';
import type { Problem } from '../../../src/problem.ts';

const plain: Problem = {
  ...{ path: null, line: null, column: null, code: null, message: 'too long', fix: null },
  severity: 'error',
};

describe('the words of an error', () => {
  for (const [name, body, serverCode, message] of [
    ['the documented form', { error: { code: 'final', message: 'It is.' } }, 'final', 'It is.'],
    ['a text', { error: 'Taken.' }, null, 'Taken.'],
    ['a code alone', { error: { code: 'slug_taken' } }, 'slug_taken', '{"code":"slug_taken"}'],
    ['other fields', { error: { description: 'Taken.' } }, null, '{"description":"Taken."}'],
    ['wrong types', { error: { code: 409, message: ['Taken.'] } }, null, '{"code":409,"message":["Taken."]}'],
    ['an object of the body', { message: 'Taken.' }, null, '{"message":"Taken."}'],
    ['an object beside an empty error', { error: {}, status: 409 }, null, '{"error":{},"status":409}'],
    ['an array of the body', [{ error: 'Taken.' }], null, '[{"error":"Taken."}]'],
    ['a text of the body', 'Taken.', null, 'Taken.'],
    // A key in it is only known whole.
    ['a long text', { error: { detail: 'x'.repeat(2_000) } }, null, `{"detail":"${'x'.repeat(2_000)}"}`],
    ['empty texts', { error: { code: '', message: '' } }, null, null],
    ['an empty array', [], null, null],
    ['null', null, null, null],
    ['a missing body', undefined, null, null],
    ['problems, which say it all', { problems: ['too long'] }, null, null],
    ['problems that say nothing', { problems: [{}] }, null, null],
  ] as const) {
    test(`are read from ${name}`, () => {
      const { problems, ...rest } = readErrorBody(body);
      assert.deepEqual(rest, { serverCode, message, moreProblems: 0, termsVersion: null });
    });
  }
});

describe('the problems of an error', () => {
  const error = { code: 'folder', message: 'no' };
  const silent = [null, '', {}, [], { message: '' }, [null], { path: null, messages: [{}] }];
  const mixed = { name: ['too long'], count: 1 };
  for (const [name, body, problems] of [
    ['beside the error', { error, problems: ['too long'] }, [plain]],
    ['in the error', { error: { ...error, problems: ['too long'] } }, [plain]],
    ['in the error, beside an empty list', { error: { ...error, problems: ['too long'] }, problems: [] }, [plain]],
    ['beside an error whose own are null', { error: { ...error, problems: null }, problems: ['too long'] }, [plain]],
    ['without an error', { problems: ['too long'] }, [plain]],
    ['among entries that say nothing', { problems: [...silent, 'too long', {}] }, [plain]],
    ['as a text', { problems: 'too long' }, [plain]],
    ['as an object', { problems: { message: 'too long' } }, [plain]],
    ['as a number', { problems: 12 }, [{ ...plain, message: '12' }]],
    ['as an object of mixed values', { problems: mixed }, [{ ...plain, message: JSON.stringify(mixed) }]],
    ['nowhere: null', { problems: null }, []],
    ['nowhere: an empty object', { problems: {} }, []],
    ['nowhere: entries that say nothing', { problems: silent }, []],
    ['nowhere: the path that was asked for', { error: { ...error, path: '/api/miniapps/deploy' } }, []],
    ['nowhere: a place beside the message', { error: { ...error, field: 'tagline', file: 'index.html' } }, []],
  ] as const) {
    test(`are found ${name}`, () => assert.deepEqual(readErrorBody(body).problems, problems));
  }

  test('may be lists by field', () => {
    const problems = {
      name: ['too long', { message: 'taken', code: 'unique' }],
      'assets/a.css': ['too large'],
      category: ['unknown'],
      html: [],
    };
    assert.deepEqual(readErrorBody({ problems }).problems, [
      { ...plain, path: 'service.json', field: 'name' },
      { ...plain, path: 'service.json', field: 'name', message: 'taken', code: 'unique' },
      { ...plain, path: 'assets/a.css', message: 'too large' },
      { ...plain, message: 'category: unknown' },
    ]);
  });

  const list = (count: number) => Array.from({ length: count }, () => ({ message: 'no' }));
  for (const [name, problems, read, more] of [
    ['10,000', list(10_000), 10_000, 0],
    ['12,345', list(12_345), 10_000, 2_345],
    ['11,000 in two lists', { name: list(9_000), 'a.css': list(2_000) }, 10_000, 1_000],
    // Of what is beyond them nobody looks whether it says anything.
    ['10,004 of which two say nothing', [...list(9_999), {}, null, ...list(3)], 9_999, 4],
  ] as const) {
    test(`are read up to 10,000, and the others counted: ${name}`, () => {
      const body = readErrorBody({ problems });
      assert.deepEqual({ read: body.problems.length, more: body.moreProblems }, { read, more });
      assert.equal(body.problems.at(-1)?.message, 'no');
    });
  }
});

describe('a problem', () => {
  const message = 'too long';
  const rows: readonly (readonly [name: string, entry: unknown, expected: Partial<Problem>])[] = [
    ['a path', { path: 'assets/a.css', message }, { path: 'assets/a.css' }],
    ['a file', { file: 'assets/a.css', message }, { path: 'assets/a.css' }],
    ['a path outside of the folder', { path: '../../etc/passwd', message }, { path: '../../etc/passwd' }],
    ['a fix', { fix: 'Shorten it.', message }, { fix: 'Shorten it.' }],
    ['a hint', { hint: 'Shorten it.', message }, { fix: 'Shorten it.' }],
    ['a code', { code: 'E12', message }, { code: 'E12' }],
    ['a rule', { rule: 'E12', message }, { code: 'E12' }],
    ['a line and a column', { line: 12, column: 3, message }, { line: 12, column: 3 }],
    ['a col', { col: 3, message }, { column: 3 }],
    ['numbers as texts', { line: '12', column: '3', message }, { line: 12, column: 3 }],
    ['numbers for the report to bound', { line: -5, column: 1e300, message }, { line: -5, column: 1e300 }],
    ...['twelve', '-12', '1e1', '1234567890', '', null, {}, [12], true].map(
      (line) => [`a line that is no number: ${JSON.stringify(line)}`, { line, message }, {}] as const,
    ),
    ...['message', 'problem', 'detail', 'reason'].map(
      (key) => [`its words under ${key}`, { message: '', fix: '', reason: message, [key]: message }, {}] as const,
    ),
    ['two messages, of which the first kind counts', { reason: 'limit', detail: message }, {}],
    ...['field', 'path', 'file'].flatMap((key) =>
      Object.entries({
        name: 'service.json',
        tagline: 'service.json',
        color: 'service.json',
        logo: 'service.json',
        system_prompt: 'instructions.md',
        html: 'index.html',
      }).map(([field, path]) => [`the ${key} ${field}`, { [key]: field, message }, { path, field }] as const),
    ),
    ['a field beside a file', { field: 'logo', path: 'a.png', message }, { path: 'a.png', field: 'logo' }],
    ['a path as field beside a file', { field: 'a/b.css', path: 'a.png', message }, { path: 'a.png' }],
    ...['style.css', 'assets/logo', 'assets\\logo'].map(
      (path) => [`a path as field: ${path}`, { field: path, message }, { path }] as const,
    ),
    ['a field of no app', { field: 'category', message }, { message: 'category: too long' }],
    [
      'a field of no app in a file',
      { path: 'service.json', field: 'category', message },
      { path: 'service.json', message: 'category: too long' },
    ],
    ['a message of a megabyte, which is cut', { message: 'x'.repeat(1e6) }, { message: 'x'.repeat(100_000) }],
    // What is not understood is shown as compact text.
    ['a number alone', 12, { message: '12' }],
    ['a list', ['a', 1], { message: '["a",1]' }],
    ['an unknown form', { where: { deep: [1] } }, { message: '{"where":{"deep":[1]}}' }],
    ['a field of the app as key', { html: 'must not be empty' }, { message: '{"html":"must not be empty"}' }],
  ];
  for (const [name, entry, expected] of rows) {
    test(`may have ${name}`, () => {
      assert.deepEqual(readErrorBody({ problems: [entry] }).problems, [{ ...plain, ...expected }]);
    });
  }

  for (const [text, placeInText] of [
    ['index.html:12:51: not closed', 'index.html:12:51'],
    ['assets/deep/a-b.css:7 unknown', 'assets/deep/a-b.css:7'],
    ['assets/my file (1).css:2:1: odd', 'assets/my file (1).css:2:1'],
    ['assets\\ünï.js:2: odd', 'assets\\ünï.js:2'],
    ['LICENSE:2:1: odd', 'LICENSE:2:1'],
    ['index.html: unexpected token at 12:5 here', 'index.html'],
    ['index.html is too large', 'index.html'],
    ['Node.js is not allowed', 'Node.js'],
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
    ['a field named after it', { message, current_terms_version: '2026-01' }, '2026-01'],
    ['a name in camel case', { message, requiredTermsVersion: 'October 2026' }, 'October 2026'],
    ['the field to send', { message, accept_terms: '2026-01' }, '2026-01'],
    ['a field rather than the message', { message: 'Accept "2025-12".', terms_version: '2026-01' }, '2026-01'],
    ['a quoted word', { message: 'Send accept_terms "summer-edition" to go on.' }, 'summer-edition'],
    ['a word in single quotes', { message: "Send 'summer-edition'." }, 'summer-edition'],
    ['a word in backticks, not the field', { message: 'Send `accept_terms` with `3`.' }, '3'],
    ['a word in curly quotes', { message: 'Send “summer-edition” or ‘other’.' }, 'summer-edition'],
    ['a word in guillemets', { message: 'Envoyez «été-2026».' }, 'été-2026'],
    ['a quoted word rather than a date', { message: 'Since 2026-01-15 it is "v3".' }, 'v3'],
    ['a date', { message: 'Accept the terms of 2026-01-15.' }, '2026-01-15'],
    ['a month', { message: 'Accept the terms of 2026-01, please.' }, '2026-01'],
    ['a dotted number', { message: 'Accept terms 12.10 first.' }, '12.10'],
    ['a dotted number with a v', { message: 'Accept terms v3.0.1 first.' }, 'v3.0.1'],
    ['the end of a long message', { message: `${'-'.repeat(1_990)} "2026-01"` }, '2026-01'],
    ['what was not sent', { message: 'You sent "old", the current version is "2026-01".' }, '2026-01'],
    ['what was not sent, in a field', { accept_terms: 'old', message: 'Send 2026-01.' }, '2026-01'],
    ['a message that names what was sent alone', { message: 'The version "old" is not accepted.' }, null],
    ['a message without one', { message: 'Accept the current terms.' }, null],
    ['the name of the field', { message: 'Missing "accept_terms".' }, null],
    ['a bare number', { message: 'Error 400: accept terms 2026 first.' }, null],
    ['an address', { message, terms_version_url: 'https://apps.example/terms/2026-01' }, null],
    ['a part of an address', { message: 'See https://apps.example/terms/2026-01 and accept.' }, null],
    ['fields of other types', { message, terms_version: 3, accept_terms: ['2026'] }, null],
    ['an empty field, or one with a line break', { message, terms_version: '', accept_terms: 'a\nb' }, null],
    ['a field of another name', { message, version: '2026-01', request_id: '2026-01' }, null],
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
