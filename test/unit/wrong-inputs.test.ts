import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toWrongInputsReport } from '../../src/wrong-inputs.ts';

const slug = { input: 'slug', got: 'TIDES', takes: 'takes 3 to 32 letters' };
const key = { input: 'api-key', got: null, takes: 'is needed: pass the key' };

function messageOf(wrong: Parameters<typeof toWrongInputsReport>[0]): string {
  const { outcome } = toWrongInputsReport(wrong, []);
  assert.ok(outcome.kind === 'failed');
  assert.equal(outcome.failure.code, 'wrong_inputs');
  return outcome.failure.message;
}

test('one wrong input is named with what it takes and what it got', () => {
  assert.equal(messageOf([slug]), 'An input is wrong: slug takes 3 to 32 letters, not "TIDES"');
});

test('all wrong inputs stand in one message, and one without a value shows none', () => {
  assert.equal(
    messageOf([slug, key]),
    '2 inputs are wrong: slug takes 3 to 32 letters, not "TIDES"; api-key is needed: pass the key',
  );
});

test('the report of a run that did not begin has no facts, no lines, and the secrets to hide', async () => {
  const report = toWrongInputsReport([slug], ['secret']);
  assert.deepEqual([report.facts.slug, report.repositoryPath, report.secrets], [null, null, ['secret']]);
  assert.equal(await report.readLines('index.html', 1, 2), null);
});
