import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findNews, type News } from '../../../../cli/news/news.ts';
import { type Issue, readIssues, readReports } from '../../../../cli/news/reports.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const url = 'https://apps.example.com/a/tides';

/** Returns the report of a list with one app. */
function listApp(status: string, more: object = {}): string {
  return JSON.stringify({ apps: [{ slug: 'tides', status, url, review_note: null, ...more }] });
}

/** Returns the report of a comparison with the last release. */
function compare(more: object): string {
  return JSON.stringify({
    results: [{ slug: 'tides', folder: 'v1.2.3/tides', plan: null, ...more }],
  });
}

/** Returns the issue that some news has written. */
function toIssue(news: News | undefined, isOpen = true): Issue {
  return { number: 7, body: news?.body ?? assert.fail('there is news'), isOpen };
}

function find(reports: readonly string[], issues: readonly Issue[] = []): readonly News[] {
  return findNews(readReports(reports), issues, now);
}

/** Returns `action: title` of the news. */
function show(reports: readonly string[], issues: readonly Issue[] = []): readonly string[] {
  return find(reports, issues).map(({ action, title }) => `${action}: ${title}`);
}

const longAgo = { submitted_at: '2026-11-20T11:00:00Z' };
const differs = compare({ plan: 'deploy' });
const failed = compare({ code: 'offline_problems', message: 'one problem' });

describe('the news about an app', () => {
  const firstNews: readonly (readonly [reports: readonly string[], shown: readonly string[]])[] = [
    [[listApp('draft')], []],
    [[listApp('published')], []],
    [[listApp('published_with_unreviewed_changes')], []],
    [[listApp('in_review')], ['create: tides is in review']],
    [[listApp('in_review', longAgo)], ['create: tides is in review for 8 days']],
    [[listApp('in_review', { submitted_at: 'soon' })], ['create: tides is in review']],
    [[listApp('not_approved')], ['create: tides was rejected for good']],
    [[listApp('taken_down')], ['create: tides was taken down']],
    [[listApp('paused')], ['create: tides has an unknown status']],
    [[listApp('')], ['create: tides has an unknown status']],
    [[listApp('not_approved', { slug: 'tides-1001-pr-7' })], []],
    [[listApp('not_approved', { slug: 'Not a slug -->' })], []],
    [[listApp('published'), compare({})], []],
    [[listApp('published'), differs], ['create: tides is not its last release']],
    [[listApp('published_with_unreviewed_changes'), differs], []],
    [[listApp('in_review'), differs], ['create: tides is in review']],
    [[listApp('draft'), compare({})], ['create: tides is not its last release']],
    [[listApp('taken_down'), differs], ['create: tides was taken down']],
    [[listApp('published'), failed], ['create: tides is not its last release']],
    [
      ['{"apps":[]}', compare({ plan: 'create,deploy' })],
      ['create: tides is not in the list any more'],
    ],
    // The list has more pages: the app exists.
    [['{"apps":[]}', differs], []],
    // Without a list nothing is known.
    [[differs], []],
  ];
  for (const [reports, shown] of firstNews) {
    test(`without an issue: ${reports.join(' ')} → ${shown.join() || 'nothing'}`, () => {
      assert.deepEqual(show(reports), shown);
    });
  }

  const laterNews: readonly (readonly [
    before: readonly string[],
    after: readonly string[],
    shown: readonly string[],
  ])[] = [
    [[listApp('in_review')], [listApp('in_review')], []],
    [
      [listApp('in_review')],
      [listApp('in_review', longAgo)],
      ['comment: tides is in review for 8 days'],
    ],
    [[listApp('in_review')], [listApp('published')], ['close: tides was approved']],
    [
      [listApp('in_review')],
      [listApp('published_with_unreviewed_changes')],
      ['close: tides was approved'],
    ],
    [[listApp('in_review')], [listApp('not_approved')], ['comment: tides was rejected for good']],
    [
      [listApp('in_review')],
      [listApp('draft')],
      ['comment: tides was taken out of review without a result'],
    ],
    [[listApp('taken_down')], [listApp('published')], ['close: tides is public']],
    [[listApp('in_review')], ['{"apps":[]}'], ['comment: tides is not in the list any more']],
    [
      [listApp('published'), differs],
      [listApp('published'), compare({})],
      ['close: tides is public'],
    ],
    [
      [listApp('published'), differs],
      [listApp('published'), failed],
      ['comment: tides is not its last release'],
    ],
    [
      [listApp('not_approved')],
      [listApp('not_approved', { review_note: 'Why' })],
      ['comment: tides was rejected for good'],
    ],
  ];
  for (const [before, after, shown] of laterNews) {
    test(`after ${before.join(' ')}: ${after.join(' ')} → ${shown.join() || 'nothing'}`, () => {
      assert.deepEqual(show(after, [toIssue(find(before)[0])]), shown);
    });
  }

  test('a closed issue is reopened by later news, but not by the state that it has told', () => {
    const [rejected] = find([listApp('not_approved')]);
    assert.deepEqual(show([listApp('not_approved')], [toIssue(rejected, false)]), []);
    const later = show([listApp('taken_down')], [toIssue(rejected, false)]);
    assert.deepEqual(later, ['reopen: tides was taken down']);
    // An app that is gone needs nobody any more.
    assert.deepEqual(show(['{"apps":[]}'], [toIssue(rejected, false)]), []);
  });

  test('a push that changes the draft of a public app is not news', () => {
    const [approved] = find([listApp('published')], [toIssue(find([listApp('in_review')])[0])]);
    const issue = toIssue(approved, false);
    assert.deepEqual(show([listApp('published_with_unreviewed_changes')], [issue]), []);
  });

  test('the text begins with the mark and the result, and has the note as a code block', () => {
    const [news] = find([listApp('not_approved', { review_note: 'No\n```\n@team' })]);
    const [mark, ...lines] = news?.body.split('\n') ?? [];
    assert.match(mark ?? '', /^<!-- miniapp-news tides not_approved [0-9a-f]{12} -->$/);
    assert.deepEqual(lines, [
      '**tides was rejected for good.**',
      '',
      'It cannot be submitted again: deploy a corrected app under a new slug.',
      '',
      `<${url}>`,
      '',
      "Reviewer's note:",
      '',
      '````text',
      'No',
      '```',
      '@team',
      '````',
    ]);
  });
});

