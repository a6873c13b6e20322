import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toChangeTable } from '../../../src/report/tables.ts';
import { type Given, makeApp, makeReport } from './sample.ts';

describe('the table of changes is called', () => {
  const app = makeApp({ slug: 'tides', status: 'draft' });
  const rows: readonly (readonly [title: string, given: Given])[] = [
    ['What changed', { app, done: ['deploy'] }],
    ['What differed from the draft before this run', { app, unresolved: 'deploy' }],
    ['What the app would have', { app: null }],
    ['What differs from the draft', { app }],
  ];
  for (const [title, given] of rows) {
    test(`the table of changes is called "${title}"`, () => {
      const report = makeReport({
        outcome: 'planned',
        plan: null,
        changes: [{ path: 'a.css', kind: 'added', bytesBefore: null, bytesAfter: 7 }],
        ...given,
      });
      const table = toChangeTable(report);
      assert.deepEqual([table.title, table.rows.length], [`${title}: 1 file`, 1]);
    });
  }
});

test('the table of changes begins with the largest files, before or after the change', () => {
  const changes = [
    { path: 'small.css', kind: 'added', bytesBefore: null, bytesAfter: 7 },
    { path: 'removed.png', kind: 'removed', bytesBefore: 900, bytesAfter: null },
    { path: 'grown.js', kind: 'changed', bytesBefore: 8, bytesAfter: 800 },
    { path: 'shrunk.js', kind: 'changed', bytesBefore: 850, bytesAfter: 9 },
  ] as const;
  const { rows } = toChangeTable(makeReport({ changes }));
  const names = rows.flatMap(([cell]) => (typeof cell === 'object' ? cell.names : []));
  assert.deepEqual(names, ['removed.png', 'shrunk.js', 'grown.js', 'small.css']);
});
