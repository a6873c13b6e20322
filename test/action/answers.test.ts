import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FullReply, pack, type Reply, sayHtml, sayJson, sayNothing, toApp } from '../support/dialects/replies.ts';
import { type Dialect, type Script, startDialect } from '../support/dialects/server.ts';
import {
  appFiles,
  assertOutputs,
  concurrency,
  openStage,
  type StageResult,
  slug,
  submit,
  terms,
  toSentFiles,
  type With,
} from './stage.ts';

/** The draft as it is before the deploy, and after it: the service shows its files when it is read. */
const before = toApp(slug, 'draft', { files: { 'index.html': 'old' } });
const folder = [...toSentFiles()];
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
  const deployed: readonly (readonly [shape: string, reply: Reply, reads: number])[] = [
    ['as the body', sayJson(200, toApp(slug, 'draft')), 0],
    ['under app, packed', pack(sayJson(201, { app: toApp(slug, 'draft'), more: [1] })), 0],
    ['not there', sayJson(200, { deployed: true, slug }), 1],
    ['another', sayJson(202, { app: toApp('another', 'draft') }), 1],
    ['no body', sayNothing(204), 1],
  ];
  for (const [shape, deploy, reads] of deployed) {
    test(`the app in the answer to a deploy (${shape}) is found, or read once more where the answer has none`, async () => {
      const result = await play({ read: [sayJson(200, before), sayJson(200, after('draft'))], deploy });
      assert.deepEqual(result.asked(), ['read', 'deploy', ...Array(reads).fill('read')]);
      assertOutputs(result, { outcome: 'deployed', status: 'draft', url: `https://apps.example.com/a/${slug}` });
    });
  }

  for (const [shape, reply, reads] of [
    ['with files', sayJson(200, { app: after('in_review') }), 0],
    ['without files', sayJson(200, toApp(slug, 'in_review')), 1],
    ['no app', sayJson(202, { submitted: true }), 1],
  ] as const) {
    test(`a submission is proven from its answer where it has the files, else by a read (${shape})`, async () => {
      const read = [sayJson(200, after('draft')), sayJson(200, after('in_review'))];
      const result = await play({ read, submit: reply }, submit);
      assert.deepEqual(result.asked(), ['read', 'submit', ...Array(reads).fill('read')]);
      assertOutputs(result, { submitted: 'true', status: 'in_review' });
    });
  }

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

  test('texts shown as data: URLs, and instructions that only system_prompt shows, are the same content', async () => {
    const asData = folder
      .filter(([path]) => path !== 'instructions.md')
      .map(([path, content]) => [
        path,
        content.startsWith('data:') ? content : `data:text/plain;base64,${Buffer.from(content).toString('base64')}`,
      ]);
    const prompt = { system_prompt: appFiles['app/instructions.md'] };
    const app = toApp(slug, 'draft', { files: Object.fromEntries(asData), ...prompt });
    const result = await play({ read: sayJson(200, { app }) });
    assert.deepEqual([result.asked(), result.outputs['outcome']], [['read'], 'unchanged']);
  });

  test('extra fields, missing fields and fields of wrong types do not stop a deploy', async () => {
    const wrong = { status: null, review_note: {}, tagline: [], files: null, updated_at: false };
    const app = {
      slug,
      name: 'Tides',
      url: 'https://apps.example.com',
      icon: '🌊',
      nested: { slug: 'other' },
      ...wrong,
    };
    const result = await play({ read: sayJson(200, app), deploy: sayJson(200, app) });
    assertOutputs(result, { outcome: 'deployed', slug });
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

  test('what is no list, and JSON that is no app, fail and change nothing', async () => {
    const list = await play({ list: sayJson(200, { apps: ['ant'] }) }, { command: 'list', slug: '', folder: '' });
    assert.equal(list.exitCode, 1);
    assertOutputs(list, { outcome: 'failed', apps: '' });
    const app = await play({ read: sayJson(200, { slug: 'another' }) });
    assert.deepEqual([app.asked(), app.exitCode, app.outputs['outcome']], [['read'], 1, 'failed']);
    assert.match(resultMessageOf(app), /base-url/);
  });

  test('a yes that is not JSON, or no object, is settled by reading: green only if the read proves it', async () => {
    for (const deploy of [sayHtml(200), sayJson(200, []), { ...sayJson(200, {}), body: '{"app": {"slug": "tid' }]) {
      const result = await play({ read: [sayJson(200, before), sayJson(200, after('draft'))], deploy });
      assert.deepEqual(result.asked(), ['read', 'deploy', 'read']);
      assert.equal(result.outputs['outcome'], 'deployed', String(deploy.body));
    }
  });

  test('a yes that is not JSON is unknown where the reads show other content', async () => {
    const other = toApp(slug, 'draft', { files: { 'index.html': 'of somebody else' } });
    const result = await play({ read: [sayJson(200, before), sayJson(200, other)], deploy: sayHtml(200) });
    assert.deepEqual(result.asked(), ['read', 'deploy', ...Array(4).fill('read')]);
    assertOutputs(result, { outcome: 'unknown', changed: 'false' });
    assert.match(resultMessageOf(result), /dashboard/);
  });

  test('a refusal in HTML is the refusal of its status, never asked again', async () => {
    for (const [status, outcome, words] of [
      [403, 'failed', /does not allow this/],
      [409, 'rejected', /state of the app does not allow this/],
      [418, 'failed', /refused the request/],
      [422, 'rejected', /breaks the folder rules/],
    ] as const) {
      const result = await play({ read: sayJson(200, before), deploy: sayHtml(status) });
      assert.deepEqual([result.asked(), result.exitCode], [['read', 'deploy'], 1]);
      assert.equal(result.outputs['outcome'], outcome, String(status));
      assert.match(resultMessageOf(result), words);
      assert.match(resultMessageOf(result), new RegExp(`returned ${status}: <!doctype html>`));
    }
  });

  test('an unknown content encoding is no response, however long its body goes on, and no end of the process', async () => {
    const strange = (status: number): FullReply => ({
      ...sayJson(status, {}, { 'content-encoding': 'zstd' }),
      isEndless: true,
    });
    const deployed = await play({ read: [sayJson(200, before), sayJson(200, after('draft'))], deploy: strange(200) });
    assert.deepEqual(deployed.asked(), ['read', 'deploy', 'read']);
    assertOutputs(deployed, { outcome: 'deployed' });
    assertOutputs(await play({ read: sayJson(200, before), deploy: strange(422) }), { outcome: 'rejected' });
    assertOutputs(await play({ read: strange(401) }, { command: 'status' }), { outcome: 'failed' });
  });

  test('an address that is not one is replaced by the one that the document gives the app', async () => {
    const url = 'javascript:alert(1)';
    const result = await play({ read: sayJson(200, after('draft', { url })) });
    assert.match(result.outputs['url'] ?? '', /^http:\/\/127\.0\.0\.1:\d+\/a\/tides$/);
    assert.ok(!result.summary?.includes(`<${url}>`));
  });
});
