/** Plays the steps of a rehearsal: runs the action's own commands with the service. */
import { resolve } from 'node:path';
import { isRead } from '../../src/api/policy.ts';
import type { Transport } from '../../src/api/transport.ts';
import { describeWait } from '../../src/api/wait.ts';
import type { App } from '../../src/app/app.ts';
import type { Clock } from '../../src/clock.ts';
import { runApp } from '../../src/commands/run-action.ts';
import { ActionError, RunEndedError } from '../../src/errors.ts';
import type { BaseUrl, Command, Inputs } from '../../src/inputs/inputs.ts';
import type { Log } from '../../src/report/log.ts';
import type { Report } from '../../src/report/report.ts';
import { readContext } from '../../src/run/context.ts';
import { openRun, type Run } from '../../src/run/run.ts';
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
  readonly report: Report;
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

/** The work of a step, and the inputs of its run. */
export interface Work {
  readonly inputs: Inputs;
  /** The absolute path to which its folder is relative. */
  readonly base: string;
  /** Ends the report of the run, or throws. */
  readonly perform: (run: Run) => Promise<void>;
}

/**
 * Maximum number of attempts to send a change whose response is lost. A run of the action makes
 * four, with half a minute of reads after each. Two attempts are enough for a service that fails
 * once or is slow. If the service accepts no deploys, they show it within a minute.
 */
const maxChangeSends = 2;
/** The time after which a read must show an app that was created, in milliseconds. */
const lateReadMs = 7_000;
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
    const { clock, random, log } = this.#options;
    log.info(`${stepWords[name]} …`);
    this.#currentStep = name;
    this.#unknownReads = new AbortController();
    const firstExchange = this.exchanges.length;
    const run = openRun({
      inputs: { ...work.inputs, timeoutMinutes: stepMinutes },
      context: readContext({}, null),
      workspace: { path: work.base, isBoundary: false },
      realRun: '',
      statusRun: '',
      clock,
      random,
      // The log of commands is of interest only if something is wrong.
      log: {
        info: log.debug,
        debug: log.debug,
        list: () => undefined,
        group: (_title, perform) => perform(),
      },
      onWait: (wait) => log.info(describeWait(wait)),
      cancelled: AbortSignal.any([cancelled, this.#unknownReads.signal]),
      findNewer: async () => null,
      watchUpload: () => () => undefined,
      transport: this.#transport,
      maxSends: maxChangeSends,
      retryWindowMs: this.#isUnreachable() ? 0 : undefined,
    });
    const reads = recordReads(run);
    const report = run.makeReport(name === 'list' ? '' : this.#options.slug, null);
    run.report = report;
    try {
      await work.perform(run);
    } catch (error) {
      report.fail(error);
    } finally {
      run.close();
    }
    const isEndedByReads = this.#unknownReads.signal.aborted && report.failure !== null;
    if (isEndedByReads) report.fail(makeUnknownReadError());
    const exchanges = this.exchanges.slice(firstExchange);
    return { name, report, reads, exchanges, isCut: cancelled.aborted };
  }

  /** Returns the work of a command, with the inputs that a workflow would give it. */
  run(command: Command, base: string, more: Partial<Inputs> = {}): Work {
    const { slug } = this.#options;
    const inputs: Inputs = { ...this.#options.inputs, command, slug, ...more };
    const { folder } = inputs;
    const path = folder === '' ? null : resolve(base, folder);
    return {
      inputs,
      base,
      perform: async (run) => {
        await runApp({ slug, path, shown: folder }, run);
      },
    };
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
    const isOldEnough = this.#createdAt !== null && now - this.#createdAt >= lateReadMs;
    // Ends the step: later reads would not be understood either.
    if (isOldEnough && isUnknownRead(exchange) && this.hasUnknownReads) {
      this.#unknownReads.abort(
        new RunEndedError('The reads are not understood', { code: 'cancelled', next: '' }),
      );
    }
  }
}

/** Records all apps that a run reads, the oldest first; null if the app does not exist. */
function recordReads({ client }: Run): readonly (App | null)[] {
  const reads: (App | null)[] = [];
  const { readApp } = client;
  const recorded: typeof readApp = async (slug, options) => {
    const app = await readApp(slug, options);
    reads.push(app);
    return app;
  };
  Object.assign(client, { readApp: recorded });
  return reads;
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
