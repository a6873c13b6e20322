import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { concurrency, key, openStage, plays, slug } from './stage.ts';

describe('inputs', { concurrency }, () => {
  test('all wrong inputs are reported together, each with its name, what it got and what it takes', async () => {
    await using stage = await openStage();
    const result = await stage.run({
      command: 'deplox',
      'base-url': 'http://apps.example.com',
      slug: 'Not A Slug',
      submit: 'yes',
      create: '1',
      force: 'on',
      'on-in-review': 'wait',
      'on-stale': 'maybe',
      'dry-run': 'perhaps',
      'wait-for-review': 'soon',
      'timeout-minutes': '-1',
      comment: 'sure',
      folder: '',
      include: '**\n!*.map',
      exclude: '../x\n',
    });
    assert.deepEqual(result.requests, []);
    assert.equal(result.exitCode, 1);
    assert.equal(result.outputs['outcome'], 'failed');
    const message = result.annotations.at(-1)?.message ?? '';
    const named =
      'command,base-url,slug,submit,create,force,on-in-review,on-stale,dry-run,wait-for-review,timeout-minutes,comment,folder,include,exclude';
    for (const input of named.split(',')) assert.match(message, new RegExp(`^${input} (must|is required)`, 'm'), input);
    for (const got of ['deplox', 'Not A Slug', 'maybe', 'soon', '!*.map', '../x'])
      assert.ok(message.includes(`not "${got}"`), got);
    assert.match(message, /must be one of deploy, status, submit, create, update, delete, list/);
    assert.deepEqual(
      result.annotations.map(({ title }) => title),
      ['15 invalid inputs'],
    );
    assert.match(result.summary ?? '', /^## ❌ 15 invalid inputs\n\n- command must be one of /);
  });

  test('a key that cannot be one is refused without being shown', async () => {
    await using stage = await openStage();
    // The long one is larger than an expression may be.
    for (const [wrong, piece] of [
      ['two words-of-a-secret', 'words-of-a-secret'],
      ['(k%/'.repeat(5_000), '(k%/(k%/'],
    ] as const) {
      const result = await stage.run({ 'api-key': wrong });
      assert.equal(result.exitCode, 1);
      assert.equal(result.outputs['slug'], slug);
      assert.match(result.annotations.at(-1)?.message ?? '', /^api-key must be at most 1,000 printable ASCII/);
      const printed = result.output.split('\n').filter((line) => !line.startsWith('::add-mask::'));
      for (const text of [printed.join('\n'), result.summary ?? '', ...Object.values(result.outputs)]) {
        assert.ok(!text.includes(piece) && !text.includes(encodeURIComponent(piece)), text.slice(0, 500));
      }
    }
  });

  test('an address that would carry the key away is refused, and its password not shown', async () => {
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': 'https://user:pass-word@apps.example.com' });
    assert.equal(result.exitCode, 1);
    assert.match(result.annotations.at(-1)?.message ?? '', /must not include a user name/);
    assert.ok(!`${result.output}${result.summary}`.includes('pass-word'));
  });

  test(
    'a submission without terms-version is refused before anything is read',
    plays({ inputs: { submit: 'true' }, requests: [], exitCode: 1, message: /terms-version is required/ }),
  );

  test('an empty text counts as not given, for every input that has a default', async () => {
    await using stage = await openStage();
    const empty = ['command', 'include', 'exclude', 'submit', 'terms-version', 'force', 'on-in-review', 'on-stale'];
    const more = ['dry-run', 'wait-for-review', 'timeout-minutes', 'confirm', 'comment', 'github-token'];
    const inputs = Object.fromEntries([...empty, ...more].map((name) => [name, '']));
    const result = await stage.run({ ...inputs, create: 'true' });
    assert.equal(result.outputs['outcome'], 'deployed');
  });

  test('a folder that is not there, a file, or outside the workspace is named and stops the run', async () => {
    await using stage = await openStage();
    const wrong = {
      nowhere: /nowhere does not exist/,
      'app/index.html': /is a file/,
      '..': /folder must be a path inside the workspace/,
    };
    for (const [folder, words] of Object.entries(wrong)) {
      const result = await stage.run({ folder });
      assert.deepEqual(result.requests, []);
      assert.equal(result.exitCode, 1);
      assert.equal(result.outputs['outcome'], 'failed');
      assert.match(result.annotations.at(-1)?.message ?? '', words);
    }
  });

  test('include and exclude choose the files, one pattern per line', async () => {
    await using stage = await openStage();
    await stage.write({ 'app/notes/todo.txt': 'x', 'app/assets/draft.txt': 'x' });
    const result = await stage.run({
      create: 'true',
      include: '*\nassets/**\n',
      exclude: '\nassets/draft.txt\n',
    });
    assert.equal(result.outputs['outcome'], 'deployed');
    const files = [...(stage.sandbox.store.find(slug)?.draft.keys() ?? [])].sort();
    assert.deepEqual(files, ['assets/dot.png', 'assets/style.css', 'index.html', 'instructions.md', 'service.json']);
    assert.match(result.summary ?? '', /<code>assets\/draft\.txt<\/code>/);
  });

  test('a base-url with a path is the service there', async () => {
    await using stage = await openStage();
    const result = await stage.run({ 'base-url': `${stage.sandbox.url}/deep/down/` });
    assert.equal(result.exitCode, 1);
    assert.match(result.annotations.at(-1)?.message ?? '', /POST \/deep\/down\/api\/miniapps\/deploy returned 404/);
  });

  test('the key is masked before anything else is printed', async () => {
    await using stage = await openStage();
    const result = await stage.run({ create: 'true' });
    assert.equal(result.commands[0]?.name, 'add-mask');
    assert.equal(result.output.split(key).length, 2, 'the key stands in its mask alone');
  });
});
