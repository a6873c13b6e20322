import type { Readable } from 'node:stream';
import type { effects, watchForEnd } from '../../src/run/effects.ts';
import type { Shell } from '../options/shell.ts';
import type { TerminalLog } from './terminal-log.ts';

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
  /**
   * Opens an address in the browser of the user. Returns the reason that it was not opened, without
   * a full stop; null if it was.
   */
  readonly openUrl: (url: string) => Promise<string | null>;
}

/** The parts of the process that a command reads and prints with. */
export interface CommandIo {
  readonly process: CommandProcess;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Texts that must not be shown, such as the API key. */
  readonly secrets: readonly string[];
  /** True if a line on stderr can be overwritten: a terminal that is wide enough, and not in CI. */
  readonly isLive: boolean;
  /** The shell that lines for this machine are written for. */
  readonly shell: Shell;
  /** Writes to stdout as it is: the caller redacts the text and makes it printable. */
  readonly print: (text: string) => void;
  /** Writes to stderr, redacted and printable. */
  readonly log: TerminalLog;
}
