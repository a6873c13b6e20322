import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldProblem } from '../../../src/api/errors.ts';
import { readRefusal } from '../../../src/api/wire.ts';
import { readBody } from './json-sample.ts';

const plain: FieldProblem = {
  path: null,
  line: null,
  column: null,
  code: null,
  message: 'too long',
  fix: null,
  severity: 'error',
};

function read(status: number, body: unknown) {
  return readRefusal(status, readBody(body));
}

function readProblems(...problems: readonly unknown[]): readonly FieldProblem[] {
  return read(422, { error: { code: 'folder', message: 'no' }, problems })?.problems ?? [];
}

test('a success is no refusal, whatever its body says', () => {
  for (const status of [200, 201, 202, 204]) {
    assert.equal(read(status, { error: { code: 'not_approved', message: 'no' } }), null);
  }
});

test('the documented form of an error is read', () => {
  assert.deepEqual(read(409, { error: { code: 'not_approved', message: 'This is final.' } }), {
    status: 409,
    serverCode: 'not_approved',
    message: 'This is final.',
    problems: [],
    termsVersion: null,
  });
});

for (const [name, body, serverCode, message] of [
  ['an error object as the body itself', { code: 'taken', message: 'Taken.' }, 'taken', 'Taken.'],
  ['an error that is a text', { error: 'Taken.' }, null, 'Taken.'],
  ['an error that is a text beside a message', { error: 'conflict', message: 'Taken.' }, null, 'Taken.'],
  ['a problem document', { type: 'about:blank', title: 'Conflict', detail: 'Taken.' }, null, 'Taken.'],
  ['a description', { error: { code: 'taken', description: 'Taken.' } }, 'taken', 'Taken.'],
  ['a title alone', { title: 'Taken.' }, null, 'Taken.'],
  ['a code that is a number', { error: { code: 409, message: 'Taken.' } }, '409', 'Taken.'],
  ['a code in place of the error', { error: 'slug_taken' }, 'slug_taken', 'slug_taken'],
  ['a code alone', { error: { code: 'slug_taken' } }, 'slug_taken', 'slug_taken'],
  ['empty texts', { error: { code: '', message: '' } }, null, null],
  ['wrong types', { error: { code: {}, message: ['Taken.'] } }, null, '{"code":{},"message":["Taken."]}'],
  ['an array', [{ error: 'Taken.' }], null, '[{"error":"Taken."}]'],
  ['an empty array', [], null, null],
  ['nothing', null, null, null],
  ['a text', 'Taken.', null, 'Taken.'],
  ['an empty object', {}, null, null],
] as const) {
  test(`a refusal is read from ${name}`, () => {
    const refusal = read(409, body);
    assert.deepEqual([refusal?.serverCode, refusal?.message, refusal?.problems], [serverCode, message, []]);
  });
}

test('an empty list of problems hides no other, and errors are problems by another name', () => {
  const bodies = [
    { problems: [], error: { message: 'no', problems: ['too long'] } },
    { error: { message: 'no', errors: ['too long'] } },
    { errors: ['too long'] },
  ];
  for (const body of bodies) assert.deepEqual(read(422, body)?.problems, [plain]);
  const silent = read(422, { errors: [{ path: 'a.css', message: 'too long' }] });
  assert.deepEqual([silent?.message, silent?.problems], [null, [{ ...plain, path: 'a.css' }]]);
});

test('a refusal that nobody understands is shown as it is, whole: a key in it is only known whole', () => {
  const error = { detail_of: 'x'.repeat(2_000) };
  assert.equal(read(400, { error })?.message, JSON.stringify(error));
});

test('an error that is an endless text is a text, and no code', () => {
  const error = `a${'_a'.repeat(4_000_000)}`;
  assert.equal(readRefusal(200, { error }), null);
  assert.equal(readRefusal(422, { error })?.serverCode, null);
});

test('the place of a problem may be nested', () => {
  const place = { line: 12, column: 3 };
  for (const key of ['location', 'loc', 'position', 'start']) {
    const nested = { [key]: { path: 'a.css', ...place }, message: 'too long' };
    assert.deepEqual(readProblems(nested), [{ ...plain, path: 'a.css', ...place }]);
  }
  const start = { path: 'a.css', loc: { start: place, end: { line: 14 } }, message: 'too long' };
  assert.deepEqual(readProblems(start), [{ ...plain, path: 'a.css', ...place }]);
  const range = { path: 'a.css', line: '12-14', column: '3:5', message: 'too long' };
  assert.deepEqual(readProblems(range), [{ ...plain, path: 'a.css', ...place }]);
});

