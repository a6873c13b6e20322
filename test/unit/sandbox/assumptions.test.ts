import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assumptions, type Preset, presets, switches } from '../../../sandbox/assumptions.ts';
import type { SandboxOptions } from '../../../sandbox/parts.ts';
import { accounts, bearer, type Client, openApp, openSandbox, type Reply, soundFiles, tell } from './client.ts';

const start = Date.UTC(2026, 9, 1);

function openAssuming(assumptions: Partial<Assumptions>, more: SandboxOptions = {}): Promise<Client> {
  return openApp({ assumptions, ...more });
}

/** A clock that is a second and a millisecond on each time that it is read. */
function tick(): () => number {
  let time = start;
  return () => {
    time += 1_001;
    return time;
  };
}

const approve = ({ control }: Client) => control('POST', '/apps/tides/approve');
const broken = { ...soundFiles, 'index.html': '<title></title>' };

/** Makes one change of a kind. */
const changes = {
  create: ({ call }: Client) => call('POST', '/api/miniapps', { slug: 'other', name: 'Other' }),
  update: ({ update }: Client) => update({ tagline: 'New' }),
  deploy: ({ deploy }: Client) => deploy(),
  submit: ({ submit }: Client) => submit(),
  delete: ({ call }: Client) => call('DELETE', '/api/miniapps/tides'),
};

/** In which form the body of a response shows an app. */
function toForm({ status, body }: Reply): string {
  if (status === 204 || body === '') return 'empty';
  if (body === null || body === 1) return body === null ? 'null' : 'number';
  if (Array.isArray(body)) return 'array';
  return body.app !== undefined ? 'app' : body.ok === true ? 'ok' : body.deleted === true ? 'deleted' : 'bare';
}

for (const [name, change] of Object.entries(changes)) {
  test(`the response of ${name} has any body and status that can be assumed`, async () => {
    const [form, code] = [`${name}_response`, `${name}_status`] as const;
    for (const chosen of Object(switches)[form].values) {
      const reply = await change(await openAssuming({ [form]: chosen, [code]: 200 }));
      assert.deepEqual([toForm(reply), reply.status], [chosen, chosen === 'empty' ? 204 : 200]);
    }
    for (const status of Object(switches)[code].values) {
      assert.equal((await change(await openAssuming({ [code]: status }))).status, status);
    }
  });
}

test('the response of a change may have html and files, and may show the app as it was before', async () => {
  const { body: full } = await changes.update(await openAssuming({ response_files: 'yes' }));
  assert.deepEqual([Object.keys(full.files), full.tagline], [['index.html', 'service.json'], 'New']);
  const { body: before } = await changes.update(await openAssuming({ response_shows: 'before' }));
  assert.deepEqual([before.files, before.tagline], [undefined, 'Water']);
});

test('the list is an array, or in an object under one of several names', async () => {
  for (const chosen of switches.list_response.values) {
    const { body } = await (await openAssuming({ list_response: chosen })).call('GET', '/api/miniapps');
    assert.equal((chosen === 'array' ? body : body[chosen])[0].slug, 'tides', chosen);
  }
});

test('problems are objects, strings or lists by path, beside the error or in it', async () => {
  const detail = 'The title of the page is empty.';
  const place = { line: 1, code: 'title_missing' };
  const line = `${detail} Put <title>…</title> into its head.`;
  for (const [chosen, expected] of Object.entries({
    objects: [{ path: 'index.html', ...place, column: 1, message: detail }],
    strings: [`index.html:1:1: ${line}`],
    by_path: { 'index.html': [line] },
    other_names: [{ file: 'index.html', line: 1, col: 1, rule: 'title_missing', detail }],
  })) {
    const assumed = await openAssuming({ problems_form: chosen } as Partial<Assumptions>);
    assert.partialDeepStrictEqual((await assumed.deploy(broken)).body, { problems: expected });
  }
  const { body } = await (await openAssuming({ problems_at: 'error' })).deploy(broken);
  assert.deepEqual([body.error.problems[0].message, body.problems], [detail, undefined]);
});

