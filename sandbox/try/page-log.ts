import type { CDPSession, ConsoleMessage, Page, Request, Response } from 'playwright-core';

/** A request to the page's own origin that ended with a status from 400 on. */
export interface MissingRequest {
  /** The path of the address, encoded as it was sent. */
  readonly pathname: string;
  readonly status: number;
  /** What was done before, such as `pressing “More”`; empty while the page loaded. */
  readonly after: string;
  /** True if a service worker was to be made of the file. */
  readonly isServiceWorker: boolean;
}

/** An uncaught error, or one that the page wrote to the console. */
export interface PageError {
  readonly text: string;
  /** The address of the code; empty if unknown. */
  readonly address: string;
  /** Line and column of the code, from 1; 0 if unknown. */
  readonly line: number;
  readonly column: number;
  /** What was done before, such as `pressing “More”`; empty while the page loaded. */
  readonly after: string;
}

/** A request that never got a response, or one to another host that failed. */
export interface FailedRequest {
  readonly address: string;
  /** The status or Chrome's own word, such as `404` or `net::ERR_NAME_NOT_RESOLVED`. */
  readonly reason: string;
}

/** An address outside of the app that the page itself, not a frame, tried to open. */
export interface LeftPage {
  readonly address: string;
  /** What was done before, such as `pressing “More”`; empty while the page loaded. */
  readonly after: string;
}

/** The address of a page, and the part of its host that belongs to it. */
export interface Home {
  readonly origin: string;
  /** The path of the page, such as `/a/tides/`. */
  readonly base: string;
}

const maxEntries = 200;
/** Streams stay open for as long as the page is. */
const endlessTypes: ReadonlySet<string> = new Set(['eventsource', 'websocket', 'ping']);
/** Chrome's error for a cancelled request. It does not count as a failed one. */
const cancelled = 'net::ERR_ABORTED';

/** Collects what goes wrong in a page, its own frames and its workers. */
export class PageLog {
  readonly missing: MissingRequest[] = [];
  /** Requests to the page's own origin without a response. */
  readonly unanswered: FailedRequest[] = [];
  readonly foreign: FailedRequest[] = [];
  readonly consoleErrors: PageError[] = [];
  readonly left: LeftPage[] = [];
  /** The other hosts that the page talked to. */
  readonly hosts = new Set<string>();
  /** The frame of the page itself, as the browser calls it. */
  mainFrameId = '';
  /** The number of times that the page's own document was loaded. */
  loads = 0;
  /** The time at which a request last began, got bytes or ended, by the clock. */
  lastActivity: number;
  /** The last status of a document of the page itself. */
  pageStatus = 200;
  /** True while the page's own document may be missing: it is reloaded where a link led to. */
  isReload = false;
  readonly #home: Home;
  readonly #now: () => number;
  readonly #open = new Map<Request, { isAnswered: boolean }>();
  readonly #uncaught = new Map<number, PageError>();
  /** All texts that the page itself has thrown, with those of errors that it handled later. */
  readonly #thrown = new Set<string>();
  readonly #workerErrors: PageError[] = [];
  #after = '';

  constructor(home: Home, now: () => number) {
    this.#home = home;
    this.#now = now;
    this.lastActivity = now();
  }

