import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSameContent } from '../../../src/commands/compare.ts';
import * as verify from '../../../src/commands/verify.ts';
import type { App } from '../../../src/model/app.ts';
import type { Match, ReviewResult, Step } from '../../../src/model/outcome.ts';
import { showTides } from '../../support/fake-service/app.ts';

const t0 = '2026-09-30T12:00:00Z';
const t1 = '2026-10-01T12:00:05Z';
const t2 = '2026-10-01T12:00:08Z';
const sentAt = Date.parse(t2);

/** What a read showed: null for no app. */
type Shown = App | null;

/** The app in this state, with a page of this text. */
function show(page: string, status = 'draft', parts: Readonly<Record<string, unknown>> = {}): App {
  return showTides({ status, updated_at: t1, files: { 'index.html': page }, ...parts });
}

const [ours, theirs, gone] = [show('ours'), show('theirs'), null];
const [oursInReview, theirsInReview] = [show('ours', 'in_review'), show('theirs', 'in_review')];
const [oursReturned, oldReturned] = [
  show('ours', 'changes_requested'),
  show('old', 'changes_requested'),
];
const oursDown = show('ours', 'taken_down');
const pageOf = ({ files }: App): unknown => files?.get('index.html')?.text?.sha256;
const match = (app: App): Match => {
  if (isSameContent(app, ours)) return 'same';
  if (app.html !== null) return 'page';
  return pageOf(app) === pageOf(ours) && app.files?.has('favicon.ico') ? 'more' : 'other';
};

const timeless = show('ours', 'draft', { updated_at: null });
const fine = (page: string): App => show(page, 'draft', { updated_at: '2026-10-01T12:00:06.250Z' });
const never = Number.POSITIVE_INFINITY;
const edges = [0, 6_999, 7_000, 29_999, 30_000, 119_999, 120_000] as const;
const since = (age: number): readonly number[] => edges.filter((ageMs) => ageMs >= age);

describe('a look proves a change', () => {
  /** By the fate of the change: the least age of the look, in milliseconds. */
  type Ages = Readonly<Record<'accepted' | 'pending' | 'lost' | 'conflict', number>>;
  const always = (age: number): Ages => ({ accepted: age, pending: age, lost: age, conflict: age });
  const byAge = always(7_000);
  // After a 409 nothing is news: another run may have made it long ago.
  const atOnce = { ...always(0), conflict: 7_000 };
  const not = always(never);
  const ifAccepted = { ...not, accepted: 7_000, pending: 120_000 };
  const goneAtOnce = { ...byAge, accepted: 0, pending: 0 };
  const contents = ['deploy', 'update'] as const;
  const touched = show('ours', 'draft', { updated_at: t2 });
  const submitted = { submitted_at: t1 };
  const more = { files: { 'index.html': 'ours', 'favicon.ico': 'x' } };
  const withFile = show('ours', 'draft', more);
  const withFileInReview = show('ours', 'in_review', more);
  const rows: readonly (readonly [
    rule: string,
    steps: readonly Step[],
    reads: readonly Shown[],
    Shown,
    Ages,
  ])[] = [
    ['at once by our content, which no read showed', contents, [theirs], ours, atOnce],
    ['at once by our content in a new app', contents, [gone, theirs], ours, atOnce],
    ['by age by our content, which an earlier read showed', contents, [ours, theirs], ours, byAge],
    [
      'by age, if it was accepted, by our content of just before',
      contents,
      [ours],
      ours,
      ifAccepted,
    ],
    [
      'at once by our content of just before, with a new time',
      contents,
      [ours],
      touched,
      { ...atOnce, conflict: never },
    ],
    [
      'not so where another read showed that time',
      contents,
      [show('theirs', 'draft', { updated_at: t2 }), ours],
      touched,
      ifAccepted,
    ],
    ['not so where no time is shown', contents, [ours], timeless, ifAccepted],
    [
      'by age by the app, whatever its time, which an earlier read showed',
      ['create'],
      [ours, gone],
      touched,
      byAge,
    ],
    [
      'by age, if it was accepted, by files of nobody beside ours',
      ['deploy'],
      [theirs],
      withFile,
      { ...not, accepted: 7_000, pending: 7_000 },
    ],
    [
      'by age, if it was lost, by a review with the time of an earlier submission',
      ['submit'],
      [show('ours', 'in_second_review', submitted), show('ours', 'draft')],
      show('ours', 'in_review', submitted),
      { ...atOnce, lost: 7_000 },
    ],
    [
      'at once, if it was accepted, by a later submitted_at than any before',
      ['submit'],
      [show('theirs', 'in_review', submitted), ours],
      show('ours', 'in_review', { submitted_at: t2 }),
      { ...byAge, accepted: 0, lost: 7_000 },
    ],
    [
      'by age by an earlier one, and by one where none was shown before',
      ['submit'],
      [show('theirs', 'in_review', { submitted_at: t2 }), ours],
      show('ours', 'in_review', submitted),
      byAge,
    ],
    [
      'by age by the first one that is shown',
      ['submit'],
      [theirsInReview, ours],
      show('ours', 'in_review', submitted),
      byAge,
    ],
    ['never by other content, in whatever state', contents, [theirs], theirsInReview, not],
    ['never by no app', [...contents, 'submit', 'create'], [theirs], gone, not],
    ['at once by the app, which no read showed', ['create'], [gone], ours, atOnce],
    ['by age by the app, which an earlier read showed', ['create'], [ours, gone], ours, byAge],
    ['never by an app that is not ours', ['create'], [gone], theirs, not],
    ...['in_review', 'published', 'not_approved', 'changes_requested', 'queued'].map((status) => {
      return [
        `at once by ${status}, which no read showed`,
        ['submit'],
        [ours],
        show('ours', status),
        atOnce,
      ] as const;
    }),
    ...['draft', 'published_with_unreviewed_changes', 'taken_down'].map((status) => {
      return [
        `never by ${status}, no state of a review`,
        ['submit'],
        [theirs],
        show('ours', status),
        not,
      ] as const;
    }),
    [
      'by age by a state of an earlier read, of any content',
      ['submit'],
      [theirsInReview, ours],
      oursInReview,
      byAge,
    ],
    ['never by the state of just before', ['submit'], [oursReturned], oursReturned, not],
    ['never by files of nobody beside ours in review', ['submit'], [ours], withFileInReview, not],
    ['never by other content in review', ['submit'], [ours], theirsInReview, not],
    ['by no app, at once if it was accepted, else by age', ['delete'], [ours], gone, goneAtOnce],
    ['never by an app that is there', ['delete'], [ours], ours, not],
  ];
  for (const [rule, steps, reads, app, ages] of rows) {
    test(`${rule} (${steps.join(', ')})`, () => {
      for (const step of steps) {
        for (const state of ['accepted', 'pending', 'lost', 'conflict'] as const) {
          const change = { step, reads, sentAt, match };
          const proven = edges.filter((ageMs) =>
            verify.isConfirmedBy(change, state, { app, ageMs }),
          );
          assert.deepEqual(proven, since(ages[state]), `${step}, ${state}`);
        }
      }
    });
  }
});

