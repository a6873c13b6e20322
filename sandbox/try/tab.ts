import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Browser } from './browser.ts';
import { type Home, PageLog } from './page-log.ts';
import { type Control, type PageLook, PageReader } from './page-reader.ts';

/** The size of a window, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const phone: Size = { width: 390, height: 844 };
export const desktop: Size = { width: 1280, height: 800 };

/** A page does not respond for so long only if its code never ends, even on a busy machine. */
const maxAnswerMs = 20_000;
const minAnswerMs = 500;
/** If a page has less time than this to respond, a busy machine may be the reason that it does not. */
const minFrozenMs = 5_000;
const maxCloseMs = 3_000;
const maxShotHeight = 5_000;
const settleMs = 100;
const fixedTime = new Date('2026-01-05T10:09:00Z');
const fixedRandom = `{
  let state = 1;
  Math.random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}`;

/** Thrown if the page does not respond to the browser, because its code does not end. */
export class FrozenError extends Error {
  override readonly name = 'FrozenError';
}

/** Thrown if the time for a visit ended before the page responded. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

/**
 * An isolated tab that shows one app. It opens no dialog, file or other tab, and the page itself
 * cannot leave its own host: who presses a button presses one of the app.
 */
export class Tab {
  readonly log: PageLog;
  /** True if the page was kept from opening another host: it may never count as loaded then. */
  isStopped = false;
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #reader: PageReader;
  readonly #home: Home;
  readonly #deadline: number;

  private constructor(
    home: Home,
    deadline: number,
    parts: { readonly context: BrowserContext; readonly page: Page; readonly session: CDPSession },
  ) {
    this.#home = home;
    this.#deadline = deadline;
    this.#context = parts.context;
    this.#page = parts.page;
    this.#session = parts.session;
    this.#reader = new PageReader(parts.page, parts.session, home.origin);
    this.log = new PageLog(home, () => performance.now());
  }

  static async open(browser: Browser, home: Home, deadline: number): Promise<Tab> {
    // The size is set below: Playwright's own keeps a page from having a phone's.
    const context = await browser.native.newContext({ viewport: null, acceptDownloads: false });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const tab = new Tab(home, deadline, { context, page, session });
    await tab.#prepare();
    return tab;
  }

  async close(): Promise<void> {
    const closed = this.#context.close().catch(() => undefined);
    await Promise.race([closed, sleep(maxCloseMs, null, { ref: false })]);
  }

  get address(): string {
    return this.#page.url();
  }

  /** True if the page is on the app's own host. */
  get isAtHome(): boolean {
    return URL.canParse(this.address) && new URL(this.address).origin === this.#home.origin;
  }

