import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readContext } from '../../../src/run/context.ts';

const read = (env: Readonly<Record<string, string>>) => readContext(env, '/cwd');

const runner = {
  GITHUB_WORKSPACE: '/work',
  RUNNER_TEMP: '/temp',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_REPOSITORY: 'coast/tides',
  GITHUB_SHA: 'abc',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_RUN_ID: '42',
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_API_URL: 'https://github.example/api/v3',
  GITHUB_OUTPUT: '/output',
  GITHUB_STEP_SUMMARY: '/summary',
  GITHUB_ACTION_REPOSITORY: 'shore/deploy',
  GITHUB_ACTION_REF: 'v1',
};

test('the context is read from the variables of the runner', () => {
  assert.deepEqual(read(runner), {
    workspace: '/work',
    runnerTemp: '/temp',
    eventName: 'push',
    repository: 'coast/tides',
    sha: 'abc',
    ref: 'refs/heads/main',
    commit: { sha: 'abc', url: 'https://github.example/coast/tides/commit/abc' },
    baseBranch: null,
    runUrl: 'https://github.example/coast/tides/actions/runs/42',
    apiUrl: 'https://github.example/api/v3',
    serverUrl: 'https://github.example',
    pullRequest: null,
    noSecrets: null,
    trustsAllCertificates: false,
    proxy: null,
    outputFile: '/output',
    summaryFile: '/summary',
    docsUrl: 'https://github.example/shore/deploy/blob/v1/docs/troubleshooting.md',
  });
});

test('without the variables of a runner, only the workspace and the address of the API are set', () => {
  assert.deepEqual(read({}), {
    workspace: '/cwd',
    runnerTemp: '',
    eventName: '',
    repository: '',
    sha: '',
    ref: '',
    commit: null,
    baseBranch: null,
    runUrl: null,
    apiUrl: 'https://api.github.com',
    serverUrl: '',
    pullRequest: null,
    noSecrets: null,
    trustsAllCertificates: false,
    proxy: null,
    outputFile: null,
    summaryFile: null,
    docsUrl: null,
  });
});

test('without a working directory, the workspace of the runner is used, if there is one', () => {
  assert.equal(readContext(runner, null).workspace, '/work');
  assert.equal(readContext({}, null).workspace, null);
});

test('the links to a run are null if a part of their address is missing', () => {
  for (const name of ['GITHUB_REPOSITORY', 'GITHUB_RUN_ID'])
    assert.equal(read({ ...runner, [name]: '' }).runUrl, null);
  for (const name of ['GITHUB_SERVER_URL', 'GITHUB_ACTION_REPOSITORY', 'GITHUB_ACTION_REF']) {
    assert.equal(read({ ...runner, [name]: '' }).docsUrl, null, name);
  }
});

describe('a pull request', () => {
  const same = { repo: { full_name: 'coast/tides' } };
  const other = { repo: { full_name: 'stranger/tides' } };
  const rows: readonly (readonly [
    name: string,
    event: unknown,
    pullRequest: number | null,
    isFork: boolean,
  ])[] = [
    ['of the repository itself', { pull_request: { number: 7, head: same, base: same } }, 7, false],
    ['of a fork', { pull_request: { number: 7, head: other, base: same } }, 7, true],
    [
      'of a deleted fork',
      { pull_request: { number: 7, head: { repo: null }, base: same } },
      7,
      true,
    ],
    ['without its head', { pull_request: { number: 7, base: same } }, 7, true],
    ['without its base', { pull_request: { number: '7', head: same } }, null, false],
    ['that is null', { pull_request: null }, null, false],
    ['in an event that is not JSON', '{"pull_request":', null, false],
  ];
  for (const [name, event, pullRequest, isFork] of rows) {
    test(`${name}: number ${pullRequest}, ${isFork ? '' : 'not '}from a fork`, () => {
      const noSecrets = isFork ? 'fork' : null;
      using folder = mkdtempDisposableSync(join(tmpdir(), 'context-'));
      const file = join(folder.path, 'event.json');
      writeFileSync(file, typeof event === 'string' ? event : JSON.stringify(event));
      const find = (eventName: string, path = file) =>
        read({ GITHUB_EVENT_NAME: eventName, GITHUB_EVENT_PATH: path });
      assert.partialDeepStrictEqual(find('pull_request'), { pullRequest, noSecrets });
      assert.partialDeepStrictEqual(find('pull_request_review'), { pullRequest, noSecrets });
      // A run of this event gets secrets, so it does not count as the run of a fork.
      assert.partialDeepStrictEqual(find('pull_request_target'), { pullRequest, noSecrets: null });
      assert.partialDeepStrictEqual(find('push'), { pullRequest: null, noSecrets: null });
      assert.partialDeepStrictEqual(find('pull_request', `${file}.missing`), {
        pullRequest: null,
        noSecrets: null,
      });
    });
  }
});