describe('a look of age shows somebody else', () => {
  const before = [theirs];
  const otherPrompt = show('theirs', 'draft', { system_prompt: 'Be rude.' });
  const older = show('old', 'published');
  const ticking = show('', 'draft', { files: {}, html: '12:00' });
  const rows: readonly (readonly [
    name: string,
    Step,
    reads: readonly (App | null)[],
    App | null,
    isForeign: boolean,
  ])[] = [
    ['by content that no read showed', 'deploy', before, show('third'), true],
    ['by another prompt', 'deploy', before, otherPrompt, true],
    [
      'not by a state that no read showed, beside the content of before',
      'deploy',
      before,
      theirsInReview,
      false,
    ],
    ['not by it', 'update', before, theirsInReview, false],
    ['by a state that no read showed', 'delete', before, theirsInReview, true],
    ['by a state that no read showed, with our content', 'submit', [ours], oursDown, true],
    ['by no app', 'submit', before, gone, true],
    ['not by the app of just before', 'deploy', before, theirs, false],
    ['not by the app of an earlier read', 'submit', [older, theirs], older, false],
    ['not by our content in the state of before', 'deploy', before, ours, false],
    ['not by an app that is still there', 'delete', before, theirs, false],
    ['not by no app, where a creation may still come', 'create', [gone], gone, false],
    ['not by a page that is shown as html alone', 'create', [gone], ticking, false],
    ['not by it', 'deploy', before, ticking, false],
    ['by another app than was created', 'create', [gone], theirs, true],
    ['not by the state of the app that was created', 'create', [gone], ours, false],
  ];
  for (const [name, step, reads, app, isOther] of rows) {
    test(`${name} (${step})`, () => {
      const found = edges.filter((ageMs) =>
        verify.isOverwritten({ step, reads, sentAt, match }, { app, ageMs }),
      );
      assert.deepEqual(found, since(isOther ? 7_000 : never));
    });
  }
});

