import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { App } from '../../../src/app.ts';
import { isSameContent } from '../../../src/commands/compare.ts';
import {
  type Change,
  isAsBefore,
  isForeign,
  isProven,
  isStateCurrent,
  type Reply,
  toReviewResult,
} from '../../../src/commands/verify.ts';
import type { ReviewResult, Step } from '../../../src/outcome.ts';
import { showTides } from '../../support/fake-service/app.ts';

const t1 = '2026-10-01T12:00:05Z';
const t2 = '2026-10-01T12:00:09Z';

/** The app in this state, with a page of this text. */
function show(page: string, status = 'draft', parts: Readonly<Record<string, unknown>> = {}): App {
  return showTides({ status, updated_at: t1, files: { 'index.html': page }, ...parts });
}

const isOurs = (app: App): boolean => isSameContent(app, show('ours'));
const never = Number.POSITIVE_INFINITY;
const replies: readonly Reply[] = ['accepted', 'pending', 'lost', 'conflict'];
const edges = [0, 6_999, 7_000, 119_999, 120_000] as const;

describe('a look proves a change', () => {
  /** After a reply: the least age of the look, in milliseconds. */
  type Ages = Readonly<Record<Reply, number>>;
  type Shown = App | null;
  type Row = readonly [rule: string, steps: readonly Step[], reads: readonly Shown[], shown: Shown, ages: Ages];

  const always = (age: number): Ages => ({ accepted: age, pending: age, lost: age, conflict: age });
  const atOnce = always(0);
  const byAge = always(7_000);
  const not = always(never);
  const ifAccepted = { ...not, accepted: 7_000, pending: 120_000 };
  const [theirs, ours, gone] = [show('theirs'), show('ours'), null];
  const contents = ['deploy', 'update'] as const;
  const rows: readonly Row[] = [
    ['at once by our content, which no read showed', contents, [theirs], ours, atOnce],
    ['at once by our content in a new app', contents, [gone, theirs], ours, atOnce],
    ['by age by our content, which an earlier read showed', contents, [ours, theirs], ours, byAge],
    ['by age, if it was accepted, by our content of just before', contents, [ours], ours, ifAccepted],
    ['never by other content, in whatever state', contents, [theirs], show('theirs', 'in_review'), not],
    ['never by no app', [...contents, 'submit', 'create'], [theirs], gone, not],
    ['at once by the app, which no read showed', ['create'], [gone], ours, atOnce],
    ['by age by the app, which an earlier read showed', ['create'], [ours, gone], ours, byAge],
    ['never by an app that is not ours', ['create'], [gone], theirs, not],
    ...['in_review', 'published', 'not_approved', 'changes_requested', 'queued'].map((status): Row => {
      return [
        `at once by our content as ${status}, which no read showed`,
        ['submit'],
        [ours],
        show('ours', status),
        atOnce,
      ];
    }),
    ...['draft', 'published_with_unreviewed_changes', 'taken_down'].map((status): Row => {
      return [`never by ${status}, which is no state of a review`, ['submit'], [theirs], show('ours', status), not];
    }),
    [
      'by age by a state that an earlier read showed, with whatever content',
      ['submit'],
      [show('theirs', 'in_review'), ours],
      show('ours', 'in_review'),
      byAge,
    ],
    [
      'never by the state of just before',
      ['submit'],
      [show('ours', 'changes_requested')],
      show('ours', 'changes_requested'),
      not,
    ],
    ['never by other content in review', ['submit'], [ours], show('theirs', 'in_review'), not],
    [
      'by no app, at once if it was accepted, else by age',
      ['delete'],
      [ours],
      gone,
      { ...byAge, accepted: 0, pending: 0 },
    ],
    ['never by an app that is there', ['delete'], [ours], ours, not],
  ];
  for (const [rule, steps, reads, shown, ages] of rows) {
    test(`${rule} (${steps.join(', ')})`, () => {
      for (const operation of steps) {
        const change: Change = { operation, reads, isOurs };
        for (const reply of replies) {
          const proven = edges.filter((ageMs) => isProven(change, reply, { app: shown, ageMs }));
          const expected = edges.filter((ageMs) => ageMs >= ages[reply]);
          assert.deepEqual(proven, expected, `${operation}, ${reply}`);
        }
      }
    });
  }
});

describe('a look of age shows somebody else', () => {
  const before = [show('theirs')];
  const rows: readonly (readonly [name: string, operation: Step, reads: Change['reads'], app: App | null, boolean])[] =
    [
      ['by content that no read showed', 'deploy', before, show('third'), true],
      ['by another prompt', 'deploy', before, show('theirs', 'draft', { system_prompt: 'Be rude.' }), true],
      ['by a state that no read showed', 'deploy', before, show('theirs', 'in_review'), true],
      ['by a state that no read showed, with our content', 'submit', [show('ours')], show('ours', 'taken_down'), true],
      ['by no app', 'submit', before, null, true],
      ['not by the app of just before', 'deploy', before, show('theirs'), false],
      [
        'not by the app of an earlier read',
        'submit',
        [show('old', 'published'), ...before],
        show('old', 'published'),
        false,
      ],
      ['not by our content in the state of before', 'deploy', before, show('ours'), false],
      ['not by an app that is still there', 'delete', before, show('theirs'), false],
      ['not by no app, where a creation may still come', 'create', [null], null, false],
      ['by another app than was created', 'create', [null], show('theirs'), true],
      ['not by the state of the app that was created', 'create', [null], show('ours'), false],
    ];
  for (const [name, operation, reads, app, isOfAge] of rows) {
    test(`${name} (${operation})`, () => {
      const change: Change = { operation, reads, isOurs };
      assert.deepEqual(
        edges.filter((ageMs) => isForeign(change, { app, ageMs })),
        isOfAge ? edges.slice(2) : [],
      );
    });
  }
});

