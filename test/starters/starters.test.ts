import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { parse } from 'yaml';
import { toDraftAddress } from '../../sandbox/api/access.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/server.ts';
import { startStaticServer, toBuildSite } from '../../sandbox/try/static-server.ts';
import { launchBrowser } from '../../scripts/launch-browser.ts';
import { root } from '../support/repository.ts';

/**
 * The official starter of a builder, from npm, or an equivalent project if the starter is not on
 * npm.
 */
interface Starter {
  readonly name: string;
  /**
   * The npm arguments that create the project in the folder `app`. If they are omitted, the project
   * has only the files below.
   */
  readonly create?: readonly string[];
  /** Files that the developer adds. */
  readonly files?: Readonly<Record<string, string>>;
  /** Texts in files that the developer replaces. */
  readonly edits?: Readonly<Record<string, readonly [before: string, after: string]>>;
  /** Packages that the developer adds. */
  readonly packages?: readonly string[];
  /** A key to press in place of the buttons, if the page hides these. */
  readonly key?: string;
  /** True if the project is built for `/a/<slug>/` and works at no other path. */
  readonly isForSlug?: boolean;
}

const page =
  '<!doctype html>\n<html lang="en"><head><title>High water</title><meta name="viewport" content="width=device-width"></head><body><p id="root">…</p><script type="module" src="SCRIPT"></script></body></html>\n';
const script = "document.querySelector('#root').textContent = 'It runs';\n";

function toPackage(build: string): string {
  return JSON.stringify({ name: 'high-water', private: true, scripts: { build } });
}

const vite = [
  'vanilla-ts',
  'react-ts',
  'vue-ts',
  'svelte-ts',
  'preact-ts',
  'solid-ts',
  'lit-ts',
].map(
  (template): Starter => ({
    name: `Vite ${template}`,
    create: ['create', 'vite@latest', 'app', '--', '--template', template, '--no-interactive'],
  }),
);

