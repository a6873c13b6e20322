import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { type ServerOptions, startSandbox } from '../../../../sandbox/server.ts';
import { type DeployForm, startDocumentService } from '../../../support/document-service.ts';
import { root } from '../../../support/repository.ts';

const key = 'key-of-ann-0123456789';
const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
after(() => rmSync(folder, { recursive: true }));

/** Loaded before the program, so that its pauses between requests are short. */
const quick = join(folder, 'quick.cjs');
writeFileSync(
  quick,
  "const timers = require('node:timers/promises'); const wait = timers.setTimeout;" +
    'timers.setTimeout = (milliseconds, ...more) => wait(Math.min(milliseconds, 10), ...more);',
);

/** The inherited environment: the second one if coverage is measured. */
const { PATH, NODE_V8_COVERAGE } = process.env;

/** Runs `miniapp-deploy doctor`. */
async function runProgram(
  args: readonly string[],
  url?: string,
  onStart?: (child: ChildProcess) => void,
) {
  const child = spawn(
    process.execPath,
    ['--require', quick, join(root, 'cli/index.ts'), 'doctor', ...args],
    {
      env: {
        PATH,
        ...(NODE_V8_COVERAGE && { NODE_V8_COVERAGE }),
        ...(url && { MINIAPPS_API_KEY: key, MINIAPPS_BASE_URL: url }),
      },
    },
  );
  onStart?.(child);
  const [out, log] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, log, exitCode: child.exitCode };
}

/** Runs the doctor with a sandbox. Ends it with a signal after a request, twice, as npm does. */
async function runOnSandbox(
  options: ServerOptions,
  end: { readonly at: number; readonly signal?: NodeJS.Signals } = { at: 0 },
) {
  let child: ChildProcess | undefined;
  let count = 0;
  const onRequest = (): void => {
    count += 1;
    if (count === end.at) for (const _ of [1, 2]) child?.kill(end.signal ?? 'SIGINT');
  };
  const sandbox = await startSandbox({ accounts: [{ name: 'ann', key }], ...options, onRequest });
  try {
    const transcript = join(folder, `${new URL(sandbox.url).port}.jsonl`);
    const ended = await runProgram(
      ['--transcript', transcript],
      sandbox.url,
      (started) => (child = started),
    );
    return { ...ended, apps: sandbox.store.apps(), transcript: readFileSync(transcript, 'utf8') };
  } finally {
    await sandbox.close();
  }
}

