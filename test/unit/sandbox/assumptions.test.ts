import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assumptions, presets, switches } from '../../../sandbox/assumptions.ts';
import { bearer, openApp, openSandbox, type Reply, soundFiles, tell } from './client.ts';

// test/unit/doctor switches each value on, and the doctor names it as the one difference. Here is what the doctor cannot see:
// what needs a submission, many changes or a clock, and what a service never does though all is switched on.

const start = Date.UTC(2026, 9, 1);
const broken = { ...soundFiles, 'index.html': '<title></title>' };

/** In which form the body of a response shows an app. */
function toForm({ status, body }: Reply): string {
  if (status === 204 || body === '') return 'empty';
  if (body === null || body === 1) return body === null ? 'null' : 'number';
  if (Array.isArray(body)) return 'array';
  return body.app !== undefined ? 'app' : body.ok === true ? 'ok' : 'bare';
}

test('the response of a submission has any body and status that can be assumed', async () => {
  for (const form of switches.submit_response.values) {
    const reply = await (await openApp({ assumptions: { submit_response: form } })).submit();
    assert.deepEqual([toForm(reply), reply.status], [form, form === 'empty' ? 204 : 200]);
  }
  for (const status of switches.submit_status.values) {
    assert.equal((await (await openApp({ assumptions: { submit_status: status } })).submit()).status, status);
  }
});

test('a submission may be approved at once, which publishes it, and names its terms in the message alone', async () => {
  const { submit, sandbox } = await openApp({ assumptions: { submit_leads_to: 'published', terms_at: 'message' } });
  const { code, message, ...others } = (await submit({})).body.error;
  assert.deepEqual(
    { code, others, isNamed: message.includes('"2026-10"') },
    { code: 'terms_required', others: {}, isNamed: true },
  );
  await submit();
  const { status, published, draft, publishedAt } = sandbox.store.find('tides') ?? assert.fail();
  assert.deepEqual(
    { status, published, isDated: publishedAt !== null },
    { status: 'published', published: draft, isDated: true },
  );
});

test('what is refused may not count as a change, and Retry-After is in seconds, a date, or not there', async () => {
  for (const [assumptions, expected] of [
    [{}, ['422 -', '429 60', '429 60']],
    [{ counts_as_change: 'accepted', retry_after: 'date' }, ['422 -', '200 -', '429 Thu, 01 Oct 2026 00:01:00 GMT']],
    [{ retry_after: 'none' }, ['422 -', '429 -', '429 -']],
  ] as const) {
    const { deploy } = await openApp({ assumptions, now: () => start, changesPerWindow: 2 });
    const replies = [await deploy(broken), await deploy(), await deploy()];
    const told = replies.map(({ status, headers }) => `${status} ${headers.get('retry-after') ?? '-'}`);
    assert.deepEqual(told, expected);
  }
});

test('times may be set by each submission and approval, once, shown in their state alone, or never', async () => {
  const names = ['each', 'first', 'in_review', 'published', 'never'] as const;
  const seen: Record<string, readonly string[]> = {};
  for (const name of names) {
    let day = start;
    const assumptions = { submitted_at: name, published_at: name } as Partial<Assumptions>;
    const { sandbox, submit, read, update } = await openApp({ assumptions, now: () => day });
    const shown: string[] = [];
    const look = async () => {
      const { submitted_at: sent, published_at: published } = await read();
      shown.push([sent, published].map((time: string | null) => time?.slice(8, 10) ?? '-').join(' '));
    };
    for (const tagline of ['one', 'two']) {
      day += 86_400_000;
      await submit();
      await look();
      sandbox.move('tides', 'approve');
      await look();
      await update({ tagline });
    }
    seen[name] = shown;
  }
  assert.deepEqual(seen, {
    each: ['02 -', '02 02', '03 02', '03 03'],
    first: ['02 -', '02 02', '02 02', '02 02'],
    in_review: ['02 -', '- 02', '03 02', '- 03'],
    published: ['02 -', '02 02', '03 -', '03 03'],
    never: ['- -', '- -', '- -', '- -'],
  });
});

test('a page with a nonce is shown with another one in each read', async () => {
  const { deploy, read } = await openApp({ assumptions: { shown_html: 'nonce' } });
  await deploy({ ...soundFiles, 'index.html': '<title>Tides</title><script>1</script>' });
  const pages = [await read(), await read()].map(({ html }) => html);
  assert.equal(new Set(pages).size, 2);
});

test('what a service rewrites in a deploy, it does not rewrite again in an update', async () => {
  const assumptions = { line_ends: 'lf', byte_order_mark: 'removed', rewrites: 'html' } as const;
  const { deploy, update, read } = await openApp({ assumptions });
  await deploy({ ...soundFiles, 'assets/a.txt': '\uFEFFone\r\ntwo' });
  const { files } = await read();
  const page = `${soundFiles['index.html']}<!-- kept by the sandbox -->\n`;
  assert.deepEqual(files, { ...soundFiles, 'index.html': page, 'assets/a.txt': 'one\ntwo' });
  await update({ system_prompt: 'x' });
  assert.deepEqual((await read()).files, files);
});

test('the preset "strange" has only values that there are, and keeps to what the document does show', async () => {
  const { create, call, sandbox, deploy, update, submit, read } = openSandbox({ preset: 'strange' });
  for (const [name, one] of Object.entries(presets.strange))
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
  assert.equal((await read()).status, 'draft');
  await submit();
  sandbox.move('tides', 'reject');
  assert.equal(tell(await submit()), '409 not_approved');
});

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
