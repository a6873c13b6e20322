import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findErrorWords, listErrorCodes } from '../../../src/errors.ts';
import { inputFaults } from '../../../src/inputs/inputs.ts';
import { assertNames } from '../../support/names.ts';
import { listFiles, readText } from '../../support/repository.ts';

/**
 * Without the table of the offline check, which is made from the code (`npm run docs -- --check`
 * compares it).
 */
const page = readText('docs/troubleshooting.md').replace(
  /<!-- begin checks -->[\s\S]*?<!-- end checks -->/,
  '',
);

/** Each code of a row: the anchor if this row has it, the code and the fix. */
const rows = Array.from(
  page.matchAll(/^\| ((?:<a id="|`\w+`).*?) \| (.*) \|$/gm),
  ([, codes = '', cells = '']) =>
    Array.from(
      codes.matchAll(/(?:<a id="(\w+)"><\/a>)?`(\w+)`/g),
      ([, anchor = '', code = '']) => ({ anchor, code, fix: cells.split(' | ').at(-1) }),
    ),
).flat();

test('docs/troubleshooting.md has an anchor for every error code, at its first row, and no others', () => {
  const ofEnds = ['review_rejected', 'review_withdrawn', 'unsupported_runtime'];
  const ofCommand = ['command_unknown', 'option_unknown'];
  const ofCli = [
    ...['no_page', 'page_too_large', 'page_not_written', 'init_failed', 'init_unfinished'],
    ...['arrange_conflict', 'out_not_written', 'build_breaks'],
  ];
  const codes = [
    ...new Set([...listErrorCodes(), ...inputFaults, ...ofEnds, ...ofCommand, ...ofCli]),
  ];
  const first = rows.filter(
    ({ code }, index) => rows.findIndex((row) => row.code === code) === index,
  );
  const anchors = first.map(({ anchor, code }) => anchor || `${code} (without an anchor)`);
  assertNames(anchors, codes, 'docs/troubleshooting.md, the rows with anchors,');
});

test('every error code appears in a test or a snapshot', () => {
  const files = [...listFiles('test', '.ts'), ...listFiles('test', '.md')].filter(
    (path) => !path.includes('/docs/'),
  );
  const texts = files.map(readText).join('\n');
  const isMet = ({ code }: { readonly code: string }) => new RegExp(`\\b${code}\\b`).test(texts);
  assert.deepEqual(
    rows.filter((row) => !isMet(row)),
    [],
  );
});

test('no row of docs/troubleshooting.md only repeats the advice of the error', () => {
  for (const { code, fix = '' } of rows) {
    const next = findErrorWords(code)?.next ?? '';
    if (next !== '') assert.ok(!fix.includes(next) && !next.includes(fix), code);
  }
});

test('an error code has a reason in docs/troubleshooting.md', () => {
  const reasons = page.matchAll(/^\| <a id="\w+"><\/a>`(\w+)`.*? \| (.*?) \| .* \|$/gm);
  const short = Array.from(reasons).filter(
    ([, code = '', why = '']) => findErrorWords(code) !== null && why.split(' ').length < 4,
  );
  assert.deepEqual(short, []);
});
