import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { measurePeak, type Runner, type RunTime, race, type Times, time, toMedian } from './race.ts';
import { type Start, startBare } from './runners.ts';
import type { Service } from './service.ts';
import type { Comparison, Section } from './table.ts';

/** What everything is measured with. */
export interface Bench {
  readonly service: Service;
  /** The bundle of this repository. */
  readonly dist: string;
  /** Another bundle, which runs beside it; null for none. */
  readonly otherDist: string | null;
  readonly temp: string;
  readonly rounds: number;
  /** Programs that this machine does not have, of those that others than the action need. */
  readonly missing: readonly string[];
}

/** Who runs in turns, and where. */
export interface Field {
  readonly action: Start;
  readonly others: readonly Start[];
  /** Where the service is; its plain http address if absent. */
  readonly address?: string;
  /** How many times more often than usual they run; once if absent. */
  readonly factor?: number;
}

/** What the action must reach against the others. */
export interface Contest extends Field, Pick<Section, 'title' | 'waits'> {
  /** The most that our time may be over theirs, by their name. */
  readonly goals?: Readonly<Record<string, number>>;
  /** The most milliseconds that we may take longer than they do from the last output to the exit, by their name. */
  readonly endGoals?: Readonly<Record<string, number>>;
  /** The most memory over that of bare node, in bytes; not measured if absent. */
  readonly memoryGoal?: number;
}

/** What the other bundle is called. */
export const otherName = 'action of --dist';

/** Runs a contest. Throws where somebody does something else than what is measured. */
export async function measureContest(bench: Bench, contest: Contest): Promise<Section> {
  const { title, waits, goals = {}, endGoals, memoryGoal } = contest;
  const times = await raceField(bench, contest);
  const against = [...times.keys()].filter((name) => name !== 'action');
  const compare = (what: keyof RunTime, name: string): Pick<Comparison, 'against' | 'theirs' | 'ours' | 'unit'> => {
    const [theirs = 0, ours = 0] = [name, 'action'].map((who) =>
      toMedian((times.get(who) ?? []).map((run) => run[what])),
    );
    return { against: name, theirs, ours, unit: 'time' };
  };
  const rows = against.map(
    (name): Comparison => ({ what: 'time', ...compare('elapsed', name), by: 'ratio', atMost: goals[name] }),
  );
  const ends = against
    .filter((name) => endGoals !== undefined && (name in endGoals || name === otherName))
    .map((name): Comparison => ({ what: 'end', ...compare('end', name), by: 'difference', atMost: endGoals?.[name] }));
  const memory = memoryGoal === undefined ? [] : await compareMemory(bench, contest, memoryGoal);
  return { title, waits, rows: [...rows, ...ends, ...memory] };
}

/** Lets the action, the others and the other bundle run in turns, after a look at what the bundles send. */
export async function raceField(bench: Bench, field: Field): Promise<Times> {
  const { service, missing } = bench;
  const runners = startAll(bench, field, field.others)
    // The bash step needs them all.
    .filter(({ command }) => !missing.includes(command) && (command !== 'bash' || missing.length === 0));
  for (const runner of runners) await assertSameBody(service, runner);
  return race(runners, {
    rounds: bench.rounds * (field.factor ?? 1),
    check: (runner) => checkDeploy(service, runner),
  });
}

/** The most memory that the action held, against bare node and the other bundle. */
export async function compareMemory(bench: Bench, field: Field, goal: number): Promise<readonly Comparison[]> {
  const peaks: (readonly [name: string, bytes: number])[] = [];
  for (const runner of startAll(bench, field, [startBare])) {
    peaks.push([runner.name, await measurePeak(runner, () => checkDeploy(bench.service, runner))]);
  }
  const [[, ours] = ['', Number.NaN], ...theirs] = peaks;
  return theirs.map(([against, bytes]): Comparison => {
    const atMost = against === otherName ? undefined : goal;
    return { what: 'memory', against, theirs: bytes, ours, unit: 'memory', by: 'difference', atMost };
  });
}

/** Our bundle, those who run against it, and the other bundle if there is one. */
function startAll(
  { service, dist, otherDist, temp }: Bench,
  { action, address }: Field,
  others: readonly Start[],
): readonly Runner[] {
  const around = { address: address ?? service.http, temp, dist };
  const rivals = others.map((start) => start(around));
  if (otherDist !== null) rivals.push({ ...action({ ...around, dist: otherDist }), name: otherName });
  return [action(around), ...rivals];
}

/** What is fast and wrong is not fast: who deploys sends one body, of the right size, and who does not sends none. */
async function checkDeploy(service: Service, { name, deploys = null }: Runner): Promise<void> {
  const bodies = (await service.takeRequests()).filter(({ path }) => path === '/api/miniapps/deploy');
  const sizes = bodies.map(({ bytes }) => bytes);
  const wanted = deploys === null ? [] : [deploys];
  if (String(sizes) !== String(wanted)) throw new Error(`${name} sent bodies of [${sizes}] bytes, not of [${wanted}]`);
}

/** Runs an action that deploys once, by no clock, and compares what it sends with the ready body, byte for byte. */
async function assertSameBody(service: Service, runner: Runner): Promise<void> {
  if (runner.bodyFile === undefined) return;
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(runner.bodyFile)) digest.update(chunk);
  const wanted = digest.digest('hex');
  await service.setHashing(true);
  await time(runner);
  const requests = await service.takeRequests();
  await service.setHashing(false);
  if (!requests.some(({ sha256 }) => sha256 === wanted)) {
    throw new Error(`${runner.name} sent another body than ${runner.bodyFile}`);
  }
}
