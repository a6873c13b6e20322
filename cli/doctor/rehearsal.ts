/**
 * The rehearsal: runs the action's own commands, one after the other, on a new app, and deletes
 * that app.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ActionError } from '../../src/errors.ts';
import { type Folder, readFolder } from '../../src/folder/folder.ts';
import { describeErrno } from '../../src/folder/folder-error.ts';
import { type Inputs, listSecrets } from '../../src/inputs/inputs.ts';
import type { Outcome } from '../../src/report/report.ts';
import type { Exchange } from './exchange.ts';
import { changePage, changeTagline, copyFolder, writeSmallApp } from './samples.ts';
import { type PlayedStep, Stage, type StageOptions, type StepName, type Work } from './stage.ts';

/** Options for a rehearsal. If the input `folder` is empty, a small app is deployed. */
interface RehearsalOptions extends StageOptions {
  /** The absolute path to which the input `folder` is relative. */
  readonly base: string;
  /** Aborted when a person ends the rehearsal. It then deletes its app and returns. */
  readonly signal: AbortSignal;
}

/** Whether each change works with this service; null if it was not tried. */
export interface Capabilities {
  readonly create: boolean | null;
  readonly deploy: boolean | null;
  /** Whether a deploy of other content over the first one works. */
  readonly again: boolean | null;
  readonly update: boolean | null;
  readonly delete: boolean | null;
}

/** The result of a rehearsal. */
export interface Rehearsal {
  readonly slug: string;
  /** The service's address, without a slash at its end. */
  readonly address: string;
  readonly steps: ReadonlyMap<StepName, PlayedStep>;
  readonly exchanges: readonly Exchange[];
  readonly works: Capabilities;
  /** True if the service created the app, but its reads are not understood. */
  readonly hasUnknownReads: boolean;
  /** The folder that was deployed first; null if it could not be scanned. */
  readonly folder: Folder | null;
  /** True if the app may still exist. */
  readonly isLeft: boolean;
  /** True if a person ended the rehearsal. */
  readonly isInterrupted: boolean;
  readonly milliseconds: number;
}

/** The inputs of a step that deploys the copy of the folder. */
const copyInputs = { folder: 'app', include: ['**'], exclude: [] };

/** A folder that a step deploys. */
interface RehearsedFolder {
  /** The absolute path to which it is relative. */
  readonly base: string;
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** How long an app may take to appear whose creation got no response, in milliseconds. */
const lateAppMs = 15_000;
/** Milliseconds after which no further step begins, except the deletion. */
const maxRehearsalMs = 600_000;
/** Milliseconds to wait before each further attempt to delete the app, if the first one fails. */
const deletePausesMs: readonly number[] = [0, 3_000, 10_000];

/**
 * Rehearses with a service, and deletes the app. The failure of a step is part of the result.
 * Throws ActionError only if the temporary folder cannot be written, before anything is sent.
 */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const address = `${options.baseUrl.origin}${options.baseUrl.path}`;
  const content = options.inputs.folder === '' ? 'a small app' : 'your folder';
  options.log.info(`Rehearsing with ${address}: ${content}, as ${options.slug}`);
  const startedAt = options.clock.now();
  const player = new StepPlayer(options);
  const scratch = writeFiles(() => mkdtempSync(join(tmpdir(), 'miniapp-doctor-')));
  let folder: Folder | null = null;
  let isLeft = false;
  try {
    folder = await player.playSteps(scratch);
  } finally {
    // Removed before the app is deleted, since a second Ctrl+C during the deletion ends the
    // process.
    rmSync(scratch, { recursive: true, force: true });
    isLeft = !(await player.removeApp());
  }
  const { hasUnknownReads, exchanges } = player.stage;
  return {
    slug: options.slug,
    address,
    steps: player.steps,
    exchanges,
    works: toCapabilities(player.steps, hasUnknownReads),
    hasUnknownReads,
    folder,
    isLeft,
    isInterrupted: options.signal.aborted,
    milliseconds: options.clock.now() - startedAt,
  };
}

class StepPlayer {
  readonly stage: Stage;
  readonly steps = new Map<StepName, PlayedStep>();
  readonly #options: RehearsalOptions;
  /** The clock's time after which no further step begins. */
  readonly #endsAt: number;

