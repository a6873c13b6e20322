import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkFolder } from '../../../src/folder/check.ts';
import type { FolderOptions } from '../../../src/folder/folder.ts';
import { createWorkspace, type Files, scanApp, type Workspace } from './app-folder.ts';

const whole: Files = {
  'service.json': '{"name":"Tides","tagline":"When to swim","color":"#1b6ca8","logo":"assets/logo.svg"}',
  'index.html': '<p>Hello</p>',
  'instructions.md': 'Be kind.',
  'assets/logo.svg': '<svg/>',
};

async function checkPlace(place: Workspace, options?: Partial<FolderOptions>) {
  const createsApp = options?.createsApp ?? false;
  const { problems, fields } = await checkFolder(await scanApp(place, options), { createsApp });
  const found = problems.map(({ severity, code, path, line, column }) => {
    const at = [path, line, column].filter((part) => part !== null).join(':');
    return `${severity} ${code} ${at}`.trim();
  });
  return { problems, fields, found };
}

function check(t: TestContext, files: Files, options?: Partial<FolderOptions>) {
  return checkPlace(createWorkspace(t, files), options);
}

test('a whole folder has no problems and gives its fields, byte-order mark and line ends kept', async (t) => {
  const { problems, fields } = await check(t, { ...whole, 'index.html': '\ufeff<p>\r\n</p>' });
  assert.deepEqual(problems, []);
  assert.deepEqual(fields, {
    name: 'Tides',
    tagline: 'When to swim',
    color: '#1b6ca8',
    system_prompt: 'Be kind.',
    html: '\ufeff<p>\r\n</p>',
  });
});

const page = { 'index.html': 'x' };
const latin = Buffer.from([0x22, 0xe9, 0x22]);
const mebibyte = 1024 * 1024;

/** What is found in a folder of these files. */
const folders: Readonly<Record<string, readonly [files: Files, found: readonly string[]]>> = {
  'without service.json': [page, ['warning service_json_missing']],
  'without a page': [{ 'service.json': '{"name":"a"}' }, ['warning page_missing']],
  'with neither': [{ 'assets/a.txt': '', 'instructions.md': 'x' }, ['error no_app']],
  'without a name': [{ ...page, 'service.json': '{}' }, ['warning name_missing service.json:1']],
  'with known names in another case': [
    { 'Service.JSON': '{}', 'index.html': 'x', 'Instructions.md': 'x' },
    ['warning service_json_missing', 'warning name_case Instructions.md', 'warning name_case Service.JSON'],
  ],
  'with names outside assets, each told once': [
    { ...whole, 'a.js': '', 'assets/a/b.js': '', 'src/a.js': '', 'src/b/c.js': '', 'sub/index.html': '' },
    ['warning outside_assets a.js', 'warning outside_assets', 'warning outside_assets'],
  ],
  'with errors and warnings, errors first': [
    { 'service.json': '\ufeff{"color":"red"}', 'index.html': ' \n', 'instructions.md': '' },
    [
      'error color_format service.json:1:10',
      'warning byte_order_mark service.json:1:1',
      'warning name_missing service.json:1',
      'warning page_empty index.html:1',
      'warning instructions_empty instructions.md:1',
    ],
  ],
};

for (const [which, [files, expected]] of Object.entries(folders)) {
  test(`what is found in a folder ${which}`, async (t) => {
    assert.deepEqual((await check(t, files)).found, expected);
  });
}

test('a missing name is an error where the run creates the app', async (t) => {
  const find = async (files: Files) => (await check(t, { ...page, ...files }, { createsApp: true })).found;
  assert.deepEqual(await find({}), ['error service_json_missing']);
  assert.deepEqual(await find({ 'service.json': '{}' }), ['error name_missing service.json:1']);
  assert.deepEqual(await find({ 'service.json': '{"name":null,"tagline":null}' }), [
    'error name_missing service.json:1:9',
    'warning tagline_null service.json:1:24',
  ]);
});

test('a file that is not UTF-8, or larger than is checked, is told and gives no field', async (t) => {
  const broken = await check(t, { 'service.json': latin, 'index.html': latin, 'instructions.md': latin });
  assert.deepEqual(broken.found, [
    'error service_json_not_utf8 service.json',
    'warning page_not_utf8 index.html',
    'warning instructions_not_utf8 instructions.md',
  ]);
  assert.deepEqual(broken.fields, {});
  const fill = (more: number): Files => ({
    'service.json': '{"name":"a"}'.padEnd(mebibyte + more),
    'index.html': 'x'.repeat(8 * mebibyte + more),
  });
  const large = await check(t, fill(1));
  assert.deepEqual(large.found, ['warning file_not_checked service.json', 'warning file_not_checked index.html']);
  assert.deepEqual(large.fields, {});
  assert.deepEqual((await check(t, fill(0))).found, []);
});

