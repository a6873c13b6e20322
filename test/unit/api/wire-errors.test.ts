import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readErrorBody } from '../../../src/api/wire.ts';
import type { Problem } from '../../../src/problem.ts';

const plain: Problem = {
  path: null,
  line: null,
  column: null,
  code: null,
  message: 'too long',
  fix: null,
  severity: 'error',
};

/** The problems that the entries of a list are read as. */
function readProblems(...problems: readonly unknown[]): readonly Problem[] {
  return readErrorBody({ error: { code: 'folder', message: 'no' }, problems }).problems;
}

test('the documented form of an error is read', () => {
  assert.deepEqual(readErrorBody({ error: { code: 'not_approved', message: 'This is final.' } }), {
    serverCode: 'not_approved',
    message: 'This is final.',
    problems: [],
    moreProblems: 0,
    termsVersion: null,
  });
});

for (const [name, body, serverCode, message] of [
  ['a text', { error: 'Taken.' }, null, 'Taken.'],
  ['a code alone', { error: { code: 'slug_taken' } }, 'slug_taken', '{"code":"slug_taken"}'],
  ['other fields', { error: { description: 'Taken.' } }, null, '{"description":"Taken."}'],
  ['wrong types', { error: { code: 409, message: ['Taken.'] } }, null, '{"code":409,"message":["Taken."]}'],
  ['an object of the body', { message: 'Taken.' }, null, '{"message":"Taken."}'],
  ['an object beside an empty error', { error: {}, status: 409 }, null, '{"error":{},"status":409}'],
  ['an array of the body', [{ error: 'Taken.' }], null, '[{"error":"Taken."}]'],
  ['a text of the body', 'Taken.', null, 'Taken.'],
  ['empty texts', { error: { code: '', message: '' } }, null, null],
  ['an empty array', [], null, null],
  ['an empty object', {}, null, null],
  ['null', null, null, null],
  ['a missing body', undefined, null, null],
] as const) {
  test(`an error of another form, ${name}, is shown as compact text`, () => {
    assert.deepEqual(readErrorBody(body), { serverCode, message, problems: [], moreProblems: 0, termsVersion: null });
  });
}

test('an error that nobody understands is shown as it is, whole: a key in it is only known whole', () => {
  const error = { detail_of: 'x'.repeat(2_000) };
  assert.equal(readErrorBody({ error }).message, JSON.stringify(error));
});

test('the place that an error names beside its message is of the request, and no problem', () => {
  for (const more of [{ path: '/api/miniapps/deploy' }, { field: 'tagline' }, { file: 'index.html' }]) {
    assert.deepEqual(readErrorBody({ error: { code: 'too_long', message: 'no', ...more } }).problems, []);
  }
});

test('problems are found beside the error and in it', () => {
  const error = { code: 'folder', message: 'no' };
  for (const body of [
    { error: { ...error, problems: ['too long'] } },
    { error, problems: ['too long'] },
    { error: { ...error, problems: ['too long'] }, problems: [] },
    { error: { ...error, problems: null }, problems: ['too long'] },
    { problems: ['too long'] },
  ]) {
    assert.deepEqual(readErrorBody(body).problems, [plain], JSON.stringify(body));
  }
  assert.equal(readErrorBody({ problems: ['too long'] }).message, null);
});

test('what says nothing is no problem, alone or among others', () => {
  const silent = [null, '', {}, [], { message: '' }, [null], { path: null, messages: [{}] }];
  for (const problems of [null, [], {}, '', silent]) {
    assert.deepEqual(readErrorBody({ problems }).problems, [], JSON.stringify(problems));
  }
  assert.deepEqual(readProblems(...silent, 'too long', {}), [plain]);
  assert.equal(readErrorBody({ problems: [{}] }).message, null);
});

test('what stands at problems and is no list is one problem', () => {
  assert.deepEqual(readErrorBody({ problems: 'too long' }).problems, [plain]);
  assert.deepEqual(readErrorBody({ problems: { message: 'too long' } }).problems, [plain]);
  assert.deepEqual(readErrorBody({ problems: 12 }).problems, [{ ...plain, message: '12' }]);
  const mixed = { name: ['too long'], count: 1 };
  assert.deepEqual(readErrorBody({ problems: mixed }).problems, [{ ...plain, message: JSON.stringify(mixed) }]);
});

test('problems may be lists by field', () => {
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

test('the first 10,000 problems are read, and the others are counted', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: `${index}.html`, message: 'no' }));
  for (const [problems, read, more] of [
    [many(10_000), 10_000, 0],
    [many(12_345), 10_000, 2_345],
    [{ name: many(9_000), 'a.css': many(2_000) }, 10_000, 1_000],
    // Of what is beyond them nobody looks whether it says anything.
    [[...many(9_999), {}, null, ...many(3)], 9_999, 4],
  ] as const) {
    const body = readErrorBody({ problems });
    assert.deepEqual([body.problems.length, body.moreProblems], [read, more]);
    assert.deepEqual(body.problems.at(-1)?.message, 'no');
  }
});

