import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError } from '../../../src/errors.ts';
import type { Comment } from '../../../src/report/comment.ts';
import { explainCommentError, postComment } from '../../../src/report/post-comment.ts';

const marker = '<!-- miniapp-deploy:slug=tides -->';

function openPullRequest(comments: readonly Comment[]) {
  const sent: unknown[] = [];
  const seen: number[] = [];
  const port = {
    async *list() {
      for (const comment of comments) {
        seen.push(comment.id);
        yield comment;
      }
    },
    create: (body: string) => Promise.resolve(void sent.push(['create', body])),
    update: (id: number, body: string) => Promise.resolve(void sent.push(['update', id, body])),
  };
  return { port, sent, seen };
}

const chatter = (count: number) => Array.from({ length: count }, (_, id) => ({ id, body: 'Nice!' }));

test('the first comment is created', async () => {
  const { port, sent } = openPullRequest(chatter(3));
  assert.equal(await postComment({ port, slug: 'tides', body: marker }), 'created');
  assert.deepEqual(sent, [['create', marker]]);
});

test('the comment is found among others and changed in place, and no other is asked for', async () => {
  const { port, sent, seen } = openPullRequest([...chatter(2), { id: 999, body: `${marker}\nold` }, ...chatter(5)]);
  assert.equal(await postComment({ port, slug: 'tides', body: `${marker}\nnew` }), 'updated');
  assert.deepEqual([sent, seen], [[['update', 999, `${marker}\nnew`]], [0, 1, 999]]);
});

test('a comment that says the same is left alone', async () => {
  const { port, sent } = openPullRequest([{ id: 1, body: `${marker}\nsame` }]);
  assert.equal(await postComment({ port, slug: 'tides', body: `${marker}\nsame\n` }), 'unchanged');
  assert.deepEqual(sent, []);
});

test('why it was not posted is said with what to do, and that the result stands', () => {
  const error = new ActionError('GitHub answered 403', { code: 'x', next: 'The job needs more.' });
  assert.equal(
    explainCommentError(error),
    'The pull-request comment was not posted: GitHub answered 403. The job needs more. The result of the run stands.',
  );
});
