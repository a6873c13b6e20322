import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasDocumentedError, readErrorBody, saysNo } from '../../../src/api/error-body.ts';
import { assertFast } from '../../support/fast.ts';
import { compareWithFile } from '../../support/snapshot.ts';

const message = 'too long';

test('what is read of the body of an error', () => {
  const error = { code: 'folder', message: 'no' };
  const silent = [null, '', {}, [], { message: '' }, [null], { path: null, messages: [{}] }];
  const names = [message, { message: 'taken', code: 'unique' }];
  const byField = { name: names, 'a/b.css': ['large'], type: ['odd'], html: [] };
  const bodies = [
    ...[
      { error: { code: 'final', message: 'It is.' } },
      { error: 'Taken.' },
      'Taken.',
      [{ error: 'Taken.' }],
    ],
    ...[
      { error: { code: 'taken' } },
      { error: { code: 409, message: ['Taken.'] } },
      { error: {}, status: 409 },
    ],
    ...[
      { error: { code: '', message: '' } },
      [],
      null,
      undefined,
      { problems: silent },
      { problems: {} },
    ],
    { error, problems: [message] },
    { error: { ...error, problems: [message] }, problems: [] },
    ...[message, { message }, 12, { name: [message], count: 1 }, byField].map((problems) => ({
      problems,
    })),
    { problems: [...silent, message] },
    // No problem, but words with a place.
    { error: { message: 'no', field: 'tagline', path: 'index.html' } },
  ];
  const told = bodies.map((body) => {
    const { problems, ...rest } = readErrorBody(body);
    return [`- ${JSON.stringify(body)}`, ...[rest, ...problems].map(toLine)].join('\n  - ');
  });
  compareWithFile('test/unit/api/snapshots/error-bodies.md', told.join('\n'));
});

test('what is read of a problem', () => {
  const entries = [
    { file: 'a.css', hint: 'Shorten it.', rule: 'E12', line: 12, column: 3, message },
    { path: '../../etc/passwd', fix: 'Shorten it.', code: 'E12', line: '12', col: '3', message },
    ...['twelve', '-12', '1e1', '1234567890', '', -5].map((line) => ({ line, message })),
    ...[
      { message: '', problem: message },
      { detail: message, reason: 'limit' },
      { reason: message },
      { odd: [1] },
    ],
    ...[
      { field: 'system_prompt' },
      { path: 'html' },
      { field: 'logo', path: 'a.png' },
      { field: 'assets\\logo' },
    ],
    ...[{ field: 'a/b.css', path: 'a.png' }, { field: 'style.css' }, { field: 'assets/logo' }],
    { field: 'category', path: 'service.json' },
    ...[
      'index.html:12:51: not closed',
      'assets/deep/a-b.css:7 unknown',
      'assets\\my ünï (1).css:2:1: odd',
    ],
    ...[
      'LICENSE:2:1: odd',
      'index.html is too large',
      'index.html:99999999: too far',
      'index.html',
      'e.g. this',
    ],
    ...[
      'The file index.html is too large',
      'color: must be a colour',
      `${'x'.repeat(201)}:1: too long`,
    ],
  ];
  const { problems } = readErrorBody({ problems: entries });
  const told = entries.map(
    (entry, index) => `- ${JSON.stringify(entry)}\n  - ${toLine(problems[index] ?? {})}`,
  );
  compareWithFile('test/unit/api/snapshots/problems.md', told.join('\n'));
});

/** What was read, without what was not. */
function toLine(part: object): string {
  const known = Object.entries(part).filter(
    ([key, value]) => value !== null && value !== 0 && key !== 'severity',
  );
  return JSON.stringify(Object.fromEntries(known));
}

test('words are cut at 100,000 units, far behind any key in them', () => {
  const body = readErrorBody({ problems: [{ message: 'x'.repeat(1e6) }] });
  assert.equal(body.problems[0]?.message, 'x'.repeat(100_000));
  assert.equal(readErrorBody({ error: 'x'.repeat(2_000) }).message, 'x'.repeat(2_000));
});

const list = (count: number) => Array.from({ length: count }, () => 'no');
for (const [name, problems, read, more] of [
  ['12,345', list(12_345), 10_000, 2_345],
  ['11,000 in two lists', { name: list(9_000), 'a.css': list(2_000) }, 10_000, 1_000],
  ['10,004 of which two say nothing', [...list(9_999), {}, null, ...list(3)], 10_000, 2],
] as const) {
  test(`problems are read up to 10,000, and the others counted: ${name}`, () => {
    const body = readErrorBody({ problems });
    assert.deepEqual({ read: body.problems.length, more: body.moreProblems }, { read, more });
  });
}

test('problems that are missing in a cut response are counted, and other entries are not', () => {
  const why = 'has more than 250,000 values';
  const body = { problems: [message], trace: [] };
  const more = ([path, missing]: readonly [string, number]) =>
    readErrorBody(body, '', { why, path: ['error', path], missing }).moreProblems;
  assert.deepEqual([['problems', 7] as const, ['trace', 7] as const].map(more), [7, 0]);
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
    test(`is ${version ?? 'not'} read from ${name}`, () => {
      assert.equal(
        readErrorBody({ error: { code: 'terms_required', ...error } }, 'old').termsVersion,
        version,
      );
    });
  }

  test('may stand beside the error', () => {
    const body = { error: { code: 'terms_required', message }, terms_version: '2026-10' };
    assert.equal(readErrorBody(body).termsVersion, '2026-10');
  });
});

test('a megabyte of anything in any text takes no more than linear time', () => {
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
    const text = word.repeat(1_000_000 / word.length);
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

test('a body says no by any error but null and false, by ok, or by problems, and in the documented form by texts alone', () => {
  for (const [isNo, isDocumented, bodies] of [
    [
      false,
      false,
      [null, 'error', [], {}, { error: null }, { error: false }, { ok: true }, { problems: [] }],
    ],
    [false, false, [{ ok: 0, problems: { name: [] } }, { problems: 0 }]],
    [
      true,
      false,
      [{ error: '' }, { error: 0 }, { error: {} }, { error: { code: 404, message: 'No.' } }],
    ],
    [
      true,
      false,
      [{ ok: false }, { problems: ['No.'] }, { ok: true, problems: { name: ['too long'] } }],
    ],
    [
      true,
      true,
      [
        { error: { code: 'x' } },
        { error: { message: '' } },
        { error: { code: null, message: 'No.' } },
      ],
    ],
  ] as const) {
    for (const body of bodies) {
      assert.deepEqual(
        [saysNo(body), hasDocumentedError(body)],
        [isNo, isDocumented],
        JSON.stringify(body),
      );
    }
  }
});
