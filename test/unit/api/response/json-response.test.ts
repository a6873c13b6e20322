import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type JsonOptions, JsonReader } from '../../../../src/api/response/json-response.ts';
import { type EntryLimit, JsonError } from '../../../../src/api/response/json-tokenizer.ts';
import { entryLimits } from '../../../../src/api/wire.ts';
import { type Content, digestContent, unreadableContent } from '../../../../src/model/content.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { isJson } from '../../../support/is-json.ts';
import { cuts, listCuts, readJson, ways, writeEscaped } from './json-sample.ts';

const anyJson = fc
  .tuple(
    fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 5 }),
    fc.constantFrom('', ' ', '\r\n\t'),
  )
  .map(([value, space]) => `${space}${JSON.stringify(value, null, space)}${space}`)
  // Once V8 13.6 has seen an object with the key "\\", its JSON.parse takes a later key "\\n" for a
  // backslash too: a flaw that is not to be compared with.
  .filter((text) => !text.includes('"\\\\":'));

const files = [{ pattern: ['files', '*'], isKept: false }];

describe('JSON that arrives in any chunks', () => {
  const piece = fc.constantFrom(
    ...'{}[],:"\\-+.019eEtrufalsn \n\t\u0000\u001f\u00a0\ufeff/bé',
    ...['true', 'null', '1e5', '"a"', '\\"', '\\u12', '\\ud800'],
  );
  const soup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const damaged = fc
    .tuple(anyJson, fc.nat(), fc.nat(3), soup)
    .map(([whole, place, removed, added]) => {
      const at = place % (whole.length + 1);
      return Buffer.from(
        whole.slice(0, at) + added.slice(0, 3) + whole.slice(at + removed),
      ).toString();
    });
  const inFile = soup.map((text) => `{"files":{"a":"${text}"}}`);
  const inUrl = soup.map((text) => `{"files":{"a":"data:a/b;base64,AAAA${text}"}}`);
  const inFiles = soup.map((text) => `{"files":{"a":${text}}}`);
  const anyText = fc.oneof(anyJson, damaged, soup, inFile, inUrl, inFiles);

  test('JSON in any chunks has the value that JSON.parse returns, and is refused if JSON.parse refuses it', () => {
    fc.assert(
      fc.property(anyText, cuts, fc.constantFrom([], files), (text, at, contentPaths) => {
        const read = (): unknown => readJson(text, { cuts: at, contentPaths });
        const withoutMark = text.replace(/^\ufeff/, '');
        // A blank text is not refused.
        if (/^[ \t\r\n]*$/.test(withoutMark)) assert.equal(read(), undefined);
        else if (!isJson(withoutMark)) assert.throws(read, JsonError, text);
        else if (contentPaths.length > 0) read();
        else assert.deepStrictEqual(read(), JSON.parse(withoutMark));
      }),
      { numRuns: 2_000 },
    );
  });

  test('JSON that is cut off "ends early", and anything else "is not JSON"', () => {
    for (const text of [
      '{"a":',
      ' [1,',
      '{"files":{"a":"b',
      '{"files":{"a":"data:;base64,QUJD',
      '"a',
    ]) {
      assert.throws(() => readJson(text, { contentPaths: files }), { message: 'ends early' });
    }
    for (const text of [
      '<p class="x',
      'tru',
      '{}]',
      '{"files":{"a":"\\x"}}',
      '{"files":{"a":"\n"}}',
    ]) {
      assert.throws(() => readJson(text, { contentPaths: files }), { message: 'is not JSON' });
    }
  });
});

test('bytes that are not UTF-8 are replaced in a string, make a file unreadable, and are refused elsewhere', () => {
  assert.equal(readJson(Buffer.from([0x22, 0xff, 0x22])), '\ufffd');
  assert.throws(() => readJson(Buffer.from([0xff])), JsonError);
  const file = Buffer.from(`{"files":{"a":"data:;base64,QUJDx${'QUJD'.repeat(9)}"}}`);
  file[file.indexOf('x')] = 0xff;
  for (const at of listCuts(file.length)) {
    assert.deepEqual(readJson(file, { cuts: at, contentPaths: files }), {
      files: { a: unreadableContent },
    });
  }
});

