import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeReport } from '../../../src/report/words.ts';
import { play, review } from '../../support/fake-service/scene.ts';

const withdraws = {
  app: { status: 'in_review' },
  inputs: { command: 'withdraw', confirm: 'tides' },
} as const;

for (const [move, words, canSubmit] of [
  ['approve', 'is published, with changes that are not reviewed', true],
  ['reject', 'was rejected for good', false],
] as const) {
  test(`a review that ends right before the withdrawal (${move}) is a warning`, async () => {
    const { facts } = await play({ ...withdraws, before: { 1: review(move) } });
    const warning = `The review ended before the app could be taken out of it: tides ${words}.`;
    assert.ok(facts.warnings.includes(warning), facts.warnings.join('\n'));
    const said = describeReport(facts).lines.join(' ');
    assert.equal(said.includes('can be changed and submitted again'), canSubmit);
  });
}

test('a withdrawal that ends the review has no warning', async () => {
  const { ending, facts } = await play(withdraws);
  assert.deepEqual([ending, facts.warnings], ['withdrawn', []]);
});
