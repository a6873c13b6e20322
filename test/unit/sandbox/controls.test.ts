import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statuses } from '../../../sandbox/app.ts';
import type { SandboxOptions } from '../../../sandbox/parts.ts';
import {
  accounts,
  type Client,
  openApp,
  openSandbox,
  type Reply,
  soundFiles,
  soundFolder,
  tell,
  url,
} from './client.ts';

/** A sandbox, and a program that uses its controls. */
function open(options: SandboxOptions) {
  const client = openSandbox(options);
  const control = (path: string, body?: unknown, method = 'POST'): Promise<Reply> =>
    client.call(method, `/_sandbox${path}`, body, { 'x-sandbox': '1' });
  const state = async () => (await control('/state', undefined, 'GET')).body;
  return { ...client, control, state };
}

/** The same with the app `tides`. */
function openTides(status = 'draft') {
  return open({ seed: [{ slug: 'tides', files: soundFolder, status }] });
}

test('the state shows apps with what a reviewer may do, settings, faults and requests, and no key', async () => {
  const { call, state, sandbox } = openTides('in_review');
  await call('GET', '/api/miniapps/none');
  sandbox.faults.add({ kind: 'stale' });
  const shown = await state();
  assert.partialDeepStrictEqual(shown, {
    base_url: url,
    accounts: ['ann', 'ben'],
    terms_version: '2026-10',
    rate: { changes: 30, window_ms: 60_000 },
    faults: [{ kind: 'stale' }],
    apps: [{ slug: 'tides', owner: 'ann', moves: ['approve', 'reject'] }],
    requests: [{ method: 'GET', path: '/api/miniapps/none', status: 404, account: 'ann' }],
  });
  assert.ok(!JSON.stringify(shown).includes('key-of'));
});

test('each move of somebody else is a control, and gives the state after it', async () => {
  const { control } = openTides('published_with_unreviewed_changes');
  for (const [move, sent, app] of [
    ['submit', undefined, { status: 'in_review' }],
    ['withdraw', undefined, { status: 'published_with_unreviewed_changes' }],
    ['discard', undefined, { status: 'published' }],
    ['edit', { name: 'Theirs' }, { name: 'Theirs', tagline: '' }],
    ['edit', undefined, { tagline: 'Edited by somebody else' }],
    ['take_down', { note: ' Not like this. ' }, { status: 'taken_down', review_note: 'Not like this.' }],
  ] as const) {
    assert.partialDeepStrictEqual((await control(`/apps/tides/${move}`, sent)).body.apps, [app], move);
  }
  assert.deepEqual((await control('/apps/tides/delete')).body.apps, []);
});

test('what does not fit is a 400, 404 or 409 that names it, and changes nothing', async () => {
  const { control, state } = openTides();
  const before = await state();
  const settings: Record<string, unknown> = {
    rates: { rates: {} },
    window: { rate: { window: 3 } },
    app: { limits: { app: 3 } },
    secret: { accounts: [{ name: 'a', secret: 'k' }] },
    key: { accounts: [{ name: 'a', key: 'a b' }] },
    accounts: { accounts: [...accounts, { name: 'ann', key: 'other' }] },
    create: { assumptions: { create: 201 } },
    form: { assumptions: { form: 'later' } },
    preset: { preset: 'other' },
    tmies: { faults: [{ tmies: 3 }] },
    faults: { faults: {} },
    state: { seed: [{ slug: 'other', files: {}, state: 'draft' }] },
    terms_version: { terms_version: 'a b' },
  };
  for (const [field, sent] of Object.entries(settings)) {
    assert.equal(tell(await control('/settings', sent)), `400 invalid_field ${field}`);
  }
  for (const [path, sent, reply] of [
    ['/apps/tides/approve', undefined, '409 wrong_state'],
    ['/apps/none/approve', undefined, '404 not_found'],
    ['/apps/none/delete', undefined, '404 not_found'],
    ['/apps/none/edit', undefined, '404 not_found'],
    ['/apps/tides/publish', undefined, '404 not_found'],
    ['/apps/tides/submit', { note: 'x'.repeat(2_001) }, '400 invalid_field note'],
    ['/apps/tides/submit', { note: 3 }, '400 invalid_field note'],
    ['/apps/tides/edit', { nmae: 'x' }, '400 invalid_field nmae'],
    ['/settings', { seed: [{ slug: 'other', owner: 'nobody', files: soundFiles }] }, '400 invalid_field'],
    ['/settings', { seed: [{ slug: 'other', files: {} }] }, '400 invalid_field'],
  ] as const) {
    assert.equal(tell(await control(path, sent)), reply, path);
  }
  assert.deepEqual(await state(), before);
});

