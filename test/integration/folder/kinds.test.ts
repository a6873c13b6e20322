/** A row for each kind of fault in a folder, with a neighbour that must stay quiet. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FolderOptions } from '../../../src/folder/folder.ts';
import { createWorkspace, type Files, readApp } from './app-folder.ts';

const whole: Files = {
  'service.json':
    '{"name":"Tides","tagline":"When to swim","color":"#1b6ca8","logo":"assets/logo.svg"}',
  'index.html':
    '<!doctype html><html><head><meta charset="utf-8"><title>Tides</title></head><body></body></html>',
  'instructions.md': 'Be kind.',
  'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
/** Returns a page with this in its head. */
const head = (html: string, body = ''): Files => ({
  'index.html': `<!doctype html><html><head><title>Tides</title>${html}</head><body>${body}</body></html>`,
});
const body = (html: string): Files => head('', html);
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

interface Row {
  /** Folders with the fault. */
  readonly faulty: Readonly<Record<string, Files>>;
  /** Folders that have something similar, and nothing to report. */
  readonly quiet: Readonly<Record<string, Files>>;
  readonly severity?: 'error' | 'warning';
  readonly options?: Partial<FolderOptions>;
  /** A text that the first faulty folder's message or fix must have. */
  readonly says?: RegExp;
}

const vite = '<div id="root"></div><script type="module" src="./src/main.js"></script>';

