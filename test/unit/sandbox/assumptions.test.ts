import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assumptions, type Preset, presets, switches } from '../../../sandbox/assumptions.ts';
import type { SandboxOptions } from '../../../sandbox/parts.ts';
import { accounts, bearer, type Client, openApp, openSandbox, type Reply, soundFiles } from './client.ts';

const terms = { accept_terms: '2026-10' };

function openAssuming(assumptions: Partial<Assumptions>, more: SandboxOptions = {}): Promise<Client> {
  return openApp({ assumptions, ...more });
}

const read = async ({ call }: Client) => (await call('GET', '/api/miniapps/tides')).body;
const deploy = ({ call }: Client, files: object = soundFiles) =>
  call('POST', '/api/miniapps/deploy', { slug: 'tides', files });
const submit = ({ call }: Client) => call('POST', '/api/miniapps/tides/submit', terms);
const broken = { ...soundFiles, 'index.html': '<title></title>' };

/** Makes one change of a kind. */
const changes: Readonly<Record<string, (client: Client) => Promise<Reply>>> = {
  create: ({ call }) => call('POST', '/api/miniapps', { slug: 'other', name: 'Other' }),
  update: ({ call }) => call('PATCH', '/api/miniapps/tides', { tagline: 'New' }),
  deploy: (client) => deploy(client),
  submit,
  delete: ({ call }) => call('DELETE', '/api/miniapps/tides'),
};

/** In which form the body of a response shows an app. */
function toForm({ status, body }: Reply): string {
  if (status === 204 || body === '') return 'empty';
  if (body === null || body === 1) return body === null ? 'null' : 'number';
  if (Array.isArray(body)) return 'array';
  return body.app !== undefined ? 'app' : body.ok === true ? 'ok' : body.deleted === true ? 'deleted' : 'bare';
}

for (const [name, change] of Object.entries(changes)) {
  const [form, code] = [`${name}_response`, `${name}_status`] as const;
  for (const chosen of Object(switches)[form].values) {
    test(`the response of ${name} is ${chosen} where that is assumed`, async () => {
      const reply = await change(await openAssuming({ [form]: chosen, [code]: 200 }));
      assert.deepEqual([toForm(reply), reply.status], [chosen, chosen === 'empty' ? 204 : 200]);
    });
  }
  test(`the status of ${name} is any of those that can be assumed`, async () => {
    for (const status of Object(switches)[code].values) {
      assert.equal((await change(await openAssuming({ [code]: status }))).status, status);
    }
  });
}

test('the response of a change may have html and files, and may show the app as it was before', async () => {
  const full = await changes['update']?.(await openAssuming({ response_files: 'yes' }));
  assert.deepEqual([Object.keys(full?.body.files), full?.body.tagline], [['index.html', 'service.json'], 'New']);
  const before = await changes['update']?.(await openAssuming({ response_shows: 'before' }));
  assert.deepEqual([before?.body.files, before?.body.tagline], [undefined, 'Water']);
});

test('the list is an array, or in an object under one of several names', async () => {
  const client = await openApp();
  for (const chosen of switches.list_response.values) {
    await client.control('PUT', '/settings', { assumptions: { list_response: chosen } });
    const { body } = await client.call('GET', '/api/miniapps');
    const list = chosen === 'array' ? body : body[chosen];
    assert.deepEqual([list.length, list[0].slug], [1, 'tides'], chosen);
  }
});

test('problems are objects, strings or lists by path, beside the error or in it', async () => {
  const client = await openApp();
  const show = async (assumptions: Partial<Assumptions>) => {
    await client.control('PUT', '/settings', { assumptions });
    return (await deploy(client, broken)).body;
  };
  const words = 'The title of the page is empty.';
  assert.equal((await show({ problems_form: 'objects' })).problems[0].message, words);
  assert.match(
    (await show({ problems_form: 'strings' })).problems[0],
    /^index\.html:1:1: The title of the page is empty\./,
  );
  assert.match(
    (await show({ problems_form: 'by_path' })).problems['index.html'][0],
    /^The title of the page is empty\./,
  );
  const other = (await show({ problems_form: 'other_names' })).problems[0];
  assert.partialDeepStrictEqual(other, { file: 'index.html', line: 1, col: 1, rule: 'title_missing', detail: words });
  const inside = await show({ problems_form: 'objects', problems_at: 'error' });
  assert.deepEqual([inside.error.problems[0].message, inside.problems], [words, undefined]);
});

