import assert from 'node:assert/strict';
import { cpSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runStep } from '../../../scripts/runner/step.ts';
import { startGithub } from '../../support/fake-github.ts';
import { root } from '../../support/repository.ts';

/** Lets the third timeout that is set expire at once, and prints all timeouts at the end. */
const endThird = `
  const limits = [];
  AbortSignal.timeout = (milliseconds) => {
    const isThird = limits.push(milliseconds) === 3;
    return isThird ? AbortSignal.abort(new DOMException('late', 'TimeoutError')) : new AbortController().signal;
  };
  process.on('exit', () => console.log('limits', ...limits));`;

const entry = join(root, 'src', 'index.ts');

test('main.ts writes outputs, summary and exit code, even if the comment cannot be posted', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'main-'));
  cpSync(join(root, 'examples', 'tide-times'), join(folder.path, 'app'), { recursive: true });
  const step = { entry, workspace: folder.path };

  await using github = await startGithub(() => ({ status: 200, body: [] }));
  const late = await runStep({
    ...step,
    with: {
      slug: 'tides',
      folder: 'app',
      'dry-run': 'true',
      comment: 'true',
      'github-token': 'ghs_0123456789',
    },
    env: {
      GITHUB_API_URL: github.apiUrl,
      GITHUB_EVENT_NAME: 'pull_request',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endThird)}`,
    },
    event: { number: 7, pull_request: { number: 7, head: { repo: { full_name: 'octo/apps' } } } },
  });
  assert.partialDeepStrictEqual(late, { exitCode: 0, outputs: { outcome: 'planned' } });
  assert.match(late.summary ?? '', /tides checked offline/);
  // The comments of the pull request were read, but the new one took too long.
  assert.deepEqual(
    github.asked.map(({ method, path }) => `${method} ${path}`),
    ['GET /repos/octo/apps/issues/7/comments?per_page=100'],
  );
  assert.match(late.output, /GitHub did not respond in time/);
  // What GitHub may take: for the comment as a whole, and for each request.
  assert.match(late.output, /^limits 10000 10000 10000$/m);

  const wrong = await runStep({ ...step, with: { slug: 'T', 'dry-run': 'maybe' } });
  assert.partialDeepStrictEqual(wrong, { exitCode: 1, outputs: { outcome: 'failed' } });
  assert.match(wrong.output, /slug.*dry-run/s);
});
