import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanReport } from '../../../src/report/clean.ts';
import { makeApp, makeProblem, makeRawReport } from './sample.ts';

const key = 's3cr3t-k3y';
const app = makeApp({ slug: key, url: key, status: key, reviewNote: key, name: key, updatedAt: key });

test('no text of a clean report holds a secret, nor does a line that it reads', async () => {
  const { secrets, readLines, ...texts } = cleanReport(
    makeRawReport({
      outcome: { kind: 'failed', failure: { code: key, message: key, next: key, stack: key } },
      repositoryPath: key,
      readLines: () => Promise.resolve([key, `a ${key}`]),
      secrets: [key],
      facts: {
        slug: key,
        app,
        statusBefore: key,
        contentHash: 'sha256:00',
        excluded: [{ path: key, kind: 'hidden', reason: key, isHidden: true }],
        changes: [{ path: key, kind: 'added', bytesBefore: null, bytesAfter: 1 }],
        problems: [makeProblem({ path: key, code: key, message: key, fix: key })],
        termsRequired: key,
        apps: [app],
        waits: [{ what: key, milliseconds: 1, why: key }],
        notices: [key],
        warnings: [key],
      },
    }),
  );
  assert.deepEqual(secrets, [key]);
  assert.doesNotMatch(JSON.stringify(texts), new RegExp(key));
  assert.equal(JSON.stringify(texts).match(/\*\*\*/g)?.length, 31);
  assert.deepEqual(await readLines('index.html', 1, 2), ['***', 'a ***']);
});

test('a plan to fail is as clean as a failure', () => {
  const failure = { code: key, message: key, next: key };
  const { outcome } = cleanReport(
    makeRawReport({ outcome: { kind: 'planned', plan: { do: 'refuse', failure } }, secrets: [key] }),
  );
  const clean = { code: '***', message: '***', next: '***' };
  assert.deepEqual(outcome, { kind: 'planned', plan: { do: 'refuse', failure: clean } });
});

test('what is not there stays not there', async () => {
  const raw = makeRawReport({ secrets: [key] });
  const { clean, readLines, ...rest } = cleanReport(raw);
  const { readLines: readRaw, ...given } = raw;
  assert.deepEqual(rest, given);
  assert.deepEqual([clean, await readLines('a', 1, 1), await readRaw('a', 1, 1)], [true, null, null]);
});

test('a version of the terms that occurs in a secret stays, one that holds a secret does not', () => {
  const secrets = ['ab+2026-10cdefghij', '2024'];
  for (const [version, expected] of [
    ['2026-10', '2026-10'],
    ['2026', '2026'],
    ['2024-10', '***-10'],
    [null, null],
  ] as const) {
    const report = makeRawReport({ facts: { termsRequired: version }, secrets });
    assert.equal(cleanReport(report).facts.termsRequired, expected);
  }
});

test('the words of ours that decide how a run is told stay, even where the key is a piece of one', () => {
  const problems = [makeProblem({ severity: 'warning', message: 'a warning' })];
  const secrets = ['warn', 'skip', 'fork', 'e'];
  const { outcome, facts } = cleanReport(
    makeRawReport({ outcome: { kind: 'skipped', skipReason: 'fork' }, facts: { problems }, secrets }),
  );
  assert.deepEqual(outcome, { kind: 'skipped', skipReason: 'fork' });
  assert.deepEqual([facts.problems[0]?.severity, facts.problems[0]?.message], ['warning', 'a ***ing']);
});