test('a file that is there and excluded is not said to be missing', async (t) => {
  const { 'index.html': _, ...others } = whole;
  const place = createWorkspace(t, { ...others, 'service.json': '{"name":"a","logo":"link.svg"}', 'a.html': '' });
  symlinkSync('a.html', join(place.app, 'index.html'));
  symlinkSync('assets/logo.svg', join(place.app, 'link.svg'));
  const missing = await checkPlace(place, { exclude: ['instructions.md'] });
  assert.partialDeepStrictEqual(missing.problems, [
    { code: 'logo_missing', fix: 'link.svg is excluded (link): put a file in its place.' },
    { code: 'page_missing', fix: 'index.html is excluded (link): put a file in its place.' },
    {
      code: 'instructions_missing',
      fix: 'instructions.md is excluded (matches the exclude pattern instructions.md): change the input exclude.',
    },
  ]);
  const fix = 'index.html is excluded (matches no include pattern): change the input include.';
  const { problems } = await check(t, whole, { include: ['assets'] });
  assert.partialDeepStrictEqual(problems, [{ code: 'no_app', fix }]);
});

const pictures: Files = {
  ...whole,
  'assets/a.txt': '',
  '.art/logo.png': '',
  'assets/cafe\u0301.png': '',
  'assets/\u00e9t\u00e9.svg': '',
};

/** A service.json, and what is found there. */
const services: Readonly<Record<string, readonly string[]>> = {
  '{"name":"\\u0054ides","tagline":"","color":"#1B6ca8","logo":"assets/logo.svg","$x":[{"y":null}]}': [],
  '{"name":" "}': ['error name_empty 1:9'],
  '{"name":1}': ['error name_type 1:9'],
  '{"tagline":"a",\n"name":null}': ['warning name_missing 2:8'],
  '{"name":"a","color":null,"logo":null}': ['warning color_null 1:21', 'warning logo_null 1:33'],
  '{"name":"a","tagline":{}}': ['error tagline_type 1:23'],
  '{"name":"a","color":["#fff"]}': ['error color_type 1:21'],
  '{"name":"a","color":"#12345"}': ['error color_format 1:21'],
  '{"name":"a","color":"#1234567"}': ['error color_format 1:21'],
  '{"name":"a","color":"##123456"}': ['error color_format 1:21'],
  '{"name":"a","color":"#12345g"}': ['error color_format 1:21'],
  '{"name":"a","color":"#123456\\n"}': ['error color_format 1:21'],
  '{"name":"a",\r\n  "color": ""}': ['error color_format 2:12'],
  '{"name":"a","logo":""}': ['warning logo_empty 1:20'],
  '{"name":"a","logo":{}}': ['error logo_type 1:20'],
  '{"name":"a","logo":"./assets/logo.svg"}': ['warning logo_path 1:20'],
  '{"name":"a","logo":"/assets/a.txt"}': ['error logo_type 1:20'],
  '{"name":"a","logo":"assets/none.png"}': ['error logo_missing 1:20'],
  '{"name":"a","$x":{"y":1,\n"y":2}}': ['error duplicate_key 2:1'],
  '{"name":"a",\n "nmae":"b","x":1}': ['warning unknown_key 2:2', 'warning unknown_key 2:13'],
  '\ufeff{"name":1}': ['error name_type 1:9', 'warning byte_order_mark 1:1'],
  '\ufeff{"name":}': ['error json_syntax 1:9', 'warning byte_order_mark 1:1'],
  '{"name":"\u{1f600}","color":1}': ['error color_type 1:22'],
  '{\n"name":"a"\n"color":"b"}': ['error json_syntax 3:1'],
  '': ['error json_syntax 1:1'],
  null: ['error json_not_object 1:1'],
  [`{"a":${'['.repeat(500_000)}`]: ['error json_depth 1:1005'],
};

for (const [text, expected] of Object.entries(services)) {
  test(`${JSON.stringify(text).slice(0, 100)} has ${expected.join(' and ') || 'no problems'}`, async (t) => {
    const { found } = await check(t, { ...pictures, 'service.json': text });
    const places = found.map((line) => line.replace('service.json:', ''));
    assert.deepEqual(places, expected);
  });
}

test('fields are read as JSON.parse reads them; one that is no text is not sent', async (t) => {
  const text = '{"name":"a","name":"\\u0062","tagline":null,"color":1,"__proto__":{"name":"x"}}';
  assert.deepEqual((await check(t, { 'service.json': text })).fields, { name: 'b' });
});

/** What the advice for a logo says that the folder has, if at all, in another way. */
const logos: Readonly<Record<string, string>> = {
  './.art/logo.png': '.art/ is excluded (hidden folder): rename it.',
  'Assets/Logo.svg': 'the file is assets/logo.svg.',
  'assets\\logo.svg': 'Write it with /, as assets/logo.svg.',
  '.\\assets\\logo.svg': 'Write it with /, as assets/logo.svg.',
  'assets/caf\u00e9.png': 'write the path as "assets/cafe\\u0301.png".',
  'assets/e\u0301te\u0301.svg': 'write the path as "assets/\\u00e9t\\u00e9.svg".',
  'https://example.test/a.png': 'such as assets/cafe\u0301.png.',
};
/** What the advice for a key says that the service document does not show. */
const keys: Readonly<Record<string, string>> = {
  nmae: 'nmae: name?',
  Name: 'Name: name?',
  nam: 'nam: name?',
  taglines: 'taglines: tagline?',
  colour: 'colour: color?',
  colos: 'colos: color?',
  icon: 'icon: logo?',
  html: 'Put it into index.html.',
  system_prompt: 'Put it into instructions.md.',
  date: 'Remove it',
  '': 'Remove it',
};

