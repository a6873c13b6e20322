/** The rehearsal: the action's own commands, one after the other, with an app of its own that it deletes again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../api/client.ts';
import { type Clock, createSender } from '../../api/sender.ts';
import type { Transport } from '../../api/transport.ts';
import type { Online } from '../../commands/online.ts';
import { proofAgeMs } from '../../commands/verify.ts';
import { type AppFolder, type FolderOptions, openFolder, type ScannedFolder } from '../../folder/folder.ts';
import { toFailure } from '../../model/action-error.ts';
import type { App } from '../../model/app.ts';
import { startDeadline, type TimerOptions } from '../../model/deadline.ts';
import { type BaseUrl, type Command, type Inputs, listSecrets } from '../../model/inputs.ts';
import { describeWait, type Facts, type Outcome, RunState, type Wait } from '../../model/outcome.ts';
import type { Log } from '../../report/log.ts';
import { runCommand } from '../../run/action.ts';
import { type Exchange, endingOf, recordExchanges } from './exchange.ts';
import { changePage, changeTagline, copyFolder, writeSmallApp } from './samples.ts';

/** What a rehearsal works with. Every effect is passed in. */
export interface RehearsalOptions {
  /** Those of a command that asks the service: the address, the key, and the folder to deploy; without one a small app is. */
  readonly inputs: OnlineInputs;
  /** Absolute; the folder is relative to it. */
  readonly workspace: string;
  /** To be closed by the caller. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly setTimer: TimerOptions['setTimer'];
  readonly random: () => number;
  /** The name of the app; nobody has one of this name. */
  readonly slug: string;
  /** Aborted where a person ends the rehearsal: it deletes its app nevertheless, and then returns. */
  readonly signal: AbortSignal;
  /** Told in a line what is done and what is waited for, and with `debug` each thing that a command tells. */
  readonly log: Pick<Log, 'info' | 'debug'>;
  /** Told of each exchange as soon as it is over. */
  readonly note: (exchange: Exchange, step: StepName) => void;
}

/** Inputs with an address and a key. */
export interface OnlineInputs extends Inputs {
  readonly baseUrl: BaseUrl;
  readonly apiKey: string;
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
export interface Step {
  readonly name: StepName;
  readonly outcome: Outcome;
  readonly facts: Facts;
  /** All reads of the app, the oldest first. */
  readonly reads: readonly (App | null)[];
  readonly exchanges: readonly Exchange[];
  /** True where a person ended the rehearsal meanwhile: what it came to says nothing of the service. */
  readonly isCut: boolean;
}

/** What the action can do with this service; null for what was not tried. `again`: a deploy of other content over the first. */
export type Works = Readonly<Record<'create' | 'deploy' | 'again' | 'update' | 'delete', boolean | null>>;

/** What came of a rehearsal. */
export interface Rehearsal {
  readonly slug: string;
  /** The service's address, without a slash at its end. */
  readonly address: string;
  readonly steps: ReadonlyMap<StepName, Step>;
  readonly exchanges: readonly Exchange[];
  readonly works: Works;
  /** What was deployed first; null where no deploy was sent. */
  readonly folder: ScannedFolder | null;
  /** True where the app may still be there. */
  readonly isLeft: boolean;
  readonly milliseconds: number;
}

/** Terms that do not exist: a submission that accepts them is refused (service document, "Endpoints", 3). */
const unknownTerms = 'no-such-terms';
/** What no colour looks like (service document, "The app object"). */
const unknownColor = 'no colour';
/** Milliseconds after which no further step begins but the deletion. */
const maxMs = 600_000;
/** Minutes that a step may take. */
const stepMinutes = 10;
/** Milliseconds before each further attempt to delete the app. */
const deletePauses: readonly number[] = [0, 3_000, 10_000];

/** Runs the rehearsal to its end. Throws only what is a bug: all else is the outcome of a step. */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const scratch = mkdtempSync(join(tmpdir(), 'miniapp-doctor-'));
  try {
    return await new Run(options, scratch).play();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

class Run {
  readonly #options: RehearsalOptions;
  readonly #steps = new Map<StepName, Step>();
  readonly #exchanges: Exchange[] = [];
  readonly #startedAt: number;
  readonly #transport: Transport;
  /** Where a copy of the folder lies, whose content changes. */
  readonly #copy: string;
  readonly #changing: AppFolder;
  /** What is deployed first. */
  readonly #first: AppFolder;
  #name: StepName = 'deploy';
  #folder: ScannedFolder | null = null;

  constructor(options: RehearsalOptions, scratch: string) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#transport = recordExchanges(options.transport, (exchange) => {
      this.#exchanges.push(exchange);
      options.note(exchange, this.#name);
    });
    const { inputs, workspace } = options;
    this.#copy = join(scratch, 'app');
    this.#changing = this.#open({ workspace: scratch, folder: 'app', include: ['**'], exclude: [] });
    this.#first = inputs.folder === '' ? this.#changing : this.#open({ ...inputs, workspace });
  }

