import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCommands } from '../../../scripts/runner/commands.ts';
import { maxOutputText } from '../../../src/report/outputs.ts';
import * as escaping from '../../../src/text/escape.ts';
import { assertFast } from '../../support/fast.ts';
import { findLive } from '../../support/live-markdown.ts';
import { compareWithFile, type ShownRun } from '../../support/snapshot.ts';
import { hostileText } from './hostile-text.ts';
import {
  fail,
  type GivenRun,
  makeApp,
  makePlan,
  makeProblem,
  makeReport,
  plan,
  runLinks,
  show,
  showAll,
} from './sample.ts';

/**
 * Returns two runs, a failure and a dry run, with one of the texts in every place for outside text,
 * and `count` entries in every list. The slug of the dry run may be invalid.
 */
function fillRuns(one: string, other = one, count = 1): readonly GivenRun[] {
  const each = <T>(make: (one: string, other: string) => T): readonly T[] =>
    Array.from({ length: count }, (_, at) =>
      at === 0 ? make(one, other) : make(`${at}${one}`, `${at}${other}`),
    );
  const app = makeApp({ slug: one, url: other, status: other, reviewNote: one, name: other });
  const times = { updatedAt: one, submittedAt: other, publishedAt: one };
  const head = '@@ -1,1 +1,1 @@';
  const facts = {
    app: { ...app, ...times, reviewNote: `${one}\n`.repeat(count) },
    statusBefore: one,
    termsRequired: other,
    excluded: each((path, reason) => ({ path, reason })),
    changes: each(
      (_, path) => ({ path, kind: 'added', bytesBefore: null, bytesAfter: 1 }) as const,
    ),
    textChanges: {
      files: each((path, text) => ({
        path,
        lines: [head, `-${path}`, `+${text}`, ` ${path}`],
        moreLines: 0,
      })),
      named: each((path) => path),
      moreFiles: 0,
    },
    problems: [
      ...each((path, text) =>
        makeProblem({ path, line: 1, column: 2, code: text, message: path, fix: text }),
      ),
      ...each((path, text) => makeProblem({ path, message: text, severity: 'warning' })),
    ],
    apps: each((text, name) => ({
      ...app,
      slug: name,
      name: text,
      status: text,
      url: text,
      updatedAt: text,
    })),
    waits: each((what, why) => ({ what, milliseconds: 1, why, attempt: 2, maxAttempts: 4 })),
    notices: each((text) => text),
    warnings: each((_, text) => text),
  };
  const run = { repositoryPath: 'site', readLines: () => [one, other] };
  const failed = fail({ kind: 'rejected', message: other, next: one, path: one, stack: other });
  const planned = plan({ ...makePlan('update'), fields: ['name'] });
  const links = { ...runLinks, commit: { sha: one, url: other }, runUrl: one };
  return [
    { ...run, ...failed, ...facts, slug: 'tides', sinks: { links } },
    { ...run, ...planned, ...facts, slug: one },
  ];
}

/** Asserts that nothing acts on the runner, on GitHub or in a terminal. */
function assertHarmless({ output, outputs, annotations, summary, comment }: ShownRun): void {
  for (const markdown of [summary ?? '', comment ?? ''])
    assert.deepEqual(findLive(markdown), [], markdown);
  for (const [name, value] of Object.entries(outputs))
    assert.deepEqual(parseCommands(`${value}\n`), [], name);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be shown
  const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/;
  assert.doesNotMatch(`${output}${summary}`, invisible);
  for (const { file } of annotations)
    assert.match(file ?? 'site/a', /^site\/(?!.*(?:^|\/)\.\.(?:\/|$))/);
  assertSafeInShell(outputs);
}

/** Asserts that a shell acts on none of the outputs that a script or a matrix may use. */
function assertSafeInShell(outputs: ShownRun['outputs']): void {
  const apps: readonly ShownRun['outputs'][] = JSON.parse(outputs['apps'] || '[]');
  const results: readonly ShownRun['outputs'][] = JSON.parse(outputs['results'] || '[]');
  for (const app of [outputs, ...apps, ...results]) {
    assert.match(app['slug'] ?? '', /^[\w.-]*$/);
    assert.match(app['status'] ?? '', /^[\w.-]*$/);
    assert.match(app['url'] ?? '', /^(?:https?:\/\/[\w.~%/:[\]-]+)?$/);
  }
  for (const name of ['submitted-at', 'published-at', 'updated-at'])
    assert.match(outputs[name] ?? '', /^[\w.:,+ -]*$/);
  assert.match(outputs['terms-required'] ?? '', /^[\w.+:/-]*$/);
}