test('the terms version is named in the message, and in a member where that is assumed', async () => {
  const client = await openAssuming({ terms_at: 'message' });
  const { error } = (await client.call('POST', '/api/miniapps/tides/submit', {})).body;
  assert.deepEqual(
    [error.code, error.terms_version, error.message.includes('"2026-10"')],
    ['terms_required', undefined, true],
  );
});

test('codes that the document does not name may be anything; those that it names never change', async () => {
  const client = await openAssuming({ error_codes: 'status' });
  assert.equal((await client.call('GET', '/api/miniapps/none')).body.error.code, 'http_404');
  assert.equal((await client.call('POST', '/api/miniapps/tides/submit', {})).body.error.code, 'terms_required');
  await submit(client);
  await client.control('POST', '/apps/tides/reject');
  assert.equal((await submit(client)).body.error.code, 'not_approved');
});

test('the 21st app may be refused with another status', async () => {
  for (const status of switches.too_many_apps_status.values) {
    const client = await openAssuming({ too_many_apps_status: status }, { limits: { apps: 1 } });
    assert.equal((await changes['create']?.(client))?.status, status);
  }
});

test('what is refused may not count as a change', async () => {
  for (const [chosen, status] of [
    ['every', 429],
    ['accepted', 200],
  ] as const) {
    const client = await openAssuming({ counts_as_change: chosen }, { changesPerWindow: 2 });
    assert.equal((await deploy(client, broken)).status, 422);
    assert.equal((await deploy(client)).status, status);
    assert.equal((await deploy(client)).status, 429);
  }
});

test('Retry-After is in seconds, a date, or not there', async () => {
  const now = () => Date.UTC(2026, 9, 1);
  for (const [chosen, expected] of [
    ['seconds', '60'],
    ['date', 'Thu, 01 Oct 2026 00:01:00 GMT'],
    ['none', null],
  ] as const) {
    const client = await openAssuming({ retry_after: chosen }, { changesPerWindow: 1, now });
    const { status, headers } = await deploy(client);
    assert.deepEqual([status, headers.get('retry-after')], [429, expected]);
  }
});

test('updated_at moves with the draft, with a submission, or with everything; in milliseconds or seconds', async () => {
  for (const [chosen, expected] of [
    ['draft', [false, false]],
    ['submit', [true, false]],
    ['everything', [true, true]],
  ] as const) {
    let time = Date.UTC(2026, 9, 1);
    const now = () => {
      time += 1_001;
      return time;
    };
    const client = await openAssuming({ updated_at_moves: chosen, timestamps: 'seconds' }, { now });
    const times = [(await read(client)).updated_at];
    await submit(client);
    times.push((await read(client)).updated_at);
    await client.control('POST', '/apps/tides/approve');
    times.push((await read(client)).updated_at);
    assert.deepEqual([times[1] > times[0], times[2] > times[1]], expected, chosen);
    assert.match(times[2], /^2026-10-01T00:00:\d\dZ$/);
  }
});

test('a prompt is kept as it came, or without the white space around it', async () => {
  for (const [chosen, expected] of [
    ['kept', ' Be brief.\n'],
    ['trimmed', 'Be brief.'],
  ] as const) {
    const client = await openAssuming({ prompt: chosen });
    await deploy(client, { ...soundFiles, 'instructions.md': ' Be brief.\n' });
    assert.equal((await read(client)).system_prompt, expected);
  }
});

test('other files may be kept, and listed or not', async () => {
  const files = { ...soundFiles, 'README.md': '# Tides', 'instructions.md': 'Be brief.' };
  assert.equal((await deploy(await openApp(), files)).status, 422);
  for (const [chosen, expected] of [
    ['documented', Object.keys(soundFiles)],
    ['all', Object.keys(files)],
  ] as const) {
    const client = await openAssuming({ other_files: 'kept', listed_files: chosen });
    assert.equal((await deploy(client, files)).status, 200);
    assert.deepEqual(Object.keys((await read(client)).files), expected);
    assert.equal(client.sandbox.store.find('tides')?.draft.size, 5);
  }
});

