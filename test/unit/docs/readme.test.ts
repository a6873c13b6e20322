import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { listFiles, readText } from '../../support/repository.ts';

const readme = readText('README.md');

test('the examples of the README name inputs and outputs of the action', () => {
  const action: Readonly<Record<'inputs' | 'outputs', object>> = parse(readText('action.yml'));
  const [, example = ''] = /```yml\n([\s\S]*?)```/.exec(readme) ?? [];
  const [step]: readonly { readonly with: object }[] = parse(example).steps;
  const ofShell = Array.from(readme.matchAll(/\bINPUT_([A-Z-]+)=/g), ([, name = '']) => name.toLowerCase());
  const outputs = Array.from(example.matchAll(/steps\.app\.outputs\.([\w-]+)/g), ([, name = '']) => name);
  assert.ok(ofShell.length > 0 && outputs.length > 0);
  for (const name of [...Object.keys(step?.with ?? {}), ...ofShell])
    assert.ok(Object.hasOwn(action.inputs, name), name);
  for (const name of outputs) assert.ok(Object.hasOwn(action.outputs, name), name);
});

test('every recipe is in the table of recipes, and every picture on a page', () => {
  for (const path of listFiles('examples/workflows', '.yml')) assert.ok(readme.includes(`](${path})`), path);
  const pages = ['README.md', ...listFiles('docs', '.md')].map(readText).join('\n');
  for (const path of listFiles('docs/images', '.png')) assert.ok(pages.includes(path), path);
});
