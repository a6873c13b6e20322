import type { CommandContext } from '../commands/command-context.ts';
import { CommandError } from '../commands/command-error.ts';
import { create } from '../commands/create.ts';
import { deleteApp } from '../commands/delete.ts';
import { deploy } from '../commands/deploy.ts';
import { list, status } from '../commands/status.ts';
import { submit } from '../commands/submit.ts';
import { update } from '../commands/update.ts';
import {
  type Folder,
  type FolderOptions,
  findFolder,
  readFolder,
  readLines,
} from '../folder/folder.ts';
import { toFailure } from '../model/action-error.ts';
import type { Clock, Timer } from '../model/deadline.ts';
import { type Inputs, listSecrets, sendsForReview, takesFolder } from '../model/inputs.ts';
import { type Outcome, type RunState, toExitCode } from '../model/outcome.ts';
import { countFindings } from '../model/problem.ts';
import type { AppLog } from '../report/app-log.ts';
import type { Log } from '../report/log.ts';
import type { RunResult } from '../report/messages.ts';
import type { Report } from '../report/redact-report.ts';
import { formatBytes, formatCount, toSentence } from '../text/format.ts';
import { nameInput, perFrontend } from '../text/frontend.ts';

/** The facts and effects that all apps of a run share. */
export interface RunDetails {
  readonly clock: Clock;
  /** Aborted with a RunEndedError when the run must stop. */
  readonly signal: AbortSignal;
  /** Aborted when an error is thrown that nobody handles; the reason is that error. */
  readonly crashed: AbortSignal;
  /** Returns true if the branch has a newer commit than the run's. Throws if that is not known. */
  readonly isStale: () => Promise<boolean>;
  /** True if the run is for a pull request from a fork. */
  readonly fromFork: boolean;
  /** The number of the pull request that the run is about; null if it is not about one. */
  readonly pullRequest: number | null;
  /** The base branch of the pull request; null if the run is not about one. */
  readonly baseBranch: string | null;
  /** The command line to run after a dry run, without --dry-run; empty in GitHub Actions. */
  readonly realRun: string;
  /** Warnings that are not about one app, in a run of several apps. */
  readonly warnings: readonly string[];
}

/** The app folder of a run, which is read when the run needs it. */
export interface AppFolder {
  /** Returns the folder's path from the root of its repository. Throws FolderError. */
  readonly findRepositoryPath: () => string;
  /** Reads and checks the folder. Throws FolderError, or the signal's reason. */
  readonly read: () => Promise<Folder>;
}

/** Returns the app folder that the options describe. */
export function openFolder(options: FolderOptions): AppFolder {
  return {
    findRepositoryPath: () => findFolder(options).repositoryPath,
    read: () => readFolder(options),
  };
}

/** Options for the run of one app. */
export interface AppRunOptions {
  readonly run: RunDetails;
  /** The inputs, with the slug of this app. */
  readonly inputs: Inputs;
  /** Null if the run has no folder. */
  readonly folder: AppFolder | null;
  /** The name of the folder in the report; null without a folder. */
  readonly shownFolder: string | null;
  /**
   * Null if the run is offline: it has no key, and is a dry run or for a pull request from a fork.
   */
  readonly context: CommandContext | null;
  readonly state: RunState;
  readonly log: Log;
  /** The log of this app among several; null if it is the only app of the run. */
  readonly appLog: AppLog | null;
}

/**
 * The consequence of a part that has ended: `continue` with the next part, or `stop` the run of all
 * apps.
 */
export type Next = 'continue' | 'stop';

/**
 * The second part of a command, which makes its requests to the service. The first part has checked
 * the folder.
 */
type PreparedCommand = (context: CommandContext) => Promise<Outcome>;

/** The problems that also stop a submission: a secret, or a folder that was not read. */
const blocking: ReadonlySet<string> = new Set(['secret_in_folder', 'app_too_large']);

/** The time for which a part may continue once the run must stop, in milliseconds. */
const graceMs = 1_000;

/**
 * The run of one app, in two parts: `check` works offline, and `send` makes requests to the
 * service. Its methods do not throw: if a part fails, the outcome describes the failure.
 */
export class AppRun {
  readonly #options: AppRunOptions;
  #outcome: Outcome = { kind: 'not_run' };
  #prepared: PreparedCommand | null = null;
  #folder: Folder | null = null;
  #repositoryPath: string | null = null;

  constructor(options: AppRunOptions) {
    this.#options = options;
  }

  /** The outcome of this run; `not_run` until it has ended. */
  get outcome(): Outcome {
    return this.#outcome;
  }

