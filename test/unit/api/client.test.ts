import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { ApiError } from '../../../src/api/api-error.ts';
import { type Client, createClient } from '../../../src/api/client.ts';
import type { Sender, SenderRequest, SentRequest } from '../../../src/api/sender.ts';
import { toJsonBody, type WireResponse } from '../../../src/api/transport.ts';

function respond(status: number, value?: unknown): WireResponse {
  const body =
    value === undefined ? ({ kind: 'empty' } as const) : ({ kind: 'json', value } as const);
  return { status, retryAfter: null, date: null, body };
}

function respondText(status: number, start: string): WireResponse {
  return { ...respond(status), body: { kind: 'unreadable', why: 'is not JSON', start } };
}

/** A client whose every request ends like this, and is told to `sent`. */
function open(
  ending: SentRequest['ending'],
  result: SentRequest['result'],
  { sent = [], ...more }: Partial<SentRequest> & { readonly sent?: SenderRequest[] } = {},
): Client {
  const send: Sender = async (request) => {
    sent.push(request);
    return {
      ending,
      result,
      note: null,
      next: null,
      retryAfterMs: null,
      repeatAfterMs: null,
      ...more,
    };
  };
  return createClient(send, { origin: 'https://apps.example', path: '/base' });
}

const tides = { slug: 'tides', status: 'draft' };

test('each of the seven endpoints is asked as the document says, below the path of base-url', async () => {
  const sent: SenderRequest[] = [];
  const client = open('accepted', respond(200, { ...tides, apps: [] }), { sent });
  await client.readApp('tides', { retryWindowMs: 0, limitMs: 500 });
  assert.partialDeepStrictEqual(sent, [{ retryWindowMs: 0, limitMs: 500 }]);
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
  const asked = sent.map(
    ({ operation, method, path }, index) => `${operation}: ${method} ${path} ${bodies[index]}`,
  );
  assert.deepEqual(asked, [
    'read: GET /base/api/miniapps/tides ',
    'list: GET /base/api/miniapps ',
    'create: POST /base/api/miniapps {"slug":"tides","name":"Tide Times"}',
    'deploy: POST /base/api/miniapps/deploy {"files":{}}',
    'update: PATCH /base/api/miniapps/tides {"name":"Tide Times"}',
    'submit: POST /base/api/miniapps/tides/submit {"accept_terms":"2026-01"}',
    'delete: DELETE /base/api/miniapps/tides ',
  ]);
});

test('a read gives the app, or null where the service says in the documented form that there is none', async () => {
  const app = await open('accepted', respond(200, tides)).readApp('tides');
  assert.partialDeepStrictEqual(app, {
    ...tides,
    documentedUrl: 'https://apps.example/base/a/tides',
  });
  const none = open('refused', respond(404, { error: { code: 'not_found' } }));
  assert.equal(await none.readApp('tides'), null);
  await assert.rejects(none.listApps(), { code: 'not_found' });
  await assert.rejects(open('lost', respondText(404, '<html>')).readApp('tides'), {
    code: 'not_the_service',
  });
});

for (const [result, app, list] of [
  [respond(200, {}), 'does not show the app with its slug and status', 'is not a list of apps'],
  [respond(204), 'is empty', 'is empty'],
  [respondText(200, '<html>'), 'is not JSON', 'is not JSON'],
] as const) {
  test(`a read says why a success cannot be used that ${app}, and what was tried`, async () => {
    const client = open('lost', result, { note: 'still so after 1 min' });
    const expected = (path: string, why: string) => ({
      ...{ code: 'response_unreadable', sent: true },
      message: `GET /base/api/miniapps${path}: returned ${result.status}, but the response ${why}; still so after 1 min`,
    });
    await assert.rejects(client.readApp('tides'), expected('/tides', app));
    await assert.rejects(client.listApps(), expected('', list));
  });
}

for (const [ending, result, fate, code] of [
  ['lost', respondText(200, '<html>'), 'lost', 'response_unreadable'],
  ['lost', respond(299, { error: { message: 'No.' } }), 'lost', 'service_error'],
  ['lost', respond(200, { ok: false }), 'lost', 'service_error'],
  ['lost', respond(300), 'lost', 'redirected'],
  ['lost', respond(399), 'lost', 'redirected'],
  ['refused', respond(400), 'refused', 'field_rejected'],
  ['limited', respond(429), 'refused', 'too_many_changes'],
] as const) {
  test(`a change that is ${ending} with ${result.status} is ${fate}, and says why`, async () => {
    const reply = await open(ending, result, { repeatAfterMs: 7_000 }).deleteApp('tides');
    assert.partialDeepStrictEqual(reply, { fate, repeatAfterMs: 7_000 });
    assert.equal(reply.error?.code, code);
  });
}

const asked = { retryAfterMs: 7_000 };
const note = 'still so';
const terms = { error: { code: 'terms_required', message: '"2026-01" is old, accept "2026-02"' } };
for (const [name, result, more, details] of [
  [
    'its words and what was tried',
    respond(403, { error: { message: 'no' } }),
    { note },
    { message: 'no; still so' },
  ],
  ['the first words of a page', respondText(403, ' <p>\n\tNo.'), {}, { message: '<p> No.' }],
  ['the time that the service asks for', respond(503, {}), asked, { retryAfterMs: 7_000 }],
  [
    'no such time where it was waited for',
    respond(503, {}),
    { ...asked, note },
    { retryAfterMs: null },
  ],
  [
    'no such time of a 429',
    respond(429, {}),
    { ...asked, ending: 'limited' },
    { retryAfterMs: null },
  ],
  ['other terms than were sent', respond(400, terms), {}, { termsVersion: '2026-02' }],
] as const) {
  test(`the error of a refusal has ${name}`, async () => {
    const { error } = await open('refused', result, more).submitApp('tides', '2026-01');
    assert.ok(error instanceof ApiError);
    assert.partialDeepStrictEqual(error.details, details);
  });
}

test('an error says that its response was not read to its end, in place of a piece of JSON', async () => {
  const cut = { why: 'has more than 250,000 values', path: ['problems'], missing: 5 };
  const said = 'the response has more than 250,000 values, and the rest was not read';
  for (const [value, message, moreProblems] of [
    [{ error: { message: 'No.' }, problems: ['x'] }, `No.; ${said}`, 5],
    [{ problems: [{}] }, said, 0],
    [{ error: { a: [1] } }, said, 0],
  ] as const) {
    const { error } = await open('refused', {
      ...respond(422),
      body: { kind: 'json', value, cut },
    }).deleteApp('tides');
    assert.ok(error instanceof ApiError);
    assert.partialDeepStrictEqual(error.details, { message, moreProblems });
  }
});

test('the advice about a refusal that is too long to be read says so', async () => {
  const body = { kind: 'unreadable', why: 'is larger than 8388608 bytes', start: '' } as const;
  const { error } = await open('refused', { ...respond(422), body }).deleteApp('tides');
  assert.match(error?.next ?? '', /^The response is larger than 8388608 bytes and was not read: /);
});
