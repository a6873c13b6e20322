import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands, takesFolder } from '../../src/inputs.ts';
import type { Outcome } from '../../src/outcome.ts';
import { toExitCode } from '../../src/run.ts';
import { runCommand } from '../support/fake-service/run.ts';
import { FakeService } from '../support/fake-service/service.ts';

describe('run', () => {
  const kinds = {
    deploy: 'deployed',
    status: 'read',
    submit: 'submitted',
    create: 'rejected',
    update: 'updated',
    delete: 'deleted',
    list: 'listed',
  } as const;
  for (const command of commands) {
    test(`knows the command ${command}`, async () => {
      const service = new FakeService();
      service.put('tides');
      assert.equal((await runCommand({ service, inputs: { command } })).outcome.kind, kinds[command]);
    });

    test(`asks the service for nothing without a key on a pull request from a fork (${command})`, async () => {
      const service = new FakeService();
      const { outcome, facts, exitCode } = await runCommand({
        service,
        inputs: { command, apiKey: null },
        fromFork: true,
      });
      assert.deepEqual(service.requests, []);
      assert.ok('skipReason' in outcome && outcome.skipReason === 'fork');
      const rest = takesFolder(command) ? 'the folder is checked, and nothing is sent' : 'nothing is done';
      assert.deepEqual([exitCode, facts.notices], [0, [`A pull request from a fork gets no secrets: ${rest}.`]]);
    });
  }

  for (const command of commands) {
    const warns = command === 'create' || command === 'update';
    test(`${warns ? 'warns' : 'does not warn'} that submit: true does nothing (${command})`, async () => {
      const service = new FakeService();
      if (command !== 'create') service.put('tides');
      const { facts, exitCode } = await runCommand({ service, inputs: { command, submit: true } });
      const warning = `submit: true does nothing with ${command}: only deploy and submit send for review.`;
      assert.deepEqual([facts.warnings, exitCode], [warns ? [warning] : [], 0]);
    });
  }

  test('turns whatever is thrown into an outcome, and keeps what was proven by then', async () => {
    const service = new FakeService();
    service.put('tides');
    const { outcome, facts, exitCode } = await runCommand({ service }, ({ ports }) => {
      Object.assign(ports.client, {
        deployApp: () => {
          throw new TypeError('a bug');
        },
      });
    });
    assert.ok(outcome.kind === 'failed' && outcome.failure.code === 'bug');
    assert.deepEqual([facts.app?.status, facts.changed, exitCode], ['draft', false, 1]);
  });
});

describe('toExitCode', () => {
  const failure = { code: 'x', message: 'x', next: 'x' };
  const good = ['deployed', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read', 'unchanged', 'planned'];
  const outcomes: readonly (readonly [Outcome, 0 | 1])[] = [
    ...good.map((kind) => [{ kind } as Outcome, 0] as const),
    [{ kind: 'skipped', skipReason: 'stale' }, 0],
    [{ kind: 'rejected', failure }, 1],
    [{ kind: 'failed', failure }, 1],
    [{ kind: 'unknown', failure }, 1],
  ];
  for (const [outcome, expected] of outcomes) {
    test(`${outcome.kind} ends with ${expected}, and with 1 after a verdict that is a no`, () => {
      assert.equal(toExitCode(outcome, { verdict: null }), expected);
      assert.equal(toExitCode(outcome, { verdict: 'approved' }), expected);
      assert.equal(toExitCode(outcome, { verdict: 'refused' }), 1);
    });
  }
});
