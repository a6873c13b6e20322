import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads the arguments of a script as `parseArgs` does. At one that the script does not know it
 * prints what is wrong and the usage, and ends the process with code 2, as `exitWithUsage` does.
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

/** Ends the process with code 2, after what is wrong with its arguments and the usage on stderr. */
export function exitWithUsage(usage: string, reason: string): never {
  console.error(`${reason}\nUsage: ${usage}`);
  process.exit(2);
}
