import { debug, endGroup, error, info, notice, startGroup, warning } from '@actions/core';
import { createRedact } from '../secrets.ts';
import type { Annotation, Level } from './annotations.ts';
import type { Log } from './port.ts';
import { formatDuration } from './size.ts';
import { toPrintable, toPrintableLines } from './text.ts';

/** The log of a run, and where its annotations go. Nothing else in the action writes to stdout or stderr. */
export interface RunnerLog extends Log {
  /** Text of several lines, such as a stack, each safe on its own. */
  lines(text: string): void;
  /** One annotation. Ends an open group, so that nobody has to unfold it to find an error. */
  annotate(annotation: Annotation): void;
  /** A warning without a place. */
  warn(text: string): void;
}

const annotators: Readonly<Record<Level, typeof error>> = { error, warning, notice };

/**
 * Makes the log. Every text is redacted and made printable here, whoever wrote it: `core.info` escapes nothing, the
 * rest of core escapes line breaks only. Debug lines exist only with `isDebug` (step debugging). Groups do not nest
 * on the runner: one inside another is a plain line.
 */
export function createLog(options: {
  readonly isDebug: boolean;
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): RunnerLog {
  const redact = createRedact(options.secrets);
  const clean = (text: string) => toPrintable(redact(text));
  let isOpen = false;
  const close = () => {
    if (isOpen) {
      isOpen = false;
      endGroup();
    }
  };
  const annotate = (annotation: Annotation) => {
    close();
    const { level, message, ...properties } = annotation;
    annotators[level](toPrintableLines(redact(message)), toProperties(properties, clean));
  };
  return {
    info: (text) => info(clean(text)),
    lines: (text) => info(toPrintableLines(redact(text))),
    debug: (text) => {
      if (options.isDebug) debug(clean(text));
    },
    annotate,
    warn: (text) =>
      annotate({ level: 'warning', title: 'Warning', message: clean(text), file: null, line: null, column: null }),
    async group(title, work) {
      if (isOpen) {
        info(clean(title));
        return await work();
      }
      startGroup(clean(title));
      isOpen = true;
      const start = options.now();
      try {
        return await work();
      } finally {
        // What failed has perhaps said so, and ended the group, already.
        if (isOpen) info(`took ${formatDuration(options.now() - start)}`);
        close();
      }
    },
  };
}

/** Core's own names for a place; what is not there is left out, since core would print an empty property list. */
function toProperties(
  place: Omit<Annotation, 'level' | 'message'>,
  clean: (text: string) => string,
): NonNullable<Parameters<typeof error>[1]> {
  return {
    title: clean(place.title),
    ...(place.file === null ? {} : { file: clean(place.file) }),
    ...(place.line === null ? {} : { startLine: place.line }),
    ...(place.column === null ? {} : { startColumn: place.column }),
  };
}
