import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { key, openStage, type Stage } from '../../action/stage.ts';
import { callOnStage } from '../../support/call-command.ts';
import { readText } from '../../support/repository.ts';
import { listFaults } from '../../support/schema.ts';

const schema = JSON.parse(readText('docs/output.schema.json'));

/** A project with the output of a build in dist. */
const build = {
  'package.json': '{}',
  'instructions.md': 'Be kind.',
  'dist/index.html': '<title>Tea &amp; more</title><script src="/main.js"></script>',
  'dist/main.js': 'a="/icon.svg"',
  'dist/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'dist/robots.txt': '',
  'dist/.env': '',
};

async function read(stage: Stage, path: string): Promise<string> {
  return readFile(join(stage.workspace, path), 'utf8');
}

test('arrange writes the build as an app folder, and lists added, rewritten and excluded files', async () => {
  await using stage = await openStage();
  await stage.write(build);
  const args = ['arrange', 'dist', '--out', 'to/app', '--verbose'];
  const { exitCode, stdout, stderr, asked } = await callOnStage(stage, args);
  assert.deepEqual([exitCode, stdout, asked], [0, '', '']);
  for (const lines of [
    /^Added instructions\.md \(not in the build output\)\.\nMade service\.json with the name Tea & more from the title of the page\.$/m,
    /^Rewritten \(2\): index\.html: 1 reference; assets\/main\.js: 1 reference\n/m,
    /^Left out: \.env \(looks like a credential\)\nLeft out: robots\.txt \(file for a host\)$/m,
    /^Arranged dist as to\/app \(5 files\)\.$/m,
  ]) {
    assert.match(stderr, lines);
  }
  assert.deepEqual(JSON.parse(await read(stage, 'to/app/service.json')), { name: 'Tea & more' });
  assert.equal(await read(stage, 'to/app/assets/main.js'), 'a="./assets/icon.svg"');
  assert.equal(await read(stage, 'to/app/instructions.md'), 'Be kind.');
});

test('arrange again removes what the build no longer has, and keeps the .git of the folder', async () => {
  await using stage = await openStage();
  await stage.write(build);
  const args = ['arrange', 'dist', '--out', 'to/app', '--json'];
  await callOnStage(stage, args);
  await stage.write({ 'dist/main.js': '', 'to/app/.git/HEAD': 'Mine' });
  await rm(join(stage.workspace, 'dist/icon.svg'));
  const { stdout } = await callOnStage(stage, args);
  const { arrange, next } = JSON.parse(stdout);
  assert.partialDeepStrictEqual(arrange, { out: 'to/app', files: 4 });
  assert.deepEqual(
    next.map(({ text, run }: { readonly text: string; readonly run: string }) => [text, run]),
    [
      [
        'Open it in an installed browser, and report what does not work.',
        'npx miniapp-sandbox try to/app --build dist',
      ],
      ['Compare the folder with the draft.', 'npx miniapp-deploy plan to/app --slug <slug>'],
    ],
  );
  assert.equal(await read(stage, 'to/app/assets/main.js'), '');
  assert.equal(await read(stage, 'to/app/.git/HEAD'), 'Mine');
  await assert.rejects(read(stage, 'to/app/assets/icon.svg'), { code: 'ENOENT' });
});

test('arrange keeps an earlier result that holds the build, if the build cannot work as an app', async () => {
  await using stage = await openStage();
  const page = '<base href="/elsewhere/">';
  const line = JSON.stringify(['assets/index.html', hash('sha256', page)]);
  const result = { 'to/app/.miniapp-arranged': `${line}\n`, 'to/app/assets/index.html': page };
  await stage.write({ ...build, ...result });
  const args = ['arrange', 'to/app/assets', '--out', 'to/app'];
  const { exitCode, stderr } = await callOnStage(stage, args);
  assert.equal(exitCode, 1);
  assert.match(stderr, /base_elsewhere/);
  assert.equal(await read(stage, 'to/app/assets/index.html'), page);
});

for (const path of ['README.md', 'instructions.md']) {
  test(`arrange does not replace a folder in which ${path} was changed by hand`, async () => {
    await using stage = await openStage();
    await stage.write(build);
    const args = ['arrange', 'dist', '--out', 'to/app'];
    await callOnStage(stage, args);
    const page = await read(stage, 'to/app/index.html');
    await stage.write({ [`to/app/${path}`]: 'Mine' });
    const { exitCode, stderr } = await callOnStage(stage, args);
    assert.equal(exitCode, 1);
    assert.match(stderr, /to\/app has been changed since it was arranged/);
    assert.equal(await read(stage, `to/app/${path}`), 'Mine');
    assert.equal(await read(stage, 'to/app/index.html'), page);
  });
}

