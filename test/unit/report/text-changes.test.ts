import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TextChanges } from '../../../src/outcome.ts';
import { formatTextChanges, renderTextChanges } from '../../../src/report/text-changes.ts';
import { hostileText } from './hostile-text.ts';
import { findLive, readRendered } from './live-markdown.ts';
import { makeReport } from './sample.ts';

/** Texts that differ in one hunk for each file. */
function makeChanges(
  files: Readonly<Record<string, readonly string[]>>,
  { moreLines = 0, ...parts }: Partial<TextChanges> & { readonly moreLines?: number } = {},
): TextChanges {
  const toChange = ([path, lines]: readonly [string, readonly string[]]) => {
    return { path, hunks: [{ oldStart: 4, oldLines: 2, newStart: 5, newLines: 3, lines }], moreLines };
  };
  return { files: Object.entries(files).map(toChange), named: [], moreFiles: 0, ...parts };
}

const picture = { path: 'assets/a.png', kind: 'changed', bytesBefore: 16, bytesAfter: null } as const;

test('texts that do not differ take no room', () => {
  for (const textChanges of [null, makeChanges({})]) {
    assert.equal(renderTextChanges({ textChanges, changed: false }), '');
    assert.deepEqual(formatTextChanges({ textChanges }), []);
  }
  const textChanges = makeChanges({}, { moreFiles: 1 });
  assert.deepEqual(formatTextChanges({ textChanges }), ['… and 1 more file, omitted.']);
});

test('texts that differ take 60 KB, and what is omitted is counted', () => {
  const lines = Array.from({ length: 100 }, () => `+${'é'.repeat(400)}`);
  const textChanges = makeChanges({ 'a.css': lines, 'b.css': ['+b'] }, { moreLines: 5, moreFiles: 1 });
  const shown = formatTextChanges({ textChanges });
  const ofFile = shown.filter((line) => /^[@+]/.test(line));
  assert.ok(Buffer.byteLength(ofFile.join('\n')) <= 60_000);
  assert.equal(ofFile.length, 75);
  assert.equal(shown.at(-1), '… and 31 more lines and 2 more files, omitted.');
});

test('of a long line the start is shown, and of many names the first 30', () => {
  const named = Array.from({ length: 32 }, (_, index) => ({ ...picture, path: `${index}.png` }));
  const textChanges = makeChanges({ 'a.js': [`+${'x'.repeat(250_000)}`] }, { named });
  const [, , line = '', last = ''] = formatTextChanges({ textChanges });
  assert.match(line, /^\+x{400,} … \(2\d{5} characters more\)$/);
  assert.ok(line.length <= 500);
  assert.match(last, /, 29\.png \(changed, 16 B\), and 2 more files\.$/);
});

test('texts cannot act, nor close their block, whatever stands in them', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (path, text) => {
      const lines = text.split('\n').flatMap((line) => [` ${line}`, `+${line}`]);
      const textChanges = makeChanges({ [path]: lines }, { named: [{ ...picture, path }] });
      const markdown = renderTextChanges(makeReport({ facts: { textChanges } }).facts);
      assert.deepEqual(findLive(markdown), []);
      assert.match(readRendered(markdown), /Not shown line by line: /);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be shown
      assert.doesNotMatch(markdown, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
      // A carriage return alone ends no line: what follows it would bear no sign.
      assert.ok(markdown.split('\n').length <= lines.length + 10);
    }),
    {
      examples: [
        ['a', '```\n<img src=x onerror=y>'],
        ['a', '\r'.repeat(20)],
      ],
    },
  );
});
