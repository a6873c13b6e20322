import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  countShownBytes,
  isSameFile,
  isSameShown,
  readShownBytes,
  readShownText,
} from '../../../src/app/content.ts';
import { unreadableText } from '../../../src/text/json.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { normalizeText } from '../../support/fake-service/folder.ts';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
const toUrl = (bytes: string | Uint8Array, type = 'text/css') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(fc.constantFrom(...'😀"\\\n\r\ufeffüa/', '\r\n', '\ud83d', '\ude00', 'data:,'))
    .map((parts) => parts.join('')),
);

describe('a content in a response', () => {
  test('a text is the same as its file, whatever its line ends and byte order mark', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        if (!text.isWellFormed()) {
          assert.equal(isSameFile(text, bytesOf(text)), false);
          assert.deepEqual([readShownBytes(text), readShownText(text)], [null, null]);
          return;
        }
        const normal = normalizeText(text);
        for (const file of [text, `\ufeff${normal.replaceAll('\n', '\r\n')}`]) {
          assert.ok(isSameFile(text, bytesOf(file)));
          assert.ok(isSameFile(toUrl(text), bytesOf(file)));
          assert.ok(isSameFile(`data:,${encodeURIComponent(text)}`, bytesOf(file)));
        }
        if (normal !== normalizeText(other) && !text.startsWith('data:'))
          assert.equal(isSameFile(text, bytesOf(other.toWellFormed())), false);
      }),
      { numRuns: 500 },
    );
  });

  test('two reads show the same content in any two forms, and an unreadable one is only the same as itself', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const forms = [
          text,
          toUrl(text),
          toUrl(text, ''),
          `data:,${encodeURIComponent(text.toWellFormed())}`,
        ];
        if (!text.isWellFormed()) forms.length = 1;
        for (const one of forms) for (const two of forms) assert.ok(isSameShown(one, two));
        const isSame = normalizeText(text) === normalizeText(other);
        if (isSame || text.startsWith('data:') || other.startsWith('data:')) return;
        assert.equal(isSameShown(text, other), false);
        if (other.isWellFormed()) assert.equal(isSameShown(text, toUrl(other)), false);
      }),
      { numRuns: 500 },
    );
    assert.ok(isSameShown(unreadableText, unreadableText));
    for (const other of ['', '\ufffd', toUrl('\ufffd')]) {
      assert.equal(isSameShown(unreadableText, other), false);
      assert.equal(isSameShown(other, unreadableText), false);
    }
    assert.equal(isSameFile(unreadableText, bytesOf('\ufffd')), false);
  });

  for (const type of ['image/png', 'image/svg', 'FONT/woff', 'audio/midi', 'video/mp4']) {
    test(`a data: URL of ${type} is compared byte by byte`, () => {
      const url = toUrl('a\r\n', type);
      assert.ok(isSameFile(url, bytesOf('a\r\n')));
      assert.equal(isSameFile(url, bytesOf('a\n')), false);
      assert.equal(isSameShown(url, toUrl('a\n', type)), false);
      assert.equal(readShownText(url), null);
    });
  }

  test('a data: URL of an SVG is compared as a text', () => {
    for (const type of ['image/svg+xml', 'image/SVG+XML;charset=utf-8'])
      assert.ok(isSameFile(toUrl('<svg>\r\n', type), bytesOf('\ufeff<svg>\n')));
  });

  test('bytes that are not a text are the same only as themselves', () => {
    const anyBytes = fc.uint8Array({ maxLength: 200 });
    const type = fc.string({ unit: fc.constantFrom('a', ';', 'é', '='), maxLength: 120 });
    fc.assert(
      fc.property(anyBytes, anyBytes, type, fc.boolean(), (data, other, name, isPadded) => {
        const base64 = Buffer.from(data).toString('base64');
        const url = `data:${name};base64,${isPadded ? base64 : base64.replace(/=+$/, '')}`;
        assert.ok(isSameFile(url, data));
        assert.deepEqual(readShownBytes(url), Buffer.from(data));
        if (!isUtf8(data)) assert.equal(isSameFile(url, other), Buffer.compare(data, other) === 0);
      }),
      { numRuns: 300 },
    );
  });

  for (const [shown, text] of [
    ['AB', 'AB'],
    ['', ''],
    [toUrl('AB'), 'AB'],
    ['data:text/css,a%7B%7D', 'a{}'],
    // It is the text of a file, since it is not a valid data: URL.
    ['data:text/css;base64,%', 'data:text/css;base64,%'],
    [toUrl('<svg/>', 'image/svg+xml'), '<svg/>'],
    [toUrl('AB', 'image/png'), null],
    ['data:text/css;base64,/w==', null],
    ['\ude00', null],
    ['data:,\ude00', null],
  ] as const) {
    test(`the text of a content is readable in either form: ${JSON.stringify(shown)}`, () => {
      assert.equal(readShownText(shown), text);
    });
  }
});

describe('a data: URL in a response', () => {
  const png = (base64: string): string => `data:image/png;base64,${base64}`;
  const long = 'x'.repeat(250);
  const rows: readonly (readonly [url: string, data: string])[] = [
    [png('AA AA'), '\0\0\0'],
    [png('AAAA\r\nAAAA\r\n'), '\0'.repeat(6)],
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
    ...['A', 'AA=', 'AAA==', 'AAAA====', '=', 'AA==AAAA', 'AAA=AAAA', 'AA,A', 'AA%ZZ'].map(png),
    ...['ÄÄÄÄ', 'AAA\0', 'AAAA#AAA', 'AAAA#AAA AAAA AAAA', 'AAAA%2541'].map(png),
    // An escaped percent sign does not begin an escape.
    ...['AAAA%%4141AAAA', `AAA%25${' '.repeat(12)}41`].map(png),
    ...['', 'd', 'data:', 'data:image/png;base64', ' data:;base64,AAAA', 'xdata:,AAAA'],
    ...['blob:;base64,AAAA', `data:${long}x;base64,AAAA`],
  ];
  for (const [url, data] of [...rows, ...none.map((url) => [url, null] as const)]) {
    const name = JSON.stringify(url.slice(0, 60));
    test(`a data: URL is ${data === null ? 'kept as text' : 'decoded'}: ${name}`, () => {
      assert.deepEqual(readShownBytes(url), bytesOf(data ?? url));
      assert.equal(countShownBytes(url), Buffer.byteLength(data ?? url));
      // A file may itself have this text.
      assert.ok(isSameFile(url, bytesOf(url)));
      assert.ok(isSameFile(url, bytesOf(data ?? url)));
    });
  }

  /** Decodes base64 as browsers do, also in the alphabet for URLs. */
  function decode(base64: string): Buffer | null {
    const digits = base64
      .replaceAll('%41', 'A')
      .replaceAll('%3d', '=')
      .replaceAll('-', '+')
      .replaceAll('_', '/');
    try {
      return bytesOf(atob(digits), 'latin1');
    } catch {
      return null;
    }
  }

  test('a data: URL is decoded if and only if browsers decode it', () => {
    const pieces = fc.constantFrom(...'AQgw+/-_= \n%é', '%41', '%3d');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const base64 = parts.join('');
        const url = `data:;base64,${base64}`;
        const bytes = decode(base64) ?? bytesOf(url);
        assert.deepEqual(readShownBytes(url), bytes);
        assert.equal(countShownBytes(url), bytes.length);
      }),
      { numRuns: 1000 },
    );
  });
});
