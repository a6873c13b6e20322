import { basename } from 'node:path';
import type { Move } from '../../../sandbox/service/app.ts';
import type { Assumptions } from '../../../sandbox/service/assumptions.ts';
import type { Fault } from '../../../sandbox/service/faults.ts';
import { type App, pagePath } from '../../../src/app/app.ts';
import type { Problem } from '../../../src/app/problem.ts';
import type { AppPlace } from '../../../src/commands/app-places.ts';
import { runAction } from '../../../src/commands/run-action.ts';
import { ActionError, type Failure } from '../../../src/errors.ts';
import type { Folder } from '../../../src/folder/folder.ts';
import { type Inputs, inputTable } from '../../../src/inputs/inputs.ts';
import type { GroupLog } from '../../../src/report/log.ts';
import type { Outcome, Report } from '../../../src/report/report.ts';
import { type RunContext, readContext } from '../../../src/run/context.ts';
import type { NewerCommit, Run, RunOptions } from '../../../src/run/run.ts';
import { type Files, makeFiles, makeFolder } from './folder.ts';
import { type Actor, type FakeApp, FakeService } from './service.ts';

/** The value of each input that is not given. */
const fallbacks = Object.entries(inputTable).map(([key, row]) => [key, row.fallback]);

/** Returns the inputs of a plain deploy, with the given ones in their place. */
export function makeInputs(parts: Partial<Inputs> = {}): Inputs {
  const isSubmission = parts.submit === true || parts.command === 'submit';
  const plain: Inputs = Object.fromEntries(fallbacks);
  return {
    ...plain,
    apiKey: 'key',
    slug: 'tides',
    baseUrl: { origin: 'https://apps.example.com', path: '' },
    // With `submit` a folder is a guard, and without a submission terms would be noticed.
    folder: parts.command === 'submit' ? '' : 'app',
    termsVersion: isSubmission ? '2026-10' : '',
    ...parts,
  };
}

/** Options of a run in addition to its inputs. */
export interface RunParts {
  readonly service: FakeService;
  readonly inputs?: Partial<Inputs>;
  /** By default a small app. */
  readonly folder?: Folder;
  /** The newer commit, or true for one that has a run; null if it cannot be found out. */
  readonly newer?: NewerCommit | boolean | null;
  readonly noSecrets?: RunContext['noSecrets'];
  /** The name by which the service knows the run; `run` by default. */
  readonly by?: Actor;
}

/** A run that has not begun. */
export interface OpenRun {
  readonly run: Run;
  /** Ends the run with this error. */
  readonly abort: (end: Error) => void;
}

/** A run that is over. */
export interface EndedRun {
  readonly outcome: Outcome;
  readonly facts: Report;
  readonly exitCode: 0 | 1;
  /** The log. */
  readonly lines: readonly string[];
}

/**
 * Runs a command against a fake service, with the real sender, client and deadline, and a clock
 * that never waits. A run without a key is offline, as it is in the action.
 */
export async function runCommand(
  parts: RunParts,
  prepare?: (open: OpenRun) => void,
): Promise<EndedRun> {
  const [ended] = await runSeveral([parts], prepare);
  if (ended === undefined) throw new Error('A run of one app has one end.');
  return ended;
}

/** Runs a command for each of several apps like the action: with one service, clock and end. */
export async function runSeveral(
  parts: readonly RunParts[],
  prepare?: (open: OpenRun) => void,
  groupLog: GroupLog | null = null,
): Promise<readonly EndedRun[]> {
  const [first] = parts;
  if (first === undefined) throw new Error('A run has an app.');
  const { service, noSecrets = null } = first;
  const inputs = makeInputs(first.inputs);
  const cancel = new AbortController();
  const lines: string[] = [];
  const log: GroupLog = groupLog ?? {
    info: (text) => void lines.push(text),
    debug: (text) => void lines.push(`debug: ${text}`),
    list: (title, texts) => void lines.push(`# ${title} (${texts.length})`, ...texts),
    group: (_title, work) => work(),
  };
  const folders = new Map(
    parts.map((part) => [makeInputs(part.inputs).slug, part.folder ?? makeFolder(makeFiles())]),
  );
  const transport = inputs.apiKey === null ? {} : { transport: service.connect(first.by) };
  const options: RunOptions = {
    inputs,
    context: { ...readContext({}, null), noSecrets },
    workspace: { path: '/memory', isBoundary: true },
    realRun: '',
    statusRun: '',
    clock: service.clock,
    random: () => 0.5,
    log,
    cancelled: cancel.signal,
    findNewer: () => answerNewer(first.newer),
    watchUpload: () => () => undefined,
    readFolder: async ({ path }) => folders.get(basename(path)) ?? makeFolder({}),
    onWait: () => undefined,
    ...transport,
  };
  const reports = await runAction(options, async (run) => {
    prepare?.({ run, abort: (end) => cancel.abort(end) });
    const places = [...folders.keys()].map((slug): AppPlace => {
      const hasNoFolder = inputs.command === 'submit' && inputs.folder === '';
      const path = hasNoFolder ? null : `/memory/${slug}`;
      return { slug, path, shown: inputs.folder };
    });
    return { places, warnings: [] };
  });
  return reports.map((report) => {
    return { outcome: report.outcome, facts: report, exitCode: report.exitCode, lines };
  });
}

