import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createLimiter,
  findAccount,
  maySeeKeys,
  readHost,
  refuseControl,
  toAppOrigin,
  toPageOrigin,
} from '../../../sandbox/access.ts';

const base = 'http://127.0.0.1:8420';
const program = { url: `${base}/_sandbox/state`, origin: undefined, fetchSite: undefined, marker: '1' };
const page = {
  url: 'http://localhost:8420/_sandbox/state',
  origin: 'http://localhost:8420',
  fetchSite: 'same-origin',
  marker: '1',
};
const account = { name: 'ann', key: 'key-of-ann' };

test('a name is that of the page, of the service, of one app, or none of the sandbox’s', () => {
  const allowed = new Set(['sandbox']);
  for (const [url, host] of [
    ['http://localhost:1/', { kind: 'page' }],
    ['http://127.0.0.1:1/', { kind: 'service' }],
    ['http://[::1]:1/', { kind: 'service' }],
    ['http://sandbox:1/', { kind: 'service' }],
    ['http://tides.localhost:1/', { kind: 'app', slug: 'tides' }],
    ['http://evil.example:1/', null],
    ['http://localhost.evil.example:1/', null],
    ['http://127.0.0.1.evil.example:1/', null],
    ['http://a.b.localhost:1/', null],
    ['http://192.168.0.7:1/', null],
  ] as const) {
    assert.deepEqual(readHost(url, allowed), host, url);
  }
});

test('the page and each app have an origin of their own, on the port that the client sees', () => {
  assert.equal(toPageOrigin(`${base}/x`), 'http://localhost:8420');
  assert.equal(toAppOrigin(`${base}/x`, 'tides'), 'http://tides.localhost:8420');
  assert.equal(toAppOrigin('http://sandbox:9000/', 'tides'), 'http://tides.localhost:9000');
  assert.equal(toAppOrigin(base, '-a-'), 'http://-a-.localhost:8420');
  assert.equal(toAppOrigin(base, 'xn--a'), null);
});

test('a program on this machine and the sandbox’s own page may use the controls', () => {
  assert.equal(refuseControl(program), null);
  assert.equal(refuseControl({ ...program, url: 'http://[::1]:8420/_sandbox/state' }), null);
  assert.equal(refuseControl(page), null);
  assert.equal(refuseControl({ ...page, origin: undefined }), null);
});

const intruders = {
  'a form or a link, which cannot send the header': { ...page, marker: undefined },
  'another site': { ...page, origin: 'https://evil.example', fetchSite: 'cross-site' },
  'another site, in a browser that does not say so': { ...page, origin: 'https://evil.example', fetchSite: undefined },
  'another port of this machine': { ...page, origin: 'http://localhost:3000', fetchSite: 'same-site' },
  'a page without an origin': { ...page, origin: 'null' },
  'an app’s page that writes': { ...program, origin: base, fetchSite: 'same-origin' },
  'an app’s page that writes, in a browser that says less': { ...program, origin: base },
  'an app’s page that reads': { ...program, fetchSite: 'same-origin' },
  'an app’s page that calls the page’s origin': {
    ...page,
    origin: 'http://tides.localhost:8420',
    fetchSite: 'cross-site',
  },
  'a browser that was sent there': { ...page, origin: undefined, fetchSite: 'none' },
};

for (const [who, request] of Object.entries(intruders)) {
  test(`${who} may not`, () => {
    assert.notEqual(refuseControl(request), null);
    assert.equal(maySeeKeys(request, undefined), false);
  });
}

test('keys are for the page and for who has one already; that nothing speaks against somebody is not enough', () => {
  assert.equal(maySeeKeys(page, undefined), true);
  assert.equal(maySeeKeys(program, account), true);
  assert.equal(maySeeKeys(program, undefined), false);
  assert.equal(maySeeKeys({ ...page, fetchSite: undefined }, undefined), false);
});

test('a caller is known by a Bearer key, and by nothing else', () => {
  const find = (header: string | undefined) => findAccount(header, [account])?.name;
  assert.equal(find('Bearer key-of-ann'), 'ann');
  assert.equal(find('bearer  key-of-ann '), 'ann');
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'key-of-ann', 'Basic key-of-ann', 'Bearer key-of-ben']) {
    assert.equal(find(header), undefined, header);
  }
});

const rate = { changes: 30, window_ms: 60_000 };

test('thirty changes pass in any minute, and the thirty-first says how long to wait', () => {
  let time = 0;
  const limiter = createLimiter(() => time);
  for (let count = 0; count < 30; count += 1) {
    time = count * 1_000;
    assert.equal(limiter.check('a', rate), 0);
    limiter.count('a');
  }
  assert.equal(limiter.check('a', rate), 31);
  assert.equal(limiter.check('b', rate), 0);
  time = 59_999;
  assert.equal(limiter.check('a', rate), 1);
  time = 60_000;
  assert.equal(limiter.check('a', rate), 0);
  limiter.count('a');
  assert.equal(limiter.check('a', rate), 1);
  limiter.clear();
  assert.equal(limiter.check('a', rate), 0);
});

test('what was refused does not count, and neither does what is yet to come after the clock was set back', () => {
  let time = 900;
  const limiter = createLimiter(() => time);
  const one = { changes: 1, window_ms: 1_000 };
  limiter.count('a');
  assert.equal(limiter.check('a', one), 1);
  assert.equal(limiter.check('a', { changes: 2, window_ms: 1_000 }), 0);
  time = 100;
  assert.equal(limiter.check('a', one), 0);
});
