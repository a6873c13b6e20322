import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { ApiError } from '../../../src/api/api-error.ts';
import { type ChangeReply, type Client, createClient } from '../../../src/api/client.ts';
import { NetworkError } from '../../../src/api/network-error.ts';
import type { ResponseBody } from '../../../src/api/response.ts';
import type { Sender, SentRequest } from '../../../src/api/sender.ts';
import { toJsonBody, type WireResponse } from '../../../src/api/transport.ts';

function respond(status: number, value?: unknown): WireResponse {
  const body: ResponseBody = value === undefined ? { kind: 'empty' } : { kind: 'json', value };
  return { status, retryAfter: null, date: null, body };
}

function respondText(status: number, start: string): WireResponse {
  return { ...respond(status), body: { kind: 'unreadable', why: 'is not JSON', start } };
}

function end(ending: SentRequest['ending'], result: SentRequest['result']): SentRequest {
  return { ending, result, note: null, next: null, retryAfterMs: null };
}

/** A client whose every request ends like this. */
function open(ending: SentRequest['ending'], result: SentRequest['result'], more: Partial<SentRequest> = {}): Client {
  return openWith(async () => ({ ...end(ending, result), ...more }));
}

function openWith(send: Sender, path = ''): Client {
  return createClient(send, { origin: 'https://apps.example', path });
}

/** What a request throws. */
async function catchError(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => assert.fail('no error'),
    (error: unknown) => error,
  );
}

const fields = { name: 'Tide Times', html: '<h1>ü</h1>' };
const tides = { slug: 'tides', status: 'draft' };
const reads: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  read: (client) => client.readApp('tides'),
  list: (client) => client.listApps(),
};
const changes: Readonly<Record<string, (client: Client) => Promise<ChangeReply>>> = {
  create: (client) => client.createApp('tides', fields),
  deploy: (client) => client.deployApp(toJsonBody({ files: {} })),
  update: (client) => client.updateApp('tides', fields),
  submit: (client) => client.submitApp('tides', '2026-01'),
  delete: (client) => client.deleteApp('tides'),
};

for (const path of ['', '/apps/v1']) {
  test(`each of the seven endpoints is asked as the document says, below the path "${path}" of base-url`, async () => {
    const sent: object[] = [];
    const client = openWith(async ({ body, isUsable, ...request }) => {
      sent.push({ ...request, body: body && JSON.parse(await text(body.stream())) });
      return end('accepted', respond(200, { ...tides, apps: [] }));
    }, path);
    for (const ask of Object.values({ ...reads, ...changes })) await ask(client);
    await client.readApp('tides', { isLook: true, limitMs: 500 });
    const apps = `${path}/api/miniapps`;
    assert.deepEqual(sent, [
      { operation: 'read', method: 'GET', path: `${apps}/tides`, body: null },
      { operation: 'list', method: 'GET', path: apps, body: null },
      { operation: 'create', method: 'POST', path: apps, body: { slug: 'tides', ...fields } },
      { operation: 'deploy', method: 'POST', path: `${apps}/deploy`, body: { files: {} } },
      { operation: 'update', method: 'PATCH', path: `${apps}/tides`, body: fields },
      { operation: 'submit', method: 'POST', path: `${apps}/tides/submit`, body: { accept_terms: '2026-01' } },
      { operation: 'delete', method: 'DELETE', path: `${apps}/tides`, body: null },
      { operation: 'read', method: 'GET', path: `${apps}/tides`, body: null, isLook: true, limitMs: 500 },
    ]);
  });
}

describe('a read', () => {
  test('gives the app, or null where the service says in the documented form that there is none', async () => {
    const app = await open('accepted', respond(200, tides)).readApp('tides');
    assert.partialDeepStrictEqual(app, { ...tides, documentedUrl: 'https://apps.example/a/tides' });
    assert.equal(await open('refused', respond(404, { error: { code: 'not_found' } })).readApp('tides'), null);
    await assert.rejects(open('lost', respondText(404, '<html>')).readApp('tides'), { code: 'not_the_service' });
  });

  test('of the list gives the apps', async () => {
    const apps = await open('accepted', respond(200, { apps: [{ slug: 'a' }, { slug: 'b' }] })).listApps();
    assert.partialDeepStrictEqual(apps, [{ slug: 'a' }, { slug: 'b' }]);
    await assert.rejects(open('refused', respond(404, { error: {} })).listApps(), { code: 'not_the_service' });
  });

  test('tells the sender which responses show what was asked for', async () => {
    const usable: unknown[] = [];
    const client = openWith(async ({ operation, isUsable = () => false }) => {
      usable.push(...[tides, { slug: 'tides' }, [tides]].filter(isUsable).map((body) => ({ operation, body })));
      return end('accepted', respond(200, []));
    });
    await assert.rejects(client.readApp('tides'));
    await client.listApps();
    assert.deepEqual(usable, [
      { operation: 'read', body: tides },
      { operation: 'list', body: [tides] },
    ]);
  });

  for (const [name, result, app, list] of [
    ['an object', respond(200, {}), 'does not show the app with its slug and status', 'is not a list of apps'],
    ['nothing', respond(204), 'is empty', 'is empty'],
    ['HTML', respondText(200, '<html>'), 'is not JSON', 'is not JSON'],
  ] as const) {
    test(`says why a success with ${name} cannot be used, and what was tried`, async () => {
      const client = open('lost', result, { note: 'still so after 1 min' });
      const expected = (path: string, why: string) => ({
        code: 'response_unreadable',
        message: `GET /api/miniapps${path}: returned ${result.status}, but the response ${why}; still so after 1 min`,
      });
      await assert.rejects(client.readApp('tides'), expected('/tides', app));
      await assert.rejects(client.listApps(), expected('', list));
    });
  }

  for (const [name, read] of Object.entries(reads)) {
    test(`(${name}) that is refused, or fails, throws its error`, async () => {
      await assert.rejects(read(open('refused', respond(422, {}))), { code: 'folder_rejected', kind: 'failed' });
      const failure = respond(200, { error: { message: 'No.' } });
      await assert.rejects(read(open('lost', failure)), { code: 'service_error', message: /: No\.\)$/ });
    });
  }
});