test('a text as a data: URL may be a problem, and the rules for the page may be none', async () => {
  const wrapped = { ...soundFiles, 'assets/a.txt': 'data:text/plain;base64,aGk=' };
  const { status, body } = await deploy(await openAssuming({ text_as_data: 'refused' }), wrapped);
  assert.deepEqual([status, body.problems[0].code], [422, 'text_as_data']);
  assert.equal((await deploy(await openAssuming({ page_rules: 'none' }), broken)).status, 200);
});

/** The texts that tell whether a service keeps them byte for byte. */
const windowsFiles = {
  ...soundFiles,
  'service.json': '{"name":"Tides","color":"#0A7EA4"}\r\n',
  'assets/a.txt': '\uFEFFone\r\ntwo',
};

for (const [name, chosen, path, expected] of [
  ['line_ends', 'lf', 'assets/a.txt', '\uFEFFone\ntwo'],
  ['byte_order_mark', 'removed', 'assets/a.txt', 'one\r\ntwo'],
  ['rewrites', 'service_json', 'service.json', '{\n "name": "Tides",\n "color": "#0a7ea4"\n}'],
  ['rewrites', 'html', 'index.html', `${soundFiles['index.html']}<!-- kept by the sandbox -->\n`],
  ['shown_text', 'data_url', 'assets/a.txt', 'data:text/plain;base64,77u/b25lDQp0d28='],
  ['own_file', 'yes', 'assets/made-by-the-service.json', '{}'],
] as const) {
  test(`with ${name} ${chosen}, ${path} is not what was sent`, async () => {
    const kept = await openApp();
    await deploy(kept, windowsFiles);
    assert.deepEqual((await read(kept)).files, windowsFiles);
    const client = await openAssuming({ [name]: chosen });
    await deploy(client, windowsFiles);
    assert.equal((await read(client)).files[path], expected);
    // An update of another field keeps to it, and adds nothing again.
    await client.call('PATCH', '/api/miniapps/tides', { system_prompt: 'x' });
    assert.equal((await read(client)).files[path], expected);
  });
}

test('an SVG may be shown as text', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const client = await openAssuming({ shown_svg: 'text' });
  await deploy(client, { ...soundFiles, 'assets/a.svg': svg });
  assert.equal((await read(client)).files['assets/a.svg'], svg);
});

test('the page as it runs may have a nonce or a banner, and the file has none', async () => {
  const html = '<title>Tides</title><body class="x"><script>1</script>';
  for (const [chosen, expected] of [
    ['file', html],
    ['nonce', html.replace('<script', '<script nonce="c2FuZGJveA"')],
    ['banner', html.replace('"x">', '"x"><aside>Served by the sandbox</aside>')],
  ] as const) {
    const client = await openAssuming({ shown_html: chosen });
    await deploy(client, { ...soundFiles, 'index.html': html });
    const app = await read(client);
    assert.deepEqual([app.html, app.files['index.html']], [expected, html]);
  }
});

