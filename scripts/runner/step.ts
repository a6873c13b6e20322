import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeptAnnotation, keepAnnotations } from './annotations.ts';
import { type Command, normalizeLineEnds, parseCommands } from './commands.ts';
import { entryFile, makeEnvironment, makeInputs } from './environment.ts';
import { parseOutputFile } from './output-file.ts';

/** A step as a workflow writes it, and the run around it. */
export interface Step {
  /** The step's `with:` block; any other input has its default of action.yml. */
  readonly with: Readonly<Record<string, string>>;
  /** GITHUB_WORKSPACE, where the checkout lies. */
  readonly workspace: string;
  /** More of the environment, such as GITHUB_EVENT_NAME; overrides what the harness sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The event that started the workflow, written to GITHUB_EVENT_PATH. */
  readonly event?: unknown;
  /** What is run; by default what action.yml names, which is the committed dist/index.js. */
  readonly entry?: string;
  /** Told of the running process, so that a test can signal it. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** What the runner would have made of a step. */
export interface StepResult {
  readonly exitCode: number | null;
  /** stdout and stderr, which the runner reads as one. */
  readonly output: string;
  readonly commands: readonly Command[];
  /** What is left after the runner's cap of ten a level. */
  readonly annotations: readonly KeptAnnotation[];
  readonly outputs: Readonly<Record<string, string>>;
  /** Null when nothing was written, or when the runner would drop it. */
  readonly summary: string | null;
}

/** A step's summary is dropped as a whole when its file is larger than this, in bytes. */
const summaryLimit = 1_048_576;

/**
 * Runs the committed dist/ as the runner does: `node dist/index.js`, inputs in the environment,
 * command files beside it, nothing inherited but PATH. Resolves when the process has ended and its
 * output is read.
 */
export async function runStep(step: Step): Promise<StepResult> {
  const { with: inputs, workspace, env, event = {}, entry = entryFile, onStart } = step;
  const temp = await mkdtemp(join(tmpdir(), 'runner-'));
  const runner = makeEnvironment(temp);
  try {
    await writeFile(runner.GITHUB_OUTPUT, '');
    await writeFile(runner.GITHUB_STEP_SUMMARY, '');
    await writeFile(runner.GITHUB_EVENT_PATH, JSON.stringify(event));
    const own = {
      PATH: process.env['PATH'] ?? '',
      GITHUB_WORKSPACE: workspace,
      ...makeInputs(inputs),
    };
    // Where coverage is measured, that of the process too.
    const { NODE_V8_COVERAGE } = process.env;
    const child = spawn(process.execPath, [entry], {
      cwd: workspace,
      env: { ...runner, ...own, ...(NODE_V8_COVERAGE && { NODE_V8_COVERAGE }), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => pieces.push(piece));
    const closed = once(child, 'close');
    onStart?.(child);
    const [exitCode]: readonly (number | null)[] = await closed;
    const output = normalizeLineEnds(Buffer.concat(pieces).toString('utf8'));
    const commands = parseCommands(output);
    const outputFile = normalizeLineEnds(await readFile(runner.GITHUB_OUTPUT, 'utf8'));
    const summary = await readFile(runner.GITHUB_STEP_SUMMARY);
    return {
      exitCode: exitCode ?? null,
      output,
      commands,
      annotations: keepAnnotations(commands, { workspace }),
      outputs: Object.fromEntries(parseOutputFile(outputFile)),
      summary:
        summary.length === 0 || summary.length > summaryLimit ? null : summary.toString('utf8'),
    };
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}
