import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentPlaces, hasDocumentedError, hasError, readApp, readApps } from '../../../src/api/wire.ts';
import { digestText, unreadableContent } from '../../../src/content.ts';
import { readJson } from './json-sample.ts';

/** A body as the read of one app gives it: its files are digested already. */
function readBody(value: unknown): unknown {
  return readJson(JSON.stringify(value), { places: contentPlaces });
}

const address = 'https://apps.example/base';
const wanted = { slug: 'tides', address };
/** The least that a read must show. */
const tides = { slug: 'tides', status: 'draft' };

const documented = {
  slug: 'tides',
  url: 'https://apps.example/a/tides',
  name: 'Tide Times',
  tagline: 'When to swim',
  color: '#0a7ea4',
  logo: 'assets/logo.svg',
  logo_url: '/a/tides/logo?v=1&t=2026',
  system_prompt: 'You know the tides.',
  status: 'draft',
  review_note: null,
  html_bytes: 15,
  updated_at: '2026-01-15T12:00:00Z',
  published_at: null,
  submitted_at: '2026-01-14T12:00:00Z',
  html: '<h1>Tides</h1>',
  files: {
    'service.json': '{}',
    'index.html': '<h1>Tides</h1>',
    'assets/logo.svg': 'data:image/svg+xml;base64,PHN2Zy8+',
  },
};
const nothing = {
  url: null,
  documentedUrl: 'https://apps.example/base/a/tides',
  name: null,
  tagline: null,
  color: null,
  logo: null,
  systemPrompt: null,
  status: '',
  reviewNote: null,
  updatedAt: null,
  submittedAt: null,
  publishedAt: null,
  html: null,
  files: null,
};

for (const [place, body] of [
  ['the body itself', documented],
  ['under app', { app: documented, message: 'done' }],
  ['under app beside another slug', { slug: 'other', app: documented }],
  ['under app beside the status of the request', { slug: 'tides', status: 'ok', app: documented }],
  ['the body itself, beside an app of another slug', { ...documented, app: { slug: 'other' } }],
  ['the body itself, beside an app that is a text', { ...documented, app: 'tides' }],
] as const) {
  test(`an app is found as ${place}`, () => {
    const app = readApp(readBody(body), wanted);
    assert.ok(app !== null);
    const { html, files, ...facts } = app;
    assert.deepEqual(facts, {
      slug: 'tides',
      url: 'https://apps.example/a/tides',
      documentedUrl: `${address}/a/tides`,
      name: 'Tide Times',
      tagline: 'When to swim',
      color: '#0a7ea4',
      logo: 'assets/logo.svg',
      systemPrompt: 'You know the tides.',
      status: 'draft',
      reviewNote: null,
      updatedAt: '2026-01-15T12:00:00Z',
      submittedAt: '2026-01-14T12:00:00Z',
      publishedAt: null,
    });
    assert.deepEqual(html?.text, digestText('<h1>Tides</h1>'));
    assert.deepEqual(Array.from(files?.keys() ?? []), ['service.json', 'index.html', 'assets/logo.svg']);
    assert.deepEqual(files?.get('assets/logo.svg')?.data, digestText('<svg/>'));
  });
}

test('the files of a response that is small are digested anyway', () => {
  for (const body of [documented, { app: documented }]) {
    const expected = readApp(readBody(body), wanted);
    assert.deepEqual(readApp(body, wanted), expected);
  }
});

test('the files that are compared by value are kept, and no others', () => {
  const files = {
    'service.json': '{}',
    'instructions.md': '# Tides',
    'index.html': '<p>',
    'assets/service.json': '{}',
  };
  for (const body of [{ ...tides, files }, readBody({ ...tides, files }), readBody({ app: { ...tides, files } })]) {
    const kept = Array.from(readApp(body, wanted)?.files?.values() ?? [], (content) => content.kept);
    assert.deepEqual(kept, ['{}', '# Tides', null, null]);
  }
});

test('an address is whole or none', () => {
  for (const url of [
    '/a/tides',
    'see https://apps.example/a/tides',
    'javascript:alert(1)',
    '//apps.example/a/tides',
    '',
  ]) {
    assert.equal(readApp(readBody({ ...tides, url }), wanted)?.url, null);
  }
  assert.equal(readApp(readBody({ ...tides, url: 'HTTPS://x.example' }), wanted)?.url, 'HTTPS://x.example');
});

test('what shows no app with this slug and a text in status is none', () => {
  const bodies = [null, undefined, 1, 'tides', [], [documented], {}, { app: null }, { app: [tides] }, { data: tides }];
  const other = ['other', 'TIDES', 12, '', undefined].map((slug) => ({ ...documented, slug }));
  const stateless = [null, '', 1, true, {}, undefined].map((status) => ({ ...documented, status }));
  for (const body of [...bodies, ...other, ...stateless, ...stateless.map((app) => ({ app }))]) {
    assert.equal(readApp(readBody(body ?? null), wanted), null, JSON.stringify(body));
  }
});

