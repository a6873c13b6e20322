import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import { DevToolsError, type DevToolsEvent } from './devtools.ts';
import { isObject, type JsonObject, readNumber, readObject, readText, readTexts } from './json.ts';
import { type FailedRequest, type MissingRequest, type PageError, PageLog } from './page-log.ts';
import { findButtonFunction, listButtonsScript, lookScript } from './page-script.ts';

/** The state of a page that a person would see. */
export interface PageLook {
  readonly title: string;
  readonly text: string;
  /** True if there is no text, picture, control or drawing. */
  readonly isBlank: boolean;
  /** Addresses of visible pictures that could not be decoded. */
  readonly brokenPictures: readonly string[];
  readonly headings: readonly string[];
}

/** Everything that was seen at one address. */
export interface Visit {
  /**
   * `loaded`: the page was opened and pressed. `reloading`: it loads itself again without end.
   * `frozen`: its code never ended. `unreachable`: the browser could not open it.
   */
  readonly end: 'loaded' | 'reloading' | 'frozen' | 'unreachable';
  /** True if loading took longer than its limit. */
  readonly isSlow: boolean;
  /** True if the visit ran out of time before all buttons were pressed and the page was quiet. */
  readonly isCutShort: boolean;
  readonly missing: readonly MissingRequest[];
  readonly unanswered: readonly FailedRequest[];
  readonly foreign: readonly FailedRequest[];
  readonly uncaught: readonly PageError[];
  readonly consoleErrors: readonly PageError[];
  /** The page after loading; null if it could not be read. */
  readonly atLoad: PageLook | null;
  /**
   * The page after the buttons were pressed; null if none was, or if the page could not be read.
   */
  readonly afterPresses: PageLook | null;
  /** The labels of the buttons that were pressed, in their order. */
  readonly pressed: readonly string[];
}

/** A picture of the page in one size. */
export interface Shot {
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
}

export interface VisitOptions {
  /** When the visit must be over, as `performance.now()` counts. */
  readonly deadline: number;
  /** Takes the pictures; null takes none. */
  readonly onShot: ((shot: Shot) => void) | null;
}

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const maxLoadMs = 20_000;
const maxQuietMs = 8_000;
const quietMs = 1_000;
const quietAfterPressMs = 250;
const maxSilenceMs = 3_000;
const maxPressMs = 2_500;
const maxAnswerMs = 4_000;
const maxReloads = 3;
const maxPresses = 5;
const pollMs = 50;

/**
 * Opens an address in a tab of its own, waits until it is quiet, looks at it, presses its first
 * five buttons, and looks again.
 */
export async function visitPage(
  browser: Browser,
  address: string,
  options: VisitOptions,
): Promise<Visit> {
  const tab = await Tab.open(browser, new URL(address).origin, options.deadline);
  try {
    return await new PageVisit(tab, address, options).run();
  } finally {
    await tab.close();
  }
}

/** Thrown if the page does not respond to the browser, because its code does not end. */
class FrozenError extends Error {
  override readonly name = 'FrozenError';
}

class PageVisit {
  readonly #tab: Tab;
  readonly #address: string;
  readonly #options: VisitOptions;
  readonly #pressed: string[] = [];
  #isSlow = false;
  #atLoad: PageLook | null = null;
  #afterPresses: PageLook | null = null;

  constructor(tab: Tab, address: string, options: VisitOptions) {
    this.#tab = tab;
    this.#address = address;
    this.#options = options;
  }

  async run(): Promise<Visit> {
    const end = await this.#runToEnd();
    const { log } = this.#tab;
    return {
      end,
      isSlow: this.#isSlow,
      isCutShort: !this.#hasTime(),
      missing: log.missing,
      unanswered: log.unanswered,
      foreign: log.foreign,
      uncaught: log.uncaught,
      consoleErrors: log.consoleErrors,
      atLoad: this.#atLoad,
      afterPresses: this.#afterPresses,
      pressed: this.#pressed,
    };
  }

