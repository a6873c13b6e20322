import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Inputs } from '../../../src/inputs.ts';
import { runCommand } from '../../support/fake-service/run.ts';
import { FakeService } from '../../support/fake-service/service.ts';

const read = 'GET /api/miniapps/tides';
const send = 'DELETE /api/miniapps/tides';

async function deleteTides(service: FakeService, inputs: Partial<Inputs> = {}) {
  const ended = await runCommand({ service, inputs: { ...inputs, command: 'delete' } });
  return { ...ended, kind: ended.outcome.kind };
}

describe('delete', () => {
  for (const answers of ['wrapped', 'empty'] as const) {
    test(`is proven by the app being gone (${answers})`, async () => {
      const service = new FakeService({ answers });
      service.put('tides', { status: 'published' });
      const { kind, facts, exitCode, lines } = await deleteTides(service);
      assert.deepEqual([service.requests, kind, exitCode], [[read, send, read], 'deleted', 0]);
      assert.deepEqual([facts.app, facts.statusBefore, facts.changed], [null, 'published', true]);
      assert.deepEqual(lines, ['# Delete', 'deleted: tides is gone']);
    });
  }

  test('that the service only says yes to is not green', async () => {
    const service = new FakeService();
    service.put('tides');
    const ended = await runCommand({ service, inputs: { command: 'delete' } }, ({ ports }) => {
      const deleteApp = async () => ({ app: null, lost: null });
      Object.assign(ports, { client: { ...ports.client, deleteApp } });
    });
    assert.deepEqual([ended.outcome.kind, ended.exitCode, ended.facts.app?.status], ['unknown', 1, 'draft']);
  });

  test('that is lost is proven by the app being gone', async () => {
    const service = new FakeService();
    service.put('tides');
    service.faults = [null, { kind: 'timeout', when: 'after' }];
    const { kind } = await deleteTides(service);
    assert.deepEqual([service.requests, kind], [[read, send, read], 'deleted']);
  });

  test('that shows the deleted app in its answer is proven by a read', async () => {
    const service = new FakeService();
    service.put('tides');
    const ended = await runCommand({ service, inputs: { command: 'delete' } }, ({ ports }) => {
      const { client } = ports;
      const deleteApp = async (slug: string) => {
        const app = await client.readApp(slug);
        return { ...(await client.deleteApp(slug)), app };
      };
      Object.assign(ports, { client: { ...client, deleteApp } });
    });
    assert.equal(ended.outcome.kind, 'deleted');
    assert.equal(service.requests.at(-1), read);
  });

  for (const dryRun of [false, true]) {
    test(`of an app that is not there fails: it may be somebody else's${dryRun ? ', in a dry run too' : ''}`, async () => {
      const service = new FakeService();
      const { outcome, facts, exitCode } = await deleteTides(service, { dryRun });
      assert.deepEqual([service.requests, exitCode, facts.changed], [[read], 1, false]);
      assert.ok(outcome.kind === 'failed' && outcome.failure.code === 'app_missing');
    });
  }

  test('only plans in a dry run', async () => {
    const service = new FakeService();
    service.put('tides');
    const planned = { kind: 'planned', plan: { do: 'delete' } };
    assert.deepEqual((await deleteTides(service, { dryRun: true })).outcome, planned);
    assert.deepEqual([service.requests, service.apps.size], [[read], 1]);
  });
});
