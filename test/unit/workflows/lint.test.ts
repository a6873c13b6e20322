import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRequire, registerHooks } from 'node:module';
import { test } from 'node:test';
import { parse } from 'yaml';
import { listFiles, readText } from '../../support/repository.ts';

// The workflows are also checked by .ci/actionlint, which needs Go.

// The service imports JSON without an import attribute, which Node rejects.
registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.json')) return next(url, context);
    return next(url, {
      ...context,
      importAttributes: { ...context.importAttributes, type: 'json' },
    });
  },
});
const { validate } = await import('@actions/languageservice');
// Its document class is in a package that only the service depends on.
const requireLikeService = createRequire(import.meta.resolve('@actions/languageservice'));
const {
  TextDocument,
}: { TextDocument: { create: (...args: unknown[]) => Parameters<typeof validate>[0] } } =
  requireLikeService('vscode-languageserver-textdocument');

const ours = 'OWNER/miniapp-deploy';
const action = readText('action.yml');

/**
 * Returns what GitHub's language service reports about a workflow or an action. The inputs of other
 * actions are not checked.
 */
async function validateYaml(
  text: string,
  path = '.github/workflows/a.yml',
): Promise<readonly unknown[]> {
  // The service caches files by path, so each has a path of its own. It ignores local actions, so
  // ours gets its published name.
  const published = text.replaceAll(/uses: \.\/(?:released)?$/gm, `uses: ${ours}@v1`);
  const document = TextDocument.create(`file:///${randomUUID()}/${path}`, 'yaml', 1, published);
  const fetchActionMetadata = async ({ owner, name }: { owner: string; name: string }) => ({
    name,
    description: name,
    ...(`${owner}/${name}` === ours ? parse(action) : {}),
  });
  const found = await validate(document, { actionsMetadataProvider: { fetchActionMetadata } });
  return found.map(({ range, message }) => ({ line: range.start.line + 1, message }));
}

const [, example = ''] = /```yml\n([\s\S]*?)```/.exec(readText('README.md')) ?? [];
const files = ['.github/workflows', 'examples/workflows'].flatMap((folder) =>
  listFiles(folder, '.yml'),
);
const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(files.map((path) => [path, readText(path)])),
  'the example in README.md': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    ${example.replaceAll('\n', '\n    ')}`,
};
for (const [name, text] of Object.entries(texts)) {
  test(`${name} passes GitHub's language service, including our inputs`, async () => {
    assert.deepEqual(await validateYaml(text), []);
  });
}

test('action.yml passes the language service of GitHub', async () => {
  assert.deepEqual(await validateYaml(action, 'action.yml'), []);
});

test('the language service reports an invalid value and an unknown input of our action', async () => {
  const text = texts['examples/workflows/monorepo.yml'] ?? '';
  for (const wrong of [
    text.replace('  queue: max', '  queue: many'),
    text.replace(' folder: ', ' foldr: '),
  ]) {
    assert.notDeepEqual(await validateYaml(wrong), []);
  }
});
