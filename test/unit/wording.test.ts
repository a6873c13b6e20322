import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFiles, readText } from '../support/repository.ts';

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

/** What users and contributors read: messages without the code's comments, pages without code. (sandbox/README.md quotes the service.) */
const texts = [
  ...listFiles('src', '.ts').map((file) => [file, /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm] as const),
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'action.yml', 'test/README.md']
    .concat(listFiles('docs', '.md'), listFiles('examples/workflows', '.yml'))
    .map((file) => [file, /```[\s\S]*?```|`[^`\n]*`/g] as const),
].map(([file, code]) => ({ file, text: readText(file).replace(code, '') }));

for (const [words, instead] of Object.entries(avoided)) {
  test(`no message of src, and no page, says "${words}", but "${instead}"`, () => {
    const pattern = new RegExp(`\\b${words}\\b`, 'i');
    assert.deepEqual(
      texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file),
      [],
    );
  });
}
