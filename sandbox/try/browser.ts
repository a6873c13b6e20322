import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser as NativeBrowser, Page } from 'playwright-core';

type Environment = Readonly<Record<string, string | undefined>>;

/** A browser without a window, with a profile of its own. */
export interface Browser {
  readonly native: NativeBrowser;
  /** Name and version, such as `Chrome/156.0.8078.79`. */
  readonly version: string;
  /** Runs code in a page of our own, which no app has touched. */
  evaluate<T>(expression: string): Promise<T>;
  /** Ends the browser and all that it started, and deletes its profile. */
  close(): Promise<void>;
}

/**
 * Addresses of other programs on this machine and in its network. An app has nothing to ask there,
 * so their names lead nowhere. Ours have names that end with `.localhost`.
 */
const localHosts = [
  'localhost',
  '127.*',
  '0.*',
  '[::*',
  '10.*',
  '169.254.*',
  '192.168.*',
  ...Array.from({ length: 16 }, (_, at) => `172.${16 + at}.*`),
];
const hostRules = localHosts.map((host) => `MAP ${host} ~NOTFOUND`).join(', ');

const maxStartMs = 30_000;
const maxCloseMs = 5_000;

/**
 * Starts the browser at a path. It gets no key of the environment. Throws an Error with one
 * sentence if it does not start.
 */
export async function startBrowser(path: string, env: Environment): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  try {
    const native = await chromium.launch({
      executablePath: path,
      timeout: maxStartMs,
      // The command itself ends the browser after a signal.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Chrome refuses to run as root inside its own sandbox.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--mute-audio', `--host-resolver-rules=${hostRules}`],
      env: listHarmless(env),
    });
    return new StartedBrowser(native, await findProcess(native));
  } catch (cause) {
    const message = `${path} did not start: ${describeFailure(cause)} CHROME_PATH can name another browser.`;
    throw new Error(message, { cause });
  }
}

class StartedBrowser implements Browser {
  readonly native: NativeBrowser;
  readonly #pid: number | null;
  #page: Promise<Page> | null = null;

  constructor(native: NativeBrowser, pid: number | null) {
    this.native = native;
    this.#pid = pid;
  }

  get version(): string {
    return `Chrome/${this.native.version()}`;
  }

  async evaluate<T>(expression: string): Promise<T> {
    this.#page ??= this.native.newPage();
    const page = await this.#page;
    return page.evaluate<T>(expression);
  }

  async close(): Promise<void> {
    const closed = this.native.close().catch(() => undefined);
    if (await isDoneWithin(closed, maxCloseMs)) return;
    this.#kill();
    await isDoneWithin(closed, maxCloseMs);
  }

  /** Ends the whole process group, since helper processes may outlive the browser. */
  #kill(): void {
    if (this.#pid === null) return;
    for (const target of process.platform === 'win32' ? [this.#pid] : [-this.#pid, this.#pid]) {
      try {
        process.kill(target, 'SIGKILL');
      } catch {
        // It has ended already, or it is not the leader of its group.
      }
    }
  }
}

async function isDoneWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const tooLate = sleep(limitMs, false, { signal: timer.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), tooLate]);
  timer.abort();
  return isDone;
}

async function findProcess(native: NativeBrowser): Promise<number | null> {
  const session = await native.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null;
}

/** Names of variables that hold keys, or may. */
const secret = /^MINIAPPS_|^INPUT_|TOKEN|SECRET|PASSWORD|API_?KEY/i;

/** Returns the variables that a browser may see. */
function listHarmless(env: Environment): Record<string, string> {
  const harmless: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !secret.test(name)) harmless[name] = value;
  }
  return harmless;
}

function describeFailure(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  const [, code] = /exitCode=(\d+)/.exec(words) ?? [];
  if (code !== undefined) return `It ended with exit code ${code}.`;
  const [, signal] = /signal=(SIG\w+)/.exec(words) ?? [];
  if (signal !== undefined) return `It was ended by ${signal}.`;
  const [, refusal] = /(?:Error: )?(spawn \S+ E\w+)/.exec(words) ?? [];
  if (refusal !== undefined) return `${refusal}.`;
  return words.replace(/\n.*/s, '').replace(/\.?$/, '.');
}
