import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { commands } from '../../../src/inputs.ts';
import type { Facts, Outcome } from '../../../src/outcome.ts';
import { renderSummary } from '../../../src/report/summary.ts';
import { hostileText } from './hostile-text.ts';
import { findLive } from './live-markdown.ts';
import { everyOutcome, fillFacts, makeApp, makeFailure, makeProblem, makeReport, renderComment } from './sample.ts';

function render(facts: Partial<Facts>, outcome: Outcome = { kind: 'deployed' }) {
  return renderSummary(makeReport({ outcome, facts }));
}

function many<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

test('every path has a summary, and none prints a value that is missing', async () => {
  const full = { app: makeApp(), apps: [makeApp()], problems: [makeProblem({ path: 'a' })], changes: [] };
  for (const command of commands) {
    for (const outcome of everyOutcome) {
      for (const facts of [{}, full]) {
        const summary = await renderSummary(makeReport({ command, outcome, facts }));
        assert.match(summary, /^## (?:✅|❌|⏭️|⚠️|❓|ℹ️) \S/u);
        assert.doesNotMatch(summary, /undefined|null|NaN|\[object|\n{3}/);
      }
    }
  }
});

test('problems of a file come by line and column', async () => {
  const places = [
    [2, 5],
    [1, 9],
    [1, null],
    [2, 2],
    [1, 4],
  ] as const;
  const summary = await render({ problems: places.map(([line, column]) => makeProblem({ path: 'a', line, column })) });
  const found = Array.from(summary.matchAll(/\*\*Line (\d(?:, column \d)?)/g), ([, place]) => place);
  assert.deepEqual(found, ['1', '1, column 4', '1, column 9', '2, column 2', '2, column 5']);
});

test('the first twenty lines with problems have an excerpt, and five in a comment', async () => {
  const problems = many(50, (index) => makeProblem({ path: 'a', line: 1 + (index % 25), message: `${index}` }));
  const report = makeReport({ readLines: async () => ['x', 'x', 'x'], facts: { slug: 'tides', problems } });
  const count = (text: string) => text.split('```text').length - 1;
  assert.equal(count(await renderSummary(report)), 20);
  assert.equal(count(await renderComment(report)), 5);
});

test('fifty lines of a reviewer’s note, thirty remarks of a kind and a hundred apps are shown, and no others', async () => {
  const note = (lines: number) => render({ app: makeApp({ reviewNote: 'x\n'.repeat(lines) }) });
  assert.match(await note(50), /\n(> x(<br>)?\n){50}$/);
  assert.match(await note(51), /\n(> x<br>\n){50}> …\n$/);
  const warn = (count: number) => render({ warnings: many(count, (index) => `remark ${index}.`) });
  assert.match(await warn(30), /remark 29\.\n$/);
  assert.match(await warn(31), /remark 29\.<br>\n… and 1 more\n$/);
  const list = (count: number) => render({ apps: many(count, () => makeApp()) }, { kind: 'listed' });
  assert.doesNotMatch(await list(100), / more/);
  assert.match(await list(101), /\n\n… and 1 more\.\n$/);
});

test('a list without apps has no table', async () => {
  assert.doesNotMatch(await render({ apps: [] }, { kind: 'listed' }), /\|/);
});

describe('too much of everything stays below the limit and is counted', () => {
  const play = async (count: number, text: string) => {
    const app = makeApp({ reviewNote: `${text}\n`.repeat(100), status: text, slug: text, name: text });
    const facts = {
      app,
      problems: many(count, (index) => {
        const path = `${index % 500}${text}`;
        return makeProblem({ path, line: index % 2, message: `${index}${text}`, fix: text, code: text });
      }),
      excluded: many(count, () => ({ path: text, reason: text })),
      changes: many(count, () => ({ path: text, kind: 'added', bytesBefore: null, bytesAfter: 1 }) as const),
      waits: many(count, () => ({ what: text, milliseconds: 1, why: text, attempt: 2, maxAttempts: 4 })),
      apps: many(count, () => app),
      warnings: many(count, (index) => `${index}${text}`),
      notices: many(count, (index) => `${index}${text}`),
    };
    const failure = makeFailure({ code: text, message: text, next: text, stack: text });
    const report = { outcome: { kind: 'failed', failure }, readLines: async () => [text, text, text], facts } as const;
    const summary = await renderSummary(makeReport(report));
    assert.ok(Buffer.byteLength(summary) < 900_000);
    assert.ok(Buffer.byteLength(summary) <= 1_048_576);
    assert.deepEqual(findLive(summary), []);
    return summary;
  };

  test('ten thousand of each', async () => {
    const summary = await play(10_000, '@team|<b>`');
    assert.match(summary, /… and 4,\d{3} more problems, omitted here\./);
    for (const rest of ['… and 9970 more.', '… and 9900 more.', '\n> …\n']) assert.ok(summary.includes(rest), rest);
  });

  test('each of many thousand characters', async () => {
    assert.match(await play(300, '@team|<b>`'.repeat(500)), /characters more/);
  });

  test('a part that does not fit as a whole is counted', async () => {
    assert.match(await play(300, '@'.repeat(5000)), /\n… and \d more parts?, omitted here\.\n$/);
  });
});

test('hostile text is nowhere alive, and secrets are nowhere at all', async () => {
  const secret = 'k3y-T0p-s3cr3t';
  const text = hostileText.map((hostile) => `${hostile}${secret}${hostile}`);
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const failure = makeFailure({ code: a, message: b, next: a, stack: b });
      const outcome = { kind: 'failed', failure } as const;
      const parts = { outcome, repositoryPath: a, secrets: [secret], facts: fillFacts(a, b) };
      const summary = await renderSummary(makeReport({ ...parts, readLines: async () => [a, b] }, b));
      assert.deepEqual(findLive(summary), [], summary);
      assert.ok(!summary.includes(secret));
    }),
  );
});
