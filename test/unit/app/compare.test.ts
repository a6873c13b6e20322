import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  compareFields,
  compareFolder,
  type FolderContent,
  isSameContent,
  listHidden,
  nameChanges,
} from '../../../src/app/compare.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { showTides } from '../../support/fake-service/app.ts';
import {
  type Files,
  makeFiles,
  normalizeText,
  packFiles,
  toWireFiles,
} from '../../support/fake-service/folder.ts';
import { play } from '../../support/fake-service/scene.ts';

type Shown = Readonly<Record<string, unknown>>;

function makeLocal(files: Files): FolderContent {
  const prompt = files[promptFile]?.toString('utf8');
  const fields = prompt === undefined ? {} : { system_prompt: prompt };
  return {
    files: packFiles(files).files,
    fields,
    serviceJson: files[serviceFile]?.toString('utf8') ?? null,
  };
}

function toData(content: string | Buffer, type = 'text/plain'): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`;
}

/** Returns the paths that differ if the draft shows these files and other fields. */
function compare(
  files: Shown,
  local: FolderContent,
  fields: Shown = {},
): readonly string[] | undefined {
  return compareFolder(showTides({ files, ...fields }), local)?.changes.map(({ path }) => path);
}

const serviceFile = 'service.json';
const promptFile = 'instructions.md';
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const page = { 'index.html': '<h1>' };

describe('the comparison of one file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const large = `{"name":"${'x'.repeat(300_000)}"}`;
  const rows: readonly (readonly [
    name: string,
    path: string,
    shown: unknown,
    local: string | Buffer,
    boolean,
  ])[] = [
    ['a picture, shown as a data: URL,', 'a.png', toData(png, 'image/png'), png, true],
    ['an SVG, shown as a data: URL,', 'a.svg', toData(svg, 'image/svg+xml'), svg, true],
    ['an SVG with one more line end', 'a.svg', toData(`${svg}\n`, 'image/svg+xml'), svg, false],
    [
      'an SVG, shown as a percent-encoded data: URL,',
      'a.svg',
      `data:image/svg+xml,${encodeURIComponent(svg)}`,
      svg,
      true,
    ],
    [
      'an SVG, shown with LF instead of CRLF,',
      'a.svg',
      toData(`${svg}\n`, 'image/svg+xml'),
      `${svg}\r\n`,
      true,
    ],
    [
      'an SVG with or without a byte order mark',
      'a.svg',
      toData(svg, 'image/svg+xml'),
      `\ufeff${svg}`,
      true,
    ],
    ['an SVG, shown as text with CRLF instead of LF,', 'a.svg', `${svg}\r\n`, `${svg}\n`, true],
    [
      'a picture with other line-end bytes',
      'a.png',
      toData(Buffer.from([0xff, 13, 10])),
      Buffer.from([0xff, 10]),
      false,
    ],
    ['a text, shown with LF instead of CRLF,', 'a.css', 'a{}\n', 'a{}\r\n', true],
    ['a text without its last line end', 'a.css', 'a{}', 'a{}\n', false],
    ['a text with or without a byte order mark', 'a.css', '\uFEFFa{}', 'a{}', true],
    [
      'a text, shown as a percent-encoded data: URL,',
      'a.css',
      'data:text/css,a%7B%7D',
      'a{}',
      true,
    ],
    ['half a surrogate pair', 'a.css', '\ud800', '\ufffd', false],
    ['a content that is not a string', 'a.css', 7, '7', false],
    [
      'a prompt with other white space at its ends',
      promptFile,
      '\n\nBe kind. \r\n\t',
      '\uFEFF Be kind.\n',
      true,
    ],
    ['a prompt with other white space inside', promptFile, 'Be  kind.', 'Be kind.', false],
    ['a prompt, shown as a data: URL,', promptFile, toData(' Be kind.'), 'Be kind.', true],
    [
      'service.json with the same values and another layout',
      serviceFile,
      '{"name":"Tides","x":1}',
      '\uFEFF{\r\n "x": 1.0, "name": " Tides" }',
      true,
    ],
    [
      'service.json, shown as a data: URL with another layout,',
      serviceFile,
      toData('{ "a": "ä%" }'),
      '{"a":"ä%"}',
      true,
    ],
    ['invalid JSON with other white space in service.json', serviceFile, '{', '{ ', false],
    ['a large service.json with another layout', serviceFile, large, `${large}\n`, true],
  ];
  for (const [name, path, shown, local, isSame] of rows) {
    test(`${name} counts as ${isSame ? 'equal' : 'changed'}`, () => {
      const [one, other] = [{ [path]: shown }, { [path]: local }];
      assert.deepEqual(
        compare({ ...page, ...one }, makeLocal({ ...page, ...other })),
        isSame ? [] : [path],
      );
      const [read, otherRead] = [
        showTides({ files: one }),
        showTides({ files: toWireFiles(other) }),
      ];
      assert.deepEqual(
        [isSameContent(read, otherRead), isSameContent(otherRead, read)],
        [isSame, isSame],
      );
    });
  }
});

describe('the comparison of a folder with the draft', () => {
  test('a comparison lists added, changed and removed files with their sizes, sorted by path', () => {
    const shown = {
      'b.txt': 'old',
      'c.txt': 'same',
      'd.txt': 'gone',
      'e.png': toData(png, 'image/png'),
    };
    const files = { 'c.txt': 'same', 'b.txt': 'newer', 'a.txt': 'a', 'f.txt': 'f' };
    assert.deepEqual(compareFolder(showTides({ files: shown }), makeLocal(files))?.changes, [
      { path: 'a.txt', kind: 'added', bytesBefore: null, bytesAfter: 1 },
      { path: 'b.txt', kind: 'changed', bytesBefore: 3, bytesAfter: 5 },
      { path: 'd.txt', kind: 'removed', bytesBefore: 4, bytesAfter: null },
      { path: 'e.png', kind: 'removed', bytesBefore: 8, bytesAfter: null },
      { path: 'f.txt', kind: 'added', bytesBefore: null, bytesAfter: 1 },
    ]);
  });

  const kind = { ...page, [promptFile]: 'Be kind.' };
  const css = { 'assets/a.css': 'a{}' };
  const service = '{"name":"Tides","color":"#123456"}';
  const others = JSON.parse('{"__proto__": "x", "constructor": "y", "a.txt": "z"}');
  const asField = { system_prompt: 'Be kind.' };
  /** The files and the fields of the draft, the files of the folder, and the paths that differ. */
  const rows: readonly (readonly [name: string, Shown, Shown, Files, readonly string[]])[] = [
    [
      'a prompt shown as a field, with white space around it',
      page,
      { system_prompt: '\n\nBe kind. \r\n\t' },
      kind,
      [],
    ],
    [
      'another prompt in the listed file, the same in the field',
      { ...kind, [promptFile]: 'Be' },
      asField,
      kind,
      [promptFile],
    ],
    [
      'an empty prompt in the folder, null in the draft',
      page,
      { system_prompt: null },
      { ...page, [promptFile]: '' },
      [],
    ],
    ['a prompt only in the draft', kind, {}, page, []],
    [
      'another page, shown only as html',
      css,
      { html: '<h1>!' },
      { ...css, ...page },
      ['index.html'],
    ],
    ['a page that the draft does not show', css, {}, { ...css, ...page }, ['index.html']],
    ['a page that is only in the draft', css, { html: '<h1>' }, css, ['index.html']],
    ['an empty page that the draft does not show', css, {}, { ...css, 'index.html': '' }, []],
    [
      'names such as __proto__ that are only in the draft',
      others,
      {},
      { 'a.txt': 'z' },
      ['__proto__', 'constructor'],
    ],
  ];
  for (const [name, shown, fields, files, expected] of rows) {
    test(`${name}: ${expected.length === 0 ? 'no difference' : `differs in ${expected.join()}`}`, () => {
      assert.deepEqual(compare(shown, makeLocal(files), fields), expected);
    });
  }

  test('a prompt or service.json that cannot be parsed is compared byte by byte', () => {
    const unread = {
      ...makeLocal({ ...kind, [serviceFile]: service }),
      fields: {},
      serviceJson: null,
    };
    assert.deepEqual(compare({ ...page, [serviceFile]: service }, unread, asField), []);
    const written = compare({ ...page, [serviceFile]: `${service} ` }, unread, {
      system_prompt: 'Be kind.\n',
    });
    assert.deepEqual(written, [promptFile, serviceFile]);
  });

  test('a comparison has a notice if only the draft or only the folder has a prompt', () => {
    const prompted = { ...page, [promptFile]: 'Be kind.' };
    const tell = (files: Shown, field: unknown, local: Shown = page) => {
      const found = compareFolder(
        showTides({ files, system_prompt: field }),
        makeLocal(local as Files),
      );
      return [
        found?.changes.length,
        found?.isVerified,
        ...(found?.notices ?? []).map((text) => text.slice(0, 11)),
      ];
    };
    assert.deepEqual(tell(page, 'Be kind.'), [0, true, 'The app has']);
    assert.deepEqual(tell(prompted, null), [0, true, 'The app has']);
    assert.deepEqual(tell(page, ' \n'), [0, true]);
    assert.deepEqual(tell(page, null, prompted), [0, false, 'The service']);
    assert.deepEqual(tell(page, 7, prompted), [0, false, 'The service']);
    assert.deepEqual(tell(page, '', prompted), [1, false]);
    assert.deepEqual(tell(prompted, null, prompted), [0, true]);
  });

  const countBytes = (files: Shown, local: Files, fields: Shown = {}) =>
    compareFolder(showTides({ files, ...fields }), makeLocal(local))?.byteCount;

  test('the size of the app is the sum of its decoded files, or null if some are not shown', () => {
    const picture = { 'assets/a.png': toData(png, 'image/png') };
    const local = { 'assets/a.png': png };
    assert.equal(countBytes({ ...page, ...picture }, { ...page, ...local } as Files), 12);
    assert.equal(countBytes(picture, local, { html: 'Hi' }), 10);
    assert.equal(countBytes({}, {}), 0);
    const withPrompt = { ...local, [promptFile]: Buffer.from('Hello') };
    assert.equal(countBytes(picture, withPrompt, { system_prompt: 'Hello' }), 13);
    // A prompt that is not shown, files that are not listed, and a content that cannot be read.
    assert.equal(countBytes(picture, withPrompt), null);
    assert.equal(countBytes(picture, { ...local, 'notes.txt': Buffer.from('x') }), null);
    assert.equal(countBytes({ ...picture, 'assets/b.css': 1 }, local), null);
  });

  test('a folder without service.json reports no change of service.json', () => {
    assert.deepEqual(compare({ ...page, [serviceFile]: service }, makeLocal(page)), []);
  });

  test('files outside the documented folders are compared if the draft lists any of them', () => {
    const local = makeLocal({ ...page, 'README.md': 'x', 'docs/a.md': 'y', 'assets/a.css': 'z' });
    const find = (files: Shown) => {
      const { changes, unlisted } =
        compareFolder(showTides({ files: { ...page, ...files } }), local) ?? {};
      return { changed: changes?.map(({ path }) => path), unlisted };
    };
    const unlisted = ['README.md', 'docs/a.md'];
    assert.deepEqual(find({ 'other.txt': '' }), {
      changed: ['assets/a.css', 'other.txt'],
      unlisted,
    });
    assert.deepEqual(find({ 'README.md': 'x' }), {
      changed: ['assets/a.css', 'docs/a.md'],
      unlisted: [],
    });
  });

  const content = fc.oneof(
    fc.constantFrom(
      '',
      'a',
      '{}',
      '\uFEFF',
      '\r\n',
      'data:,',
      'data:;base64,',
      'data:text/plain;base64,YQ==',
    ),
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  );
  const path = fc.constantFrom('index.html', 'a.css', 'a.svg', 'a.png', 'LICENSE', promptFile);
  const folder = fc
    .dictionary(path, content, { noNullPrototype: true })
    .map((files): Files => ({ [serviceFile]: '{"name":"Tides"}', ...files }));

  test('a comparison never reports different contents as equal, or equal ones as different', () => {
    fc.assert(
      fc.property(folder, path, content, fc.boolean(), (whole, changed, other, isShown) => {
        // Folders that differ in more than one file are hardly ever called equal.
        const another = { ...whole, [changed]: other };
        const [draft, files] = isShown ? [another, whole] : [whole, another];
        assert.deepEqual(compare(toWireFiles(draft), makeLocal(draft)), []);
        const comparison = compareFolder(
          showTides({ files: toWireFiles(draft) }),
          makeLocal(files),
        );
        if (comparison?.changes.length !== 0) return;
        const compared = new Set([...Object.keys(draft), ...Object.keys(files)]);
        for (const name of [...comparison.unlisted, promptFile]) compared.delete(name);
        for (const name of compared) {
          // A page that is not listed counts as an empty page.
          const [meanings, [own]] = [listTexts(draft[name]), listTexts(files[name])];
          assert.ok(meanings.includes(own ?? ''), name);
          assert.ok(name === 'index.html' || (name in draft && name in files), name);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Returns a content in its normal form and, if it is a data: URL, its decoded content too. */
function listTexts(content: string | Buffer = ''): readonly string[] {
  const bytes = Buffer.from(content);
  const normal = isUtf8(bytes) ? normalizeText(bytes.toString()) : bytes.toString('hex');
  const [, head, body = ''] = /^data:([^,]*),(.*)$/s.exec(bytes.toString()) ?? [];
  if (head === undefined) return [normal];
  const data = head.endsWith(';base64')
    ? Buffer.from(body, 'base64')
    : Buffer.from(decodeURIComponent(body));
  return [normal, ...listTexts(data).slice(0, 1)];
}

describe('the comparison of two reads', () => {
  const one = { files: { a: '1', b: '2' }, system_prompt: 'p' };
  const kind = { files: { [promptFile]: 'Be kind.' }, system_prompt: 'Be kind.' };
  const unreadable = { files: { a: '\ud800' } };
  const run = (nonce: string): Shown => ({ ...{ files: page }, html: `<h1 nonce=${nonce}>` });
  const large = (byte: number): Shown => ({
    files: { a: toData(Buffer.alloc(1024 * 1024 + 1, byte), 'image/png') },
  });
  const rows: readonly (readonly [name: string, Shown, Shown, boolean])[] = [
    [
      'the same files and prompt with another status',
      one,
      { ...one, status: 'in_review', name: 'Tides' },
      true,
    ],
    ['another file name', one, { ...one, files: { a: '1', c: '2' } }, false],
    ['one more file', one, { ...one, files: { a: '1', b: '2', c: '' } }, false],
    ['another prompt', one, { ...one, system_prompt: 'q' }, false],
    ['another prompt in the listed file', kind, { ...kind, files: { [promptFile]: 'Be.' } }, false],
    ['another html next to the same index.html', run('a'), run('b'), true],
    [
      'another html without a listed page',
      { ...one, html: '12:00' },
      { ...one, html: '12:01' },
      true,
    ],
    ['the same content that cannot be decoded', unreadable, unreadable, true],
    ['the same large picture', large(1), large(1), true],
    ['another large picture', large(1), large(2), false],
  ];
  for (const [name, first, second, expected] of rows) {
    test(`${name}: ${expected ? 'equal' : 'different'}`, () => {
      const [read, other] = [showTides(first), showTides(second)];
      assert.deepEqual(
        [isSameContent(read, other), isSameContent(other, read)],
        [expected, expected],
      );
    });
  }
});

/** True if the two contents of service.json are equal, whichever is the draft's. */
function isSameJson(one: string, other: string): boolean {
  const isSame = (shown: string, own: string): boolean =>
    compare({ [serviceFile]: shown }, makeLocal({ [serviceFile]: own }))?.length === 0;
  assert.equal(isSame(one, other), isSame(other, one), 'it depends on which is shown');
  return isSame(one, other);
}

describe('the comparison of two service.json', () => {
  const rows: readonly (readonly [one: string, other: string, isSame: boolean])[] = [
    ['{"__proto__":1}', '{"__proto__": 1}', true],
    ['{"a":-0}', '{"a":0.0}', true],
    ['{"a":150e-2}', '{"a":1.5}', true],
    ['{"color":"#0A7EA4"}', '{"color":" #0a7ea4"}', true],
    ['{"a":1}', '{"a":1}\uFEFF', false],
    ['{"a":1}', '{"a":-1}', false],
    ['{"a":"1"}', '{"a":1}', false],
    ['{"logo":"a.png"}', '{"logo":"a.png "}', false],
    ['{"name":"Tides"}', '{"name":"tides"}', false],
  ];
  for (const [one, other, isSame] of rows) {
    test(`${JSON.stringify(one)} is ${isSame ? 'equal to' : 'different from'} ${JSON.stringify(other)}`, () => {
      assert.equal(isSameJson(one, other), isSame);
    });
  }

  test('values nested 100,000 levels deep count as different and do not overflow the stack', () => {
    const deep = (levels: number, space = ''): string =>
      `${'['.repeat(levels)}${space}${']'.repeat(levels)}`;
    assert.equal(isSameJson(deep(400), deep(400, ' ')), true);
    assert.equal(isSameJson(deep(100_000), deep(100_000, ' ')), false);
  });
});

test('the fields of an update are compared without regard to case of colors and white space', () => {
  const app = {
    ...{ name: 'Tides', tagline: '', color: '#0a7ea4', system_prompt: 'Be kind.' },
    ...{ files: { 'index.html': '<h1>' }, html: '<h1>as it runs' },
  };
  const compared = (shown: Shown, fields: Parameters<typeof compareFields>[1]) =>
    compareFields(showTides(shown), fields);
  const alike = {
    name: ' Tides ',
    tagline: '',
    color: '#0A7EA4',
    system_prompt: '\uFEFFBe kind.\n',
    html: '<h1>',
  };
  assert.deepEqual(compared(app, alike), []);
  const others = {
    name: 'tides',
    color: '#0a7ea5',
    system_prompt: 'Be short.',
    html: '<h1>as it runs',
  };
  assert.deepEqual(compared(app, others), Object.keys(others));
  assert.deepEqual(
    compared({ files: { 'index.html': toData('\uFEFF<h1>\n') } }, { html: '<h1>\r\n' }),
    [],
  );
  const hidden = { name: 'Tides', tagline: 'High', html: '<h1>' };
  assert.deepEqual(compared({ name: 7, tagline: null }, hidden), []);
  assert.deepEqual(listHidden(showTides({ tagline: '' }), hidden), ['name', 'html']);
});

test('an SVG that git checked out with CRLF counts as unchanged for deploy and submit', async () => {
  const files = makeFiles({ 'assets/logo.svg': '<svg>\r\n</svg>\r\n' });
  const shown = toWireFiles(makeFiles({ 'assets/logo.svg': '<svg>\n</svg>\n' }));
  const submission = { command: 'submit', folder: 'app', termsVersion: '2026-10' } as const;
  const rows = [
    [{ dryRun: true }, 'draft', 'planned'],
    [{}, 'draft', 'unchanged'],
    [submission, 'draft', 'submitted'],
    [{ onInReview: 'replace' }, 'in_review', 'unchanged'],
  ] as const;
  for (const [inputs, status, outcome] of rows) {
    const { facts, kind } = await play({ files, app: { files: shown, status }, inputs });
    assert.equal(kind, outcome, JSON.stringify(inputs));
    assert.equal(facts.changed, false);
  }
});

describe('if the service renames files to Unicode NFC', () => {
  const nfd = 'assets/cafe\u0301.png';
  const nfc = 'assets/caf\u00e9.png';
  const files = makeFiles({ [nfd]: png });
  const rename =
    '"assets/cafe\\u0301.png", which the service lists as "assets/caf\\u00e9.png": rename the file, and update references to it';

  test('the first deploy reports how to rename a file that is not in NFC', async () => {
    const { kind, failure } = await play({
      files,
      prepare(_service, { run: { client } }) {
        const { readApp } = client;
        const readRenamed: typeof readApp = async (slug, options) => {
          const app = await readApp(slug, options);
          if (app?.files == null) return app;
          const renamed = Array.from(
            app.files,
            ([path, content]) => [path.normalize('NFC'), content] as const,
          );
          return { ...app, files: new Map(renamed) };
        };
        Object.assign(client, { readApp: readRenamed });
      },
    });
    assert.equal(kind, 'unknown');
    assert.ok(failure?.message.includes(rename), failure?.message);
  });

  test('a submission with a folder reports how to rename a file that is not in NFC', async () => {
    const shown = toWireFiles(makeFiles({ [nfc]: png }));
    const inputs = { command: 'submit', folder: 'app', termsVersion: '2026-10' } as const;
    const { kind, failure } = await play({ files, app: { files: shown }, inputs });
    assert.equal(kind, 'failed');
    assert.ok(failure?.message.includes(rename), failure?.message);
  });

  test('a missing file is not reported as one that the service renamed', () => {
    const { changes = [] } =
      compareFolder(showTides({ files: { 'assets/x.png': 'x' } }), makeLocal(files)) ?? {};
    assert.doesNotMatch(nameChanges(changes), /rename/);
    assert.match(nameChanges(changes), /assets\/x\.png/);
  });
});
