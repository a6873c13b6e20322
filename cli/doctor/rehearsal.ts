/**
 * The rehearsal: runs the action's own commands, one after the other, on a new app, and deletes
 * that app.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isRead } from '../../src/api/policy.ts';
import { ServiceAvailability } from '../../src/api/sender.ts';
import type { Transport } from '../../src/api/transport.ts';
import { type CommandContext, createCommandContext } from '../../src/commands/command-context.ts';
import { maxReadLagMs } from '../../src/commands/verify.ts';
import {
  type AppFolder,
  type FolderOptions,
  openFolder,
  type ScannedFolder,
} from '../../src/folder/folder.ts';
import { toFailure } from '../../src/model/action-error.ts';
import type { App } from '../../src/model/app.ts';
import { Deadline } from '../../src/model/deadline.ts';
import { type BaseUrl, type Command, type Inputs, listSecrets } from '../../src/model/inputs.ts';
import { describeWait, type Facts, type Outcome, RunState } from '../../src/model/outcome.ts';
import type { Log } from '../../src/report/log.ts';
import { AppRun } from '../../src/run/app-run.ts';
import { type Exchange, quoteExchange, recordExchanges, toTranscriptLine } from './exchange.ts';
import { changePage, changeTagline, copyFolder, writeSmallApp } from './samples.ts';

/** What a rehearsal works with. Every effect is passed in. */
interface RehearsalOptions extends Pick<CommandContext, 'clock' | 'random'> {
  /** With an empty `folder` a small app is deployed. */
  readonly inputs: Inputs;
  readonly baseUrl: BaseUrl;
  /** Absolute; the folder is relative to it. */
  readonly workspace: string;
  /** The caller closes it. */
  readonly transport: Transport;
  /** The name of the app, which must be new. */
  readonly slug: string;
  /** Aborted when a person ends the rehearsal. It then deletes its app and returns. */
  readonly signal: AbortSignal;
  /** Gets a line for each step and each wait, and as `debug` what the commands log. */
  readonly log: Pick<Log, 'info' | 'debug'>;
  readonly redact: (text: string) => string;
  /** Takes a line of the transcript as soon as the exchange is over. */
  readonly writeTranscript: (line: string) => void;
}

/** The steps, in their order, and what is done in each. */
export const stepWords = {
  deploy: 'deploy',
  same: 'deploy the same again',
  again: 'deploy other content over it',
  update: 'update the tagline',
  field: 'send a color that is none',
  terms: 'ask for a review with terms that do not exist',
  status: 'read the status',
  list: 'list the apps',
  delete: 'delete the app',
} as const;
export type StepName = keyof typeof stepWords;

/** What the action did in a step. */
export interface PlayedStep {
  readonly name: StepName;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** All reads of the app, the oldest first. */
  readonly reads: readonly (App | null)[];
  readonly exchanges: readonly Exchange[];
  /**
   * True if a person ended the rehearsal during the step: then a failure says nothing about the
   * service.
   */
  readonly isCut: boolean;
}

/**
 * What the action can do with this service; null if it was not tried. `again` is a deploy of other
 * content over the first.
 */
export type Works = Readonly<
  Record<'create' | 'deploy' | 'again' | 'update' | 'delete', boolean | null>
>;

/** What came of a rehearsal. */
export interface Rehearsal {
  readonly slug: string;
  /** The service's address, without a slash at its end. */
  readonly address: string;
  readonly steps: ReadonlyMap<StepName, PlayedStep>;
  readonly exchanges: readonly Exchange[];
  readonly works: Works;
  /** The folder that was deployed first; null if it could not be scanned. */
  readonly folder: ScannedFolder | null;
  /** True if the app may still exist. */
  readonly isLeft: boolean;
  /** True if a person ended it. */
  readonly isInterrupted: boolean;
  readonly milliseconds: number;
}

/** After these milliseconds no step begins but the deletion. */
const maxMs = 600_000;
/**
 * How often a lost change is sent. A run sends it four times, with looks of half a minute behind
 * each. Two show after a minute that a service takes no deploys, and one that fails once, or is
 * slow, still passes.
 */
const maxSends = 2;
/** Minutes that a step may take. */
const stepMinutes = 10;
/** If the command does not delete the app: the milliseconds before each further attempt. */
const deletePauses: readonly number[] = [0, 3_000, 10_000];

