import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comment } from '../../../src/report/comment.ts';
import { commentsPerPage, explainCommentError, postComment } from '../../../src/report/post-comment.ts';

const marker = '<!-- miniapp-deploy:slug=tides -->';

function openPullRequest(comments: readonly Comment[]) {
  const sent: unknown[] = [];
  const pages: number[] = [];
  const port = {
    list: (page: number) => {
      pages.push(page);
      return Promise.resolve(comments.slice((page - 1) * commentsPerPage, page * commentsPerPage));
    },
    create: (body: string) => Promise.resolve(void sent.push(['create', body])),
    update: (id: number, body: string) => Promise.resolve(void sent.push(['update', id, body])),
  };
  return { port, sent, pages };
}

const chatter = (count: number) => Array.from({ length: count }, (_, id) => ({ id, body: 'Nice!' }));

test('the first comment is created', async () => {
  const { port, sent, pages } = openPullRequest(chatter(3));
  assert.equal(await postComment({ port, slug: 'tides', body: marker }), 'created');
  assert.deepEqual([sent, pages], [[['create', marker]], [1]]);
});

test('the comment is found on a later page and changed in place', async () => {
  const { port, sent, pages } = openPullRequest([...chatter(250), { id: 999, body: `${marker}\nold` }]);
  assert.equal(await postComment({ port, slug: 'tides', body: `${marker}\nnew` }), 'updated');
  assert.deepEqual([sent, pages], [[['update', 999, `${marker}\nnew`]], [1, 2, 3]]);
});

test('a comment that says the same is left alone', async () => {
  const { port, sent } = openPullRequest([{ id: 1, body: `${marker}\nsame` }]);
  assert.equal(await postComment({ port, slug: 'tides', body: `${marker}\nsame\n` }), 'unchanged');
  assert.deepEqual(sent, []);
});

test('an endless pull request is given up on', async () => {
  const pages: number[] = [];
  const { port, sent } = openPullRequest([]);
  const endless = {
    ...port,
    list: (page: number) => Promise.resolve(pages.push(page)).then(() => chatter(commentsPerPage)),
  };
  assert.equal(await postComment({ port: endless, slug: 'tides', body: marker }), 'created');
  assert.deepEqual([pages.length, sent.length], [50, 1]);
});

test('a refusal names the permission, anything else its reason', () => {
  assert.match(
    explainCommentError(Object.assign(new Error('Resource not accessible'), { status: 403 })),
    /\(403\).*pull-requests: write/,
  );
  assert.match(explainCommentError(new Error('socket hang up.')), /not posted: socket hang up\. The result/);
  assert.match(explainCommentError('odd'), /odd/);
  assert.match(explainCommentError(null), /null/);
});