test('JSON is read up to 200 levels deep', () => {
  const nest = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  assert.deepEqual(readJson(nest(200)), JSON.parse(nest(200)));
  const tooDeep = { name: 'JsonError', message: 'is nested deeper than 200 levels' };
  for (const text of [`[${nest(200)}]`, '{"a":'.repeat(200_000)])
    assert.throws(() => readJson(text), tooDeep);
});

test('the memory for a response is limited; data: URLs and short texts do not count', () => {
  const maxBytes = 100;
  const long = 'x'.repeat(100);
  for (const text of [
    '1'.repeat(101),
    `["${long}"]`,
    `{"files":{"${long}":"y"}}`,
    `{"files":{"a":"${long}"}}`,
  ]) {
    const message = 'has more than 100 bytes in one text or outside of its files';
    assert.throws(() => readJson(text, { maxBytes, contentPaths: files }), {
      name: 'ResponseTooLargeError',
      message,
    });
  }
  assert.equal(readJson('1'.repeat(100), { maxBytes }), JSON.parse('1'.repeat(100)));
  const url = `data:;base64,${'QUJD'.repeat(1_000)}`;
  const at = Array.from({ length: 100 }, (_, index) => 40 * index);
  const read = readJson(`{"files":{"a":"${url}"}}`, {
    maxBytes: 500,
    cuts: at,
    contentPaths: files,
  });
  assert.deepEqual(read, { files: { a: digestContent(url) } });
  const many = JSON.stringify({ files: { ...Array(50).fill('x'.repeat(900)) } });
  assert.ok(readJson(many, { maxBytes: 15_000, contentPaths: files }));
});

test('file contents are kept up to 16 MiB, also in a data: URL that arrives in pieces', () => {
  const css = 'a{}'.repeat(400);
  const url = `data:text/css;base64,${Buffer.from(css).toString('base64')}`;
  const some = { a: url, d: 'data:image/png;base64,QUJD' };
  const large = Buffer.alloc(256 * 1024, 'x').toString();
  const more = Object.fromEntries(Array.from({ length: 66 }, (_, index) => [`f${index}`, large]));
  for (const [keepsTexts, shown, expected] of [
    [undefined, { ...some, f: large }, []],
    // The 64th goes beyond 16 MiB.
    [true, { ...some, ...more }, [css, ...Array(64).fill(large)]],
  ] as const) {
    const text = JSON.stringify({ files: shown });
    const { files: read } = Object(
      readJson(text, { cuts: [300, 700, 1_100], contentPaths: files, keepsTexts }),
    );
    const kept = Object.values<Content>(read).flatMap(({ plain }) => plain ?? []);
    assert.deepEqual(kept, expected);
  }
});

test('1,000 apps have the contents that JSON.parse returns, however their texts are escaped and cut', () => {
  const anyText = fc.string({ unit: anyCharacter });
  const base64Piece = fc.oneof(
    fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')),
    fc.constantFrom(
      '\r\n',
      ' ',
      '%41',
      '%2F',
      '%',
      '+/+/',
      '-_',
      '=',
      '#',
      'é',
      '😀',
      '"',
      '\\',
      '\ud83d',
    ),
  );
  const base64 = fc.array(base64Piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const head = fc.constantFrom(
    'data:image/png;base64,',
    'DATA:;Base64 ,',
    'data:a/b;x=é;base64,',
    'data:a/b,',
    '',
  );
  // A data: URL is digested while it arrives only if its head has no escapes.
  const anyContent = fc
    .tuple(head, fc.oneof(anyText, base64), ways)
    .map(([start, text, how]) => start + writeEscaped(text, how));
  const anyPath = fc
    .oneof(anyText, fc.constantFrom('__proto__', 'files', ''))
    .filter((path) => path !== '\\');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyPath, anyContent)),
      anyJson,
      cuts,
      ways,
      (entries, other, at, how) => {
        const members = entries.map(([path, content]) => `${JSON.stringify(path)}:"${content}"`);
        const odd = `"odd":{"files":${other}},"list":[{"files":{"a":"b"}}]`;
        const text = `{"${writeEscaped('files', how)}":{${members}},${odd}}`;
        const { files: shown, ...others } = JSON.parse(text);
        const { files: found, ...rest } = Object(readJson(text, { cuts: at, contentPaths: files }));
        assert.deepStrictEqual(rest, others);
        const digest = (content: unknown): Content => digestContent(String(content));
        const expected = Object.entries(shown).map(([path, content]) => [path, digest(content)]);
        assert.deepStrictEqual(Object.entries(found), expected);
      },
    ),
    { numRuns: 1_000 },
  );
});

