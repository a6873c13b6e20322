import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startGithub } from '../support/fake-github.ts';
import { assertNoSecret } from './contract.ts';
import {
  comment,
  concurrency,
  githubToken,
  onPullRequest,
  openDeployed,
  openStage,
  otherPage,
  type StageResult,
} from './stage.ts';

const commentPath = '/repos/octo/apps/issues/7/comments';

function listWarnings({ annotations }: StageResult): readonly string[] {
  return annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);
}

describe('GitHub is asked', { concurrency }, () => {
  test('the comment of a pull request is created once, kept while it is up to date, and then edited', async () => {
    let kept: { readonly id: number; readonly body: string } | null = null;
    await using github = await startGithub(({ method, body }) => {
      if (method === 'GET')
        return { status: 200, body: kept === null ? [] : [{ id: 1, body: 'Mine too' }, kept] };
      kept = { id: 9, body: (body as { readonly body: string }).body };
      return { status: 201, body: kept };
    });
    await using stage = await openDeployed();
    const step = onPullRequest(github);
    await stage.run(comment, step);
    await stage.run(comment, step);
    await stage.write(otherPage);
    assert.equal((await stage.run(comment, step)).exitCode, 0);
    const change = 'PATCH /repos/octo/apps/issues/comments/9';
    assert.deepEqual(
      github.asked.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`),
      [
        `GET ${commentPath}`,
        `POST ${commentPath}`,
        `GET ${commentPath}`,
        `GET ${commentPath}`,
        change,
      ],
    );
    const { body } = (github.asked.at(-1)?.body ?? { body: '' }) as { readonly body: string };
    assert.match(body, /^<!-- miniapp-deploy:[0-9a-f]{16} -->\n## ✅ tides deployed/);
    assert.match(body, /\[Run\]\(https:\/\/github\.com\/octo\/apps\/actions\/runs\/1234567890\)/);
    assertNoSecret(body, [githubToken]);
  });

  test('without the permission to comment, the deploy succeeds, and one warning names the permission', async () => {
    const body = { message: 'Resource not accessible by integration' };
    await using github = await startGithub(() => ({ status: 403, body }));
    await using stage = await openStage();
    const result = await stage.run({ create: 'true', ...comment }, onPullRequest(github));
    assert.partialDeepStrictEqual(result, { exitCode: 0, outputs: { outcome: 'deployed' } });
    const [warning, ...others] = listWarnings(result);
    assert.deepEqual(others, []);
    assert.match(warning ?? '', /pull-requests: write/);
  });

  test('comment: true is a warning outside of a pull request, and for list, which is not about an app', async () => {
    await using github = await startGithub(() => ({ status: 200, body: [] }));
    await using stage = await openDeployed();
    const outside = await stage.run(comment);
    const list = await stage.run({ command: 'list', ...comment }, onPullRequest(github));
    assert.deepEqual(github.asked, []);
    for (const { exitCode } of [outside, list]) assert.equal(exitCode, 0);
    assert.match(listWarnings(outside).join(), /not about a pull request/);
    assert.match(listWarnings(list).join(), /with list/);
  });

  test('a stale run follows on-stale before it sends a request to the service', async () => {
    await using github = await startGithub(() => ({ status: 200, body: { ahead_by: 3 } }));
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const env = { GITHUB_API_URL: github.apiUrl };
    const run = (choice: string) =>
      stage.run({ 'on-stale': choice, 'github-token': githubToken }, { env });
    assert.partialDeepStrictEqual(await run('fail'), { exitCode: 1, code: 'stale', asked: '' });
    const skipped = { exitCode: 0, outputs: { 'skip-reason': 'stale' }, asked: '' };
    assert.partialDeepStrictEqual(await run('skip'), skipped);
    const warn = await run('warn');
    assert.partialDeepStrictEqual(warn, { exitCode: 0, outputs: { outcome: 'deployed' } });
    assert.match(listWarnings(warn).join(), /newer commit/);
    await run('ignore');
    assert.equal(github.asked.length, 3, 'GitHub is not asked when nobody wants to know');
  });
});