/** Reads the context of a run with this event. */
function readWithEvent(
  eventName: string,
  event: unknown,
  env: Readonly<Record<string, string>> = {},
) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'context-'));
  const file = join(folder.path, 'event.json');
  writeFileSync(file, JSON.stringify(event));
  return read({ ...runner, GITHUB_EVENT_NAME: eventName, GITHUB_EVENT_PATH: file, ...env });
}

test("Dependabot's pull requests get no secrets, unless somebody else has pushed to their branch", () => {
  const same = { repo: { full_name: 'coast/tides' } };
  const event = { pull_request: { number: 7, head: same, base: same } };
  const find = (eventName: string, actor: string) =>
    readWithEvent(eventName, event, { GITHUB_ACTOR: actor }).noSecrets;
  assert.equal(find('pull_request', 'dependabot[bot]'), 'dependabot');
  assert.equal(find('pull_request', 'octocat'), null);
  assert.equal(find('pull_request_target', 'dependabot[bot]'), null);
  // Its merge to main must not look like a deploy.
  assert.equal(find('push', 'dependabot[bot]'), null);
});

test('a comment on a pull request is about that pull request, whose commit is not known', () => {
  const find = (issue: object) =>
    readWithEvent('issue_comment', { issue: { number: 9, ...issue } });
  const onPullRequest = { pullRequest: 9, commit: null, noSecrets: null };
  assert.partialDeepStrictEqual(find({ pull_request: { url: 'https://x' } }), onPullRequest);
  const onIssue = { pullRequest: null, commit: { sha: 'abc' } };
  assert.partialDeepStrictEqual(find({}), onIssue);
});

test('a run that another run has started is about the commit and the branch of that run', () => {
  const find = (more: object) =>
    readWithEvent('workflow_run', {
      workflow_run: { event: 'push', head_sha: 'def', head_branch: 'fix/tides', ...more },
    });
  const ofBranch = { sha: 'def', ref: 'refs/heads/fix/tides', commit: { sha: 'def' } };
  assert.partialDeepStrictEqual(find({}), ofBranch);
  assert.partialDeepStrictEqual(find({ event: 'pull_request' }), { sha: 'def', ref: '' });
  assert.partialDeepStrictEqual(find({ head_branch: null }), { sha: 'def', ref: '' });
  const ofVariables = { sha: 'abc', ref: 'refs/heads/main' };
  assert.partialDeepStrictEqual(find({ head_sha: 7 }), ofVariables);
});

test('NODE_TLS_REJECT_UNAUTHORIZED=0 is noticed', () => {
  assert.equal(read({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }).trustsAllCertificates, true);
  assert.equal(read({ NODE_TLS_REJECT_UNAUTHORIZED: '1' }).trustsAllCertificates, false);
});

test('the proxy variables for https are read, and the lower-case names win as in curl', () => {
  const https = { https_proxy: 'http://low', HTTPS_PROXY: 'http://up' };
  const others = { all_proxy: 'socks5://b', ALL_PROXY: 'socks5://a', no_proxy: 'b', NO_PROXY: 'a' };
  const low = { ...https, ...others };
  assert.deepEqual(read(low).proxy, {
    httpsProxy: 'http://low',
    allProxy: 'socks5://b',
    noProxy: 'b',
  });
  const up = { ...low, https_proxy: '', all_proxy: '', no_proxy: '' };
  assert.deepEqual(read(up).proxy, {
    httpsProxy: 'http://up',
    allProxy: 'socks5://a',
    noProxy: 'a',
  });
  assert.equal(read({ HTTP_PROXY: 'http://plain', NO_PROXY: 'a' }).proxy, null);
  for (const [name, field] of [
    ['HTTPS_PROXY', 'httpsProxy'],
    ['ALL_PROXY', 'allProxy'],
  ] as const) {
    const none = { httpsProxy: '', allProxy: '', noProxy: '' };
    assert.deepEqual(read({ [name]: 'http://only' }).proxy, { ...none, [field]: 'http://only' });
  }
});
