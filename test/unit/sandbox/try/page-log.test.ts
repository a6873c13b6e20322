import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { PageLog } from '../../../../sandbox/try/page-log.ts';

const origin = 'http://tides_draft.localhost';
const home = { origin, base: '/a/tides/' };

interface FakeRequest {
  readonly url: () => string;
  readonly resourceType: () => string;
  readonly isNavigationRequest: () => boolean;
  readonly frame: () => { readonly parentFrame: () => null };
  readonly failure: () => { readonly errorText: string };
}

/** A log, with short ways to feed it what a browser reports. */
function startLog() {
  let time = 0;
  const page = new EventEmitter();
  const session = new EventEmitter();
  const log = new PageLog(home, () => {
    time += 1;
    return time;
  });
  log.mainFrameId = 'main';
  log.watch(page as unknown as Page, session as unknown as CDPSession);
  return {
    log,
    page,
    session,
    ask(path: string, type = 'fetch', errorText = ''): FakeRequest {
      const request: FakeRequest = {
        url: () => new URL(path, origin).href,
        resourceType: () => type,
        isNavigationRequest: () => type === 'document',
        frame: () => ({ parentFrame: () => null }),
        failure: () => ({ errorText }),
      };
      page.emit('request', request);
      return request;
    },
    respond(request: FakeRequest, status: number): void {
      page.emit('response', { request: () => request, status: () => status });
    },
    throwError(exceptionId: number, exception: object): void {
      const place = { url: `${origin}/app.js`, lineNumber: 2, columnNumber: 13 };
      const exceptionDetails = { exceptionId, text: 'Uncaught', ...place, exception };
      session.emit('Runtime.exceptionThrown', { exceptionDetails });
    },
  };
}

describe('missing files', () => {
  test('missing files are requests to the page’s own origin that end with a status of 400 or higher', () => {
    const { log, ask, respond } = startLog();
    const [cat, dog] = [ask('/a/tides/cat.png?v=1'), ask('/a/tides/dog.png')];
    respond(cat, 404);
    respond(dog, 200);
    assert.deepEqual(log.missing, [
      { pathname: '/a/tides/cat.png', status: 404, after: '', isServiceWorker: false },
    ]);
  });

  test('a missing file names what was done before the request', () => {
    const { log, ask, respond } = startLog();
    log.noteAction('pressing “More”');
    respond(ask('/a/tides/more.json'), 404);
    assert.equal(log.missing[0]?.after, 'pressing “More”');
  });

  test('the icon that browsers request on their own is not a missing file', () => {
    const { log, ask, respond } = startLog();
    respond(ask('/favicon.ico', 'other'), 404);
    assert.deepEqual(log.missing, []);
  });

  test('the page itself is not missing outside of the app, nor when it is reloaded', () => {
    const { log, ask, respond } = startLog();
    respond(ask('/about', 'document'), 404);
    log.isReload = true;
    respond(ask('/a/tides/about', 'document'), 404);
    assert.deepEqual(log.missing, []);
    log.isReload = false;
    respond(ask('/a/tides/about', 'document'), 404);
    assert.equal(log.missing.length, 1);
  });

  test('at most 200 missing files are recorded', () => {
    const { log, ask, respond } = startLog();
    for (let id = 0; id < 300; id += 1) respond(ask(`/${id}`), 404);
    assert.equal(log.missing.length, 200);
  });
});

describe('requests without a response', () => {
  test('requests without a response are listed separately for the page’s own origin and for other hosts', () => {
    const { log, page, ask, respond } = startLog();
    page.emit('requestfailed', ask('/a/tides/big.bin', 'fetch', 'csp'));
    page.emit('requestfailed', ask('https://fonts.example/x.css', 'stylesheet', 'net::ERR_FAILED'));
    respond(ask('https://api.example/'), 500);
    assert.deepEqual(log.unanswered, [{ address: `${origin}/a/tides/big.bin`, reason: 'csp' }]);
    assert.deepEqual(log.foreign, [
      { address: 'https://fonts.example/x.css', reason: 'net::ERR_FAILED' },
      { address: 'https://api.example/', reason: '500' },
    ]);
    assert.deepEqual([...log.hosts], ['fonts.example', 'api.example']);
  });

  test('requests that the page itself cancelled, and those with a status, are not reported', () => {
    const { log, page, ask, respond } = startLog();
    page.emit('requestfailed', ask('/x', 'fetch', 'net::ERR_ABORTED'));
    const gone = ask('/y', 'fetch', 'net::ERR_FAILED');
    respond(gone, 404);
    page.emit('requestfailed', gone);
    assert.deepEqual(log.unanswered, []);
  });
});

