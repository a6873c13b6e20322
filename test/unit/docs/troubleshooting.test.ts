import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explanations } from '../../../scripts/explanations.ts';
import { findErrorWords } from '../../../src/errors.ts';
import { assertNames } from '../../support/names.ts';
import { listFiles, readText } from '../../support/repository.ts';

const page = readText('docs/troubleshooting.md');

/** The codes of errors that are not in the table of errors: of a review, and of the command. */
const otherCodes = [
  ...['review_rejected', 'review_withdrawn'],
  ...['no_page', 'page_too_large', 'page_not_written', 'init_failed', 'init_unfinished'],
  ...['arrange_conflict', 'out_not_written', 'build_breaks'],
];

test('docs/troubleshooting.md has one anchor for each code of a review or of the command', () => {
  // The other tables are made from the code (`npm run docs -- --check` compares them).
  const written = page.replace(/<!-- begin (\S+) -->[\s\S]*?<!-- end \1 -->/g, '');
  const anchors = Array.from(written.matchAll(/<a id="(\w+)">/g), ([, anchor = '']) => anchor);
  assertNames(anchors, otherCodes, 'docs/troubleshooting.md, the rows with anchors,');
});

test('every error code appears in a test or a snapshot', () => {
  const files = [...listFiles('test', '.ts'), ...listFiles('test', '.md')].filter(
    (path) => !path.includes('/docs/'),
  );
  const texts = files.map(readText).join('\n');
  const codes = [...Object.keys(explanations), ...otherCodes];
  assert.deepEqual(
    codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(texts)),
    [],
  );
});

test('no row of docs/troubleshooting.md only repeats the advice of the error', () => {
  for (const [code, { check }] of Object.entries(explanations)) {
    const next = findErrorWords(code)?.next ?? '';
    if (next !== '') assert.ok(!check.includes(next) && !next.includes(check), code);
  }
});