describe('the app is as before', () => {
  const times = { updated_at: t1, submitted_at: t1 };
  const before = show('theirs', 'draft', times);
  const older = show('older');
  const rows: readonly (readonly [
    name: string,
    reads: readonly Shown[],
    Shown,
    isAsBefore: boolean,
  ])[] = [
    ['where nothing differs', [older, before], show('theirs', 'draft', times), true],
    [
      'whenever it was published',
      [older, before],
      show('theirs', 'draft', { ...times, published_at: t2 }),
      true,
    ],
    ['but for its content', [older, before], show('ours', 'draft', times), false],
    ['but for its state', [older, before], show('theirs', 'in_review', times), false],
    [
      'but for updated_at',
      [older, before],
      show('theirs', 'draft', { ...times, updated_at: t2 }),
      false,
    ],
    [
      'but for submitted_at',
      [older, before],
      show('theirs', 'draft', { ...times, submitted_at: t2 }),
      false,
    ],
    [
      'but for a time written otherwise',
      [before],
      show('theirs', 'draft', { ...times, updated_at: `${t1}.0` }),
      false,
    ],
    [
      'but for a file that is no text',
      [before],
      show('', 'draft', { ...times, files: { 'index.html': 7 } }),
      false,
    ],
    ['but that it is gone', [older, before], gone, false],
    ['where there was none, and is none', [gone], gone, true],
    ['where nothing was read, and there is none', [], gone, true],
    ['but that there was none', [gone], before, false],
  ];
  for (const [name, reads, app, expected] of rows) {
    const change: verify.Change = { step: 'deploy', reads, sentAt, match };
    test(name, () => assert.equal(verify.isAsBefore(change, { app, ageMs: 30_000 }), expected));
  }
});

describe('a look is older than a read', () => {
  const at = (updated_at: unknown): App => show('ours', 'draft', { updated_at });
  for (const [name, reads, app, expected] of [
    ['by its time', [at(t2), at(t1)], at(t1), true],
    [
      'by a fraction of a second, in another form of UTC',
      [at('2026-10-01T12:00:05.5+00:00')],
      at(t1),
      true,
    ],
    ['but for the same time', [at('2026-10-01T12:00:05.000Z')], at(t1), false],
    ['but for a later one', [at(t1)], at(t2), false],
    ['but for a time of another zone', [at('2026-10-01T14:00:09+02:00')], at(t1), false],
    ['but for no time', [at(t2)], at(null), false],
    ['but for no time before', [at(null), gone], at(t1), false],
    ['but for no app', [at(t2)], gone, false],
  ] as const) {
    test(name, () => assert.equal(verify.isOutdated(reads, app), expected));
  }
});

describe('a state may be the one from before', () => {
  const later = { updated_at: t2 };
  const queued = show('theirs', 'queued');
  for (const [name, step, reads, app, expected] of [
    ['the deploy, beside its time', 'deploy', [theirs], ours, true],
    ['the update, beside its time', 'update', [theirs], show('ours', 'published'), true],
    ['the submission, which it is not', 'submit', [ours], oursInReview, false],
    [
      'the deploy, but not beside another time',
      'deploy',
      [theirs],
      show('ours', 'draft', later),
      false,
    ],
    [
      'the deploy, but not beside no time',
      'deploy',
      [show('theirs', 'draft', { updated_at: null })],
      timeless,
      false,
    ],
    [
      'the deploy, but not beside a time of the same second',
      'deploy',
      [show('theirs', 'draft', later)],
      show('ours', 'draft', later),
      false,
    ],
    [
      'the deploy, beside a finer time of that second',
      'deploy',
      [fine('theirs')],
      fine('ours'),
      true,
    ],
    ['the deploy, as a review', 'deploy', [theirsInReview], show('ours', 'in_review', later), true],
    [
      'the deploy, as public',
      'deploy',
      [show('theirs', 'published')],
      show('ours', 'published', later),
      true,
    ],
    [
      'the submission, as changes that were requested',
      'submit',
      [oursReturned],
      show('ours', 'changes_requested', later),
      true,
    ],
    ['the update, as a review', 'update', [theirsInReview], show('ours', 'in_review', later), true],
    [
      'the deploy, as a word that may stand for a review',
      'deploy',
      [queued],
      show('ours', 'queued', later),
      true,
    ],
    [
      'the deploy, but not as an app that was not approved',
      'deploy',
      [show('theirs', 'not_approved')],
      show('ours', 'not_approved', later),
      false,
    ],
    [
      'the deploy, but not as another state',
      'deploy',
      [theirsInReview],
      show('ours', 'draft', later),
      false,
    ],
    ['the deploy, but not where it is gone', 'deploy', [theirsInReview], gone, false],
    ['a deploy of an app that was not there', 'deploy', [gone], ours, false],
  ] as const) {
    test(name, () => {
      const old = edges.filter((ageMs) =>
        verify.hasStaleStatus({ step, reads, sentAt, match }, { app, ageMs }),
      );
      assert.deepEqual(old, expected ? [0, 6_999] : []);
    });
  }
});

