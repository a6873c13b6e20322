import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  hasDocumentedError,
  readErrorBody,
  readWarnings,
  reportsFailure,
} from '../../../src/api/error-body.ts';
import { assertFast } from '../../support/fast.ts';
import { compareWithFile } from '../../support/snapshot.ts';

const message = 'too long';

const error = { code: 'invalid', message: 'The folder breaks the rules.' };
const words = 'The tag is not closed';

/**
 * Bodies as services may list a problem in line 12, column 51 of index.html, or in a field, by the
 * frameworks and tools whose shape they have.
 */
const frameworks: Readonly<Record<string, unknown>> = {
  'the documented error, with texts': { error, problems: [`index.html:12:51: ${words}`] },
  'the documented error, with objects': {
    error,
    problems: [{ path: 'index.html', line: 12, column: 51, message: words }],
  },
  'problems in the error': {
    error: { ...error, problems: [{ file: 'index.html', line: 12, col: 51, problem: words }] },
  },
  'Microsoft REST guidelines': {
    error: { ...error, details: [{ code: 'Tag', target: 'index.html:12:51', message: words }] },
  },
  'Google APIs': {
    error: {
      code: 400,
      message: error.message,
      status: 'INVALID_ARGUMENT',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'index.html', description: words }],
        },
      ],
    },
  },
  Laravel: { message: error.message, errors: { tagline: ['too long'], 'index.html': [words] } },
  'Django REST framework': { tagline: ['too long'], 'index.html': [words] },
  Rails: { errors: { tagline: ['is too long'], base: [`index.html: ${words}`] } },
  FastAPI: { detail: [{ type: 'missing', loc: ['body', 'index.html', 12], msg: words }] },
  'Spring Boot': {
    timestamp: '2026-10-01T00:00:00Z',
    status: 422,
    error: 'Unprocessable Entity',
    path: '/api/miniapps/deploy',
    errors: [{ field: 'tagline', rejectedValue: 'x', defaultMessage: 'size', code: 'Size' }],
  },
  'ASP.NET Core': {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.21',
    title: 'One or more validation errors occurred.',
    status: 422,
    errors: { 'index.html': [words] },
    traceId: '00-1',
  },
  'RFC 9457': {
    type: 'about:blank',
    title: error.message,
    errors: [{ detail: words, pointer: '#/files/index.html' }],
  },
  'RFC 7807 with invalid-params': {
    title: error.message,
    'invalid-params': [{ name: 'index.html', reason: words }],
  },
  'JSON:API': {
    errors: [
      { status: '422', title: 'Tag', detail: words, source: { pointer: '/files/index.html' } },
    ],
  },
  GraphQL: {
    errors: [{ message: words, locations: [{ line: 12, column: 51 }], path: ['index.html'] }],
  },
  'express-validator': {
    errors: [{ type: 'field', msg: 'too long', path: 'tagline', location: 'body' }],
  },
  Joi: { error, details: [{ message: words, path: ['files', 'index.html'], type: 'any.tag' }] },
  Zod: { error: { ...error, issues: [{ code: 'tag', path: ['index.html'], message: words }] } },
  Ajv: { error, errors: [{ instancePath: '/files/index.html', keyword: 'tag', message: words }] },
  ESLint: {
    error,
    problems: [
      { filePath: 'index.html', messages: [{ line: 12, column: 51, severity: 2, message: words }] },
    ],
  },
  Stylelint: {
    error,
    problems: [{ source: 'index.html', line: 12, column: 51, rule: 'tag', text: words }],
  },
  'the W3C validator': {
    error,
    messages: [{ type: 'error', url: 'index.html', lastLine: 12, lastColumn: 51, message: words }],
  },
  'editors (LSP)': {
    error,
    problems: [
      {
        uri: 'index.html',
        range: { start: { line: 11, character: 50 } },
        severity: 1,
        message: words,
      },
    ],
  },
  'GitHub annotations': {
    error,
    problems: [
      {
        path: 'index.html',
        start_line: 12,
        start_column: 51,
        annotation_level: 'failure',
        message: words,
      },
    ],
  },
  SARIF: {
    error,
    problems: [
      {
        ruleId: 'tag',
        message: { text: words },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'index.html' } } }],
      },
    ],
  },
  'a position in an object': {
    error,
    problems: [
      { filename: 'index.html', location: { line: 12, column: 51 }, level: 'error', reason: words },
    ],
  },
};

