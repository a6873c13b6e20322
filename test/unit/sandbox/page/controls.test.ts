import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statuses } from '../../../../sandbox/service/app.ts';
import { openSandbox, type Reply, soundFiles, soundFolder, summarize, url } from '../client.ts';

/** Makes a sandbox with an app in each of these states, and functions that use its controls. */
function open(...apps: readonly string[]) {
  const seed = apps.map((status) => ({
    slug: status.replaceAll('_', '-').slice(0, 32),
    files: soundFolder,
    status,
  }));
  const client = openSandbox({
    seed,
    faults: [{ kind: 'slow', ms: 0 }],
    now: () => Date.UTC(2026, 9, 1),
  });
  const control = (path: string, body?: unknown, method = 'POST'): Promise<Reply> =>
    client.call(method, `/_sandbox${path}`, body, { 'x-sandbox': '1' });
  return {
    ...client,
    control,
    state: async () => (await control('/state', undefined, 'GET')).body,
  };
}

test('the state shows apps with their moves, settings, faults and requests, but no keys', async () => {
  const { call, state } = open('in_review');
  const headers = { authorization: 'Bearer key-of-ben', cookie: 'draft=x', 'user-agent': 'test' };
  await call('POST', '/api/miniapps/deploy?x=1', '{"slug":"none"}', headers);
  await call('GET', '/a/none/');
  const shown = await state();
  assert.partialDeepStrictEqual(shown, {
    base_url: url,
    accounts: ['ann', 'ben'],
    terms_version: '2026-10',
    rate: { changes: 30, window_ms: 60_000 },
    faults: [{ kind: 'slow', calls: 1 }],
    apps: [{ slug: 'in-review', owner: 'ann', moves: ['approve', 'reject', 'withdraw'] }],
  });
  assert.deepEqual(shown.requests, [
    {
      id: 1,
      time: '2026-10-01T00:00:00.000Z',
      method: 'POST',
      path: '/api/miniapps/deploy',
      slug: 'none',
      status: 404,
      error: {
        code: 'not_found',
        message: 'There is no such app, or it is not yours.',
        problems: [],
      },
      account: 'ben',
      headers: { 'content-type': 'application/json', 'user-agent': 'test' },
      bytes: 15,
      body: { slug: 'none' },
      files: null,
      duration_ms: 0,
      faults: ['kind=slow,ms=0'],
      response: null,
    },
  ]);
  assert.ok(!JSON.stringify(shown).includes('key-of'));
});

test('a control makes each move, edit and deletion, and returns the state', async () => {
  const { control } = open('published');
  for (const [move, sent, app] of [
    ['edit', undefined, { tagline: 'Edited by somebody else' }],
    ['submit', undefined, { status: 'in_review' }],
    ['withdraw', undefined, { status: 'published_with_unreviewed_changes' }],
    [
      'take_down',
      { note: ' Not like this. ' },
      { status: 'taken_down', review_note: 'Not like this.' },
    ],
  ] as const) {
    assert.partialDeepStrictEqual(
      (await control(`/apps/published/${move}`, sent)).body.apps,
      [app],
      move,
    );
  }
  assert.deepEqual((await control('/apps/published/delete')).body.apps, []);
});

test('an invalid request to a control gets a 400, 404 or 409, and changes nothing', async () => {
  const { control, state } = open('draft');
  const before = await state();
  for (const [path, sent, reply] of [
    ['/settings', { limits: { app: 3 } }, '400 invalid_field app'],
    ['/settings', { accounts: [] }, '400 invalid_field accounts'],
    ['/settings', { accounts: [{ name: 'a' }] }, '400 invalid_field key'],
    [
      '/settings',
      { accounts: ['a', 'b'].map((key) => ({ name: 'ann', key })) },
      '400 invalid_field accounts',
    ],
    [
      '/settings',
      { accounts: ['a', 'b'].map((name) => ({ name, key: 'k' })) },
      '400 invalid_field accounts',
    ],
    ['/settings', { terms_version: 'a b' }, '400 invalid_field terms_version'],
    [
      '/settings',
      { seed: [{ slug: 'other', owner: 'nobody', files: soundFiles }] },
      '400 invalid_field',
    ],
    ['/settings', { seed: [{ slug: 'other', files: {} }] }, '400 invalid_field'],
    ['/apps/draft/approve', undefined, '409 wrong_state'],
    ['/apps/none/delete', undefined, '404 not_found'],
    ['/apps/draft/publish', undefined, '404 not_found'],
    ['/apps/draft/submit', { note: 'x'.repeat(2_001) }, '400 invalid_field note'],
    ['/apps/draft/edit', { nmae: 'x' }, '400 invalid_field nmae'],
  ] as const) {
    assert.equal(summarize(await control(path, sent)), reply, `${path} ${JSON.stringify(sent)}`);
  }
  assert.deepEqual(await state(), before);
});

