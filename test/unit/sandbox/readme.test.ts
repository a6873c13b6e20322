import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { choices } from '../../../sandbox/assumptions.ts';
import { helpText } from '../../../sandbox/command-line.ts';
import { createFaults } from '../../../sandbox/faults.ts';
import { setupMembers } from '../../../sandbox/settings.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const readme = readFileSync(join(root, 'sandbox', 'README.md'), 'utf8');

/** The rows of the table whose first column has this name, as they are written. */
function readRows(first: string): readonly (readonly string[])[] {
  const lines = readme.split('\n');
  const start = lines.findIndex((line) => new RegExp(`^\\| ${first} +\\|`).test(line));
  assert.ok(start > 0, `there is no table of ${first}`);
  const rest = lines.slice(start + 2);
  const rows = rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

test('every statement of the document names a test that exists', () => {
  const rows = readRows('statement');
  assert.ok(rows.length >= 40);
  for (const [statement, file = '', name = ''] of rows) {
    const code = readFileSync(join(root, 'test', 'integration', 'sandbox', file), 'utf8').replaceAll(/\(\s+/g, '(');
    assert.ok(
      ["'", '`'].some((quote) => code.includes(`test(${quote}${name}${quote}`)),
      `${statement}: "${name}"`,
    );
  }
});

test('every assumption is in the table with its values, in their order, and no other', () => {
  const expected = Object.entries(choices).map(([name, values]) => [`\`${name}\``, values.join(', ')]);
  assert.deepEqual(
    readRows('assumption').map(([name, values]) => [name, values]),
    expected,
  );
});

test('every flag of the help is in the table, and no other', () => {
  const flags = Array.from(helpText.matchAll(/^ {2}(--[^ ]+(?: [A-Z=]+)?)/gm), ([, flag]) => `\`${flag}\``);
  assert.deepEqual(
    readRows('flag').map(([flag]) => flag),
    flags,
  );
});

test('every member and kind of a fault is in its table, and every setting is named', () => {
  const { id: _id, calls: _calls, ...members } = createFaults().add({});
  assert.deepEqual(
    readRows('member').map(([name]) => name),
    Object.keys(members)
      .sort((one, other) => readme.indexOf(`| \`${one}\``) - readme.indexOf(`| \`${other}\``))
      .map((name) => `\`${name}\``),
  );
  const kinds = readFileSync(join(root, 'sandbox', 'faults.ts'), 'utf8').match(/const kinds = \[([^\]]*)\]/)?.[1] ?? '';
  assert.deepEqual(
    readRows('kind').map(([name]) => name),
    Array.from(kinds.matchAll(/'(\w+)'/g), ([, kind]) => `\`${kind}\``),
  );
  for (const name of setupMembers) assert.ok(readme.includes(`\`${name}\``), name);
});

test('every file of the sandbox is in the table of files, and no other', () => {
  const named = readRows('module').flatMap(([files = '']) => files.match(/[\w-]+\.(?:ts|js)/g) ?? []);
  const files = readdirSync(join(root, 'sandbox')).filter((name) => /\.(ts|js)$/.test(name));
  assert.deepEqual(named.toSorted(), files.toSorted());
});
