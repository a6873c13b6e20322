import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FolderPlan, type MadeFolder, makeEscapedText, makeFolder, slug } from './folders.ts';
import {
  bareNode,
  type Expected,
  measurePeak,
  type Program,
  run,
  startAction,
  startCurl,
  startPlain,
  toMedian,
} from './programs.ts';
import type { Service } from './service.ts';

/** What everything is measured with: the service, the folder of the bundle, and one for files. */
export interface Bench {
  readonly service: Service;
  readonly dist: string;
  readonly temp: string;
}

/** A row of the table. */
export interface Row {
  readonly what: string;
  readonly against: string;
  /** Milliseconds, bytes of memory, or round trips. */
  readonly unit: 'time' | 'memory' | 'trips';
  readonly theirs: number;
  readonly ours: number;
  /** Of times ours over theirs, the median of pairs; of memory ours less theirs; of round trips ours. */
  readonly result: number;
  /** The most that the result may be. */
  readonly goal?: number | undefined;
}

const tiny: FolderPlan = { assets: 2, bytes: 30e3, hasTexts: true };
const big: FolderPlan = { assets: 2_000, bytes: 100e6, hasTexts: true };
const one: FolderPlan = { assets: 1, bytes: 300e6, hasTexts: false };

/** The cases by name, in the order in which they run. Each throws where a program does something else than what is measured. */
export const cases: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  start: measureStart,
  tiny: measureTiny,
  trips: countTrips,
  big: (bench) => measureDeploy(bench, { what: 'Deploy of 2,000 files, 100 MB', plan: big, goal: 4.5 }),
  one: (bench) => measureDeploy(bench, { what: 'Deploy of one picture, 300 MB', plan: one, goal: 2 }),
  pictures(bench) {
    const folder = makeFolder(makeTemp(bench), { ...big, hasTexts: false });
    return measureReading(bench, { what: 'Reading 2,000 pictures, 133 MB', folder, goal: 0.7, memory: 70 });
  },
  escaped(bench) {
    const folder = makeEscapedText(makeTemp(bench), 24e6);
    return measureReading(bench, { what: 'Reading a text of 24 MB, escaped', folder, goal: 1.4 });
  },
};

function measureStart(bench: Bench): Promise<readonly Row[]> {
  const action = startAction({ ...bench, workspace: bench.temp, address: '' }, {}, { exitCode: 1, requests: 0 });
  return race(bench, { what: 'Start: ends at its first missing input', action, others: [[bareNode, 1.5]] });
}

async function measureTiny(bench: Bench): Promise<readonly Row[]> {
  const folder = makeFolder(makeTemp(bench), tiny);
  const expected = expectDeploy(bench, folder);
  const measureOver = (name: string, address: string, goal: number): Promise<readonly Row[]> => {
    const action = startAction({ ...bench, ...folder, address }, {}, expected);
    const plain = startPlain(address, [join(folder.workspace, 'app')], expected);
    return race(bench, { what: `Deploy of 5 files, 30 KB, over ${name}`, action, others: [[bareNode, goal], [plain]] });
  };
  const { http, https } = bench.service;
  return [...(await measureOver('http', http, 5)), ...(await measureOver('TLS', https, 5.5))];
}

const submit = { submit: 'true', 'terms-version': '2026-01' };

/**
 * Counted by the service, so that no delay is needed: TCP and TLS take one each for a connection, and each request one. The
 * least of three runs: a machine that halts for a second costs another connection.
 */
async function countTrips(bench: Bench): Promise<readonly Row[]> {
  const folder = makeFolder(makeTemp(bench), tiny);
  const deploy = expectDeploy(bench, folder);
  const runs: readonly (readonly [string, Readonly<Record<string, string>>, Expected])[] = [
    ['unchanged', {}, { draft: folder.bodyFile, requests: 1 }],
    ['deploy', {}, deploy],
    ['deploy, submit', submit, { ...deploy, requests: 5 }],
    ['create, deploy, submit', { ...submit, create: 'true' }, { ...deploy, draft: null, requests: 7 }],
  ];
  const rows: Row[] = [];
  for (const [name, inputs, expected] of runs) {
    const action = startAction({ ...bench, ...folder, address: bench.service.https }, inputs, expected);
    const counts: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { connections, requests } = (await run(action, bench.service)).traffic;
      counts.push(2 * connections + requests);
    }
    const [theirs, ours] = [2 + expected.requests, Math.min(...counts)];
    const against = 'a client with one connection';
    rows.push({ what: `Over TLS: ${name}`, against, unit: 'trips', theirs, ours, result: ours, goal: theirs });
  }
  return rows;
}