test('settings change over HTTP while all else stays, and a reset brings back how everything was at the start', async () => {
  const seed = statuses.map((status) => ({
    status,
    slug: status.replaceAll('_', '-').slice(0, 32),
    files: soundFolder,
  }));
  const { call, control, state, submit, sandbox } = open({ seed, faults: [{ kind: 'slow', ms: 0 }], now: () => 0 });
  const { faults: _faults, ...before } = await state();
  await control('/settings', { preset: 'strange', seed: [{ slug: 'tides', files: soundFiles }] });
  const others = { rate: { changes: 3 }, limits: { apps: 1 }, assumptions: { create_status: 202 } };
  const more = [{ slug: 'other', owner: 'ben', files: soundFiles, status: 'not_approved', review_note: 'No.' }];
  const { body } = await control('/settings', { terms_version: '2026-11', seed: more, faults: [], ...others });
  assert.partialDeepStrictEqual(body, {
    terms_version: '2026-11',
    accounts: ['ann', 'ben'],
    rate: { changes: 3, window_ms: 60_000 },
    limits: { ...before.limits, apps: 1 },
    assumptions: { create_status: 202, list_response: 'array' },
  });
  assert.deepEqual(body.faults, []);
  assert.partialDeepStrictEqual(sandbox.store.find('other'), {
    owner: 'ben',
    status: 'not_approved',
    reviewNote: 'No.',
  });
  assert.match((await submit({})).body.error.message, /"2026-11"/);
  await control('/settings', { accounts: [...accounts, { name: 'cy', key: 'key-of-cy' }] });
  assert.equal((await call('GET', '/api/miniapps', undefined, { authorization: 'Bearer key-of-cy' })).status, 200);
  await control('/reset');
  const { faults, ...after } = await state();
  assert.deepEqual(after, before);
  assert.partialDeepStrictEqual(faults, [{ kind: 'slow', calls: 0 }]);
});

const page = 'http://localhost:8420';

/** Sends a form of the page, as a browser does. */
async function send(client: Client, path: string, fields: Record<string, string>) {
  const headers = { origin: page, 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await client.call('POST', page + path, String(new URLSearchParams(fields)), headers);
  return { status, trouble: /role="alert">(.*?)<\/p>/.exec(body)?.[1] ?? null };
}

test('the page escapes what comes from outside, has no script and no key, and is at one name alone', async () => {
  const { call, sandbox } = await openApp();
  sandbox.edit('tides', { name: '<script>"&' });
  const { status, headers, body } = await call('GET', page, undefined, {});
  assert.equal(status, 200);
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style-src 'unsafe-inline'; form-action/,
  );
  assert.match(body, /<h3>&lt;script&gt;&quot;&amp; <small>tides<\/small>/);
  assert.doesNotMatch(body, /<script|key-of/);
  assert.match(body, /href="http:\/\/tides_draft\.localhost:8420\/a\/tides\/"/);
  assert.equal((await call('GET', '/', undefined, {})).headers.get('location'), `${page}/`);
});

test('a form of the page does what its control does, and what does not fit is said on the page', async () => {
  const client = openTides('in_review');
  const { sandbox } = client;
  const done = { status: 303, trouble: null };
  assert.deepEqual(await send(client, '/_sandbox/apps/tides/approve', { note: 'Lovely.' }), done);
  assert.partialDeepStrictEqual(sandbox.store.find('tides'), { status: 'published', reviewNote: 'Lovely.' });
  const again = await send(client, '/_sandbox/apps/tides/approve', { note: '' });
  assert.deepEqual(again, { status: 400, trouble: 'An app in state published cannot take the move approve.' });
  assert.deepEqual(await send(client, '/_sandbox/settings', { assume: 'deploy_response=empty' }), done);
  assert.deepEqual(await send(client, '/_sandbox/settings', { terms: '2027' }), done);
  assert.partialDeepStrictEqual(sandbox.setup(), { termsVersion: '2027', assumptions: { deploy_response: 'empty' } });
  const fault = 'kind=stale,lag_ms=5000,times=null\r\nkind=error,status=500\r\n';
  assert.deepEqual(await send(client, '/_sandbox/settings', { fault }), done);
  const shown = /<textarea[^>]*>\n([^<]*)</.exec((await client.call('GET', page, undefined, {})).body)?.[1];
  assert.equal(shown, 'kind=stale,times=null,lag_ms=5000\nkind=error,status=500');
  assert.deepEqual(await send(client, '/_sandbox/settings', { fault: '' }), done);
  assert.deepEqual(sandbox.faults.list(), []);
  assert.deepEqual(await send(client, '/_sandbox/settings', { preset: 'strange' }), done);
  assert.equal(sandbox.setup().assumptions.list_response, 'array');
  assert.equal((await send(client, '/_sandbox/settings', { fault: 'oops' })).status, 400);
});
