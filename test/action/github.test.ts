import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Step } from '../../scripts/runner/step.ts';
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
  pullRequestFrom,
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

  const skipped = { exitCode: 0, outputs: { 'skip-reason': 'stale' }, asked: '' };
  const deployed = { exitCode: 0, outputs: { outcome: 'deployed' } };
  /** Runs a deploy of another page with on-stale, while GitHub shows this comparison. */
  async function runStale(choice: string, comparison: object, more: Partial<Step> = {}) {
    await using github = await startGithub(() => ({ status: 200, body: comparison }));
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const env = { GITHUB_API_URL: github.apiUrl, ...more.env };
    const inputs = { 'on-stale': choice, 'github-token': githubToken };
    const result = await stage.run(inputs, { ...more, env });
    return { result, asked: github.asked.map(({ path }) => path) };
  }

  test('a stale run follows on-stale before it sends a request to the service', async () => {
    const ahead = { ahead_by: 3 };
    const failed = await runStale('fail', ahead);
    assert.partialDeepStrictEqual(failed.result, { exitCode: 1, code: 'stale', asked: '' });
    assert.partialDeepStrictEqual((await runStale('skip', ahead)).result, skipped);
    const warn = await runStale('warn', ahead);
    assert.partialDeepStrictEqual(warn.result, deployed);
    assert.match(listWarnings(warn.result).join(), /newer commit/);
    const ignore = await runStale('ignore', ahead);
    assert.deepEqual(ignore.asked, [], 'GitHub is not asked when nobody wants to know');
  });

  test('a stale run is not skipped if the newest commit may have started no run', async () => {
    const toCommit = (message: string, login = 'octocat') => ({
      author: { login },
      commit: { message },
    });
    const usual = toCommit('Change the page');
    const rows: readonly (readonly [commits: readonly object[], warning: RegExp])[] = [
      [[toCommit('Docs [skip ci]')], /its message has \[skip ci\]/],
      [[usual, toCommit('Docs\n\n\nskip-checks: true')], /skip-checks: true/],
      [[toCommit('Build', 'github-actions[bot]')], /whose pushes start no run/],
    ];
    for (const [commits, warning] of rows) {
      const { result, asked } = await runStale('skip', { ahead_by: commits.length, commits });
      assert.partialDeepStrictEqual(result, deployed);
      assert.match(listWarnings(result).join(), warning);
      assert.equal(asked.length, 1);
    }
    const commits = [toCommit('Docs [skip ci]'), usual];
    const newest = await runStale('skip', { ahead_by: 2, commits });
    assert.partialDeepStrictEqual(newest.result, skipped);
  });

  test('a run is stale if its branch was set back by a force push', async () => {
    const body = { status: 'behind', ahead_by: 0, behind_by: 1, commits: [] };
    assert.partialDeepStrictEqual((await runStale('skip', body)).result, skipped);
  });

  test('a run that another run has started is compared by the commit of that run', async () => {
    const run = { event: 'push', head_sha: 'c0ffee', head_branch: 'main' };
    const { result, asked } = await runStale(
      'skip',
      { ahead_by: 1, commits: [] },
      {
        event: { workflow_run: run },
        env: { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_REF: 'refs/heads/main' },
      },
    );
    assert.partialDeepStrictEqual(result, skipped);
    assert.match(asked.join(), /compare\/c0ffee\.\.\.main\?/);
  });

  test("a pull request of Dependabot is checked offline, and the notice names Dependabot's secrets", async () => {
    await using stage = await openStage();
    const step = {
      event: pullRequestFrom('octo/apps'),
      env: { GITHUB_EVENT_NAME: 'pull_request', GITHUB_ACTOR: 'dependabot[bot]' },
    };
    const keyless = { 'api-key': '', 'base-url': '' };
    const checked = await stage.run(keyless, step);
    const outputs = { outcome: 'planned', 'skip-reason': 'fork' };
    assert.partialDeepStrictEqual(checked, { exitCode: 0, asked: '', outputs });
    assert.match(
      JSON.stringify(checked.annotations),
      /Settings > Secrets and variables > Dependabot/,
    );
    await stage.write({ 'app/service.json': '{' });
    const broken = { exitCode: 1, code: 'offline_problems', asked: '' };
    assert.partialDeepStrictEqual(await stage.run(keyless, step), broken);
  });

  test('a run for a comment on a pull request comments on that pull request', async () => {
    await using github = await startGithub(({ method }) =>
      method === 'GET' ? { status: 200, body: [] } : { status: 201, body: { id: 9 } },
    );
    await using stage = await openDeployed();
    await stage.run(comment, {
      event: { issue: { number: 7, pull_request: {} }, comment: { body: '/deploy' } },
      env: { GITHUB_API_URL: github.apiUrl, GITHUB_EVENT_NAME: 'issue_comment' },
    });
    assert.deepEqual(
      github.asked.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`),
      [`GET ${commentPath}`, `POST ${commentPath}`],
    );
  });
});