  get exitCode(): 0 | 1 {
    return toExitCode(this.#outcome, this.#options.state.facts);
  }

  /** The content of the folder; null if it was not read, or could not be read. */
  get folder(): Folder | null {
    return this.#folder;
  }

  /** Reads and checks the folder. Nothing is sent. */
  check(): Promise<Next> {
    return this.#run(() => this.#check());
  }

  /** Runs the rest of the command after the check: its requests to the service. */
  async send(): Promise<Next> {
    const prepared = this.#prepared;
    const context = this.#options.context;
    if (prepared === null || context === null) return 'continue';
    return this.#run(async () => {
      const end = await this.#endIfStale();
      return end ?? prepared(context);
    });
  }

  /** Runs a part within the app's group of the log, after the lines that the check has logged. */
  async logTurn(part: () => Promise<Next>): Promise<Next> {
    const appLog = this.#options.appLog;
    if (appLog === null) return part();
    let next: Next = 'continue';
    await appLog.logTurn(async () => {
      next = await part();
      return this.#toResult();
    });
    return next;
  }

  /** Returns the report about the app. */
  report(): Report {
    const folder = this.#folder;
    return {
      ...this.#toResult(),
      folder: this.#options.shownFolder,
      repositoryPath: this.#repositoryPath,
      readLines: async (path, first, last) => {
        return folder === null ? null : readLines(folder, path, first, last);
      },
      runWarnings: this.#options.run.warnings,
      secrets: listSecrets(this.#options.inputs).map((secret) => secret.value),
    };
  }

  #toResult(): RunResult {
    const { inputs, run } = this.#options;
    return {
      command: inputs.command,
      outcome: this.#outcome,
      facts: this.#options.state.facts,
      now: run.clock.now(),
      isDryRun: inputs.dryRun,
      baseBranch: run.baseBranch,
      realRun: run.realRun,
    };
  }

  /** Runs a part, and keeps its outcome; a part returns null if the run goes on after it. */
  async #run(part: () => Promise<Outcome | null>): Promise<Next> {
    const { signal, crashed } = this.#options.run;
    const ended = await this.#awaitPart(this.#catchFailure(part));
    const outcome = crashed.aborted ? this.#toCrash(ended) : ended;
    if (outcome === null) return 'continue';
    this.#outcome = outcome;
    if (!('failure' in outcome)) return 'continue';
    const { failure } = outcome;
    // The service may also have refused the key in a read after a change. Then the error is that
    // the change is not confirmed, and the refusal is its cause.
    const isKeyRefused = failure.code === 'unauthorized' || failure.causeCode === 'unauthorized';
    return isKeyRefused || signal.aborted ? 'stop' : 'continue';
  }

  async #catchFailure(part: () => Promise<Outcome | null>): Promise<Outcome | null> {
    try {
      return await part();
    } catch (error) {
      const failure = toFailure(error);
      const isForkCheck = this.#options.context === null && this.#options.run.fromFork;
      if (isForkCheck) return { kind: failure.kind, failure, skipReason: 'fork' };
      return { kind: failure.kind, failure };
    }
  }

  /**
   * Waits for a part, but at most a second once the run must stop. Otherwise a part that does not
   * notice the signal would prevent the report.
   */
  async #awaitPart(running: Promise<Outcome | null>): Promise<Outcome | null> {
    const { signal, clock } = this.#options.run;
    const late = Promise.withResolvers<Outcome>();
    let timer: Timer | null = null;
    const onAbort = (): void => {
      timer = clock.setTimer(() => late.resolve(this.#toCutShort(signal.reason)), graceMs);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([running, late.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      (timer as Timer | null)?.clear();
    }
  }

  /** Returns the outcome of a run that was stopped: `unknown` if a change may have been made. */
  #toCutShort(reason: unknown): Outcome {
    const kind = this.#options.state.facts.isUnconfirmed ? 'unknown' : 'failed';
    return { kind, failure: { ...toFailure(reason), kind } };
  }

  /**
   * Returns the outcome after an error that nobody handled, which ends the part that was running.
   */
  #toCrash(ended: Outcome | null): Outcome {
    const kind = ended?.kind === 'unknown' ? 'unknown' : 'failed';
    return { kind, failure: { ...toFailure(this.#options.run.crashed.reason), kind } };
  }

  async #check(): Promise<Outcome | null> {
    const { inputs, run } = this.#options;
    noteUnusedInputs(inputs, run.pullRequest, this.#options.state);
    const isOffline = this.#options.context === null;
    if (isOffline && !takesFolder(inputs.command)) return { kind: 'skipped', skipReason: 'fork' };
    this.#prepared = await this.#prepare();
    if (!isOffline) return null;
    if (run.fromFork) return { kind: 'planned', plan: null, skipReason: 'fork' };
    return { kind: 'planned', plan: null };
  }

  /** Checks the folder if the command uses one. Returns the second part of the command. */
  async #prepare(): Promise<PreparedCommand> {
    const inputs = this.#options.inputs;
    switch (inputs.command) {
      case 'deploy': {
        const folder = await this.#readAndCheck();
        return (context) => deploy(inputs, folder, context);
      }
      case 'create': {
        const folder = await this.#readAndCheck();
        return (context) => create(inputs, folder, context);
      }
      case 'update': {
        const folder = await this.#readAndCheck();
        return (context) => update(inputs, folder, context);
      }
      case 'submit': {
        const folder = await this.#readGuard();
        return (context) => submit(inputs, folder, context);
      }
      case 'status':
        return (context) => status(inputs, context);
      case 'delete':
        return (context) => deleteApp(inputs, context);
      case 'list':
        return (context) => list(context);
    }
  }

  /** Reads the folder. Throws CommandError `offline_problems` if the check finds errors. */
  async #readAndCheck(): Promise<Folder> {
    if (this.#options.folder === null) throw new Error('The inputs of this command name a folder.');
    const folder = await this.#read(this.#options.folder);
    this.#assertChecked(folder);
    return folder;
  }

  /**
   * Reads the folder with which the draft is compared before a submission. Returns null without a
   * folder. Only what makes comparing impossible, or a secret, is an error here, since the deploy of
   * the folder has reported all other problems.
   */
  async #readGuard(): Promise<Folder | null> {
    if (this.#options.folder === null) return null;
    const folder = await this.#read(this.#options.folder);
    const isBlocked = folder.problems.some(({ code }) => code !== null && blocking.has(code));
    if (isBlocked) this.#assertChecked(folder);
    return folder;
  }

  async #read(appFolder: AppFolder): Promise<Folder> {
    const { state, log } = this.#options;
    // Reports name files from the root of the repository, also if the folder cannot be read.
    this.#repositoryPath = appFolder.findRepositoryPath();
    const folder = await appFolder.read();
    this.#folder = folder;
    state.update({
      fileCount: folder.fileCount,
      byteCount: folder.byteCount,
      excluded: folder.excluded,
      contentHash: folder.contentHash || null,
    });
    for (const warning of folder.warnings) state.warn(warning);
    for (const file of folder.files) {
      const bytes = formatCount(file.bytes.length, 'byte');
      log.debug(`Included: ${file.path} (${bytes}, ${file.type}, sent as ${file.encoding})`);
    }
    const size = `${formatCount(folder.fileCount, 'file')}, ${formatBytes(folder.byteCount)}`;
    const hash = folder.contentHash.slice(0, 19) || 'not read';
    log.info(`Included ${size} (${hash})`);
    const excluded = folder.excluded.map((file) => `${file.path} (${file.reason})`);
    if (excluded.length > 0) log.list('Excluded', excluded);
    return folder;
  }

  #assertChecked(folder: Folder): void {
    const { problems } = folder;
    const findings = countFindings(problems);
    this.#options.state.update({ problems });
    this.#options.log.info(`Checked: ${findings}`);
    if (problems.every((problem) => problem.severity === 'warning')) return;
    throw new CommandError('offline_problems', `the offline check found ${findings}`);
  }

  /**
   * Returns the outcome if the branch has a newer commit and `on-stale` skips such a run; null to
   * continue. Throws CommandError `stale` if `on-stale` is `fail`.
   */
  async #endIfStale(): Promise<Outcome | null> {
    const { inputs, state, run } = this.#options;
    const { command, onStale } = inputs;
    if (onStale === 'ignore' || command === 'status' || command === 'list') return null;
    try {
      if (!(await run.isStale())) return null;
    } catch (error) {
      run.signal.throwIfAborted();
      const failure = toFailure(error);
      const reason = `${toSentence(failure.message)} ${failure.next}`;
      state.warn(`on-stale could not be checked, so the run continues: ${reason}`);
      return null;
    }
    if (onStale === 'fail') throw new CommandError('stale', 'on-stale is fail');
    if (onStale === 'skip') return { kind: 'skipped', skipReason: 'stale' };
    state.warn('A newer commit exists on the branch: this run is for an older one.');
    return null;
  }
}

