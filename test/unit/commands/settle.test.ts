import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../../src/api/client.ts';
import { LostError, RefusedError } from '../../../src/api/errors.ts';
import { endByCancel, endByDeadline, RunEnd } from '../../../src/api/run-end.ts';
import { judgeCreate, judgeDelete, judgeDeploy, judgeSubmit } from '../../../src/commands/proof.ts';
import { judgeUpdate } from '../../../src/commands/proof-fields.ts';
import { type Change, settle, UnprovenError } from '../../../src/commands/settle.ts';
import { type Fault, type FaultKind, lossKinds } from '../../support/fake-service/faults.ts';
import { createFakeFolder, makeFiles, packFiles } from '../../support/fake-service/folder.ts';
import { type OpenRun, openRun } from '../../support/fake-service/run.ts';
import { FakeService } from '../../support/fake-service/service.ts';
import { showTides } from '../../support/fake-service/shown.ts';

type Operation = Change['operation'];
const operations: readonly Operation[] = ['create', 'deploy', 'update', 'submit', 'delete'];
const request: Readonly<Record<Operation, string>> = {
  create: 'POST /api/miniapps',
  deploy: 'POST /api/miniapps/deploy',
  update: 'PATCH /api/miniapps/tides',
  submit: 'POST /api/miniapps/tides/submit',
  delete: 'DELETE /api/miniapps/tides',
};
const read = 'GET /api/miniapps/tides';

/** A change of the app tides, prepared as the commands do it. */
async function prepare(operation: Operation, { client }: { readonly client: Client }): Promise<Change> {
  const files = makeFiles();
  const fields = { name: 'Tides' };
  const before = await client.readApp('tides');
  const body = createFakeFolder(files).createBody(packFiles(files), 'tides');
  const local = { packed: packFiles(files), serviceJson: String(files['service.json']) };
  const change = { operation, slug: 'tides' };
  switch (operation) {
    case 'create':
      return { ...change, send: (service) => service.createApp('tides', fields), judge: judgeCreate(fields) };
    case 'deploy': {
      const judge = judgeDeploy({ before, isNew: false, local });
      return { ...change, send: (service) => service.deployApp('tides', body), judge };
    }
    case 'update': {
      assert.ok(before !== null);
      return {
        ...change,
        send: (service) => service.updateApp('tides', fields),
        judge: judgeUpdate({ before, fields }),
      };
    }
    case 'submit': {
      const judge = judgeSubmit({ statusBefore: before?.status ?? null, submittedAtBefore: null, isOurs: () => true });
      return { ...change, send: (service) => service.submitApp('tides', '2026-10'), judge };
    }
    case 'delete':
      return { ...change, send: (service) => service.deleteApp('tides'), judge: judgeDelete };
  }
}

interface Scene {
  readonly operation: Operation;
  readonly faults?: readonly (Fault | null)[];
  /** Called before each request, with its number from 0. */
  readonly meanwhile?: (number: number, service: FakeService, open: OpenRun) => void;
  readonly service?: FakeService;
}

/** Makes one change against a service with faults; `error` is what it threw, `app` what it returned. */
async function play({ operation, faults = [], meanwhile, service = new FakeService() }: Scene) {
  if (operation !== 'create') service.put('tides');
  const open = openRun({ service });
  const change = await prepare(operation, open.ports);
  service.requests.length = 0;
  service.faults = [...faults];
  service.onRequest = (number) => meanwhile?.(number, service, open);
  const ended = await settle(change, open.ports).then(
    (app) => ({ app, error: null }),
    (error: unknown) => ({ app: null, error }),
  );
  const commits = service.commits.map((commit) => commit.operation);
  return { ...ended, requests: service.requests, commits, open, service };
}

/** An app that holds what every change here sends. */
const changed = { files: { 'service.json': '{"name":"Tides"}', 'index.html': '<h1>Tides</h1>' } };

const before = (kind: FaultKind): Fault => ({ kind, when: 'before' });
const after = (kind: FaultKind): Fault => ({ kind, when: 'after' });

