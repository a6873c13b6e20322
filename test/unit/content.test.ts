import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonError } from '../../src/api/json-response.ts';
import { Content, type Digest, digestContent, digestText } from '../../src/content.ts';
import { cuts, listCuts, readJson, ways, writeEscaped } from './api/json-sample.ts';

/** Reads a JSON string, its quotes aside, as a content. */
function readContent(raw: string | Uint8Array, places: readonly number[] = []): Content {
  const bytes = Buffer.concat([Buffer.from('{"":"'), Buffer.from(raw), Buffer.from('"}')]);
  const value = readJson(bytes, {
    cuts: places.map((place) => place + 4),
    places: [{ keys: ['*'], isKept: false }],
  });
  const content = Object.values(Object(value))[0];
  assert.ok(content instanceof Content);
  return content;
}

function digest(bytes: string | Uint8Array): Digest {
  const buffer = Buffer.from(bytes);
  return { bytes: buffer.length, sha256: createHash('sha256').update(buffer).digest('hex') };
}

/** Line ends are LF, and there is no byte order mark. */
function normalize(text: string): string {
  return text
    .split('\r\n')
    .join('\n')
    .replace(/^\ufeff/, '');
}

const wholeText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.array(fc.constantFrom('😀', '"', '\\', '\n', '\r', '\r\n', '\ufeff', 'ü', 'a', '/')).map((c) => c.join('')),
);

test('a text is digested as the file that it stands for, however it is escaped and cut', () => {
  fc.assert(
    fc.property(wholeText, ways, cuts, (text, how, places) => {
      const raw = writeEscaped(text, how);
      assert.equal(JSON.parse(`"${raw}"`), text);
      const content = readContent(raw, places);
      assert.deepEqual(content.text, digest(normalize(text)));
      assert.deepEqual(digestText(text), content.text);
      assert.deepEqual(digestContent(text, { isKept: false }), content);
    }),
    { numRuns: 200 },
  );
});

test('the first and the last of the surrogate pairs are characters, written as escapes too', () => {
  for (const text of ['\u{10000}', '\u{103ff}', '\u{10fc00}', '\u{10ffff}']) {
    const raw = Array.from({ length: 2 }, (_, index) => `\\u${text.charCodeAt(index).toString(16)}`).join('');
    assert.deepEqual(readContent(raw, [3, 7]).text, digest(text));
  }
});

test('a text with half a surrogate pair equals no file, wherever the half stands', () => {
  const units = fc.array(fc.oneof(fc.constantFrom(0xd83d, 0xde00, 0x61, 0x22), fc.nat(0xffff)), { maxLength: 12 });
  fc.assert(
    fc.property(units, ways, cuts, (codes, how, places) => {
      const text = String.fromCharCode(...codes);
      const { text: found, data, kept } = readContent(writeEscaped(text, how), places);
      if (text.isWellFormed()) assert.deepEqual(found, digest(normalize(text)));
      else assert.deepEqual([found, data, kept], [null, null, null]);
      assert.deepEqual(digestContent(text, { isKept: true }).text, found);
    }),
    { numRuns: 200 },
  );
  const spoiled = ['\\ud83d', '\\ude00', '\\ud83dx', '\\ud83d\\n', '\\ude00\\ud83d', '\\ud83d\\ud83d\\ude00'];
  for (const raw of spoiled) assert.equal(readContent(raw).text, null, raw);
});

test('an escape that JSON does not have is refused wherever it is cut', () => {
  for (const raw of ['\\x', '\\u12', '\\u12g4', '\\u 123', '\\U0041', "\\'", '\\0']) {
    for (const places of listCuts(raw.length + 2)) assert.throws(() => readContent(raw, places), JsonError, raw);
  }
});

test('bytes that are no UTF-8 equal no file, also beside an escape, wherever they are cut', () => {
  for (const bytes of [
    [0xff, 0x41],
    [0x41, 0xed, 0xa0, 0x80],
    [0xc3],
    [0xf0, 0x9f, 0x98],
    [0xc3, 0xc3, 0xa9],
    [0x80],
  ]) {
    for (const raw of [bytes, [...bytes, 0x5c, 0x6e], [0x5c, 0x6e, ...bytes]]) {
      for (const places of listCuts(raw.length)) {
        const { text, data, kept } = readContent(Buffer.from(raw), places);
        assert.deepEqual([text, data, kept], [null, null, null]);
      }
    }
  }
});