  constructor(options: RehearsalOptions) {
    this.#options = options;
    this.stage = new Stage(options);
    this.#endsAt = options.clock.now() + maxRehearsalMs;
  }

  /**
   * Plays all steps except the deletion. Returns the folder that is deployed first; null if it
   * cannot be scanned, in which case its deploy fails for the same reason.
   */
  async playSteps(scratch: string): Promise<Folder | null> {
    const { stage } = this;
    const { inputs, base } = this.#options;
    // The steps that change the content do so in a copy.
    const copyPath = join(scratch, 'app');
    const isSmallApp = inputs.folder === '';
    if (isSmallApp) writeFiles(() => writeSmallApp(copyPath));
    const first: RehearsedFolder = isSmallApp
      ? { base: scratch, ...copyInputs }
      : { base, folder: inputs.folder, include: inputs.include, exclude: inputs.exclude };
    const scanned = await scanFolder(first, inputs).catch(() => null);
    if (!isSmallApp && scanned !== null) writeFiles(() => copyFolder(scanned, copyPath));

    const { base: firstBase, ...firstInputs } = first;
    const deploy = stage.run('deploy', firstBase, { ...firstInputs, create: true });
    await this.#play('deploy', deploy);
    if (isCreated(this.steps)) await this.#playChanges(first, scratch);
    await this.#play('list', stage.run('list', firstBase));
    return scanned;
  }

  /**
   * Plays the steps that need the app. `first` is the folder that was deployed; its copy below
   * `scratch` has the same files, which some steps change first.
   */
  async #playChanges(first: RehearsedFolder, scratch: string): Promise<void> {
    const { stage } = this;
    const { base, ...inputs } = first;
    const copyPath = join(scratch, copyInputs.folder);
    // Without a first deploy, a second has nothing to replace and would fail in the same way.
    if (this.steps.get('deploy')?.report.outcome === 'deployed') {
      await this.#play('same', stage.run('deploy', base, inputs));
      const deployCopy = stage.run('deploy', scratch, copyInputs);
      await this.#play(
        'again',
        doAfter(() => changePage(copyPath), deployCopy),
      );
    }
    const updateFromCopy = stage.run('update', scratch, copyInputs);
    await this.#play(
      'update',
      doAfter(() => changeTagline(copyPath), updateFromCopy),
    );
    await this.#play('field', sendInvalidColor(stage.run('update', base), this.#options.slug));
    if (this.#mustRefuseTerms()) {
      const terms = { folder: '', termsVersion: 'no-such-terms' };
      await this.#play('terms', stage.run('submit', base, terms));
    }
    await this.#play('status', stage.run('status', base));
  }

  /**
   * Deletes the app if its creation was sent, even after Ctrl+C. Returns true if the app is gone,
   * which only a 404 of the service itself proves. The app may exist although its creation was
   * refused, and if the response to the creation was lost, the app may appear late.
   */
  async removeApp(): Promise<boolean> {
    const { stage } = this;
    const { base, signal, clock, slug, log } = this.#options;
    const creations = stage.exchanges.filter((exchange) => exchange.operation === 'create');
    if (creations.length === 0) return true;
    if (signal.aborted) log.info(`Interrupted: deleting the app ${slug}`);
    const notCancelled = new AbortController().signal;
    // After Ctrl+C nobody waited for the app to appear, so it may still appear.
    const mayAppearLate = creations.at(-1)?.result === 'lost' && signal.aborted;
    if (mayAppearLate) await clock.sleep(lateAppMs, notCancelled);
    const deletion = stage.run('delete', base, { folder: '' });
    const unread = deleteUnread(deletion, slug);
    const work = stage.hasUnknownReads ? unread : deletion;
    const step = await stage.play('delete', work, notCancelled);
    this.steps.set('delete', step);
    if (isGone(step, creations)) return true;
    for (const pauseMs of deletePausesMs) {
      await clock.sleep(pauseMs, notCancelled);
      // The command `delete` reads the app first, and that read may be what failed.
      const attempt = await stage.play('delete', unread, notCancelled);
      if (attempt.report.outcome === 'deleted') return true;
    }
    return false;
  }

  async #play(name: StepName, work: Work): Promise<void> {
    const { signal, clock } = this.#options;
    if (signal.aborted || clock.now() > this.#endsAt) return;
    this.steps.set(name, await this.stage.play(name, work, signal));
  }

  /**
   * True if the service must refuse a submission with terms that do not exist (service document,
   * "Endpoints", 3). The earlier form of the service, whose reads show no files, needs no terms.
   */
  #mustRefuseTerms(): boolean {
    const reads = [...this.steps.values()].flatMap((step) => step.reads);
    const app = reads.findLast((read) => read !== null);
    return app?.status === 'draft' && app.files !== null;
  }
}