describe('the app is as before', () => {
  const times = { updated_at: t1, submitted_at: t1 };
  const before = show('theirs', 'draft', times);
  const rows: readonly (readonly [name: string, App | null, boolean])[] = [
    ['where nothing differs', show('theirs', 'draft', times), true],
    ['whenever it was published', show('theirs', 'draft', { ...times, published_at: t2 }), true],
    ['but for its content', show('ours', 'draft', times), false],
    ['but for its state', show('theirs', 'in_review', times), false],
    ['but for updated_at', show('theirs', 'draft', { ...times, updated_at: t2 }), false],
    ['but for submitted_at', show('theirs', 'draft', { ...times, submitted_at: t2 }), false],
    [
      'but for a time that is written otherwise',
      show('theirs', 'draft', { ...times, updated_at: '2026-10-01T12:00:05.0Z' }),
      false,
    ],
    ['but for a file that is no text', showTides({ ...times, status: 'draft', files: { 'index.html': 7 } }), false],
    ['but that it is gone', null, false],
  ];
  const judge = (reads: Change['reads'], app: App | null): boolean =>
    isAsBefore({ operation: 'deploy', reads, isOurs }, { app, ageMs: 30_000 });
  for (const [name, app, expected] of rows) {
    test(name, () => assert.equal(judge([show('older'), before], app), expected));
  }

  test('where there was none, and is none', () => {
    assert.deepEqual([judge([null], null), judge([null], before), judge([], null)], [true, false, true]);
  });
});

test('the state after a deploy is believed from 7 s on, and that of before the deploy at 30 s', () => {
  for (const [statusBefore, status, expected] of [
    ['draft', 'in_review', 7_000],
    [null, 'published', 7_000],
    ['in_review', 'in_review', 30_000],
    ['published', 'published', 30_000],
  ] as const) {
    const ages = [0, 6_999, 7_000, 29_999, 30_000];
    const current = ages.filter((ageMs) => isStateCurrent(statusBefore, { app: show('ours', status), ageMs }));
    assert.deepEqual(
      current,
      ages.filter((ageMs) => ageMs >= expected),
      `${statusBefore}, ${status}`,
    );
  }
});

describe('a review', () => {
  const moved = { published_at: t2 };
  const draft = [show('ours')];
  const wasPublished = [show('old', 'published', { published_at: t1 }), ...draft];
  /** The result of a young look, and of one of age. */
  type Row = readonly [rule: string, reads: Change['reads'], app: App | null, young: ReviewResult, old: ReviewResult];
  const unreviewed = 'published_with_unreviewed_changes';
  const rows: readonly Row[] = [
    ['goes on in review', draft, show('ours', 'in_review'), 'pending', 'pending'],
    ['goes on in a state that the document does not name', draft, show('theirs', 'queued'), 'pending', 'pending'],
    ['is approved by what was submitted, published', draft, show('ours', 'published'), 'approved', 'approved'],
    [
      'is approved by age, where an earlier read showed published',
      wasPublished,
      show('ours', 'published'),
      'pending',
      'approved',
    ],
    [
      'is approved by another published_at, whatever the draft holds',
      draft,
      show('theirs', unreviewed, moved),
      'approved',
      'approved',
    ],
    [
      'is not approved by the published_at of before',
      draft,
      show('ours', unreviewed, { published_at: t1 }),
      'pending',
      'withdrawn',
    ],
    ['is not approved by no published_at', draft, show('ours', unreviewed), 'pending', 'withdrawn'],
    ['is rejected by what was submitted, not approved', draft, show('ours', 'not_approved'), 'rejected', 'rejected'],
    ['is rejected by requested changes', draft, show('ours', 'changes_requested'), 'rejected', 'rejected'],
    [
      'is rejected by age, where an earlier read showed the same',
      [show('old', 'changes_requested'), ...draft],
      show('ours', 'changes_requested'),
      'pending',
      'rejected',
    ],
    ['is withdrawn by age: a draft again', draft, show('ours'), 'pending', 'withdrawn'],
    ['is withdrawn by age: other content in review', draft, show('theirs', 'in_review'), 'pending', 'withdrawn'],
    ['is withdrawn by age: other content published', draft, show('theirs', 'published'), 'pending', 'withdrawn'],
    [
      'is withdrawn by age: requested changes of other content',
      draft,
      show('theirs', 'changes_requested'),
      'pending',
      'withdrawn',
    ],
    ['is withdrawn by age: no app', draft, null, 'pending', 'withdrawn'],
    ['ends at once where the app is taken down', draft, show('ours', 'taken_down'), 'withdrawn', 'withdrawn'],
    [
      'ends by age where it was taken down before',
      [show('ours', 'taken_down')],
      show('ours', 'taken_down'),
      'pending',
      'withdrawn',
    ],
  ];
  for (const [rule, reads, app, young, old] of rows) {
    test(rule, () => {
      const results = [6_999, 7_000].map((ageMs) =>
        toReviewResult({ reads, isOurs, publishedBefore: t1 }, { app, ageMs }),
      );
      assert.deepEqual(results, [young, old]);
    });
  }
});
