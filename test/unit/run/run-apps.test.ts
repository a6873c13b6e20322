import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endByCancel, type Failure } from '../../../src/model/action-error.ts';
import type { Outcome } from '../../../src/model/outcome.ts';
import { createAppLog } from '../../../src/report/app-log.ts';
import {
  type AppRun,
  type Checked,
  runApps,
  toEndedOutcome,
  waitForEnd,
} from '../../../src/run/run-apps.ts';
import { createFakeClock } from '../../support/fake-service/clock.ts';
import { makeReport } from '../report/sample.ts';

const done: Outcome = { kind: 'deployed' };

/** A failure with a code, and maybe that of its cause. */
function fail(codes: string, kind: Failure['kind'] = 'failed'): Outcome {
  const [code = '', causeCode] = codes.split(' ');
  const cause = causeCode === undefined ? {} : { causeCode };
  return {
    kind,
    failure: { kind, code, message: `It was ${code}`, next: '', path: null, ...cause },
  };
}

/**
 * Runs apps `a`, `b`, `c`, whose checks and turns end as they are given, and tells what was done,
 * and logged.
 */
async function play(
  ends: readonly (readonly [check: 'ok' | (() => Outcome), turn?: () => Outcome])[],
  crash?: Error,
) {
  const cancel = new AbortController();
  const crashed = new AbortController();
  const steps: string[] = [];
  const log = {
    info: (text: string) => void steps.push(text),
    list: (title: string, lines: readonly string[]) => void steps.push(title, ...lines),
    debug: () => undefined,
    async group<Result>(title: string, work: () => Promise<Result>) {
      steps.push(`[${title}`);
      const result = await work();
      steps.push(']');
      return result;
    },
  };
  const apps = ends.map(([check, turn = () => done], index): AppRun => {
    const slug = 'abc'.charAt(index);
    const appLog = createAppLog(slug, log, (outcome) => makeReport({ outcome, facts: { slug } }));
    const finish = async (): Promise<Outcome> => {
      appLog.info('sending');
      return turn();
    };
    return {
      log: appLog,
      giveUp: () => toEndedOutcome(cancel.signal.reason, false),
      async check(): Promise<Checked> {
        steps.push(`check ${slug}`);
        appLog.list('found', [`file of ${slug}`]);
        return check === 'ok' ? finish : check();
      },
    };
  });
  const { setTimer } = createFakeClock();
  const running = runApps(apps, { signal: cancel.signal, crashed: crashed.signal, setTimer });
  const stop = (): void => {
    if (crash !== undefined) crashed.abort(crash);
    cancel.abort(endByCancel());
  };
  return { running, steps, stop };
}

describe('several apps', () => {
  test('are checked first, and have their turns one after the other, each with a group of the log', async () => {
    const { running, steps } = await play([
      ['ok'],
      [() => fail('offline_problems', 'rejected')],
      ['ok'],
    ]);
    assert.deepEqual(
      (await running).map(({ kind }) => kind),
      ['deployed', 'rejected', 'deployed'],
    );
    assert.deepEqual(steps, [
      ...['check a', 'check b', 'check c'],
      ...['[a', 'found', 'file of a', 'sending', ']', 'a deployed'],
      ...[
        '[b',
        'found',
        'file of b',
        ']',
        'b was not deployed: offline problems. It was offline_problems',
      ],
      ...['[c', 'found', 'file of c', 'sending', ']', 'c deployed'],
    ]);
  });

  const rows: readonly (readonly [
    name: string,
    code: string,
    kind: Failure['kind'],
    kinds: readonly string[],
  ])[] = [
    ['go on after a failure', 'app_missing', 'failed', ['failed', 'deployed']],
    [
      'go on after a change whose result is not known',
      'unverified',
      'unknown',
      ['unknown', 'deployed'],
    ],
    ['end with a key that is not valid', 'unauthorized', 'failed', ['failed', 'not_run']],
    [
      'end where the read after a change finds so',
      'unverified unauthorized',
      'unknown',
      ['unknown', 'not_run'],
    ],
  ];
  for (const [name, code, kind, kinds] of rows) {
    test(name, async () => {
      const { running } = await play([['ok', () => fail(code, kind)], ['ok']]);
      assert.deepEqual(
        (await running).map((outcome) => outcome.kind),
        kinds,
      );
    });
  }

  test('end with a cancel: the one that hears it fails, what was wrong before stays wrong, and the rest is not run', async () => {
    const played = await play([
      [
        'ok',
        () => {
          played.stop();
          return fail('cancelled');
        },
      ],
      [() => fail('offline_problems', 'rejected')],
      ['ok'],
    ]);
    const outcomes = await played.running;
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['failed', 'rejected', 'not_run'],
    );
    assert.deepEqual(played.steps.slice(-5), ['[c', 'found', 'file of c', ']', 'c was not run']);
  });

  test('end with a cancel after one is done: the next one fails by it', async () => {
    const played = await play([
      [
        'ok',
        () => {
          played.stop();
          return done;
        },
      ],
      ['ok', () => fail('cancelled')],
      ['ok'],
    ]);
    assert.deepEqual(
      (await played.running).map(({ kind }) => kind),
      ['deployed', 'failed', 'not_run'],
    );
  });

  test('end during the checks: nothing has its turn', async () => {
    const played = await play([
      ['ok'],
      [
        () => {
          played.stop();
          return fail('cancelled');
        },
      ],
      ['ok'],
    ]);
    assert.deepEqual(
      (await played.running).map(({ kind }) => kind),
      ['not_run', 'failed', 'not_run'],
    );
    assert.ok(!played.steps.includes('sending'));
  });

  test('end with an error that nobody handled, which is told by the one that it met', async () => {
    const played = await play(
      [
        ['ok'],
        [
          'ok',
          () => {
            played.stop();
            return fail('cancelled', 'unknown');
          },
        ],
        ['ok'],
      ],
      new Error('a bug'),
    );
    const outcomes = await played.running;
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['deployed', 'unknown', 'not_run'],
    );
    assert.partialDeepStrictEqual(outcomes[1], { failure: { code: 'bug' } });
  });
});

for (const when of ['before', 'after']) {
  test(`a command that is aborted ${when} it began has a second to end, and is then given up`, async () => {
    const controller = new AbortController();
    const { setTimer, pass } = createFakeClock();
    const wait = (running: Promise<Outcome>) =>
      waitForEnd<Outcome>(running, {
        signal: controller.signal,
        setTimer,
        giveUp: () => ({ kind: 'read' }),
      });
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
