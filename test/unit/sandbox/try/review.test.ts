import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { allowFindings, joinFindings, toFinding } from '../../../../sandbox/try/findings.ts';
import {
  type LogoSize,
  listHostNotes,
  listReviewFindings,
  type PageFacts,
} from '../../../../sandbox/try/review.ts';
import {
  isTemplateName,
  listTemplateWords,
  templateWords,
} from '../../../../sandbox/try/template-words.ts';

const page = `<!doctype html>
<html lang="en">
<head><title>Tides</title></head>
<body>
<a href="map.html">Map</a>
<img src="assets/a.png" />
</body>
</html>`;
const service = '{\n  "name": "Tides",\n  "tagline": "High water",\n  "logo": "assets/a.png"\n}';

const fine: PageFacts = {
  title: 'Tides',
  language: 'en',
  description: 'High and low water',
  text: 'Tides\nHigh water',
  headings: ['Tides'],
  width: 390,
  widest: '',
  links: [],
  violations: [],
};
const square: LogoSize = { width: 64, height: 64 };

function list(
  facts: Partial<PageFacts>,
  given: Readonly<Record<string, string>> = {},
  logo: LogoSize | null = square,
): readonly string[] {
  const files = { 'index.html': page, 'service.json': service, 'assets/a.png': 'x', ...given };
  const folder = { slug: 'tides', files: new Map(Object.entries(files)) };
  return listReviewFindings({ ...fine, ...facts }, folder, logo).map((finding) => {
    const { severity, code, place } = finding;
    return `${severity} ${code} ${place === null ? 'nowhere' : `${place.path}:${place.line}`}`;
  });
}

const origin = 'http://tides_draft.localhost:80';

function toLink(href: string, given: Partial<PageFacts['links'][number]> = {}) {
  const address = new URL(href, `${origin}/a/tides/`).href;
  const html = `<a href="${href}">Map</a>`;
  return { links: [{ href, address, html, isPlaceMissing: false, isHandled: false, ...given }] };
}

describe('what a review finds', () => {
  const rows: readonly (readonly [
    name: string,
    found: readonly string[],
    said: readonly string[],
  ])[] = [
    ['nothing, if nothing is wrong', list({}), []],
    ['a page without a title', list({ title: '' }), ['warning no_title index.html:3']],
    ['a page without a language', list({ language: '' }), ['warning no_language index.html:2']],
    [
      'a page without a description',
      list({ description: '' }),
      ['warning no_description index.html:3'],
    ],
    [
      'a page that is wider than a phone',
      list({ width: 391, widest: '<img src="assets/a.png">' }),
      ['warning wide_page index.html:6'],
    ],
    [
      'the worst barrier first',
      list({
        violations: [
          { id: 'link-name', impact: 'serious', help: 'h', elements: ['<a href="x">'] },
          {
            id: 'image-alt',
            impact: 'critical',
            help: 'h',
            elements: ['<img src="assets/a.png">'],
          },
        ],
      }),
      ['error axe/image-alt index.html:6', 'warning axe/link-name nowhere'],
    ],
    [
      'no logo',
      list({}, { 'service.json': '{"name": "Tides"}' }),
      ['warning no_logo service.json:1'],
    ],
    [
      'a logo that is not in the folder',
      list({}, { 'service.json': service.replace('a.png', 'b.png') }),
      ['error broken_logo service.json:4'],
    ],
    ['a logo that does not decode', list({}, {}, null), ['error broken_logo service.json:4']],
    [
      'a logo that is not square',
      list({}, {}, { width: 64, height: 60 }),
      ['warning logo_not_square service.json:4'],
    ],
    ['a logo that is square but for one pixel', list({}, {}, { width: 64, height: 63 }), []],
    [
      'a link to a file that is not in the folder',
      list(toLink('map.html')),
      ['error dead_link index.html:5'],
    ],
    ['a link to a file of the folder', list(toLink('assets/a.png')), []],
    ['a link to the app itself', list(toLink('./')), []],
    ['a link to a page that a router may show', list(toLink('about')), []],
    ['a link to another host', list(toLink('https://tides.org/x')), []],
    ['a link to a mail address', list(toLink('mailto:a@tides.org')), []],
    [
      'a link to a host that is only an example',
      list(toLink('https://www.example.com/')),
      ['warning dead_link nowhere'],
    ],
    ['a link to nothing', list(toLink('#')), ['warning dead_link nowhere']],
    ['a link to nothing that a script handles', list(toLink('#', { isHandled: true })), []],
    [
      'a link to a place that does not exist',
      list(toLink('#low', { isPlaceMissing: true })),
      ['warning dead_link nowhere'],
    ],
    [
      'words of a template in the page',
      list({ text: 'Lorem ipsum' }, { 'index.html': page.replace('Map', 'Lorem ipsum') }),
      ['warning template_text index.html:5'],
    ],
    [
      'words of a template that a script has put together',
      list({ text: 'Pressed 7 times' }),
      ['warning template_text index.html:null'],
    ],
    [
      'a name and a tagline of a template',
      list(
        {},
        { 'service.json': service.replace('Tides', 'My app').replace('High water', 'TODO') },
      ),
      ['warning template_text service.json:2', 'warning template_text service.json:3'],
    ],
    [
      'a prompt of a template',
      list({}, { 'instructions.md': 'Be kind.\nTODO: more' }),
      ['warning template_text instructions.md:2'],
    ],
  ];
  for (const [name, found, said] of rows) {
    test(`what a review finds: ${name}`, () => assert.deepEqual(found, said));
  }
});

