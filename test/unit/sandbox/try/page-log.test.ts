import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../../../sandbox/try/json.ts';
import { PageLog } from '../../../../sandbox/try/page-log.ts';

const origin = 'http://tides_draft.localhost:80';

/** A log, with short ways to feed it what a browser sends. */
function startLog() {
  let time = 0;
  const log = new PageLog(new URL(origin).origin, () => time);
  const send = (method: string, params: JsonObject, sessionId = 'page'): void => {
    time += 1;
    log.take({ method, params, sessionId });
  };
  return {
    log,
    send,
    ask: (requestId: string, url: string, type = 'Fetch'): void =>
      send('Network.requestWillBeSent', { requestId, type, request: { url } }),
    respond: (requestId: string, status: number): void =>
      send('Network.responseReceived', { requestId, response: { status } }),
    fail: (requestId: string, params: JsonObject): void =>
      send('Network.loadingFailed', { requestId, ...params }),
    throwError: (exceptionId: number, exception: JsonObject): void =>
      send('Runtime.exceptionThrown', {
        exceptionDetails: {
          exceptionId,
          text: 'Uncaught',
          url: `${origin}/app.js`,
          lineNumber: 2,
          columnNumber: 13,
          exception,
        },
      }),
  };
}

describe('missing files', () => {
  test('missing files are requests to the page’s own origin that end with a status of 400 or higher', () => {
    const { log, ask, respond } = startLog();
    ask('1', `${origin}/a/tides/cat.png?v=1`);
    ask('2', `${origin}/a/tides/dog.png`);
    respond('1', 404);
    respond('2', 200);
    assert.deepEqual(log.missing, [{ pathname: '/a/tides/cat.png', status: 404, pressed: '' }]);
  });

  test('a missing file is noted once, whichever event shows the status first', () => {
    const { log, ask, respond, send, fail } = startLog();
    ask('1', `${origin}/a/tides/worker.js`);
    send('Network.responseReceivedExtraInfo', { requestId: '1', statusCode: 404 });
    respond('1', 404);
    fail('1', { errorText: 'net::ERR_FAILED' });
    assert.equal(log.missing.length, 1);
    assert.deepEqual(log.unanswered, []);
  });

  test('a missing file names the button that was pressed before the request', () => {
    const { log, ask, respond } = startLog();
    log.notePress('More');
    ask('1', `${origin}/a/tides/more.json`);
    respond('1', 404);
    assert.equal(log.missing[0]?.pressed, 'More');
  });

  test('the icon that browsers request on their own is not a missing file', () => {
    const { log, ask, respond } = startLog();
    ask('1', `${origin}/favicon.ico`, 'Other');
    respond('1', 404);
    assert.deepEqual(log.missing, []);
  });

  test('at most 200 missing files are recorded', () => {
    const { log, ask, respond } = startLog();
    for (let id = 0; id < 300; id += 1) {
      ask(String(id), `${origin}/${id}`);
      respond(String(id), 404);
    }
    assert.equal(log.missing.length, 200);
  });
});

describe('requests without a response', () => {
  test('requests without a response are listed separately for the page’s own origin and for other hosts', () => {
    const { log, ask, fail, respond } = startLog();
    ask('1', `${origin}/a/tides/big.bin`);
    ask('2', 'https://fonts.example/x.css');
    ask('3', 'https://api.example/');
    fail('1', { errorText: 'net::ERR_FAILED', blockedReason: 'csp' });
    fail('2', { errorText: 'net::ERR_NAME_NOT_RESOLVED' });
    respond('3', 500);
    assert.deepEqual(log.unanswered, [{ address: `${origin}/a/tides/big.bin`, reason: 'csp' }]);
    assert.deepEqual(log.foreign, [
      { address: 'https://fonts.example/x.css', reason: 'net::ERR_NAME_NOT_RESOLVED' },
      { address: 'https://api.example/', reason: '500' },
    ]);
  });

  test('requests that the page itself cancelled are not reported', () => {
    const { log, ask, fail } = startLog();
    ask('1', `${origin}/x`);
    ask('2', `${origin}/y`);
    fail('1', { errorText: 'net::ERR_FAILED', canceled: true });
    fail('2', { errorText: 'net::ERR_ABORTED' });
    assert.deepEqual(log.unanswered, []);
  });
});

