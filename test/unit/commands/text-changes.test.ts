import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareFolder } from '../../../src/commands/compare.ts';
import { diffTexts } from '../../../src/commands/text-changes.ts';
import { digestContent } from '../../../src/content.ts';
import type { ScannedFolder } from '../../../src/folder/folder.ts';
import type { TextChanges } from '../../../src/outcome.ts';
import { showTides } from '../../support/fake-service/app.ts';
import { createFakeFolder, type Files } from '../../support/fake-service/folder.ts';

type Shown = Readonly<Record<string, string>>;

/** Compares an app that was read with its texts with a folder of these files. */
async function compare(shown: Shown, files: Files, parts: Partial<ScannedFolder> = {}, fields = {}) {
  const contents = Object.entries(shown).map(([path, text]) => {
    const isKept = path === 'service.json';
    return [path, digestContent(text, { isKept, keepsText: true })] as const;
  });
  const app = { ...showTides({ status: 'draft', ...fields }), files: new Map(contents) };
  const folder = { ...(await createFakeFolder(files).scan()), ...parts };
  return diffTexts(app, folder, compareFolder(app, folder)?.changes ?? []);
}

/** Each file as its path and its lines, without their places. */
function toLines({ files }: TextChanges): readonly (readonly string[])[] {
  return files.map(({ path, hunks }) => [path, ...hunks.flatMap(({ lines }) => lines)]);
}

const numbers = (count: number, mark = ''): string =>
  Array.from({ length: count }, (_, index) => `${index}${mark}\n`).join('');

describe('the texts of the draft and of the folder', () => {
  test('differ line by line, with three lines around and their numbers', async () => {
    const shown = { 'index.html': numbers(20) };
    const { files, named, moreFiles } = await compare(shown, { 'index.html': numbers(20).replace('9\n', 'nine\n') });
    const hunk = { oldStart: 7, oldLines: 7, newStart: 7, newLines: 7 };
    const lines = [' 6', ' 7', ' 8', '-9', '+nine', ' 10', ' 11', ' 12'];
    assert.deepEqual(files, [{ path: 'index.html', hunks: [{ ...hunk, lines }], moreLines: 0 }]);
    assert.deepEqual([named, moreFiles], [[], 0]);
  });

  test('come in the order in which reviewers read them', async () => {
    const paths = ['a.css', 'assets/b.css', 'index.html', 'instructions.md', 'service.json'];
    const make = (text: string) => Object.fromEntries(paths.map((path) => [path, text]));
    const { files } = await compare(make('"old"\n'), make('"new"\n'));
    const ordered = ['service.json', 'instructions.md', 'index.html', 'a.css', 'assets/b.css'];
    assert.deepEqual(
      files.map(({ path }) => path),
      ordered,
    );
  });

  for (const [name, path, before, after, lines] of [
    ['byte order mark and CRLF do not count', 'a.css', '\ufeffa\r\nb\r\n', 'a\nc\n', [' a', '-b', '+c']],
    ['a data: URL counts as its text', 'a.css', 'data:text/css;base64,YQo=', 'b\n', ['-a', '+b']],
    ['nor white space at the ends of the prompt', 'instructions.md', '\n a \n\n', 'a\nb', [' a', '+b']],
    ['an empty prompt has no line', 'instructions.md', '', 'a', ['+a']],
    [
      'nor the layout of service.json, where both are objects',
      'service.json',
      '{"name":"A","color":"#0a7ea4"}',
      '{ "color": "#0a7ea4",\n"name": "B" }',
      [' {', '   "color": "#0a7ea4",', '-  "name": "A"', '+  "name": "B"', ' }'],
    ],
    ['but where they do', 'service.json', '[1]', '{"name":"B"}\n', undefined],
    [
      'and numbers do not lose digits',
      'service.json',
      '{"a":1e400}\n',
      '{"a":2e400}\n',
      ['-{"a":1e400}', '+{"a":2e400}'],
    ],
    ['an end without a line end is told', 'a.css', 'a\n', 'a', ['-a', '+a', '\\ No newline at end of file']],
  ] as const) {
    test(`differ in what a person reads: ${name}`, async () => {
      const changes = await compare({ [path]: before }, { [path]: after });
      const expected = lines ?? ['-[1]', '\\ No newline at end of file', '+{"name":"B"}'];
      assert.deepEqual(toLines(changes), [[path, ...expected]]);
    });
  }

  test('are those of the fields where a read lists no file for them', async () => {
    const files = { 'instructions.md': 'Be kind.', 'index.html': '<p>' };
    const fields = { system_prompt: 'Be brief.' };
    assert.deepEqual(toLines(await compare({ 'index.html': '<p>' }, files, {}, fields)), [
      ['instructions.md', '-Be brief.', '+Be kind.'],
    ]);
  });

  const large = 'a line of text\n'.repeat(17_477);
  for (const [name, before, after] of [
    ['added', null, 'new\n'],
    ['removed', 'old\n', null],
    ['of no text in the draft', 'data:text/css;base64,/w==', 'new\n'],
    ['a picture', 'data:image/png;base64,AAAA', Buffer.from('89504e47', 'hex')],
    ['larger than 256 KiB in the draft', large, 'new\n'],
    ['larger than 256 KiB in the folder', 'old\n', large],
    ['rewritten', numbers(600), numbers(600, 'x')],
  ] as const) {
    test(`are only named: ${name}`, async () => {
      const path = name === 'a picture' ? 'assets/a.png' : 'assets/a.css';
      const { files, named } = await compare(
        before === null ? {} : { [path]: before },
        after === null ? {} : { [path]: after },
      );
      assert.deepEqual([files, named.map((change) => change.path)], [[], [path]]);
    });
  }

  test('are only named where the file changed since the scan: a deploy says so', async () => {
    const readText = () => {
      throw new Error('The file changed.');
    };
    const { files, named } = await compare({ 'a.css': 'a' }, { 'a.css': 'b' }, { readText });
    assert.deepEqual([files, named.length], [[], 1]);
  });

  test('are cut after 200 lines, and what follows is counted', async () => {
    const paths = ['a.css', 'b.css', 'c.css'];
    const make = (mark: string) => Object.fromEntries(paths.map((path) => [path, numbers(80, mark)]));
    const { files, named, moreFiles } = await compare(make(''), make('x'));
    const counts = files.map(({ path, hunks, moreLines }) => [path, hunks[0]?.lines.length, moreLines]);
    assert.deepEqual(
      [counts, named, moreFiles],
      [
        [
          ['a.css', 160, 0],
          ['b.css', 38, 122],
        ],
        [],
        1,
      ],
    );
  });

  test('are compared no further where four files were too much', async () => {
    const entries = (text: string) => Array.from({ length: 6 }, (_, index) => [`assets/${index}.css`, text]);
    const rewritten = await compare(
      Object.fromEntries(entries(numbers(600))),
      Object.fromEntries(entries(numbers(600, 'x'))),
    );
    assert.deepEqual([rewritten.files.length, rewritten.named.length, rewritten.moreFiles], [0, 4, 2]);
  });

  test('are none where nothing differs', async () => {
    const same = { 'index.html': '<p>' };
    assert.deepEqual(await compare(same, same), { files: [], named: [], moreFiles: 0 });
  });
});