test('a raw control character is refused in a digested string too, and what follows a string does not spoil it', () => {
  for (const raw of ['\n', 'a\u0000b', '\\n\u001f']) {
    for (const places of listCuts(raw.length)) assert.throws(() => readContent(raw, places), JsonError);
  }
  assert.deepEqual(readContent('a\u007f\u0080').text, digest('a\u007f\u0080'));
  const places = [{ keys: ['*'], isKept: false }];
  const bytes = Buffer.from('{"a":"\\n------","b":"\xff"}', 'latin1');
  for (const at of listCuts(bytes.length)) {
    const value = Object(readJson(bytes, { cuts: at, places }));
    assert.deepEqual([value.a.text, value.b.text], [digest('\n------'), null]);
  }
});

test('a raw control character is refused wherever it stands in a data: URL', () => {
  for (const url of [
    'data:image/png;base64,QUJDREVG',
    'data:image/png;base64,QUI=',
    'data:text/plain,a%41b%',
    'data:,',
  ]) {
    for (let at = 0; at <= url.length; at += 1) {
      for (const control of ['\n', '\t', '\u0001']) {
        const raw = url.slice(0, at) + control + url.slice(at);
        for (const places of [[], [at], [at + 1]]) assert.throws(() => readContent(raw, places), JsonError, raw);
      }
    }
  }
});

test('a long string is digested whole, however many escapes, quotes and pairs are in it', () => {
  const text = 'say "😀" \\ é\n'.repeat(20_000);
  for (const raw of [JSON.stringify(text).slice(1, -1), writeEscaped(text, [3]), writeEscaped(text, [0, 2, 1])]) {
    assert.deepEqual(readContent(raw, [70_001, 140_000]).text, digest(text));
  }
});

test('a content is kept beside its digests up to 262,144 bytes, where it is asked for', () => {
  assert.equal(digestContent('x', { isKept: false }).kept, null);
  assert.equal(digestContent('x', { isKept: true }).kept, 'x');
  assert.equal(digestContent('é'.repeat(131_072), { isKept: true }).kept?.length, 131_072);
  const { kept, text } = digestContent(`x${'é'.repeat(131_072)}`, { isKept: true });
  assert.deepEqual([kept, text?.bytes], [null, 262_145]);
  const url = 'data:text/plain;base64,QUI=';
  const places = [{ keys: ['*'], isKept: true }];
  for (const at of listCuts(url.length + 6)) {
    assert.equal(Object(readJson(`{"a":"${url}"}`, { cuts: at, places })).a.kept, url);
  }
});

test('a text is kept as a person reads it, up to 262,144 bytes, where texts are asked for', () => {
  const toUrl = (text: string, type = 'text/css') => `data:${type};base64,${Buffer.from(text).toString('base64')}`;
  for (const [shown, plain] of [
    ['a{}', 'a{}'],
    ['é'.repeat(131_072), 'é'.repeat(131_072)],
    [`x${'é'.repeat(131_072)}`, null],
    [toUrl('é'.repeat(131_072)), 'é'.repeat(131_072)],
    [toUrl(`x${'é'.repeat(131_072)}`), null],
    ['data:text/css,a%7B%7D', 'a{}'],
    ['data:text/css;base64,%', 'data:text/css;base64,%'],
    [toUrl('<svg/>', 'image/svg+xml'), null],
    ['data:text/css;base64,/w==', null],
    ['\ud800', null],
  ] as const) {
    assert.equal(digestContent(shown, { isKept: false, keepsText: true }).plain, plain, shown.slice(0, 50));
    assert.equal(digestContent(shown, { isKept: true }).plain, null);
  }
});

test('a data: URL is digested as what it decodes to, with and without padding, wherever it is cut', () => {
  const type = fc.oneof(
    fc.constantFrom('image/png', '', 'text/plain;charset=utf-8', 'IMAGE/SVG+XML'),
    fc.string({ unit: fc.constantFrom('a', ';', 'é', '='), maxLength: 120 }),
  );
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      type,
      fc.boolean(),
      ways,
      cuts,
      (bytes, name, padded, how, places) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const url = `data:${name};base64,${padded ? base64 : base64.replace(/=+$/, '')}`;
        const content = readContent(writeEscaped(url, how), places);
        assert.deepEqual(content.data, digest(bytes));
        assert.deepEqual(content.text, digest(url));
        assert.deepEqual(content, digestContent(url, { isKept: false }));
      },
    ),
    { numRuns: 200 },
  );
});

