import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { listFiles, readText } from '../../support/repository.ts';

const readme = readText('README.md');
const action: Readonly<Record<'inputs' | 'outputs', Readonly<Record<string, unknown>>>> = parse(readText('action.yml'));

test('the example of an output names inputs and outputs of the action', () => {
  const [, example = ''] = /```yml\n([\s\S]*?)```/.exec(readme) ?? [];
  const [step]: readonly { readonly with: Readonly<Record<string, string>> }[] = parse(example).steps;
  for (const input of Object.keys(step?.with ?? {})) assert.ok(Object.hasOwn(action.inputs, input), input);
  const used = Array.from(example.matchAll(/steps\.app\.outputs\.([\w-]+)/g), ([, output = '']) => output);
  assert.deepEqual(used, ['changed', 'url']);
  for (const output of used) assert.ok(Object.hasOwn(action.outputs, output), output);
});

test('the inputs of the command line example are inputs of the action', () => {
  const names = Array.from(readme.matchAll(/\bINPUT_([A-Z-]+)=/g), ([, name = '']) => name.toLowerCase());
  assert.ok(names.length > 3);
  for (const name of names) assert.ok(Object.hasOwn(action.inputs, name), name);
});

test('every recipe is in the table of recipes', () => {
  for (const path of listFiles('examples/workflows', '.yml')) assert.ok(readme.includes(`](${path})`), path);
});

test('every picture is on a page', () => {
  const pages = ['README.md', ...listFiles('docs', '.md')].map(readText).join('\n');
  for (const path of listFiles('docs/images', '.png')) assert.ok(pages.includes(path), path);
});
