import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../../src/app/problem.ts';
import { endByCancel } from '../../../src/errors.ts';
import type { Folder } from '../../../src/folder/folder.ts';
import type { Inputs } from '../../../src/inputs/inputs.ts';
import type { GroupLog } from '../../../src/report/log.ts';
import type { Report } from '../../../src/report/report.ts';
import { makeFiles, makeFolder } from '../../support/fake-service/folder.ts';
import { type OpenRun, runSeveral } from '../../support/fake-service/scene.ts';
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
const broken = makeFolder(makeFiles(), [problem]);

/** An app of the run: its slug is its place in the alphabet. */
interface AppRow {
  readonly inputs?: Partial<Inputs>;
  readonly folder?: Folder;
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
  const parts = rows.map(({ inputs, folder = makeFolder(makeFiles()) }, index) => {
    return { service, folder, inputs: { slug: slugs[index] ?? '', ...inputs } };
  });
  let end: (error: Error) => void = () => undefined;
  const stage: Stage = {
    service,
    cancel: () => end(endByCancel()),
    crash: () => end(new Error('a bug')),
  };
  for (const slug of slugs) service.put({}, slug);
  const counts = new Map<string | null, number>();
  service.onRequest = (_, { slug }) => {
    const number = counts.get(slug) ?? 0;
    counts.set(slug, number + 1);
    rows[slugs.indexOf(slug ?? '')]?.before?.[number]?.(stage);
  };
  const prepare = ({ abort }: OpenRun): void => {
    end = abort;
  };
  const ended = await runSeveral(parts, prepare, log);
  return { ends: ended.map(({ facts }) => describeEnd(facts)), logged };
}

function describeEnd({ outcome, failure }: Report): string {
  if (failure === null) return outcome;
  const { kind, code, causeCode } = failure;
  return [kind, code, causeCode].filter((word) => word !== undefined).join(' ');
}

describe('a run of several apps', () => {
  test('a run checks and sends one app after the other, and logs a group for each', async () => {
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
      'goes on after a change whose result is unknown',
      [{ before: { 2: ({ service }) => service.sandbox.store.remove('aaa') } }, {}],
      ['unknown unverified', 'deployed'],
    ],
    [
      'goes on after a change if the service fails for a while',
      [
        {
          before: {
            2: ({ service }) => service.sandbox.faults.add({ status: 503, for_ms: 91_000 }),
          },
        },
        {},
      ],
      ['unknown unverified service_error', 'deployed'],
    ],
    [
      'stops when the key is rejected in the read after a change',
      [{ before: { 2: ({ service }) => service.revokeKey() } }, {}],
      ['unknown unverified unauthorized', 'not_run'],
    ],
    [
      'stops when it is cancelled: a deployed app keeps its result, the next one fails',
      [{ before: { 2: ({ cancel, service }) => service.clock.after(26, cancel) } }, {}, {}],
      ['deployed', 'failed cancelled', 'not_run'],
    ],
    [
      'stops at an unhandled error, which is reported for the app that was running',
      [{}, { before: { 1: ({ crash }) => crash() } }, {}],
      ['deployed', 'unknown bug', 'not_run'],
    ],
  ];
  for (const [name, apps, ends] of rows) {
    test(`a run of several apps ${name}`, async () => {
      assert.deepEqual((await play(apps)).ends, ends);
    });
  }
});
