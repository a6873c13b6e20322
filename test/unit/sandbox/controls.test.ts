import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statuses } from '../../../sandbox/app.ts';
import {
  type Client,
  openApp,
  openSandbox,
  type Reply,
  soundFiles,
  soundFolder,
  summarize,
  url,
} from './client.ts';

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

test('an invalid control gets a 400, 404 or 409 and changes nothing', async () => {
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

const page = 'http://localhost:8420';

/** Sends a form of the page, as a browser does. */
async function send(client: Pick<Client, 'call'>, path: string, fields: Record<string, string>) {
  const headers = { origin: page, 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await client.call(
    'POST',
    page + path,
    String(new URLSearchParams(fields)),
    headers,
  );
  const kept = /<textarea[^>]*name="fault"[^>]*>\n([^<]*)</.exec(body)?.[1] ?? null;
  return { status, trouble: /role="alert">(.+?)<\/div>/.exec(body)?.[1] ?? null, kept };
}

test('the page escapes what comes from outside, runs its own script alone, has no key, and is at one name alone', async () => {
  const { call, sandbox } = await openApp();
  sandbox.edit('tides', { name: '<script>"&' });
  const { status, headers, body } = await call('GET', page, undefined, {});
  assert.equal(status, 200);
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; form.*; script-src 'sha256-[\w+/=]+'$/,
  );
  assert.match(body, /<h3>&lt;script&gt;&quot;&amp; <small>tides<\/small>/);
  assert.equal(body.match(/<script/g)?.length, 1);
  assert.doesNotMatch(body, /key-of/);
  const seen = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal((await call('GET', page, undefined, seen)).status, 304);
  assert.match(body, /href="http:\/\/tides_draft\.localhost:8420\/a\/tides\/"/);
  assert.equal((await call('GET', '/', undefined, {})).headers.get('location'), `${page}/`);
});

test('a form of the page does what its control does, and what does not fit is said on the page', async () => {
  const client = open('in_review');
  const done = { status: 303, trouble: null, kept: null };
  assert.deepEqual(
    await send(client, '/_sandbox/apps/in-review/approve', { note: 'Lovely.' }),
    done,
  );
  assert.deepEqual(
    await send(client, '/_sandbox/apps/in-review/edit', { tagline: 'Theirs' }),
    done,
  );
  const trouble = 'An app in state published_with_unreviewed_changes cannot take the move approve.';
  assert.deepEqual(await send(client, '/_sandbox/apps/in-review/approve', { note: '' }), {
    ...{ status: 400, trouble, kept: 'kind=slow,ms=0' },
  });
  const fault = 'kind=stale,lag_ms=5000,times=null\r\nkind=error,status=500\r\n';
  for (const form of [
    { preset: 'strange' },
    { assume: 'deploy_response=empty' },
    { terms: '2027' },
    { fault },
  ]) {
    assert.deepEqual(await send(client, '/_sandbox/settings', form), done);
  }
  assert.partialDeepStrictEqual(await client.state(), {
    terms_version: '2027',
    assumptions: { deploy_response: 'empty', list_response: 'array' },
    apps: [
      { status: 'published_with_unreviewed_changes', review_note: 'Lovely.', tagline: 'Theirs' },
    ],
  });
  const shown = /name="fault"[^>]*>\n([^<]*)</.exec(
    (await client.call('GET', page, undefined, {})).body,
  )?.[1];
  assert.equal(shown, 'kind=stale,times=null,lag_ms=5000\nkind=error,status=500');
  assert.deepEqual(await send(client, '/_sandbox/settings', { fault: '' }), done);
  assert.deepEqual(client.sandbox.faults.list(), []);
  const wrong = await send(client, '/_sandbox/settings', { fault: 'oops' });
  assert.deepEqual(wrong, {
    status: 400,
    trouble: '&quot;oops&quot; must be NAME=VALUE, with commas between them.',
    kept: 'oops',
  });
});

test('a card shows logo, colour, instructions and files of the draft, a note field where a reviewer may write one, and asks before it deletes', async () => {
  const { call, sandbox } = open('in_review');
  const service = '{"name": "Tides", "color": "#0A7EA4", "logo": "assets/wave.png"}';
  sandbox.put({
    slug: 'in-review',
    files: new Map([...soundFolder, ['service.json', service], ['instructions.md', 'Be <brief>.']]),
    status: 'in_review',
  });
  const look = async () => (await call('GET', page, undefined, {})).body;
  const card = await look();
  for (const shown of [
    'border-color: #0A7EA4',
    '<img src="data:image/png;base64,aGk=" alt=""',
    'Be &lt;brief&gt;.',
    '<li>assets/wave.png\n',
    '<textarea id="in-review-note"',
    '<input id="in-review-sure" type="checkbox" required>',
  ]) {
    assert.ok(card.includes(shown), shown);
  }
  sandbox.move('in-review', 'reject');
  assert.ok(!(await look()).includes('in-review-note'));
});

test('a switch shows its present value, and its form sets all of them', async () => {
  const client = open('draft');
  const form = { assume: 'list_response=array', preset: 'documented' };
  await send(client, '/_sandbox/settings', form);
  const { body } = await client.call('GET', page, undefined, {});
  assert.match(
    body,
    /<b>list_response<\/b>\n<select[^>]*>.*?<option value="list_response=array" selected>/,
  );
  assert.match(body, /1 of\n\d+ differ from the preset/);
});

test('the clock control makes late changes happen; /_sandbox/health needs no header', async () => {
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

test('a browser is told how to open a draft where nothing is published, and a program gets the error', async () => {
  const { call } = open('draft');
  const address = 'http://draft.localhost:8420/a/draft/';
  const shown = await call('GET', address, undefined, { accept: 'text/html,*/*' });
  assert.equal(shown.status, 404);
  assert.match(
    shown.body,
    /<a href="http:\/\/draft_draft\.localhost:8420\/a\/draft\/">open the draft<\/a>/,
  );
  assert.equal(
    summarize(await call('GET', address, undefined, { accept: '*/*' })),
    '404 not_found',
  );
  const none = await call('GET', 'http://none.localhost:8420/a/none/', undefined, {
    accept: 'text/html',
  });
  assert.doesNotMatch(none.body, /_draft/);
});

test('a draft shows no review note, even after a review', async () => {
  const { control, call } = open('in_review');
  await control('/apps/in-review/withdraw', { note: 'Not yet.' });
  const { status, review_note: note } = (await call('GET', '/api/miniapps/in-review')).body;
  assert.deepEqual([status, note], ['draft', null]);
});
