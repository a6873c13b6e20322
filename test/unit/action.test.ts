import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitForEnd } from '../../src/action.ts';
import type { AppFolder, ScannedFolder } from '../../src/folder/folder.ts';
import { commands, takesFolder } from '../../src/inputs.ts';
import type { Outcome } from '../../src/outcome.ts';
import { createFakeClock } from '../support/fake-service/clock.ts';
import { createFakeFolder, makeFiles } from '../support/fake-service/folder.ts';
import { type Played, play, type Scene } from '../support/fake-service/scene.ts';

const problem = { path: 'a', line: 1, column: 1, code: 'x', message: 'x', fix: null, severity: 'error' } as const;
const kinds = {
  ...{ deploy: 'deployed', status: 'read', submit: 'submitted', create: 'created' },
  ...{ update: 'updated', delete: 'deleted', list: 'listed' },
} as const;

for (const command of commands) {
  describe(`the command ${command}`, () => {
    /** Runs it on an app of other content, save that `create` finds none. */
    const run = ({ inputs, ...scene }: Scene = {}): Promise<Played> =>
      play({ app: command === 'create' ? null : {}, ...scene, inputs: { ...inputs, command } });

    test(`ends as ${kinds[command]}`, async () => {
      const { outcome, facts } = await run();
      assert.deepEqual({ outcome, warnings: facts.warnings }, { outcome: { kind: kinds[command] }, warnings: [] });
    });

    test('asks the service for nothing without a key on a pull request from a fork', async () => {
      const { outcome, facts, exitCode, requests } = await run({ inputs: { apiKey: null }, fromFork: true });
      const plan = takesFolder(command) ? { kind: 'planned', plan: null } : { kind: 'skipped' };
      const expected = { requests: '', outcome: { ...plan, skipReason: 'fork' }, exitCode: 0 };
      assert.deepEqual({ requests, outcome, exitCode }, expected);
      // What the report says of the outcome names the fork: a notice would say it again.
      assert.deepEqual([...facts.notices, ...facts.warnings], []);
    });

    test('stops a stale run when asked, save that it changes nothing', async () => {
      const { outcome, requests } = await run({ inputs: { onStale: 'skip' }, isStale: true });
      const isReading = command === 'status' || command === 'list';
      assert.deepEqual(outcome, isReading ? { kind: kinds[command] } : { kind: 'skipped', skipReason: 'stale' });
      assert.equal(requests !== '', isReading);
    });

    test('says which inputs do nothing', async () => {
      const { facts } = await run({ inputs: { submit: true, termsVersion: '1', waitForReviewMinutes: 1, diff: true } });
      const find = (words: RegExp): readonly string[] =>
        [...facts.warnings, ...facts.notices]
          .filter((text) => words.test(text))
          .map((text) => text.split(/[ :]/)[0] ?? '');
      const isSent = command === 'deploy' || command === 'submit';
      const compares = command === 'deploy' || command === 'update';
      assert.deepEqual(find(/does nothing/), command === 'create' || command === 'update' ? ['submit'] : []);
      assert.deepEqual(find(/has no effect/), [
        ...(compares ? [] : ['diff']),
        ...(isSent ? [] : ['terms-version']),
        ...(isSent || command === 'status' ? [] : ['wait-for-review']),
      ]);
    });
  });
}

describe('without a key', () => {
  for (const [name, scene, fork] of [
    ['a dry run only checks the folder', { inputs: { dryRun: true, apiKey: null } }, {}],
    ['a pull request from a fork does the same', { inputs: { apiKey: null }, fromFork: true }, { skipReason: 'fork' }],
  ] as const) {
    test(name, async () => {
      const good = await play(scene);
      assert.deepEqual(good.outcome, { kind: 'planned', plan: null, ...fork });
      const bad = await play({ ...scene, problems: [problem] });
      assert.deepEqual(bad.outcome, { kind: 'rejected', failure: bad.failure, ...fork });
      assert.equal(`${good.requests}${bad.requests}`, '');
    });
  }

  test('it is not what a pull request from a fork comes to that has one', async () => {
    assert.deepEqual((await play({ fromFork: true })).outcome, { kind: 'deployed' });
    assert.ok(!('skipReason' in (await play({ fromFork: true, problems: [problem] })).outcome));
  });
});

