import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanReport } from '../../../src/report/clean.ts';
import { fillFacts, makeFailure, makePlan, makeProblem, makeRawReport } from './sample.ts';

const key = 's3cr3t-k3y';

test('no text of a clean report holds a secret, nor does a line that it reads', async () => {
  const failure = makeFailure({ code: key, message: key, next: key, path: key, stack: key });
  const raw = makeRawReport({
    ...{ outcome: { kind: 'failed', failure }, repositoryPath: key, secrets: [key], facts: fillFacts(key) },
    readLines: async () => [key, `a ${key}`],
  });
  const { readLines, ...texts } = cleanReport(raw, null);
  assert.doesNotMatch(JSON.stringify(texts), new RegExp(key));
  assert.equal(JSON.stringify(texts.facts).split('***').length, JSON.stringify(raw.facts).split(key).length);
  assert.deepEqual(await readLines('index.html', 1, 2), ['***', 'a ***']);
});

test('what is not there stays not there', async () => {
  const raw = makeRawReport({ secrets: [key] });
  const { readLines, ...rest } = cleanReport(raw, 'https://a.example/docs');
  const { readLines: _, secrets, ...given } = raw;
  assert.deepEqual(rest, { ...given, failure: null, helpUrl: null, problems: [] });
  assert.equal(await readLines('a', 1, 1), null);
});

test('closed words and the hash of the content are not mangled by a secret that is a piece of them', () => {
  const facts = {
    contentHash: `sha256:${'2026'.repeat(16)}`,
    reviewResult: 'pending',
    changes: [{ path: 'a', kind: 'changed', bytesBefore: 1, bytesAfter: 1 }],
    problems: [makeProblem({ severity: 'warning' })],
  } as const;
  const secrets = ['deploy', 'planned', '2026', 'pending', 'change', 'warning', 'stale', 'skipped'];
  for (const outcome of [
    { kind: 'planned', plan: makePlan('deploy') },
    { kind: 'planned', plan: { do: 'nothing', why: 'unchanged' } },
    { kind: 'skipped', skipReason: 'stale' },
  ] as const) {
    const report = cleanReport(makeRawReport({ outcome, facts, secrets }), null);
    assert.deepEqual(report.outcome, outcome);
    assert.partialDeepStrictEqual(report.facts, facts);
  }
  const waits = [{ what: 'the deploy', milliseconds: 1, why: 'as unchanged', attempt: 2, maxAttempts: 4 }];
  const [wait] = cleanReport(makeRawReport({ facts: { waits }, secrets }), null).facts.waits;
  assert.partialDeepStrictEqual(wait, { what: 'the ***', why: 'as un***d' });
});

test('a terms version is redacted only where a whole secret stands in it', () => {
  const clean = (termsRequired: string) =>
    cleanReport(makeRawReport({ facts: { termsRequired }, secrets: ['ab+2024cdefghij'] }), null).facts.termsRequired;
  assert.equal(clean('2024cdefghij'), '2024cdefghij');
  assert.equal(clean('2024'), '2024');
  assert.equal(clean('x-ab+2024cdefghij'), 'x-***');
});

test('a text is cut only after the secret was taken out of it', () => {
  const long = 'x'.repeat(19_966);
  for (const secret of [key, 'k'.repeat(1000)]) {
    const report = makeRawReport({
      facts: { warnings: [`${long}${secret}${'y'.repeat(1_000_000)}`] },
      secrets: [secret],
    });
    const [text = ''] = cleanReport(report, null).facts.warnings;
    assert.ok(text.length <= 20_000);
    assert.doesNotMatch(text, /s3c|kkk/);
  }
});
