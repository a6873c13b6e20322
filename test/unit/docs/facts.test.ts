import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOptions, optionTable } from '../../../cli/options/options.ts';
import { action } from '../../../scripts/runner/environment.ts';
import { inputTable } from '../../../src/inputs/inputs.ts';
import { maxListedText, maxOutputText, outputTable } from '../../../src/report/outputs.ts';
import { assertNames } from '../../support/names.ts';
import { listFiles, readText } from '../../support/repository.ts';

/** Returns the options that a text names, such as `--json`. */
function listNamed(text: string): readonly string[] {
  return [
    ...new Set(
      Array.from(
        text.matchAll(/(?<=`|`(?:page|arrange) .*)--([a-z][a-z-]+)/g),
        ([, name = '']) => name,
      ),
    ),
  ].sort();
}

test('docs/doctor.md describes every option of the doctor, and no others', () => {
  const [, table = ''] = readText('docs/doctor.md').split('| option | meaning |');
  const [rows = ''] = table.split('\n\n');
  const others = ['quiet', 'help', 'version'];
  const options = listOptions('doctor').map(({ name }) => name);
  const expected = options.filter((name) => !others.includes(name));
  assertNames(listNamed(rows), expected, 'docs/doctor.md, the table of options,');
});

test('docs/command.md and docs/doctor.md together name every option, and no others', () => {
  const page = readText('docs/command.md');
  const [, onGithub = ''] = /takes\. (.*) are about GitHub/.exec(page) ?? [];
  const notOptions = [
    'command',
    'api-key',
    ...Array.from(onGithub.matchAll(/[a-z]+(?:-[a-z]+)*(?=`)/g), String),
  ];
  const inputs = Object.keys(action.inputs).filter((name) => !notOptions.includes(name));
  const led = new Set([
    ...inputs,
    ...listNamed(`${page}${readText('docs/doctor.md')}`),
    'help',
    'version',
  ]);
  assertNames(
    [...led],
    [...optionTable.keys()],
    'docs/command.md, the sentence about GitHub or the table of options,',
  );
});

test('action.yml has every input and output, and docs/output.schema.json every key of results', () => {
  const { required, properties } = JSON.parse(readText('docs/output.schema.json'));
  const toNames = (other: string) =>
    Object.entries(outputTable).flatMap(([name, { place }]) => (place === other ? [] : [name]));
  const outputs = toNames('result');
  const advice = 'run "npm run docs"';
  const inputs = Object.values(inputTable).map(({ name }) => name);
  assert.deepEqual(Object.keys(action.inputs), inputs, `action.yml: ${advice}`);
  assert.deepEqual(Object.keys(action.outputs), outputs, `action.yml: ${advice}`);
  const keys = ['outcome', ...required.slice(-outputs.length + 1)];
  assert.deepEqual(keys, outputs, `docs/output.schema.json: ${advice}`);
  const { items } = properties.results;
  assert.deepEqual(items.required, toNames('output'), `results in the schema: ${advice}`);
});

test('no page has the same anchor twice', () => {
  for (const page of [
    ...listFiles('docs', '.md'),
    'README.md',
    'SECURITY.md',
    'sandbox/README.md',
  ]) {
    const anchors = Array.from(readText(page).matchAll(/<a id="([\w-]+)">/g), ([, id]) => id);
    assert.deepEqual(
      anchors.filter((id, index) => anchors.indexOf(id) !== index),
      [],
      page,
    );
  }
});

test('action.yml has the limits of the outputs', () => {
  const text = readText('action.yml');
  const limits = [
    `Each text is cut at ${maxOutputText.toLocaleString('en')} characters`,
    `Notes are cut at ${maxListedText.toLocaleString('en')} characters`,
  ];
  for (const limit of limits) {
    assert.ok(text.includes(limit), `src/report/outputs.ts, a description, lacks "${limit}"`);
  }
});
