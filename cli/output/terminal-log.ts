import type { GroupLog } from '../../src/report/log.ts';
import { formatDuration } from '../../src/text/format.ts';
import { createLogCleaner } from '../../src/text/log-text.ts';

/**
 * The log of a run on a terminal. It makes every text safe to print, since any text may come from
 * outside.
 */
export interface TerminalLog extends GroupLog {
  /** Prints text of several lines, such as a stack, even if the log is quiet. */
  lines(text: string): void;
  /** Prints a line that replaces the previous progress line, if the terminal can do that. */
  progress(text: string): void;
  /** Removes the progress line, so that the next output begins a line. */
  endProgress(): void;
  /** Shows after some silence that the run goes on. The caller calls it once per second. */
  tick(): void;
}

/** Settings of a terminal log. */
export interface TerminalLogOptions {
  /** Writes to stderr. */
  readonly write: (text: string) => void;
  /** Columns of a terminal that can overwrite a line; 0 for a file and for simpler terminals. */
  readonly liveColumns: number;
  /** True to print debug lines, and all entries of a list. */
  readonly isVerbose: boolean;
  /** True to print only the texts passed to `lines`. */
  readonly isQuiet: boolean;
  /**
   * False to leave out log lines: only the texts passed to `lines` and the progress that is
   * overwritten are printed. True by default.
   */
  readonly hasLines?: boolean;
  readonly secrets: readonly string[];
}

/** Maximum number of entries of a list that are shown unless the log is verbose. */
const maxListEntries = 5;
/** Seconds of silence before the log shows that the run goes on. */
const maxSilentSeconds = { onLiveTerminal: 3, inFile: 60 };

/** Returns to the start of the line and clears it. */
const clearLine = '\r\u001b[K';

export function createTerminalLog(options: TerminalLogOptions): TerminalLog {
  const { write, liveColumns, isVerbose, isQuiet, hasLines = true } = options;
  const { toLine, toLines } = createLogCleaner(options.secrets);
  const isLive = liveColumns > 0;
  let isProgressShown = false;
  let silentSeconds = 0;

  const endProgress = (): void => {
    if (isProgressShown) write(clearLine);
    isProgressShown = false;
  };
  const print = (text: string): void => {
    endProgress();
    silentSeconds = 0;
    write(`${text}\n`);
  };
  const info = (text: string): void => {
    if (!isQuiet && hasLines) print(toLine(text));
  };
  const overwrite = (text: string): void => {
    // A line that wraps could not be overwritten.
    write(`${clearLine}${toLine(text).slice(0, liveColumns - 1)}`);
    isProgressShown = true;
  };

  return {
    info,
    debug(text) {
      if (isVerbose) info(text);
    },
    async group(title, work) {
      info(title);
      return work();
    },
    list(title, lines) {
      const shown = isVerbose ? lines : lines.slice(0, maxListEntries);
      const left = lines.length - shown.length;
      const more = left > 0 ? `; and ${left} more` : '';
      info(`${title} (${lines.length}): ${shown.join('; ')}${more}`);
    },
    lines: (text) => print(toLines(text)),
    progress(text) {
      silentSeconds = 0;
      if (!isLive) info(text);
      else if (!isQuiet) overwrite(text);
    },
    endProgress,
    tick() {
      silentSeconds += 1;
      if (isQuiet) return;
      const text = `Still waiting, ${formatDuration(silentSeconds * 1000)}`;
      if (isLive) {
        if (silentSeconds >= maxSilentSeconds.onLiveTerminal) overwrite(text);
      } else if (hasLines && silentSeconds % maxSilentSeconds.inFile === 0) {
        write(`${text}\n`);
      }
    },
  };
}
