import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import type { FailedRequest, Home, LeftPage, MissingRequest, PageError } from './page-log.ts';
import type { Control, PageLook } from './page-reader.ts';
import { addressesFunction } from './page-script.ts';
import { desktop, FrozenError, LateError, Tab } from './tab.ts';

/** A page that a link of the app led to. */
export interface LinkedPage {
  readonly label: string;
  readonly address: string;
  readonly look: PageLook;
  /** True if there is no page at its address when it is loaded again. */
  readonly isGoneAfterReload: boolean;
  /** The page after it was loaded again; null if it was not. */
  readonly afterReload: PageLook | null;
}

/** Everything that was seen at one address. */
export interface Visit {
  /**
   * `loaded`: the page was opened and pressed. `reloading`: it loads itself again without end.
   * `frozen`: its code never ended. `late`: the time was over before it could be read.
   * `unreachable`: the browser could not open it.
   */
  readonly end: 'loaded' | 'reloading' | 'frozen' | 'late' | 'unreachable';
  /** What was done last, such as `pressing “More”`; empty if nothing was. */
  readonly endedAfter: string;
  /** True if loading took longer than its limit. */
  readonly isSlow: boolean;
  /** True if the visit ran out of time before all was pressed and the page was quiet. */
  readonly isCutShort: boolean;
  readonly missing: readonly MissingRequest[];
  readonly unanswered: readonly FailedRequest[];
  readonly foreign: readonly FailedRequest[];
  readonly uncaught: readonly PageError[];
  readonly consoleErrors: readonly PageError[];
  readonly left: readonly LeftPage[];
  /** The other hosts that the page talked to. */
  readonly hosts: readonly string[];
  /** The page after loading; null if it could not be read. */
  readonly atLoad: PageLook | null;
  /**
   * The page after the buttons were pressed; null if none was, or if the page could not be read.
   */
  readonly afterPresses: PageLook | null;
  /** True if the page had a button, whether or not it could be pressed. */
  readonly hasButtons: boolean;
  /** The labels of the buttons that were pressed, in their order. */
  readonly pressed: readonly string[];
  readonly links: readonly LinkedPage[];
}

export interface VisitOptions {
  /** When the visit must be over, as `performance.now()` counts. */
  readonly deadline: number;
  /** Returns true if a picture of the page has one color only. */
  readonly isPlain: (png: Buffer) => Promise<boolean>;
  /** Gets the tab once the page is loaded, before anything is pressed. */
  readonly onLoaded: ((tab: Tab) => Promise<void>) | null;
  /** Gets the tab before the address is opened. */
  readonly onOpen: ((tab: Tab) => void) | null;
}

const maxLoadMs = 20_000;
const maxQuietMs = 8_000;
const quietMs = 1_000;
const quietAfterPressMs = 250;
const maxSilenceMs = 3_000;
const maxPressMs = 2_500;
const maxReloads = 3;
const maxPresses = 5;
const maxLinks = 3;
/** Maximum number of links that are tried until one can be pressed. */
const maxTriedLinks = 100;
const pollMs = 50;

/**
 * Opens an app in a tab of its own, waits until it is quiet, and looks at it. Presses its first
 * five buttons, and looks again. Then follows its first three links, and reloads where they led.
 */
export async function visitPage(
  browser: Browser,
  address: string,
  options: VisitOptions,
): Promise<Visit> {
  const { origin, pathname } = new URL(address);
  const home = { origin, base: pathname };
  const tab = await Tab.open(browser, home, options.deadline);
  try {
    options.onOpen?.(tab);
    return await new PageVisit(tab, address, home, options).run();
  } finally {
    await tab.close();
  }
}

/**
 * Opens an address in a tab, and waits until the page is quiet. Throws an Error if the browser
 * cannot open it.
 */
export async function loadPage(tab: Tab, address: string, deadline: number): Promise<void> {
  const { origin, pathname } = new URL(address);
  const isPlain = (): Promise<boolean> => Promise.resolve(false);
  const options = { deadline, isPlain, onOpen: null, onLoaded: null };
  const visit = new PageVisit(tab, address, { origin, base: pathname }, options);
  if (!(await visit.load())) throw new Error('The browser could not open the page.');
}

class PageVisit {
  readonly #tab: Tab;
  readonly #address: string;
  readonly #home: Home;
  readonly #options: VisitOptions;
  readonly #pressed: string[] = [];
  readonly #links: LinkedPage[] = [];
  #hasButtons = false;
  #hasLinks = false;
  #isSlow = false;
  #atLoad: PageLook | null = null;
  #afterPresses: PageLook | null = null;