describe('the offline check', () => {
  test('stops a run with errors before anything is sent, and lets warnings pass', async () => {
    const warning = { ...problem, severity: 'warning' } as const;
    const { ending, requests, facts, failure } = await play({ problems: [problem, warning] });
    assert.deepEqual({ ending, requests }, { ending: 'rejected offline_problems', requests: '' });
    assert.match(failure?.message ?? '', /: 1 error found by the offline check$/);
    assert.deepEqual(facts.problems, [problem, warning]);
    const warned = await play({ problems: [warning] });
    assert.equal(warned.kind, 'deployed');
    assert.deepEqual(warned.facts.problems, [warning]);
  });

  test('finds a secret in the folder that a submission is compared with', async () => {
    const fake = createFakeFolder(makeFiles(), [problem]);
    const secrets = [{ path: 'a', input: 'api-key', isInName: false, line: 1, column: 1 }];
    const folder: AppFolder = { ...fake, scan: async () => ({ ...(await fake.scan()), secrets }) };
    const { ending, requests } = await play({ folder, inputs: { command: 'submit', folder: 'app' } });
    assert.deepEqual({ ending, requests }, { ending: 'rejected offline_problems', requests: '' });
  });

  test('notes what was excluded, and warns of what may surprise', async () => {
    const excluded = [
      { path: '.env', kind: 'credential', reason: 'looks like a credential', isHidden: true },
      { path: 'id_rsa', kind: 'credential', reason: 'looks like a credential', isHidden: false },
    ] as const;
    const scanned: Partial<ScannedFolder> = { excluded, unmatchedPatterns: [{ input: 'include', pattern: '*.css' }] };
    const fake = createFakeFolder(makeFiles());
    const { facts } = await play({ folder: { ...fake, scan: async () => ({ ...(await fake.scan()), ...scanned }) } });
    assert.deepEqual(facts.excluded, excluded);
    assert.deepEqual(facts.warnings, [
      'Excluded, since their names are those of credentials: id_rsa. Rename what is none.',
      'The include pattern *.css matches nothing.',
    ]);
  });
});

describe('on-stale', () => {
  const older = 'A newer commit exists on the branch: this run is for an older one.';
  const unchecked =
    'on-stale could not be checked, so the run continues: GitHub did not respond in time. Re-run the job.';
  for (const [onStale, isStale, ending, warnings] of [
    ['ignore', true, 'deployed', []],
    ['warn', true, 'deployed', [older]],
    ['skip', true, 'skipped', []],
    ['fail', true, 'failed stale', []],
    ['fail', false, 'deployed', []],
    ['fail', null, 'deployed', [unchecked]],
  ] as const) {
    const age = isStale === null ? 'of unknown age' : isStale ? 'stale' : 'new';
    test(`${onStale} on a run whose commit is ${age}: ${ending}`, async () => {
      const { facts, ...played } = await play({ inputs: { onStale }, isStale });
      assert.deepEqual({ ending: played.ending, warnings: facts.warnings }, { ending, warnings });
      assert.equal(played.requests !== '', ending === 'deployed');
    });
  }
});

test('whatever is thrown is an outcome, and what was proven by then is kept', async () => {
  const throwBug = (): never => {
    throw new TypeError('a bug');
  };
  const { ending, failure, facts } = await play({
    prepare: (_service, { ports }) => Object.assign(ports.client, { deployApp: throwBug }),
  });
  assert.equal(ending, 'failed bug');
  assert.match(failure?.stack ?? '', /^TypeError: a bug\n +at /);
  assert.partialDeepStrictEqual(facts, { app: { status: 'draft' }, changed: false });
});

describe('a command that must end', () => {
  const done: Outcome = { kind: 'deployed' };
  const givenUp: Outcome = { kind: 'read' };
  /** Waits for a command; `timers` are those that are set. */
  function wait(running: Promise<Outcome>, controller = new AbortController()) {
    const clock = createFakeClock();
    const timers = new Set<number>();
    const setTimer: typeof clock.setTimer = (work, milliseconds) => {
      const timer = clock.setTimer(work, milliseconds);
      timers.add(milliseconds);
      return { clear: () => [timers.delete(milliseconds), timer.clear()] };
    };
    const ending = waitForEnd(running, { signal: controller.signal, setTimer, giveUp: () => givenUp });
    return { ending, timers, controller, clock };
  }

  test('is waited for, and leaves no timer behind', async () => {
    const { ending, timers, controller } = wait(Promise.resolve(done));
    assert.equal(await ending, done);
    controller.abort();
    assert.equal(timers.size, 0);
    await assert.rejects(wait(Promise.reject(new Error('x'))).ending, /x/);
  });

  test('has a second to say what it has proven', async () => {
    const running = Promise.withResolvers<Outcome>();
    const { ending, timers, controller } = wait(running.promise);
    assert.deepEqual([...timers], []);
    controller.abort();
    assert.deepEqual([...timers], [1_000]);
    running.resolve(done);
    assert.equal(await ending, done);
    assert.deepEqual([...timers], []);
  });

  for (const when of ['before', 'after']) {
    test(`is given up where it does not end, aborted ${when} it began`, async () => {
      const controller = new AbortController();
      if (when === 'before') controller.abort();
      const { ending, clock } = wait(new Promise<Outcome>(() => undefined), controller);
      controller.abort();
      clock.pass(1_000);
      assert.equal(await ending, givenUp);
    });
  }
});
