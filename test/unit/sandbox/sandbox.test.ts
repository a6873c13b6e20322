import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from '../../../sandbox/sandbox.ts';
import { openSandbox, soundFiles } from './client.ts';

const files = new Map(Object.entries(soundFiles));

test('an app that is put there was there for long, in any state: a read that lags shows it', async () => {
  const { sandbox, read } = openSandbox();
  sandbox.put({ slug: 'tides', files });
  sandbox.put({ slug: 'tides', files, status: 'a_state_of_tomorrow', reviewNote: 'So it is.' });
  for (const lag of [null, 60_000]) {
    sandbox.faults.set([{ kind: 'stale', lag_ms: lag }]);
    assert.partialDeepStrictEqual(await read(), { status: 'a_state_of_tomorrow', review_note: 'So it is.' });
  }
  assert.deepEqual(sandbox.put({ slug: 'tides', files, status: 'published' }).published, files);
  assert.equal(sandbox.put({ slug: 'tides', files, status: 'in_review' }).published, null);
});

test('a test plays the reviewer, the owner at the dashboard and somebody else; the history says who did what', async () => {
  const { sandbox, update } = openSandbox({ accounts: [{ name: 'ann', key: 'k' }] });
  sandbox.put({ slug: 'tides', files });
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: '{"accept_terms": "2026-10"}' };
  await sandbox.fetch(new Request(`${sandbox.url}/api/miniapps/tides/submit`, request), { by: 'the second run' });
  assert.throws(() => sandbox.move('tides', 'submit'), { code: 'in_review' });
  assert.equal(sandbox.move('tides', 'approve', 'Lovely.').reviewNote, 'Lovely.');
  await update({ tagline: 'New' });
  sandbox.edit('tides', { tagline: 'Theirs' });
  sandbox.move('tides', 'discard');
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
  const sandbox = createSandbox();
  const before = sandbox.setup();
  sandbox.put({ slug: 'tides', files });
  sandbox.configure({ termsVersion: '2027-01', assumptions: { ...before.assumptions, deploy_status: 202 } });
  assert.deepEqual([sandbox.setup().rate, sandbox.store.settings().termsVersion], [before.rate, '2027-01']);
  sandbox.reset();
  assert.deepEqual([sandbox.setup(), sandbox.store.apps(), sandbox.store.history], [before, [], []]);
  assert.equal(sandbox.store.settings().termsVersion, '2026-10');
});
