import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { ApiError } from '../../../src/api/api-error.ts';
import { type ChangeReply, type Client, createClient } from '../../../src/api/client.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
import type { SentRequest } from '../../../src/api/sender.ts';
import type { RequestBody, WireResponse } from '../../../src/api/transport.ts';

function respond(status: number, value?: unknown): WireResponse {
  const body: ResponseBody = value === undefined ? { kind: 'empty' } : { kind: 'json', value };
  return { status, retryAfter: null, date: null, body };
}

function unreadable(status: number, start: string): WireResponse {
  return { ...respond(status), body: { kind: 'unreadable', why: 'is not JSON', start } };
}

function fail(code: NetworkError['code'], sent: boolean): NetworkError {
  return new NetworkError({ method: 'POST', path: '/' }, { code, sent });
}

/** A client whose sender comes to this with every request, and what was sent. */
function open(
  ending: SentRequest['ending'],
  result: SentRequest['result'],
  more: Partial<SentRequest> = {},
  path = '',
) {
  const sent: object[] = [];
  const client = createClient(
    async ({ body, isUsable, ...request }) => {
      const bytes = body === null ? null : await text(body.stream());
      // A body can be sent again.
      assert.equal(body && (await text(body.stream())), bytes);
      assert.equal(body?.length, bytes === null ? undefined : Buffer.byteLength(bytes));
      sent.push({ ...request, body: bytes });
      return { ending, result, note: null, next: null, retryAfterMs: null, ...more };
    },
    { origin: 'https://apps.example', path },
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
const tides = { slug: 'tides', status: 'draft' };
const changes: Readonly<Record<string, (client: Client) => Promise<ChangeReply>>> = {
  create: (client) => client.createApp('tides', fields),
  deploy: (client) => client.deployApp(folder),
  update: (client) => client.updateApp('tides', fields),
  submit: (client) => client.submitApp('tides', '2026-01'),
  delete: (client) => client.deleteApp('tides'),
};
const reads: readonly ((client: Client) => Promise<unknown>)[] = [
  (client) => client.readApp('tides'),
  (client) => client.listApps(),
];

test('each of the seven endpoints is asked as the document says, below the path of base-url', async () => {
  for (const path of ['', '/apps/v1']) {
    const { client, sent } = open('accepted', respond(200, { ...tides, apps: [] }), {}, path);
    for (const read of reads) await read(client);
    for (const change of Object.values(changes)) await change(client);
    const apps = `${path}/api/miniapps`;
    const body = JSON.stringify(fields);
    assert.deepEqual(sent, [
      { operation: 'read', method: 'GET', path: `${apps}/tides`, body: null },
      { operation: 'list', method: 'GET', path: apps, body: null },
      { operation: 'create', method: 'POST', path: apps, body: JSON.stringify({ slug: 'tides', ...fields }) },
      { operation: 'deploy', method: 'POST', path: `${apps}/deploy`, body: '{}' },
      { operation: 'update', method: 'PATCH', path: `${apps}/tides`, body },
      { operation: 'submit', method: 'POST', path: `${apps}/tides/submit`, body: '{"accept_terms":"2026-01"}' },
      { operation: 'delete', method: 'DELETE', path: `${apps}/tides`, body: null },
    ]);
  }
});

describe('a read', () => {
  test('gives the app, or null where the service says that there is none', async () => {
    const app = await open('accepted', respond(200, tides)).client.readApp('tides');
    assert.partialDeepStrictEqual(app, { ...tides, documentedUrl: 'https://apps.example/a/tides' });
    const missing = respond(404, { error: { code: 'not_found' } });
    assert.equal(await open('refused', missing).client.readApp('tides'), null);
  });

  test('is no app, and none that is missing, in a gateway’s 404', async () => {
    await assert.rejects(open('lost', unreadable(404, '<html>')).client.readApp('tides'), { code: 'not_the_service' });
    await assert.rejects(open('refused', respond(404, { error: {} })).client.listApps(), { code: 'not_the_service' });
  });

  test('may be a look, and have a time limit of its own', async () => {
    const { client, sent } = open('accepted', respond(200, tides));
    await client.readApp('tides', { isLook: true, limitMs: 500 });
    assert.partialDeepStrictEqual(sent, [{ isLook: true, limitMs: 500 }]);
  });

  test('of the list gives the apps', async () => {
    const apps = await open('accepted', respond(200, { apps: [{ slug: 'a' }, { slug: 'b' }] })).client.listApps();
    assert.deepEqual(
      apps.map(({ slug }) => slug),
      ['a', 'b'],
    );
  });

  test('tells the sender which responses show what was asked for', async () => {
    const asked: boolean[] = [];
    const client = createClient(
      async ({ isUsable = () => false }) => {
        asked.push(...[tides, { slug: 'tides' }, [tides]].map(isUsable));
        return { ending: 'accepted', result: respond(200, []), note: null, next: null, retryAfterMs: null };
      },
      { origin: 'https://apps.example', path: '' },
    );
    await assert.rejects(client.readApp('tides'));
    await client.listApps();
    assert.deepEqual(asked, [true, false, false, false, false, true]);
  });

  for (const [name, result, app, list] of [
    ['an object', respond(200, {}), 'does not show the app with its slug and status', 'is not a list of apps'],
    ['nothing', respond(204), 'is empty', 'is empty'],
    ['HTML', unreadable(200, '<html>'), 'is not JSON', 'is not JSON'],
  ] as const) {
    test(`says why a success with ${name} cannot be used, and what was tried`, async () => {
      const { client } = open('lost', result, { note: 'still so after 1 min' });
      const expected = (path: string, why: string) => ({
        code: 'response_unreadable',
        message: `GET /api/miniapps${path}: returned ${result.status}, but the response ${why}; still so after 1 min`,
      });
      await assert.rejects(client.readApp('tides'), expected('/tides', app));
      await assert.rejects(client.listApps(), expected('', list));
    });
  }

  test('that is refused, or fails, throws an error that blames no content', async () => {
    for (const read of reads) {
      for (const status of [302, 400, 401, 403, 422]) {
        await assert.rejects(read(open('refused', respond(status, {})).client), { name: 'ApiError', kind: 'failed' });
      }
      for (const status of [200, 500, 503]) {
        const { client } = open('lost', respond(status, { error: { message: 'No.' } }));
        await assert.rejects(read(client), { code: 'service_error', message: /: No\.\)$/ });
      }
      const loss = fail('connection_lost', true);
      await assert.rejects(read(open('lost', loss).client), (error) => error === loss);
    }
  });
});

describe('a change', () => {
  for (const [name, change] of Object.entries(changes)) {
    test(`(${name}) is accepted or pending whatever its response shows`, async () => {
      for (const ending of ['accepted', 'pending'] as const) {
        for (const result of [respond(200, tides), respond(200, { slug: 'other' }), respond(204)]) {
          assert.deepEqual(await change(open(ending, result).client), { kind: ending });
        }
      }
    });

    test(`(${name}) that is lost is no error yet, and is not repeated after a redirect`, async () => {
      for (const [result, code, mayRepeat] of [
        [fail('connection_lost', true), 'connection_lost', true],
        [unreadable(200, '<html>'), 'response_unreadable', true],
        [respond(200, { error: { message: 'No.' } }), 'service_error', true],
        [respond(303), 'redirected', false],
        [respond(307), 'redirected', false],
        [unreadable(404, '<html>'), 'not_the_service', true],
        [unreadable(502, '<html>'), 'service_error', true],
      ] as const) {
        const reply = await change(open('lost', result, { retryAfterMs: 7_000 }).client);
        assert.ok(reply.kind === 'lost');
        assert.deepEqual([reply.error.code, reply.retryAfterMs, reply.mayRepeat], [code, 7_000, mayRepeat]);
      }
      assert.partialDeepStrictEqual(await change(open('lost', respond(500)).client), { retryAfterMs: 0 });
    });

    test(`(${name}) throws every refusal`, async () => {
      for (const [status, code] of [
        [400, 'field_rejected'],
        [404, 'not_found'],
        [409, 'address_taken'],
      ] as const) {
        const { client } = open('refused', respond(status, { error: { code: 'no' } }));
        await assert.rejects(change(client), { name: 'ApiError', code });
      }
      await assert.rejects(change(open('limited', respond(429)).client), { code: 'too_many_changes' });
    });
  }

  test('of whatever else was thrown lets it through', async () => {
    const failure = new RangeError('file changed');
    const client = createClient(() => Promise.reject(failure), { origin: 'https://apps.example', path: '' });
    await assert.rejects(client.deployApp(folder), (error) => error === failure);
  });
});

describe('a refusal', () => {
  const note = 'still so';
  for (const [result, more, message] of [
    [respond(403, { error: { message: 'no' } }), {}, 'no'],
    [respond(429, { error: { message: 'no' } }), { note }, 'no; still so'],
    [respond(429, {}), { note }, 'still so'],
    [respond(403, {}), {}, null],
    [respond(403), {}, null],
    [unreadable(403, ' <html>\n\t<title>Gate</title>'), {}, '<html> <title>Gate</title>'],
    [unreadable(403, ''), {}, null],
  ] as const) {
    test(`has the service's words, and the note on what was tried: ${message}`, async () => {
      await assert.rejects(open('refused', result, more).client.deleteApp('tides'), (error) => {
        return error instanceof ApiError && error.details.message === message;
      });
    });
  }

  test('passes on what to do next', async () => {
    const { client } = open('limited', respond(429, {}), { note, next: 'Re-run in 300 s.', retryAfterMs: 300_000 });
    await assert.rejects(client.deleteApp('tides'), { next: 'Re-run in 300 s.' });
  });

  test('names the time that the service asks for, but for a 429, which was waited for', async () => {
    for (const [ending, status, retryAfterMs] of [
      ['lost', 503, 7_000],
      ['limited', 429, null],
    ] as const) {
      const { client } = open(ending, respond(status, {}), { retryAfterMs: 7_000 });
      await assert.rejects(client.readApp('tides'), (error) => {
        return error instanceof ApiError && error.details.retryAfterMs === retryAfterMs;
      });
    }
  });

  test('for the terms of a submission asks for another version than was sent', async () => {
    const body = { error: { code: 'terms_required', message: '"2026-01" is old, accept "2026-02"' } };
    const { client } = open('refused', respond(400, body));
    await assert.rejects(client.submitApp('tides', '2026-01'), (error) => {
      return error instanceof ApiError && error.details.termsVersion === '2026-02';
    });
  });
});
