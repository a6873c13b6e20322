import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads the arguments of a script as `parseArgs` does. If one is unknown, prints the reason and the
 * usage, and ends the process with code 2.
 */
export function readArguments<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return exitWithUsage(usage, error.message);
  }
}

/** Prints why the arguments are wrong, and the usage, to stderr; ends the process with code 2. */
export function exitWithUsage(usage: string, reason: string): never {
  console.error(`${reason}\nUsage: ${usage}`);
  process.exit(2);
}
