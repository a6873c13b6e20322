import { debug, endGroup, error, info, notice, startGroup, warning } from '@actions/core';
import type { Severity } from '../app/problem.ts';
import { ActionError, toReason } from '../errors.ts';
import { cutText } from '../text/escape.ts';
import { joinTexts, toSentence } from '../text/format.ts';
import { createLogCleaner } from '../text/log-text.ts';

/** The log of a run. It makes every text safe to print, since any may come from outside. */
export interface Log {
  info(text: string): void;
  /** Prints one line if step debugging is on; otherwise does nothing. */
  debug(text: string): void;
  /** Prints a title with the number of lines, then the lines, up to a limit. */
  list(title: string, lines: readonly string[]): void;
}

/** A log with collapsible groups. Groups do not nest: a list within a group does not fold. */
export interface GroupLog extends Log {
  /** Does the work and puts what it logs into a group. */
  group<Result>(title: string, work: () => Promise<Result>): Promise<Result>;
}

export type AnnotationLevel = Severity | 'notice';

/**
 * One annotation. It can have a line only if it has a file, and a column only if it has a line.
 * Both count from 1.
 */
export interface Annotation {
  readonly level: AnnotationLevel;
  /** Shown above the message, but not in the log; may be empty. */
  readonly title: string;
  readonly texts: readonly string[];
  /** A last line about annotations that are omitted. It is never cut. */
  readonly more?: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The number of problems that the annotation stands for; one by default. */
  readonly times?: number;
  /** True for a problem or a warning, which the log also lists with its place. */
  readonly isListed?: true;
}

/** The log of a run of GitHub Actions, with its annotations. */
export interface RunnerLog extends GroupLog {
  annotate(annotation: Annotation): void;
  /** Creates annotations, and folds the lines that they leave in the log. */
  annotateFolded(annotations: readonly Annotation[]): void;
  /** Prints a warning annotation without a file. The text may have several lines. */
  warn(text: string): void;
  fold(title: string, lines: readonly string[]): void;
}

const maxGroupLines = 500;
/**
 * Maximum length of an annotation message in UTF-16 units. The runner truncates at 4,096 after
 * masking secrets, and masking may lengthen it; the rest leaves room for "and 3 more problems".
 */
const maxMessageLength = 3900;
const maxMessageLineLength = 1200;
const maxTitleLength = 200;

const printAnnotation = { error, warning, notice };

/**
 * Creates the log of a run on a runner. It redacts, escapes and cuts every text: `core.info`
 * escapes nothing, the other functions of core only line breaks. `isDebug`: true if step debugging
 * is on.
 */
export function createLog(options: {
  readonly isDebug: boolean;
  readonly secrets: readonly string[];
}): RunnerLog {
  const { toLine, toLines } = createLogCleaner(options.secrets);
  let isInGroup = false;

  const printLines = (lines: readonly string[]): void => {
    for (const line of lines.slice(0, maxGroupLines)) info(toLine(line));
    if (lines.length > maxGroupLines) info(`and ${lines.length - maxGroupLines} more`);
  };
  const fold = (title: string, lines: readonly string[]): void => {
    if (isInGroup) {
      info(toLine(title));
      printLines(lines);
      return;
    }
    startGroup(toLine(title));
    printLines(lines);
    endGroup();
  };

  const annotate = (annotation: Annotation): void => {
    const lines = annotation.texts.map((text) => toLine(text, maxMessageLineLength));
    const message = cutText(joinTexts(lines, '\n'), maxMessageLength);
    // `@actions/core` omits a property that is empty or 0.
    printAnnotation[annotation.level](joinTexts([message, annotation.more ?? ''], '\n'), {
      title: toLine(annotation.title, maxTitleLength),
      file: toLine(annotation.file ?? ''),
      startLine: annotation.line ?? 0,
      startColumn: annotation.column ?? 0,
    });
  };

  return {
    info: (text) => info(toLine(text)),
    debug: (text) => {
      if (options.isDebug) debug(toLine(text));
    },
    fold,
    list: (title, lines) => fold(`${title} (${lines.length})`, lines),
    async group(title, work) {
      startGroup(toLine(title));
      isInGroup = true;
      try {
        return await work();
      } finally {
        isInGroup = false;
        endGroup();
      }
    },
    annotate,
    annotateFolded(annotations) {
      startGroup(`Annotations (${annotations.length})`);
      for (const annotation of annotations) annotate(annotation);
      endGroup();
    },
    warn: (text) => warning(toLines(text), { title: 'Warning' }),
  };
}

/**
 * Writes a part of a report. If writing fails, logs a warning that begins with `what` and gives
 * the reason and the `effect`: the run itself ends as it would have.
 */
export async function writeOrWarn(
  log: RunnerLog,
  { what, effect }: { readonly what: string; readonly effect: string },
  write: () => unknown,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    const next = error instanceof ActionError ? error.next : '';
    log.warn(joinTexts([`${what}: ${toSentence(toReason(error))}`, effect, next], ' '));
  }
}