  /** Listens to a page: `session` must be one of the page, with all domains turned on later. */
  watch(page: Page, session: CDPSession): void {
    page.on('request', (request) => this.#startRequest(request));
    page.on('response', (response) => this.#noteResponse(response));
    page.on('requestfinished', (request) => this.#endRequest(request));
    page.on('requestfailed', (request) => this.#noteFailure(request));
    page.on('websocket', (socket) => this.#noteHost(socket.url()));
    page.on('console', (message) => this.#noteWorkerConsole(message));
    page.on('pageerror', (error) => this.#noteWorkerError(error));
    session.on('Network.dataReceived', () => this.#noteActivity());
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.loads += 1;
      this.notePlace(frame.url);
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.mainFrameId) this.notePlace(url);
    });
    session.on('Runtime.exceptionThrown', (event) => this.#noteException(event));
    session.on('Runtime.exceptionRevoked', ({ exceptionId }) => {
      // This rejection counted as uncaught, but the page handled it later.
      this.#uncaught.delete(exceptionId);
    });
    session.on('Runtime.consoleAPICalled', (event) => this.#noteConsole(event));
    session.on('Log.entryAdded', ({ entry }) => this.#noteEntry(entry));
  }

  /** Errors and rejections that no code caught. */
  get uncaught(): readonly PageError[] {
    // Playwright reports the errors of the page and of its workers in one list.
    const ofWorkers = this.#workerErrors.filter(({ text }) => !this.#thrown.has(text));
    return [...this.#uncaught.values(), ...ofWorkers];
  }

  /** The number of requests without a response. The body of an error page is not waited for. */
  get openRequests(): number {
    return [...this.#open.values()].filter(({ isAnswered }) => !isAnswered).length;
  }

  /** What was done last; empty if nothing was. */
  get lastAction(): string {
    return this.#after;
  }

  /** Counts what happens from now on as an effect of this, such as `pressing “More”`. */
  noteAction(action: string): void {
    this.#after = action;
    this.#noteActivity();
  }

  /** Records a file that the server did not find. A page's own requests are seen in the page. */
  noteMissing(pathname: string, status: number, isServiceWorker = false): void {
    // Browsers request the icon on their own.
    if (pathname === '/favicon.ico') return;
    add(this.missing, { pathname, status, after: this.#after, isServiceWorker });
  }

  /** Records an address that the page opens, if it is outside of the app. */
  notePlace(address: string): void {
    // The browser's own page after a failure.
    if (!URL.canParse(address) || address.startsWith('chrome-error:')) return;
    const { origin, pathname } = new URL(address);
    const isInside = origin === this.#home.origin && pathname.startsWith(this.#home.base);
    const isKnown = this.left.some((page) => page.address === address);
    if (!isInside && !isKnown) add(this.left, { address, after: this.#after });
  }

  #noteActivity(): void {
    this.lastActivity = this.#now();
  }

  #noteHost(address: string): void {
    if (!this.#isOwn(address)) this.hosts.add(new URL(address).host);
  }

  #startRequest(request: Request): void {
    const address = request.url();
    if (!/^https?:/.test(address)) return;
    this.#noteHost(address);
    if (endlessTypes.has(request.resourceType())) return;
    this.#noteActivity();
    this.#open.set(request, { isAnswered: false });
  }

  #endRequest(request: Request): void {
    if (this.#open.delete(request)) this.#noteActivity();
  }

  #noteResponse(response: Response): void {
    const request = response.request();
    const open = this.#open.get(request);
    const status = response.status();
    const address = request.url();
    if (open === undefined) return;
    this.#noteActivity();
    const isPage = isMainDocument(request);
    if (isPage) this.pageStatus = status;
    if (status < 400) return;
    open.isAnswered = true;
    if (!this.#isOwn(address)) {
      add(this.foreign, { address, reason: String(status) });
      return;
    }
    const { pathname } = new URL(address);
    const isOutside = !pathname.startsWith(this.#home.base);
    // A page outside of the app is reported as such.
    if (isPage && (this.isReload || isOutside)) return;
    this.noteMissing(pathname, status);
  }

  #noteFailure(request: Request): void {
    const open = this.#open.get(request);
    this.#endRequest(request);
    const reason = request.failure()?.errorText ?? '';
    if (open === undefined || open.isAnswered || reason === cancelled) return;
    const address = request.url();
    add(this.#isOwn(address) ? this.unanswered : this.foreign, { address, reason });
  }

  #isOwn(address: string): boolean {
    return URL.canParse(address) && new URL(address).origin === this.#home.origin;
  }

  #noteException({ exceptionDetails: details }: ExceptionThrown): void {
    if (this.#uncaught.size >= maxEntries) return;
    const { exception, exceptionId, lineNumber, columnNumber, url = '' } = details;
    const thrown = exception === undefined ? '' : showValue(exception);
    const text = firstLine(thrown || details.text);
    this.#thrown.add(text);
    const place = { address: url, line: lineNumber + 1, column: columnNumber + 1 };
    this.#uncaught.set(exceptionId, { text, ...place, after: this.#after });
  }

  /** Takes an error of the page or of a worker. That of a frame of another host is not judged. */
  #noteWorkerError(error: Error): void {
    const { message, name, stack = '' } = error;
    const text = firstLine(name === '' ? message : `${name}: ${message}`);
    const [, address = '', line, column] = /(\w+:\/*\S+?):(\d+):(\d+)\)?$/m.exec(stack) ?? [];
    const isOwn = address.startsWith(`blob:${this.#home.origin}`) || this.#isOwn(address);
    if (!isOwn) return;
    const place = { address, line: Number(line), column: Number(column) };
    add(this.#workerErrors, { text, ...place, after: this.#after });
  }

  #noteConsole({ type, args, stackTrace }: ConsoleCall): void {
    if (type !== 'error') return;
    const text = firstLine(args.map(showValue).join(' '));
    const frame = stackTrace?.callFrames[0];
    const line = frame === undefined ? 0 : frame.lineNumber + 1;
    const column = frame === undefined ? 0 : frame.columnNumber + 1;
    this.#addConsoleError({ text, address: frame?.url ?? '', line, column });
  }

  #noteWorkerConsole(message: ConsoleMessage): void {
    if (message.worker() === null || message.type() !== 'error') return;
    const { url, line, column } = message.location();
    this.#addConsoleError({ text: firstLine(message.text()), address: url, line, column });
  }

  /** Takes errors of the browser itself, such as a blocked script. It logs failed requests, too. */
  #noteEntry({ level, source, text, url = '' }: LogEntry): void {
    if (level !== 'error' || source === 'network') return;
    // The same error comes as an exception, too.
    if (text.startsWith('Uncaught ')) return;
    this.#addConsoleError({ text: firstLine(text), address: url, line: 0, column: 0 });
  }

  #addConsoleError(error: Omit<PageError, 'after'>): void {
    add(this.consoleErrors, { ...error, after: this.#after });
  }
}

/** The parts of an event that are read. */
interface ExceptionThrown {
  readonly exceptionDetails: {
    readonly exceptionId: number;
    readonly text: string;
    readonly url?: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
    readonly exception?: RemoteValue;
  };
}

interface ConsoleCall {
  readonly type: string;
  readonly args: readonly RemoteValue[];
  readonly stackTrace?: {
    readonly callFrames: readonly {
      readonly url: string;
      readonly lineNumber: number;
      readonly columnNumber: number;
    }[];
  };
}

interface LogEntry {
  readonly level: string;
  readonly source: string;
  readonly text: string;
  readonly url?: string;
}

interface RemoteValue {
  readonly value?: unknown;
  readonly description?: string;
  readonly unserializableValue?: string;
}

function add<T>(list: T[], entry: T): void {
  if (list.length < maxEntries) list.push(entry);
}

/** True if a request is for the document of the page itself, not of a frame in it. */
function isMainDocument(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // The frame is not there yet: it is a new one.
    return false;
  }
}

function showValue({ value, description, unserializableValue }: RemoteValue): string {
  if (typeof value === 'string') return value;
  if (value !== undefined && (typeof value !== 'object' || value === null)) return String(value);
  return description ?? unserializableValue ?? '';
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}
