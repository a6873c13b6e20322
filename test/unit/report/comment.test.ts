import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findComment, toComment } from '../../../src/report/comment.ts';
import { findLive } from './live-markdown.ts';
import { makeApp, makeProblem, makeReport } from './sample.ts';

const marker = '<!-- miniapp-deploy:slug=tides -->';

test('a comment is marked, short, and links the run', async () => {
  const comment = await toComment(makeReport({ facts: { slug: 'tides' } }), {
    slug: 'tides',
    runUrl: 'https://github.com/o/r/actions/runs/1',
  });
  assert.equal(
    comment,
    `${marker}\n## ✅ tides deployed\n\nThe draft holds exactly the content of the folder.\n\n[The run and its summary](https://github.com/o/r/actions/runs/1)\n`,
  );
});

test('without an address of the run there is no link', async () => {
  const comment = await toComment(makeReport(), { slug: 'tides', runUrl: null });
  assert.doesNotMatch(comment, /\]\(/);
});

test('ten thousand problems and endless words stay below the limit of a comment', async () => {
  const long = '@team|<b>`'.repeat(2000);
  const problems = Array.from({ length: 10_000 }, (_, index) =>
    makeProblem({ path: 'a', line: 1, message: `${index}${long}`, fix: long }),
  );
  const changes = Array.from(
    { length: 100 },
    () => ({ path: long, kind: 'added', bytesBefore: null, bytesAfter: 1 }) as const,
  );
  const failure = { code: long, message: long, next: long };
  const report = makeReport({
    outcome: { kind: 'rejected', failure },
    readLines: () => Promise.resolve([long]),
    facts: { problems, changes, app: makeApp({ reviewNote: long }) },
  });
  const comment = await toComment(report, { slug: 'tides', runUrl: null });
  assert.ok(comment.length < 65_000);
  assert.match(comment, /more problems that found no room here|The rest found no room here/);
  assert.deepEqual(findLive(comment), []);
});

test('our comment is the first that begins with the mark of the app', async () => {
  const list = async function* () {
    yield* [
      { id: 1, body: `Look: ${marker}` },
      { id: 2, body: `${marker}\nx` },
      { id: 3, body: `${marker}\ny` },
    ];
  };
  assert.equal((await findComment(list(), 'tides'))?.id, 2);
  assert.equal(await findComment(list(), 'tide'), null);
});
