import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assumptions, type Preset, presets, switches } from '../../../sandbox/assumptions.ts';
import type { SandboxOptions } from '../../../sandbox/parts.ts';
import { bearer, type Client, openApp, openSandbox, type Reply, soundFiles, tell } from './client.ts';

const start = Date.UTC(2026, 9, 1);
const html = soundFiles['index.html'];
const emptyTitle = { ...soundFiles, 'index.html': '<title></title>' };

/** Makes one change of a kind. */
const changes: Readonly<Record<string, (client: Client) => Promise<Reply>>> = {
  create: ({ create }) => create(),
  update: ({ update }) => update({ tagline: 'New' }),
  deploy: ({ deploy }) => deploy(),
  submit: ({ submit }) => submit(),
  delete: ({ remove }) => remove(),
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
      const reply = await change(await openApp({ assumptions: { [form]: chosen, [code]: 200 } }));
      assert.deepEqual([toForm(reply), reply.status], [chosen, chosen === 'empty' ? 204 : 200]);
    }
    for (const status of Object(switches)[code].values) {
      assert.equal((await change(await openApp({ assumptions: { [code]: status } }))).status, status);
    }
  });
}

/** Files of which a service may keep or show some otherwise. */
const sent = {
  ...soundFiles,
  'service.json': '{"name":"Tides","color":"#0A7EA4"}\r\n',
  'assets/a.txt': '\uFEFFone\r\ntwo',
  'assets/a.svg': 'data:image/svg+xml;base64,PHN2Zy8+',
};
const kept: readonly (readonly [Partial<Assumptions>, path: string, content: string])[] = [
  [{}, 'assets/a.txt', sent['assets/a.txt']],
  [{ line_ends: 'lf' }, 'assets/a.txt', '\uFEFFone\ntwo'],
  [{ byte_order_mark: 'removed' }, 'assets/a.txt', 'one\r\ntwo'],
  [{ rewrites: 'service_json' }, 'service.json', '{\n "name": "Tides",\n "color": "#0a7ea4"\n}'],
  [{ rewrites: 'html' }, 'index.html', `${html}<!-- kept by the sandbox -->\n`],
  [{ shown_text: 'data_url' }, 'assets/a.txt', 'data:text/plain;base64,77u/b25lDQp0d28='],
  [{ shown_svg: 'text' }, 'assets/a.svg', '<svg/>'],
  [{ own_file: 'yes' }, 'assets/made-by-the-service.json', '{}'],
];

for (const [assumptions, path, content] of kept) {
  test(`with ${JSON.stringify(assumptions)} a deploy comes back with its own ${path}, and an update changes no more`, async () => {
    const { deploy, update, read } = await openApp({ assumptions });
    await deploy(sent);
    const { files } = await read();
    assert.equal(files[path], content);
    await update({ system_prompt: 'x' });
    assert.deepEqual((await read()).files, files);
  });
}

const open = { now: () => start };
const prompted = { ...soundFiles, 'instructions.md': ' Be brief.\n' };
const problem = { line: 1, code: 'title_missing', message: 'The title of the page is empty.' };
const line = `${problem.message} Put <title>…</title> into its head.`;
const problemsOf = async ({ deploy }: Client) => (await deploy(emptyTitle)).body;
const listOf = async ({ call }: Client) => (await call('GET', '/api/miniapps')).body;
const pageOf = async ({ update, read }: Client) => {
  await update({ html: '<title>x</title><body class="x"><script>1</script>' });
  const { html: shown, files } = await read();
  return { shown, file: files['index.html'] };
};
const file = '<title>x</title><body class="x"><script>1</script>';
const promptsOf = async ({ deploy, read }: Client) => {
  await deploy(prompted);
  const { system_prompt: first } = await read();
  await deploy();
  return { first, later: (await read()).system_prompt };
};

