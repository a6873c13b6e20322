import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitForEnd } from '../../src/action.ts';
import type { AppFolder, ScannedFolder } from '../../src/folder/folder.ts';
import { commands, takesFolder } from '../../src/inputs.ts';
import type { Outcome } from '../../src/outcome.ts';
import { createFakeFolder, makeFiles } from '../support/fake-service/folder.ts';
import { type Played, play, type Scene } from '../support/fake-service/scene.ts';

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
    const takes = takesFolder(command);
    /** Runs it on an app of other content, save that `create` finds none. */
    const run = ({ inputs, ...scene }: Scene = {}): Promise<Played> =>
      play({ app: command === 'create' ? null : {}, ...scene, inputs: { ...inputs, command } });

    test('is known', async () => {
      const { outcome, facts, exitCode } = await run();
      assert.deepEqual([outcome, exitCode, facts.warnings], [{ kind: kinds[command] }, 0, []]);
    });

    test('asks the service for nothing without a key on a pull request from a fork', async () => {
      const { outcome, facts, exitCode, requests } = await run({ inputs: { apiKey: null }, fromFork: true });
      const plan = takes ? { kind: 'planned', plan: null } : { kind: 'skipped' };
      assert.deepEqual([requests, outcome, exitCode], ['', { ...plan, skipReason: 'fork' }, 0]);
      // What the report says of the outcome names the fork: a notice would say it again.
      assert.deepEqual([facts.notices, facts.warnings], [[], []]);
    });

    test('stops a stale run when asked, save that it changes nothing', async () => {
      const { outcome, requests } = await run({ inputs: { onStale: 'skip' }, isStale: true });
      const isReading = command === 'status' || command === 'list';
      const end = isReading ? { kind: kinds[command] } : { kind: 'skipped', skipReason: 'stale' };
      assert.deepEqual([outcome, requests !== ''], [end, isReading]);
    });

    test('says which inputs do nothing', async () => {
      const { facts } = await run({ inputs: { submit: true, termsVersion: '1', waitForReviewMinutes: 1 } });
      const isSent = command === 'deploy' || command === 'submit';
      const warns = command === 'create' || command === 'update';
      const warning = `submit: true does nothing with ${command}: only deploy and submit send for review.`;
      const notice = (input: string) => `${input} has no effect: this run sends nothing for review.`;
      const unused = command === 'status' ? ['terms-version'] : ['terms-version', 'wait-for-review'];
      assert.deepEqual(facts.warnings.includes(warning), warns);
      assert.deepEqual(
        facts.notices.filter((text) => text.includes('no effect')),
        isSent ? [] : unused.map(notice),
      );
    });
  });
}

describe('without a key', () => {
  const rows = [
    ['a dry run only checks the folder', { inputs: { dryRun: true, apiKey: null } }, undefined],
    ['a pull request from a fork does the same', { inputs: { apiKey: null }, fromFork: true }, 'fork'],
  ] as const;
  for (const [name, scene, skipReason] of rows) {
    test(name, async () => {
      const planned = { kind: 'planned', plan: null, ...(skipReason === undefined ? {} : { skipReason }) };
      const good = await play(scene);
      assert.deepEqual([good.requests, good.outcome, good.exitCode], ['', planned, 0]);
      const bad = await play({ ...scene, problems: [problem] });
      assert.deepEqual([bad.requests, bad.ending, bad.exitCode], ['', 'rejected offline_problems', 1]);
      assert.equal('skipReason' in bad.outcome ? bad.outcome.skipReason : undefined, skipReason);
    });
  }

  test('it is not what a pull request from a fork comes to that has one', async () => {
    const good = await play({ fromFork: true });
    assert.deepEqual(good.outcome, { kind: 'deployed' });
    const bad = await play({ fromFork: true, problems: [problem] });
    assert.equal('skipReason' in bad.outcome, false);
  });
});

describe('the offline check', () => {
  test('stops a run with problems before anything is sent', async () => {
    const { ending, requests, facts, lines, exitCode, failure } = await play({ problems: [problem] });
    assert.deepEqual([ending, requests, exitCode], ['rejected offline_problems', '', 1]);
    assert.match(failure?.message ?? '', /: 1 error found by the offline check$/);
    assert.deepEqual(facts.problems, [problem]);
    assert.ok(lines.includes('Checked: 1 problem'));
  });

  test('lets warnings pass, and tells them', async () => {
    const { kind, facts } = await play({ problems: [{ ...problem, severity: 'warning' }] });
    assert.deepEqual([kind, facts.problems.length], ['deployed', 1]);
  });

  test('tells what was excluded, and warns of what may surprise', async () => {
    const excluded = [
      { path: '.env', kind: 'credential', reason: 'looks like a credential', isHidden: true },
      { path: 'id_rsa', kind: 'credential', reason: 'looks like a credential', isHidden: false },
    ] as const;
    const scanned: Partial<ScannedFolder> = { excluded, unmatchedPatterns: [{ input: 'include', pattern: '*.css' }] };
    const fake = createFakeFolder(makeFiles());
    const folder: AppFolder = { ...fake, scan: async () => ({ ...(await fake.scan()), ...scanned }) };
    const { facts, lines } = await play({ folder });
    assert.deepEqual(facts.excluded, excluded);
    assert.deepEqual(facts.warnings, [
      'Excluded, since their names are those of credentials: id_rsa. Rename what is none.',
      'The include pattern *.css matches nothing.',
    ]);
    const first = lines.indexOf('# Excluded (2)');
    const told = ['.env (looks like a credential)', 'id_rsa (looks like a credential)'];
    assert.deepEqual(lines.slice(first + 1, first + 3), told);
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
    ['warn', false, 'deployed', []],
    ['skip', false, 'deployed', []],
    ['fail', false, 'deployed', []],
    ['fail', null, 'deployed', [unchecked]],
  ] as const) {
    const age = isStale === null ? 'of unknown age' : isStale ? 'stale' : 'new';
    test(`${onStale} on a run whose commit is ${age}: ${ending}`, async () => {
      const { facts, ...played } = await play({ inputs: { onStale }, isStale });
      assert.deepEqual([played.ending, played.requests !== ''], [ending, ending === 'deployed']);
      assert.deepEqual([facts.warnings, facts.notices], [warnings, []]);
    });
  }
});

test('whatever is thrown is an outcome, and what was proven by then is kept', async () => {
  const { outcome, facts, exitCode } = await play({
    prepare: (_service, { ports }) => {
      const deployApp = (): never => {
        throw new TypeError('a bug');
      };
      Object.assign(ports.client, { deployApp });
    },
  });
  assert.ok(outcome.kind === 'failed' && outcome.failure.code === 'bug');
  assert.match(outcome.failure.message, /a bug$/);
  assert.match(outcome.failure.stack ?? '', /^TypeError: a bug\n +at /);
  assert.deepEqual([facts.app?.status, facts.changed, exitCode], ['draft', false, 1]);
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