describe('arrange refuses, and changes nothing,', () => {
  for (const [what, args, exitCode, words] of [
    [
      'a folder with files of others',
      ['dist', '--out', 'mine'],
      1,
      /mine is not empty, and arrange did not write it/,
    ],
    [
      'a folder in the build',
      ['dist', '--out', 'dist/app'],
      1,
      /must not be the same folder or contain each other/,
    ],
    [
      'a folder around the build',
      ['dist', '--out', '.'],
      1,
      /must not be the same folder or contain each other/,
    ],
    [
      'a file in place of the folder',
      ['dist', '--out', 'package.json'],
      1,
      /package\.json is not a folder/,
    ],
    ['a link to a folder', ['dist', '--out', 'link'], 1, /link is not a folder/],
    ['a folder below a link', ['dist', '--out', 'link/app'], 1, /is below .*link, which is a link/],
    [
      'a result below a link, also if the build cannot work',
      ['broken', '--out', 'link/old'],
      1,
      /base_elsewhere/,
    ],
    [
      'a list of files that arrange did not write',
      ['dist', '--out', 'foreign'],
      1,
      /foreign has been changed since it was arranged/,
    ],
    [
      'an earlier result with a link in it',
      ['dist', '--out', 'old'],
      1,
      /old has been changed since it was arranged/,
    ],
    [
      'a folder below a file',
      ['dist', '--out', 'package.json/app', '--json'],
      1,
      /"out_not_written".*"Choose a writable folder for --out\."/,
    ],
    ['a call without --out', ['dist'], 2, /must have --out/],
    ['a call without a folder', ['--out', 'app'], 2, /"arrange" needs a folder/],
  ] as const) {
    test(what, async () => {
      await using stage = await openStage();
      await stage.write({
        ...build,
        'mine/README.md': 'Mine',
        'foreign/.miniapp-arranged': 'assets/a\nREADME.md\n',
        'foreign/assets/a': 'Mine',
        'old/.miniapp-arranged': '',
        'elsewhere/a': '',
        'elsewhere/old/.miniapp-arranged': '',
        'broken/index.html': '<base href="/elsewhere/">',
      });
      await symlink('elsewhere', join(stage.workspace, 'link'));
      await symlink('../elsewhere', join(stage.workspace, 'old/assets'));
      const called = await callOnStage(stage, ['arrange', ...args]);
      assert.match(called.stdout + called.stderr, words);
      assert.equal(called.exitCode, exitCode);
      for (const path of ['mine/README.md', 'foreign/assets/a']) {
        assert.equal(await read(stage, path), 'Mine');
      }
      const kept = await readdir(join(stage.workspace, 'elsewhere'), { recursive: true });
      assert.deepEqual(kept.sort(), ['a', 'old', join('old', '.miniapp-arranged')]);
    });
  }
});

/** A function of node:fs that changes something on the disk. */
type DiskWork = 'rmSync' | 'rmdirSync' | 'mkdirSync' | 'renameSync' | 'writeFileSync';
const diskWork: readonly DiskWork[] = [
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'renameSync',
  'writeFileSync',
];

/** A disk that fails at one call, and then either at every later one or at none. */
interface BrokenDisk {
  readonly work: DiskWork;
  /** Counted from 1, among the calls about the folder "mine". */
  readonly call: number;
  /** True if nothing is written from then on, as when the process was killed. */
  readonly isLast: boolean;
}

/** Calls a command while the disk is broken. A file that was being written is left half written. */
async function callOnBrokenDisk(
  disk: BrokenDisk,
  command: () => Promise<{ readonly exitCode: number }>,
): Promise<{ readonly exitCode: number }> {
  const originals = diskWork.map((name) => [name, fs[name]] as const);
  let calls = 0;
  let isBroken = false;
  for (const [name, original] of originals) {
    const replaced = (file: string | number, ...rest: readonly unknown[]): unknown => {
      if (isBroken) throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' });
      const isCounted = typeof file === 'number' || /mine.(?!.miniapp-arranged$)/.test(file);
      if (name === disk.work && isCounted) calls += 1;
      if (name === disk.work && isCounted && calls === disk.call) {
        isBroken = disk.isLast;
        if (name === 'writeFileSync') fs.appendFileSync(file, 'Half');
        throw Object.assign(new Error('The disk is full'), { code: 'ENOSPC' });
      }
      return Reflect.apply(original, fs, [file, ...rest]);
    };
    Object.assign(fs, { [name]: replaced });
  }
  syncBuiltinESMExports();
  try {
    return await command();
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
    syncBuiltinESMExports();
  }
}