test('the code of a problem may be a number', () => {
  assert.deepEqual(readProblems({ code: 42, message: 'too long' }), [{ ...plain, code: '42' }]);
});

test('a field that is none of the app is told in the words', () => {
  const told = { ...plain, message: 'category: too long' };
  assert.deepEqual(readProblems({ field: 'category', message: 'too long' }), [told]);
  const inFile = { path: 'service.json', field: 'category', message: 'too long' };
  assert.deepEqual(readProblems(inFile), [{ ...told, path: 'service.json' }]);
  const named = { field: 'category', message: 'The Category is too long' };
  assert.deepEqual(readProblems(named), [{ ...plain, message: named.message }]);
});

test('a written problem may begin with a field of the app', () => {
  const written = { ...plain, message: 'color: must be a colour', path: 'service.json', field: 'color' };
  assert.deepEqual(readProblems('color: must be a colour'), [written]);
  assert.deepEqual(readProblems('colour: must be one'), [{ ...plain, message: 'colour: must be one' }]);
});

test('problems are found beside the error or in it', () => {
  const inside = read(422, { error: { code: 'folder', message: 'no', problems: ['too long'] } });
  const beside = read(422, { error: { code: 'folder', message: 'no' }, problems: ['too long'] });
  const flat = read(422, { message: 'no', problems: ['too long'] });
  const nullBeside = read(422, { error: { message: 'no', problems: ['too long'] }, problems: null });
  for (const refusal of [inside, beside, flat, nullBeside]) assert.deepEqual(refusal?.problems, [plain]);
});

test('no problems, one that is not in a list, and a list that is none', () => {
  assert.deepEqual(read(422, { problems: [] })?.problems, []);
  assert.deepEqual(read(422, { problems: null })?.problems, []);
  assert.deepEqual(read(422, { problems: 'too long' })?.problems, [plain]);
  assert.deepEqual(read(422, { problems: { message: 'too long' } })?.problems, [plain]);
  assert.deepEqual(read(422, { problems: 12 })?.problems, [{ ...plain, message: '12' }]);
});

test('10,000 problems are all read', () => {
  const problems = readProblems(
    ...Array.from({ length: 10_000 }, (_, index) => ({ path: `${index}.html`, message: 'too long' })),
  );
  assert.equal(problems.length, 10_000);
  assert.deepEqual(problems[9_999], { ...plain, path: '9999.html' });
});

for (const [name, value] of [
  ['message', 'message'],
  ['problem', 'message'],
  ['detail', 'message'],
  ['reason', 'message'],
  ['description', 'message'],
  ['msg', 'message'],
  ['text', 'message'],
  ['error', 'message'],
  ['title', 'message'],
] as const) {
  test(`the ${value} of a problem may be called ${name}`, () => {
    assert.deepEqual(readProblems({ [name]: 'too long' }), [plain]);
  });
}

for (const [name, key, value] of [
  ['path', 'path', 'assets/a.css'],
  ['file', 'path', 'assets/a.css'],
  ['filename', 'path', 'assets/a.css'],
  ['file_path', 'path', 'assets/a.css'],
  ['filePath', 'path', 'assets/a.css'],
  ['field', 'path', 'assets/a.css'],
  ['fix', 'fix', 'Shorten it.'],
  ['hint', 'fix', 'Shorten it.'],
  ['suggestion', 'fix', 'Shorten it.'],
  ['help', 'fix', 'Shorten it.'],
  ['code', 'code', 'E12'],
  ['rule', 'code', 'E12'],
  ['line', 'line', 12],
  ['line_number', 'line', 12],
  ['lineNumber', 'line', 12],
  ['column', 'column', 3],
  ['col', 'column', 3],
] as const) {
  test(`the ${key} of a problem may be called ${name}`, () => {
    assert.deepEqual(readProblems({ [name]: value, message: 'too long' }), [{ ...plain, [key]: value }]);
  });
}

