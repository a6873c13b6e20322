import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, tell } from './client.ts';

test('a submission without the current terms is a 400 that names them, and changes nothing', async () => {
  const { call, read } = await openApp();
  for (const body of [undefined, {}, { accept_terms: '2026-09' }, { accept_terms: 2026 }, { accept_terms: true }]) {
    const reply = await call('POST', '/api/miniapps/tides/submit', body);
    assert.equal(tell(reply), '400 terms_required');
    assert.match(reply.body.error.message, /"2026-10"/);
    assert.equal(reply.body.error.terms_version, '2026-10');
  }
  assert.equal((await read()).status, 'draft');
});

test('a change takes an app out of review, and one that is refused leaves it there', async () => {
  const { deploy, update, submit, read } = await openApp();
  for (const change of [() => deploy(), () => update({ tagline: 'New' })]) {
    assert.equal((await submit()).body.app.status, 'in_review');
    assert.equal(tell(await deploy({})), '422 folder_rules');
    assert.equal((await read()).status, 'in_review');
    await change();
    assert.equal((await read()).status, 'draft');
  }
});

test('not approved is final: 409 even without the terms, also after an update', async () => {
  const { control, submit, update } = await openApp();
  await submit();
  const rejected = await control('POST', '/apps/tides/reject', { note: ' Not like this. ' });
  assert.partialDeepStrictEqual(rejected.body, { status: 'not_approved', review_note: 'Not like this.', moves: [] });
  assert.equal((await update({ name: 'Other' })).body.status, 'not_approved');
  for (const body of [undefined, {}]) assert.equal(tell(await submit(body)), '409 not_approved');
});

test('a published app has nothing to review until it changes; a note and the times come with what they are about', async () => {
  const { control, submit, update, read } = await openApp();
  const unset = { submitted_at: null, published_at: null, review_note: null };
  assert.partialDeepStrictEqual(await read(), unset);
  const { submitted_at: submitted, ...others } = (await submit()).body.app;
  assert.equal(typeof submitted, 'string');
  assert.partialDeepStrictEqual(others, { status: 'in_review', published_at: null, review_note: null });
  await control('POST', '/apps/tides/approve', { note: 'Lovely.' });
  const published = await read();
  assert.partialDeepStrictEqual(published, { status: 'published', review_note: 'Lovely.' });
  assert.equal(typeof published.published_at, 'string');
  assert.equal(tell(await submit()), '409 nothing_to_review');
  await update({ name: 'Again' });
  assert.equal((await read()).status, 'published_with_unreviewed_changes');
  assert.partialDeepStrictEqual((await submit()).body.app, { status: 'in_review', review_note: null });
});
