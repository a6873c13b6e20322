import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Content, type Digest, digestContent, digestText } from '../../../src/model/content.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { normalizeText } from '../../support/fake-service/folder.ts';
import { cuts, listCuts, readJson, ways, writeEscaped } from '../api/response/json-sample.ts';

/** Reads the inside of a JSON string as a content. */
function readContent(
  raw: string | Uint8Array,
  places: readonly number[] = [],
  isKept = false,
): Content {
  const bytes = Buffer.concat([Buffer.from('{"":"'), Buffer.from(raw), Buffer.from('"}')]);
  const options = {
    cuts: places.map((place) => place + 4),
    contentPaths: [{ pattern: ['*'], isKept }],
  };
  const content = Object.values(Object(readJson(bytes, options)))[0];
  assert.ok(content instanceof Content);
  return content;
}

function digest(bytes: string | Uint8Array): Digest {
  const buffer = Buffer.from(bytes);
  return { bytes: buffer.length, sha256: createHash('sha256').update(buffer).digest('hex') };
}

const unreadable = { text: null, data: null, dataText: null, plain: null };

describe('a text in a response', () => {
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .array(fc.constantFrom(...'😀"\\\n\r\ufeffüa/', '\r\n', '\ud83d', '\ude00'))
      .map((parts) => parts.join('')),
  );

  test('a text has the digest of its file, however it is escaped and split; half a character makes it unreadable', () => {
    fc.assert(
      fc.property(anyText, ways, cuts, (text, how, places) => {
        const content = readContent(writeEscaped(text, how), places);
        assert.deepEqual(digestContent(text), content);
        if (!text.isWellFormed()) return assert.deepEqual({ ...content }, unreadable);
        assert.deepEqual(content.text, digest(normalizeText(text)));
        assert.deepEqual(digestText(text), content.text);
      }),
      { numRuns: 500 },
    );
  });

  for (const bytes of ['ff41', '41eda080', 'f09f98', 'c3c3a9', '80']) {
    test(`a text with the bytes ${bytes}, which are not UTF-8, is unreadable`, () => {
      for (const hex of [bytes, `${bytes}5c6e`, `5c6e${bytes}`]) {
        const raw = Buffer.from(hex, 'hex');
        for (const places of listCuts(raw.length))
          assert.deepEqual({ ...readContent(raw, places) }, unreadable);
      }
    });
  }

  const most = 'é'.repeat(131_072);
  const toUrl = (text: string, type = 'text/css') =>
    `data:${type};base64,${Buffer.from(text).toString('base64')}`;

  test('a text is kept if the reader asks for it, even if it arrives in pieces', () => {
    const url = toUrl('AB');
    for (const at of listCuts(url.length + 6)) assert.equal(readContent(url, at, true).plain, 'AB');
    assert.equal(digestContent('x').plain, null);
  });

  for (const [shown, plain] of [
    [most, most],
    [`x${most}`, null],
    [toUrl(most), most],
    [toUrl(`x${most}`), null],
    ['data:text/css,a%7B%7D', 'a{}'],
    ['data:text/css;base64,%', null],
    [toUrl('<svg/>', 'image/svg+xml'), '<svg/>'],
    [toUrl('AB', 'image/png'), null],
    ['data:text/css;base64,/w==', null],
  ] as const) {
    test(`a text is kept in readable form: ${shown.length} units, ${JSON.stringify(shown.slice(0, 30))}`, () => {
      assert.equal(digestContent(shown, true).plain, plain);
    });
  }
});