  async #runToEnd(): Promise<Visit['end']> {
    try {
      await this.#tab.resize(phone);
      if (!(await this.#load())) return 'unreachable';
      if (this.#isReloading()) return 'reloading';
      this.#atLoad = await this.#lookUntilThereIsSomething();
      await this.#takeShots();
      await this.#pressButtons();
      if (this.#pressed.length > 0) this.#afterPresses = await this.#tab.look();
      return this.#isReloading() ? 'reloading' : 'loaded';
    } catch (error) {
      if (this.#isReloading()) return 'reloading';
      if (error instanceof FrozenError) return 'frozen';
      throw error;
    }
  }

  /**
   * Opens the address, and waits until the page is quiet. Returns false if the browser cannot open
   * it.
   */
  async #load(): Promise<boolean> {
    const { log } = this.#tab;
    log.loads = 0;
    const errorText = await this.#tab.navigate(this.#address);
    if (errorText !== '') return false;
    const isLoaded = await this.#waitUntil(() => this.#tab.isLoaded, maxLoadMs);
    this.#isSlow ||= !isLoaded && !this.#isReloading();
    await this.#waitUntilQuiet(quietMs, maxQuietMs);
    return true;
  }

  /** Looks at the page, and again for as long as it is blank: it may show its first words late. */
  async #lookUntilThereIsSomething(): Promise<PageLook> {
    const end = performance.now() + maxQuietMs - quietMs;
    let look = await this.#tab.look();
    while (look.isBlank && performance.now() < end && this.#hasTime() && !this.#isReloading()) {
      await sleep(10 * pollMs);
      look = await this.#tab.look();
    }
    return look;
  }

  async #takeShots(): Promise<void> {
    const { onShot } = this.#options;
    if (onShot === null) return;
    onShot({ ...phone, png: await this.#tab.takeShot() });
    await this.#tab.resize(desktop);
    onShot({ ...desktop, png: await this.#tab.takeShot() });
    await this.#tab.resize(phone);
  }

  /** Presses the first five buttons that were there after loading, each of them once. */
  async #pressButtons(): Promise<void> {
    let buttons = await this.#listButtons();
    let index = 0;
    let lastReopened = -1;
    while (index < buttons.count) {
      if (this.#pressed.length >= maxPresses || !this.#hasTime()) return;
      const press = await this.#press(buttons, index);
      if (this.#isReloading()) return;
      const isReplaced = press === 'replaced' || this.#tab.log.loads > 0;
      // A button that could not be pressed because the page had been replaced is tried once more.
      if (press === 'replaced' && lastReopened !== index) lastReopened = index;
      else index += 1;
      if (!isReplaced) continue;
      if (this.#pressed.length >= maxPresses || index === buttons.count) return;
      if (!(await this.#load())) return;
      buttons = await this.#listButtons();
    }
  }

  /** Lists the buttons of the page. From then on `loads` counts the pages that replace it. */
  async #listButtons(): Promise<ButtonList> {
    const buttons = await this.#tab.listButtons();
    this.#tab.log.loads = 0;
    return buttons;
  }

  /**
   * Presses a button, and waits until the page is quiet again. Returns `replaced` if the browser
   * has left the page whose buttons were listed: it may do so long after the press of a link.
   */
  async #press(buttons: ButtonList, index: number): Promise<'pressed' | 'skipped' | 'replaced'> {
    try {
      const label = await this.#tab.press(buttons, index);
      if (label === null) return 'skipped';
      this.#pressed.push(label);
    } catch (error) {
      if (!(error instanceof DevToolsError)) throw error;
      this.#tab.assertRunning();
      await this.#waitUntilQuiet(quietAfterPressMs, maxPressMs);
      return 'replaced';
    }
    await this.#waitUntilQuiet(quietAfterPressMs, maxPressMs);
    return 'pressed';
  }

  /**
   * Waits until no request is open and nothing has happened for a while. A request that gets no
   * byte for longer than that, such as one to a slow host, is not waited for.
   */
  #waitUntilQuiet(calmMs: number, limitMs: number): Promise<boolean> {
    const { log } = this.#tab;
    const isQuiet = (): boolean => {
      const neededMs = log.openRequests === 0 ? calmMs : maxSilenceMs;
      return performance.now() - log.lastActivity >= neededMs;
    };
    return this.#waitUntil(isQuiet, limitMs);
  }

  /**
   * Waits for a condition. Returns false if the limit or the deadline comes first, or if the page
   * keeps reloading.
   */
  async #waitUntil(isDone: () => boolean, limitMs: number): Promise<boolean> {
    const end = performance.now() + limitMs;
    while (!isDone()) {
      if (performance.now() >= end || !this.#hasTime() || this.#isReloading()) return false;
      this.#tab.assertRunning();
      await sleep(pollMs);
    }
    return true;
  }

  #isReloading(): boolean {
    return this.#tab.log.loads > maxReloads;
  }

  #hasTime(): boolean {
    return performance.now() < this.#options.deadline;
  }
}

/** The buttons of a page, as the browser keeps them. */
interface ButtonList {
  readonly objectId: string;
  readonly count: number;
}

/** An isolated tab: no dialog stops it, and it opens no other tab and no file. */
class Tab {
  readonly log: PageLog;
  isLoaded = false;
  readonly #browser: Browser;
  readonly #deadline: number;
  readonly #contextId: string;
  readonly #targetId: string;
  readonly #sessionId: string;
  /** The sessions of the page and its workers. */
  readonly #sessions = new Set<string>();
  readonly #stopListening: () => void;

  private constructor(
    browser: Browser,
    origin: string,
    deadline: number,
    ids: { readonly context: string; readonly target: string; readonly session: string },
  ) {
    this.#browser = browser;
    this.#deadline = deadline;
    this.#contextId = ids.context;
    this.#targetId = ids.target;
    this.#sessionId = ids.session;
    this.#sessions.add(ids.session);
    this.log = new PageLog(origin, () => performance.now());
    this.#stopListening = browser.devTools.listen((event) => this.#take(event));
  }

  static async open(browser: Browser, origin: string, deadline: number): Promise<Tab> {
    const { devTools } = browser;
    const context = await devTools.call('Target.createBrowserContext');
    const browserContextId = readText(context, 'browserContextId');
    const newTab = { url: 'about:blank', browserContextId, newWindow: true };
    const targetId = readText(await devTools.call('Target.createTarget', newTab), 'targetId');
    const session = await devTools.call('Target.attachToTarget', { targetId, flatten: true });
    const sessionId = readText(session, 'sessionId');
    const ids = { context: browserContextId, target: targetId, session: sessionId };
    const tab = new Tab(browser, origin, deadline, ids);
    await devTools.call('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    await devTools.call('Target.setDiscoverTargets', { discover: true });
    await tab.#prepare();
    return tab;
  }

  async close(): Promise<void> {
    this.#stopListening();
    const context = { browserContextId: this.#contextId };
    await this.#browser.devTools.call('Target.disposeBrowserContext', context).catch(() => null);
  }

  assertRunning(): void {
    this.#browser.devTools.assertRunning();
  }

  async resize({ width, height }: { readonly width: number; readonly height: number }) {
    const mobile = width < 600;
    const size = { width, height, deviceScaleFactor: 1, mobile };
    await this.#call('Emulation.setDeviceMetricsOverride', size);
    await sleep(2 * pollMs);
  }

  /** Opens an address. Returns the browser's word for what went wrong, or an empty text. */
  async navigate(url: string): Promise<string> {
    this.isLoaded = false;
    return readText(await this.#call('Page.navigate', { url }), 'errorText');
  }

  async look(): Promise<PageLook> {
    const look = await this.#evaluate(lookScript);
    return {
      title: readText(look, 'title'),
      text: readText(look, 'text'),
      isBlank: look['isBlank'] === true,
      brokenPictures: readTexts(look, 'brokenPictures'),
      headings: readTexts(look, 'headings'),
    };
  }

  async takeShot(): Promise<Buffer> {
    const { data } = await this.#call('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(typeof data === 'string' ? data : '', 'base64');
  }

  async listButtons(): Promise<ButtonList> {
    return this.#retryOnce(() => this.#listButtons());
  }

  async #listButtons(): Promise<ButtonList> {
    const list = await this.#call('Runtime.evaluate', { expression: listButtonsScript });
    const objectId = readText(readObject(list, 'result'), 'objectId');
    if (objectId === '') return { objectId, count: 0 };
    const functionDeclaration = 'function () { return this.length; }';
    const length = { objectId, functionDeclaration, returnByValue: true };
    const { result } = await this.#call('Runtime.callFunctionOn', length);
    return { objectId, count: (isObject(result) ? readNumber(result, 'value') : null) ?? 0 };
  }

  /** Presses a button as a mouse does. Returns its label, or null if it cannot be pressed. */
  async press(buttons: ButtonList, index: number): Promise<string | null> {
    const call = {
      objectId: buttons.objectId,
      functionDeclaration: findButtonFunction,
      arguments: [{ value: index }],
      returnByValue: true,
      awaitPromise: true,
    };
    const answer = await this.#call('Runtime.callFunctionOn', call);
    const button = readObject(readObject(answer, 'result'), 'value');
    const [x, y] = [readNumber(button, 'x'), readNumber(button, 'y')];
    if (x === null || y === null) return null;
    const label = readText(button, 'label');
    this.log.notePress(label);
    const mouse = { x, y, button: 'left', clickCount: 1 };
    await this.#call('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await this.#call('Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed' });
    await this.#call('Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased' });
    return label;
  }

  /** Runs an expression in the page. */
  async #evaluate(expression: string): Promise<JsonObject> {
    const request = { expression, returnByValue: true, awaitPromise: true };
    return this.#retryOnce(async () => readValue(await this.#call('Runtime.evaluate', request)));
  }

  /** Calls `ask`, and calls it once more if the page was replaced during the first call. */
  async #retryOnce<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof FrozenError) throw error;
      await sleep(10 * pollMs);
      return ask();
    }
  }

  /** Calls a method of the page. Throws a FrozenError if the page does not respond. */
  async #call(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const timer = new AbortController();
    const leftMs = Math.max(this.#deadline - performance.now(), 500);
    const tooLate = sleep(Math.min(leftMs, maxAnswerMs), null, { signal: timer.signal }).then(
      () => {
        throw new FrozenError(method);
      },
    );
    try {
      return await Promise.race([
        this.#browser.devTools.call(method, params, this.#sessionId),
        tooLate,
      ]);
    } finally {
      timer.abort();
      tooLate.catch(() => null);
    }
  }

  async #prepare(): Promise<void> {
    const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await Promise.all([
      this.#call('Page.enable'),
      this.#call('Network.enable'),
      this.#call('Runtime.enable'),
      this.#call('Log.enable'),
      this.#call('Page.setInterceptFileChooserDialog', { enabled: true }),
      this.#call('Target.setAutoAttach', attach),
    ]);
  }

  #take(event: DevToolsEvent): void {
    const { method, params, sessionId } = event;
    const target = readObject(params, 'targetInfo');
    if (method === 'Target.targetCreated' && readText(target, 'openerId') === this.#targetId) {
      this.#send('Target.closeTarget', { targetId: readText(target, 'targetId') });
    }
    if (!this.#sessions.has(sessionId)) return;
    switch (method) {
      case 'Page.loadEventFired':
        this.isLoaded = true;
        break;
      case 'Page.javascriptDialogOpening':
        this.#send('Page.handleJavaScriptDialog', { accept: true }, sessionId);
        break;
      case 'Target.attachedToTarget':
        this.#startPart(readText(params, 'sessionId'), readText(target, 'type'));
        break;
    }
    this.log.take(event);
  }

  /**
   * Records the events of a worker of the page. A frame of another site is not part of the app: it
   * runs, but its events are not recorded.
   */
  #startPart(sessionId: string, type: string): void {
    if (type !== 'iframe') {
      this.#sessions.add(sessionId);
      this.#send('Network.enable', {}, sessionId);
      this.#send('Runtime.enable', {}, sessionId);
    }
    this.#send('Runtime.runIfWaitingForDebugger', {}, sessionId);
  }

  /** Calls a method without waiting for its result: the page or worker may have ended meanwhile. */
  #send(method: string, params: JsonObject, sessionId = ''): void {
    this.#browser.devTools.call(method, params, sessionId).catch(() => null);
  }
}

/**
 * Returns the value of an evaluated expression. Throws an Error if the expression threw an error.
 */
function readValue(answer: JsonObject): JsonObject {
  if (isObject(answer['exceptionDetails'])) throw new Error('The page could not be read.');
  return readObject(readObject(answer, 'result'), 'value');
}
