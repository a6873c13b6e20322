import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { presets, switches } from '../../../sandbox/assumptions.ts';
import { readCommandLine } from '../../../sandbox/command-line.ts';
import { defaultSetup } from '../../../sandbox/settings.ts';

function writeConfig(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sandbox.json');
  writeFileSync(file, text);
  return file;
}

test('without flags there is a port on this machine and nothing else', () => {
  const { configure, ...line } = readCommandLine([]);
  const nothing = { dev: null, baseUrl: null, data: null, accounts: null, quiet: false, help: false };
  assert.deepEqual(line, { ...nothing, port: 8420, host: '127.0.0.1', allowedHosts: [] });
  assert.deepEqual(configure(defaultSetup), defaultSetup);
});

test('all flags are read', () => {
  const where = '--port 0 --host 0.0.0.0 --allow-host Sandbox --base-url http://sandbox:80/x --data=d';
  const service = '--preset strange --assume create_status=202 --assume form=earlier --rate 5 --window 1.5';
  const more = '--limit apps=3 --terms 2027 --clock 2026-10-01T00:00:00Z --stop-clock --quiet --help';
  const others = '--fault kind=stale,lag_ms=5000,times=null --fault status=500 --key a --key b';
  const { configure, ...line } = readCommandLine(`dev app ${where} ${service} ${more} ${others}`.split(' '));
  assert.deepEqual(line, {
    dev: 'app',
    port: 0,
    host: '0.0.0.0',
    allowedHosts: ['sandbox'],
    baseUrl: 'http://sandbox:80/x',
    data: 'd',
    quiet: true,
    help: true,
    accounts: [
      { name: 'developer', key: 'a' },
      { name: 'developer-2', key: 'b' },
    ],
  });
  assert.deepEqual(configure(defaultSetup), {
    ...defaultSetup,
    assumptions: { ...presets.strange, create_status: 202, form: 'earlier' },
    rate: { changes: 5, window_ms: 1_500 },
    limits: { ...defaultSetup.limits, apps: 3 },
    termsVersion: '2027',
    clock: { at: Date.UTC(2026, 9, 1), stopped: true },
    faults: [{ kind: 'stale', lag_ms: 5_000, times: null }, { status: 500 }],
  });
});

test('every value of every assumption can be given as a flag', () => {
  for (const [name, { values }] of Object.entries(switches)) {
    for (const value of values) {
      const { assumptions } = readCommandLine(['--assume', `${name}=${value}`]).configure(defaultSetup);
      assert.deepEqual(assumptions, { ...presets.documented, [name]: value });
    }
  }
});

test('a config file says the same, and flags go before it', (t) => {
  const accounts = [{ name: 'ann', key: 'k' }];
  const seed = [{ slug: 'tides', files: {}, status: 'in_review' }];
  const own = { port: 9, quiet: true, allow_hosts: ['box'], rate: { changes: 7, window_ms: 70 } };
  const file = writeConfig(t, JSON.stringify({ ...own, preset: 'strange', accounts, seed }));
  const line = readCommandLine(['--config', file, '--port', '10', '--assume', 'form=earlier', '--rate', '8']);
  assert.partialDeepStrictEqual(line, { port: 10, quiet: true, allowedHosts: ['box'] });
  assert.deepEqual(line.configure(defaultSetup), {
    ...defaultSetup,
    accounts,
    rate: { changes: 8, window_ms: 70 },
    assumptions: { ...presets.strange, form: 'earlier' },
    seed: [{ slug: 'tides', files: new Map(), status: 'in_review' }],
  });
});

test('a command line that cannot be read is refused', () => {
  const lines = ['--port x', '--port 65536', '--host a~b', '--allow-host ', '--base-url sandbox', '--key '];
  const urls = ['--base-url http://sandbox/', '--key a --key a', '--data ', '--assume form', '--wat', 'x', 'dev'];
  for (const line of [...lines, ...urls, 'dev app other', `--config ${join(tmpdir(), 'no', 'file')}`]) {
    assert.throws(() => readCommandLine(line.split(' ')), Error, line);
  }
  for (const args of [
    ['--key', 'a b'],
    ['--data', ' '],
  ]) {
    assert.throws(() => readCommandLine(args), Error);
  }
});

test('a setting that does not fit is refused by its name', () => {
  const service = ['--preset other', '--assume from=earlier', '--assume form=later', '--terms a/b', '--clock noon'];
  for (const line of [...service, '--rate many', '--rate 0', '--window=-1', '--limit app=3', '--fault kidn=error']) {
    const { configure } = readCommandLine(line.split(' '));
    assert.throws(() => configure(defaultSetup), { name: 'ServiceError', message: /^"/ }, line);
  }
});

test('a config file that is no JSON object of known members is refused by its name', (t) => {
  for (const text of ['{', '[]', '{"pots": 1}']) {
    const file = writeConfig(t, text);
    assert.throws(() => readCommandLine(['--config', file]), { message: /^--config .*sandbox.json: / });
  }
});
