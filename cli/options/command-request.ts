import { ActionError } from '../../src/errors.ts';
import type { CommandName } from './command-table.ts';

/** A command with its options. */
export interface CommandRequest {
  readonly command: CommandName;
  /**
   * The values by the names of the options: `true` for a flag, one line per value of a repeated
   * option. The folders are in `folder`. From the environment come `api-key`, and options that are
   * not given but have a variable.
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

/** The error codes of a command line that cannot be used. */
type UsageFault = 'invalid_inputs' | 'command_unknown' | 'option_unknown';

/**
 * The call that the user probably meant; `given` (its options) is null if only the command is
 * known.
 */
interface MeantCall {
  readonly command: CommandName;
  readonly given: CommandRequest['given'] | null;
}

/**
 * Thrown if the command line cannot be used. The message never contains the value of an option,
 * which may be a key. `showFailure` adds the advice.
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
