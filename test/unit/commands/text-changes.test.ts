import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareFolder } from '../../../src/app/compare.ts';
import { diffTexts } from '../../../src/commands/text-changes.ts';
import type { Folder } from '../../../src/folder/folder.ts';
import type { TextChanges } from '../../../src/report/report.ts';
import { toDiffLines } from '../../../src/report/tables.ts';
import { showTides } from '../../support/fake-service/app.ts';
import { type Files, makeFolder } from '../../support/fake-service/folder.ts';
import { compareSections, type Section } from '../../support/snapshot.ts';

type Shown = Readonly<Record<string, string>>;

/**
 * Returns the diff of an app that shows these texts and this prompt and a folder of these files.
 */
async function compare(shown: Shown, files: Files, parts: Partial<Folder> = {}, prompt = '') {
  const app = showTides({ system_prompt: prompt, files: shown });
  const folder = { ...makeFolder(files), ...parts };
  return diffTexts(app, folder, compareFolder(app, folder)?.changes ?? []);
}

const service = 'service.json';
const prompt = 'instructions.md';
const css = (text: string): Shown => ({ 'assets/a.css': text });
const numbers = (count: number, mark = ''): string =>
  Array.from({ length: count }, (_, index) => `${index}${mark}\n`).join('');

const large = 'a line of text\n'.repeat(17_477);

/** The texts in the draft and in the folder. */
const rows: Readonly<Record<string, Parameters<typeof compare>>> = {
  'three lines of context, and a hunk header': [
    css(numbers(20)),
    css(numbers(20).replace('9\n', 'nine\n')),
  ],
  'byte order mark and CRLF are ignored': [css('\ufeffa\r\nb\r\n'), css('a\nc\n')],
  'a data: URL is compared as its text': [css('data:text/css;base64,YQo='), css('b\n')],
  'an SVG, which is sent as base64, is compared as text': [
    { 'assets/a.svg': '<svg/>\n' },
    { 'assets/a.svg': '<svg />\n' },
  ],
  'a missing line end at the end of the file is shown': [css('a\n'), css('a')],
  'white space at the ends of the prompt is ignored': [
    { [prompt]: '\n a \n\n' },
    { [prompt]: 'a\nb' },
  ],
  'an empty prompt has no line': [{ [prompt]: '' }, { [prompt]: 'a' }],
  'a prompt that the draft shows only as a field': [
    { 'index.html': '' },
    { 'index.html': '', [prompt]: 'a' },
    {},
    'b',
  ],
  'the layout of an object in service.json is ignored': [
    { [service]: '{"b":1,"a":2}' },
    { [service]: '{ "a": 2,\n"b": 3 }' },
  ],
  'a service.json that is not an object is compared as text': [
    { [service]: '[1]\n' },
    { [service]: '{"name":"B"}\n' },
  ],
  'in the order in which reviewers read them': [
    { 'a.css': 'a', 'b.css': 'b', 'index.html': 'c', [prompt]: 'd', [service]: '"e"' },
    { 'a.css': 'f', 'b.css': 'g', 'index.html': 'h', [prompt]: 'i', [service]: '"j"' },
  ],
  'an added file is only named': [{}, css('new\n')],
  'a removed file is only named': [css('old\n'), {}],
  'a file that is not a text in the draft': [css('data:text/css;base64,/w=='), css('new\n')],
  'a picture is only named': [
    { 'assets/a.png': 'data:image/png;base64,AAAA' },
    { 'assets/a.png': Buffer.from([0x89]) },
  ],
  'a text with a key in the draft is only named': [
    css('/* sk_live_Ab3dE9fGh2JkLm7NpQrS5tUv */\n'),
    css('a\n'),
  ],
  'a text larger than 256 KiB in the draft is only named': [css(large), css('new\n')],
  'a text larger than 256 KiB in the folder is only named': [css('old\n'), css(large)],
  'too many lines that differ: the file is only named': [css('old\n'), css(numbers(1_000))],
  'a file that seems to contain a key is only named': [
    css('a'),
    css('b'),
    { secretPaths: new Set(['assets/a.css']) },
  ],
};

test('diffs of texts, prompt and service.json (snapshots/text-changes.md)', async () => {
  const parts: Section[] = [];
  for (const [name, given] of Object.entries(rows)) {
    const shown = toDiffLines(await compare(...given));
    parts.push([name, shown]);
  }
  compareSections('test/unit/commands/snapshots/text-changes.md', parts);
});

describe('diffs of many texts', () => {
  /** Returns the diff of so many files that all change from one text to another. */
  const rewrite = (count: number, before: string, after: string): Promise<TextChanges> => {
    const paths = Array.from({ length: count }, (_, index) => `assets/${index}.css`);
    const make = (text: string): Shown => Object.fromEntries(paths.map((path) => [path, text]));
    return compare(make(before), make(after));
  };

  test('diffs show 200 lines, and count the lines and files that follow', async () => {
    const { files, named, moreFiles } = await rewrite(3, numbers(80), numbers(80, 'x'));
    const found = files.map(({ lines, moreLines }) => [lines.length, moreLines]);
    assert.deepEqual(found, [
      [161, 0],
      [39, 122],
    ]);
    assert.deepEqual({ named, moreFiles }, { named: [], moreFiles: 1 });
  });

  test('a file is counted instead of shown if only its first hunk header would fit', async () => {
    const { files, moreFiles } = await rewrite(2, numbers(99), numbers(99, 'x'));
    assert.deepEqual(
      { shown: files.map(({ lines }) => lines.length), moreFiles },
      { shown: [199], moreFiles: 1 },
    );
  });

  test('diffs are not cut right after a hunk header', async () => {
    const common = numbers(10);
    const before = `${numbers(97, 'a')}${common}old\n`;
    const after = `${numbers(98, 'b')}${common}new\n`;
    const { files } = await compare(css(before), css(after));
    assert.equal(files[0]?.lines.length, 199);
    assert.equal(files[0].lines.at(-1), ' 2');
  });

  test('diffs stop after four files whose differences are too large', async () => {
    const { files, named, moreFiles } = await rewrite(6, 'old\n', numbers(1_000));
    assert.deepEqual(
      { files, named: named.length, moreFiles },
      { files: [], named: 4, moreFiles: 2 },
    );
  });
});