describe('open requests', () => {
  test('open requests are those that wait for a response', () => {
    const { log, page, ask, respond } = startLog();
    const [, second, third] = [ask('/1'), ask('/2'), ask('/3')];
    page.emit('requestfinished', third);
    respond(second, 404);
    assert.equal(log.openRequests, 1);
  });

  test('event streams, data: and blob: URLs do not count as open requests', () => {
    const { log, ask } = startLog();
    ask('/events', 'eventsource');
    ask('data:text/css,');
    ask('blob:http://localhost/1');
    assert.equal(log.openRequests, 0);
  });

  test('an open request keeps the page busy while it receives data', () => {
    const { log, session, ask } = startLog();
    ask('/film.mp4');
    const before = log.lastActivity;
    session.emit('Network.dataReceived', {});
    assert.ok(log.lastActivity > before);
  });
});

describe('uncaught errors', () => {
  test('an uncaught error has the first line of its message, and a position that counts from 1', () => {
    const { log, throwError } = startLog();
    throwError(1, { description: 'TypeError: x is undefined\n    at app.js' });
    const address = `${origin}/app.js`;
    assert.deepEqual(log.uncaught, [
      { text: 'TypeError: x is undefined', address, line: 3, column: 14, after: '' },
    ]);
  });

  test('any thrown value is an uncaught error, not only an Error', () => {
    const { log, throwError } = startLog();
    throwError(1, { type: 'string', value: 'no' });
    throwError(2, { type: 'number', value: 7 });
    throwError(3, { type: 'undefined' });
    assert.deepEqual(
      log.uncaught.map(({ text }) => text),
      ['no', '7', 'Uncaught'],
    );
  });

  test('rejections that are handled later are not uncaught errors', () => {
    const { log, page, session, throwError } = startLog();
    throwError(1, { description: 'Error: late' });
    throwError(2, { description: 'Error: never' });
    const late = {
      name: 'Error',
      message: 'late',
      stack: `Error: late\n at ${origin}/app.js:3:14`,
    };
    page.emit('pageerror', late);
    session.emit('Runtime.exceptionRevoked', { exceptionId: 1 });
    assert.deepEqual(
      log.uncaught.map(({ text }) => text),
      ['Error: never'],
    );
  });

  test('an error of a worker counts, one of a frame of another host does not', () => {
    const { log, page } = startLog();
    const error = { name: 'Error', message: 'x' };
    page.emit('pageerror', { ...error, stack: `Error: x\n    at f (${origin}/a/tides/w.js:3:14)` });
    page.emit('pageerror', { ...error, stack: 'Error: x\n    at https://ads.example/a.js:1:1' });
    const address = `${origin}/a/tides/w.js`;
    assert.deepEqual(log.uncaught, [{ text: 'Error: x', address, line: 3, column: 14, after: '' }]);
  });
});

describe('console errors', () => {
  test('everything that the page logs with console.error is a console error', () => {
    const { log, session } = startLog();
    const frame = { url: `${origin}/app.js`, lineNumber: 0, columnNumber: 4 };
    const stackTrace = { callFrames: [frame] };
    const args = [{ type: 'string', value: 'Failed:' }, { description: 'Error: x\n  at y' }];
    session.emit('Runtime.consoleAPICalled', { type: 'error', args, stackTrace });
    session.emit('Runtime.consoleAPICalled', { type: 'log', args });
    const address = `${origin}/app.js`;
    assert.deepEqual(log.consoleErrors, [
      { text: 'Failed: Error: x', address, line: 1, column: 5, after: '' },
    ]);
  });

  test('errors that the browser itself logs are console errors, except for failed requests and exceptions', () => {
    const { log, session } = startLog();
    const level = 'error';
    const emit = (entry: object): boolean => session.emit('Log.entryAdded', { entry });
    emit({ level, source: 'network', text: 'Failed to load' });
    emit({ level, source: 'javascript', text: 'Uncaught Error: x' });
    emit({ level, source: 'security', text: 'Refused to run' });
    emit({ level: 'warning', source: 'other', text: 'Slow' });
    assert.deepEqual(
      log.consoleErrors.map(({ text }) => text),
      ['Refused to run'],
    );
  });
});

describe('the place of the page', () => {
  test('only loads of the page itself are counted, not those of its frames', () => {
    const { log, session } = startLog();
    session.emit('Page.frameNavigated', { frame: { id: 'main', url: `${origin}/a/tides/` } });
    const frame = { id: 'x', parentId: 'main', url: 'https://example.com/' };
    session.emit('Page.frameNavigated', { frame });
    assert.equal(log.loads, 1);
    assert.deepEqual(log.left, []);
  });

  test('an address outside of the app is recorded, also if no document is loaded', () => {
    const { log, session } = startLog();
    const move = (frameId: string, url: string): boolean => {
      return session.emit('Page.navigatedWithinDocument', { frameId, url });
    };
    move('main', `${origin}/a/tides/#/about`);
    move('other', `${origin}/x`);
    move('main', `${origin}/about`);
    session.emit('Page.frameNavigated', { frame: { id: 'main', url: 'about:blank' } });
    session.emit('Page.frameNavigated', { frame: { id: 'main', url: 'chrome-error://x/' } });
    assert.deepEqual(
      log.left.map(({ address }) => address),
      [`${origin}/about`, 'about:blank'],
    );
  });
});
