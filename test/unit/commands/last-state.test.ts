import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transport, WireRequest } from '../../../src/api/transport.ts';
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
  readonly #rewrite: (name: string, value: unknown, request: WireRequest) => unknown;

  constructor(
    rewrite: (name: string, value: unknown, request: WireRequest) => unknown,
    options: Partial<FakeOptions> = {},
  ) {
    super(options);
    this.#rewrite = rewrite;
  }

  override connect(...parts: Parameters<FakeService['connect']>): Transport {
    const transport = super.connect(...parts);
    return async (request, signal) => {
      const response = await transport(request, signal);
      if (response.body.kind !== 'json') return response;
      const text = JSON.stringify(response.body.value, (name, value) => this.#rewrite(name, value, request));
      return { ...response, body: { kind: 'json', value: JSON.parse(text) } };
    };
  }
}

/** A service that shows no times, and whose responses show the app as it was before the change. */
function openUndated(): FakeService {
  return new RewritingService((name, value) => (name.endsWith('_at') ? undefined : value), { answers: 'before' });
}

/** A service whose responses to changes show all that is new but the state. */
function openLateState(status: string, lagMs: number): FakeService {
  return new RewritingService((name, value, { method }) => (name === 'status' && method !== 'GET' ? status : value), {
    answers: 'files',
    lag: () => lagMs,
  });
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

  test('is enough where the same content is forced, which need not end a publication', async () => {
    const service = openUndated();
    service.put('tides', { status: 'published', files: toWireFiles(makeFiles()) });
    const { outcome } = await runCommand({ service, inputs: { force: true } });
    assert.equal(outcome.kind, 'deployed');
    assert.deepEqual(service.requests, [read, deploy]);
  });

  test('is enough for a draft', async () => {
    const service = openUndated();
    service.put('tides');
    const { outcome } = await runCommand({ service });
    assert.equal(outcome.kind, 'deployed');
    assert.deepEqual(service.requests, [read, deploy]);
  });
});

describe('a response that shows all that is new but the state', () => {
  for (const lagMs of [0, 5_000]) {
    const looks = Array<string>(lagMs === 0 ? 1 : 4).fill(read);

    test(`is followed by a look after a submission where it shows a draft and reads lag ${lagMs} ms`, async () => {
      const service = openLateState('draft', lagMs);
      service.put('tides', { files: toWireFiles(makeFiles()) });
      const { exitCode, facts } = await runCommand({ service, inputs: { submit: true } });
      assert.deepEqual([exitCode, facts.submitted, facts.app?.status], [0, true, 'in_review']);
      assert.deepEqual(service.requests, [read, submit, ...looks]);
    });

    for (const [command, change] of Object.entries({ deploy, update: 'PATCH /api/miniapps/tides' })) {
      test(`is followed by a look after the ${command} where it shows a review and reads lag ${lagMs} ms`, async () => {
        const service = openLateState('in_review', lagMs);
        service.put('tides', { status: 'in_review' });
        const inputs = { ...replace, command: command === 'update' ? 'update' : 'deploy' } as const;
        const { exitCode, facts } = await runCommand({ service, inputs });
        assert.deepEqual([exitCode, facts.changed, facts.app?.status], [0, true, 'draft']);
        assert.ok(facts.warnings.includes(`The ${command} took the app out of review.`));
        assert.deepEqual(service.requests, [read, change, ...looks]);
      });
    }
  }
});

test("a look for the state that finds somebody else's content leaves the result unknown", async () => {
  const service = openLateState('in_review', 0);
  service.put('tides', { status: 'in_review' });
  service.onRequest = (number) => {
    if (number === 2) service.replace('tides', otherFiles);
  };
  const { outcome, facts } = await runCommand({ service, inputs: replace });
  assert.deepEqual([outcome.kind, facts.app?.status], ['unknown', 'draft']);
  assert.deepEqual(service.requests, [read, deploy, read, read, read, read]);
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
