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
function toLines({ files }: TextChanges): readonly (readonly [path: string, ...string[]])[] {
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
    const ordered = ['service.json', 'instructions.md', 'index.html', 'a.css', 'assets/b.css'];
    const make = (text: string) => Object.fromEntries(ordered.map((path) => [path, text]));
    const { files } = await compare(make('"old"\n'), make('"new"\n'));
    assert.deepEqual(
      files.map(({ path }) => path),
      ordered,
    );
  });

  const json = 'service.json';
  for (const [name, path, before, after, lines] of [
    ['byte order mark and CRLF do not count', 'a.css', '\ufeffa\r\nb\r\n', 'a\nc\n', [' a', '-b', '+c']],
    ['a data: URL counts as its text', 'a.css', 'data:text/css;base64,YQo=', 'b\n', ['-a', '+b']],
    ['nor white space at the ends of the prompt', 'instructions.md', '\n a \n\n', 'a\nb', [' a', '+b']],
    ['an empty prompt has no line', 'instructions.md', '', 'a', ['+a']],
    [
      'nor the layout of an object',
      json,
      '{"b":1,"a":2}',
      '{ "a": 2,\n"b": 3 }',
      [' {', '   "a": 2,', '-  "b": 1', '+  "b": 3', ' }'],
    ],
    ['but that of no object', json, '[1]\n', '{"name":"B"}\n', ['-[1]', '+{"name":"B"}']],
    ['and numbers do not lose digits', json, '{"a":1e400}\n', '{"a":2e400}\n', ['-{"a":1e400}', '+{"a":2e400}']],
    ['an end without a line end is told', 'a.css', 'a\n', 'a', ['-a', '+a', '\\ No newline at end of file']],
  ] as const) {
    test(`differ in what a person reads: ${name}`, async () => {
      assert.deepEqual(toLines(await compare({ [path]: before }, { [path]: after })), [[path, ...lines]]);
    });
  }

  test('are those of the fields where a read lists no file for them', async () => {
    const files = { 'instructions.md': 'Be kind.', 'index.html': '<p>' };
    const changes = await compare({ 'index.html': '<p>' }, files, {}, { system_prompt: 'Be brief.' });
    assert.deepEqual(toLines(changes), [['instructions.md', '-Be brief.', '+Be kind.']]);
  });

  const large = 'a line of text\n'.repeat(17_477);
  const readText = (): never => {
    throw new Error('The file changed.');
  };
  const css = (text: string): Shown => ({ 'assets/a.css': text });
  const rows: readonly (readonly [name: string, shown: Shown, files: Files, parts?: Partial<ScannedFolder>])[] = [
    ['added', {}, css('new\n')],
    ['removed', css('old\n'), {}],
    ['of no text in the draft', css('data:text/css;base64,/w=='), css('new\n')],
    ['a picture', { 'assets/a.png': 'data:image/png;base64,AAAA' }, { 'assets/a.png': Buffer.from('89504e47', 'hex') }],
    ['larger than 256 KiB in the draft', css(large), css('new\n')],
    ['larger than 256 KiB in the folder', css('old\n'), css(large)],
    ['rewritten', css(numbers(600)), css(numbers(600, 'x'))],
    ['changed since the scan, as a deploy will say', css('a'), css('b'), { readText }],
  ];
  for (const [name, shown, local, parts] of rows) {
    test(`are only named: ${name}`, async () => {
      const { files, named } = await compare(shown, local, parts);
      const paths = Object.keys({ ...shown, ...local });
      assert.deepEqual({ files, named: named.map(({ path }) => path) }, { files: [], named: paths });
    });
  }

  /** So many files of so many lines each, all of which differ. */
  const rewrite = (files: number, lines: number): Promise<TextChanges> => {
    const paths = Array.from({ length: files }, (_, index) => `assets/${index}.css`);
    const make = (mark: string): Shown => Object.fromEntries(paths.map((path) => [path, numbers(lines, mark)]));
    return compare(make(''), make('x'));
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