/** An assumption, what is done with an app, and what is seen then. */
const seen: readonly (readonly [Partial<Assumptions>, look: (client: Client) => unknown, expected: unknown])[] = [
  [
    { response_files: 'yes' },
    async (client) => (await changes['update']?.(client))?.body,
    { tagline: 'New', html: /./ },
  ],
  [{ response_shows: 'before' }, async (client) => (await changes['update']?.(client))?.body, { tagline: 'Water' }],
  [{ list_response: 'array' }, listOf, [{ slug: 'tides' }]],
  [{ list_response: 'data' }, listOf, { data: [{ slug: 'tides' }] }],
  [{ list_response: 'items' }, listOf, { items: [{ slug: 'tides' }] }],
  [{ problems_form: 'objects' }, problemsOf, { problems: [{ path: 'index.html', column: 1, ...problem }] }],
  [{ problems_form: 'strings' }, problemsOf, { problems: [`index.html:1:1: ${line}`] }],
  [{ problems_form: 'by_path' }, problemsOf, { problems: { 'index.html': [line] } }],
  [
    { problems_form: 'other_names' },
    problemsOf,
    { problems: [{ file: 'index.html', line: 1, col: 1, rule: problem.code }] },
  ],
  [{ problems_at: 'error' }, problemsOf, { error: { problems: [problem] } }],
  [{ terms_at: 'message' }, async ({ submit }) => Object.keys((await submit({})).body.error), ['code', 'message']],
  [{ error_codes: 'status' }, async ({ call }) => tell(await call('GET', '/api/miniapps/none')), '404 http_404'],
  [{ error_codes: 'status' }, async ({ submit }) => tell(await submit({})), '400 terms_required'],
  [{ not_found: 'text' }, async ({ call }) => (await call('GET', '/api/miniapps/none')).body, 'Not found\n'],
  [{ timestamps: 'milliseconds' }, async ({ read }) => (await read()).updated_at, '2026-10-01T00:00:00.000Z'],
  [{ timestamps: 'seconds' }, async ({ read }) => (await read()).updated_at, '2026-10-01T00:00:00Z'],
  [{ timestamps: 'nanoseconds' }, async ({ read }) => (await read()).updated_at, '2026-10-01T00:00:00.000000000Z'],
  [{ timestamps: 'none' }, async ({ read }) => (await read()).updated_at, null],
  [{ prompt: 'kept' }, promptsOf, { first: ' Be brief.\n', later: '' }],
  [{ prompt: 'trimmed' }, promptsOf, { first: 'Be brief.', later: '' }],
  [{ deploy_without_prompt: 'keeps' }, promptsOf, { first: ' Be brief.\n', later: ' Be brief.\n' }],
  [{ shown_html: 'file' }, pageOf, { shown: file, file }],
  [{ shown_html: 'nonce' }, pageOf, { shown: /<body class="x"><script nonce="[\w-]+">1/, file }],
  [{ shown_html: 'banner' }, pageOf, { shown: file.replace('"x">', '"x"><aside>Served by the sandbox</aside>'), file }],
  [
    { create_name: 'optional' },
    async ({ call }) => (await call('POST', '/api/miniapps', { slug: 'new' })).body,
    { name: 'new' },
  ],
  [
    { submit_leads_to: 'published' },
    async ({ submit }) => (await submit()).body.app,
    { status: 'published', published_at: /^2026/, submitted_at: /^2026/ },
  ],
  ...switches.too_many_apps_status.values.map(
    (status) =>
      [{ too_many_apps_status: status }, async ({ create }: Client) => (await create()).status, status] as const,
  ),
];

for (const [assumptions, look, expected] of seen) {
  test(`with ${JSON.stringify(assumptions)} there is ${JSON.stringify(expected)}`, async () => {
    const client = await openApp({
      assumptions,
      ...open,
      limits: { apps: 'too_many_apps_status' in assumptions ? 1 : 20 },
    });
    matches(await look(client), expected);
  });
}

/** Compares as partially as `partialDeepStrictEqual`, and texts with patterns. */
function matches(actual: unknown, expected: unknown): void {
  if (expected instanceof RegExp) assert.match(String(actual), expected);
  else if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    assert.partialDeepStrictEqual([actual], [expected]);
  } else for (const [name, value] of Object.entries(expected)) matches(Object(actual)[name], value);
}

test('what is refused may not count as a change, and Retry-After is in seconds, a date, or not there', async () => {
  for (const [assumptions, expected] of [
    [{}, ['422 -', '429 60', '429 60']],
    [{ counts_as_change: 'accepted', retry_after: 'date' }, ['422 -', '200 -', '429 Thu, 01 Oct 2026 00:01:00 GMT']],
    [{ retry_after: 'none' }, ['422 -', '429 -', '429 -']],
  ] as const) {
    const { deploy } = await openApp({ assumptions, ...open, changesPerWindow: 2 });
    const replies = [await deploy(emptyTitle), await deploy(), await deploy()];
    const told = replies.map(({ status, headers }) => `${status} ${headers.get('retry-after') ?? '-'}`);
    assert.deepEqual(told, expected);
  }
});

/** An app on a clock that is a second on each time that it is read. */
function openTicking(assumptions: Partial<Assumptions>): Promise<Client> {
  let time = start;
  return openApp({ assumptions, now: () => (time += 1_001) });
}

