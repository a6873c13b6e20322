import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assumptions, presets } from '../../../sandbox/assumptions.ts';
import { checkFolder } from '../../../sandbox/rules.ts';
import { defaultLimits } from '../../../sandbox/settings.ts';

const sound = { 'service.json': '{"name": "Tides"}', 'index.html': '<title>Tides</title>' };
const png = 'data:image/png;base64,aGk=';

function check(files: Readonly<Record<string, string>>, limits = {}, assumptions: Partial<Assumptions> = {}) {
  const rules = { limits: { ...defaultLimits, ...limits }, assumptions: { ...presets.documented, ...assumptions } };
  return checkFolder(new Map(Object.entries(files)), rules).problems;
}

/** The problems of a folder that is sound but for one file: code, and place where there is one. */
function find(path: string, content: string, limits = {}): readonly string[] {
  return check({ ...sound, [path]: content }, limits).map((one) => `${one.code} ${one.path}:${one.line}:${one.column}`);
}

test('a sound folder has no problem, with all it may have', () => {
  const service = '\uFEFF{"name":"Tides","tagline":"","color":"#0A7ea4","logo":"assets/logo.png","more":[1]}';
  const files = {
    ...sound,
    'service.json': service,
    'instructions.md': '',
    'assets/logo.png': png,
    'assets/deep/a.txt': '',
  };
  assert.deepEqual(check(files), []);
});

test('an empty folder lacks its two files', () => {
  assert.deepEqual(
    check({}).map(({ code, path, fix }) => [code, path, fix.length > 0]),
    [
      ['file_missing', 'service.json', true],
      ['file_missing', 'index.html', true],
    ],
  );
});

const cases: readonly (readonly [what: string, path: string, content: string, problem: string])[] = [
  ['broken JSON', 'service.json', '{\n"name": "x",\n}', 'invalid_json service.json:3:1'],
  ['JSON that is no object', 'service.json', '[]', 'not_an_object service.json:1:1'],
  ['no name', 'service.json', '{"color": "#000000"}', 'name_missing service.json:1:1'],
  ['a name that is no text', 'service.json', '{\n  "name": 3}', 'name_type service.json:2:3'],
  ['an empty name', 'service.json', '{"name": " "}', 'name_length service.json:1:2'],
  ['a long name', 'service.json', `{"name": "${'x'.repeat(61)}"}`, 'name_length service.json:1:2'],
  ['a name of two lines', 'service.json', '{"name": "a\\nb"}', 'name_format service.json:1:2'],
  [
    'a long tagline',
    'service.json',
    `{"name": "x",\n"tagline": "${'x'.repeat(121)}"}`,
    'tagline_length service.json:2:1',
  ],
  ['a colour by name', 'service.json', '{"name": "x", "color": "red"}', 'color_format service.json:1:15'],
  ['a colour of three digits', 'service.json', '{"name": "x", "color": "#fff"}', 'color_format service.json:1:15'],
  ['a colour that is no text', 'service.json', '{"name": "x", "color": 7}', 'color_format service.json:1:15'],
  [
    'a logo that is not there',
    'service.json',
    '{"name": "x", "logo": "assets/a.png"}',
    'logo_missing service.json:1:15',
  ],
  ['a logo that is a font', 'service.json', '{"name": "x", "logo": "assets/a.woff2"}', 'logo_type service.json:1:15'],
  ['a page without a title', 'index.html', '<html>\n  <head>\n', 'title_missing index.html:2:3'],
  ['an empty title', 'index.html', '<html>\n<head>\n  <title> </title>', 'title_missing index.html:3:3'],
  [
    'a script over http',
    'index.html',
    '<title>x</title>\n<SCRIPT defer src=http://x/>',
    'script_insecure index.html:2:1',
  ],
  ['a file beside the three', 'README.md', '', 'file_not_allowed README.md:undefined:undefined'],
  ['a name that leads out', 'assets/../x', '', 'file_name assets/../x:undefined:undefined'],
  ['a picture as text', 'assets/a.png', 'hi', 'not_a_data_url assets/a.png:undefined:undefined'],
];

for (const [what, path, content, problem] of cases) {
  test(`${what} is a problem: ${problem}`, () => {
    assert.deepEqual(find(path, content), [problem]);
  });
}

test('a tagline that is null counts as none', () => {
  assert.deepEqual(find('service.json', '{"name": "x", "tagline": null}'), []);
});

test('a script over https is no problem', () => {
  const html = '<title>x</title><script src="https://x"></script><p>';
  assert.deepEqual(find('index.html', html), []);
});

test('every name that could mislead a file system is refused', () => {
  for (const path of [
    '/etc/x',
    'assets//x',
    'assets/./x',
    'assets\\x',
    'assets/a\nb',
    'assets/',
    `assets/${'x'.repeat(200)}`,
  ]) {
    assert.deepEqual(
      find(path, '').map((one) => one.split(' ')[0]),
      ['file_name'],
      path,
    );
  }
});

test('a name that means something to JavaScript is a name like any other', () => {
  assert.deepEqual(find('assets/__proto__', 'x'), []);
  assert.deepEqual(find('assets/a.constructor', 'x'), []);
  assert.equal(check(Object.fromEntries([['__proto__', 'x']]))[0]?.code, 'file_not_allowed');
});

test('each limit is held: what just fits is taken, one more is refused', () => {
  const fits = { promptLength: 2, fileBytes: 3, folderBytes: 60, files: 4, pageBytes: 20, serviceBytes: 17 };
  const full = { ...sound, 'instructions.md': '𝄞𝄞', 'assets/a.txt': 'abc' };
  assert.deepEqual(check(full, fits), []);
  assert.deepEqual(
    check(full, { promptLength: 1, fileBytes: 2, folderBytes: 47, files: 3, pageBytes: 19, serviceBytes: 16 }).map(
      ({ code, path }) => `${code} ${path}`,
    ),
    [
      'file_too_large assets/a.txt',
      'too_many_files assets',
      'instructions_length instructions.md',
      'file_too_large service.json',
      'page_too_large index.html',
    ],
  );
});

test('a folder may be too large as a whole', () => {
  assert.deepEqual(
    check(sound, { folderBytes: 30 }).map(({ code }) => code),
    ['folder_too_large'],
  );
});

test('a hostile page is checked in little time and gives a bounded list', () => {
  const html = `${'<script src="http://x">'.repeat(50_000)}${'<title>'.repeat(50_000)}${'<!--'.repeat(50_000)}`;
  assert.equal(find('index.html', html).length, 101);
});

test('a file beside those that the document names is kept where that is assumed', () => {
  assert.deepEqual(check({ ...sound, 'README.md': '# Tides' }, {}, { other_files: 'kept' }), []);
  assert.equal(check({ ...sound, '../x': '' }, {}, { other_files: 'kept' })[0]?.code, 'file_name');
});

test('a text that is sent as a data: URL is a problem where that is assumed; bytes that are no text are not', () => {
  const files = { ...sound, 'assets/a.txt': 'data:text/plain;base64,aGk=', 'assets/a.bin': 'data:x/y;base64,/w==' };
  assert.deepEqual(check(files), []);
  const problems = check(files, {}, { text_as_data: 'refused' });
  assert.deepEqual(
    problems.map(({ code, path }) => `${code} ${path}`),
    ['text_as_data assets/a.txt'],
  );
});

test('without rules for the page any page is fine', () => {
  assert.deepEqual(check({ ...sound, 'index.html': '' }, {}, { page_rules: 'none' }), []);
});