test('the place of a problem may be written in digits, and is absent when it is no number', () => {
  assert.deepEqual(readProblems({ line: '12', column: '3', message: 'too long' }), [{ ...plain, line: 12, column: 3 }]);
  for (const odd of ['twelve', '', '-1', '1.5', '12345678901', null, {}, [12], true]) {
    assert.deepEqual(readProblems({ line: odd, message: 'too long' }), [plain], JSON.stringify(odd));
  }
});

test('a number as absurd as can be comes through, for the report to bound', () => {
  for (const line of [0, -5, 1.5, 1e300]) assert.equal(readProblems({ line, message: 'too long' })[0]?.line, line);
});

test('a problem may be a warning', () => {
  for (const severity of ['warning', 'WARN', 'Warning']) {
    assert.equal(readProblems({ severity, message: 'x' })[0]?.severity, 'warning');
    assert.equal(readProblems({ level: severity, message: 'x' })[0]?.severity, 'warning');
  }
  for (const severity of ['error', 'fatal', 'warnings', 3]) {
    assert.equal(readProblems({ severity, message: 'x' })[0]?.severity, 'error');
  }
});

for (const [field, path] of [
  ['name', 'service.json'],
  ['tagline', 'service.json'],
  ['color', 'service.json'],
  ['logo', 'service.json'],
  ['system_prompt', 'instructions.md'],
  ['html', 'index.html'],
] as const) {
  test(`the field ${field} stands in ${path}, under whichever name it comes`, () => {
    for (const key of ['field', 'path', 'file']) {
      assert.deepEqual(readProblems({ [key]: field, message: 'too long' }), [{ ...plain, path, field }], key);
    }
  });
}

test('a field beside a file leaves the file as the place', () => {
  assert.deepEqual(readProblems({ field: 'logo', path: 'assets/logo.png', message: 'too long' }), [
    { ...plain, path: 'assets/logo.png', field: 'logo' },
  ]);
});

test('an error that names a place and has no list is a problem itself', () => {
  const error = { code: 'too_long', field: 'tagline', message: 'too long' };
  const expected = [{ ...plain, path: 'service.json', code: 'too_long', field: 'tagline' }];
  assert.deepEqual(read(400, { error })?.problems, expected);
  assert.deepEqual(read(400, error)?.problems, expected);
  assert.deepEqual(read(400, { error: { field: 'tagline' } })?.problems, []);
  assert.deepEqual(read(400, { error: { code: 'too_long', message: 'too long' } })?.problems, []);
});

for (const [text, place] of [
  ['too long', {}],
  ['index.html:12:5: not closed', { path: 'index.html', line: 12, column: 5 }],
  ['assets/deep/a-b.css:7 unknown', { path: 'assets/deep/a-b.css', line: 7 }],
  ['service.json: no name', { path: 'service.json' }],
  ['index.html is too large', { path: 'index.html' }],
  ['index.html', {}],
  ['The file index.html is too large', {}],
  ['e.g. this', {}],
  ['index.html:99999999: too far', { path: 'index.html' }],
] as const) {
  test(`a problem written as "${text}" is shown whole, with the place it begins with`, () => {
    assert.deepEqual(readProblems(text), [{ ...plain, message: text, ...place }]);
  });
}

for (const [entry, message] of [
  [null, 'null'],
  [12, '12'],
  [true, 'true'],
  [['a', 1], '["a",1]'],
  [{}, '{}'],
  [{ where: 'there', what: { deep: [1] } }, '{"where":"there","what":{"deep":[1]}}'],
  [{ message: '' }, '{"message":""}'],
  [{ html: 'must not be empty' }, '{"html":"must not be empty"}'],
  [{ files: { 'index.html': 'is missing' } }, '{"files":{"index.html":"is missing"}}'],
] as const) {
  test(`a problem of unknown shape, ${message}, is shown as compact text`, () => {
    assert.deepEqual(readProblems(entry), [{ ...plain, message }]);
  });
}

test('a message of a megabyte, and paths outside of the folder, come through for the report to bound', () => {
  const [problem] = readProblems({ path: '../../etc/passwd', message: 'x'.repeat(1_000_000) });
  assert.equal(problem?.path, '../../etc/passwd');
  assert.equal(problem?.message.length, 1_000_000);
});

test('what is no JSON value at all is still some text', () => {
  assert.equal(readRefusal(422, { problems: [undefined] })?.problems[0]?.message, 'undefined');
});
