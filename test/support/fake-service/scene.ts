import type { Move } from '../../../sandbox/app.ts';
import type { Assumptions } from '../../../sandbox/assumptions.ts';
import type { Fault } from '../../../sandbox/faults.ts';
import { ServiceAvailability } from '../../../src/api/sender.ts';
import {
  type CommandContext,
  createCommandContext,
} from '../../../src/commands/command-context.ts';
import type { AppFolder } from '../../../src/folder/folder.ts';
import { ActionError, type Failure, type RunEndedError } from '../../../src/model/action-error.ts';
import { type App, pagePath } from '../../../src/model/app.ts';
import { digestContent } from '../../../src/model/content.ts';
import { Deadline } from '../../../src/model/deadline.ts';
import type { Inputs } from '../../../src/model/inputs.ts';
import { type Outcome, RunState, toExitCode } from '../../../src/model/outcome.ts';
import type { Problem } from '../../../src/model/problem.ts';
import {
  type CommandRun,
  checkCommand,
  runCommand as runOfAction,
} from '../../../src/run/action.ts';
import { type AppRun, runApps, toEndedOutcome } from '../../../src/run/run-apps.ts';
import { createFakeFolder, type Files, makeFiles } from './folder.ts';
import { type Actor, type FakeApp, FakeService } from './service.ts';

/** Returns the inputs of a plain deploy, with the given ones in their place. */
export function makeInputs(parts: Partial<Inputs> = {}): Inputs {
  const isSubmission = parts.submit === true || parts.command === 'submit';
  return {
    ...{
      command: 'deploy',
      apiKey: 'key',
      slug: 'tides',
      include: ['**'],
      exclude: [],
      maxSize: null,
    },
    ...{
      submit: false,
      create: false,
      force: false,
      dryRun: false,
      diff: false,
      comment: false,
      githubToken: '',
    },
    ...{
      onInReview: 'fail',
      onStale: 'ignore',
      waitForReviewMinutes: 0,
      timeoutMinutes: 10,
      confirm: '',
      pageUrls: [],
    },
    baseUrl: { origin: 'https://apps.example.com', path: '' },
    // With `submit` a folder is a guard, and without a submission terms would be noticed.
    folder: parts.command === 'submit' ? '' : 'app',
    termsVersion: isSubmission ? '2026-10' : '',
    ...parts,
  };
}

/** What a run is given beside its inputs. */
export interface RunParts {
  readonly service: FakeService;
  readonly inputs?: Partial<Inputs>;
  readonly folder?: AppFolder;
  readonly isStale?: boolean | null;
  readonly fromFork?: boolean;
  /** As whom the service knows the run; `run` by default. */
  readonly by?: Actor;
}

/** A run that has not begun. */
export interface OpenRun {
  readonly ports: CommandContext & Omit<CommandRun, 'context'>;
  readonly abort: (end: RunEndedError) => void;
}

/** A run that is over. */
export interface EndedRun extends Pick<RunState, 'facts'> {
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1;
  /** The log. */
  readonly lines: readonly string[];
}

/**
 * Runs a command against a fake service, with the real sender, client and deadline, and a clock
 * that never waits. A run without a key is offline, as it is in main.
 */
export async function runCommand(
  parts: RunParts,
  prepare?: (open: OpenRun) => void,
): Promise<EndedRun> {
  const { abort, ...shared } = openShared(parts);
  const { inputs, ports, run, lines } = openCommand(parts, shared);
  prepare?.({ ports, abort });
  const outcome = await runOfAction(inputs, run);
  return endRun(outcome, ports.state, lines);
}

/** Runs a command for each of several apps, as the action does: with one service, clock and end. */
export async function runSeveral(
  parts: readonly RunParts[],
  prepare?: (open: OpenRun) => void,
): Promise<readonly EndedRun[]> {
  const [first] = parts;
  if (first === undefined) return [];
  const { abort, ...shared } = openShared(first);
  const opened = parts.map((part) => openCommand(part, shared));
  const { signal } = shared;
  const apps = opened.map(({ inputs, run }): AppRun => {
    const { state } = run;
    return {
      log: null,
      check: () => checkCommand(inputs, run),
      giveUp: () => toEndedOutcome(signal.reason, state.facts.isUnconfirmed),
    };
  });
  for (const { ports } of opened) prepare?.({ ports, abort });
  const crashed = new AbortController().signal;
  const outcomes = await runApps(apps, { signal, crashed, setTimer: shared.clock.setTimer });
  return opened.map(({ run, lines }, index) =>
    endRun(outcomes[index] ?? { kind: 'not_run' }, run.state, lines),
  );
}

function endRun(outcome: Outcome, { facts }: RunState, lines: readonly string[]): EndedRun {
  return { outcome, facts, exitCode: toExitCode(outcome, facts), lines };
}

/** Makes what all apps of a run share. */
function openShared({ service: { clock }, inputs }: RunParts) {
  const controller = new AbortController();
  const abort = (end: Error): void => controller.abort(end);
  const deadline = new Deadline(makeInputs(inputs).timeoutMinutes, clock);
  const signal = AbortSignal.any([controller.signal, deadline.signal]);
  return { clock, abort, signal, deadline, availability: new ServiceAvailability() };
}

