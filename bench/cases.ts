import { createHash } from 'node:crypto';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { runFleet } from './fleet.ts';
import { type FolderPlan, folderPlans, type MadeFolder, makeFolder } from './folders.ts';
import { measurePeak } from './memory.ts';
import type { Case } from './options.ts';
import { type Runner, race, time, toMedian } from './race.ts';
import {
  type Surroundings,
  startAction,
  startBare,
  startBash,
  startCurl,
  startFailing,
  startNaive,
  startReady,
} from './runners.ts';
import type { Sink } from './sink-process.ts';
import { compareFleet, compareMemory, compareTimes, type Row } from './table.ts';

export interface Bench extends Surroundings {
  readonly sink: Sink;
  readonly pairs: number;
  /** Programs that this machine does not have. */
  readonly missing: readonly string[];
}

/** Runs of some tens of milliseconds vary more and cost less: they are made so many times more often. */
const moreShortRuns = 5;
const memoryRuns = 3;

/** Measures one case; returns its lines of the table. */
export function measure(name: Case, bench: Bench): Promise<readonly Row[]> {
  if (name === 'cold') return measureStart(bench);
  if (name === 'fleet') return measureFleet();
  return name === 'huge' ? measureHuge(bench) : measureFolder(folderPlans[name], bench);
}

async function measureStart(bench: Bench): Promise<readonly Row[]> {
  const rounds = bench.pairs * moreShortRuns;
  const times = await race([startBare(), startFailing(bench)], { rounds, afterEach: async () => {} });
  return compareTimes('cold', 'cold start: ends at its first missing input', times);
}

async function measureFolder(plan: FolderPlan, bench: Bench): Promise<readonly Row[]> {
  const { sink, missing } = bench;
  const folder = makeFolder(plan, bench.temp);
  const action = startAction(folder, bench);
  const naive = startNaive(folder, bench);
  const senders = [action, naive, startReady(folder, bench)];
  if (!missing.includes('curl')) senders.push(startCurl(folder, bench));
  if (missing.length === 0) senders.push(startBash(folder, bench));
  await assertSameBody(folder, action, sink);
  const { size } = statSync(folder.bodyFile);
  const isTiny = plan === folderPlans.tiny;
  const times = await race(isTiny ? [startBare(), ...senders] : senders, {
    rounds: isTiny ? bench.pairs * moreShortRuns : bench.pairs,
    afterEach: async ({ name }) => {
      const bytes = name === 'bare node' ? size : (await sink.takeDeploy()).bytes;
      if (bytes !== size) throw new Error(`${name} sent ${bytes} bytes in place of ${size}`);
    },
  });
  const title = `${plan.name}: ${describe(plan)}`;
  const memory = await compareMemories(title, [action, naive], sink);
  rmSync(folder.workspace, { recursive: true, force: true });
  return [...compareTimes(plan.name, title, times), ...memory];
}

/** Only its memory, and only ours: the naive script cannot hold it, and its time would be the disk's. */
async function measureHuge({ sink, ...bench }: Bench): Promise<readonly Row[]> {
  const folder = makeFolder(folderPlans.huge, bench.temp);
  const action = startAction(folder, bench);
  await assertSameBody(folder, action, sink);
  return compareMemories(`huge: ${describe(folder.plan)}`, [action], sink);
}

async function measureFleet(): Promise<readonly Row[]> {
  const apps = 20;
  const { elapsedMs, lowerBoundMs } = await runFleet({ apps, windowMs: 3_000 });
  return [compareFleet(`fleet: ${apps} apps at once, 30 changes in 3 s`, elapsedMs, lowerBoundMs)];
}

async function compareMemories(title: string, senders: readonly Runner[], sink: Sink): Promise<readonly Row[]> {
  const bare = await measurePeaks(startBare(), async () => {});
  const rows: Row[] = [];
  for (const runner of senders) {
    const peak = await measurePeaks(runner, () => sink.takeDeploy());
    rows.push(compareMemory(title, runner.name, peak, bare));
  }
  return rows;
}

async function measurePeaks(runner: Runner, afterEach: () => Promise<unknown>): Promise<number> {
  const peaks: number[] = [];
  for (let run = 0; run < memoryRuns; run += 1) {
    peaks.push(await measurePeak(runner));
    await afterEach();
  }
  return toMedian(peaks);
}

/** What is fast and wrong is not fast. */
async function assertSameBody({ bodyFile }: MadeFolder, action: Runner, sink: Sink): Promise<void> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(bodyFile)) digest.update(chunk);
  await sink.setHashing(true);
  await time(action);
  const { sha256 } = await sink.takeDeploy();
  await sink.setHashing(false);
  if (sha256 !== digest.digest('hex')) throw new Error(`the action sent another body than ${bodyFile}`);
}

function describe({ files, bytes }: FolderPlan): string {
  return `${files.toLocaleString('en')} files, ${bytes < 1e6 ? `${bytes / 1e3} KB` : `${bytes / 1e6} MB`}`;
}
