import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanReport } from '../../../src/report/clean.ts';
import { fillFacts, makeFailure, makePlan, makeProblem, makeRawReport } from './sample.ts';

const key = 's3cr3t-k3y';

test('no text of a clean report holds a secret, nor does a line that it reads', async () => {
  const { readLines, problems, ...texts } = cleanReport(
    makeRawReport({
      outcome: {
        kind: 'failed',
        failure: makeFailure({ code: key, message: key, next: key, path: key, stack: key }),
      },
      repositoryPath: key,
      readLines: () => Promise.resolve([key, `a ${key}`]),
      secrets: [key],
      facts: fillFacts(key),
    }),
    null,
  );
  assert.doesNotMatch(JSON.stringify([texts, problems]), new RegExp(key));
  assert.equal(JSON.stringify(texts.facts).match(/\*\*\*/g)?.length, 33);
  assert.deepEqual(await readLines('index.html', 1, 2), ['***', 'a ***']);
});

test('what is not there stays not there', async () => {
  const raw = makeRawReport({ secrets: [key] });
  const { readLines, ...rest } = cleanReport(raw, 'https://a.example/docs');
  const { readLines: readRaw, secrets, ...given } = raw;
  assert.deepEqual([rest, secrets], [{ ...given, failure: null, helpUrl: null, problems: [] }, [key]]);
  assert.deepEqual([await readLines('a', 1, 1), await readRaw('a', 1, 1)], [null, null]);
});

test('closed words and the hash of the content are not mangled by a secret that is a piece of them', () => {
  const outcome = { kind: 'planned', plan: makePlan('deploy') } as const;
  const idle = { kind: 'planned', plan: { do: 'nothing', why: 'unchanged' } } as const;
  const facts = {
    contentHash: `sha256:${'2026'.repeat(16)}`,
    reviewResult: 'pending',
    changes: [{ path: 'a', kind: 'changed', bytesBefore: 1, bytesAfter: 1 }],
    waits: [{ what: 'the deploy', milliseconds: 1, why: 'as unchanged', attempt: 2, maxAttempts: 4 }],
    problems: [makeProblem({ severity: 'warning' })],
  } as const;
  const secrets = ['deploy', 'planned', '2026', 'pending', 'change', 'warning'];
  const report = cleanReport(makeRawReport({ outcome, facts, secrets }), null);
  assert.deepEqual(report.outcome, outcome);
  assert.deepEqual(cleanReport(makeRawReport({ outcome: idle, secrets }), null).outcome, idle);
  const skipped = { kind: 'skipped', skipReason: 'stale' } as const;
  assert.deepEqual(cleanReport(makeRawReport({ outcome: skipped, secrets: ['stale'] }), null).outcome, skipped);
  const { contentHash, reviewResult, changes, waits, problems } = report.facts;
  assert.deepEqual([contentHash, reviewResult, changes?.[0]?.kind], [facts.contentHash, 'pending', 'changed']);
  assert.deepEqual([waits[0]?.what, waits[0]?.why, problems[0]?.severity], ['the ***', 'as un***d', 'warning']);
});

test('a terms version is redacted only where a whole secret stands in it', () => {
  for (const [version, expected] of [
    ['2024cdefghij', '2024cdefghij'],
    ['2024', '2024'],
    ['x-ab+2024cdefghij', 'x-***'],
    [null, null],
  ] as const) {
    const report = makeRawReport({ facts: { termsRequired: version }, secrets: ['ab+2024cdefghij'] });
    assert.equal(cleanReport(report, null).facts.termsRequired, expected);
  }
});

test('a text is cut only after the secret was taken out of it', () => {
  const message = `${'x'.repeat(19_960)}${key}${'y'.repeat(1_000_000)}`;
  const { facts } = cleanReport(makeRawReport({ facts: { warnings: [message] }, secrets: [key] }), null);
  assert.ok((facts.warnings[0]?.length ?? 1e6) <= 20_000);
  assert.doesNotMatch(facts.warnings[0] ?? '', /s3c/);
});
