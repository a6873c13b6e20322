import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type Contest, compareMemory, measureContest, otherName, raceField } from './contest.ts';
import { runFleet } from './fleet.ts';
import {
  type FolderPlan,
  folderPlans,
  type MadeFolder,
  makeFolder,
  sameSlug,
  writeAnswer,
  writeTexts,
} from './folders.ts';
import { startLink } from './link.ts';
import type { Times } from './race.ts';
import {
  type CurlRequest,
  type Start,
  startAction,
  startBare,
  startBash,
  startCurl,
  startFailing,
  startNaive,
  startReady,
  startStatus,
  startUnchanged,
} from './runners.ts';
import type { Comparison, Section } from './table.ts';

/** By name, in the order in which they run. */
const measurements = {
  cold: measureStart,
  tiny: measureTiny,
  trips: measureTrips,
  mixed: measureMixed,
  big: measureBig,
  one: measureOne,
  texts: measureTexts,
  escaped: measureEscaped,
  link: measureLink,
  fleet: measureFleet,
  huge: measureHuge,
} as const satisfies Readonly<Record<string, (bench: Bench) => Promise<readonly Section[]>>>;

export type Case = keyof typeof measurements;

export function isCase(name: string): name is Case {
  return Object.hasOwn(measurements, name);
}

/** All but the one that fills 4 GB of disk. */
export const usualCases: readonly Case[] = Object.keys(measurements)
  .filter(isCase)
  .filter((name) => name !== 'huge');

/** Measures one case; returns its sections of the document. Throws where somebody does something else than what is measured. */
export function measure(name: Case, bench: Bench): Promise<readonly Section[]> {
  return measurements[name](bench);
}

const mebibyte = 1024 * 1024;
const memoryGoal = 50 * mebibyte;
/** Runs of some tens of milliseconds vary more and cost less. */
const factor = 5;

async function measureStart(bench: Bench): Promise<readonly Section[]> {
  const { title, waits, rows } = await measureContest(bench, {
    title: 'Cold: a step that ends at its first missing input',
    waits: 'What every step waits for before it does anything.',
    action: startFailing,
    others: [startBare],
    factor,
    goals: { 'bare node': 1.5 },
  });
  return [{ title, waits, rows: [...rows, ...compareSizes(bench)] }];
}