for (const [name, key, value] of [
  ['path', 'path', 'assets/a.css'],
  ['file', 'path', 'assets/a.css'],
  ['field', 'path', 'assets/a.css'],
  ['fix', 'fix', 'Shorten it.'],
  ['hint', 'fix', 'Shorten it.'],
  ['code', 'code', 'E12'],
  ['rule', 'code', 'E12'],
  ['line', 'line', 12],
  ['column', 'column', 3],
  ['col', 'column', 3],
] as const) {
  test(`the ${key} of a problem may be called ${name}`, () => {
    assert.deepEqual(readProblems({ [name]: value, message: 'too long' }), [{ ...plain, [key]: value }]);
  });
}

for (const name of ['message', 'problem', 'detail', 'reason']) {
  test(`the message of a problem may be called ${name}`, () => {
    assert.deepEqual(readProblems({ [name]: 'too long' }), [plain]);
    assert.deepEqual(readProblems({ message: '', [name]: 'too long' }), [plain]);
    assert.deepEqual(readProblems({ [name]: 'too long', reason: 'too long', fix: '' }), [plain]);
  });
}

test('of two messages the first of these names is the one', () => {
  assert.deepEqual(readProblems({ reason: 'limit', detail: 'too long' }), [plain]);
});

test('a line that is no number is absent, and one that is absurd comes through for the report to bound', () => {
  assert.equal(readProblems({ line: '12', message: 'too long' })[0]?.line, 12);
  for (const odd of ['twelve', '-12', '1e1', '1234567890', '', null, {}, [12], true]) {
    assert.deepEqual(readProblems({ line: odd, message: 'too long' }), [plain], JSON.stringify(odd));
  }
  for (const line of [0, -5, 1.5, 1e300]) assert.equal(readProblems({ line, message: 'too long' })[0]?.line, line);
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
  assert.deepEqual(readProblems({ field: 'a/b.css', path: 'assets/logo.png', message: 'too long' }), [
    { ...plain, path: 'assets/logo.png' },
  ]);
});

test('a field with a dot or a slash is a path', () => {
  for (const path of ['style.css', 'assets/logo', 'assets\\logo']) {
    assert.deepEqual(readProblems({ field: path, message: 'too long' }), [{ ...plain, path }]);
  }
});

test('a field that is none of the app is told in the words', () => {
  const told = { ...plain, message: 'category: too long' };
  assert.deepEqual(readProblems({ field: 'category', message: 'too long' }), [told]);
  const inFile = { path: 'service.json', field: 'category', message: 'too long' };
  assert.deepEqual(readProblems(inFile), [{ ...told, path: 'service.json' }]);
});

for (const [text, placeInText] of [
  ['too long', null],
  ['index.html:12:51: not closed', 'index.html:12:51'],
  ['assets/deep/a-b.css:7 unknown', 'assets/deep/a-b.css:7'],
  ['assets/my file (1).css:2:1: odd', 'assets/my file (1).css:2:1'],
  ['assets\\ünï.js:2: odd', 'assets\\ünï.js:2'],
  ['LICENSE:2:1: odd', 'LICENSE:2:1'],
  ['index.html: unexpected token at 12:5 here', 'index.html'],
  ['service.json: no name', 'service.json'],
  ['index.html is too large', 'index.html'],
  ['Node.js is not allowed', 'Node.js'],
  ['index.html', null],
  ['The file index.html is too large', null],
  ['e.g. this', null],
  ['color: must be a colour', null],
  ['index.html:99999999: too far', 'index.html'],
  [`${'x'.repeat(201)}:1: too long`, null],
] as const) {
  test(`a problem written as "${text.slice(0, 40)}" is shown whole, with the place that it may begin with`, () => {
    const expected = placeInText === null ? {} : { placeInText };
    assert.deepEqual(readProblems(text), [{ ...plain, message: text, ...expected }]);
  });
}

for (const [entry, message] of [
  [12, '12'],
  [true, 'true'],
  [['a', 1], '["a",1]'],
  [{ where: 'there', what: { deep: [1] } }, '{"where":"there","what":{"deep":[1]}}'],
  [{ html: 'must not be empty' }, '{"html":"must not be empty"}'],
  [{ files: { 'index.html': 'is missing' } }, '{"files":{"index.html":"is missing"}}'],
] as const) {
  test(`a problem of unknown shape, ${message}, is shown as compact text`, () => {
    assert.deepEqual(readProblems(entry), [{ ...plain, message }]);
  });
}

test('a message of a megabyte is cut before anything looks at it, and paths outside of the folder come through', () => {
  const [problem] = readProblems({ path: '../../etc/passwd', message: 'x'.repeat(1_000_000) });
  assert.equal(problem?.path, '../../etc/passwd');
  assert.equal(problem?.message.length, 100_000);
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
