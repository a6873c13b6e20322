import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transport, WireRequest } from '../../../src/api/transport.ts';
import type { Inputs } from '../../../src/inputs.ts';
import { makeFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { runCommand } from '../../support/fake-service/run.ts';
import { play, type Scene } from '../../support/fake-service/scene.ts';
import { type FakeOptions, FakeService } from '../../support/fake-service/service.ts';

const read = 'GET /api/miniapps/tides';
const deploy = 'POST /api/miniapps/deploy';
const submit = 'POST /api/miniapps/tides/submit';
const replace = { onInReview: 'replace' } as const;
const same = { files: toWireFiles(makeFiles()) };

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

type Changed = Partial<Parameters<FakeService['put']>[1]>;

/** Runs a deploy, or what is given, on an app in this state. */
async function runOn(service: FakeService, app: Changed, inputs: Partial<Inputs> = {}) {
  service.put('tides', app);
  const ended = await runCommand({ service, inputs });
  return { ...ended, kind: ended.outcome.kind, status: ended.facts.app?.status };
}

describe('a response that shows the app as before, and no time', () => {
  for (const status of ['in_review', 'published']) {
    test(`is followed by a look where it says ${status}, which a deploy ends`, async () => {
      const service = openUndated();
      const ended = await runOn(service, { status }, replace);
      const now = service.apps.get('tides')?.status;
      assert.deepEqual([ended.exitCode, ended.kind, ended.status], [0, 'deployed', now]);
      assert.deepEqual(service.requests, [read, deploy, read]);
      assert.notEqual(now, status);
    });
  }

  test('does not keep the warning back that the app was taken out of review', async () => {
    for (const submits of [false, true]) {
      const { facts } = await runOn(openUndated(), { status: 'in_review' }, { ...replace, submit: submits });
      assert.ok(facts.warnings.includes('The deploy took the app out of review.'), String(submits));
    }
  });

  for (const [name, app, inputs] of [
    ['the same content is forced, which need not end a publication', { status: 'published', ...same }, { force: true }],
    ['the app is a draft', {}, {}],
  ] as const) {
    test(`is enough where ${name}`, async () => {
      const service = openUndated();
      assert.equal((await runOn(service, app, inputs)).kind, 'deployed');
      assert.deepEqual(service.requests, [read, deploy]);
    });
  }
});

describe('a response that shows all that is new but the state', () => {
  for (const lagMs of [0, 5_000]) {
    const looks = Array<string>(lagMs === 0 ? 1 : 4).fill(read);

    test(`is followed by a look after a submission where it shows a draft and reads lag ${lagMs} ms`, async () => {
      const service = openLateState('draft', lagMs);
      const { exitCode, facts, status } = await runOn(service, same, { submit: true });
      assert.deepEqual([exitCode, facts.submitted, status], [0, true, 'in_review']);
      assert.deepEqual(service.requests, [read, submit, ...looks]);
    });

    for (const [command, request] of [
      ['deploy', deploy],
      ['update', 'PATCH /api/miniapps/tides'],
    ] as const) {
      test(`is followed by a look after the ${command} where it shows a review and reads lag ${lagMs} ms`, async () => {
        const service = openLateState('in_review', lagMs);
        const { exitCode, facts, status } = await runOn(service, { status: 'in_review' }, { ...replace, command });
        assert.deepEqual([exitCode, facts.changed, status], [0, true, 'draft']);
        assert.ok(facts.warnings.includes(`The ${command} took the app out of review.`));
        assert.deepEqual(service.requests, [read, request, ...looks]);
      });
    }
  }
});

const theirs = { 'service.json': '{"name":"Tides"}', 'index.html': '<h1>Of somebody else</h1>' };

describe('a result that could not be verified is reported', () => {
  test("with the state of somebody else's content, found by a look for the state", async () => {
    const service = openLateState('in_review', 0);
    service.onRequest = (number) => number === 2 && service.replace('tides', theirs);
    const ended = await runOn(service, { status: 'in_review' }, replace);
    assert.deepEqual([ended.kind, ended.status], ['unknown', 'draft']);
    assert.deepEqual(service.requests, [read, deploy, read, read, read, read]);
  });

  for (const [name, status, requests, scene] of [
    [
      "with the state of the last look: somebody else's files are in review",
      'in_review',
      'read submit read read read read',
      { app: same, inputs: { submit: true }, before: { 1: (service) => service.replace('tides', theirs) } },
    ],
    [
      'without a state where somebody else deleted the app',
      undefined,
      'read deploy read read read read',
      { options: { answers: 'appless' }, before: { 2: (service) => service.remove('tides') } },
    ],
    [
      'with the state before after a 202: no look is fresh then',
      'draft',
      `read deploy${' read'.repeat(12)}`,
      { options: { pendingMs: 600_000 }, before: { 2: (service) => service.submit('tides') } },
    ],
  ] satisfies readonly (readonly [string, string | undefined, string, Scene])[]) {
    test(name, async () => {
      const { kind, facts, ...played } = await play(scene);
      assert.deepEqual([kind, facts.submitted, facts.app?.status], ['unknown', false, status]);
      assert.equal(played.requests, requests);
    });
  }
});
