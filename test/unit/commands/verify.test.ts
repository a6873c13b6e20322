import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { App } from '../../../src/api/wire.ts';
import {
  type Change,
  type ContentMatch,
  type Finding,
  isAsBefore,
  isLater,
  isTraceless,
  type Known,
  type Look,
  learn,
  lookTimesMs,
  needsFreshLook,
  pendingLookTimesMs,
  type Reply,
  toKnown,
  verifyChange,
  verifyReview,
} from '../../../src/commands/verify.ts';
import { showTides } from '../../support/fake-service/app.ts';

const t0 = '2026-10-01T12:00:00.111Z';
const t1 = '2026-10-01T12:00:05.222Z';
const t2 = '2026-10-01T12:00:09.333Z';

/** The app with its files, whose page has this text; null shows no files. */
function show(page: string | null, parts: Readonly<Record<string, unknown>> = {}): App {
  const files = page === null ? {} : { files: { 'index.html': page } };
  return showTides({ name: 'Tides', status: 'draft', updated_at: t1, ...files, ...parts });
}

/** What is known after reads that showed this, the oldest first. */
function know([app, content]: Seen, ...later: readonly Seen[]): Known {
  return later.reduce(
    ({ seen }, [next, match]) => ({ app: next, seen: [...seen, { app: next, content: match }] }),
    toKnown(app, content),
  );
}

type Seen = readonly [App | null, ContentMatch];

function pick(app: Partial<App>, ...names: readonly (keyof App)[]) {
  return Object.fromEntries(names.map((name) => [name, app[name]]));
}

type Given = Partial<Look> & Pick<Look, 'app' | 'content'>;

function judge(
  operation: Change['operation'],
  known: Known,
  reply: Reply,
  { by = 'read', ageMs = 0, ...shown }: Given,
) {
  return verifyChange({ operation, known, reply }, { by, ageMs, ...shown });
}

const ages = [0, 6_900, 7_000] as const;

/** What the look tells at each of the ages. */
function judgeAges(operation: Change['operation'], known: Known, reply: Reply, look: Given): readonly Finding[] {
  return ages.map((ageMs) => judge(operation, known, reply, { ...look, ageMs }));
}

const always = (finding: Finding): readonly Finding[] => [finding, finding, finding];
const byAge = (finding: Finding): readonly Finding[] => ['silent', 'silent', finding];

