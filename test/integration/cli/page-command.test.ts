import assert from 'node:assert/strict';
import { access, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Files, key, openStage, type Stage } from '../../action/stage.ts';
import { callCommand, callOnStage } from '../../support/call-command.ts';

/** The usual app with a script that loads another one: six files. */
const scripts: Files = {
  'app/assets/a.js': 'import("./b.js");',
  'app/index.html': '<title>x</title><script src="assets/a.js"></script>',
};
/** The text of a page that has `assets/a.js` in it. */
const scriptInPage = String.raw`__miniapp.find(\"assets/a.js\"`;

async function readPage(stage: Stage, path: string): Promise<string> {
  return readFile(join(stage.workspace, path), 'utf8');
}

test('page writes one HTML file, with the script that finds its files, and makes no request', async () => {
  await using stage = await openStage();
  const git = { '.git/HEAD': 'a'.repeat(40), '.git/objects/x': '', '.git/refs/x': '' };
  await stage.write({ ...scripts, ...git });
  const written = await callOnStage(stage, ['page', 'app', '--out', 'to/page.html']);
  assert.deepEqual([written.exitCode, written.stdout, written.asked], [0, '', '']);
  assert.match(
    written.stderr,
    /^Not in the page: the assistant\.\nWrote to\/page\.html \(.+ of 6 files, commit aaaaaaa\)\.$/m,
  );
  const page = await readPage(stage, 'to/page.html');
  assert.ok(page.includes('__miniapp.find(') && page.includes('function rewriteStyle('));
  const printed = await callCommand({
    args: ['page', 'app', '--out', '-'],
    cwd: stage.workspace,
    env: { PATH: process.env['PATH'] ?? '', MINIAPPS_BASE_URL: stage.sandbox.url },
  });
  assert.equal(printed.stdout, page, '--out - prints the same page');
});

test('page replaces an earlier page and an empty file, and reports its path as printable JSON', async () => {
  await using stage = await openStage();
  await stage.write({ ...scripts, 'empty.html': '' });
  await callOnStage(stage, ['page', 'app', '--out', 'page.html']);
  for (const out of ['page.html', 'empty.html', 'to/\u009b31m\u202e.html']) {
    const args = ['page', 'app', '--out', out, '--json'];
    const { exitCode, stdout, stderr } = await callOnStage(stage, args);
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^[ -~]+\n$/);
    const { page } = JSON.parse(stdout);
    assert.partialDeepStrictEqual(page, { out, files: 6, missing: ['the assistant'] });
  }
});

for (const [option, pattern, files] of [
  ['--include', '*.html', 1],
  ['--exclude', 'assets/*.js', 5],
] as const) {
  test(`page ${option} ${pattern} leaves the other files out of the page`, async () => {
    await using stage = await openStage();
    await stage.write(scripts);
    const all = await callOnStage(stage, ['page', 'app', '--out', 'page.html']);
    assert.ok((await readPage(stage, 'page.html')).includes(scriptInPage), all.stderr);
    const args = ['page', 'app', '--out', 'page.html', '--json', option, pattern];
    const { stdout } = await callOnStage(stage, args);
    assert.partialDeepStrictEqual(JSON.parse(stdout), { page: { files } });
    assert.ok(!(await readPage(stage, 'page.html')).includes(scriptInPage));
  });
}

test('page refuses a folder that a deploy refuses, with the messages of check', async () => {
  await using stage = await openStage();
  await stage.write({ ...scripts, 'app/assets/config.js': `const key = '${key}';` });
  const { exitCode, stderr } = await callOnStage(stage, ['page', 'app', '--out', 'page.html']);
  assert.equal(exitCode, 1);
  const check = await callOnStage(stage, ['check', 'app', '--quiet']);
  assert.match(stderr, /secret_in_folder/);
  assert.equal(stderr, check.stdout);
  await assert.rejects(readPage(stage, 'page.html'), { code: 'ENOENT' });
});

describe('page refuses, and writes nothing,', () => {
  for (const [what, args, exitCode, words] of [
    [
      'a link to a file in the app folder',
      ['app', '--out', 'empty'],
      1,
      /empty is a symbolic link, and files are never written through links/,
    ],
    ['a link to nothing', ['app', '--out', 'none'], 1, /none is a symbolic link/],
    [
      'a path through a link into the app folder',
      ['app', '--out', 'folder/page.html'],
      1,
      /is in the app folder/,
    ],
    [
      'a path through a link to another folder',
      ['app', '--out', 'linked/new/page.html'],
      1,
      /is below .*linked, which is a link/,
    ],
    [
      'a file that page did not write',
      ['app', '--out', 'README.md'],
      1,
      /README\.md exists and is not a page of this command/,
    ],
    [
      'a folder in place of the page',
      ['app', '--out', 'app'],
      1,
      /app exists and is not a page of this command/,
    ],
    [
      'a page in the app folder',
      ['app', '--out', 'app/assets/page.html'],
      1,
      /is in the app folder, so a deploy would send this file too/,
    ],
    [
      'a page below a file',
      ['app', '--out', 'README.md/page.html', '--json'],
      1,
      /"page_not_written".*README\.md\/page\.html is below a file\..*"Name another file with --out\."/,
    ],
    ['a call without --out', ['app'], 2, /must have --out/],
    ['--out - with --json', ['app', '--out', '-', '--json'], 2, /both write to stdout/],
    ['a pattern of folders', ['a*', '--out', '-'], 2, /takes one folder/],
  ] as const) {
    test(what, async () => {
      await using stage = await openStage();
      await stage.write({ ...scripts, 'README.md': 'Mine', 'app/assets/empty.html': '' });
      for (const [link, target] of [
        ['empty', 'app/assets/empty.html'],
        ['none', 'none.html'],
        ['folder', 'app/assets'],
        ['linked', '.'],
      ] as const) {
        await symlink(join(stage.workspace, target), join(stage.workspace, link));
      }
      const called = await callOnStage(stage, ['page', ...args]);
      assert.match(called.stdout + called.stderr, words);
      assert.equal(called.exitCode, exitCode);
      assert.equal(await readPage(stage, 'README.md'), 'Mine');
      assert.equal(await readPage(stage, 'app/assets/empty.html'), '');
      for (const path of ['none.html', 'app/assets/page.html', 'new/page.html']) {
        await assert.rejects(access(join(stage.workspace, path)), { code: 'ENOENT' });
      }
    });
  }
});

test('page reports a folder that is not writable, and suggests another one', {
  skip: process.platform === 'win32',
}, async () => {
  await using stage = await openStage();
  const args = ['page', 'app', '--out', '/proc/page.html', '--json'];
  const { exitCode, stdout, stderr } = await callOnStage(stage, args);
  const { code, message, next } = JSON.parse(stdout);
  assert.deepEqual([exitCode, code], [1, 'page_not_written']);
  assert.match(stderr, /^Help: https:\S+\/troubleshooting\.md#page_not_written$/m);
  assert.match(message, /^\/proc\/page\.html could not be written: /);
  assert.equal(next[0].text, 'Choose a writable file for --out.');
});
