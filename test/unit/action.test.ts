import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { waitForEnd } from '../../src/action.ts';
import { commands, takesFolder } from '../../src/inputs.ts';
import type { Outcome } from '../../src/outcome.ts';
import { createFakeClock } from '../support/fake-service/clock.ts';
import { createFakeFolder, makeFiles } from '../support/fake-service/folder.ts';
import { type Played, play, type Scene } from '../support/fake-service/scene.ts';

const problem = { path: 'a', line: 1, column: 1, code: 'x', message: 'x', fix: null, severity: 'error' } as const;

for (const command of commands) {
  describe(`the command ${command}`, () => {
    /** Runs it on an app of other content, save that `create` finds none. */
    const run = ({ inputs, ...scene }: Scene): Promise<Played> =>
      play({ app: command === 'create' ? null : {}, ...scene, inputs: { ...inputs, command } });

    test('asks the service for nothing without a key on a pull request from a fork', async () => {
      const { outcome, facts, exitCode, requests } = await run({ inputs: { apiKey: null }, fromFork: true });
      const plan = takesFolder(command) ? { kind: 'planned', plan: null } : { kind: 'skipped' };
      const expected = { requests: '', outcome: { ...plan, skipReason: 'fork' }, exitCode: 0 };
      assert.deepEqual({ requests, outcome, exitCode }, expected);
      assert.deepEqual([...facts.notices, ...facts.warnings], []);
    });

    test('stops a stale run when asked, save that it changes nothing', async () => {
      const { ending, requests } = await run({ inputs: { onStale: 'skip' }, isStale: true });
      const expected = { status: 'read', list: 'listed' }[String(command)] ?? 'skipped';
      assert.deepEqual({ ending, isIdle: requests === '' }, { ending: expected, isIdle: expected === 'skipped' });
    });

    test('says which inputs do nothing', async () => {
      const { facts } = await run({ inputs: { submit: true, termsVersion: '1', waitForReviewMinutes: 1, diff: true } });
      const all = [...facts.warnings, ...facts.notices];
      const found = all.filter((text) => /does nothing|has no effect/.test(text)).map((text) => text.split(/[ :]/)[0]);
      const isSent = command === 'deploy' || command === 'submit';
      assert.deepEqual(found, [
        ...(command === 'create' || command === 'update' ? ['submit'] : []),
        ...(command === 'deploy' || command === 'update' ? [] : ['diff']),
        ...(isSent ? [] : ['terms-version']),
        ...(isSent || command === 'status' ? [] : ['wait-for-review']),
      ]);
    });
  });
}

describe('the offline check', () => {
  for (const [name, scene, fork] of [
    ['a dry run without a key', { inputs: { dryRun: true, apiKey: null } }, {}],
    ['a pull request from a fork', { inputs: { apiKey: null }, fromFork: true }, { skipReason: 'fork' }],
  ] as const) {
    test(`is all of ${name}`, async () => {
      const { outcome, failure, requests } = await play({ ...scene, problems: [problem] });
      assert.deepEqual({ outcome, requests }, { outcome: { kind: 'rejected', failure, ...fork }, requests: '' });
    });
  }

  test('stops a run with errors before anything is sent, and lets warnings pass', async () => {
    const warning = { ...problem, severity: 'warning' } as const;
    const { ending, requests, facts, failure } = await play({ problems: [problem, warning] });
    assert.deepEqual({ ending, requests }, { ending: 'rejected offline_problems', requests: '' });
    assert.match(failure?.message ?? '', /: 1 error found by the offline check$/);
    assert.deepEqual(facts.problems, [problem, warning]);
    const warned = await play({ problems: [warning] });
    assert.deepEqual([warned.ending, warned.facts.problems], ['deployed', [warning]]);
  });

  test('notes what was excluded, and warns of what may surprise', async () => {
    const fake = createFakeFolder(makeFiles());
    const excluded = ['.env', 'id_rsa'].map((path) => {
      return { path, kind: 'credential', reason: 'looks like a credential', isHidden: path === '.env' } as const;
    });
    const unmatchedPatterns = [{ input: 'include', pattern: '*.css' }] as const;
    const folder = { ...fake, scan: async () => ({ ...(await fake.scan()), excluded, unmatchedPatterns }) };
    const { facts } = await play({ folder });
    assert.deepEqual(facts.excluded, excluded);
    assert.deepEqual(facts.warnings, [
      'Excluded, since their names are those of credentials: id_rsa. Rename what is none.',
      'The include pattern *.css matches nothing.',
    ]);
  });
});

const older = 'A newer commit exists on the branch: this run is for an older one.';
const unchecked =
  'on-stale could not be checked, so the run continues: GitHub did not respond in time. Re-run the job.';
for (const [onStale, isStale, ending, warnings] of [
  ['ignore', true, 'deployed', []],
  ['warn', true, 'deployed', [older]],
  ['fail', true, 'failed stale', []],
  ['fail', false, 'deployed', []],
  ['fail', null, 'deployed', [unchecked]],
] as const) {
  const age = isStale === null ? 'of unknown age' : isStale ? 'stale' : 'new';
  test(`on-stale: ${onStale} on a run whose commit is ${age}: ${ending}`, async () => {
    const { facts, ...played } = await play({ inputs: { onStale }, isStale });
    assert.deepEqual({ ending: played.ending, warnings: facts.warnings }, { ending, warnings });
  });
}

for (const when of ['before', 'after']) {
  test(`a command that is aborted ${when} it began has a second to end, and is then given up`, async () => {
    const controller = new AbortController();
    const { setTimer, pass } = createFakeClock();
    const wait = (running: Promise<Outcome>) =>
      waitForEnd(running, { signal: controller.signal, setTimer, giveUp: () => ({ kind: 'read' }) });
    if (when === 'before') controller.abort();
    const running = Promise.withResolvers<Outcome>();
    const ends = [wait(running.promise), wait(new Promise(() => undefined))];
    controller.abort();
    pass(999);
    running.resolve({ kind: 'deployed' });
    assert.deepEqual(await ends[0], { kind: 'deployed' });
    pass(1);
    assert.deepEqual(await ends[1], { kind: 'read' });
  });
}
