import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands, takesFolder } from '../../src/inputs.ts';
import { type Outcome, toExitCode } from '../../src/outcome.ts';
import { waitForEnd } from '../../src/run.ts';
import { createFakeFolder, makeFiles } from '../support/fake-service/folder.ts';
import { type RunParts, runCommand } from '../support/fake-service/run.ts';
import { FakeService } from '../support/fake-service/service.ts';

const problem = {
  path: 'index.html',
  line: 1,
  column: 1,
  code: 'x',
  message: 'x',
  fix: null,
  severity: 'error',
} as const;

const kinds = {
  deploy: 'deployed',
  status: 'read',
  submit: 'submitted',
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  list: 'listed',
} as const;

for (const command of commands) {
  describe(`the command ${command}`, () => {
    /** Runs it on an app of other content, save that `create` finds none. */
    async function runTides({ inputs, ...parts }: Partial<RunParts> = {}) {
      const service = new FakeService();
      if (command !== 'create') service.put('tides');
      const ended = await runCommand({ ...parts, service, inputs: { ...inputs, command } });
      return { ...ended, requests: service.requests };
    }
    const takes = takesFolder(command);

    test('is known', async () => {
      const { outcome, facts, exitCode } = await runTides();
      assert.deepEqual([outcome, exitCode, facts.warnings], [{ kind: kinds[command] }, 0, []]);
    });

    test('asks the service for nothing without a key on a pull request from a fork', async () => {
      const { outcome, facts, exitCode, requests } = await runTides({ inputs: { apiKey: null }, fromFork: true });
      const plan = takes ? { kind: 'planned', plan: null } : { kind: 'skipped' };
      assert.deepEqual([requests, outcome], [[], { ...plan, skipReason: 'fork' }]);
      // What the report says of the outcome names the fork: a notice would say it again.
      assert.deepEqual([exitCode, facts.notices, facts.warnings], [0, [], []]);
    });

    test('stops a stale run when asked, save that it changes nothing', async () => {
      const { outcome, requests } = await runTides({ inputs: { onStale: 'skip' }, isStale: true });
      const isReading = command === 'status' || command === 'list';
      const end = isReading ? { kind: kinds[command] } : { kind: 'skipped', skipReason: 'stale' };
      assert.deepEqual([outcome, requests.length], [end, Number(isReading)]);
    });

    test('warns where submit: true does nothing', async () => {
      const { facts, exitCode } = await runTides({ inputs: { submit: true } });
      const warns = command === 'create' || command === 'update';
      const warning = `submit: true does nothing with ${command}: only deploy and submit send for review.`;
      assert.deepEqual([facts.warnings, exitCode], [warns ? [warning] : [], 0]);
    });
  });
}

describe('run', () => {
  test('names a fork as the reason in no other run, whatever comes of it', async () => {
    const folder = createFakeFolder(makeFiles(), [problem]);
    for (const [apiKey, fromFork, skipReason] of [
      [null, true, 'fork'],
      [null, false, undefined],
      ['key', true, undefined],
    ] as const) {
      const inputs = { apiKey, dryRun: true };
      const { outcome } = await runCommand({ service: new FakeService(), inputs, fromFork, folder });
      assert.ok('failure' in outcome);
      assert.equal(outcome.skipReason, skipReason);
    }
  });

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
    assert.match(outcome.failure.message, /a bug$/);
    assert.match(outcome.failure.stack ?? '', /^TypeError: a bug\n +at /);
    assert.deepEqual([facts.app?.status, facts.changed, exitCode], ['draft', false, 1]);
  });
});

describe('waitForEnd', () => {
  const done: Outcome = { kind: 'deployed' };
  const given: Outcome = { kind: 'read' };

  /** Timers that are set, which nothing fires but the test. */
  function openTimers() {
    const timers = new Map<() => void, number>();
    const setTimer = (work: () => void, milliseconds: number) => {
      timers.set(work, milliseconds);
      return { clear: () => void timers.delete(work) };
    };
    return { timers, setTimer };
  }

  test('is over with the command, and leaves no timer behind', async () => {
    const { timers, setTimer } = openTimers();
    const controller = new AbortController();
    const options = { signal: controller.signal, setTimer, giveUp: () => given };
    assert.equal(await waitForEnd(Promise.resolve(done), options), done);
    controller.abort();
    assert.equal(timers.size, 0);
    await assert.rejects(waitForEnd(Promise.reject(new Error('x')), options), /x/);
    assert.equal(timers.size, 0);
  });

  test('gives a command that must end a second to say what it has proven', async () => {
    const { timers, setTimer } = openTimers();
    const controller = new AbortController();
    const running = Promise.withResolvers<Outcome>();
    const ending = waitForEnd(running.promise, { signal: controller.signal, setTimer, giveUp: () => given });
    assert.equal(timers.size, 0);
    controller.abort();
    assert.deepEqual([...timers.values()], [1_000]);
    running.resolve(done);
    assert.equal(await ending, done);
    assert.equal(timers.size, 0);
  });

  for (const isEarly of [true, false]) {
    test(`gives up on a command that does not end, aborted ${isEarly ? 'before' : 'after'} it began`, async () => {
      const { timers, setTimer } = openTimers();
      const controller = new AbortController();
      if (isEarly) controller.abort();
      const ending = waitForEnd(new Promise<Outcome>(() => undefined), {
        signal: controller.signal,
        setTimer,
        giveUp: () => given,
      });
      controller.abort();
      assert.equal(timers.size, 1);
      for (const fire of timers.keys()) fire();
      assert.equal(await ending, given);
    });
  }
});

describe('toExitCode', () => {
  const failure = { kind: 'failed', code: 'x', message: 'x', next: 'x', path: null } as const;
  const good = ['deployed', 'submitted', 'created', 'updated', 'deleted', 'listed', 'read', 'unchanged'] as const;
  const outcomes: readonly (readonly [Outcome, 0 | 1])[] = [
    ...good.map((kind) => [{ kind }, 0] as const),
    [{ kind: 'planned', plan: null }, 0],
    [{ kind: 'skipped', skipReason: 'stale' }, 0],
    [{ kind: 'rejected', failure }, 1],
    [{ kind: 'failed', failure }, 1],
    [{ kind: 'unknown', failure }, 1],
  ];
  const quiet = { reviewResult: null, waitedForReview: false };
  for (const [outcome, expected] of outcomes) {
    test(`${outcome.kind} ends with ${expected}, and with 1 after a review that was waited for and failed`, () => {
      assert.equal(toExitCode(outcome, quiet), expected);
      for (const reviewResult of ['approved', 'pending', 'rejected', 'withdrawn'] as const) {
        const isBad = reviewResult === 'rejected' || reviewResult === 'withdrawn';
        assert.equal(toExitCode(outcome, { ...quiet, reviewResult }), expected, reviewResult);
        const waited = { ...quiet, reviewResult, waitedForReview: true };
        assert.equal(toExitCode(outcome, waited), isBad ? 1 : expected, reviewResult);
      }
    });
  }
});