describe('a data: URL in a response', () => {
  const png = (base64: string): string => `data:image/png;base64,${base64}`;
  const long = 'x'.repeat(250);
  /** Each as it is in JSON, and the bytes it decodes to. */
  const rows: readonly (readonly [raw: string, data: string])[] = [
    [png('AA AA'), '\0\0\0'],
    [png('AAAA\\r\\nAAAA\\r\\n'), '\0'.repeat(6)],
    [png('%41AA%3D'), '\0\0'],
    // The last bits are ignored, as by every decoder.
    [png('AB'), '\0'],
    ['data:;base64 ,Pj8-Pz8_', '>?>???'],
    ['DATA:Image/PNG;BASE64,QUI=', 'AB'],
    [`data:${long};base64,QUI=`, 'AB'],
    ['data:,', ''],
    ['data:image/svg+xml,%3Csvg%20a%3d%221%22/%3E', '<svg a="1"/>'],
    ["data:image/svg+xml;utf8,<svg w='100%' h='5%x'/>", "<svg w='100%' h='5%x'/>"],
    ['data:text/plain,caf%C3%A9 café', 'café café'],
    ['data:base64,AAAA', 'AAAA'],
    ['data:,;base64,AAAA', ';base64,AAAA'],
    ['data:text/plain,%%41%4', '%A%4'],
  ];
  const none = [
    ...[
      'A',
      'AA=',
      'AAA==',
      'AAAA====',
      '=',
      'AA==AAAA',
      'AAA=AAAA',
      'AA,A',
      'AA%ZZ',
      'ÄÄÄÄ',
      'AAA\\u0000',
    ].map(png),
    // An escaped percent sign does not begin an escape.
    ...[
      'AAAA#AAA',
      'AAAA#AAA AAAA AAAA',
      'AAAA%2541',
      'AAAA%%4141AAAA',
      `AAA%25${' '.repeat(12)}41`,
    ].map(png),
    ...[
      '',
      'd',
      'data:',
      'data:image/png;base64',
      ' data:;base64,AAAA',
      'xdata:,AAAA',
      'blob:;base64,AAAA',
    ],
    `data:${long}x;base64,AAAA`,
  ];
  for (const [raw, data] of [...rows, ...none.map((raw) => [raw, null] as const)]) {
    test(`a data: URL is ${data === null ? 'kept as text' : 'decoded'}, wherever it is split: "${raw.slice(0, 60)}"`, () => {
      const text = digest(normalizeText(JSON.parse(`"${raw}"`)));
      const expected = { data: data === null ? null : digest(data), text };
      for (const places of listCuts(Buffer.byteLength(raw) + 2)) {
        assert.partialDeepStrictEqual(readContent(raw, places), expected);
      }
    });
  }

  test('a base64 data: URL has the digest of its bytes, with and without padding', () => {
    const type = fc.string({ unit: fc.constantFrom('a', ';', 'é', '='), maxLength: 120 });
    const anyBytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(anyBytes, type, fc.boolean(), ways, cuts, (data, name, isPadded, how, places) => {
        const base64 = Buffer.from(data).toString('base64');
        const url = `data:${name};base64,${isPadded ? base64 : base64.replace(/=+$/, '')}`;
        const content = readContent(writeEscaped(url, how), places);
        assert.partialDeepStrictEqual(content, { data: digest(data), text: digest(url) });
      }),
      { numRuns: 200 },
    );
  });

  for (const bytes of [1_048_576, 1_048_577]) {
    test(`a base64 data: URL of ${bytes} bytes is digested ${bytes > 1_048_576 ? 'only as data' : 'also as text'}`, () => {
      const data = Buffer.alloc(bytes, 'some bytes');
      const url = `data:;base64,${data.toString('base64')}`;
      const isText = bytes === 1_048_576;
      const texts = { text: isText ? digest(url) : null, dataText: isText ? digest(data) : null };
      const expected = { data: digest(data), ...texts };
      assert.partialDeepStrictEqual(
        readContent(url, [100, 65_536, 1_398_123, 1_398_129]),
        expected,
      );
      assert.partialDeepStrictEqual(digestContent(url), expected);
    });
  }

  /** Decodes base64 as browsers do, also in the alphabet for URLs. */
  function decode(base64: string): Digest | null {
    const digits = base64
      .replaceAll('%41', 'A')
      .replaceAll('%3d', '=')
      .replaceAll('-', '+')
      .replaceAll('_', '/');
    try {
      return digest(Buffer.from(atob(digits), 'latin1'));
    } catch {
      return null;
    }
  }

  test('a data: URL is decoded if and only if browsers decode it', () => {
    const pieces = fc.constantFrom(...'AQgw+/-_= \n%é', '%41', '%3d');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), cuts, (base64, places) => {
        const { data } = readContent(writeEscaped(`data:;base64,${base64.join('')}`, [1]), places);
        assert.deepEqual(data, decode(base64.join('')));
      }),
      { numRuns: 1000 },
    );
  });

  test('a data: URL of a text has the digest of the text without byte order mark and with LF', () => {
    const text = '\ufeffone\r\ntwo\rthree é\r\n';
    const base64 = Buffer.from(text).toString('base64');
    for (const url of [
      `data:text/html;base64,${base64}`,
      `data:,${encodeURIComponent(text)}`,
      `data:image/svg+xml;base64,${base64}`,
      `DATA:image/SVG+XML;charset=utf-8,${encodeURIComponent(text)}`,
    ]) {
      for (const places of listCuts(url.length)) {
        assert.deepEqual(readContent(url, places).dataText, digest('one\ntwo\rthree é\n'));
      }
    }
    for (const type of ['image/png', 'image/svg', 'FONT/woff', 'audio/midi', 'video/mp4']) {
      assert.equal(readContent(`data:${type};base64,${base64}`).dataText, null, type);
    }
    assert.equal(readContent('data:;base64,/w==').dataText, null);
  });

  test('a data: URL that arrives in pieces has the same digest as the whole string', () => {
    for (const payload of [
      'QUJD\r\nREVG\r\n',
      'é\r\n😀%41é😀',
      'QUJD\ud83dQUJDQUJDQUJDQUJD',
      '\ude00',
    ]) {
      for (const how of [[0], [1], [0, 3]]) {
        const raw = png(writeEscaped(payload, how));
        const whole = digestContent(png(payload));
        assert.deepEqual(
          whole.text,
          payload.isWellFormed() ? digest(normalizeText(png(payload))) : null,
        );
        for (const places of listCuts(Buffer.byteLength(raw) + 1))
          assert.deepEqual(readContent(raw, places), whole);
      }
    }
  });
});