  constructor(tab: Tab, address: string, home: Home, options: VisitOptions) {
    this.#tab = tab;
    this.#address = address;
    this.#home = home;
    this.#options = options;
  }

  async run(): Promise<Visit> {
    const end = await this.#runToEnd();
    const { log } = this.#tab;
    return {
      end,
      endedAfter: log.lastAction,
      isSlow: this.#isSlow,
      isCutShort: !this.#hasTime(),
      missing: log.missing,
      unanswered: log.unanswered,
      foreign: log.foreign,
      uncaught: log.uncaught,
      consoleErrors: log.consoleErrors,
      left: log.left,
      hosts: [...log.hosts],
      atLoad: this.#atLoad,
      afterPresses: this.#afterPresses,
      hasButtons: this.#hasButtons,
      pressed: this.#pressed,
      links: this.#links,
    };
  }

  async #runToEnd(): Promise<Visit['end']> {
    try {
      if (!(await this.load())) return 'unreachable';
      if (this.#isReloading()) return 'reloading';
      if (!this.#tab.isAtHome) return 'loaded';
      this.#atLoad = await this.#lookUntilThereIsSomething();
      await this.#options.onLoaded?.(this.#tab);
      await this.#pressButtons();
      if (this.#pressed.length > 0 && this.#tab.isAtHome) this.#afterPresses = await this.#look();
      if (this.#isReloading()) return 'reloading';
      await this.#followLinks();
      return this.#isReloading() ? 'reloading' : 'loaded';
    } catch (error) {
      if (this.#isReloading()) return 'reloading';
      if (error instanceof FrozenError) return 'frozen';
      // The visit ends with what it has seen, if it has seen the page at all.
      if (error instanceof LateError) return this.#atLoad === null ? 'late' : 'loaded';
      throw error;
    }
  }

  /**
   * Opens the address, and waits until the page is quiet. Returns false if the browser cannot open
   * it.
   */
  async load(): Promise<boolean> {
    const { log } = this.#tab;
    log.loads = 0;
    log.pageStatus = 200;
    if (!(await this.#tab.open(this.#address))) return false;
    await this.#waitUntilLoaded();
    return true;
  }

  async #waitUntilLoaded(): Promise<void> {
    let isLoaded: boolean | null = null;
    void this.#tab.waitForLoad(maxLoadMs).then((isDone) => {
      isLoaded = isDone;
    });
    await this.#waitUntil(() => isLoaded !== null || this.#tab.isStopped, maxLoadMs);
    this.#isSlow ||= isLoaded !== true && !this.#tab.isStopped && !this.#isReloading();
    await this.#waitUntilQuiet(quietMs, maxQuietMs);
  }

  /** Looks at the page, and again for as long as it is blank: it may show its first words late. */
  async #lookUntilThereIsSomething(): Promise<PageLook> {
    const end = performance.now() + maxQuietMs - quietMs;
    let look = await this.#look();
    while (look.isBlank && performance.now() < end && this.#hasTime() && !this.#isReloading()) {
      await sleep(10 * pollMs);
      look = await this.#look();
    }
    return look;
  }

  /** A page without controls or drawings is blank if its picture is: styles can show words, too. */
  async #look(): Promise<PageLook> {
    const look = await this.#tab.look();
    if (!look.isBlank) return look;
    const isBlank = await this.#options.isPlain(await this.#tab.takeShot({ isWhole: true }));
    return { ...look, isBlank };
  }

  /** Presses the first five buttons that were there after loading, each of them once. */
  async #pressButtons(): Promise<void> {
    this.#hasLinks = await this.#hasLinkTo(() => true);
    let buttons = await this.#listButtons();
    this.#hasButtons = buttons.length > 0;
    let index = 0;
    let lastReopened = -1;
    while (index < buttons.length) {
      if (this.#pressed.length >= maxPresses || !this.#hasTime()) return;
      const button = buttons[index];
      if (button === undefined) return;
      const press = await this.#press(button);
      if (this.#isReloading()) return;
      const isReplaced = press === 'replaced' || this.#tab.log.loads > 0;
      // A button that could not be pressed because the page had been replaced is tried once more.
      if (press === 'replaced' && lastReopened !== index) lastReopened = index;
      else index += 1;
      if (!isReplaced && this.#tab.isAtHome) continue;
      if (this.#pressed.length >= maxPresses || index === buttons.length) return;
      if (!(await this.load())) return;
      buttons = await this.#listButtons();
    }
  }

  /** Lists the buttons of the page. From then on `loads` counts the pages that replace it. */
  async #listButtons(): Promise<readonly Control[]> {
    const controls = await this.#tab.listControls();
    this.#tab.log.loads = 0;
    return controls.filter(({ href }) => href === null);
  }

  /**
   * Presses a button, and waits until the page is quiet again. Returns `replaced` if the browser
   * has left the page whose buttons were listed: it may do so long after the press.
   */
  async #press(button: Control): Promise<'pressed' | 'skipped' | 'replaced'> {
    try {
      const isPressed = await this.#tab.press(button, `pressing “${button.label}”`);
      if (!isPressed) return 'skipped';
      this.#pressed.push(button.label);
    } catch (error) {
      if (error instanceof FrozenError) {
        this.#pressed.push(button.label);
        throw error;
      }
      await this.#waitUntilQuiet(quietAfterPressMs, maxPressMs);
      return 'replaced';
    }
    await this.#waitUntilQuiet(quietAfterPressMs, maxPressMs);
    return 'pressed';
  }

  /**
   * Follows the first links to other pages of the app, each from the app's own page. A phone may
   * hide some in a menu, so that a wider window is needed.
   */
  async #followLinks(): Promise<void> {
    if (!this.#hasLinks) return;
    const followed = new Set<string>();
    let isWide = false;
    while (followed.size < maxLinks && this.#hasTime()) {
      if (!(await this.load()) || this.#isReloading() || !this.#tab.isAtHome) return;
      if (await this.#followNext(followed)) continue;
      if (isWide || !(await this.#hasLinkTo((page) => !followed.has(page)))) return;
      isWide = true;
      await this.#tab.resize(desktop);
    }
  }

  /**
   * Follows the first link that can be pressed and leads to a page that is not in `followed`.
   * Returns false if there is none.
   */
  async #followNext(followed: Set<string>): Promise<boolean> {
    const controls = await this.#tab.listControls();
    const isNew = ({ href }: Control): boolean => this.#isPage(href) && !followed.has(toPage(href));
    for (const link of controls.filter(isNew).slice(0, maxTriedLinks)) {
      if (!this.#hasTime()) return false;
      if (!(await this.#follow(link))) continue;
      followed.add(toPage(link.href));
      return true;
    }
    return false;
  }

  /** True if the document has a link, visible or not, to another page that is wanted. */
  async #hasLinkTo(isWanted: (page: string) => boolean): Promise<boolean> {
    const addresses = await this.#tab.call<readonly string[]>(addressesFunction);
    return addresses.some((address) => this.#isPage(address) && isWanted(toPage(address)));
  }

  /** Follows a link, and reloads where it led. Returns false if nobody could press it. */
  async #follow(link: Control): Promise<boolean> {
    const { label } = link;
    try {
      if (!(await this.#tab.press(link, `following “${label}”`))) return false;
      await this.#waitUntilLoaded();
      const { address, log } = this.#tab;
      // What is missing, or not part of the app, is in the log.
      const isOutside = !address.startsWith(`${this.#home.origin}${this.#home.base}`);
      if (this.#isReloading() || isOutside || log.pageStatus >= 400) return true;
      const look = await this.#look();
      const page = { label, address, look, isGoneAfterReload: false, afterReload: null };
      if (toPage(address) === toPage(this.#address)) {
        this.#links.push(page);
        return true;
      }
      log.noteAction(`following “${label}” and reloading`);
      const isThere = await this.#tab.reload();
      await this.#waitUntilLoaded();
      const canLook = isThere && this.#tab.isAtHome && !this.#isReloading();
      const afterReload = canLook ? await this.#look() : null;
      this.#links.push({ ...page, isGoneAfterReload: !isThere, afterReload });
    } catch (error) {
      if (error instanceof FrozenError) throw error;
      // The page was replaced again while it was read.
      await this.#waitUntilQuiet(quietAfterPressMs, maxPressMs);
    }
    return true;
  }

  /** True if an address is another page of the app's own host, and not a place in this one. */
  #isPage(href: string | null): boolean {
    if (href === null || !URL.canParse(href)) return false;
    const { origin, pathname } = new URL(href);
    if (origin !== this.#home.origin || toPage(href) === toPage(this.#address)) return false;
    const name = pathname.slice(pathname.lastIndexOf('/') + 1);
    return !/\.(?!html?$)\w+$/i.test(name);
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

/** Returns the address of a page, without a place in it. Routers have addresses after a `#`. */
function toPage(href: string | null): string {
  const address = href ?? '';
  return address.replace(/#(?![/!]).*$|#[/!]?$/s, '');
}
