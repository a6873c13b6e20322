import { type SpawnOptions, spawn } from 'node:child_process';
import { win32 } from 'node:path';
import type { Clock } from '../../src/clock.ts';
import { describeErrno, readErrno } from '../../src/folder/folder-error.ts';
import { toSafeUrl } from '../../src/text/escape.ts';

interface StartedProcess {
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: (code: number | null) => void): unknown;
  unref(): void;
}

/** The parts of a machine that open an address. Tests pass their own. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, 'setTimer'>;
  /** Starts a program; by default `spawn` of Node. */
  readonly start?: (
    file: string,
    args: readonly string[],
    options: Pick<SpawnOptions, 'detached' | 'env' | 'stdio' | 'windowsHide'>,
  ) => StartedProcess;
}

/** Milliseconds after which an opener that still runs is the browser itself. */
const maxWaitMs = 3_000;

/**
 * Opens an http or https address in the browser of the user, without a shell. The browser goes on
 * when this process ends, and gets no variable of ours, since one of them is the API key.
 *
 * @returns null, or the reason that it was not opened, without a full stop.
 */
export async function openUrl(url: string, machine: Machine): Promise<string | null> {
  if (toSafeUrl(url) === null) return 'its address is not a plain http address';
  const { program, file, args } = chooseOpener(url, machine);
  const start = machine.start ?? spawn;
  return new Promise((resolve) => {
    const timer = machine.clock.setTimer(() => resolve(null), maxWaitMs);
    const end = (reason: string | null): void => {
      timer.clear();
      resolve(reason);
    };
    const fail = (error: unknown): void => {
      const isMissing = readErrno(error) === 'ENOENT';
      end(isMissing ? `this machine has no ${program}` : `${program}: ${describeErrno(error)}`);
    };
    try {
      const child = start(file, args, {
        detached: true,
        env: listOtherVariables(machine.env),
        stdio: 'ignore',
        windowsHide: true,
      });
      child.once('error', fail);
      child.once('exit', (code) => end(code === 0 ? null : `${program} failed`));
      child.unref();
    } catch (error) {
      // A process that may not be started at all, such as for lack of memory, fails at once.
      fail(error);
    }
  });
}

/** A program that opens the address that is its last argument. */
interface Opener {
  readonly program: string;
  readonly file: string;
  readonly args: readonly string[];
}

function chooseOpener(url: string, { platform, env }: Machine): Opener {
  switch (platform) {
    case 'darwin':
      return { program: 'open', file: 'open', args: [url] };
    case 'win32': {
      // A name without a folder would be looked for in the working directory first.
      const file = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe');
      return { program: 'rundll32', file, args: ['url.dll,FileProtocolHandler', url] };
    }
    default:
      return { program: 'xdg-open', file: 'xdg-open', args: [url] };
  }
}

function listOtherVariables(env: Machine['env']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^MINIAPPS_/i.test(name)));
}
