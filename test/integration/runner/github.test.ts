import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { endByCancel } from '../../../src/errors.ts';
import {
  findNewerCommit,
  type GithubAccess,
  GithubError,
  postComment,
} from '../../../src/runner/github.ts';
import { type Asked, type Reply, startGithub } from '../../support/fake-github.ts';
import { quickStart } from '../../support/quick-start.ts';
import { compareSections, type Section } from '../../support/snapshot.ts';

const path = '/repos/coast/tides/issues/7/comments';
const place = { eventName: 'push', ref: 'refs/heads/fix/tides', sha: 'abc123' };
const authorization = 'token token-123';
const get = { method: 'GET', authorization, body: null };

type Call = (access: GithubAccess) => Promise<unknown>;

const mark = '<!-- miniapp-deploy:a1b2 -->';
const body = 'Ünïcode, `code`\n<b>&amp;</b> \u{1f30a}';
const text = `${mark}\n${body}\n`;
const post = (access: GithubAccess) => postComment(7, { mark, body }, access);

/** The replies of the API to the three requests. */
type Replies = Partial<
  Readonly<Record<'GET' | 'PATCH' | 'POST', Reply | ((asked: Asked) => Reply)>>
>;

/** An API with these comments, which accepts everything unless another reply is given. */
function answer(comments: readonly unknown[], replies: Replies = {}): (asked: Asked) => Reply {
  const usual: Replies = {
    GET: reply(200, comments),
    PATCH: reply(200, ''),
    POST: reply(201, { id: 9 }),
  };
  const all: Readonly<Record<string, Replies[keyof Replies]>> = { ...usual, ...replies };
  return (asked) => {
    const given = all[asked.method] ?? 'silence';
    return typeof given === 'function' ? given(asked) : given;
  };
}

const ours = { id: 4, body: `${mark}\nold` };
const others = ['Nice!', `Look: ${mark}`, '<!-- miniapp-deploy:slug=tides-2 -->\nold', null].map(
  (other, id) => {
    return { id, body: other, user: null };
  },
);
const create = { method: 'POST', path, authorization, body: { body: text } };
const update = (id: number) => {
  return {
    method: 'PATCH',
    path: `/repos/coast/tides/issues/comments/${id}`,
    authorization,
    body: { body: text },
  };
};

/** The pauses between two requests. */
const pauses: number[] = [];
const sleep = async (milliseconds: number) => void pauses.push(milliseconds);
const compare = (access: GithubAccess) => findNewerCommit(place, access, sleep);
const hasRun = { whyNoRun: null };

function reply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, body, headers };
}

