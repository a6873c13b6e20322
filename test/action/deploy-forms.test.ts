import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  currentTerms,
  type DeployForm,
  sendRequest,
  startDocumentService,
} from '../support/document-service.ts';
import { readText, root } from '../support/repository.ts';
import { appFiles, concurrency, key, openStage, otherPage, preload, slug } from './stage.ts';

/** The examples of the decision record, by the form of the deploy that each is for. */
const forms: Readonly<Partial<Record<DeployForm, string>>> = {
  other_names: 'docs/deploy-forms/other-names.diff',
  base64_list: 'docs/deploy-forms/base64-list.diff',
  multipart: 'docs/deploy-forms/multipart.diff',
};
/** The only file that an adapted action differs in. */
const payload = 'src/folder/deploy-payload.ts';

test('a service that is written from its document accepts a deploy and a submission of the action', async () => {
  await using stage = await openStage();
  await using service = await startDocumentService({ owners: { [key]: 'developer' } });
  const address = { 'base-url': service.url, create: 'true' };
  const inputs = { ...address, submit: 'true', 'terms-version': currentTerms };
  const first = await stage.run(inputs);
  assert.deepEqual(
    [first.outputs['outcome'], first.outputs['submitted'], first.outputs['status']],
    ['deployed', 'true', 'in_review'],
    first.output,
  );
  const second = await stage.run(inputs);
  assert.equal(second.outputs['outcome'], 'unchanged', second.output);
});

for (const [form, diff] of Object.entries(forms) as readonly [DeployForm, string][]) {
  describe(`a service that takes ${form}`, { concurrency }, () => {
    test('a deploy in another form is refused, and the run suggests the doctor', async () => {
      await using stage = await openStage();
      await using service = await startDocumentService({
        owners: { [key]: 'developer' },
        deployForm: form,
      });
      const inputs = { 'base-url': service.url, create: 'true' };
      const { exitCode, output } = await stage.run(inputs);
      assert.equal(exitCode, 1);
      assert.match(output, /The service refused the deploy/);
      assert.match(
        output,
        /If no deploy to this service has worked yet, run npx miniapp-deploy doctor/,
      );
    });

    test(`the service accepts deploys of the action with ${diff} applied`, async () => {
      await using stage = await openStage({ files: { ...appFiles, ...otherPage } });
      await using service = await startDocumentService({
        owners: { [key]: 'developer' },
        deployForm: form,
      });
      // With the usual page, and without other files.
      const body = { slug, html: appFiles['app/index.html'] };
      await sendRequest(service, { apiKey: key, method: 'POST', body });
      const entry = join(root, 'src/index.ts');
      const env = await preload(stage, replacePayload(diff));
      const inputs = { 'base-url': service.url, diff: 'true' };
      const first = await stage.run(inputs, { entry, env });
      assert.equal(first.outputs['outcome'], 'deployed', first.output);
      // The lines of a text are compared, in whatever encoding it is sent.
      assert.match(first.summary ?? '', /^\+<p>New<\/p>$/m);
      const draft = service.readDraft(slug) ?? new Map();
      assert.equal(draft.size, Object.keys(appFiles).length);
      for (const [path, content] of Object.entries({ ...appFiles, ...otherPage }))
        assert.deepEqual(draft.get(path.slice('app/'.length)), Buffer.from(content), path);
      const second = await stage.run(inputs, { entry, env });
      assert.equal(second.outputs['outcome'], 'unchanged', second.output);
    });
  });
}

/**
 * Returns code that is loaded before the sources of the action, and applies a diff of the
 * repository to them. A copy of all sources would be compiled again each time.
 */
function replacePayload(diff: string): string {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'deploy-forms-'));
  cpSync(join(root, payload), join(folder.path, payload));
  execFileSync('git', ['apply', '-'], { cwd: folder.path, input: readText(diff) });
  const source = readFileSync(join(folder.path, payload), 'utf8');
  const replacement = { format: 'module-typescript', source, shortCircuit: true };
  return `require('node:module').registerHooks({
    load(url, context, next) {
      if (url.endsWith('/${payload}')) return ${JSON.stringify(replacement)};
      return next(url, context);
    },
  });`;
}