test('settings that are not sent stay as they are, and a reset restores the start', async () => {
  const { control, state, sandbox, call } = open(...statuses);
  const before = await state();
  await control('/settings', { preset: 'strange', seed: [{ slug: 'tides', files: soundFiles }] });
  const others = { rate: { changes: 3 }, limits: { apps: 1 }, assumptions: { create_status: 202 } };
  const more = [
    { slug: 'other', owner: 'ben', files: soundFiles, status: 'not_approved', review_note: 'No.' },
  ];
  const sent = { terms_version: '2026-11', seed: more, faults: [{ kind: 'reset' }], ...others };
  assert.partialDeepStrictEqual((await control('/settings', sent)).body, {
    ...{
      terms_version: '2026-11',
      rate: { changes: 3, window_ms: 60_000 },
      limits: { ...before.limits, apps: 1 },
    },
    ...{ assumptions: { create_status: 202, list_response: 'array' }, faults: [{ kind: 'reset' }] },
  });
  const other = { owner: 'ben', status: 'not_approved', reviewNote: 'No.' };
  assert.partialDeepStrictEqual(sandbox.store.find('other'), other);
  sandbox.faults.set([]);
  await control('/settings', { accounts: [{ name: 'cy', key: 'key-of-cy' }] });
  assert.equal(
    (await call('GET', '/api/miniapps', undefined, { authorization: 'Bearer key-of-cy' })).status,
    200,
  );
  await control('/reset');
  const after = await state();
  const [fault] = after.faults;
  assert.deepEqual(after, {
    ...before,
    requests: [],
    faults: [{ ...before.faults[0], id: fault.id }],
  });
});

test('putting the clock forward applies delayed changes; /_sandbox/health needs no header', async () => {
  const { call, control, state } = open('draft');
  assert.deepEqual((await call('GET', '/_sandbox/health', undefined, {})).body, { ok: true });
  await control('/settings', { faults: [{ kind: 'late', ms: 60_000 }] });
  await call('DELETE', '/api/miniapps/draft');
  assert.equal((await state()).apps.length, 1);
  assert.partialDeepStrictEqual((await control('/clock', { advance_ms: 59_999 })).body, {
    time: '2026-10-01T00:00:59.999Z',
  });
  assert.equal((await state()).apps.length, 1);
  assert.deepEqual((await control('/clock', { advance_ms: 1 })).body.apps, []);
  assert.equal(summarize(await control('/clock', { ms: 1 })), '400 invalid_field ms');
});

test('a draft shows no review note, even after a review', async () => {
  const { control, call } = open('in_review');
  await control('/apps/in-review/withdraw', { note: 'Not yet.' });
  const { status, review_note: note } = (await call('GET', '/api/miniapps/in-review')).body;
  assert.deepEqual([status, note], ['draft', null]);
});

test('a fault can be added, turned off, and all can be turned off', async () => {
  const { control, state } = open('draft');
  await control('/faults', { kind: 'reset', times: 3 });
  const { faults } = await state();
  assert.deepEqual(
    faults.map(({ kind }: { kind: string }) => kind),
    ['slow', 'reset'],
  );
  await control(`/faults/${faults[0].id}/remove`);
  assert.partialDeepStrictEqual((await state()).faults, [{ kind: 'reset' }]);
  assert.equal(summarize(await control('/faults', { kind: 'rest' })), '400 invalid_field kind');
  await control('/faults/clear');
  assert.deepEqual((await state()).faults, []);
});
