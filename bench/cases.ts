import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatBytes, formatCount } from '../src/text/format.ts';
import { type MadeFolder, makeFolder, slug } from './folders.ts';
import {
  type ActionStart,
  bareNode,
  measurePeak,
  type Program,
  run,
  startAction,
  startCurl,
  startEach,
  startReads,
  startWithBundle,
  toMedian,
} from './programs.ts';
import type { Service } from './service.ts';

/** The parts that all cases share. */
export interface Bench {
  readonly service: Service;
  /** The folder of the bundle to measure. */
  readonly dist: string;
  /** The folder of an earlier bundle to compare with; null without one. */
  readonly before: string | null;
  /** A folder for the files of the cases. */
  readonly temp: string;
}

/** A row of the table. */
export interface Row {
  readonly what: string;
  readonly against: string;
  /** Milliseconds, or bytes of memory. */
  readonly unit: 'time' | 'memory';
  readonly theirs: number;
  readonly ours: number;
  /** For times, the median of ours divided by theirs in each round; for memory, the difference. */
  readonly result: number;
  /** The result of the earlier bundle; null without one. */
  readonly before: number | null;
  /** The largest result that is good enough; null for a row that is only a comparison. */
  readonly goal: number | null;
}

const mebibyte = 1024 * 1024;

/**
 * The cases by name, in the order in which they run. A case throws an Error if a program does not
 * do the work that is measured.
 */
export const cases: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  start: measureStart,
  tiny: measureSmallDeploy,
  small: (bench) => measureDeploy(bench, { assets: 40, bytes: 3e6, goal: 8 }),
  medium: (bench) => measureDeploy(bench, { assets: 400, bytes: 27e6, goal: 5 }),
  big: (bench) => measureDeploy(bench, { assets: 2_000, bytes: 100e6, goal: 4.5 }),
  unchanged: measureUnchanged,
  review: measureReview,
  async apps(bench) {
    return [...(await measureUnchangedApps(bench)), await compareApps(bench)];
  },
};

function measureStart(bench: Bench): Promise<readonly Row[]> {
  const start = describeStart(bench, { workspace: bench.temp, address: '' });
  const action = startAction(start, { exitCode: 1, requests: 0 });
  const what = 'Start: ends at its first missing input';
  return race(bench, { what, action, others: [{ program: bareNode, goal: 1.8 }] });
}

async function measureSmallDeploy(bench: Bench): Promise<readonly Row[]> {
  const plan = { assets: 2, bytes: 30e3, hasTexts: true, folder: 'app' };
  const folder = makeFolder(makeTemp(bench), plan);
  const { http, https } = bench.service;
  const rows: Row[] = [];
  for (const { name, address, goal } of [
    { name: 'http', address: http, goal: 5 },
    { name: 'TLS', address: https, goal: 5.5 },
  ]) {
    const { action, curl } = startDeploys(bench, folder, address);
    const others = [
      { program: bareNode, goal },
      { program: curl, goal: null },
    ];
    const what = `Deploy of 5 files, 30 KB, over ${name}`;
    rows.push(...(await race(bench, { what, action, others })));
  }
  return rows;
}

/** A folder to deploy. */
interface DeployCase {
  readonly assets: number;
  readonly bytes: number;
  /** Our time divided by curl's that is good enough. */
  readonly goal: number;
}

/** Measures a deploy over http, so that no encryption is measured. */
async function measureDeploy(
  bench: Bench,
  { assets, bytes, goal }: DeployCase,
): Promise<readonly Row[]> {
  const folder = makeFolder(makeTemp(bench), { assets, bytes, hasTexts: true, folder: 'app' });
  const { action, curl } = startDeploys(bench, folder, bench.service.http);
  const what = `Deploy of ${formatCount(assets + 3, 'file')}, ${formatBytes(bytes)}`;
  const times = await race(bench, { what, action, others: [{ program: curl, goal }] });
  const memoryGoal = 60 * mebibyte + 3 * bytes;
  return [...times, await compareMemory(bench, { what, action, goal: memoryGoal })];
}