describe('a deploy or an update', () => {
  const before = show('old');
  const known = know([before, 'other']);

  for (const operation of ['deploy', 'update'] as const) {
    for (const reply of ['accepted', 'pending', 'lost'] as const) {
      /** After a 202 no age proves anything. */
      const old = (finding: Finding) => byAge(reply === 'pending' ? 'silent' : finding);
      const rows: readonly (readonly [string, App | null, ContentMatch, readonly Finding[]])[] = [
        ['our content at the time of before', show('new'), 'ours', always('applied')],
        ['our content at a later time', show('new', { updated_at: t2 }), 'ours', always('applied')],
        ['our content at no time', show('new', { updated_at: null }), 'ours', always('applied')],
        ['our content at an old time', show('new', { updated_at: t0 }), 'ours', old('applied')],
        ['the state before', before, 'other', old('as_before')],
        ['somebody else’s content', show('theirs', { updated_at: t2 }), 'other', old('other')],
        ['a state of somebody else', show('old', { status: 'in_review' }), 'other', old('other')],
        ['no app', null, 'other', old('other')],
        ['no files, whatever the time', show(null, { updated_at: t2 }), 'untold', always('silent')],
      ];
      for (const [name, app, content, findings] of rows) {
        test(`${operation}, ${reply}: a read that shows ${name} is ${findings.join(', ')}`, () => {
          assert.deepEqual(judgeAges(operation, known, reply, { app, content }), findings);
        });
      }
    }

    test(`is applied by an accepting response that shows our content, or none and a later time (${operation})`, () => {
      const rows: readonly (readonly [Reply, App, ContentMatch, Finding])[] = [
        ['accepted', show('new', { updated_at: t2 }), 'ours', 'applied'],
        ['accepted', show('new'), 'ours', 'applied'],
        ['accepted', show(null, { updated_at: t2 }), 'untold', 'applied'],
        ['accepted', show(null), 'untold', 'silent'],
        ['accepted', show(null, { updated_at: t0 }), 'untold', 'silent'],
        ['accepted', show(null, { updated_at: null }), 'untold', 'silent'],
        ['accepted', before, 'other', 'silent'],
        ['pending', show('new', { updated_at: t2 }), 'ours', 'silent'],
        ['pending', show(null, { updated_at: t2 }), 'untold', 'silent'],
      ];
      for (const [reply, app, content, finding] of rows) {
        assert.equal(judge(operation, known, reply, { app, content, by: 'response' }), finding);
      }
    });
  }

  test('is applied by an accepting response without files where no time was ever seen, and by no old one', () => {
    const undated: Seen = [show('old', { updated_at: null }), 'other'];
    const shown = (time: string | null) =>
      ({ app: show(null, { updated_at: time }), content: 'untold', by: 'response' }) as const;
    assert.equal(judge('deploy', know(undated), 'accepted', shown(null)), 'applied');
    assert.equal(judge('deploy', know([show('old'), 'other'], undated), 'accepted', shown(t0)), 'silent');
  });

  test('of a new app did not happen where there is none by age', () => {
    const none = know([null, 'other']);
    assert.deepEqual(judgeAges('deploy', none, 'lost', { app: null, content: 'other' }), byAge('as_before'));
  });
});

describe('a forced deploy of the content that is there', () => {
  const before = show('new');
  const known = know([before, 'ours']);

  const later = show('new', { updated_at: t2 });
  const rows: readonly (readonly [Reply, Look['by'], App, readonly Finding[]])[] = [
    ['accepted', 'read', before, byAge('applied')],
    ['accepted', 'read', later, always('applied')],
    ['lost', 'read', later, always('applied')],
    ['lost', 'read', before, byAge('as_before')],
    ['lost', 'read', show('new', { status: 'in_review' }), always('silent')],
    ['pending', 'read', before, always('silent')],
    ['pending', 'read', later, always('applied')],
    // A later time may be that of somebody else's submission, in a read.
    ['accepted', 'response', show('new', { status: 'published', updated_at: t2 }), always('applied')],
    ['accepted', 'read', show('new', { status: 'published', updated_at: t2 }), byAge('applied')],
    ['lost', 'read', show('new', { status: 'in_review', updated_at: t2 }), always('silent')],
  ];
  for (const [reply, by, app, expected] of rows) {
    test(`${reply}, by a ${by} ${app.updatedAt === t2 ? 'later' : 'of the same time'}, ${app.status}: ${expected.join(', ')}`, () => {
      assert.deepEqual(judgeAges('deploy', known, reply, { app, content: 'ours', by }), expected);
    });
  }

  test('needs a later time also where other content was seen before ours', () => {
    const after = know([show('old', { updated_at: t0 }), 'other'], [before, 'ours']);
    assert.equal(judge('deploy', after, 'accepted', { app: before, content: 'ours' }), 'silent');
  });

  test('takes content that was shown without its files for the same', () => {
    const created = learn(know([null, 'other']), { app: show(null), by: 'response' });
    assert.equal(judge('deploy', created, 'accepted', { app: show('new'), content: 'ours' }), 'silent');
    assert.equal(judge('deploy', created, 'accepted', { app: later, content: 'ours' }), 'applied');
  });

  test('is no news where our content was told by a response without files', () => {
    const old = know([show('old', { updated_at: t0 }), 'other']);
    const told = learn(old, { app: show(null), by: 'response' });
    assert.equal(judge('deploy', told, 'lost', { app: before, content: 'ours' }), 'silent');
  });

  test('is no news where only the prompt, the order of the files, or nothing of the files differs', () => {
    const shown = (files: Readonly<Record<string, string>>) => showTides({ updated_at: t1, status: 'draft', files });
    const seen = know([shown({ 'index.html': 'new', 'assets/a.css': 'a{}' }), 'ours']);
    for (const app of [
      shown({ 'index.html': 'new', 'assets/a.css': 'a{}', 'instructions.md': 'Be kind.' }),
      shown({ 'assets/a.css': 'a{}', 'index.html': 'new' }),
      show(null),
    ]) {
      assert.equal(judge('update', seen, 'accepted', { app, content: 'ours' }), 'silent');
    }
  });

  test('is news where it removes a file that only the service had', () => {
    const files = { 'index.html': 'new', 'assets/old.css': 'a{}' };
    const extra = showTides({ updated_at: t1, status: 'draft', files });
    const found = (app: App) => judge('deploy', know([extra, 'ours']), 'accepted', { app, content: 'ours' });
    assert.equal(found(show('new')), 'applied');
    assert.equal(found(extra), 'silent');
  });
});

