import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets } from '../../../../sandbox/service/assumptions.ts';
import { checkFolder, defaultLimits } from '../../../../sandbox/service/rules.ts';
import { compareWithFile } from '../../../support/snapshot.ts';

const sound = { 'service.json': '{"name": "Tides"}', 'index.html': '<title>Tides</title>' };

/** Returns the problems of a valid folder with these files. */
function check(files: Readonly<Record<string, string>>, limits = {}) {
  const rules = { limits: { ...defaultLimits, ...limits }, assumptions: presets.documented };
  return checkFolder(new Map(Object.entries({ ...sound, ...files })), rules).problems;
}

/** Files that are put into an otherwise valid folder, one at a time. */
const cases: readonly (readonly [path: string, content: string])[] = [
  ['service.json', '{\n"name": "x",\n}'],
  ['service.json', '[]'],
  ['service.json', '{"color": "#000000"}'],
  ['service.json', '{\n  "name": 3}'],
  ['service.json', '{"name": " "}'],
  ['service.json', '{"name": "a\\nb"}'],
  ['service.json', `{"name": "${'x'.repeat(61)}", "tagline": "${'x'.repeat(121)}"}`],
  [
    'service.json',
    '\uFEFF{"name": "x", "tagline": null, "color": "#0A7ea4", "logo": "", "more": [1]}',
  ],
  ['service.json', '{"name": "x", "color": "#fff", "logo": "assets/a.png"}'],
  ['service.json', '{"name": "x", "color": 7, "logo": "index.html"}'],
  ['service.json', '{"name": "x", "logo": false}'],
  ['index.html', '<html>\n  <head>\n'],
  ['index.html', '<html>\n<head>\n  <title> </title>'],
  ['index.html', '<title>x</title>\n<SCRIPT defer src=http://x/>'],
  ['index.html', '<title>x</title><script src="https://x"></script><p>'],
  ['README.md', ''],
  ['assets/a.png', 'hi'],
  ...['assets/../x', '/etc/x', 'assets\\x', 'assets/a\nb', `assets/${'x'.repeat(194)}`].map(
    (path) => [path, ''] as const,
  ),
];

test('rules.md shows the message, position and fix for a violation of each rule', () => {
  const sections = cases.map(([path, content]) => {
    const problems = check({ [path]: content }).map(
      ({ code, path: place, line, column, message, fix }) =>
        [
          `- ${code} ${JSON.stringify(place)}${line ? `:${line}:${column}` : ''}`,
          message,
          fix,
        ].join('\n  '),
    );
    const head = `${JSON.stringify(path)}: ${JSON.stringify(content)}${problems.length === 0 ? ' is fine' : ''}`;
    return [head, ...problems].join('\n');
  });
  compareWithFile('test/unit/sandbox/service/snapshots/rules.md', sections.join('\n\n'));
});

test('each limit accepts its exact value and rejects one more', () => {
  const files = { 'instructions.md': '𝄞𝄞', 'assets/a.txt': 'abc' };
  const limits = {
    promptLength: 2,
    fileBytes: 3,
    folderBytes: 48,
    files: 4,
    pageBytes: 20,
    serviceBytes: 17,
  };
  assert.deepEqual(check(files, limits), []);
  const codes = Object.entries(limits).map(
    ([limit, most]) => check(files, { ...limits, [limit]: most - 1 })[0]?.code,
  );
  const expected = [
    'instructions_length',
    'file_too_large',
    'folder_too_large',
    'too_many_files',
    'page_too_large',
  ];
  assert.deepEqual(codes, [...expected, 'file_too_large']);
});

test('the list of problems of a hostile page has a limited length', () => {
  const html = `${'<script src="http://x">'.repeat(50_000)}${'<title>'.repeat(50_000)}${'<!--'.repeat(50_000)}`;
  assert.equal(check({ 'index.html': html }).length, 101);
});
