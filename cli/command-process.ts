import type { Readable } from 'node:stream';
import type { effects, watchForEnd } from '../src/run/effects.ts';

/** A stream that a command prints to. */
export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The parts of a process that a command uses. Tests pass their own. */
export interface CommandProcess {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Returns the working directory. Throws if it does not exist any more. */
  readonly cwd: () => string;
  readonly stdin: Readable;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** The clock, timers and randomness. */
  readonly effects: typeof effects;
  readonly watchForEnd: typeof watchForEnd;
}
