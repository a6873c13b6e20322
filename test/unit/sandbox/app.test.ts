import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type App,
  type Move,
  moveApp,
  moves,
  newApp,
  statuses,
  toPublicFolder,
  updateApp,
} from '../../../sandbox/app.ts';
import { presets, switches } from '../../../sandbox/assumptions.ts';

const draft = new Map([['index.html', 'new']]);
const folder = new Map([['index.html', 'old']]);

function moment(more = {}) {
  return { time: 2, assumptions: { ...presets.documented, ...more } };
}

function make(status: string, isPublished: boolean): App {
  const published = isPublished ? { published: folder, publishedAt: 1 } : {};
  return { ...newApp({ slug: 'tides', owner: 'ann', draft }, 1), status, ...published };
}

/** The state after a move, or the code of the refusal. */
function step(status: string, move: Move | 'update', isPublished: boolean, more = {}): string {
  const app = make(status, isPublished);
  const moved = move === 'update' ? updateApp(app, draft, moment(more)) : moveApp(app, move, moment(more));
  return 'refused' in moved ? `409 ${moved.refused}` : moved.status;
}

test('the preset "strange" differs wherever the document leaves room, and only has values that there are', () => {
  const differing = Object.entries(presets.strange).filter(([name, one]) => Object(presets.documented)[name] !== one);
  assert.ok(differing.length >= 18);
  for (const [name, one] of Object.entries(presets.strange)) {
    assert.ok(Object(switches)[name].values.includes(one), name);
  }
});

test('an update takes an app out of review, and never puts one in', () => {
  for (const status of statuses) {
    for (const published of [false, true]) {
      assert.notEqual(step(status, 'update', published), 'in_review');
      assert.notEqual(step(status, 'update', published, { update_in_review: 'draft' }), 'in_review');
    }
  }
  assert.equal(step('in_review', 'update', false), 'draft');
  assert.equal(step('in_review', 'update', true), 'published_with_unreviewed_changes');
  assert.equal(step('in_review', 'update', true, { update_in_review: 'draft' }), 'draft');
  assert.equal(step('published', 'update', true), 'published_with_unreviewed_changes');
});

test('not_approved is final: nothing leads out of it, and a submission says so', () => {
  for (const move of [...moves, 'update'] as const) {
    assert.match(step('not_approved', move, true), /^(409 .*|not_approved)$/, move);
  }
  assert.equal(step('not_approved', 'submit', false), '409 not_approved');
  assert.equal(step('in_review', 'reject', false, { rejection: 'changes_requested' }), 'changes_requested');
  assert.equal(step('changes_requested', 'submit', false), 'in_review');
});

test('what can be submitted is what a reviewer has yet to see', () => {
  const submitted = (status: string, more = {}) => step(status, 'submit', true, more);
  assert.equal(submitted('draft'), 'in_review');
  assert.equal(submitted('published_with_unreviewed_changes'), 'in_review');
  assert.equal(submitted('in_review'), '409 in_review');
  assert.equal(submitted('published'), '409 nothing_to_review');
  assert.equal(submitted('taken_down'), '409 taken_down');
  assert.equal(submitted('a_state_of_tomorrow'), '409 wrong_state');
  assert.equal(submitted('in_review', { submit_in_review: 'accepted' }), 'in_review');
  assert.equal(submitted('published', { submit_published: 'accepted' }), 'in_review');
  for (const leadsTo of switches.submit_leads_to.values) {
    assert.equal(submitted('draft', { submit_leads_to: leadsTo }), leadsTo);
  }
});

test('a reviewer decides on what is in review, by whatever word, and on nothing else', () => {
  for (const status of [...statuses, 'in_first_review']) {
    for (const move of ['approve', 'reject', 'withdraw'] as const) {
      assert.equal(!step(status, move, true).startsWith('409'), status.startsWith('in_'), `${status} ${move}`);
    }
  }
  assert.equal(step('in_review', 'withdraw', false), 'draft');
});

test('only what everybody can see can be taken down', () => {
  assert.equal(step('in_review', 'take_down', false), '409 wrong_state');
  assert.equal(step('in_review', 'take_down', true), 'taken_down');
  assert.equal(step('published', 'take_down', true), 'taken_down');
  assert.equal(step('not_approved', 'take_down', true), '409 wrong_state');
});

test('the published version stays public while the app is in review again, and not after a rejection', () => {
  const isPublic = (status: string) => toPublicFolder(make(status, true)) === folder;
  assert.deepEqual(
    [...statuses, 'changes_requested'].filter((status) => !isPublic(status)),
    ['not_approved', 'taken_down', 'changes_requested'],
  );
});

test('discarding the unreviewed changes brings back the published files, and publishes nothing anew', () => {
  const app = moveApp(make('published_with_unreviewed_changes', true), 'discard', moment());
  assert.partialDeepStrictEqual(app, { status: 'published', draft: folder, publishedAt: 1, version: 2 });
  assert.equal(step('published', 'discard', true), '409 wrong_state');
});
