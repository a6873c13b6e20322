import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { switches } from '../../../sandbox/assumptions.ts';
import { helpText } from '../../../sandbox/command-line.ts';
import { createFaults, faultKinds } from '../../../sandbox/faults.ts';
import { setupMembers } from '../../../sandbox/settings.ts';
import { readTable, readText, root } from '../../support/repository.ts';

const page = 'sandbox/README.md';
const readme = readText(page);

test('every assumption is in the table with its values, in their order, and no other', () => {
  const expected = Object.entries(switches).map(([name, { values, about }]) => [name, values.join(', '), about]);
  assert.deepEqual(readTable(page, ['assumption', 'values', 'about']), expected);
});

test('every flag of the help is in the table, and no other', () => {
  const flags = Array.from(helpText.matchAll(/^ {2}(--[^ ]+(?: [A-Z=]+)?)/gm), ([, flag]) => flag);
  assert.deepEqual(
    readTable(page, ['flag', 'meaning']).map(([flag]) => flag),
    flags,
  );
});

test('every member and kind of a fault is in its table, and every setting is named', () => {
  const { id: _id, calls: _calls, until: _until, ...members } = createFaults(() => 0).add({});
  assert.deepEqual(
    readTable(page, ['member', 'meaning']).map(([name]) => name),
    Object.keys(members).sort((one, other) => readme.indexOf(`| \`${one}\``) - readme.indexOf(`| \`${other}\``)),
  );
  assert.deepEqual(
    readTable(page, ['kind', 'what happens']).map(([name]) => name),
    faultKinds,
  );
  for (const name of setupMembers) assert.ok(readme.includes(`\`${name}\``), name);
});

test('every file of the sandbox is in the table of files, and no other', () => {
  const named = readTable(page, ['module', 'decision']).flatMap(
    ([files = '']) => files.match(/[\w-]+\.(?:ts|js)/g) ?? [],
  );
  const files = readdirSync(join(root, 'sandbox')).filter((name) => /\.(ts|js)$/.test(name));
  assert.deepEqual(named.toSorted(), files.toSorted());
});
