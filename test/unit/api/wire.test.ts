import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseApp, parseAppList } from '../../../src/api/wire.ts';
import { LongString, unreadableText } from '../../../src/text/json.ts';

const address = 'https://apps.example/base';
/** The least that a read must show. */
const tides = { slug: 'tides', status: 'draft' };
const nothing = {
  ...{
    url: null,
    documentedUrl: `${address}/a/tides`,
    name: null,
    tagline: null,
    color: null,
    logo: null,
  },
  ...{
    systemPrompt: null,
    status: '',
    reviewNote: null,
    updatedAt: null,
    submittedAt: null,
    publishedAt: null,
  },
  ...{ html: null, files: null },
};

describe('the app that a read shows', () => {
  const texts = {
    ...{
      url: 'HTTPS://apps.example/a/tides',
      name: 'Tide Times',
      tagline: 'Swim',
      color: '#0a7ea4',
      logo: 'logo.svg',
    },
    ...{
      system_prompt: 'You know.',
      review_note: 'No.',
      updated_at: '3',
      submitted_at: '1',
      published_at: '2',
    },
  };
  const files = { 'service.json': '{}', 'instructions.md': '#', 'a/service.json': '{}' };
  const documented = {
    ...tides,
    ...texts,
    logo_url: '/a/tides/logo',
    html_bytes: 1,
    html: '<p>',
    files,
  };
  for (const [place, body] of [
    ['the body itself', documented],
    [
      'under app, next to the status of the request',
      { slug: 'tides', status: 'ok', app: documented },
    ],
    ['under data, next to a status of the request', { status: 'ok', data: documented }],
    ['the body itself, next to an app of another slug', { ...documented, app: { slug: 'other' } }],
  ] as const) {
    test(`an app is found as ${place}`, () => {
      const { url, name, tagline, color, logo } = texts;
      const app = {
        ...{ ...tides, url, documentedUrl: `${address}/a/tides`, name, tagline, color, logo },
        ...{
          systemPrompt: 'You know.',
          reviewNote: 'No.',
          updatedAt: '3',
          submittedAt: '1',
          publishedAt: '2',
        },
        html: '<p>',
        files: new Map(Object.entries(files)),
      };
      assert.deepEqual(parseApp(body, 'tides', address), app);
    });
  }

  test('long strings are texts in all fields, and stay as they are among the files', () => {
    const long = (text: string) => new LongString(Buffer.from(JSON.stringify(text)));
    const page = long('<p>');
    const body = {
      ...tides,
      review_note: long('No.\n'),
      html: page,
      files: { 'index.html': page },
    };
    const app = parseApp(body, 'tides', address);
    assert.partialDeepStrictEqual(app, { reviewNote: 'No.\n', html: '<p>' });
    assert.equal(app?.files?.get('index.html'), page);
  });

  test('an app may have files of any name; a file whose content is not a string never counts as equal', () => {
    const odd = JSON.parse('{"__proto__":"a","files":"b","x":12,"y":null,"z":{"files":{"q":"r"}}}');
    const expected = [
      ...[['__proto__', 'a'] as const, ['files', 'b'] as const],
      ...['x', 'y', 'z'].map((path) => [path, unreadableText] as const),
    ];
    assert.deepEqual(
      parseApp({ ...tides, files: odd }, 'tides', address)?.files,
      new Map(expected),
    );
  });

  test('a path of more than 1,024 UTF-16 units is only counted, and its file is not missing', () => {
    const path = `assets/${'é'.repeat(1_017)}`;
    for (const shown of [path, `${path}x`, path.repeat(50_000)]) {
      const app = parseApp({ ...tides, files: { [shown]: 'a' } }, 'tides', address);
      assert.deepEqual(
        [...(app?.files ?? [])],
        [[shown === path ? path : `file 1, whose path has ${shown.length} characters`, 'a']],
      );
    }
  });

  test('fields of an app that are missing or of a wrong type are null, and so are most empty ones', () => {
    const fill = (value: unknown) =>
      Object.fromEntries(Object.keys(documented).map((key) => [key, value]));
    assert.deepEqual(parseApp({ ...tides, toString: 'x' }, 'tides', address), {
      ...nothing,
      ...tides,
    });
    assert.deepEqual(parseApp({ ...fill(12), ...tides }, 'tides', address), {
      ...nothing,
      ...tides,
    });
    const empty = {
      ...nothing,
      ...tides,
      name: '',
      tagline: '',
      color: '',
      systemPrompt: '',
      html: '',
    };
    assert.deepEqual(parseApp({ ...fill(''), ...tides, files: [] }, 'tides', address), empty);
    assert.deepEqual(parseApp({ ...tides, files: {} }, 'tides', address)?.files, new Map());
    for (const url of ['/a/tides', 'see https://apps.example', 'javascript:alert(1)']) {
      assert.equal(parseApp({ ...tides, url }, 'tides', address)?.url, null, url);
    }
  });

  const bodies = [null, 'tides', [tides], {}, { app: null }, { app: [tides] }, { result: tides }];
  const others = ['other', 'TIDES', undefined].map((slug) => ({ ...tides, slug }));
  const stateless = [null, '', 1, undefined].map((status) => ({ slug: 'tides', status }));
  test('an app is not found in a response without the requested slug or without a string as status', () => {
    for (const body of [...bodies, ...others, ...stateless, { app: { slug: 'tides' } }]) {
      assert.equal(parseApp(body, 'tides', address), null, JSON.stringify(body));
    }
  });
});