for (const operation of operations) {
  /** What follows a yes that shows the app: nothing, but where the app must be gone. */
  const look = operation === 'delete' ? [read] : [];

  describe(`a ${operation}`, () => {
    test('that is answered with the app is proven by its answer, and one that is not by a read', async () => {
      const own = await play({ operation });
      assert.deepEqual([own.requests, own.commits, own.error], [[request[operation], ...look], [operation], null]);
      for (const answers of ['app', 'appless', 'empty'] as const) {
        const { requests, commits, error } = await play({ operation, service: new FakeService({ answers }) });
        const proof = answers === 'app' ? look : [read];
        assert.deepEqual([requests, commits, error], [[request[operation], ...proof], [operation], null]);
      }
    });

    for (const kind of lossKinds) {
      test(`that is lost (${kind}) before it happened is read, waited for, read once more and sent again`, async () => {
        const { requests, commits, error, open } = await play({ operation, faults: [before(kind)] });
        assert.equal(error, null);
        assert.deepEqual(requests, [request[operation], read, read, request[operation], ...look]);
        assert.deepEqual(commits, [operation]);
        assert.deepEqual(open.ports.ledger.facts.waits, [
          { what: operation, milliseconds: 1_100, why: `the ${operation} did not happen` },
        ]);
      });

      test(`that is lost (${kind}) after it happened is read and never sent again`, async () => {
        const { requests, commits, error, app } = await play({ operation, faults: [after(kind)] });
        assert.equal(error, null);
        assert.deepEqual(requests, [request[operation], read]);
        assert.deepEqual(commits, [operation]);
        assert.equal(app === null, operation === 'delete');
      });
    }

    test('that happens a moment after its answer was lost is not sent again', async () => {
      const { requests, commits, error } = await play({
        operation,
        faults: [before('reset')],
        meanwhile: (number, service) => {
          if (number !== 1) return;
          service.clock.after(500, () => {
            if (operation === 'delete') service.apps.delete('tides');
            else service.put('tides', { ...changed, status: operation === 'submit' ? 'in_review' : 'draft' });
          });
        },
      });
      assert.deepEqual([requests, commits, error], [[request[operation], read, read], [], null]);
    });

    for (const kind of ['not_sent', '429', '429_after_2'] as const) {
      test(`that did not reach the service (${kind}) is sent again without a read`, async () => {
        const { requests, commits, error } = await play({ operation, faults: [before(kind), before(kind)] });
        assert.equal(error, null);
        assert.deepEqual(requests, [request[operation], request[operation], request[operation], ...look]);
        assert.deepEqual(commits, [operation]);
      });
    }

    test('that is told to wait for longer than two minutes fails at once', async () => {
      const { requests, commits, error } = await play({ operation, faults: [before('429_after_999')] });
      assert.ok(error instanceof RefusedError && error.code === 'too_many_changes');
      assert.match(error.message, /asks to wait 999 s/);
      assert.deepEqual([requests.length, commits], [1, []]);
    });

    for (const kind of ['cancelled', 'deadline'] as const) {
      for (const fault of [before(kind), after(kind)]) {
        test(`that is ${kind} ${fault.when} it happened is unknown, and nothing more is sent`, async () => {
          const { requests, commits, error } = await play({ operation, faults: [fault] });
          assert.ok(error instanceof UnprovenError && error.cause instanceof LostError);
          assert.deepEqual([requests.length, commits.length], [1, fault.when === 'after' ? 1 : 0]);
        });
      }
    }

    test('that is lost every time is given up after four attempts, each proven not to have happened', async () => {
      const faults = Array.from({ length: 4 }, () => [before('502'), null, null]).flat();
      const { requests, commits, error } = await play({ operation, faults });
      assert.ok(error instanceof RefusedError && error.code === 'service_error');
      assert.deepEqual([requests.length, commits], [11, []]);
    });

    test('that is lost and cannot be looked at is unknown, naming both', async () => {
      const faults = [after('reset'), ...Array.from({ length: 4 }, () => before('503'))];
      const { commits, error } = await play({ operation, faults });
      assert.ok(error instanceof UnprovenError);
      assert.match(error.message, new RegExp(`^The ${operation} of tides was sent, .*lost by the test.*503`));
      assert.match(error.next, /dashboard/);
      assert.deepEqual(commits, [operation]);
    });

    if (operation === 'delete') return;

    test('that got a yes is believed only when the app shows it, and never sent again', async () => {
      const { requests, commits, error } = await play({ operation, faults: [before('appless')] });
      assert.ok(error instanceof UnprovenError);
      assert.match(error.message, /the service said yes, but the app does not show the change/);
      assert.deepEqual(requests, [request[operation], read, read, read, read]);
      assert.deepEqual(commits, []);
    });

    test('that shows late in the reads is waited for', async () => {
      const late = new FakeService();
      const { requests, error } = await play({
        operation,
        service: late,
        faults: [before('empty')],
        meanwhile: (number, service) => {
          if (number !== 3) return;
          service.put('tides', { ...changed, status: operation === 'submit' ? 'in_review' : 'draft' });
        },
      });
      assert.equal(error, null);
      assert.deepEqual(requests, [request[operation], read, read, read]);
    });

    test('that got a yes and then no time is unknown', async () => {
      const ends = [endByCancel(), endByDeadline(10)];
      for (const end of ends) {
        const { error } = await play({
          operation,
          faults: [before('empty')],
          meanwhile: (number, service, { abort }) => {
            if (number === 1) service.clock.after(100, () => abort(end));
          },
        });
        assert.ok(error instanceof UnprovenError && error.cause === end);
      }
    });
  });
}

