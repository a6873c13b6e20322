import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  appFiles,
  assertOutputs,
  concurrency,
  key,
  openDeployed,
  openStage,
  plays,
  type Scenario,
  slug,
  terms,
} from './stage.ts';

const app = `/api/miniapps/${slug}`;
const read = `GET ${app} 200`;
const missing = `GET ${app} 404`;
const accounts = [
  { name: 'developer', key },
  { name: 'other', key: 'another-key' },
];
const prompt = { 'app/instructions.md': 'Tell no tides.\n' };

/** Each run by what holds of it. */
const scenarios: Readonly<Record<string, Scenario>> = {
  'status reads the app and shows its state and the note': {
    state: 'not_approved',
    inputs: { command: 'status', folder: '' },
    requests: [read],
    outputs: {
      outcome: 'read',
      status: 'not_approved',
      'review-note': 'The page does not say who made it.',
      'content-hash': '',
    },
  },
  // Only a deploy can create it.
  'status of an app that does not exist fails and says whose it could be': {
    inputs: { command: 'status' },
    requests: [missing],
    exitCode: 1,
    outputs: { outcome: 'failed' },
    message: /^(?!.*creat)[\s\S]*belongs to somebody else/s,
  },
  'submit of an app that was not approved sends nothing': {
    state: 'not_approved',
    inputs: { command: 'submit', 'terms-version': terms },
    requests: [read],
    exitCode: 1,
    outputs: { outcome: 'rejected' },
  },
  'update of an app in review is refused': {
    state: 'in_review',
    files: prompt,
    inputs: { command: 'update' },
    requests: [read],
    exitCode: 1,
  },
  'update leaves an app in review alone where on-in-review is skip': {
    state: 'in_review',
    files: prompt,
    inputs: { command: 'update', 'on-in-review': 'skip' },
    requests: [read],
    outputs: { 'skip-reason': 'in-review' },
  },
  'update takes an app out of review where on-in-review is replace': {
    state: 'in_review',
    files: prompt,
    inputs: { command: 'update', 'on-in-review': 'replace' },
    requests: [read, `PATCH ${app} 200`],
    outputs: { status: 'draft' },
  },
  'list is about no app, whatever slug is given': {
    state: 'draft',
    inputs: { command: 'list', folder: '' },
    requests: ['GET /api/miniapps 200'],
    outputs: { outcome: 'listed', slug: '' },
  },
};

