import assert from 'node:assert/strict';
import { cpSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runStep } from '../../scripts/runner/step.ts';
import { startGithub } from '../support/fake-github.ts';
import { root } from '../support/repository.ts';

const entry = join(root, 'src', 'index.ts');

test('the entry runs the action from its sources: what it writes and its exit code, also where no comment can be written', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'main-'));
  cpSync(join(root, 'examples', 'tide-times'), join(folder.path, 'app'), { recursive: true });
  const step = { entry, workspace: folder.path };

  const planned = await runStep({ ...step, with: { slug: 'tides', folder: 'app', 'dry-run': 'true' } });
  assert.partialDeepStrictEqual(planned, { exitCode: 0, outputs: { outcome: 'planned' } });
  assert.match(planned.summary ?? '', /Dry run of tides/);

  await using github = await startGithub(() => ({ status: 403, body: { message: 'No' } }));
  const commented = await runStep({
    ...step,
    with: { slug: 'tides', folder: 'app', 'dry-run': 'true', comment: 'true', 'github-token': 'ghs_0123456789' },
    env: { GITHUB_API_URL: github.apiUrl, GITHUB_EVENT_NAME: 'pull_request' },
    event: { number: 7, pull_request: { number: 7, head: { repo: { full_name: 'octo/apps' } } } },
  });
  assert.partialDeepStrictEqual(commented, { exitCode: 0, outputs: { outcome: 'planned' } });
  assert.ok(github.asked.length > 0);

  const wrong = await runStep({ ...step, with: { slug: 'T', 'dry-run': 'maybe' } });
  assert.partialDeepStrictEqual(wrong, { exitCode: 1, outputs: { outcome: 'failed' } });
  assert.match(wrong.output, /slug.*dry-run/s);
});
