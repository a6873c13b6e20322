import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moves } from '../../../sandbox/readings.ts';
import { type Move, type Status, takeStep } from '../../../sandbox/states.ts';

const statuses = Object.keys(moves) as Status[];

test('an update takes an app out of review, to where it stood before', () => {
  assert.equal(takeStep('in_review', 'update', false), 'draft');
  assert.equal(takeStep('in_review', 'update', true), 'published_with_unreviewed_changes');
});

test('the submit of an app that was not approved is refused, and no move at all leads out of that state', () => {
  assert.deepEqual(takeStep('not_approved', 'submit', false), { refused: 'not_approved' });
  for (const move of Object.keys(moves.not_approved) as Move[]) {
    for (const hasPublished of [true, false]) {
      const step = takeStep('not_approved', move, hasPublished);
      assert.ok(typeof step !== 'string' || step === 'not_approved', move);
    }
  }
});

test('no state refuses an update', () => {
  for (const status of statuses) {
    for (const hasPublished of [true, false]) {
      assert.equal(typeof takeStep(status, 'update', hasPublished), 'string', status);
    }
  }
});

test('an app is reviewed once per submission: only an app in review can be approved or not', () => {
  for (const status of statuses) {
    for (const move of ['approve', 'reject'] as const) {
      assert.equal(typeof takeStep(status, move, true) === 'string', status === 'in_review', `${status} ${move}`);
    }
  }
});

test('only what everybody can see can be taken down', () => {
  assert.deepEqual(takeStep('in_review', 'take_down', false), { refused: 'wrong_state' });
  assert.equal(takeStep('in_review', 'take_down', true), 'taken_down');
  assert.equal(takeStep('published', 'take_down', true), 'taken_down');
});