test('snapshots/error-bodies.md shows what is read from error bodies of every shape', () => {
  const error = { code: 'folder', message: 'no' };
  const empty = [null, '', {}, [], { message: '' }, [null], { path: null, messages: [{}] }];
  const names = [message, { message: 'taken', code: 'unique' }];
  const byField = { name: names, 'a/b.css': ['large'], type: ['odd'], html: [] };
  const bodies = [
    { error: { code: 'final', message: 'It is.' } },
    { error: 'Taken.' },
    'Taken.',
    [{ error: 'Taken.' }],
    { error: { code: 'taken' } },
    { error: { code: 409, message: ['Taken.'] } },
    { error: {}, status: 409 },
    { error: { code: '', message: '' } },
    [],
    null,
    undefined,
    { problems: empty },
    { problems: {} },
    { error, problems: [message] },
    { error: { ...error, problems: [message] }, problems: [] },
    { problems: message },
    { problems: { message } },
    { problems: 12 },
    { problems: { name: [message], count: 1 } },
    { problems: { other: [{ path: 'a.css' }], name: ['index.html:12:5: odd'] } },
    { problems: byField },
    { problems: [...empty, message] },
    // A message with a position, which is not a problem.
    { error: { message: 'no', field: 'tagline', path: 'index.html' } },
    { error: { message: 'name is too long', field: 'name', limit: 60 } },
    { error: { code: 'quota', message: 'no', details: { limit: 20 } }, request_id: 'r-1' },
    { error, violations: [{ at: 'index.html' }], path: '/api/miniapps/deploy', status: 422 },
  ];
  const lines = bodies.map((body) => `- ${JSON.stringify(body)}\n  - ${describeRead(body)}`);
  compareWithFile('test/unit/api/snapshots/error-bodies.md', lines.join('\n'));
});

test('snapshots/frameworks.md shows what is read from 26 plausible bodies', () => {
  const lines = Object.entries(frameworks).map(([name, body]) => {
    return `- ${name}: ${JSON.stringify(body)}\n  - ${describeRead(body)}`;
  });
  assert.equal(lines.length, 26);
  compareWithFile('test/unit/api/snapshots/frameworks.md', lines.join('\n'));
});

describe('every file, line, column and message of an error body is read', () => {
  /** Values that only repeat the status, the request or the severity of an error. */
  const repeated: readonly unknown[] = [
    400,
    422,
    '2026-10-01T00:00:00Z',
    '/api/miniapps/deploy',
    'invalid',
    'error',
  ];
  for (const [name, body] of Object.entries(frameworks)) {
    test(name, () => {
      const shown = listValues(readErrorBody(body)).join('\n');
      for (const value of listValues(body)) {
        // The last part of a JSON Pointer is the file.
        const fact = String(value).split('/').at(-1) ?? '';
        if (!repeated.includes(value)) assert.ok(shown.includes(fact), `${fact} in ${shown}`);
      }
    });
  }
});

/** Returns all texts and numbers in a value. */
function listValues(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(listValues);
}

/** Describes what is read of a body: its own parts in one line, and a line for each problem. */
function describeRead(body: unknown): string {
  const { problems, ...rest } = readErrorBody(body);
  return [rest, ...problems].map(toLine).join('\n  - ');
}

test('snapshots/problems.md shows what is read from entries of a list of problems', () => {
  const entries = [
    { file: 'a.css', hint: 'Shorten it.', rule: 'E12', line: 12, column: 3, message },
    { path: '../../etc/passwd', fix: 'Shorten it.', code: 'E12', line: '12', col: '3', message },
    ...['twelve', '-12', '1e1', '1234567890', '', -5].map((line) => ({ line, message })),
    { message: '', problem: message },
    { detail: message, reason: 'limit' },
    { reason: message },
    { odd: [1] },
    { field: 'system_prompt' },
    { path: 'html' },
    { field: 'logo', path: 'a.png' },
    { field: 'assets\\logo' },
    { field: 'a/b.css', path: 'a.png', message },
    { field: 'style.css' },
    { field: 'assets/logo' },
    { field: 'category', path: 'service.json', message },
    { filename: 'a.css', line_number: 3, column_number: 4, suggestion: 'Shorten it.', message },
    { file: { path: 'a.css', size: 12 }, lineNumber: 3, columnNumber: 4, message },
    { file: 'a.css', startLine: 3, startColumn: 4, endLine: 5, message },
    { file: 'a.css', row: '3', col: '4', message },
    { location: { file: 'a.css', line: 3, column: 4 }, message },
    { path: 'a.css', location: { start: { line: 3, column: 4 }, end: { line: 5 } }, message },
    { path: 'a.css', start: { line: 3, column: 4, offset: 51 }, message },
    { path: 'a.css', location: 'line 3', message },
    { source: { pointer: '/data/attributes/tagline' }, message },
    { source: { pointer: '/files/assets~1a.css' }, message },
    { source: { pointer: '/files/0' }, message },
    { severity: 'Warning', message },
    { level: 'warn', message },
    { severity: 'error', level: 'fatal', message },
    { severity: 2, message },
    'index.html:12:51: not closed',
    'assets/deep/a-b.css:7 unknown',
    'assets\\my ünï (1).css:2:1: odd',
    'LICENSE:2:1: odd',
    'index.html is too large',
    'index.html:99999999: too far',
    'index.html',
    'e.g. this',
    'The file index.html is too large',
    'color: must be a color',
    `${'x'.repeat(201)}:1: too long`,
  ];
  const { problems } = readErrorBody({ problems: entries });
  const lines = entries.map(
    (entry, index) => `- ${JSON.stringify(entry)}\n  - ${toLine(problems[index] ?? {})}`,
  );
  compareWithFile('test/unit/api/snapshots/problems.md', lines.join('\n'));
});

