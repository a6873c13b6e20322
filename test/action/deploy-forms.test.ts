import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type DeployForm, startDocumentService } from '../support/document-service.ts';
import { readText, root } from '../support/repository.ts';
import { appFiles, concurrency, key, openStage, otherPage, slug } from './stage.ts';

/** The examples of the decision record, by the form of the deploy that each is for. */
const forms: Readonly<Partial<Record<DeployForm, string>>> = {
  other_names: 'docs/deploy-forms/other-names.diff',
  base64_list: 'docs/deploy-forms/base64-list.diff',
  multipart: 'docs/deploy-forms/multipart.diff',
};
const copies = mkdtempSync(join(tmpdir(), 'deploy-forms-'));
after(() => rmSync(copies, { recursive: true }));

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
      await using stage = await openStage();
      await using service = await startDocumentService({
        owners: { [key]: 'developer' },
        deployForm: form,
      });
      const entry = join(adaptAction(form, diff), 'src/index.ts');
      const inputs = { 'base-url': service.url, create: 'true', diff: 'true' };
      const first = await stage.run(inputs, { entry });
      assert.equal(first.outputs['outcome'], 'deployed', first.output);
      const draft = service.readDraft(slug) ?? new Map();
      assert.equal(draft.size, Object.keys(appFiles).length);
      for (const [path, content] of Object.entries(appFiles))
        assert.deepEqual(draft.get(path.slice('app/'.length)), Buffer.from(content), path);
      await stage.write(otherPage);
      const second = await stage.run(inputs, { entry });
      assert.equal(second.outputs['outcome'], 'deployed', second.output);
      // The lines of a text are compared, in whatever encoding it is sent.
      assert.match(second.summary ?? '', /^\+<p>New<\/p>$/m);
      const third = await stage.run(inputs, { entry });
      assert.equal(third.outputs['outcome'], 'unchanged', third.output);
    });
  });
}

/** Copies the action and applies a diff of the repository to the copy. */
function adaptAction(form: string, diff: string): string {
  const copy = join(copies, form);
  for (const path of ['src', 'package.json'])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  execFileSync('git', ['apply', '-'], { cwd: copy, input: readText(diff) });
  return copy;
}
