import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { endByCancel } from '../../../src/action-error.ts';
import { type GithubAccess, GithubError, isStale, openComments } from '../../../src/github.ts';
import type { Comment } from '../../../src/report/comment.ts';
import { type Asked, type Reply, startGithub } from '../../support/fake-github.ts';
import { compareWithFile } from '../../support/snapshot.ts';

const path = '/repos/coast/tides/issues/7/comments';
const place = { eventName: 'push', ref: 'refs/heads/fix/tides', sha: 'abc123' };
const authorization = 'token token-123';
const get = { method: 'GET', authorization, body: null };

type Ask = (access: GithubAccess) => Promise<unknown>;

async function list(access: GithubAccess): Promise<readonly Comment[]> {
  const comments: Comment[] = [];
  for await (const comment of openComments(7, access).list()) comments.push(comment);
  return comments;
}

const update = (access: GithubAccess) => openComments(7, access).update(1, 'x');
const create = (access: GithubAccess) => openComments(7, access).create('x');
/** The pauses that a comparison asked for. */
const pauses: number[] = [];
const sleep = async (milliseconds: number) => void pauses.push(milliseconds);
const compare = (access: GithubAccess) => isStale(place, access, sleep);

function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, body, headers };
}

describe('comments of a pull request', () => {
  test('are listed from all pages, with texts and without, below the path of the API', async () => {
    await using github = await startGithub(({ path: asked }) => {
      if (asked.includes('page=2')) return reply(200, [{ id: 3, user: { login: 'github-actions[bot]' } }]);
      const next = `${github.apiUrl}/repositories/1/issues/7/comments?per_page=100&page=2`;
      const first = { id: 1, body: 'Hello', user: { login: 'gull' } };
      return reply(200, [first, { id: 2, body: null, user: null }], { link: `<${next}>; rel="next"` });
    });
    const comments = await list({ ...github.access, apiUrl: `${github.apiUrl}/api/v3` });
    assert.deepEqual(comments, [{ id: 1, body: 'Hello' }, ...[2, 3].map((id) => ({ id, body: '' }))]);
    assert.deepEqual(github.asked, [
      { ...get, path: `/api/v3${path}?per_page=100` },
      { ...get, path: '/repositories/1/issues/7/comments?per_page=100&page=2' },
    ]);
  });

  test('are asked for by pages as long as somebody wants more, and no further than fifty', async () => {
    await using github = await startGithub(() => {
      return reply(200, [{ id: 1 }], { link: `<${github.apiUrl}/next?page=${github.asked.length + 1}>; rel="next"` });
    });
    for await (const { id } of openComments(7, github.access).list()) if (id === 1) break;
    assert.equal(github.asked.length, 1);
    assert.equal((await list(github.access)).length, 50);
  });

  test('are created and updated, the text as it is, without printing what a response says', async (context) => {
    const headers = { deprecation: 'true', sunset: 'soon', link: '<x>; rel="deprecation"' };
    await using github = await startGithub(({ method }) => reply(201, method === 'POST' ? { id: 9 } : '', headers));
    const prints = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const spies = prints.map((name) => context.mock.method(console, name));
    const comments = openComments(7, github.access);
    const body = 'Ünïcode, `code`\n<b>&amp;</b> \u{1f30a}';
    await comments.create(body);
    assert.equal(await comments.update(9, body), true);
    assert.deepEqual(github.asked, [
      { method: 'POST', path, authorization, body: { body } },
      { method: 'PATCH', path: '/repos/coast/tides/issues/comments/9', authorization, body: { body } },
    ]);
    for (const { mock } of spies) assert.equal(mock.callCount(), 0);
  });

  test("are somebody else's, or gone, where GitHub does not let them be updated", async () => {
    for (const [status, message] of [
      [403, 'Resource not accessible by integration'],
      [404, 'Not Found'],
    ] as const) {
      await using github = await startGithub(() => reply(status, { message }));
      assert.equal(await update(github.access), false);
    }
  });

  test('are asked for through the proxy that the runner names', async () => {
    await using proxy = await startGithub(() => reply(200, [{ id: 1, body: 'Hello' }]));
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
});

describe('a run is stale', () => {
  test('where its branch, whatever its name, is ahead of its commit', async () => {
    await using github = await startGithub(() => reply(200, { ahead_by: github.asked.length - 1, behind_by: 3 }));
    assert.equal(await compare(github.access), false);
    assert.equal(await isStale({ ...place, ref: 'refs/heads/feature/#1 ?ä' }, github.access, sleep), true);
    assert.deepEqual(github.asked, [
      { ...get, path: '/repos/coast/tides/compare/abc123...fix%2Ftides?per_page=1' },
      { ...get, path: '/repos/coast/tides/compare/abc123...feature%2F%231%20%3F%C3%A4?per_page=1' },
    ]);
  });

  test('also where GitHub fails once: it is asked again a second later, and no third time', async () => {
    pauses.length = 0;
    await using github = await startGithub(() => reply(github.asked.length === 1 ? 500 : 200, { ahead_by: 1 }));
    assert.equal(await compare(github.access), true);
    assert.deepEqual([github.asked.length, pauses], [2, [1_000]]);
    await using broken = await startGithub(() => reply(502, {}));
    await assert.rejects(compare(broken.access), { code: 'github_response' });
    assert.equal(broken.asked.length, 2);
  });

  test('never where it is of anything but the tip of a branch, and GitHub is not asked', async () => {
    await using github = await startGithub(() => reply(200, { ahead_by: 5 }));
    const refs = ['refs/tags/v1.0.0', 'refs/heads/', 'x/refs/heads/main'].map((ref) => ({ ...place, ref }));
    for (const run of [...refs, { ...place, eventName: 'pull_request_target' }]) {
      assert.equal(await isStale(run, github.access, sleep), false, JSON.stringify(run));
    }
    assert.deepEqual(github.asked, []);
  });
});

describe('a request that comes to nothing', () => {
  const used = { 'x-ratelimit-remaining': '0' };
  const isBranch = ({ path: asked }: Asked) => asked.includes('/branches/');
  const say = (status: number, message: unknown, headers = {}) => reply(status, { message }, headers);
  const time = new AbortController();
  const runOut = () => {
    time.abort(new DOMException('late', 'TimeoutError'));
    return 'silence' as const;
  };
  const rows: Readonly<Record<string, readonly [Reply | ((asked: Asked) => Reply), Ask]>> = {
    'a token that is refused': [say(401, 'Bad credentials.'), list],
    'no permission to comment': [say(403, 'Resource not accessible by integration.'), create],
    'no issue to comment': [say(404, 'No. 1 is not here.'), create],
    'a token that is refused for an update': [say(401, 'Bad credentials.'), update],
    'a limit, to an update': [say(403, 'No', used), update],
    'no permission to compare': [say(404, 'Not Found'), compare],
    'a limit by its words': [say(403, 'Rate limit exceeded', { 'x-ratelimit-remaining': '1' }), create],
    'a limit by the requests that remain': [say(403, 'No', used), create],
    'a limit by its status': [say(429, 'Slow down'), list],
    'a limit by the time to wait': [say(403, 'Abuse detection', { 'retry-after': '60' }), create],
    'a locked conversation': [say(403, 'Locked, as the issue is'), create],
    'a blocked repository': [say(403, 'Repository access blocked'), create],
    'a comment that is not valid': [say(422, 'The issue is locked', used), create],
    'no words': [say(500, 7), create],
    'no JSON': [reply(500, 'oops'), create],
    'a branch that was deleted': [(asked) => say(404, isBranch(asked) ? 'Branch not found' : 'Not Found'), compare],
    'a branch with another history': [
      (asked) => (isBranch(asked) ? reply(200, { name: 'main' }) : say(404, 'No common ancestor of abc123 and main.')),
      compare,
    ],
    'a comparison in an unknown form': [reply(200, { ahead_by: '1' }), compare],
    'an object for a list': [reply(200, {}), list],
    'a list of nothing': [reply(200, [null]), list],
    'a comment without a number': [reply(200, [{ id: '1' }]), list],
    'a list that is cut off': ['cut off', list],
    'a next page on another server': [reply(200, [], { link: '<http://127.0.0.1:65535/>; rel="next"' }), list],
    'no response in time': [runOut, (access) => create({ ...access, signal: time.signal })],
    'an empty token': ['silence', (access) => list({ ...access, token: '' })],
    'a token that can be none': ['silence', (access) => list({ ...access, token: 'ghs_a\nghs_b' })],
    'no server': ['silence', (access) => create({ ...access, apiUrl: 'http://127.0.0.1:65535' })],
  };

  test('is told by its cause, as test/integration/github/snapshots/failures.md shows', async () => {
    const parts: string[] = [];
    for (const [name, [given, ask]] of Object.entries(rows)) {
      await using github = await startGithub(typeof given === 'function' ? given : () => given);
      const error: unknown = await ask(github.access).catch((reason: unknown) => reason);
      assert.ok(error instanceof GithubError, name);
      const asked = github.asked.map(({ method, path: to }) => `${method} ${to}`);
      parts.push([`## ${name}`, '', ...asked, `${error.code}: ${error.message}`, `Next: ${error.next}`].join('\n'));
    }
    compareWithFile('test/integration/github/snapshots/failures.md', parts.join('\n\n'));
  });

  test('ends with the run, while GitHub is silent and before it is asked', async () => {
    const controller = new AbortController();
    const end = endByCancel();
    await using github = await startGithub(() => {
      controller.abort(end);
      return 'silence';
    });
    const access = { ...github.access, signal: controller.signal };
    await assert.rejects(list(access), (error) => error === end);
    await assert.rejects(create(access), (error) => error === end);
    assert.equal(github.asked.length, 1);
  });
});