describe('a submission', () => {
  const before = show('new', { submitted_at: t0 });
  const known = know(
    [show('old', { status: 'in_review', updated_at: t0, submitted_at: t0 }), 'other'],
    [before, 'ours'],
  );
  const inReview = (page: string | null, parts: Readonly<Record<string, unknown>> = {}) =>
    show(page, { status: 'in_review', submitted_at: t2, ...parts });

  for (const reply of ['accepted', 'lost', 'refused', 'pending'] as const) {
    test(`is applied by our content in a state that it was not seen in, or submitted later (${reply})`, () => {
      const news = [
        inReview('new'),
        inReview('new', { submitted_at: null }),
        inReview('new', { updated_at: t2 }),
        show('new', { submitted_at: t2 }),
        show('new', { status: 'published', submitted_at: t0 }),
        show('new', { status: 'not_approved', submitted_at: t0 }),
        show('new', { status: 'a_state_of_tomorrow', submitted_at: t0 }),
      ];
      for (const app of news) assert.equal(judge('submit', known, reply, { app, content: 'ours' }), 'applied');
    });

    test(`is not told by our content as it was, by an old time, or by no content (${reply})`, () => {
      const silent: readonly (readonly [App, ContentMatch])[] = [
        [before, 'ours'],
        [show('new', { status: null, submitted_at: t0 }), 'ours'],
        [show('new', { status: 'taken_down', submitted_at: t0 }), 'ours'],
        [inReview('new', { updated_at: t0 }), 'ours'],
        [inReview(null, { updated_at: t2 }), 'untold'],
        [inReview(null, { updated_at: null }), 'untold'],
        [inReview('theirs', { updated_at: t2 }), 'other'],
      ];
      for (const [app, content] of silent) assert.equal(judge('submit', known, reply, { app, content }), 'silent');
    });
  }

  test('takes the time of our deploy for our content where it is precise enough', () => {
    const rows = [
      [t1, t1, 'applied'],
      ['2026-10-01T12:00:05.222333Z', t1, 'applied'],
      ['2026-10-01T12:00:05.020Z', '2026-10-01T12:00:05.020Z', 'applied'],
      ['2026-10-01T12:00:05.200Z', '2026-10-01T12:00:05.200Z', 'applied'],
      ['2026-10-01T12:00:05Z', '2026-10-01T12:00:05Z', 'silent'],
      ['2026-10-01T12:00:05.000Z', '2026-10-01T12:00:05.000Z', 'silent'],
      ['2026-10-01T12:00:05.22Z', '2026-10-01T12:00:05.22Z', 'silent'],
      ['2026-10-01T12:00:05Z', t1, 'silent'],
      [t2, t1, 'silent'],
    ] as const;
    for (const [shown, deployed, finding] of rows) {
      const ours = know([show('old', { updated_at: t0 }), 'other'], [show('new', { updated_at: deployed }), 'ours']);
      const look = { app: inReview(null, { updated_at: shown }), content: 'untold', by: 'response' } as const;
      assert.equal(judge('submit', ours, 'accepted', look), finding, `${shown} after ${deployed}`);
    }
  });

  test('takes the time of the last of our deploys', () => {
    const twice = know(
      [show('old', { updated_at: t0 }), 'other'],
      [show('new'), 'ours'],
      [show('new', { updated_at: t2 }), 'ours'],
    );
    const found = (time: string) => {
      const app = inReview(null, { updated_at: time });
      return judge('submit', twice, 'accepted', { app, content: 'untold', by: 'response' });
    };
    assert.deepEqual([found(t1), found(t2)], ['silent', 'applied']);
  });

  test('needs a time of our deploy that other content did not have, and other content that has one', () => {
    const found = (...seen: readonly [Seen, ...Seen[]]) =>
      judge('submit', know(...seen), 'accepted', { app: inReview(null), content: 'untold', by: 'response' });
    assert.equal(found([show('old'), 'other'], [show('new'), 'ours']), 'silent');
    assert.equal(found([null, 'other'], [show('old', { updated_at: t0 }), 'other'], [show('new'), 'ours']), 'applied');
  });

  test('is not ours where a response without files has the time of other content', () => {
    const look = { app: inReview(null, { updated_at: t0 }), content: 'untold', by: 'response' } as const;
    assert.equal(judge('submit', known, 'accepted', look), 'silent');
  });

  test('by age: as before it did not happen, with other content or gone it is somebody else', () => {
    const rows: readonly (readonly [App | null, ContentMatch, Finding])[] = [
      [before, 'ours', 'as_before'],
      [show('new', { submitted_at: t0, updated_at: t2 }), 'ours', 'silent'],
      [inReview('theirs'), 'other', 'other'],
      [null, 'other', 'other'],
    ];
    for (const [app, content, finding] of rows) {
      assert.deepEqual(judgeAges('submit', known, 'lost', { app, content }), byAge(finding));
      assert.deepEqual(judgeAges('submit', known, 'pending', { app, content }), always('silent'));
    }
  });

  test('of content that was seen in review before the draft needs a later time of submission, or age', () => {
    const again = know([show('new', { status: 'in_review', submitted_at: t0 }), 'ours'], [before, 'ours']);
    assert.equal(judge('submit', again, 'accepted', { app: inReview('new'), content: 'ours' }), 'applied');
    const rows: readonly (readonly [string | null, ContentMatch, readonly Finding[]])[] = [
      ['in_review', 'ours', byAge('applied')],
      ['draft', 'ours', byAge('as_before')],
      ['taken_down', 'ours', always('silent')],
      [null, 'ours', always('silent')],
      ['in_review', 'untold', always('silent')],
    ];
    for (const [status, content, findings] of rows) {
      const app = show('new', { status, submitted_at: t0 });
      assert.deepEqual(judgeAges('submit', again, 'accepted', { app, content }), findings, `${status}`);
    }
  });

  test('is not ours by its time where no time of other content is known', () => {
    const fresh = know([null, 'other'], [show('old', { updated_at: null }), 'other'], [show('new'), 'ours']);
    const look = { app: inReview(null, { updated_at: t1 }), content: 'untold', by: 'response' } as const;
    assert.equal(judge('submit', fresh, 'accepted', look), 'silent');
  });

  test('is not news in a state that was seen without files', () => {
    const bare = inReview(null, { updated_at: t2 });
    const unsure = know([before, 'ours'], [bare, 'untold']);
    const app = inReview('new', { updated_at: t2, submitted_at: t2 });
    assert.equal(judge('submit', unsure, 'accepted', { app, content: 'ours' }), 'silent');
  });
});

