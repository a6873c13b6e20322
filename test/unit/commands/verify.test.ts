import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Match, ReviewResult, Step } from '../../../src/api/wait.ts';
import type { App } from '../../../src/app/app.ts';
import { isSameContent } from '../../../src/app/compare.ts';
import * as verify from '../../../src/commands/verify.ts';
import { showTides } from '../../support/fake-service/app.ts';

const t0 = '2026-09-30T12:00:00Z';
const t1 = '2026-10-01T12:00:05Z';
const t2 = '2026-10-01T12:00:08Z';
const sentAt = Date.parse(t2);

/** What a read showed; null if the app did not exist. */
type Shown = App | null;

/** Returns the app with this status and a page with this text. */
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
const pageOf = ({ files }: App): unknown => files?.get('index.html');
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

describe('a read confirms a change', () => {
  /** The least age in milliseconds at which the read confirms, by the state of the change. */
  type Ages = Readonly<Record<'accepted' | 'pending' | 'lost' | 'conflict', number>>;
  const always = (age: number): Ages => ({ accepted: age, pending: age, lost: age, conflict: age });
  const byAge = always(7_000);
  // After a 409 nothing is new to this run: another run may have made the change long ago.
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
    ['at once if it shows our content for the first time', contents, [theirs], ours, atOnce],
    ['at once if it shows our content in a new app', contents, [gone, theirs], ours, atOnce],
    ['after 7 s if an earlier read showed our content too', contents, [ours, theirs], ours, byAge],
    [
      'after 7 s, if the change was accepted, when the last read before it showed our content',
      contents,
      [ours],
      ours,
      ifAccepted,
    ],
    [
      'at once if our content, shown before, has a new updated_at',
      contents,
      [ours],
      touched,
      { ...atOnce, conflict: never },
    ],
    [
      'only after 7 s if another read showed the same updated_at',
      contents,
      [show('theirs', 'draft', { updated_at: t2 }), ours],
      touched,
      ifAccepted,
    ],
    ['only after 7 s if updated_at is missing', contents, [ours], timeless, ifAccepted],
    [
      'after 7 s if an earlier read showed the app that is to be created',
      ['create'],
      [ours, gone],
      touched,
      byAge,
    ],
    [
      'after 7 s, if the change was accepted, when the service added files to ours',
      ['deploy'],
      [theirs],
      withFile,
      { ...not, accepted: 7_000, pending: 7_000 },
    ],
    [
      'after 7 s, if the change was lost, when submitted_at is the one of an earlier submission',
      ['submit'],
      [show('ours', 'in_second_review', submitted), show('ours', 'draft')],
      show('ours', 'in_review', submitted),
      { ...atOnce, lost: 7_000 },
    ],
    [
      'at once, if the change was accepted, when submitted_at is later than before',
      ['submit'],
      [show('theirs', 'in_review', submitted), ours],
      show('ours', 'in_review', { submitted_at: t2 }),
      { ...byAge, accepted: 0, lost: 7_000 },
    ],
    [
      'after 7 s if submitted_at is earlier than one that was read before',
      ['submit'],
      [show('theirs', 'in_review', { submitted_at: t2 }), ours],
      show('ours', 'in_review', submitted),
      byAge,
    ],
    [
      'after 7 s if submitted_at is the first one shown, and the status is known',
      ['submit'],
      [theirsInReview, ours],
      show('ours', 'in_review', submitted),
      byAge,
    ],
    [
      'never if it shows other content, whatever the status',
      contents,
      [theirs],
      theirsInReview,
      not,
    ],
    ['never if the app does not exist', [...contents, 'submit', 'create'], [theirs], gone, not],
    ['at once if it shows the created app for the first time', ['create'], [gone], ours, atOnce],
    ['after 7 s if an earlier read showed the app too', ['create'], [ours, gone], ours, byAge],
    ['never if it shows an app with other content', ['create'], [gone], theirs, not],
    ...['in_review', 'published', 'not_approved', 'changes_requested', 'queued'].map((status) => {
      return [
        `at once if it shows ${status} for the first time`,
        ['submit'],
        [ours],
        show('ours', status),
        atOnce,
      ] as const;
    }),
    ...['draft', 'published_with_unreviewed_changes', 'taken_down'].map((status) => {
      return [
        `never if the status is ${status}, which is not part of a review`,
        ['submit'],
        [theirs],
        show('ours', status),
        not,
      ] as const;
    }),
    [
      'after 7 s if an earlier read showed the status, with any content',
      ['submit'],
      [theirsInReview, ours],
      oursInReview,
      byAge,
    ],
    [
      'never if the status is the one from before the change',
      ['submit'],
      [oursReturned],
      oursReturned,
      not,
    ],
    [
      'never if the app in review has more files than ours',
      ['submit'],
      [ours],
      withFileInReview,
      not,
    ],
    ['never if other content is in review', ['submit'], [ours], theirsInReview, not],
    [
      'if the app is gone: at once if the deletion was accepted, else after 7 s',
      ['delete'],
      [ours],
      gone,
      goneAtOnce,
    ],
    ['never if the app to delete still exists', ['delete'], [ours], ours, not],
  ];
  for (const [rule, steps, reads, app, ages] of rows) {
    test(`${rule} (${steps.join(', ')})`, () => {
      for (const step of steps) {
        for (const state of ['accepted', 'pending', 'lost', 'conflict'] as const) {
          const change = { step, reads, sentAt, match };
          const proven = edges.filter((ageMs) =>
            verify.confirmsChange({ app, ageMs }, change, state),
          );
          assert.deepEqual(proven, since(ages[state]), `${step}, ${state}`);
        }
      }
    });
  }
});

