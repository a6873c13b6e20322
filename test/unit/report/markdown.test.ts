import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawExcerpt } from '../../../src/report/excerpt.ts';
import { toCode, toCodeBlock, toPrintable, toProse } from '../../../src/text/escape.ts';
import { findLive, readRendered } from '../../support/live-markdown.ts';
import { compareSections, compareWithFile, type Section } from '../../support/snapshot.ts';
import { hostileText } from './hostile-text.ts';

test('findLive finds mentions, links, HTML and everything else that GitHub renders', () => {
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

test('prose and code are escaped for Markdown (snapshots/markdown.md)', () => {
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

test('backticks in a text cannot close a code block', () => {
  assert.equal(toCodeBlock('a\r\nb'), '```text\na\nb\n```');
  assert.equal(toCodeBlock('`x`\n````\nx'), '`````text\n`x`\n````\nx\n`````');
});

test('hostile text is shown literally in Markdown', () => {
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

test('excerpts mark line and column (snapshots/excerpts.md)', () => {
  const long = 'a'.repeat(200);
  const excerpts: Readonly<
    Record<string, readonly [lines: readonly string[], line: number, column?: number]>
  > = {
    'line and column, after a tab': [[...Array(8).fill(''), '<p>', '\t<script src>', ''], 10, 10],
    'numbers as wide as the last one': [Array(9).fill('x'), 9],
    'the column after the end of the line': [['abc'], 1, 4],
    'a column beyond the line': [['abc'], 1, 5],
    'a line of exactly the shown width': [['a'.repeat(120)], 1],
    'the last column that is shown with the start of the line': [[long], 1, 120],
    'the next column': [[long], 1, 121],
    'a column far to the right': [[`${'a'.repeat(5000)}X${'b'.repeat(5000)}`], 1, 5001],
    'after escaped characters': [['a\u202e\u0000X'], 1, 4],
    'no excerpt of a missing line': [['a'], 2, 1],
  };
  const parts: Section[] = [];
  for (const [name, [lines, line, column = null]] of Object.entries(excerpts)) {
    const readLines = (_: string, first: number, last: number) => lines.slice(first - 1, last);
    const problem = { path: 'index.html', line, column };
    const drawn = drawExcerpt(problem, readLines, { around: 2 });
    parts.push([name, drawn]);
  }
  compareSections('test/unit/report/snapshots/excerpts.md', parts);
});