/**
 * Rehearses and deletes the app. Throws only for a bug: any other failure is the outcome of a step.
 */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const { inputs, baseUrl, slug, clock, log } = options;
  const address = `${baseUrl.origin}${baseUrl.path}`;
  log.info(
    `Rehearsing with ${address}: ${inputs.folder === '' ? 'a small app' : 'your folder'}, as ${slug}`,
  );
  const startedAt = clock.now();
  const stage = createStage(options);
  const scratch = mkdtempSync(join(tmpdir(), 'miniapp-doctor-'));
  let folder: ScannedFolder | null = null;
  let isLeft = false;
  try {
    folder = await playSteps(options, stage, scratch);
  } finally {
    // Before the deletion, during which a second Ctrl+C ends the process.
    rmSync(scratch, { recursive: true, force: true });
    isLeft = !(await removeApp(options, stage));
  }
  return {
    slug,
    address,
    steps: stage.steps,
    exchanges: stage.exchanges,
    works: toWorks(stage.steps),
    folder,
    isLeft,
    isInterrupted: options.signal.aborted,
    milliseconds: clock.now() - startedAt,
  };
}

/** What is done in a step. */
type Work = (context: CommandContext) => Promise<Outcome>;

type Stage = ReturnType<typeof createStage>;

/** Plays steps, and keeps the steps and exchanges so far. */
function createStage(options: RehearsalOptions) {
  const { inputs, baseUrl, slug, clock, random, log, redact, writeTranscript } = options;
  const steps = new Map<StepName, PlayedStep>();
  const exchanges: Exchange[] = [];
  let current: StepName = 'deploy';
  const transport = recordExchanges(options.transport, (exchange) => {
    exchanges.push(exchange);
    writeTranscript(toTranscriptLine(exchange, { step: current, slug, redact }));
    // Said at once, since looks for half a minute follow.
    if (exchange.ending === 'lost' && !isRead(exchange.operation))
      log.info(redact(quoteExchange(exchange)));
  });
  // What commands log is interesting only if something is wrong.
  const commandLog: Log = { info: log.debug, debug: log.debug, list: () => undefined };

  async function play(name: StepName, work: Work, cancelled: AbortSignal): Promise<PlayedStep> {
    current = name;
    log.info(`${stepWords[name]} …`);
    const start = exchanges.length;
    const state = new RunState(name === 'list' ? '' : slug);
    const deadline = new Deadline(stepMinutes, clock);
    // A service that has answered nothing was asked for a minute, so now it is asked once.
    const isSilent =
      start > 0 && exchanges.every(({ ending }) => ending === 'lost' || ending === 'not_sent');
    const context = createCommandContext({
      transport,
      baseUrl,
      clock,
      availability: new ServiceAvailability(),
      random,
      signal: AbortSignal.any([cancelled, deadline.signal]),
      log: commandLog,
      state,
      deadline,
      onWait: (wait) => log.info(describeWait(wait)),
      maxSends,
      retryWindowMs: isSilent ? 0 : undefined,
    });
    const outcome = await work(context).catch((error: unknown): Outcome => {
      const failure = toFailure(error);
      return { kind: failure.kind, failure };
    });
    deadline.stop();
    const { facts, reads } = state;
    return {
      name,
      outcome,
      facts,
      reads,
      exchanges: exchanges.slice(start),
      isCut: cancelled.aborted,
    };
  }

  /** Runs a command of the action, with the inputs that a workflow would give it. */
  function run(command: Command, folder: AppFolder | null, more: Partial<Inputs> = {}): Work {
    return (context) => runCommand({ ...inputs, command, slug, ...more }, folder, context);
  }

  function open(
    workspace: string,
    place: Pick<FolderOptions, 'folder' | 'include' | 'exclude'>,
  ): AppFolder {
    return openFolder({
      ...place,
      path: resolve(workspace, place.folder),
      workspace: { path: workspace, isBoundary: false },
      runnerTemp: '',
      createsApp: true,
      secrets: listSecrets(inputs),
    });
  }

  return { steps, exchanges, play, run, open };
}

async function runCommand(
  inputs: Inputs,
  folder: AppFolder | null,
  context: CommandContext,
): Promise<Outcome> {
  const { clock, signal, state, log } = context;
  const app = new AppRun({
    run: {
      clock,
      signal,
      crashed: new AbortController().signal,
      isStale: async () => false,
      fromFork: false,
      pullRequest: null,
      baseBranch: null,
      realRun: '',
      warnings: [],
    },
    inputs,
    folder,
    shownFolder: null,
    context,
    state,
    log,
    appLog: null,
  });
  await app.check();
  await app.send();
  return app.outcome;
}

/**
 * Plays all steps but the deletion. Returns the folder that is deployed first; null if it cannot be
 * scanned, as its deploy then says.
 */
