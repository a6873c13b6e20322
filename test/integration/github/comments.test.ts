import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { endByCancel } from '../../../src/action-error.ts';
import { openComments } from '../../../src/github.ts';
import type { Comment } from '../../../src/report/comment.ts';
import { startGithub } from './fake-github.ts';

const path = '/repos/coast/tides/issues/7/comments';
const authorization = 'token token-123';

async function collect(comments: AsyncIterable<Comment>): Promise<readonly Comment[]> {
  const all: Comment[] = [];
  for await (const comment of comments) all.push(comment);
  return all;
}

describe('openComments', () => {
  test('lists the comments of all pages, with texts and without, below the path of the API', async () => {
    await using github = await startGithub(({ path: asked }) => {
      if (asked.includes('page=2')) return { status: 200, body: [{ id: 3, user: { login: 'github-actions[bot]' } }] };
      const link = `<${github.apiUrl}/repositories/1/issues/7/comments?per_page=100&page=2>; rel="next"`;
      const body = [
        { id: 1, body: 'Hello', user: { login: 'gull' } },
        { id: 2, body: null, user: null },
      ];
      return { status: 200, body, headers: { link } };
    });
    const comments = openComments(7, { ...github.access, apiUrl: `${github.apiUrl}/api/v3` });
    assert.deepEqual(await collect(comments.list()), [
      { id: 1, body: 'Hello' },
      { id: 2, body: '' },
      { id: 3, body: '' },
    ]);
    const asked = { method: 'GET', authorization, body: null };
    assert.deepEqual(github.asked, [
      { ...asked, path: `/api/v3${path}?per_page=100` },
      { ...asked, path: '/repositories/1/issues/7/comments?per_page=100&page=2' },
    ]);
  });

  test('asks for no page that nobody wants, and gives up on an endless pull request', async () => {
    await using github = await startGithub(() => {
      const link = `<${github.apiUrl}/next?page=${github.asked.length + 1}>; rel="next"`;
      return { status: 200, body: [{ id: 1, body: '' }], headers: { link } };
    });
    const comments = openComments(7, github.access);
    for await (const comment of comments.list()) {
      assert.equal(comment.id, 1);
      break;
    }
    assert.equal(github.asked.length, 1);
    assert.equal((await collect(comments.list())).length, 50);
  });

  test('sends the token nowhere else, wherever the next page is said to be', async () => {
    await using elsewhere = await startGithub(() => ({ status: 200, body: [] }));
    const headers = { link: `<${elsewhere.apiUrl}/next>; rel="next"` };
    await using github = await startGithub(() => ({ status: 200, body: [], headers }));
    const listing = collect(openComments(7, github.access).list());
    await assert.rejects(listing, { code: 'github_response' });
    assert.deepEqual(elsewhere.asked, []);
  });

  test('creates and updates a comment, its text as it is, whatever the response shows', async () => {
    await using github = await startGithub(({ method }) => ({ status: 201, body: method === 'POST' ? { id: 9 } : '' }));
    const comments = openComments(7, github.access);
    const body = 'Ünïcode, `code`\n<b>&amp;</b> \u{1f30a}';
    await comments.create(body);
    await comments.update(9, body);
    assert.deepEqual(github.asked, [
      { method: 'POST', path, authorization, body: { body } },
      { method: 'PATCH', path: '/repos/coast/tides/issues/comments/9', authorization, body: { body } },
    ]);
  });

  test('asks through the proxy that the runner names', async () => {
    await using proxy = await startGithub(() => ({ status: 200, body: [{ id: 1, body: 'Hello' }] }));
    const apiUrl = 'http://api.github.example';
    // The library chooses its proxy while it is loaded, so that this takes a process of its own.
    const script = `
      const { openComments } = await import(${JSON.stringify(import.meta.resolve('../../../src/github.ts'))});
      const access = { token: 't', apiUrl: '${apiUrl}', repository: 'coast/tides', signal: new AbortController().signal };
      process.stdout.write(JSON.stringify(await Array.fromAsync(openComments(7, access).list())));`;
    const env = { PATH: process.env['PATH'], GITHUB_API_URL: apiUrl, http_proxy: proxy.apiUrl };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
    assert.deepEqual(JSON.parse(stdout), [{ id: 1, body: 'Hello' }]);
    assert.partialDeepStrictEqual(proxy.asked, [{ path: `${apiUrl}${path}?per_page=100` }]);
  });

  test('prints nothing, whatever a response says of itself', async (context) => {
    const headers = { deprecation: 'true', sunset: 'soon', link: '<x>; rel="deprecation"' };
    await using github = await startGithub(() => ({ status: 201, body: {}, headers }));
    const prints = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const spies = prints.map((name) => context.mock.method(console, name, () => undefined));
    await openComments(7, github.access).create('x');
    for (const { mock } of spies) assert.equal(mock.callCount(), 0);
  });
});

