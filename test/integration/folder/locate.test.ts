import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { locateProblems } from '../../../src/folder/locate.ts';
import type { Problem } from '../../../src/problem.ts';
import { createWorkspace, type Files, scanApp } from './app-folder.ts';

const page = '<html>\n<img src="assets/logo.png">\n<p>Hi</p>\n<script src="./app.js"></script>\n';
const files: Files = {
  'index.html': page,
  'service.json': '{\n  "name": "Tides",\n  "color": "red",\n  "logo": "assets/logo.png"\n}\n',
  'instructions.md': 'one\ntwo',
  'assets/a.js': 'let a;',
};

const unnamed = { path: null, line: null, column: null, code: null, fix: null, severity: 'error' } as const;

function name(problem: Partial<Problem>): Problem {
  return { ...unnamed, message: 'Wrong.', ...problem };
}

async function locate(t: TestContext, named: Partial<Problem>, content: Files = files) {
  const [problem] = await locateProblems(await scanApp(createWorkspace(t, content)), [name(named)]);
  assert.ok(problem !== undefined && !('field' in problem) && !('placeInText' in problem));
  return [problem.path, problem.line, problem.column, problem.message] as const;
}

const paths: readonly (readonly [Partial<Problem>, readonly [string | null, number | null, number | null]])[] = [
  [{ path: 'index.html', line: 3, column: 2 }, ['index.html', 3, 2]],
  [{ path: './index.html', line: 3 }, ['index.html', 3, null]],
  [{ path: '/index.html' }, ['index.html', null, null]],
  [{ path: './/./index.html' }, ['index.html', null, null]],
  [{ path: 'assets\\a.js', line: 1, column: 7 }, ['assets/a.js', 1, 7]],
  [{ path: 'index.html:2:16' }, ['index.html', 2, 16]],
  [{ path: './index.html:2' }, ['index.html', 2, null]],
  [{ path: 'index.html:2:6', line: 3, column: 1 }, ['index.html', 3, 1]],
  [{ path: 'index.html', line: 4 }, ['index.html', 4, null]],
  [{ path: 'index.html', line: 0, column: 1 }, ['index.html', null, null]],
  [{ path: 'index.html', line: -1 }, ['index.html', null, null]],
  [{ path: 'index.html', line: 1.5 }, ['index.html', null, null]],
  [{ path: 'index.html', line: 1e300 }, ['index.html', null, null]],
  [{ path: 'index.html', line: 1, column: 7 }, ['index.html', 1, 7]],
  [{ path: 'index.html', line: Number.NaN }, ['index.html', null, null]],
  [{ path: 'index.html', line: 1, column: 8 }, ['index.html', 1, null]],
  [{ path: 'index.html', line: 1, column: 0 }, ['index.html', 1, null]],
  [{ path: 'service.json' }, ['service.json', null, null]],
  [{ path: null, line: 3, column: 3 }, [null, null, null]],
];

for (const [named, place] of paths) {
  test(`a problem at ${JSON.stringify([named.path, named.line, named.column])} belongs at ${JSON.stringify(place)}`, async (t) => {
    assert.deepEqual(await locate(t, named), [...place, 'Wrong.']);
  });
}

type Place = Awaited<ReturnType<typeof locate>>;
const service = { path: 'service.json', field: 'color' };

