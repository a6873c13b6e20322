import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDead, isDoubtful, listFindings } from '../../../../sandbox/try/findings.ts';
import type { PageLook } from '../../../../sandbox/try/page-reader.ts';
import type { Visit } from '../../../../sandbox/try/page-visit.ts';
import { toComparable } from '../../../../sandbox/try/text-difference.ts';

const folder = {
  slug: 'tides',
  files: ['index.html', 'assets/cat.png', 'assets/a.js', 'top.js'],
  isProject: false,
};

const look: PageLook = {
  title: 'Tides',
  text: 'Tides\nHigh water',
  isBlank: false,
  brokenPictures: [],
  headings: ['Tides'],
};
const fine: Visit = {
  end: 'loaded',
  endedAfter: '',
  isSlow: false,
  isCutShort: false,
  missing: [],
  unanswered: [],
  foreign: [],
  uncaught: [],
  consoleErrors: [],
  left: [],
  hosts: [],
  atLoad: look,
  afterPresses: null,
  hasButtons: false,
  pressed: [],
  links: [],
};
const origin = 'http://tides_draft.localhost:1234/a/tides';
const error = {
  text: 'Error: x',
  address: `${origin}/assets/a.js`,
  line: 3,
  column: 14,
  after: '',
};

const link = {
  label: 'About',
  address: `${origin}/about`,
  look,
  isGoneAfterReload: false,
  afterReload: null,
};

function toMissing(pathname: string, status = 404, after = '') {
  return { missing: [{ pathname, status, after, isServiceWorker: false }] };
}

function toText(text: string): Partial<Visit> {
  return { atLoad: { ...look, text } };
}

test('a script at the root of the host is the source of a project, if it is built', () => {
  const listCodes = (path: string, isProject: boolean): readonly string[] => {
    const files = [...folder.files, path];
    const visit = { ...fine, ...toMissing(`/${path}`) };
    return listFindings([visit], { ...folder, files, isProject }, []).map(({ code }) => code);
  };
  assert.deepEqual(listCodes('src/main.js', true), ['not_built']);
  assert.deepEqual(listCodes('src/main.js', false), ['missing_file']);
  assert.deepEqual(listCodes('static/app.js', true), ['missing_file']);
});