for (const [name, change] of Object.entries(changes)) {
  describe(`a change (${name})`, () => {
    test('is accepted or pending whatever its response shows', async () => {
      for (const ending of ['accepted', 'pending'] as const) {
        for (const result of [respond(200, { slug: 'other' }), respond(204)]) {
          assert.deepEqual(await change(open(ending, result)), { kind: ending });
        }
      }
    });

    test('that is lost is no error yet, and is not repeated after a redirect', async () => {
      const lost = new NetworkError({ method: 'POST', path: '/' }, { code: 'connection_lost', sent: true });
      for (const [result, code, mayRepeat] of [
        [lost, 'connection_lost', true],
        [respondText(200, '<html>'), 'response_unreadable', true],
        [respond(200, { error: { message: 'No.' } }), 'service_error', true],
        [respond(303), 'redirected', false],
        [respond(307), 'redirected', false],
        [respondText(404, '<html>'), 'not_the_service', true],
        [respondText(502, '<html>'), 'service_error', true],
      ] as const) {
        const reply = await change(open('lost', result, { retryAfterMs: 7_000 }));
        assert.ok(reply.kind === 'lost');
        const { error, ...rest } = reply;
        assert.deepEqual({ code: error.code, ...rest }, { code, kind: 'lost', retryAfterMs: 7_000, mayRepeat });
      }
      assert.partialDeepStrictEqual(await change(open('lost', respond(500))), { retryAfterMs: 0 });
    });

    test('throws every refusal, and whatever else is thrown', async () => {
      const refusal = respond(403, { error: { code: 'no' } });
      await assert.rejects(change(open('refused', refusal)), { name: 'ApiError', code: 'forbidden' });
      await assert.rejects(change(open('limited', respond(429))), { code: 'too_many_changes' });
      const failure = new RangeError('file changed');
      assert.equal(await catchError(change(openWith(() => Promise.reject(failure)))), failure);
    });
  });
}

describe('the error of a refusal', () => {
  const asked = { retryAfterMs: 7_000 };
  const note = 'still so';
  const terms = { error: { code: 'terms_required', message: '"2026-01" is old, accept "2026-02"' } };
  for (const [name, result, more, details] of [
    ['the words of the service', respond(403, { error: { message: 'no' } }), {}, { message: 'no' }],
    ['its words and what was tried', respond(403, { error: { message: 'no' } }), { note }, { message: 'no; still so' }],
    ['what was tried', respond(403, {}), { note }, { message: 'still so' }],
    ['no words', respond(403), {}, { message: null }],
    ['the first words of a page', respondText(403, ' <p>\n\tNo.'), {}, { message: '<p> No.' }],
    ['no words of an empty text', respondText(403, ''), {}, { message: null }],
    ['the time that the service asks for', respond(503, {}), asked, { retryAfterMs: 7_000 }],
    ['no such time where it was waited for', respond(503, {}), { ...asked, note }, { retryAfterMs: null }],
    ['no such time of a 429', respond(429, {}), { ...asked, ending: 'limited' }, { retryAfterMs: null }],
    ['other terms than were sent', respond(400, terms), {}, { termsVersion: '2026-02' }],
  ] as const) {
    test(`has ${name}`, async () => {
      const error = await catchError(open('refused', result, more).submitApp('tides', '2026-01'));
      assert.ok(error instanceof ApiError);
      assert.partialDeepStrictEqual(error.details, details);
    });
  }

  test('passes on what to do next', async () => {
    await assert.rejects(open('limited', respond(429), { next: 'Re-run later.' }).deleteApp('tides'), {
      next: 'Re-run later.',
    });
  });
});