describe('arrange replaces the result of a run that was interrupted', () => {
  for (const disk of [
    { work: 'rmSync', call: 2, isLast: true },
    { work: 'rmdirSync', call: 2, isLast: true },
    { work: 'mkdirSync', call: 1, isLast: true },
    { work: 'renameSync', call: 2, isLast: true },
    { work: 'writeFileSync', call: 2, isLast: true },
    { work: 'writeFileSync', call: 2, isLast: false },
  ] as const) {
    test(`a run interrupted at ${disk.work}${disk.isLast ? '' : ', which failed once'}`, async () => {
      await using stage = await openStage();
      await stage.write({ ...build, 'dist/x/y.txt': 'Old', 'dist/x/z/a.txt': 'Old' });
      const arrange = (out: string) => callOnStage(stage, ['arrange', 'dist', '--out', out]);
      assert.equal((await arrange('mine')).exitCode, 0);
      await rm(join(stage.workspace, 'dist/x'), { recursive: true });
      const changes = { 'dist/x': 'A file now', 'dist/new/a.txt': '', 'mine/assets/.env': 'Mine' };
      await stage.write(changes);
      const interrupted = await callOnBrokenDisk(disk, () => arrange('mine'));
      assert.equal(interrupted.exitCode, 1);
      await stage.write({ 'mine/notes.md': 'Mine' });
      assert.match((await arrange('mine')).stderr, /mine has been changed since it was arranged/);
      await rm(join(stage.workspace, 'mine/notes.md'));
      assert.equal((await arrange('mine')).exitCode, 0);
      assert.equal((await arrange('fresh')).exitCode, 0);
      const list = async (out: string) =>
        (await readdir(join(stage.workspace, out), { recursive: true })).sort();
      const expected = [...(await list('fresh')), join('assets/.env')].sort();
      assert.deepEqual(await list('mine'), expected);
      assert.equal(await read(stage, 'mine/assets/x'), 'A file now');
    });
  }
});

test('arrange --json masks a file name that contains the key', async () => {
  await using stage = await openStage();
  await stage.write({ ...build, [`dist/${key}.css`]: 'a{background:url(/icon.svg)}' });
  const { stdout } = await callOnStage(stage, ['arrange', 'dist', '--out', 'made', '--json']);
  const printed = JSON.parse(stdout);
  assert.deepEqual(listFaults(printed, schema), []);
  assert.deepEqual(printed.arrange.rewritten.at(1), { path: 'assets/***.css', references: 1 });
});

describe('arrange fails, and names the line,', () => {
  test('arrange fails, and names the line, if the build cannot work as an app', async () => {
    await using stage = await openStage();
    await stage.write({ ...build, 'dist/more.html': '<base href="/elsewhere/">' });
    const args = ['arrange', 'dist', '--out', 'app2', '--json'];
    const { exitCode, stdout, stderr } = await callOnStage(stage, args);
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      /^dist\/more\.html:1:13 error base_elsewhere: .+\n {2}fix: Set the base address/m,
    );
    const { command, outcome, code, arrange } = JSON.parse(stdout);
    assert.deepEqual([command, outcome, code], ['arrange', 'failed', 'build_breaks']);
    assert.partialDeepStrictEqual(arrange, {
      moved: ['icon.svg', 'main.js', 'more.html'],
      problems: [{ code: 'base_elsewhere', path: 'more.html' }],
    });
  });

  test('arrange fails, and names the line, if the app folder has a problem', async () => {
    await using stage = await openStage();
    await stage.write({ ...build, 'dist/service.json': '{' });
    const args = ['arrange', 'dist', '--out', 'app3', '--json'];
    const { code, arrange } = JSON.parse((await callOnStage(stage, args)).stdout);
    assert.deepEqual([code, arrange.out], ['offline_problems', 'app3']);
  });
});
