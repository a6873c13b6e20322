import { readCommandLine } from '../../sandbox/command-line.ts';
import { type Assumptions, presets } from '../../sandbox/service/assumptions.ts';
import { defaultSetup } from '../../sandbox/service/settings.ts';

/**
 * The assumptions of the sandbox that a test does not set, as the flags `--preset` and `--assume`
 * in SANDBOX_ASSUME; null for the documented behavior. If it is set, tests compare only the changes
 * and the outcome of a run.
 */
export const assumed = readAssumed(process.env['SANDBOX_ASSUME'] ?? '');

function readAssumed(flags: string): Assumptions | null {
  if (flags === '') return null;
  return readCommandLine(flags.split(' ')).configure({
    ...defaultSetup,
    assumptions: presets.documented,
  }).assumptions;
}

/**
 * Returns the part of a list such as `read, deploy, read` that does not depend on assumptions: the
 * changes, without the reads.
 */
export function toChanges(asked: string): string {
  const names = asked.split(', ').map((one) => one.replace(/ .*/, ''));
  return names.filter((name) => name !== 'read' && name !== 'list').join(', ');
}
