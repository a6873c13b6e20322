import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { toUserAgent, version } from '../../src/version.ts';

test('the version is that of package.json', () => {
  const file = join(import.meta.dirname, '../../package.json');
  assert.equal(version, JSON.parse(readFileSync(file, 'utf8')).version);
});

describe('the User-Agent', () => {
  const page = 'https://github.example/coast/tides/actions/runs/42';

  test('names the version and the page of the run', () => {
    assert.equal(toUserAgent(page), `miniapp-deploy/${version} (+${page})`);
  });

  for (const runUrl of [null, '', `${page}\nx: y`, `${page} x`, 'https://github.example/kyst/h\u00f8jvande']) {
    test(`names no page where there is none that a header can hold: ${JSON.stringify(runUrl)}`, () => {
      assert.equal(toUserAgent(runUrl), `miniapp-deploy/${version}`);
    });
  }
});
