import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Comment, postComment } from '../../../src/report/comment.ts';
import { findLive } from './live-markdown.ts';
import { makeApp, makeFailure, makeProblem, makeReport, openPullRequest, renderComment } from './sample.ts';

const marker = '<!-- miniapp-deploy:slug=tides -->';
const runUrl = 'https://github.com/o/r/actions/runs/1';
const deployed = makeReport({ facts: { slug: 'tides' } });
const body = await renderComment(deployed);

test('a comment is marked, and links the run only where its address is safe', async () => {
  assert.ok(body.startsWith(`${marker}\n## `));
  assert.equal(await renderComment(deployed, runUrl), `${body}\n[Run and summary](${runUrl})\n`);
  assert.equal(await renderComment(deployed, 'javascript:x'), body);
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
    const change = { path: long, kind: 'added', bytesBefore: null, bytesAfter: 1 } as const;
    const report = makeReport({
      outcome: { kind: 'rejected', failure: makeFailure({ code: long, message: long, next: long }) },
      readLines: () => Promise.resolve([long]),
      facts: { problems, changes: Array(100).fill(change), app: makeApp({ reviewNote: long }) },
    });
    const comment = await renderComment(report);
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
    outcome: { kind: 'rejected', failure: makeFailure({ kind: 'rejected', message: long, next: long }) },
    facts: { app: makeApp({ reviewNote: long }), problems },
  });
  const comment = await renderComment(report, runUrl);
  assert.ok(comment.length > 40_000 && comment.length < 65_000);
  assert.match(comment, /\n\nMore is in the summary of the run\.\n\n\[Run and summary\]/);
});

test('a comment has the first twenty problems, and the number of all', async () => {
  const problems = Array.from({ length: 25 }, (_, index) => makeProblem({ message: `Problem ${index}.` }));
  const comment = await renderComment(makeReport({ facts: { app: makeApp(), problems } }), runUrl);
  assert.equal(comment.match(/Problem \d+/g)?.length, 20);
  assert.match(comment, /25 errors/);
});

test('the one comment about an app is created, updated or left as it is, and not there where no app is named', async () => {
  const ours = { id: 4, body: `${marker}\nold` };
  const others = [
    { id: 1, body: 'Nice!' },
    { id: 2, body: `Look: ${marker}` },
    { id: 3, body: `${marker.replace('tides', 'tides-2')}\nold` },
  ];
  const post = async (comments: readonly Comment[], report = deployed) => {
    const { port, sent } = openPullRequest(comments);
    return { posted: await postComment(report, { port, runUrl: null }), sent };
  };
  assert.deepEqual(await post(others), { posted: 'created', sent: [{ id: null, body }] });
  const twice = [...others, ours, { ...ours, id: 5 }];
  assert.deepEqual(await post(twice), { posted: 'updated', sent: [{ id: 4, body }] });
  // GitHub trims what it stores.
  assert.deepEqual(await post([{ id: 1, body: body.trim() }, ours]), { posted: 'unchanged', sent: [] });
  assert.deepEqual(await post(others, makeReport()), { posted: null, sent: [] });
});
