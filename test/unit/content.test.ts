import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Content, type Digest, digestContent, digestText } from '../../src/content.ts';
import { cuts, listCuts, readJson, ways, writeEscaped } from './api/json-sample.ts';

/** Reads a JSON string, its quotes aside, as a content. */
function readContent(raw: string | Uint8Array, places: readonly number[] = [], isKept = false): Content {
  const bytes = Buffer.concat([Buffer.from('{"":"'), Buffer.from(raw), Buffer.from('"}')]);
  const options = { cuts: places.map((place) => place + 4), places: [{ keys: ['*'], isKept }] };
  const content = Object.values(Object(readJson(bytes, options)))[0];
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

const unreadable = { text: null, data: null, dataText: null, kept: null, plain: null };

describe('a text', () => {
  const wholeText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.array(fc.constantFrom('😀', '"', '\\', '\n', '\r', '\r\n', '\ufeff', 'ü', 'a', '/')).map((c) => c.join('')),
  );

  test('is digested as the file that it stands for, however it is escaped and cut', () => {
    fc.assert(
      fc.property(wholeText, ways, cuts, (text, how, places) => {
        const content = readContent(writeEscaped(text, how), places);
        assert.deepEqual(content.text, digest(normalize(text)));
        assert.deepEqual(digestText(text), content.text);
        assert.deepEqual(digestContent(text, { isKept: false }), content);
      }),
      { numRuns: 200 },
    );
  });

  test('with half a surrogate pair equals no file, wherever the half stands', () => {
    const units = fc.array(fc.oneof(fc.constantFrom(0xd83d, 0xde00, 0x61, 0x22), fc.nat(0xffff)), { maxLength: 12 });
    fc.assert(
      fc.property(units, ways, cuts, (codes, how, places) => {
        const text = String.fromCharCode(...codes);
        const found = readContent(writeEscaped(text, how), places);
        assert.deepEqual(
          { ...found },
          text.isWellFormed() ? { ...digestContent(text, { isKept: false }) } : unreadable,
        );
      }),
      { numRuns: 200 },
    );
    for (const raw of ['\\ud83d', '\\ude00', '\\ud83dx', '\\ud83d\\n', '\\ude00\\ud83d', '\\ud83d\\ud83d\\ude00']) {
      assert.deepEqual({ ...readContent(raw) }, unreadable, raw);
    }
  });

  for (const bytes of [
    [0xff, 0x41],
    [0x41, 0xed, 0xa0, 0x80],
    [0xc3],
    [0xf0, 0x9f, 0x98],
    [0xc3, 0xc3, 0xa9],
    [0x80],
  ]) {
    test(`of the bytes ${Buffer.from(bytes).toString('hex')}, which are no UTF-8, equals no file, also beside an escape`, () => {
      for (const raw of [bytes, [...bytes, 0x5c, 0x6e], [0x5c, 0x6e, ...bytes]]) {
        for (const places of listCuts(raw.length)) {
          assert.deepEqual({ ...readContent(Buffer.from(raw), places) }, unreadable);
        }
      }
    });
  }

  const most = 'é'.repeat(131_072);
  test('is kept up to 262,144 bytes, where it is asked for', () => {
    assert.equal(digestContent('x', { isKept: false }).kept, null);
    assert.equal(digestContent(most, { isKept: true }).kept, most);
    assert.equal(digestContent(`x${most}`, { isKept: true }).kept, null);
    const url = 'data:text/plain;base64,QUI=';
    for (const at of listCuts(url.length + 6)) assert.equal(readContent(url, at, true).kept, url);
  });

  const toUrl = (text: string, type = 'text/css') => `data:${type};base64,${Buffer.from(text).toString('base64')}`;
  for (const [shown, plain] of [
    ['a{}', 'a{}'],
    [most, most],
    [`x${most}`, null],
    [toUrl(most), most],
    [toUrl(`x${most}`), null],
    ['data:text/css,a%7B%7D', 'a{}'],
    ['data:text/css;base64,%', 'data:text/css;base64,%'],
    [toUrl('<svg/>', 'image/svg+xml'), null],
    ['data:text/css;base64,/w==', null],
    ['\ud800', null],
  ] as const) {
    test(`is kept as a person reads it: ${shown.length} units, ${JSON.stringify(shown.slice(0, 30))}`, () => {
      assert.equal(digestContent(shown, { isKept: false, keepsText: true }).plain, plain);
      assert.equal(digestContent(shown, { isKept: true }).plain, null);
    });
  }
});