test('a long data: URL is digested piece by piece', () => {
  const bytes = Buffer.alloc(1_000_003, 'some bytes');
  const url = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
  const places = Array.from({ length: 30 }, (_, index) => index * 43_001 + index);
  assert.deepEqual(readContent(url, places).data, digest(bytes));
});

for (const base64 of [
  'A',
  'AAAAA',
  'AA=',
  'AAA==',
  'AAAA=',
  'AAAA==',
  'AAAA====',
  '=',
  '==',
  '====',
  'AA==AA==',
  'AA==AAAA',
  'AAA=AAAA',
  'AA=A',
  'A=AA',
  'AAAA=AAA',
  'AA,A',
  'AA%3D',
  'AA%3',
  'AA%ZZ',
  'ÄÄÄÄ',
  'AAA\\u0000',
  'AAAA#AAA',
  'AAAA#AAA AAAA AAAA',
  'data:;base64,AAAA',
]) {
  test(`"${base64}" is not proper base64, wherever it is cut`, () => {
    const raw = `data:image/png;base64,${base64}`;
    for (const places of listCuts(Buffer.byteLength(raw) + 2)) assert.equal(readContent(raw, places).data, null);
  });
}

for (const text of [
  '',
  'd',
  'data:',
  'data:image/png;base64',
  ' data:;base64,AAAA',
  'xdata:;base64,AAAA',
  'xdata:,AAAA',
  'blob:;base64,AAAA',
  `data:${'x'.repeat(251)};base64,AAAA`,
  `data:${'x'.repeat(400)}`,
]) {
  test(`"${text.slice(0, 40)}" is a text and no data: URL`, () => {
    for (const places of listCuts(text.length + 2)) {
      assert.equal(readContent(text, places).data, null);
      assert.deepEqual(readContent(text, places).text, digest(text));
    }
  });
}

for (const [payload, bytes] of [
  ['AA AA', [0, 0, 0]],
  [' AAAA', [0, 0, 0]],
  ['AAAA ', [0, 0, 0]],
  ['AA\\nAA', [0, 0, 0]],
  ['AAAA\\r\\nAAAA\\r\\n', [0, 0, 0, 0, 0, 0]],
  ['-_-_', [0xfb, 0xff, 0xbf]],
  ['%41AAA', [0, 0, 0]],
  ['AAA%3D', [0, 0]],
  ['AA%3d%3d', [0]],
  ['%2B%2f%2B/', [0xfb, 0xff, 0xbf]],
  // As every decoder reads it: the last bits stand for nothing.
  ['AB==', [0]],
  ['AB', [0]],
  ['AAB=', [0, 0]],
  ['AAB', [0, 0]],
] as const) {
  test(`"${payload}" is base64 as others write it, wherever it is cut`, () => {
    const raw = `data:image/png;base64,${payload}`;
    for (const places of listCuts(raw.length + 2)) {
      assert.deepEqual(readContent(raw, places).data, digest(Uint8Array.from(bytes)));
    }
  });
}

for (const [url, text] of [
  ['data:,', ''],
  ['data:image/svg+xml,<svg/>', '<svg/>'],
  ['data:image/svg+xml,%3Csvg%20a%3d%221%22/%3E', '<svg a="1"/>'],
  ['data:image/svg+xml;charset=utf-8,%3Csvg/%3E', '<svg/>'],
  ["data:image/svg+xml;utf8,<svg w='100%' h='5%x'/>", "<svg w='100%' h='5%x'/>"],
  ['data:text/plain,caf%C3%A9 café', 'café café'],
  ['data:base64,AAAA', 'AAAA'],
  ['data:,;base64,AAAA', ';base64,AAAA'],
  ['data:text/plain,%', '%'],
  ['data:text/plain,%4', '%4'],
  ['data:text/plain,%%41', '%A'],
] as const) {
  test(`"${url}" is a data: URL without base64, wherever it is cut`, () => {
    for (const places of listCuts(Buffer.byteLength(url) + 2)) {
      assert.deepEqual(readContent(url, places).data, digest(text));
      assert.deepEqual(readContent(url, places).text, digest(url));
    }
  });
}

