import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  compareFields,
  compareFolder,
  describeUnlisted,
  type FolderContent,
  isSameContent,
} from '../../../src/commands/compare.ts';
import { showTides } from '../../support/fake-service/app.ts';
import { type Files, packFiles, toWireFiles } from '../../support/fake-service/folder.ts';

function makeLocal(files: Files): FolderContent {
  const prompt = files['instructions.md']?.toString('utf8');
  return {
    files: packFiles(files).files,
    fields: prompt === undefined ? {} : { system_prompt: prompt },
    serviceJson: files['service.json']?.toString('utf8') ?? null,
  };
}

function toData(content: string | Buffer, type = 'text/plain'): string {
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`;
}

/** The changed paths when the draft shows `shown` and the folder holds `files`. */
function compare(shown: Readonly<Record<string, unknown>>, files: Files, parts = {}): readonly string[] | null {
  return (
    compareFolder(showTides({ files: shown, ...parts }), makeLocal(files))?.changes.map(({ path }) => path) ?? null
  );
}

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const page = { 'index.html': '<h1>' };
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('a folder', () => {
  test('has nothing to compare with where an answer shows no files', () => {
    assert.equal(compareFolder(showTides({}), makeLocal({ 'index.html': 'x' })), null);
  });

  test('tells added, changed and removed files with their sizes, sorted by path', () => {
    const shown = { 'b.txt': 'old', 'c.txt': 'same', 'd.txt': 'gone', 'e.png': toData(png, 'image/png') };
    const comparison = compareFolder(
      showTides({ files: shown }),
      makeLocal({ 'c.txt': 'same', 'b.txt': 'newer', 'a.txt': 'a', 'f.txt': 'f' }),
    );
    assert.deepEqual(comparison?.changes, [
      { path: 'a.txt', kind: 'added', bytesBefore: null, bytesAfter: 1 },
      { path: 'b.txt', kind: 'changed', bytesBefore: 3, bytesAfter: 5 },
      { path: 'd.txt', kind: 'removed', bytesBefore: 4, bytesAfter: null },
      { path: 'e.png', kind: 'removed', bytesBefore: 8, bytesAfter: null },
      { path: 'f.txt', kind: 'added', bytesBefore: null, bytesAfter: 1 },
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
    ['a text with LF for CRLF', 'a.css', 'a{}\n', 'a{}\r\n', true],
    ['a text with CRLF for LF, as a data: URL', 'a.css', toData('a{}\r\n'), 'a{}\n', true],
    ['a text without its last line end', 'a.css', 'a{}', 'a{}\n', false],
    ['a text without its byte order mark', 'a.css', 'a{}', '\uFEFFa{}', true],
    ['a text with another byte order mark', 'a.css', '\uFEFFa{}', 'a{}', true],
    ['a picture with another line end', 'a.png', toData(Buffer.from([0xff, 13, 10])), Buffer.from([0xff, 10]), false],
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
      assert.deepEqual(compare({ ...page, [path]: shown }, { ...page, [path]: local }), isSame ? [] : [path]);
    });
  }

  test('a prompt is compared without byte order mark and white space at both ends', () => {
    for (const text of ['Be kind.', 'Be kind.\n', '\n\nBe kind. \r\n\t', '\uFEFFBe kind.', ' Be kind.']) {
      const files = { ...page, 'instructions.md': text };
      assert.deepEqual(compare(page, files, { system_prompt: 'Be kind.' }), []);
      assert.deepEqual(compare(page, files, { system_prompt: `\n${text} ` }), []);
      assert.deepEqual(compare(page, files, { system_prompt: 'Be  kind.' }), ['instructions.md']);
      assert.deepEqual(compare({ ...page, 'instructions.md': 'Be kind.' }, files), []);
      assert.deepEqual(compare({ ...page, 'instructions.md': toData('Be kind.') }, files), []);
    }
  });

  test('a prompt that is too large to be read is the same only byte for byte', () => {
    const files = { ...page, 'instructions.md': 'Be kind.' };
    const changes = (prompt: string) =>
      compareFolder(showTides({ files: { 'index.html': '<h1>' }, system_prompt: prompt }), {
        ...makeLocal(files),
        fields: {},
      })?.changes.length;
    assert.deepEqual([changes('Be kind.'), changes('Be kind.\n')], [0, 1]);
  });

  test('no prompt and no page are the same as empty ones where they are not listed', () => {
    const empty = { ...page, 'instructions.md': '' };
    for (const parts of [{ system_prompt: '' }, { system_prompt: null }, {}]) {
      assert.deepEqual(compare(page, empty, parts), []);
      assert.deepEqual(compare(page, page, parts), []);
      assert.deepEqual(compare(page, { ...page, 'instructions.md': 'x' }, parts), ['instructions.md']);
    }
    assert.deepEqual(compare({ 'a.css': 'a' }, { 'a.css': 'a' }, { html: '' }), []);
    assert.deepEqual(compare({ 'a.css': 'a' }, { 'a.css': 'a', 'index.html': '' }, { html: '' }), []);
    assert.deepEqual(compare({ 'a.css': 'a' }, { 'a.css': 'a' }, { html: '<h1>' }), ['index.html']);
    // A service that shows no page at all.
    assert.deepEqual(compare({ 'a.css': 'a' }, { 'a.css': 'a', 'index.html': '' }), []);
    const withPage = compareFolder(showTides({ files: { 'a.css': 'a' } }), makeLocal({ 'a.css': 'a', ...page }));
    assert.deepEqual(withPage?.changes, [{ path: 'index.html', kind: 'added', bytesBefore: null, bytesAfter: 4 }]);
  });

  describe('service.json', () => {
    const shown = { ...page, 'service.json': '{"name":"Tides","color":"#123456"}' };

    test('is compared by value', () => {
      const text = '\uFEFF{\r\n  "color": "#123456",\n  "name": "Tides"\n}\n';
      assert.deepEqual(compare(shown, { ...page, 'service.json': text }), []);
      assert.deepEqual(compare(shown, { ...page, 'service.json': '{"name":"Tides"}' }), ['service.json']);
    });

    test('that is not JSON is the same only byte for byte', () => {
      const broken = { ...page, 'service.json': '{' };
      assert.deepEqual(compare(broken, broken), []);
      assert.deepEqual(compare(broken, { ...broken, 'service.json': '{ ' }), ['service.json']);
    });

    test('that is too large to be kept is the same only byte for byte', () => {
      const large = `{"name":"${'x'.repeat(300_000)}"}`;
      assert.deepEqual(compare({ 'service.json': large }, { 'service.json': large }), []);
      assert.deepEqual(compare({ 'service.json': large }, { 'service.json': `${large}\n` }), ['service.json']);
    });

    test('that cannot be read any more is a change', () => {
      const local = { ...makeLocal({ 'service.json': '{"name":"Tides"} ' }), serviceJson: null };
      const comparison = compareFolder(showTides({ files: { 'service.json': '{"name":"Tides"}' } }), local);
      assert.equal(comparison?.changes[0]?.kind, 'changed');
    });
  });

  describe('what a read may not list', () => {
    test('instructions.md is compared with system_prompt', () => {
      const files = { ...page, 'instructions.md': 'Be kind.' };
      assert.deepEqual(compare(page, files, { system_prompt: 'Be kind.' }), []);
      assert.deepEqual(compare(page, files, { system_prompt: '' }), ['instructions.md']);
      assert.deepEqual(compare(page, files), ['instructions.md']);
    });

    test('a folder without instructions.md says nothing about the prompt', () => {
      for (const [shown, prompt, expected] of [
        [page, 'Be kind.', true],
        [{ ...page, 'instructions.md': 'Be kind.' }, null, true],
        [page, ' \n', false],
        [page, null, false],
      ] as const) {
        const comparison = compareFolder(showTides({ files: shown, system_prompt: prompt }), makeLocal(page));
        assert.deepEqual([comparison?.changes, comparison?.hasOtherPrompt], [[], expected]);
      }
    });

    test('an instructions.md that is listed counts, and not the prompt', () => {
      const files = { ...page, 'instructions.md': 'Be kind.' };
      assert.deepEqual(compare(files, files, { system_prompt: 'Another' }), []);
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

    test('files outside the documented places cannot be compared where none of them is listed', () => {
      const files = { ...page, 'README.md': 'x', 'docs/a.md': 'y', 'assets/a.css': 'z' };
      const find = (shown: object) => {
        const comparison = compareFolder(showTides({ files: shown }), makeLocal(files));
        return [comparison?.changes.map(({ path }) => path), comparison?.unlisted];
      };
      assert.deepEqual(find(page), [['assets/a.css'], ['README.md', 'docs/a.md']]);
      assert.deepEqual(find({ ...page, 'other.txt': '' }), [
        ['assets/a.css', 'other.txt'],
        ['README.md', 'docs/a.md'],
      ]);
      assert.deepEqual(find({ ...page, 'README.md': 'x' }), [['assets/a.css', 'docs/a.md'], []]);
      assert.equal(
        describeUnlisted(['README.md', 'docs/a.md']),
        'The service does not show these files, so that they could not be compared: README.md, docs/a.md.',
      );
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

  test('never calls different contents equal, nor the same different', () => {
    fc.assert(
      fc.property(folder, folder, (draft, files) => {
        assert.deepEqual(compare(toWireFiles(draft), draft), []);
        const comparison = compareFolder(showTides({ files: toWireFiles(draft) }), makeLocal(files));
        if (comparison?.changes.length !== 0) return;
        const compared = new Set([...Object.keys(draft), ...Object.keys(files)]);
        for (const name of [...comparison.unlisted, 'instructions.md']) compared.delete(name);
        for (const name of compared) {
          // Of a page no text and an empty one are the same, where it is not listed.
          const [shown, own] = [Buffer.from(draft[name] ?? ''), Buffer.from(files[name] ?? '')];
          assert.ok(isSameText(shown, own) || isDecoded(shown, own), name);
          assert.ok(name === 'index.html' || (name in draft && name in files), name);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** The one doubt that counts as equal: a file whose draft is the data: URL of the new content. */
function isDecoded(shown: Buffer, text: string | Buffer): boolean {
  const [, head, body = ''] = /^data:([^,]*),(.*)$/s.exec(shown.toString()) ?? [];
  if (head === undefined) return false;
  const bytes = head.endsWith(';base64') ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body));
  return isSameText(bytes, Buffer.from(text));
}

function isSameText(one: Buffer, other: Buffer): boolean {
  if (!isUtf8(one) || !isUtf8(other)) return one.equals(other);
  const [text, otherText] = [one, other].map((bytes) =>
    bytes
      .toString()
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n'),
  );
  return text === otherText;
}

describe('two snapshots', () => {
  const one = { files: { a: '1', b: '2' }, system_prompt: 'p' };
  const rows: readonly (readonly [string, object, boolean])[] = [
    ['the same files and prompt', one, true],
    ['another content', { ...one, files: { a: '1', b: '3' } }, false],
    ['another name', { ...one, files: { a: '1', c: '2' } }, false],
    ['one file more', { ...one, files: { a: '1', b: '2', c: '' } }, false],
    ['one file less', { ...one, files: { a: '1' } }, false],
    ['another prompt', { ...one, system_prompt: 'q' }, false],
    ['no prompt', { files: one.files }, false],
    ['another page', { ...one, html: '<p>' }, false],
    ['another state', { ...one, status: 'in_review', name: 'Tides' }, true],
    ['no files', { system_prompt: 'p' }, false],
    ['a content that no file can have', { ...one, files: { a: '1', b: '\ud800' } }, false],
    ['a content that is no string', { ...one, files: { a: '1', b: 2 } }, false],
  ];
  test('the page as it runs counts only where the files lack it', () => {
    const read = (nonce: string) => showTides({ files: { 'index.html': '<h1>' }, html: `<h1 nonce=${nonce}>` });
    assert.equal(isSameContent(read('a'), read('b')), true);
  });

  test('a content that no file can have decides nothing, and is none that one can have', () => {
    const unreadable = showTides({ files: { a: '\ud800' } });
    assert.equal(isSameContent(unreadable, unreadable), true);
    assert.equal(isSameContent(unreadable, showTides({ files: { a: 'a' } })), false);
  });

  test('service.json and the prompt that a service writes anew are the same by value', () => {
    const read = (service: string, prompt: string) =>
      showTides({ files: { 'service.json': service, 'instructions.md': prompt }, system_prompt: prompt });
    const before = read('{"name":"Tides","x":1}', 'Be kind.');
    assert.equal(isSameContent(before, read('{ "x": 1.0, "name": " Tides" }', 'Be kind.\n')), true);
    assert.equal(isSameContent(before, read('{"name":"Waves","x":1}', 'Be kind.')), false);
    assert.equal(isSameContent(before, read('{"name":"Tides","x":1}', 'Be short.')), false);
  });

  for (const [name, other, expected] of rows) {
    test(`${name}: ${expected}`, () => {
      assert.equal(isSameContent(showTides(one), showTides({ ...other })), expected);
      assert.equal(isSameContent(showTides({ ...other }), showTides(one)), expected);
    });
  }
});

/** Whether the app's service.json and the folder's count as the same. */
function isSameJson(one: string, other: string): boolean {
  return compare({ 'service.json': one }, { 'service.json': other })?.length === 0;
}

describe('service.json by value', () => {
  const same: readonly (readonly [string, string])[] = [
    ['{"a":1,"b":[1,2]}', '{ "b": [1, 2],\r\n "a": 1.0 }\n'],
    ['\uFEFF{"a":"ä"}', '{"a":"\\u00e4"}'],
    ['{"__proto__":1}', '{"__proto__": 1}'],
    ['null', ' null '],
    ['[]', '[ ]'],
    ['{"a":1200}', '{"a":1.2e3}'],
    ['{"a":0.5}', '{"a":5E-1}'],
    ['{"a":-0}', '{"a":0.0}'],
    ['{"a":0e9}', '{"a":0}'],
    ['{"a":1e400}', '{"a":10E+399}'],
    ['{"a":1e99999999999999999999}', '{"a":0.1e+100000000000000000000}'],
    ['{"a":9007199254740993}', '{"a":9007199254740993.0}'],
    ['{"name":" Tides"}', '{"name":"Tides "}'],
    ['{"tagline":"High"}', '{"tagline":"High\\n"}'],
    ['{"color":"#0A7EA4"}', '{"color":" #0a7ea4"}'],
  ];
  for (const [one, other] of same) {
    test(`${JSON.stringify(one)} is ${JSON.stringify(other)}`, () => {
      assert.deepEqual([isSameJson(one, other), isSameJson(other, one)], [true, true]);
    });
  }

  const different: readonly (readonly [string, string])[] = [
    ['{"a":1}', '{"a":2}'],
    ['{"a":1}', '{"b":1}'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{}', '{"__proto__":1}'],
    ['{"toString":1}', '{"valueOf":1}'],
    ['[1,2]', '[2,1]'],
    ['[1]', '{"0":1}'],
    ['[]', '{}'],
    ['null', '{}'],
    ['0', 'false'],
    ['{"a":null}', '{}'],
    ['not json', 'not  json'],
    ['{"a":1}', '{"a":1'],
    ['{"a":1}', '{"a":1}\uFEFF'],
    ['{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['{"a":1e400}', '{"a":1e401}'],
    ['{"a":1e99999999999999999999}', '{"a":1e99999999999999999998}'],
    ['{"a":1}', '{"a":-1}'],
    ['{"a":10}', '{"a":1}'],
    ['{"a":{"value":"1e0"}}', '{"a":1}'],
    ['{"title":"High"}', '{"title":"High "}'],
    ['{"name":"Tides"}', '{"name":"tides"}'],
    ['{"name":1}', '{"name":"1"}'],
  ];
  for (const [one, other] of different) {
    test(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`, () => {
      assert.deepEqual([isSameJson(one, other), isSameJson(other, one)], [false, false]);
    });
  }

  test('is read from a data: URL, base64 or percent-encoded', () => {
    const folder = { 'service.json': '{"a":"ä%"}', 'instructions.md': 'Be kind.' };
    for (const encode of [toData, (text: string) => `data:application/json,${encodeURIComponent(text)}`]) {
      const shown = { 'service.json': encode('{ "a": "ä%" }'), 'instructions.md': encode(' Be kind.') };
      assert.deepEqual(compare(shown, folder), []);
      assert.equal(compare({ ...shown, 'service.json': encode('{"a":"b"}') }, folder)?.length, 1);
    }
  });

  test('values that are nested beyond reason are taken for different, and exhaust nothing', () => {
    const deep = (levels: number, space = ''): string => `${'['.repeat(levels)}${space}${']'.repeat(levels)}`;
    assert.equal(isSameJson(deep(400), deep(400, ' ')), true);
    assert.equal(isSameJson(deep(100_000), deep(100_000, ' ')), false);
  });

  test('agrees with deep equality on any two values, however they are written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        const [first, second] = [JSON.stringify([one]), JSON.stringify([other])];
        assert.equal(isSameJson(first, JSON.stringify([one], null, 3)), true);
        assert.equal(isSameJson(first, second), isDeepStrictEqual(JSON.parse(first), JSON.parse(second)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the fields of an update', () => {
  const app = showTides({
    name: 'Tides',
    tagline: null,
    color: '#0a7ea4',
    system_prompt: 'Be kind.',
    files: { 'index.html': '<h1>' },
    html: '<h1>as it runs',
  });
  const rows: readonly (readonly [Parameters<typeof compareFields>[1], readonly string[]])[] = [
    [{}, []],
    [{ name: ' Tides ', tagline: '', color: '#0A7EA4', system_prompt: '\uFEFFBe kind.\n', html: '<h1>' }, []],
    [{ name: 'tides' }, ['name']],
    [{ tagline: 'High' }, ['tagline']],
    [{ color: '#0a7ea5' }, ['color']],
    [{ system_prompt: 'Be short.' }, ['system_prompt']],
    [{ html: '<h1>as it runs' }, ['html']],
  ];
  for (const [fields, different] of rows) {
    test(`${JSON.stringify(fields)}: ${different.join() || 'none'} different`, () => {
      assert.deepEqual(compareFields(app, fields), different);
    });
  }

  test('are looked for in the page as it runs where the files do not show it, and as data: URLs', () => {
    const fields = { html: '<h1>\r\n' };
    for (const shown of [{ html: '<h1>\n' }, { files: { 'index.html': toData('\uFEFF<h1>\n') } }]) {
      assert.deepEqual(compareFields(showTides(shown), fields), []);
    }
    assert.deepEqual(compareFields(showTides({ files: { 'assets/a.css': 'a{}' } }), fields), ['html']);
  });

  test('that are not shown differ', () => {
    const fields = { name: 'Tides', tagline: 'High', color: '#123456', system_prompt: 'Be kind.', html: '<h1>' };
    const different = ['tagline', 'color', 'system_prompt', 'html'];
    assert.deepEqual(compareFields(showTides({ name: 'Tides' }), fields), different);
  });
});
