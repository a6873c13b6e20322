import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel } from '../../../src/errors.ts';
import { openComments } from '../../../src/github/comments.ts';
import { startGithub } from './fake-github.ts';

const path = '/repos/coast/tides/issues/7/comments';

describe('openComments', () => {
  test('lists a page of a hundred, with texts and without', async () => {
    const rows = [
      { id: 1, body: 'Hello', user: { login: 'gull' } },
      { id: 2, body: null, user: null },
      { id: 3, user: { login: 'github-actions[bot]' } },
    ];
    await using github = await startGithub(() => ({ status: 200, body: rows }));
    const comments = openComments(7, github.access);
    assert.deepEqual(await comments.list(1), [
      { id: 1, body: 'Hello' },
      { id: 2, body: '' },
      { id: 3, body: '' },
    ]);
    await comments.list(3);
    assert.deepEqual(
      github.asked.map((entry) => [entry.method, entry.path, entry.authorization]),
      [
        ['GET', `${path}?page=1&per_page=100`, 'token token-123'],
        ['GET', `${path}?page=3&per_page=100`, 'token token-123'],
      ],
    );
  });

  test('creates and updates a comment, its text as it is', async () => {
    await using github = await startGithub(() => ({ status: 201, body: { id: 9 } }));
    const comments = openComments(7, github.access);
    const body = 'Ünïcode, `code`\n<b>&amp;</b> \u{1f30a}';
    await comments.create(body);
    await comments.update(9, body);
    assert.deepEqual(
      github.asked.map((entry) => [entry.method, entry.path, entry.body]),
      [
        ['POST', path, { body }],
        ['PATCH', '/repos/coast/tides/issues/comments/9', { body }],
      ],
    );
  });

  test('keeps the path of an API that lies under one', async () => {
    await using github = await startGithub(() => ({ status: 200, body: [] }));
    await openComments(7, { ...github.access, apiUrl: `${github.apiUrl}/api/v3` }).list(1);
    assert.match(github.asked[0]?.path ?? '', /^\/api\/v3\/repos\/coast\/tides\/issues\/7\/comments\?/);
  });

  for (const status of [401, 403, 404, 422, 500]) {
    test(`rejects with GitHub's status, once and for good (${status})`, async () => {
      await using github = await startGithub(() => ({ status, body: { message: 'Resource not accessible' } }));
      const comments = openComments(7, github.access);
      await assert.rejects(comments.list(1), { status });
      await assert.rejects(comments.create('x'), { status, message: /Resource not accessible/ });
      await assert.rejects(comments.update(1, 'x'), { status });
      assert.equal(github.asked.length, 3);
    });
  }

  test('ends with the run, while GitHub is silent and before it is asked', async () => {
    await using github = await startGithub(() => 'silence');
    const comments = openComments(7, github.access);
    const asking = github.nextRequest();
    const listing = assert.rejects(comments.list(1));
    await asking;
    github.abort(endByCancel());
    await listing;
    await assert.rejects(comments.create('x'));
    assert.equal(github.asked.length, 1);
  });

  test('needs a token, and does not ask without one', async () => {
    await using github = await startGithub(() => ({ status: 200, body: [] }));
    const comments = openComments(7, { ...github.access, token: '' });
    await assert.rejects(comments.list(1), /there is no github-token/);
    assert.deepEqual(github.asked, []);
  });
});