/** What the bundles weigh, if there are two. */
function compareSizes({ dist, otherDist }: Bench): readonly Comparison[] {
  if (otherDist === null) return [];
  const [theirs = 0, ours = 0] = [otherDist, dist].map((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .reduce((total, name) => total + statSync(join(folder, name)).size, 0),
  );
  return [{ what: 'bundle', against: otherName, theirs, ours, unit: 'code', by: 'difference' }];
}

function measureTiny(bench: Bench): Promise<readonly Section[]> {
  return measureDeploy(bench, folderPlans.tiny, {
    name: 'Tiny, over TLS',
    waits: 'A push that changes a small app.',
    address: bench.service.https,
    others: (folder) => [startBare, ...listSenders(folder), (around) => startNaive(folder, around)],
    factor,
    goals: { 'bare node': 4.5 },
    endGoals: { 'node, body ready made': 3 },
  });
}

function measureMixed(bench: Bench): Promise<readonly Section[]> {
  return measureDeploy(bench, folderPlans.mixed, {
    name: 'Mixed',
    waits: 'A push that changes an ordinary app.',
    others: (folder) => [...listSenders(folder), (around) => startNaive(folder, around)],
  });
}

function measureBig(bench: Bench): Promise<readonly Section[]> {
  return measureDeploy(bench, folderPlans.big, {
    name: 'Big',
    waits: 'A push that changes an app of many pictures. There is no line here that takes time: all of it is work.',
    others: (folder) => [...listSenders(folder), (around) => startNaive(folder, around)],
    goals: { curl: 2 },
    unchangedGoals: { [deploying]: 1, curl: 3 },
  });
}

/** Without the naive script, which would hold 2.6 GiB. */
function measureOne(bench: Bench): Promise<readonly Section[]> {
  return measureDeploy(bench, folderPlans.one, {
    name: 'One',
    waits: 'A push that changes an app with one large video. All of it is work, as above.',
    others: listSenders,
    goals: { curl: 1.05 },
    unchangedGoals: {},
  });
}

/** The best line that a user can expect, in place of none. */
async function measureLink(bench: Bench): Promise<readonly Section[]> {
  const sections: Section[] = [];
  for (const plan of [folderPlans.big, folderPlans.one]) {
    await using link = await startLink({ port: bench.service.httpsPort, roundTripMs: 20, bitsPerSecond: 1e9 });
    const [section] = await measureDeploy(bench, plan, {
      name: `${toTitle(plan)}, over TLS on a line of 1 Gbit/s and 20 ms`,
      waits: 'The same push where the service is somewhere else.',
      address: `https://127.0.0.1:${link.port}`,
      others: (folder) => listSenders(folder).slice(0, 2),
    });
    if (section !== undefined) sections.push(section);
  }
  return sections;
}

/** A deploy of a folder. */
interface Deploy extends Omit<Contest, 'title' | 'action' | 'others' | 'memoryGoal'> {
  readonly name: string;
  readonly others: (folder: MadeFolder) => readonly Start[];
  /** Of the same push made again, which is then measured too. */
  readonly unchangedGoals?: Contest['goals'];
}

function measureDeploy(bench: Bench, plan: FolderPlan, deploy: Deploy): Promise<readonly Section[]> {
  return withFolder(bench, plan, async (folder) => {
    const action: Start = (around) => startAction(folder, around);
    const title = `${deploy.name}: a deploy of ${describe(plan)}`;
    const section = await measureContest(bench, {
      ...deploy,
      title,
      action,
      others: deploy.others(folder),
      memoryGoal,
    });
    if (deploy.unchangedGoals === undefined) return [section];
    await showSame(bench, folder);
    const again = await measureContest(bench, {
      title: `${toTitle(plan)}, unchanged: the app has exactly this content`,
      waits: 'A push that changes nothing: the app is read and compared, and nothing is sent.',
      action: (around) => startUnchanged(folder, around),
      others: [(around) => ({ ...action(around), name: deploying }), (around) => startCurl(['read'], around)],
      goals: deploy.unchangedGoals,
      memoryGoal,
    });
    return [section, again];
  });
}

/** What the action is called where it deploys what it finds unchanged elsewhere in the same race. */
const deploying = 'action that deploys it';

/** Those who send the folder's body; the action is slower than the first two. */
function listSenders(folder: MadeFolder): readonly Start[] {
  return [
    (around) => startReady(folder, around),
    (around) => startCurl(['deploy'], around, folder),
    (around) => startBash(folder, around),
  ];
}

function measureTexts(bench: Bench): Promise<readonly Section[]> {
  const title = 'Texts: reading an app of 2,000 text files of 200 KB';
  return measureReading(bench, title, (parent) =>
    writeTexts({ files: 2_000, textsPerFile: 1, isAscii: false }, parent),
  );
}

function measureEscaped(bench: Bench): Promise<readonly Section[]> {
  const title = 'Escaped: reading an app with 280 MB of escaped text';
  return measureReading(bench, title, (parent) => writeTexts({ files: 1, textsPerFile: 1_240, isAscii: true }, parent));
}

async function measureReading(
  bench: Bench,
  title: string,
  write: (parent: string) => string,
): Promise<readonly Section[]> {
  const parent = mkdtempSync(join(bench.temp, 'texts-'));
  try {
    await bench.service.showApp(sameSlug, write(parent));
    const section = await measureContest(bench, {
      title,
      waits: 'The command `status`, and the beginning of every deploy of such an app.',
      action: startStatus,
      others: [(around) => startCurl(['read'], around)],
      goals: { curl: 5 },
      memoryGoal: 60 * mebibyte,
    });
    return [section];
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** What a run does, what curl sends for the same, and the most round trips that the run may take. */
interface Story {
  readonly name: string;
  /** Null where nothing has changed. */
  readonly inputs: Readonly<Record<string, string>> | null;
  readonly requests: readonly CurlRequest[];
  readonly atMost: number;
}

const submit = { submit: 'true', 'terms-version': '2026-01' };
const stories: readonly Story[] = [
  { name: 'unchanged', inputs: null, requests: ['read'], atMost: 3 },
  { name: 'deploy', inputs: {}, requests: ['look', 'deploy'], atMost: 4 },
  { name: 'deploy, submit', inputs: submit, requests: ['look', 'deploy', 'submit'], atMost: 5 },
  {
    name: 'create, deploy, submit',
    inputs: { slug: 'bench-new', create: 'true', ...submit },
    requests: ['look', 'create', 'deploy', 'submit'],
    atMost: 7,
  },
];

/** Far enough apart that some milliseconds of a late start are no part of a round trip. */
const [shortMs, longMs] = [20, 220];

/** The slope of a run's time over the delay of the line, of the fastest run at each of two delays. */
function measureTrips(bench: Bench): Promise<readonly Section[]> {
  return withFolder(bench, folderPlans.tiny, async (folder) => {
    await showSame(bench, folder);
    const rows: Comparison[] = [];
    for (const story of stories) {
      const short = await raceStory(bench, folder, story, shortMs);
      const long = await raceStory(bench, folder, story, longMs);
      const count = (name: string): number => (toFastest(long, name) - toFastest(short, name)) / (longMs - shortMs);
      const ours = count('action');
      for (const against of [...short.keys()].filter((name) => name !== 'action')) {
        const atMost = against === otherName ? undefined : story.atMost;
        rows.push({ what: story.name, against, theirs: count(against), ours, unit: 'trips', by: 'difference', atMost });
      }
    }
    const title = 'Round trips, over TLS';
    const waits = 'What the distance to the service costs: at 100 ms for a round trip each of these is 0.1 s.';
    return [{ title, waits, rows }];
  });
}

async function raceStory(bench: Bench, folder: MadeFolder, story: Story, roundTripMs: number): Promise<Times> {
  const { inputs, requests } = story;
  await using link = await startLink({ port: bench.service.httpsPort, roundTripMs });
  return await raceField(bench, {
    address: `https://127.0.0.1:${link.port}`,
    action: (around) => (inputs === null ? startUnchanged(folder, around) : startAction(folder, around, inputs)),
    others: [(around) => startCurl(requests, around, folder)],
  });
}

function toFastest(times: Times, name: string): number {
  return Math.min(...(times.get(name) ?? []).map(({ elapsed }) => elapsed));
}

async function measureFleet(): Promise<readonly Section[]> {
  const { elapsedMs, lowerBoundMs } = await runFleet({ apps: 20, windowMs: 3_000 });
  const times = { theirs: lowerBoundMs, ours: elapsedMs, unit: 'time', by: 'ratio' } as const;
  return [
    {
      title: 'Fleet: 20 apps created, deployed and submitted at once',
      waits: 'A matrix under a limit of 30 changes in 3 s: its 60 changes need two such windows.',
      rows: [{ what: 'time', against: 'lower bound', ...times }],
    },
  ];
}

/** Only the memory: its time would be the disk's. */
function measureHuge(bench: Bench): Promise<readonly Section[]> {
  return withFolder(bench, folderPlans.huge, async (folder) => [
    {
      title: `Huge: a deploy of ${describe(folder.plan)}`,
      waits: 'Memory does not grow with the folder.',
      rows: await compareMemory(bench, { action: (around) => startAction(folder, around), others: [] }, memoryGoal),
    },
  ]);
}

/** Lets the service show an app that has the folder's content. */
async function showSame({ service }: Bench, folder: MadeFolder): Promise<void> {
  writeAnswer(folder);
  await service.showApp(sameSlug, folder.answerFile);
}

/** Makes a folder for as long as it is used. */
async function withFolder<T>({ temp }: Bench, plan: FolderPlan, use: (folder: MadeFolder) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(temp, 'folder-'));
  try {
    return await use(makeFolder(plan, parent));
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

function describe({ files, bytes }: FolderPlan): string {
  const size = bytes < 1e6 ? `${bytes / 1e3} KB` : `${(bytes / 1e6).toLocaleString('en')} MB`;
  return `${files.toLocaleString('en')} files, ${size}`;
}

function toTitle({ name }: FolderPlan): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
