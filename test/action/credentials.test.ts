import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/problem.ts';
import { assertHidden } from './contract.ts';
import { appFiles, concurrency, findCode, githubToken, key, openDeployed, openStage, slug, terms } from './stage.ts';

const secret = 'not-for-the-public-0123456789';

describe('what must not be published', { concurrency }, () => {
  test('credentials in the folder are excluded and named in the summary, those with a visible name in a warning', async () => {
    await using stage = await openStage();
    const bySight = ['assets/server.pem', 'assets/deep/down/server.key', 'assets/id_rsa'];
    const paths = [...bySight, '.env', '.env.production', '.git/config', '.npmrc', '.aws/credentials'];
    await stage.write(Object.fromEntries(paths.map((path) => [`app/${path}`, secret])));
    // No pattern brings them back.
    const result = await stage.run({ create: 'true', include: '**\n.env\n**/*.pem\n.git/**' });
    const sent = [...(stage.sandbox.store.find(slug)?.draft.keys() ?? [])].map((path) => `app/${path}`);
    assert.deepEqual(sent.sort(), Object.keys(appFiles).sort());
    for (const named of [...bySight, '.git/', '.aws/']) {
      assert.ok(result.summary?.includes(`<code>${named.replaceAll('_', '&#95;')}</code>`), named);
    }
    assertHidden(result, [secret]);
    const [warning, ...others] = result.annotations.filter(({ level }) => level === 'warning');
    assert.deepEqual(others, []);
    assert.deepEqual(
      paths.filter((path) => warning?.message.includes(path)),
      bySight,
    );
  });

  test('the API key or the token in a file stops the run before anything is sent, with its line and all other problems', async () => {
    const token = githubToken;
    const binary = Buffer.concat([Buffer.alloc(3_000_000, 0xff), Buffer.from(key), Buffer.alloc(1_000)]);
    for (const [name, content, line] of [
      ['api-key', `x${Buffer.from(`ab:${key}`).toString('base64')}`, 1],
      ['api-key', binary, null],
      ['github-token', `{\n\n"token": "${token}"}`, 3],
    ] as const) {
      await using stage = await openStage();
      await stage.write({ 'app/assets/config.js': content, 'app/service.json': '{"name": 1}' });
      const { asked, outputs } = await stage.run({ create: 'true', 'github-token': token });
      assert.deepEqual([asked, outputs['outcome']], ['', 'rejected']);
      const problems: readonly Problem[] = JSON.parse(outputs['problems'] ?? '');
      const [found, other] = problems.filter(({ severity }) => severity === 'error');
      assert.deepEqual([found?.code, found?.path, found?.line], ['secret_in_folder', 'assets/config.js', line]);
      assert.ok(found?.message.includes(`the value of the input ${name}`));
      assert.equal(other?.code, 'name_type');
    }
  });

  test('a key that cannot be one, and an address with a password, are refused without being shown', async () => {
    await using stage = await openStage();
    // The long one is larger than an expression may be.
    for (const [input, wrong, piece] of [
      ['api-key', 'two words-of-a-secret', 'words-of-a-secret'],
      ['api-key', '(k%/'.repeat(5_000), '(k%/(k%/'],
      ['base-url', 'https://user:pass-word@apps.example.com', 'pass-word'],
    ] as const) {
      const result = await stage.run({ [input]: wrong });
      assert.deepEqual([findCode(result), result.outputs['slug']], ['invalid_inputs', slug]);
      assertHidden(result, [piece]);
    }
  });

  test('a draft with the API key in it is not sent for review', async () => {
    await using stage = await openDeployed();
    await stage.write({ 'app/assets/config.js': key });
    const { outputs, asked } = await stage.run({ command: 'submit', 'terms-version': terms });
    assert.deepEqual([outputs['outcome'], asked], ['rejected', '']);
    assert.match(outputs['problems'] ?? '', /secret_in_folder/);
  });

  test('a folder around the runner’s own files cannot be the app folder', async () => {
    await using stage = await openStage();
    const result = await stage.run({ folder: '.' }, { env: { RUNNER_TEMP: join(stage.workspace, 'app') } });
    assert.deepEqual([findCode(result), result.asked], ['folder_not_allowed', '']);
  });
});
