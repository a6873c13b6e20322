import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionWords, readArguments, refusedOptions } from '../../src/arguments.ts';
import { listInputs } from '../../src/inputs.ts';
import { compareWithFile } from '../support/snapshot.ts';

const read = (args: readonly string[]) => readArguments(args, '1.2.3');

test('the options are the inputs, each of which is an option of some command or refused with a reason', () => {
  const inputs = listInputs();
  const taken = [...Object.keys(optionWords), ...Object.keys(refusedOptions)];
  assert.deepEqual(taken.sort(), inputs.map(({ name }) => name).sort());
  for (const { name, kind } of inputs.filter((input) => Object.hasOwn(optionWords, input.name))) {
    assert.equal(optionWords[name]?.[0] === '', kind === 'boolean', `${name} takes no value`);
  }
});

for (const [args, values] of [
  ['deploy app --submit --include a --include=b'.split(' '), { folder: 'app', submit: 'true', include: 'a\nb' }],
  [['plan', '--folder', 'app'], { folder: 'app', 'dry-run': 'true', command: 'deploy' }],
  [['check'], { folder: '.', 'dry-run': 'true', command: 'deploy' }],
  [['list'], { folder: '', command: 'list' }],
  [['status', '--slug', ' tides '], { slug: 'tides' }],
] as const) {
  test(`options are handed on as inputs take them: ${args.join(' ')}`, () => {
    assert.partialDeepStrictEqual(read(args), { values });
  });
}

test('help is asked for in other forms too', () => {
  assert.deepEqual(read(['-h']), read(['--help']));
  assert.deepEqual(read(['help', 'plan']), read(['plan', '--help']));
});

const key = 'Key-0123456789';
const lines = [
  ...['--help', '--version', 'check --help', 'deploy --help', 'delete --help'],
  ...['list --slug tides', 'plan app --dry-run', 'deploy --on-stale=fail', 'deploy --github-token=x', 'deploy --slug'],
  ...[`deploy --api-key ${key}`, `deploy --api-key=${key}`, `--api-key ${key} --help`, `deploy --token=${key}`],
  ...[`deploy --submit=${key}`, `status ${key}`, `deploy app --folder ${key}`, key, 'foo', 'toString', ''],
];

test('snapshots/command-line.md shows the help, and what is said of wrong arguments: no value, which may be a key', () => {
  const parts = lines.map((line) => {
    const request = read(line.split(' ').filter((argument) => argument !== ''));
    assert.ok(request.do !== 'run', line);
    const text = request.do === 'print' ? request.text : request.reason;
    assert.doesNotMatch(text, /0123|undefined/);
    return `# miniapp-deploy ${line}\n\n${text}`.trimEnd().replaceAll(/\n(?=.)/g, '\n    ');
  });
  compareWithFile('test/unit/snapshots/command-line.md', parts.join('\n\n'));
});
