import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFailure } from '../../../src/action-error.ts';
import { endByPlan } from '../../../src/commands/prepare.ts';
import { type Plan, RunState } from '../../../src/outcome.ts';
import { showTides } from '../../support/fake-service/app.ts';

const app = showTides({ status: 'draft' });
const change = { path: 'index.html', kind: 'changed', bytesBefore: 1, bytesAfter: 2 } as const;
const deploys = { do: 'change', steps: ['deploy', 'submit'] } as const;

const rows: readonly (readonly [Plan, changed: number | null, exists: boolean, line: string])[] = [
  [deploys, 1, true, 'Plan: send deploy, submit, 1 file differs'],
  [deploys, 0, true, 'Plan: send deploy, submit, 0 files differ'],
  [deploys, null, true, 'Plan: send deploy, submit, its files were not compared'],
  [{ do: 'change', steps: ['create', 'deploy'] }, null, false, 'Plan: send create, deploy, the app does not exist'],
  [{ do: 'nothing', why: 'unchanged' }, 0, true, 'Plan: send nothing, unchanged'],
  [{ do: 'nothing', why: 'in_review' }, 0, true, 'Plan: send nothing, in_review'],
  [{ do: 'skip' }, 1, true, 'Plan: send nothing, the app is in review and on-in-review is skip'],
  [{ do: 'refuse', failure: toFailure(new Error('no')) }, 1, true, 'Plan: stop, bug'],
];

for (const [plan, changed, exists, line] of rows) {
  test(`the debug log says "${line}"`, () => {
    const state = new RunState('tides');
    if (exists) state.updateApp(app);
    state.update({ changes: changed === null ? null : Array(changed).fill(change) });
    const lines: string[] = [];
    const log = {
      info: () => undefined,
      debug: (text: string) => lines.push(text),
      group: () => undefined,
    };
    endByPlan(plan, { slug: 'tides', dryRun: true }, { state, log });
    assert.deepEqual(lines, [line]);
  });
}
