import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopback, refuseControl, toPageOrigin } from '../../../sandbox/guard.ts';

const base = 'http://127.0.0.1:8420';
const program = { url: `${base}/_sandbox/state`, origin: undefined, fetchSite: undefined, marker: '1' };
const page = {
  url: 'http://localhost:8420/_sandbox/state',
  origin: 'http://localhost:8420',
  fetchSite: 'same-origin',
  marker: '1',
};

test('a program on this machine and the sandbox’s own page may use the controls', () => {
  assert.equal(refuseControl(program, base), null);
  assert.equal(refuseControl({ ...program, url: 'http://[::1]:8420/_sandbox/state' }, base), null);
  assert.equal(refuseControl(page, base), null);
  assert.equal(refuseControl({ ...page, origin: undefined }, base), null);
});

const intruders = {
  'a form or a link, which cannot send the header': { ...page, marker: undefined },
  'a name that was bent to this machine': { ...program, url: 'http://evil.example:8420/_sandbox/state' },
  'another port': { ...program, url: 'http://127.0.0.1:80/_sandbox/state' },
  'another site': { ...page, origin: 'https://evil.example', fetchSite: 'cross-site' },
  'another port of this machine': { ...page, origin: 'http://localhost:3000', fetchSite: 'same-site' },
  'a page without an origin': { ...page, origin: 'null' },
  'an app’s page that writes': { ...program, origin: base, fetchSite: 'same-origin' },
  'an app’s page that reads': { ...program, fetchSite: 'same-origin' },
  'an app’s page that calls the page’s origin': { ...page, origin: base, fetchSite: 'cross-site' },
  'a browser that was sent there': { ...page, origin: undefined, fetchSite: 'none' },
};

for (const [who, request] of Object.entries(intruders)) {
  test(`${who} may not`, () => {
    assert.notEqual(refuseControl(request, base), null);
  });
}

test('the page lives under another name than the apps, on the same port', () => {
  assert.equal(toPageOrigin(base), 'http://localhost:8420');
  assert.ok(isLoopback('http://localhost:8420/', base));
  assert.ok(!isLoopback('http://localhost.evil.example:8420/', base));
});