async function playSteps(
  options: RehearsalOptions,
  stage: Stage,
  scratch: string,
): Promise<ScannedFolder | null> {
  const { inputs, workspace, slug, signal, clock } = options;
  const { steps, run } = stage;
  const endAt = clock.now() + maxMs;
  const play = async (name: StepName, work: Work): Promise<void> => {
    if (!signal.aborted && clock.now() <= endAt)
      steps.set(name, await stage.play(name, work, signal));
  };
  const copy = join(scratch, 'app');
  const changing = stage.open(scratch, { folder: 'app', include: ['**'], exclude: [] });
  if (inputs.folder === '') writeSmallApp(copy);
  const first = inputs.folder === '' ? changing : stage.open(workspace, inputs);
  const scanned = await first.scan().catch(() => null);
  if (inputs.folder !== '' && scanned !== null) copyFolder(scanned, copy);
  await play('deploy', run('deploy', first, { create: true }));
  if (isCreated(steps)) {
    // Without the first deploy the second has nothing to replace, and would fail in the same way.
    const isDeployed = steps.get('deploy')?.outcome.kind === 'deployed';
    if (isDeployed) {
      await play('same', run('deploy', first));
      changePage(copy);
      await play('again', run('deploy', changing));
    }
    changeTagline(copy);
    await play('update', run('update', changing));
    await play('field', sendWrongColor(slug));
    // In the earlier form of the service, which has no deploys, a submission needs no terms.
    const isDraft =
      [...steps.values()].findLast(({ facts }) => facts.app)?.facts.app?.status === 'draft';
    // A submission with them must be refused (service document, "Endpoints", 3).
    const terms = { folder: '', termsVersion: 'no-such-terms' };
    if (isDraft && isDeployed) await play('terms', run('submit', null, terms));
    await play('status', run('status', first));
  }
  await play('list', run('list', first));
  return scanned;
}

/**
 * Deletes the app if its creation was sent, also after Ctrl+C. True if it is gone, which only a 404
 * of the service itself proves. An app may exist although its creation was refused, and after a
 * lost creation it may come late.
 */
async function removeApp(
  { inputs, workspace, signal, clock, slug, log }: RehearsalOptions,
  stage: Stage,
): Promise<boolean> {
  const creations = stage.exchanges.filter(({ operation }) => operation === 'create');
  if (creations.length === 0) return true;
  if (signal.aborted) log.info(`Interrupted: deleting the app ${slug}`);
  const cancelled = new AbortController().signal;
  // Ctrl+C ended the looks for an app that is made late.
  if (creations.at(-1)?.ending === 'lost' && signal.aborted)
    await clock.sleep(maxReadLagMs, cancelled);
  const work = stage.run('delete', stage.open(workspace, inputs));
  const step = await stage.play('delete', work, cancelled);
  stage.steps.set('delete', step);
  const { outcome } = step;
  const isMissing = 'failure' in outcome && outcome.failure.code === 'app_missing';
  const isRefused = creations.every(({ ending }) => ending === 'refused');
  if (outcome.kind === 'deleted' || (isRefused && isMissing)) return true;
  for (const pause of deletePauses) {
    await clock.sleep(pause, cancelled);
    // The command reads first, which may be what fails.
    const unseen = await stage.play('delete', deleteUnseen(slug), cancelled);
    if (unseen.outcome.kind === 'deleted') return true;
  }
  return false;
}

/** Sends a field that the service must refuse (service document, "The app object"). */
function sendWrongColor(slug: string): Work {
  return async ({ client }) => {
    const { error } = await client.updateApp(slug, { color: 'no colour' });
    if (error !== null) throw error;
    return { kind: 'updated' };
  };
}

function deleteUnseen(slug: string): Work {
  return async ({ client }) => {
    await client.deleteApp(slug);
    return {
      kind: (await client.readApp(slug, { retryWindowMs: 0 })) === null ? 'deleted' : 'read',
    };
  };
}

/**
 * True if the action created the app. A service may wrongly say that it existed before, and take
 * the deploy.
 */
function isCreated(steps: Rehearsal['steps']): boolean {
  const first = steps.get('deploy');
  return first?.facts.created === true || first?.outcome.kind === 'deployed';
}

/** Derives what works from the outcomes of the steps alone. */
function toWorks(steps: Rehearsal['steps']): Works {
  const created = isCreated(steps);
  const toResult = (name: StepName, done: Outcome['kind']): boolean | null => {
    const step = steps.get(name);
    if (step === undefined) return null;
    return 'failure' in step.outcome ? step.isCut && null : step.outcome.kind === done || null;
  };
  const deploy = toResult('deploy', 'deployed');
  const isAsked = steps.get('deploy')?.exchanges.length !== 0;
  return {
    create: created || (isAsked ? deploy : null),
    deploy: created || !isAsked ? deploy : null,
    again: toResult('again', 'deployed'),
    update: toResult('update', 'updated'),
    delete: created ? toResult('delete', 'deleted') : null,
  };
}