describe('the pull request comment of a step', () => {
  const denied =
    (id: number) =>
    ({ path: asked }: Asked) =>
      asked.endsWith(`/${id}`)
        ? reply(403, { message: 'Resource not accessible by integration' })
        : reply(200, '');
  const gone = reply(404, { message: 'Not Found' });
  const rows: Readonly<
    Record<
      string,
      readonly [(asked: Asked) => Reply, Awaited<ReturnType<typeof post>>, readonly unknown[]]
    >
  > = {
    'is created if there is none': [answer(others), 'created', [create]],
    'is updated with the new text': [answer([...others, ours]), 'updated', [update(4)]],
    'is updated in both places if two runs have created one each': [
      answer([ours, ...others, { ...ours, id: 5 }]),
      'updated',
      [update(4), update(5)],
    ],
    'is not updated if only white space at its ends differs': [
      answer([{ id: 1, body: text.trim() }]),
      'unchanged',
      [],
    ],
    'is updated even if a second one already has the new text': [
      answer([{ id: 1, body: text.trim() }, ours]),
      'updated',
      [update(4)],
    ],
    'is created if the existing one belongs to somebody else': [
      answer([ours], { PATCH: denied(4) }),
      'created',
      [update(4), create],
    ],
    'is updated even if another one belongs to somebody else': [
      answer([ours, { ...ours, id: 5 }], { PATCH: denied(4) }),
      'updated',
      [update(4), update(5)],
    ],
    'is created again if it was deleted meanwhile': [
      answer([ours], { PATCH: gone }),
      'created',
      [update(4), create],
    ],
  };
  for (const [name, [given, posted, sent]] of Object.entries(rows)) {
    test(name, async () => {
      await using github = await startGithub(given);
      assert.equal(await post(github.access), posted);
      assert.deepEqual(github.asked, [{ ...get, path: `${path}?per_page=100` }, ...sent]);
    });
  }

  test('the comment is found on later result pages and under a GHES API path', async (context) => {
    const headers = { deprecation: 'true', sunset: 'soon', link: '<x>; rel="deprecation"' };
    const prints = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const spies = prints.map((name) => context.mock.method(console, name));
    await using github = await startGithub(
      answer([], {
        GET({ path: asked }) {
          if (asked.includes('page=2')) return reply(200, [ours]);
          const next = `${github.apiUrl}/repositories/1/issues/7/comments?per_page=100&page=2`;
          return reply(200, others, { link: `<${next}>; rel="next"` });
        },
        PATCH: reply(200, '', headers),
      }),
    );
    assert.equal(await post({ ...github.access, apiUrl: `${github.apiUrl}/api/v3` }), 'updated');
    assert.deepEqual(
      github.asked.map(({ path: asked }) => asked),
      [
        `/api/v3${path}?per_page=100`,
        '/repositories/1/issues/7/comments?per_page=100&page=2',
        '/api/v3/repos/coast/tides/issues/comments/4',
      ],
    );
    for (const { mock } of spies) assert.equal(mock.callCount(), 0);
  });

  test('the comment is posted through the proxy of the runner', async () => {
    await using proxy = await startGithub(answer([{ id: 1, body: text }]));
    const apiUrl = 'http://api.github.example';
    // The library chooses its proxy while it is loaded, so this needs a process of its own.
    const script = `
      const { postComment } = await import(${JSON.stringify(import.meta.resolve('../../../src/runner/github.ts'))});
      const access = { token: 't', apiUrl: '${apiUrl}', repository: 'coast/tides', signal: new AbortController().signal };
      process.stdout.write(await postComment(7, ${JSON.stringify({ mark, body })}, access));`;
    const env = {
      ...quickStart,
      PATH: process.env['PATH'],
      GITHUB_API_URL: apiUrl,
      http_proxy: proxy.apiUrl,
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env },
    );
    assert.equal(stdout, 'unchanged');
    assert.partialDeepStrictEqual(proxy.asked, [{ path: `${apiUrl}${path}?per_page=100` }]);
  });
});

