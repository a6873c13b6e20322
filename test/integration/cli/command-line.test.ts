import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Problem } from '../../../src/app/problem.ts';
import { endByCancel } from '../../../src/errors.ts';
import { effects } from '../../../src/run/effects.ts';
import { version } from '../../../src/text/version.ts';
import { sayJson, startScripted } from '../../action/scripted-service.ts';
import {
  appFiles,
  key,
  openDeployed,
  openStage,
  otherPage,
  type Stage,
  slug,
  type With,
} from '../../action/stage.ts';
import { callOnStage } from '../../support/call-command.ts';
import { holdPort } from '../../support/fault-server/index.ts';

const noTitle = { 'app/index.html': '<!doctype html>\n<title></title>\n' };
const broken = { ...otherPage, 'app/service.json': '{ "name": "Tides",\n}\n' };
const manyFaults = {
  'app/service.json': '{"name":"Tides",\n"color":"red",\n"logo":"assets/none.png"}\n',
};
const skip = process.platform === 'win32';

test('messages show file paths relative to the working directory', async () => {
  await using stage = await openStage({ files: broken });
  await stage.write({
    'apps/tides/service.json': '{',
    'apps/waves/index.html': appFiles['app/index.html'],
  });
  for (const folder of ['docs', '.git']) await mkdir(join(stage.workspace, folder));
  for (const [cwd, args, place] of [
    ['.', ['app'], 'app/service.json:1:18 '],
    ['app', [], 'service.json:1:18 '],
    ['docs', ['../app'], '../app/service.json:1:18 '],
    ['.', ['apps/[tw]*'], 'apps/tides/service.json:1:'],
    ['apps', ['tides', '../apps/waves'], 'tides/service.json:1:'],
  ] as const) {
    const { stdout } = await callOnStage(stage, ['check', ...args], { cwd });
    assert.ok(stdout.startsWith(place), stdout);
    if (place.includes('tides'))
      assert.match(stdout, /2 apps: 1 failed, 1 checked; 1 with a warning$/m);
  }
});

test('folders, patterns and links are found from any working directory', { skip }, async () => {
  await using stage = await openStage({
    files: { ...noTitle, 'apps/one/index.html': noTitle['app/index.html'] },
  });
  await symlink(join(stage.workspace, 'app'), join(stage.workspace, 'apps/linked'));
  for (const [cwd, args, folders] of [
    ['.', ['app', 'apps/one'], ['app', 'apps/one']],
    ['apps', ['../app', 'one'], ['../app', 'one']],
    ['app', ['../apps/o*'], ['../apps/one']],
    ['apps/one', [join(stage.workspace, 'app')], ['../../app']],
    ['apps', ['linked'], ['linked']],
  ] as const) {
    const { stdout } = await callOnStage(stage, ['check', '--json', ...args], { cwd });
    const { results }: { readonly results: readonly { readonly folder: string }[] } =
      JSON.parse(stdout);
    assert.deepEqual(
      results.map(({ folder }) => folder),
      folders,
      stdout,
    );
  }
});

test('variables and files of a runner are ignored', async () => {
  await using stage = await openDeployed();
  const file = join(stage.workspace, 'output');
  await writeFile(file, '');
  const env = {
    GITHUB_OUTPUT: file,
    GITHUB_STEP_SUMMARY: file,
    GITHUB_ACTIONS: 'true',
    INPUT_SLUG: 'other',
  };
  const { exitCode } = await callOnStage(stage, ['status', '--slug', slug], { env });
  assert.equal(exitCode, 0);
  assert.equal(await readFile(file, 'utf8'), '');
});

test('a usage error exits with 2 and makes no request', async () => {
  await using stage = await openDeployed();
  for (const [args, words, env] of [
    [['--slug', slug], /No command is given/, {}],
    [
      ['deploy', 'app', '--slug', 'A', '--submit'],
      /^--slug must be .*\n--terms-version is required/,
      {},
    ],
    [['status', '--key-file', 'none'], /--key-file cannot be read \(ENOENT\)/, {}],
  ] as const) {
    const { stderr, ...result } = await callOnStage(stage, args, { env });
    assert.deepEqual(result, { exitCode: 2, stdout: '', asked: '' }, stderr);
    assert.match(stderr, words);
    const json = await callOnStage(stage, [...args, '--json'], { env });
    assert.equal(json.exitCode, 2);
    const { outcome, code, message } = JSON.parse(json.stdout);
    assert.deepEqual({ outcome, code }, { outcome: 'failed', code: 'invalid_inputs' });
    assert.ok(json.stderr.startsWith(`${message}\nSee: miniapp-deploy `), json.stderr);
  }
});