const cases: Readonly<Record<string, readonly (readonly [Partial<Problem>, Place, Files?])[]>> = {
  'a field is the place of its value in service.json, line 1 when it has none': [
    [service, ['service.json', 3, 12, 'Wrong.']],
    [{ ...service, line: 2 }, ['service.json', 2, null, 'Wrong.']],
    [{ ...service, field: 'tagline' }, ['service.json', 1, null, 'tagline: Wrong.']],
    [{ ...service, field: 'tagline', message: 'No Tagline.' }, ['service.json', 1, null, 'No Tagline.']],
    [service, ['service.json', 1, 10, 'Wrong.'], { 'service.json': '\ufeff{"color":1}' }],
    [service, ['service.json', 1, null, 'color: Wrong.'], { 'service.json': 'no' }],
    [service, ['service.json', 1, null, 'color: Wrong.'], { 'service.json': Buffer.from([0xff]) }],
    [service, ['service.json', null, null, 'color: Wrong.'], { 'a.txt': '' }],
    [{ path: 'index.html', field: 'html' }, ['index.html', null, null, 'Wrong.']],
    [{ path: 'index.html', field: 'html' }, ['index.html', null, null, 'html: Wrong.'], { 'a.txt': '' }],
    [{ path: 'instructions.md', field: 'system_prompt', line: 2 }, ['instructions.md', 2, null, 'Wrong.']],
    [{ path: 'service.json', field: 'html' }, ['service.json', 1, null, 'html: Wrong.']],
    [{ path: 'a.json', field: 'color' }, ['a.json', null, null, 'Wrong.'], { 'a.json': '{"color":1}' }],
  ],
  'a line beyond the end of the file is kept in the words': [
    [{ path: 'index.html', line: 5, column: 3 }, ['index.html', null, null, 'Wrong. (line 5; the file has 4)']],
    [{ path: 'index.html:12' }, ['index.html', null, null, 'Wrong. (line 12; the file has 4)']],
    [{ ...service, line: 7 }, ['service.json', 3, 12, 'Wrong. (line 7; the file has 5)']],
    [{ path: 'a.txt', line: 2 }, ['a.txt', null, null, 'Wrong. (line 2; the file has 1)'], { 'a.txt': '' }],
    [{ path: 'a.txt', line: 2 }, ['a.txt', null, null, 'Wrong. (line 2; the file has 1)'], { 'a.txt': 'a\n' }],
  ],
  'in a file that cannot be looked into a line is believed as far as it could be there': [
    [{ path: 'a.png', line: 10, column: 1 }, ['a.png', 10, null, 'Wrong.'], { 'a.png': Buffer.alloc(10, 0xff) }],
    [{ path: 'a.png', line: 11 }, ['a.png', null, null, 'Wrong. (line 11)'], { 'a.png': Buffer.alloc(10, 0xff) }],
  ],
};

for (const [title, entries] of Object.entries(cases)) {
  test(title, async (t) => {
    for (const [named, place, content] of entries) assert.deepEqual(await locate(t, named, content), place);
  });
}

test('the place that a text begins with counts if the folder has such a file', async (t) => {
  const content = { ...files, 'assets/my file.css': 'a\nb' };
  const at = (path: string, line: number | null = null) => ({ placeInText: line === null ? path : `${path}:${line}` });
  for (const [named, place] of [
    [at('./assets/my file.css', 2), ['assets/my file.css', 2, null]],
    [at('index.html'), ['index.html', null, null]],
    [at('Node.js'), [null, null, null]],
    [at('At 12', 30), [null, null, null]],
    [{ ...at('Node.js'), ...service }, ['service.json', 3, 12]],
    [{ ...at('index.html', 2), path: 'index.html', field: 'html' }, ['index.html', 2, null]],
  ] as const) {
    assert.deepEqual(await locate(t, named, content), [...place, 'Wrong.']);
  }
});

test('without a folder a plain path and a line that may be one stay, and nothing else', async () => {
  for (const [named, ...place] of [
    [{ path: 'index.html', line: 3, column: 2 }, 'index.html', 3, 2, 'Wrong.'],
    [{ path: 'index.html', line: -1, column: 2 }, 'index.html', null, null, 'Wrong.'],
    [{ path: 'index.html', line: 3, column: 1.5 }, 'index.html', 3, null, 'Wrong.'],
    [{ path: './index.html', line: 3 }, 'index.html', 3, null, 'Wrong.'],
    [{ path: 'assets\\a.css', line: 3 }, 'assets/a.css', 3, null, 'Wrong.'],
    [{ path: '/etc/passwd', line: 3 }, null, null, null, '/etc/passwd: Wrong.'],
    [{ placeInText: 'index.html:3:2' }, null, null, null, 'Wrong.'],
    [{ path: 'service.json', field: 'color' }, 'service.json', null, null, 'color: Wrong.'],
  ] as const) {
    const [problem] = await locateProblems(null, [name(named)]);
    assert.deepEqual([problem?.path, problem?.line, problem?.column, problem?.message], place);
  }
});

