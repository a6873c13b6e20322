import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../sandbox/service/faults.ts';
import { assumed, toChanges } from './assumed.ts';
import { concurrency, type DeployedState, openDeployed, slug, type With } from './stage.ts';

/** A withdrawal, and how it ends. */
interface Withdrawal {
  /** The state of the app before; in review by default. */
  readonly app?: DeployedState;
  readonly inputs?: With;
  readonly fault?: Partial<Fault>;
  readonly asked: string;
  readonly outcome: string;
  readonly code?: string;
  /** The state of the app after the run. */
  readonly becomes: string;
}

const rows: Readonly<Record<string, Withdrawal>> = {
  'an app in review becomes a draft again': {
    asked: 'read, update, read',
    outcome: 'withdrawn',
    becomes: 'draft',
  },
  'an app that is not in review is not changed': {
    app: 'published',
    asked: 'read',
    outcome: 'unchanged',
    becomes: 'published',
  },
  'a dry run only plans it': {
    inputs: { 'dry-run': 'true' },
    asked: 'read',
    outcome: 'planned',
    becomes: 'in_review',
  },
  'without confirm nothing is asked': {
    inputs: { confirm: '' },
    asked: '',
    outcome: 'failed',
    code: 'invalid_inputs',
    becomes: 'in_review',
  },
  'a service whose reads lag is read until the status is another one': {
    fault: { kind: 'stale', skip: 1, times: 2 },
    asked: 'read, update, read, read, read',
    outcome: 'withdrawn',
    becomes: 'draft',
  },
  'a response that is lost counts if a read shows another status': {
    fault: { kind: 'reset', method: 'PATCH', when: 'after' },
    asked: 'read, update lost, read',
    outcome: 'withdrawn',
    becomes: 'draft',
  },
  'a service that refuses it leaves the app in review': {
    fault: { kind: 'error', method: 'PATCH', status: 403 },
    asked: 'read, update 403',
    outcome: 'failed',
    code: 'forbidden',
    becomes: 'in_review',
  },
  'a conflict is no success': {
    fault: { kind: 'error', method: 'PATCH', status: 409 },
    asked: 'read, update 409',
    outcome: 'rejected',
    code: 'conflict',
    becomes: 'in_review',
  },
  'a service that accepts it and stays in review is unknown': {
    fault: { kind: 'stale', skip: 1, times: null },
    asked: 'read, update, read, read, read, read, read, read',
    outcome: 'unknown',
    code: 'unverified',
    becomes: 'draft',
  },
};

describe('withdraw:', { concurrency }, () => {
  for (const [name, row] of Object.entries(rows)) {
    test(name, async () => {
      const faults = row.fault === undefined ? [] : [row.fault];
      await using stage = await openDeployed(row.app ?? 'in_review', { faults });
      const draft = stage.sandbox.store.find(slug)?.draft;
      const result = await stage.run({
        command: 'withdraw',
        folder: '',
        confirm: slug,
        ...row.inputs,
      });
      const { outputs, asked, code, exitCode, output } = result;
      if (assumed === null) assert.equal(asked, row.asked, output);
      else assert.equal(toChanges(asked), toChanges(row.asked), output);
      assert.deepEqual([outputs['outcome'], code], [row.outcome, row.code ?? null], output);
      assert.equal(exitCode, row.code === undefined ? 0 : 1);
      assert.equal(outputs['changed'], 'false');
      const app = stage.sandbox.store.find(slug);
      assert.equal(app?.status, row.becomes);
      assert.deepEqual(app?.draft, draft, 'the draft stays as it is');
    });
  }
});