test('updated_at moves with the draft, a submission, everything, each read, or nothing', async () => {
  for (const [chosen, expected] of Object.entries({
    draft: 'update',
    submit: 'update submit',
    everything: 'update submit approve',
    reads: 'read update submit approve',
    nothing: '',
  })) {
    const client = await openTicking({ updated_at_moves: chosen } as Partial<Assumptions>);
    const { read, submit, sandbox } = client;
    const approve = () => sandbox.move('tides', 'approve');
    const moved: string[] = [];
    for (const [name, step] of Object.entries({ read, update: () => client.update({ name: 'x' }), submit, approve })) {
      const before = sandbox.store.find('tides')?.updatedAt;
      await step();
      if (sandbox.store.find('tides')?.updatedAt !== before) moved.push(name);
    }
    assert.equal(moved.join(' '), expected);
  }
});

test('times may be set once, hidden outside of their state, or never shown', async () => {
  const show = async (assumptions: Partial<Assumptions>) => {
    const { sandbox, submit, read, update } = await openTicking(assumptions);
    const shown = [];
    for (const tagline of ['one', 'two']) {
      await submit();
      const { submitted_at: sent, published_at: hidden } = await read();
      sandbox.move('tides', 'approve');
      const { submitted_at: still, published_at: published } = await read();
      shown.push({ sent, still, hidden, published });
      await update({ tagline });
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

test('other files may be kept, and listed or not', async () => {
  const files = { ...soundFiles, 'README.md': '# Tides', 'instructions.md': 'Be brief.' };
  for (const [chosen, expected] of Object.entries({ documented: soundFiles, all: files })) {
    const assumptions = { other_files: 'kept', listed_files: chosen } as Partial<Assumptions>;
    const { deploy, read, sandbox } = await openApp({ assumptions });
    assert.equal((await deploy(files)).status, 200);
    assert.deepEqual((await read()).files, expected);
    assert.equal(sandbox.store.find('tides')?.draft.size, 5);
  }
});

test('a deploy may have another body', async () => {
  const list = Object.entries(soundFiles).map(([path, content]) => ({ path, content }));
  for (const [chosen, body] of Object.entries({ folder: { folder: soundFiles }, list: { files: list } })) {
    const { call, deploy, read } = await openApp({ assumptions: { deploy_body: chosen } as Partial<Assumptions> });
    assert.equal((await call('POST', '/api/miniapps/deploy', { slug: 'tides', ...body })).status, 200);
    assert.deepEqual((await read()).files, soundFiles);
    assert.equal((await deploy()).status, 400);
  }
});

for (const preset of Object.keys(presets) as readonly Preset[]) {
  test(`the preset "${preset}" has only values that there are, and keeps to what the document does show`, async () => {
    const { create, call, sandbox, deploy, update, submit, read } = openSandbox({ preset } satisfies SandboxOptions);
    for (const [name, one] of Object.entries(presets[preset]))
      assert.ok(Object(switches)[name].values.includes(one), name);
    await create('tides');
    await deploy();
    const app = await read();
    assert.partialDeepStrictEqual(app, { status: 'draft', review_note: null, published_at: null });
    assert.ok(Object.keys(app.files).every((path) => /^(service\.json|index\.html|assets\/.+)$/.test(path)));
    for (const [status, { status: actual, body }] of Object.entries({
      400: await update({ color: 'red' }),
      401: await call('GET', '/api/miniapps', undefined, {}),
      404: await call('GET', '/api/miniapps/tides', undefined, bearer('key-of-ben')),
      409: await create('tides'),
      422: await update({ html: '<p>' }),
    })) {
      const types = { code: typeof body.error.code, message: typeof body.error.message };
      assert.deepEqual({ status: `${actual}`, ...types }, { status, code: 'string', message: 'string' });
    }
    await submit();
    assert.equal((await read()).status, 'in_review');
    await update({ tagline: 'New' });
    assert.notEqual((await read()).status, 'in_review');
    await submit();
    sandbox.move('tides', 'reject');
    assert.equal(tell(await submit()), '409 not_approved');
  });
}

test('the earlier form has an icon and no logo, logo_url or files, no deploy, no 422, no terms and no final state', async () => {
  const { call, update, deploy, read, sandbox } = openSandbox({ assumptions: { form: 'earlier' } });
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
  const submit = async () => (await call('POST', '/api/miniapps/tides/submit')).body.app.status;
  assert.equal(await submit(), 'in_review');
  assert.equal(sandbox.move('tides', 'reject').status, 'changes_requested');
  assert.equal(await submit(), 'in_review');
});
