import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import {
  createMessageSplitter,
  DevTools,
  DevToolsError,
  type DevToolsEvent,
} from '../../../../sandbox/try/devtools.ts';

/** A browser of two pipes that a test plays. */
function startFake() {
  const output = new PassThrough();
  const input = new PassThrough();
  const devTools = new DevTools(output, input);
  const split = createMessageSplitter();
  return {
    devTools,
    input,
    /** Returns the messages that were sent to the browser. */
    readSent: (): unknown[] =>
      split(output.read() ?? Buffer.alloc(0)).map((text) => JSON.parse(text)),
    say: (message: unknown): boolean => input.write(`${JSON.stringify(message)}\0`),
  };
}

describe('messages on the pipe', () => {
  const message = Buffer.from('{"text":"é€😀"}\0{"second":2}\0{"rest":');

  test('messages on the pipe end with a zero byte', () => {
    assert.deepEqual(createMessageSplitter()(message), ['{"text":"é€😀"}', '{"second":2}']);
  });

  test('messages on the pipe may be cut at any byte', () => {
    for (let at = 0; at <= message.length; at += 1) {
      const split = createMessageSplitter();
      const parts = [...split(message.subarray(0, at)), ...split(message.subarray(at))];
      assert.deepEqual(parts, ['{"text":"é€😀"}', '{"second":2}']);
    }
  });
});

describe('calls', () => {
  test('calls are numbered, and each gets the result with its number', async () => {
    const { devTools, readSent, say } = startFake();
    const first = devTools.call('Browser.getVersion');
    const second = devTools.call('Page.enable', { x: 1 }, 'S');
    assert.deepEqual(readSent(), [
      { id: 1, method: 'Browser.getVersion', params: {} },
      { id: 2, method: 'Page.enable', params: { x: 1 }, sessionId: 'S' },
    ]);
    say({ id: 2, result: { second: true } });
    say({ id: 1, result: { product: 'Chrome/1' } });
    assert.deepEqual(await Promise.all([first, second]), [
      { product: 'Chrome/1' },
      { second: true },
    ]);
  });

  test('a failed call has the message of the browser', async () => {
    const { devTools, say } = startFake();
    const call = devTools.call('Page.enable');
    say({ id: 1, error: { code: -32_000, message: 'No such session' } });
    await assert.rejects(call, new DevToolsError('Page.enable: No such session'));
  });

  test('calls fail once the browser has ended', async () => {
    const { devTools, input } = startFake();
    const call = devTools.call('Page.enable');
    input.end();
    const ended = new DevToolsError('The browser has ended.');
    await assert.rejects(call, ended);
    await assert.rejects(devTools.call('Page.enable'), ended);
    assert.throws(() => devTools.assertRunning(), ended);
  });

  test('calls fail if the browser sends something that is not a message', async () => {
    const { devTools, input } = startFake();
    const call = devTools.call('Page.enable');
    input.write('Segmentation fault\0');
    const words = 'The browser sent data that is not a DevTools message.';
    await assert.rejects(call, new DevToolsError(words));
  });
});

test('events go to all listeners until they are removed', async () => {
  const { devTools, say } = startFake();
  const seen: DevToolsEvent[] = [];
  const stop = devTools.listen((event) => seen.push(event));
  const call = devTools.call('Page.enable');
  say({ method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: 'S' });
  say({ id: 1, result: {} });
  await call;
  stop();
  const later = devTools.call('Page.enable');
  say({ method: 'Page.loadEventFired' });
  say({ id: 2, result: {} });
  await later;
  assert.deepEqual(seen, [
    { method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: 'S' },
  ]);
});
