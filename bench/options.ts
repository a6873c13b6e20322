import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The cases, in the order in which they run. */
export const cases = ['cold', 'tiny', 'mixed', 'big', 'one', 'fleet'] as const;
export type Case = (typeof cases)[number] | 'huge';

export interface Options {
  /** How many times each is run. */
  readonly pairs: number;
  readonly only: readonly Case[];
  /** The bundle to be measured. */
  readonly dist: string;
}

/** Reads the command line. Throws an error with the usage for what it does not know. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pairs: { type: 'string', default: '9' },
      only: { type: 'string', default: cases.join(',') },
      dist: { type: 'string', default: join(import.meta.dirname, '..', 'dist') },
      huge: { type: 'boolean', default: false },
    },
  });
  const pairs = Number(values.pairs);
  const only = values.huge ? ['huge'] : values.only.split(',');
  if (!Number.isInteger(pairs) || pairs < 1 || !only.every(isCase)) {
    throw new Error(`usage: npm run bench -- [--pairs 9] [--only ${cases.join(',')}] [--dist dist] [--huge]`);
  }
  return { pairs, only, dist: values.dist };
}

function isCase(name: string): name is Case {
  return name === 'huge' || cases.some((known) => known === name);
}