test('terms may be named in the message alone; other codes than those of the document may be anything', async () => {
  const client = await openAssuming({ terms_at: 'message', error_codes: 'status' });
  const { body } = await client.submit({});
  assert.deepEqual([body.error.terms_version, body.error.message.includes('"2026-10"')], [undefined, true]);
  assert.equal(body.error.code, 'terms_required');
  assert.equal(tell(await client.call('GET', '/api/miniapps/none')), '404 http_404');
  await client.submit();
  await client.control('POST', '/apps/tides/reject');
  assert.equal(tell(await client.submit()), '409 not_approved');
});

test('the 21st app may be refused with another status', async () => {
  for (const status of switches.too_many_apps_status.values) {
    const client = await openAssuming({ too_many_apps_status: status }, { limits: { apps: 1 } });
    assert.equal((await changes.create(client)).status, status);
  }
});

test('what is refused may not count as a change', async () => {
  for (const [chosen, expected] of [
    ['every', [422, 429, 429]],
    ['accepted', [422, 200, 429]],
  ] as const) {
    const { deploy } = await openAssuming({ counts_as_change: chosen }, { changesPerWindow: 2 });
    const replies = [await deploy(broken), await deploy(), await deploy()];
    assert.deepEqual(
      replies.map(({ status }) => status),
      expected,
    );
  }
});

test('Retry-After is in seconds, a date, or not there', async () => {
  const dates = { seconds: '60', date: 'Thu, 01 Oct 2026 00:01:00 GMT', none: null } as const;
  for (const chosen of switches.retry_after.values) {
    const { deploy } = await openAssuming({ retry_after: chosen }, { changesPerWindow: 1, now: () => start });
    assert.equal((await deploy()).headers.get('retry-after'), dates[chosen]);
  }
});

test('updated_at moves with the draft, a submission, everything, each read, or nothing', async () => {
  for (const [chosen, expected] of Object.entries({
    draft: 'update',
    submit: 'update submit',
    everything: 'update submit approve',
    reads: 'read update submit approve',
    nothing: '',
  })) {
    const assumptions = { updated_at_moves: chosen } as Partial<Assumptions>;
    const client = await openAssuming(assumptions, { now: tick() });
    const steps = { read: client.read, update: () => changes.update(client), submit: client.submit };
    const moved: string[] = [];
    for (const [name, step] of Object.entries({ ...steps, approve: () => approve(client) })) {
      const before = client.sandbox.store.find('tides')?.updatedAt;
      await step();
      if (client.sandbox.store.find('tides')?.updatedAt !== before) moved.push(name);
    }
    assert.equal(moved.join(' '), expected);
  }
});

test('times may be set once, hidden outside of their state, or never shown', async () => {
  const show = async (assumptions: Partial<Assumptions>) => {
    const client = await openAssuming(assumptions, { now: tick() });
    const shown = [];
    for (const tagline of ['one', 'two']) {
      await client.submit();
      const { submitted_at: sent, published_at: hidden } = await client.read();
      await approve(client);
      const { submitted_at: still, published_at: published } = await client.read();
      shown.push({ sent, still, hidden, published });
      await client.update({ tagline });
    }
    return shown;
  };
  const [one, two] = await show({});
  assert.equal(new Set([one?.sent, one?.published, two?.sent, two?.published]).size, 4);
  assert.deepEqual([two?.still, two?.hidden], [two?.sent, one?.published]);
  const [first, second] = await show({ submitted_at: 'first', published_at: 'first' });
  assert.deepEqual([second?.sent, second?.published], [first?.sent, first?.published]);
  const nothing = { sent: null, still: null, hidden: null, published: null };
  assert.deepEqual(await show({ submitted_at: 'never', published_at: 'never' }), [nothing, nothing]);
  const [, hidden] = await show({ submitted_at: 'in_review', published_at: 'published' });
  assert.partialDeepStrictEqual(hidden, { still: null, hidden: null });
  assert.deepEqual([typeof hidden?.sent, typeof hidden?.published], ['string', 'string']);
});

test('times have as many digits as is assumed', async () => {
  for (const [chosen, expected] of Object.entries({
    milliseconds: '2026-10-01T00:00:00.123Z',
    seconds: '2026-10-01T00:00:00Z',
    whole_seconds: '2026-10-01T00:00:00.000Z',
    nanoseconds: '2026-10-01T00:00:00.123000000Z',
    none: null,
  })) {
    const assumptions = { timestamps: chosen } as Partial<Assumptions>;
    const { read } = await openAssuming(assumptions, { now: () => start + 123 });
    assert.equal((await read()).updated_at, expected);
  }
});

