import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');

/** The code of src without its comments, which no user reads. */
const sources = globSync('src/**/*.ts', { cwd: root }).map((file) => {
  const code = readFileSync(join(root, file), 'utf8');
  return { file, code: code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1') };
});

/** What users and contributors read, without code and the names of tests. (sandbox/README.md quotes the service's document.) */
const pages = globSync(['*.md', 'docs/**/*.md', 'test/README.md', 'examples/workflows/*.yml', 'action.yml'], {
  cwd: root,
}).map((file) => ({ file, code: readFileSync(join(root, file), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '') }));

/** Words that a newcomer would have to learn first, and what is written in their place. */
const avoided: Readonly<Record<string, string>> = {
  mend: 'fix',
  'run again': 're-run',
  verdict: 'review result',
  'the reviewer says': "Reviewer's note",
  'left out': 'excluded',
  'stays behind': 'excluded',
  'one a line': 'one per line',
  'no failure': 'does not fail the step',
  "in the service's word": 'as returned by the API',
  'what became of': 'the result could not be verified',
  fate: 'the result could not be verified',
  'stands in': 'contains',
  'wrong input': 'invalid input',
  'nothing was sent that changes anything': 'no changes were made',
  'that it may have': 'has reached the limit of',
  'said yes': 'accepted the change',
  'no whole answer': 'the request timed out',
  'all the same': 'anyway',
  'no room': 'omitted',
  'if it stays so': 'if it persists',
  'moved past': 'a newer commit exists',
  'everybody sees': 'it is public',
  'nobody else sees': 'visible only to you',
  'stand-in': 'mock',
};

test('the sources are found: these tests can fail', () => {
  assert.ok(sources.length > 30);
  assert.ok(pages.length > 20);
  assert.ok(sources.some(({ code }) => /\bexcluded\b/i.test(code)));
});

describe('no message of src, and no page, says', () => {
  for (const [words, instead] of Object.entries(avoided)) {
    test(`"${words}", but "${instead}"`, () => {
      const pattern = new RegExp(`\\b${words}\\b`, 'i');
      assert.deepEqual(
        [...sources, ...pages].filter(({ code }) => pattern.test(code)).map(({ file }) => file),
        [],
      );
    });
  }
});
