import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { keepSummary } from '../../../scripts/runner/summary.ts';
import { commands } from '../../../src/inputs.ts';
import type { AppFacts, Facts, Outcome } from '../../../src/outcome.ts';
import { renderSummary } from '../../../src/report/summary.ts';
import { hostileText } from './hostile-text.ts';
import { findLive } from './live-markdown.ts';
import {
  docsUrl,
  everyOutcome,
  fillFacts,
  makeApp,
  makeFailure,
  makeOutcome,
  makeProblem,
  makeReport,
  renderComment,
} from './sample.ts';

function render(facts: Partial<Facts>, outcome: Outcome = { kind: 'deployed' }) {
  return renderSummary(makeReport({ outcome, facts }));
}

test('every path has a summary, and none prints a value that is missing', async () => {
  for (const command of commands) {
    for (const outcome of everyOutcome) {
      for (const facts of [
        {},
        { app: makeApp(), apps: [makeApp()], problems: [makeProblem({ path: 'a' })], changes: [] },
      ]) {
        const summary = await renderSummary(makeReport({ command, outcome, facts }));
        assert.match(summary, /^## (?:✅|❌|⏭️|⚠️|❓|ℹ️) \S/u);
        assert.doesNotMatch(summary, /undefined|null|NaN|\[object/);
        assert.doesNotMatch(summary, /\n{3}/);
      }
    }
  }
});

test('a deploy shows the result and the address first, then states, folder and changes', async () => {
  const app = makeApp({ url: 'https://apps.example.org/a/tides', status: 'in_review' });
  const changes = [
    { path: 'a.css', kind: 'changed', bytesBefore: 100, bytesAfter: 200 },
    { path: 'b.png', kind: 'added', bytesBefore: null, bytesAfter: 5000 },
    { path: 'c.wav', kind: 'removed', bytesBefore: 900, bytesAfter: null },
    { path: 'e', kind: 'changed', bytesBefore: null, bytesAfter: null },
    { path: 'd.js', kind: 'changed', bytesBefore: 1, bytesAfter: 1 },
  ] as const;
  const facts = {
    slug: 'tides',
    app,
    statusBefore: 'draft',
    changed: true,
    submitted: true,
    sentForReview: true,
    filesVerified: true,
    fileCount: 3,
    byteCount: 5230,
    contentHash: `sha256:${'0'.repeat(64)}`,
    changes,
  };
  assert.equal(
    await render(facts),
    `## ✅ tides deployed and sent for review

<https://apps.example.org/a/tides>

The draft holds exactly the 3 files of the folder (5.2 KB). In review: visible only to you until the review is done.

- Status: <code>draft</code> → <code>in&#95;review</code>
- Folder: 3 files, 5.2 KB
- Content: <code>sha256&#58;<wbr>000000<wbr>000000</code>

### What changed

5 files: 1 added, 3 changed, 1 removed.

| File | Change |
| --- | --- |
| <code>b.png</code> | added, 5&nbsp;KB |
| <code>c.wav</code> | removed, 900&nbsp;B |
| <code>a.css</code> | changed, 100&nbsp;B → 200&nbsp;B |
| <code>d.js</code> | changed, 1&nbsp;B |
| <code>e</code> | changed |
`,
  );
});

test('problems stand by file and line, those of one line share its excerpt, those without a line share a table', async () => {
  const problems = [
    makeProblem({ path: 'index.html', line: 3, column: 2, code: 'bad', fix: 'Fix it_now', message: 'first' }),
    makeProblem({ message: 'of the app' }),
    makeProblem({ path: 'a|b.png', message: '', code: 'large', fix: 'Make it smaller', severity: 'warning' }),
    makeProblem({ path: 'index.html', line: 1, message: 'second', severity: 'warning' }),
    makeProblem({ path: 'index.html', line: 1, message: 'second', severity: 'warning' }),
    makeProblem({ path: 'index.html', line: 1, column: 1, message: 'third' }),
    makeProblem({ path: 'gone.html', line: 9, message: '' }),
    makeProblem({ message: 'of the app' }),
    makeProblem({ message: 'of no file', line: 2 }),
  ];
  const asked: unknown[] = [];
  const readLines = (path: string, first: number, last: number) => {
    asked.push([path, first, last]);
    return Promise.resolve(path === 'index.html' ? ['one', 'two', 'three', 'four'].slice(first - 1, last) : null);
  };
  const outcome = makeOutcome('rejected');
  const summary = await renderSummary(makeReport({ outcome, repositoryPath: 'site', readLines, facts: { problems } }));
  assert.deepEqual(asked, [
    ['index.html', 1, 3],
    ['index.html', 1, 5],
    ['gone.html', 7, 11],
  ]);
  assert.ok(
    summary.includes(`### Problems: 6 errors, 3 warnings

#### <code>site/index.html</code>

⚠️ **Line 1** · 2 times<br>
second

❌ **Line 1, column 1**<br>
third

\`\`\`text
> 1 │ one
    │ ^
  2 │ two
  3 │ three
\`\`\`

❌ **Line 3, column 2** · <code>bad</code><br>
first<br>
Fix: Fix it&#95;now

\`\`\`text
  1 │ one
  2 │ two
> 3 │ three
    │  ^
  4 │ four
\`\`\`

#### <code>site/gone.html</code>

❌ **Line 9**<br>
No message was given.

|  | File | Problem | Fix |
| --- | --- | --- | --- |
| ❌ |  | of the app<br>2 times |  |
| ⚠️ | <code>site/a&#124;b.png</code> | No message was given.<br><code>large</code> | Make it smaller |
| ❌ |  | of no file |  |
`),
    summary,
  );
});

test('problems of a file come by line and column', async () => {
  const places = [
    [2, 5],
    [1, 9],
    [1, 1],
    [1, null],
    [2, 2],
    [1, null],
    [1, 4],
  ] as const;
  const problems = places.map(([line, column], index) => makeProblem({ path: 'a', line, column, message: `${index}` }));
  const summary = await render({ problems });
  assert.match(summary, /### Problems: 7 errors\n/);
  const found = summary.matchAll(/\*\*Line (\d)(?:, column (\d))?\*\*<br>\n(\d)/g);
  assert.deepEqual(
    Array.from(found, ([, line, column = '', message]) => `${line}:${column} ${message}`),
    ['1: 3', '1: 5', '1:1 2', '1:4 6', '1:9 1', '2:2 4', '2:5 0'],
  );
});

test('a file that has no place in the repository is named by its path', async () => {
  const summary = await render({ problems: [makeProblem({ path: '../x', line: 1 }), makeProblem({ path: '../y' })] });
  for (const part of ['#### <code>../x</code>\n', '| <code>../y</code> |']) assert.ok(summary.includes(part), summary);
});

test('the first twenty lines with problems have an excerpt, and five in a comment', async () => {
  const problems = Array.from({ length: 50 }, (_, index) =>
    makeProblem({ path: 'a', line: 1 + (index % 25), message: `${index}` }),
  );
  const report = makeReport({ readLines: async () => ['x', 'x', 'x'], facts: { slug: 'tides', problems } });
  const counts = [await renderSummary(report), await renderComment(report)].map(
    (text) => text.split('```text').length - 1,
  );
  assert.deepEqual(counts, [20, 5]);
});

test('cause, fix and the address of the code come before the facts', async () => {
  const failure = makeFailure({ code: 'terms_required', message: 'New terms.', next: 'Read them.' });
  const facts = { app: makeApp({ status: 'draft', reviewNote: 'Bigger type.\n\n- Thanks' }), termsRequired: '2025-03' };
  const report = { outcome: { kind: 'rejected', failure }, facts } as const;
  assert.equal(
    await renderSummary(makeReport(report, docsUrl)),
    `## ❌ tides was not deployed

New terms.

Reviewer's note:

> Bigger type.<br>
> &#45; Thanks

**Next:** Read them.

**Help:** [Troubleshooting <code>terms&#95;required</code>](${docsUrl}#terms_required)

- Status: <code>draft</code>
- Terms version: <code>2025-03</code>
`,
  );
  assert.match(await renderSummary(makeReport(report)), /\n- Code: <code>terms&#95;required<\/code>\n/);
});

test('invalid inputs are a list', async () => {
  const failure = makeFailure({ code: 'invalid_inputs', message: '- slug must be so\n1. b must be', next: '' });
  const summary = await render({}, { kind: 'failed', failure });
  assert.match(summary, /^## ❌ 2 invalid inputs\n\n- &#45; slug must be so\n- 1&#46; b must be\n\n/);
});

test('what was excluded and waited for folds, remarks stand once, a bug shows its stack', async () => {
  const facts = {
    app: makeApp({ url: 'javascript:x' }),
    excluded: [{ path: '.env', kind: 'pattern', reason: 'hidden file', isHidden: false } as const],
    waits: [
      { what: 'deploy', milliseconds: 5000, why: 'too many changes', attempt: 2, maxAttempts: 4 },
      { what: 'deploy', milliseconds: 700, why: 'no connection', attempt: 3, maxAttempts: 4 },
    ],
    warnings: ['one', 'one'],
    notices: ['two', 'three'],
  };
  const failure = makeFailure({ stack: 'Error: x\n    at y' });
  const summary = await render(facts, { kind: 'failed', failure });
  for (const part of [
    '\njavascript&#58;<wbr>x\n',
    '\n\n⚠️ one\n\n',
    '\n\nℹ️ two<br>\nℹ️ three\n\n',
    '<summary>1 path excluded</summary>\n\n| Excluded | Reason |\n| --- | --- |\n| <code>.env</code> | hidden file |\n',
    '<summary>2 waits, 5.7 s in total</summary>\n\n| Wait | Before | Reason |\n| --- | --- | --- |\n| 5 s | <code>deploy</code>, attempt 2 of 4 | too many changes |\n| 700 ms | <code>deploy</code>, attempt 3 of 4 | no connection |\n',
    '<summary>Stack</summary>\n\n```text\nError: x\n    at y\n```',
  ]) {
    assert.ok(summary.includes(part), `${part}\n---\n${summary}`);
  }
});

test('changes of one kind alone name no other', async () => {
  const changes = [{ path: 'a.css', kind: 'changed', bytesBefore: 100, bytesAfter: 200 }] as const;
  assert.match(await render({ changes }), /\n\n### What differs from the draft\n\n1 file: 1 changed\.\n\n/);
});

test('fifty lines of a reviewer’s note are shown, and no others', async () => {
  const show = (lines: number) => render({ app: makeApp({ reviewNote: 'x\n'.repeat(lines) }) });
  assert.ok((await show(50)).includes(`\n\n${Array(50).fill('> x').join('<br>\n')}\n`));
  assert.ok((await show(51)).includes(`\n\n${[...Array(50).fill('> x'), '> …'].join('<br>\n')}\n`));
});

test('thirty remarks of a kind are shown, and the others counted', async () => {
  const warnings = Array.from({ length: 31 }, (_, index) => `remark ${index}.`);
  assert.match(await render({ warnings: warnings.slice(1) }), /remark 30\.\n$/);
  assert.match(await render({ warnings }), /remark 29\.<br>\n… and 1 more\n$/);
});

test('a list links the apps whose address is safe', async () => {
  const apps = [
    makeApp({ url: 'https://a.example/a/tides', name: 'Tide | times', status: 'draft' }),
    makeApp({ slug: 'moon', name: ' ' }),
  ];
  const table = `| App | Status |
| --- | --- |
| [<code>tides</code>](https://a.example/a/tides)<br>Tide &#124; times | <code>draft</code> |
| <code>moon</code> |  |
`;
  assert.ok((await render({ apps }, { kind: 'listed' })).includes(table));
  assert.doesNotMatch(await render({ apps: [] }, { kind: 'listed' }), /\|/);
});

test('an app that is gone has no state, and one whose state is not shown has none either', async () => {
  const show = (outcome: Outcome, app: AppFacts | null) =>
    render({ slug: 'tides', app, statusBefore: 'draft' }, outcome);
  assert.doesNotMatch(await show({ kind: 'deleted' }, null), /Status/);
  assert.doesNotMatch(await show({ kind: 'deployed' }, makeApp()), /Status/);
  assert.match(await show({ kind: 'deployed' }, makeApp({ status: 'draft' })), /- Status: <code>draft<\/code>\n/);
});

describe('too much of everything stays below the limit and is counted', () => {
  const hostile = '@team|<b>`';
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));
  const play = async (count: number, text: string) => {
    const app = makeApp({ reviewNote: `${text}\n`.repeat(100), status: text, slug: text, name: text });
    const facts = {
      app,
      problems: many(count, (index) => {
        const path = `${index % 500}${text}`;
        return makeProblem({ path, line: index % 2, message: `${index}${text}`, fix: text, code: text });
      }),
      excluded: many(count, () => ({ path: text, kind: 'pattern', reason: text, isHidden: false }) as const),
      changes: many(count, () => ({ path: text, kind: 'added', bytesBefore: null, bytesAfter: 1 }) as const),
      waits: many(count, () => ({ what: text, milliseconds: 1, why: text, attempt: 2, maxAttempts: 4 })),
      apps: many(count, () => app),
      warnings: many(count, (index) => `${index}${text}`),
      notices: many(count, (index) => `${index}${text}`),
    };
    const readLines = () => Promise.resolve([text, text, text]);
    const failure = makeFailure({ code: text, message: text, next: text, stack: text });
    const summary = await renderSummary(makeReport({ outcome: { kind: 'failed', failure }, readLines, facts }));
    assert.ok(Buffer.byteLength(summary) < 900_000);
    assert.notEqual(keepSummary(Buffer.from(summary)), null);
    return summary;
  };

  test('ten thousand of each', async () => {
    const summary = await play(10_000, hostile);
    assert.match(summary, /… and 4,\d{3} more problems, omitted here\./);
    assert.match(summary, /… and 9970 more\./);
    assert.match(summary, /… and 9900 more\./);
    assert.match(summary, /\n> …\n/);
    assert.deepEqual(findLive(summary), []);
  });

  test('each of many thousand characters', async () => {
    const summary = await play(300, hostile.repeat(500));
    assert.match(summary, /characters more/);
    assert.deepEqual(findLive(summary), []);
  });

  test('a part that does not fit as a whole is counted', async () => {
    const summary = await play(300, '@'.repeat(5000));
    assert.match(summary, /\n… and \d more parts?, omitted here\.\n$/);
  });
});

test('hostile text is nowhere alive, and secrets are nowhere at all', async () => {
  const secret = 'k3y-T0p-s3cr3t';
  const text = hostileText.map((hostile) => `${hostile}${secret}${hostile}`);
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const facts = fillFacts(a, b);
      const failure = makeFailure({ code: a, message: b, next: a, stack: b });
      const outcome = { kind: 'failed', failure } as const;
      const readLines = () => Promise.resolve([a, b]);
      const report = makeReport({ outcome, repositoryPath: a, secrets: [secret], facts, readLines }, b);
      const summary = await renderSummary(report);
      assert.deepEqual(findLive(summary), [], summary);
      assert.ok(!summary.includes(secret));
    }),
  );
});

describe('an excerpt', () => {
  /** The excerpt of the file's lines for problems at a line and these columns; null for none. */
  const draw = async (lines: readonly string[], line: number, ...columns: readonly number[]) => {
    const problems = [null, ...columns].map((column, index) =>
      makeProblem({ path: 'a', line, column, message: `${index}` }),
    );
    // Of another file nothing is marked.
    problems.push(makeProblem({ path: 'b', line, column: 3 }));
    const readLines = async (path: string, first: number, last: number) =>
      path === 'a' ? lines.slice(first - 1, last) : null;
    const summary = await renderSummary(makeReport({ readLines, facts: { problems } }));
    return /```text\n([\s\S]*)\n```/.exec(summary)?.[1] ?? null;
  };

  test('marks the line and the columns', async () => {
    assert.equal(
      await draw([...Array(8).fill(''), '<head>', '\t<script src>', ''], 10, 10, 2, 10),
      ['   8 │', '   9 │ <head>', '> 10 │   <script src>', '     │   ^       ^', '  11 │'].join('\n'),
    );
  });

  test('has numbers as wide as its last', async () => {
    assert.equal(await draw(Array(9).fill('x'), 9), '  7 │ x\n  8 │ x\n> 9 │ x');
  });

  test('has no mark for a column behind the end of the line', async () => {
    assert.equal(await draw(['abc'], 1), '> 1 │ abc');
    assert.equal(await draw(['abc'], 1, 5), '> 1 │ abc');
    assert.equal(await draw(['abc'], 1, 4), '> 1 │ abc\n    │    ^');
  });

  test('cuts a line that is longer than others', async () => {
    assert.equal(await draw(['a'.repeat(120)], 1), `> 1 │ ${'a'.repeat(120)}`);
    assert.equal(await draw(['a'.repeat(121)], 1), `> 1 │ ${'a'.repeat(120)}…`);
  });

  test('shows a place far to the right in a long line, and leaves out others that are not in sight', async () => {
    const excerpt = await draw([`${'a'.repeat(5000)}X${'b'.repeat(5000)}`], 1, 9000, 5001);
    const [text = '', mark = ''] = excerpt?.split('\n') ?? [];
    assert.equal(text[mark.indexOf('^')], 'X');
    assert.equal(mark.match(/\^/g)?.length, 1);
    assert.ok(text.length < 140 && text.endsWith('…') && text.includes('│ …'));
  });

  test('marks a column right behind what is in sight, and none further right', async () => {
    const marks = (await draw(['a'.repeat(200)], 1, 1, 121, 122))?.split('\n')[1] ?? '';
    assert.equal(marks, `    │ ^${' '.repeat(119)}^`);
    assert.match((await draw(['a'.repeat(200)], 1, 120)) ?? '', /^> 1 │ a/);
    assert.match((await draw(['a'.repeat(200)], 1, 121)) ?? '', /^> 1 │ …a/);
  });

  test('marks the right place behind characters that are shown by their number', async () => {
    const [text = '', mark = ''] = (await draw(['a\u202e\u0000X'], 1, 4))?.split('\n') ?? [];
    assert.equal(text[mark.indexOf('^')], 'X');
  });

  test('is none where the line is not there', async () => {
    assert.equal(await draw(['a'], 2, 1), null);
    assert.equal(await draw([], 1, 1), null);
  });
});
