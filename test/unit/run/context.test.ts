import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readContext } from '../../../src/run/context.ts';

const read = (env: Readonly<Record<string, string>>) => readContext(env, '/cwd');

const runner = {
  ...{
    GITHUB_WORKSPACE: '/work',
    RUNNER_TEMP: '/temp',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: 'coast/tides',
  },
  ...{
    GITHUB_SHA: 'abc',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_RUN_ID: '42',
    GITHUB_OUTPUT: '/output',
  },
  ...{
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_API_URL: 'https://github.example/api/v3',
  },
  ...{
    GITHUB_STEP_SUMMARY: '/summary',
    GITHUB_ACTION_REPOSITORY: 'shore/deploy',
    GITHUB_ACTION_REF: 'v1',
  },
};

test('the context is what the runner sets', () => {
  assert.deepEqual(read(runner), {
    ...{
      workspace: '/work',
      runnerTemp: '/temp',
      eventName: 'push',
      repository: 'coast/tides',
      sha: 'abc',
    },
    ...{ ref: 'refs/heads/main', pullRequest: null, fromFork: false, proxy: null },
    ...{ outputFile: '/output', summaryFile: '/summary', apiUrl: 'https://github.example/api/v3' },
    runUrl: 'https://github.example/coast/tides/actions/runs/42',
    commit: { sha: 'abc', url: 'https://github.example/coast/tides/commit/abc' },
    baseBranch: null,
    docsUrl: 'https://github.example/shore/deploy/blob/v1/docs/troubleshooting.md',
  });
});

test('the context makes do with nothing, as on a machine that is no runner', () => {
  assert.deepEqual(read({}), {
    ...{ workspace: '/cwd', runnerTemp: '', eventName: '', repository: '', sha: '', ref: '' },
    ...{
      runUrl: null,
      commit: null,
      baseBranch: null,
      apiUrl: 'https://api.github.com',
      pullRequest: null,
      fromFork: false,
      proxy: null,
    },
    ...{ outputFile: null, summaryFile: null, docsUrl: null },
  });
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
    fromFork: boolean,
  ])[] = [
    ['of the repository itself', { pull_request: { number: 7, head: same, base: same } }, 7, false],
    ['of a fork', { pull_request: { number: 7, head: other, base: same } }, 7, true],
    [
      'of a fork that is gone',
      { pull_request: { number: 7, head: { repo: null }, base: same } },
      7,
      true,
    ],
    ['without its head', { pull_request: { number: 7, base: same } }, 7, true],
    ['without its base', { pull_request: { number: '7', head: same } }, null, false],
    ['that is null', { pull_request: null }, null, false],
    ['in an event that is not JSON', '{"pull_request":', null, false],
  ];
  for (const [name, event, pullRequest, fromFork] of rows) {
    test(`${name} is ${pullRequest}, ${fromFork ? '' : 'not '}from a fork`, () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'context-'));
      const file = join(folder.path, 'event.json');
      writeFileSync(file, typeof event === 'string' ? event : JSON.stringify(event));
      const find = (eventName: string, path = file) =>
        read({ GITHUB_EVENT_NAME: eventName, GITHUB_EVENT_PATH: path });
      assert.partialDeepStrictEqual(find('pull_request'), { pullRequest, fromFork });
      assert.partialDeepStrictEqual(find('pull_request_review'), { pullRequest, fromFork });
      // An event that gets secrets is none of a fork, wherever the branch lies.
      assert.partialDeepStrictEqual(find('pull_request_target'), { pullRequest, fromFork: false });
      assert.partialDeepStrictEqual(find('push'), { pullRequest: null, fromFork: false });
      assert.partialDeepStrictEqual(find('pull_request', `${file}.missing`), {
        pullRequest: null,
        fromFork: false,
      });
    });
  }
});

test('the proxy is that for https; the lower-case name wins, as in curl', () => {
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
});
