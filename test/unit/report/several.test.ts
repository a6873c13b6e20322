import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTerminal } from '../../../cli/output/terminal.ts';
import { toAnnotations } from '../../../src/report/annotations.ts';
import { formatJson, toOutputs } from '../../../src/report/outputs.ts';
import type { Report } from '../../../src/report/report.ts';
import { describeRun } from '../../../src/report/several.ts';
import { renderComment, renderSummary } from '../../../src/report/summary.ts';
import { describeReport } from '../../../src/report/words.ts';
import { fail, makeApp, makePlan, makeProblem, makeReport, readLines } from './sample.ts';

const url = 'https://apps.example.org/a/tides';
const noLinks = { commit: null, runUrl: null, pageUrl: null, pictureUrls: [] };
const deployed = makeReport({
  app: makeApp({ slug: 'tides', url, status: 'draft' }),
  done: ['deploy'],
});
const notRun = makeReport({ outcome: 'not_run', slug: 'waves' });
const failed = makeReport({ ...fail({ message: 'It is broken' }), slug: 'birds' });
const unknown = makeReport({ ...fail({ kind: 'unknown' }), slug: 'reefs' });
const stale = makeReport({
  outcome: 'skipped',
  skipReason: 'stale',
  slug: 'moon',
});
const skipped = makeReport({
  outcome: 'skipped',
  skipReason: 'in-review',
  slug: 'moon',
});
const checked = makeReport({
  outcome: 'planned',
  plan: null,
  skipReason: 'fork',
  slug: 'moon',
});
const nothing = makeReport({
  outcome: 'planned',
  plan: { kind: 'nothing', reason: 'unchanged' },
  slug: 'moon',
});
const unchanged = makeReport({ outcome: 'unchanged', slug: 'dunes' });
const warned = makeReport({ slug: 'gulls', warnings: ['One pattern matches nothing.'] });
const planned = makeReport({
  outcome: 'planned',
  plan: makePlan('create', 'deploy'),
  slug: 'sun',
});

/** A report with `count` errors in `apps/<slug>/index.html`. */
function makeFaulty(slug: string, count: number): Report {
  const problems = Array.from({ length: count }, (_, index) =>
    makeProblem({ path: 'index.html', message: `${index}` }),
  );
  const places = { folder: `apps/${slug}`, repositoryPath: `apps/${slug}` };
  return makeReport({ ...places, ...fail({ kind: 'rejected' }), slug, problems });
}

const missing = ['tides', 'waves'].map((slug) =>
  makeReport({ ...fail({ code: 'app_missing' }), slug, app: null }),
);

test('if none of several apps exists, one annotation and one sentence report it', () => {
  const annotations = toAnnotations(missing);
  assert.equal(annotations.length, 1);
  assert.match(
    annotations.map(readLines).join(),
    /^None of the 2 apps exists yet: set create: true, /,
  );
  const summary = renderSummary(missing, noLinks);
  assert.equal(summary.split('None of the 2 apps').length, 2);
  assert.equal(summary.split('\n## ').length, 1);
});

test('an app without changes keeps its row if there is a warning about it', () => {
  const warnings = ['One pattern matches nothing.'];
  const noted = makeReport({ outcome: 'unchanged', slug: 'gulls', warnings });
  const summary = renderSummary([deployed, unchanged, noted], noLinks);
  assert.match(summary, /^Unchanged: dunes\.$/m);
  assert.match(summary, /^\| <code>gulls<\/code> \| ⚠️ unchanged/m);
});

test('an app whose slug is unknown is among the results by its folder', () => {
  const { results } = toOutputs([deployed, makeReport({ ...fail(), folder: 'apps/My App' })]);
  const entries: readonly { slug: string; folder: string }[] = JSON.parse(formatJson(results));
  assert.deepEqual(
    entries.map(({ slug, folder }) => slug ?? folder),
    ['tides', 'apps/My App'],
  );
});

