import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { listFiles, readText, root } from '../../support/repository.ts';

const top = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'sandbox/README.md', 'test/README.md'];

/** The one that the README tells its readers to write. */
const userFile = '.github/workflows/miniapp.yml';

for (const page of [...top, ...listFiles('docs', '.md')]) {
  test(`${page} names files, headings and names of the code that exist`, () => {
    const text = readText(page);
    for (const [, path = ''] of text.matchAll(
      /`((?:src|test|docs|examples|scripts|sandbox|bench|\.github)\/[\w./-]+\.\w+)`/g,
    )) {
      assert.ok(path === userFile || existsSync(join(root, path)), `there is no ${path}`);
    }
    for (const { label, file, anchor } of findLinks(page, text)) {
      assert.ok(existsSync(join(root, file)), `there is no ${file}`);
      if (anchor !== '') assert.ok(listHeadings(file).includes(anchor), `${file} has no heading #${anchor}`);
      // A name of the code, as `planDeploy` in backticks.
      const [, name] = /^`(\w+)`$/.exec(label) ?? [];
      if (name === undefined || !file.endsWith('.ts')) continue;
      const declared = new RegExp(`^export (?:async )?(?:function|class|const|interface|type) ${name}\\b`, 'm');
      assert.match(readText(file), declared, `${file} exports no ${name}`);
    }
  });
}

/** Links to files of the repository: Markdown's, and the pictures of HTML. */
function findLinks(page: string, text: string) {
  const written = text.matchAll(/\[([^\]]*)\]\((?![a-z]+:)([^)\s#]*)#?([^)\s]*)\)/g);
  const pictures = text.matchAll(/()(?:src|srcset)="(?![a-z]+:)([^"]+)"/g);
  return Array.from([...written, ...pictures], ([, label = '', path = '', anchor = '']) => {
    const file = path === '' ? page : posix.join(posix.normalize(dirname(page)), path);
    return { label, file, anchor };
  });
}

/** The anchors that GitHub makes of a page's headings. */
function listHeadings(page: string): readonly string[] {
  const headings = readText(page).matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
