import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesPerTurn, createYield, stepsPerTurn } from '../../../src/folder/read.ts';

test('a turn is due after enough bytes or enough steps, and the count begins again', async () => {
  const yieldToEventLoop = createYield(undefined);
  assert.equal(yieldToEventLoop(bytesPerTurn - 1), undefined);
  await assert.doesNotReject(yieldToEventLoop(1) ?? Promise.reject(new Error('no turn')));
  for (let step = 1; step < stepsPerTurn; step += 1) assert.equal(yieldToEventLoop(0), undefined);
  await assert.doesNotReject(yieldToEventLoop(0) ?? Promise.reject(new Error('no turn')));
});

test('a turn lets others run, and ends with the reason of an abort', async () => {
  const controller = new AbortController();
  const yieldToEventLoop = createYield(controller.signal);
  setImmediate(() => controller.abort(new Error('cancelled')));
  await assert.rejects(yieldToEventLoop(bytesPerTurn) ?? Promise.resolve(), /cancelled/);
});
