import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandTable, optionWords, readArguments, refusedOptions } from '../../src/arguments.ts';
import { listInputs } from '../../src/inputs.ts';

/** The arguments, as one text without spaces in them. */
function read(line: string) {
  return readArguments(line === '' ? [] : line.split(' '), '1.2.3');
}

function readHelp(line: string): string {
  const request = read(line);
  assert.ok(request.do === 'print', line);
  return request.text;
}

describe('the options', () => {
  test('are the inputs, each of which is an option of some command or refused with a reason', () => {
    const names = listInputs().map(({ name }) => name);
    assert.deepEqual([...Object.keys(optionWords), ...Object.keys(refusedOptions)].sort(), names.toSorted());
    const helps = Object.keys(commandTable).map((command) => readHelp(`${command} --help`));
    for (const { name, kind } of listInputs().filter((input) => Object.hasOwn(optionWords, input.name))) {
      assert.ok(
        helps.some((help) => help.includes(`--${name}`)),
        name,
      );
      assert.equal(optionWords[name]?.[0] === '', kind === 'boolean', `${name} takes no value`);
    }
  });

  for (const [line, values] of [
    [
      'deploy app --submit --include a --include=b',
      { folder: 'app', submit: 'true', include: 'a\nb', command: 'deploy' },
    ],
    ['plan --folder app', { folder: 'app', 'dry-run': 'true', command: 'deploy' }],
    ['check', { folder: '.', 'dry-run': 'true', command: 'deploy' }],
    ['list', { folder: '', command: 'list' }],
  ] as const) {
    test(`are handed on as inputs take them: ${line}`, () => assert.partialDeepStrictEqual(read(line), { values }));
  }

  test('are trimmed, as inputs are', () => {
    const request = readArguments(['status', '--slug', ' tides '], '1.2.3');
    assert.partialDeepStrictEqual(request, { values: { slug: 'tides' } });
  });
});

describe('what is refused', () => {
  const key = 'Key-0123456789';
  const rows: readonly (readonly [line: string, words: RegExp])[] = [
    ['list --slug tides', /^"list" has no option --slug\.\nSee: miniapp-deploy list --help$/],
    ['check --base-url https://a.example', /no option --base-url/],
    ['plan app --dry-run', /no option --dry-run/],
    ['deploy --comment', /exists only in GitHub Actions/],
    ['deploy --github-token=x', /exists only in GitHub Actions/],
    ['deploy --on-stale=fail', /exists only in GitHub Actions/],
    [`deploy --api-key ${key}`, /Use the environment/],
    [`deploy --api-key=${key}`, /Use the environment/],
    [`--api-key ${key} --help`, /Use the environment/],
    [`deploy --key ${key}`, /^Unknown option '--key'\.\nSee: miniapp-deploy --help$/],
    [`deploy --token=${key}`, /^Unknown option '--token'\./],
    [`deploy --submit=${key}`, /does not take an argument/],
    ['deploy --slug', /^Option '--slug <value>' argument missing\.\n/],
    [`status ${key}`, /^"status" has too many arguments\./],
    [`deploy app ${key}`, /^"deploy" has too many arguments\./],
    [`deploy app --folder ${key}`, /^"deploy" has too many arguments\./],
    ['foo', /^There is no such command: foo\.\nSee: miniapp-deploy --help$/],
    [key, /^There is no such command\./],
    ['toString', /^There is no such command\./],
    ['', /^No command is given\./],
  ];
  for (const [line, words] of rows) {
    test(`${line || 'nothing'}, in words without a value, which may be a key`, () => {
      const request = read(line);
      assert.ok(request.do === 'refuse');
      assert.match(request.reason, words);
      assert.doesNotMatch(request.reason, /0123/);
    });
  }
});

describe('the help', () => {
  test('of each command has its usage and all its options in 120 columns', () => {
    for (const name of Object.keys(commandTable)) {
      const help = readHelp(`${name} --help`);
      assert.equal(readHelp(`help ${name}`), help);
      assert.ok(help.startsWith(`Usage: miniapp-deploy ${name} `), help);
      assert.ok(Math.max(...help.split('\n').map(({ length }) => length)) <= 120, name);
      assert.doesNotMatch(help, /undefined/);
      assert.match(readHelp('--help'), new RegExp(`^ {2}${name} +\\S`, 'm'));
    }
  });

  test('is asked for in short too, and the version is one line', () => {
    assert.deepEqual(read('-h'), read('--help'));
    assert.equal(readHelp('--version'), '1.2.3');
  });
});