describe('a read after 7 s may show a change by somebody else', () => {
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
    ['if the content is new', 'deploy', before, show('third'), true],
    ['if the prompt is new', 'deploy', before, otherPrompt, true],
    ['if only the status is new', 'deploy', before, theirsInReview, false],
    ['if only the status is new', 'update', before, theirsInReview, false],
    ['if the status is new', 'delete', before, theirsInReview, true],
    ['if the status is new and the content is ours', 'submit', [ours], oursDown, true],
    ['if the app is gone', 'submit', before, gone, true],
    ['if the app is as before the change', 'deploy', before, theirs, false],
    ['if the app is as an earlier read showed it', 'submit', [older, theirs], older, false],
    ['if the content is ours and the status is as before', 'deploy', before, ours, false],
    ['if the app to delete still exists', 'delete', before, theirs, false],
    ['if the app to create does not exist yet', 'create', [gone], gone, false],
    ['if the service shows only html', 'create', [gone], ticking, false],
    ['if the service shows only html', 'deploy', before, ticking, false],
    ['if the created app has other content', 'create', [gone], theirs, true],
    ['if the created app is as it was sent', 'create', [gone], ours, false],
  ];
  for (const [name, step, reads, app, isOther] of rows) {
    test(`a read ${isOther ? 'shows' : 'does not show'} a change by somebody else ${name} (${step})`, () => {
      const found = edges.filter((ageMs) =>
        verify.isOverwritten({ step, reads, sentAt, match }, { app, ageMs }),
      );
      assert.deepEqual(found, since(isOther ? 7_000 : never));
    });
  }
});

describe('isAsBefore', () => {
  const times = { updated_at: t1, submitted_at: t1 };
  const before = show('theirs', 'draft', times);
  const older = show('older');
  const rows: readonly (readonly [
    name: string,
    reads: readonly Shown[],
    Shown,
    isAsBefore: boolean,
  ])[] = [
    ['true if nothing differs', [older, before], show('theirs', 'draft', times), true],
    [
      'true if only published_at differs',
      [older, before],
      show('theirs', 'draft', { ...times, published_at: t2 }),
      true,
    ],
    ['false if the content differs', [older, before], show('ours', 'draft', times), false],
    ['false if the status differs', [older, before], show('theirs', 'in_review', times), false],
    [
      'false if updated_at differs',
      [older, before],
      show('theirs', 'draft', { ...times, updated_at: t2 }),
      false,
    ],
    [
      'false if submitted_at differs',
      [older, before],
      show('theirs', 'draft', { ...times, submitted_at: t2 }),
      false,
    ],
    [
      'false if a time is written in another form',
      [before],
      show('theirs', 'draft', { ...times, updated_at: `${t1}.0` }),
      false,
    ],
    [
      'false if a file is not a string',
      [before],
      show('', 'draft', { ...times, files: { 'index.html': 7 } }),
      false,
    ],
    ['false if the app is gone', [older, before], gone, false],
    ['true if the app did and does not exist', [gone], gone, true],
    ['true if nothing was read and the app does not exist', [], gone, true],
    ['false if the app did not exist before', [gone], before, false],
  ];
  for (const [name, reads, app, expected] of rows) {
    const change: verify.Change = { step: 'deploy', reads, sentAt, match };
    test(`isAsBefore is ${name}`, () =>
      assert.equal(verify.isAsBefore(change, { app, ageMs: 30_000 }), expected));
  }
});