describe('a creation', () => {
  const known = know([null, 'other']);

  test('is applied where the app is there, at any age, and by a response', () => {
    assert.deepEqual(judgeAges('create', known, 'lost', { app: show('new'), content: 'ours' }), always('applied'));
    const response: Given = { app: show(null), content: 'ours', by: 'response' };
    assert.equal(judge('create', known, 'accepted', response), 'applied');
    assert.equal(judge('create', known, 'pending', response), 'silent');
  });

  test('by age: no app is as before, one of another name is somebody else', () => {
    assert.deepEqual(judgeAges('create', known, 'lost', { app: null, content: 'other' }), byAge('as_before'));
    assert.deepEqual(judgeAges('create', known, 'lost', { app: show('theirs'), content: 'other' }), byAge('other'));
  });

  test('that was accepted is applied under any name: a service may write it in its own way', () => {
    for (const [reply, by] of [
      ['accepted', 'response'],
      ['accepted', 'read'],
      ['pending', 'read'],
    ] as const) {
      assert.equal(judge('create', known, reply, { app: show('TIDES'), content: 'other', by }), 'applied');
    }
  });
});

describe('a deletion', () => {
  const before = show('old');
  const known = know([before, 'other']);

  test('is applied where a read finds no app, at any age, and never by its response', () => {
    assert.deepEqual(judgeAges('delete', known, 'lost', { app: null, content: 'other' }), always('applied'));
    assert.equal(judge('delete', known, 'accepted', { app: before, content: 'other', by: 'response' }), 'silent');
  });

  test('by age: the app as before was not deleted, another one is somebody else', () => {
    const other = show('old', { updated_at: t2 });
    assert.deepEqual(judgeAges('delete', known, 'lost', { app: before, content: 'other' }), byAge('as_before'));
    assert.deepEqual(judgeAges('delete', known, 'lost', { app: other, content: 'other' }), byAge('other'));
  });
});

