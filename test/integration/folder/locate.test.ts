import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { locateProblems } from '../../../src/folder/locate.ts';
import type { FolderManifest } from '../../../src/folder/manifest.ts';
import type { Problem } from '../../../src/problem.ts';
import { createWorkspace, type Files, scanApp } from './app-folder.ts';

const page = '<html>\n<img src="assets/logo.png">\n<p>Hi</p>\n<script src="./app.js"></script>\n';
const files: Files = {
  'index.html': page,
  'service.json': '{\n  "name": "Tides",\n  "color": "red",\n  "logo": "assets/logo.png"\n}\n',
  'instructions.md': 'one\ntwo',
  'assets/a.js': 'let a;',
  'assets/my file.css': 'a\nb',
  'assets/crlf.txt': 'ab\r\n\r\nc',
  'assets/empty.txt': '',
  'assets/ten.png': Buffer.alloc(10, 0xff),
  'assets/a.json': '{"color":1}',
};

/** A problem with the words "Wrong." that the service named so. */
function name(named: Partial<Problem>): Problem {
  const unnamed = { path: null, line: null, column: null, code: null, fix: null, severity: 'error' } as const;
  return { ...unnamed, message: 'Wrong.', ...named };
}

/** Where a problem is shown, as `path:line:column`, and behind that its words, without "Wrong." at their end. */
async function locate(manifest: FolderManifest | null, named: Partial<Problem>): Promise<string> {
  const [problem] = await locateProblems(manifest, [name(named)]);
  assert.ok(problem !== undefined && !('field' in problem) && !('placeInText' in problem));
  const { path, line, column, message } = problem;
  return [[path, line, column].filter((part) => part !== null).join(':'), message].join(' ').replace(/ ?Wrong\.$/, '');
}

function scan(t: TestContext, content: Files = files): Promise<FolderManifest> {
  return scanApp(createWorkspace(t, content));
}

const service = { path: 'service.json', field: 'color' };
const instructions = { path: 'instructions.md', field: 'system_prompt' };

/** What the service names, and where it is shown. */
const tables: Readonly<Record<string, readonly (readonly [Partial<Problem>, string])[]>> = {
  'a place is shown in the spelling of the folder, as far as the file has it': [
    [{ path: 'index.html', line: 3, column: 2 }, 'index.html:3:2'],
    [{ path: './index.html', line: 3 }, 'index.html:3'],
    [{ path: '/index.html' }, 'index.html'],
    [{ path: './/./index.html' }, 'index.html'],
    [{ path: 'assets\\a.js', line: 1, column: 7 }, 'assets/a.js:1:7'],
    [{ path: 'index.html:2:16' }, 'index.html:2:16'],
    [{ path: './index.html:2' }, 'index.html:2'],
    [{ path: 'index.html:2:6', line: 3, column: 1 }, 'index.html:3:1'],
    [{ path: 'index.html', line: 4 }, 'index.html:4'],
    [{ path: 'index.html', line: 0, column: 1 }, 'index.html'],
    [{ path: 'index.html', line: -1 }, 'index.html'],
    [{ path: 'index.html', line: 1.5 }, 'index.html'],
    [{ path: 'index.html', line: 1e300 }, 'index.html'],
    [{ path: 'index.html', line: Number.NaN }, 'index.html'],
    [{ path: 'index.html', line: 1, column: 7 }, 'index.html:1:7'],
    [{ path: 'index.html', line: 1, column: 8 }, 'index.html:1'],
    [{ path: 'index.html', line: 1, column: 0 }, 'index.html:1'],
    [{ path: null, line: 3, column: 3 }, ''],
  ],
  'CRLF is no part of a line': [
    [{ path: 'assets/crlf.txt', line: 1, column: 3 }, 'assets/crlf.txt:1:3'],
    [{ path: 'assets/crlf.txt', line: 1, column: 4 }, 'assets/crlf.txt:1'],
    [{ path: 'assets/crlf.txt', line: 1, column: 1.5 }, 'assets/crlf.txt:1'],
    [{ path: 'assets/crlf.txt', line: 3 }, 'assets/crlf.txt:3'],
  ],
  'a field is the place of its value in service.json, line 1 when it has none': [
    [service, 'service.json:3:12'],
    [{ ...service, line: 2 }, 'service.json:2'],
    [{ ...service, field: 'tagline' }, 'service.json:1 tagline:'],
    [{ ...service, field: 'tagline', message: 'No Tagline.' }, 'service.json:1 No Tagline.'],
    [{ ...service, field: 'html' }, 'service.json:1 html:'],
    [{ path: 'index.html', field: 'html' }, 'index.html'],
    [{ ...instructions, line: 2 }, 'instructions.md:2'],
    [{ path: 'assets/a.json', field: 'color' }, 'assets/a.json'],
  ],
  'a line beyond the end of the file is kept in the words': [
    [{ path: 'index.html', line: 5, column: 3 }, 'index.html Wrong. (line 5; the file has 4)'],
    [{ path: 'index.html:12' }, 'index.html Wrong. (line 12; the file has 4)'],
    [{ ...service, line: 7 }, 'service.json:3:12 Wrong. (line 7; the file has 5)'],
    [{ path: 'assets/empty.txt', line: 2 }, 'assets/empty.txt Wrong. (line 2; the file has 1)'],
  ],
  'in a file that cannot be looked into a line is believed as far as it could be there': [
    [{ path: 'assets/ten.png', line: 10, column: 1 }, 'assets/ten.png:10'],
    [{ path: 'assets/ten.png', line: 11 }, 'assets/ten.png Wrong. (line 11)'],
  ],
  'the place that a text begins with counts if the folder has such a file': [
    [{ placeInText: './assets/my file.css:2' }, 'assets/my file.css:2'],
    [{ placeInText: 'index.html' }, 'index.html'],
    [{ placeInText: 'Node.js' }, ''],
    [{ placeInText: 'At 12:30' }, ''],
    [{ placeInText: 'Node.js', ...service }, 'service.json:3:12'],
    [{ placeInText: 'index.html:2', path: 'service.json' }, 'index.html:2'],
  ],
};