const starters: readonly Starter[] = [
  ...vite,
  {
    name: 'Vite with lazy parts',
    packages: ['vite'],
    files: {
      'package.json': toPackage('vite build'),
      'index.html': page.replace('SCRIPT', '/main.js').replace('<p', '<button>More</button><p'),
      'main.js': `${script}document.querySelector('button').onclick = async () => { const { text } = await import('./lazy.js'); document.body.append(text); };\nconst worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });\nworker.onmessage = ({ data }) => { document.title = data; };\n`,
      'lazy.js': "import './lazy.css';\nexport const text = 'Loaded';\n",
      'lazy.css': 'body { background: url(./wave.svg) }\n',
      'wave.svg': `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${'~'.repeat(5000)} --></svg>`,
      'worker.js': "postMessage('From a worker');\n",
    },
  },
  {
    name: 'Astro',
    packages: ['astro'],
    files: {
      'package.json': toPackage('astro build'),
      'src/pages/index.astro':
        '---\nconst name = "High water";\n---\n<html lang="en"><head><title>{name}</title><link rel="icon" href="/favicon.svg"></head><body><h1>{name}</h1><button>0</button><style>h1 { color: navy }</style><script>const button = document.querySelector("button"); button.onclick = () => { button.textContent = "1"; };</script></body></html>\n',
      'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  },
  {
    name: 'SvelteKit',
    create: [
      'exec',
      '--yes',
      '--',
      'sv@latest',
      'create',
      'app',
      '--template',
      'minimal',
      '--types',
      'ts',
      '--no-add-ons',
      '--no-install',
    ],
    packages: ['@sveltejs/adapter-static@3'],
    files: {
      'vite.config.ts':
        "import adapter from '@sveltejs/adapter-static';\nimport { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [sveltekit({ adapter: adapter() })] });\n",
      'src/routes/+layout.ts': 'export const prerender = true;\n',
      'src/routes/+page.svelte':
        '<svelte:head><title>High water</title></svelte:head>\n<h1>High water</h1>\n',
    },
  },
  {
    name: 'Next.js',
    create: [
      'create',
      'next-app@latest',
      'app',
      '--',
      '--ts',
      '--app',
      '--no-tailwind',
      '--no-linter',
      '--yes',
      '--skip-install',
      '--disable-git',
    ],
    // The starter's own layout fetches two fonts while it builds.
    files: {
      'next.config.ts': "export default { output: 'export' };\n",
      'app/layout.tsx':
        "import './globals.css';\nexport const metadata = { title: 'High water' };\nexport default function Layout({ children }: { children: React.ReactNode }) {\n  return <html lang=\"en\"><body>{children}</body></html>;\n}\n",
      'app/page.tsx':
        '\'use client\';\nimport Image from \'next/image\';\nimport { useState } from \'react\';\nexport default function Home() {\n  const [count, setCount] = useState(0);\n  return <main><Image src="/next.svg" alt="Next" width={90} height={20} /><button onClick={() => setCount(count + 1)}>{count}</button><a href="./">Home</a></main>;\n}\n',
    },
  },
  {
    name: 'Docusaurus',
    create: [
      'exec',
      '--yes',
      '--',
      'create-docusaurus@latest',
      'app',
      'classic',
      '--javascript',
      '--skip-install',
    ],
    edits: {
      'docusaurus.config.js': ["baseUrl: '/'", "baseUrl: '/a/docusaurus/'"],
    },
    isForSlug: true,
  },
  {
    name: 'VuePress',
    packages: [
      'vuepress@2.0.0-rc.30',
      '@vuepress/bundler-vite@2.0.0-rc.30',
      '@vuepress/theme-default@2.0.0-rc.132',
      'sass-embedded',
      'vue',
    ],
    isForSlug: true,
    files: {
      'package.json': JSON.stringify({
        name: 'high-water',
        private: true,
        type: 'module',
        scripts: { 'docs:build': 'vuepress build docs' },
      }),
      'docs/.vuepress/config.js':
        "import { viteBundler } from '@vuepress/bundler-vite';\nimport { defaultTheme } from '@vuepress/theme-default';\nexport default { base: '/a/vuepress/', bundler: viteBundler(), theme: defaultTheme(), title: 'High water' };\n",
      'docs/README.md': '# High water\n\n[More](./more.md)\n',
      'docs/more.md': '# More\n\n[High water](./README.md)\n',
    },
  },
  {
    name: 'Slidev',
    key: 'ArrowRight',
    packages: ['@slidev/cli', '@slidev/theme-default', 'vue'],
    files: {
      'package.json': toPackage('slidev build').replace('{', '{"type":"module",'),
      'slides.md': '---\ntitle: High water\n---\n\n# High water\n\n---\n\n# Low water\n',
    },
  },
  {
    name: 'Gatsby',
    packages: ['gatsby', 'react@18', 'react-dom@18'],
    isForSlug: true,
    files: {
      'package.json': toPackage('gatsby build'),
      'gatsby-config.js': "module.exports = { pathPrefix: '/a/gatsby' };\n",
      'src/pages/index.js':
        "import { Link } from 'gatsby';\nimport * as React from 'react';\nexport default function Home() {\n  const [count, setCount] = React.useState(0);\n  return <main><h1>High water</h1><button onClick={() => setCount(count + 1)}>{count}</button><Link to=\"/about/\">About</Link></main>;\n}\nexport const Head = () => <title>High water</title>;\n",
      'src/pages/about.js':
        "import * as React from 'react';\nexport default function About() {\n  return <main><h1>About</h1></main>;\n}\nexport const Head = () => <title>About</title>;\n",
    },
  },
  {
    name: 'VitePress',
    packages: ['vitepress'],
    isForSlug: true,
    files: {
      'package.json': JSON.stringify({
        name: 'high-water',
        private: true,
        scripts: { 'docs:build': 'vitepress build docs' },
      }),
      'docs/index.md': '# High water\n\n[More](./more)\n',
      'docs/more.md': '# More\n',
    },
  },
  {
    name: 'React Router',
    packages: [
      'react',
      'react-dom',
      'react-router@7.9.6',
      '@react-router/node@7.9.6',
      '@react-router/dev@7.9.6',
      'isbot',
      'vite@7',
    ],
    isForSlug: true,
    files: {
      'package.json': toPackage('react-router build').replace('{', '{"type":"module",'),
      'vite.config.js':
        "import { reactRouter } from '@react-router/dev/vite';\nexport default { base: '/a/react-router/', plugins: [reactRouter()] };\n",
      'react-router.config.js': "export default { ssr: false, basename: '/a/react-router/' };\n",
      'app/routes.js':
        "import { index } from '@react-router/dev/routes';\nexport default [index('home.jsx')];\n",
      'app/root.jsx':
        'import { Outlet, Scripts } from \'react-router\';\nexport default function Root() {\n  return <html lang="en"><head><title>High water</title></head><body><Outlet /><Scripts /></body></html>;\n}\n',
      'app/home.jsx':
        "import { useState } from 'react';\nexport default function Home() {\n  const [count, setCount] = useState(0);\n  return <button onClick={() => setCount(count + 1)}>{count}</button>;\n}\n",
    },
  },
  {
    name: 'TanStack Start',
    packages: [
      'react',
      'react-dom',
      '@tanstack/react-router',
      '@tanstack/react-start',
      '@vitejs/plugin-react',
      'vite',
    ],
    isForSlug: true,
    files: {
      'package.json': toPackage('vite build').replace('{', '{"type":"module",'),
      'vite.config.js':
        "import { tanstackStart } from '@tanstack/react-start/plugin/vite';\nimport react from '@vitejs/plugin-react';\nexport default { base: '/a/tanstack-start/', plugins: [tanstackStart({ prerender: { enabled: true } }), react()] };\n",
      'src/router.jsx':
        "import { createRouter } from '@tanstack/react-router';\nimport { routeTree } from './routeTree.gen';\nexport function getRouter() {\n  return createRouter({ routeTree, basepath: '/a/tanstack-start' });\n}\n",
      'src/routes/__root.jsx':
        "import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router';\nexport const Route = createRootRoute({\n  head: () => ({ meta: [{ title: 'High water' }] }),\n  shellComponent: ({ children }) => <html lang=\"en\"><head><HeadContent /></head><body>{children}<Scripts /></body></html>,\n  component: () => <Outlet />,\n});\n",
      'src/routes/index.jsx':
        "import { createFileRoute } from '@tanstack/react-router';\nimport { useState } from 'react';\nexport const Route = createFileRoute('/')({ component: Home });\nfunction Home() {\n  const [count, setCount] = useState(0);\n  return <button onClick={() => setCount(count + 1)}>{count}</button>;\n}\n",
    },
  },
  {
    name: 'SolidStart',
    packages: ['@solidjs/start@1', '@solidjs/router', 'solid-js', 'vinxi'],
    isForSlug: true,
    files: {
      'package.json': toPackage('vinxi build').replace('{', '{"type":"module",'),
      'app.config.js':
        "import { defineConfig } from '@solidjs/start/config';\nexport default defineConfig({ ssr: false, server: { preset: 'static', baseURL: '/a/solidstart' } });\n",
      'src/app.jsx':
        "import { Router } from '@solidjs/router';\nimport { FileRoutes } from '@solidjs/start/router';\nimport { Suspense } from 'solid-js';\nexport default function App() {\n  return <Router base={import.meta.env.SERVER_BASE_URL} root={(props) => <Suspense>{props.children}</Suspense>}><FileRoutes /></Router>;\n}\n",
      'src/entry-client.jsx':
        "import { mount, StartClient } from '@solidjs/start/client';\nmount(() => <StartClient />, document.getElementById('app'));\n",
      'src/entry-server.jsx':
        'import { createHandler, StartServer } from \'@solidjs/start/server\';\nexport default createHandler(() => <StartServer document={(props) => <html lang="en"><head><title>High water</title>{props.assets}</head><body><div id="app">{props.children}</div>{props.scripts}</body></html>} />);\n',
      'src/routes/index.jsx':
        "import { createSignal } from 'solid-js';\nexport default function Home() {\n  const [count, setCount] = createSignal(0);\n  return <button onClick={() => setCount(count() + 1)}>{count()}</button>;\n}\n",
    },
  },
  {
    name: 'Vue with its router',
    create: ['create', 'vue@latest', 'app', '--', '--default', '--router'],
    edits: {
      'src/router/index.ts': [
        'createWebHistory(import.meta.env.BASE_URL)',
        'createWebHashHistory()',
      ],
    },
  },
  {
    name: 'Nuxt',
    packages: ['nuxt'],
    files: {
      'package.json': JSON.stringify({
        name: 'high-water',
        private: true,
        scripts: { build: 'nuxt build', generate: 'nuxt generate' },
      }),
      'nuxt.config.ts':
        "export default defineNuxtConfig({ compatibilityDate: '2026-01-01', app: { head: { title: 'High water' } } });\n",
      'app/app.vue':
        '<script setup>\nconst count = ref(0);\n</script>\n<template><button @click="count++">{{ count }}</button></template>\n',
    },
  },
  {
    name: 'Nuxt with pages',
    // Nuxt 4.5.2 does not build a project with pages: Rolldown fails on unctx.
    packages: ['nuxt@~4.4.8'],
    isForSlug: true,
    files: {
      'package.json': JSON.stringify({
        name: 'high-water',
        private: true,
        scripts: { build: 'nuxt build', generate: 'nuxt generate' },
      }),
      'nuxt.config.ts':
        "export default defineNuxtConfig({ compatibilityDate: '2026-01-01', app: { baseURL: '/a/nuxt-with-pages/', head: { title: 'High water' } } });\n",
      'app/app.vue': '<template><NuxtPage /></template>\n',
      'app/pages/index.vue': '<template><NuxtLink to="/about">About</NuxtLink></template>\n',
      'app/pages/about.vue': '<template><p>About</p></template>\n',
    },
  },
  {
    name: 'Create React App',
    packages: ['react-scripts', 'react@18', 'react-dom@18'],
    files: {
      'package.json': toPackage('react-scripts build'),
      'public/index.html':
        '<!doctype html>\n<html lang="en"><head><title>High water</title></head><body><div id="root"></div></body></html>\n',
      'src/index.js':
        "import { useState } from 'react';\nimport { createRoot } from 'react-dom/client';\nfunction App() {\n  const [count, setCount] = useState(0);\n  return <button onClick={() => setCount(count + 1)}>{count}</button>;\n}\ncreateRoot(document.querySelector('#root')).render(<App />);\n",
    },
  },
  {
    name: 'Vue CLI',
    packages: ['@vue/cli-service', 'vue', 'vue-router@4'],
    files: {
      'package.json': toPackage('vue-cli-service build'),
      'public/index.html':
        '<!doctype html>\n<html lang="en"><head><title>High water</title></head><body><div id="app"></div></body></html>\n',
      'src/main.js':
        "import { createApp, h } from 'vue';\nimport { createRouter, createWebHashHistory, RouterLink, RouterView } from 'vue-router';\nconst home = { render: () => h(RouterLink, { to: '/about' }, () => 'About') };\nconst about = { render: () => h('p', 'About this') };\nconst routes = [{ path: '/', component: home }, { path: '/about', component: about }];\ncreateApp(RouterView).use(createRouter({ history: createWebHashHistory(), routes })).mount('#app');\n",
    },
  },
  {
    name: 'Angular',
    create: [
      'exec',
      '--yes',
      '--',
      '@angular/cli@latest',
      'new',
      'app',
      '--defaults',
      '--skip-git',
      '--skip-install',
      '--interactive=false',
    ],
  },
  {
    name: 'Rsbuild',
    packages: ['@rsbuild/core'],
    files: {
      'package.json': toPackage('rsbuild build'),
      'src/index.js':
        "import './index.css';\nimport(/* webpackChunkName: 'late' */ './late.js').then(({ text }) => { document.querySelector('#root').textContent = text; });\n",
      'src/late.js': "export const text = 'It runs';\n",
      'src/index.css': '#root { color: navy }\n',
      'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'rsbuild.config.mjs':
        "export default { html: { title: 'High water', favicon: './public/favicon.svg' } };\n",
    },
  },
  {
    name: 'Parcel',
    packages: ['parcel'],
    files: {
      'package.json': toPackage('parcel build src/index.html'),
      'src/index.html': page.replace('SCRIPT', 'index.js'),
      'src/index.js': script,
    },
  },
  {
    name: 'webpack',
    packages: ['webpack', 'webpack-cli', 'html-webpack-plugin'],
    files: {
      'package.json': toPackage('webpack --mode=production'),
      'webpack.config.js':
        "const Html = require('html-webpack-plugin');\nmodule.exports = { plugins: [new Html({ title: 'High water' })] };\n",
      'src/index.js': "document.body.textContent = 'It runs';\n",
    },
  },
  {
    name: 'Eleventy',
    packages: ['@11ty/eleventy'],
    files: {
      'package.json': toPackage('eleventy'),
      '.eleventyignore': 'README.md\n',
      'eleventy.config.js': "module.exports = (config) => { config.addPassthroughCopy('css'); };\n",
      'css/style.css': 'h1 { color: navy }\n',
      'index.html':
        '<!doctype html>\n<html lang="en"><head><title>High water</title><link rel="stylesheet" href="/css/style.css"></head><body><h1>{{ page.url }}</h1></body></html>\n',
    },
  },
  {
    name: 'esbuild',
    packages: ['esbuild'],
    files: {
      'package.json': toPackage(
        'esbuild src/index.js --bundle --outdir=dist && cp src/index.html dist/',
      ),
      'src/index.html': page.replace('SCRIPT', '/index.js'),
      'src/index.js': script,
    },
  },
];

let browser: Browser;
let sandbox: RunningSandbox;
let folder: string;

before(async () => {
  browser = await launchBrowser();
  sandbox = await startSandbox();
  folder = await mkdtemp(join(tmpdir(), 'starters-'));
});

after(async () => {
  await browser.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** Maximum time for one starter: Gatsby installs 1,500 packages. */
const maxMs = 20 * 60_000;

/** The names of the starters to test; all if none is given. */
const wanted = (process.env['STARTERS'] ?? '').toLowerCase().split(',').filter(Boolean);

for (const starter of starters) {
  const isWanted =
    wanted.length === 0 || wanted.some((word) => starter.name.toLowerCase().startsWith(word));
  if (!isWanted) continue;
  const name = `${starter.name}: a new project from the starter becomes a draft that runs`;
  test(name, { timeout: maxMs }, async (t) => {
    const slug = starter.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const project = await makeProject(starter, join(folder, slug));
    const start = performance.now();
    await run(project, [process.execPath, cli, 'init', '--slug', slug]);
    const temp = join(folder, slug);
    const lines = await readLines(project);
    for (const line of lines) await run(project, ['bash', '-ec', line], { RUNNER_TEMP: temp });
    await run(project, [
      process.execPath,
      cli,
      'deploy',
      join(temp, 'app'),
      '--slug',
      slug,
      '--create',
    ]);
    t.diagnostic(`from init to a draft: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    const [, build = ''] = /\barrange (\S+)/.exec(lines.join('\n')) ?? [];
    const draft = await openDraft(slug, starter.key);
    assert.deepEqual(draft.faults, []);
    // Opens the build at the base path that it was made for.
    const base = starter.isForSlug ? `/a/${slug}/` : '/';
    const { texts, path } = await openBuild(join(project, build), base, starter.key);
    assert.deepEqual({ texts: draft.texts, path: draft.path }, { texts, path });
  });
}

const cli = join(root, 'cli', 'index.ts');

async function makeProject(
  { create, files = {}, edits = {}, packages = [] }: Starter,
  home: string,
): Promise<string> {
  const project = join(home, 'project', 'app');
  await mkdir(dirname(project), { recursive: true });
  if (create !== undefined) await run(dirname(project), ['npm', ...create]);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), content);
  }
  for (const [path, [before, after]] of Object.entries(edits)) {
    const text = await readFile(join(project, path), 'utf8');
    await writeFile(join(project, path), text.replace(before, after));
  }
  await run(project, ['git', 'init', '--quiet']);
  await run(project, ['npm', 'install', ...packages]);
  // npm refuses some lock files that it wrote itself. Without a lock file, the workflow runs "npm
  // install".
  await run(project, ['npm', 'ci', '--dry-run']).catch(() =>
    rm(join(project, 'package-lock.json')),
  );
  return project;
}

/**
 * Returns the lines that the build job of the workflow runs, with the command of this repository.
 */
async function readLines(project: string): Promise<readonly string[]> {
  const workflow = parse(await readFile(join(project, '.github/workflows/miniapp.yml'), 'utf8'));
  const steps: readonly { readonly run?: string; readonly if?: string }[] =
    workflow.jobs.build.steps;
  const lines = steps.flatMap((step) =>
    step.if === undefined && step.run !== undefined ? [step.run] : [],
  );
  const node = `"${process.execPath}"`;
  return lines.map((line) =>
    line
      .replace(/^npx --yes miniapp-deploy@\S+/, `${node} "${cli}"`)
      .replace(/^npx --yes miniapp-sandbox@\S+/, `${node} "${join(root, 'sandbox', 'start.js')}"`),
  );
}

/** What a person sees who opens a page, presses each button, and follows its links. */
interface Visit {
  /** The text of the page at first, after each press, and behind each link. */
  readonly texts: readonly string[];
  /** The path of the page after each press, relative to its first address. */
  readonly path: string;
  readonly faults: readonly string[];
}

/** Opens a draft as its owner. */
async function openDraft(slug: string, key?: string): Promise<Visit> {
  const context = await browser.newContext();
  return visit(context, toDraftAddress(new URL(sandbox.pageUrl), slug), key);
}

/** Opens the files of a build at the place on a host that it was made for. */
async function openBuild(build: string, base: string, key?: string): Promise<Visit> {
  const server = await startStaticServer(toBuildSite(build, base));
  const visited = await visit(await browser.newContext(), server.address, key);
  await server.close();
  return visited;
}

/** The text of the page, also within web components. */
const showBody = `(function show(root) {
  const inner = Array.from(root.querySelectorAll('*'), ({ shadowRoot }) => (shadowRoot ? show(shadowRoot) : ''));
  return root.innerHTML + inner.join('');
})(document.body)`;

async function visit(context: BrowserContext, address: string, key?: string): Promise<Visit> {
  const opened = await context.newPage();
  const faults: string[] = [];
  opened.on('pageerror', (error) => faults.push(String(error)));
  opened.on('console', (message) => {
    const { url } = message.location();
    // The icons and fonts of other hosts need a network.
    const isOwn = !url.startsWith('http') || new URL(url).origin === new URL(address).origin;
    if (message.type() === 'error' && isOwn && !url.endsWith('/favicon.ico'))
      faults.push(message.text());
  });
  opened.on('response', (response) => {
    const isMissing = response.status() >= 400 && !response.url().endsWith('/favicon.ico');
    if (isMissing) faults.push(`${response.status()} ${response.url()}`);
  });
  await opened.goto(address, { waitUntil: 'networkidle' });
  const start = new URL(opened.url()).pathname;
  const before = await opened.evaluate<string>(showBody);
  const texts = [await opened.locator('body').innerText()];
  const buttons = key === undefined ? await opened.getByRole('button').all() : [null];
  for (const button of buttons) {
    const text = button === null ? key : await button.textContent();
    if (button === null) await opened.keyboard.press(key ?? '');
    else await button.click({ timeout: 5000 });
    const isOther = `${showBody} !== ${JSON.stringify(before)}`;
    await opened.waitForFunction(isOther, undefined, { timeout: 5000 }).catch(() => {
      faults.push(`The button "${text}" does nothing.`);
    });
    texts.push(await opened.locator('body').innerText());
  }
  if (texts.join('').trim() === '') faults.push('The page is empty.');
  const path = new URL(opened.url()).pathname.slice(start.length);
  texts.push(...(await followLinks(opened, address)));
  await context.close();
  return { texts, path, faults };
}

/** Maximum number of links that are followed. */
const maxLinks = 3;
const listTargets = "Array.from(document.querySelectorAll('a[href]:not([target])'), (a) => a.href)";

/** Presses the first links of a page that stay in its folder, and returns the texts behind them. */
async function followLinks(opened: Page, address: string): Promise<readonly string[]> {
  const texts: string[] = [];
  await opened.goto(address, { waitUntil: 'networkidle' });
  const start = opened.url().replace(/[^/]*$/, '');
  const targets = await opened.evaluate<string[]>(listTargets);
  // A link such as "Skip to content" leads to a place in the same page, and may be hidden.
  const own = targets.filter((target) => {
    return target.startsWith(start) && target !== opened.url() && !/#[^/]/.test(target);
  });
  for (const target of [...new Set(own)].slice(0, maxLinks)) {
    await opened.goto(address, { waitUntil: 'networkidle' });
    const href = `a[href$=${JSON.stringify(target.slice(start.length))}]`;
    const before = await opened.evaluate<string>(showBody);
    await opened.locator(href).first().click({ timeout: 5000 });
    // A router may show the page later. A link to the same page shows nothing else.
    const isOther = `${showBody} !== ${JSON.stringify(before)}`;
    await opened.waitForFunction(isOther, undefined, { timeout: 5000 }).catch(() => null);
    await opened.waitForLoadState('networkidle');
    texts.push(await opened.locator('body').innerText());
  }
  return texts;
}

/** Runs a program to its end, with the sandbox as its service. Throws with what it printed. */
async function run(
  cwd: string,
  [program = '', ...args]: readonly string[],
  more: NodeJS.ProcessEnv = {},
) {
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
    MINIAPPS_BASE_URL: sandbox.url,
    MINIAPPS_API_KEY: sandbox.keys[0],
    ...{
      CI: 'true',
      npm_config_yes: 'true',
      // npm refuses install scripts that nobody has approved, and no builder needs one.
      npm_config_ignore_scripts: 'true',
      NG_CLI_ANALYTICS: 'false',
      NEXT_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
    },
    ...more,
  };
  await promisify(execFile)(program, args, { cwd, env, maxBuffer: 100_000_000 }).catch((error) => {
    throw new Error(`${[program, ...args].join(' ')}\n${error.stdout}\n${error.stderr}`, {
      cause: error,
    });
  });
}
