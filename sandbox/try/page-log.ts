import type { DevToolsEvent } from './devtools.ts';
import {
  isObject,
  type JsonObject,
  readNumber,
  readObject,
  readObjects,
  readText,
} from './json.ts';

/** A request to the page's own origin that ended with a status from 400 on. */
export interface MissingRequest {
  /** The path of the address, encoded as it was sent. */
  readonly pathname: string;
  readonly status: number;
  /** The label of the button that was pressed before; empty while the page loaded. */
  readonly pressed: string;
}

/** An uncaught error, or one that the page wrote to the console. */
export interface PageError {
  readonly text: string;
  /** The address of the code; empty if unknown. */
  readonly address: string;
  /** Line and column of the code, such as `:3:14`; empty if unknown. */
  readonly position: string;
  /** The label of the button that was pressed before; empty while the page loaded. */
  readonly pressed: string;
}

/** A request that never got a response, or one to another host that failed. */
export interface FailedRequest {
  readonly address: string;
  /** The status or Chrome's own word, such as `404` or `net::ERR_NAME_NOT_RESOLVED`. */
  readonly reason: string;
}

interface OpenRequest {
  readonly address: string;
  /** True once a status of 400 or more has been noted: two events may show the same one. */
  isNoted: boolean;
}

const maxEntries = 200;
/** Streams stay open for as long as the page is. */
const endlessTypes: ReadonlySet<string> = new Set(['EventSource', 'WebSocket', 'Ping']);
/** Chrome's error for a cancelled request. It does not count as a failed one. */
const cancelled = 'net::ERR_ABORTED';

/**
 * Collects what goes wrong in a page and its workers from the events of the browser.
 *
 * Feed it every event of the page's sessions, then read its lists.
 */
export class PageLog {
  readonly missing: MissingRequest[] = [];
  /** Requests to the page's own origin without a response. */
  readonly unanswered: FailedRequest[] = [];
  readonly foreign: FailedRequest[] = [];
  readonly consoleErrors: PageError[] = [];
  /** The number of times that the page's own document was loaded. */
  loads = 0;
  /** The time at which a request last began, got bytes or ended, by the clock. */
  lastActivity: number;
  readonly #uncaught = new Map<string, PageError>();
  readonly #open = new Map<string, OpenRequest>();
  readonly #origin: string;
  readonly #now: () => number;
  #pressed = '';

  constructor(origin: string, now: () => number) {
    this.#origin = origin;
    this.#now = now;
    this.lastActivity = now();
  }

  /** Errors and rejections that no code caught. */
  get uncaught(): readonly PageError[] {
    return [...this.#uncaught.values()];
  }

  /** The number of requests without a response. The body of an error page is not waited for. */
  get openRequests(): number {
    return [...this.#open.values()].filter(({ isNoted }) => !isNoted).length;
  }

  /** Counts what happens from now on as an effect of this button. */
  notePress(label: string): void {
    this.#pressed = label;
    this.lastActivity = this.#now();
  }

  take(event: DevToolsEvent): void {
    const { method, params, sessionId } = event;
    switch (method) {
      case 'Network.requestWillBeSent':
        this.#startRequest(params);
        break;
      case 'Network.responseReceived':
        this.#noteStatus(params, readNumber(readObject(params, 'response'), 'status'));
        break;
      case 'Network.responseReceivedExtraInfo':
        // For the script of a shared worker, this is the only event.
        this.#noteStatus(params, readNumber(params, 'statusCode'));
        break;
      case 'Network.dataReceived':
        this.lastActivity = this.#now();
        break;
      case 'Network.loadingFinished':
        this.#endRequest(params);
        break;
      case 'Network.loadingFailed':
        this.#noteFailure(params);
        break;
      case 'Runtime.exceptionThrown':
        this.#noteException(params, sessionId);
        break;
      case 'Runtime.exceptionRevoked':
        // This rejection counted as uncaught, but the page handled it later.
        this.#uncaught.delete(`${sessionId} ${readNumber(params, 'exceptionId')}`);
        break;
      case 'Runtime.consoleAPICalled':
        this.#noteConsole(params);
        break;
      case 'Log.entryAdded':
        this.#noteEntry(readObject(params, 'entry'));
        break;
      case 'Page.frameNavigated':
        if (!('parentId' in readObject(params, 'frame'))) this.loads += 1;
        break;
    }
  }

  /**
   * The page requests the script of a worker, and the worker gets the response, with the same id.
   */
  #startRequest(params: JsonObject): void {
    const address = readText(readObject(params, 'request'), 'url');
    if (!/^https?:/.test(address) || endlessTypes.has(readText(params, 'type'))) return;
    this.lastActivity = this.#now();
    this.#open.set(readText(params, 'requestId'), { address, isNoted: false });
  }

  #endRequest(params: JsonObject): OpenRequest | undefined {
    const id = readText(params, 'requestId');
    const request = this.#open.get(id);
    this.#open.delete(id);
    if (request !== undefined) this.lastActivity = this.#now();
    return request;
  }