describe('a read may be outdated', () => {
  const at = (updated_at: unknown): App => show('ours', 'draft', { updated_at });
  for (const [name, reads, app, expected] of [
    ['if an earlier read showed a later updated_at', [at(t2), at(t1)], at(t1), true],
    [
      'if updated_at is earlier by half a second, whatever the form of UTC',
      [at('2026-10-01T12:00:05.5+00:00')],
      at(t1),
      true,
    ],
    ['if updated_at is the same', [at('2026-10-01T12:00:05.000Z')], at(t1), false],
    ['if updated_at is later', [at(t1)], at(t2), false],
    ['if updated_at is in another time zone', [at('2026-10-01T14:00:09+02:00')], at(t1), false],
    ['if it has no updated_at', [at(t2)], at(null), false],
    ['if earlier reads have no updated_at', [at(null), gone], at(t1), false],
    ['if the app does not exist', [at(t2)], gone, false],
  ] as const) {
    test(`a read is ${expected ? '' : 'not '}outdated ${name}`, () =>
      assert.equal(verify.isOutdated(reads, app), expected));
  }
});

describe('for 7 s, the status in a read may be older than the content', () => {
  const later = { updated_at: t2 };
  const queued = show('theirs', 'queued');
  for (const [name, step, reads, app, expected] of [
    ['after a deploy, if updated_at is as before', 'deploy', [theirs], ours, true],
    [
      'after an update, if updated_at is as before',
      'update',
      [theirs],
      show('ours', 'published'),
      true,
    ],
    ['but not after a submission with a new status', 'submit', [ours], oursInReview, false],
    [
      'but not after a deploy with a new updated_at',
      'deploy',
      [theirs],
      show('ours', 'draft', later),
      false,
    ],
    [
      'but not after a deploy if updated_at is missing',
      'deploy',
      [show('theirs', 'draft', { updated_at: null })],
      timeless,
      false,
    ],
    [
      'if the deploy was sent in the second that updated_at names',
      'deploy',
      [show('theirs', 'draft', later)],
      show('ours', 'draft', later),
      false,
    ],
    [
      'after a deploy, if updated_at has milliseconds and is as before',
      'deploy',
      [fine('theirs')],
      fine('ours'),
      true,
    ],
    [
      'after a deploy, if the status is still in_review',
      'deploy',
      [theirsInReview],
      show('ours', 'in_review', later),
      true,
    ],
    [
      'after a deploy, if the status is still published',
      'deploy',
      [show('theirs', 'published')],
      show('ours', 'published', later),
      true,
    ],
    [
      'after a submission, if the status is still changes_requested',
      'submit',
      [oursReturned],
      show('ours', 'changes_requested', later),
      true,
    ],
    [
      'after an update, if the status is still in_review',
      'update',
      [theirsInReview],
      show('ours', 'in_review', later),
      true,
    ],
    [
      'after a deploy, if the status is still an undocumented one',
      'deploy',
      [queued],
      show('ours', 'queued', later),
      true,
    ],
    [
      'but not after a deploy if the status is still not_approved',
      'deploy',
      [show('theirs', 'not_approved')],
      show('ours', 'not_approved', later),
      false,
    ],
    [
      'but not after a deploy if the status has changed',
      'deploy',
      [theirsInReview],
      show('ours', 'draft', later),
      false,
    ],
    ['but not after a deploy if the app is gone', 'deploy', [theirsInReview], gone, false],
    ['but not after a deploy of an app that did not exist', 'deploy', [gone], ours, false],
  ] as const) {
    test(name, () => {
      const old = edges.filter((ageMs) =>
        verify.mayShowOldStatus({ step, reads, sentAt, match }, app, ageMs),
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
  test(`after a deploy, the status ${status} is trusted after ${age} ms if it was ${before} before`, () => {
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
  /** The result of a read before 7 s, and of one after 7 s. */
  type Row = readonly [
    rule: string,
    reads: readonly Shown[],
    Shown,
    young: ReviewResult,
    old: ReviewResult,
  ];
  const rows: readonly Row[] = [
    ['is pending while the status is in_review', [ours], oursInReview, pending, pending],
    ['is pending while the status is undocumented', [ours], oursQueued, pending, pending],
    ['is approved if our content is published', [ours], published, approved, approved],
    [
      'is approved only after 7 s if an earlier read showed published',
      [wasPublished, ours],
      published,
      pending,
      approved,
    ],
    [
      'is approved if published_at appears, whatever the draft contains',
      [ours],
      moved,
      approved,
      approved,
    ],
    [
      'is approved if published_at is later than before',
      [gone, wasPublished, ours],
      moved,
      approved,
      approved,
    ],
    [
      'is approved only after 7 s if published_at is different but not later',
      [show('old', 'published', { published_at: t2 })],
      notMoved,
      pending,
      approved,
    ],
    [
      'is approved only after 7 s if published_at is not a time',
      [wasPublished],
      show('ours', unreviewed, { published_at: 'now' }),
      pending,
      approved,
    ],
    [
      'is not approved if published_at is earlier than the draft',
      [show('ours', 'in_review')],
      show('ours', unreviewed, { published_at: t0 }),
      pending,
      withdrawn,
    ],
    [
      'is not approved if published_at is earlier than the submission',
      [show('ours', 'in_review', { updated_at: null, submitted_at: t1 })],
      show('ours', unreviewed, { published_at: t0 }),
      pending,
      withdrawn,
    ],
    [
      'is approved if published_at is in the same second as the submission',
      [show('ours', 'in_review', { submitted_at: t1 })],
      show('ours', unreviewed, { published_at: t1 }),
      approved,
      approved,
    ],
    [
      'is not approved if published_at is as before',
      [wasPublished, ours],
      notMoved,
      pending,
      withdrawn,
    ],
    [
      'is not approved by a new published_at if the status is draft',
      [ours],
      show('theirs', 'draft', { published_at: t2 }),
      pending,
      withdrawn,
    ],
    ['is not approved without published_at', [ours], show('ours', unreviewed), pending, withdrawn],
    ['is rejected if our content is not_approved', [ours], rejected, lost, lost],
    ['is rejected if changes are requested', [ours], oursReturned, lost, lost],
    [
      'is rejected only after 7 s if an earlier read showed changes_requested too',
      [oldReturned, ours],
      oursReturned,
      pending,
      lost,
    ],
    ['is withdrawn after 7 s if the app is a draft again', [ours], ours, pending, withdrawn],
    [
      'is withdrawn after 7 s if other content is in review',
      [ours],
      theirsInReview,
      pending,
      withdrawn,
    ],
    [
      'is withdrawn after 7 s if other content has an undocumented status',
      [ours],
      show('theirs', 'queued'),
      pending,
      withdrawn,
    ],
    [
      'is withdrawn after 7 s if other content is published',
      [ours],
      show('theirs', 'published'),
      pending,
      withdrawn,
    ],
    [
      'is withdrawn after 7 s if changes are requested for other content',
      [ours],
      oldReturned,
      pending,
      withdrawn,
    ],
    ['is withdrawn after 7 s if the app is gone', [ours], gone, pending, withdrawn],
    ['is withdrawn after 7 s if the app is taken down', [ours], oursDown, pending, withdrawn],
  ];
  for (const [rule, reads, app, young, old] of rows) {
    test(`a review ${rule}`, () => {
      const review = { reads, match };
      const [atFirst, ofAge] = [6_999, 7_000].map((ageMs) =>
        verify.toReviewResult(review, { app, ageMs }),
      );
      assert.deepEqual({ atFirst, ofAge }, { atFirst: young, ofAge: old });
    });
  }
});