function push(
  text: string,
  limit?: EntryLimit,
  contentPaths: JsonOptions['contentPaths'] = files,
): JsonReader {
  const reader = new JsonReader({ maxBytes: 1e8, contentPaths, limit });
  reader.push(Buffer.from(text));
  return reader;
}

test('the limit is 50,000 files in a read and 10,000 apps in a list', () => {
  const limits = Object.entries(entryLimits).map(([name, limit]) => [name, limit?.maxEntries]);
  assert.deepEqual(Object.fromEntries(limits), { read: 50_000, list: 10_000 });
});

for (const [operation, name, write, entry] of [
  ['read', 'files', (entries: string) => `{"files":{${entries}},"tags":[1,[2]]}`, '"a":""'],
  ['read', 'files', (entries: string) => `{"app":{"files":{${entries}}}}`, '"a":[null,{}]'],
  [
    'list',
    'apps',
    (entries: string) => `[${entries}]`,
    '{"slug":"a","tags":["b",["c"],{}],"links":{"d":[]}}',
  ],
  ['list', 'apps', (entries: string) => `{"apps":[${entries}],"notes":[]}`, '{}'],
] as const) {
  test(`more ${name} than the limit are refused, and their own entries do not count: ${write(entry)}`, () => {
    const limit = { ...(entryLimits[operation] ?? assert.fail()), maxEntries: 2_000 };
    push(write(Array(2_000).fill(entry).join()), limit);
    const tooMany = write(Array(2_001).fill(entry).join());
    const message = `has more than 2,000 ${name}`;
    assert.throws(() => push(tooMany, limit), { name: 'ResponseTooLargeError', message });
  });
}

for (const write of [
  (files: string) => `{"files":${files}}`,
  (files: string) => `{"app":{"files":${files}}}`,
  (files: string) => `{"data":{"slug":"tides","files":${files}}}`,
]) {
  test(`a read with a path of more than 1,024 UTF-16 units is refused: ${write('…')}`, () => {
    const limit = entryLimits['read'];
    const longest = `assets/${'é'.repeat(1_017)}`;
    push(write(JSON.stringify({ [longest]: '' })), limit);
    const tooLong = write(JSON.stringify({ 'index.html': '', [`${longest}x`]: '' }));
    const message = 'has a path of more than 1,024 characters';
    assert.throws(() => push(tooLong, limit), { name: 'ResponseTooLargeError', message });
    // Other keys, such as those of a list, are not paths.
    push(JSON.stringify({ [`${longest}x`]: [], tags: { [`${longest}x`]: '' } }), limit);
  });
}

const why = 'has more than 250,000 values';
for (const [name, text, path, entries, closed] of [
  ['a list', `[${'0,'.repeat(260_000)}0]`, [], 260_001, null],
  // Each entry has three values.
  [
    'a list in an object',
    `{"code":"x","problems":[${'{"a":["]"]},'.repeat(90_000)}{}],"b":[0,0]}`,
    ['problems'],
    90_001,
    'x',
  ],
  ['objects', `{"a":{${'"b\\"":{"]":{}},'.repeat(90_000)}"c":0},"d":0}`, [], 2, null],
  ['brackets', `[${`${'['.repeat(190)}${']'.repeat(190)},`.repeat(1_400)}0]`, [], 1_401, null],
] as const) {
  test(`${name} with too many values are cut, and the missing entries counted`, () => {
    const reader = push(text, undefined, []);
    const value = reader.end();
    assert.equal(reader.cut?.why, why);
    assert.deepEqual(reader.cut.path, path);
    const list = path.reduce((outer, key) => Object(outer)[key], value);
    assert.equal(Object.keys(Object(list)).length + reader.cut.missing, entries);
    if (closed !== null) assert.equal(Object(value).code, closed);
    assert.ok(JSON.stringify(value).split(/[[{,]/).length < 251_000);
    assert.throws(() => push(text, entryLimits['read'], []), {
      name: 'ResponseTooLargeError',
      message: why,
    });
    assert.throws(() => push(text.slice(0, -1)).end(), { message: 'ends early' });
  });
}