describe('open requests', () => {
  test('open requests are those that wait for a response', () => {
    const { log, ask, respond, send } = startLog();
    ask('1', `${origin}/1`);
    ask('2', `${origin}/2`);
    ask('3', `${origin}/3`);
    send('Network.loadingFinished', { requestId: '1' });
    respond('2', 404);
    assert.equal(log.openRequests, 1);
  });

  test('an open request ends even if the response arrives in the session of a worker', () => {
    const { log, ask, send } = startLog();
    ask('1', `${origin}/worker.js`);
    send('Network.loadingFinished', { requestId: '1' }, 'worker');
    assert.equal(log.openRequests, 0);
  });

  test('event streams, data: and blob: URLs do not count as open requests', () => {
    const { log, ask } = startLog();
    ask('1', `${origin}/events`, 'EventSource');
    ask('2', 'data:text/css,');
    ask('3', 'blob:http://localhost/1');
    assert.equal(log.openRequests, 0);
  });

  test('an open request keeps the page busy while it receives data', () => {
    const { log, ask, send } = startLog();
    ask('1', `${origin}/film.mp4`);
    const before = log.lastActivity;
    send('Network.dataReceived', { requestId: '1', dataLength: 10 });
    assert.ok(log.lastActivity > before);
  });
});

describe('uncaught errors', () => {
  test('an uncaught error has the first line of its message, and a position that counts from 1', () => {
    const { log, throwError } = startLog();
    throwError(1, { description: 'TypeError: x is undefined\n    at app.js' });
    const address = `${origin}/app.js`;
    assert.deepEqual(log.uncaught, [
      { text: 'TypeError: x is undefined', address, position: ':3:14', pressed: '' },
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
    const { log, throwError, send } = startLog();
    throwError(1, { description: 'Error: late' });
    throwError(2, { description: 'Error: never' });
    send('Runtime.exceptionRevoked', { exceptionId: 1 });
    assert.deepEqual(
      log.uncaught.map(({ text }) => text),
      ['Error: never'],
    );
  });
});

describe('console errors', () => {
  test('everything that the page logs with console.error is a console error', () => {
    const { log, send } = startLog();
    const frame = { url: `${origin}/app.js`, lineNumber: 0, columnNumber: 4 };
    const stackTrace = { callFrames: [frame] };
    const args = [{ type: 'string', value: 'Failed:' }, { description: 'Error: x\n  at y' }];
    send('Runtime.consoleAPICalled', { type: 'error', args, stackTrace });
    send('Runtime.consoleAPICalled', { type: 'log', args });
    const address = `${origin}/app.js`;
    assert.deepEqual(log.consoleErrors, [
      { text: 'Failed: Error: x', address, position: ':1:5', pressed: '' },
    ]);
  });

  test('errors that the browser itself logs are console errors, except for failed requests and exceptions', () => {
    const { log, send } = startLog();
    const level = 'error';
    send('Log.entryAdded', { entry: { level, source: 'network', text: 'Failed to load' } });
    send('Log.entryAdded', { entry: { level, source: 'javascript', text: 'Uncaught Error: x' } });
    send('Log.entryAdded', { entry: { level, source: 'security', text: 'Refused to run' } });
    send('Log.entryAdded', { entry: { level: 'warning', source: 'other', text: 'Slow' } });
    assert.deepEqual(
      log.consoleErrors.map(({ text }) => text),
      ['Refused to run'],
    );
  });
});

test('only loads of the page itself are counted, not those of its frames', () => {
  const { log, send } = startLog();
  send('Page.frameNavigated', { frame: { id: '1' } });
  send('Page.frameNavigated', { frame: { id: '2', parentId: '1' } });
  assert.equal(log.loads, 1);
});