describe('stale runs:', () => {
  test('a run is stale if its branch has newer commits, whatever the branch is called', async () => {
    await using github = await startGithub(() => reply(200, { ahead_by: github.asked.length - 1 }));
    assert.equal(await compare(github.access), null);
    const other = { ...place, ref: 'refs/heads/feature/#1 ?ä' };
    assert.deepEqual(await findNewerCommit(other, github.access, sleep), hasRun);
    const query = 'per_page=100&page=1';
    assert.deepEqual(github.asked, [
      { ...get, path: `/repos/coast/tides/compare/abc123...fix%2Ftides?${query}` },
      { ...get, path: `/repos/coast/tides/compare/abc123...feature%2F%231%20%3F%C3%A4?${query}` },
    ]);
  });

  for (const [name, comparison, isAhead] of [
    ['total_commits', { total_commits: 2, commits: [{}, {}] }, true],
    ['a total_commits of 0', { total_commits: 0, commits: [] }, false],
    ['commits', { commits: [{}] }, true],
    ['no commits', { commits: [] }, false],
  ] as const) {
    test(`on a server without ahead_by, such as Gitea, ${name} means ${isAhead ? 'stale' : 'not stale'}`, async () => {
      await using github = await startGithub(() => reply(200, comparison));
      assert.deepEqual(await compare(github.access), isAhead ? hasRun : null);
    });
  }

  /** Makes a commit of the API. By default a person has pushed it. */
  const commit = (message: string, more: object = {}) => ({
    author: { login: 'octocat' },
    committer: { login: 'web-flow' },
    commit: { message, author: { name: 'Octo Cat' }, committer: { name: 'GitHub' } },
    ...more,
  });

  test('the newest commit decides whether there may be no newer run', async () => {
    const bot = 'github-actions[bot]';
    const skips = commit('Fix a typo [skip ci]');
    const rows: readonly (readonly [
      name: string,
      commits: readonly object[],
      whyNoRun: string | null,
    ])[] = [
      ['a usual commit', [commit('Change the page')], null],
      ...['[skip ci]', '[ci skip]', '[no ci]', '[skip actions]', '[actions skip]'].map(
        (words) =>
          [words, [commit(`Docs\n\n${words.toUpperCase()}`)], `its message has ${words}`] as const,
      ),
      ['other brackets', [commit('[skip] ci, skip ci')], null],
      [
        'a trailer',
        [commit('Docs\n\nskip-checks: true\nReviewed-by: Octo')],
        'its message has skip-checks: true',
      ],
      ['words about a trailer', [commit('Explain skip-checks: true in the docs')], null],
      ['no message', [{ commit: { message: null } }], null],
      [
        'a workflow',
        [commit('Build', { author: { login: bot } })],
        `it is by ${bot}, whose pushes start no run`,
      ],
      [
        'a commit of a workflow by its name',
        [{ commit: { message: '', committer: { name: bot } } }],
        `it is by ${bot}, whose pushes start no run`,
      ],
      [
        'Dependabot, merged by a person',
        [commit('Bump', { author: { login: 'dependabot[bot]' } })],
        null,
      ],
      ['only an older one skips', [skips, commit('Change the page')], null],
      [
        'only the newest one skips',
        [commit('Change the page'), skips],
        'its message has [skip ci]',
      ],
      [
        'the newest one is first, as on Gitea',
        [
          { ...skips, sha: 'c', parents: [{ sha: 'b' }] },
          { ...commit('Change the page'), sha: 'b', parents: [{ sha: 'a' }] },
        ],
        'its message has [skip ci]',
      ],
    ];
    for (const [name, commits, whyNoRun] of rows) {
      await using github = await startGithub(() =>
        reply(200, { ahead_by: commits.length, commits }),
      );
      assert.deepEqual(await compare(github.access), { whyNoRun }, name);
      assert.equal(github.asked.length, 1, name);
    }
  });

  test('if there are more than a hundred newer commits, the newest one is on the last page', async () => {
    const more = Array.from({ length: 100 }, () => commit('Change the page'));
    await using github = await startGithub(({ path: asked }) => {
      const commits = asked.endsWith('page=3') ? [commit('[no ci]')] : more;
      return reply(200, { ahead_by: 201, commits });
    });
    assert.deepEqual(await compare(github.access), { whyNoRun: 'its message has [no ci]' });
    assert.equal(github.asked.length, 2);
  });

  test('a branch that was set back is stale, and its commit decides whether it has a run', async () => {
    let message = 'Change the page';
    await using github = await startGithub(() =>
      reply(200, {
        status: 'behind',
        ahead_by: 0,
        behind_by: 2,
        commits: [],
        merge_base_commit: commit(message),
      }),
    );
    assert.deepEqual(await compare(github.access), hasRun);
    message = '[skip ci]';
    assert.deepEqual(await compare(github.access), { whyNoRun: 'its message has [skip ci]' });
  });

  test('a 5xx response is retried once, after a second', async () => {
    pauses.length = 0;
    await using github = await startGithub(() =>
      reply(github.asked.length === 1 ? 500 : 200, { ahead_by: 1 }),
    );
    assert.deepEqual(await compare(github.access), hasRun);
    assert.deepEqual([github.asked.length, pauses], [2, [1_000]]);
    await using broken = await startGithub(() => reply(502, {}));
    await assert.rejects(compare(broken.access), { message: 'GitHub responded with 502' });
    assert.equal(broken.asked.length, 2);
  });

  test('tags, pull requests and malformed refs are never stale, and nothing is requested', async () => {
    await using github = await startGithub(() => reply(200, { ahead_by: 5 }));
    const refs = ['refs/tags/v1.0.0', 'refs/heads/', 'x/refs/heads/main', ''].map((ref) => ({
      ...place,
      ref,
    }));
    for (const run of [...refs, { ...place, eventName: 'pull_request_target' }]) {
      const newer = await findNewerCommit(run, github.access, sleep);
      assert.equal(newer, null, JSON.stringify(run));
    }
    assert.deepEqual(github.asked, []);
  });
});

