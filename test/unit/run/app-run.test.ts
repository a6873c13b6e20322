import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outcome } from '../../../src/api/wait.ts';
import type { Problem } from '../../../src/app/problem.ts';
import { endByCancel } from '../../../src/errors.ts';
import type { Inputs } from '../../../src/inputs/inputs.ts';
import type { GroupLog } from '../../../src/report/log.ts';
import { runApps } from '../../../src/run/action.ts';
import type { AppFolder } from '../../../src/run/app-run.ts';
import { createFakeFolder, makeFiles } from '../../support/fake-service/folder.ts';
import { openApps } from '../../support/fake-service/scene.ts';
import { FakeService } from '../../support/fake-service/service.ts';

const problem: Problem = {
  path: 'index.html',
  line: 1,
  column: 1,
  code: 'x',
  message: 'x',
  fix: null,
  severity: 'error',
};
const broken = createFakeFolder(makeFiles(), [problem]);

/** An app of the run: its slug is its place in the alphabet. */
interface AppRow {
  /** False if the service has no such app, so that its deploy fails. */
  readonly exists?: boolean;
  readonly inputs?: Partial<Inputs>;
  readonly folder?: AppFolder;
  /** Called before the request of the app with this number, from 0. */
  readonly before?: Readonly<Record<number, (open: Stage) => void>>;
}

interface Stage {
  readonly service: FakeService;
  readonly cancel: () => void;
  readonly crash: () => void;
}

/** Runs apps `a`, `b`, `c`. Returns how each ended, in a few words, and what was logged. */
async function play(rows: readonly AppRow[]) {
  const service = new FakeService();
  const logged: string[] = [];
  const log: GroupLog = {
    info: (text) => void logged.push(text),
    debug: () => undefined,
    list: (title) => void logged.push(title),
    async group(title, work) {
      logged.push(`[${title}`);
      const result = await work();
      logged.push(']');
      return result;
    },
  };
  const slugs = rows.map((_, index) => 'abc'.charAt(index).repeat(3));
  const parts = rows.map(({ inputs, folder = createFakeFolder(makeFiles()) }, index) => {
    return { service, folder, inputs: { slug: slugs[index] ?? '', ...inputs } };
  });
  const { apps, abort, crash } = openApps(parts, log);
  const stage: Stage = {
    service,
    cancel: () => abort(endByCancel()),
    crash: () => crash(new Error('a bug')),
  };
  rows.forEach(({ exists = true }, index) => {
    if (exists) service.put({}, slugs[index]);
  });
  const counts = new Map<string | null, number>();
  service.onRequest = (_, { slug }) => {
    const number = counts.get(slug) ?? 0;
    counts.set(slug, number + 1);
    rows[slugs.indexOf(slug ?? '')]?.before?.[number]?.(stage);
  };
  await runApps(apps.map(({ app }) => app));
  return { ends: apps.map(({ app }) => describeEnd(app.outcome)), logged };
}

/** An unhandled error also stops the run. */
function crashNow({ crash, cancel }: Stage): void {
  crash();
  cancel();
}

function describeEnd(outcome: Outcome): string {
  if (!('failure' in outcome)) return outcome.kind;
  const { kind, code, causeCode } = outcome.failure;
  return [kind, code, causeCode].filter((word) => word !== undefined).join(' ');
}

describe('a run of several apps', () => {
  test('a run checks all apps before it sends the first one, and logs a group for each', async () => {
    const { ends, logged } = await play([{}, { folder: broken }, {}]);
    assert.deepEqual(ends, ['deployed', 'rejected offline_problems', 'deployed']);
    const groups = logged.join('\n').split(/\n(?=\[)/);
    assert.deepEqual(
      groups.map((group) => group.split('\n')[0]),
      ['[aaa', '[bbb', '[ccc'],
    );
    assert.deepEqual(groups[1]?.split('\n'), [
      '[bbb',
      'Included 2 files, 30 B (sha256:c9c0cc8534e6)',
      'Checked: 1 problem to fix',
      ']',
      'bbb was not deployed: 1 problem to fix',
    ]);
    assert.match(groups[2] ?? '', /Checked: no problems\n(.*\n)+Deployed ccc\n\]\nccc deployed$/);
  });

  const rows: readonly (readonly [
    name: string,
    apps: readonly AppRow[],
    ends: readonly string[],
  ])[] = [
    [
      'goes on after an app that fails',
      [{ exists: false }, {}],
      ['failed app_missing', 'deployed'],
    ],
    [
      'goes on after a change whose result is unknown',
      [{ before: { 2: ({ service }) => service.sandbox.store.remove('aaa') } }, {}],
      ['unknown unverified', 'deployed'],
    ],
    [
      'stops when the key is rejected',
      [{ before: { 0: ({ service }) => service.revokeKey() } }, {}],
      ['failed unauthorized', 'not_run'],
    ],
    [
      'stops when the key is rejected in the read after a change',
      [{ before: { 2: ({ service }) => service.revokeKey() } }, {}],
      ['unknown unverified unauthorized', 'not_run'],
    ],
    [
      'stops when it is cancelled: an app that failed its check keeps that result',
      [{ before: { 0: ({ cancel }) => cancel() } }, { folder: broken }, {}],
      ['failed cancelled', 'rejected offline_problems', 'not_run'],
    ],
    [
      'stops when it is cancelled: a deployed app keeps its result, the next one fails',
      [{ before: { 2: ({ cancel, service }) => service.clock.after(26, cancel) } }, {}, {}],
      ['deployed', 'failed cancelled', 'not_run'],
    ],
    [
      'stops at an unhandled error, which is reported for the app that was running',
      [{}, { before: { 1: crashNow } }, {}],
      ['deployed', 'failed bug', 'not_run'],
    ],
  ];
  for (const [name, apps, ends] of rows) {
    test(`a run of several apps ${name}`, async () => {
      assert.deepEqual((await play(apps)).ends, ends);
    });
  }

  test('a run that is cancelled during the checks sends nothing', async () => {
    const stopping: AppFolder = {
      ...broken,
      async read() {
        abort(endByCancel());
        throw endByCancel();
      },
    };
    const service = new FakeService();
    const folders = [createFakeFolder(makeFiles()), stopping, createFakeFolder(makeFiles())];
    const { apps, abort } = openApps(folders.map((folder) => ({ service, folder })));
    await runApps(apps.map(({ app }) => app));
    const ends = apps.map(({ app }) => describeEnd(app.outcome));
    assert.deepEqual(ends, ['not_run', 'failed cancelled', 'not_run']);
    assert.deepEqual(service.exchanges, []);
  });
});

describe('an app that hangs when the run ends', () => {
  for (const when of ['before', 'after']) {
    test(`an app that ignores a cancel is abandoned after one second (aborted ${when} it began)`, async () => {
      const reading = Promise.withResolvers<never>();
      const hanging: AppFolder = { ...broken, read: () => reading.promise };
      const service = new FakeService();
      const parts = { service, folder: hanging };
      const { apps, abort } = openApps([parts, parts]);
      const [first, second] = apps.map(({ app }) => app);
      assert.ok(first && second);
      if (when === 'before') abort(endByCancel());
      const ends = [first.check(), second.check()];
      abort(endByCancel());
      service.clock.pass(999);
      await Promise.resolve();
      assert.equal(first.outcome.kind, 'not_run');
      service.clock.pass(1);
      assert.deepEqual(await Promise.all(ends), ['stop', 'stop']);
      assert.equal(describeEnd(first.outcome), 'failed cancelled');
    });
  }
});
