import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawExcerpt } from '../../../src/report/excerpt.ts';
import { toCode, toCodeBlock, toPrintable, toProse } from '../../../src/text/escape.ts';
import { findLive, readRendered } from '../../support/live-markdown.ts';
import {
  compareSections,
  compareWithFile,
  type Section,
  toSnapshotName,
} from '../../support/snapshot.ts';
import { hostileText } from './hostile-text.ts';
import { renderCases } from './readers.ts';

test('what is alive in Markdown is found', () => {
  const plain =
    'https://a.example www.a.example a@b.example @team &#64;team #12 GH-12 deadbeef :tada: <b>x</b> ~~x~~ $x$ ***';
  const links = [
    '[x](javascript:y)',
    '[x](https://struck.example "t")',
    '![x](https://a.example/b)',
  ];
  for (const markdown of [...plain.split(' '), ...links, '1. x', '1) x', 'x\n===', '- [ ] x']) {
    assert.notDeepEqual(findLive(markdown), [], markdown);
  }
});

test('prose and code mean nothing, as test/unit/report/snapshots/markdown.md shows', () => {
  const texts = [
    ...[
      'The page has no title: add one (see 3.4).',
      'GH-1, gh-2, xGH-12 xwww.',
      'ask @team in #12 [3]',
    ],
    ...[
      'see https://a.example/x_y, WWW.a.example',
      '0123456789ABCDEF',
      '[ ] no task',
      '- not a list',
      '12) nor this',
    ],
    ...['1. nor this', '**', '  ', 'a|b`c\\<d>\n@team'],
  ];
  const parts = texts.map((text) => [JSON.stringify(text), toProse(text), toCode(text)].join('\n'));
  compareWithFile(
    'test/unit/report/snapshots/markdown.md',
    `\`\`\`text\n${parts.join('\n\n')}\n\`\`\``,
  );
});

test('no run of backticks closes a block', () => {
  assert.equal(toCodeBlock('a\r\nb'), '```text\na\nb\n```');
  assert.equal(toCodeBlock('`x`\n````\nx'), '`````text\n`x`\n````\nx\n`````');
});

test('hostile text is not alive, in a paragraph, a list, a quotation or a table, and reads as it is', () => {
  const inTable = (cell: string) => `| A |\n| --- |\n| ${cell} |`;
  fc.assert(
    fc.property(hostileText, (text) => {
      const prose = toProse(text);
      const inLines = [prose, `- ${prose}`, `x\n${prose}`, `> ${prose}`];
      for (const markdown of [
        ...inLines,
        toCode(text),
        toCodeBlock(text),
        inTable(prose),
        inTable(toCode(text)),
      ]) {
        assert.deepEqual(findLive(markdown), [], markdown);
      }
      assert.doesNotMatch(`${toCode(text)}${prose}`, /[\n|`]/);
      assert.equal(readRendered(prose), toPrintable(text).trim());
    }),
    { numRuns: 1000 },
  );
});

test('excerpts mark their places as test/unit/report/snapshots/excerpts.md shows', async () => {
  const long = 'a'.repeat(200);
  const excerpts: Readonly<
    Record<string, readonly [lines: readonly string[], line: number, column?: number]>
  > = {
    'the line and its column, behind a tab too': [
      [...Array(8).fill(''), '<p>', '\t<script src>', ''],
      10,
      10,
    ],
    'numbers as wide as the last': [Array(9).fill('x'), 9],
    'the column right behind the end': [['abc'], 1, 4],
    'a column further right': [['abc'], 1, 5],
    'a line as long as is shown': [['a'.repeat(120)], 1],
    'the last column for which the line starts at its start': [[long], 1, 120],
    'a column further right in a long line': [[long], 1, 121],
    'a column far to the right': [[`${'a'.repeat(5000)}X${'b'.repeat(5000)}`], 1, 5001],
    'behind characters that are shown by their number': [['a\u202e\u0000X'], 1, 4],
    'none where the line is not there': [['a'], 2, 1],
  };
  const parts: Section[] = [];
  for (const [name, [lines, line, column = null]] of Object.entries(excerpts)) {
    const readLines = async (_: string, first: number, last: number) =>
      lines.slice(first - 1, last);
    const drawn = await drawExcerpt({ path: 'index.html', line, column }, readLines, { around: 2 });
    parts.push([name, drawn]);
  }
  compareSections('test/unit/report/snapshots/excerpts.md', parts);
});

for (const [name, markdown] of await renderCases()) {
  const file = `test/unit/report/snapshots/seen-${toSnapshotName(name)}`;
  test(`${name} reads as ${file} shows`, () => compareWithFile(file, markdown));
}
