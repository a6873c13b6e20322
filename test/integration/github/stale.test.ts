import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isStale } from '../../../src/github.ts';
import { startGithub } from './fake-github.ts';

const place = { eventName: 'push', ref: 'refs/heads/main', sha: 'abc123' };

describe('a run is stale', () => {
  test('where its branch is ahead of its commit by a commit or more', async () => {
    for (const [ahead, expected] of [
      [0, false],
      [1, true],
      [250, true],
    ] as const) {
      await using github = await startGithub(() => ({ status: 200, body: { ahead_by: ahead, behind_by: 3 } }));
      assert.equal(await isStale(place, github.access), expected);
      const path = '/repos/coast/tides/compare/abc123...main?per_page=1';
      assert.deepEqual(github.asked, [{ method: 'GET', path, authorization: 'token token-123', body: null }]);
    }
  });

  test('by its branch also where that has slashes and odd characters', async () => {
    await using github = await startGithub(() => ({ status: 200, body: { ahead_by: 0 } }));
    await isStale({ ...place, ref: 'refs/heads/feature/#1 ?ä' }, github.access);
    const asked = new URL(github.asked[0]?.path ?? '', github.apiUrl);
    assert.equal(decodeURIComponent(asked.pathname), '/repos/coast/tides/compare/abc123...feature/#1 ?ä');
    assert.equal(asked.search, '?per_page=1');
  });

  test('never where it is of anything but the tip of a branch, and GitHub is not asked', async () => {
    await using github = await startGithub(() => ({ status: 200, body: { ahead_by: 5 } }));
    const refs = ['refs/tags/v1.0.0', 'refs/pull/7/merge', 'refs/heads/', 'main', 'x/refs/heads/main', ''];
    for (const ref of refs) assert.equal(await isStale({ ...place, ref }, github.access), false, ref);
    for (const eventName of ['pull_request', 'pull_request_target']) {
      assert.equal(await isStale({ ...place, eventName }, github.access), false, eventName);
    }
    assert.deepEqual(github.asked, []);
  });
});

describe('whether a run is stale cannot be told', () => {
  test('without the permission, which is named', async () => {
    for (const status of [403, 404]) {
      await using github = await startGithub(() => ({ status, body: { message: 'Not Found' } }));
      await assert.rejects(isStale(place, github.access), {
        code: 'github_forbidden',
        message: `GitHub responded with ${status}: Not Found`,
        next: 'The job needs "permissions: contents: read".',
      });
    }
  });

  test('where the branch was deleted, which needs no permission', async () => {
    await using github = await startGithub(({ path }) => {
      return { status: 404, body: { message: path.includes('/branches/') ? 'Branch not found' : 'Not Found' } };
    });
    const stale = isStale({ ...place, ref: 'refs/heads/fix/tides' }, github.access);
    await assert.rejects(stale, { code: 'github_branch', message: 'the branch fix/tides no longer exists' });
    const paths = github.asked.map(({ path }) => path);
    const compare = '/repos/coast/tides/compare/abc123...fix%2Ftides?per_page=1';
    assert.deepEqual(paths, [compare, '/repos/coast/tides/branches/fix%2Ftides']);
  });

  test('where the branch has another history, told in the words of GitHub', async () => {
    const words = 'No common ancestor between abc123 and main';
    await using github = await startGithub(({ path }) => {
      const isBranch = path.includes('/branches/');
      return isBranch ? { status: 200, body: { name: 'main' } } : { status: 404, body: { message: `${words}.` } };
    });
    const message = `GitHub cannot compare the commit with the branch main: ${words}`;
    await assert.rejects(isStale(place, github.access), { code: 'github_branch', message });
  });

  test('where the response is of an unknown form', async () => {
    for (const body of [[], { ahead_by: '1' }, 'text']) {
      await using github = await startGithub(() => ({ status: 200, body }));
      await assert.rejects(isStale(place, github.access), { code: 'github_response' });
    }
  });
});
