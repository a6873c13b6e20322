import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startSandbox } from '../../../sandbox/server.ts';
import { quickStart } from '../../support/quick-start.ts';
import { bearer } from '../../unit/sandbox/client.ts';

const main = join(import.meta.dirname, '../../../sandbox/main.ts');
/** These tests need signals, and a shell. */
const skip = process.platform === 'win32';
const timeout = 60_000;

/** Starts a sandbox in its own process. */
function start(t: TestContext, ...args: readonly string[]) {
  const child = spawn(process.execPath, [main, '--port', '0', ...args], {
    env: { ...process.env, ...quickStart },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      child.emit('text');
    });
  }
  let isOver = false;
  const end = once(child, 'close').then(([code]: (number | null)[]) => {
    isOver = true;
    child.emit('text');
    return { code, text };
  });
  /** Waits until the output matches. Fails if the process ends before. */
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    let found = pattern.exec(text);
    while (found === null) {
      assert.ok(!isOver, `The sandbox has ended without printing ${pattern}:\n${text}`);
      await once(child, 'text', { signal: t.signal });
      found = pattern.exec(text);
    }
    return found;
  };
  return { child, until, end };
}

/** Makes a folder whose path holds a space and a letter outside ASCII. */
function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox ü-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('dev prints the addresses, the check and missing files, and ends after SIGINT', {
  skip,
  timeout,
}, async (t) => {
  const folder = makeFolder(t);
  const data = join(folder, 'state.json');
  const app = join(folder, 'My app');
  mkdirSync(app);
  writeFileSync(join(app, 'index.html'), '<title></title>');
  const { child, until, end } = start(t, 'dev', app, '--data', data);
  const [, url = '', key = ''] = await until(/base-url +(\S+)\n +api-key +(\S+)/);
  await until(/draft +http:\/\/my-app_draft\.localhost:\d+\/a\/my-app\//);
  await until(/^\d\d:\d\d:\d\d .* is read\. A deploy would be refused\.$/m);
  await until(/^ .*index\.html:1:1 refused: The title of the page is empty\./m);
  assert.equal((await fetch(`${url}/api/miniapps`, { headers: bearer(key) })).status, 200);
  await until(/^200 GET \/api\/miniapps$/m);
  const { port } = new URL(url);
  const headers = { host: `my-app_draft.localhost:${port}` };
  get({ host: '127.0.0.1', port, path: '/a/my-app/cat.png', headers }, (reply) => reply.resume());
  await until(/^\d\d:\d\d:\d\d 404 \/a\/my-app\/cat\.png: the folder has no such file\.$/m);
  child.kill('SIGINT');
  assert.equal((await end).code, 0);

  assert.deepEqual(readdirSync(folder).sort(), ['My app', 'state.json']);
});

test('the sandbox shuts down when the reader closes its output', {
  skip,
  timeout,
}, async (t) => {
  const { child, until, end } = start(t);
  const [, url = ''] = await until(/base-url +(\S+)\n/);
  child.stdout.destroy();
  while (child.exitCode === null && !t.signal.aborted) {
    await fetch(`${url}/api/miniapps`).catch(() => null);
    await setTimeout(10);
  }
  const { code, text } = await end;
  assert.equal(code, 0);
  assert.doesNotMatch(text, /Error|EPIPE/);
});

test('--json prints one line, and --data belongs to one sandbox, or takes over the state of a killed one', {
  skip,
  timeout,
}, async (t) => {
  const options = ['--json', '--data', join(makeFolder(t), 'state.json')];
  const first = start(t, ...options, '--key', 'k');
  await first.until(/"base_url"/);
  const second = await start(t, ...options).end;
  assert.equal(second.code, 1);
  assert.match(second.text, /is in use by another sandbox \(process \d+\)\. Stop it/);
  first.child.kill('SIGKILL');
  await first.end;

  const third = start(t, ...options);
  const [line = ''] = await third.until(/^\{.*\}\n/);
  const { base_url: url, page_url: pageUrl, accounts } = JSON.parse(line);
  assert.equal((await fetch(`${url}/api/miniapps`, { headers: bearer('k') })).status, 200);
  assert.deepEqual(accounts, [{ name: 'developer', key: 'k' }]);
  assert.match(pageUrl, /^http:\/\/localhost:/);
  third.child.kill('SIGTERM');
  assert.deepEqual(await third.end, { code: 0, text: `${line}\nThe sandbox has stopped.\n` });
});

for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  test(
    `dev waits until the build command creates its folder, and stops the command at ${signal}`,
    {
      skip,
      timeout,
    },
    (t) => endBuild(t, signal),
  );
}

async function endBuild(t: TestContext, signal: NodeJS.Signals): Promise<void> {
  const folder = makeFolder(t);
  const page = '<!doctype html><title>Built</title>';
  const build = `
    cd "$1"
    mkdir dist
    echo '{"name":"x"}' > dist/service.json
    echo '${page}' > dist/index.html
    trap 'touch ended; exit' TERM
    sleep 600 & wait`;
  const command = ['sh', '-c', build, 'build', folder];
  const { child, until, end } = start(t, 'dev', join(folder, 'dist'), '--', ...command);
  await until(/dist is read\. A deploy would be accepted\.\n/);
  child.kill(signal);
  assert.equal((await end).code, 0);
  const isEnded = () => existsSync(join(folder, 'ended'));
  while (!isEnded() && !t.signal.aborted) await setTimeout(10);
  assert.ok(isEnded());
}

test('nothing from outside that the sandbox prints acts on a terminal or breaks a line', {
  skip,
  timeout,
}, async (t) => {
  const folder = makeFolder(t);
  const app = join(folder, 'My\u001b[31m\u009bapp');
  mkdirSync(app);
  const faulty = '<!doctype html><title>T</title><img src="\u001b]0;\u0007x\u009b.png" alt="">';
  writeFileSync(join(app, 'index.html'), faulty);
  writeFileSync(join(app, 'service.json'), '{"name":"T","a\u2028\u009bb":1}');
  const { child, until, end } = start(t, 'dev', app);
  const [, url = ''] = await until(/base-url +(\S+)\n/);
  await until(/^\d\d:\d\d:\d\d .* is read\..*$/m);
  const { port } = new URL(url);
  const headers = { host: 'elsewhere.example' };
  get({ host: '127.0.0.1', port, path: '/api/%1B%C2%9B', headers }, (reply) => reply.resume());
  await until(/^403 GET .*$/m);
  child.kill('SIGINT');
  const { text } = await end;
  assert.match(text, /My\\u\{1b\}\[31m\\u\{9b\}app is read/);
  const acting = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  assert.doesNotMatch(text, acting);

  const config = join(folder, 'config.json');
  writeFileSync(config, '\u001b\u0007\n[x');
  const failed = await start(t, '--config', config).end;
  assert.match(failed.text, /^--config .*config\.json: .*\n$/);
  assert.doesNotMatch(failed.text, acting);
});

test('a failed start prints one line and exits with 1', { timeout }, async (t) => {
  const other = await startSandbox();
  t.after(() => other.close());
  const { port } = new URL(other.url);
  for (const [args, expected] of [
    [['--fault', 'kidn=error'], /^"kidn" is unknown.*\n$/],
    [['--port', port], new RegExp(`^Port ${port} is in use, perhaps by another sandbox\\. .*\n$`)],
    [['dev', 'nowhere'], /^The folder nowhere does not exist\.\n$/],
  ] as const) {
    const { code, text } = await start(t, ...args).end;
    assert.equal(code, 1);
    assert.match(text, expected);
  }
});
