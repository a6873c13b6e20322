import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transport } from '../../../src/api/transport.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { runCommand } from '../../support/fake-service/run.ts';
import { type FakeOptions, FakeService } from '../../support/fake-service/service.ts';

const read = 'GET /api/miniapps/tides';
const deploy = 'POST /api/miniapps/deploy';
const submit = 'POST /api/miniapps/tides/submit';
const replace = { onInReview: 'replace' } as const;
const otherFiles = { 'service.json': '{"name":"Tides"}', 'index.html': '<h1>Of somebody else</h1>' };

/** A service whose responses are rewritten, field by field. */
class RewritingService extends FakeService {
  readonly #rewrite: (name: string, value: unknown, path: string) => unknown;

  constructor(rewrite: (name: string, value: unknown, path: string) => unknown, options: Partial<FakeOptions> = {}) {
    super(options);
    this.#rewrite = rewrite;
  }

  override connect(...parts: Parameters<FakeService['connect']>): Transport {
    const transport = super.connect(...parts);
    return async (request, signal) => {
      const response = await transport(request, signal);
      if (response.body.kind !== 'json') return response;
      const text = JSON.stringify(response.body.value, (name, value) => this.#rewrite(name, value, request.path));
      return { ...response, body: { kind: 'json', value: JSON.parse(text) } };
    };
  }
}

/** A service that shows no times, and whose responses show the app as it was before the change. */
function openUndated(): FakeService {
  return new RewritingService((name, value) => (name.endsWith('_at') ? undefined : value), { answers: 'before' });
}

/** A service whose response to a submission shows the new times, and the draft that the app was. */
function openLateState(lagMs: number): FakeService {
  const rewrite = (name: string, value: unknown, path: string) =>
    name === 'status' && path.endsWith('/submit') ? 'draft' : value;
  return new RewritingService(rewrite, { answers: 'files', lag: () => lagMs });
}

describe('a response that shows the app as before, and no time', () => {
  for (const status of ['in_review', 'published']) {
    test(`is followed by a look where it says ${status}, which a deploy ends`, async () => {
      const service = openUndated();
      service.put('tides', { status });
      const { exitCode, outcome, facts } = await runCommand({ service, inputs: replace });
      assert.deepEqual([exitCode, outcome.kind], [0, 'deployed']);
      assert.deepEqual(service.requests, [read, deploy, read]);
      assert.equal(facts.app?.status, service.apps.get('tides')?.status);
      assert.notEqual(facts.app?.status, status);
    });
  }

  test('does not keep the warning back that the app was taken out of review', async () => {
    for (const inputs of [replace, { ...replace, submit: true }]) {
      const service = openUndated();
      service.put('tides', { status: 'in_review' });
      const { facts } = await runCommand({ service, inputs });
      assert.ok(facts.warnings.includes('The deploy took the app out of review.'), JSON.stringify(inputs));
    }
  });

  test('is enough for a draft', async () => {
    const service = openUndated();
    service.put('tides');
    const { outcome } = await runCommand({ service });
    assert.equal(outcome.kind, 'deployed');
    assert.deepEqual(service.requests, [read, deploy]);
  });
});

describe('a submission whose response shows a later time, and the app as the draft that it was', () => {
  for (const lagMs of [0, 5_000]) {
    test(`is followed by a look that shows the state, also where reads lag ${lagMs} ms`, async () => {
      const service = openLateState(lagMs);
      service.put('tides', { files: toWireFiles(makeFiles()) });
      const { exitCode, facts } = await runCommand({ service, inputs: { submit: true } });
      assert.deepEqual([exitCode, facts.submitted, facts.app?.status], [0, true, 'in_review']);
      assert.deepEqual(service.requests, [read, submit, ...Array<string>(lagMs === 0 ? 1 : 4).fill(read)]);
    });
  }
});

describe('a result that could not be verified', () => {
  test("is reported with the state of the last look: somebody else's files are in review", async () => {
    const service = new FakeService();
    service.put('tides', { files: toWireFiles(makeFiles()) });
    service.onRequest = (number) => {
      if (number === 1) service.replace('tides', otherFiles);
    };
    const { outcome, facts } = await runCommand({ service, inputs: { submit: true } });
    assert.deepEqual(service.requests, [read, submit, read, read, read, read]);
    assert.deepEqual([outcome.kind, facts.submitted, facts.app?.status], ['unknown', false, 'in_review']);
  });

  test('is reported without a state where somebody else deleted the app', async () => {
    const service = new FakeService({ answers: 'appless' });
    service.put('tides');
    service.onRequest = (number) => {
      if (number === 2) service.remove('tides');
    };
    const { outcome, facts } = await runCommand({ service });
    assert.deepEqual([outcome.kind, facts.app], ['unknown', null]);
  });

  test('keeps the state before after a 202: no look is fresh then', async () => {
    const service = new FakeService({ pendingMs: 600_000 });
    service.put('tides');
    service.onRequest = (number) => {
      if (number === 2) service.submit('tides');
    };
    const { outcome, facts } = await runCommand({ service });
    assert.deepEqual([outcome.kind, facts.app?.status], ['unknown', 'draft']);
  });
});