describe('a failed request to GitHub', () => {
  const used = { 'x-ratelimit-remaining': '0' };
  const say = (status: number, message: unknown, headers = {}) =>
    reply(status, { message }, headers);
  const time = new AbortController();
  const runOut = () => {
    time.abort(new DOMException('late', 'TimeoutError'));
    return 'silence' as const;
  };
  const posting = (replies: Replies) => [answer([ours], replies), post] as const;
  const creating = (given: Reply | ((asked: Asked) => Reply)) =>
    [answer([], { POST: given }), post] as const;
  const comparing = (given: Reply) => [() => given, compare] as const;
  const rows: Readonly<Record<string, readonly [(asked: Asked) => Reply, Call]>> = {
    'a token that is refused': posting({ GET: say(401, 'Bad credentials.') }),
    'no permission to comment': creating(say(403, 'Resource not accessible by integration.')),
    'no issue to comment': creating(say(404, 'No. 1 is not here.')),
    'a token that is refused for an update': posting({ PATCH: say(401, 'Bad credentials.') }),
    'a limit, to an update': posting({ PATCH: say(403, 'No', used) }),
    'no permission to compare': comparing(say(404, 'Not Found')),
    'a limit by its words': creating(
      say(403, 'Rate limit exceeded', { 'x-ratelimit-remaining': '1' }),
    ),
    'a limit by the requests that remain': creating(say(403, 'No', used)),
    'a limit by its status': posting({ GET: say(429, 'Slow down') }),
    'a limit by the time to wait': creating(say(403, 'Abuse detection', { 'retry-after': '60' })),
    'a locked conversation': creating(say(403, 'Locked, as the issue is')),
    'a comment that is not valid': creating(say(422, 'The issue is locked', used)),
    'no words': creating(say(500, 7)),
    'no JSON': creating(reply(500, 'oops')),
    'a branch with another history': comparing(say(404, 'No common ancestor of abc123 and main.')),
    'a comparison in an unknown form': comparing(reply(200, { ahead_by: '1' })),
    'an object for a list': posting({ GET: reply(200, {}) }),
    'a list of nothing': posting({ GET: reply(200, [null]) }),
    'a list that is cut off': posting({ GET: 'cut off' }),
    'a next page on another server': posting({
      GET: reply(200, [], { link: '<http://127.0.0.1:65535/>; rel="next"' }),
    }),
    'no response in time': [
      answer([], { POST: runOut }),
      (access) => post({ ...access, signal: time.signal }),
    ],
    'an empty token': [answer([]), (access) => post({ ...access, token: '' })],
    'a token with characters that no token has': [
      answer([]),
      (access) => post({ ...access, token: 'ghs_a\nghs_b' }),
    ],
    'no server': [answer([]), (access) => post({ ...access, apiUrl: 'http://127.0.0.1:65535' })],
  };

  test('a failed request to GitHub has one message per cause (snapshots/failures.md)', async () => {
    const parts: Section[] = [];
    for (const [name, [given, call]] of Object.entries(rows)) {
      await using github = await startGithub(given);
      const error: unknown = await call(github.access).catch((reason: unknown) => reason);
      assert.ok(error instanceof GithubError, name);
      const asked = github.asked.map(({ method, path: to }) => `${method} ${to}`);
      parts.push([name, [...asked, error.message, `Next: ${error.next}`]]);
    }
    compareSections('test/integration/runner/snapshots/failures.md', parts);
  });

  test('the message about a failed request names a server that is not GitHub, without githubstatus.com', async () => {
    await using github = await startGithub(() => reply(200, {}));
    const access = { ...github.access, serverUrl: 'https://git.example.org' };
    await assert.rejects(compare(access), {
      message: 'the response of git.example.org does not show whether the branch has newer commits',
      next: 'If this server cannot show it, set on-stale to ignore.',
    });
    await using broken = await startGithub(() => reply(502, {}));
    await assert.rejects(compare({ ...access, apiUrl: broken.apiUrl }), {
      message: 'git.example.org responded with 502',
      next: 'Re-run the job; if it persists, ask the administrators of this server.',
    });
  });

  test('a request to GitHub is cancelled with the run', async () => {
    const controller = new AbortController();
    const end = endByCancel();
    await using github = await startGithub(() => {
      controller.abort(end);
      return 'silence';
    });
    const access = { ...github.access, signal: controller.signal };
    await assert.rejects(post(access), (error) => error === end);
    await assert.rejects(post(access), (error) => error === end);
    assert.equal(github.asked.length, 1);
  });
});
