import { cutText, toPrintable, toPrintableLines } from './escape.ts';
import { createRedact } from './secrets.ts';

/** Maximum length of a logged text in UTF-16 units. */
const maxLogText = 10_000;

/**
 * Makes text from anywhere fit for a log: without secrets, safe to print, and of bounded length.
 */
export interface LogCleaner {
  toLine(text: string, maxLength?: number): string;
  /** Returns the text with its line breaks, each line safe on its own. */
  toLines(text: string): string;
}

/**
 * Creates a log cleaner. Secrets are redacted before a text is cut, since a cut secret would not be
 * recognized.
 */
export function createLogCleaner(secrets: readonly string[]): LogCleaner {
  const redact = createRedact(secrets);
  return {
    toLine: (text, maxLength = maxLogText) => cutText(toPrintable(redact(text)), maxLength),
    toLines: (text) => cutText(toPrintableLines(redact(text)), maxLogText),
  };
}
