import { ActionError } from '../src/model/action-error.ts';
import type { CommandProcess } from './command-process.ts';
import type { CommandName } from './command-table.ts';
import type { TerminalLog } from './report/terminal-log.ts';
import type { Shell } from './shell.ts';

/** A command with its options. */
export interface CommandRequest {
  readonly command: CommandName;
  /**
   * Texts by the names of options: `true` for a flag, repeated values one per line, the folders as
   * `folder`. The environment adds `api-key` and the options that have a variable.
   */
  readonly values: Readonly<Record<string, string>>;
  /** The part of `values` that was given as arguments. */
  readonly given: Readonly<Record<string, string>>;
  /** True if stdout is for one JSON object only. */
  readonly isJson: boolean;
  /** True if the log shows every request, file and wait: `log.debug` then prints. */
  readonly isVerbose: boolean;
  /** True if stderr is for problems only: `log.info` then prints nothing. */
  readonly isQuiet: boolean;
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

/** The reasons that a command line cannot be used. */
type UsageFault = 'invalid_inputs' | 'command_unknown' | 'option_unknown';

/** A call that would be understood; `given` is null if only the command is known. */
interface MeantCall {
  readonly command: CommandName;
  readonly given: CommandRequest['given'] | null;
}

/**
 * The command line cannot be used. The message never holds a value, which may be a key; the command
 * line adds what to do next.
 */
export class UsageError extends ActionError<UsageFault> {
  override readonly name = 'UsageError';

  /** The call that was probably meant; null if there is no guess. */
  readonly meant: MeantCall | null;

  constructor(
    message: string,
    code: UsageFault = 'invalid_inputs',
    meant: MeantCall | null = null,
  ) {
    super(message, { code, next: '' });
    this.meant = meant;
  }
}
