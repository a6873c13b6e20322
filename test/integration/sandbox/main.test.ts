import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { bearer } from '../../unit/sandbox/client.ts';

const main = join(import.meta.dirname, '../../../sandbox/main.ts');
const skip = process.platform === 'win32';

/** Starts the sandbox: `until` resolves once its output holds what is looked for, `end` with its code and all it wrote. */
function start(t: TestContext, ...args: readonly string[]) {
  const child = spawn(process.execPath, [main, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
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

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('it says where it is and what its key is, keeps its state, and ends cleanly on a signal', { skip }, async (t) => {
  const data = join(makeFolder(t), 'state.json');
  const first = start(t, '--data', data);
  const [, url = '', key = ''] = await first.until(/base-url +(\S+)\n +api-key +(\S+)/);
  assert.equal((await fetch(`${url}/api/miniapps`, { headers: bearer(key) })).status, 200);
  await first.until(/200 GET \/api\/miniapps\n/);
  first.child.kill('SIGINT');
  assert.equal((await first.end).code, 0);
  const second = start(t, '--data', data);
  assert.equal((await second.until(/api-key +(\S+)/))[1], key);
  second.child.kill('SIGTERM');
  assert.equal((await second.end).code, 0);
});

test('what keeps it from starting is said in one line, with exit code 1', async (t) => {
  for (const [args, said] of [
    [['--fault', 'kidn=error'], /^"kidn" is unknown.*\n$/],
    [['dev', join(makeFolder(t), 'none')], /^ENOENT: .*none.*\n$/m],
  ] as const) {
    const { code, text } = await start(t, ...args).end;
    assert.equal(code, 1);
    assert.match(text, said);
  }
});

test('dev shows a folder as a draft, and ends quietly when nobody reads what it prints', { skip }, async (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, 'index.html'), '<title></title>');
  const { child, until, end } = start(t, 'dev', folder);
  const [, url = ''] = await until(/base-url +(\S+)/);
  await until(/draft +http:\/\/sandbox-[\w-]+_draft\.localhost:\d+\/a\/sandbox-/);
  await until(/index\.html:1: The title of the page is empty\./);
  child.stdout?.destroy();
  const look = () => fetch(`${url}/api/miniapps`).catch(() => null);
  while (child.exitCode === null && (await look()) !== null);
  const { code, text } = await end;
  assert.deepEqual([code, /Error|EPIPE/.test(text)], [0, false]);
});
