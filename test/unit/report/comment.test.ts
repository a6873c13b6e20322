import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Comment,
  commentsPerPage,
  explainCommentError,
  postComment,
  toComment,
} from '../../../src/report/comment.ts';
import { findLive } from './live-markdown.ts';
import { makeApp, makeFailure, makeProblem, makeReport } from './sample.ts';

const marker = '<!-- miniapp-deploy:slug=tides -->';

test('a comment is marked, short, and links the run', async () => {
  const comment = await toComment(makeReport({ facts: { slug: 'tides' } }), {
    slug: 'tides',
    runUrl: 'https://github.com/o/r/actions/runs/1',
  });
  assert.equal(
    comment,
    `${marker}\n## ✅ tides deployed\n\nThe service confirmed the new draft: the content of the folder.\n\n[Run and summary](https://github.com/o/r/actions/runs/1)\n`,
  );
});

test('without an address of the run there is no link', async () => {
  const comment = await toComment(makeReport(), { slug: 'tides', runUrl: null });
  assert.doesNotMatch(comment, /\]\(/);
});

for (const [count, times] of [
  [10_000, 1],
  [100, 2000],
] as const) {
  test(`${count} problems and texts of ${times * 10} characters stay below the limit of a comment`, async () => {
    const long = '@team|<b>`'.repeat(times);
    const problems = Array.from({ length: count }, (_, index) =>
      makeProblem({ path: 'a', line: 1, message: `${index}${long}`, fix: long }),
    );
    const changes = Array.from(
      { length: 100 },
      () => ({ path: long, kind: 'added', bytesBefore: null, bytesAfter: 1 }) as const,
    );
    const report = makeReport({
      outcome: { kind: 'rejected', failure: makeFailure({ code: long, message: long, next: long }) },
      readLines: () => Promise.resolve([long]),
      facts: { problems, changes, app: makeApp({ reviewNote: long }) },
    });
    const comment = await toComment(report, { slug: 'tides', runUrl: null });
    assert.ok(comment.length < 65_000);
    assert.match(comment, /more problems, omitted here/);
    assert.deepEqual(findLive(comment), []);
  });
}

test('what does not fit into a comment is in the summary of the run', async () => {
  const long = '@'.repeat(5000);
  const problems = Array.from({ length: 20 }, (_, index) =>
    makeProblem({ path: 'a', line: index % 2, message: `${index}${'@'.repeat(600)}`, fix: '@'.repeat(600) }),
  );
  const report = makeReport({
    outcome: { kind: 'rejected', failure: makeFailure({ message: long, next: long }) },
    facts: { app: makeApp({ reviewNote: long }), problems },
  });
  const comment = await toComment(report, { slug: 'tides', runUrl: 'https://github.com/o/r/actions/runs/1' });
  assert.ok(comment.length > 40_000 && comment.length < 65_000);
  assert.match(comment, /\n\nMore is in the summary of the run\.\n\n\[Run and summary\]/);
  assert.match(comment, /\n## ❌ tides was not deployed: 20 problems to fix\n/);
});

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

test('our comment is the first that begins with the mark of this app', async () => {
  const { port, sent } = openPullRequest([
    { id: 1, body: `Look: ${marker}` },
    { id: 2, body: `${marker.replace('tides', 'tides-2')}\nx` },
    { id: 3, body: `${marker}\nx` },
    { id: 4, body: `${marker}\ny` },
  ]);
  await postComment({ port, slug: 'tides', body: marker });
  assert.deepEqual(sent, [['update', 3, marker]]);
});

test('a refusal names the permission only where that is what lacks', () => {
  const explain = (status: number, message: string) =>
    explainCommentError(Object.assign(new Error(message), { status }));
  for (const status of [401, 403, 404]) {
    assert.match(explain(status, 'Resource not accessible'), new RegExp(`\\(${status}\\).*pull-requests: write`));
  }
  for (const message of [
    'API rate limit exceeded for installation.',
    'You have exceeded a secondary rate limit',
    'Unable to create comment because issue is locked.',
    'Repository was archived so is read-only.',
  ]) {
    assert.equal(
      explain(403, message),
      `The pull-request comment was not posted: ${message.replace(/\.$/, '')}. This does not change the result of the run.`,
    );
  }
  assert.match(explain(500, 'Server Error'), /not posted: Server Error\. This/);
  assert.match(explainCommentError(new Error('socket hang up.')), /not posted: socket hang up\. This/);
  assert.match(explainCommentError('odd'), /odd/);
  assert.match(explainCommentError(null), /null/);
});