test('a usage error points to the help of its command, even if a folder has the name of another command', async () => {
  await using stage = await openStage();
  const { stderr } = await callOnStage(stage, ['deploy', 'list', '--yes']);
  assert.match(stderr, /^See: miniapp-deploy deploy --help$/m);
});

test('a local port without a server fails at once', async () => {
  await using stage = await openStage();
  await using closed = await holdPort();
  const env = { MINIAPPS_BASE_URL: `http://127.0.0.1:${closed.port}` };
  const { exitCode, stdout, stderr } = await callOnStage(
    stage,
    ['status', '--slug', slug, '--json'],
    { env },
  );
  const { code, message } = JSON.parse(stdout);
  assert.deepEqual([exitCode, code], [1, 'nothing_listens']);
  assert.match(
    message,
    new RegExp(`nothing listens at this port of this machine: 127\\.0\\.0\\.1:${closed.port} `),
  );
  assert.doesNotMatch(stderr, /retrying in/);
  assert.match(stderr, /npx miniapp-sandbox/);
});

test('a missing key exits with 4', async () => {
  await using stage = await openStage();
  const args = ['plan', 'app', '--slug', slug, '--json'];
  const { exitCode, stdout, stderr } = await callOnStage(stage, args, {
    env: { MINIAPPS_API_KEY: '' },
  });
  assert.deepEqual([exitCode, JSON.parse(stdout).code], [4, 'key_missing']);
  assert.match(stderr, /MINIAPPS_API_KEY is not set: export/);
});

test('--json prints one object for version, help and a missing folder, too', async () => {
  await using stage = await openStage();
  const run = async (args: readonly string[]) =>
    JSON.parse((await callOnStage(stage, [...args, '--json'])).stdout);
  assert.equal((await run(['--version'])).version, version);
  const help = await run(['--help']);
  assert.deepEqual([help.message, help.commands[0].name], ['The help of miniapp-deploy', 'init']);
  const { code, message, next } = await run(['check', '/app']);
  assert.deepEqual([code, message], ['folder_missing', 'The folder /app does not exist']);
  assert.match(next[0].text, /^Did you mean app\?/);
  const [{ text }] = (await run(['check', 'none'])).next;
  assert.match(text, /^Check the path\./);
});

test('--json prints the whole help address, even if the address contains the API key', async () => {
  await using stage = await openStage();
  await stage.write({ 'dist/index.html': '<title>x</title><base href="/elsewhere/">' });
  const help = async (env: With) => {
    const args = ['arrange', 'dist', '--out', 'made', '--json'];
    const { stdout } = await callOnStage(stage, args, { env });
    return JSON.parse(stdout).help;
  };
  assert.match(
    await help({ MINIAPPS_API_KEY: 'docs' }),
    /\/docs\/troubleshooting\.md#build_breaks$/,
  );
});

test('the slug is read from MINIAPPS_SLUG, and --quiet prints only the result', async () => {
  await using stage = await openDeployed('published');
  const env = { MINIAPPS_SLUG: slug };
  const { stdout, ...quiet } = await callOnStage(stage, ['status', '--quiet'], { env });
  assert.deepEqual(quiet, { exitCode: 0, stderr: '', asked: 'read' });
  assert.match(stdout, /tides/);
  assert.match(
    (await callOnStage(stage, ['status', '--verbose'], { env })).stderr,
    /^GET \/api\/miniapps\/tides: /m,
  );
});

test('check finds what deploy finds, except for the key if none is set', async () => {
  await using stage = await openStage({
    files: { ...manyFaults, 'app/notes.txt': `The key is ${key}.\n` },
  });
  const listProblems = async (args: readonly string[], env: With = {}) => {
    const { stdout } = await callOnStage(stage, [...args, '--create', '--slug', slug, '--json'], {
      env,
    });
    const { problems }: { readonly problems: readonly Problem[] } = JSON.parse(stdout);
    return problems.map(({ path, code }) => `${path} ${code}`);
  };
  const found = await listProblems(['deploy', 'app']);
  assert.ok(found.includes('notes.txt secret_in_folder'));
  assert.deepEqual(await listProblems(['check', 'app']), found);
  const without = found.filter((problem) => problem !== 'notes.txt secret_in_folder');
  assert.deepEqual(await listProblems(['check', 'app'], { MINIAPPS_API_KEY: '' }), without);
});

