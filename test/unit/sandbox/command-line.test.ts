import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { presets } from '../../../sandbox/assumptions.ts';
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
  assert.deepEqual(line, {
    dev: null,
    port: 8420,
    host: '127.0.0.1',
    allowedHosts: [],
    baseUrl: null,
    data: null,
    quiet: false,
    help: false,
    accounts: null,
  });
  assert.deepEqual(configure(defaultSetup), defaultSetup);
});

test('all flags are read', () => {
  const where = ['--port', '0', '--host', '0.0.0.0', '--allow-host', 'Sandbox', '--base-url', 'http://sandbox:80/x'];
  const service = [
    '--preset',
    'strange',
    '--assume',
    'create_status=202',
    '--assume',
    'form=earlier',
    '--rate',
    '5',
    '--window',
    '1.5',
  ];
  const more = ['--limit', 'apps=3', '--terms', '2027', '--clock', '2026-10-01T00:00:00Z', '--stop-clock'];
  const faults = ['--fault', 'kind=stale,lag_ms=5000,times=null', '--fault', 'status=500'];
  const args = [
    'dev',
    'app',
    ...where,
    ...service,
    ...more,
    ...faults,
    '--data=d',
    '--key',
    'a',
    '--key',
    'b',
    '--quiet',
    '--help',
  ];
  const { configure, ...line } = readCommandLine(args);
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
  const setup = configure(defaultSetup);
  assert.deepEqual(setup, {
    ...defaultSetup,
    assumptions: { ...presets.strange, create_status: 202, form: 'earlier' },
    rate: { changes: 5, window_ms: 1_500 },
    limits: { ...defaultSetup.limits, apps: 3 },
    termsVersion: '2027',
    clock: { at: Date.UTC(2026, 9, 1), stopped: true },
    faults: [{ kind: 'stale', lag_ms: 5_000, times: null }, { status: 500 }],
  });
});

test('a config file says the same, and flags go before it', (t) => {
  const file = writeConfig(
    t,
    JSON.stringify({
      port: 9,
      quiet: true,
      allow_hosts: ['box'],
      preset: 'strange',
      accounts: [{ name: 'ann', key: 'k' }],
      seed: [{ slug: 'tides', files: {}, status: 'in_review' }],
    }),
  );
  const line = readCommandLine(['--config', file, '--port', '10', '--assume', 'form=earlier']);
  assert.deepEqual([line.port, line.quiet, line.allowedHosts], [10, true, ['box']]);
  const setup = line.configure(defaultSetup);
  assert.deepEqual(setup.assumptions, { ...presets.strange, form: 'earlier' });
  assert.deepEqual(setup.accounts, [{ name: 'ann', key: 'k' }]);
  assert.deepEqual(setup.seed, [{ slug: 'tides', files: new Map(), status: 'in_review' }]);
});

for (const args of [
  ['--port', 'x'],
  ['--port', '65536'],
  ['--host', 'a b'],
  ['--allow-host', ''],
  ['--base-url', 'sandbox'],
  ['--base-url', 'http://sandbox/'],
  ['--key', 'a b'],
  ['--key', ''],
  ['--key', 'a', '--key', 'a'],
  ['--data', ''],
  ['--data', ' '],
  ['--assume', 'form'],
  ['--config', join(tmpdir(), 'no', 'such', 'file')],
  ['--wat'],
  ['x'],
  ['dev'],
  ['dev', 'app', 'other'],
]) {
  test(`${args.join(' ')} is refused`, () => {
    assert.throws(() => readCommandLine(args), Error);
  });
}

for (const args of [
  ['--preset', 'other'],
  ['--assume', 'from=earlier'],
  ['--assume', 'form=later'],
  ['--rate', 'many'],
  ['--rate', '0'],
  ['--window=-1'],
  ['--limit', 'app=3'],
  ['--terms', 'a b'],
  ['--clock', 'noon'],
  ['--fault', 'kidn=error'],
]) {
  test(`${args.join(' ')} is refused, and named`, () => {
    const { configure } = readCommandLine(args);
    assert.throws(() => configure(defaultSetup), { name: 'ServiceError', message: /^"/ });
  });
}

for (const text of ['{', '[]', '{"pots": 1}']) {
  test(`the config file ${text} is refused, and named`, (t) => {
    const file = writeConfig(t, text);
    assert.throws(() => readCommandLine(['--config', file]), { message: /^--config .*sandbox.json: / });
  });
}
