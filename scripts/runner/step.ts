import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeptAnnotation, keepAnnotations } from './annotations.ts';
import { type Command, normalizeLineEnds, parseCommands } from './commands.ts';
import { entryFile, makeEnvironment, makeInputs, type StepEnvironment } from './environment.ts';
import { parseOutputFile } from './output-file.ts';

/** A step of a workflow, and the run around it. */
export interface Step {
  /** The step's `with:` block; any other input has its default of action.yml. */
  readonly with: Readonly<Record<string, string>>;
  /** GITHUB_WORKSPACE, the folder of the checkout. */
  readonly workspace: string;
  /**
   * More environment variables, such as GITHUB_EVENT_NAME. They replace the runner's variables of
   * the same name.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The event that started the workflow, written to GITHUB_EVENT_PATH. */
  readonly event?: unknown;
  /** The file to run; by default the one that action.yml names, the committed dist/index.js. */
  readonly entry?: string;
  /** Called with the running process, so that a test can send signals to it. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** The result of a step, as the runner would have it. */
export interface StepResult {
  readonly exitCode: number | null;
  /** stdout and stderr together, as the runner reads them. */
  readonly output: string;
  readonly commands: readonly Command[];
  /** The annotations that the runner keeps: ten per level. */
  readonly annotations: readonly KeptAnnotation[];
  readonly outputs: Readonly<Record<string, string>>;
  /** The text of the summary; null if nothing was written, or if the runner would drop the text. */
  readonly summary: string | null;
}

/** The largest summary in bytes. The runner drops a larger one completely. */
const maxSummaryBytes = 1_048_576;

/**
 * Runs the committed dist/ as the runner does: `node dist/index.js` with inputs and command files
 * in the environment, of which only PATH is inherited. Resolves when the process has ended and its
 * output is read.
 */
export async function runStep(step: Step): Promise<StepResult> {
  const temp = await mkdtemp(join(tmpdir(), 'runner-'));
  const environment = makeEnvironment(temp);
  try {
    await writeFile(environment.GITHUB_OUTPUT, '');
    await writeFile(environment.GITHUB_STEP_SUMMARY, '');
    await writeFile(environment.GITHUB_EVENT_PATH, JSON.stringify(step.event ?? {}));
    const { exitCode, output } = await runProcess(step, environment);
    const commands = parseCommands(output);
    const outputFile = await readFile(environment.GITHUB_OUTPUT, 'utf8');
    return {
      exitCode,
      output,
      commands,
      annotations: keepAnnotations(commands, { workspace: step.workspace }),
      outputs: Object.fromEntries(parseOutputFile(normalizeLineEnds(outputFile))),
      summary: keepSummary(await readFile(environment.GITHUB_STEP_SUMMARY)),
    };
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

interface EndedProcess {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
}

async function runProcess(step: Step, environment: StepEnvironment): Promise<EndedProcess> {
  const env: Record<string, string> = {
    ...environment,
    PATH: process.env['PATH'] ?? '',
    GITHUB_WORKSPACE: step.workspace,
    ...makeInputs(step.with),
  };
  // Passes both variables on, so that coverage includes this process, and its compiled code is kept
  // for the next process.
  for (const name of ['NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE']) {
    const inherited = process.env[name] ?? '';
    if (inherited !== '') env[name] = inherited;
  }
  const child = spawn(process.execPath, [step.entry ?? entryFile], {
    cwd: step.workspace,
    env: { ...env, ...step.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => pieces.push(piece));
  }
  const closed = once(child, 'close');
  step.onStart?.(child);
  const [exitCode]: readonly (number | null)[] = await closed;
  const output = Buffer.concat(pieces).toString('utf8');
  return { exitCode: exitCode ?? null, output: normalizeLineEnds(output) };
}

function keepSummary(summary: Buffer): string | null {
  const isKept = summary.length > 0 && summary.length <= maxSummaryBytes;
  return isKept ? summary.toString('utf8') : null;
}