test('CRLF is no part of a line', async (t) => {
  const content = { 'a.txt': 'ab\r\n\r\nc' };
  const places = [
    [1, 3, 3],
    [1, 4, null],
    [1, 1.5, null],
    [3, null, null],
  ] as const;
  for (const [line, column, expected] of places) {
    assert.deepEqual(await locate(t, { path: 'a.txt', line, column }, content), ['a.txt', line, expected, 'Wrong.']);
  }
});

test('a file that the folder lacks keeps its path and no line', async (t) => {
  for (const path of ['assets/logo.png', 'assets/logo', 'assets/a:b.js', 'index.html:2x', 'app.js', 'x.'.repeat(500)]) {
    assert.deepEqual(await locate(t, { path, line: 3 }), [path, null, null, 'Wrong.']);
  }
});

test('what is not plainly a path in the folder is named by the message, as it was written', async (t) => {
  assert.deepEqual(await locate(t, { path: '' }), [null, null, null, 'Wrong.']);
  assert.deepEqual(await locate(t, { path: '../A.js', message: 'No ../A.js.' }), [null, null, null, 'No ../A.js.']);
  for (const path of [
    'none',
    './none.css',
    '/etc/passwd',
    'a\\b.js',
    '../index.html',
    'a/../../b',
    'C:/a.js',
    'mailto:a.b',
    'a\nb.js',
    'a\nindex.html:2',
    'a/./b.js',
    'a//b.js',
    'assets/',
    'x'.repeat(1_001),
    `${'x'.repeat(1_000)}.`,
  ]) {
    assert.deepEqual(await locate(t, { path }), [null, null, null, `${path}: Wrong.`]);
  }
});

test('ten thousand problems read each file once', async (t) => {
  const place = createWorkspace(t, { ...files, 'assets/b.js': 'x\n'.repeat(100) });
  const manifest = await scanApp(place);
  const names = ['index.html', 'service.json', 'assets/b.js', 'missing.js', 'app.js', null];
  const problems = Array.from({ length: 10_000 }, (_, index) =>
    name({ path: names[index % names.length] ?? null, line: index % 150, field: 'color' }),
  );
  const located = await locateProblems(manifest, problems);
  assert.equal(located.length, problems.length);
  assert.deepEqual([located[2]?.path, located[2]?.line, located[140]?.line], ['assets/b.js', 2, null]);
  writeFileSync(join(place.app, 'assets/b.js'), '');
  await assert.rejects(locateProblems(manifest, [name({ path: 'assets/b.js', line: 1 })]), /assets\/b\.js changed/);
});

test('files are read up to 64 MiB in all', async (t) => {
  const paths = Array.from({ length: 9 }, (_, index) => `assets/${index}.js`);
  const place = createWorkspace(t, Object.fromEntries(paths.map((path) => [path, ''])));
  const manifest = await scanApp(place);
  // Nothing notices that the last one changed.
  writeFileSync(join(place.app, 'assets/8.js'), 'x');
  const large = { ...manifest, files: manifest.files.map((file) => ({ ...file, bytes: 8 * 1024 * 1024 })) };
  const located = await locateProblems(
    large,
    paths.map((path) => name({ path, line: 2 })),
  );
  assert.deepEqual(
    located.map(({ line }) => line),
    [...Array(8).fill(null), 2],
  );
  // One of them counts once, however often it is named.
  const repeated = await locateProblems(
    large,
    paths.map(() => name({ path: 'assets/0.js', line: 2 })),
  );
  assert.ok(repeated.every(({ line }) => line === null));
});