  #noteStatus(params: JsonObject, status: number | null): void {
    const request = this.#open.get(readText(params, 'requestId'));
    if (request === undefined) return;
    this.lastActivity = this.#now();
    if (status === null || status < 400 || request.isNoted) return;
    request.isNoted = true;
    const { address } = request;
    if (!this.#isOwn(address)) {
      add(this.foreign, { address, reason: String(status) });
      return;
    }
    const { pathname } = new URL(address);
    // Browsers request it on their own.
    if (pathname === '/favicon.ico') return;
    add(this.missing, { pathname, status, pressed: this.#pressed });
  }

  #noteFailure(params: JsonObject): void {
    const request = this.#endRequest(params);
    const reason = readText(params, 'blockedReason') || readText(params, 'errorText');
    if (request === undefined || request.isNoted) return;
    if (params['canceled'] === true || reason === cancelled) return;
    const { address } = request;
    add(this.#isOwn(address) ? this.unanswered : this.foreign, { address, reason });
  }

  #isOwn(address: string): boolean {
    return URL.canParse(address) && new URL(address).origin === this.#origin;
  }

  #noteException(params: JsonObject, sessionId: string): void {
    const details = readObject(params, 'exceptionDetails');
    if (this.#uncaught.size >= maxEntries) return;
    const thrown = readObject(details, 'exception');
    const text =
      firstLine(readText(thrown, 'description')) || showValue(thrown) || readText(details, 'text');
    const key = `${sessionId} ${readNumber(details, 'exceptionId')}`;
    this.#uncaught.set(key, this.#toError(text, details));
  }

  #noteConsole(params: JsonObject): void {
    if (readText(params, 'type') !== 'error') return;
    const text = readObjects(params, 'args').map(showValue).join(' ');
    const frame = readObjects(readObject(params, 'stackTrace'), 'callFrames')[0] ?? {};
    add(this.consoleErrors, this.#toError(firstLine(text), frame));
  }

  /** Takes errors of the browser itself, such as a blocked script. It logs failed requests, too. */
  #noteEntry(entry: JsonObject): void {
    if (readText(entry, 'level') !== 'error' || readText(entry, 'source') === 'network') return;
    const text = firstLine(readText(entry, 'text'));
    // The same error comes as an exception, too.
    if (text.startsWith('Uncaught ')) return;
    add(this.consoleErrors, this.#toError(text, { url: entry['url'] }));
  }

  /** The protocol counts lines and columns from 0. */
  #toError(text: string, where: JsonObject): PageError {
    const line = readNumber(where, 'lineNumber');
    const column = readNumber(where, 'columnNumber');
    const position = line === null || column === null ? '' : `:${line + 1}:${column + 1}`;
    return { text, address: readText(where, 'url'), position, pressed: this.#pressed };
  }
}

function add<T>(list: T[], entry: T): void {
  if (list.length < maxEntries) list.push(entry);
}

function showValue(value: JsonObject): string {
  const plain = value['value'];
  if (typeof plain === 'string') return plain;
  if (plain !== undefined && !isObject(plain)) return String(plain);
  return readText(value, 'description') || readText(value, 'unserializableValue');
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}