describe('the news about the service', () => {
  const rehearse = (result: string, more: object = {}) => {
    const point = { id: 'own_file', result, assumed: 'none', seen: 'one\n::error::x' };
    const doctor = { works: { create: true }, steps: {}, points: [point], ...more };
    return JSON.stringify({ doctor });
  };

  test('an assumption that is wrong opens an issue once, and the issue is closed later', () => {
    const [news] = find([rehearse('differs')]);
    assert.equal(news?.title, 'The service answers differently: own_file');
    assert.match(
      news?.body ?? '',
      /\n```text\nown_file: assumed: none\. Seen: one ::error::x\n```$/,
    );
    assert.deepEqual(show([rehearse('differs')], [toIssue(news)]), []);
    const later = show([rehearse('confirmed')], [toIssue(news)]);
    assert.deepEqual(later, ['close: The service answers as expected']);
    assert.deepEqual(show([rehearse('confirmed')]), []);
  });

  test('a step that fails is news, unless the account is full', () => {
    const works = { create: false };
    const shown = show([rehearse('confirmed', { works })]);
    assert.deepEqual(shown, ['create: The service answers differently: create']);
    const steps = { deploy: { outcome: 'failed', code: 'too_many_apps', said: null } };
    assert.deepEqual(show([rehearse('confirmed', { works, steps })]), []);
  });
});

describe('the files of news', () => {
  test('only issues that a workflow wrote count, from one page or several', () => {
    const own = { number: 1, body: 'A', state: 'open', user: { login: 'github-actions[bot]' } };
    const others = [
      { ...own, user: { login: 'octocat' } },
      { ...own, pull_request: {} },
    ];
    const expected = [{ number: 1, body: 'A', isOpen: true }];
    assert.deepEqual(readIssues(JSON.stringify([own, ...others])), expected);
    assert.deepEqual(readIssues(JSON.stringify([[own], others])), expected);
    assert.deepEqual(readIssues('[]'), []);
  });

  for (const text of [
    '',
    '{}',
    '[]',
    '{"apps":3, "results":{}}',
    '{"results":[1]}',
    '{"doctor":[]}',
  ]) {
    test(`a report that is none of these is refused: ${text || 'an empty file'}`, () => {
      assert.throws(() => readReports([text]));
    });
  }
});
