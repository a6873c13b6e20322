import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

  test('a run of anything but the tip of a branch is never stale, and GitHub is not asked', async () => {
    await using github = await startGithub(() => ({ status: 200, body: { ahead_by: 5 } }));
    const refs = ['refs/tags/v1.0.0', 'refs/pull/7/merge', 'refs/heads/', 'main', 'x/refs/heads/main', ''];
    for (const ref of refs) assert.equal(await isStale({ ...place, ref }, github.access), false, ref);
    for (const eventName of ['pull_request', 'pull_request_target']) {
      assert.equal(await isStale({ ...place, eventName }, github.access), false, eventName);
    }
    assert.deepEqual(github.asked, []);
  });

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

  for (const body of [[], { ahead_by: '1' }, 'text']) {
    test(`rejects where GitHub's answer is ${JSON.stringify(body)}`, async () => {
      await using github = await startGithub(() => ({ status: 200, body }));
      await assert.rejects(isStale(place, github.access), {
        code: 'github_response',
        message: 'GitHub answered in a form that is not documented',
      });
    });
  }
});