for (const [title, rows] of Object.entries(tables)) {
  test(title, async (t) => {
    const manifest = await scan(t);
    for (const [named, shown] of rows) assert.equal(await locate(manifest, named), shown, JSON.stringify(named));
  });
}

test('where service.json has no values to show, the field is named', async (t) => {
  assert.equal(await locate(await scan(t, { 'service.json': '\ufeff{"color":1}' }), service), 'service.json:1:10');
  assert.equal(await locate(await scan(t, { 'service.json': 'no' }), service), 'service.json:1 color:');
  assert.equal(await locate(await scan(t, { 'service.json': Buffer.of(0xff) }), service), 'service.json:1 color:');
  assert.equal(await locate(await scan(t, { 'a.txt': '' }), service), 'service.json color:');
});

test('without a folder a plain path and a line that may be one stay, and nothing else', async () => {
  const rows: readonly (readonly [Partial<Problem>, string])[] = [
    [{ path: 'index.html', line: 3, column: 2 }, 'index.html:3:2'],
    [{ path: 'index.html', line: -1, column: 2 }, 'index.html'],
    [{ path: 'index.html', line: 3, column: 1.5 }, 'index.html:3'],
    [{ path: './index.html', line: 3 }, 'index.html:3'],
    [{ path: 'assets\\a.css', line: 3 }, 'assets/a.css:3'],
    [{ path: '/etc/passwd', line: 3 }, ' /etc/passwd:'],
    [{ placeInText: 'index.html:3:2' }, ''],
    [service, 'service.json color:'],
  ];
  for (const [named, shown] of rows) assert.equal(await locate(null, named), shown);
});

test('a file that the folder lacks keeps its path and no line', async (t) => {
  const manifest = await scan(t);
  for (const path of ['assets/logo.png', 'assets/logo', 'assets/a:b.js', 'index.html:2x', 'app.js', 'x.'.repeat(500)]) {
    assert.equal(await locate(manifest, { path, line: 3 }), path);
  }
});

test('what is not plainly a path in the folder is named by the message, as it was written', async (t) => {
  const manifest = await scan(t);
  const outside = ['/etc/passwd', '../index.html', 'a/../../b', 'C:/a.js', 'mailto:a.b'];
  const unclear = ['none', './none.css', 'a\\b.js', 'a\nb.js', 'a\nindex.html:2', 'a/./b.js', 'a//b.js', 'assets/'];
  for (const path of [...outside, ...unclear, 'x'.repeat(1001), `${'x'.repeat(1000)}.`]) {
    assert.equal(await locate(manifest, { path }), ` ${path}:`);
  }
  assert.equal(await locate(manifest, { path: '' }), '');
  assert.equal(await locate(manifest, { path: '../A.js', message: 'No ../a.js.' }), ' No ../a.js.');
});

test('a file that changed since it was measured stops', async (t) => {
  const place = createWorkspace(t, files);
  const manifest = await scanApp(place);
  writeFileSync(join(place.app, 'index.html'), '');
  await assert.rejects(locate(manifest, { path: 'index.html', line: 1 }), { code: 'file_changed' });
});

test('files are read up to 64 MiB in all, each counted once however often it is named', async (t) => {
  const paths = Array.from({ length: 9 }, (_, index) => `assets/${index}.js`);
  const place = createWorkspace(t, Object.fromEntries(paths.map((path) => [path, ''])));
  const manifest = await scanApp(place);
  // Nothing notices that the last one changed.
  writeFileSync(join(place.app, 'assets/8.js'), 'x');
  const large = { ...manifest, files: manifest.files.map((file) => ({ ...file, bytes: 8 * 1024 * 1024 })) };
  const listLines = async (named: readonly string[]) => {
    const located = await locateProblems(
      large,
      named.map((path) => name({ path, line: 2 })),
    );
    return located.map(({ line }) => line);
  };
  const notRead = 2;
  assert.deepEqual(await listLines(paths), [...Array(8).fill(null), notRead]);
  assert.deepEqual(await listLines(Array(9).fill('assets/0.js')), Array(9).fill(null));
});
