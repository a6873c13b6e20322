import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCommands } from '../../../scripts/runner/commands.ts';
import * as escaping from '../../../src/text/escape.ts';
import { assertFast } from '../../support/fast.ts';
import { findLive } from '../../support/live-markdown.ts';
import { compareWithFile, type ShownRun } from '../../support/snapshot.ts';
import { hostileText } from './hostile-text.ts';
import { fail, type GivenRun, makeApp, makePlan, makeProblem, makeReport, show } from './sample.ts';

/**
 * Two runs, a failure and a dry run with a slug that may be none, with one of two texts wherever
 * they hold a text from outside, `count` times where there may be many.
 */
function fillRuns(one: string, other = one, count = 1): readonly GivenRun[] {
  const each = <T>(make: (one: string, other: string) => T): readonly T[] =>
    Array.from({ length: count }, (_, at) =>
      at === 0 ? make(one, other) : make(`${at}${one}`, `${at}${other}`),
    );
  const app = makeApp({ slug: one, url: other, status: other, reviewNote: one, name: other });
  const head = '@@ -1,1 +1,1 @@';
  const facts = {
    app: { ...app, reviewNote: `${one}\n`.repeat(count) },
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
  const run = { repositoryPath: 'site', readLines: async () => [one, other] };
  const outcome = fail({ kind: 'rejected', message: other, next: one, path: one, stack: other });
  const plan = { ...makePlan('update'), fields: ['name'] };
  return [
    { ...run, outcome, facts: { ...facts, slug: 'tides' } },
    { ...run, outcome: { kind: 'planned', plan }, facts: { ...facts, slug: one } },
  ];
}

/** Nothing of what a run shows acts on the runner, on GitHub or in a terminal. */
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
}

/** GitHub and the runner keep all of it: summary, comment, outputs of a job, annotations. */
function assertKept({ output, outputs, annotations, summary, comment }: ShownRun): void {
  assert.ok(Buffer.byteLength(summary ?? '') <= 1_048_576);
  assert.ok((comment ?? '').length < 65_536);
  assert.ok(JSON.stringify(outputs).length < 1_048_576);
  const made = parseCommands(output).filter(({ name }) => /^(?:error|warning|notice)$/.test(name));
  const [kept, meant] = [annotations.map(({ message }) => message), made.map(({ data }) => data)];
  assert.deepEqual(kept, meant);
}

test('whatever texts a run holds, they act nowhere, and no secret is shown', async () => {
  const toNames = ({ output }: ShownRun) => parseCommands(output).map(({ name }) => name);
  const calm = (await Promise.all(fillRuns('x', 'y').map(show))).map(toNames);
  const secret = 'k3y-T0p-s3cr3t';
  const text = hostileText.map((hostile) => `${hostile}${secret}${hostile}`);
  await fc.assert(
    fc.asyncProperty(text, text, async (one, other) => {
      for (const [index, run] of fillRuns(one, other).entries()) {
        const given = { ...run, secrets: [secret] };
        const shown = await show(given);
        assertHarmless(shown);
        assert.deepEqual(toNames(shown), calm[index]);
        const problems = JSON.stringify(makeReport(given).facts.problems);
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

/**
 * What a run says of what it does not show, each sentence once, and how much it shows of what it
 * does not count.
 */
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
  const count = (name: string): number => JSON.parse(outputs[name] ?? '').length;
  return [
    ...sentences,
    `- lines of the log: ${log.split('\n').length}`,
    `- blocks of text in summary and comment: ${blocks.join(' and ')}`,
    `- outputs: ${count('problems')} of ${outputs['problem-count']} problems, ${count('apps')} apps`,
  ];
}

test('the limits are kept, and what is not shown is counted as test/unit/report/snapshots/limits.md shows', async () => {
  const text = '@team|<b>`';
  const floods = {
    'Three thousand of everything': fillRuns(text, text, 3000)[0],
    'A dry run with a thousand of everything': fillRuns(text, text, 1000)[1],
    'A hundred of everything, each of 25,000 characters': fillRuns(
      text.repeat(2500),
      undefined,
      100,
    )[0],
  };
  const parts: string[] = [];
  for (const [name, run = {}] of Object.entries(floods)) {
    const shown = await show(run);
    assertHarmless(shown);
    assertKept(shown);
    parts.push(`## ${name}\n\n${listOmissions(shown).join('\n')}`);
  }
  compareWithFile('test/unit/report/snapshots/limits.md', parts.join('\n\n'));
});

/** A hundred thousand characters of what patterns stumble over. */
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
const endless = fillers.map((filler) => filler.repeat(120_000 / filler.length));

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
  test(`${name} takes no more than linear time over a hundred thousand characters`, () => {
    for (const text of endless) assertFast(() => treat(`${text}y`), text);
  });
}

test('every text of a run may be a quarter of it, and all of the run is reported', async () => {
  // A third of them: what each does to a text by itself is above.
  const some = endless.filter((_, at) => at % 3 === 0);
  for (const run of some.flatMap((text) => fillRuns(text.slice(0, 30_000)).slice(0, 1))) {
    const shown = await show({ ...run, secrets: ['a-secret'] });
    assertKept(shown);
    assert.equal(shown.outputs['problem-count'], '2');
  }
});