/** True if the app does not exist any more, or never existed because its creation was refused. */
function isGone(step: PlayedStep, creations: readonly Exchange[]): boolean {
  if (step.report.outcome === 'deleted') return true;
  const isMissing = step.report.failure?.code === 'app_missing';
  return isMissing && creations.every((creation) => creation.result === 'refused');
}

function scanFolder(place: RehearsedFolder, inputs: Inputs): Promise<Folder> {
  return readFolder({
    path: resolve(place.base, place.folder),
    workspace: { path: place.base, isBoundary: false },
    folder: place.folder,
    include: place.include,
    exclude: place.exclude,
    maxSize: null,
    runnerTemp: '',
    createsApp: true,
    secrets: listSecrets(inputs),
  });
}

/** Writes files of the rehearsal. Throws ActionError if that fails. */
function writeFiles<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw new ActionError(`The files of the rehearsal cannot be written: ${describeErrno(error)}`, {
      code: 'file_unreadable',
      next: 'Check that the files of the folder can be read, and that the temporary folder has space.',
      cause: error,
    });
  }
}

/** Returns the work of a step that changes files before it runs `work`. */
function doAfter(changeFiles: () => void, work: Work): Work {
  return {
    ...work,
    perform(run) {
      writeFiles(changeFiles);
      return work.perform(run);
    },
  };
}

/** Sends a field that the service must refuse (service document, "The app object"). */
function sendInvalidColor(work: Work, slug: string): Work {
  return {
    ...work,
    async perform(run) {
      const update = await run.client.updateApp(slug, { color: 'no color' });
      if (update.error !== null) throw update.error;
      run.report.end('updated');
    },
  };
}

/** Deletes the app without reading it first. */
function deleteUnread(work: Work, slug: string): Work {
  return {
    ...work,
    async perform(run) {
      const deletion = await run.client.deleteApp(slug);
      const app = await run.client.readApp(slug, { retryWindowMs: 0 });
      if (app !== null) throw deletion.error ?? makeLeftError();
      run.report.end('deleted');
    },
  };
}

function makeLeftError(): ActionError {
  return new ActionError('The app is still there', {
    code: 'unverified',
    next: 'Delete it in the developer dashboard.',
  });
}

/**
 * True if the action created the app. A service may wrongly report that the app existed before, and
 * still accept the deploy.
 */
function isCreated(steps: Rehearsal['steps']): boolean {
  const first = steps.get('deploy');
  return first?.report.done.has('create') === true || first?.report.outcome === 'deployed';
}

/** Derives from the outcomes of the steps what the action can do. */
function toCapabilities(steps: Rehearsal['steps'], hasUnknownReads: boolean): Capabilities {
  const deploy = toStepResult(steps.get('deploy'), 'deployed');
  const again = toStepResult(steps.get('again'), 'deployed');
  const update = toStepResult(steps.get('update'), 'updated');
  if (isCreated(steps)) {
    const deletion = toStepResult(steps.get('delete'), 'deleted');
    return { create: true, deploy, again, update, delete: deletion };
  }
  // The app was created, but no read can show what works.
  if (hasUnknownReads) return { create: null, deploy: null, again, update, delete: null };
  // If nothing was sent, the check refused the folder, which is a failure of the deploy.
  const isSent = steps.get('deploy')?.exchanges.length !== 0;
  if (!isSent) return { create: null, deploy, again, update, delete: null };
  return { create: deploy, deploy: null, again, update, delete: null };
}

/** Returns whether a step worked; null if it was not played, was interrupted, or did nothing. */
function toStepResult(step: PlayedStep | undefined, done: Outcome): boolean | null {
  if (step === undefined) return null;
  if (step.report.failure !== null) return step.isCut ? null : false;
  return step.report.outcome === done ? true : null;
}
