import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FolderContents } from '../../../src/folder/folder-file.ts';
import { checkServiceJson, parseServiceJson } from '../../../src/folder/service-json.ts';
import { findMisfits } from '../../support/json-schema.ts';
import { readText } from '../../support/repository.ts';

const schema = JSON.parse(readText('examples/service.schema.json'));
const picture = { path: 'assets/logo.png', type: 'image/png' };
const text = { path: 'assets/notes.txt', type: 'text/plain' };
const contents = { files: [picture, text], excluded: [] } as unknown as FolderContents;

function isFine(service: string): boolean {
  return checkServiceJson(parseServiceJson(service), contents).length === 0;
}

const fine = [
  '{"name": "Tides"}',
  '{"name": " Tides ", "tagline": ""}',
  '{"name": "潮", "tagline": "When?", "color": "#0A7ea4", "logo": "assets/logo.png"}',
  '{"name": "x", "$schema": "https://example.com/service.schema.json"}',
  '{"name": "x", "$comment": [1, null]}',
  `{"name": "${'x'.repeat(999)}"}`,
];
const wrong = [
  ...['[]', '"Tides"', 'null', '3', '{}', '{"tagline": "x"}'],
  ...['""', '" "', '3', 'null', '["x"]', '{}', 'true'].map((name) => `{"name": ${name}}`),
  ...['3', 'null', '[]'].map((tagline) => `{"name": "x", "tagline": ${tagline}}`),
  ...['"red"', '"#fff"', '"#0a7ea4 "', '"#0a7ea"', '3', 'null'].map(
    (color) => `{"name": "x", "color": ${color}}`,
  ),
  ...[
    '""',
    '"./assets/logo.png"',
    '"/assets/logo.png"',
    '"assets\\\\logo.png"',
    'false',
    'null',
  ].map((logo) => `{"name": "x", "logo": ${logo}}`),
  ...['"Name": "x"', '"icon": "x"', '"html": "x"', '"version": 1'].map(
    (member) => `{"name": "x", ${member}}`,
  ),
];
/** Faults that only the check finds: they need the folder, or the text itself. */
const onlyCheck = [
  '{"name": "x", "logo": "assets/none.png"}',
  '{"name": "x", "logo": "assets/notes.txt"}',
  '{"name": "x", "name": "y"}',
];

test('the schema of service.json and the check agree, except for what needs the folder or the text', () => {
  assert.ok(fine.length + wrong.length >= 30);
  for (const [cases, checked, fits] of [
    [fine, true, true],
    [wrong, false, false],
    [onlyCheck, false, true],
  ] as const) {
    for (const service of cases) {
      const found = [isFine(service), findMisfits(JSON.parse(service), schema).length === 0];
      assert.deepEqual(found, [checked, fits], service);
    }
  }
});
