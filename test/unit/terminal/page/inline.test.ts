import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertPageSize, inlinePage } from '../../../../src/terminal/page/inline.ts';
import { applyEdits, listScriptEdits } from '../../../../src/terminal/page/modules.ts';
import { assertFast } from '../../../support/fast.ts';
import { compareWithFile } from '../../../support/snapshot.ts';

const types = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['html', 'text/html'],
  ['md', 'text/markdown'],
]);

/** Makes a page of these files, without the script that runs in it. */
function inline(texts: Readonly<Record<string, string | Buffer>>) {
  const files = Object.entries(texts).map(([path, content]) => ({
    path,
    type: types.get(path.split('.').at(-1) ?? '') ?? 'image/png',
    bytes: content.length,
    content: Buffer.from(content),
  }));
  return inlinePage({ files, runtime: 'run(config);', commit: '' });
}

const png = Buffer.from([137, 80, 78, 71]);
const pages: Readonly<Record<string, string>> = {
  'a doctype stays first': '<!-- a -->\n<!DOCTYPE html><html lang="de"><title>x</title>',
  'a page without one begins with the script': '<p>x',
  'addresses in and without quotes': `<img src=a.png><img src='a.png'><img alt="" SRC = "./a.png?v=1">`,
  'an address with a fragment, and one in a style': '<img src="a.png#x"><p style="background: url(a.png)">',
  'what is not in the folder stays':
    '<img src="b.png"><img src="/a.png"><script src="https://example.test/a.js"></script>',
  'several pictures of one': '<img srcset="a.png, b.png 2x,a.png 3x">',
  'a script, a module and what is loaded ahead':
    '<script src="a.js"></script><script type=module src="a.js"></script><link rel=modulepreload href=a.js>',
  'imports of scripts in the page': `<script type="module">import './a.js'; import("./a.js"); import.meta.url</script>`,
  'an import map': '<script type="importmap">{"imports":{"a":"./a.js"}}</script>',
  'a policy and a digest':
    '<meta http-equiv="content-security-policy" content="x"><script integrity=sha256-x src=a.js></script>',
  'a page in the page': '<iframe src="about.html"></iframe>',
  'a page in an attribute': '<iframe srcdoc="&lt;img src=&quot;a.png&quot;&gt;"></iframe>',
  'a style that is loaded ahead, and one that is used once it is there':
    '<link rel=preload as=style href=a.css><link rel="preload" as="style" href="a.css" onload="this.rel=`stylesheet`">',
  'an address without a scheme':
    '<script src=//example.test/a.js></script><p style="background: url(//example.test/a.png)">',
  'sets of pictures, text that is no address, and escapes': `<style>p { background: image-set("a.png" 1x, url(\\61.png) 2x); content: "url(a.png)" }</style><body background=a.png>`,
  'what holds text alone, and a part of a drawing, stay':
    '<textarea><img src="a.png"></textarea><svg><use href="a.png#x"/></svg>',
  'a base elsewhere': '<base href="/elsewhere/"><img src="a.png">',
};

test('what becomes of a page is as the snapshot shows', () => {
  const files = { 'a.png': png, 'a.css': 'p {}', 'a.js': 'import("./a.js")', 'about.html': '' };
  const shown = Object.entries(pages).map(([title, page]) => {
    const { html, missing } = inline({ 'index.html': page, ...files });
    const script = /<meta charset="utf-8">.*?<\/script>/s;
    return `## ${title}\n\n\`\`\`html\n${page}\n\`\`\`\n\n\`\`\`html\n${html.replace(script, '[runtime]')}\n\`\`\`\n\nNot in it: ${missing.join('; ')}`;
  });
  compareWithFile('test/unit/terminal/page/snapshots/pages.md', shown.join('\n\n'));
});

test('no file can end the script that carries it, and what the assistant is told is not in it', () => {
  const { html, missing } = inline({
    'index.html': '<title>x</title>',
    'a.js': '"</script><!--<script>"; navigator.serviceWorker.register("sw.js")',
    ['__proto__']: '</SCRIPT >',
    'instructions.md': 'Be kind.',
  });
  assert.equal(html.match(/<\/?script|<!--/gi)?.join(), '<script,</script');
  assert.ok(html.includes('{"path":"__proto__","type":"image/png",') && !html.includes('Be kind.'));
  assert.deepEqual(missing, ['the assistant', 'its service worker']);
});

