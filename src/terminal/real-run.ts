import { splitLines } from '../text/escape.ts';
import { optionTable } from './arguments.ts';
import type { CommandRequest } from './command-request.ts';

/** Options that only say how to show a run, or not to make it. */
const unsaid: ReadonlySet<string> = new Set(['folder', 'dry-run', 'diff', 'json', 'verbose', 'quiet']);

/** The command line that makes what a dry run plans: `given` are its options, without what the environment says. */
export function toRealRun(command: string, given: CommandRequest['values']): string {
  const options = Object.entries(given).flatMap(([name, value]) => {
    const option = optionTable.get(name);
    if (option === undefined || unsaid.has(name)) return [];
    if (option.value === '') return [`--${name}`];
    return splitLines(value).flatMap((one) => [`--${name}`, quote(one)]);
  });
  const folders = splitLines(given['folder'] ?? '').map(quote);
  return ['miniapp-deploy', command, ...folders, ...options].join(' ');
}

/** A word as a shell takes it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