describe('a time', () => {
  const rows: readonly (readonly [string | null, readonly (string | null)[], boolean])[] = [
    [t2, [t1], true],
    [t1, [t1], false],
    [t0, [t1], false],
    [t2, [t1, null], true],
    [t2, [], true],
    [t1, [t0, t2], false],
    [null, [t1], false],
    [null, [], false],
    ['today', [t1], false],
    [t2, ['today'], true],
    [`${t2} or so`, [t1], false],
    [`at ${t2}`, [t1], false],
    ['2026-10-01T12:00:06', [t1], true],
    ['2026-10-01t12:00:06z', [t1], true],
    ['2026-10-01T12:00:05Z', [t1], false],
    ['2026-10-01T12:00:06Z', [t1], true],
    [t1, ['2026-10-01T12:00:05Z'], false],
    [t1, ['2026-10-01T12:00:05.000Z'], false],
    ['2026-10-01T12:00:05.000Z', [t1], false],
    ['2026-10-01T12:00:06.000Z', ['2026-10-01T12:00:05.999Z'], true],
    ['2026-10-01T12:00:05.222000111Z', [t1], false],
    ['2026-10-01T12:00:05.223Z', ['2026-10-01T12:00:05.222999999Z'], true],
    ['2026-10-01 12:00:06+00:00', [t1], true],
  ];
  for (const [time, others, expected] of rows) {
    test(`${time} is ${expected ? '' : 'not '}later than ${others.join(' and ') || 'nothing'}`, () => {
      assert.equal(isLater(time, others), expected);
    });
  }
});