test('fields of a wrong type, and empty ones, are absent', () => {
  const wrong = Object.fromEntries(Object.keys(documented).map((key) => [key, 12]));
  assert.deepEqual(readApp(readBody({ ...wrong, ...tides }), wanted), { ...nothing, ...tides });
  const empty = Object.fromEntries(Object.keys(documented).map((key) => [key, '']));
  const app = readApp(readBody({ ...empty, ...tides, files: [] }), wanted);
  // An empty prompt is a prompt, and an empty page is a page.
  assert.deepEqual({ ...app, html: null }, { ...nothing, ...tides, systemPrompt: '' });
  assert.deepEqual(app?.html?.text, digestText(''));
});

test('a status that is none of the documented ones, and fields that are not either, do no harm', () => {
  const app = readApp(readBody({ slug: 'tides', status: 'changes_requested', icon: '🌊', toString: 'x' }), wanted);
  assert.deepEqual(app, { slug: 'tides', ...nothing, status: 'changes_requested' });
});

test('files may be called anything, and one whose content is no string equals nothing', () => {
  const files = JSON.parse('{"__proto__":"a","files":"b","html":"c","x":12,"y":null,"z":{"files":{"q":"r"}}}');
  const app = readApp(readBody({ ...tides, files }), wanted);
  assert.deepEqual(Array.from(app?.files?.keys() ?? []), ['__proto__', 'files', 'html', 'x', 'y', 'z']);
  assert.deepEqual(app?.files?.get('__proto__')?.text, digestText('a'));
  for (const path of ['x', 'y', 'z']) {
    assert.deepEqual(app?.files?.get(path), unreadableContent);
  }
  assert.equal(readApp(readBody({ ...tides, files: {} }), wanted)?.files?.size, 0);
});

for (const [form, body] of [
  ['an array', [{ slug: 'a' }, { slug: 'b', status: 'draft' }]],
  ['an array under apps', { apps: [{ slug: 'a' }, { slug: 'b', status: 'draft' }], total: 2, next: null }],
  ['an array under any name', { miniapps: [{ slug: 'a' }, { slug: 'b', status: 'draft' }] }],
  ['an array beside an empty one', { errors: [], apps: [{ slug: 'a' }, { slug: 'b', status: 'draft' }] }],
  ['an array beside one of texts', { hints: ['x'], apps: [{ slug: 'a' }, { slug: 'b', status: 'draft' }] }],
] as const) {
  test(`a list is read from ${form}`, () => {
    assert.deepEqual(readApps(readBody(body), address), [
      { slug: 'a', ...nothing, documentedUrl: `${address}/a/a` },
      { slug: 'b', ...nothing, documentedUrl: `${address}/a/b`, status: 'draft' },
    ]);
  });
}

test('an empty list is a list', () => {
  assert.deepEqual(readApps(readBody([]), address), []);
  assert.deepEqual(readApps(readBody({ apps: [] }), address), []);
  assert.deepEqual(readApps(readBody({ apps: [], errors: [] }), address), []);
});

test('what is no list of apps is none', () => {
  const bodies = [
    null,
    1,
    'a',
    {},
    { apps: {} },
    { apps: [{ slug: 'a' }], owners: [{ slug: 'b' }] },
    [1],
    [null],
    [[]],
    [{}],
    [{ slug: '' }],
  ];
  for (const body of [...bodies, [{ slug: 1 }], [{ slug: 'a' }, 'b'], { html: ['text'] }]) {
    assert.equal(readApps(readBody(body), address), null, JSON.stringify(body));
  }
});

test('a body says error only where that is something, and in the documented form with texts', () => {
  const silent = [null, 1, 'error', [], {}, { error: null }, { error: false }, { error: undefined }];
  for (const body of silent) assert.deepEqual([hasError(body), hasDocumentedError(body)], [false, false]);
  const other = ['No.', '', 0, true, [], {}, { message: 1 }, { code: 404, message: 'No.' }, { code: null }];
  for (const error of other) assert.deepEqual([hasError({ error }), hasDocumentedError({ error })], [true, false]);
  const documentedErrors = [
    { code: 'x' },
    { message: 'No.' },
    { code: 'x', message: 'No.' },
    { code: null, message: '' },
  ];
  for (const error of documentedErrors) assert.ok(hasError({ error }) && hasDocumentedError({ error, status: 404 }));
});

test('pages and file contents are digested by their exact place, and nothing else is', () => {
  const text = JSON.stringify({
    slug: 'tides',
    html: 'h',
    files: { html: 'f', deep: { files: { x: 'y' } } },
    app: { html: 'h', files: { 'a/b': 'f' }, app: { html: 'x' } },
    data: { html: 'x', files: { a: 'x' } },
    list: [{ html: 'x' }],
  });
  const value = Object(readJson(text, { places: contentPlaces }));
  const digested = [value.html, value.files.html, value.app.html, value.app.files['a/b']];
  assert.deepEqual(
    digested.map(({ text: digest }) => digest),
    ['h', 'f', 'h', 'f'].map(digestText),
  );
  assert.deepEqual([value.files.deep, value.app.app], [{ files: { x: 'y' } }, { html: 'x' }]);
  assert.deepEqual([value.data, value.list, value.slug], [{ html: 'x', files: { a: 'x' } }, [{ html: 'x' }], 'tides']);
});