const kinds: Readonly<Record<string, Row>> = {
  not_built: {
    severity: 'error',
    says: /arrange/,
    faulty: {
      'a script in TypeScript': {
        ...body('<script type="module" src="./src/main.tsx"></script>'),
        'src/main.tsx': '',
        'package.json': '{}',
      },
      'the same, from the root': body('<script type="module" src="/src/main.ts"></script>'),
      'an import of a package': {
        ...body(vite),
        'src/main.js':
          '// The app\nimport React from "react"\nimport { x } from "react-dom/client"',
      },
      'an import of a package behind imports of files': {
        ...body(vite),
        'src/main.js': 'import "./a.js";/* b */import { createApp } from "vue";',
      },
      'an import of a style': { ...body(vite), 'src/main.js': "import './style.css'\n" },
      'an inline module': body('<script type="module">import "lit";</script>'),
      'the development server of Vite': head('<script type="module" src="/@vite/client"></script>'),
      'a variable of create-react-app': head('<link rel="icon" href="%PUBLIC_URL%/favicon.ico">'),
      'the page of SvelteKit': { 'index.html': '<!doctype html><head>%sveltekit.head%</head>' },
      'a template of webpack': {
        'index.html': '<!doctype html><title><%= htmlWebpackPlugin.options.title %></title>',
      },
      'front matter': { 'index.html': '---\nlayout: default\n---\n<h1>Tides</h1>' },
      'a layout of Jinja': { 'index.html': '{% extends "base.html" %}{% block a %}{% endblock %}' },
      'a page of PHP': body('<?php echo date("Y"); ?>'),
      'the source of Angular': body('<app-root></app-root>'),
    },
    quiet: {
      'a template in the browser': body('<p>{{ name }}</p><script src="assets/vue.js"></script>'),
      'an import map': {
        ...head('<script type="importmap">{"imports":{"vue":"./assets/vue.js"}}</script>', vite),
        'src/main.js': 'import { createApp } from "vue";',
      },
      'a built module': {
        ...body('<script type="module" src="assets/index.js"></script>'),
        'assets/index.js':
          'import{a as b}from"./chunk.js";import"https://esm.sh/lit";const c=`\nimport x from "react"\n`;',
        'assets/chunk.js': '',
      },
      'a style with its kind': {
        ...body('<script type="module" src="assets/index.js"></script>'),
        'assets/index.js': 'import sheet from "./a.css" with { type: "css" };',
      },
      'a script for a library': body('<script type="text/babel" src="assets/app.jsx"></script>'),
      'a template of a library': body('<script type="text/template"><%= name %></script>'),
      'code that is shown': body('<pre>%PUBLIC_URL% <%= a %></pre><p><code>{% include x %}</code>'),
      'a comment': body('<!-- <script src="/src/main.tsx"></script> <%= x %> -->'),
      'a per cent sign': body('<p>100 % <b>of</b> 50% {%} <%></p>'),
      'an element of Angular with a script': body(
        '<app-root></app-root><script src="assets/main.js"></script>',
      ),
    },
  },
  lfs_pointer: {
    severity: 'error',
    says: /lfs: true/,
    faulty: {
      'a picture': {
        'assets/a.png': `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`,
      },
    },
    quiet: {
      'a text about it': {
        'assets/a.md':
          'Pointers begin with version https://git-lfs.github.com/spec/v1\noid sha256:',
      },
    },
  },
  link_as_text: {
    severity: 'error',
    faulty: {
      'a picture': { 'assets/a.png': '../../shared/a.png' },
      'a style': { 'assets/a.css': './theme/b.css' },
      'the instructions': { 'instructions.md': '../prompts/tides.md' },
      'a folder': { 'assets/fonts': '../../fonts' },
    },
    quiet: {
      'a list of paths': { 'assets/a.txt': '../a.txt\n../b.txt\n' },
      'a path with a line end': { 'assets/a.txt': '../a.txt\n' },
      'a sentence': { 'instructions.md': './a.md is the prompt' },
    },
  },
  file_empty: {
    severity: 'warning',
    faulty: {
      'a picture': { 'assets/a.png': '' },
      'a font': { 'assets/a.woff2': '' },
      'a module': { 'assets/a.wasm': '' },
    },
    quiet: { 'a script and a text': { 'assets/a.js': '', 'assets/a.txt': '' } },
  },
  file_content: {
    severity: 'warning',
    says: /a page/,
    faulty: {
      'a page as a picture': { 'assets/a.png': '\n<!DOCTYPE html><title>404</title>' },
      'a page as a font': { 'assets/a.woff2': '<html><body>Not found' },
      'a page as a script': { 'assets/a.js': '<!doctype html><title>404</title>' },
      'a message as a picture': { 'assets/a.jpg': '{"message":"Not Found"}' },
      'a message as a module': { 'assets/a.wasm': 'Not found' },
    },
    quiet: {
      'a picture': { 'assets/a.png': png },
      'a picture with another name': { 'assets/a.jpg': png },
      'a page as a page': { 'assets/a.html': '<!doctype html><title>a</title>' },
      'a script with a page in it': { 'assets/a.js': 'const page = "<!doctype html>";' },
      'a drawing with a type': { 'assets/a.svg': '<!DOCTYPE svg PUBLIC "x" "y"><svg/>' },
    },
  },
};

for (const [code, row] of Object.entries(kinds)) {
  describe(code, () => {
    for (const [name, files] of Object.entries(row.faulty)) {
      test(`${name} is reported`, async (t) => {
        const place = createWorkspace(t, { ...whole, ...files });
        const { problems } = await readApp(place, row.options);
        const found = problems.filter((problem) => problem.code === code);
        const codes = problems.map((problem) => problem.code);
        assert.equal(found.length, 1, `only ${codes.join(', ') || 'nothing'}`);
        assert.equal(found[0]?.severity, row.severity ?? 'warning');
        if (code === 'not_built') assert.deepEqual(codes, [code], 'instead of its consequences');
      });
    }
    for (const [name, files] of Object.entries(row.quiet)) {
      test(`${name} is not`, async (t) => {
        const { problems } = await readApp(createWorkspace(t, { ...whole, ...files }), row.options);
        const found = problems.filter((problem) => problem.code === code);
        assert.deepEqual(found, []);
      });
    }
    if (row.says !== undefined) {
      test('the message says what to do', async (t) => {
        const [files = {}] = Object.values(row.faulty);
        const { problems } = await readApp(createWorkspace(t, { ...whole, ...files }), row.options);
        const found = problems.find((problem) => problem.code === code);
        assert.match(`${found?.message} ${found?.fix}`, row.says ?? /^/);
      });
    }
  });
}
