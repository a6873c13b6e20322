import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { presets } from '../../sandbox/assumptions.ts';
import { appFiles, concurrency, moveApp, openDeployed, openStage, otherPage, slug, submit, terms } from './stage.ts';

// Every open point of the document is a switch of the sandbox. All other tests play against what is nearest to the document;
// these are the main jobs against a service that keeps to every word of it and shares as little else as it can.
const preset = 'strange';

describe('a service that shares no more than the document with the usual one', { concurrency }, () => {
  test('an app is created, deployed and submitted, each once', async () => {
    await using stage = await openStage({ preset });
    const result = await stage.run({ create: 'true', ...submit });
    assert.deepEqual(
      [result.exitCode, result.outputs['outcome'], result.outputs['submitted'], result.outputs['status']],
      [0, 'deployed', 'true', 'in_review'],
      result.output,
    );
    const changes = result.requests.filter((request) => request.startsWith('POST'));
    const { create_status: created, deploy_status: deployed, submit_status: submitted } = presets[preset];
    assert.deepEqual(changes, [
      `POST /api/miniapps ${created}`,
      `POST /api/miniapps/deploy ${deployed}`,
      `POST /api/miniapps/${slug}/submit ${submitted}`,
    ]);
    const draft = stage.sandbox.store.find(slug)?.draft;
    assert.equal(draft?.get('index.html'), appFiles['app/index.html']);
    assert.equal(draft?.get('instructions.md'), appFiles['app/instructions.md']);
  });

  test('the same folder again is unchanged and sends nothing, white space around the prompt or not', async () => {
    await using stage = await openDeployed('draft', { preset });
    const result = await stage.run();
    assert.deepEqual([result.exitCode, result.outputs['outcome']], [0, 'unchanged'], result.output);
    assert.deepEqual(result.requests, [`GET /api/miniapps/${slug} 200`]);
  });

  test('a change in review is refused, and replaces what is in review where that is asked for', async () => {
    await using stage = await openDeployed('in_review', { preset });
    await stage.write(otherPage);
    const refused = await stage.run();
    assert.deepEqual([refused.exitCode, refused.outputs['status']], [1, 'in_review'], refused.output);
    const replaced = await stage.run({ 'on-in-review': 'replace' });
    assert.deepEqual(
      [replaced.exitCode, replaced.outputs['outcome'], replaced.outputs['status']],
      [0, 'deployed', 'draft'],
      replaced.output,
    );
  });

  test('every problem of a folder is an annotation on its line', async () => {
    await using stage = await openDeployed('draft', { preset });
    const page = appFiles['app/index.html'].replace('<title>Tides</title>', '<title></title>');
    const script = '<script src="http://example.com/x.js"></script>';
    await stage.write({ 'app/index.html': page.replace('<body>', `<body>\n${script}`) });
    const result = await stage.run();
    assert.deepEqual(
      [result.exitCode, result.outputs['outcome'], result.outputs['problem-count']],
      [1, 'rejected', '2'],
      result.output,
    );
    const places = result.annotations.filter(({ file }) => file !== null).map(({ file, line }) => `${file}:${line}`);
    assert.deepEqual(places, ['app/index.html:4', 'app/index.html:7']);
  });

  test('terms that are not the current ones are named, and nothing is submitted', async () => {
    await using stage = await openDeployed('draft', { preset });
    const result = await stage.run({ command: 'submit', 'terms-version': '2020-01' });
    assert.deepEqual(
      [result.exitCode, result.outputs['terms-required'], result.outputs['submitted']],
      [1, terms, 'false'],
      result.output,
    );
    assert.equal(stage.sandbox.store.find(slug)?.submittedAt, null);
  });

  test('an update of fields is applied, and a field that does not fit is rejected', async () => {
    await using stage = await openDeployed('draft', { preset });
    const service = (color: string) => ({
      'app/service.json': `{"name": "Tides", "tagline": "New", "color": "${color}"}\n`,
    });
    await stage.write(service('#123456'));
    const updated = await stage.run({ command: 'update' });
    assert.deepEqual([updated.exitCode, updated.outputs['outcome']], [0, 'updated'], updated.output);
    const { draft } = stage.sandbox.store.find(slug) ?? { draft: new Map() };
    assert.match(draft.get('service.json') ?? '', /"New"/);
    await stage.write(service('#1234567'));
    const rejected = await stage.run({ command: 'update' });
    assert.deepEqual([rejected.exitCode, rejected.outputs['outcome']], [1, 'rejected'], rejected.output);
  });

  test('the result of a review is read: published, or not approved', async () => {
    await using stage = await openDeployed('in_review', { preset });
    moveApp(stage, 'approve', 'Lovely.');
    const approved = await stage.run({ command: 'status' });
    assert.deepEqual([approved.exitCode, approved.outputs['status']], [0, 'published'], approved.output);
    await stage.write(otherPage);
    const again = await stage.run(submit);
    assert.equal(again.outputs['status'], 'in_review', again.output);
    moveApp(stage, 'reject', 'Not like this.');
    const rejected = await stage.run({ command: 'status' });
    assert.deepEqual([rejected.outputs['status'], rejected.outputs['review-note']], ['not_approved', 'Not like this.']);
    const final = await stage.run({ command: 'submit', 'terms-version': terms });
    assert.equal(final.exitCode, 1);
  });

  test('apps are listed, and one is deleted', async () => {
    await using stage = await openDeployed('draft', { preset });
    const listed = await stage.run({ command: 'list' });
    assert.deepEqual([listed.exitCode, listed.outputs['outcome']], [0, 'listed'], listed.output);
    assert.deepEqual(
      JSON.parse(listed.outputs['apps'] ?? '').map((app: { readonly slug: string }) => app.slug),
      [slug],
    );
    const deleted = await stage.run({ command: 'delete', confirm: slug });
    assert.deepEqual([deleted.exitCode, deleted.outputs['outcome']], [0, 'deleted'], deleted.output);
    assert.equal(stage.sandbox.store.find(slug), undefined);
  });

  test('a service whose reads lag behind is believed once it has caught up', async () => {
    await using stage = await openDeployed('draft', { preset });
    await stage.write(otherPage);
    stage.sandbox.faults.set([{ kind: 'stale', skip: 1, times: 1 }]);
    const result = await stage.run();
    assert.deepEqual([result.exitCode, result.outputs['outcome'], result.outputs['changed']], [0, 'deployed', 'true']);
    assert.equal(result.requests.filter((request) => request.startsWith('POST')).length, 1);
  });
});

test('a file that the service keeps but never lists makes no endless deploys once the app is in review', async () => {
  await using stage = await openDeployed('in_review', {
    preset: 'strange',
    files: { ...appFiles, 'app/README.md': '# Tides\n' },
  });
  assert.equal(stage.sandbox.store.find(slug)?.draft.get('README.md'), '# Tides\n');
  const result = await stage.run();
  assert.deepEqual([result.exitCode, result.outputs['outcome']], [0, 'unchanged'], result.output);
  assert.match(result.output, /README\.md/);
});

test('somebody else who writes right after the deploy is not mistaken for this run: unknown, and nothing is sent again', async () => {
  // A 202 would be waited for up to two minutes.
  await using stage = await openDeployed('draft', { preset: 'strange', assumptions: { deploy_status: 200 } });
  await stage.write(otherPage);
  stage.sandbox.faults.set([
    { kind: 'edit', method: 'POST', path: '/api/miniapps/deploy', fields: { html: '<title>Theirs</title>' } },
  ]);
  const result = await stage.run();
  assert.deepEqual([result.exitCode, result.outputs['outcome']], [1, 'unknown'], result.output);
  assert.equal(result.requests.filter((request) => request.startsWith('POST')).length, 1);
});
