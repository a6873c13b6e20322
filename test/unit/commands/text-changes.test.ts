import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareFolder } from '../../../src/commands/compare.ts';
import { diffTexts } from '../../../src/commands/text-changes.ts';
import type { ScannedFolder } from '../../../src/folder/folder.ts';
import { digestContent } from '../../../src/model/content.ts';
import type { TextChanges } from '../../../src/model/outcome.ts';
import { toDiffLines } from '../../../src/report/tables.ts';
import { showTides } from '../../support/fake-service/app.ts';
import { createFakeFolder, type Files } from '../../support/fake-service/folder.ts';
import { compareSections, type Section } from '../../support/snapshot.ts';

type Shown = Readonly<Record<string, string>>;

/**
 * Compares an app that was read with its texts, and with this prompt, with a folder of these files.
 */
async function compare(
  shown: Shown,
  files: Files,
  parts: Partial<ScannedFolder> = {},
  prompt = '',
) {
  const contents = Object.entries(shown).map(([path, text]) => {
    return [path, digestContent(text, true)] as const;
  });
  const app = { ...showTides({ system_prompt: prompt }), files: new Map(contents) };
  const folder = { ...(await createFakeFolder(files).scan()), ...parts };
  return diffTexts(app, folder, compareFolder(app, folder)?.changes ?? []);
}

const service = 'service.json';
const prompt = 'instructions.md';
const css = (text: string): Shown => ({ 'assets/a.css': text });
const numbers = (count: number, mark = ''): string =>
  Array.from({ length: count }, (_, index) => `${index}${mark}\n`).join('');

const large = 'a line of text\n'.repeat(17_477);
const readText = (): never => {
  throw new Error('The file changed.');
};

/** The texts in the draft and in the folder. */
const rows: Readonly<Record<string, Parameters<typeof compare>>> = {
  'three lines around, and their numbers': [
    css(numbers(20)),
    css(numbers(20).replace('9\n', 'nine\n')),
  ],
  'byte order mark and CRLF do not count': [css('\ufeffa\r\nb\r\n'), css('a\nc\n')],
  'a data: URL counts as its text': [css('data:text/css;base64,YQo='), css('b\n')],
  'a text that is sent as base64, because it is a picture': [
    { 'assets/a.svg': '<svg/>\n' },
    { 'assets/a.svg': '<svg />\n' },
  ],
  'an end without a line end is told': [css('a\n'), css('a')],
  'white space at the ends of the prompt does not count': [
    { [prompt]: '\n a \n\n' },
    { [prompt]: 'a\nb' },
  ],
  'an empty prompt has no line': [{ [prompt]: '' }, { [prompt]: 'a' }],
  'a prompt that is a field alone': [
    { 'index.html': '' },
    { 'index.html': '', [prompt]: 'a' },
    {},
    'b',
  ],
  'the layout of an object does not count': [
    { [service]: '{"b":1,"a":2}' },
    { [service]: '{ "a": 2,\n"b": 3 }' },
  ],
  'that of no object does': [{ [service]: '[1]\n' }, { [service]: '{"name":"B"}\n' }],
  'in the order in which reviewers read them': [
    { 'a.css': 'a', 'b.css': 'b', 'index.html': 'c', [prompt]: 'd', [service]: '"e"' },
    { 'a.css': 'f', 'b.css': 'g', 'index.html': 'h', [prompt]: 'i', [service]: '"j"' },
  ],
  'added, and only named': [{}, css('new\n')],
  'removed, and only named': [css('old\n'), {}],
  'no text in the draft': [css('data:text/css;base64,/w=='), css('new\n')],
  'a picture': [
    { 'assets/a.png': 'data:image/png;base64,AAAA' },
    { 'assets/a.png': Buffer.from([0x89]) },
  ],
  'a key in the draft, which no diff may show': [
    css('/* sk_live_Ab3dE9fGh2JkLm7NpQrS5tUv */\n'),
    css('a\n'),
  ],
  'larger than 256 KiB in the draft': [css(large), css('new\n')],
  'larger than 256 KiB in the folder': [css('old\n'), css(large)],
  'too many lines that differ': [css(numbers(600)), css(numbers(600, 'x'))],
  'changed since the scan, as a deploy will say': [css('a'), css('b'), { readText }],
};

test('texts are compared as a person reads them', async () => {
  const parts: Section[] = [];
  for (const [name, given] of Object.entries(rows)) {
    const shown = toDiffLines(await compare(...given));
    parts.push([name, shown]);
  }
  compareSections('test/unit/commands/snapshots/text-changes.md', parts);
});

describe('of many texts', () => {
  /** So many files of so many lines each, all of which differ. */
  const rewrite = (files: number, lines: number): Promise<TextChanges> => {
    const paths = Array.from({ length: files }, (_, index) => `assets/${index}.css`);
    const make = (mark: string): Shown =>
      Object.fromEntries(paths.map((path) => [path, numbers(lines, mark)]));
    return compare(make(''), make('x'));
  };

  test('200 lines are shown, and what follows is counted', async () => {
    const { files, named, moreFiles } = await rewrite(3, 80);
    const found = files.map(({ lines, moreLines }) => [lines.length, moreLines]);
    assert.deepEqual(found, [
      [161, 0],
      [39, 122],
    ]);
    assert.deepEqual({ named, moreFiles }, { named: [], moreFiles: 1 });
  });

  test('a text of which only the head of its first lines has room is counted', async () => {
    const { files, moreFiles } = await rewrite(2, 99);
    assert.deepEqual(
      { shown: files.map(({ lines }) => lines.length), moreFiles },
      { shown: [199], moreFiles: 1 },
    );
  });

  test('a text is not cut behind the head of a change', async () => {
    const common = numbers(10);
    const before = `${numbers(97, 'a')}${common}old\n`;
    const after = `${numbers(98, 'b')}${common}new\n`;
    const { files } = await compare(css(before), css(after));
    assert.equal(files[0]?.lines.length, 199);
    assert.equal(files[0].lines.at(-1), ' 2');
  });

  test('no more are compared where four were too much', async () => {
    const { files, named, moreFiles } = await rewrite(6, 600);
    assert.deepEqual(
      { files, named: named.length, moreFiles },
      { files: [], named: 4, moreFiles: 2 },
    );
  });
});
