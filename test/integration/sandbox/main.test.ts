import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSandbox } from '../../../sandbox/server.ts';
import { bearer } from '../../unit/sandbox/client.ts';

const main = join(import.meta.dirname, '../../../sandbox/main.ts');

/** Starts the sandbox: `until` resolves once its output holds what is looked for, `end` with its code and all it wrote. */
function start(t: TestContext, ...args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
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
  return { child, until, end: once(child, 'close').then(([code]: (number | null)[]) => ({ code, text })) };
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('it says where it is and what its key is, keeps its state, and ends cleanly on a signal', {
  skip: process.platform === 'win32',
}, async (t) => {
  const data = join(await makeFolder(t), 'new', 'state.json');
  const first = start(t, '--port', '0', '--data', data);
  const [, url = '', key = ''] = await first.until(/base-url +(\S+)\n +api-key +(\S+)/);
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  const body = JSON.stringify({ slug: 'tides', name: 'Tides' });
  assert.equal((await fetch(`${url}/api/miniapps`, { method: 'POST', headers, body })).status, 201);
  await first.until(/201 POST \/api\/miniapps\n/);
  first.child.kill('SIGINT');
  assert.equal((await first.end).code, 0);
  const second = start(t, '--port', '0', '--data', data, '--quiet');
  const [, again = '', same = ''] = await second.until(/base-url +(\S+)\n +api-key +(\S+)/);
  assert.equal(same, key);
  const { apps } = (await (await fetch(`${again}/api/miniapps`, { headers })).json()) as { apps: unknown[] };
  assert.equal(apps.length, 1);
  second.child.kill('SIGTERM');
  const { code, text } = await second.end;
  assert.deepEqual([code, text.includes('GET')], [0, false]);
});

test('what keeps it from starting is said in one line, with exit code 1', async (t) => {
  const folder = await makeFolder(t);
  const broken = join(folder, 'state.json');
  await writeFile(broken, '{');
  const taken = await startSandbox();
  t.after(() => taken.close());
  const { port } = new URL(taken.url);
  for (const [args, said] of [
    [['--data', broken], /^The state file .*state\.json is broken: .*\n$/],
    [['--fault', 'kidn=error'], /^"kidn" is unknown.*\n$/],
    [['dev', join(folder, 'none')], /^ENOENT: .*none.*\n$/m],
    [['--port', port], /^listen EADDRINUSE.*--port; 0 takes a free one\.\n$/],
  ] as const) {
    const { code, text } = await start(t, '--port', '0', ...args).end;
    assert.equal(code, 1);
    assert.match(text, said);
  }
});

test('dev shows a folder as a draft, and ends quietly when nobody reads what it prints', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = await makeFolder(t);
  await writeFile(join(folder, 'service.json'), '{"name": "Tides"}');
  await writeFile(join(folder, 'index.html'), '<title></title>');
  const { child, until, end } = start(t, 'dev', folder, '--port', '0', '--key', 'k');
  const [, url = ''] = await until(/base-url +(\S+)/);
  await until(/draft +http:\/\/sandbox-[\w-]+_draft\.localhost:\d+\/a\/sandbox-/);
  await until(/index\.html:1: The title of the page is empty\./);
  child.stdout?.destroy();
  const look = () => fetch(`${url}/api/miniapps`, { headers: bearer('k') }).catch(() => null);
  while (child.exitCode === null && (await look()) !== null);
  const { code, text } = await end;
  assert.deepEqual([code, /Error|EPIPE/.test(text)], [0, false]);
});
