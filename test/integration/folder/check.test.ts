import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkFolder } from '../../../src/folder/check.ts';
import type { FolderOptions } from '../../../src/folder/folder.ts';
import { createWorkspace, type Files, scanApp } from './app-folder.ts';

const whole: Files = {
  'service.json': '{"name":"Tides","tagline":"When to swim","color":"#1b6ca8","logo":"assets/logo.svg"}',
  'index.html': '<p>Hello</p>',
  'instructions.md': 'Be kind.',
  'assets/logo.svg': '<svg/>',
};

async function check(t: TestContext, files: Files, options?: Partial<FolderOptions>) {
  const { problems, fields } = await checkFolder(await scanApp(createWorkspace(t, files), options), {
    createsApp: options?.createsApp ?? false,
  });
  const shown = problems.map(
    ({ severity, code, path, line }) => `${severity} ${code}${path === null ? '' : ` in ${path}:${line}`}`,
  );
  return { problems, fields, shown };
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

test('what the document only suggests is a warning, and missing files give no fields', async (t) => {
  const advise = async (files: Files) => {
    const { problems, fields } = await check(t, files);
    return [problems.map(({ severity, code, fix }) => `${severity} ${code}: ${fix}`), Object.keys(fields)];
  };
  assert.deepEqual(await advise({ 'index.html': 'x' }), [
    ['warning service_json_missing: Add a service.json with name, tagline, color and logo.'],
    ['html'],
  ]);
  assert.deepEqual(await advise({ 'service.json': '{"name":"a"}' }), [
    ['warning page_missing: Add index.html, or check the input folder.'],
    ['name'],
  ]);
});

test('a folder with neither service.json nor index.html is an error: it is no app', async (t) => {
  const { shown, problems } = await check(t, { 'assets/a.txt': '', 'instructions.md': 'x' });
  assert.deepEqual(shown, ['error no_app']);
  assert.equal(problems[0]?.fix, 'Check the input folder, and that a step before this one builds the app.');
  const excluded = await check(t, whole, { include: ['assets'] });
  assert.equal(
    excluded.problems[0]?.fix,
    'index.html is excluded (matches no include pattern): change the input include.',
  );
});

test('a known name in another case is a warning to rename it, and nothing else is said of it', async (t) => {
  const { problems, shown } = await check(t, { 'Service.JSON': '{}', 'index.html': 'x', 'Instructions.md': 'x' });
  assert.deepEqual(shown, [
    'warning service_json_missing',
    'warning name_case in Instructions.md:null',
    'warning name_case in Service.JSON:null',
  ]);
  assert.equal(problems[1]?.message, 'Instructions.md is not read as instructions.md: case counts.');
  assert.equal(problems[1]?.fix, 'Rename it to instructions.md.');
});

test('a missing name is an error where the run creates the app', async (t) => {
  const page = { 'index.html': 'x' };
  const severities = async (files: Files) =>
    (await check(t, { ...page, ...files }, { createsApp: true })).problems.map(({ severity, code }) => [
      severity,
      code,
    ]);
  assert.deepEqual(await severities({ 'service.json': '{}' }), [['error', 'name_missing']]);
  assert.deepEqual(await severities({ 'service.json': '{"name":null}' }), [['error', 'name_missing']]);
  assert.deepEqual(await severities({}), [['error', 'service_json_missing']]);
  assert.deepEqual(await severities({ 'service.json': '{"name":"a","tagline":null}' }), [['warning', 'tagline_null']]);
});

test('a file that is there and excluded is not said to be missing', async (t) => {
  const { 'index.html': _, ...others } = whole;
  const place = createWorkspace(t, { ...others, 'service.json': '{"name":"a","logo":"link.svg"}', 'a.html': '' });
  symlinkSync('a.html', join(place.app, 'index.html'));
  symlinkSync('assets/logo.svg', join(place.app, 'link.svg'));
  const fixesOf = async (options: Partial<FolderOptions>) =>
    (await checkFolder(await scanApp(place, options), { createsApp: false })).problems
      .filter(({ code }) => code?.endsWith('_missing'))
      .map(({ fix }) => fix);
  assert.deepEqual(await fixesOf({ exclude: ['instructions.md'] }), [
    'link.svg is excluded (link): put a file in its place.',
    'index.html is excluded (link): put a file in its place.',
    'instructions.md is excluded (matches the exclude pattern instructions.md): change the input exclude.',
  ]);
  assert.deepEqual(await fixesOf({ include: ['a.html', 'service.json', 'assets/a.txt'] }), [
    'link.svg is excluded (link): put a file in its place.',
    'index.html is excluded (link): put a file in its place.',
    'instructions.md is excluded (matches no include pattern): change the input include.',
  ]);
});

test('errors come before warnings', async (t) => {
  const { shown } = await check(t, { 'service.json': '\ufeff{"color":"red"}', 'index.html': ' \n' });
  assert.deepEqual(shown, [
    'error color_format in service.json:1',
    'warning byte_order_mark in service.json:1',
    'warning name_missing in service.json:1',
    'warning page_empty in index.html:1',
  ]);
});

test('a file that is not UTF-8 is an error for service.json and a warning for the page, and gives no field', async (t) => {
  const latin = Buffer.from([0x22, 0xe9, 0x22]);
  const { problems, fields } = await check(t, { ...whole, 'service.json': latin, 'index.html': latin });
  assert.deepEqual(
    problems.map(({ severity, code, path, message }) => [severity, code, path, message]),
    [
      ['error', 'service_json_not_utf8', 'service.json', 'service.json is not UTF-8, and so not JSON.'],
      ['warning', 'page_not_utf8', 'index.html', 'index.html is not UTF-8, so it is sent as data and not as text.'],
    ],
  );
  assert.deepEqual(fields, { system_prompt: 'Be kind.' });
});

test('a file too large to be checked says so, one of exactly the limit is checked', async (t) => {
  const limits = { 'service.json': 1024 * 1024, 'index.html': 8 * 1024 * 1024 };
  const fill = (more: number): Files => ({
    ...whole,
    'service.json': '{}'.padEnd(limits['service.json'] + more),
    'index.html': 'x'.repeat(limits['index.html'] + more),
  });
  const { problems, fields } = await check(t, fill(1));
  assert.deepEqual(
    problems.map(({ severity, code, path, message }) => [severity, code, path, message.slice(0, 40)]),
    [
      ['warning', 'file_not_checked', 'service.json', 'service.json is larger than 1 MiB and wa'],
      ['warning', 'file_not_checked', 'index.html', 'index.html is larger than 8 MiB and was '],
    ],
  );
  assert.deepEqual(fields, { system_prompt: 'Be kind.' });
  assert.deepEqual((await check(t, fill(0))).shown, ['warning name_missing in service.json:1']);
});

test('service.json as empty, deep or broken as can be is one error and no crash', async (t) => {
  const tooDeep = 'nested deeper than 1000 levels';
  const broken: readonly (readonly [string, string, string, string])[] = [
    ['', 'json_syntax', '1:1', 'not JSON: the text ends where a value is expected'],
    ['[]', 'json_not_object', '1:1', 'not an object'],
    ['{\n  "name": "a",\n}', 'json_syntax', '3:1', 'not JSON: JSON has no comma before }'],
    ['['.repeat(500_000), 'json_depth', '1:1001', tooDeep],
    [`${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'json_depth', '1:1001', tooDeep],
  ];
  for (const [text, code, place, what] of broken) {
    const { problems } = await check(t, { ...whole, 'service.json': text });
    assert.deepEqual(
      problems.map((problem) => [problem.code, `${problem.line}:${problem.column}`, problem.message]),
      [[code, place, `service.json is ${what}.`]],
    );
  }
});

const pictures: Files = {
  ...whole,
  'assets/a.txt': '',
  '.art/logo.png': '',
  'assets/cafe\u0301.png': '',
  'assets/\u00e9t\u00e9.svg': '',
};

/** What the check finds in this service.json, beside a folder of a few pictures. */
async function checkService(t: TestContext, text: string) {
  const { problems, fields } = await check(t, { ...pictures, 'service.json': text });
  const found = problems.filter(({ path }) => path === 'service.json');
  const shown = found.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`);
  return { fields, found, shown };
}

const services: readonly (readonly [string, readonly string[]])[] = [
  ['{"name":"\\u0054ides","tagline":"","color":"#1B6ca8","logo":"assets/logo.svg","$x":[{"y":null}]}', []],
  ['{}', ['warning name_missing 1:null']],
  ['{"name":" "}', ['error name_empty 1:9']],
  ['{"name":1}', ['error name_type 1:9']],
  ['{"tagline":"a",\n"name":null}', ['warning name_missing 2:8']],
  ['{"name":"a",\n"tagline":null}', ['warning tagline_null 2:11']],
  ['{"name":"a","color":null,"logo":null}', ['warning color_null 1:21', 'warning logo_null 1:33']],
  ['{"name":"a","tagline":{}}', ['error tagline_type 1:23']],
  ['{"name":"a","color":["#fff"]}', ['error color_type 1:21']],
  ['{"name":"a","color":"#12345"}', ['error color_format 1:21']],
  ['{"name":"a","color":"#1234567"}', ['error color_format 1:21']],
  ['{"name":"a","color":"##123456"}', ['error color_format 1:21']],
  ['{"name":"a","color":"#12345g"}', ['error color_format 1:21']],
  ['{"name":"a","color":"#123456\\n"}', ['error color_format 1:21']],
  ['{"name":"a",\r\n  "color": ""}', ['error color_format 2:12']],
  ['{"name":"a","logo":""}', ['warning logo_empty 1:20']],
  ['{"name":"a","logo":{}}', ['error logo_type 1:20']],
  ['{"name":"a","logo":"assets/a.txt"}', ['error logo_type 1:20']],
  ['{"name":"a","logo":"./assets/logo.svg"}', ['warning logo_path 1:20']],
  ['{"name":"a","logo":"/assets/a.txt"}', ['error logo_type 1:20']],
  ['{"name":"a","logo":"assets/none.png"}', ['error logo_missing 1:20']],
  ['{"name":"a","name":"b"}', ['error duplicate_key 1:13']],
  ['{"name":"a","$x":{"y":1,\n"y":2}}', ['error duplicate_key 2:1']],
  ['{"name":"a",\n "nmae":"b","x":1}', ['warning unknown_key 2:2', 'warning unknown_key 2:13']],
  ['\ufeff{"name":1}', ['error name_type 1:9', 'warning byte_order_mark 1:1']],
  ['\ufeff{"name":}', ['error json_syntax 1:9', 'warning byte_order_mark 1:1']],
  ['{"name":"\u{1f600}","color":1}', ['error color_type 1:22']],
  ['null', ['error json_not_object 1:1']],
  ['{\n"name":"a"\n"color":"b"}', ['error json_syntax 3:1']],
];

for (const [text, shown] of services) {
  test(`${JSON.stringify(text)} has ${shown.join(' and ') || 'no problems'}`, async (t) => {
    assert.deepEqual((await checkService(t, text)).shown, shown);
  });
}

test('fields are read as JSON.parse reads them; one that is no text is not sent', async (t) => {
  const { system_prompt, html, ...fields } = (
    await checkService(t, '{"name":"a","name":"\\u0062","tagline":null,"color":1,"__proto__":{"name":"x"}}')
  ).fields;
  assert.deepEqual(fields, { name: 'b' });
});

const logos: readonly (readonly [string, string])[] = [
  ['./.art/logo.png', '.art/ is excluded (hidden folder): rename it.'],
  ['Assets/Logo.svg', 'Case counts: the file is assets/logo.svg.'],
  ['assets\\logo.svg', 'Write it with /, as assets/logo.svg.'],
  ['.\\assets\\logo.svg', 'Write it with /, as assets/logo.svg.'],
  [
    'assets/caf\u00e9.png',
    'The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as "assets/cafe\\u0301.png".',
  ],
  [
    'assets/e\u0301te\u0301.svg',
    'The file name spells its accents differently (Unicode NFC, NFD). Rename the file, or write the path as "assets/\\u00e9t\\u00e9.svg".',
  ],
  ['https://example.test/a.png', 'Add the picture, or name one that is there, such as assets/cafe\u0301.png.'],
];

for (const [logo, fix] of logos) {
  test(`the logo ${JSON.stringify(logo)} gets the advice: ${fix}`, async (t) => {
    const { found } = await checkService(t, JSON.stringify({ name: 'a', logo }));
    assert.deepEqual(
      found.map((problem) => [problem.code, problem.fix]),
      [['logo_missing', fix]],
    );
  });
}

test('an excluded picture, and a folder without any, have their own advice', async (t) => {
  const service = { 'service.json': '{"name":"a","logo":"a.png"}' };
  const adviseOf = async (files: Files, exclude: readonly string[]) =>
    (await check(t, { ...service, ...files }, { exclude })).problems[0]?.fix;
  const excluded = 'a.png is excluded (matches the exclude pattern a.png): change the input exclude.';
  assert.equal(await adviseOf({ 'a.png': '' }, ['a.png']), excluded);
  assert.equal(await adviseOf({}, []), 'Add the picture to assets/.');
  assert.equal(await adviseOf({ 'A.PNG': '' }, []), 'Case counts: the file is A.PNG.');
  // A file whose name the picture's begins with is none of its folders.
  assert.equal(await adviseOf({ a: '' }, ['a']), 'Add the picture to assets/.');
});

const keys: readonly (readonly [string, string])[] = [
  ['nmae', 'nmae: name? Rename it, if that is meant.'],
  ['Name', 'Name: name? Rename it, if that is meant.'],
  ['nam', 'nam: name? Rename it, if that is meant.'],
  ['taglines', 'taglines: tagline? Rename it, if that is meant.'],
  ['colour', 'colour: color? Rename it, if that is meant.'],
  ['colos', 'colos: color? Rename it, if that is meant.'],
  ['icon', 'icon: logo? Rename it, if that is meant.'],
  ['html', 'Put it into index.html.'],
  ['system_prompt', 'Put it into instructions.md.'],
  ['date', 'Remove it, unless the service asks for it.'],
  ['', 'Remove it, unless the service asks for it.'],
];

for (const [key, fix] of keys) {
  test(`the key ${JSON.stringify(key)} of service.json is unknown and gets the advice: ${fix}`, async (t) => {
    const { found } = await checkService(t, JSON.stringify({ [key]: 'x' }));
    const unknown = found.filter(({ code }) => code === 'unknown_key');
    assert.deepEqual(
      unknown.map((problem) => [problem.line, problem.column, problem.fix]),
      [[1, 2, fix]],
    );
  });
}

test('a key is not taken for one that is there as well', async (t) => {
  const { found } = await checkService(t, '{"name":"a","Name":"b"}');
  assert.deepEqual(
    found.map(({ code, fix }) => [code, fix]),
    [['unknown_key', 'Remove it, unless the service asks for it.']],
  );
});

test('the files that page and styles name and the folder lacks are warnings at their first place', async (t) => {
  const { problems } = await check(t, {
    ...whole,
    'index.html':
      '\ufeff<!doctype html>\n<link rel=stylesheet href="assets/a.css">\r\n<script src="app.js"></script>\n<img src="assets/Logo.svg"><img src="app.js">',
    'assets/a.css': 'body {\n  background: url(logo.svg), url("../fonts/a.woff2?x#y") }',
  });
  assert.deepEqual(
    problems.map(({ severity, code, path, line, column, message, fix }) => [
      ...[severity, code, `${path}:${line}:${column}`, message, fix],
    ]),
    [
      [
        'warning',
        'reference_missing',
        'index.html:3:14',
        'index.html refers to app.js, which is not among the included files.',
        'Add the file, or correct the reference.',
      ],
      [
        'warning',
        'reference_missing',
        'index.html:4:11',
        'index.html refers to assets/Logo.svg, which is not among the included files.',
        'Case counts: the file is assets/logo.svg.',
      ],
      [
        'warning',
        'reference_missing',
        'assets/a.css:2:35',
        'assets/a.css refers to fonts/a.woff2, which is not among the included files.',
        'Add the file, or correct the reference.',
      ],
    ],
  );
});

test('a reference on the first line is at its column without the byte-order mark, and the rest is counted', async (t) => {
  const images = Array.from({ length: 22 }, (_, index) => `<img src=${index}.png>`).join('');
  const { problems } = await check(t, { ...whole, 'index.html': `\ufeff${images}` });
  assert.deepEqual([problems[0]?.line, problems[0]?.column], [1, 10]);
  assert.equal(problems.length, 21);
  assert.equal(problems.at(-1)?.message, 'Not listed: 2 more references to missing files.');
});

async function checkLayout(t: TestContext, paths: readonly string[]) {
  const { problems } = await check(t, { ...whole, ...Object.fromEntries(paths.map((path) => [path, 'x'])) });
  return problems.map(({ severity, code, path, message }) => [severity, code, path, message]);
}

test('each name at the top that is not documented is one warning, however many files it holds', async (t) => {
  const found = await checkLayout(t, ['a.js', 'assets/a/b.js', 'src/a.js', 'src/b/c.js', 'lib/x.js', 'sub/index.html']);
  assert.deepEqual(
    found.map(([severity, code, path, message]) => [severity, code, path, String(message).split(' outside')[0]]),
    [
      ['warning', 'outside_assets', 'a.js', 'a.js is'],
      ['warning', 'outside_assets', null, 'lib/, with 1 file, is'],
      ['warning', 'outside_assets', null, 'src/, with 2 files, is'],
      ['warning', 'outside_assets', null, 'sub/, with 1 file, is'],
    ],
  );
});

test('paths that differ only in case or in normal form are a warning', {
  skip: process.platform !== 'linux',
}, async (t) => {
  assert.deepEqual(
    await checkLayout(t, ['assets/A.js', 'assets/a.js', 'assets/\u00e9', 'assets/e\u0301', 'assets/E']),
    [
      ['warning', 'path_twins', 'assets/a.js', 'assets/A.js and assets/a.js differ only in case.'],
      [
        'warning',
        'path_twins',
        'assets/\u00e9',
        'assets/e\u0301 and assets/\u00e9 differ only in the way accents are written (NFC, NFD).',
      ],
    ],
  );
});

test('more warnings of a kind than anybody reads are counted', async (t) => {
  const checkStrays = (count: number) =>
    checkLayout(
      t,
      Array.from({ length: count }, (_, index) => `${index}.js`),
    );
  assert.equal((await checkStrays(20)).at(-1)?.[1], 'outside_assets');
  const found = await checkStrays(25);
  assert.equal(found.length, 21);
  assert.deepEqual(found.at(-1), ['warning', 'more_warnings', null, 'Not listed: 5 more names outside assets/.']);
  const one = await checkStrays(21);
  assert.equal(one.at(-1)?.[3], 'Not listed: 1 more name outside assets/.');
});