  async play(): Promise<Rehearsal> {
    const { slug, inputs, clock } = this.#options;
    let isLeft = false;
    try {
      await this.#playSteps();
    } finally {
      const isAsked = this.#exchanges.some(({ operation }) => operation === 'create');
      isLeft = isAsked && !(await this.#deleteApp());
    }
    return {
      ...{
        slug,
        address: `${inputs.baseUrl.origin}${inputs.baseUrl.path}`,
        steps: this.#steps,
        exchanges: this.#exchanges,
      },
      ...{ works: toWorks(this.#steps), folder: this.#folder, isLeft, milliseconds: clock.now() - this.#startedAt },
    };
  }

  async #playSteps(): Promise<void> {
    const [first, changing] = [this.#first, this.#changing];
    if (first === changing) writeSmallApp(this.#copy);
    // What is wrong with it, its deploy says.
    this.#folder = await first.scan().catch(() => null);
    if (first !== changing && this.#folder !== null) copyFolder(this.#folder, this.#copy);
    await this.#try('deploy', this.#command('deploy', first, { create: true }));
    if (isCreated(this.#steps)) {
      // Each of them whether or not the one before it worked.
      if (this.#isDeployed('deploy')) await this.#try('same', this.#command('deploy', first));
      changePage(this.#copy);
      await this.#try('again', this.#command('deploy', changing));
      changeTagline(this.#copy);
      await this.#try('update', this.#command('update', changing));
      await this.#try('field', sendField(this.#options.slug));
      const terms = { folder: '', termsVersion: unknownTerms };
      if (this.#mayAskForReview()) await this.#try('terms', this.#command('submit', first, terms));
      await this.#try('status', this.#command('status', first));
    }
    await this.#try('list', this.#command('list', first));
  }

  #open({ workspace, folder, include, exclude }: GivenFolder): AppFolder {
    return openFolder({
      ...{ workspace, folder, include, exclude, runnerTemp: '', createsApp: true },
      secrets: listSecrets(this.#options.inputs),
    });
  }

  /** Only of a draft: in the earlier form of the service, which has no deploys, a submission needs no terms. */
  #mayAskForReview(): boolean {
    const last = [...this.#steps.values()].findLast(({ facts }) => facts.app !== null);
    return (this.#isDeployed('deploy') || this.#isDeployed('again')) && last?.facts.app?.status === 'draft';
  }

  /** Plays a step, unless the rehearsal is to end. */
  async #try(name: StepName, work: Work): Promise<void> {
    const { signal, clock } = this.#options;
    if (signal.aborted || clock.now() - this.#startedAt > maxMs) return;
    this.#steps.set(name, await this.#run(name, { work, cancelled: signal }));
  }

  async #run(
    name: StepName,
    { work, cancelled }: { readonly work: Work; readonly cancelled: AbortSignal },
  ): Promise<Step> {
    const { slug, inputs, clock, random, setTimer } = this.#options;
    const { info, debug } = this.#options.log;
    // What a command tells on its way is of interest where something is wrong.
    const log: Log = { info: debug, debug, list: () => undefined };
    this.#name = name;
    info(`${stepWords[name]} …`);
    const from = this.#exchanges.length;
    const state = new RunState(name === 'list' ? '' : slug);
    const ended = new AbortController();
    const abort = (reason: Error): void => ended.abort(reason);
    const deadline = startDeadline({ minutes: stepMinutes, now: clock.now, setTimer, abort });
    const signal = AbortSignal.any([cancelled, ended.signal]);
    const onWait = (wait: Wait): void => info(describeWait(wait));
    const times = { answeredAt: null, silentSince: null };
    const effects = { clock, random, signal, log, state, times };
    const send = createSender({ ...effects, transport: this.#transport, deadline: deadline.at, onWait });
    const outcome = await work({ ...effects, deadline, client: createClient(send, inputs.baseUrl) }).catch(
      toFailedOutcome,
    );
    deadline.stop();
    const { facts, reads } = state;
    return { name, outcome, facts, reads, exchanges: this.#exchanges.slice(from), isCut: cancelled.aborted };
  }

  /** A command of the action, with the inputs that a workflow would have. */
  #command(command: Command, folder: AppFolder, more: Partial<Inputs> = {}): Work {
    const { inputs, slug } = this.#options;
    const run = { folder, fromFork: false, checkStale: async () => false };
    return (online) => runCommand({ ...inputs, command, slug, ...more }, { ...online, ...run, online });
  }

  #isDeployed(name: StepName): boolean {
    return this.#steps.get(name)?.outcome.kind === 'deployed';
  }

  /**
   * Deletes the app, after Ctrl+C too. True where it is gone, which only the service's own 404 says. A creation that was
   * refused may still have been made; one that is lost may be made late.
   */
  async #deleteApp(): Promise<boolean> {
    const { signal, clock, slug, log } = this.#options;
    if (signal.aborted) log.info(`Interrupted: deleting the app ${slug}`);
    const cancelled = new AbortController().signal;
    const creations = this.#exchanges.filter(({ operation }) => operation === 'create').map(endingOf);
    const isRefused = creations.every((ending) => ending === 'refused');
    // It may be made late, and nobody has looked for it.
    if (creations.at(-1) === 'lost' && signal.aborted) await clock.sleep(proofAgeMs, cancelled);
    const work = this.#command('delete', this.#first);
    const step = await this.#run('delete', { work, cancelled });
    this.#steps.set('delete', step);
    if (step.outcome.kind === 'deleted' || (isRefused && isMissing(step.outcome))) return true;
    for (const pause of deletePauses) {
      await clock.sleep(pause, cancelled);
      // Without the read before it, which may be what fails.
      const unseen = await this.#run('delete', { work: deleteUnseen(slug), cancelled });
      if (unseen.outcome.kind === 'deleted') return true;
    }
    return false;
  }
}

type GivenFolder = Pick<FolderOptions, 'workspace' | 'folder' | 'include' | 'exclude'>;

/** What is done in a step. */
type Work = (online: Online) => Promise<Outcome>;

function toFailedOutcome(error: unknown): Outcome {
  const failure = toFailure(error);
  return { kind: failure.kind, failure };
}

function sendField(slug: string): Work {
  return async ({ client }) => {
    const { error } = await client.updateApp(slug, { color: unknownColor });
    if (error !== null) throw error;
    return { kind: 'updated' };
  };
}

function deleteUnseen(slug: string): Work {
  return async ({ client }) => {
    await client.deleteApp(slug);
    return { kind: (await client.readApp(slug, { retryMs: 0 })) === null ? 'deleted' : 'read' };
  };
}

function isMissing(outcome: Outcome): boolean {
  return 'failure' in outcome && outcome.failure.code === 'app_missing';
}

/** True where the action created the app, or found that somebody made it when it was to be created: the service, by a wrong response. */
function isCreated(steps: ReadonlyMap<StepName, Step>): boolean {
  const first = steps.get('deploy');
  return first?.facts.created === true || first?.outcome.kind === 'deployed';
}

/** What the outcomes of the steps say, and nothing else. */
function toWorks(steps: ReadonlyMap<StepName, Step>): Works {
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
