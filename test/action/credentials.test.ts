import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/app/problem.ts';
import { assertHidden } from './contract.ts';
import { appFiles, concurrency, githubToken, key, openStage, slug } from './stage.ts';

const secret = 'not-for-the-public-0123456789';

describe('what must not be published', { concurrency }, () => {
  test('credentials in the folder are excluded and named in the summary; a warning names those with a visible name', async () => {
    await using stage = await openStage();
    const bySight = ['assets/server.pem', 'assets/deep/down/server.key', 'assets/id_rsa'];
    const paths = [
      ...bySight,
      '.env',
      '.env.production',
      '.git/config',
      '.npmrc',
      '.aws/credentials',
    ];
    await stage.write(Object.fromEntries(paths.map((path) => [`app/${path}`, secret])));
    // No pattern brings them back.
    const result = await stage.run({ create: 'true', include: '**\n.env\n**/*.pem\n.git/**' });
    const sent = [...(stage.sandbox.store.find(slug)?.draft.keys() ?? [])].map(
      (path) => `app/${path}`,
    );
    assert.deepEqual(sent.sort(), Object.keys(appFiles).sort());
    for (const named of [...bySight, '.git/', '.aws/']) {
      assert.ok(result.summary?.includes(`<code>${named.replaceAll('_', '&#95;')}</code>`), named);
    }
    assertHidden(result, [secret]);
    const [warning, ...others] = result.annotations.filter(({ level }) => level === 'warning');
    assert.deepEqual(others, []);
    const warned = paths.filter((path) => warning?.message.includes(path));
    assert.deepEqual(warned, bySight);
  });

  test('the API key or the token in a file or its name stops the run before anything is sent, with its line and all other problems', async () => {
    await using stage = await openStage();
    await stage.write({
      'app/assets/a.js': `x${Buffer.from(`ab:${key}`).toString('base64')}`,
      'app/assets/b.bin': Buffer.concat([
        Buffer.alloc(3_000_000, 0xff),
        Buffer.from(key),
        Buffer.alloc(1_000),
      ]),
      'app/assets/c.json': `{\n\n"token": "${githubToken}"}`,
      [`app/assets/${key}.js`]: '',
      'app/service.json': '{"name": 1}',
    });
    const result = await stage.run({ create: 'true', 'github-token': githubToken });
    assert.partialDeepStrictEqual(result, { asked: '', outputs: { outcome: 'rejected' } });
    const problems: readonly Problem[] = JSON.parse(result.outputs['problems'] ?? '');
    const errors = problems.filter(({ severity }) => severity === 'error');
    const said = errors.map(({ code, path, line, message }) => [
      code,
      path,
      line,
      /input ([\w-]+)/.exec(message)?.[1],
    ]);
    assert.deepEqual(said, [
      ['secret_in_folder', 'assets/a.js', 1, 'api-key'],
      ['secret_in_folder', 'assets/b.bin', null, 'api-key'],
      ['secret_in_folder', 'assets/c.json', 3, 'github-token'],
      ['secret_in_folder', 'assets/***.js', null, 'api-key'],
      ['name_type', 'service.json', 1, undefined],
    ]);
  });

  test('a key of another service is a warning on its line, shown by its first four characters', async () => {
    await using stage = await openStage();
    const stripe = 'sk_live_Ab3dE9fGh2JkLm7NpQrS5tUv';
    await stage.write({ 'app/assets/a.js': `let a;\nlet b = "${stripe}";\n` });
    await stage.run({ create: 'true' });
    await stage.write({ 'app/assets/a.js': `let a = 1;\nlet b = "${stripe}";\n` });
    const result = await stage.run({ 'dry-run': 'true', diff: 'true' });
    assert.partialDeepStrictEqual(result, { outputs: { outcome: 'planned' } });
    const problems: readonly Problem[] = JSON.parse(result.outputs['problems'] ?? '');
    const found = problems.filter(({ code }) => code === 'secret_in_file');
    assert.partialDeepStrictEqual(found, [
      { path: 'assets/a.js', line: 2, column: 10, severity: 'warning' },
    ]);
    assert.match(found[0]?.message ?? '', /\(sk_l…\)/);
    assertHidden(result, [stripe.slice(0, 5), stripe.slice(4)]);
  });

  test('an invalid key, and an address with a password, are refused without being shown', async () => {
    await using stage = await openStage();
    // The long one is larger than an expression may be.
    for (const [input, wrong, piece] of [
      ['api-key', 'two words-of-a-secret', 'words-of-a-secret'],
      ['api-key', '(k%/'.repeat(5_000), '(k%/(k%/'],
      ['base-url', 'https://user:pass-word@apps.example.com', 'pass-word'],
    ] as const) {
      const result = await stage.run({ [input]: wrong });
      assert.partialDeepStrictEqual(result, { code: 'invalid_inputs', outputs: { slug } });
      assertHidden(result, [piece]);
    }
  });

  test('a folder that contains the runner’s own files cannot be the app folder', async () => {
    await using stage = await openStage();
    const result = await stage.run(
      { folder: '.' },
      { env: { RUNNER_TEMP: join(stage.workspace, 'app') } },
    );
    assert.partialDeepStrictEqual(result, { code: 'folder_not_allowed', asked: '' });
  });
});