async function answerNewer(newer: RunParts['newer']): Promise<NewerCommit | null> {
  if (newer === true) return { whyNoRun: null };
  if (newer === false) return null;
  if (newer !== null && newer !== undefined) return newer;
  const next = 'Re-run the job.';
  throw new ActionError('GitHub did not respond in time', { code: 'github', next });
}

/** Something that a test does to the service or the run at some moment. */
export type Doing = (service: FakeService, open: OpenRun) => unknown;

/** One run against a service that is made for it. */
export interface Scene extends Partial<Omit<RunParts, 'service'>> {
  /** Assumptions about the service that differ from the usual ones. */
  readonly options?: Partial<Assumptions>;
  /**
   * The app `tides` before the run; null if there is none. By default a draft with other content.
   */
  readonly app?: Partial<FakeApp> | null;
  /** The files of the folder. */
  readonly files?: Files;
  /** The findings of the offline check. */
  readonly problems?: readonly Problem[];
  /** The faults of the sandbox during the run. */
  readonly faults?: readonly Partial<Fault>[];
  /** Events right before a request, by its number from 0. */
  readonly before?: Readonly<Record<number, Doing>>;
  /** Events after so many milliseconds. */
  readonly after?: Readonly<Record<number, Doing>>;
  /** Called before the run begins. */
  readonly prepare?: Doing;
}

/** The result of a scene. */
export interface Played extends EndedRun {
  readonly service: FakeService;
  readonly kind: Outcome;
  readonly failure: Failure | null;
  /** The kind of the outcome, followed by the code of a failure: `rejected terms_required`. */
  readonly ending: string;
  /** The requests by the names of their operations: `read deploy submit`. */
  readonly requests: string;
  /** The changes that the run made, in the same way. */
  readonly commits: string;
  /** The duration of the run, in the time of the fake clock. */
  readonly tookMs: number;
}

/** Plays a scene to its end. */
export async function play(scene: Scene): Promise<Played> {
  const {
    options,
    app = {},
    files = makeFiles(),
    problems,
    faults = [],
    before = {},
    after = {},
    ...parts
  } = scene;
  const service = new FakeService(options);
  if (app !== null) service.put(app);
  service.sandbox.faults.set(faults);
  const startedAt = service.clock.now();
  const ended = await runCommand(
    { folder: makeFolder(files, problems), ...parts, service },
    (open) => {
      service.onRequest = (number) => void before[number]?.(service, open);
      for (const [milliseconds, work] of Object.entries(after)) {
        service.clock.after(Number(milliseconds), () => void work(service, open));
      }
      scene.prepare?.(service, open);
    },
  );
  const { outcome, facts } = ended;
  const { failure } = facts;
  return {
    ...ended,
    service,
    kind: outcome,
    failure,
    ending: failure === null ? outcome : `${outcome} ${failure.code}`,
    requests: service.exchanges.map(({ operation }) => operation).join(' '),
    commits: service.history.flatMap(({ by, did }) => (by === 'run' ? [did] : [])).join(' '),
    tookMs: service.clock.now() - startedAt,
  };
}

/** Replaces the app by another one. */
export function put(parts: Partial<FakeApp>): Doing {
  return (service) => service.put(parts);
}

/** Deploys these files as somebody else. */
export function replace(files: FakeApp['files']): Doing {
  return (service) => service.replace(files);
}

/** Moves the app as a reviewer does, or as the owner does at the dashboard. */
export function review(move: Move): Doing {
  return (service) => service.review(move);
}

/** Makes the key invalid. */
export const revokeKey: Doing = (service) => service.revokeKey();

/** Adds faults that apply from now on. */
export function fail(fault: Partial<Fault>): Doing {
  return ({ sandbox }) => sandbox.faults.add(fault);
}

/** Refuses the connection of so many requests. */
export function refuse(requests: number): Doing {
  return (service) => Object.assign(service, { refusals: requests });
}

/** Makes reads show the app without some of its fields. */
export function hide(hidden: Partial<App>): Doing {
  return (_service, { run: { client } }) => {
    const { readApp } = client;
    const readBare: typeof readApp = async (slug, options) => {
      const app = await readApp(slug, options);
      return app === null ? null : { ...app, ...hidden };
    };
    Object.assign(client, { readApp: readBare });
  };
}

/**
 * Makes reads show the page only as `html`, not among the files. Until so many milliseconds have
 * passed, it is a page that is not the draft's.
 */
export function renderPage(milliseconds: number): Doing {
  return ({ clock }, { run: { client } }) => {
    const { readApp } = client;
    const renderedAt = clock.now() + milliseconds;
    const readRendered: typeof readApp = async (slug, options) => {
      const app = await readApp(slug, options);
      if (app?.files == null) return app;
      const { [pagePath]: page, ...files } = Object.fromEntries(app.files);
      const other = `<p>It is ${clock.now()}.</p>`;
      return {
        ...app,
        files: new Map(Object.entries(files)),
        html: clock.now() < renderedAt ? other : (page?.toString() ?? null),
      };
    };
    Object.assign(client, { readApp: readRendered });
  };
}

/** Makes reads show no files. */
export const hideFiles = hide({ files: null });
