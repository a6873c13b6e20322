import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { listFiles, readText, root } from '../../support/repository.ts';

const top = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'examples/README.md',
  'sandbox/README.md',
  'test/README.md',
];
const pages = [...top, ...listFiles('docs', '.md')];

/** The workflow that readers of the README create. */
const userFile = '.github/workflows/miniapp.yml';
const paths = /`((?:src|cli|test|docs|examples|scripts|sandbox|bench|\.github)\/[\w./-]+\.\w+)`/g;
/** Links to files of the repository: Markdown's, and the pictures of HTML. */
const links = /\[[^\]]*\]\((?![a-z]+:)([^)\s#]*)#?([^)\s]*)\)|(?:src|srcset)="(?![a-z]+:)([^"]+)"/g;

for (const page of pages) {
  test(`all files and headings that ${page} links to exist`, () => {
    const text = readText(page);
    for (const [, path = ''] of text.matchAll(paths)) {
      assert.ok(path === userFile || existsSync(join(root, path)), `there is no ${path}`);
    }
    for (const [, path = '', anchor = '', picture = ''] of text.matchAll(links)) {
      const link = path || picture;
      const file = link === '' ? page : posix.join(posix.normalize(dirname(page)), link);
      assert.ok(existsSync(join(root, file)), `there is no ${file}`);
      if (anchor !== '')
        assert.ok(listHeadings(file).includes(anchor), `${file} has no heading #${anchor}`);
    }
  });
}

/** The anchors that GitHub makes of a page's headings. */
function listHeadings(page: string): readonly string[] {
  const headings = Array.from(readText(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading.toLowerCase(),
  );
  return headings.map((heading) =>
    heading.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'),
  );
}

test('examples/README.md lists every recipe, and every picture is used on a page', () => {
  const recipes = readText('examples/README.md');
  for (const path of listFiles('examples/workflows', '.yml'))
    assert.ok(recipes.includes(`](${path.replace('examples/', '')})`), path);
  const text = pages.map(readText).join('\n');
  for (const pattern of [paths, links])
    assert.ok((text.match(pattern)?.length ?? 0) > 50, 'they are found');
  for (const path of listFiles('docs/images', '.png'))
    assert.ok(text.includes(path.replace('docs/', '')), path);
});
