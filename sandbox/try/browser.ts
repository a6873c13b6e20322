import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { DevTools } from './devtools.ts';
import { readText } from './json.ts';

/** A browser without a window, with a profile of its own. */
export interface Browser {
  readonly devTools: DevTools;
  /** Name and version, such as `Chrome/156.0.8078.79`. */
  readonly version: string;
  /** Ends the browser and all that it started, and deletes its profile. */
  close(): Promise<void>;
}

const maxStartMs = 15_000;
const maxCloseMs = 2_000;
const maxExitMs = 500;

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-features=Translate,OptimizationHints,MediaRouter',
  // Two pages are open at once: neither may sleep because the other one is in front.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Machines without a graphics card draw 3D scenes by software.
  '--enable-unsafe-swiftshader',
  '--hide-scrollbars',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Starts the browser at a path. Throws an Error with one sentence if it does not start. */
export async function startBrowser(path: string): Promise<Browser> {
  const browser = new BrowserProcess(path);
  try {
    const version = await browser.waitUntilReady();
    return { devTools: browser.devTools, version, close: () => browser.close() };
  } catch (cause) {
    const words = await browser.describeFailure(cause);
    await browser.close();
    const message = `${path} did not start: ${words} CHROME_PATH can name another browser.`;
    throw new Error(message, { cause });
  }
}

class BrowserProcess {
  readonly devTools: DevTools;
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #hasEnded: Promise<unknown>;
  /** Leaves no browser and no profile behind if this process ends early. */
  readonly #onExit = (): void => this.#kill();

  constructor(path: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'miniapps-try-'));
    process.once('exit', this.#onExit);
    const isRoot = process.getuid?.() === 0;
    // Chrome refuses to run as root inside its own sandbox.
    const rootFlags = isRoot ? ['--no-sandbox'] : [];
    this.#child = spawn(
      path,
      [...flags, ...rootFlags, `--user-data-dir=${this.#profile}`, 'about:blank'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
        // A process group of its own can be ended as a whole, and does not get the Ctrl+C of the
        // terminal.
        detached: process.platform !== 'win32',
      },
    );
    this.#hasEnded = once(this.#child, 'exit').catch(() => null);
    const [, , , output, input] = this.#child.stdio;
    if (!(output instanceof Writable) || !(input instanceof Readable)) {
      throw new Error('The pipes to the browser could not be opened.');
    }
    this.devTools = new DevTools(output, input);
    this.#child.once('error', (error) => this.devTools.end(`${error.message}.`));
  }

  async waitUntilReady(): Promise<string> {
    const timer = new AbortController();
    const tooLate = setTimeout(maxStartMs, null, { signal: timer.signal }).then(() => {
      throw new Error(`It did not answer within ${maxStartMs / 1000} s.`);
    });
    try {
      const version = await Promise.race([this.devTools.call('Browser.getVersion'), tooLate]);
      return readText(version, 'product');
    } finally {
      timer.abort();
      await tooLate.catch(() => null);
    }
  }

  /** Returns the reason why the browser does not answer: its exit code if it has ended. */
  async describeFailure(cause: unknown): Promise<string> {
    await Promise.race([this.#hasEnded, setTimeout(maxExitMs, null, { ref: false })]);
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null) return `It ended with exit code ${exitCode}.`;
    if (signalCode !== null) return `It was ended by ${signalCode}.`;
    return cause instanceof Error ? cause.message : String(cause);
  }

  async close(): Promise<void> {
    if (this.#isRunning()) {
      const asked = this.devTools.call('Browser.close').catch(() => null);
      const tooLate = setTimeout(maxCloseMs, null, { ref: false });
      await Promise.race([Promise.all([asked, this.#hasEnded]), tooLate]);
    }
    this.#kill();
    process.removeListener('exit', this.#onExit);
  }

  #isRunning(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** Ends the whole process group, since helper processes may outlive the browser. */
  #kill(): void {
    const { pid } = this.#child;
    if (pid !== undefined && process.platform !== 'win32') killGroup(pid);
    else if (this.#isRunning()) this.#child.kill('SIGKILL');
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The processes of the group have all ended already.
  }
}
