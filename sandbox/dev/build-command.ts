import { type SpawnOptions, spawn } from 'node:child_process';

/**
 * Starts the watcher of a build next to the sandbox. Calls `onEnd` with the reason if it ends on
 * its own. Returns a function that ends it and everything it started.
 */
export function startBuild(
  command: readonly string[],
  onEnd: (reason: string) => void,
  platform: NodeJS.Platform = process.platform,
): () => void {
  const { file, args, options } = toProcess(command, platform);
  // A program may read the sandbox's stdout, so the build writes to stderr.
  const child = spawn(file, args, { stdio: ['ignore', 2, 2], ...options });
  child.once('error', (error) => onEnd(error.message));
  child.once('exit', (code) => {
    if (code !== null) onEnd(`exit code ${code}`);
  });
  const end = () => {
    process.off('exit', end);
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || child.pid === undefined) return;
    if (platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    else killGroup(child.pid);
  };
  // The sandbox may end by an error of its own.
  process.once('exit', end);
  return end;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
}

/** The arguments of `spawn` that start a process. */
export interface ProcessStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
}

/** Returns the process for a command. On Windows, only cmd.exe finds npx, which is `npx.cmd`. */
export function toProcess(command: readonly string[], platform: NodeJS.Platform): ProcessStart {
  if (platform !== 'win32') {
    const [file = '', ...args] = command;
    // The build is the leader of a process group, which ends as a whole.
    return { file, args, options: { detached: true } };
  }
  const line = command.map(quoteForWindows).join(' ');
  const args = ['/d', '/s', '/c', `"${line}"`];
  return { file: 'cmd.exe', args, options: { windowsVerbatimArguments: true } };
}

/**
 * Quotes an argument for cmd.exe and for the program that it starts. Between quotes, cmd.exe takes
 * `&`, `|`, `<`, `>` and `^` as they are. A quote is written twice, and backslashes before a quote
 * are doubled.
 */
function quoteForWindows(argument: string): string {
  let quoted = '"';
  let backslashes = 0;
  for (const character of argument) {
    if (character === '\\') {
      backslashes += 1;
      continue;
    }
    const isQuote = character === '"';
    quoted += '\\'.repeat(isQuote ? 2 * backslashes : backslashes);
    quoted += isQuote ? '""' : character;
    backslashes = 0;
  }
  return `${quoted}${'\\'.repeat(2 * backslashes)}"`;
}