describe('words of a template', () => {
  const left = [
    'Lorem ipsum dolor',
    'TODO: write this',
    'FIXME',
    'Coming soon!',
    'Your text goes here',
    'Insert your logo here',
    'Hello, world',
    'foobar',
    'sample text',
    'Vite + React',
    'Edit src/App.jsx and save to test HMR',
    'To get started, edit the page.tsx file.',
  ];
  for (const words of left) {
    test(`words are left from a template: ${words}`, () => {
      assert.equal(listTemplateWords(words).length, 1);
    });
  }
  const fineWords = [
    'Your TODO list',
    'A todo app',
    'The test of time',
    'Click here',
    'Samples of sand',
    'Soon',
    'A demonstration, not for navigation.',
  ];
  for (const words of fineWords) {
    test(`words are not left from a template: ${words}`, () => {
      assert.deepEqual(listTemplateWords(words), []);
    });
  }
  for (const name of ['Test', 'My app', 'test app', 'Untitled', 'Document', 'Vite App', 'App 2']) {
    test(`a name is one of a template: ${name}`, () => assert.equal(isTemplateName(name), true));
  }
  for (const name of [
    'Tide Times',
    'Test Match Scores',
    'Appetite',
    'Sample Library',
    'My Tides',
  ]) {
    test(`a name is not one of a template: ${name}`, () =>
      assert.equal(isTemplateName(name), false));
  }

  test('the words of the sample app are those of its files', () => {
    const sample = join(import.meta.dirname, '../../../../examples/new-app');
    const files = ['index.html', 'service.json', 'instructions.md'];
    const text = files.map((name) => readFileSync(join(sample, name), 'utf8')).join('\n');
    const shown = text.replaceAll(/<\/?output[^>]*>/g, '');
    const own = templateWords.filter(({ source }) => source === 'the sample app');
    assert.deepEqual(
      own.filter(({ pattern }) => !pattern.test(shown)),
      [],
    );
  });
});

describe('the findings of try and of a review', () => {
  test('a fault that both find is named once', () => {
    const missing = toFinding('error', 'missing_file', 'm', { path: 'assets/b.png' });
    const review = [
      toFinding('warning', 'broken_picture', 'p', { path: 'assets/b.png' }),
      toFinding('error', 'dead_link', 'd', { path: 'assets/b.png' }),
      toFinding('warning', 'dead_link', 'e'),
    ];
    const codes = joinFindings([missing], review).map(({ message }) => message);
    assert.deepEqual(codes, ['m', 'e']);
  });

  test('hosts are named once, those whose answer was an error by try', () => {
    const foreign = [{ address: 'https://a.example/x', reason: '500' }];
    const notes = listHostNotes({ hosts: ['a.example', 'b.example'], foreign });
    assert.deepEqual(
      notes.map(({ message }) => message),
      ['The app talks to b.example.'],
    );
  });

  test('allowed findings become notes, and a code that allows nothing is named', () => {
    const findings = [toFinding('error', 'a', 'A'), toFinding('warning', 'b', 'B')];
    const allowed = allowFindings(findings, ['a', 'gone']);
    assert.deepEqual(
      allowed.map(({ severity, message }) => `${severity}: ${message}`),
      ['warning: B', 'note: A (allowed)', 'note: Nothing was found that --allow gone allows.'],
    );
  });
});
