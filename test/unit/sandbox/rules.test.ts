import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assumptions, presets } from '../../../sandbox/assumptions.ts';
import { checkFolder } from '../../../sandbox/rules.ts';
import { defaultLimits } from '../../../sandbox/settings.ts';

const sound = { 'service.json': '{"name": "Tides"}', 'index.html': '<title>Tides</title>' };
const png = 'data:image/png;base64,aGk=';

/** The problems of a folder: the code, the file, and the place in it where there is one. */
function check(
  files: Readonly<Record<string, string>>,
  limits = {},
  assumptions: Partial<Assumptions> = {},
): readonly string[] {
  const rules = { limits: { ...defaultLimits, ...limits }, assumptions: { ...presets.documented, ...assumptions } };
  const { problems } = checkFolder(new Map(Object.entries(files)), rules);
  assert.ok(problems.every(({ message, fix }) => message !== '' && fix !== ''));
  return problems.map(({ code, path, line, column }) => `${code} ${path}${line ? `:${line}:${column}` : ''}`);
}

test('a sound folder has no problem, with all it may have', () => {
  const service = '\uFEFF{"name":"Tides","tagline":"","color":"#0A7ea4","logo":"assets/logo.png","more":[1]}';
  const files = { 'service.json': service, 'instructions.md': '', 'assets/logo.png': png, 'assets/deep/a.txt': '' };
  assert.deepEqual(check({ ...sound, ...files }), []);
});

test('an empty folder lacks its two files', () => {
  assert.deepEqual(check({}), ['file_missing service.json', 'file_missing index.html']);
});

const long = 'x'.repeat(121);

/** One file of an otherwise sound folder, and its problem; '' where it has none. */
const cases: readonly (readonly [what: string, path: string, content: string, problem: string])[] = [
  ['broken JSON', 'service.json', '{\n"name": "x",\n}', 'invalid_json service.json:3:1'],
  ['JSON that is no object', 'service.json', '[]', 'not_an_object service.json:1:1'],
  ['no name', 'service.json', '{"color": "#000000"}', 'name_missing service.json:1:1'],
  ['a name that is no text', 'service.json', '{\n  "name": 3}', 'name_type service.json:2:3'],
  ['an empty name', 'service.json', '{"name": " "}', 'name_length service.json:1:2'],
  ['a long name', 'service.json', `{"name": "${'x'.repeat(61)}"}`, 'name_length service.json:1:2'],
  ['a name of two lines', 'service.json', '{"name": "a\\nb"}', 'name_format service.json:1:2'],
  ['a long tagline', 'service.json', `{"name": "x",\n"tagline": "${long}"}`, 'tagline_length service.json:2:1'],
  ['a tagline that is null', 'service.json', '{"name": "x", "tagline": null}', ''],
  ['a colour by name', 'service.json', '{"name": "x", "color": "red"}', 'color_format service.json:1:15'],
  ['a colour of three digits', 'service.json', '{"name": "x", "color": "#fff"}', 'color_format service.json:1:15'],
  ['a colour that is no text', 'service.json', '{"name": "x", "color": 7}', 'color_format service.json:1:15'],
  ['a missing logo', 'service.json', '{"name": "x", "logo": "assets/a.png"}', 'logo_missing service.json:1:15'],
  ['a logo that is a font', 'service.json', '{"name": "x", "logo": "assets/a.woff2"}', 'logo_type service.json:1:15'],
  ['a page without a title', 'index.html', '<html>\n  <head>\n', 'title_missing index.html:2:3'],
  ['an empty title', 'index.html', '<html>\n<head>\n  <title> </title>', 'title_missing index.html:3:3'],
  ['http', 'index.html', '<title>x</title>\n<SCRIPT defer src=http://x/>', 'script_insecure index.html:2:1'],
  ['https', 'index.html', '<title>x</title><script src="https://x"></script><p>', ''],
  ['a file beside the three', 'README.md', '', 'file_not_allowed README.md'],
  ['a picture as text', 'assets/a.png', 'hi', 'not_a_data_url assets/a.png'],
  ['a name of JavaScript', 'assets/__proto__', 'x', ''],
  ['an ending of JavaScript', 'assets/a.constructor', 'x', ''],
  ...['assets/../x', '/etc/x', 'assets//x', 'assets/./x', 'assets\\x', 'assets/a\nb', 'assets/'].map(
    (path) => ['a name that could mislead', path, '', `file_name ${path}`] as const,
  ),
  ['a long file name', `assets/${'x'.repeat(194)}`, '', `file_name assets/${'x'.repeat(194)}`],
];

for (const [what, path, content, problem] of cases) {
  test(`${what} in ${JSON.stringify(path.slice(0, 40))} is ${problem === '' ? 'fine' : 'a problem'}`, () => {
    assert.deepEqual(check({ ...sound, [path]: content }), problem === '' ? [] : [problem]);
  });
}

test('each limit is held: what just fits is taken, one more is refused', () => {
  const files = { ...sound, 'instructions.md': '𝄞𝄞', 'assets/a.txt': 'abc' };
  const limits = { promptLength: 2, fileBytes: 3, folderBytes: 48, files: 4, pageBytes: 20, serviceBytes: 17 };
  assert.deepEqual(check(files, limits), []);
  for (const [limit, problem] of Object.entries({
    promptLength: 'instructions_length instructions.md',
    fileBytes: 'file_too_large assets/a.txt',
    folderBytes: 'folder_too_large assets',
    files: 'too_many_files assets',
    pageBytes: 'page_too_large index.html',
    serviceBytes: 'file_too_large service.json',
  })) {
    assert.deepEqual(check(files, { ...limits, [limit]: Object(limits)[limit] - 1 }), [problem]);
  }
});

test('a hostile page is checked in little time and gives a bounded list', () => {
  const html = `${'<script src="http://x">'.repeat(50_000)}${'<title>'.repeat(50_000)}${'<!--'.repeat(50_000)}`;
  assert.equal(check({ ...sound, 'index.html': html }).length, 101);
});

test('assumptions let other files pass, refuse texts as data: URLs, and waive the rules for the page', () => {
  const kept = { other_files: 'kept' } as const;
  assert.deepEqual(check({ ...sound, 'README.md': '# Tides' }, {}, kept), []);
  assert.deepEqual(check({ ...sound, '../x': '' }, {}, kept), ['file_name ../x']);
  const wrapped = { 'assets/a.txt': 'data:text/plain;base64,aGk=', 'assets/a.bin': 'data:x/y;base64,/w==' };
  assert.deepEqual(check({ ...sound, ...wrapped }), []);
  assert.deepEqual(check({ ...sound, ...wrapped }, {}, { text_as_data: 'refused' }), ['text_as_data assets/a.txt']);
  assert.deepEqual(check({ ...sound, 'index.html': '' }, {}, { page_rules: 'none' }), []);
});