test('the doctor works over a real connection, deletes its app, and writes no API key to the transcript', async () => {
  const { out, log, exitCode, apps, transcript } = await runOnSandbox({});
  assert.match(
    out,
    /: create, deploy, deploy again, update and\s+delete\s+work;\s+a\s+submission\s+was not tried\.\n/,
  );
  assert.deepEqual({ exitCode, apps }, { exitCode: 0, apps: [] });
  assert.equal(transcript.match(/^\{"step":/gm)?.length, 20);
  assert.doesNotMatch(out + log + transcript, /key-of-ann/);
});

describe('with a service written from the document alone', { concurrency: 4 }, () => {
  /** Runs the doctor with a service that takes deploys in this form. */
  async function runOnForm(deployForm: DeployForm) {
    await using service = await startDocumentService({ owners: { [key]: 'ann' }, deployForm });
    const transcript = join(folder, `${deployForm}.jsonl`);
    const { out, exitCode } = await runProgram(
      ['--verbose', '--transcript', transcript],
      service.url,
    );
    return { text: out.replaceAll(/\n */g, ' '), exitCode, requests: service.requests };
  }

  test('the doctor reports that everything works as expected', async () => {
    const { text, exitCode } = await runOnForm('files');
    assert.match(text, /: create, deploy, deploy again, update and delete work; a submission/);
    assert.doesNotMatch(text, /, differs: /);
    assert.equal(exitCode, 0);
  });

  for (const [name, deployForm, response] of [
    ["FastAPI's default for an unknown body", 'other_names', '422 {"detail":[{"type":"missing"'],
    ['a documented error for an unknown body', 'base64_list', '400 {"error":{"code":"invalid"'],
    ['a plain text for an unknown body', 'multipart', "415 request Content-Type isn't"],
  ] as const) {
    test(`${name} differs from the expected deploy body, and the app is deleted`, async () => {
      const { text, exitCode, requests } = await runOnForm(deployForm);
      assert.match(
        text,
        /: deploy does not work; create, update and delete work; deploy again and/,
      );
      assert.ok(text.includes(`responded: POST /api/miniapps/deploy: ${response}`), text);
      assert.match(text, /- deploy_body, differs: /);
      assert.match(text, /To change: describeDeploy in src\/folder\/deploy-payload\.ts\./);
      assert.equal(exitCode, 1);
      const deploys = requests.filter((request) => request.includes('/deploy '));
      assert.equal(deploys.length, 1);
      assert.match(requests.join('\n'), /^DELETE \S+ 204$/m);
    });
  }
});

/** Windows does not have these signals. */
describe('Ctrl+C', { skip: process.platform === 'win32', concurrency: 4 }, () => {
  // After the create, the deploy, the submission, and within the deletion.
  for (const end of [
    { at: 2, signal: 'SIGINT' },
    { at: 7, signal: 'SIGTERM' },
    { at: 15, signal: 'SIGHUP' },
    { at: 19, signal: 'SIGINT' },
  ] as const) {
    test(`after ${end.signal} during request ${end.at}, the doctor deletes its app and exits with 130`, async () => {
      const { out, log, exitCode, apps } = await runOnSandbox({}, end);
      assert.deepEqual({ exitCode, apps }, { exitCode: 130, apps: [] }, log);
      assert.match(out, /The rehearsal was interrupted/);
      assert.doesNotMatch(out, /WARNING/);
    });
  }

  test('if the doctor cannot delete its app, the report shows the delete command', async () => {
    const faults = [{ kind: 'error', method: 'DELETE', status: 405, times: null }] as const;
    const { out, exitCode, apps } = await runOnSandbox({ faults }, { at: 7 });
    const slug = apps[0]?.slug ?? '';
    assert.ok(
      out.replaceAll('\n', ' ').includes(`miniapp-deploy delete --slug ${slug} --confirm ${slug}`),
      out,
    );
    assert.equal(exitCode, 130);
  });
});

test('the doctor also deploys a folder outside the working directory', async () => {
  const sandbox = await startSandbox({ accounts: [{ name: 'ann', key }] });
  cpSync(join(root, 'examples/tide-times'), join(folder, 'tides'), { recursive: true });
  const { out, log, exitCode } = await runProgram(
    [relative(process.cwd(), join(folder, 'tides'))],
    sandbox.url,
  );
  await sandbox.close();
  assert.match(out, /ok {5}deploy 9 files, /, log);
  assert.equal(exitCode, 0);
});

test('a full disk is reported for --transcript, and the app is still deleted', {
  skip: process.platform !== 'linux',
}, async () => {
  const sandbox = await startSandbox({ accounts: [{ name: 'ann', key }] });
  const { out, log, exitCode } = await runProgram(['--transcript', '/dev/full'], sandbox.url);
  await sandbox.close();
  assert.equal(
    log.match(/The file of --transcript cannot be written: no space left on device \(ENOSPC\)\./g)
      ?.length,
    1,
  );
  assert.match(out, /ok {5}delete the app/);
  assert.deepEqual([exitCode, sandbox.store.apps()], [0, []]);
});

test('doctor prints its usage; an unwritable --transcript is reported before any request', async () => {
  const help = await runProgram(['--help']);
  assert.match(help.out, /^Usage: miniapp-deploy doctor \[folder\] \[options\]/);
  const none = await runProgram([]);
  assert.match(none.log, /--base-url/);
  const sandbox = await startSandbox({ accounts: [{ name: 'ann', key }] });
  const unwritable = await runProgram(
    ['--transcript', join(folder, 'none', 'file.jsonl')],
    sandbox.url,
  );
  const missing = await runProgram(['../none'], sandbox.url);
  await sandbox.close();
  assert.match(missing.log, /^The folder \.\.\/none does not exist/);
  assert.match(
    unwritable.log,
    /The file of --transcript cannot be written: no such file or directory \(ENOENT\)\./,
  );
  assert.deepEqual(
    [help, none, unwritable, missing].map(({ exitCode }) => exitCode),
    [0, 2, 2, 1],
  );
  assert.equal(sandbox.requests.length, 0);
});
