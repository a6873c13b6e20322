import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawExcerpt } from '../../../src/report/excerpt.ts';
import { compareWithFile } from '../../support/snapshot.ts';

/** The excerpt of a file for problems at a line and these columns. */
function draw(lines: readonly string[], line: number, ...columns: readonly number[]) {
  const readLines = async (first: number, last: number) => lines.slice(first - 1, last);
  return drawExcerpt(readLines, { line, columns, around: 2 });
}

const long = 'a'.repeat(200);

const excerpts: Readonly<Record<string, Parameters<typeof draw>>> = {
  'the line and its columns, behind a tab too': [[...Array(8).fill(''), '<p>', '\t<script src>', ''], 10, 2, 10],
  'numbers as wide as the last': [Array(9).fill('x'), 9],
  'the column right behind the end': [['abc'], 1, 4],
  'a column further right': [['abc'], 1, 5],
  'a line as long as is shown': [['a'.repeat(120)], 1],
  'a longer one': [['a'.repeat(121)], 1],
  'the last column in sight, and one that is not': [[long], 1, 1, 121, 122],
  'the last column for which the line starts at its start': [[long], 1, 120],
  'a column further right in a long line': [[long], 1, 121],
  'two columns far to the right, one out of sight': [[`${'a'.repeat(5000)}X${'b'.repeat(5000)}`], 1, 5001, 9000],
  'behind characters that are shown by their number': [['a\u202e\u0000X'], 1, 4],
};

test('excerpts mark their places as test/unit/report/snapshots/excerpts.md shows', async () => {
  const parts: string[] = [];
  for (const [name, given] of Object.entries(excerpts)) {
    parts.push(`## ${name}\n\n\`\`\`text\n${(await draw(...given)).join('\n')}\n\`\`\``);
  }
  compareWithFile('test/unit/report/snapshots/excerpts.md', parts.join('\n\n'));
});

test('there is none where the line is not there, or no line can be read', async () => {
  assert.deepEqual(await draw(['a'], 2, 1), []);
  assert.deepEqual(await draw([], 1, 1), []);
  assert.deepEqual(await drawExcerpt(async () => null, { line: 1, columns: [], around: 2 }), []);
});