for (const [before, status, age] of [
  ['draft', 'in_review', 7_000],
  [null, 'published', 7_000],
  ['in_review', 'in_review', 30_000],
  ['published', 'published', 30_000],
  ['draft', null, 7_000],
] as const) {
  test(`right after a deploy, ${status ?? 'no app'} is believed after ${age} ms where it was ${before} before`, () => {
    const app = status === null ? gone : show('ours', status);
    const believed = edges.filter((ageMs) => verify.isStatusCurrent(before, { app, ageMs }));
    assert.deepEqual(believed, since(age));
  });
}

describe('a review', () => {
  const unreviewed = 'published_with_unreviewed_changes';
  const moved = show('theirs', unreviewed, { published_at: t2 });
  const notMoved = show('ours', unreviewed, { published_at: t1 });
  const published = show('ours', 'published');
  const wasPublished = show('old', 'published', { published_at: t1 });
  const rejected = show('ours', 'not_approved');
  const oursQueued = show('ours', 'queued');
  const [pending, approved, lost, withdrawn] = [
    'pending',
    'approved',
    'rejected',
    'withdrawn',
  ] as const;
  /** The result of a young look, and of one of age. */
  type Row = readonly [
    rule: string,
    reads: readonly Shown[],
    Shown,
    young: ReviewResult,
    old: ReviewResult,
  ];
  const rows: readonly Row[] = [
    ['goes on in review', [ours], oursInReview, pending, pending],
    ['goes on in a state that the document does not name', [ours], oursQueued, pending, pending],
    ['is approved by what was submitted, published', [ours], published, approved, approved],
    [
      'is approved by age, where an earlier read showed published',
      [wasPublished, ours],
      published,
      pending,
      approved,
    ],
    [
      'is approved by the first published_at, whatever the draft holds',
      [ours],
      moved,
      approved,
      approved,
    ],
    ['is approved by a later published_at', [gone, wasPublished, ours], moved, approved, approved],
    [
      'is approved by age by another published_at',
      [show('old', 'published', { published_at: t2 })],
      notMoved,
      pending,
      approved,
    ],
    [
      'is approved by age by one that is no time',
      [wasPublished],
      show('ours', unreviewed, { published_at: 'now' }),
      pending,
      approved,
    ],
    [
      'is not approved by one of before that was hidden',
      [show('ours', 'in_review')],
      show('ours', unreviewed, { published_at: t0 }),
      pending,
      withdrawn,
    ],
    [
      'is not approved by one of before the submission',
      [show('ours', 'in_review', { updated_at: null, submitted_at: t1 })],
      show('ours', unreviewed, { published_at: t0 }),
      pending,
      withdrawn,
    ],
    [
      'is approved by one in the second of the submission',
      [show('ours', 'in_review', { submitted_at: t1 })],
      show('ours', unreviewed, { published_at: t1 }),
      approved,
      approved,
    ],
    [
      'is not approved by the published_at of before',
      [wasPublished, ours],
      notMoved,
      pending,
      withdrawn,
    ],
    [
      'is not approved by it in another state',
      [ours],
      show('theirs', 'draft', { published_at: t2 }),
      pending,
      withdrawn,
    ],
    ['is not approved by no published_at', [ours], show('ours', unreviewed), pending, withdrawn],
    ['is rejected by what was submitted, not approved', [ours], rejected, lost, lost],
    ['is rejected by requested changes', [ours], oursReturned, lost, lost],
    [
      'is rejected by age, where an earlier read showed the same',
      [oldReturned, ours],
      oursReturned,
      pending,
      lost,
    ],
    ['is withdrawn by age: a draft again', [ours], ours, pending, withdrawn],
    ['is withdrawn by age: other content in review', [ours], theirsInReview, pending, withdrawn],
    [
      'is withdrawn by age: other content in such a state',
      [ours],
      show('theirs', 'queued'),
      pending,
      withdrawn,
    ],
    [
      'is withdrawn by age: other content published',
      [ours],
      show('theirs', 'published'),
      pending,
      withdrawn,
    ],
    [
      'is withdrawn by age: requested changes of other content',
      [ours],
      oldReturned,
      pending,
      withdrawn,
    ],
    ['is withdrawn by age: no app', [ours], gone, pending, withdrawn],
    ['ends by age where the app is taken down', [ours], oursDown, pending, withdrawn],
  ];
  for (const [rule, reads, app, young, old] of rows) {
    test(rule, () => {
      const review = { reads, match };
      const [atFirst, ofAge] = [6_999, 7_000].map((ageMs) =>
        verify.toReviewResult(review, { app, ageMs }),
      );
      assert.deepEqual({ atFirst, ofAge }, { atFirst: young, ofAge: old });
    });
  }
});