describe('--key-file', () => {
  const status = ['status', '--slug', slug, '--verbose', '--key-file'];
  const env = { MINIAPPS_API_KEY: '' };

  test('--key-file reads the API key from a file or from stdin, and the key is never shown', async () => {
    await using stage = await openDeployed();
    await stage.write({ 'key.txt': `${key}\n` });
    for (const [file, stdin] of [
      ['key.txt', ''],
      ['-', `${key}\r\n`],
    ] as const) {
      const { exitCode, stderr } = await callOnStage(stage, [...status, file], { env, stdin });
      assert.equal(exitCode, 0, stderr);
    }
  });

  const utf16 = Buffer.from(`\ufeff${key}\r\n`, 'utf16le');
  for (const [what, content, words] of [
    ['an empty file', '\n', /^The file of --key-file is empty\./],
    ['UTF-16, as PowerShell 5 writes it', utf16, /^The file of --key-file is not UTF-8 text\./],
    ['UTF-16 without a byte-order mark', utf16.subarray(2), /^The file of --key-file is not UTF-8/],
    ['a file that is not a key', 'k'.repeat(20_000), /^MINIAPPS_API_KEY must be one line/],
  ] as const) {
    test(`--key-file refuses ${what}`, async () => {
      await using stage = await openDeployed();
      await stage.write({ 'key.txt': content });
      const { exitCode, stderr, asked } = await callOnStage(stage, [...status, 'key.txt'], { env });
      assert.deepEqual([exitCode, asked], [2, '']);
      assert.match(stderr, words);
    });
  }

  test('--key-file reads at most as many bytes as a key can have', async () => {
    await using stage = await openDeployed();
    // Nothing of a file of gigabytes is kept: the key that it ends with is never seen.
    await stage.write({ 'key.txt': `${' '.repeat(20_000)}${key}` });
    const { stderr } = await callOnStage(stage, [...status, 'key.txt'], { env });
    assert.match(stderr, /^The file of --key-file is empty\./);
  });
});

test('status --json of an app without problems prints no empty line to stderr', async () => {
  await using stage = await openDeployed();
  const { stderr } = await callOnStage(stage, ['status', '--slug', slug, '--json']);
  assert.doesNotMatch(stderr, /^\n|\n\n/);
});

test('check --json reports a failure as one of a dry run', async () => {
  await using stage = await openStage({ files: broken });
  await mkdir(join(stage.workspace, 'empty'));
  for (const [folder, words] of [
    ['app', /^The app would not be deployed: 1 problem to fix\b/],
    ['empty', /^The dry run of the app failed: the folder is empty\./],
  ] as const) {
    const { stdout } = await callOnStage(stage, ['check', folder, '--json']);
    assert.match(JSON.parse(stdout).results[0].message, words);
  }
});

test('the report of several apps has no error code if they failed for different reasons', async () => {
  await using stage = await openStage({
    files: { 'apps/one/service.json': '{', 'apps/two/index.html': appFiles['app/index.html'] },
  });
  const { stdout } = await callOnStage(stage, ['deploy', 'apps/one', 'apps/two', '--json']);
  const { code, help, results } = JSON.parse(stdout);
  assert.deepEqual(
    results.map((result: { readonly code: string }) => result.code),
    ['offline_problems', 'app_missing'],
  );
  assert.deepEqual([code, help], [null, null]);
});

test('a cancel before the first request exits with 130', async () => {
  await using stage = await openStage();
  const cancel = new AbortController();
  cancel.abort(endByCancel());
  const ends = { cancelled: cancel.signal, ended: cancel.signal };
  const options = { parts: { watchForEnd: () => ends } };
  const { exitCode, asked } = await callOnStage(stage, ['deploy', 'a*', '--create'], options);
  assert.deepEqual([exitCode, asked], [130, '']);
});

