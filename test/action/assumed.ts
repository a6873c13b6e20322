import { type Assumptions, presets } from '../../sandbox/assumptions.ts';
import { readCommandLine } from '../../sandbox/command-line.ts';
import { defaultSetup } from '../../sandbox/settings.ts';

/**
 * How the service responds where a test does not say it, by the flags `--preset` and `--assume` of
 * the sandbox in SANDBOX_ASSUME; null for as it is documented. Tests then compare what a run did
 * and how it ended, and not what it shows.
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
 * What of a list such as `read, deploy, read` is the same whatever is assumed: the changes. How
 * often a run looks at them is not.
 */
export function toChanges(asked: string): string {
  const names = asked.split(', ').map((one) => one.replace(/ .*/, ''));
  return names.filter((name) => name !== 'read' && name !== 'list').join(', ');
}