/** Asserts that GitHub and the runner keep summary, comment, outputs and annotations. */
function assertKept({ output, outputs, annotations, summary, comment }: ShownRun): void {
  assert.ok(Buffer.byteLength(summary ?? '') <= 1_048_576);
  assert.ok((comment ?? '').length < 65_536);
  assert.ok(JSON.stringify(outputs).length < 1_048_576);
  const problems: readonly object[] = JSON.parse(outputs['problems'] ?? '');
  for (const text of problems.flatMap((problem) => Object.values(problem)))
    assert.ok(String(text).length <= maxOutputText);
  const made = parseCommands(output).filter(({ name }) => /^(?:error|warning|notice)$/.test(name));
  const [kept, meant] = [annotations.map(({ message }) => message), made.map(({ data }) => data)];
  assert.deepEqual(kept, meant);
}

test('text from outside cannot run commands or mention anybody in a report, and shows no secret', async () => {
  const toNames = ({ output }: ShownRun) => parseCommands(output).map(({ name }) => name);
  const calm = (await Promise.all(fillRuns('x', 'y').map(show))).map(toNames);
  const secret = 'k3y-T0p-s3cr3t';
  const text = hostileText.map((hostile) => `${hostile}${secret}${hostile}`);
  await fc.assert(
    fc.asyncProperty(text, text, async (one, other) => {
      for (const [index, run] of fillRuns(one, other).entries()) {
        const shown = await show({ ...run, sinks: { ...run.sinks, secrets: [secret] } });
        assertHarmless(shown);
        assert.deepEqual(toNames(shown), calm[index]);
        const problems = JSON.stringify(makeReport(run, null, [secret]).problems);
        assert.deepEqual(
          JSON.parse(shown.outputs['problems'] ?? ''),
          JSON.parse(problems),
          'JSON keeps its values',
        );
        assert.ok(!JSON.stringify(shown).includes(secret));
      }
    }),
  );
});

