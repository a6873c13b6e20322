import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandTable, optionWords, readArguments, refusedOptions } from '../../src/arguments.ts';
import { listInputs } from '../../src/inputs.ts';

function read(...args: readonly string[]) {
  return readArguments(args, '1.2.3');
}

/** The texts that a command hands on as inputs. */
function readValues(...args: readonly string[]) {
  const request = read(...args);
  assert.ok(request.do === 'run', JSON.stringify(request));
  return request.values;
}

function readRefusal(...args: readonly string[]): string {
  const request = read(...args);
  assert.ok(request.do === 'refuse', JSON.stringify(request));
  return request.reason;
}

describe('the options', () => {
  test('are the inputs, each of which is an option of some command or refused with a reason', () => {
    const names = listInputs().map(({ name }) => name);
    assert.deepEqual([...Object.keys(optionWords), ...Object.keys(refusedOptions)].sort(), names.toSorted());
    for (const name of Object.keys(optionWords)) {
      const helps = Object.keys(commandTable).map((command) => read(command, '--help'));
      assert.ok(
        helps.some((help) => help.do === 'print' && help.text.includes(`--${name}`)),
        name,
      );
    }
  });

  test('that are flags take no value, and those that take one say so', () => {
    for (const { name, kind } of listInputs().filter((input) => Object.hasOwn(optionWords, input.name))) {
      assert.equal(optionWords[name]?.[0] === '', kind === 'boolean', name);
    }
  });

  test('are handed on as inputs take them', () => {
    const args = ['app', '--slug', ' tides ', '--submit', '--include', 'a', '--include=b', '--on-in-review', 'skip'];
    assert.deepEqual(readValues('deploy', ...args), {
      folder: 'app',
      slug: 'tides',
      submit: 'true',
      include: 'a\nb',
      'on-in-review': 'skip',
      command: 'deploy',
    });
    assert.deepEqual(readValues('plan', '--folder', 'app'), { folder: 'app', 'dry-run': 'true', command: 'deploy' });
    assert.deepEqual(readValues('check'), { folder: '.', 'dry-run': 'true', command: 'deploy' });
    assert.deepEqual(readValues('list'), { folder: '', command: 'list' });
  });

  test('of one command are refused by the others', () => {
    assert.match(
      readRefusal('list', '--slug', 'tides'),
      /"list" has no option --slug\.\nSee: miniapp-deploy list --help/,
    );
    assert.match(readRefusal('check', '--base-url', 'https://a.example'), /no option --base-url/);
    assert.match(readRefusal('plan', 'app', '--dry-run'), /no option --dry-run/);
  });

  test('of GitHub do not exist, and say why', () => {
    for (const name of ['comment', 'github-token=x', 'on-stale=fail']) {
      assert.match(readRefusal('deploy', `--${name}`), /exists? only in GitHub Actions/);
    }
  });
});

describe('wrong arguments', () => {
  test('are refused without a value in the words, which may be a key', () => {
    const key = 'Key-0123456789';
    const lines = [
      ['deploy', '--api-key', key],
      ['deploy', `--api-key=${key}`],
      ['--api-key', key, '--help'],
      ['deploy', '--key', key],
      ['deploy', `--token=${key}`],
      ['deploy', '--submit=Key-0123456789'],
      ['status', key],
      ['deploy', 'app', key],
      ['deploy', 'app', '--folder', key],
      [key],
    ];
    for (const line of lines) assert.doesNotMatch(readRefusal(...line), /0123/, line.join(' '));
  });

  test('are named in one sentence, with the way to the help', () => {
    assert.equal(readRefusal('foo'), 'There is no such command: foo.\nSee: miniapp-deploy --help');
    assert.equal(readRefusal('deploy', '--nope'), "Unknown option '--nope'.\nSee: miniapp-deploy --help");
    assert.equal(
      readRefusal('deploy', '--slug'),
      "Option '--slug <value>' argument missing.\nSee: miniapp-deploy --help",
    );
    assert.match(readRefusal(), /^No command is given\./);
    assert.match(readRefusal('toString'), /^There is no such command/);
  });
});

describe('the help', () => {
  test('of each command has its usage and all its options in 120 columns', () => {
    for (const name of Object.keys(commandTable)) {
      const help = read(name, '--help');
      assert.ok(help.do === 'print');
      assert.deepEqual(read('help', name), help);
      assert.ok(help.text.startsWith(`Usage: miniapp-deploy ${name} `), help.text);
      for (const line of help.text.split('\n')) assert.ok(line.length <= 120, line);
      assert.doesNotMatch(help.text, /undefined/);
    }
  });

  test('without a command has all commands; the version is one line', () => {
    const help = read('--help');
    assert.ok(help.do === 'print');
    for (const name of Object.keys(commandTable)) assert.match(help.text, new RegExp(`^ {2}${name} +\\S`, 'm'));
    assert.deepEqual(read('-h'), help);
    assert.deepEqual(read('--version'), { do: 'print', text: '1.2.3' });
  });
});