/** Over plain http: then nothing is measured but work. */
async function measureDeploy(
  bench: Bench,
  { what, plan, goal }: { readonly what: string; readonly plan: FolderPlan; readonly goal: number },
): Promise<readonly Row[]> {
  const folder = makeFolder(makeTemp(bench), plan);
  const { http: address } = bench.service;
  const expected = expectDeploy(bench, folder);
  const action = startAction({ ...bench, ...folder, address }, {}, expected);
  const curl = startCurl(address, folder.bodyFile, expected);
  const times = await race(bench, { what, action, others: [[curl, goal]] });
  return [...times, await compareMemory(bench, { what, action, goal: 110 })];
}

interface Reading {
  readonly what: string;
  readonly folder: MadeFolder;
  readonly goal: number;
  readonly memory?: number;
}

/** The command `status`, and the beginning of every deploy of such an app. */
async function measureReading(bench: Bench, { what, folder, goal, memory }: Reading): Promise<readonly Row[]> {
  const { http: address } = bench.service;
  const expected = { draft: folder.bodyFile, requests: 1 };
  const action = startAction({ ...bench, ...folder, address }, { command: 'status' }, expected);
  const plain = startPlain(address, [], expected);
  const times = await race(bench, { what, action, others: [[plain, goal]] });
  return [...times, await compareMemory(bench, { what, action, goal: memory })];
}

interface Race {
  readonly what: string;
  readonly action: Program;
  /** With the most that our time may be over theirs. */
  readonly others: readonly (readonly [Program, goal?: number])[];
}

/** Short runs vary more and cost less: a race takes some ten seconds, and at least nine rounds. */
const minRounds = 9;
const raceMs = 10_000;

/** Runs them in turns, so that whatever else the machine does meets all alike; a first round is not counted. */
async function race({ service }: Bench, { what, action, others }: Race): Promise<readonly Row[]> {
  const ours: number[] = [];
  const theirs = others.map((): number[] => []);
  const start = performance.now();
  for (let round = 0; round <= minRounds || performance.now() - start < raceMs; round += 1) {
    for (const [index, program] of [action, ...others.map(([other]) => other)].entries()) {
      const { ms } = await run(program, service);
      if (round > 0) (theirs[index - 1] ?? ours).push(ms);
    }
  }
  return others.map(([{ name: against }, goal], index): Row => {
    const times = theirs[index] ?? [];
    const result = toMedian(ours.map((ms, round) => ms / (times[round] ?? Number.NaN)));
    return { what, against, unit: 'time', theirs: toMedian(times), ours: toMedian(ours), result, goal };
  });
}

/** The goal is in MiB. */
async function compareMemory(
  bench: Bench,
  { what, action, goal }: { readonly what: string; readonly action: Program; readonly goal: number | undefined },
): Promise<Row> {
  const [theirs, ours] = [await measurePeak(bareNode, bench), await measurePeak(action, bench)];
  const row = { what, against: bareNode.name, unit: 'memory', theirs, ours, result: ours - theirs } as const;
  return goal === undefined ? row : { ...row, goal: goal * 1024 * 1024 };
}

/** A deploy over other content: read, deploy, read. */
function expectDeploy({ temp }: Bench, { bodyBytes: deployed }: MadeFolder): Expected {
  const draft = join(temp, 'other.json');
  writeFileSync(
    draft,
    JSON.stringify({ slug, files: { 'index.html': '<!doctype html>\n<title>As it was</title>\n' } }),
  );
  return { draft, requests: 3, deployed };
}

function makeTemp({ temp }: Bench): string {
  return mkdtempSync(join(temp, 'case-'));
}
