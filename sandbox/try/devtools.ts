import type { Readable, Writable } from 'node:stream';
import { isObject, type JsonObject, readNumber, readObject, readText } from './json.ts';

/** An event of the browser, or of one of its pages and workers. */
export interface DevToolsEvent {
  readonly method: string;
  readonly params: JsonObject;
  /** The page or worker that it belongs to; empty for the browser itself. */
  readonly sessionId: string;
}

/** The browser refused a call, or has ended. */
export class DevToolsError extends Error {
  override readonly name = 'DevToolsError';
}

interface Call {
  readonly method: string;
  resolve(result: JsonObject): void;
  reject(error: DevToolsError): void;
}

/**
 * Speaks Chrome's DevTools protocol over two pipes: JSON messages, each ended by a zero byte.
 *
 * `new DevTools(child.stdio[3], child.stdio[4])`, then `await devTools.call('Browser.getVersion')`
 */
export class DevTools {
  readonly #output: Writable;
  readonly #calls = new Map<number, Call>();
  readonly #listeners = new Set<(event: DevToolsEvent) => void>();
  #lastId = 0;
  #end: DevToolsError | null = null;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    const split = createMessageSplitter();
    input.on('data', (chunk: Buffer) => {
      for (const text of split(chunk)) this.#receive(text);
    });
    const end = (): void => this.end('The browser has ended.');
    input.on('end', end);
    input.on('error', end);
    output.on('error', end);
  }

  /** Throws a DevToolsError if the browser has ended. */
  assertRunning(): void {
    if (this.#end !== null) throw this.#end;
  }

  /**
   * Calls a method. Rejects with a DevToolsError if the browser refuses it or ends before it
   * answers.
   */
  call(method: string, params: JsonObject = {}, sessionId = ''): Promise<JsonObject> {
    if (this.#end !== null) return Promise.reject(this.#end);
    this.#lastId += 1;
    const id = this.#lastId;
    const message = sessionId === '' ? { id, method, params } : { id, method, params, sessionId };
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { method, resolve, reject });
      this.#output.write(`${JSON.stringify(message)}\0`);
    });
  }

  /** Passes every event to a listener. Returns the function that removes it. */
  listen(listener: (event: DevToolsEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Rejects all open calls, and every later one. */
  end(message: string): void {
    if (this.#end !== null) return;
    this.#end = new DevToolsError(message);
    for (const call of this.#calls.values()) call.reject(this.#end);
    this.#calls.clear();
  }

  #receive(text: string): void {
    const message = parseMessage(text);
    if (message === null) {
      this.end('The browser sent data that is not a DevTools message.');
      return;
    }
    const id = readNumber(message, 'id');
    if (id !== null) {
      this.#finish(id, message);
      return;
    }
    const event = {
      method: readText(message, 'method'),
      params: readObject(message, 'params'),
      sessionId: readText(message, 'sessionId'),
    };
    for (const listener of this.#listeners) listener(event);
  }

  #finish(id: number, message: JsonObject): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (!isObject(message['error'])) {
      call?.resolve(readObject(message, 'result'));
      return;
    }
    const words = readText(message['error'], 'message');
    call?.reject(new DevToolsError(`${call.method}: ${words}`));
  }
}

function parseMessage(text: string): JsonObject | null {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : null;
  } catch {
    return null;
  }
}

/**
 * Returns a function that takes the bytes of a stream as they come, and returns the messages that
 * they complete. A message may come in many pieces, also cut within a character.
 */
export function createMessageSplitter(): (chunk: Buffer) => readonly string[] {
  let pieces: Buffer[] = [];
  return (chunk) => {
    const messages: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      pieces.push(chunk.subarray(start, end));
      messages.push(Buffer.concat(pieces).toString());
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
    return messages;
  };
}