describe('deploy --open', () => {
  /** Deploys with a browser that only notes the addresses, or that cannot be opened. */
  const deploy = async (stage: Stage, args: readonly string[], reason: string | null = null) => {
    const opened: string[] = [];
    const openUrl = async (url: string) => {
      opened.push(url);
      return reason;
    };
    const all = ['deploy', '--open', '--slug', slug, ...args];
    return { ...(await callOnStage(stage, all, { parts: { openUrl } })), opened };
  };

  test('the draft is opened after a deploy, and if it was unchanged', async () => {
    await using stage = await openStage();
    const address = `${stage.sandbox.url}/a/${slug}`;
    for (const outcome of ['deployed', 'unchanged']) {
      const { opened, stdout, exitCode } = await deploy(stage, ['app', '--create', '--json']);
      assert.deepEqual([exitCode, JSON.parse(stdout).outcome], [0, outcome]);
      assert.deepEqual(opened, [address]);
    }
  });

  test('nothing is opened after a failure, and for an app in review', async () => {
    await using stage = await openDeployed('in_review');
    await stage.write(otherPage);
    for (const args of [['app'], ['app', '--on-in-review', 'skip'], ['missing']])
      assert.deepEqual((await deploy(stage, args)).opened, [], args.join(' '));
  });

  test('without a browser there is a warning with the address, and the exit code stays 0', async () => {
    await using stage = await openDeployed();
    const called = await deploy(stage, ['app', '--json'], 'this machine has no xdg-open');
    assert.equal(called.exitCode, 0);
    const address = `${stage.sandbox.url}/a/${slug}`;
    assert.ok(
      called.stderr.endsWith(
        `warning: The draft was not opened: this machine has no xdg-open. Its address is ${address}\n`,
      ),
      called.stderr,
    );
    assert.equal(JSON.parse(called.stdout).outcome, 'unchanged');
  });

  test('several folders, a dry run and other commands are refused before anything is sent', async () => {
    await using stage = await openDeployed();
    const several = await deploy(stage, ['app', 'other']);
    assert.deepEqual([several.exitCode, several.asked, several.opened], [2, '', []]);
    assert.match(several.stderr, /^--open opens one draft, so it takes one folder\.$/m);
    const dryRun = await deploy(stage, ['app', '--dry-run']);
    assert.deepEqual([dryRun.exitCode, dryRun.asked, dryRun.opened], [2, '', []]);
    const plan = await callOnStage(stage, ['plan', 'app', '--slug', slug, '--open']);
    assert.equal(plan.exitCode, 2);
  });
});

test('the JSON of a list shows whether it is complete', async () => {
  const next = '/api/miniapps?page=2';
  for (const [more, complete] of [
    [{}, true],
    [{ next }, false],
  ] as const) {
    const apps = [{ slug, status: 'draft' }];
    await using service = await startScripted({ list: sayJson(200, { apps, ...more }) });
    await using stage = await openStage();
    const args = ['list', '--json', '--base-url', service.url];
    const { stdout } = await callOnStage(stage, args);
    assert.deepEqual(JSON.parse(stdout).list, { complete });
  }
});

describe('progress of an upload', () => {
  const upload = async (env: With) => {
    await using stage = await openDeployed('draft');
    // Escaped, it is just large enough to show progress.
    await stage.write({ 'app/assets/film.bin': Buffer.alloc(840_000) });
    // A clock on which every piece of the upload takes its time.
    let aheadMs = 0;
    const now = () => {
      aheadMs += 500;
      return stage.effects.now() + aheadMs;
    };
    const clock = { ...effects.clock, ...stage.effects, now };
    const parts = { effects: { ...effects, clock } };
    const args = ['deploy', 'app', '--slug', slug];
    const { stderr } = await callOnStage(stage, args, { env, columns: 100, parts });
    return stderr;
  };

  test('upload progress overwrites one line on a terminal', async () =>
    assert.match(await upload({}), /\r[^\r\n]*Sent 5 MB of 5 MB /));

  test('upload progress is printed as whole lines in CI, even on a terminal', async () => {
    const printed = await upload({ CI: 'true' });
    assert.match(printed, /^Sent .* of 5 MB \(\d+ %\), .* left$/m);
    assert.doesNotMatch(printed, /\r/);
  });
});
