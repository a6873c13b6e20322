import { appendFileSync } from 'node:fs';

/**
 * Hands outputs to the runner through its file, at once, so that they are there when the run is cancelled. Throws what
 * the file throws. Not `setOutput` of `@actions/core`: that loads node:crypto for a random delimiter, a third of bare
 * node's start. Here the delimiter is one that no line of the value is, which nobody needs to guess right.
 */
export function createOutputWriter(path: string): (name: string, value: string) => void {
  return (name, value) => {
    const lines = new Set(value.split(/\r\n|\n|\r/));
    let delimiter = 'end';
    while (lines.has(delimiter)) delimiter += '_';
    appendFileSync(path, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
  };
}

/** Appends to the job summary's file; rejects with what the file throws. */
export function createSummaryWriter(path: string): (markdown: string) => Promise<void> {
  return async (markdown) => appendFileSync(path, markdown);
}