test('the advice for a logo or a key says what is probably meant', async (t) => {
  const services = [
    ...Object.entries(logos).map(([logo, words]) => ({ code: 'logo_missing', service: { name: 'a', logo }, words })),
    ...Object.entries(keys).map(([key, words]) => ({ code: 'unknown_key', service: { [key]: 'x' }, words })),
    // A key that is there as well is not meant.
    { code: 'unknown_key', service: { name: 'a', Name: 'b' }, words: 'Remove it' },
  ];
  for (const { code, service, words } of services) {
    const { problems } = await check(t, { ...pictures, 'service.json': JSON.stringify(service) });
    const fixes = problems.filter((problem) => problem.code === code).map(({ fix }) => fix ?? '');
    assert.equal(fixes.length, 1);
    assert.ok(fixes[0]?.includes(words), `${fixes} says ${words}`);
  }
});

test('an excluded picture, and a folder without any, have their own advice', async (t) => {
  const advise = async (path: string, exclude: readonly string[] = []) => {
    const { problems } = await check(t, { 'service.json': '{"name":"a","logo":"a.png"}', [path]: '' }, { exclude });
    return problems[0]?.fix;
  };
  assert.match((await advise('a.png', ['a.png'])) ?? '', /^a\.png is excluded .*: change the input exclude\.$/);
  assert.equal(await advise('A.PNG'), 'Case counts: the file is A.PNG.');
  assert.equal(await advise('b'), 'Add the picture to assets/.');
  // A file whose name the picture's begins with is none of its folders.
  assert.equal(await advise('a', ['a']), 'Add the picture to assets/.');
});

test('the files that page and styles name and the folder lacks are warnings at their first place', async (t) => {
  const { problems, found } = await check(t, {
    ...whole,
    'index.html':
      '\ufeff<img src="b.js">\n<link rel=stylesheet href="assets/a.css">\r\n<script src="b.js"></script>\n<img src="assets/Logo.svg">',
    'assets/a.css': 'body {\n  background: url(logo.svg), url("../fonts/a.woff2?x#y") }',
  });
  assert.deepEqual(found, [
    'warning reference_missing index.html:1:11',
    'warning reference_missing index.html:4:11',
    'warning reference_missing assets/a.css:2:35',
  ]);
  assert.deepEqual(
    problems.map(({ fix }) => fix),
    [
      'Add the file, or correct the reference.',
      'Case counts: the file is assets/logo.svg.',
      'Add the file, or correct the reference.',
    ],
  );
  assert.match(problems[2]?.message ?? '', /^assets\/a\.css refers to fonts\/a\.woff2, /);
});

test('paths that differ only in case or in normal form are a warning', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const paths = ['assets/A.js', 'assets/a.js', 'assets/\u00e9', 'assets/e\u0301', 'assets/E', 'Index.html'];
  const { problems } = await check(t, { ...whole, ...Object.fromEntries(paths.map((path) => [path, ''])) });
  assert.deepEqual(
    problems.map(({ code, message }) => `${code}: ${message.replace(/ is outside .*/, '')}`),
    [
      'outside_assets: Index.html',
      'path_twins: assets/A.js and assets/a.js differ only in case.',
      'path_twins: assets/e\u0301 and assets/\u00e9 differ only in the way accents are written (NFC, NFD).',
      'path_twins: Index.html and index.html differ only in case.',
    ],
  );
});

test('more warnings of a kind than anybody reads are counted', async (t) => {
  const checkMany = async (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `${index}`);
    const images = names.map((name) => `<img src=${name}.png>`).join('');
    const strays = Object.fromEntries(names.map((name) => [`${name}.js`, '']));
    const keys = Object.fromEntries(names.map((name) => [`x${name}`, 1]));
    const service = JSON.stringify({ name: 'a', ...keys });
    const { problems } = await check(t, { ...strays, 'index.html': images, 'service.json': service });
    const counts = Map.groupBy(problems, ({ code }) => code);
    const more = counts.get('more_warnings')?.map(({ message }) => message) ?? [];
    return {
      listed: ['unknown_key', 'reference_missing', 'outside_assets'].map((code) => counts.get(code)?.length),
      more,
    };
  };
  assert.deepEqual(await checkMany(20), { listed: [20, 20, 20], more: [] });
  const one = ['Not listed: 1 more reference to missing files.', 'Not listed: 1 more name outside assets/.'];
  assert.deepEqual(await checkMany(21), { listed: [20, 20, 20], more: one });
  const two = ['Not listed: 2 more references to missing files.', 'Not listed: 2 more names outside assets/.'];
  assert.deepEqual((await checkMany(22)).more, two);
});
