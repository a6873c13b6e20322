import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choices, type Move, moves, presets, type Status, statuses, takeStep } from '../../../sandbox/assumptions.ts';

const assumptions = presets.documented;
const step = (status: Status, move: Move, published: boolean, more = {}) =>
  takeStep(status, move, { published, assumptions: { ...assumptions, ...more } });

test('the preset "strange" differs wherever the document leaves room, and only has values that there are', () => {
  const differing = Object.entries(presets.strange).filter(([name, one]) => Object(presets.documented)[name] !== one);
  assert.ok(differing.length >= 18);
  for (const [name, one] of Object.entries(presets.strange)) assert.ok(Object(choices)[name].includes(one), name);
});

test('an update takes an app out of review, and never puts one in', () => {
  for (const status of statuses) {
    for (const published of [false, true]) {
      for (const more of [{}, { update_in_review: 'draft' }]) {
        assert.notEqual(step(status, 'update', published, more), 'in_review');
      }
    }
  }
  assert.equal(step('in_review', 'update', false), 'draft');
  assert.equal(step('in_review', 'update', true), 'published_with_unreviewed_changes');
  assert.equal(step('in_review', 'update', true, { update_in_review: 'draft' }), 'draft');
  assert.equal(step('published', 'update', true), 'published_with_unreviewed_changes');
});

test('not_approved is final: nothing leads out of it, and a submission says so', () => {
  for (const move of moves) {
    const next = step('not_approved', move, true);
    assert.ok(typeof next !== 'string' || next === 'not_approved', move);
  }
  assert.deepEqual(step('not_approved', 'submit', false), { refused: 'not_approved' });
  assert.equal(step('not_approved', 'submit', false, { form: 'earlier' }), 'in_review');
});

test('what can be submitted is what a reviewer has yet to see', () => {
  const submitted = (status: Status, more = {}) => step(status, 'submit', true, more);
  assert.equal(submitted('draft'), 'in_review');
  assert.equal(submitted('published_with_unreviewed_changes'), 'in_review');
  assert.deepEqual(submitted('in_review'), { refused: 'in_review' });
  assert.deepEqual(submitted('published'), { refused: 'nothing_to_review' });
  assert.deepEqual(submitted('taken_down'), { refused: 'taken_down' });
  assert.equal(submitted('in_review', { submit_in_review: 'accepted' }), 'in_review');
  assert.equal(submitted('published', { submit_published: 'accepted' }), 'in_review');
  assert.equal(submitted('draft', { submit_leads_to: 'published' }), 'published');
});

test('a reviewer decides on what is in review, and on nothing else', () => {
  for (const status of statuses) {
    for (const move of ['approve', 'reject'] as const) {
      assert.equal(typeof step(status, move, true) === 'string', status === 'in_review', `${status} ${move}`);
    }
  }
});

test('only what everybody can see can be taken down', () => {
  assert.deepEqual(step('in_review', 'take_down', false), { refused: 'wrong_state' });
  assert.equal(step('in_review', 'take_down', true), 'taken_down');
  assert.equal(step('published', 'take_down', true), 'taken_down');
  assert.deepEqual(step('not_approved', 'take_down', true), { refused: 'wrong_state' });
});
