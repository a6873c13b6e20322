import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ContextSource, type RunContext, readContext } from '../../src/context.ts';

/** Reads a context; `event` is the event file's value, or its text. */
function read(env: ContextSource['env'], event: unknown = {}): RunContext {
  const text = typeof event === 'string' ? event : JSON.stringify(event);
  return readContext({ env, cwd: '/cwd', readEvent: (path) => (path === '/event.json' ? text : fail(path)) });
}

function fail(path: string): never {
  throw new Error(`ENOENT: ${path}`);
}

const pullRequest = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: '/event.json' };

describe('readContext', () => {
  test('reads what the runner sets', () => {
    const context = read({
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
    });
    assert.deepEqual(context, {
      workspace: '/work',
      runnerTemp: '/temp',
      eventName: 'push',
      repository: 'coast/tides',
      sha: 'abc',
      ref: 'refs/heads/main',
      runUrl: 'https://github.example/coast/tides/actions/runs/42',
      apiUrl: 'https://github.example/api/v3',
      pullRequest: null,
      fromFork: false,
      proxy: null,
      outputFile: '/output',
      summaryFile: '/summary',
      docsUrl: 'https://github.example/shore/deploy/blob/v1/docs/troubleshooting.md',
    });
  });

  test('makes do with nothing, as on a machine that is no runner', () => {
    assert.deepEqual(read({}), {
      workspace: '/cwd',
      runnerTemp: '',
      eventName: '',
      repository: '',
      sha: '',
      ref: '',
      runUrl: null,
      apiUrl: 'https://api.github.com',
      pullRequest: null,
      fromFork: false,
      proxy: null,
      outputFile: null,
      summaryFile: null,
      docsUrl: null,
    });
    assert.equal(read({ GITHUB_REPOSITORY: 'coast/tides' }).runUrl, null);
    assert.equal(read({ GITHUB_RUN_ID: '42' }).runUrl, null);
  });

  test('names no page of the documentation of an action whose place is not known', () => {
    const known = { GITHUB_SERVER_URL: 'https://x', GITHUB_ACTION_REPOSITORY: 'a/b', GITHUB_ACTION_REF: 'v1' };
    assert.notEqual(read(known).docsUrl, null);
    for (const name of Object.keys(known)) assert.equal(read({ ...known, [name]: '' }).docsUrl, null, name);
  });

  test('does not look at the event of a run that is not about a pull request', () => {
    const event = { pull_request: { number: 7 } };
    assert.equal(read({ GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: '/event.json' }, event).pullRequest, null);
  });

  const same = { repo: { full_name: 'coast/tides' } };
  const other = { repo: { full_name: 'stranger/tides' } };
  const events: readonly (readonly [string, unknown, number | null, boolean])[] = [
    ['of the repository itself', { pull_request: { number: 7, head: same, base: same } }, 7, false],
    ['of a fork', { pull_request: { number: 7, head: other, base: same } }, 7, true],
    ['of a fork that is gone', { pull_request: { number: 7, head: { repo: null }, base: same } }, 7, true],
    ['without its head', { pull_request: { number: 7, base: same } }, 7, true],
    ['without its base', { pull_request: { number: 7, head: same } }, 7, false],
    ['with an odd number', { pull_request: { number: '7', head: same, base: same } }, null, false],
    ['that is not there', {}, null, false],
    ['that is null', { pull_request: null }, null, false],
    ['in an event that is no object', [], null, false],
    ['in an event that is null', null, null, false],
    ['in an event that is not JSON', '{"pull_request":', null, false],
  ];
  for (const [name, event, number, fromFork] of events) {
    test(`knows a pull request ${name}`, () => {
      for (const eventName of ['pull_request', 'pull_request_target', 'pull_request_review']) {
        const context = read({ ...pullRequest, GITHUB_EVENT_NAME: eventName }, event);
        // An event that gets secrets is none of a fork, wherever the branch lies.
        assert.deepEqual(
          [context.pullRequest, context.fromFork],
          [number, fromFork && eventName !== 'pull_request_target'],
        );
      }
    });
  }

  test('takes an event that cannot be read for one without a pull request', () => {
    const context = read({ ...pullRequest, GITHUB_EVENT_PATH: '/missing' });
    assert.deepEqual([context.pullRequest, context.fromFork], [null, false]);
  });

  const proxies: readonly (readonly [ContextSource['env'], RunContext['proxy']])[] = [
    [{ HTTPS_PROXY: 'http://upper' }, { httpsProxy: 'http://upper', noProxy: '' }],
    [
      { https_proxy: 'http://lower', HTTPS_PROXY: 'http://upper' },
      { httpsProxy: 'http://lower', noProxy: '' },
    ],
    [
      { https_proxy: '', HTTPS_PROXY: 'http://upper' },
      { httpsProxy: 'http://upper', noProxy: '' },
    ],
    [
      { HTTPS_PROXY: 'http://upper', NO_PROXY: 'a', no_proxy: 'b' },
      { httpsProxy: 'http://upper', noProxy: 'b' },
    ],
    [
      { HTTPS_PROXY: 'http://upper', NO_PROXY: 'a' },
      { httpsProxy: 'http://upper', noProxy: 'a' },
    ],
    [{ HTTP_PROXY: 'http://plain', NO_PROXY: 'a' }, null],
    [{ HTTPS_PROXY: '' }, null],
  ];
  for (const [env, proxy] of proxies) {
    test(`reads the proxy of ${JSON.stringify(env)}`, () => assert.deepEqual(read(env).proxy, proxy));
  }
});
