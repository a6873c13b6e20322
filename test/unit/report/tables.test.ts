import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Facts } from '../../../src/api/wait.ts';
import { toChangeTable } from '../../../src/report/tables.ts';
import { makeApp, makeReport } from './sample.ts';

describe('the table of changes is called', () => {
  const app = makeApp({ slug: 'tides', status: 'draft' });
  const rows: readonly (readonly [title: string, facts: Partial<Facts>])[] = [
    ['What changed', { app, changed: true }],
    ['What differed from the draft before this run', { app, isUnconfirmed: true }],
    ['What the app would have', { app: null }],
    ['What differs from the draft', { app }],
  ];
  for (const [title, facts] of rows) {
    test(`the table of changes is called "${title}"`, () => {
      const report = makeReport({
        outcome: { kind: 'planned', plan: null },
        facts: {
          changes: [{ path: 'a.css', kind: 'added', bytesBefore: null, bytesAfter: 7 }],
          ...facts,
        },
      });
      const table = toChangeTable(report.facts);
      assert.deepEqual([table.title, table.rows.length], [`${title}: 1 file`, 1]);
    });
  }
});
