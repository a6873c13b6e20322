import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { concurrency, githubToken, key, openStage, slug } from './stage.ts';

const secret = 'not-for-the-public-0123456789';

describe('what must not be published', { concurrency }, () => {
  test('credentials in the folder are excluded and named in the summary, those with a visible name in a warning', async () => {
    await using stage = await openStage();
    const paths = [
      '.env',
      '.env.production',
      '.git/config',
      '.npmrc',
      '.netrc',
      '.aws/credentials',
      '.ssh/id_ed25519',
      'assets/server.pem',
      'assets/deep/down/server.key',
      'assets/id_rsa',
      'assets/node_modules/left-pad/index.js',
      'assets/.DS_Store',
    ];
    await stage.write(Object.fromEntries(paths.map((path) => [`app/${path}`, secret])));
    // No pattern brings them back.
    const result = await stage.run({ create: 'true', include: '**\n.env\n**/*.pem\n.git/**' });
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['file-count'], '5');
    const draft = stage.sandbox.store.find(slug)?.draft ?? new Map<string, string>();
    assert.deepEqual([...draft.keys()].sort(), [
      'assets/dot.png',
      'assets/style.css',
      'index.html',
      'instructions.md',
      'service.json',
    ]);
    assert.ok(![...draft.values()].some((content) => content.includes(secret)));
    const bare = result.summary?.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))) ?? '';
    for (const path of paths) {
      // What lies in a folder that is excluded is not looked at: the folder is named.
      const named = path.replace(/^(\.git|\.aws|\.ssh|assets\/node_modules)\/.*/, '$1/');
      assert.ok(bare.includes(`<code>${named}</code>`), named);
    }
    assert.ok(!`${result.output}${bare}`.includes(secret));
    const [warning, ...others] = result.annotations.filter(({ level }) => level === 'warning');
    assert.deepEqual(others, []);
    for (const path of ['assets/server.pem', 'assets/deep/down/server.key', 'assets/id_rsa']) {
      assert.ok(warning?.message.includes(path), path);
    }
    assert.ok(!warning?.message.includes('.env'));
  });

  test('a page of the app may be called like a key of ssh', async () => {
    await using stage = await openStage();
    await stage.write({ 'app/assets/id_card.png': Buffer.from('89504e47', 'hex'), 'app/assets/keyboard.css': 'a {}' });
    await stage.run({ create: 'true' });
    const draft = stage.sandbox.store.find(slug)?.draft;
    assert.ok(draft?.has('assets/id_card.png') && draft.has('assets/keyboard.css'));
  });

  test('the API key or the token in a file stops the run before anything is sent, naming file and input', async () => {
    const token = githubToken;
    const contents: readonly (readonly [name: string, content: string | Buffer])[] = [
      ['api-key', `const key = "${key}";`],
      ['api-key', `x${Buffer.from(`ab:${key}`).toString('base64')}`],
      ['api-key', Buffer.concat([Buffer.alloc(3_000_000, 7), Buffer.from(key), Buffer.alloc(1_000)])],
      ['github-token', `{"token": "${token}"}`],
    ];
    for (const [name, content] of contents) {
      await using stage = await openStage();
      await stage.write({ 'app/assets/config.js': content });
      const result = await stage.run({ create: 'true', 'github-token': token });
      assert.deepEqual(result.requests, []);
      assert.equal(result.exitCode, 1);
      assert.equal(result.outputs['outcome'], 'failed');
      const resultMessage = result.annotations.at(-1)?.message ?? '';
      assert.match(resultMessage, /assets\/config\.js/);
      assert.match(resultMessage, new RegExp(name));
      assert.equal(result.output.split(key).length, 2, 'the key stands in its mask alone');
      assert.ok(!result.summary?.includes(key) && !result.summary?.includes(token));
    }
  });

  test('a link out of the folder is excluded with its reason, and its target is not read', {
    skip: process.platform === 'win32',
  }, async () => {
    await using stage = await openStage();
    await stage.write({ 'elsewhere/secret.txt': secret });
    await symlink(join(stage.workspace, 'elsewhere', 'secret.txt'), join(stage.workspace, 'app', 'assets', 'file.txt'));
    await symlink(join(stage.workspace, 'elsewhere'), join(stage.workspace, 'app', 'assets', 'folder'));
    const result = await stage.run({ create: 'true' });
    assert.equal(result.outputs['outcome'], 'deployed');
    assert.equal(result.outputs['file-count'], '5');
    for (const name of ['file.txt', 'folder']) {
      assert.match(result.summary ?? '', new RegExp(`<code>assets/${name}/?</code> \\| .*link`));
    }
    assert.ok(![...(stage.sandbox.store.find(slug)?.draft.values() ?? [])].some((content) => content.includes(secret)));
  });

  test('a folder for credentials, or around the runner’s own files, cannot be the app folder', async () => {
    await using stage = await openStage();
    await stage.write({ '.git/hooks/index.html': 'x' });
    const git = await stage.run({ folder: '.git/hooks' });
    assert.equal(git.outputs['outcome'], 'failed');
    assert.match(git.annotations.at(-1)?.message ?? '', /credentials/);
    const around = await stage.run({ folder: '.' }, { env: { RUNNER_TEMP: join(stage.workspace, 'app') } });
    assert.equal(around.outputs['outcome'], 'failed');
    assert.match(around.annotations.at(-1)?.message ?? '', /temporary files/);
    assert.deepEqual([...git.requests, ...around.requests], []);
  });
});
