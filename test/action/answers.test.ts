import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type FullReply,
  pack,
  type Reply,
  refuse,
  sayHtml,
  sayJson,
  sayNothing,
  toApp,
} from '../support/dialects/replies.ts';
import { type Dialect, type Script, startDialect } from '../support/dialects/server.ts';
import { appFiles, concurrency, openStage, type StageResult, slug, terms, type With } from './stage.ts';

const submit = { submit: 'true', 'terms-version': terms };

/** The draft as it is before the deploy, and after it: the service shows its files when it is read. */
const before = toApp(slug, 'draft', { files: { 'index.html': 'old' } });
const folder = Object.entries(appFiles).map(([path, content]) => [
  path.slice('app/'.length),
  typeof content === 'string' ? content : `data:image/png;base64,${content.toString('base64')}`,
]);
const after = (status: string, more: object = {}) =>
  toApp(slug, status, { files: Object.fromEntries(folder), ...more });

/** Runs the usual step against a service that answers by the script. */
async function play(script: Script, inputs: With = {}): Promise<StageResult & Pick<Dialect, 'asked'>> {
  await using stage = await openStage();
  await using service = await startDialect(script);
  const result = await stage.run({ 'base-url': service.url, ...inputs });
  return { ...result, asked: service.asked };
}

function resultMessageOf({ annotations }: StageResult): string {
  return annotations.findLast(({ level }) => level === 'error')?.message ?? '';
}