const used = { 'x-ratelimit-remaining': '0' };
const permission =
  /^The job needs "permissions: pull-requests: write", which a pull request from a fork does not get\.$/;
const later = /^Re-run the job later\.$/;
const statusPage = /https:\/\/www\.githubstatus\.com/;

const refusals: readonly (readonly [status: number, said: string, headers: object, code: string, next: RegExp])[] = [
  [401, 'Bad credentials', {}, 'github_forbidden', /github-token that is valid/],
  [403, 'Resource not accessible by integration', {}, 'github_forbidden', permission],
  [404, 'No. 7 is not here', {}, 'github_forbidden', permission],
  [403, 'Rate limit exceeded', { 'x-ratelimit-remaining': '1' }, 'github_rate_limited', later],
  [403, 'No', used, 'github_rate_limited', later],
  [429, 'Slow down', {}, 'github_rate_limited', later],
  [403, 'Abuse detection', { 'retry-after': '60' }, 'github_rate_limited', later],
  [403, 'Locked, as the issue is', {}, 'github_locked', /^Unlock the conversation/],
  [403, 'Repository access blocked', {}, 'github_forbidden', permission],
  [422, 'Validation Failed', used, 'github_response', statusPage],
  [422, 'The issue is locked', {}, 'github_response', statusPage],
];

describe('a request that GitHub refuses', () => {
  for (const [status, said, headers, code, next] of refusals) {
    test(`is told once, by its cause: ${status} ${said} ${JSON.stringify(headers)}`, async () => {
      const reply = { status, body: { message: `${said}.` }, headers: { ...headers } };
      await using github = await startGithub(() => reply);
      const comments = openComments(7, github.access);
      const message = `GitHub responded with ${status}: ${said}`;
      const expected = { name: 'GithubError', kind: 'failed', code, message, next };
      await assert.rejects(collect(comments.list()), expected);
      await assert.rejects(comments.create('x'), expected);
      await assert.rejects(comments.update(1, 'x'), expected);
      assert.equal(github.asked.length, 3);
    });
  }

  test('is told without words where it has none', async () => {
    for (const body of ['oops', null, {}, { message: 7 }]) {
      await using github = await startGithub(() => ({ status: 500, body }));
      const expected = { code: 'github_response', message: 'GitHub responded with 500', next: statusPage };
      await assert.rejects(openComments(7, github.access).create('x'), expected);
    }
  });

  test('or answers in an unknown form, or is cut off, is not taken for one without comments', async () => {
    const bodies = [{}, { id: 1 }, 'text', 7, [null], [{}], [{ id: '1' }], { comments: 'x' }, true];
    for (const reply of [...bodies.map((body) => ({ status: 200, body })), 'cut off' as const]) {
      await using github = await startGithub(() => reply);
      const message = 'GitHub responded in a form that is not documented';
      await assert.rejects(collect(openComments(7, github.access).list()), { code: 'github_response', message });
    }
  });

  test('or that does not reach it names what broke', async () => {
    const github = await startGithub(() => ({ status: 200, body: [] }));
    await github[Symbol.asyncDispose]();
    const expected = { code: 'github_no_response', message: /^GitHub could not be reached: .*ECONNREFUSED/ };
    await assert.rejects(openComments(7, github.access).create('x'), expected);
  });

  test('ends with the run, while GitHub is silent and before it is asked', async () => {
    const controller = new AbortController();
    const end = endByCancel();
    await using github = await startGithub(() => {
      controller.abort(end);
      return 'silence';
    });
    const comments = openComments(7, { ...github.access, signal: controller.signal });
    await assert.rejects(collect(comments.list()), (error) => error === end);
    await assert.rejects(comments.create('x'), (error) => error === end);
    assert.equal(github.asked.length, 1);
  });

  test('ends when its time is up', async () => {
    await using github = await startGithub(() => 'silence');
    const message = 'GitHub did not respond in time';
    for (const signal of [AbortSignal.timeout(20), AbortSignal.any([AbortSignal.timeout(20)])]) {
      const created = openComments(7, { ...github.access, signal }).create('x');
      await assert.rejects(created, { code: 'github_no_response', message });
    }
  });

  test('needs a token, and is not sent with one that can be none', async () => {
    await using github = await startGithub(() => ({ status: 200, body: [] }));
    for (const [token, message] of [
      ['', /is empty$/],
      ['ghs_a\nghs_b', /has characters that no token has$/],
    ] as const) {
      const comments = openComments(7, { ...github.access, token });
      await assert.rejects(collect(comments.list()), { code: 'github_token_missing', message });
    }
    assert.deepEqual(github.asked, []);
  });
});