describe('every field as before', () => {
  const before = show('old', { submitted_at: t0, review_note: 'Fine.', system_prompt: 'Be kind.' });
  const known = know([before, 'other']);

  test('holds for the same snapshot, also with times of another precision', () => {
    assert.ok(isAsBefore(known, { app: before, content: 'other' }));
    const coarse = { ...before, updatedAt: '2026-10-01T12:00:05Z' };
    assert.ok(isAsBefore(known, { app: coarse, content: 'other' }));
  });

  const changes: readonly Partial<App>[] = [
    { status: 'in_review' },
    { name: 'Waves' },
    { tagline: 'High' },
    { color: '#fff' },
    { logo: 'assets/logo.png' },
    { systemPrompt: 'Be short.' },
    { reviewNote: null },
    { updatedAt: t2 },
    { submittedAt: null },
    { publishedAt: t2 },
    { files: show('new').files },
    { files: null },
  ];
  for (const change of changes) {
    test(`does not hold where ${Object.keys(change).join()} differs`, () => {
      assert.ok(!isAsBefore(known, { app: { ...before, ...change }, content: 'other' }));
    });
  }

  test('does not hold where the app is gone, and holds where there was none', () => {
    assert.ok(!isAsBefore(known, { app: null, content: 'other' }));
    const none = know([null, 'other']);
    assert.ok(isAsBefore(none, { app: null, content: 'other' }));
    assert.ok(!isAsBefore(none, { app: before, content: 'other' }));
  });

  test('keeps what a response omits, and compares the content by what it was taken for', () => {
    const response = learn(known, { app: show(null, { updated_at: t2 }), by: 'response' });
    assert.equal(response.app?.submittedAt, t0);
    assert.equal(response.app?.files, undefined);
    const after = { ...before, updatedAt: t2 };
    assert.ok(isAsBefore(response, { app: after, content: 'ours' }));
    assert.ok(!isAsBefore(response, { app: after, content: 'other' }));
    assert.ok(isAsBefore(response, { app: { ...after, systemPrompt: 'Be short.' }, content: 'ours' }));
    assert.ok(!isAsBefore(response, { app: { ...after, reviewNote: 'Bad.' }, content: 'ours' }));
    const theirs = { ...response, seen: [...response.seen, { app: show(null), content: 'other' as const }] };
    assert.ok(isAsBefore(theirs, { app: after, content: 'other' }));
    assert.ok(!isAsBefore(theirs, { app: after, content: 'ours' }));
  });

  test('knows nothing any more that a read does not show', () => {
    const read = learn(known, { app: show('old'), by: 'read' });
    assert.deepEqual([read.app?.reviewNote, read.app?.submittedAt], [null, null]);
    const gone = learn(known, { app: null, by: 'read' });
    assert.deepEqual([gone.app, gone.seen.at(-1)?.content], [null, 'ours']);
  });

  test('does not compare what a response omits of what the deploy has changed', () => {
    const response = learn(known, { app: show('new', { updated_at: null }), by: 'response' });
    const after = { ...before, ...pick(show('new'), 'files', 'html'), updatedAt: t2 };
    assert.ok(isAsBefore(response, { app: after, content: 'ours' }));
    assert.ok(!isAsBefore(response, { app: { ...after, status: 'in_review' }, content: 'ours' }));
    assert.ok(!isAsBefore(response, { app: { ...before, updatedAt: t2 }, content: 'other' }));
  });

  test('compares with what a response showed of a new app that alone, and with all of a read', () => {
    const bare = showTides({ status: 'draft' });
    const full = show(null, { system_prompt: 'Be kind.', submitted_at: t0 });
    assert.ok(isAsBefore(toKnown(bare, 'other', 'response'), { app: full, content: 'other' }));
    assert.ok(!isAsBefore(toKnown(bare, 'other', 'response'), { app: { ...full, status: 'x' }, content: 'other' }));
    assert.ok(!isAsBefore(toKnown(bare, 'other'), { app: full, content: 'other' }));
  });

  test('knows what a response shows where nothing was known, and that the app is gone', () => {
    const first = learn(know([null, 'other']), { app: show('new'), by: 'response' });
    const { status, name, updatedAt, files } = show('new');
    assert.deepEqual(pick(first.app ?? {}, 'status', 'name', 'updatedAt', 'files', 'reviewNote'), {
      status,
      name,
      updatedAt,
      files,
      reviewNote: undefined,
    });
    assert.equal(learn(known, { app: null, by: 'response' }).app, null);
  });
});

