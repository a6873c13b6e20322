import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkServiceJson } from '../../../src/folder/check-service.ts';
import { createPacked } from './packed-sample.ts';

const packed = createPacked(
  ['assets/logo.svg', 'assets/a.txt'],
  [
    { path: '.art/', reason: 'hidden folder' },
    { path: 'big.png', reason: 'link' },
  ],
);

function check(text: string) {
  const { problems, fields } = checkServiceJson(text, packed);
  return { fields, shown: problems.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`) };
}

test('a sound service.json has no problems and gives its fields, unknown keys apart', () => {
  const text = '{"name":"\\u0054ides","tagline":"","color":"#1B6ca8","logo":"assets/logo.svg","x":[{"y":null}]}';
  assert.deepEqual(check(text), { fields: { name: 'Tides', tagline: '', color: '#1B6ca8' }, shown: [] });
});

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['{}', ['warning name_missing 1:null']],
  ['{"name":" "}', ['error name_empty 1:9']],
  ['{"name":1}', ['error name_type 1:9']],
  ['{"name":"a",\n"tagline":null}', ['error tagline_type 2:11']],
  ['{"name":"a","color":["#fff"]}', ['error color_type 1:21']],
  ['{"name":"a","color":"#12345"}', ['error color_format 1:21']],
  ['{"name":"a","color":"#1234567"}', ['error color_format 1:21']],
  ['{"name":"a","color":"#12345g"}', ['error color_format 1:21']],
  ['{"name":"a","color":"#123456\\n"}', ['error color_format 1:21']],
  ['{"name":"a",\r\n  "color": ""}', ['error color_format 2:12']],
  ['{"name":"a","logo":{}}', ['error logo_type 1:20']],
  ['{"name":"a","logo":"assets/a.txt"}', ['error logo_type 1:20']],
  ['{"name":"a","logo":"./assets/logo.svg"}', ['warning logo_path 1:20']],
  ['{"name":"a","logo":"assets/none.png"}', ['error logo_missing 1:20']],
  ['{"name":"a","name":"b"}', ['error duplicate_key 1:13']],
  ['{"name":"a","x":{"y":1,\n"y":2}}', ['error duplicate_key 2:1']],
  ['\ufeff{"name":1}', ['warning byte_order_mark 1:1', 'error name_type 1:9']],
  ['{"name":"\u{1f600}","color":1}', ['error color_type 1:22']],
  ['null', ['error json_not_object 1:1']],
  ['{\n"name":"a"\n"color":"b"}', ['error json_syntax 3:1']],
];

for (const [text, shown] of cases) {
  test(`${JSON.stringify(text)} has ${shown.join(' and ')}`, () => {
    assert.deepEqual(check(text).shown, shown);
  });
}

test('of a key given twice the later one counts, as JSON.parse reads it', () => {
  assert.equal(check('{"name":"a","name":"b"}').fields.name, 'b');
  assert.equal(check('{"__proto__":{"name":"x"},"name":"a"}').fields.name, 'a');
});

const logos: readonly (readonly [string, RegExp])[] = [
  ['big.png', /^big\.png was left out \(link\)/],
  ['./.art/logo.png', /^\.art\/ was left out \(hidden folder\)/],
  ['Assets/Logo.svg', /^Case counts: the file is assets\/logo\.svg/],
  ['https://example.test/a.png', /such as assets\/logo\.svg/],
];

for (const [logo, fix] of logos) {
  test(`the logo ${logo} gets the advice ${fix.source}`, () => {
    const { problems } = checkServiceJson(JSON.stringify({ name: 'a', logo }), packed);
    assert.match(problems[0]?.fix ?? '', fix);
  });
}

test('a folder without any picture is told to add one', () => {
  const { problems } = checkServiceJson('{"name":"a","logo":"a.png"}', createPacked(['index.html']));
  assert.equal(problems[0]?.fix, 'Add the picture to assets/.');
});