test('other files may be kept, and listed or not', async () => {
  const files = { ...soundFiles, 'README.md': '# Tides', 'instructions.md': 'Be brief.' };
  assert.equal((await (await openApp()).deploy(files)).status, 422);
  for (const [chosen, expected] of Object.entries({ documented: soundFiles, all: files })) {
    const assumptions = { other_files: 'kept', listed_files: chosen } as Partial<Assumptions>;
    const { deploy, read, sandbox } = await openAssuming(assumptions);
    assert.equal((await deploy(files)).status, 200);
    assert.deepEqual((await read()).files, expected);
    assert.equal(sandbox.store.find('tides')?.draft.size, 5);
  }
});

/** Files of which a service may keep or show some otherwise. */
const sent = {
  ...soundFiles,
  'service.json': '{"name":"Tides","color":"#0A7EA4"}\r\n',
  'assets/a.txt': '\uFEFFone\r\ntwo',
  'assets/a.svg': 'data:image/svg+xml;base64,PHN2Zy8+',
};
const html = soundFiles['index.html'];
const otherwise: readonly (readonly [Partial<Assumptions>, path: string, content: string])[] = [
  [{ line_ends: 'lf' }, 'assets/a.txt', '\uFEFFone\ntwo'],
  [{ byte_order_mark: 'removed' }, 'assets/a.txt', 'one\r\ntwo'],
  [{ rewrites: 'service_json' }, 'service.json', '{\n "name": "Tides",\n "color": "#0a7ea4"\n}'],
  [{ rewrites: 'html' }, 'index.html', `${html}<!-- kept by the sandbox -->\n`],
  [{ shown_text: 'data_url' }, 'assets/a.txt', 'data:text/plain;base64,77u/b25lDQp0d28='],
  [{ shown_svg: 'text' }, 'assets/a.svg', '<svg/>'],
  [{ own_file: 'yes' }, 'assets/made-by-the-service.json', '{}'],
];

for (const [assumptions, path, content] of otherwise) {
  test(`with ${JSON.stringify(assumptions)}, ${path} is not what was sent`, async () => {
    const kept = await openApp();
    await kept.deploy(sent);
    assert.deepEqual((await kept.read()).files, sent);
    const { deploy, update, read } = await openAssuming(assumptions);
    await deploy(sent);
    assert.equal((await read()).files[path], content);
    await update({ system_prompt: 'x' });
    assert.equal((await read()).files[path], content, 'nothing is changed again');
  });
}

test('the page as it runs may have a nonce or a banner, and the file has none', async () => {
  const page = '<title>Tides</title><body class="x"><script>1</script>';
  for (const [chosen, expected] of Object.entries({
    file: page,
    nonce: page.replace('<script', '<script nonce="any"'),
    banner: page.replace('"x">', '"x"><aside>Served by the sandbox</aside>'),
  })) {
    const { deploy, read } = await openAssuming({ shown_html: chosen } as Partial<Assumptions>);
    await deploy({ ...soundFiles, 'index.html': page });
    const [app, again] = [await read(), await read()];
    const html = app.html.replace(/nonce="[^"]+"/, 'nonce="any"');
    assert.deepEqual({ html, file: app.files['index.html'] }, { html: expected, file: page });
    assert.equal(again.html === app.html, chosen !== 'nonce');
  }
});

test('a deploy may have another body', async () => {
  const list = Object.entries(soundFiles).map(([path, content]) => ({ path, content }));
  for (const [chosen, body] of Object.entries({
    files: { files: soundFiles },
    folder: { folder: soundFiles },
    list: { files: list },
  })) {
    const { call, read } = await openAssuming({ deploy_body: chosen } as Partial<Assumptions>);
    assert.equal((await call('POST', '/api/miniapps/deploy', { slug: 'tides', ...body })).status, 200);
    assert.deepEqual((await read()).files, soundFiles);
    assert.equal((await call('POST', '/api/miniapps/deploy', { slug: 'tides', data: soundFiles })).status, 400);
  }
});

