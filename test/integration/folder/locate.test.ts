import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../../src/app/problem.ts';
import type { FolderContents, FolderFile } from '../../../src/folder/folder-file.ts';
import { locateProblems } from '../../../src/folder/locate.ts';
import { compareWithFile } from '../../support/snapshot.ts';
import { createWorkspace, readApp } from './app-folder.ts';

const files = {
  'index.html': '<html>\n<p>\n<p>Hi</p>\n</html>\n',
  'service.json': '{\n  "name": "Tides",\n  "color": "red",\n  "logo": "assets/logo.png"\n}\n',
  'assets/a.js': 'let a;',
  'assets/my file.css': 'a\nb',
  'assets/crlf.txt': 'ab\r\n\r\nc',
  'assets/empty.txt': '',
  'assets/ten.png': Buffer.alloc(10, 0xff),
  'assets/a.json': '{"color":1}',
};
type Named = Partial<Problem>;
const path = 'index.html';
const service = { path: 'service.json', field: 'color' };

/** Problems as the service reports them. */
const named: readonly Named[] = [
  ...[1, 4, 5, 0, -1, 1.5, 1e300, Number.NaN].map((line) => ({ path, line })),
  ...[7, 8, 0, 1.5].map((column) => ({ path, line: 1, column })),
  ...[3, 4].map((column) => ({ path: 'assets/crlf.txt', line: 1, column })),
  ...[3, 4].map((line) => ({ path: 'assets/crlf.txt', line })),
  { path: 'assets/empty.txt', line: 2 },
  ...[10, 11].map((line) => ({ path: 'assets/ten.png', line, column: 1 })),
  // Ways to write a path.
  ...['./index.html', '/index.html', './/./index.html', 'assets\\a.js', ''].map((written) => ({
    path: written,
  })),
  ...['index.html:2:2', './index.html:2', 'index.html:12', 'assets/my file.css:2'].map(
    (written) => ({
      path: written,
    }),
  ),
  { path: 'index.html:2:6', line: 3, column: 1 },
  // Files that the folder lacks, and texts that are not clearly paths in it.
  ...[
    ...['assets/logo.png', 'assets/logo', 'assets/a:b.js', 'index.html:2x', 'app.js'],
    ...['/etc/passwd', '../index.html', 'a/../../b', 'C:/a.js', 'mailto:a.b', 'none', './none.css'],
    ...['a\\b.js', 'a\nb.js', 'a\nindex.html:2', 'a/./b.js', 'a//b.js', 'assets/'],
  ].map((lacked) => ({ path: lacked, line: 3 })),
  { path: '../A.js', message: 'No ../a.js.' },
  { line: 3, column: 3 },
  // A field has the position of its value; line 1 if there is none.
  service,
  ...[2, 7].map((line) => ({ ...service, line })),
  { ...service, field: 'tagline' },
  { ...service, field: 'tagline', message: 'No Tagline.' },
  { path, field: 'html' },
  { path: 'assets/a.json', field: 'color' },
  // A place at the beginning of the message counts if the folder has such a file.
  ...['./assets/my file.css:2', 'index.html', 'Node.js', 'At 12:30'].map((placeInText) => ({
    placeInText,
  })),
  { placeInText: 'Node.js', ...service },
  { placeInText: 'index.html:2', path: 'service.json' },
];

function toProblem(given: Named): Problem {
  const unnamed = {
    path: null,
    line: null,
    column: null,
    code: null,
    fix: null,
    severity: 'error',
  } as const;
  return { ...unnamed, message: 'Wrong.', ...given };
}

/** Returns the location of a problem, as `path:line:column`, and its message. */
function locate(
  folder: FolderContents | null,
  given: Named,
  sent: 'files' | 'fields' = 'files',
): string {
  const [problem] = locateProblems(folder, [toProblem(given)], sent);
  assert.ok(problem !== undefined && !('field' in problem) && !('placeInText' in problem));
  const place = [problem.path, problem.line, problem.column]
    .filter((part) => part !== null)
    .join(':');
  return JSON.stringify(`${place || 'nowhere'} ${problem.message}`).slice(1, -1);
}

test('problems of the service are located in files of the folder (snapshots/located.md)', async (t) => {
  const folder = await readApp(createWorkspace(t, files));
  const lines = ['| named | in the folder | without a folder |', '| --- | --- | --- |'];
  for (const given of named) {
    const shown = JSON.stringify(given, (_, value: unknown) =>
      Number.isNaN(value) ? 'NaN' : value,
    );
    lines.push(`| \`${shown}\` | ${locate(folder, given)} | ${locate(null, given)} |`);
  }
  compareWithFile('test/integration/folder/snapshots/located.md', lines.join('\n'));
});

test('after an update, the field of a problem determines its line in service.json', async (t) => {
  const folder = await readApp(createWorkspace(t, files));
  for (const [given, shown] of [
    [{ path: 'service.json', line: 2, column: 3 }, 'service.json Wrong.'],
    [{ ...service, line: 2, column: 3 }, 'service.json:3:12 Wrong.'],
    [{ placeInText: 'service.json:2:3' }, 'service.json Wrong.'],
    [{ path, line: 2, column: 1, field: 'html' }, 'index.html:2:1 Wrong.'],
  ] as const) {
    assert.equal(locate(folder, given, 'fields'), shown);
  }
});

test('a problem message names its field if service.json does not contain the value', async (t) => {
  const locateIn = async (content: string | Uint8Array) =>
    locate(await readApp(createWorkspace(t, { 'service.json': content })), service);
  assert.equal(await locateIn('\ufeff{"color":1}'), 'service.json:1:10 Wrong.');
  assert.equal(await locateIn('no'), 'service.json:1 color: Wrong.');
  assert.equal(await locateIn(Buffer.of(0xff)), 'service.json:1 color: Wrong.');
});

test('a path of more than 1,000 characters is ignored', async (t) => {
  const folder = await readApp(createWorkspace(t, files));
  assert.match(locate(folder, { path: `${'x'.repeat(999)}.` }), /^x+\. Wrong\.$/);
  assert.match(locate(folder, { path: `${'x'.repeat(1000)}.` }), /^nowhere x+\.: Wrong\.$/);
});

test('the lines of a file are counted once, however many problems name it', async (t) => {
  const [file] = (await readApp(createWorkspace(t, { 'index.html': 'a\nb' }))).files;
  let count = 0;
  const counting = {
    ...file,
    get text() {
      count += 1;
      return 'a\nb';
    },
  } as FolderFile;
  const named = Array.from({ length: 9 }, () => toProblem({ path, line: 2 }));
  const located = locateProblems({ files: [counting], excluded: [] }, named);
  assert.deepEqual([located.every(({ line }) => line === 2), count], [true, 1]);
});
