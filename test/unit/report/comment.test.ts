import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ActionError } from '../../../src/errors.ts';
import { type Comment, explainCommentError, postComment, toComment } from '../../../src/report/comment.ts';
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
  const port = {
    async *list() {
      yield* comments;
    },
    create: (body: string) => Promise.resolve(void sent.push(['create', body])),
    update: (id: number, body: string) => Promise.resolve(void sent.push(['update', id, body])),
  };
  return { port, sent };
}

const others = Array.from({ length: 250 }, (_, id) => ({ id, body: 'Nice!' }));

test('the first comment is created', async () => {
  const { port, sent } = openPullRequest(others);
  assert.equal(await postComment({ port, slug: 'tides', body: marker }), 'created');
  assert.deepEqual(sent, [['create', marker]]);
});

test('the first comment that begins with the mark of this app is changed in place', async () => {
  const { port, sent } = openPullRequest([
    ...others,
    { id: 1001, body: `Look: ${marker}` },
    { id: 1002, body: `${marker.replace('tides', 'tides-2')}\nold` },
    { id: 1003, body: `${marker}\nold` },
    { id: 1004, body: `${marker}\nold` },
  ]);
  assert.equal(await postComment({ port, slug: 'tides', body: `${marker}\nnew` }), 'updated');
  assert.deepEqual(sent, [['update', 1003, `${marker}\nnew`]]);
});

test('a comment that says the same is left alone', async () => {
  const { port, sent } = openPullRequest([{ id: 1, body: `${marker}\nsame` }]);
  assert.equal(await postComment({ port, slug: 'tides', body: `${marker}\nsame\n` }), 'unchanged');
  assert.deepEqual(sent, []);
});

test('why a comment was not posted is said with what to do, and that the result stays', () => {
  const error = new ActionError('GitHub answered 403', { code: 'forbidden', next: 'Give the job the permission.' });
  assert.equal(
    explainCommentError(error),
    'The pull-request comment was not posted: GitHub answered 403. Give the job the permission. This does not change the result of the run.',
  );
});
