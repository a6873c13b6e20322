import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as escaping from '../../../src/escape.ts';
import { toAnnotations } from '../../../src/report/annotations.ts';
import { toCode, toCodeBlock, toProse } from '../../../src/report/markdown.ts';
import { toOutputs } from '../../../src/report/outputs.ts';
import { formatProblem, mergeProblems, toRepositoryFile } from '../../../src/report/problems.ts';
import { renderSummary } from '../../../src/report/summary.ts';
import { fillFacts, makeFailure, makeProblem, makeReport, renderComment } from './sample.ts';

/**
 * A hundred thousand characters of what patterns stumble over. What takes more than linear time over it takes many seconds;
 * what is linear, some milliseconds. So these tests need no clock: one that is broken never seems to end.
 */
const fillers = [...' \t\n\r"\'\\.0a#:@`/-\u0301\u200b😀', 'a ', '. ', '\\"', '#\u0301', ':a', '../', 'a\n'];

const texts = fillers.map((filler) => [JSON.stringify(filler), filler.repeat(120_000 / filler.length)] as const);

/** Whatever is done with a text, on its own: nothing has cut it before. */
const treatments: Readonly<Record<string, (text: string) => unknown>> = {
  toPrintable: escaping.toPrintable,
  toPrintableLines: escaping.toPrintableLines,
  splitLines: escaping.splitLines,
  toSafeUrl: (text) => escaping.toSafeUrl(`https://a.example/${text}`),
  toSafeSlug: escaping.toSafeSlug,
  toSafeWord: escaping.toSafeWord,
  toSafeVersion: escaping.toSafeVersion,
  cutText: (text) => escaping.cutText(text, 1000),
  toProse: (text) => toProse(text, 1e9),
  toCode: (text) => toCode(text, 1e9),
  toCodeBlock,
  toRepositoryFile: (text) => toRepositoryFile('site', text),
  formatProblem: (text) =>
    mergeProblems([makeProblem({ path: text, code: text, message: text })], '').map(formatProblem),
};

describe('a hundred thousand characters of it take no more than linear time', () => {
  for (const [name, treat] of Object.entries(treatments)) {
    test(name, () => {
      for (const [filler, text] of texts) {
        assert.doesNotThrow(() => treat(`${text}y`), filler);
      }
    });
  }
});

test('every text of a report may be a quarter of it, and all of it is reported', async () => {
  for (const [filler, whole] of texts) {
    const text = whole.slice(0, 30_000);
    const filled = fillFacts(text);
    const facts = {
      ...filled,
      slug: 'tides',
      app: { ...filled.app, slug: 'tides', reviewNote: `a${text}b` },
      problems: [...filled.problems, makeProblem({ path: 'a', line: 1, column: 999_999, message: text, fix: text })],
    };
    const failure = makeFailure({ kind: 'rejected', code: text, message: text, next: text, path: text, stack: text });
    const readLines = () => Promise.resolve([text, text]);
    const outcome = { kind: 'rejected', failure } as const;
    const report = makeReport({ outcome, facts, readLines, repositoryPath: '', secrets: ['a-secret'] }, text);
    assert.ok(toAnnotations(report).length > 2, filler);
    assert.equal(toOutputs(report)['problem-count'], '3');
    assert.ok(Buffer.byteLength(await renderSummary(report)) < 900_000);
    const comment = await renderComment(report, text);
    assert.ok(comment !== '' && comment.length < 65_000);
  }
});
