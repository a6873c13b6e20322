import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDead, listFindings, toComparable } from '../../../../sandbox/try/findings.ts';
import type { PageLook, Visit } from '../../../../sandbox/try/page-visit.ts';

const folder = { slug: 'tides', files: ['index.html', 'assets/cat.png', 'top.js'] };

const look: PageLook = {
  title: 'Tides',
  text: 'Tides\nHigh water',
  isBlank: false,
  brokenPictures: [],
  headings: ['Tides'],
};
const fine: Visit = {
  end: 'loaded',
  isSlow: false,
  isCutShort: false,
  missing: [],
  unanswered: [],
  foreign: [],
  uncaught: [],
  consoleErrors: [],
  atLoad: look,
  afterPresses: null,
  pressed: [],
};
const origin = 'http://tides_draft.localhost:1234/a/tides';
const error = {
  text: 'Error: x',
  address: `${origin}/assets/a.js`,
  position: ':3:14',
  pressed: '',
};

function toMissing(pathname: string, status = 404, pressed = '') {
  return { missing: [{ pathname, status, pressed }] };
}

function toText(text: string): Partial<Visit> {
  return { atLoad: { ...look, text } };
}

function list(draft: Partial<Visit>, ...builds: readonly Partial<Visit>[]): readonly string[] {
  const visits = builds.map((build) => ({ ...fine, ...build }));
  const findings = listFindings({ ...fine, ...draft }, folder, visits);
  return findings.map(({ severity, message }) => `${severity}: ${message}`);
}

describe('the findings about a draft', () => {
  const rows: readonly (readonly [name: string, draft: Partial<Visit>, said: readonly string[]])[] =
    [
      ['nothing, if nothing is wrong', {}, []],
      [
        'a file that lies below assets/',
        toMissing('/a/tides/cat.png'),
        ['error: cat.png was requested but does not exist; assets/cat.png does'],
      ],
      [
        'a file that is nowhere, after a press',
        toMissing('/dog.png', 404, 'More'),
        ['error: /dog.png was requested but is not in the folder (after pressing “More”)'],
      ],
      [
        'a file whose address is that of the whole host',
        toMissing('/assets/cat.png'),
        ['error: /assets/cat.png was requested but does not exist; assets/cat.png does'],
      ],
      [
        'a file that is not served where it lies',
        toMissing('/a/tides/top.js'),
        ['error: top.js was requested but is not below assets/'],
      ],
      [
        'another status than 404',
        toMissing('/a/tides/api/x', 405),
        ['error: api/x returned status 405'],
      ],
      [
        'a page that is not there itself',
        toMissing('/a/tides/'),
        ['error: The page itself returned status 404'],
      ],
      [
        'a file that is asked for again, once',
        { missing: [...toMissing('/dog.png').missing, ...toMissing('/dog.png').missing] },
        ['error: /dog.png was requested but is not in the folder'],
      ],
      [
        'an uncaught error with its place',
        { uncaught: [error, error] },
        ['error: Uncaught error: Error: x (assets/a.js:3:14)'],
      ],
      [
        'an error of the page and of an unknown place',
        {
          uncaught: [
            { ...error, address: `${origin}/` },
            { ...error, text: 'Error: y', address: '', pressed: 'Go' },
          ],
        },
        [
          'error: Uncaught error: Error: x (index.html:3:14)',
          'error: Uncaught error: Error: y (after pressing “Go”)',
        ],
      ],
      [
        'a blank page',
        { atLoad: { ...look, text: '', isBlank: true } },
        ['error: The page is blank.'],
      ],
      [
        'a page that reloads',
        { end: 'reloading', atLoad: null },
        ['error: The page loads itself again without end.'],
      ],
      [
        'a page that does not respond',
        { end: 'frozen', atLoad: null },
        ['error: The page does not respond: its code never ends.'],
      ],
      [
        'a page that cannot be opened',
        { end: 'unreachable', atLoad: null },
        ['error: The browser could not open the page.'],
      ],
      ['a slow page', { isSlow: true }, ['warning: The page was still loading after 20 s.']],
      [
        'a broken picture, a console error and a file without a response',
        {
          atLoad: { ...look, brokenPictures: [`${origin}/assets/b.png?x`] },
          consoleErrors: [{ ...error, text: 'no' }],
          unanswered: [{ address: `${origin}/assets/c.bin`, reason: 'csp' }],
        },
        [
          'warning: The picture assets/b.png is not shown.',
          'warning: assets/c.bin was not loaded (csp).',
          'warning: Console error: no (assets/a.js:3:14)',
        ],
      ],
      [
        'a page that is blank after a press',
        { pressed: ['Clear'], afterPresses: { ...look, text: '', isBlank: true } },
        ['warning: The page is blank after pressing “Clear”'],
      ],
      [
        'other hosts, once each',
        {
          foreign: [
            { address: 'https://a.example/1', reason: '500' },
            { address: 'https://a.example/2', reason: '500' },
            { address: 'https://b.example/', reason: 'net::ERR_NAME_NOT_RESOLVED' },
          ],
        },
        [
          'note: A request to a.example failed (500). Other hosts are not judged.',
          'note: A request to b.example failed (net::ERR_NAME_NOT_RESOLVED). Other hosts are not judged.',
        ],
      ],
    ];
  for (const [name, draft, said] of rows) {
    test(`the findings about a draft: ${name}`, () => assert.deepEqual(list(draft), said));
  }
});

