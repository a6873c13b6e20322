import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, openApp, soundFiles } from './client.ts';

const terms = { accept_terms: '2026-10' };

const submit = ({ call }: Client) => call('POST', '/api/miniapps/tides/submit', terms);

async function statusOf({ call }: Client): Promise<string> {
  return (await call('GET', '/api/miniapps/tides')).body.status;
}

test('a submit sends the draft for review, once', async () => {
  const client = await openApp();
  const { status, body } = await submit(client);
  assert.deepEqual([status, body.app.status, typeof body.app.submitted_at], [200, 'in_review', 'string']);
  const again = await submit(client);
  assert.deepEqual([again.status, again.body.error.code], [409, 'in_review']);
});

for (const body of [undefined, {}, { accept_terms: '2026-09' }, { accept_terms: 2026 }, { accept_terms: true }]) {
  test(`a submit with ${JSON.stringify(body)} is a 400 that names the terms to send`, async () => {
    const client = await openApp();
    const { status, body: reply } = await client.call('POST', '/api/miniapps/tides/submit', body);
    assert.deepEqual([status, reply.error.code, reply.error.terms_version], [400, 'terms_required', '2026-10']);
    assert.match(reply.error.message, /2026-10/);
    assert.equal(await statusOf(client), 'draft');
  });
}

for (const how of ['PATCH', 'deploy'] as const) {
  test(`a ${how} takes an app out of review`, async () => {
    const client = await openApp();
    await submit(client);
    const { status } =
      how === 'PATCH'
        ? await client.call('PATCH', '/api/miniapps/tides', { tagline: 'New' })
        : await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
    assert.equal(status, 200);
    assert.equal(await statusOf(client), 'draft');
    assert.equal((await submit(client)).status, 200);
  });
}

test('an update that is refused leaves an app in review', async () => {
  const client = await openApp();
  await submit(client);
  await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files: {} });
  assert.equal(await statusOf(client), 'in_review');
});

test('not approved is final: 409 even without the terms, also after an update', async () => {
  const client = await openApp();
  await submit(client);
  const rejected = await client.control('POST', '/apps/tides/reject', { note: ' Not like this. ' });
  assert.deepEqual(
    [rejected.status, rejected.body.status, rejected.body.review_note],
    [200, 'not_approved', 'Not like this.'],
  );
  assert.equal((await client.call('PATCH', '/api/miniapps/tides', { name: 'Other' })).body.status, 'not_approved');
  for (const body of [terms, {}]) {
    const { status, body: reply } = await client.call('POST', '/api/miniapps/tides/submit', body);
    assert.deepEqual([status, reply.error.code], [409, 'not_approved']);
  }
});

test('a published app has nothing to review until it changes, and is reviewed again then', async () => {
  const client = await openApp();
  await submit(client);
  const approved = await client.control('POST', '/apps/tides/approve');
  assert.deepEqual(
    [approved.body.status, approved.body.review_note, typeof approved.body.published_at],
    ['published', null, 'string'],
  );
  assert.equal((await submit(client)).body.error.code, 'nothing_to_review');
  await client.call('POST', '/api/miniapps/deploy', { slug: 'tides', files: soundFiles });
  assert.equal(await statusOf(client), 'published_with_unreviewed_changes');
  assert.equal((await submit(client)).body.app.status, 'in_review');
  await client.call('PATCH', '/api/miniapps/tides', { name: 'Again' });
  assert.equal(await statusOf(client), 'published_with_unreviewed_changes');
});

test('an app that was taken down stays down and cannot be submitted', async () => {
  const client = await openApp();
  await submit(client);
  await client.control('POST', '/apps/tides/approve');
  const down = await client.control('POST', '/apps/tides/take_down', { note: 'Complaints.' });
  assert.deepEqual([down.body.status, down.body.review_note, down.body.moves], ['taken_down', 'Complaints.', []]);
  assert.equal((await client.call('PATCH', '/api/miniapps/tides', { name: 'Other' })).body.status, 'taken_down');
  assert.equal((await submit(client)).body.error.code, 'taken_down');
});

test('a reviewer’s note goes with the draft it was about', async () => {
  const client = await openApp();
  await submit(client);
  await client.control('POST', '/apps/tides/approve', { note: 'Lovely.' });
  assert.equal((await client.call('GET', '/api/miniapps/tides')).body.review_note, 'Lovely.');
  await client.call('PATCH', '/api/miniapps/tides', { name: 'Other' });
  assert.equal((await submit(client)).body.app.review_note, null);
});

test('submitted_at, published_at and review_note are null until there is something to say', async () => {
  const client = await openApp();
  const show = async () => {
    const { body } = await client.call('GET', '/api/miniapps/tides');
    return [body.submitted_at, body.published_at, body.review_note].map((one) => (one === null ? null : typeof one));
  };
  assert.deepEqual(await show(), [null, null, null]);
  await submit(client);
  assert.deepEqual(await show(), ['string', null, null]);
  await client.control('POST', '/apps/tides/approve', { note: 'Lovely.' });
  assert.deepEqual(await show(), ['string', 'string', 'string']);
});