test('styles are in each other, and one that imports itself ends', () => {
  const { html } = inline({
    'index.html': '<link rel=stylesheet href=a/a.css>',
    'a/a.css': '@import "b.css"; @import "a.css";',
    'a/b.css': 'p { background: url(../c.png) }',
    'c.png': png,
  });
  const read = (text: string): string => Buffer.from(/base64,([\w+/=]+)/.exec(text)?.[1] ?? '', 'base64').toString();
  const style = read(html.slice(html.indexOf('rel=stylesheet')));
  assert.match(style, /^@import "data:text\/css;charset=utf-8;base64,[^"]+"; @import "data:text\/css,";$/);
  assert.equal(read(style), `p { background: url(data:image/png;base64,${png.toString('base64')}) }`);
});

test('a page without index.html, and one that is too large, is an error that says what to do', () => {
  assert.throws(() => inline({ 'a.js': '' }), { code: 'no_page' });
  const large = { 'index.html': '<img src=a.png>', 'a.png': Buffer.alloc(10_000_000), 'b.js': 'x' };
  assert.throws(() => inline(large), {
    code: 'page_too_large',
    message:
      'The page would have 27 MB, and may have 25 MB. The largest files: a.png (10 MB), index.html (15 B), b.js (1 B).',
  });
  assert.throws(() => assertPageSize([{ path: 'a.mp4', bytes: 30e6 }], 30e6), /a\.mp4 \(30 MB\)/);
  const styles = Array.from(
    { length: 40 },
    (_, index) => [`${index}.css`, `@import "${index + 1}.css"; `.repeat(2)] as const,
  );
  const folder = { 'index.html': '<link rel=stylesheet href=0.css>', ...Object.fromEntries(styles), '40.css': 'p {}' };
  assert.throws(() => inline(folder), { code: 'page_too_large' });
});

test('a page of any form is made, or is an error, in a time that grows with its length alone', () => {
  const link = '<link rel=stylesheet href=0.css>';
  const chain = Array.from({ length: 4000 }, (_, index) => [`${index}.css`, `@import "${index + 1}.css";`] as const);
  const wide = Array.from({ length: 40 }, (_, index) => [`${index}.css`, 'a { b: url(a.png) }'.repeat(15)] as const);
  const picture = { 'a.png': Buffer.alloc(100_000) };
  const links = wide.map(([path]) => `<link rel=stylesheet href=${path}>`).join('');
  const rows: Readonly<Record<string, Parameters<typeof inline>[0]>> = {
    'styles in a chain': { 'index.html': link, ...Object.fromEntries(chain) },
    'a picture in many places': { 'index.html': '<img src=a.png>'.repeat(5000), ...picture },
    'a picture in many places of a style': {
      'index.html': link,
      '0.css': 'a { b: url(a.png) }'.repeat(5000),
      ...picture,
    },
    'a picture in many styles': { 'index.html': links, ...Object.fromEntries(wide), 'a.png': Buffer.alloc(1_000_000) },
  };
  for (const [title, files] of Object.entries(rows))
    assertFast(() => assert.throws(() => inline(files), { code: 'page_too_large' }, title), title);
  for (const start of ['<!-- a -->\n', '<!-->', '<!--', '<!doctype', ' ', '<!doctype >'])
    assertFast(() => inline({ 'index.html': start.repeat(100_000 / start.length) }), start);
});

test('imports of a script lead to the import map, and what is known at run time asks the runtime script', () => {
  const code = `import a from './b.js'; export * from "none.js"; import '../c.js?x'; const d = import(\`./\${a}.js\`, {});
    import(import.meta.url); /* import './b.js' */ "import('./b.js')"; import(await import('./b.js'));`;
  const edits = listScriptEdits(code, 'a/a.js', (path) => ['a/b.js', 'c.js'].includes(path));
  assert.equal(
    applyEdits(code, edits),
    `import a from 'miniapp:/a%2Fb.js'; export * from "none.js"; import 'miniapp:/c.js'; const d = import(__miniapp.find("a/a.js",\`./\${a}.js\`), {});
    import(__miniapp.find("a/a.js",__miniapp.meta(import.meta,"a/a.js").url)); /* import './b.js' */ "import('./b.js')"; import(__miniapp.find("a/a.js",await import(__miniapp.find("a/a.js",'./b.js'))));`,
  );
  assert.deepEqual(
    listScriptEdits('<p>no script', 'a.js', () => true),
    [],
  );
});
