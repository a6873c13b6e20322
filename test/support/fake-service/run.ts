import { type CommandRun, runCommand as runOfAction } from '../../../src/action.ts';
import type { RunEndedError } from '../../../src/action-error.ts';
import { ActionError } from '../../../src/action-error.ts';
import { createClient } from '../../../src/api/client.ts';
import { createSender } from '../../../src/api/sender.ts';
import type { Online } from '../../../src/commands/online.ts';
import { startDeadline } from '../../../src/deadline.ts';
import type { AppFolder } from '../../../src/folder/folder.ts';
import type { Inputs } from '../../../src/inputs.ts';
import { type Facts, type Outcome, RunState, toExitCode, type Wait } from '../../../src/outcome.ts';
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
  readonly random?: () => number;
  /** As whom the service knows the run; `run` by default. */
  readonly by?: Actor;
}

/** A run that has not begun. */
export interface OpenRun {
  readonly inputs: Inputs;
  readonly ports: Online & Omit<CommandRun, 'online'>;
  readonly lines: readonly string[];
  readonly abort: (end: RunEndedError) => void;
}

/** A run that is over. */
export interface EndedRun {
  readonly outcome: Outcome;
  readonly facts: Facts;
  readonly exitCode: 0 | 1;
  readonly lines: readonly string[];
}

/** Opens a run against a fake service, with the real sender, client and deadline, and a clock that never waits. */
export function openRun({ service, inputs, by, ...parts }: RunParts): OpenRun {
  const { folder = createFakeFolder(makeFiles()), isStale, fromFork = false, random = () => 0.5 } = parts;
  const all = makeInputs(inputs);
  const controller = new AbortController();
  const abort = (end: Error): void => controller.abort(end);
  const state = new RunState(all.slug);
  const lines: string[] = [];
  const { clock } = service;
  const deadline = startDeadline({ ...clock, minutes: all.timeoutMinutes, abort });
  const onWait = (wait: Wait): void => state.addWait(wait);
  const effects = { clock, random, signal: controller.signal };
  const send = createSender({ ...effects, transport: service.connect(abort, by), deadline: deadline.at, onWait });
  const ports = {
    ...effects,
    client: createClient(send, { origin: 'https://apps.example', path: '' }),
    state,
    onWait,
    log: {
      info: (text: string) => void lines.push(text),
      debug: (text: string) => void lines.push(`debug: ${text}`),
      list: (title: string, texts: readonly string[]) => void lines.push(`# ${title} (${texts.length})`, ...texts),
    },
    folder,
    checkStale: async () => {
      if (typeof isStale === 'boolean') return isStale;
      throw new ActionError('GitHub did not respond in time', { code: 'github_no_response', next: 'Re-run the job.' });
    },
    deadline,
    fromFork,
  };
  return { inputs: all, ports, lines, abort };
}

/** Runs a command to its end. A run without a key is offline, as it is in main. */
export async function runCommand(parts: RunParts, prepare?: (open: OpenRun) => void): Promise<EndedRun> {
  const open = openRun(parts);
  prepare?.(open);
  const { inputs, ports, lines } = open;
  const outcome = await runOfAction(inputs, { ...ports, online: inputs.apiKey === null ? null : ports });
  const { facts } = ports.state;
  return { outcome, facts, exitCode: toExitCode(outcome, facts), lines };
}