/** Measures a run that finds that the draft has the folder's content already. */
async function measureUnchanged(bench: Bench): Promise<readonly Row[]> {
  const plan = { assets: 40, bytes: 3e6, hasTexts: true, folder: 'app' };
  const folder = makeFolder(makeTemp(bench), plan);
  const address = bench.service.http;
  const expected = { draft: folder.bodyFile, requests: 1 };
  const start = describeStart(bench, { workspace: folder.workspace, address });
  const action = startAction(start, expected);
  const what = 'Unchanged: 43 files, 3 MB';
  return race(bench, { what, action, others: [{ program: bareNode, goal: 6 }] });
}

/** Measures a deploy that is also sent for review. */
async function measureReview(bench: Bench): Promise<readonly Row[]> {
  const plan = { assets: 2, bytes: 30e3, hasTexts: true, folder: 'app' };
  const folder = makeFolder(makeTemp(bench), plan);
  const address = bench.service.http;
  const expected = { draft: writeOther(bench), requests: 5, deployed: folder.bodyBytes };
  const start = describeStart(bench, { workspace: folder.workspace, address });
  const action = startAction({ ...start, termsVersion: '2026-10' }, expected);
  const what = 'Deploy of 5 files, 30 KB, and a submission';
  return race(bench, { what, action, others: [{ program: bareNode, goal: 5 }] });
}

/** Returns two programs that deploy a folder over other content: read, deploy, read. */
function startDeploys(
  bench: Bench,
  folder: MadeFolder,
  address: string,
): { readonly action: Program; readonly curl: Program } {
  const expected = { draft: writeOther(bench), requests: 3, deployed: folder.bodyBytes };
  const start = describeStart(bench, { workspace: folder.workspace, address });
  return {
    action: startAction(start, expected),
    curl: startCurl(address, slug, folder.bodyFile, expected),
  };
}

/** Measures twelve apps in one run, compared with curl and with twelve runs. */
async function measureUnchangedApps(bench: Bench): Promise<readonly Row[]> {
  const plan = { assets: 2, bytes: 30e3, hasTexts: true };
  const { workspace, slugs, draft } = makeApps(bench, 12, plan);
  const address = bench.service.http;
  const start = describeStart(bench, { workspace, address });
  const atOnce = { draft, requests: slugs.length };
  const slowly = { draft, requests: slugs.length, roundTripMs: 100 };
  const reads = startReads(address, slugs, slowly);
  const runs = slugs.map((app) => {
    return startAction({ ...start, slug: app, folder: `apps/${app}` }, { draft, requests: 1 });
  });
  const all = { ...start, slug: '', folder: 'apps/*' };
  const what = '12 apps, unchanged';
  const slowRows = await race(bench, {
    what: `${what}, round trips of 100 ms`,
    action: startAction(all, slowly),
    others: [{ program: reads, goal: 1.3 }],
  });
  const fastRows = await race(bench, {
    what,
    action: startAction(all, atOnce),
    others: [{ program: startEach(runs, atOnce), goal: 0.25 }],
  });
  return [...slowRows, ...fastRows];
}

/** Compares the memory of a run that deploys twenty apps with a run that deploys one of them. */
async function compareApps(bench: Bench): Promise<Row> {
  const plan = { assets: 20, bytes: 5e6, hasTexts: true };
  const { workspace, slugs, bodyBytes } = makeApps(bench, 20, plan);
  const draft = writeOther(bench);
  const start = describeStart(bench, { workspace, address: bench.service.http });
  const [app = ''] = slugs;
  const deployOne = startAction(
    { ...start, slug: app, folder: `apps/${app}` },
    { draft, requests: 3, deployed: bodyBytes },
  );
  const deployAll = startAction(
    { ...start, slug: '', folder: 'apps/*' },
    { draft, requests: 3 * slugs.length, deployed: slugs.length * bodyBytes },
  );
  const theirs = await measure(bench, deployOne);
  const ours = await measure(bench, deployAll);
  let before: number | null = null;
  if (bench.before !== null) {
    const oneBefore = await measure(bench, startWithBundle(deployOne, bench.before));
    const allBefore = await measure(bench, startWithBundle(deployAll, bench.before));
    before = allBefore - oneBefore;
  }
  return {
    what: 'Deploy of 20 apps of 5 MB',
    against: 'one of them',
    unit: 'memory',
    theirs,
    ours,
    result: ours - theirs,
    before,
    goal: 60 * mebibyte,
  };
}

