import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFiles, readText } from '../../support/repository.ts';

const page = readText('docs/architecture.md');
const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const numbers = new Map(
  [...words, 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen'].map((word, at) => [word, at]),
);

/** Each walk: what it follows, the number of files that it says, and the files of src that it links to. */
const walks = Array.from(
  page.matchAll(/^\*\*([^*]+)\*\*[\s\S]*?through (\w+) files[\s\S]*?(?=\n\n)/gm),
  ([text, name = '', number = '']) => ({
    name,
    said: numbers.get(number),
    files: new Set(Array.from(text.matchAll(/\]\(\.\.\/(src\/[\w./-]+)\)/g), ([, file = '']) => file)),
  }),
);

test('the walks are found: these tests can fail', () => {
  assert.deepEqual(
    walks.map(({ name }) => name),
    ['An input', 'A problem of a 422', "A file's bytes"],
  );
});

for (const { name, said, files } of walks) {
  test(`the walk "${name}" names as many files as it says`, () => assert.equal(files.size, said));
}

test('the walk of an input names every file of src that knows the input, beside the options of the command', () => {
  const files = listFiles('src', '.ts').filter((file) => !/arguments|terminal/.test(file));
  const knowing = files.filter((file) => /onInReview|on-in-review/.test(removeComments(readText(file))));
  assert.ok(knowing.length > 0);
  assert.deepEqual(
    knowing.filter((file) => walks[0]?.files.has(file) !== true),
    [],
  );
});

function removeComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