describe('a deploy leaves no trace', () => {
  const rows: readonly (readonly [string, boolean, Change['operation'], Seen])[] = [
    ['where our content was there before, at no time', true, 'deploy', [show('new', { updated_at: null }), 'ours']],
    ['unless a time is shown', false, 'deploy', [show('new'), 'ours']],
    ['unless other content was there', false, 'deploy', [show('old', { updated_at: null }), 'other']],
    ['unless it is another change', false, 'submit', [show('new', { updated_at: null }), 'ours']],
  ];
  for (const [name, expected, operation, seen] of rows) {
    test(name, () => assert.equal(isTraceless({ operation, known: know(seen) }), expected));
  }
});

test('the app is looked at after 0, 1, 3 and 7 s, and after a 202 for two minutes', () => {
  assert.deepEqual(lookTimesMs, [0, 1_000, 3_000, 7_000]);
  const seconds = [0, 1, 3, 7, 15, 30, 45, 60, 75, 90, 105, 120];
  assert.deepEqual(
    pendingLookTimesMs,
    seconds.map((second) => second * 1_000),
  );
});

describe('a response that would prove a change', () => {
  const undated = { updated_at: null };
  const other: Seen = [show('old'), 'other'];
  const ours: Seen = [show('new'), 'ours'];
  const undatedOther: Seen = [show('old', undated), 'other'];
  const undatedOurs: Seen = [show('new', undated), 'ours'];
  const sent = { submitted_at: t2 };
  const rows: readonly (readonly [Change['operation'], App, ContentMatch, Seen, Finding])[] = [
    ['submit', show('new', sent), 'ours', ours, 'silent'],
    ['submit', show('new', { status: 'in_review', ...sent }), 'ours', ours, 'applied'],
    ['submit', show('new', { status: null, ...sent }), 'ours', ours, 'applied'],
    ['create', show(null, { status: 'in_review', ...undated }), 'ours', [null, 'other'], 'applied'],
    ['deploy', show('new', { status: 'in_review' }), 'ours', other, 'silent'],
    ['update', show('new', { status: 'in_review', updated_at: t2 }), 'ours', ours, 'silent'],
    ['deploy', show(null, { status: 'published', ...undated }), 'untold', undatedOther, 'silent'],
    ['update', show(null, { status: 'not_approved', ...undated }), 'untold', undatedOther, 'silent'],
    ['deploy', show(null, { status: 'published', updated_at: t2 }), 'untold', other, 'applied'],
    ['deploy', show('new', { status: 'published', ...undated }), 'ours', other, 'applied'],
    ['deploy', show(null, { status: 'published', ...undated }), 'untold', undatedOurs, 'applied'],
    ['deploy', show(null, undated), 'untold', undatedOther, 'applied'],
    ['deploy', show(null, { status: null, ...undated }), 'untold', undatedOther, 'applied'],
  ];
  for (const [operation, app, content, seen, finding] of rows) {
    const may = finding === 'silent' ? 'may' : 'cannot';
    test(`${may} show the state from before: ${operation}, ${app.status}, ${content} after ${seen[1]}`, () => {
      assert.equal(judge(operation, know(seen), 'accepted', { app, content, by: 'response' }), finding);
    });
  }
});

test('a state that seems to need no submission needs a fresh look', () => {
  const needing = ['in_review', 'published', 'not_approved'];
  for (const status of needing) assert.ok(needsFreshLook({ status }));
  for (const status of ['draft', 'published_with_unreviewed_changes', null]) assert.ok(!needsFreshLook({ status }));
});

