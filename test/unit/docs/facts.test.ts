import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxSends } from '../../../src/api/policy.ts';
import { maxCheckedBytes } from '../../../src/folder/text.ts';
import { walkLimits } from '../../../src/folder/walk.ts';
import { listOptions, optionTable } from '../../../src/terminal/options.ts';
import { listFiles, readText } from '../../support/repository.ts';

/** The options that a text names, such as `--json`. */
function listNamed(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(/(?<=`)--([a-z][a-z-]+)/g), ([, name = '']) => name))].sort();
}

test('docs/doctor.md has a row for each option of the doctor, and for no other', () => {
  const [, table = ''] = readText('docs/doctor.md').split('| option | meaning |');
  const [rows = ''] = table.split('\n\n');
  const others = ['quiet', 'help', 'version'];
  const options = listOptions('doctor').map(({ name }) => name);
  assert.deepEqual(listNamed(rows), options.filter((name) => !others.includes(name)).sort());
});

test('docs/command.md names no option that no command has', () => {
  const named = listNamed(readText('docs/command.md'));
  assert.ok(named.length > 5);
  assert.deepEqual(
    named.filter((name) => !optionTable.has(name)),
    [],
  );
});

test('no anchor stands twice on a page', () => {
  for (const page of [...listFiles('docs', '.md'), 'README.md', 'SECURITY.md', 'sandbox/README.md']) {
    const anchors = Array.from(readText(page).matchAll(/<a id="([\w-]+)">/g), ([, id]) => id);
    assert.deepEqual(
      anchors.filter((id, index) => anchors.indexOf(id) !== index),
      [],
      page,
    );
  }
});

test('the limits that pages name are those of the code', () => {
  const group = (number: number): string => number.toLocaleString('en');
  const mebibytes = `${maxCheckedBytes / 1024 ** 2} MiB`;
  for (const [page, text] of [
    ['README.md', `| files in the folder | ${group(walkLimits.files)} |`],
    ['docs/troubleshooting.md', `is larger than ${mebibytes} and was not checked`],
    ['docs/reliability.md', `**Sent again**, ${['one', 'two', 'three', 'four'][maxSends - 1]} times in all`],
  ] as const)
    assert.ok(readText(page).includes(text), `${page}: ${text}`);
});
