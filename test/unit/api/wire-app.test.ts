import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentPlaces, hasDocumentedError, hasError, readApp, readApps } from '../../../src/api/wire.ts';
import { digestContent, unreadableContent } from '../../../src/content.ts';
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
  ...tides,
  url: 'https://apps.example/a/tides',
  name: 'Tide Times',
  tagline: 'When to swim',
  color: '#0a7ea4',
  logo: 'assets/logo.svg',
  logo_url: '/a/tides/logo?v=1&t=2026',
  system_prompt: 'You know the tides.',
  review_note: null,
  html_bytes: 15,
  updated_at: '2026-01-15T12:00:00Z',
  published_at: null,
  submitted_at: '2026-01-14T12:00:00Z',
  html: '<h1>Tides</h1>',
  files: { 'service.json': '{}', 'index.html': '<h1>Tides</h1>', 'logo.svg': 'data:image/svg+xml;base64,PHN2Zy8+' },
};
const nothing = {
  ...{ url: null, documentedUrl: `${address}/a/tides`, name: null, tagline: null, color: null, logo: null },
  ...{ systemPrompt: null, status: '', reviewNote: null, updatedAt: null, submittedAt: null, publishedAt: null },
  ...{ html: null, files: null },
};
const digest = (text: string) => digestContent(text, { isKept: false });
const keep = (text: string) => digestContent(text, { isKept: true });

describe('the app that a read shows', () => {
  for (const [place, body] of [
    ['the body itself', documented],
    ['under app', { app: documented, message: 'done' }],
    ['under app beside another slug', { slug: 'other', app: documented }],
    ['under app beside the status of the request', { slug: 'tides', status: 'ok', app: documented }],
    ['the body itself, beside an app of another slug', { ...documented, app: { slug: 'other' } }],
    ['the body itself, beside an app that is a text', { ...documented, app: 'tides' }],
  ] as const) {
    test(`is found as ${place}`, () => {
      const app = {
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
        html: digest('<h1>Tides</h1>'),
        files: new Map([
          ['service.json', keep('{}')],
          ['index.html', digest('<h1>Tides</h1>')],
          ['logo.svg', digest('data:image/svg+xml;base64,PHN2Zy8+')],
        ]),
      };
      assert.deepEqual(readApp(readBody(body), wanted), app);
      // The contents of a response that is small are digested here.
      assert.deepEqual(readApp(body, wanted), app);
    });
  }

  test('has the files that are compared by value as they are, and no others', () => {
    const files = { 'service.json': '{}', 'instructions.md': '#', 'a/service.json': '{}' };
    const expected = new Map(
      Object.entries({ 'service.json': keep('{}'), 'instructions.md': keep('#'), 'a/service.json': digest('{}') }),
    );
    for (const body of [{ ...tides, files }, readBody({ ...tides, files }), readBody({ app: { ...tides, files } })]) {
      assert.deepEqual(readApp(body, wanted)?.files, expected);
    }
  });

  test('may have files of any name; one whose content is no string equals nothing', () => {
    const files = JSON.parse('{"__proto__":"a","files":"b","html":"c","x":12,"y":null,"z":{"files":{"q":"r"}}}');
    const strings = [
      ['__proto__', digest('a')],
      ['files', digest('b')],
      ['html', digest('c')],
    ] as const;
    const others = ['x', 'y', 'z'].map((path) => [path, unreadableContent] as const);
    assert.deepEqual(readApp(readBody({ ...tides, files }), wanted)?.files, new Map([...strings, ...others]));
  });

  test('lacks unknown fields, those of a wrong type, and empty ones but for the prompt and the page', () => {
    const fill = (value: unknown) => Object.fromEntries(Object.keys(documented).map((key) => [key, value]));
    const unknown = { slug: 'tides', status: 'changes_requested' };
    assert.deepEqual(readApp(readBody({ ...unknown, toString: 'x' }), wanted), { ...nothing, ...unknown });
    assert.deepEqual(readApp(readBody({ ...fill(12), ...tides }), wanted), { ...nothing, ...tides });
    const empty = { ...nothing, ...tides, systemPrompt: '', html: digest('') };
    assert.deepEqual(readApp(readBody({ ...fill(''), ...tides, files: [] }), wanted), empty);
    assert.deepEqual(readApp(readBody({ ...tides, files: {} }), wanted)?.files, new Map());
  });

  for (const [url, expected] of [
    ['HTTPS://x.example', 'HTTPS://x.example'],
    ['/a/tides', null],
    ['see https://apps.example/a/tides', null],
    ['javascript:alert(1)', null],
    ['//apps.example/a/tides', null],
  ] as const) {
    test(`has ${expected === null ? 'no' : 'an'} address where it shows "${url}"`, () => {
      assert.equal(readApp(readBody({ ...tides, url }), wanted)?.url, expected);
    });
  }

  const bodies = [null, 1, 'tides', [], [documented], {}, { app: null }, { app: [tides] }, { data: tides }];
  const others = ['other', 'TIDES', 12, '', undefined].map((slug) => ({ ...documented, slug }));
  const stateless = [null, '', 1, true, {}, undefined].map((status) => ({ slug: 'tides', status }));
  for (const body of [...bodies, ...others, ...stateless, ...stateless.map((app) => ({ app }))]) {
    test(`is none with this slug and a text in status: ${JSON.stringify(body).slice(0, 60)}`, () => {
      assert.equal(readApp(readBody(body), wanted), null);
    });
  }
});

