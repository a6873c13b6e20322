import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHelp, readArguments } from '../../../../cli/options/arguments.ts';
import { UsageError } from '../../../../cli/options/command-request.ts';
import { commandTable } from '../../../../cli/options/command-table.ts';
import { inputWords, optionTable } from '../../../../cli/options/options.ts';
import { describeUsage } from '../../../../cli/options/usage.ts';
import { compareSections } from '../../../support/snapshot.ts';

test('every input of the action is an option or rejected with a reason', () => {
  for (const [name, { commands, refused }] of Object.entries(inputWords))
    assert.ok(commands === undefined || refused === undefined, name);
  for (const [name, { type, value, commands, neededBy = [] }] of optionTable) {
    assert.equal(value === '', type === 'boolean', name);
    assert.ok(commands.length > 0 && neededBy.every((command) => commands.includes(command)), name);
  }
});

for (const [args, values] of [
  [
    'deploy app --submit --include a --include=b'.split(' '),
    { folder: 'app', submit: 'true', include: 'a\nb' },
  ],
  [['plan', '--folder', 'app'], { folder: 'app' }],
  [['check', 'one', 'two'], { folder: 'one\ntwo' }],
  [['--json', 'doctor', '--base-url='], {}],
  [['plan', 'app', '--slug', '', '--slug=-a-'], { folder: 'app', slug: '-a-' }],
  [['status', '--slug', ' tides '], { slug: 'tides' }],
] as const) {
  test(`options are read as inputs: ${args.join(' ')}`, () => {
    const line = readArguments(args);
    assert.ok(line.kind === 'run');
    assert.deepEqual(line.request.values, values);
  });
}

test('help and version work in every usual form, with every command', () => {
  for (const row of commandTable) {
    const { name } = row;
    for (const args of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
      ['--json', name, '--help'],
    ]) {
      assert.deepEqual(readArguments(args), { kind: 'help', row });
    }
    assert.deepEqual(readArguments([name, '--version']), { kind: 'version' });
  }
  assert.deepEqual(readArguments(['version']), { kind: 'version' });
  for (const args of [[], ['--help'], ['-h'], ['help']])
    assert.deepEqual(readArguments(args), { kind: 'help', row: null });
});

test('the help of every command fits into 80 columns (snapshots/command-help.md)', () => {
  const version = '1.2.3';
  const helps = commandTable.map((row) => [` ${row.name}`, describeUsage(row, version)] as const);
  const texts = [['', describeUsage(null, version)] as const, ...helps];
  for (const [name, text] of texts) {
    // An address is as long as the name of its account.
    for (const line of text.split('\n'))
      assert.ok(line.length <= 80 || line.includes('https:'), `${name}: ${line}`);
    assert.doesNotMatch(text, /undefined/);
  }
  const shown = new Set<string>();
  /**
   * Shortens an option that was shown before to its name, and likewise the ending that all texts
   * share.
   */
  const shorten = (text: string): string =>
    text.replaceAll(
      /^ {2}(--\S+).*(?:\n {6,}.*)*|^Exit codes: [\s\S]*$/gm,
      (part, name = 'Exit codes: …') => {
        const known = part.replaceAll(/\s+/g, ' ');
        if (!shown.has(known)) return shown.add(known) && part;
        return name.startsWith('--') ? `  ${name}` : name;
      },
    );
  const parts = texts.map(
    ([name, text]) => [`miniapp-deploy${name} --help`, shorten(text).split('\n')] as const,
  );
  compareSections('test/unit/cli/options/snapshots/command-help.md', parts);
});

const key = 'Key-0123456789';
const lines = [
  ...[
    'lint',
    'release app',
    'ls',
    'deploy app --yes',
    'deploy app --key x',
    'list --output json',
    '-s x status',
    'login',
    'logs tides',
    'preview app',
  ],
  ...[
    'validate',
    'publish app',
    'push app',
    'rm tides',
    'delete tides',
    'status a1b2c3',
    '-s hidden',
    '--token hidden',
  ],
  ...['status tides', 'submit app --accept-terms 1', `deploy --key=${key}`],
  ...[
    'paln',
    'dexxoy',
    'lixy',
    'de',
    'list -q',
    'list --verbose --quiet',
    'deploy --Terms_Version 1',
  ],
  ...[
    'deploy',
    'update --slug tides',
    '--json',
    'help foo',
    'foo --help',
    'depoly',
    '--json docter',
    'toString',
    key,
    'dep',
  ],
  ...[
    'list --slug tides',
    'plan app --dry-run',
    'deploy --creat',
    'deploy --onInReview=skip',
    'deploy --terms 1',
    '-x list',
  ],
  ...[
    'deploy --on-stale=fail',
    'deploy --github-token=x',
    'deploy --slug',
    'deploy --slug --create',
  ],
  ...['delete --slug a --slug b', 'doctor --slug tides', 'doctor app more'],
  ...[
    `deploy --api-key ${key}`,
    `deploy --api-key=${key}`,
    `--api-key ${key} --help`,
    `deploy --token=${key}`,
  ],
  ...[`deploy --${key}`, `deploy --submit=${key}`, `status ${key}`, `deploy app --folder ${key}`],
];

test('errors about wrong arguments repeat no value, which may be a key (snapshots/command-line.md)', () => {
  const parts = lines.map((line) => {
    const args = line.split(' ');
    const refused = captureError(() => readArguments(args));
    assert.doesNotMatch(refused, /0123|undefined/);
    return [`miniapp-deploy ${line}`, [`${refused}; help: ${findHelp(args) ?? 'all'}`]] as const;
  });
  compareSections('test/unit/cli/options/snapshots/command-line.md', parts);
});

function captureError(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return `${error.message}\nCode: ${error.code}`;
  }
  return assert.fail('nothing is wrong');
}
