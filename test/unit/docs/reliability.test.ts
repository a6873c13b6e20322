import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable, readText } from '../../support/repository.ts';

const rows = readTable('docs/reliability.md', ['fault', 'what the action does', 'test file', 'test']);

test('every fault in the table names a test that exists, in the file that it names', () => {
  for (const [fault, , file, name = ''] of rows) {
    const code = readText(`test/${file}`).replaceAll("\\'", "'");
    // As the title of a test, or as a row of a table whose rows are tests.
    const quoted = ["'", '"', '`'].flatMap((quote) => [`(${quote}${name}${quote}`, `${quote}${name}${quote}: {`]);
    assert.ok(
      quoted.some((start) => code.replaceAll(/\(\s+/g, '(').includes(start)),
      `${fault}: ${file} has no test "${name}"`,
    );
  }
});

test('no fault stands in the table twice', () => {
  const faults = rows.map(([fault]) => fault);
  assert.deepEqual(faults, [...new Set(faults)]);
});
