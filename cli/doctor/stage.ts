/** Plays the steps of a rehearsal: wires the action's own commands to the service. */
import { resolve } from 'node:path';
import { isRead } from '../../src/api/policy.ts';
import { ServiceAvailability } from '../../src/api/sender.ts';
import type { Transport } from '../../src/api/transport.ts';
import { type CommandContext, createCommandContext } from '../../src/commands/command-context.ts';
import { maxReadLagMs } from '../../src/commands/verify.ts';
import type { FolderOptions } from '../../src/folder/folder.ts';
import { ActionError, RunEndedError, toFailure } from '../../src/model/action-error.ts';
import type { App } from '../../src/model/app.ts';
import { type Clock, Deadline } from '../../src/model/deadline.ts';
import { type BaseUrl, type Command, type Inputs, listSecrets } from '../../src/model/inputs.ts';
import { describeWait, type Facts, type Outcome, RunState } from '../../src/model/outcome.ts';
import type { Log } from '../../src/report/log.ts';
import { type AppFolder, AppRun, openFolder } from '../../src/run/app-run.ts';
import {
  type Exchange,
  isUnknownRead,
  quoteExchange,
  recordExchanges,
  toTranscriptLine,
} from './exchange.ts';

/** The steps of a rehearsal in their order, in words. */
export const stepWords = {
  deploy: 'deploy',
  same: 'deploy the same again',
  again: 'deploy other content over it',
  update: 'update the tagline',
  field: 'send an invalid color',
  terms: 'request a review with terms that do not exist',
  status: 'read the status',
  list: 'list the apps',
  delete: 'delete the app',
} as const;

export type StepName = keyof typeof stepWords;

/** A step that was played, and its result. */
export interface PlayedStep {
  readonly name: StepName;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** All reads of the app, the oldest first. */
  readonly reads: readonly (App | null)[];
  readonly exchanges: readonly Exchange[];
  /**
   * True if a person ended the rehearsal during the step. A failure may then have nothing to do
   * with the service.
   */
  readonly isCut: boolean;
}

/** Options for a stage. Every effect is passed in. */
export interface StageOptions {
  readonly inputs: Inputs;
  readonly baseUrl: BaseUrl;
  /** The slug of the app that the rehearsal creates. */
  readonly slug: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Gets a line for each step and each wait, and as `debug` the lines that the commands log. */
  readonly log: Pick<Log, 'info' | 'debug'>;
  readonly redact: (text: string) => string;
  /** Takes a line of the transcript as soon as an exchange is over. */
  readonly writeTranscript: (line: string) => void;
}

/** The work of a step. */
export type Work = (context: CommandContext) => Promise<Outcome>;

/**
 * Maximum number of attempts to send a change whose response is lost. A run of the action makes
 * four, with half a minute of reads after each. Two attempts are enough for a service that fails
 * once or is slow. If the service accepts no deploys, they show it within a minute.
 */
const maxChangeSends = 2;
/** Minutes that a step may take. */
const stepMinutes = 10;

/** Plays steps one after the other, and keeps the exchanges of all of them. */
export class Stage {
  readonly exchanges: Exchange[] = [];
  readonly #options: StageOptions;
  readonly #transport: Transport;
  #currentStep: StepName = 'deploy';
  /** Aborted if the reads of this service are not understood, which ends the current step. */
  #unknownReads = new AbortController();
  /** The clock's time when the creation of the app was accepted; null before that. */
  #createdAt: number | null = null;

  constructor(options: StageOptions) {
    this.#options = options;
    this.#transport = recordExchanges(options.transport, (exchange) => this.#note(exchange));
  }

  /**
   * True if the service created the app, and no read since then shows an app: its reads are not
   * understood.
   */
  get hasUnknownReads(): boolean {
    const creation = this.exchanges.findIndex((exchange) => {
      return exchange.operation === 'create' && exchange.isAccepted;
    });
    if (creation === -1) return false;
    const later = this.exchanges.slice(creation);
    const reads = later.filter((exchange) => exchange.operation === 'read');
    return reads.some(isUnknownRead) && !reads.some((read) => read.isAccepted);
  }

