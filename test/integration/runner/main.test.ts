import assert from 'node:assert/strict';
import { cpSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runStep } from '../../../scripts/runner/step.ts';
import { startGithub } from '../../support/fake-github.ts';
import { root } from '../../support/repository.ts';

/** Lets the second timeout that is set expire at once, and prints all timeouts at the end. */
const endSecond = `
  const limits = [];
  AbortSignal.timeout = (milliseconds) => {
    const isSecond = limits.push(milliseconds) === 2;
    return isSecond ? AbortSignal.abort(new DOMException('late', 'TimeoutError')) : new AbortController().signal;
  };
  process.on('exit', () => console.log('limits', ...limits));`;

const entry = join(root, 'src', 'index.ts');

test('main.ts writes outputs, summary and exit code, even if the comment cannot be posted', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'main-'));
  cpSync(join(root, 'examples', 'tide-times'), join(folder.path, 'app'), { recursive: true });
  const step = { entry, workspace: folder.path };

  const planned = await runStep({
    ...step,
    with: { slug: 'tides', folder: 'app', 'dry-run': 'true' },
  });
  assert.partialDeepStrictEqual(planned, { exitCode: 0, outputs: { outcome: 'planned' } });
  assert.match(planned.summary ?? '', /tides checked offline/);

  await using github = await startGithub(() => ({ status: 403, body: { message: 'No' } }));
  const comment = (env: Readonly<Record<string, string>> = {}) =>
    runStep({
      ...step,
      with: {
        slug: 'tides',
        folder: 'app',
        'dry-run': 'true',
        comment: 'true',
        'github-token': 'ghs_0123456789',
      },
      env: { GITHUB_API_URL: github.apiUrl, GITHUB_EVENT_NAME: 'pull_request', ...env },
      event: { number: 7, pull_request: { number: 7, head: { repo: { full_name: 'octo/apps' } } } },
    });
  const refused = await comment();
  // What GitHub may take: for the comment as a whole, and for each request.
  const late = await comment({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endSecond)}`,
  });
  for (const ended of [refused, late])
    assert.partialDeepStrictEqual(ended, { exitCode: 0, outputs: { outcome: 'planned' } });
  assert.ok(github.asked.length > 0);
  assert.match(late.output, /GitHub did not respond in time/);
  assert.match(late.output, /^limits 10000 10000$/m);

  const wrong = await runStep({ ...step, with: { slug: 'T', 'dry-run': 'maybe' } });
  assert.partialDeepStrictEqual(wrong, { exitCode: 1, outputs: { outcome: 'failed' } });
  assert.match(wrong.output, /slug.*dry-run/s);
});
