import { ActionError } from '../src/model/action-error.ts';
import type { Command } from '../src/model/inputs.ts';
import type { TerminalLog } from './report/terminal-log.ts';

/** A command that the action runs. */
export interface ActionCommand {
  readonly runs: Command;
  /** True for a dry run, whatever its options. */
  readonly isDryRun?: boolean;
  /** True where the service is not asked, so that neither key nor address is needed. */
  readonly isOffline?: boolean;
}

/** What a command is asked for. */
export interface CommandRequest {
  /** The name of the command. */
  readonly command: string;
  /**
   * Texts by the names of options: `true` for a flag, repeated values one per line, the folders as
   * `folder`. From the environment come `api-key` and, where the command takes them, `base-url` and
   * `slug`.
   */
  readonly values: Readonly<Record<string, string>>;
  /** Those of `values` that were given as arguments. */
  readonly given: Readonly<Record<string, string>>;
  /** True where stdout is for one JSON object alone. */
  readonly isJson: boolean;
  /** True where the log has each request, file and wait; `log.debug` shows them. */
  readonly isVerbose: boolean;
  /** True where stderr is for problems alone; `log.info` then shows nothing. */
  readonly isQuiet: boolean;
}

/** What a command with code of its own gets of the process. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What must not be shown, such as the API key. */
  readonly secrets: readonly string[];
  /** True where a line on stderr can be overwritten: a terminal that is wide enough, and no CI. */
  readonly isLive: boolean;
  /** Writes to stdout, as it is: the caller makes it printable and redacts it. */
  readonly print: (text: string) => void;
  /** Writes to stderr: redacted and printable. */
  readonly log: TerminalLog;
}

/** Why a command line cannot be used. */
type UsageFault = 'invalid_inputs' | 'command_unknown' | 'option_unknown';

/** A call that would be understood; `given` is null where only the command is known. */
interface MeantCall {
  readonly command: string;
  readonly given: CommandRequest['given'] | null;
}

/**
 * The command line cannot be used. The message never holds a value, which may be a key. The command
 * line adds what to do next.
 */
export class UsageError extends ActionError<UsageFault> {
  override readonly name = 'UsageError';

  /** What was meant, as far as that is known: the command, and what it was given. */
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