  async resize({ width, height }: Size): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: width < 600 };
    await this.#ask(() => this.#session.send('Emulation.setDeviceMetricsOverride', metrics));
    await sleep(settleMs);
  }

  /**
   * Opens an address, and waits until its document has begun. Returns false if the browser cannot
   * open it.
   */
  async open(address: string): Promise<boolean> {
    this.isStopped = false;
    const { errorText } = await this.#ask(() => {
      return this.#session.send('Page.navigate', { url: address });
    });
    return errorText === undefined;
  }

  /** Loads the document again. Returns false if there is none at its address. */
  async reload(): Promise<boolean> {
    this.log.isReload = true;
    try {
      const timeout = Math.max(minAnswerMs, this.#leftMs());
      const response = await this.#ask(() => this.#page.reload({ waitUntil: 'commit', timeout }));
      return response === null || response.status() < 400;
    } finally {
      this.log.isReload = false;
    }
  }

  /** Resolves to true once the page is loaded, and to false if that takes too long. */
  waitForLoad(limitMs: number): Promise<boolean> {
    const timeout = Math.max(1, Math.min(limitMs, this.#leftMs()));
    return this.#page.waitForLoadState('load', { timeout }).then(
      () => true,
      () => false,
    );
  }

  look(): Promise<PageLook> {
    return this.#askTwice(() => this.#reader.look());
  }

  listControls(): Promise<readonly Control[]> {
    return this.#askTwice(() => this.#reader.listControls());
  }

  /** Runs a function in a world of its own in the page. */
  call<T>(declaration: string): Promise<T> {
    return this.#askTwice(() => this.#reader.call<T>(declaration));
  }

  /** True if one of the objects that a function of the page lists has listeners of a type. */
  hasListener(declaration: string, type: string): Promise<boolean> {
    return this.#askTwice(() => this.#reader.hasListener(declaration, type));
  }

  /** Makes each load show the same: time and movement stand still, chance is always the same. */
  async stopChance(): Promise<void> {
    await this.#page.emulateMedia({ reducedMotion: 'reduce' });
    await this.#page.clock.setFixedTime(fixedTime);
    await this.#context.addInitScript(fixedRandom);
  }

  /** Takes a picture of the window, or of the whole page, as a PNG file. */
  async takeShot({ isWhole = false } = {}): Promise<Buffer> {
    const { data } = await this.#ask(async () => {
      if (!isWhole) return this.#session.send('Page.captureScreenshot', { format: 'png' });
      const { cssContentSize } = await this.#session.send('Page.getLayoutMetrics');
      const width = Math.ceil(cssContentSize.width);
      const height = Math.min(Math.ceil(cssContentSize.height), maxShotHeight);
      const clip = { x: 0, y: 0, width, height, scale: 1 };
      const request = { format: 'png', captureBeyondViewport: true, clip } as const;
      return this.#session.send('Page.captureScreenshot', request);
    });
    return Buffer.from(data, 'base64');
  }

  /** Takes a picture of the whole page in which no animation is in motion, as a PNG file. */
  takeStillShot(): Promise<Buffer> {
    const timeout = Math.max(minAnswerMs, Math.min(maxAnswerMs, this.#leftMs()));
    const options = { fullPage: true, animations: 'disabled', timeout } as const;
    return this.#ask(() => this.#page.screenshot(options));
  }

  /**
   * Presses a control as a mouse does. Returns false if it cannot be pressed. Throws an Error if
   * its document is gone.
   */
  async press(control: Control, action: string): Promise<boolean> {
    const point = await this.#ask(() => this.#reader.place(control));
    if (point === null || !this.isAtHome) return false;
    this.log.noteAction(action);
    await this.#ask(() => this.#page.mouse.click(point.x, point.y));
    return true;
  }

  /** Asks again if the page was replaced during the first call. */
  async #askTwice<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await this.#ask(ask);
    } catch (error) {
      if (error instanceof FrozenError) throw error;
      await sleep(5 * settleMs);
      return this.#ask(ask);
    }
  }

  /** Throws a FrozenError if the page does not respond, or a LateError if it had too little time. */
  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    const limitMs = Math.min(maxAnswerMs, Math.max(minAnswerMs, this.#leftMs()));
    const timer = new AbortController();
    const tooLate = sleep(limitMs, null, { signal: timer.signal }).then(() => {
      if (limitMs < minFrozenMs) throw new LateError('The time for the visit is over.');
      throw new FrozenError('The page does not respond.');
    });
    tooLate.catch(() => null);
    const answer = ask();
    answer.catch(() => null);
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      timer.abort();
    }
  }

  #leftMs(): number {
    return this.#deadline - performance.now();
  }

  async #prepare(): Promise<void> {
    const page = this.#page;
    const session = this.#session;
    this.#context.on('page', (other) => {
      if (other !== page) other.close().catch(() => null);
    });
    page.on('dialog', (dialog) => {
      // A prompt gets its default, as if somebody had pressed Enter.
      const text = dialog.type() === 'prompt' ? dialog.defaultValue() : undefined;
      dialog.accept(text).catch(() => null);
    });
    // A listener keeps the browser's own dialog away.
    page.on('filechooser', () => undefined);
    this.log.watch(page, session);
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    this.log.mainFrameId = frameTree.frame.id;
    session.on('Fetch.requestPaused', ({ requestId, request, frameId }) => {
      const isPage = frameId === frameTree.frame.id;
      if (isPage) this.log.notePlace(request.url);
      const isAllowed = !isPage || new URL(request.url).origin === this.#home.origin;
      this.isStopped ||= !isAllowed;
      const answered = isAllowed
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      answered.catch(() => null);
    });
    await this.resize(phone);
    await Promise.all([
      session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
      session.send('Network.enable'),
      session.send('Runtime.enable'),
      session.send('Log.enable'),
    ]);
  }
}
