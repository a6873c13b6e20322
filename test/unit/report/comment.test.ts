import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Comment, postComment } from '../../../src/report/comment.ts';
import { findLive } from './live-markdown.ts';
import { makeApp, makeFailure, makeProblem, makeReport, openPullRequest, renderComment } from './sample.ts';

const marker = '<!-- miniapp-deploy:slug=tides -->';
const runUrl = 'https://github.com/o/r/actions/runs/1';
const deployed = makeReport({ facts: { slug: 'tides' } });
const body = `${marker}\n## ✅ tides deployed\n\nThe service confirmed the new draft: the content of the folder.\n`;

test('a comment is marked, short, and links the run where it has a page', async () => {
  assert.equal(await renderComment(deployed, runUrl), `${body}\n[Run and summary](${runUrl})\n`);
  assert.equal(await renderComment(deployed, null), body);
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
  assert.match(comment, /\n## ❌ tides was not deployed: 20 problems to fix\n/);
});

test('a comment has the first twenty problems, and the number of all', async () => {
  const problems = Array.from({ length: 25 }, (_, index) => makeProblem({ message: `Problem ${index}.` }));
  const failure = makeFailure({ kind: 'rejected' });
  const report = makeReport({ outcome: { kind: 'rejected', failure }, facts: { app: makeApp(), problems } });
  const comment = await renderComment(report, runUrl);
  assert.equal(new Set(comment.match(/Problem \d+/g)).size, 20);
  assert.match(comment, /25 problems/);
});

describe('the one comment about an app is', () => {
  const others = Array.from({ length: 250 }, (_, id) => ({ id, body: 'Nice!' }));
  const strangers = [
    { id: 1001, body: `Look: ${marker}` },
    { id: 1002, body: `${marker.replace('tides', 'tides-2')}\nold` },
  ];
  const ours = { id: 1003, body: `${marker}\nold` };
  const rows: readonly (readonly [string, readonly Comment[], unknown])[] = [
    ['created', [...others, ...strangers], { id: null, body }],
    ['updated', [...others, ...strangers, ours, { ...ours, id: 1004 }], { id: 1003, body }],
    ['unchanged', [{ id: 1, body }, ours], undefined],
    ['unchanged', [{ id: 1, body: body.trim() }], undefined],
  ];
  for (const [expected, comments, change] of rows) {
    test(`${expected}, with ${comments.length} comments there`, async () => {
      const { port, sent } = openPullRequest(comments);
      assert.equal(await postComment(deployed, { port, runUrl: null }), expected);
      assert.deepEqual(sent, change === undefined ? [] : [change]);
    });
  }
  test('not there where no app is named', async () => {
    const { port, sent } = openPullRequest(others);
    assert.equal(await postComment(makeReport(), { port, runUrl }), null);
    assert.deepEqual(sent, []);
  });
});