test('a deploy may have another body', async () => {
  const list = Object.entries(soundFiles).map(([path, content]) => ({ path, content }));
  for (const [chosen, sent] of [
    ['files', { files: soundFiles }],
    ['folder', { folder: soundFiles }],
    ['list', { files: list }],
  ] as const) {
    const client = await openAssuming({ deploy_body: chosen });
    assert.equal((await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', ...sent })).status, 200);
    assert.deepEqual((await read(client)).files, soundFiles);
    assert.equal((await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', data: soundFiles })).status, 400);
  }
});

test('a deploy without instructions may keep the prompt', async () => {
  for (const [chosen, expected] of [
    ['removes', ''],
    ['keeps', 'Be brief.'],
  ] as const) {
    const client = await openAssuming({ deploy_without_prompt: chosen });
    await client.call('PATCH', '/api/miniapps/tides', { system_prompt: 'Be brief.' });
    await deploy(client);
    assert.equal((await read(client)).system_prompt, expected);
  }
});

test('a 404 may be plain text, but never that of a control', async () => {
  const { call, control } = await openAssuming({ not_found: 'text' });
  assert.equal((await control('POST', '/apps/none/approve')).body.error.code, 'not_found');
  const { status, body } = await call('GET', '/api/miniapps/none');
  assert.deepEqual([status, body], [404, 'Not found\n']);
});

test('times may be set once, hidden outside of their state, or never shown', async () => {
  const show = async (assumptions: Partial<Assumptions>) => {
    let time = 0;
    const client = await openAssuming(assumptions, { now: () => (time += 1_000) });
    const shown = [];
    for (let round = 0; round < 2; round += 1) {
      await submit(client);
      await client.control('POST', '/apps/tides/approve');
      const { submitted_at: sent, published_at: published } = await read(client);
      shown.push([sent, published]);
      await client.call('PATCH', '/api/miniapps/tides', { tagline: String(round) });
    }
    return shown.flat();
  };
  const each = await show({});
  assert.equal(new Set(each).size, 4);
  const first = await show({ submitted_at: 'first', published_at: 'first' });
  assert.deepEqual(first.slice(2), first.slice(0, 2));
  const never = { submitted_at: 'never', published_at: 'never' } as const;
  assert.deepEqual(await show(never), [null, null, null, null]);
  const hidden = await openAssuming({ submitted_at: 'in_review', published_at: 'published' });
  await submit(hidden);
  assert.equal(typeof (await read(hidden)).submitted_at, 'string');
  await hidden.control('POST', '/apps/tides/approve');
  assert.partialDeepStrictEqual(await read(hidden), { submitted_at: null });
  assert.equal(typeof (await read(hidden)).published_at, 'string');
  await hidden.call('PATCH', '/api/miniapps/tides', { tagline: 'x' });
  await submit(hidden);
  assert.equal((await read(hidden)).published_at, null);
});

test('updated_at may move with each read, or never', async () => {
  for (const [chosen, isMoved] of [
    ['reads', true],
    ['nothing', false],
  ] as const) {
    let time = 0;
    const client = await openAssuming({ updated_at_moves: chosen }, { now: () => (time += 1_000) });
    await read(client);
    const { updated_at: before } = await read(client);
    if (!isMoved) await client.call('PATCH', '/api/miniapps/tides', { tagline: 'x' });
    assert.equal((await read(client)).updated_at > before, isMoved);
  }
});

test('times have as many digits as is assumed', async () => {
  const now = () => Date.UTC(2026, 9, 1) + 123;
  for (const [chosen, expected] of Object.entries({
    milliseconds: '2026-10-01T00:00:00.123Z',
    seconds: '2026-10-01T00:00:00Z',
    whole_seconds: '2026-10-01T00:00:00.000Z',
    nanoseconds: '2026-10-01T00:00:00.123000000Z',
    none: null,
  })) {
    const client = openSandbox({ now });
    await client.control('PUT', '/settings', { assumptions: { timestamps: chosen } });
    await client.call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
    assert.equal((await read(client)).updated_at, expected);
  }
});

test('a name may be optional', async () => {
  const { call } = await openAssuming({ create_name: 'optional' });
  const { status, body } = await call('POST', '/api/miniapps', { slug: 'other' });
  assert.deepEqual([status, body.name], [201, 'other']);
});

test('an update in review may always lead to a draft', async () => {
  for (const [chosen, expected] of [
    ['by_publication', 'published_with_unreviewed_changes'],
    ['draft', 'draft'],
  ] as const) {
    const client = await openAssuming({ update_in_review: chosen });
    await submit(client);
    await client.control('POST', '/apps/tides/approve');
    await deploy(client);
    await submit(client);
    await deploy(client, { ...soundFiles, 'assets/new.txt': 'x' });
    assert.equal((await read(client)).status, expected);
    assert.equal((await client.visit('tides')).status, 200);
  }
});

test('a submission may be approved at once, and may be accepted where there is nothing to review', async () => {
  const instant = await openAssuming({ submit_leads_to: 'published', submit_published: 'accepted' });
  const { app } = (await submit(instant)).body;
  assert.deepEqual([app.status, typeof app.published_at, app.submitted_at !== null], ['published', 'string', true]);
  assert.equal((await instant.visit('tides')).status, 200);
  assert.equal((await submit(instant)).status, 200);
  const twice = await openAssuming({ submit_in_review: 'accepted' });
  await submit(twice);
  assert.equal((await submit(twice)).status, 200);
});

for (const preset of Object.keys(presets) as readonly Preset[]) {
  test(`the preset "${preset}" keeps to what the document does show`, async () => {
    const { call, control } = openSandbox({ accounts, preset, changesPerWindow: 30 });
    await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides' });
    await call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
    const app = (await call('GET', '/api/miniapps/tides')).body;
    assert.deepEqual([app.status, app.review_note, app.published_at], ['draft', null, null]);
    assert.ok(Object.keys(app.files).every((path) => /^(service\.json|index\.html|assets\/.+)$/.test(path)));
    const refusals = {
      'a field that does not fit': [await call('PATCH', '/api/miniapps/tides', { color: 'red' }), 400],
      'no key': [await call('GET', '/api/miniapps', undefined, {}), 401],
      'an app of somebody else': [await call('GET', '/api/miniapps/tides', undefined, bearer('key-of-ben')), 404],
      'an address that is taken': [await call('POST', '/api/miniapps', { slug: 'tides', name: 'x' }), 409],
      'a page that breaks the rules': [await call('PATCH', '/api/miniapps/tides', { html: '<p>' }), 422],
    } as const;
    for (const [what, [{ status, body }, expected]] of Object.entries(refusals)) {
      assert.equal(status, expected, what);
      assert.deepEqual([typeof body.error.code, typeof body.error.message], ['string', 'string'], what);
    }
    await call('POST', '/api/miniapps/tides/submit', terms);
    assert.equal((await call('GET', '/api/miniapps/tides')).body.status, 'in_review');
    await call('PATCH', '/api/miniapps/tides', { tagline: 'New' });
    assert.notEqual((await call('GET', '/api/miniapps/tides')).body.status, 'in_review');
    await call('POST', '/api/miniapps/tides/submit', terms);
    await control('POST', '/apps/tides/reject');
    const final = await call('POST', '/api/miniapps/tides/submit', terms);
    assert.deepEqual([final.status, final.body.error.code], [409, 'not_approved']);
  });
}

test('the earlier form has an icon and no logo, logo_url or files', async () => {
  const { call } = openSandbox({ assumptions: { form: 'earlier' } });
  const { body } = await call('POST', '/api/miniapps', { slug: 'tides', name: 'Tides', icon: 'wave' });
  assert.equal(body.icon, 'wave');
  await call('PATCH', '/api/miniapps/tides', { icon: 'shell' });
  const single = (await call('GET', '/api/miniapps/tides')).body;
  assert.deepEqual([single.icon, typeof single.html], ['shell', 'string']);
  for (const app of [body, single]) assert.ok(!['logo', 'logo_url', 'files'].some((name) => name in app));
});

test('in the earlier form a submission has no body, and changes_requested is not final', async () => {
  const client = await openAssuming({ form: 'earlier' });
  const submitEarlier = () => client.call('POST', '/api/miniapps/tides/submit');
  assert.equal((await submitEarlier()).body.app.status, 'in_review');
  await client.control('POST', '/apps/tides/reject', { note: 'Larger letters, please.' });
  const { status, review_note: note } = await read(client);
  assert.deepEqual([status, note], ['changes_requested', 'Larger letters, please.']);
  assert.equal((await submitEarlier()).body.app.status, 'in_review');
});

test('the earlier form has no deploy and no 422', async () => {
  const client = await openAssuming({ form: 'earlier' });
  assert.equal((await deploy(client)).status, 404);
  const { status, body } = await client.call('PATCH', '/api/miniapps/tides', { html: '<p>' });
  assert.deepEqual([status, body.problems], [400, undefined]);
  assert.match(body.error.message, /The page has no title/);
});
