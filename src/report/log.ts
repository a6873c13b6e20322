import {
  debug,
  endGroup as end,
  error,
  info,
  notice,
  startGroup as start,
  warning,
} from '@actions/core';
import { ActionError, toReason } from '../model/action-error.ts';
import type { Severity } from '../model/problem.ts';
import { cutText, toPrintable } from '../text/escape.ts';
import { joinTexts, toSentence } from '../text/format.ts';
import { createRedact } from '../text/secrets.ts';

/**
 * The log of the run while it goes on. Every text may come from outside: the log makes it safe to
 * print.
 */
export interface Log {
  /** One plain line. */
  info(text: string): void;
  /** A line shown only with step debugging. Costs nothing without it: the text is not looked at. */
  debug(text: string): void;
  /** A list, of which the first entries are shown; the title says how many there are. */
  list(title: string, lines: readonly string[]): void;
}

/** A log with a part that folds. Parts do not nest, so that a list within one does not fold. */
export interface GroupLog extends Log {
  startGroup(title: string): void;
  endGroup(): void;
}

/** The levels that the runner knows. */
export type Level = Severity | 'notice';

/**
 * One annotation, as the log takes it; a line needs a file, a column a line. Both count from 1. Not
 * safe to print yet.
 */
export interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly texts: readonly string[];
  /** How many others are omitted; it is shown however long the texts are. */
  readonly more?: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** How many problems it stands for, where it is several. */
  readonly times?: number;
}

/**
 * The log of a run of GitHub Actions, with its annotations. Beside it only the masks of secrets go
 * to stdout, and what index.ts says of an old Node.
 */
export interface RunnerLog extends GroupLog {
  /** With a line for each text. */
  annotate(annotation: Annotation): void;
  /** A warning without a place. */
  warn(text: string): void;
  /** Lines that fold, each a plain one. */
  group(title: string, lines: readonly string[]): void;
}

const maxListed = 500;
/** UTF-16 units of one line. */
const maxLine = 10_000;
/**
 * Of an annotation's message. The runner cuts it at 4,096, after masking, which may lengthen it; a
 * line about others may be added.
 */
const maxMessage = 3900;
/** Of one text of an annotation, and of its title. */
const maxText = 1200;
const maxTitle = 200;

const annotators = { error, warning, notice };

/**
 * Makes the log. Every text is redacted, made printable and cut here: `core.info` escapes nothing,
 * the rest of core line breaks only. Debug lines exist only with `isDebug` (step debugging).
 */
export function createLog(options: {
  readonly isDebug: boolean;
  readonly secrets: readonly string[];
}): RunnerLog {
  const redact = createRedact(options.secrets);
  const clean = (text: string, max = maxLine) => cutText(toPrintable(redact(text)), max);
  let isInGroup = false;
  const startGroup = (title: string) => {
    start(clean(title));
    isInGroup = true;
  };
  const endGroup = () => {
    end();
    isInGroup = false;
  };
  const group = (title: string, lines: readonly string[]) => {
    const folds = !isInGroup;
    if (folds) startGroup(title);
    else info(clean(title));
    for (const line of lines.slice(0, maxListed)) info(clean(line));
    if (lines.length > maxListed) info(`and ${lines.length - maxListed} more`);
    if (folds) endGroup();
  };
  return {
    info: (text) => info(clean(text)),
    debug: (text) => {
      if (options.isDebug) debug(clean(text));
    },
    annotate({ level, title, texts, more = '', file, line, column }) {
      const lines = texts.map((text) => clean(text, maxText));
      const message = cutText(joinTexts(lines, '\n'), maxMessage);
      // Core omits a property that is empty or 0.
      const place = { file: clean(file ?? ''), startLine: line ?? 0, startColumn: column ?? 0 };
      annotators[level](joinTexts([message, more], '\n'), {
        title: clean(title, maxTitle),
        ...place,
      });
    },
    startGroup,
    endGroup,
    warn: (text) => warning(clean(text), { title: 'Warning' }),
    group,
    list: (title, lines) => group(`${title} (${lines.length})`, lines),
  };
}

/**
 * Writes a part of a report. Trouble with that changes nothing about the run: `what` and why become
 * a warning.
 */
export async function writeOrWarn(
  log: RunnerLog,
  what: string,
  write: () => unknown,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    const next = error instanceof ActionError ? ` ${error.next}` : '';
    log.warn(
      `${what}: ${toSentence(toReason(error))}${next} This does not change the result of the run.`,
    );
  }
}