describe('a review', () => {
  const submitted = show('new', { status: 'in_review', submitted_at: t1, published_at: t0 });
  const published = show('old', { status: 'published', updated_at: t0, published_at: t0 });
  const known = know([published, 'other'], [show('new', { published_at: t0 }), 'ours']);
  const result = (app: App | null, content: ContentMatch, ageMs: number) =>
    verifyReview({ known, submittedAt: t1 }, { app, content, ageMs });

  const rows: readonly (readonly [string, App | null, ContentMatch, string, string])[] = [
    ['still in review', submitted, 'ours', 'pending', 'pending'],
    ['published with what was submitted', { ...submitted, status: 'published' }, 'ours', 'approved', 'approved'],
    ['published as it was before', published, 'other', 'pending', 'withdrawn'],
    ['published, unseen', show(null, { status: 'published', published_at: t0 }), 'untold', 'pending', 'pending'],
    ['not approved', { ...submitted, status: 'not_approved' }, 'ours', 'rejected', 'rejected'],
    ['not approved, no content shown', show(null, { status: 'not_approved' }), 'untold', 'rejected', 'rejected'],
    ['changes requested', { ...submitted, status: 'changes_requested' }, 'ours', 'rejected', 'rejected'],
    ['changes requested, no content', show(null, { status: 'changes_requested' }), 'untold', 'pending', 'rejected'],
    ['a draft again', { ...submitted, status: 'draft' }, 'ours', 'pending', 'withdrawn'],
    [
      'taken out of review beside a published version',
      { ...submitted, status: 'published_with_unreviewed_changes' },
      'ours',
      'pending',
      'withdrawn',
    ],
    [
      'published later, and changed since',
      show('newer', { status: 'published_with_unreviewed_changes', submitted_at: t1, published_at: t2 }),
      'other',
      'approved',
      'approved',
    ],
    [
      'published later by another submission',
      show('newer', { status: 'published_with_unreviewed_changes', submitted_at: t2, published_at: t2 }),
      'other',
      'pending',
      'withdrawn',
    ],
    ['taken down', { ...submitted, status: 'taken_down' }, 'ours', 'pending', 'withdrawn'],
    ['gone', null, 'other', 'pending', 'withdrawn'],
    ['other content in review', { ...submitted, status: 'in_review' }, 'other', 'pending', 'withdrawn'],
    ['submitted again by somebody else', { ...submitted, submittedAt: t2 }, 'ours', 'pending', 'withdrawn'],
    ['a state of tomorrow', { ...submitted, status: 'in_second_review' }, 'ours', 'pending', 'pending'],
    ['no state', { ...submitted, status: null }, 'ours', 'pending', 'pending'],
  ];
  for (const [name, app, content, young, old] of rows) {
    test(`${name}: ${young}, and by age ${old}`, () => {
      assert.deepEqual([result(app, content, 6_900), result(app, content, 7_000)], [young, old]);
    });
  }

  test('is approved only by age where this content was published before', () => {
    const app = show('new', { status: 'published' });
    const submission = { known: know([app, 'ours']), submittedAt: null };
    const found = ages.map((ageMs) => verifyReview(submission, { app, content: 'ours', ageMs }));
    assert.deepEqual(found, ['pending', 'pending', 'approved']);
  });

  test('is not approved by an old state of the app, nor by a publication while no submission is known', () => {
    const app = { ...submitted, status: 'published', updatedAt: t0 };
    const old: Look = { app, content: 'ours', by: 'read', ageMs: 0 };
    assert.equal(verifyReview({ known, submittedAt: t1 }, old), 'pending');
    const theirs = show('newer', { status: 'published', published_at: t2 });
    const look: Look = { app: theirs, content: 'other', by: 'read', ageMs: 0 };
    assert.equal(verifyReview({ known, submittedAt: null }, look), 'pending');
  });

  test('is not taken for withdrawn because of a time of submission where none is known', () => {
    const look: Look = { app: { ...submitted, submittedAt: t2 }, content: 'ours', by: 'read', ageMs: 9_000 };
    assert.equal(verifyReview({ known, submittedAt: null }, look), 'pending');
  });
});
