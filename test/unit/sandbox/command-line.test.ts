import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { helpText, readCommandLine } from '../../../sandbox/command-line.ts';
import { presets } from '../../../sandbox/service/assumptions.ts';
import { defaultSetup } from '../../../sandbox/service/settings.ts';

test('by default the sandbox uses port 8420 of this machine and keeps its state in memory', () => {
  const { configure, ...line } = readCommandLine([]);
  assert.deepEqual(line, {
    port: 8420,
    host: '127.0.0.1',
    allowedHosts: [],
    baseUrl: null,
    dev: null,
    build: [],
    data: null,
    json: false,
    quiet: false,
    help: false,
  });
  assert.deepEqual(configure(defaultSetup), defaultSetup);
});

test('all flags are read, and override the config file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sandbox.json');
  const seed = [{ slug: 'tides', files: {}, status: 'in_review', review_note: 'x' }];
  const config = {
    preset: 'strange',
    rate: { changes: 7 },
    limits: { apps: 1, files: 2 },
    terms_version: 'old',
    seed,
  };
  writeFileSync(file, JSON.stringify(config));
  const where =
    '--port 0 --host 0.0.0.0 --allow-host Sandbox --base-url http://sandbox:80/x --data=d --json --quiet --help';
  const assumed = '--assume create_status=202 --assume form=earlier --assume deploy_response=null';
  const service = `${assumed} --limit apps=3 --terms 2027 --rate 9`;
  const others = '--fault kind=stale,lag_ms=5000,times=null --fault status=500 --key a --key b';
  const { configure, ...line } = readCommandLine([
    ...`dev app ${where} ${service} ${others}`.split(' '),
    ...['--config', file, '--', 'npx', 'vite', '--port', '5'],
  ]);
  assert.deepEqual(line, {
    port: 0,
    host: '0.0.0.0',
    allowedHosts: ['sandbox'],
    baseUrl: 'http://sandbox:80/x',
    dev: 'app',
    build: ['npx', 'vite', '--port', '5'],
    data: 'd',
    json: true,
    quiet: true,
    help: true,
  });
  assert.deepEqual(configure(defaultSetup), {
    assumptions: {
      ...presets.strange,
      create_status: 202,
      form: 'earlier',
      deploy_response: 'null',
    },
    rate: { changes: 9, window_ms: 60_000 },
    limits: { ...defaultSetup.limits, apps: 3, files: 2 },
    accounts: ['developer', 'developer-2'].map((name, index) => ({
      name,
      key: 'ab'.charAt(index),
    })),
    termsVersion: '2027',
    faults: [{ kind: 'stale', lag_ms: 5_000, times: null }, { status: 500 }],
    seed: [{ slug: 'tides', files: new Map(), status: 'in_review', reviewNote: 'x' }],
  });
});

test('a misspelled command, option or setting is answered with the nearest word', () => {
  const rows = {
    '--prot 1': 'There is no option --prot: did you mean --port?',
    'dev app --qiuet': 'There is no option --qiuet: did you mean --quiet?',
    '--kye=secret': 'There is no option --kye: did you mean --key?',
    '-p 1': 'There is no option -p.',
    '--nonsense': 'There is no option --nonsense.',
    'dve app': 'There is no command dve: did you mean dev?',
    sanbox: 'There is no command sanbox: did you mean sandbox?',
    nonsense: 'There is no command nonsense.',
    '\u001b[31mx': 'There is no command \\u{1b}[31mx.',
    '--fault kidn=slow': '"kidn" is unknown; did you mean "kind"?',
    '--limit app=3': '"app" is unknown; did you mean "apps"?',
  };
  for (const [line, message] of Object.entries(rows)) {
    const read = () => readCommandLine(line.split(' ')).configure(defaultSetup);
    assert.throws(read, { message }, line);
  }
  assert.deepEqual(
    { ...readCommandLine(['sandbox']), configure: null },
    {
      ...readCommandLine([]),
      configure: null,
    },
  );
});

test('the help fits into 80 columns, apart from the part about try', () => {
  const lines = helpText.replace(/^ {2}try FOLDER[\s\S]*?\n\n/m, '').split('\n');
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [],
  );
  assert.match(helpText, /\n {2}create_status=201\|200\|202\n {6}status of a create;/);
});

test('an unknown, incomplete or invalid argument is an error', () => {
  const where = [
    '--port x',
    '--port 65536',
    '--port -1',
    '--base-url sandbox',
    '--base-url http://sandbox/',
  ];
  const unknown = [
    '--wat',
    'x',
    'dev',
    'dev app other',
    '-- x',
    'dev -- x',
    `--config ${join(tmpdir(), 'no', 'file')}`,
  ];
  const service = [
    '--preset other',
    '--assume form=later',
    '--assume form',
    '--limit app=3',
    '--key a --key a',
    '--rate 0',
    '--rate many',
  ];
  for (const line of [...where, ...unknown, ...service]) {
    assert.throws(() => readCommandLine(line.split(' ')).configure(defaultSetup), Error, line);
  }
});
