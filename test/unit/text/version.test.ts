import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toUserAgent, version } from '../../../src/text/version.ts';
import { readText } from '../../support/repository.ts';

test('the User-Agent has the version of package.json and, if it is a valid header, the URL of the run', () => {
  assert.equal(version, JSON.parse(readText('package.json')).version);
  const page = 'https://github.example/coast/tides/actions/runs/42';
  assert.equal(toUserAgent(page), `miniapp-deploy/${version} (+${page})`);
  for (const runUrl of [null, `${page}\nx: y`, `${page}/h\u00f8jvande`]) {
    assert.equal(toUserAgent(runUrl), `miniapp-deploy/${version}`);
  }
});
