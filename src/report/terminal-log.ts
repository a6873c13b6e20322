import { cutText, toPrintable, toPrintableLines } from '../escape.ts';
import { createRedact } from '../secrets.ts';
import type { GroupLog } from './log.ts';
import { nameOptions } from './terminal-words.ts';

/** The log of a run on a terminal. Every text may come from outside: it is redacted, cut and made printable here. */
export interface TerminalLog extends GroupLog {
  /** Text of several lines, such as a stack, each safe on its own. */
  lines(text: string): void;
  /** A line that takes the place of the one before it, where the terminal can do that. */
  progress(text: string): void;
  /** Removes what `progress` has shown: what follows begins a line of its own. */
  endProgress(): void;
}

/** Entries of a list that are shown. */
const maxListed = 5;
/** UTF-16 units of one line. */
const maxLine = 10_000;

/** Makes the log. `write` takes text for stderr; `isLive` where it goes to a terminal, on which a line can be overwritten. */
export function createTerminalLog({
  write,
  isLive,
  secrets,
}: {
  readonly write: (text: string) => void;
  readonly isLive: boolean;
  readonly secrets: readonly string[];
}): TerminalLog {
  const redact = createRedact(secrets);
  const clean = (text: string): string => toPrintable(nameOptions(cutText(redact(text), maxLine)));
  let isProgressShown = false;
  const endProgress = (): void => {
    if (isProgressShown) write('\r\u001b[K');
    isProgressShown = false;
  };
  const print = (text: string): void => {
    endProgress();
    write(`${text}\n`);
  };
  return {
    info: (text) => print(clean(text)),
    debug: () => undefined,
    startGroup: (title) => print(clean(title)),
    endGroup: () => undefined,
    list(title, lines) {
      const more = lines.length > maxListed ? `; and ${lines.length - maxListed} more` : '';
      print(clean(`${title} (${lines.length}): ${lines.slice(0, maxListed).join('; ')}${more}`));
    },
    lines: (text) => print(toPrintableLines(cutText(redact(text), maxLine))),
    progress(text) {
      if (!isLive) return print(clean(text));
      write(`\r\u001b[K${clean(text)}`);
      isProgressShown = true;
    },
    endProgress,
  };
}
