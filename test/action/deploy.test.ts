import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appFiles, concurrency, moveApp, openDeployed, openStage, otherPage, slug } from './stage.ts';

const read = `GET /api/miniapps/${slug}`;
const deploy = 'POST /api/miniapps/deploy';

describe('the command deploy', { concurrency }, () => {
  test('a deploy of other content is one read and one deploy, and its outputs describe the app', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`]);
    assert.equal(result.exitCode, 0);
    const { outputs } = result;
    assert.equal(outputs['outcome'], 'deployed');
    assert.equal(outputs['changed'], 'true');
    assert.equal(outputs['submitted'], 'false');
    assert.equal(outputs['slug'], slug);
    assert.equal(outputs['url'], `${stage.sandbox.url}/a/${slug}`);
    assert.equal(outputs['status'], 'draft');
    assert.equal(outputs['file-count'], '5');
    assert.match(outputs['content-hash'] ?? '', /^sha256:[0-9a-f]{64}$/);
    assert.equal(outputs['problem-count'], '0');
    assert.equal(outputs['skip-reason'], '');
    assert.deepEqual(
      result.annotations.map(({ level }) => level),
      ['notice'],
    );
    assert.match(result.summary ?? '', /\| <code>index\.html<\/code> \| changed,/);
    assert.equal(stage.sandbox.store.find(slug)?.draft.get('index.html'), otherPage['app/index.html']);
  });

  test('step debugging shows each file, each decision and each request', async () => {
    await using stage = await openDeployed();
    await stage.write({ ...otherPage, 'app/.hidden': '' });
    const { commands } = await stage.run({}, { env: { RUNNER_DEBUG: '1' } });
    const lines = commands.filter(({ name }) => name === 'debug').map(({ data }) => data);
    assert.ok(lines.includes('Included: assets/dot.png (16 bytes, image/png, sent as data)'), lines.join('\n'));
    assert.ok(lines.includes('Included: instructions.md (16 bytes, text/markdown, sent as text)'));
    assert.ok(lines.includes('Plan: send deploy, 1 file differs'));
    for (const request of [read, deploy]) {
      assert.ok(
        lines.some((line) => line.startsWith(`${request}: returned 200 after `) && / \(attempt 1\)$/.test(line)),
      );
    }
  });

  test('content that is there already is one read and nothing else', async () => {
    await using stage = await openDeployed();
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'unchanged');
    assert.equal(result.outputs['skip-reason'], 'unchanged');
    assert.equal(result.outputs['changed'], 'false');
  });

  test('a service.json that says the same in another order is unchanged', async () => {
    await using stage = await openDeployed();
    const turned = Object.entries(JSON.parse(appFiles['app/service.json'])).reverse();
    await stage.write({ 'app/service.json': JSON.stringify(Object.fromEntries(turned)) });
    assert.deepEqual((await stage.run()).requests, [`${read} 200`]);
  });

  test('force deploys content that is there already', async () => {
    await using stage = await openDeployed();
    const result = await stage.run({ force: 'true' });
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`]);
    assert.equal(result.outputs['outcome'], 'deployed');
  });

  test('create makes the app once, before its first deploy', async () => {
    await using stage = await openStage();
    const first = await stage.run({ create: 'true' });
    assert.deepEqual(first.requests, [`${read} 404`, 'POST /api/miniapps 201', `${deploy} 200`]);
    assert.equal(first.outputs['outcome'], 'deployed');
    assert.equal(stage.sandbox.store.find(slug)?.draft.size, 5);
    const second = await stage.run({ create: 'true' });
    assert.deepEqual(second.requests, [`${read} 200`]);
  });

  test('without create, an app that does not exist fails with the words that help', async () => {
    await using stage = await openStage();
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 404`, `${deploy} 404`]);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /set create: true/);
  });

  test('a deploy whose answer does not carry the app is proven by a read', async () => {
    await using stage = await openDeployed('draft', { assumptions: { deploy_response: 'empty' } });
    await stage.write(otherPage);
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 204`, `${read} 200`]);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['status'], 'draft');
  });

  test('an app in review with other content is left there, and the run fails with the way out', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write(otherPage);
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'failed');
    assert.equal(result.outputs['status'], 'in_review');
    assert.equal(result.outputs['submitted'], 'false');
    assert.match(result.annotations.at(-1)?.message ?? '', /on-in-review/);
  });

  test('on-in-review skip is green, says so in a notice, and sends nothing', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write(otherPage);
    const result = await stage.run({ 'on-in-review': 'skip' });
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.exitCode, 0);
    assert.equal(result.outputs['outcome'], 'skipped');
    assert.equal(result.outputs['skip-reason'], 'in-review');
    assert.ok(result.annotations.every(({ level }) => level === 'notice'));
  });

  test('on-in-review replace deploys, which takes the app out of review', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write(otherPage);
    const result = await stage.run({ 'on-in-review': 'replace' });
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`]);
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['status'], 'draft');
  });

  test('an app in review with exactly this content is submitted already, so that nothing is sent', async () => {
    await using stage = await openDeployed('in_review');
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.outputs['outcome'], 'unchanged');
    assert.equal(result.outputs['submitted'], 'true');
  });

  test('a published app with exactly this content stays as it is', async () => {
    await using stage = await openDeployed('published');
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`]);
    assert.equal(result.outputs['outcome'], 'unchanged');
    assert.equal(result.outputs['status'], 'published');
  });

  test('an app that was not approved can still be deployed for its owner', async () => {
    await using stage = await openDeployed('not_approved');
    await stage.write(otherPage);
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`]);
    assert.equal(result.outputs['status'], 'not_approved');
    assert.equal(result.outputs['review-note'], 'The page does not say who made it.');
  });

  test('a problem that the folder shows by itself stops the run before anything is sent', async () => {
    await using stage = await openDeployed();
    await stage.write({ 'app/service.json': '{\n  "name": "Tides",\n  "color": "blue"\n}\n' });
    const result = await stage.run();
    assert.deepEqual(result.requests, []);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'rejected');
    const [problem] = result.annotations;
    assert.equal(problem?.file, 'app/service.json');
    assert.equal(problem?.line, 3);
  });

  test('a key that the service does not know fails with the name of its input', async () => {
    await using stage = await openStage();
    const result = await stage.run({ 'api-key': 'another-key' });
    assert.deepEqual(result.requests, [`${read} 401`]);
    assert.equal(result.outputs['outcome'], 'failed');
    assert.match(result.annotations.at(-1)?.message ?? '', /api-key/);
  });

  test('the 21st app is refused with the cap, whatever the service calls it', async () => {
    await using stage = await openStage();
    for (let index = 0; index < 20; index += 1) stage.sandbox.store.create('developer', `other-${index}`, new Map());
    const result = await stage.run({ create: 'true' });
    // A conflict may be the echo of another run: the app is looked at before it is believed.
    const looks = Array(4).fill(`${read} 404`);
    assert.deepEqual(result.requests, [`${read} 404`, 'POST /api/miniapps 409', ...looks, 'GET /api/miniapps 200']);
    assert.equal(result.exitCode, 1);
    assert.match(result.annotations.at(-1)?.message ?? '', /20 apps/);
  });

  test('an app that was taken down is deployed, and shown as what it is', async () => {
    await using stage = await openDeployed('published');
    moveApp(stage, 'take_down', 'Reported twice.');
    await stage.write(otherPage);
    const result = await stage.run();
    assert.deepEqual(result.requests, [`${read} 200`, `${deploy} 200`]);
    assert.equal(result.outputs['status'], 'taken_down');
    assert.match(result.summary ?? '', /Taken down/);
  });
});
