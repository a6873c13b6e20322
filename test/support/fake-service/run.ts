import { type CommandRun, runCommand as runOfAction } from '../../../src/action.ts';
import { ActionError, type RunEndedError } from '../../../src/action-error.ts';
import { createClient } from '../../../src/api/client.ts';
import { createSender } from '../../../src/api/sender.ts';
import type { Online } from '../../../src/commands/online.ts';
import { startDeadline } from '../../../src/deadline.ts';
import type { AppFolder } from '../../../src/folder/folder.ts';
import type { Inputs } from '../../../src/inputs.ts';
import { type Outcome, RunState, toExitCode, type Wait } from '../../../src/outcome.ts';
import { createFakeFolder, makeFiles } from './folder.ts';
import type { Actor, FakeService } from './service.ts';

/** The inputs of a plain deploy, or with what is given. */
export function makeInputs(parts: Partial<Inputs> = {}): Inputs {
  return {
    command: 'deploy',
    baseUrl: { origin: 'https://apps.example.com', path: '' },
    apiKey: 'key',
    slug: 'tides',
    // With `submit` a folder is a guard.
    folder: parts.command === 'submit' ? '' : 'app',
    include: ['**'],
    exclude: [],
    submit: false,
    // Where it has no effect it would be noticed.
    termsVersion: parts.submit === true || parts.command === 'submit' ? '2026-10' : '',
    create: false,
    force: false,
    onInReview: 'fail',
    onStale: 'ignore',
    dryRun: false,
    waitForReviewMinutes: 0,
    timeoutMinutes: 10,
    diff: false,
    comment: false,
    githubToken: '',
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
  readonly ports: Online & Omit<CommandRun, 'online'>;
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
 * Runs a command against a fake service, with the real sender, client and deadline, and a clock that never waits. A run without a
 * key is offline, as it is in main.
 */
export async function runCommand(
  { service, by, folder = createFakeFolder(makeFiles()), isStale, fromFork = false, ...parts }: RunParts,
  prepare?: (open: OpenRun) => void,
): Promise<EndedRun> {
  const { clock } = service;
  const inputs = makeInputs(parts.inputs);
  const controller = new AbortController();
  const abort = (end: Error): void => controller.abort(end);
  const state = new RunState(inputs.slug);
  const lines: string[] = [];
  const deadline = startDeadline({ ...clock, minutes: inputs.timeoutMinutes, abort });
  const onWait = (wait: Wait): void => state.addWait(wait);
  const effects = { clock, random: () => 0.5, signal: controller.signal, onWait };
  const send = createSender({ ...effects, transport: service.connect(abort, by), deadline: deadline.at });
  const ports = {
    ...{ ...effects, folder, fromFork, state, deadline },
    client: createClient(send, { origin: 'https://apps.example', path: '' }),
    log: {
      info: (text: string) => void lines.push(text),
      debug: (text: string) => void lines.push(`debug: ${text}`),
      list: (title: string, texts: readonly string[]) => void lines.push(`# ${title} (${texts.length})`, ...texts),
    },
    checkStale: async () => {
      if (typeof isStale === 'boolean') return isStale;
      throw new ActionError('GitHub did not respond in time', { code: 'github_no_response', next: 'Re-run the job.' });
    },
  };
  prepare?.({ ports, abort });
  const outcome = await runOfAction(inputs, { ...ports, online: inputs.apiKey === null ? null : ports });
  const { facts } = state;
  return { outcome, facts, exitCode: toExitCode(outcome, facts), lines };
}
