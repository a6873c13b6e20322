import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appFiles, concurrency, key, openDeployed, openStage, slug, terms } from './stage.ts';

const app = `/api/miniapps/${slug}`;

describe('the other commands', { concurrency }, () => {
  test('status reads the app and tells its state, the note and the address', async () => {
    await using stage = await openDeployed('not_approved');
    const result = await stage.run({ command: 'status', folder: '' });
    assert.deepEqual(result.requests, [`GET ${app} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'read');
    assert.equal(result.outputs['status'], 'not_approved');
    assert.equal(result.outputs['review-note'], 'The page does not say who made it.');
    assert.equal(result.outputs['url'], `${stage.sandbox.url}/a/${slug}`);
    assert.equal(result.outputs['content-hash'], '');
  });

  test('status of an app that does not exist fails and says whose it could be', async () => {
    await using stage = await openStage();
    const result = await stage.run({ command: 'status' });
    assert.deepEqual(result.requests, [`GET ${app} 404`]);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /belongs to somebody else/);
    assert.doesNotMatch(result.annotations.at(-1)?.message ?? '', /creat/, 'only a deploy can create it');
  });

  test('submit sends the draft for review as it is, and a second time does nothing', async () => {
    await using stage = await openDeployed();
    const inputs = { command: 'submit', folder: '', 'terms-version': terms };
    const first = await stage.run(inputs);
    assert.deepEqual(first.requests, [`GET ${app} 200`, `POST ${app}/submit 200`, `GET ${app} 200`]);
    assert.equal(first.outputs['outcome'], 'submitted');
    assert.equal(first.outputs['submitted'], 'true');
    assert.equal(first.outputs['changed'], 'false');
    assert.equal(first.outputs['status'], 'in_review');
    const second = await stage.run(inputs);
    assert.deepEqual(second.requests, [`GET ${app} 200`]);
    assert.equal(second.exitCode, 0);
    assert.equal(second.outputs['outcome'], 'unchanged');
    assert.equal(second.outputs['submitted'], 'true');
  });

  test('submit of an app that was not approved sends nothing', async () => {
    await using stage = await openDeployed('not_approved');
    const result = await stage.run({ command: 'submit', 'terms-version': terms });
    assert.deepEqual(result.requests, [`GET ${app} 200`]);
    assert.equal(result.outputs['outcome'], 'rejected');
  });

  test('create makes the app with the fields of its folder, and refuses to do it twice', async () => {
    await using stage = await openStage();
    const first = await stage.run({ command: 'create' });
    assert.deepEqual(first.requests, [`GET ${app} 404`, 'POST /api/miniapps 201']);
    assert.equal(first.outputs['outcome'], 'created');
    assert.equal(first.outputs['changed'], 'true');
    assert.equal(first.outputs['status'], 'draft');
    const draft = stage.sandbox.store.find(slug)?.draft;
    assert.equal(draft?.get('index.html'), appFiles['app/index.html']);
    assert.equal(draft?.get('instructions.md'), appFiles['app/instructions.md']);
    const second = await stage.run({ command: 'create' });
    assert.deepEqual(second.requests, [`GET ${app} 200`]);
    assert.equal(second.exitCode, 1);
    assert.match(second.annotations.at(-1)?.message ?? '', /exists already/);
  });

  test('create of an address that somebody else has is refused', async () => {
    await using stage = await openStage({
      accounts: [
        { name: 'developer', key },
        { name: 'other', key: 'another-key' },
      ],
    });
    stage.sandbox.store.create('other', slug, new Map());
    const result = await stage.run({ command: 'create' });
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'rejected');
    assert.match(result.annotations.at(-1)?.message ?? '', /Choose another slug/);
  });

  test('update sends only the fields that differ, and nothing when none does', async () => {
    await using stage = await openDeployed();
    const same = await stage.run({ command: 'update' });
    assert.deepEqual(same.requests, [`GET ${app} 200`]);
    assert.equal(same.outputs['outcome'], 'unchanged');
    assert.equal(same.annotations.length, 1);
    await stage.write({ 'app/instructions.md': 'Tell no tides.\n', 'app/assets/style.css': 'body { color: red }\n' });
    const result = await stage.run({ command: 'update' });
    assert.deepEqual(result.requests, [`GET ${app} 200`, `PATCH ${app} 200`]);
    assert.equal(result.outputs['outcome'], 'updated');
    assert.equal(result.outputs['changed'], 'true');
    const draft = stage.sandbox.store.find(slug)?.draft;
    assert.equal(draft?.get('instructions.md'), 'Tell no tides.\n');
    assert.equal(draft?.get('assets/style.css'), appFiles['app/assets/style.css'], 'assets need a deploy');
    assert.ok(result.annotations.some(({ level, message }) => level === 'notice' && /^1 file differs/.test(message)));
  });

  test('a field that the service refuses stands on its line', async () => {
    await using stage = await openDeployed();
    const long = `{\n  "name": "Tides",\n  "tagline": "${'long '.repeat(50)}",\n  "color": "#0f5f80",\n  "logo": "assets/dot.png"\n}\n`;
    await stage.write({ 'app/service.json': long });
    const result = await stage.run({ command: 'update' });
    assert.deepEqual(result.requests, [`GET ${app} 200`, `PATCH ${app} 400`]);
    assert.equal(result.outputs['outcome'], 'rejected');
    const [problem] = result.annotations;
    assert.deepEqual([problem?.file, problem?.line], ['app/service.json', 3]);
  });

  test('update keeps its hands off an app in review as on-in-review says', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write({ 'app/instructions.md': 'Tell no tides.\n' });
    const fail = await stage.run({ command: 'update' });
    assert.equal(fail.exitCode, 1);
    const skip = await stage.run({ command: 'update', 'on-in-review': 'skip' });
    assert.equal(skip.outputs['skip-reason'], 'in-review');
    assert.deepEqual([...fail.requests, ...skip.requests], [`GET ${app} 200`, `GET ${app} 200`]);
    const replace = await stage.run({ command: 'update', 'on-in-review': 'replace' });
    assert.deepEqual(replace.requests, [`GET ${app} 200`, `PATCH ${app} 200`]);
    assert.equal(replace.outputs['status'], 'draft');
  });

  test('delete without the confirmation asks nothing of the service', async () => {
    await using stage = await openDeployed();
    for (const confirm of ['', 'tide', 'TIDES', 'yes', 'true']) {
      const result = await stage.run({ command: 'delete', folder: '', confirm });
      assert.deepEqual(result.requests, []);
      assert.equal(result.exitCode, 1);
      assert.match(result.annotations.at(-1)?.message ?? '', /confirm must repeat the slug/);
    }
  });

  test('delete with the confirmation deletes the app, and once more fails, since the app may be another’s by now', async () => {
    await using stage = await openDeployed();
    const inputs = { command: 'delete', folder: '', confirm: slug };
    const first = await stage.run(inputs);
    assert.deepEqual(first.requests, [`GET ${app} 200`, `DELETE ${app} 200`, `GET ${app} 404`]);
    assert.equal(first.outputs['outcome'], 'deleted');
    assert.equal(first.outputs['changed'], 'true');
    assert.equal(first.outputs['status'], '');
    assert.doesNotMatch(first.summary ?? '', /State/);
    assert.equal(stage.sandbox.store.find(slug), undefined);
    const second = await stage.run(inputs);
    assert.deepEqual(second.requests, [`GET ${app} 404`]);
    assert.equal(second.exitCode, 1);
    assert.equal(second.outputs['outcome'], 'failed');
    assert.doesNotMatch(second.annotations.at(-1)?.message ?? '', /creat/);
  });

  test('list gives the apps of the key as JSON that fromJSON takes, and nobody else’s', async () => {
    await using stage = await openDeployed('published', {
      accounts: [
        { name: 'developer', key },
        { name: 'other', key: 'another-key' },
      ],
    });
    stage.sandbox.store.create('other', 'not-mine', new Map());
    stage.sandbox.store.create('developer', 'another', new Map());
    const result = await stage.run({ command: 'list', slug: '', folder: '' });
    assert.deepEqual(result.requests, ['GET /api/miniapps 200']);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'listed');
    const apps: readonly Readonly<Record<string, string | null>>[] = JSON.parse(result.outputs['apps'] ?? '');
    assert.deepEqual(
      apps.map((entry) => entry['slug']),
      [slug, 'another'],
    );
    const times = ['updated_at', 'submitted_at', 'published_at'];
    assert.deepEqual(Object.keys(apps[0] ?? {}), ['slug', 'name', 'status', 'url', 'review_note', ...times]);
    assert.deepEqual([apps[0]?.['status'], apps[0]?.['name']], ['published', 'Tides']);
  });

  test('list is about no app, whatever slug is given', async () => {
    await using stage = await openDeployed();
    const result = await stage.run({ command: 'list', folder: '' });
    assert.equal(result.outputs['outcome'], 'listed');
    assert.equal(result.outputs['slug'], '');
  });
});
