import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { watchSending } from '../../../src/api/transport-sending.ts';

const sendHeaders = channel('undici:client:sendHeaders');
const request = { method: 'POST', path: '/api/miniapps/deploy' };

test('only the head of the watched request counts as sent', () => {
  const watch = watchSending(request);
  for (const message of [
    undefined,
    null,
    'text',
    {},
    { request: null },
    { request: 'text' },
    { request: {} },
    { request: { method: 'CONNECT', path: 'apps.example:443' } },
    { request: { method: 'GET', path: '/api/miniapps/deploy' } },
    { request: { method: 'POST', path: '/api/miniapps' } },
  ]) {
    sendHeaders.publish(message);
    assert.equal(watch.isSent(), false, JSON.stringify(message));
  }
  sendHeaders.publish({ request });
  assert.equal(watch.isSent(), true);
  watch.stop();
});

test('a watch that was stopped hears nothing more', () => {
  const watch = watchSending(request);
  watch.stop();
  assert.equal(sendHeaders.hasSubscribers, false);
});
