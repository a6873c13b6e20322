import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkFolder } from '../../../src/folder/check.ts';
import { readLines } from '../../../src/folder/lines.ts';
import { loadText, readText } from '../../../src/folder/text.ts';
import { createWorkspace, type Files, packApp } from './app-folder.ts';

const whole: Files = {
  'service.json': '{"name":"Tides","tagline":"When to swim","color":"#1b6ca8","logo":"assets/logo.svg"}',
  'index.html': '<p>Hello</p>',
  'instructions.md': 'Be kind.',
  'assets/logo.svg': '<svg/>',
};

async function check(t: Parameters<typeof createWorkspace>[0], files: Files) {
  return checkFolder(await packApp(createWorkspace(t, files)));
}

async function codesOf(t: Parameters<typeof createWorkspace>[0], files: Files): Promise<readonly string[]> {
  return (await check(t, files)).problems.map(({ severity, code }) => `${severity} ${code}`);
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
  const { problems, fields } = await check(t, { 'assets/a.txt': '' });
  assert.deepEqual(
    problems.map(({ severity, code, path }) => [severity, code, path]),
    [
      ['warning', 'service_json_missing', null],
      ['warning', 'page_missing', null],
      ['warning', 'instructions_missing', null],
    ],
  );
  assert.deepEqual(fields, {});
});

test('errors come before warnings', async (t) => {
  const files = { 'service.json': '\ufeff{"color":"red"}', 'index.html': '' };
  assert.deepEqual(await codesOf(t, files), [
    'error color_format',
    'warning byte_order_mark',
    'warning name_missing',
    'warning page_empty',
    'warning instructions_missing',
  ]);
});

test('a file that is not UTF-8 is an error for service.json and a warning for the page, and gives no field', async (t) => {
  const latin = Buffer.from([0x22, 0xe9, 0x22]);
  const { problems, fields } = await check(t, { ...whole, 'service.json': latin, 'index.html': latin });
  assert.deepEqual(
    problems.map(({ severity, code, path }) => [severity, code, path]),
    [
      ['error', 'service_json_not_utf8', 'service.json'],
      ['warning', 'page_not_utf8', 'index.html'],
    ],
  );
  assert.deepEqual(fields, { system_prompt: 'Be kind.' });
});

test('a file too large to be checked says so', async (t) => {
  const { problems, fields } = await check(t, {
    ...whole,
    'service.json': ' '.repeat(1024 * 1024 + 1),
    'index.html': 'x'.repeat(8 * 1024 * 1024 + 1),
  });
  assert.deepEqual(
    problems.map(({ severity, code, message }) => [severity, code, message.slice(0, 40)]),
    [
      ['warning', 'file_not_checked', 'service.json is larger than 1 MiB and wa'],
      ['warning', 'file_not_checked', 'index.html is larger than 8 MiB and was '],
    ],
  );
  assert.deepEqual(fields, { system_prompt: 'Be kind.' });
});

test('service.json as empty, deep or broken as can be is one error and no crash', async (t) => {
  const broken: readonly (readonly [string, string, string])[] = [
    ['', 'json_syntax', '1:1'],
    ['[]', 'json_not_object', '1:1'],
    ['{\n  "name": "a",\n}', 'json_syntax', '3:1'],
    ['['.repeat(500_000), 'json_syntax', '1:500001'],
    [`${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'json_not_object', '1:1'],
  ];
  for (const [text, code, place] of broken) {
    const { problems } = await check(t, { ...whole, 'service.json': text });
    assert.deepEqual(
      problems.map((problem) => [problem.code, `${problem.line}:${problem.column}`]),
      [[code, place]],
    );
  }
  assert.deepEqual(
    await codesOf(t, { ...whole, 'service.json': `{"name":"a","x":${'{"a":'.repeat(99_000)}1${'}'.repeat(99_000)}}` }),
    [],
  );
});

test('a text is null where the folder has none', async (t) => {
  const packed = await packApp(createWorkspace(t, { 'a.txt': 'text', 'b.bin': Buffer.from([0xff]) }));
  assert.equal(readText(packed, 'a.txt'), 'text');
  assert.deepEqual(loadText(packed, 'a.txt', 3), { kind: 'too-large' });
  assert.equal(readText(packed, 'b.bin'), null);
  assert.equal(readText(packed, 'none'), null);
});

test('lines for a code frame are cut to what the file has, and never an error', async (t) => {
  const place = createWorkspace(t, {
    'a.html': `one\r\ntwo\n${'x'.repeat(399)}\u{1f600}\n`,
    'big.txt': `${'y'.repeat(99)}\n`.repeat(12_000),
    'gone.txt': 'x',
  });
  const packed = await packApp(place);
  assert.deepEqual(await readLines(packed, 'a.html', { first: 1, last: 2 }), ['one', 'two']);
  assert.deepEqual(await readLines(packed, 'a.html', { first: 3, last: 9 }), [`${'x'.repeat(399)}\ufffd…`, '']);
  assert.equal((await readLines(packed, 'big.txt', { first: 1, last: 1000 }))?.length, 100);
  assert.equal((await readLines(packed, 'big.txt', { first: 10_485, last: 10_485 }))?.length, 1);
  // The line at which reading stopped is not whole, the ones behind it are not known.
  assert.equal(await readLines(packed, 'big.txt', { first: 10_486, last: 10_486 }), null);
  for (const [first, last] of [
    [5, 9],
    [0, 1],
    [2, 1],
    [1.5, 2],
    [Number.NaN, 1],
  ] as const) {
    assert.equal(await readLines(packed, 'a.html', { first, last }), null);
  }
  assert.equal(await readLines(packed, 'none', { first: 1, last: 2 }), null);
  rmSync(join(place.app, 'gone.txt'));
  assert.equal(await readLines(packed, 'gone.txt', { first: 1, last: 2 }), null);
});