describe('the list of apps', () => {
  const list = [{ slug: 'a' }, { slug: 'b', status: 'draft' }];

  test('the list of apps is an array, or the one array of objects in an object', () => {
    const apps = [
      { ...nothing, slug: 'a', documentedUrl: `${address}/a/a` },
      { ...nothing, slug: 'b', documentedUrl: `${address}/a/b`, status: 'draft' },
    ];
    const bodies = [list, { apps: list }, { errors: [], hints: ['x'], miniapps: list }];
    for (const body of bodies) {
      assert.deepEqual(parseAppList(body, address, null), { apps, hasMore: false });
    }
    for (const body of [[], { apps: [], errors: [] }]) {
      assert.deepEqual(parseAppList(body, address, null), { apps: [], hasMore: false });
    }
  });

  for (const [hasMore, about] of [
    [false, { total: 2, next: null }],
    [false, { total: 1, next: '' }],
    [false, { next: false, meta: { total: 2, next: null } }],
    [false, { account: { total: 20 } }],
    [false, { meta: null, links: [] }],
    [true, { next: '/api/miniapps?page=2' }],
    [true, { total: 3 }],
    [true, { count: 57, next: 2, previous: null }],
    [true, { meta: { total: 57, page: 1 } }],
    [true, { links: { next: { href: '?page=2' } } }],
    [true, { pagination: { next: 'eyJpZCI6MjB9' } }],
    [true, { has_more: true }],
    [true, { meta: { next_cursor: 'a' } }],
    [false, { has_more: false, next_cursor: null }],
  ] as const) {
    test(`the list of apps ${hasMore ? 'has more pages' : 'is whole'} with ${JSON.stringify(about)}`, () => {
      assert.equal(parseAppList({ ...about, apps: list }, address, null)?.hasMore, hasMore);
    });
  }

  for (const [hasMore, link] of [
    [true, '</api/miniapps?page=2>; rel="next"'],
    [true, '</api/miniapps>; rel="first", </api/miniapps?page=2>; title="x"; rel=next'],
    [true, '</api/miniapps?page=2>; rel="last next"'],
    [false, '</next>; rel="prev"'],
    [false, '</a>; rel="nextcloud"'],
    [false, ''],
    [false, null],
  ] as const) {
    test(`the list of apps ${hasMore ? 'has more pages' : 'is whole'} with Link: ${link}`, () => {
      assert.equal(parseAppList(list, address, link)?.hasMore, hasMore);
    });
  }

  test('the list of apps is not recognized in any other response', () => {
    const two = { apps: [{ slug: 'a' }], owners: [{ slug: 'b' }] };
    for (const body of [
      null,
      'a',
      {},
      { apps: {} },
      two,
      [1],
      [null],
      [[]],
      [{ slug: '' }],
      [{ slug: 'a' }, 'b'],
    ]) {
      assert.equal(parseAppList(body, address, null), null, JSON.stringify(body));
    }
  });
});
