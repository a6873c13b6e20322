import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { listFiles, readText, root } from '../../support/repository.ts';

const top = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'sandbox/README.md', 'test/README.md'];
const pages = [...top, ...listFiles('docs', '.md')];

/** The one that the README tells its readers to write. */
const userFile = '.github/workflows/miniapp.yml';

interface Link {
  readonly text: string;
  readonly file: string;
  readonly anchor: string;
}

for (const page of pages) {
  test(`${page} links to files and headings that exist`, () => {
    for (const { file, anchor } of findLinks(page)) {
      assert.ok(existsSync(join(root, file)), `${page}: there is no ${file}`);
      if (anchor !== '') assert.ok(listHeadings(file).includes(anchor), `${page}: ${file} has no heading #${anchor}`);
    }
  });

  test(`${page} links to files that declare the names it links them by`, () => {
    for (const { text, file } of findLinks(page).filter((link) => isName(link.text) && link.file.endsWith('.ts'))) {
      const name = text.replaceAll('`', '');
      const declared = new RegExp(`^export (?:async )?(?:function|class|const|interface|type) ${name}\\b`, 'm');
      assert.match(readText(file), declared, `${page}: ${file} exports no ${name}`);
    }
  });

  test(`${page} names files of src, test, docs, examples and scripts that exist`, () => {
    const names = readText(page).matchAll(
      /`((?:src|test|docs|examples|scripts|sandbox|bench|\.github)\/[\w./-]+\.\w+)`/g,
    );
    for (const [, name = ''] of names) {
      if (name !== userFile) assert.ok(existsSync(join(root, name)), `${page}: there is no ${name}`);
    }
  });
}

/** True for a link's text that is one name of the code, as `planDeploy` in backticks. */
function isName(text: string): boolean {
  return /^`\w+`$/.test(text);
}

/** Links to files of the repository: Markdown's, and the pictures of HTML. */
function findLinks(page: string): readonly Link[] {
  const text = readText(page);
  const written = text.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g);
  const pictures = text.matchAll(/(?:src|srcset)="([^"]+)"/g);
  const all = [...written, ...Array.from(pictures, ([whole, target]) => [whole, '', target])];
  return all.flatMap(([, label = '', target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor = ''] = target.split('#');
    const file = path === '' ? page : posix.join(posix.normalize(dirname(page)), path);
    return [{ text: label, file, anchor }];
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
