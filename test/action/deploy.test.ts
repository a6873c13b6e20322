import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  appFiles,
  assertOutputs,
  concurrency,
  moveApp,
  openDeployed,
  openStage,
  otherPage,
  plays,
  type Scenario,
  slug,
} from './stage.ts';

const read = `GET /api/miniapps/${slug} 200`;
const missing = `GET /api/miniapps/${slug} 404`;
const deploy = 'POST /api/miniapps/deploy 200';
const turnedService = JSON.stringify(
  Object.fromEntries(Object.entries(JSON.parse(appFiles['app/service.json'])).reverse()),
);

/** Each run by what holds of it. */
const scenarios: Readonly<Record<string, Scenario>> = {
  'content that is there already is one read and nothing else': {
    state: 'draft',
    requests: [read],
    outputs: { outcome: 'unchanged', 'skip-reason': 'unchanged', changed: 'false' },
  },
  'a service.json that says the same in another order is unchanged': {
    state: 'draft',
    files: { 'app/service.json': turnedService },
    requests: [read],
  },
  'force deploys content that is there already': {
    state: 'draft',
    inputs: { force: 'true' },
    requests: [read, deploy],
    outputs: { outcome: 'deployed' },
  },
  'without create, an app that does not exist fails with the words that help': {
    requests: [missing, 'POST /api/miniapps/deploy 404'],
    exitCode: 1,
    outputs: { outcome: 'failed' },
    message: /set create: true/,
  },
  'a deploy whose answer does not carry the app is proven by a read': {
    state: 'draft',
    server: { assumptions: { deploy_response: 'empty' } },
    files: otherPage,
    requests: [read, 'POST /api/miniapps/deploy 204', read],
    outputs: { outcome: 'deployed', status: 'draft' },
  },
  'an app in review with other content is left there, and the run fails with the way out': {
    state: 'in_review',
    files: otherPage,
    requests: [read],
    exitCode: 1,
    outputs: { outcome: 'failed', status: 'in_review', submitted: 'false' },
    message: /on-in-review/,
  },
  'on-in-review replace deploys, which takes the app out of review': {
    state: 'in_review',
    files: otherPage,
    inputs: { 'on-in-review': 'replace' },
    requests: [read, deploy],
    outputs: { outcome: 'deployed', status: 'draft' },
  },
  'an app in review with exactly this content is submitted already, so that nothing is sent': {
    state: 'in_review',
    requests: [read],
    outputs: { outcome: 'unchanged', submitted: 'true' },
  },
  'a published app with exactly this content stays as it is': {
    state: 'published',
    requests: [read],
    outputs: { outcome: 'unchanged', status: 'published' },
  },
  'an app that was not approved can still be deployed for its owner': {
    state: 'not_approved',
    files: otherPage,
    requests: [read, deploy],
    outputs: { status: 'not_approved', 'review-note': 'The page does not say who made it.' },
  },
  'a key that the service does not know fails with the name of its input': {
    inputs: { 'api-key': 'another-key' },
    requests: [`GET /api/miniapps/${slug} 401`],
    exitCode: 1,
    outputs: { outcome: 'failed' },
    message: /api-key/,
  },
};

describe('the command deploy', { concurrency }, () => {
  for (const [name, scenario] of Object.entries(scenarios)) test(name, plays(scenario));

  test('a deploy of other content is one read and one deploy, and its outputs describe the app', async () => {
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const result = await stage.run();
    assert.deepEqual(result.requests, [read, deploy]);
    assert.equal(result.exitCode, 0);
    assertOutputs(result, {
      outcome: 'deployed',
      changed: 'true',
      submitted: 'false',
      slug,
      url: `${stage.sandbox.url}/a/${slug}`,
      status: 'draft',
      'file-count': '5',
      'problem-count': '0',
      'skip-reason': '',
    });
    assert.match(result.outputs['content-hash'] ?? '', /^sha256:[0-9a-f]{64}$/);
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
      const start = request.replace(/ 200$/, ': returned 200 after ');
      assert.ok(lines.some((line) => line.startsWith(start) && / \(attempt 1\)$/.test(line)));
    }
  });

  test('create makes the app once, before its first deploy', async () => {
    await using stage = await openStage();
    const first = await stage.run({ create: 'true' });
    assert.deepEqual(first.requests, [missing, 'POST /api/miniapps 201', deploy]);
    assert.equal(first.outputs['outcome'], 'deployed');
    assert.equal(stage.sandbox.store.find(slug)?.draft.size, 5);
    const second = await stage.run({ create: 'true' });
    assert.deepEqual(second.requests, [read]);
  });

  test('on-in-review skip is green, says so in a notice, and sends nothing', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write(otherPage);
    const result = await stage.run({ 'on-in-review': 'skip' });
    assert.deepEqual([result.requests, result.exitCode], [[read], 0]);
    assertOutputs(result, { outcome: 'skipped', 'skip-reason': 'in-review' });
    assert.ok(result.annotations.every(({ level }) => level === 'notice'));
  });

  test('a problem that the folder shows by itself stops the run before anything is sent', async () => {
    await using stage = await openDeployed();
    await stage.write({ 'app/service.json': '{\n  "name": "Tides",\n  "color": "blue"\n}\n' });
    const result = await stage.run();
    assert.deepEqual([result.requests, result.exitCode, result.outputs['outcome']], [[], 1, 'rejected']);
    const [problem] = result.annotations;
    assert.deepEqual([problem?.file, problem?.line], ['app/service.json', 3]);
  });

  test('the 21st app is refused with the cap, whatever the service calls it', async () => {
    await using stage = await openStage();
    for (let index = 0; index < 20; index += 1) stage.sandbox.store.create('developer', `other-${index}`, new Map());
    const result = await stage.run({ create: 'true' });
    // A conflict may be the echo of another run: the app is looked at before it is believed.
    const looks = Array(4).fill(missing);
    assert.deepEqual(result.requests, [missing, 'POST /api/miniapps 409', ...looks, 'GET /api/miniapps 200']);
    assert.equal(result.exitCode, 1);
    assert.match(result.annotations.at(-1)?.message ?? '', /20 apps/);
  });

  test('an app that was taken down is deployed, and shown as what it is', async () => {
    await using stage = await openDeployed('published');
    moveApp(stage, 'take_down', 'Reported twice.');
    await stage.write(otherPage);
    const result = await stage.run();
    assert.deepEqual([result.requests, result.outputs['status']], [[read, deploy], 'taken_down']);
    assert.match(result.summary ?? '', /Taken down/);
  });
});
