import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOptions, optionTable } from '../../../cli/options.ts';
import { action } from '../../../scripts/runner/environment.ts';
import { listFiles, readText } from '../../support/repository.ts';

/** The options that a text names, such as `--json`. */
function listNamed(text: string): readonly string[] {
  return [
    ...new Set(
      Array.from(
        text.matchAll(/(?<=`|`(?:page|arrange) .*)--([a-z][a-z-]+)/g),
        ([, name = '']) => name,
      ),
    ),
  ].sort();
}

test('docs/doctor.md has a row for each option of the doctor, and for no other', () => {
  const [, table = ''] = readText('docs/doctor.md').split('| option | meaning |');
  const [rows = ''] = table.split('\n\n');
  const others = ['quiet', 'help', 'version'];
  const options = listOptions('doctor').map(({ name }) => name);
  assert.deepEqual(listNamed(rows), options.filter((name) => !others.includes(name)).sort());
});

test('docs/command.md leads to each option of the commands, and to no other: inputs of the action, or named there or in docs/doctor.md', () => {
  const page = readText('docs/command.md');
  const [, onGithub = ''] = /takes\. (.*) are about GitHub/.exec(page) ?? [];
  const notOptions = [
    'command',
    'api-key',
    ...Array.from(onGithub.matchAll(/[a-z]+(?:-[a-z]+)*(?=`)/g), String),
  ];
  const inputs = Object.keys(action.inputs).filter((name) => !notOptions.includes(name));
  const led = new Set([
    ...inputs,
    ...listNamed(`${page}${readText('docs/doctor.md')}`),
    'help',
    'version',
  ]);
  assert.deepEqual([...led].sort(), [...optionTable.keys()].sort());
});

test('no anchor stands twice on a page', () => {
  for (const page of [
    ...listFiles('docs', '.md'),
    'README.md',
    'SECURITY.md',
    'sandbox/README.md',
  ]) {
    const anchors = Array.from(readText(page).matchAll(/<a id="([\w-]+)">/g), ([, id]) => id);
    assert.deepEqual(
      anchors.filter((id, index) => anchors.indexOf(id) !== index),
      [],
      page,
    );
  }
});

/** The number behind some code, such as `maxApps =`. */
function readNumber(file: string, before: string): number {
  const [, ...behind] = readText(file).split(`${before} `);
  const factors =
    behind.map((code) => /^[\d_]+(?: \* [\d_]+)*/.exec(code)?.[0]).find(Boolean) ?? '';
  assert.ok(factors !== '', `${file} has no number behind "${before}"`);
  return factors
    .split(' * ')
    .reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

/** Where a limit is, how many of it are one in words, and the pages that name it, `#`. */
const limits: readonly (readonly [
  file: string,
  before: string,
  one: number,
  ...pages: [page: string, text: string][],
])[] = [
  [
    'src/model/app.ts',
    'maxApps =',
    1,
    ['docs/reliability.md', '| apps per account | # |'],
    ['docs/troubleshooting.md', 'reached the limit of # apps'],
  ],
  [
    'sandbox/settings.ts',
    'rate: { changes:',
    1,
    ['docs/reliability.md', '| changes per minute | #;'],
    ['docs/reliability.md', 'allows # changes in a minute'],
  ],
  ['src/folder/walk.ts', 'files:', 1, ['docs/reliability.md', '| files in the folder | # |']],
  [
    'src/folder/text.ts',
    'maxCheckedBytes =',
    1024 ** 2,
    ['docs/troubleshooting.md', 'is larger than # MiB and was not checked'],
  ],
  [
    'src/api/transport.ts',
    'headersTimeoutMs:',
    1000,
    ['docs/reliability.md', 'does not send its headers within # s'],
  ],
  [
    'src/api/transport.ts',
    'totalTimeoutMs:',
    1000,
    ['docs/reliability.md', '| one request | # s, and 1 s for each 100 KB'],
  ],
  ['src/api/wire.ts', 'maxFiles =', 1, ['docs/reliability.md', 'more than # files']],
  ['src/api/wire.ts', 'maxListedApps =', 1, ['docs/reliability.md', 'a list of more than # apps']],
  ['src/api/error-body.ts', 'maxProblems =', 1, ['docs/reliability.md', 'the first # are read']],
  ['src/api/response/json-tokenizer.ts', 'maxValues =', 1, ['docs/reliability.md', '; # values |']],
  ['src/api/policy.ts', 'maxSends =', 1, ['docs/reliability.md', 'at most # times in all']],
  [
    'src/api/policy.ts',
    'defaultRetryWindowMs =',
    1000,
    ['docs/reliability.md', 'last one after a change, for # s'],
  ],
  [
    'src/api/policy.ts',
    'maxBackoffMs =',
    1000,
    ['docs/reliability.md', 'random delays that double up to # s'],
  ],
  [
    'src/api/policy.ts',
    'maxRetryAfterMs =',
    1000,
    ['docs/reliability.md', '`Retry-After` of more than # s'],
  ],
  [
    'src/commands/verify.ts',
    'maxReadLagMs =',
    1000,
    ['docs/reliability.md', 'it was sent at least # s after'],
  ],
  [
    'src/commands/verify.ts',
    'lastReadbackMs =',
    1000,
    ['docs/reliability.md', 'only if the read at # s'],
  ],
  [
    'src/report/summary.ts',
    'commentBudget: SizeBudget = { bytes:',
    1000,
    ['docs/reliability.md', 'KB, # KB; what is omitted is counted'],
  ],
  [
    'src/report/outputs.ts',
    'maxOutputText =',
    1,
    ['action.yml', 'Each text is cut at # characters'],
  ],
  ['src/report/outputs.ts', 'maxListedText =', 1, ['action.yml', 'Notes are cut at # characters']],
  [
    'src/commands/text-changes.ts',
    'maxLines =',
    1,
    ['docs/decisions/0006-content-comparison.md', 'at most # lines'],
  ],
];

test('the limits that pages name are those of the code', () => {
  for (const [file, before, one, ...pages] of limits) {
    const number = readNumber(file, before) / one;
    const texts = [number.toLocaleString('en'), ['', 'one', 'two', 'three', 'four'][number]];
    for (const [page, text] of pages) {
      // A line may break between two of the words.
      const words = readText(page).replaceAll(/\s+/g, ' ');
      const isThere = texts.some(
        (told) => told !== undefined && words.includes(text.replace('#', told)),
      );
      assert.ok(isThere, `${page} does not say "${text}" with the ${texts[0]} of ${file}`);
    }
  }
});
