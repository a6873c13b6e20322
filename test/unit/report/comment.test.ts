import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Comment, postComment } from '../../../src/report/comment.ts';
import { makeReport, openPullRequest } from './sample.ts';

test('the one comment about an app is created, updated or left as it is, and not there where no app is named', async () => {
  const post = async (comments: readonly Comment[], slug: string | null = 'tides', refused: readonly number[] = []) => {
    const { port, sent } = openPullRequest(comments, refused);
    // An address that is not safe is not linked.
    return {
      posted: await postComment([makeReport({ facts: { slug } })], { port, runUrl: 'javascript:x', folders: null }),
      sent,
    };
  };
  const marker = '<!-- miniapp-deploy:slug=tides -->';
  const body = `${marker}\n## ✅ tides deployed\n\nThe service confirmed the new draft: the content of the folder.\n`;
  const others = ['Nice!', `Look: ${marker}`, '<!-- miniapp-deploy:slug=tides-2 -->\nold'].map((text, id) => {
    return { id, body: text };
  });
  const ours = { id: 4, body: `${marker}\nold` };
  assert.deepEqual(await post(others), { posted: 'created', sent: [{ id: null, body }] });
  assert.deepEqual(await post([...others, ours]), { posted: 'updated', sent: [{ id: 4, body }] });
  // Two runs at once may each have posted one.
  const both = [4, 5].map((id) => ({ id, body }));
  assert.deepEqual(await post([ours, ...others, { ...ours, id: 5 }]), { posted: 'updated', sent: both });
  // Somebody else's with our mark, or one that is deleted meanwhile.
  const posted = await post([ours, ...others], 'tides', [4]);
  assert.deepEqual(posted, {
    posted: 'created',
    sent: [
      { id: 4, body },
      { id: null, body },
    ],
  });
  assert.deepEqual(await post([ours, { ...ours, id: 5 }], 'tides', [4]), { posted: 'updated', sent: both });
  // GitHub trims what it stores.
  assert.deepEqual(await post([{ id: 1, body: body.trim() }]), { posted: 'unchanged', sent: [] });
  const stale = await post([{ id: 1, body: body.trim() }, ours]);
  assert.deepEqual(stale, { posted: 'updated', sent: [{ id: 4, body }] });
  for (const slug of [null, '-->']) assert.deepEqual(await post(others, slug), { posted: null, sent: [] });
});