test('a prompt may lose the white space around it, and may outlive a deploy without one', async () => {
  for (const [prompt, shown] of Object.entries({ kept: ' Be brief.\n', trimmed: 'Be brief.' })) {
    for (const [rule, after] of Object.entries({ removes: '', keeps: shown })) {
      const assumptions = { prompt, deploy_without_prompt: rule } as Partial<Assumptions>;
      const { deploy, read } = await openAssuming(assumptions);
      await deploy({ ...soundFiles, 'instructions.md': ' Be brief.\n' });
      assert.equal((await read()).system_prompt, shown);
      await deploy();
      assert.equal((await read()).system_prompt, after);
      await deploy({ ...soundFiles, 'instructions.md': 'Be kind.' });
      assert.equal((await read()).system_prompt, 'Be kind.');
    }
  }
});

test('a 404 may be plain text, but never that of a control', async () => {
  const { call, control } = await openAssuming({ not_found: 'text' });
  assert.equal(tell(await control('POST', '/apps/none/approve')), '404 not_found');
  const { status, body } = await call('GET', '/api/miniapps/none');
  assert.deepEqual([status, body], [404, 'Not found\n']);
});

test('a name may be optional, and is the slug then', async () => {
  const { call } = await openAssuming({ create_name: 'optional' });
  assert.equal((await call('POST', '/api/miniapps', { slug: 'other' })).body.name, 'other');
});

test('a submission may be approved at once, which publishes it', async () => {
  const client = await openAssuming({ submit_leads_to: 'published' });
  const { app } = (await client.submit()).body;
  assert.deepEqual([app.status, typeof app.published_at, typeof app.submitted_at], ['published', 'string', 'string']);
  assert.equal((await client.visit('tides')).status, 200);
});

test('the preset "strange" has only values that there are', () => {
  for (const [name, one] of Object.entries(presets.strange))
    assert.ok(Object(switches)[name].values.includes(one), name);
});

for (const preset of Object.keys(presets) as readonly Preset[]) {
  test(`the preset "${preset}" keeps to what the document does show`, async () => {
    const { call, control, deploy, update, submit, read } = openSandbox({ accounts, preset });
    const create = () => call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
    await create();
    await deploy();
    const app = await read();
    assert.partialDeepStrictEqual(app, { status: 'draft', review_note: null, published_at: null });
    assert.ok(Object.keys(app.files).every((path) => /^(service\.json|index\.html|assets\/.+)$/.test(path)));
    const refusals = [
      await update({ color: 'red' }),
      await call('GET', '/api/miniapps', undefined, {}),
      await call('GET', '/api/miniapps/tides', undefined, bearer('key-of-ben')),
      await create(),
      await update({ html: '<p>' }),
    ];
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [400, 401, 404, 409, 422],
    );
    for (const { body } of refusals) {
      assert.deepEqual([typeof body.error.code, typeof body.error.message], ['string', 'string']);
    }
    await submit();
    assert.equal((await read()).status, 'in_review');
    await update({ tagline: 'New' });
    assert.notEqual((await read()).status, 'in_review');
    await submit();
    await control('POST', '/apps/tides/reject');
    assert.equal(tell(await submit()), '409 not_approved');
  });
}

test('the earlier form has an icon and no logo, logo_url or files, no deploy and no 422', async () => {
  const { call, update, deploy, read } = openSandbox({ assumptions: { form: 'earlier' } });
  const { body } = await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides', icon: 'wave' });
  assert.equal(body.icon, 'wave');
  await update({ icon: 'shell' });
  const single = await read();
  assert.deepEqual([single.icon, typeof single.html], ['shell', 'string']);
  for (const app of [body, single]) assert.ok(!['logo', 'logo_url', 'files'].some((name) => name in app));
  assert.equal((await deploy()).status, 404);
  const refused = await update({ html: '<p>' });
  assert.deepEqual([refused.status, refused.body.problems], [400, undefined]);
  assert.match(refused.body.error.message, /The page has no title/);
});

test('in the earlier form a submission has no body, and changes_requested is not final', async () => {
  const { call, control, read } = await openAssuming({ form: 'earlier' });
  const submit = async () => (await call('POST', '/api/miniapps/tides/submit')).body.app.status;
  assert.equal(await submit(), 'in_review');
  await control('POST', '/apps/tides/reject', { note: 'Larger letters, please.' });
  assert.partialDeepStrictEqual(await read(), { status: 'changes_requested', review_note: 'Larger letters, please.' });
  assert.equal(await submit(), 'in_review');
});
