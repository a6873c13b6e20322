import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commands } from '../../../src/inputs.ts';
import type { AppFacts, Intent, Outcome } from '../../../src/outcome.ts';
import { renderSummary } from '../../../src/report/summary.ts';
import { keepSummary } from '../../support/runner/summary.ts';
import { hostileText } from './hostile-text.ts';
import { findLive } from './live-markdown.ts';
import { everyOutcome, everyPlan, makeApp, makeOutcome, makeProblem, makeReport } from './sample.ts';

const failure = { code: 'http_500', message: 'POST /deploy answered 500.', next: 'Try again.' };

test('every path has a summary, and none prints a value that is missing', async () => {
  for (const command of commands) {
    for (const outcome of everyOutcome) {
      for (const facts of [
        {},
        { app: makeApp(), apps: [makeApp()], problems: [makeProblem({ path: 'a' })], changes: [] },
      ]) {
        const summary = await renderSummary(makeReport({ command, outcome, facts }));
        assert.match(summary, /^## (?:✅|❌|⏭️|⚠️|❓) \S/u);
        assert.doesNotMatch(summary, /undefined|null|NaN|\[object/);
        assert.doesNotMatch(summary, /\n{3}/);
      }
    }
  }
});

test('a deploy shows address, states, folder, changes and what is next', async () => {
  const app = makeApp({ url: 'https://apps.example.org/a/tides', status: 'in_review' });
  const changes = [
    { path: 'a.css', kind: 'changed', bytesBefore: 100, bytesAfter: 200 },
    { path: 'b.png', kind: 'added', bytesBefore: null, bytesAfter: 5000 },
    { path: 'c.wav', kind: 'removed', bytesBefore: 900, bytesAfter: null },
    { path: 'd.js', kind: 'changed', bytesBefore: 30, bytesAfter: 30 },
    { path: 'e', kind: 'changed', bytesBefore: null, bytesAfter: null },
  ] as const;
  const facts = {
    slug: 'tides',
    app,
    statusBefore: 'draft',
    changed: true,
    submitted: true,
    fileCount: 3,
    byteCount: 5230,
    contentHash: `sha256:${'0'.repeat(64)}`,
    changes,
  };
  const summary = await renderSummary(makeReport({ facts }));
  assert.equal(
    summary,
    `## ✅ tides deployed and sent for review

<https://apps.example.org/a/tides>

The draft holds exactly the 3 files of the folder (5.2 KB).

- State: <code>draft</code> → <code>in&#95;review</code>
- Folder: 3 files, 5.2 KB
- Content: <code>sha256&#58;000000000000</code>

**Next:** In review: nobody else sees it until it is reviewed.

### What changed

5 files: 1 added, 3 changed, 1 removed.

| File | Change |
| --- | --- |
| <code>b&#46;png</code> | added, 5&nbsp;KB |
| <code>c&#46;wav</code> | removed, 900&nbsp;B |
| <code>a&#46;css</code> | changed, 100&nbsp;B → 200&nbsp;B |
| <code>d&#46;js</code> | changed, 30&nbsp;B |
| <code>e</code> | changed |
`,
  );
});

test('problems stand by file, with the lines they are about', async () => {
  const problems = [
    makeProblem({ path: 'index.html', line: 3, column: 2, code: 'bad', fix: 'Mend it', message: 'first' }),
    makeProblem({ message: 'of the app', code: '' }),
    makeProblem({ path: 'index.html', line: 1, message: 'second', severity: 'warning' }),
    makeProblem({ path: 'index.html', line: 1, message: 'second', severity: 'warning' }),
    makeProblem({ path: 'gone.html', line: 9, message: '' }),
  ];
  const asked: unknown[] = [];
  const readLines = (path: string, first: number, last: number) => {
    asked.push([path, first, last]);
    return Promise.resolve(path === 'index.html' ? ['one', 'two', 'three', 'four'].slice(first - 1, last) : null);
  };
  const outcome = makeOutcome('rejected');
  const summary = await renderSummary(makeReport({ outcome, repositoryPath: 'site', readLines, facts: { problems } }));
  assert.deepEqual(asked, [
    ['index.html', 1, 5],
    ['index.html', 1, 3],
    ['gone.html', 7, 11],
  ]);
  assert.ok(
    summary.includes(`### Problems: 3 errors, 2 warnings

#### <code>site/index&#46;html</code>

❌ **Line 3, column 2** · <code>bad</code><br>
<code>first</code><br>
Fix: <code>Mend it</code>

\`\`\`text
  1 │ one
  2 │ two
> 3 │ three
    │  ^
  4 │ four
\`\`\`

⚠️ **Line 1** · 2 times<br>
<code>second</code>

\`\`\`text
> 1 │ one
  2 │ two
  3 │ three
\`\`\`

#### The app as a whole

❌ <code>of the app</code>

#### <code>site/gone&#46;html</code>

❌ **Line 9**<br>
<code>No message was given&#46;</code>
`),
    summary,
  );
});

test('what was left out and waited for folds, the reviewer is quoted, a bug shows its stack', async () => {
  const facts = {
    app: makeApp({ reviewNote: 'Bigger type.\nThanks', url: 'javascript:x' }),
    excluded: [{ path: '.env', kind: 'credential', reason: 'looks like a credential', isHidden: true }],
    waits: [{ what: 'deploy', milliseconds: 5000, why: 'too many changes' }],
    warnings: ['one', 'one'],
    notices: ['two'],
    termsRequired: '2025-03',
  };
  const summary = await renderSummary(
    makeReport({ outcome: { kind: 'failed', failure: { ...failure, stack: 'Error: x\n    at y' } }, facts }),
  );
  for (const part of [
    '\n<code>javascript&#58;x</code>\n',
    '- Terms asked for: <code>2025-03</code>',
    '- Code: <code>http&#95;500</code>',
    'The reviewer says:\n\n> <code>Bigger type&#46;</code><br>\n> <code>Thanks</code>\n\n',
    '\n- ⚠️ one\n',
    '\n- ℹ️ two\n',
    '<summary>1 path left out</summary>\n\n| Left out | Why |\n| --- | --- |\n| <code>&#46;env</code> | hidden file |\n',
    '<summary>1 wait, 5 s in all</summary>\n\n| Wait | Why |\n| --- | --- |\n| 5 s for <code>deploy</code> | too many changes |\n',
    '<summary>Stack</summary>\n\n```text\nError: x\n    at y\n```',
  ]) {
    assert.ok(summary.includes(part), `${part}\n---\n${summary}`);
  }
});

test('a list links the apps whose address is safe', async () => {
  const apps = [
    makeApp({ url: 'https://a.example/a/tides', name: 'Tide | times', status: 'draft' }),
    makeApp({ slug: 'moon' }),
  ];
  const summary = await renderSummary(makeReport({ outcome: makeOutcome('listed'), facts: { apps } }));
  assert.ok(
    summary.includes(
      '| [<code>tides</code>](https://a.example/a/tides)<br><code>Tide &#124; times</code> | <code>draft</code> |\n| <code>moon</code> |  |',
    ),
  );
  assert.doesNotMatch(await renderSummary(makeReport({ outcome: makeOutcome('listed'), facts: { apps: [] } })), /\|/);
});

test('a dry run is headed by what a real one would do: go, do nothing, or fail', async () => {
  const sign = async (plan: Intent) =>
    (await renderSummary(makeReport({ outcome: { kind: 'planned', plan } }))).slice(3, 5);
  const signs = await Promise.all(everyPlan.map(async (plan) => [plan.do, (await sign(plan)).trim()]));
  const idle = { nothing: '⏭️', skip: '⏭️', refuse: '⚠️' };
  assert.deepEqual(
    signs,
    everyPlan.map((plan) => [plan.do, plan.do in idle ? idle[plan.do as keyof typeof idle] : '✅']),
  );
});

test('an app that is gone has no state, and one whose state is not shown has none either', async () => {
  const render = (outcome: Outcome, app: AppFacts | null) =>
    renderSummary(makeReport({ outcome, facts: { slug: 'tides', app, statusBefore: 'draft' } }));
  assert.doesNotMatch(await render({ kind: 'deleted' }, null), /State/);
  assert.doesNotMatch(await render({ kind: 'deployed' }, makeApp()), /State/);
  assert.match(await render({ kind: 'deployed' }, makeApp({ status: 'draft' })), /- State: <code>draft<\/code>\n/);
});

test('too much of everything stays below the limit and is counted', async () => {
  const long = '@|<`'.repeat(5000);
  const many = <T>(make: (index: number) => T) => Array.from({ length: 10_000 }, (_, index) => make(index));
  const facts = {
    app: makeApp({ reviewNote: long, status: long, slug: long }),
    problems: many((index) =>
      makeProblem({ path: `${index}${long}`, line: 1, message: `${index}${long}`, fix: long, code: long }),
    ),
    excluded: many(() => ({ path: long, kind: 'pattern', reason: long, isHidden: false })),
    changes: many(() => ({ path: long, kind: 'added', bytesBefore: null, bytesAfter: 1 }) as const),
    waits: many(() => ({ what: long, milliseconds: 1, why: long })),
    apps: many(() => makeApp({ slug: long, name: long })),
    warnings: many((index) => `${index}${long}`),
    notices: many((index) => `${index}${long}`),
  };
  const readLines = () => Promise.resolve([long, long, long]);
  const outcome = { kind: 'failed', failure: { code: long, message: long, next: long, stack: long } } as const;
  const summary = await renderSummary(makeReport({ outcome, readLines, facts }));
  assert.ok(Buffer.byteLength(summary) < 900_000);
  assert.notEqual(keepSummary(Buffer.from(summary)), null);
  assert.match(summary, /… and 9,\d{3} more problems that found no room here\./);
  assert.match(summary, /… and 9970 more\./);
  assert.deepEqual(findLive(summary), []);
});

test('hostile text is nowhere alive, and secrets are nowhere at all', async () => {
  const secret = 'k3y-T0p-s3cr3t';
  const text = hostileText.map((hostile) => `${hostile}${secret}${hostile}`);
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const facts = {
        slug: a,
        statusBefore: a,
        termsRequired: b,
        app: makeApp({ slug: a, url: b, status: b, reviewNote: a, name: b, updatedAt: a }),
        problems: [
          makeProblem({ path: a, line: 1, column: 2, code: b, message: a, fix: b }),
          makeProblem({ path: b, message: b, severity: 'warning' }),
        ],
        excluded: [{ path: a, kind: 'pattern', reason: b, isHidden: false }],
        changes: [{ path: b, kind: 'added', bytesBefore: null, bytesAfter: 1 } as const],
        waits: [{ what: a, milliseconds: 5, why: b }],
        apps: [makeApp({ slug: b, name: a, status: a, url: a })],
        notices: [a],
        warnings: [b],
      };
      const outcome = { kind: 'failed', failure: { code: a, message: b, next: a, stack: b } } as const;
      const report = makeReport({
        outcome,
        repositoryPath: a,
        secrets: [secret],
        facts,
        readLines: () => Promise.resolve([a, b]),
      });
      const summary = await renderSummary(report);
      assert.deepEqual(findLive(summary), [], summary);
      assert.ok(!summary.includes(secret));
    }),
  );
});