describe('an answer that proves a deploy and leaves out the state', () => {
  /** Deploys with an answer that shows the app without its files and its state. */
  async function deployStateless(
    operation: 'deploy' | 'create',
    faults: readonly (Fault | null)[],
    commits = true,
    meanwhile: (service: FakeService) => void = () => undefined,
  ) {
    const service = new FakeService();
    if (operation === 'deploy') service.put('tides', { status: 'published' });
    const { ports, lines } = openRun({ service });
    const change = await prepare(operation, ports);
    service.requests.length = 0;
    service.faults = [...faults];
    const answer = async () => {
      if (commits) await change.send(ports.client);
      meanwhile(service);
      return { app: showTides({ name: 'Tides' }), isPending: false, lost: null };
    };
    const ended = await settle({ ...change, send: answer }, ports).then(
      (app) => ({ status: app?.status, error: null }),
      (error: unknown) => ({ status: null, error }),
    );
    return { ...ended, lines, reads: service.requests.filter((name) => name === read).length };
  }

  test('is filled by a read', async () => {
    const { status, reads } = await deployStateless('deploy', []);
    assert.deepEqual([status, reads], ['published_with_unreviewed_changes', 1]);
  });

  test('is taken at its word where the app cannot be read', async () => {
    const { status, error, lines } = await deployStateless('deploy', [
      null,
      ...Array.from({ length: 4 }, () => before('503')),
    ]);
    assert.deepEqual([status, error], [null, null]);
    assert.match(lines.at(-1) ?? '', /^debug: the state is not known: .*503/);
  });

  test('is not believed where the read shows something else, or nothing', async () => {
    for (const meanwhile of [
      (service: FakeService) => service.put('tides', { files: { 'index.html': 'of somebody else' } }),
      (service: FakeService) => service.apps.delete('tides'),
    ]) {
      const { error } = await deployStateless('deploy', [], true, meanwhile);
      assert.ok(error instanceof UnprovenError);
    }
  });

  test('is not believed where the read shows that nothing happened', async () => {
    for (const operation of ['deploy', 'create'] as const) {
      const { error, reads } = await deployStateless(operation, [], false);
      assert.ok(error instanceof UnprovenError);
      assert.equal(reads, 5);
    }
  });
});

