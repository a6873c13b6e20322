import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimiter, maySeeKeys, readHost, refuseControl, toAppOrigin } from '../../../sandbox/access.ts';

const base = 'http://127.0.0.1:8420';
const origin = 'http://localhost:8420';
const program = { url: `${base}/_sandbox/state`, origin: undefined, fetchSite: undefined, marker: '1' };
const page = { url: `${origin}/_sandbox/state`, origin, fetchSite: 'same-origin', marker: '1' };

test('a name is that of the page, of the service, of one app, or none of the sandbox’s', () => {
  for (const [name, host] of Object.entries({
    localhost: { kind: 'page' },
    '127.0.0.1': { kind: 'service' },
    '[::1]': { kind: 'service' },
    sandbox: { kind: 'service' },
    'tides.localhost': { kind: 'app', slug: 'tides' },
    'evil.example': null,
    'localhost.evil.example': null,
    '127.0.0.1.evil.example': null,
    'a.b.localhost': null,
    '192.168.0.7': null,
  })) {
    assert.deepEqual(readHost(`http://${name}:1/`, new Set(['sandbox'])), host, name);
  }
});

test('each app has an origin of its own, on the port that the client sees', () => {
  assert.equal(toAppOrigin('http://sandbox:9000/', 'tides'), 'http://tides.localhost:9000');
  assert.equal(toAppOrigin(base, '-a-'), 'http://-a-.localhost:8420');
  assert.equal(toAppOrigin(base, 'xn--a'), null);
});

const allowed = {
  'a program': program,
  'a program over IPv6': { ...program, url: 'http://[::1]:8420/_sandbox/state' },
  'the page': page,
  'the page that reads, which sends no origin': { ...page, origin: undefined },
};
const evil = 'https://evil.example';
const intruders = {
  'a form or a link, which cannot send the header': { ...page, marker: undefined },
  'another site': { ...page, origin: evil, fetchSite: 'cross-site' },
  'another site, in a browser that does not say so': { ...page, origin: evil, fetchSite: undefined },
  'another port of this machine': { ...page, origin: 'http://localhost:3000', fetchSite: 'same-site' },
  'a page without an origin': { ...page, origin: 'null' },
  'an app’s page that writes': { ...program, origin: base, fetchSite: 'same-origin' },
  'an app’s page that writes, in a browser that says less': { ...program, origin: base },
  'an app’s page that reads': { ...program, fetchSite: 'same-origin' },
  'an app’s page that calls the page': { ...page, origin: 'http://tides.localhost:8420', fetchSite: 'cross-site' },
  'a browser that was sent there': { ...page, origin: undefined, fetchSite: 'none' },
};

test('the controls are for programs on this machine and for the sandbox’s own page', () => {
  for (const [who, request] of Object.entries(allowed)) assert.equal(refuseControl(request), null, who);
  for (const [who, request] of Object.entries(intruders)) {
    assert.notEqual(refuseControl(request), null, who);
    assert.equal(maySeeKeys(request, undefined), false, who);
  }
});

test('a limiter forgets what lies outside the window, and what is yet to come after the clock was set back', () => {
  let time = 900;
  const limiter = createLimiter(() => time);
  const rate = { changes: 1, window_ms: 1_000 };
  limiter.count('a');
  assert.equal(limiter.check('a', rate), 1);
  assert.equal(limiter.check('b', rate), 0);
  assert.equal(limiter.check('a', { changes: 2, window_ms: 1_000 }), 0);
  time = 100;
  assert.equal(limiter.check('a', rate), 0);
});
