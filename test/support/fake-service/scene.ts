import type { Move } from '../../../sandbox/app.ts';
import type { Failure } from '../../../src/action-error.ts';
import type { Outcome } from '../../../src/outcome.ts';
import type { Problem } from '../../../src/problem.ts';
import type { Fault } from './faults.ts';
import { createFakeFolder, type Files, makeFiles } from './folder.ts';
import { type EndedRun, type OpenRun, type RunParts, runCommand } from './run.ts';
import { type FakeApp, type FakeOptions, FakeService } from './service.ts';

/** Something that is done to the service or the run at some moment. */
export type Doing = (service: FakeService, open: OpenRun) => unknown;

/** One run against a service that is made for it. */
export interface Scene extends Partial<Omit<RunParts, 'service'>> {
  readonly options?: Partial<FakeOptions>;
  /** The app `tides` at the beginning: a draft of other content where left out, null for none. */
  readonly app?: Partial<FakeApp> | null;
  /** The files of the folder. */
  readonly files?: Files;
  /** What the offline check finds. */
  readonly problems?: readonly Problem[];
  /** The faults of the requests in turn. */
  readonly faults?: readonly (Fault | null)[];
  /** What happens right before a request, by its number from 0. */
  readonly before?: Readonly<Record<number, Doing>>;
  /** What happens after so many milliseconds. */
  readonly after?: Readonly<Record<number, Doing>>;
  /** Done before the run begins. */
  readonly prepare?: Doing;
}

/** What came of a scene. */
export interface Played extends EndedRun {
  readonly service: FakeService;
  readonly kind: Outcome['kind'];
  readonly failure: Failure | null;
  /** `rejected terms_required` and the like; the kind alone where nothing failed. */
  readonly ending: string;
  /** The requests by the names of their operations: `read deploy submit`. */
  readonly requests: string;
  /** What the run changed, in the same way. */
  readonly commits: string;
  /** In the clock's time. */
  readonly tookMs: number;
}

/** Plays a scene to its end. */
export async function play(scene: Scene): Promise<Played> {
  const { options, app = {}, files = makeFiles(), problems, faults = [], before = {}, after = {}, ...parts } = scene;
  const service = new FakeService(options);
  if (app !== null) service.put('tides', app);
  service.faults = [...faults];
  const startedAt = service.clock.now();
  const ended = await runCommand({ folder: createFakeFolder(files, problems), ...parts, service }, (open) => {
    service.onRequest = (number) => void before[number]?.(service, open);
    for (const [milliseconds, work] of Object.entries(after)) {
      service.clock.after(Number(milliseconds), () => void work(service, open));
    }
    scene.prepare?.(service, open);
  });
  const { kind } = ended.outcome;
  const failure = 'failure' in ended.outcome ? ended.outcome.failure : null;
  return {
    ...ended,
    service,
    kind,
    failure,
    ending: failure === null ? kind : `${kind} ${failure.code}`,
    requests: service.exchanges.map(({ operation }) => operation).join(' '),
    commits: service.commits.map(({ did }) => did).join(' '),
    tookMs: service.clock.now() - startedAt,
  };
}

/** One value after the other, then the last again and again. */
export function inTurn(...values: readonly number[]): () => number {
  const left = [...values];
  return () => (left.length > 1 ? left.shift() : left[0]) ?? 0;
}

/** Puts the app there in another way. */
export function put(parts: Partial<FakeApp>): Doing {
  return (service) => service.put('tides', parts);
}

/** Somebody else deploys these files. */
export function replace(files: FakeApp['files']): Doing {
  return (service) => service.replace('tides', files);
}

/** The reviewer, or the owner at the dashboard, does this. */
export function review(move: Move): Doing {
  return (service) => service.review('tides', move);
}

/** Lets reads show no files. */
export const hideFiles: Doing = (_service, { ports: { client } }) => {
  const { readApp } = client;
  const readBare: typeof readApp = async (slug, options) => {
    const app = await readApp(slug, options);
    return app === null ? null : { ...app, files: null };
  };
  Object.assign(client, { readApp: readBare });
};
