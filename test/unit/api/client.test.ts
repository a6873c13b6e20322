import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { ApiError } from '../../../src/api/api-error.ts';
import { type Client, createClient } from '../../../src/api/client.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import { toJsonBody } from '../../../src/api/request-body.ts';
import type { RequestOutcome, SenderRequest } from '../../../src/api/sender.ts';

const tides = { slug: 'tides', status: 'draft' };
const accepted: RequestOutcome = {
  result: 'accepted',
  value: { ...tides, apps: [] },
  link: null,
  error: null,
  resendAfterMs: null,
};

/** A client whose requests all have this outcome. They are added to `sent`. */
function open(outcome: Partial<RequestOutcome> = {}, sent: SenderRequest[] = []): Client {
  const send = async (request: SenderRequest): Promise<RequestOutcome> => {
    sent.push(request);
    return { ...accepted, ...outcome };
  };
  return createClient(send, { origin: 'https://apps.example', path: '/base' });
}

/** Returns the outcome of a read that was refused with 404. */
function refuse(isDocumented: boolean): Partial<RequestOutcome> {
  const details = {
    ...{ status: 404, isDocumented, serverCode: null, message: null, problems: [] },
    ...{ moreProblems: 0, termsVersion: null, retryAfterMs: null },
  };
  const request = { operation: 'read', method: 'GET', path: '/', body: null } as const;
  return { result: 'refused', error: new ApiError(request, details, null) };
}

test('the seven endpoints are requested as documented, below the path of base-url', async () => {
  const sent: SenderRequest[] = [];
  const client = open({}, sent);
  await client.readApp('tides', { retryWindowMs: 0, timeoutMs: 500 });
  assert.partialDeepStrictEqual(sent, [{ retryWindowMs: 0, timeoutMs: 500 }]);
  await client.listApps();
  const usable = sent.map(({ isUsable = () => false }) => [tides, [tides], {}].filter(isUsable));
  assert.deepEqual(usable, [[tides], [[tides]]]);
  await client.createApp('tides', { name: 'Tide Times' });
  await client.deployApp(toJsonBody({ files: {} }));
  await client.updateApp('tides', { name: 'Tide Times' });
  await client.submitApp('tides', '2026-01');
  await client.deleteApp('tides');
  const bodies = await Promise.all(
    sent.map(({ body }) => (body === null ? '' : text(body.stream()))),
  );
  const lines = sent.map(
    ({ operation, method, path }, index) => `${operation}: ${method} ${path} ${bodies[index]}`,
  );
  assert.deepEqual(lines, [
    'read: GET /base/api/miniapps/tides ',
    'list: GET /base/api/miniapps ',
    'create: POST /base/api/miniapps {"slug":"tides","name":"Tide Times"}',
    'deploy: POST /base/api/miniapps/deploy {"files":{}}',
    'update: PATCH /base/api/miniapps/tides {"name":"Tide Times"}',
    'submit: POST /base/api/miniapps/tides/submit {"accept_terms":"2026-01"}',
    'delete: DELETE /base/api/miniapps/tides ',
  ]);
  assert.deepEqual(
    sent.map(({ termsVersion }) => termsVersion),
    [undefined, undefined, undefined, undefined, undefined, '2026-01', undefined],
  );
});

test('a read returns the app', async () => {
  const app = await open().readApp('tides');
  const documentedUrl = 'https://apps.example/base/a/tides';
  assert.partialDeepStrictEqual(app, { ...tides, documentedUrl });
});

test('a read returns null for a documented 404, and throws any other error', async () => {
  assert.equal(await open(refuse(true)).readApp('tides'), null);
  await assert.rejects(open(refuse(false)).readApp('tides'), { code: 'not_the_service' });
  await assert.rejects(open(refuse(true)).listApps(), { code: 'not_found' });
});

test('an app that is too large to be read is shown as in the list', async () => {
  const request = { method: 'GET', path: '/' };
  const tooLarge = new NetworkError(request, { code: 'response_too_large', sent: true });
  const windows: unknown[] = [];
  const openLarge = (list: unknown): Client => {
    const send = async ({ operation, retryWindowMs }: SenderRequest): Promise<RequestOutcome> => {
      windows.push(retryWindowMs);
      const isRead = operation === 'read';
      return { ...accepted, value: list, error: isRead ? tooLarge : null };
    };
    return createClient(send, { origin: 'https://apps.example', path: '' });
  };
  const list = [{ slug: 'other', status: 'draft' }, tides];
  const app = await openLarge(list).readApp('tides', { retryWindowMs: 0 });
  assert.deepEqual(windows, [0, 0]);
  assert.partialDeepStrictEqual(app, { ...tides, files: null });
  for (const other of [[], [{ slug: 'tides' }]])
    await assert.rejects(openLarge(other).readApp('tides'), tooLarge);
});

test('a change returns its result', async () => {
  const outcome = { ...accepted, ...refuse(true) };
  assert.deepEqual(await open(outcome).deleteApp('tides'), outcome);
});