describe('words of a 404 page', () => {
  const words = [
    '404',
    '404: Not Found',
    'Page not found',
    'PAGE NOT FOUND',
    'Not Found',
    'This page could not be found',
  ];
  for (const heading of words) {
    test(`a 404 page is recognized by “${heading}”`, () => {
      const atLoad = { ...look, headings: [heading] };
      assert.deepEqual(list({ atLoad }), [`warning: The page says “${heading}”.`]);
    });
  }
  for (const heading of ['Lost and not found', '4040 ways', 'Room 404 is upstairs']) {
    test(`a 404 page is not recognized by “${heading}”`, () => {
      assert.deepEqual(list({ atLoad: { ...look, headings: [heading] } }), []);
    });
  }
});

describe('compared with its build', () => {
  test('faults that the build also has are not findings', () => {
    const broken = 'http://localhost:9/img/b.png';
    const build: Partial<Visit> = {
      missing: [...toMissing('/cat.png').missing, ...toMissing('/api').missing],
      uncaught: [{ ...error, text: 'Error: http://localhost:9/x failed' }],
      unanswered: [{ address: 'http://localhost:9/c.bin', reason: 'csp' }],
      atLoad: { ...look, brokenPictures: [broken], headings: ['404'] },
    };
    const draft: Partial<Visit> = {
      missing: [...toMissing('/a/tides/assets/cat.png').missing, ...toMissing('/api').missing],
      uncaught: [{ ...error, text: `Error: ${origin}/assets/x failed` }],
      unanswered: [{ address: `${origin}/assets/c.bin`, reason: 'csp' }],
      atLoad: { ...look, brokenPictures: [`${origin}/assets/img/b.png`], headings: ['404'] },
    };
    assert.deepEqual(list(draft, build), [
      'note: The build itself has 6 faults of these, which are not counted.',
    ]);
  });

  test('a blank or reloading draft is dead even if the build is the same', () => {
    const blank: Partial<Visit> = { atLoad: { ...look, text: '', isBlank: true } };
    assert.deepEqual(list(blank, blank), ['error: The page is blank.']);
    const reloading: Partial<Visit> = { end: 'reloading', atLoad: null };
    const said = ['error: The page loads itself again without end.'];
    assert.deepEqual(list(reloading, reloading), said);
  });

  test('words that differ from the build are a finding that quotes the first ones', () => {
    const build = toText('Tides\nOne\nTwo\nThree\nFour');
    assert.deepEqual(list(toText('Tides\nNothing here'), build), [
      'error: The text differs from that of the build. Missing: “One”, “Two”, “Three” and 1 more. New: “Nothing here”.',
    ]);
  });

  test('words in another order, numbers and addresses do not count as a difference', () => {
    const build = toText('a 12:04:59\nb\nat http://localhost:81/img/a.png');
    assert.deepEqual(list(toText(`b \na 12:05:01\nat ${origin}/assets/img/a.png`), build), []);
    assert.deepEqual(list(toText('one two three'), toText('three one two')), []);
  });

  test('draft and build are compared after the same clicks', () => {
    const after = (text: string): Partial<Visit> => ({
      pressed: ['More'],
      afterPresses: { ...look, text },
    });
    assert.deepEqual(list(after('a'), after('a\nb')), [
      'error: After pressing “More” the text differs from that of the build. Missing: “b”.',
    ]);
    assert.deepEqual(list(after('a'), { ...after('a\nb'), pressed: ['Less'] }), []);
  });

  test('differing words are a warning, not an error, if a visit ran out of time', () => {
    const [draft, build] = [toText('Tides'), toText('Tides\nOne')];
    const said = ['warning: The text differs from that of the build. Missing: “One”.'];
    assert.deepEqual(list({ ...draft, isCutShort: true }, build), said);
    assert.deepEqual(list(draft, { ...build, isCutShort: true }), said);
  });

  test('words that differ between two visits of the build do not count as a difference', () => {
    const quotes = ['Be kind', 'Be brave', 'Be here'].map((quote) => toText(`Tides\n${quote}`));
    const [draft = {}, ...builds] = quotes;
    assert.equal(list(draft, ...builds.slice(0, 1)).length, 1);
    assert.deepEqual(list(draft, ...builds), []);
    assert.deepEqual(list(toText('Be kind'), ...builds), [
      'error: The text differs from that of the build. Missing: “Tides”.',
    ]);
  });
});

test('only errors make a draft dead', () => {
  const visit = { ...fine, isSlow: true };
  assert.equal(isDead(listFindings(visit, folder, [])), false);
  assert.equal(isDead(listFindings({ ...visit, uncaught: [error] }, folder, [])), true);
});

test('a finding has the missing file as data, too', () => {
  const [finding] = listFindings({ ...fine, ...toMissing('/a/tides/cat.png') }, folder, []);
  assert.deepEqual(finding, {
    severity: 'error',
    code: 'missing_file',
    message: 'cat.png was requested but does not exist; assets/cat.png does',
    path: 'cat.png',
    meant: 'assets/cat.png',
  });
});

test('texts are compared without addresses, assets/ and numbers', () => {
  const text = 'See http://tides_draft.localhost:81/a/tides/assets/a.png  at 12:30';
  assert.equal(toComparable(text, 'tides'), 'See /a.png at 0:0');
});