/** Adds warnings and notices about inputs that have no effect in this run. */
function noteUnusedInputs(inputs: Inputs, pullRequest: number | null, state: RunState): void {
  const { command } = inputs;
  if (inputs.comment && command === 'list') {
    state.warn('comment: true does nothing with list: a comment is about one app.');
  } else if (inputs.comment && pullRequest === null) {
    state.warn('comment: true does nothing here: this run is not about a pull request.');
  }
  if (inputs.submit && (command === 'create' || command === 'update')) {
    const setting = perFrontend('submit: true', '--submit');
    state.warn(`${setting} does nothing with ${command}: only deploy and submit send for review.`);
  }
  if (inputs.diff && command !== 'deploy' && command !== 'update') {
    const reason = 'only deploy and update compare the texts of the folder with the draft';
    state.notice(`${nameInput('diff')} has no effect: ${reason}.`);
  }
  if (sendsForReview(inputs)) return;
  const reason = 'this run sends nothing for review';
  if (inputs.termsVersion !== '') {
    state.notice(`${nameInput('terms-version')} has no effect: ${reason}.`);
  }
  if (inputs.waitForReviewMinutes > 0 && command !== 'status') {
    state.notice(`${nameInput('wait-for-review')} has no effect: ${reason}.`);
  }
}
