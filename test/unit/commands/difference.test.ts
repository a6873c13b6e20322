import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findChanges, type LocalFolder, showsSame } from '../../../src/commands/difference.ts';

import { type Files, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';
import { showTides } from '../../support/fake-service/shown.ts';

function makeLocal(files: Files): LocalFolder {
  return { packed: packFiles(files), serviceJson: files['service.json']?.toString('utf8') ?? null };
}

function toData(content: string | Buffer, type = 'text/plain'): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`;
}

/** The changed paths when the draft shows `shown` and the folder holds `files`. */
function compare(shown: Readonly<Record<string, unknown>>, files: Files, parts = {}): readonly string[] | null {
  return findChanges(showTides({ files: shown, ...parts }), makeLocal(files))?.map(({ path }) => path) ?? null;
}

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('findChanges', () => {
  test('has nothing to compare with where an answer shows no files', () => {
    assert.equal(findChanges(showTides({}), makeLocal({ 'index.html': 'x' })), null);
  });

  test('tells added, changed and removed files with their sizes, sorted by path', () => {
    const shown = { 'b.txt': 'old', 'c.txt': 'same', 'd.txt': 'gone', 'e.png': toData(png, 'image/png') };
    const changes = findChanges(
      showTides({ files: shown }),
      makeLocal({ 'c.txt': 'same', 'b.txt': 'newer', 'a.txt': 'a' }),
    );
    assert.deepEqual(changes, [
      { path: 'a.txt', kind: 'added', bytesBefore: null, bytesAfter: 1 },
      { path: 'b.txt', kind: 'changed', bytesBefore: 3, bytesAfter: 5 },
      { path: 'd.txt', kind: 'removed', bytesBefore: 4, bytesAfter: null },
      { path: 'e.png', kind: 'removed', bytesBefore: 8, bytesAfter: null },
    ]);
  });

  const rows: readonly (readonly [string, string, unknown, string | Buffer, boolean])[] = [
    ['a picture as a data: URL', 'a.png', toData(png, 'image/png'), png, true],
    ['a picture under another type', 'a.png', toData(png, 'application/octet-stream'), png, true],
    ['a picture without its padding', 'a.png', toData(png, 'image/png').replace(/=+$/, ''), png, true],
    ['another picture', 'a.png', toData(png, 'image/png'), Buffer.from('00', 'hex'), false],
    ['an SVG as text', 'a.svg', svg, svg, true],
    ['an SVG as a data: URL', 'a.svg', toData(svg, 'image/svg+xml'), svg, true],
    ['another SVG as text', 'a.svg', `${svg}\n`, svg, false],
    ['another SVG as a data: URL', 'a.svg', toData(`${svg}\n`, 'image/svg+xml'), svg, false],
    ['the same text', 'a.css', 'a{}', 'a{}', true],
    ['a text whose line ends differ', 'a.css', 'a{}\n', 'a{}\r\n', false],
    ['a text whose byte order mark is missing', 'a.css', 'a{}', '\uFEFFa{}', false],
    ['a text with its byte order mark', 'a.css', '\uFEFFa{}', '\uFEFFa{}', true],
    ['a text in another normal form', 'a.css', 'a\u0308', '\u00e4', false],
    ['a text that is a data: URL itself', 'a.css', toData('a{}'), toData('a{}'), true],
    ['a text as a data: URL', 'a.css', toData('a{}'), 'a{}', true],
    ['a text as a percent-encoded data: URL', 'a.css', 'data:text/css,a%7B%7D', 'a{}', true],
    ['another text as a percent-encoded data: URL', 'a.css', 'data:text/css,a%7B%7D', 'a{', false],
    ['a picture as a percent-encoded data: URL', 'a.svg', `data:image/svg+xml,${encodeURIComponent(svg)}`, svg, true],
    ['a text whose data: URL the folder holds', 'a.css', 'a{}', toData('a{}'), false],
    ['a data: URL for a file of no known type', 'LICENSE', toData('MIT'), 'MIT', true],
    ['a script shown as a data: URL', 'a.js', toData('1', 'text/javascript'), '2', false],
    ['half a surrogate pair', 'a.css', '\ud800', '\ufffd', false],
    ['a content that is no string', 'a.css', 7, '7', false],
    ['a content that is null', 'a.css', null, '', false],
    ['an empty text', 'a.css', '', '', true],
  ];
  for (const [name, path, shown, local, isSame] of rows) {
    test(`${name} is ${isSame ? 'the same' : 'a change'}`, () => {
      const page = { 'index.html': '<h1>' };
      assert.deepEqual(compare({ ...page, [path]: shown }, { ...page, [path]: local }), isSame ? [] : [path]);
    });
  }

  test('a service that shows all its texts as data: URLs is understood', () => {
    const files = { 'service.json': '{"name":"Tides"}', 'index.html': '<h1>', 'a.svg': svg, 'a.png': png };
    const shown = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, toData(text)]));
    assert.deepEqual(compare(shown, files), []);
    assert.deepEqual(compare(shown, { ...files, 'index.html': '<h2>' }), ['index.html']);
    assert.deepEqual(compare(shown, { ...files, 'service.json': '{"name": "Tides"}' }), ['service.json']);
  });

  test('a prompt does not hide that all texts are shown as data: URLs', () => {
    const files = { 'index.html': '<h1>', 'instructions.md': 'Be kind.' };
    assert.deepEqual(compare({ 'index.html': toData('<h1>') }, files, { system_prompt: 'Be kind.' }), []);
    assert.deepEqual(compare({ 'index.html': toData('<h1>') }, files, { system_prompt: 'Be.' }), ['instructions.md']);
  });

  test('one text in plain form shows that others of its type are not data: URLs', () => {
    const page = { 'index.html': '<h1>', 'b.css': 'b{}' };
    assert.deepEqual(compare({ ...page, 'a.css': toData('a{}') }, { ...page, 'a.css': 'a{}' }), ['a.css']);
    assert.deepEqual(compare({ ...page, 'a.css': toData('a{}') }, { ...page, 'a.css': toData('a{}') }), []);
  });

  test('a service that shows texts of some types as data: URLs is understood', () => {
    const files = { 'index.html': '<h1>', 'assets/a.js': '1', 'assets/a.csv': 'a,b\n', 'assets/b.csv': 'c\n' };
    const shown = { ...files, 'assets/a.csv': toData('a,b\n', 'text/csv'), 'assets/b.csv': toData('c\n', 'text/csv') };
    assert.deepEqual(compare(shown, files), []);
    assert.deepEqual(compare(shown, { ...files, 'assets/a.csv': 'a,b' }), ['assets/a.csv']);
  });

  test('a service that shows all its assets as data: URLs, and the page as text, is understood', () => {
    const page = { 'index.html': '<h1>' };
    const shown = { ...page, 'assets/a.css': toData('a{}', 'text/css'), 'assets/b.js': toData('1', 'text/javascript') };
    assert.deepEqual(compare(shown, { ...page, 'assets/a.css': 'a{}', 'assets/b.js': '1' }), []);
    assert.deepEqual(compare(shown, { ...page, 'assets/a.css': 'b{}', 'assets/b.js': '1' }), ['assets/a.css']);
  });

  test('an asset that is a data: URL itself is the same though no other asset is a text', () => {
    const files = { 'index.html': '<h1>', 'assets/a.txt': toData('hello'), 'assets/a.png': png };
    assert.deepEqual(compare({ ...files, 'assets/a.png': toData(png, 'image/png') }, files), []);
  });

  test('one asset in plain form shows that the others are not data: URLs', () => {
    const shown = { 'assets/a.css': toData('a{}'), 'assets/b.css': 'b{}' };
    assert.deepEqual(compare(shown, { 'assets/a.css': 'a{}', 'assets/b.css': 'b{}' }), ['assets/a.css']);
  });

  test('a prompt may lack the last line end of its file, and no more', () => {
    const page = { 'index.html': '<h1>' };
    for (const [text, expected] of [
      ['Be kind.', []],
      ['Be kind.\n', []],
      ['Be kind.\r\n', []],
      ['Be kind.\n\n', ['instructions.md']],
      ['Be kind. ', ['instructions.md']],
    ] as const) {
      assert.deepEqual(compare(page, { ...page, 'instructions.md': text }, { system_prompt: 'Be kind.' }), expected);
    }
    const listed = { ...page, 'instructions.md': 'Be kind.' };
    assert.deepEqual(compare(listed, { ...page, 'instructions.md': 'Be kind.\n' }), ['instructions.md']);
  });

  test('no prompt and no page are the same as empty ones where they are not listed', () => {
    const page = { 'index.html': '<h1>' };
    const empty = { ...page, 'instructions.md': '' };
    for (const parts of [{ system_prompt: '' }, { system_prompt: null }, {}]) {
      assert.deepEqual(compare(page, empty, parts), []);
      assert.deepEqual(compare(page, page, parts), []);
      assert.deepEqual(compare(page, { ...page, 'instructions.md': 'x' }, parts), ['instructions.md']);
    }
    assert.deepEqual(compare({ 'a.css': 'a' }, { 'a.css': 'a' }, { html: '' }), []);
    assert.deepEqual(compare({ 'a.css': 'a' }, { 'a.css': 'a', 'index.html': '' }, { html: '' }), []);
    assert.deepEqual(compare({ 'a.css': 'a' }, { 'a.css': 'a' }, { html: '<h1>' }), ['index.html']);
  });

  describe('service.json', () => {
    const shown = { 'index.html': '<h1>', 'service.json': '{"name":"Tides","color":"#123456"}' };

    test('is compared by value', () => {
      const text = '\uFEFF{\r\n  "color": "#123456",\n  "name": "Tides"\n}\n';
      assert.deepEqual(compare(shown, { 'index.html': '<h1>', 'service.json': text }), []);
      assert.deepEqual(compare(shown, { 'index.html': '<h1>', 'service.json': '{"name":"Tides"}' }), ['service.json']);
    });

    test('that is not JSON is the same only byte for byte', () => {
      const broken = { 'index.html': '<h1>', 'service.json': '{' };
      assert.deepEqual(compare(broken, broken), []);
      assert.deepEqual(compare(broken, { ...broken, 'service.json': '{ ' }), ['service.json']);
    });

    test('that is too large to be kept is the same only byte for byte', () => {
      const large = `{"name":"${'x'.repeat(300_000)}"}`;
      const page = { 'index.html': '<h1>' };
      assert.deepEqual(compare({ ...page, 'service.json': large }, { ...page, 'service.json': large }), []);
      assert.deepEqual(compare({ ...page, 'service.json': large }, { ...page, 'service.json': `${large}\n` }), [
        'service.json',
      ]);
    });

    test('that cannot be read any more is a change', () => {
      const local = { ...makeLocal({ 'service.json': '{"name":"Tides"} ' }), serviceJson: null };
      const changes = findChanges(showTides({ files: { 'service.json': '{"name":"Tides"}' } }), local);
      assert.deepEqual(
        changes?.map(({ kind }) => kind),
        ['changed'],
      );
    });
  });

  describe('what a read may not list', () => {
    const page = { 'index.html': '<h1>' };

    test('instructions.md is compared with system_prompt', () => {
      const files = { ...page, 'instructions.md': 'Be kind.' };
      assert.deepEqual(compare(page, files, { system_prompt: 'Be kind.' }), []);
      assert.deepEqual(compare(page, files, { system_prompt: 'Be kind.\n' }), ['instructions.md']);
      assert.deepEqual(compare(page, files, { system_prompt: '' }), ['instructions.md']);
      assert.deepEqual(compare(page, files), ['instructions.md']);
    });

    test('a prompt that the folder does not hold is a removed file', () => {
      assert.deepEqual(compare(page, page, { system_prompt: 'Be kind.' }), ['instructions.md']);
      assert.deepEqual(compare(page, page, { system_prompt: '' }), []);
    });

    test('an instructions.md that is listed counts, and not the prompt', () => {
      const files = { ...page, 'instructions.md': 'Be kind.' };
      assert.deepEqual(compare(files, files, { system_prompt: 'Trimmed' }), []);
      assert.deepEqual(compare({ ...files, 'instructions.md': 'Be' }, files, { system_prompt: 'Be kind.' }), [
        'instructions.md',
      ]);
    });

    test('the page is compared with html when the files lack it, and with the file when they show it', () => {
      const style = { 'a.css': 'a{}' };
      assert.deepEqual(compare(style, { ...style, ...page }, { html: '<h1>' }), []);
      assert.deepEqual(compare(style, { ...style, ...page }, { html: '<h1>!' }), ['index.html']);
      assert.deepEqual(compare({ ...style, ...page }, { ...style, ...page }, { html: '<h1>as it runs' }), []);
    });

    test('other files are not there', () => {
      assert.deepEqual(compare(page, { ...page, 'README.md': 'x' }), ['README.md']);
    });
  });

  test('names such as __proto__ are files like any other', () => {
    const shown = JSON.parse('{"__proto__": "x", "constructor": "y", "a.txt": "z"}');
    const files = JSON.parse('{"__proto__": "x", "constructor": "y", "a.txt": "z"}');
    assert.deepEqual(compare(shown, files), []);
    assert.deepEqual(compare(shown, { 'a.txt': 'z' }), ['__proto__', 'constructor']);
  });

  const content = fc.oneof(
    fc.constantFrom('', 'a', '{}', '\uFEFF', '\r\n', 'data:,', 'data:;base64,', 'data:text/plain;base64,YQ=='),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  );
  const path = fc.constantFrom('index.html', 'a.css', 'a.svg', 'a.png', 'LICENSE', 'instructions.md');
  const folder = fc
    .dictionary(path, content, { noNullPrototype: true })
    .map((files): Files => ({ 'service.json': '{"name":"Tides"}', ...files }));

  test('never calls different bytes equal, nor the same bytes different', () => {
    fc.assert(
      fc.property(folder, folder, (draft, files) => {
        assert.deepEqual(compare(toWireFiles(draft), draft), []);
        if (compare(toWireFiles(draft), files)?.length !== 0) return;
        assert.deepEqual(Object.keys(draft).sort(), Object.keys(files).sort());
        for (const [name, text] of Object.entries(files)) {
          const shown = Buffer.from(draft[name] ?? '');
          assert.ok(shown.equals(Buffer.from(text)) || (name === 'LICENSE' && isDecoded(shown, text)), name);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** The one doubt that is read as equal: a file of no known type whose draft is the data: URL of the new content. */
function isDecoded(shown: Buffer, text: string | Buffer): boolean {
  const base64 = /^data:[^,]*;base64,(.*)$/.exec(shown.toString())?.[1];
  return base64 !== undefined && Buffer.from(base64, 'base64').equals(Buffer.from(text));
}

describe('showsSame', () => {
  const one = { files: { a: '1', b: '2' }, system_prompt: 'p' };
  const rows: readonly (readonly [string, object, boolean])[] = [
    ['the same files and prompt', one, true],
    ['another content', { ...one, files: { a: '1', b: '3' } }, false],
    ['another name', { ...one, files: { a: '1', c: '2' } }, false],
    ['one file more', { ...one, files: { a: '1', b: '2', c: '' } }, false],
    ['one file less', { ...one, files: { a: '1' } }, false],
    ['another prompt', { ...one, system_prompt: 'q' }, false],
    ['no prompt', { files: one.files }, false],
    ['no files', { system_prompt: 'p' }, false],
    ['a content that no file can have', { ...one, files: { a: '1', b: '\ud800' } }, false],
    ['a content that is no string', { ...one, files: { a: '1', b: 2 } }, false],
  ];
  for (const [name, other, expected] of rows) {
    test(`${name}: ${expected}`, () => {
      assert.equal(showsSame(showTides(one), showTides({ ...other })), expected);
      assert.equal(showsSame(showTides({ ...other }), showTides(one)), expected);
    });
  }
});