function openCommand(
  {
    service,
    by,
    folder = createFakeFolder(makeFiles()),
    isStale,
    fromFork = false,
    ...parts
  }: RunParts,
  shared: Omit<ReturnType<typeof openShared>, 'abort'>,
) {
  const inputs = makeInputs(parts.inputs);
  const state = new RunState(inputs.slug);
  const lines: string[] = [];
  const log = {
    info: (text: string) => void lines.push(text),
    debug: (text: string) => void lines.push(`debug: ${text}`),
    list: (title: string, texts: readonly string[]) =>
      void lines.push(`# ${title} (${texts.length})`, ...texts),
  };
  const context = createCommandContext({
    ...shared,
    transport: service.connect(by),
    baseUrl: { origin: 'https://apps.example', path: '' },
    random: () => 0.5,
    log,
    state,
    onWait: () => undefined,
  });
  const ports = {
    ...context,
    folder,
    fromFork,
    checkStale: async () => {
      if (typeof isStale === 'boolean') return isStale;
      throw new ActionError('GitHub did not respond in time', {
        code: 'github_no_response',
        next: 'Re-run the job.',
      });
    },
  };
  return {
    inputs,
    ports,
    lines,
    run: { ...ports, context: inputs.apiKey === null ? null : ports },
  };
}

/** Something that is done to the service or the run at some moment. */
export type Doing = (service: FakeService, open: OpenRun) => unknown;

/** One run against a service that is made for it. */
export interface Scene extends Partial<Omit<RunParts, 'service'>> {
  /** What the service's document leaves open. */
  readonly options?: Partial<Assumptions>;
  /** The app `tides` at the beginning: a draft of other content where left out, null for none. */
  readonly app?: Partial<FakeApp> | null;
  /** The files of the folder. */
  readonly files?: Files;
  /** What the offline check finds. */
  readonly problems?: readonly Problem[];
  /** What goes wrong in the service, in the words of the sandbox. */
  readonly faults?: readonly Partial<Fault>[];
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
    { folder: createFakeFolder(files, problems), ...parts, service },
    (open) => {
      service.onRequest = (number) => void before[number]?.(service, open);
      for (const [milliseconds, work] of Object.entries(after)) {
        service.clock.after(Number(milliseconds), () => void work(service, open));
      }
      scene.prepare?.(service, open);
    },
  );
  const { kind } = ended.outcome;
  const failure = 'failure' in ended.outcome ? ended.outcome.failure : null;
  return {
    ...ended,
    service,
    kind,
    failure,
    ending: failure === null ? kind : `${kind} ${failure.code}`,
    requests: service.exchanges.map(({ operation }) => operation).join(' '),
    commits: service.history.flatMap(({ by, did }) => (by === 'run' ? [did] : [])).join(' '),
    tookMs: service.clock.now() - startedAt,
  };
}

/** Puts the app there in another way. */
export function put(parts: Partial<FakeApp>): Doing {
  return (service) => service.put(parts);
}

/** Somebody else deploys these files. */
export function replace(files: FakeApp['files']): Doing {
  return (service) => service.replace(files);
}

/** The reviewer, or the owner at the dashboard, does this. */
export function review(move: Move): Doing {
  return (service) => service.review(move);
}

/** The key is valid no longer. */
export const revokeKey: Doing = (service) => service.revokeKey();

/** This goes wrong from now on. */
export function fail(fault: Partial<Fault>): Doing {
  return ({ sandbox }) => sandbox.faults.add(fault);
}

/** So many requests get no connection. */
export function refuse(requests: number): Doing {
  return (service) => Object.assign(service, { refusals: requests });
}

/** Lets reads show an app without some of it. */
export function hide(hidden: Partial<App>): Doing {
  return (_service, { ports: { client } }) => {
    const { readApp } = client;
    const readBare: typeof readApp = async (slug, options) => {
      const app = await readApp(slug, options);
      return app === null ? null : { ...app, ...hidden };
    };
    Object.assign(client, { readApp: readBare });
  };
}

/**
 * Lets reads show the page as `html` alone, and until so many milliseconds have passed one that is
 * no file's.
 */
export function renderPage(milliseconds: number): Doing {
  return ({ clock }, { ports: { client } }) => {
    const { readApp } = client;
    const renderedAt = clock.now() + milliseconds;
    const readRendered: typeof readApp = async (slug, options) => {
      const app = await readApp(slug, options);
      if (app?.files == null) return app;
      const { [pagePath]: page, ...files } = Object.fromEntries(app.files);
      const other = digestContent(`<p>It is ${clock.now()}.</p>`, false);
      return {
        ...app,
        files: new Map(Object.entries(files)),
        html: clock.now() < renderedAt ? other : (page ?? null),
      };
    };
    Object.assign(client, { readApp: readRendered });
  };
}

/** Lets reads show no files. */
export const hideFiles = hide({ files: null });