/** A problem or a body as JSON, without its empty fields and the severity of an error. */
function toLine(part: object): string {
  const known = Object.entries(part).filter(
    ([, value]) => value !== null && value !== 0 && value !== 'error',
  );
  return JSON.stringify(Object.fromEntries(known));
}

test('texts are cut at 100,000 UTF-16 units', () => {
  const body = readErrorBody({ problems: [{ message: 'x'.repeat(1e6) }] });
  assert.equal(body.problems[0]?.message, 'x'.repeat(100_000));
  assert.equal(readErrorBody({ error: 'x'.repeat(2_000) }).message, 'x'.repeat(2_000));
});

const list = (count: number) => Array.from({ length: count }, () => 'no');
for (const [name, problems, read, more] of [
  ['12,345', list(12_345), 10_000, 2_345],
  ['11,000 in two lists', { name: list(9_000), 'a.css': list(2_000) }, 10_000, 1_000],
  ['10,004 of which two are empty', [...list(9_999), {}, null, ...list(3)], 10_000, 2],
] as const) {
  test(`the first 10,000 problems are read, and the others counted: ${name}`, () => {
    const body = readErrorBody({ problems });
    assert.deepEqual({ read: body.problems.length, more: body.moreProblems }, { read, more });
  });
}

describe('warnings in the response to an accepted change', () => {
  for (const [body, messages] of [
    [{ warnings: ['Slow.', { path: 'a.css', message: 'Large.' }] }, ['Slow.', 'Large.']],
    [{ slug: 'tides', warnings: 'Slow.' }, ['Slow.']],
    [{ data: { warnings: { color: ['Pale.'] } } }, ['Pale.']],
    [{ problems: [{ level: 'warning', message: 'Pale.' }] }, ['Pale.']],
    [{ warnings: [null, {}, ''] }, []],
    [{ warnings: null }, []],
    [null, []],
    [['x'], []],
  ] as const) {
    test(`warnings are read in ${JSON.stringify(body)}`, () => {
      const { problems: warnings } = readWarnings(body);
      assert.deepEqual(
        warnings.map(({ message }) => message),
        messages,
      );
      assert.ok(warnings.every(({ severity }) => severity === 'warning'));
    });
  }
});

test('a line in a nested file is kept', () => {
  const problems = [{ file: { path: 'a.css', line: 3, column: 4 }, message: 'No.' }];
  const [problem] = readErrorBody({ problems }).problems;
  assert.partialDeepStrictEqual(problem, { path: 'a.css', line: 3, column: 4, message: 'No.' });
});

