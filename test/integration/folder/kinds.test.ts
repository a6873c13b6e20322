/** A row for each kind of fault in a folder, with a neighbour that must stay quiet. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
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
      'a script of the development server, and a build': {
        ...body('<script type="module" src="/src/main.js"></script>'),
        'src/main.js': 'import "./app.js";',
        'package.json': '{"scripts":{"build":"vite build"}}',
      },
      'the same, with a configuration': {
        ...body('<script type="module" src="/main.js"></script>'),
        'main.js': '',
        'package.json': '{"scripts":{"build":"tsc && vite build"}}',
        'vite.config.ts': '',
      },
      'the same, with a build of another name': {
        ...body('<script type="module" src="/src/main.js"></script>'),
        'src/main.js': '',
        'package.json': '{"scripts":{"dev":"vite","build:prod":"vite build"}}',
        'vite.config.js': '',
      },
      'an address with a variable': body('<img src="%REACT_APP_HOME%/a.png">'),
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
      'a script at the root of the host, without a build': {
        ...body('<script type="module" src="/src/main.js"></script>'),
        'src/main.js': '',
        'package.json': '{"scripts":{"test":"node --test"}}',
      },
      'a script that a build has written into the folder': {
        ...body('<script type="module" src="/static/app.js"></script>'),
        'static/app.js': '',
        'package.json': '{"scripts":{"build":"esbuild src/app.js --outdir=static"}}',
        'app.config.js': '',
        'eslint.config.js': '',
      },
      'a percent-encoded address': body('<a href="https://a.test/?q=%C3%BCBER_UNS%20HEUTE">a</a>'),
      'a module at a relative address, with a build': {
        ...body('<script type="module" src="./src/main.js"></script>'),
        'src/main.js': '',
        'package.json': '{"scripts":{"build":"tailwindcss -o assets/a.css"}}',
      },
      'what a build writes, with its files beside it': {
        ...body('<script type="module" src="/assets/main.js"></script>'),
        'assets/main.js': '',
        'package.json': '{"scripts":{"build":"vite build"}}',
      },
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
  reference_local: {
    says: /assets\//,
    faulty: {
      'a file on the disk': body('<img src="file:///C:/me/a.png">'),
      'a path of Windows': body('<img src="C:\\me\\a.png">'),
      'a path of Windows in a link': body('<a href="C:/me/a.pdf">a</a>'),
      'a development server': head('<link rel="stylesheet" href="http://localhost:5173/a.css">'),
      'a frame': body('<iframe src="http://127.0.0.1/"></iframe>'),
      'a script': body('<script src="//[::1]:8080/a.js"></script>'),
      'a request of a script': { 'assets/a.js': "await fetch('http://localhost:3000/api')" },
      'a socket in a page': body('<script>new WebSocket(`ws://127.0.0.1:8080`)</script>'),
      'a font in a style': {
        'assets/a.css': '@font-face { font-family: A; src: url(file:///me/a.woff2) }',
      },
    },
    quiet: {
      'a link of a manual': body('<a href="http://localhost:3000/">Open it</a>'),
      'a string in a script': { 'assets/a.js': 'new URL(x, "http://localhost"); "file:///"' },
      'a request that a script makes elsewhere': {
        'assets/a.js': 'fetch("https://api.test/localhost"); refetch("http://localhost/")',
      },
      'another host': body('<img src="https://localhost.example.test/a.png">'),
      'a text': body('<p>C:\\me file:///a http://localhost</p>'),
    },
  },
  reference_insecure: {
    faulty: {
      'a style': head('<link rel="stylesheet" href="http://cdn.test/a.css">'),
      'a frame': body('<iframe src="http://maps.test/"></iframe>'),
      'a picture': body('<img src="http://cdn.test/a.png">'),
      'a picture in a style': { 'assets/a.css': 'p { background: url(http://cdn.test/a.png) }' },
    },
    quiet: {
      'a link': body('<a href="http://example.test/">a</a>'),
      'a namespace': body('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
      'the address of the page': head('<link rel="canonical" href="http://example.test/">'),
      'https and the same scheme': body(
        '<img src="https://a.test/a.png"><img src="//a.test/b.png">',
      ),
    },
  },
  script_insecure: {
    faulty: {
      'a script': body('<script src="http://cdn.test/a.js"></script>'),
      'two scripts, merged': body(
        '\n<script src="http://cdn.test/a.js"></script>\n<script src="http://cdn.test/b.js"></script>',
      ),
    },
    quiet: { 'a script over https': body('<script src="https://cdn.test/a.js"></script>') },
  },
  name_unaddressable: {
    says: /%23/,
    faulty: {
      'a number sign': { 'assets/c#.svg': '<svg/>' },
      'a question mark': { 'assets/a.svg?v=1': '<svg/>' },
      'an escape': { ...body('<img src="assets/%E4.svg">'), 'assets/%E4.svg': '<svg/>' },
    },
    quiet: {
      'spaces and accents': { 'assets/a b.svg': '<svg/>', 'assets/caf\u00e9 100%.svg': '<svg/>' },
      'a name that the page escapes': {
        ...body('<img src="assets/c%23.svg">'),
        'assets/c#.svg': '<svg/>',
      },
    },
  },
  reference_missing: {
    says: /assets\/a\.svg%3Fv%3D1/,
    faulty: {
      'a name with a query': {
        ...body('<img src="assets/a.svg?v=1">'),
        'assets/a.svg?v=1': '<svg/>',
      },
    },
    quiet: { 'an address with a query': body('<img src="assets/logo.svg?v=1">') },
  },
  page_charset: {
    faulty: {
      'another charset': head('<meta charset="windows-1252">'),
      'the older form': head(
        '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">',
      ),
    },
    quiet: {
      'UTF-8': head('<meta charset="UTF8">'),
      'the older form': head('<meta http-equiv="content-type" content="text/html; charset=utf-8">'),
      'another element': head('<meta name="description" content="charset=latin1">'),
    },
  },
  junk_files: {
    faulty: {
      'files of Windows and editors': {
        'assets/Thumbs.db': '',
        'assets/a.js~': '',
        'assets/b.css.orig': '',
        'desktop.ini': '',
      },
      'a folder of macOS': { 'assets/__MACOSX/a.txt': '' },
    },
    quiet: { 'files of an app': { 'assets/thumbs.json': '{}', 'assets/original.txt': '' } },
  },
  submodule_missing: {
    says: /submodules: true/,
    faulty: {
      'an empty folder': {
        '.gitmodules': '[submodule "x"]\n\tpath = assets/lib\n\turl = https://x',
      },
    },
    quiet: {
      'a submodule with files': {
        '.gitmodules': '[submodule "x"]\n\tpath = assets\n\turl = https://x',
      },
      'a submodule elsewhere': { '.gitmodules': '[submodule "x"]\n\tpath = other\n' },
    },
  },
  path_too_long: {
    severity: 'error',
    faulty: {
      'many folders': { [`${'assets/'.padEnd(1030, `${'a'.repeat(99)}/`)}/b/c/d/e/f.txt`]: '' },
    },
    quiet: { 'a long name': { [`assets/${'a'.repeat(200)}.txt`]: '' } },
  },
  outside_assets: {
    faulty: { 'a picture at the top': { 'a.svg': '<svg/>' } },
    quiet: { 'junk at the top, which has its own warning': { 'Thumbs.db': '' } },
  },
};

for (const [code, row] of Object.entries(kinds)) {
  describe(code, () => {
    for (const [name, files] of Object.entries(row.faulty)) {
      test(`${name} is reported`, async (t) => {
        const place = createWorkspace(t, { ...whole, ...files });
        mkdirSync(join(place.app, 'assets/lib'));
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
        const place = createWorkspace(t, { ...whole, ...files });
        mkdirSync(join(place.app, 'assets/lib'));
        const { problems } = await readApp(place, row.options);
        const found = problems.find((problem) => problem.code === code);
        assert.match(`${found?.message} ${found?.fix}`, row.says ?? /^/);
      });
    }
  });
}
