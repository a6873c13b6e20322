import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, type FileEdit, listScriptEdits } from '../../../../cli/files/script-edits.ts';
import { assertPageSize, generator, inlinePage } from '../../../../cli/page/inline.ts';
import { assertFast } from '../../../support/fast.ts';
import { compareSections } from '../../../support/snapshot.ts';

const types = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['html', 'text/html'],
  ['md', 'text/markdown'],
]);

/** Returns the data of the script in a page. */
function readConfig(html: string): {
  readonly page: { readonly content: string; readonly edits: readonly FileEdit[] };
  readonly files: readonly object[];
} {
  const [, json = ''] = /\n\}\)\((\{.*\})\);<\/script>$/s.exec(html) ?? [];
  return JSON.parse(json);
}

/** Applies the edits of a text, with the path of a file in place of its address. */
function show({
  content,
  edits,
}: {
  readonly content: string;
  readonly edits: readonly FileEdit[];
}): string {
  const named = edits.map((edit) => ({
    ...edit,
    text: edit.target === null ? edit.text : `[${edit.target}]${edit.text}`,
  }));
  return applyEdits(content, named);
}

/** Makes a page of these files, with a runtime that does nothing. */
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
  'an address with a fragment, and one in a style':
    '<img src="a.png#x"><p style="background: url(a.png)">',
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
  'scripts behind a style':
    '<script>a</script><link rel=icon href=a.png><script>b</script><script src=a.js></script>',
  'a base elsewhere': '<base href="/elsewhere/"><img src="a.png">',
};

test('tags are replaced by their inlined files (snapshots)', () => {
  const files = { 'a.png': png, 'a.css': 'p {}', 'a.js': 'import("./a.js")', 'about.html': '' };
  const shown = Object.entries(pages).map(([title, page]) => {
    const { html, missing } = inline({ 'index.html': page, ...files });
    const [doctype] = html.split('<meta charset="utf-8">');
    const written = show(readConfig(html).page);
    const others = missing.filter((text) => text !== 'other pages (about.html)');
    const told = others.length === 0 ? [] : [`Not in it: ${others.join('; ')}`];
    return [title, [page, '->', `${doctype}[runtime]${written}`, ...told]] as const;
  });
  compareSections('test/unit/cli/page/snapshots/pages.md', shown);
});

test('the marker of a generated page is at the start of the file, even before a long comment', () => {
  const { html } = inline({
    'index.html': `<!-- ${'x'.repeat(5000)} --><!doctype html><title>x</title>`,
  });
  assert.ok(html.slice(0, 200).includes(`content="${generator}"`));
  assert.match(show(readConfig(html).page), /^<!-- x{5000} --><title>x/);
});

test('no file can close the script tag it is stored in, and instructions.md is left out', () => {
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

test('a file that is used several times is stored once', () => {
  const png = Buffer.from('the only one of its kind');
  const style = 'p { background: url(a.png); cursor: url(a.png) } @import "a.css";';
  const page = '<link rel=stylesheet href=a.css>'.repeat(9) + '<img src=a.png>'.repeat(9);
  const { html } = inline({ 'index.html': page, 'a.css': style, 'a.png': png });
  assert.equal(html.split(png.toString('base64')).length, 2);
  assert.equal(html.split('cursor: url').length, 2);
});

test('a folder without index.html, and files that are too large, are errors with a fix', () => {
  assert.throws(() => inline({ 'a.js': '' }), { code: 'no_page' });
  const large = { 'index.html': '<img src=a.png>', 'a.png': Buffer.alloc(20_000_000), 'b.js': 'x' };
  assert.throws(() => inline(large), {
    code: 'page_too_large',
    message:
      'The page would have 27 MB; the limit is 25 MB. The largest files: a.png (20 MB), index.html (15 B), b.js (1 B).',
  });
  assert.throws(() => assertPageSize([{ path: 'a.mp4', bytes: 30e6 }], 30e6), /a\.mp4 \(30 MB\)/);
});

test('pages of any form are processed in linear time', () => {
  for (const start of [
    '<!-- a -->\n',
    '<!-->',
    '<!--',
    '<!doctype',
    ' ',
    '<!doctype >',
    '<style>',
    '<script>',
    '<img src=a.png>',
  ])
    assertFast(
      () => inline({ 'index.html': start.repeat(100_000 / start.length), 'a.png': png }),
      start,
    );
});

test('static imports get the URLs of files; import() and import.meta call the runtime', () => {
  const code = `import a from './b.js'; export * from "none.js"; import '../c.js?x'; const d = import(\`./\${a}.js\`, {});
    import(import.meta.url); /* import './b.js' */ "import('./b.js')"; import(await import('./b.js'));`;
  const edits = listScriptEdits(code, 'a/a.js', (path) => ['a/b.js', 'c.js'].includes(path));
  assert.equal(
    show({ content: code, edits }),
    `import a from '[a/b.js]'; export * from "none.js"; import '[c.js]'; const d = import(__miniapp.find("a/a.js",\`./\${a}.js\`), {});
    import(__miniapp.find("a/a.js",__miniapp.meta(import.meta,"a/a.js").url)); /* import './b.js' */ "import('./b.js')"; import(__miniapp.find("a/a.js",await import(__miniapp.find("a/a.js",'./b.js'))));`,
  );
  assert.deepEqual(
    listScriptEdits('<p>no script', 'a.js', () => true),
    [],
  );
});