describe('settle', () => {
  test('a third state after a lost change is unknown', async () => {
    const { error, requests } = await play({
      operation: 'deploy',
      faults: [after('reset')],
      meanwhile: (number, service) => {
        if (number === 1) service.put('tides', { files: { 'index.html': 'of somebody else' } });
      },
    });
    assert.ok(error instanceof UnprovenError && error.cause instanceof LostError);
    assert.match(error.message, /neither the old state nor the new/);
    assert.equal(requests.length, 2);
  });

  test('a third state after a yes is unknown at once', async () => {
    const { error, requests } = await play({
      operation: 'deploy',
      faults: [after('empty')],
      meanwhile: (number, service) => {
        if (number === 1) service.put('tides', { files: { 'index.html': 'of somebody else' } });
      },
    });
    assert.ok(error instanceof UnprovenError);
    assert.equal(requests.length, 2);
  });

  test('a refusal of the second attempt may be the echo of the first: the app decides', async () => {
    const { error, app, requests } = await play({
      operation: 'create',
      faults: [before('timeout')],
      // The first attempt comes through after the reads that showed nothing.
      meanwhile: (number, service) => number === 3 && service.put('tides', changed),
    });
    assert.equal(error, null);
    assert.equal(app?.slug, 'tides');
    assert.deepEqual(requests, [request.create, read, read, request.create, read]);
  });

  test('a refusal of the second attempt is looked behind for some seconds, for a read that lags', async () => {
    const { error, requests } = await play({
      operation: 'create',
      faults: [before('timeout')],
      meanwhile: (number, service) => {
        if (number === 3) service.foreign.add('tides');
        if (number === 6) {
          service.foreign.delete('tides');
          service.put('tides', changed);
        }
      },
    });
    assert.equal(error, null);
    assert.deepEqual(requests, [request.create, read, read, request.create, read, read, read]);
  });

  test('a refusal of the second attempt, and an app that shows neither the old nor the new, is unknown', async () => {
    const { error } = await play({
      operation: 'submit',
      faults: [before('timeout')],
      meanwhile: (number, service) => {
        if (number === 3) service.put('tides', { status: 'not_approved' });
        if (number === 4) service.put('tides', { status: 'queued' });
      },
    });
    assert.ok(error instanceof UnprovenError && error.cause instanceof RefusedError);
  });

  test('a refusal of the second attempt that the app does not explain stands', async () => {
    const { error, requests } = await play({
      operation: 'create',
      faults: [before('timeout')],
      meanwhile: (number, service) => number === 3 && service.foreign.add('tides'),
    });
    assert.ok(error instanceof RefusedError && error.code === 'address_taken');
    assert.deepEqual(requests.slice(3), [request.create, read, read, read, read]);
  });

  test('a refusal of the second attempt is unknown where the app cannot be read', async () => {
    const faults = [before('timeout'), null, null, null, ...Array.from({ length: 4 }, () => before('500'))];
    const { error } = await play({
      operation: 'create',
      faults,
      meanwhile: (number, service) => number === 3 && service.foreign.add('tides'),
    });
    assert.ok(error instanceof UnprovenError);
  });

  test('a second attempt that does not reach the service fails as what it is', async () => {
    const faults = [before('timeout'), null, null, ...Array.from({ length: 4 }, () => before('not_sent'))];
    const { error, commits } = await play({ operation: 'submit', faults });
    assert.ok(error instanceof LostError && error.code === 'connection_refused');
    assert.deepEqual(commits, []);
  });

  test('a run that ends while it waits to send again has not made the change', async () => {
    const end = endByCancel();
    const { error, commits } = await play({
      operation: 'submit',
      faults: [before('timeout')],
      meanwhile: (number, service, { abort }) => {
        if (number === 1) service.clock.after(100, () => abort(end));
      },
    });
    assert.ok(error instanceof RunEnd && error === end);
    assert.deepEqual(commits, []);
  });

  test('a bug in the clock or the client comes out as it is', async () => {
    const service = new FakeService();
    const { ports } = openRun({ service });
    const change = await prepare('create', ports);
    const clock = { ...ports.clock, sleep: () => Promise.reject(new TypeError('a bug')) };
    service.faults = [before('empty')];
    await assert.rejects(settle(change, { ...ports, clock }), TypeError);
    service.faults = [after('empty')];
    const client: Client = { ...ports.client, readApp: () => Promise.reject('not even an error') };
    await assert.rejects(settle(change, { ...ports, client }), (error) => error === 'not even an error');
  });
});