describe('the list of apps', () => {
  const list = [{ slug: 'a' }, { slug: 'b', status: 'draft' }];
  for (const body of [list, { apps: list, total: 2, next: null }, { miniapps: list }, { errors: [], apps: list }]) {
    test(`is read from ${JSON.stringify(body)}`, () => {
      assert.deepEqual(readApps(readBody(body), address), [
        { ...nothing, slug: 'a', documentedUrl: `${address}/a/a` },
        { ...nothing, slug: 'b', documentedUrl: `${address}/a/b`, status: 'draft' },
      ]);
    });
  }

  test('may stand beside a list of texts, and may be empty', () => {
    assert.equal(readApps({ hints: ['x'], apps: list }, address)?.length, 2);
    for (const body of [[], { apps: [] }, { apps: [], errors: [] }]) assert.deepEqual(readApps(body, address), []);
  });

  const two = { apps: [{ slug: 'a' }], owners: [{ slug: 'b' }] };
  const odd = [[1], [null], [[]], [{}], [{ slug: '' }], [{ slug: 1 }], [{ slug: 'a' }, 'b'], { html: ['text'] }];
  for (const body of [null, 1, 'a', {}, { apps: {} }, two, ...odd]) {
    test(`is not ${JSON.stringify(body)}`, () => assert.equal(readApps(readBody(body), address), null));
  }
});

for (const [saysError, isDocumented, bodies] of [
  [false, false, [null, 1, 'error', [], {}, { error: null }, { error: false }]],
  [true, false, [{ error: 'No.' }, { error: '' }, { error: 0 }, { error: true }, { error: [] }, { error: {} }]],
  [true, false, [{ error: { message: 1 } }, { error: { code: 404, message: 'No.' } }, { error: { code: null } }]],
  [true, true, [{ error: { code: 'x' } }, { error: { message: '' } }, { error: { code: null, message: 'No.' } }]],
] as const) {
  for (const body of bodies) {
    test(`${JSON.stringify(body)} says ${saysError ? 'an' : 'no'} error, ${isDocumented ? 'and' : 'not'} in the documented form`, () => {
      assert.equal(hasError(body), saysError);
      assert.equal(hasDocumentedError(body), isDocumented);
    });
  }
}

test('pages and files are digested by their exact place, and nothing else is', () => {
  const odd = { deep: { files: { x: 'y' } } };
  const app = { html: 'h', files: { 'a/b': 'f', ...odd }, app: { html: 'x' }, data: { html: 'x', files: { a: 'x' } } };
  const list = [{ html: 'x' }];
  const digested = { ...app, html: digest('h'), files: { 'a/b': digest('f'), ...odd } };
  assert.deepEqual(readBody({ ...app, app, list }), { ...digested, app: digested, list });
});
