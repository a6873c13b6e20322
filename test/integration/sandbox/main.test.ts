import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSandbox } from '../../../sandbox/server.ts';
import { bearer } from './client.ts';

const main = join(import.meta.dirname, '../../../sandbox/main.ts');

interface Run {
  readonly child: ChildProcess;
  /** Resolves with the output once it holds what is looked for. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves when the process has ended, with its code and all it wrote. */
  readonly end: Promise<{ readonly code: number | null; readonly text: string }>;
}

function start(t: TestContext, ...args: readonly string[]): Run {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  const took = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      took.dispatchEvent(new Event('text'));
    });
  }
  const until = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(text);
      if (found !== null) return found;
      await once(took, 'text', { signal: t.signal });
    }
  };
  return { child, until, end: once(child, 'close').then(([code]) => ({ code, text })) };
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('it says where it is and what its key is, keeps its state, and ends cleanly on SIGINT', {
  skip: process.platform === 'win32',
}, async (t) => {
  const data = await makeFolder(t);
  const first = start(t, '--port', '0', '--data', data);
  const [, url = '', key = ''] = await first.until(/base-url +(\S+)\n +api-key +(\S+)/);
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  const body = JSON.stringify({ slug: 'tides', name: 'Tides' });
  assert.equal((await fetch(`${url}/api/miniapps`, { method: 'POST', headers, body })).status, 201);
  await first.until(/201 POST \/api\/miniapps \d+ ms\n/);
  const rival = await start(t, '--port', '0', '--data', data).end;
  assert.deepEqual([rival.code, /Another sandbox .*delete .*lock/.test(rival.text)], [1, true]);
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
  assert.deepEqual((await readdir(data)).sort(), ['app-tides.json', 'settings.json']);
});

test('what keeps it from starting is said in one line, with exit code 1', async (t) => {
  const data = await makeFolder(t);
  await writeFile(join(data, 'settings.json'), '{');
  const broken = await start(t, '--port', '0', '--data', data).end;
  assert.equal(broken.code, 1);
  assert.match(broken.text, /^The state file .*settings\.json is broken: .*\n$/);
  assert.deepEqual(await readdir(data), ['settings.json']);
  assert.match((await start(t, '--port', '0', '--fault', 'kidn=error').end).text, /^"kidn" is unknown.*\n$/);
  const taken = await startSandbox();
  t.after(() => taken.close());
  const { port } = new URL(taken.url);
  assert.match((await start(t, '--port', port).end).text, /^listen EADDRINUSE.*--port; 0 takes a free one\.\n$/);
});

test('it says how it is used', async (t) => {
  const { code, text } = await start(t, '--help').end;
  assert.deepEqual([code, text.startsWith('Usage: ')], [0, true]);
});

test('what was answered is kept: kill -9 at any moment loses no change and breaks no file', {
  skip: process.platform === 'win32',
}, async (t) => {
  const data = await makeFolder(t);
  const headers = { ...bearer('k'), 'content-type': 'application/json' };
  let last = -1;
  for (let round = 0; round < 3; round += 1) {
    const { child, until, end } = start(t, '--port', '0', '--data', data, '--key', 'k', '--rate', '100000', '--quiet');
    const [, url = ''] = await until(/base-url +(\S+)/);
    const send = (method: string, path: string, body?: object) =>
      fetch(`${url}/api/miniapps${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const kept =
      last < 0 ? last : Number(((await (await send('GET', '/tides')).json()) as { tagline: string }).tagline);
    assert.ok(kept === last || kept === last + 1, `${last} was answered, ${kept} is kept`);
    last = kept;
    if (last < 0) await send('POST', '', { slug: 'tides', name: 'x' });
    // The moment differs from round to round, in the middle of one change or another.
    const killed = once(child, 'close');
    for (let count = 0; child.exitCode === null && child.signalCode === null; count += 1) {
      const sent = send('PATCH', '/tides', { tagline: String(last + 1) });
      if (count === 10 + round * 14) child.kill('SIGKILL');
      const isDone = await sent.then(({ ok }) => ok).catch(() => false);
      if (!isDone) break;
      last += 1;
    }
    await killed;
    await end;
  }
  assert.ok(last > 50);
});

test('a signal that comes before it is up ends it in order too', { skip: process.platform === 'win32' }, async (t) => {
  const data = await makeFolder(t);
  const seen = watch(data, { signal: t.signal });
  const { child, end } = start(t, '--port', '0', '--data', data);
  for await (const { filename } of seen) if (filename === 'lock') break;
  child.kill('SIGTERM');
  assert.equal((await end).code, 0);
  assert.deepEqual(await readdir(data), ['settings.json']);
});

test('it ends quietly when nobody reads what it prints', { skip: process.platform === 'win32' }, async (t) => {
  const { child, until, end } = start(t, '--port', '0', '--key', 'k');
  const [, url = ''] = await until(/base-url +(\S+)/);
  child.stdout?.destroy();
  const look = () => fetch(`${url}/api/miniapps`, { headers: bearer('k') }).catch(() => null);
  while (child.exitCode === null && (await look()) !== null);
  const { code, text } = await end;
  assert.deepEqual([code, /Error|EPIPE/.test(text)], [0, false]);
});