test('any bytes come back from a data: URL without base64, however much of them is escaped', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(fc.boolean(), { minLength: 1 }),
      cuts,
      (bytes, which, places) => {
        const parts = Array.from(bytes, (byte, index) => {
          const isPlain = which[index % which.length] === true && byte > 0x25 && byte < 0x7f && byte !== 0x5c;
          return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`;
        });
        assert.deepEqual(readContent(`data:image/png,${parts.join('')}`, places).data, digest(bytes));
      },
    ),
  );
});

test('the head of a data: URL is found in any case and up to its full length', () => {
  for (const head of ['data:;base64,', 'data:;base64 ,', 'DATA:Image/PNG;BASE64,', `data:${'x'.repeat(250)};base64,`]) {
    for (const places of listCuts(head.length + 6)) {
      assert.deepEqual(readContent(`${head}QUI=`, places).data, digest('AB'));
    }
  }
  assert.equal(readContent(`data:${'x'.repeat(251)};base64,QUI=`, []).data, null);
});

test('base64 is proper exactly where browsers decode it, in the alphabet of URLs too', () => {
  const anyBase64 = fc.array(fc.constantFrom(...'AQgw+/-_= \n%é'), { maxLength: 12 }).map((chars) => chars.join(''));
  fc.assert(
    fc.property(anyBase64, cuts, (base64, places) => {
      const { data } = readContent(writeEscaped(`data:;base64,${base64}`, [1]), places);
      assert.deepEqual(data, decode(base64));
    }),
    { numRuns: 1000 },
  );

  function decode(base64: string): Digest | null {
    const unescaped = base64.replace(/%([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    try {
      return digest(Buffer.from(atob(unescaped.replaceAll('-', '+').replaceAll('_', '/')), 'latin1'));
    } catch {
      return null;
    }
  }
});

test('a text in a data: URL is digested without byte order mark and with LF, too', () => {
  const text = '\ufeffone\r\ntwo\rthree é\r\n';
  const base64 = Buffer.from(text).toString('base64');
  for (const url of [`data:text/html;base64,${base64}`, `data:,${encodeURIComponent(text)}`]) {
    for (const places of listCuts(url.length)) {
      const { data, dataText } = readContent(url, places);
      assert.deepEqual([data, dataText], [digest(text), digest('one\ntwo\rthree é\n')]);
    }
  }
  for (const type of ['image/svg+xml', 'FONT/woff', 'audio/midi', 'video/mp4']) {
    const { data, dataText } = readContent(`data:${type};base64,${base64}`);
    assert.deepEqual([data, dataText], [digest(text), null]);
  }
  assert.equal(readContent('data:;base64,/w==').dataText, null);
  const large = (bytes: number) => `data:;base64,${Buffer.alloc(bytes, 'x').toString('base64')}`;
  assert.equal(readContent(large(1_048_576), [400_000, 900_000]).dataText?.bytes, 1_048_576);
  assert.equal(readContent(large(1_048_577), [400_000, 900_000]).dataText, null);
});

test('a data: URL that is digested while it arrives is digested as a text too, wherever it is cut', () => {
  const head = 'data:image/png;base64,';
  for (const payload of ['QUJD\r\nREVG\r\n', 'é\r\n😀%41é😀', 'QUJD\ud83dQUJDQUJDQUJDQUJD', '\ude00']) {
    for (const how of [[0], [1], [3], [0, 3]]) {
      const raw = `${head}${writeEscaped(payload, how)}`;
      const whole = digestContent(head + payload, { isKept: false });
      assert.deepEqual(whole.text, payload.isWellFormed() ? digest(normalize(head + payload)) : null);
      for (const places of listCuts(Buffer.byteLength(raw) + 1)) assert.deepEqual(readContent(raw, places), whole);
    }
  }
});

test('a percent sign that is escaped itself begins no escape, wherever it is cut', () => {
  for (const base64 of ['AAAA%2541', '%254AAA', 'AAAA%%4141AAAA', `AAA%25${' '.repeat(12)}41`]) {
    const url = `data:;base64,${base64}`;
    for (const places of listCuts(url.length + 1)) assert.equal(readContent(url, places).data, null, base64);
  }
});
