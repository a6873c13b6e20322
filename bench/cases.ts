import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FolderPlan, type MadeFolder, makeEscapedText, makeFolder, slug } from './folders.ts';
import {
  bareNode,
  measurePeak,
  type Program,
  run,
  startAction,
  startCurl,
  startEach,
  startPlain,
  startReads,
  toMedian,
} from './programs.ts';
import type { Service } from './service.ts';

/** What everything is measured with: the service, the folder of the bundle, and one for files. */
export interface Bench {
  readonly service: Service;
  readonly dist: string;
  /** The folder of the bundle before, whose runs are shown beside; null for none. */
  readonly before: string | null;
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
  /** Of times ours over theirs, the median of pairs; of memory ours less theirs. */
  readonly result: number;
  /** The same of the bundle before; null where none is measured. */
  readonly before: number | null;
  /** The most that the result may be. */
  readonly goal?: number | undefined;
}

const many = { assets: 2_000, bytes: 100e6 };
const mebibyte = 1024 * 1024;

/**
 * The cases by name, in the order in which they run. Each throws where a program does something
 * else than what is measured.
 */
export const cases: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  start(bench) {
    const action = startAction(
      { ...bench, workspace: bench.temp, address: '' },
      { exitCode: 1, requests: 0 },
    );
    return race(bench, {
      what: 'Start: ends at its first missing input',
      action,
      others: [[bareNode, 1.8]],
    });
  },
  async tiny(bench) {
    const folder = makeFolder(makeTemp(bench), { assets: 2, bytes: 30e3, hasTexts: true });
    const raceOver = (name: string, address: string, goal: number): Promise<readonly Row[]> => {
      const { action, curl } = startDeploys(bench, folder, address);
      return race(bench, {
        what: `Deploy of 5 files, 30 KB, over ${name}`,
        action,
        others: [[bareNode, goal], [curl]],
      });
    };
    const { http, https } = bench.service;
    return [...(await raceOver('http', http, 5)), ...(await raceOver('TLS', https, 5.5))];
  },
  big(bench) {
    const folder = makeFolder(makeTemp(bench), { ...many, hasTexts: true });
    return measureDeploy(bench, { what: 'Deploy of 2,000 files, 100 MB', folder, goal: 4.5 });
  },
  one(bench) {
    const folder = makeFolder(makeTemp(bench), { assets: 1, bytes: 300e6, hasTexts: false });
    return measureDeploy(bench, { what: 'Deploy of one picture, 300 MB', folder, goal: 2 });
  },
  pictures(bench) {
    const folder = makeFolder(makeTemp(bench), { ...many, hasTexts: false });
    return measureReading(bench, {
      what: 'Reading 2,000 pictures, 133 MB',
      folder,
      goal: 0.7,
      memory: 70,
    });
  },
  escaped(bench) {
    const folder = makeEscapedText(makeTemp(bench), 24e6);
    return measureReading(bench, { what: 'Reading a text of 24 MB, escaped', folder, goal: 1.4 });
  },
  async apps(bench) {
    const { slugs, draft, all } = makeApps(bench, 12, { assets: 2, bytes: 30e3, hasTexts: true });
    const expected = { draft, requests: slugs.length };
    const one = { ...bench, workspace: all.workspace, address: bench.service.http };
    const each = slugs.map((slug) =>
      startAction({ ...one, subject: { slug, folder: `apps/${slug}` } }, { draft, requests: 1 }),
    );
    const slow = { ...expected, roundTripMs: 100 };
    const what = '12 apps, unchanged';
    return [
      ...(await race(bench, {
        what: `${what}, round trips of 100 ms`,
        action: startAction({ ...one, subject: all.subject }, slow),
        others: [[startReads(one.address, slugs, slow), 1.3]],
      })),
      ...(await race(bench, {
        what,
        action: startAction({ ...one, subject: all.subject }, expected),
        others: [[startEach(each, expected), 0.25]],
      })),
      ...(await compareApps(bench)),
    ];
  },
};

/** Makes folders of the same content for apps with slugs of as many characters. */
function makeApps(bench: Bench, count: number, plan: FolderPlan) {
  const workspace = makeTemp(bench);
  const slugs = Array.from({ length: count }, (_, index) => `app${String(index).padStart(2, '0')}`);
  const made = slugs.map((slug) => makeFolder(workspace, { ...plan, folder: `apps/${slug}` }));
  const { bodyFile: draft = '', bodyBytes = 0 } = made[0] ?? {};
  return { slugs, draft, bodyBytes, all: { workspace, subject: { slug: '', folder: 'apps/*' } } };
}

