import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanReport } from '../../../src/report/clean.ts';
import { makePlan, makeProblem, makeRawReport } from './sample.ts';

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
    const report = cleanReport(makeRawReport({ outcome, facts, secrets }), { docsUrl: null, voice: 'github' });
    assert.deepEqual(report.outcome, outcome);
    assert.partialDeepStrictEqual(report.facts, facts);
  }
  const warnings = ['as unchanged'];
  assert.deepEqual(
    cleanReport(makeRawReport({ facts: { warnings }, secrets }), { docsUrl: null, voice: 'github' }).facts.warnings,
    ['as un***d'],
  );
});

test('a text is cut only after the secret was taken out of it', () => {
  for (const secret of ['s3cr3t-k3y', 'k'.repeat(1000)]) {
    const warnings = [`${'x'.repeat(19_966)}${secret}${'y'.repeat(1_000_000)}`];
    const [text = ''] = cleanReport(makeRawReport({ facts: { warnings }, secrets: [secret] }), {
      docsUrl: null,
      voice: 'github',
    }).facts.warnings;
    assert.ok(text.length <= 20_000);
    assert.doesNotMatch(text, /s3c|kkk/);
  }
});
