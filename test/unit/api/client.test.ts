import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { ApiError } from '../../../src/api/api-error.ts';
import { type ChangeResponse, type Client, createClient } from '../../../src/api/client.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
import type { FinalResponse } from '../../../src/api/sender.ts';
import type { RequestBody } from '../../../src/api/transport.ts';

interface Sent {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly limitMs: number | undefined;
  readonly body: string | null;
}

function respond(status: number, value?: unknown, note: string | null = null): FinalResponse {
  const body: ResponseBody = value === undefined ? { kind: 'empty' } : { kind: 'json', value };
  return { status, retryAfter: null, body, note, next: null, date: null, retryAfterMs: null };
}

function unreadable(status: number, start: string, note: string | null = null): FinalResponse {
  return { ...respond(status, null, note), body: { kind: 'unreadable', why: 'is not JSON', start } };
}

/** A client whose sender always gives this, and what was sent. */
function open(result: FinalResponse | Error, basePath = ''): { client: Client; sent: Sent[] } {
  const sent: Sent[] = [];
  const client = createClient(
    async ({ operation, method, path, limitMs, body }) => {
      const bytes = body === null ? null : await text(body.stream());
      // A body can be sent again.
      assert.equal(body && (await text(body.stream())), bytes);
      assert.equal(body?.length, bytes === null ? undefined : Buffer.byteLength(bytes));
      sent.push({ operation, method, path, limitMs, body: bytes });
      if (result instanceof Error) throw result;
      return result;
    },
    { origin: 'https://apps.example', path: basePath },
  );
  return { client, sent };
}

const folder: RequestBody = {
  length: 2,
  async *stream() {
    yield Buffer.from('{}');
  },
};
const fields = { name: 'Tide Times', html: '<h1>ü</h1>' };
const changes: Readonly<Record<string, (client: Client) => Promise<ChangeResponse>>> = {
  create: (client) => client.createApp('tides', fields),
  deploy: (client) => client.deployApp('tides', folder),
  update: (client) => client.updateApp('tides', fields),
  submit: (client) => client.submitApp('tides', '2026-01'),
  delete: (client) => client.deleteApp('tides'),
};

test('each of the seven endpoints is asked as the document says, below the path of base-url', async () => {
  for (const basePath of ['', '/apps/v1']) {
    const { client, sent } = open(respond(200, { slug: 'tides' }), basePath);
    await client.readApp('tides');
    await assert.rejects(client.listApps());
    for (const change of Object.values(changes)) await change(client);
    const apps = `${basePath}/api/miniapps`;
    const plain = { limitMs: undefined, body: null };
    const body = JSON.stringify(fields);
    assert.deepEqual(sent, [
      { ...plain, operation: 'read', method: 'GET', path: `${apps}/tides` },
      { ...plain, operation: 'list', method: 'GET', path: apps },
      { ...plain, operation: 'create', method: 'POST', path: apps, body: JSON.stringify({ slug: 'tides', ...fields }) },
      { ...plain, operation: 'deploy', method: 'POST', path: `${apps}/deploy`, body: '{}' },
      { ...plain, operation: 'update', method: 'PATCH', path: `${apps}/tides`, body },
      {
        ...plain,
        operation: 'submit',
        method: 'POST',
        path: `${apps}/tides/submit`,
        body: '{"accept_terms":"2026-01"}',
      },
      { ...plain, operation: 'delete', method: 'DELETE', path: `${apps}/tides` },
    ]);
  }
});

test('a read gives the app, or null where there is none', async () => {
  const app = await open(respond(200, { slug: 'tides', status: 'draft' })).client.readApp('tides');
  assert.deepEqual([app?.slug, app?.status], ['tides', 'draft']);
  for (const missing of [respond(404, { error: { code: 'not_found' } }), unreadable(404, '<html>'), respond(410)]) {
    assert.equal(await open(missing).client.readApp('tides'), null);
  }
});

test('a read may have a time limit of its own', async () => {
  const { client, sent } = open(respond(200, { slug: 'tides' }));
  await client.readApp('tides', 500);
  assert.equal(sent[0]?.limitMs, 500);
});

test('a list gives the apps', async () => {
  const apps = await open(respond(200, { apps: [{ slug: 'a' }, { slug: 'b' }] })).client.listApps();
  assert.deepEqual(
    apps.map(({ slug }) => slug),
    ['a', 'b'],
  );
});

test('a response that shows no app, or no list, is unreadable to a read', async () => {
  for (const value of [null, [], {}, 12, { slug: 'other' }]) {
    await assert.rejects(open(respond(200, value)).client.readApp('tides'), {
      code: 'response_unreadable',
      message: 'GET /api/miniapps/tides: the response shows no app tides',
    });
  }
  for (const value of [null, {}, 12, [1]]) {
    await assert.rejects(open(respond(200, value)).client.listApps(), {
      code: 'response_unreadable',
      message: 'GET /api/miniapps: the response is not a list of apps',
    });
  }
});

