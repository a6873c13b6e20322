import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startSandbox } from '../../../sandbox/server.ts';
import { bearer } from '../../unit/sandbox/client.ts';

const main = join(import.meta.dirname, '../../../sandbox/main.ts');
const skip = process.platform === 'win32';

/**
 * Starts the sandbox: `until` resolves once its output holds what is looked for, `end` with its
 * code and all it wrote.
 */
function start(t: TestContext, ...args: readonly string[]) {
  const child = spawn(process.execPath, [main, '--port', '0', ...args], {
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
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(text);
      if (found !== null) return found;
      await once(child, 'text', { signal: t.signal });
    }
  };
  return {
    child,
    until,
    end: once(child, 'close').then(([code]: (number | null)[]) => ({ code, text })),
  };
}

test('it says where it is, keeps its state, shows the folder of dev, and ends in order', {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const data = join(folder, '.state.json');
  writeFileSync(join(folder, 'index.html'), '<title></title>');
  const first = start(t, 'dev', folder, '--data', data);
  const [, url = '', key = ''] = await first.until(/base-url +(\S+)\n +api-key +(\S+)/);
  await first.until(/draft +http:\/\/sandbox-[\w-]+_draft\.localhost:\d+\/a\/sandbox-/);
  await first.until(
    /\d\d:\d\d:\d\d \S+ is read\. .*\n(?:.*\n)*.*index\.html:1:1 refused: The title of the page is empty\./,
  );
  assert.equal((await fetch(`${url}/api/miniapps`, { headers: bearer(key) })).status, 200);
  await first.until(/200 GET \/api\/miniapps\n/);
  first.child.kill('SIGINT');
  assert.equal((await first.end).code, 0);
  const second = start(t, '--data', data);
  await second.until(/base-url/);
  const third = await start(t, '--data', data).end;
  assert.deepEqual(
    [third.code, /is in use by another sandbox \(process \d+\)\. Stop it/.test(third.text)],
    [1, true],
  );
  const [, again = '', same = ''] = await second.until(/base-url +(\S+)\n +api-key +(\S+)/);
  assert.equal(same, key);
  // Nobody reads any more, as after `| head`.
  second.child.stdout?.destroy();
  while (
    second.child.exitCode === null &&
    (await fetch(`${again}/api/miniapps`).catch(() => null)) !== null
  );
  const { code, text } = await second.end;
  assert.deepEqual([code, /Error|EPIPE/.test(text)], [0, false]);
});

test('for a program it prints one line of JSON, and takes over the state of a process that was killed', {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const options = ['--json', '--key', 'k', '--data', join(folder, 'state.json')];
  const first = start(t, ...options);
  await first.until(/"base_url"/);
  first.child.kill('SIGKILL');
  await first.end;
  const second = start(t, ...options);
  const [line = ''] = await second.until(/^\{.*\}\n/);
  const { base_url: url, ...others } = JSON.parse(line);
  assert.equal((await fetch(`${url}/api/miniapps`, { headers: bearer('k') })).status, 200);
  assert.deepEqual(others.accounts, [{ name: 'developer', key: 'k' }]);
  assert.match(others.page_url, /^http:\/\/localhost:/);
  second.child.kill('SIGTERM');
  const { code, text } = await second.end;
  assert.deepEqual([code, text], [0, `${line}\nThe sandbox has stopped.\n`]);
});

test('dev waits for the folder that a build makes, runs the build beside it, and ends it', {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const page = '<!doctype html><title>Built</title>';
  const watch = `trap 'touch ended; exit' TERM; sleep 600 & wait`;
  const build = `mkdir dist; echo '{"name":"x"}' > dist/service.json; echo '${page}' > dist/index.html; ${watch}`;
  const dist = join(folder, 'dist');
  const { child, until, end } = start(t, 'dev', dist, '--', 'sh', '-c', `cd ${folder}; ${build}`);
  await until(/dist is read\. A deploy would be accepted\.\n/);
  child.kill('SIGTERM');
  assert.equal((await end).code, 0);
  while (!existsSync(join(folder, 'ended'))) await setTimeout(10);
});

test('what keeps it from starting is said in one line, with exit code 1', async (t) => {
  const other = await startSandbox();
  t.after(() => other.close());
  const { port } = new URL(other.url);
  for (const [args, expected] of [
    [['--fault', 'kidn=error'], /^"kidn" is unknown.*\n$/],
    [['--port', port], new RegExp(`^Port ${port} is in use, perhaps by another sandbox\\. .*\n$`)],
    [['dev', 'nowhere'], /^There is no folder nowhere\.\n$/],
  ] as const) {
    const { code, text } = await start(t, ...args).end;
    assert.equal(code, 1);
    assert.match(text, expected);
  }
});