test('a warning about the run appears once, not under its apps', () => {
  const runWarnings = ['A link was left out.'];
  const reports = ['tides', 'waves'].map((slug) => makeReport({ slug, runWarnings }));
  const { sign, headline } = describeRun(reports);
  assert.equal(`${sign} ${headline}`, '⚠️ 2 apps: deployed; 1 warning about the run');
  const summary = renderSummary(reports, noLinks);
  assert.deepEqual(summary.match(/^(?:##|⚠️).*/gmu), [
    `## ${sign} ${headline}`,
    '⚠️ A link was left out.',
  ]);
  const warnings = toAnnotations(reports).filter(({ level }) => level === 'warning');
  assert.deepEqual(warnings.map(readLines), runWarnings);
  const brief = renderTerminal(reports, { hasColor: false, isBrief: true });
  assert.deepEqual(brief, ['warning: A link was left out.']);
});

test('a run of several apps has the outcome of its worst app, whatever the order', () => {
  const rejected = makeReport({ slug: 'reefs', review: 'rejected' });
  const { sign, level } = describeReport(rejected);
  const usual = describeReport(warned);
  const levels = [
    [warned, rejected],
    [rejected, warned],
  ].map((reports) => describeRun(reports).level);
  assert.deepEqual([sign, usual.sign, ...levels], ['⚠️', '⚠️', level, level]);
  assert.notEqual(level, usual.level);
});

const rows: readonly (readonly [
  reports: readonly Report[],
  outcome: string,
  headline: string,
  lines: RegExp,
])[] = [
  [[deployed, deployed], 'deployed', '✅ 2 apps: deployed', /^deployed: tides, tides$/],
  [
    [unchanged, skipped],
    'skipped',
    '⏭️ 2 apps: 1 skipped, 1 unchanged',
    /^skipped: moon\nunchanged: dunes$/,
  ],
  [
    [deployed, warned],
    'deployed',
    '⚠️ 2 apps: deployed; 1 with a warning',
    /^deployed: tides, gulls$/,
  ],
  [
    [skipped, deployed],
    'deployed',
    '✅ 2 apps: 1 deployed, 1 skipped',
    /^deployed: tides\nskipped: moon$/,
  ],
  [
    [deployed, failed, notRun],
    'failed',
    '❌ 3 apps: 1 failed, 1 deployed, 1 not run',
    /^1 of 3 apps failed: birds was not deployed: the folder does not exist$/,
  ],
  [
    [failed, unknown],
    'unknown',
    '❓ 2 apps: 1 not verified, 1 failed',
    /^2 of 2 apps failed or could not be verified: reefs may .*\nbirds .*$/,
  ],
  [
    [stale, stale],
    'skipped',
    '⏭️ 2 apps: skipped',
    /^A newer commit exists.*\nskipped: moon, moon$/,
  ],
  [[checked, checked], 'planned', 'ℹ️ 2 apps: checked', /^A pull request from a fork .*\nchecked: /],
  [
    [nothing, planned],
    'planned',
    'ℹ️ 2 apps: 1 would be deployed, 1 unchanged',
    /^would be deployed: sun\nunchanged: moon$/,
  ],
];
for (const [reports, outcome, expected, lines] of rows) {
  test(`the results of several apps are summarized as: ${expected}`, () => {
    const { sign, headline, lines: shown } = describeRun(reports);
    assert.equal(`${sign} ${headline}`, expected);
    assert.match(shown.join('\n'), lines);
    assert.equal(toOutputs(reports)['outcome'], outcome);
  });
}

test('with several apps, the output skip-reason gives a reason for the whole run', () => {
  const broken = makeReport({
    ...fail({ kind: 'rejected' }),
    skipReason: 'fork',
    slug: 'sun',
  });
  const runs = [
    [stale, stale],
    [checked, broken],
    [stale, deployed],
    [skipped, skipped],
    [unchanged, unchanged],
  ];
  const reasons = runs.map((reports) => toOutputs(reports)['skip-reason']);
  assert.deepEqual(reasons, ['stale', 'fork', null, null, null]);
});

test('with several apps, a terminal shows details of failed apps, a row per app and the total', () => {
  const lines = renderTerminal([failed, deployed, planned, skipped], {
    hasColor: false,
  });
  assert.deepEqual(lines.slice(-6), [
    'birds  ❌ not deployed: the folder does not exist',
    `tides  ✅ deployed                                 draft  ${url}`,
    'sun    ℹ️ would be created and deployed',
    'moon   ⏭️ skipped: in review',
    '❌ 4 apps: 1 failed, 1 deployed, 1 would be deployed, 1 skipped',
    'Next: Name a folder that exists.',
  ]);
  assert.match(lines[0] ?? '', /birds was not deployed/);
});

test('the summary of several apps has details of apps that failed or have a warning', () => {
  const unread = makeReport({
    ...fail({ kind: 'rejected', code: 'folder_rejected' }),
    slug: 'waves',
    problems: [makeProblem()],
    moreProblems: 41,
  });
  const summary = renderSummary([deployed, unchanged, warned, unread], noLinks);
  const shown = summary.split('\n').filter((line) => /^(?:##|\||Unch|⚠️|…)/u.test(line));
  assert.deepEqual(shown, [
    '## ❌ 4 apps: 1 failed, 2 deployed, 1 unchanged; 1 with a warning',
    '| App | Result | Status |',
    '| --- | --- | --- |',
    '| <code>waves</code> | ❌ not deployed: 42 problems to fix |  |',
    `| [tides](${url}) | ✅ deployed | <code>draft</code> |`,
    '| <code>gulls</code> | ⚠️ deployed, with 1 warning |  |',
    'Unchanged: dunes.',
    '## ❌ waves was not deployed: 42 problems to fix',
    '… and 41 more.',
    '## ⚠️ gulls deployed, with 1 warning',
    '⚠️ One pattern matches nothing.',
  ]);
});

test('each failed app gets one annotation before any gets a second one', () => {
  const reports = [makeFaulty('a', 20), makeFaulty('b', 20), failed, deployed];
  const errors = toAnnotations(reports).filter(({ level }) => level === 'error');
  const places = errors.map(({ file, title }) => file?.slice('apps/'.length) ?? title);
  const both = ['a/index.html', 'b/index.html'];
  assert.deepEqual(places.slice(0, 9), [
    ...both,
    'birds was not deployed: the folder does not exist',
    ...both,
    ...both,
    ...both,
  ]);
  assert.equal(errors.length, 10);
  assert.match(
    errors.map(readLines)[9] ?? '',
    /^3 of 4 apps failed: birds was not .*\na was not .*\nb was not .*\n.*\nand 32 more problems: see/,
  );
});

test('a thousand failed apps fit into a summary and a comment', () => {
  const reports = Array.from({ length: 1000 }, (_, index) => makeFaulty(`app-${index}`, 3));
  assert.ok(Buffer.byteLength(renderSummary(reports, noLinks)) < 1_048_576);
  const comment = renderComment(reports, noLinks);
  assert.ok(comment.length < 65_000);
  assert.match(comment, /^## ❌ 1,000 apps: failed\n.* and 980 more\.\n/s);
});

test('at most ten picture-urls are linked next to page-url', () => {
  const pictureUrls = Array.from({ length: 12 }, (_, index) => `https://pages.example/${index}`);
  const links = { ...noLinks, pageUrl: 'https://pages.example/', pictureUrls };
  for (const text of [
    renderSummary([makeReport({})], links),
    renderComment([makeReport({})], links),
  ]) {
    assert.match(
      text,
      /\[Open the page\]\(\S+\) · \[Picture 1\]\(https:\/\/pages\.example\/0\) · /,
    );
    assert.match(text, /\[Picture 10\]\(https:\/\/pages\.example\/9\)\n/);
  }
});

test('page-url cannot break out of its Markdown link', () => {
  const pageUrl = 'https://pages.example/a)@org/team?b="c"#d';
  const comment = renderComment([makeReport({})], { ...noLinks, pageUrl });
  assert.ok(
    comment.includes('\n[Open the page](https://pages.example/a%29@org/team?b=%22c%22#d)\n'),
    comment,
  );
});

test('a warning about several apps is one annotation that names them', () => {
  const warn = (slug: string, ...warnings: readonly string[]): Report =>
    makeReport({ slug, warnings });
  const remarks = toAnnotations([warn('a', 'both', 'own'), warn('b', 'both')]).filter(
    ({ level }) => level === 'warning',
  );
  assert.deepEqual(
    remarks.map((remark) => `${remark.title}: ${readLines(remark)}`),
    [': a, b: both', ': a: own'],
  );
});

test('two pictures are named after the screens that they show', () => {
  const pictureUrls = ['https://pages.example/1', 'https://pages.example/2'];
  const summary = renderSummary([makeReport({})], { ...noLinks, pictureUrls });
  assert.match(summary, /\[Phone\]\(\S+\/1\) · \[Desktop\]\(\S+\/2\)/);
});

test('a problem links to its line at the commit of the run', () => {
  const problem = makeProblem({ path: 'a (1).html', line: 7 });
  const commit = { sha: 'abc1234', url: 'https://github.com/o/r/commit/abc1234' };
  const report = makeReport({ ...fail(), repositoryPath: 'site', problems: [problem] });
  const link = '**[Line 7](https://github.com/o/r/blob/abc1234/site/a%20%281%29.html#L7):**';
  for (const render of [renderSummary, renderComment]) {
    assert.ok(render([report], { ...noLinks, commit }).includes(link));
    assert.ok(render([report], noLinks).includes('**Line 7:**'));
  }
});
