import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from '../../../sandbox/sandbox.ts';

const files = new Map([
  ['service.json', '{"name": "Tides"}'],
  ['index.html', '<title>Tides</title>'],
]);
const request = (method: string, path: string, body?: object) =>
  new Request(`http://127.0.0.1/api/miniapps${path}`, {
    method,
    headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

function make() {
  const sandbox = createSandbox({ accounts: [{ name: 'ann', key: 'k' }] });
  sandbox.put({ slug: 'tides', files });
  return sandbox;
}

test('an app that is put there was there for long: a read that lags shows it', async () => {
  const sandbox = make();
  sandbox.put({ slug: 'tides', files, status: 'a_state_of_tomorrow', reviewNote: 'So it is.' });
  for (const lag of [null, 60_000]) {
    sandbox.faults.set([{ kind: 'stale', lag_ms: lag }]);
    const response = await sandbox.fetch(request('GET', '/tides'));
    assert.partialDeepStrictEqual(await response.json(), { status: 'a_state_of_tomorrow', review_note: 'So it is.' });
  }
  assert.equal(sandbox.requests.length, 2);
});

test('a published app that is put there is public, and one in review is not', () => {
  const sandbox = make();
  assert.deepEqual(sandbox.put({ slug: 'tides', files, status: 'published' }).published, files);
  assert.equal(sandbox.put({ slug: 'tides', files, status: 'in_review' }).published, null);
});

test('a test plays the reviewer, the owner at the dashboard and somebody else; the history says who did what', async () => {
  const sandbox = make();
  await sandbox.fetch(request('POST', '/tides/submit', { accept_terms: '2026-10' }), { by: 'the second run' });
  assert.throws(() => sandbox.move('tides', 'submit'), { code: 'in_review' });
  assert.equal(sandbox.move('tides', 'approve', 'Lovely.').reviewNote, 'Lovely.');
  await sandbox.fetch(request('PATCH', '/tides', { tagline: 'New' }));
  assert.equal(sandbox.edit('tides', { tagline: 'Theirs' }).status, 'published_with_unreviewed_changes');
  assert.equal(sandbox.move('tides', 'discard').status, 'published');
  sandbox.remove('tides');
  assert.throws(() => sandbox.remove('tides'), { code: 'not_found' });
  assert.deepEqual(
    sandbox.store.history.map(({ did, by, app }) => `${did} by ${by}: ${app?.status}`),
    [
      'put by sandbox: draft',
      'submit by the second run: in_review',
      'approve by sandbox: published',
      'update by ann: published_with_unreviewed_changes',
      'deploy by sandbox: published_with_unreviewed_changes',
      'discard by sandbox: published',
      'delete by sandbox: undefined',
    ],
  );
});

test('settings change one by one, and a reset brings back all of them', () => {
  const sandbox = make();
  const before = sandbox.setup();
  sandbox.configure({ termsVersion: '2027-01', assumptions: { ...before.assumptions, deploy_status: 202 } });
  assert.deepEqual([sandbox.setup().rate, sandbox.store.settings().termsVersion], [before.rate, '2027-01']);
  sandbox.reset();
  assert.deepEqual([sandbox.setup(), sandbox.store.apps(), sandbox.store.history], [before, [], []]);
  assert.equal(sandbox.store.settings().termsVersion, '2026-10');
});