/** Several app folders with the same content, in `apps/`. */
interface MadeApps {
  readonly workspace: string;
  readonly slugs: readonly string[];
  /** The file with the body that each app is deployed with. */
  readonly draft: string;
  readonly bodyBytes: number;
}

/** Makes apps with slugs of the same length, so that their bodies have the same length. */
function makeApps(
  bench: Bench,
  count: number,
  plan: { readonly assets: number; readonly bytes: number; readonly hasTexts: boolean },
): MadeApps {
  const workspace = makeTemp(bench);
  const slugs: string[] = [];
  let draft = '';
  let bodyBytes = 0;
  for (let index = 0; index < count; index += 1) {
    const app = `app${String(index).padStart(2, '0')}`;
    const made = makeFolder(workspace, { ...plan, folder: `apps/${app}` });
    slugs.push(app);
    draft = made.bodyFile;
    bodyBytes = made.bodyBytes;
  }
  return { workspace, slugs, draft, bodyBytes };
}

/** Writes the body of an app with other content. */
function writeOther(bench: Bench): string {
  const draft = join(bench.temp, 'other.json');
  const files = { 'index.html': '<title>As it was</title>\n' };
  writeFileSync(draft, JSON.stringify({ slug, files }));
  return draft;
}

/** Describes a deploy of the one app of a workspace. */
function describeStart(
  bench: Bench,
  { workspace, address }: { readonly workspace: string; readonly address: string },
): ActionStart {
  const { dist, temp } = bench;
  return { dist, temp, workspace, address, slug, folder: 'app' };
}

interface Opponent {
  readonly program: Program;
  /** The largest result that is good enough; null for a row that is only a comparison. */
  readonly goal: number | null;
}

interface Race {
  readonly what: string;
  readonly action: Program;
  readonly others: readonly Opponent[];
}

/** A race lasts ten seconds, and nine rounds at least. Short runs vary more, so they get more. */
const minRounds = 9;
const raceMs = 10_000;

/**
 * Runs programs in turns, so that other load of the machine affects all of them. The first round is
 * not counted.
 */
async function race(bench: Bench, { what, action, others }: Race): Promise<readonly Row[]> {
  const actionBefore = bench.before === null ? null : startWithBundle(action, bench.before);
  const programs = [action, ...others.map((other) => other.program)];
  if (actionBefore !== null) programs.push(actionBefore);
  const rounds: number[][] = [];
  const start = performance.now();
  while (rounds.length <= minRounds || performance.now() - start < raceMs) {
    const times: number[] = [];
    for (const program of programs) times.push(await run(program, bench.service));
    rounds.push(times);
  }
  const counted = rounds.slice(1);
  const pickTimes = (index: number): number[] => {
    return counted.map((times) => times[index] ?? Number.NaN);
  };
  const ours = pickTimes(0);
  return others.map((other, index): Row => {
    const theirs = pickTimes(index + 1);
    return {
      what,
      against: other.program.name,
      unit: 'time',
      theirs: toMedian(theirs),
      ours: toMedian(ours),
      result: compareTimes(ours, theirs),
      before: actionBefore === null ? null : compareTimes(pickTimes(programs.length - 1), theirs),
      goal: other.goal,
    };
  });
}

/** Returns the median of our time divided by theirs in the same round. */
function compareTimes(ours: readonly number[], theirs: readonly number[]): number {
  return toMedian(ours.map((time, round) => time / (theirs[round] ?? Number.NaN)));
}

interface MemoryCase {
  readonly what: string;
  readonly action: Program;
  /** Bytes above the peak of bare node; null if there is no goal. */
  readonly goal: number | null;
}

/** Compares the peak memory of the action with bare node. */
async function compareMemory(bench: Bench, { what, action, goal }: MemoryCase): Promise<Row> {
  const theirs = await measure(bench, bareNode);
  const ours = await measure(bench, action);
  let before: number | null = null;
  if (bench.before !== null) {
    before = (await measure(bench, startWithBundle(action, bench.before))) - theirs;
  }
  return {
    what,
    against: bareNode.name,
    unit: 'memory',
    theirs,
    ours,
    result: ours - theirs,
    before,
    goal,
  };
}

function measure(bench: Bench, program: Program): Promise<number> {
  return measurePeak(program, bench.service, bench.temp);
}

function makeTemp(bench: Bench): string {
  return mkdtempSync(join(bench.temp, 'case-'));
}
