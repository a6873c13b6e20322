import { setOutput, summary } from '@actions/core';

export { setOutput };

/** Appends Markdown to the job summary; rejects when the runner's file is missing or cannot be written. */
export async function writeSummary(markdown: string): Promise<void> {
  try {
    await summary.addRaw(markdown).write();
  } finally {
    // Core keeps its text when it fails, and would write it with the next one.
    summary.emptyBuffer();
  }
}
