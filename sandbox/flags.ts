import { parseArgs } from 'node:util';
import type { Account } from './store.ts';

/** The command line of `npm run sandbox`. */
export interface Flags {
  readonly port: number;
  /** Folder that keeps the state; null keeps it in memory. */
  readonly data: string | null;
  /** API keys, one account each. */
  readonly keys: readonly string[];
  readonly quiet: boolean;
  readonly help: boolean;
}

/** What `--help` says. */
export const helpText = `Usage: npm run sandbox -- [--port N] [--data DIR] [--key KEY]... [--quiet]

  --port N     port on 127.0.0.1, 8420 by default; 0 takes a free one
  --data DIR   keep the state in DIR, also over restarts
  --key KEY    API key of the first account; given again, of one more account
  --quiet      do not print a line for each request
`;

/** Reads the command line. Throws an Error that says which flag does not fit. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '8420' },
      data: { type: 'string' },
      key: { type: 'string', multiple: true, default: [] },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    throw new Error(`--port takes a number from 0 to 65535, not ${JSON.stringify(values.port)}.`);
  }
  if (values.key.some((key) => !/^[\x21-\x7e]+$/.test(key)) || new Set(values.key).size < values.key.length) {
    throw new Error('--key takes printable ASCII without spaces, each key once.');
  }
  const { data = null, key: keys, quiet, help } = values;
  return { port: Number(values.port), data, keys, quiet, help };
}

/** Gives the accounts to start with: those that were kept, with the keys from the command line in their order. */
export function mergeAccounts(
  kept: readonly Account[],
  keys: readonly string[],
  makeKey: () => string,
): readonly Account[] {
  const count = Math.max(1, kept.length, keys.length);
  return Array.from({ length: count }, (_, index) => ({
    name: kept[index]?.name ?? (index === 0 ? 'developer' : `developer-${index + 1}`),
    key: keys[index] ?? kept[index]?.key ?? makeKey(),
  }));
}
