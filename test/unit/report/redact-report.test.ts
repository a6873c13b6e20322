import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactReport } from '../../../src/report/redact-report.ts';
import { fail, makeApp, makePlan, makeProblem, makeRawReport, show } from './sample.ts';

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
    { kind: 'planned', plan: { kind: 'nothing', reason: 'unchanged' } },
    { kind: 'skipped', skipReason: 'stale' },
  ] as const) {
    const report = redactReport(makeRawReport({ outcome, facts, secrets }), null);
    assert.deepEqual(report.outcome, outcome);
    assert.partialDeepStrictEqual(report.facts, facts);
  }
  const warnings = ['as unchanged'];
  assert.deepEqual(
    redactReport(makeRawReport({ facts: { warnings }, secrets }), null).facts.warnings,
    ['as un***d'],
  );
});

test('a text is cut only after the secrets were taken out of it', async () => {
  const secrets = ['s3cr3t-k3y', 'k'.repeat(1000)];
  const text = secrets.map((secret) => `${secret} `.repeat(10_000)).join('');
  const facts = {
    app: makeApp({ reviewNote: text }),
    problems: [makeProblem({ path: text, line: 1, message: text, fix: text })],
    warnings: [text],
  };
  const outcome = fail({ message: text });
  const shown = await show({
    outcome,
    facts,
    secrets,
    folder: text,
    readLines: async () => [text],
  });
  assert.match(shown.summary ?? '', /\*{3}|&#42;&#42;&#42;/);
  assert.doesNotMatch(JSON.stringify(shown), /s3c|kkk/);
});

test('the call that follows a dry run has no secret in it', () => {
  const outcome = { kind: 'planned', plan: makePlan('deploy') } as const;
  const realRun = 'npx miniapp-deploy deploy app --exclude s3cr3t-k3y';
  const report = redactReport(
    makeRawReport({ outcome, isDryRun: true, realRun, secrets: ['s3cr3t-k3y'] }),
    null,
  );
  assert.match(JSON.stringify(report), /--exclude \*{3}/);
  assert.doesNotMatch(JSON.stringify(report), /s3c/);
});