  /** Plays a step. A failure is the outcome of the step. */
  async play(name: StepName, work: Work, cancelled: AbortSignal): Promise<PlayedStep> {
    const { clock, log } = this.#options;
    log.info(`${stepWords[name]} …`);
    this.#currentStep = name;
    this.#unknownReads = new AbortController();
    const firstExchange = this.exchanges.length;
    const state = new RunState(name === 'list' ? '' : this.#options.slug);
    const deadline = new Deadline(stepMinutes, clock);
    const signal = AbortSignal.any([cancelled, deadline.signal, this.#unknownReads.signal]);
    const outcome = await this.#perform(work, this.#connect(state, deadline, signal));
    deadline.stop();
    return {
      name,
      outcome,
      facts: state.facts,
      reads: state.reads,
      exchanges: this.exchanges.slice(firstExchange),
      isCut: cancelled.aborted,
    };
  }

  /** Returns the work of a command, with the inputs that a workflow would give it. */
  run(command: Command, folder: AppFolder | null, more: Partial<Inputs> = {}): Work {
    const inputs = { ...this.#options.inputs, command, slug: this.#options.slug, ...more };
    return (context) => runRehearsedCommand(inputs, folder, context);
  }

  /** Opens an app folder by its path from the folder `base`. */
  openFolder(
    base: string,
    place: Pick<FolderOptions, 'folder' | 'include' | 'exclude'>,
  ): AppFolder {
    return openFolder({
      path: resolve(base, place.folder),
      workspace: { path: base, isBoundary: false },
      folder: place.folder,
      include: place.include,
      exclude: place.exclude,
      runnerTemp: '',
      createsApp: true,
      secrets: listSecrets(this.#options.inputs),
    });
  }

  #connect(state: RunState, deadline: Deadline, signal: AbortSignal): CommandContext {
    const { baseUrl, clock, random, log } = this.#options;
    return createCommandContext({
      transport: this.#transport,
      baseUrl,
      clock,
      availability: new ServiceAvailability(),
      random,
      signal,
      // The log of commands is of interest only if something is wrong.
      log: { info: log.debug, debug: log.debug, list: () => undefined },
      state,
      deadline,
      onWait: (wait) => log.info(describeWait(wait)),
      maxSends: maxChangeSends,
      retryWindowMs: this.#isUnreachable() ? 0 : undefined,
    });
  }

  /**
   * True if the service never answered. An earlier step has already retried for a minute, so each
   * request is tried only once from here on.
   */
  #isUnreachable(): boolean {
    if (this.exchanges.length === 0) return false;
    return this.exchanges.every((exchange) => {
      return exchange.result === 'lost' || exchange.result === 'not_sent';
    });
  }

  async #perform(work: Work, context: CommandContext): Promise<Outcome> {
    let outcome: Outcome;
    try {
      outcome = await work(context);
    } catch (error) {
      outcome = toFailedOutcome(error);
    }
    const isEndedByReads = this.#unknownReads.signal.aborted && 'failure' in outcome;
    return isEndedByReads ? toFailedOutcome(makeUnknownReadError()) : outcome;
  }

  #note(exchange: Exchange): void {
    const { log, redact, slug } = this.#options;
    this.exchanges.push(exchange);
    const line = toTranscriptLine(exchange, { step: this.#currentStep, slug, redact });
    this.#options.writeTranscript(line);
    // Logged at once, because half a minute of reads follows.
    if (exchange.result === 'lost' && !isRead(exchange.operation))
      log.info(redact(quoteExchange(exchange)));
    const now = this.#options.clock.now();
    if (exchange.operation === 'create' && exchange.isAccepted) this.#createdAt ??= now;
    const isOldEnough = this.#createdAt !== null && now - this.#createdAt >= maxReadLagMs;
    // Ends the step: later reads would not be understood either.
    if (isOldEnough && isUnknownRead(exchange) && this.hasUnknownReads) {
      this.#unknownReads.abort(
        new RunEndedError('The reads are not understood', { code: 'cancelled', next: '' }),
      );
    }
  }
}

/** Runs a command of the action as a run of one app that no workflow started. */
export async function runRehearsedCommand(
  inputs: Inputs,
  folder: AppFolder | null,
  context: CommandContext,
): Promise<Outcome> {
  const app = new AppRun({
    run: {
      clock: context.clock,
      signal: context.signal,
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
    state: context.state,
    log: context.log,
    appLog: null,
  });
  await app.check();
  await app.send();
  return app.outcome;
}

function toFailedOutcome(error: unknown): Outcome {
  const failure = toFailure(error);
  return { kind: failure.kind, failure };
}

function makeUnknownReadError(): ActionError {
  return new ActionError(
    'The service created the app, but the response to a read of it is not understood',
    {
      code: 'response_unreadable',
      next: 'The action must be changed to understand this response: --verbose names the place in its code.',
    },
  );
}
