import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toUserAgent, version } from '../../src/version.ts';
import { readText } from '../support/repository.ts';

const page = 'https://github.example/coast/tides/actions/runs/42';

test('the version is that of package.json', () => {
  assert.equal(version, JSON.parse(readText('package.json')).version);
});

test('the User-Agent names the version, and the page of the run where a header can hold it', () => {
  assert.equal(toUserAgent(page), `miniapp-deploy/${version} (+${page})`);
  for (const runUrl of [null, '', `${page}\nx: y`, `${page} x`, `${page}/h\u00f8jvande`]) {
    assert.equal(toUserAgent(runUrl), `miniapp-deploy/${version}`, JSON.stringify(runUrl));
  }
});