/** Lists what the report of a run omits and how it says so, and how much it shows. */
function listOmissions({
  outputs,
  annotations,
  output,
  summary,
  comment,
}: ShownRun): readonly string[] {
  const messages = annotations.map(({ title, message }) => `${title}: ${message}`).join('\n');
  const log = output.replace(/^::(?:error|warning|notice) .*$/gm, '');
  const note = outputs['review-note'];
  const sentences = Object.entries({ annotations: messages, log, summary, comment, note }).flatMap(
    ([name, text]) => {
      const found = text?.match(
        /… \(\d+ characters more\)|(?:^|, |… )and [\d,]+ more.*|^(?:> …|More .*)$/gm,
      );
      return [...new Set(found)].map((sentence) => `- ${name}: ${sentence}`);
    },
  );
  const blocks = [summary, comment].map((text) => text?.match(/^`+text$/gm)?.length ?? 0);
  const count = (name: string): number => JSON.parse(outputs[name] || '[]').length;
  return [
    ...sentences,
    `- lines of the log: ${log.split('\n').length}`,
    `- blocks of text in summary and comment: ${blocks.join(' and ')}`,
    `- outputs: ${count('problems')} of ${outputs['problem-count']} problems, ${count('apps')} apps`,
  ];
}

test('a report keeps its size limits and counts what it omits (snapshots/limits.md)', async () => {
  const text = '@team|<b>`';
  const floods = {
    '2,400 of everything': fillRuns(text, text, 2400)[0],
    'A dry run with 300 of everything': fillRuns(text, text, 300)[1],
    'A hundred of everything, each of 12,000 characters': fillRuns(
      text.repeat(1200),
      undefined,
      100,
    )[0],
    'A thousand apps with three problems each': Array.from({ length: 1000 }, (_, index) => ({
      ...fail({ kind: 'rejected' }),
      slug: `app-${index}`,
      repositoryPath: `site/app-${index}`,
      problems: ['a', 'b', 'c'].map((message) => makeProblem({ path: 'index.html', message })),
    })),
  };
  const parts: string[] = [];
  for (const [name, run = {}] of Object.entries(floods)) {
    const shown = await showAll(run);
    assertHarmless(shown);
    assertKept(shown);
    parts.push(`## ${name}\n\n${listOmissions(shown).join('\n')}`);
  }
  compareWithFile('test/unit/report/snapshots/limits.md', parts.join('\n\n'));
});

/** Characters that slow down a bad pattern, for texts of 80,000 characters. */
const fillers = [
  ...' \t\n\r"\'\\.0a#:@`/-\u0301\u200b😀',
  'a ',
  '. ',
  '\\"',
  '#\u0301',
  ':a',
  '../',
  'a\n',
];
const endless = fillers.map((filler) => filler.repeat(80_000 / filler.length));

const { toPrintable, toPrintableLines, splitLines, toSafeUrl, toSafeWord, toSafeVersion } =
  escaping;
const { toProse, toCode, toCodeBlock } = escaping;
const treatments: Readonly<Record<string, (text: string) => unknown>> = {
  toPrintable,
  toPrintableLines,
  splitLines,
  toSafeWord,
  toSafeVersion,
  toProse,
  toCode,
  toCodeBlock,
  toSafeUrl: (text) => toSafeUrl(`https://a.example/${text}`),
  cutText: (text) => escaping.cutText(text, 1000),
};
for (const [name, treat] of Object.entries(treatments)) {
  test(`${name} runs in linear time`, () => {
    for (const text of endless) assertFast(() => treat(`${text}y`), text);
  });
}

test('a run with huge texts everywhere is still reported', async () => {
  // These become longest in JSON, in Markdown and in the log.
  for (const filler of ['\\"', '#\u0301', '@', '\u200b']) {
    const [run = {}] = fillRuns(filler.repeat(12_000 / filler.length));
    const shown = await show({ ...run, sinks: { ...run.sinks, secrets: ['a-secret'] } });
    assertKept(shown);
    assert.equal(shown.outputs['problem-count'], '2');
  }
});

test('a secret that equals part of an outcome, hash or severity does not redact it', () => {
  const facts = {
    contentHash: `sha256:${'2026'.repeat(16)}`,
    review: 'pending',
    changes: [{ path: 'a', kind: 'changed', bytesBefore: 1, bytesAfter: 1 }],
    problems: [makeProblem({ severity: 'warning' })],
  } as const;
  const secrets = ['deploy', 'planned', '2026', 'pending', 'change', 'warning', 'stale', 'skipped'];
  for (const end of [
    plan(makePlan('deploy')),
    plan({ kind: 'nothing', reason: 'unchanged' }),
    { outcome: 'skipped', skipReason: 'stale' },
  ] as const) {
    const report = makeReport({ ...end, ...facts }, null, secrets);
    assert.partialDeepStrictEqual(report, { ...end, ...facts });
  }
  const warnings = ['as unchanged'];
  assert.deepEqual(makeReport({ warnings }, null, secrets).warnings, ['as un***d']);
});

test('secrets are redacted before a text is cut', async () => {
  const secrets = ['s3cr3t-k3y', 'k'.repeat(1000)];
  // Longer than any text that is shown, so that each limit cuts a secret.
  const text = `${secrets.join(' ')} `.repeat(20);
  const facts = {
    app: makeApp({ reviewNote: text }),
    problems: [makeProblem({ path: text, line: 1, message: text, fix: text })],
    warnings: [text],
  };
  const shown = await show({
    ...fail({ message: text }),
    ...facts,
    folder: text,
    readLines: () => [text],
    sinks: { secrets },
  });
  assert.match(shown.summary ?? '', /\*{3}|&#42;&#42;&#42;/);
  assert.doesNotMatch(JSON.stringify(shown), /s3c|kkk/);
});

test('the suggested command after a dry run is redacted', () => {
  const realRun = 'npx miniapp-deploy deploy app --exclude s3cr3t-k3y';
  const statusRun = 'npx miniapp-deploy status --slug s3cr3t-k3y';
  const run = { ...plan(makePlan('deploy')), isDryRun: true, realRun, statusRun };
  const report = makeReport(run, null, ['s3cr3t-k3y']);
  assert.match(JSON.stringify(report), /--exclude \*{3}/);
  assert.match(JSON.stringify(report), /--slug \*{3}/);
  assert.doesNotMatch(JSON.stringify(report), /s3c/);
});