describe('the terms version that the service asks for', () => {
  const rows: readonly (readonly [
    name: string,
    error: Readonly<Record<string, unknown>>,
    version: string | null,
  ])[] = [
    ['a name in camel case', { message, requiredTermsVersion: 'October 2026' }, 'October 2026'],
    [
      'a field rather than the message',
      { message: 'Accept "2025-12".', terms_version: '2026-01' },
      '2026-01',
    ],
    ['a quoted word rather than a date', { message: 'Since 2026-01-15 it is "v3".' }, 'v3'],
    ['a word in backticks, not the field', { message: 'Send `accept_terms` with `3`.' }, '3'],
    ['a word in other quotes', { message: 'Envoyez «été-2026» or “other”.' }, 'été-2026'],
    ['a date', { message: 'Accept the terms of 2026-01-15.' }, '2026-01-15'],
    ['a month', { message: 'Accept the terms of 2026-01, please.' }, '2026-01'],
    ['a dotted number with a v', { message: 'Accept terms v3.10.1 first.' }, 'v3.10.1'],
    [
      'what was not sent',
      { accept_terms: 'old', message: 'You sent "old", send 2026-01.' },
      '2026-01',
    ],
    ['a dotted number', { message: 'Accept terms 12.10 first.' }, '12.10'],
    ['the number after "version is"', { message: 'The current version is 3.' }, '3'],
    ['the word after "version"', { message: 'Send version 2026-Q3-b of the terms.' }, '2026-Q3-b'],
    ['a number with a v', { message: 'Accept terms v3 first.' }, 'v3'],
    ['a quarter', { message: 'Accept the terms of 2026-Q3.' }, '2026-Q3'],
    ['required_version', { message, required_version: '3' }, '3'],
    ['requiredVersion', { message, requiredVersion: '3' }, '3'],
    ['the details', { message, details: { terms_version: '2026-10' } }, '2026-10'],
    ['a bare number', { message: 'Error 400: accept terms 2026 first.' }, null],
    [
      'an address',
      { terms_version_url: 'x', message: 'See https://apps.example/terms/2026-01 and accept.' },
      null,
    ],
    [
      'fields of other types, names and forms',
      { terms_version: 3, accept_terms: 'a\nb', version: '2026-01' },
      null,
    ],
    [
      'words longer than any',
      { message: `"${'x'.repeat(101)}"`, terms_version: 'y'.repeat(101) },
      null,
    ],
    [
      'another error',
      { code: 'field', message: 'Accept "2026-01".', terms_version: '2026-01' },
      null,
    ],
  ];
  for (const [name, error, version] of rows) {
    test(`the required terms version is ${version ?? 'not'} read from ${name}`, () => {
      assert.equal(
        readErrorBody({ error: { code: 'terms_required', ...error } }, 'old').termsVersion,
        version,
      );
    });
  }

  test('the required terms version may stand next to the error, and is shown once', () => {
    const body = { error: { code: 'terms_required', message }, terms_version: '2026-10' };
    assert.partialDeepStrictEqual(readErrorBody(body), { termsVersion: '2026-10', message });
  });
});

test('reading a body takes linear time, whatever a long text repeats', () => {
  const words = [
    ' ',
    '"',
    "'",
    '\\',
    '.',
    '1',
    '1.',
    '2026-01-',
    '/',
    'a.',
    'terms_version',
    '"x',
    ':',
    '\n',
  ];
  for (const word of words) {
    const text = word.repeat(400_000 / word.length);
    const fields = { path: text, field: text, message: text, fix: text, code: text };
    const problems = [text, fields, { [text]: [text] }, { field: text }];
    const error = {
      code: 'terms_required',
      message: text,
      terms_version: text,
      [text]: text,
      problems,
    };
    assertFast(() => readErrorBody({ error, problems: { [text]: [text] } }), word);
  }
});

describe('a body reports a failure', () => {
  for (const [isFailure, isDocumented, body] of [
    [false, false, null],
    [false, false, 'error'],
    [false, false, []],
    [false, false, {}],
    [false, false, { error: null }],
    [false, false, { error: false }],
    [false, false, { ok: true }],
    [false, false, { ok: 0, problems: { name: [] } }],
    [false, false, { problems: [] }],
    [false, false, { problems: 0 }],
    [false, false, { errors: 0, details: ['stored 5 files'] }],
    [false, false, { problems: [{ severity: 'warning', message }] }],
    [false, false, { problems: { 'a.css': [{ level: 'warn', message }] } }],
    [true, false, { problems: [{ severity: 'warning', message }, message] }],
    [true, false, { problems: ['No.'] }],
    [true, false, { ok: true, problems: { name: ['too long'] } }],
    [true, false, { errors: ['No.'] }],
    [true, false, { ok: false }],
    [true, false, { error: '' }],
    [true, false, { error: 0 }],
    [true, false, { error: {} }],
    [true, false, { error: { code: 404, message: 'No.' } }],
    [true, true, { error: { code: 'x' } }],
    [true, true, { error: { message: '' } }],
    [true, true, { error: { code: null, message: 'No.' } }],
  ] as const) {
    const shape = isDocumented ? 'in the documented shape' : 'in another shape';
    test(`${JSON.stringify(body)}: ${isFailure ? `yes, ${shape}` : 'no'}`, () => {
      assert.equal(reportsFailure(body), isFailure);
      assert.equal(hasDocumentedError(body), isDocumented);
    });
  }
});
