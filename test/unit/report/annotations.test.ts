import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Facts, Outcome } from '../../../src/outcome.ts';
import { type Level, toAnnotations } from '../../../src/report/annotations.ts';
import { docsUrl, fail, makeApp, makeProblem, makeReport } from './sample.ts';

const rejected = fail({ kind: 'rejected' });
const deployed = { kind: 'deployed' } as const;

describe('a level keeps what the runner shows of it, and its last counts the rest:', () => {
  const problems = Array.from({ length: 12 }, (_, index) => makeProblem({ message: `p${index}` }));
  const remarks = Array.from({ length: 10 }, (_, index) => `r${index}`);
  /** As many as the runner shows of each; two places for warnings are for later ones. */
  const limits = { error: 10, warning: 8, notice: 10 };
  const rows: Readonly<Record<string, readonly [Level, Outcome, Partial<Facts>, last: RegExp]>> = {
    'nine errors and the result': ['error', rejected, { problems: problems.slice(0, 9) }, /a folder that exists\.$/],
    'twelve errors, one of them twice': [
      ...(['error', deployed, { problems: [...problems, ...problems.slice(11)] }] as const),
      /^More errors\nand 4 more problems: see the summary$/,
    ],
    'eight warnings': ['warning', deployed, { warnings: remarks.slice(0, 8) }, /^Warning\nr7$/],
    'nine warnings and the result': [
      ...(['warning', deployed, { reviewResult: 'withdrawn', warnings: remarks.slice(0, 9) }] as const),
      /^The app deployed\n.*\nand 2 more warnings: see the summary$/,
    ],
    'ten notices and the result': ['notice', deployed, { notices: remarks }, /\nand 1 more notice: see the summary$/],
  };
  for (const [name, [level, outcome, facts, last]] of Object.entries(rows)) {
    test(name, () => {
      const kept = toAnnotations(makeReport({ outcome, facts })).filter((annotation) => annotation.level === level);
      assert.equal(kept.length, limits[level]);
      assert.match(`${kept.at(-1)?.title}\n${kept.at(-1)?.message}`, last);
    });
  }
});

test('the fix of a problem and the address of the result stay whole behind words of any length', () => {
  const long = 'x'.repeat(100_000);
  const facts = { problems: [makeProblem({ message: long, fix: long })], app: makeApp({ reviewNote: long }) };
  const report = makeReport({ outcome: fail({ message: long, next: long }), facts }, docsUrl);
  const [problem, result] = toAnnotations(report).map(({ message }) => message);
  assert.match(problem ?? '', /characters more\)\nFix: x+ … \(\d+ characters more\)$/);
  assert.match(result ?? '', /^x{1700,}.*\nx+ .*\nhttps:.*#folder_missing$/s);
});
