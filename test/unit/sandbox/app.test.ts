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
const unreviewed = 'published_with_unreviewed_changes';

function moment(more = {}) {
  return { time: 2, assumptions: { ...presets.documented, ...more } };
}

/** An app in a state; every other than a first draft or review has a published version. */
function make(status: string, isPublished: boolean): App {
  const published = isPublished ? { published: folder, publishedAt: 1 } : {};
  return { ...newApp({ slug: 'tides', owner: 'ann', draft }, 1), status, ...published };
}

/** The state after a move, or the code of the refusal. */
function step(status: string, move: Move | 'update', isPublished = true, more = {}): string {
  const app = make(status, isPublished);
  const moved = move === 'update' ? updateApp(app, draft, moment(more)) : moveApp(app, move, moment(more));
  return 'refused' in moved ? `409 ${moved.refused}` : moved.status;
}

/** Where each move leads from each state with a published version. */
const table: Readonly<Record<Move | 'update', Readonly<Record<string, string>>>> = {
  update: { draft: 'draft', in_review: unreviewed, published: unreviewed, [unreviewed]: unreviewed },
  submit: { draft: 'in_review', [unreviewed]: 'in_review', changes_requested: 'in_review' },
  approve: { in_review: 'published', in_first_review: 'published' },
  reject: { in_review: 'not_approved', in_first_review: 'not_approved' },
  withdraw: { in_review: unreviewed, in_first_review: unreviewed },
  take_down: { draft: 'taken_down', in_review: 'taken_down', published: 'taken_down', [unreviewed]: 'taken_down' },
  discard: { [unreviewed]: 'published' },
};
const refusals: Readonly<Record<string, string>> = {
  in_review: '409 in_review',
  in_first_review: '409 in_review',
  published: '409 nothing_to_review',
  not_approved: '409 not_approved',
  taken_down: '409 taken_down',
};

test('each move leads from each state to the one of the table, or is refused', () => {
  for (const move of [...moves, 'update'] as const) {
    for (const status of statuses) {
      const refusal = move === 'update' ? status : move === 'submit' ? refusals[status] : '409 wrong_state';
      assert.equal(step(status, move), table[move][status] ?? refusal, `${status} ${move}`);
    }
  }
  assert.equal(step('changes_requested', 'submit'), 'in_review');
  assert.equal(step('a_state_of_tomorrow', 'submit'), '409 wrong_state');
  for (const move of ['approve', 'reject', 'withdraw'] as const) {
    assert.equal(step('in_first_review', move), table[move]['in_first_review'], move);
  }
});

test('without a published version a review ends in a draft, and nothing can be taken down', () => {
  assert.equal(step('in_review', 'update', false), 'draft');
  assert.equal(step('in_review', 'withdraw', false), 'draft');
  assert.equal(step('in_review', 'take_down', false), '409 wrong_state');
});

test('assumptions lead elsewhere: to a draft, a result at once, another word, or a submission of anything', () => {
  assert.equal(step('in_review', 'update', true, { update_in_review: 'draft' }), 'draft');
  assert.equal(step('in_review', 'reject', true, { rejection: 'changes_requested' }), 'changes_requested');
  assert.equal(step('in_review', 'reject', true, { form: 'earlier' }), 'changes_requested');
  assert.equal(step('in_review', 'submit', true, { submit_in_review: 'accepted' }), 'in_review');
  assert.equal(step('published', 'submit', true, { submit_published: 'accepted' }), 'in_review');
  for (const leadsTo of switches.submit_leads_to.values) {
    assert.equal(step('draft', 'submit', true, { submit_leads_to: leadsTo }), leadsTo);
  }
});

test('the published version stays public during a new review, and not after a rejection or a takedown', () => {
  const hidden = [...statuses, 'changes_requested'].filter((status) => toPublicFolder(make(status, true)) === null);
  assert.deepEqual(hidden, ['not_approved', 'taken_down', 'changes_requested']);
});

test('discarding the unreviewed changes brings back the published files, and publishes nothing anew', () => {
  const app = moveApp(make(unreviewed, true), 'discard', moment());
  assert.partialDeepStrictEqual(app, { status: 'published', draft: folder, publishedAt: 1, version: 2 });
});
