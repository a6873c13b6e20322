import type { GroupLog } from '../../src/report/log.ts';
import { cutText, toPrintable, toPrintableLines } from '../../src/text/escape.ts';
import { formatDuration } from '../../src/text/format.ts';
import { createRedact } from '../../src/text/secrets.ts';

/**
 * The log of a run on a terminal. Every text may come from outside: it is redacted, cut and made
 * printable here.
 */
export interface TerminalLog extends GroupLog {
  /**
   * Text of several lines, such as a stack, each safe on its own; shown also where the log is
   * quiet.
   */
  lines(text: string): void;
  /** A line that takes the place of the one before it, where the terminal can do that. */
  progress(text: string): void;
  /** Removes what `progress` has shown: what follows begins a line of its own. */
  endProgress(): void;
  /** To be called each second: shows that the run goes on, when nothing else has for some time. */
  tick(): void;
}

/** How a log shows things. */
export interface TerminalLogOptions {
  /** Takes text for stderr. */
  readonly write: (text: string) => void;
  /**
   * Columns of the terminal, on which a line can be overwritten; 0 for a file and whatever cannot
   * do that.
   */
  readonly liveColumns: number;
  /** True where debug lines are shown, and all entries of a list. */
  readonly isVerbose: boolean;
  /** True where nothing is shown but `lines`. */
  readonly isQuiet: boolean;
  /** False where nothing but `lines` and a progress that is overwritten is shown. */
  readonly hasLines?: boolean;
  readonly secrets: readonly string[];
}

const maxListed = 5;
/** UTF-16 units of one line. */
const maxLine = 10_000;
/**
 * Seconds of silence before a sign of life: on a line that is overwritten, or in a line of its own
 * each time.
 */
const silence = { live: 3, lines: 60 };

/** Makes the log. */
export function createTerminalLog(options: TerminalLogOptions): TerminalLog {
  const { write, liveColumns, isVerbose, isQuiet, hasLines = true, secrets } = options;
  const redact = createRedact(secrets);
  const clean = (text: string): string => toPrintable(cutText(redact(text), maxLine));
  let isProgressShown = false;
  let silentSeconds = 0;
  const endProgress = (): void => {
    if (isProgressShown) write('\r\u001b[K');
    isProgressShown = false;
  };
  const print = (text: string): void => {
    endProgress();
    silentSeconds = 0;
    write(`${text}\n`);
  };
  const info = (text: string): void => {
    if (!isQuiet && hasLines) print(clean(text));
  };
  const overwrite = (text: string): void => {
    // A line that wraps could not be overwritten.
    write(`\r\u001b[K${clean(text).slice(0, liveColumns - 1)}`);
    isProgressShown = true;
  };
  return {
    info,
    debug(text) {
      if (isVerbose) info(text);
    },
    startGroup: info,
    endGroup: () => undefined,
    list(title, lines) {
      const shown = isVerbose ? lines : lines.slice(0, maxListed);
      const more = lines.length > shown.length ? `; and ${lines.length - shown.length} more` : '';
      info(`${title} (${lines.length}): ${shown.join('; ')}${more}`);
    },
    lines: (text) => print(toPrintableLines(cutText(redact(text), maxLine))),
    progress(text) {
      silentSeconds = 0;
      if (liveColumns === 0) info(text);
      else if (!isQuiet) overwrite(text);
    },
    endProgress,
    tick() {
      silentSeconds += 1;
      if (isQuiet) return;
      const text = `Still waiting, ${formatDuration(silentSeconds * 1000)}`;
      if (liveColumns > 0 && silentSeconds >= silence.live) overwrite(text);
      if (liveColumns === 0 && hasLines && silentSeconds % silence.lines === 0) write(`${text}\n`);
    },
  };
}