describe('answers of other dialects', { concurrency }, () => {
  test('the app is found as the body, under app, or by one more read where the answer has none', async () => {
    const shapes: readonly (readonly [reply: Reply, reads: number])[] = [
      [sayJson(200, toApp(slug, 'draft')), 0],
      [sayJson(201, { app: toApp(slug, 'draft'), more: [1] }), 0],
      [pack(sayJson(200, { app: toApp(slug, 'draft') })), 0],
      [sayJson(200, {}), 1],
      [sayJson(200, { deployed: true, slug }), 1],
      [sayJson(200, { ok: true, app: null }), 1],
      [sayJson(202, { app: toApp('another', 'draft') }), 1],
      [sayNothing(204), 1],
      [sayNothing(200), 1],
    ];
    const playWith = (reply: Reply) =>
      play({ read: [sayJson(200, before), sayJson(200, after('draft'))], deploy: reply });
    for (const [reply, reads] of shapes) {
      const result = await playWith(reply);
      assert.deepEqual(result.asked(), ['read', 'deploy', ...Array(reads).fill('read')], JSON.stringify(reply));
      assert.equal(result.outputs['outcome'], 'deployed');
      assert.equal(result.outputs['status'], 'draft');
      assert.equal(result.outputs['url'], `https://apps.example.com/a/${slug}`);
    }
  });

  test('a submission is proven from its answer where it has the files, else by a read', async () => {
    const shapes: readonly (readonly [reply: Reply, reads: number])[] = [
      [sayJson(200, after('in_review')), 0],
      [sayJson(200, { app: after('in_review') }), 0],
      [sayJson(200, toApp(slug, 'in_review')), 1],
      [sayJson(200, { app: toApp(slug, 'in_review') }), 1],
      [sayJson(202, { submitted: true }), 1],
      [sayNothing(204), 1],
    ];
    for (const [reply, reads] of shapes) {
      const result = await play(
        { read: [sayJson(200, after('draft')), sayJson(200, after('in_review'))], submit: reply },
        submit,
      );
      assert.deepEqual(result.asked(), ['read', 'submit', ...Array(reads).fill('read')]);
      assert.equal(result.outputs['submitted'], 'true');
      assert.equal(result.outputs['status'], 'in_review');
    }
  });

  test('what goes out is the documented request, with the key, the terms and a name', async () => {
    await using stage = await openStage();
    await using service = await startDialect({
      read: sayJson(404, {}),
      create: sayJson(201, toApp(slug, 'draft')),
      deploy: sayJson(200, toApp(slug, 'draft')),
      submit: sayJson(200, after('in_review')),
    });
    await stage.run({ 'base-url': service.url, create: 'true', ...submit });
    assert.deepEqual(service.asked(), ['read', 'create', 'deploy', 'submit']);
    const [read, create, deploy, send] = service.requests;
    for (const { headers } of service.requests) {
      assert.equal(headers.authorization, 'Bearer key-of-the-tests-0123456789');
      assert.match(
        headers['user-agent'] ?? '',
        /^miniapp-deploy\/\S+ \(\+https:\/\/github\.com\/octo\/apps\/actions\/runs\/1234567890\)$/,
      );
    }
    assert.equal(read?.headers['content-type'], undefined);
    assert.match(String(deploy?.headers['content-type']), /^application\/json/);
    assert.deepEqual(JSON.parse(create?.body ?? ''), { slug, name: 'Tides' });
    assert.deepEqual(JSON.parse(deploy?.body ?? ''), { slug, files: Object.fromEntries(folder) });
    assert.deepEqual(JSON.parse(send?.body ?? ''), { accept_terms: terms });
  });

  test('text files shown as data: URLs, and pictures shown as such, are the same content', async () => {
    const asData = folder.map(([path, content = '']) => [
      path,
      content.startsWith('data:') ? content : `data:text/plain;base64,${Buffer.from(content).toString('base64')}`,
    ]);
    const result = await play({ read: sayJson(200, toApp(slug, 'draft', { files: Object.fromEntries(asData) })) });
    assert.deepEqual(result.asked(), ['read']);
    assert.equal(result.outputs['outcome'], 'unchanged');
  });

  test('instructions that only system_prompt shows are the same content', async () => {
    const listed = Object.fromEntries(folder.filter(([path]) => path !== 'instructions.md'));
    const draft = toApp(slug, 'draft', { files: listed, system_prompt: appFiles['app/instructions.md'] });
    const result = await play({ read: sayJson(200, { app: draft }) });
    assert.deepEqual(result.asked(), ['read']);
    assert.equal(result.outputs['outcome'], 'unchanged');
  });

  test('extra fields, missing fields and fields of wrong types do not stop a deploy', async () => {
    const odd: readonly object[] = [
      { slug, name: 'Tides' },
      {
        slug,
        url: 'https://apps.example.com',
        status: null,
        review_note: {},
        name: 'Tides',
        tagline: [],
        files: null,
        updated_at: false,
      },
      { ...toApp(slug, 'draft'), icon: '🌊', logo_url: '/a/x', nested: { slug: 'other' }, html_bytes: 'many' },
    ];
    for (const app of odd) {
      const result = await play({ read: sayJson(200, app), deploy: sayJson(200, app) });
      assert.equal(result.outputs['outcome'], 'deployed', result.output);
      assert.equal(result.outputs['slug'], slug);
    }
  });

  test('a state that the document does not know is shown as it is, and is never final', async () => {
    const app = toApp(slug, 'being weighed');
    const waited = await play({ read: sayJson(200, app) }, { command: 'status', 'wait-for-review': '0.01' });
    assert.equal(waited.exitCode, 0);
    assert.equal(waited.outputs['status'], 'being_weighed');
    assert.match(waited.summary ?? '', /being weighed/);
    assert.deepEqual(waited.asked(), ['read', 'read']);
    const deployed = await play({ read: sayJson(200, before), deploy: sayJson(200, app) });
    assert.equal(deployed.outputs['outcome'], 'deployed');
    assert.equal(deployed.outputs['status'], 'being_weighed');
  });

  test('changes_requested of the earlier form is a no that can be submitted again', async () => {
    const app = after('changes_requested', { review_note: 'Larger letters.' });
    const waited = await play({ read: sayJson(200, app) }, { command: 'status', 'wait-for-review': '1' });
    assert.equal(waited.exitCode, 1);
    assert.equal(waited.outputs['review-note'], 'Larger letters.');
    assert.match(resultMessageOf(waited), /Larger letters\./);
    const again = await play({ read: sayJson(200, app), submit: sayJson(200, after('in_review')) }, submit);
    assert.deepEqual(again.asked(), ['read', 'submit']);
    assert.equal(again.exitCode, 0);
    assert.equal(again.outputs['submitted'], 'true');
  });

  test('a list is understood as an array or in an object with one array of apps', async () => {
    const apps = [toApp('zebra', 'draft'), toApp('ant', 'published', { name: null })];
    for (const body of [apps, { apps }, { items: apps, total: 2 }, { data: apps, next: null }]) {
      const result = await play({ list: sayJson(200, body) }, { command: 'list', slug: '', folder: '' });
      assert.deepEqual(result.asked(), ['list']);
      assert.equal(result.outputs['outcome'], 'listed');
      const listed: readonly { readonly slug: string }[] = JSON.parse(result.outputs['apps'] ?? '');
      assert.deepEqual(
        listed.map((app) => app.slug),
        ['zebra', 'ant'],
      );
    }
    const empty = await play({ list: sayJson(200, []) }, { command: 'list', slug: '', folder: '' });
    assert.equal(empty.outputs['apps'], '[]');
  });

  test('what is no list fails, and apps stays empty', async () => {
    for (const body of [{ apps: [{ slug }], others: [{ slug }] }, {}, 'apps', [1, 2], { apps: ['ant'] }, null]) {
      const result = await play({ list: sayJson(200, body) }, { command: 'list', slug: '', folder: '' });
      assert.equal(result.exitCode, 1, JSON.stringify(body));
      assert.equal(result.outputs['outcome'], 'failed');
      assert.equal(result.outputs['apps'], '');
    }
  });

  test('a read that is JSON but no app fails, and nothing is changed', async () => {
    for (const body of [null, [], 7, {}, { app: [] }, { slug: 'another' }]) {
      const result = await play({ read: sayJson(200, body) });
      // What is no object may be a fault that passes.
      const reads = typeof body === 'object' && body !== null ? 1 : 4;
      assert.deepEqual(result.asked(), Array(reads).fill('read'), JSON.stringify(body));
      assert.equal(result.exitCode, 1);
      assert.equal(result.outputs['outcome'], 'failed');
      assert.match(resultMessageOf(result), /base-url/);
    }
  });

  test('a yes that is not JSON, or no object, is settled by reading: green only if the read proves it', async () => {
    const odd: readonly FullReply[] = [
      sayHtml(200),
      sayJson(200, null),
      sayJson(200, []),
      sayJson(200, 7),
      { ...sayJson(200, {}), body: '{"app": {"slug": "tid' },
    ];
    for (const reply of odd) {
      const done = await play({ read: [sayJson(200, before), sayJson(200, after('draft'))], deploy: reply });
      assert.deepEqual(done.asked(), ['read', 'deploy', 'read']);
      assert.equal(done.outputs['outcome'], 'deployed', String(reply.body));
      const other = toApp(slug, 'draft', { files: { 'index.html': 'of somebody else' } });
      const unknown = await play({ read: [sayJson(200, before), sayJson(200, other)], deploy: reply });
      assert.deepEqual(unknown.asked(), ['read', 'deploy', ...Array(4).fill('read')]);
      assert.equal(unknown.outputs['outcome'], 'unknown');
      assert.equal(unknown.outputs['changed'], 'false');
      assert.match(resultMessageOf(unknown), /dashboard/);
    }
  });

  test('a refusal in HTML is the refusal of its status, never asked again', async () => {
    const refusals = {
      400: ['rejected', /rejected a field/],
      401: ['failed', /api-key/],
      403: ['failed', /does not allow this/],
      404: ['failed', /create: true/],
      409: ['rejected', /state of the app does not allow this/],
      413: ['failed', /too large/],
      415: ['failed', /refused the request/],
      418: ['failed', /refused the request/],
      422: ['rejected', /breaks the folder rules/],
    } as const;
    for (const [status, [outcome, words]] of Object.entries(refusals)) {
      const result = await play({ read: sayJson(200, before), deploy: sayHtml(Number(status)) });
      assert.deepEqual(result.asked(), ['read', 'deploy'], status);
      assert.equal(result.exitCode, 1);
      assert.equal(result.outputs['outcome'], outcome, status);
      assert.match(resultMessageOf(result), words);
      assert.match(resultMessageOf(result), new RegExp(`returned ${status}: <!doctype html>`));
    }
  });

  test('an unknown content encoding is no response, however long its body goes on, and no end of the process', async () => {
    const strange = (status: number): FullReply => ({
      ...sayJson(status, {}, { 'content-encoding': 'zstd' }),
      isEndless: true,
    });
    const read = [sayJson(200, before), sayJson(200, after('draft'))];
    const deployed = await play({ read, deploy: strange(200) });
    assert.deepEqual(deployed.asked(), ['read', 'deploy', 'read']);
    assert.equal(deployed.outputs['outcome'], 'deployed', deployed.output);
    const rejected = await play({ read: sayJson(200, before), deploy: strange(422) });
    assert.equal(rejected.outputs['outcome'], 'rejected', rejected.output);
    for (const command of ['status', 'submit', 'update', 'delete', 'create']) {
      const confirm = command === 'delete' ? slug : '';
      const refused = await play({ read: strange(401) }, { command, confirm, 'terms-version': terms });
      assert.equal(refused.outputs['outcome'], 'failed', refused.output);
    }
    const listed = await play({ list: strange(403) }, { command: 'list', slug: '', folder: '' });
    assert.equal(listed.outputs['outcome'], 'failed', listed.output);
  });

  test('the code not_approved is told from a taken address', async () => {
    const result = await play(
      { read: sayJson(200, after('draft')), submit: refuse(409, 'not_approved', 'Not approved.') },
      submit,
    );
    assert.deepEqual(result.asked(), ['read', 'submit']);
    assert.equal(result.outputs['outcome'], 'rejected');
    assert.match(resultMessageOf(result), /not approved, which is final/);
  });

  test('the terms asked for are found beside the message or in it, and never sent', async () => {
    const message = 'Send accept_terms with the current version "2027-03".';
    const replies = [
      refuse(400, 'terms_required', message),
      sayJson(400, { error: { code: 'terms_required', message: 'Accept the terms.', terms_version: '2027-03' } }),
      refuse(400, 'terms_required', `Accept version 2027-03; you sent ${terms}.`),
    ];
    for (const reply of replies) {
      const result = await play({ read: sayJson(200, after('draft')), submit: reply }, submit);
      assert.deepEqual(result.asked(), ['read', 'submit']);
      assert.equal(result.outputs['outcome'], 'rejected');
      assert.equal(result.outputs['terms-required'], '2027-03', JSON.stringify(reply));
    }
  });

  test('an address that is not one is replaced by the one that the document gives the app', async () => {
    const url = 'javascript:alert(1)';
    const result = await play({ read: sayJson(200, after('draft', { url })) });
    assert.match(result.outputs['url'] ?? '', /^http:\/\/127\.0\.0\.1:\d+\/a\/tides$/);
    assert.ok(!result.summary?.includes(`<${url}>`));
  });
});