test('a read that is refused, or fails, throws the refusal, whose words blame no folder', async () => {
  for (const read of [(client: Client) => client.readApp('tides'), (client: Client) => client.listApps()]) {
    for (const status of [302, 400, 401, 403, 422, 429, 500, 503]) {
      await assert.rejects(read(open(respond(status, {})).client), (error) => {
        return error instanceof ApiError && error.details.status === status && error.kind === 'failed';
      });
    }
    await assert.rejects(read(open(respond(413, {})).client), { code: 'too_large', next: /base-url/ });
  }
  await assert.rejects(open(respond(404, {})).client.listApps(), {
    code: 'not_found',
    message: 'The service lists no apps at this address (GET /api/miniapps returned 404)',
  });
});

const tides = { slug: 'tides', status: 'draft' };
/** Successes, and the status of the app that each shows; a 202 that is no object was accepted, and must not be sent again. */
const successes: readonly (readonly [result: FinalResponse, status: string | null])[] = [
  [respond(200, tides), 'draft'],
  [respond(201, { app: tides }), 'draft'],
  [respond(202, tides), 'draft'],
  [respond(200, { slug: 'tides', name: 'Tides', status: 'frozen' }), 'frozen'],
  [respond(200, { slug: 'tides', url: 'https://apps.example/a/tides', status: 'deployed' }), null],
  [respond(200, { ok: true, slug: 'tides' }), null],
  [respond(202, { ok: true, slug: 'other' }), null],
  [respond(200, {}), null],
  [respond(200), null],
  [respond(204), null],
  [respond(202), null],
  [respond(202, null), null],
  [respond(202, []), null],
  [respond(202, 'queued'), null],
  [unreadable(202, 'Accepted'), null],
];

for (const [name, change] of Object.entries(changes)) {
  test(`${name} succeeds with the app that its response shows, or without one, and is pending with a 202`, async () => {
    for (const [result, status] of successes) {
      const { app, ...rest } = await change(open(result).client);
      assert.equal(app?.status ?? null, status);
      assert.deepEqual(rest, { isPending: result.status === 202, lost: null });
    }
  });

  test(`${name} is lost where the service failed`, async () => {
    for (const status of [500, 501, 502, 503, 504]) {
      const { app, lost } = await change(open(unreadable(status, '<html>Bad Gateway')).client);
      assert.ok(app === null && lost instanceof ApiError && lost.details.status === status);
    }
  });

  test(`${name} is lost where it was sent and no response came, unless the run is over`, async () => {
    for (const code of ['connection_lost', 'attempt_timeout', 'response_unreadable', 'response_too_large'] as const) {
      const loss = makeLoss(code, true);
      assert.deepEqual(await change(open(loss).client), { app: null, isPending: false, lost: loss });
    }
    for (const loss of [
      makeLoss('cancelled', true),
      makeLoss('deadline', true),
      makeLoss('connection_lost', false),
      makeLoss('tls', false),
      makeLoss('dry_run', false),
      new RangeError('file changed'),
    ]) {
      await assert.rejects(change(open(loss).client), (error) => error === loss);
    }
  });

  test(`${name} throws every refusal`, async () => {
    for (const [status, code] of [
      [302, 'redirected'],
      [400, 'field_rejected'],
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'not_found'],
      [409, 'address_taken'],
      [413, 'too_large'],
      [422, 'folder_rejected'],
      [429, 'too_many_changes'],
    ] as const) {
      await assert.rejects(change(open(respond(status, {})).client), { name: 'ApiError', code });
    }
  });
}

function makeLoss(code: NetworkError['code'], sent: boolean): NetworkError {
  return new NetworkError({ method: 'POST', path: '/' }, { code, sent, what: code, next: 'Wait.' });
}

for (const [result, message] of [
  [respond(403, { error: { message: 'no' } }), 'no'],
  [respond(429, { error: { message: 'no' } }, 'still so'), 'no; still so'],
  [respond(429, {}, 'still so'), 'still so'],
  [respond(403, {}), null],
  [respond(403), null],
  [unreadable(403, ' <html>\n\t<title>Gate</title>'), '<html> <title>Gate</title>'],
  [unreadable(403, ''), null],
] as const) {
  test(`a refusal has the service's words, and the note on what was tried: ${message}`, async () => {
    await assert.rejects(open(result).client.deleteApp('tides'), (error) => {
      return error instanceof ApiError && error.details.message === message;
    });
  });
}

test('a refusal passes on what to do next, and how long to wait before it is sent again', async () => {
  const { next } = respond(429, {});
  await assert.rejects(open({ ...respond(429, {}), next: 'Re-run in 300 s.' }).client.deleteApp('tides'), {
    next: 'Re-run in 300 s.',
  });
  const { lost } = await open({ ...respond(503, {}), next, retryAfterMs: 7_000 }).client.deleteApp('tides');
  assert.equal(lost instanceof ApiError && lost.details.retryAfterMs, 7_000);
});

test('the terms version that a submit is refused for is not the one it sent', async () => {
  const refusal = { error: { code: 'terms_required', message: '"2026-01" is old, accept "2026-02"' } };
  await assert.rejects(open(respond(400, refusal)).client.submitApp('tides', '2026-01'), (error) => {
    return error instanceof ApiError && error.details.termsVersion === '2026-02';
  });
});