function list(draft: Partial<Visit>, ...builds: readonly Partial<Visit>[]): readonly string[] {
  const visits = builds.map((build) => ({ ...fine, ...build }));
  const findings = listFindings([{ ...fine, ...draft }], folder, visits);
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
        toMissing('/dog.png', 404, 'pressing “More”'),
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
        'the source of a project, once',
        {
          missing: [
            ...toMissing('/a/tides/src/main.tsx').missing,
            ...toMissing('/@vite/client').missing,
          ],
          uncaught: [{ ...error, text: 'TypeError: Failed to resolve module specifier "react".' }],
        },
        [
          'error: The folder is the source of a project, not a build: it loads src/main.tsx, which only a builder can read. Build the project, and make the app from what it writes with miniapp-deploy arrange; miniapp-deploy init sets this up.',
        ],
      ],
      [
        'an import that an import map should have named',
        {
          uncaught: [{ ...error, text: 'TypeError: Failed to resolve module specifier "./a.js"' }],
        },
        [
          'error: Uncaught error: TypeError: Failed to resolve module specifier "./a.js" (assets/a.js:3:14)',
        ],
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
            { ...error, text: 'Error: y', address: '', after: 'pressing “Go”' },
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
        'a page that could not be read in time',
        { end: 'late', atLoad: null },
        ['error: The page could not be read within 30 s.'],
      ],
      [
        'a page that does not respond after a press',
        { end: 'frozen', endedAfter: 'pressing “Go”' },
        ['error: The page does not respond (after pressing “Go”): its code never ends.'],
      ],
      [
        'a page that opens something without a host',
        {
          left: [
            { address: 'about:blank', after: '' },
            { address: 'blob:http://tides_draft.localhost:1234/0f-1', after: '' },
          ],
        },
        [
          'error: The page leaves the app’s address /a/tides/ for about:blank.',
          'error: The page leaves the app’s address /a/tides/ for a blob.',
        ],
      ],
      [
        'an error of a worker without a file',
        { uncaught: [{ ...error, address: 'blob:http://tides_draft.localhost:1234/0f-1' }] },
        ['error: Uncaught error: Error: x (a blob:3:14)'],
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
        ['warning: The page is blank after pressing “Clear”.'],
      ],
      [
        'a page that leaves the app as it loads, to another host and on its own',
        {
          left: [
            { address: 'http://127.0.0.1:9/admin?x', after: '' },
            { address: 'http://tides_draft.localhost:1234/about', after: '' },
          ],
        },
        [
          'error: The page leaves the app’s address /a/tides/ for http://127.0.0.1:9/admin.',
          'error: The page leaves the app’s address /a/tides/ for /about.',
        ],
      ],
      [
        'a link that leaves the app, and a button that opens another host',
        {
          left: [
            { address: 'http://tides_draft.localhost:1234/x', after: 'following “About”' },
            { address: 'https://example.com/', after: 'pressing “Shop”' },
          ],
        },
        [
          'error: The page leaves the app’s address /a/tides/ for /x (after following “About”).',
          'warning: The page leaves the app’s address /a/tides/ for https://example.com/ (after pressing “Shop”).',
        ],
      ],
      [
        'a service worker, which is a warning in the check, too',
        {
          missing: [{ pathname: '/a/tides/sw.js', status: 404, after: '', isServiceWorker: true }],
          uncaught: [
            {
              ...error,
              text: 'TypeError: Failed to register a ServiceWorker for scope (http://x/)',
            },
          ],
        },
        [
          'warning: The service worker sw.js was not found. None has an effect in an app: its file is below assets/, so its scope does not include the page.',
        ],
      ],
      [
        'a link to a blank page, and one to a page that a reload does not find',
        {
          links: [
            { ...link, label: 'Map', look: { ...look, isBlank: true } },
            { ...link, isGoneAfterReload: true },
            { ...link, label: 'Log', afterReload: { ...look, isBlank: true } },
          ],
        },
        [
          'error: The page is blank after following “Map”.',
          'warning: After following “About”, a reload finds no page at about. A router with hash addresses (#/about) avoids this: docs/built-apps.md lists routers.',
          'warning: After following “Log”, a reload shows a blank page at about.',
        ],
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
  const own = '(the build has this, too)';

  test('faults that the build also has are named and counted, those at load as errors', () => {
    const broken = 'http://localhost:9/img/b.png';
    const after = 'pressing “More”';
    const late = { ...error, text: 'Error: late', after };
    const build: Partial<Visit> = {
      missing: [...toMissing('/cat.png').missing, ...toMissing('/api').missing],
      uncaught: [{ ...error, text: 'Error: http://localhost:9/x failed' }, late],
      unanswered: [{ address: 'http://localhost:9/c.bin', reason: 'csp' }],
      atLoad: { ...look, brokenPictures: [broken], headings: ['404'] },
    };
    const draft: Partial<Visit> = {
      missing: [
        ...toMissing('/a/tides/assets/cat.png').missing,
        ...toMissing('/api', 404, after).missing,
      ],
      uncaught: [{ ...error, text: `Error: ${origin}/assets/x failed` }, late],
      unanswered: [{ address: `${origin}/assets/c.bin`, reason: 'csp' }],
      atLoad: { ...look, brokenPictures: [`${origin}/assets/img/b.png`], headings: ['404'] },
    };
    assert.deepEqual(list(draft, build), [
      `error: assets/cat.png was requested but does not exist; assets/cat.png does ${own}`,
      `error: Uncaught error: Error: ${origin}/assets/x failed (assets/a.js:3:14) ${own}`,
      `warning: /api was requested but is not in the folder (after ${after}) ${own}`,
      `warning: Uncaught error: Error: late (after ${after}) (assets/a.js:3:14) ${own}`,
      `warning: The page says “404”. ${own}`,
      `warning: The picture assets/img/b.png is not shown. ${own}`,
      `warning: assets/c.bin was not loaded (csp). ${own}`,
      'note: The build itself has 7 of these faults, too.',
    ]);
  });

  test('a draft is dead if it reloads like its build, and not if it is as blank', () => {
    const blank: Partial<Visit> = { atLoad: { ...look, text: '', isBlank: true } };
    assert.deepEqual(list(blank, blank), [
      `warning: The page is blank. ${own}`,
      'note: The build itself has 1 of these faults, too.',
    ]);
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

describe('visited again', () => {
  function listAll(...drafts: readonly Partial<Visit>[]): readonly string[] {
    const visits = drafts.map((draft) => ({ ...fine, ...draft }));
    return listFindings(visits, folder, []).map((finding) => {
      return `${finding.severity}: ${finding.message}`;
    });
  }
  const blank: Partial<Visit> = { atLoad: { ...look, text: '', isBlank: true } };

  test('an error that may be chance stays one only if each visit shows it', () => {
    assert.deepEqual(listAll(blank, blank), ['error: The page is blank.']);
    assert.deepEqual(listAll(blank, {}), ['warning: The page is blank. (not in each of 2 visits)']);
    const frozen = (endedAfter: string): Partial<Visit> => ({ end: 'frozen', endedAfter });
    assert.deepEqual(listAll(frozen('pressing “Go”'), frozen('')), [
      'error: The page does not respond (after pressing “Go”): its code never ends.',
    ]);
    assert.deepEqual(listAll(frozen(''), {}), [
      'warning: The page does not respond: its code never ends. (not in each of 2 visits)',
    ]);
    const uncaught = (text: string): Partial<Visit> => ({ uncaught: [{ ...error, text }] });
    assert.deepEqual(listAll(uncaught('Error: no id a1'), uncaught('Error: no id b2')), [
      'error: Uncaught error: Error: no id a1 (assets/a.js:3:14)',
    ]);
  });

  test('a missing file is an error even if another visit does not ask for it', () => {
    assert.deepEqual(listAll(toMissing('/dog.png'), {}), [
      'error: /dog.png was requested but is not in the folder',
    ]);
  });

  test('errors that may be chance are doubtful, and others are not', () => {
    const isDoubted = (visit: Partial<Visit>): boolean => {
      return isDoubtful(listFindings([{ ...fine, ...visit }], folder, []));
    };
    assert.deepEqual([blank, { uncaught: [error] }].map(isDoubted), [true, true]);
    assert.deepEqual([{}, toMissing('/dog.png'), { isSlow: true }].map(isDoubted), [
      false,
      false,
      false,
    ]);
  });

  test('a draft with random words equals its build in one of several visits', () => {
    const [kind, brave] = ['Be kind', 'Be brave'].map((quote) => {
      return { ...fine, ...toText(`Tides\n${quote}`) };
    });
    assert.ok(kind !== undefined && brave !== undefined);
    assert.equal(listFindings([kind], folder, [brave]).length, 1);
    assert.equal(listFindings([kind, kind], folder, [brave, brave]).length, 1);
    assert.deepEqual(listFindings([kind, brave], folder, [brave, brave]), []);
  });
});

test('only errors make a draft dead', () => {
  const visit = { ...fine, isSlow: true };
  assert.equal(isDead(listFindings([visit], folder, [])), false);
  assert.equal(isDead(listFindings([{ ...visit, uncaught: [error] }], folder, [])), true);
});

test('a finding has the missing file as data, too', () => {
  const [finding] = listFindings([{ ...fine, ...toMissing('/a/tides/cat.png') }], folder, []);
  assert.deepEqual(finding, {
    severity: 'error',
    code: 'missing_file',
    message: 'cat.png was requested but does not exist; assets/cat.png does',
    path: 'cat.png',
    meant: 'assets/cat.png',
    place: null,
  });
});

test('texts are compared without addresses, assets/ and numbers', () => {
  const text = 'See http://tides_draft.localhost:81/a/tides/assets/a.png  at 12:30';
  assert.equal(toComparable(text, 'tides'), 'See /a.png at 0:0');
});
