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

/** The lines of each file by its path, without their places. */
function toLines({ files }: TextChanges): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(files.map(({ path, hunks }) => [path, hunks.flatMap(({ lines }) => lines)]));
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
    const ordered = ['service.json', 'instructions.md', 'index.html', 'a.css', 'assets/b.css'];
    const make = (text: string) => Object.fromEntries(ordered.map((path) => [path, text]));
    assert.deepEqual(Object.keys(toLines(await compare(make('"old"\n'), make('"new"\n')))), ordered);
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
    ['but where they do', 'service.json', '[1]\n', '{"name":"B"}\n', ['-[1]', '+{"name":"B"}']],
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
      assert.deepEqual(toLines(await compare({ [path]: before }, { [path]: after })), { [path]: lines });
    });
  }

  test('are those of the fields where a read lists no file for them', async () => {
    const files = { 'instructions.md': 'Be kind.', 'index.html': '<p>' };
    const changes = await compare({ 'index.html': '<p>' }, files, {}, { system_prompt: 'Be brief.' });
    assert.deepEqual(toLines(changes), { 'instructions.md': ['-Be brief.', '+Be kind.'] });
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
      assert.deepEqual({ files, named: named.map((change) => change.path) }, { files: [], named: [path] });
    });
  }

  test('are only named where the file changed since the scan: a deploy says so', async () => {
    const readText = () => {
      throw new Error('The file changed.');
    };
    const changes = await compare({ 'a.css': 'a' }, { 'a.css': 'b' }, { readText });
    assert.partialDeepStrictEqual(changes, { files: [], named: [{ path: 'a.css' }] });
  });

  /** So many files of so many lines each, all of which differ. */
  const rewrite = (files: number, lines: number): Promise<TextChanges> => {
    const paths = Array.from({ length: files }, (_, index) => `assets/${index}.css`);
    const [before, after] = ['', 'x'].map((mark) =>
      Object.fromEntries(paths.map((path) => [path, numbers(lines, mark)])),
    );
    return compare(before ?? {}, after ?? {});
  };

  test('are cut after 200 lines, and what follows is counted', async () => {
    const { files, named, moreFiles } = await rewrite(3, 80);
    const shown = files.map(({ path, hunks, moreLines }) => ({ path, lines: hunks[0]?.lines.length, moreLines }));
    const expected = [
      { path: 'assets/0.css', lines: 160, moreLines: 0 },
      { path: 'assets/1.css', lines: 38, moreLines: 122 },
    ];
    assert.deepEqual({ shown, named, moreFiles }, { shown: expected, named: [], moreFiles: 1 });
  });

  test('are compared no further where four files were too much', async () => {
    const { files, named, moreFiles } = await rewrite(6, 600);
    assert.deepEqual({ files, named: named.length, moreFiles }, { files: [], named: 4, moreFiles: 2 });
  });
});