/** What a run holds that deploys twenty apps, beside one that deploys one of them. */
async function compareApps(bench: Bench): Promise<readonly Row[]> {
  const { slugs, bodyBytes, all } = makeApps(bench, 20, { assets: 20, bytes: 5e6, hasTexts: true });
  const draft = writeOther(bench);
  const start = (
    subject: { readonly slug: string; readonly folder: string },
    apps: number,
  ): Program =>
    startAction(
      { ...bench, workspace: all.workspace, address: bench.service.http, subject },
      { draft, requests: 3 * apps, deployed: apps * bodyBytes },
    );
  const [slug = ''] = slugs;
  const deployOne = start({ slug, folder: `apps/${slug}` }, 1);
  const deployAll = start(all.subject, slugs.length);
  const one = await measurePeak(deployOne, bench);
  const twenty = await measurePeak(deployAll, bench);
  const [oneBefore, allBefore] = [startBefore(deployOne, bench), startBefore(deployAll, bench)];
  const before =
    oneBefore &&
    allBefore &&
    (await measurePeak(allBefore, bench)) - (await measurePeak(oneBefore, bench));
  const what = 'Deploy of 20 apps of 5 MB';
  return [
    {
      what,
      against: 'one of them',
      unit: 'memory',
      theirs: one,
      ours: twenty,
      result: twenty - one,
      before,
      goal: 40 * mebibyte,
    },
  ];
}

interface Work {
  readonly what: string;
  readonly folder: MadeFolder;
  /** The most that our time may be over that of curl, or of the plain program. */
  readonly goal: number;
  /** The most that we may hold above bare node, in MiB. */
  readonly memory?: number;
}

/** Over plain http: then nothing is measured but work. */
async function measureDeploy(bench: Bench, { what, folder, goal }: Work): Promise<readonly Row[]> {
  const { action, curl } = startDeploys(bench, folder, bench.service.http);
  const times = await race(bench, { what, action, others: [[curl, goal]] });
  return [...times, await compareMemory(bench, { what, action, goal: 110 })];
}

/** Two that deploy a folder over other content, with the same requests: read, deploy, read. */
function startDeploys(
  bench: Bench,
  folder: MadeFolder,
  address: string,
): Record<'action' | 'curl', Program> {
  const draft = writeOther(bench);
  const expected = { draft, requests: 3, deployed: folder.bodyBytes };
  return {
    action: startAction({ ...bench, ...folder, address }, expected),
    curl: startCurl(address, folder.bodyFile, expected),
  };
}

/** The body of an app with other content. */
function writeOther({ temp }: Bench): string {
  const draft = join(temp, 'other.json');
  writeFileSync(
    draft,
    JSON.stringify({ slug, files: { 'index.html': '<title>As it was</title>\n' } }),
  );
  return draft;
}

/** The command `status`, and the beginning of every deploy of such an app. */
async function measureReading(
  bench: Bench,
  { what, folder, goal, memory }: Work,
): Promise<readonly Row[]> {
  const address = bench.service.http;
  const expected = { draft: folder.bodyFile, requests: 1 };
  const action = startAction({ ...bench, ...folder, address, command: 'status' }, expected);
  const times = await race(bench, {
    what,
    action,
    others: [[startPlain(address, expected), goal]],
  });
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

/** The action in the bundle before. */
function startBefore(action: Program, { before }: Pick<Bench, 'before'>): Program | null {
  return before === null
    ? null
    : { ...action, name: 'action before', args: [join(before, 'index.js')] };
}

/**
 * Runs them in turns, so that whatever else the machine does meets all alike; a first round is not
 * counted.
 */
async function race(bench: Bench, { what, action, others }: Race): Promise<readonly Row[]> {
  const before = startBefore(action, bench);
  const programs = [
    action,
    ...others.map(([other]) => other),
    ...(before === null ? [] : [before]),
  ];
  const rounds: number[][] = [];
  const start = performance.now();
  while (rounds.length <= minRounds || performance.now() - start < raceMs) {
    const times: number[] = [];
    for (const program of programs) times.push(await run(program, bench.service));
    rounds.push(times);
  }
  const counted = rounds.slice(1);
  const pick = (index: number): number[] => counted.map((times) => times[index] ?? Number.NaN);
  return others.map(([{ name: against }, goal], index): Row => {
    const [ours, theirs] = [pick(0), pick(index + 1)];
    const compare = (times: readonly number[]): number =>
      toMedian(times.map((ms, round) => ms / (theirs[round] ?? Number.NaN)));
    return {
      what,
      against,
      unit: 'time',
      theirs: toMedian(theirs),
      ours: toMedian(ours),
      result: compare(ours),
      before: before === null ? null : compare(pick(programs.length - 1)),
      goal,
    };
  });
}

async function compareMemory(
  bench: Bench,
  { what, action, goal }: Pick<Race, 'what' | 'action'> & { readonly goal: number | undefined },
): Promise<Row> {
  const [theirs, ours] = [await measurePeak(bareNode, bench), await measurePeak(action, bench)];
  const programBefore = startBefore(action, bench);
  const before = programBefore && (await measurePeak(programBefore, bench)) - theirs;
  const limit = goal === undefined ? undefined : goal * mebibyte;
  return {
    what,
    against: bareNode.name,
    unit: 'memory',
    theirs,
    ours,
    result: ours - theirs,
    before,
    goal: limit,
  };
}

function makeTemp({ temp }: Bench): string {
  return mkdtempSync(join(temp, 'case-'));
}