describe('the other commands', { concurrency }, () => {
  for (const [name, scenario] of Object.entries(scenarios)) test(name, plays(scenario));

  test('submit sends the draft for review as it is, and a second time does nothing', async () => {
    await using stage = await openDeployed();
    const inputs = { command: 'submit', folder: '', 'terms-version': terms };
    const first = await stage.run(inputs);
    assert.deepEqual(first.requests, [read, `POST ${app}/submit 200`, read]);
    assertOutputs(first, { outcome: 'submitted', submitted: 'true', changed: 'false', status: 'in_review' });
    const second = await stage.run(inputs);
    assert.deepEqual([second.requests, second.exitCode], [[read], 0]);
    assertOutputs(second, { outcome: 'unchanged', submitted: 'true' });
  });

  test('create makes the app with the fields of its folder, and refuses to do it twice', async () => {
    await using stage = await openStage();
    const first = await stage.run({ command: 'create' });
    assert.deepEqual(first.requests, [missing, 'POST /api/miniapps 201']);
    const url = `${stage.sandbox.url}/a/${slug}`;
    assertOutputs(first, { outcome: 'created', changed: 'true', status: 'draft', url });
    const draft = stage.sandbox.store.find(slug)?.draft;
    assert.equal(draft?.get('index.html'), appFiles['app/index.html']);
    assert.equal(draft?.get('instructions.md'), appFiles['app/instructions.md']);
    const second = await stage.run({ command: 'create' });
    assert.deepEqual([second.requests, second.exitCode], [[read], 1]);
    assert.match(second.annotations.at(-1)?.message ?? '', /exists already/);
  });

  test('create of an address that somebody else has is refused', async () => {
    await using stage = await openStage({ accounts });
    stage.sandbox.store.create('other', slug, new Map());
    const result = await stage.run({ command: 'create' });
    assert.deepEqual([result.exitCode, result.outputs['outcome']], [1, 'rejected']);
    assert.match(result.annotations.at(-1)?.message ?? '', /Choose another slug/);
  });

  test('update sends only the fields that differ, and nothing when none does', async () => {
    await using stage = await openDeployed();
    const same = await stage.run({ command: 'update' });
    assert.deepEqual([same.requests, same.outputs['outcome'], same.annotations.length], [[read], 'unchanged', 1]);
    await stage.write({ ...prompt, 'app/assets/style.css': 'body { color: red }\n' });
    const result = await stage.run({ command: 'update' });
    assert.deepEqual(result.requests, [read, `PATCH ${app} 200`]);
    assertOutputs(result, { outcome: 'updated', changed: 'true' });
    const draft = stage.sandbox.store.find(slug)?.draft;
    assert.equal(draft?.get('instructions.md'), 'Tell no tides.\n');
    assert.equal(draft?.get('assets/style.css'), appFiles['app/assets/style.css'], 'assets need a deploy');
    assert.ok(result.annotations.some(({ level, message }) => level === 'notice' && /^1 file differs/.test(message)));
  });

  test('a field that the service refuses stands on its line', async () => {
    await using stage = await openDeployed();
    const long = appFiles['app/service.json'].replace('High and low water', 'long '.repeat(50));
    await stage.write({ 'app/service.json': long });
    const result = await stage.run({ command: 'update' });
    assert.deepEqual([result.requests, result.outputs['outcome']], [[read, `PATCH ${app} 400`], 'rejected']);
    const [problem] = result.annotations;
    assert.deepEqual([problem?.file, problem?.line], ['app/service.json', 3]);
  });

  test('delete without the confirmation asks nothing of the service', async () => {
    await using stage = await openDeployed();
    for (const confirm of ['', 'TIDES']) {
      const result = await stage.run({ command: 'delete', folder: '', confirm });
      assert.deepEqual([result.requests, result.exitCode], [[], 1]);
      assert.match(result.annotations.at(-1)?.message ?? '', /confirm must repeat the slug/);
    }
  });

  test('delete with the confirmation deletes the app, and once more fails, since the app may be another’s by now', async () => {
    await using stage = await openDeployed();
    const inputs = { command: 'delete', folder: '', confirm: slug };
    const first = await stage.run(inputs);
    assert.deepEqual(first.requests, [read, `DELETE ${app} 200`, missing]);
    assertOutputs(first, { outcome: 'deleted', changed: 'true', status: '' });
    assert.doesNotMatch(first.summary ?? '', /State/);
    assert.equal(stage.sandbox.store.find(slug), undefined);
    const second = await stage.run(inputs);
    assert.deepEqual([second.requests, second.exitCode, second.outputs['outcome']], [[missing], 1, 'failed']);
    assert.doesNotMatch(second.annotations.at(-1)?.message ?? '', /creat/);
  });

  test('list gives the apps of the key as JSON that fromJSON takes, and nobody else’s', async () => {
    await using stage = await openDeployed('published', { accounts });
    stage.sandbox.store.create('other', 'not-mine', new Map());
    stage.sandbox.store.create('developer', 'another', new Map());
    const result = await stage.run({ command: 'list', slug: '', folder: '' });
    assert.deepEqual(result.requests, ['GET /api/miniapps 200']);
    assert.deepEqual([result.exitCode, result.outputs['outcome']], [0, 'listed']);
    const apps: readonly Readonly<Record<string, string | null>>[] = JSON.parse(result.outputs['apps'] ?? '');
    assert.deepEqual(
      apps.map((entry) => entry['slug']),
      [slug, 'another'],
    );
    const times = ['updated_at', 'submitted_at', 'published_at'];
    assert.deepEqual(Object.keys(apps[0] ?? {}), ['slug', 'name', 'status', 'url', 'review_note', ...times]);
    assert.deepEqual([apps[0]?.['status'], apps[0]?.['name']], ['published', 'Tides']);
  });
});