describe('a data: URL', () => {
  const png = (base64: string): string => `data:image/png;base64,${base64}`;
  const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
  const long = 'x'.repeat(250);
  /** As it stands in JSON, and what it decodes to. */
  const rows: readonly (readonly [raw: string, data: string | Uint8Array])[] = [
    [png(''), ''],
    [png('AA AA'), bytes(0, 0, 0)],
    [png(' AAAA '), bytes(0, 0, 0)],
    [png('AAAA\\r\\nAAAA\\r\\n'), bytes(0, 0, 0, 0, 0, 0)],
    [png('-_-_'), bytes(0xfb, 0xff, 0xbf)],
    [png('%41AAA'), bytes(0, 0, 0)],
    [png('AAA%3D'), bytes(0, 0)],
    [png('AA%3d%3d'), bytes(0)],
    [png('%2B%2f%2B/'), bytes(0xfb, 0xff, 0xbf)],
    // As every decoder reads it: the last bits stand for nothing.
    [png('AB=='), bytes(0)],
    [png('AB'), bytes(0)],
    [png('AAB='), bytes(0, 0)],
    [png('AAB'), bytes(0, 0)],
    ['data:;base64,QUI=', 'AB'],
    ['data:;base64 ,QUI=', 'AB'],
    ['DATA:Image/PNG;BASE64,QUI=', 'AB'],
    [`data:${long};base64,QUI=`, 'AB'],
    ['data:,', ''],
    ['data:image/svg+xml,<svg/>', '<svg/>'],
    ['data:image/svg+xml,%3Csvg%20a%3d%221%22/%3E', '<svg a="1"/>'],
    ['data:image/svg+xml;charset=utf-8,%3Csvg/%3E', '<svg/>'],
    ["data:image/svg+xml;utf8,<svg w='100%' h='5%x'/>", "<svg w='100%' h='5%x'/>"],
    ['data:text/plain,caf%C3%A9 café', 'café café'],
    ['data:base64,AAAA', 'AAAA'],
    ['data:,;base64,AAAA', ';base64,AAAA'],
    ['data:text/plain,%4', '%4'],
    ['data:text/plain,%%41', '%A'],
  ];
  for (const [raw, data] of rows) {
    test(`is decoded, wherever it is cut: ${raw.slice(0, 60)}`, () => {
      for (const places of listCuts(Buffer.byteLength(raw) + 2)) {
        assert.deepEqual(readContent(raw, places).data, digest(data));
      }
    });
  }

  for (const raw of [
    ...['A', 'AAAAA', 'AA=', 'AAA==', 'AAAA=', 'AAAA==', 'AAAA====', '=', '==', '===='].map(png),
    ...['AA==AA==', 'AA==AAAA', 'AAA=AAAA', 'AA=A', 'A=AA', 'AAAA=AAA', 'AA,A', 'AA%3D', 'AA%3'].map(png),
    ...['AA%ZZ', 'ÄÄÄÄ', 'AAA\\u0000', 'AAAA#AAA', 'AAAA#AAA AAAA AAAA', 'data:;base64,AAAA'].map(png),
    // A percent sign that is escaped itself begins no escape.
    ...['AAAA%2541', '%254AAA', 'AAAA%%4141AAAA', `AAA%25${' '.repeat(12)}41`].map(png),
    ...['', 'd', 'data:', 'data:image/png;base64', ' data:;base64,AAAA', 'xdata:;base64,AAAA', 'xdata:,AAAA'],
    ...['blob:;base64,AAAA', `data:${long}x;base64,AAAA`, `data:${'x'.repeat(400)}`],
  ]) {
    test(`is none, but a text, wherever it is cut: "${raw.slice(0, 60)}"`, () => {
      const text = digest(JSON.parse(`"${raw}"`));
      for (const places of listCuts(Buffer.byteLength(raw) + 2)) {
        const found = readContent(raw, places);
        assert.deepEqual({ data: found.data, text: found.text }, { data: null, text });
      }
    });
  }

  test('in base64 is digested as any bytes that it decodes to, with and without padding', () => {
    const type = fc.oneof(
      fc.constantFrom('image/png', '', 'text/plain;charset=utf-8', 'IMAGE/SVG+XML'),
      fc.string({ unit: fc.constantFrom('a', ';', 'é', '='), maxLength: 120 }),
    );
    const anyBytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(anyBytes, type, fc.boolean(), ways, cuts, (data, name, isPadded, how, places) => {
        const base64 = Buffer.from(data).toString('base64');
        const url = `data:${name};base64,${isPadded ? base64 : base64.replace(/=+$/, '')}`;
        const content = readContent(writeEscaped(url, how), places);
        assert.deepEqual({ data: content.data, text: content.text }, { data: digest(data), text: digest(url) });
        assert.deepEqual(content, digestContent(url, { isKept: false }));
      }),
      { numRuns: 200 },
    );
  });

  test('that is long is digested piece by piece', () => {
    const data = Buffer.alloc(1_000_003, 'some bytes');
    const places = Array.from({ length: 30 }, (_, index) => index * 43_001 + index);
    assert.deepEqual(readContent(png(data.toString('base64')), places).data, digest(data));
  });

  test('in base64 of more than 1 MiB is digested as data alone, however it is cut', () => {
    for (const [bytes, isText] of [
      [1024 * 1024, true],
      [1024 * 1024 + 1, false],
    ] as const) {
      const data = Buffer.alloc(bytes, 'some bytes');
      const url = png(data.toString('base64'));
      const expected = { data: digest(data), text: isText ? digest(url) : null };
      assert.partialDeepStrictEqual(readContent(url, [100, 65_536, 1_398_123, 1_398_129]), expected);
      assert.partialDeepStrictEqual(digestContent(url, { isKept: false }), expected);
    }
  });

  test('without base64 is digested as any bytes, however much of them is escaped', () => {
    const which = fc.array(fc.boolean(), { minLength: 1 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), which, cuts, (data, isPlain, places) => {
        const parts = Array.from(data, (byte, index) => {
          const mayBePlain = byte > 0x25 && byte < 0x7f && byte !== 0x5c;
          if (mayBePlain && isPlain[index % isPlain.length]) return String.fromCharCode(byte);
          return `%${byte.toString(16).padStart(2, '0')}`;
        });
        assert.deepEqual(readContent(`data:image/png,${parts.join('')}`, places).data, digest(data));
      }),
    );
  });

  /** As browsers decode it, the alphabet of URLs too. */
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

  test('is proper exactly where browsers decode it', () => {
    const anyBase64 = fc.array(fc.constantFrom(...'AQgw+/-_= \n%é'), { maxLength: 12 }).map((chars) => chars.join(''));
    fc.assert(
      fc.property(anyBase64, cuts, (base64, places) => {
        const { data } = readContent(writeEscaped(`data:;base64,${base64}`, [1]), places);
        assert.deepEqual(data, decode(base64));
      }),
      { numRuns: 1000 },
    );
  });

  test('of a text is digested as that text too, without byte order mark and with LF', () => {
    const text = '\ufeffone\r\ntwo\rthree é\r\n';
    const base64 = Buffer.from(text).toString('base64');
    for (const url of [`data:text/html;base64,${base64}`, `data:,${encodeURIComponent(text)}`]) {
      for (const places of listCuts(url.length)) {
        assert.deepEqual(readContent(url, places).dataText, digest('one\ntwo\rthree é\n'));
      }
    }
    for (const type of ['image/svg+xml', 'FONT/woff', 'audio/midi', 'video/mp4']) {
      assert.equal(readContent(`data:${type};base64,${base64}`).dataText, null, type);
    }
    assert.equal(readContent('data:;base64,/w==').dataText, null);
    const large = (size: number) => `data:;base64,${Buffer.alloc(size, 'x').toString('base64')}`;
    assert.equal(readContent(large(1_048_576), [400_000, 900_000]).dataText?.bytes, 1_048_576);
    assert.equal(readContent(large(1_048_577), [400_000, 900_000]).dataText, null);
  });

  test('that is digested while it arrives is digested as the string that it is too', () => {
    for (const payload of ['QUJD\r\nREVG\r\n', 'é\r\n😀%41é😀', 'QUJD\ud83dQUJDQUJDQUJDQUJD', '\ude00']) {
      for (const how of [[0], [1], [3], [0, 3]]) {
        const raw = png(writeEscaped(payload, how));
        const whole = digestContent(png(payload), { isKept: false });
        assert.deepEqual(whole.text, payload.isWellFormed() ? digest(normalize(png(payload))) : null);
        for (const places of listCuts(Buffer.byteLength(raw) + 1)) assert.deepEqual(readContent(raw, places), whole);
      }
    }
  });
});
