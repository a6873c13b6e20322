import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/action-error.ts';
import { isStale } from '../../../src/github.ts';
import { startGithub } from './fake-github.ts';

const place = { eventName: 'push', ref: 'refs/heads/main', sha: 'abc123' };

describe('isStale', () => {
  for (const [ahead, expected] of [
    [0, false],
    [1, true],
    [250, true],
  ] as const) {
    test(`a branch that is ${ahead} commits ahead of the run: ${expected}`, async () => {
      await using github = await startGithub(() => ({ status: 200, body: { ahead_by: ahead, behind_by: 3 } }));
      assert.equal(await isStale(place, github.access), expected);
      assert.deepEqual(
        github.asked.map((entry) => [entry.method, entry.path, entry.authorization]),
        [['GET', '/repos/coast/tides/compare/abc123...main?per_page=1', 'token token-123']],
      );
    });
  }

  test('names a branch with slashes and odd characters rightly', async () => {
    await using github = await startGithub(() => ({ status: 200, body: { ahead_by: 0 } }));
    await isStale({ ...place, ref: 'refs/heads/feature/#1 ?ä' }, github.access);
    const asked = new URL(github.asked[0]?.path ?? '', github.apiUrl);
    assert.equal(decodeURIComponent(asked.pathname), '/repos/coast/tides/compare/abc123...feature/#1 ?ä');
    assert.equal(asked.search, '?per_page=1');
  });

  for (const other of [
    { ref: 'refs/tags/v1.0.0' },
    { ref: 'refs/pull/7/merge' },
    { ref: 'refs/heads/' },
    { ref: 'main' },
    { ref: 'x/refs/heads/main' },
    { ref: '' },
    { eventName: 'pull_request' },
    { eventName: 'pull_request_target' },
  ]) {
    test(`a run of ${JSON.stringify(other)} is never stale, and GitHub is not asked`, async () => {
      await using github = await startGithub(() => ({ status: 200, body: { ahead_by: 5 } }));
      assert.equal(await isStale({ ...place, ...other }, github.access), false);
      assert.deepEqual(github.asked, []);
    });
  }

  for (const status of [403, 404]) {
    test(`rejects with the permission where GitHub does not tell (${status})`, async () => {
      await using github = await startGithub(() => ({ status, body: { message: 'Not Found' } }));
      await assert.rejects(isStale(place, github.access), {
        code: 'github_forbidden',
        message: `GitHub answered ${status}: Not Found`,
        next: 'The job needs "permissions: contents: read".',
      });
    });
  }

  test('rejects with the branch where it was deleted, and does not ask for a permission', async () => {
    await using github = await startGithub(({ path }) => ({
      status: 404,
      body: { message: path.includes('/branches/') ? 'Branch not found' : 'Not Found' },
    }));
    await assert.rejects(isStale({ ...place, ref: 'refs/heads/fix/tides' }, github.access), {
      code: 'github_branch',
      message: 'the branch fix/tides no longer exists',
    });
    assert.deepEqual(
      github.asked.map(({ path }) => path),
      ['/repos/coast/tides/compare/abc123...fix%2Ftides?per_page=1', '/repos/coast/tides/branches/fix%2Ftides'],
    );
  });

  test('rejects with the words of GitHub where the branch has another history', async () => {
    await using github = await startGithub(({ path }) =>
      path.includes('/branches/')
        ? { status: 200, body: { name: 'main' } }
        : { status: 404, body: { message: 'No common ancestor between abc123 and main.' } },
    );
    await assert.rejects(isStale(place, github.access), {
      code: 'github_branch',
      message: 'GitHub cannot compare the commit with the branch main: No common ancestor between abc123 and main',
    });
  });

  for (const body of [[], {}, { ahead_by: '1' }, 'text', 7]) {
    test(`rejects where GitHub's answer is ${JSON.stringify(body)}`, async () => {
      await using github = await startGithub(() => ({ status: 200, body }));
      await assert.rejects(isStale(place, github.access), {
        code: 'github_response',
        message: 'GitHub answered in a form that is not documented',
      });
    });
  }

  test('rejects without a token', async () => {
    await using github = await startGithub(() => 'silence');
    await assert.rejects(isStale(place, { ...github.access, token: '' }), { code: 'github_token_missing' });
  });

  test('ends with the run', async () => {
    await using github = await startGithub(() => 'silence');
    const asking = github.nextRequest();
    const end = endByCancel();
    const judging = assert.rejects(isStale(place, github.access), (error) => error === end);
    await asking;
    github.abort(end);
    await judging;
  });
});
