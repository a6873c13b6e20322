import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { isKnown, builders as table } from '../../../../cli/files/builders.ts';
import { readText } from '../../../support/repository.ts';
import { compareSections } from '../../../support/snapshot.ts';
import {
  app,
  below,
  type Call,
  callInit,
  type Files,
  lock,
  page,
  type Row,
  toPackage,
  vite,
} from './projects.ts';

/** Returns a project of Vite with a configuration. */
function toVite(config: string, files: Files = {}): Files {
  return { ...vite, 'vite.config.ts': `export default { ${config} };`, ...files };
}

const next = { ...toPackage('next build', 'next'), ...lock };
const router = (code: string): Files => ({
  ...toPackage('vite build', 'vite', 'vue-router'),
  ...lock,
  'src/router/index.ts': `import { createRouter } from 'vue-router';\n${code}\n`,
});

function toScripts(scripts: Files, dependencies: Files): Files {
  return { 'package.json': JSON.stringify({ scripts, dependencies }), ...lock };
}

/** A new project of each builder, with its usual script. */
const newProjects = table
  .filter(isKnown)
  .map(({ name, packages, script, command, output }): Row => {
    const [own = ''] = packages;
    const [program = ''] = command.split(' ');
    const options = output.usual === '' ? [`${output.options[0]}=dist`] : [];
    const scripts = { [script]: [command, ...options].join(' ') };
    return { name, files: toScripts(scripts, { [own]: '1', [program]: '1' }) };
  });

/** Other projects, such as those with what must be set. */
const builders: readonly Row[] = [
  ...newProjects,
  {
    name: 'Vite behind a script that passes arguments on',
    files: {
      'package.json':
        '{"scripts":{"build":"run-p check \\"build-only {@}\\" --","build-only":"vite build","check":"tsc"},"dependencies":{"vite":"8"}}',
      ...lock,
    },
  },
  {
    name: 'Vite behind a script that passes arguments on, with pnpm',
    files: {
      ...toScripts(
        { build: 'run-p check "build-only {@}" --', 'build-only': 'vite build', check: 'tsc' },
        { vite: '8' },
      ),
      'package-lock.json': '',
      'pnpm-lock.yaml': '',
    },
  },
  {
    name: 'Vite before another command',
    files: { ...toPackage('vite build && node x', 'vite'), ...lock },
  },
  {
    name: 'Vite before another command, set',
    files: { ...toVite("base: './'"), ...toPackage('vite build && node x', 'vite') },
  },
  { name: 'Vite with the path of the app as its base', files: toVite("base: '/a/tides/'") },
  {
    name: 'Vite without a script',
    files: { 'package.json': '{"devDependencies":{"vite":"8"}}', ...lock },
  },
  {
    name: 'Vite with vue-router, by path',
    files: router('createRouter({ history: createWebHistory() });'),
  },
  {
    name: 'Vite with vue-router, from the base of Vite',
    files: router('createRouter({ history: createWebHistory(import.meta.env.BASE_URL) });'),
  },
  {
    name: 'Vite with vue-router, by hash',
    files: router('createRouter({ history: createWebHashHistory() }); // createWebHistory()'),
  },
  {
    name: 'Vite with preact-iso',
    files: {
      ...toPackage('vite build', 'vite', 'preact-iso'),
      ...lock,
      'src/index.jsx': "import { Router } from 'preact-iso';",
    },
  },
  {
    name: 'Vite with a router that is not used',
    files: { ...vite, ...toPackage('vite build', 'vite', 'react-router'), 'src/a.ts': '' },
  },
  {
    name: 'Next.js with two pages',
    files: { ...next, 'app/page.tsx': '', 'app/about/page.tsx': '' },
  },
  {
    name: "Next.js, as today's starter has it",
    files: {
      ...next,
      'next.config.ts':
        'const nextConfig: NextConfig = {\n  /* config options here */\n  cacheComponents: true,\n  partialPrefetching: true,\n};',
    },
  },
  {
    name: 'Next.js, set',
    files: {
      ...next,
      'next.config.mjs':
        "export default { output: 'export', distDir: 'site' }; // cacheComponents: true",
    },
  },
  {
    name: 'Nuxt with pages',
    files: {
      ...toScripts({ build: 'nuxt build', generate: 'nuxt generate' }, { nuxt: '4' }),
      'app/pages/index.vue': '',
      'nuxt.config.ts': 'export default defineNuxtConfig({});',
    },
  },
  {
    name: 'Nuxt with pages, set',
    files: {
      ...toScripts({ generate: 'nuxt generate' }, { nuxt: '4' }),
      'pages/index.vue': '',
      'nuxt.config.ts': "export default defineNuxtConfig({ app: { baseURL: '/a/tides/' } });",
    },
  },
  {
    name: 'SvelteKit 2 with its configuration in one file',
    files: {
      ...toScripts({ build: 'vite build' }, { vite: '8', '@sveltejs/kit': '^2.60.0' }),
      'vite.config.ts': 'export default { plugins: [sveltekit({ adapter: adapter() })] };',
      'src/app.html': '<head>%sveltekit.head%</head>',
      'src/routes/+page.svelte': '<h1>Tides</h1>',
    },
  },
  {
    name: 'SvelteKit 3',
    files: {
      ...toScripts({ build: 'vite build' }, { vite: '8', '@sveltejs/kit': '^3.0.0' }),
      'svelte.config.js': '',
    },
  },
  {
    name: 'SvelteKit with hash addresses',
    files: {
      ...toScripts({ build: 'vite build' }, { vite: '8', '@sveltejs/kit': '2' }),
      'svelte.config.js':
        "import adapter from '@sveltejs/adapter-static';\nexport default { kit: { adapter: adapter(), router: { type: 'hash' } } };",
      'src/app.html': '<title>Tides</title>%sveltekit.head%',
    },
  },
  {
    name: 'SvelteKit, set',
    files: {
      ...toPackage('vite build', 'vite', '@sveltejs/kit'),
      ...lock,
      'vite.config.ts':
        "import adapter from '@sveltejs/adapter-static';\nexport default { plugins: [sveltekit({ adapter: adapter({ pages: 'docs' }) })] };",
      'src/routes/+layout.ts': 'export const prerender = true;',
      'src/routes/+page.svelte': '<svelte:head><title>Tides</title></svelte:head>',
    },
  },
  {
    name: 'Docusaurus, set',
    files: {
      ...toPackage('docusaurus build --out-dir www', '@docusaurus/core'),
      ...lock,
      'docusaurus.config.js': "export default { future: { experimental_router: 'hash' } };",
    },
  },
  {
    name: 'VuePress in docs',
    files: {
      ...toScripts({ 'docs:build': 'vuepress build docs' }, { vuepress: '2' }),
      'docs/.vuepress/config.js': 'export default { title: "x" };',
    },
  },
  {
    name: 'VuePress, set',
    files: {
      ...toScripts({ build: 'vuepress build' }, { vuepress: '2' }),
      '.vuepress/config.ts': "export default { base: '/a/tides/', dest: 'www' };",
    },
  },
  {
    name: 'Slidev before another command',
    files: {
      ...toScripts({ build: 'slidev build && node x' }, { '@slidev/cli': '52' }),
      'slides.md': '---\ntitle: Tides\n---\n',
    },
  },
  {
    name: 'Gatsby, set',
    files: {
      ...toScripts({ build: 'gatsby build --prefix-paths' }, { gatsby: '5' }),
      'gatsby-config.js': "module.exports = { pathPrefix: '/a/tides' };",
    },
  },
  {
    name: 'Vue CLI, set',
    files: {
      ...toScripts(
        { build: 'vue-cli-service build' },
        { '@vue/cli-service': '5', 'vue-router': '4' },
      ),
      'vue.config.js': "module.exports = { outputDir: 'www' };",
    },
  },
  {
    name: 'VitePress in docs',
    files: {
      'package.json':
        '{"scripts":{"docs:build":"vitepress build docs"},"devDependencies":{"vitepress":"1"}}',
      ...lock,
      'docs/.vitepress/config.mts': "export default { title: 'x' };",
    },
  },
  {
    name: 'VitePress, set',
    files: {
      ...toPackage('vitepress build', 'vitepress'),
      ...lock,
      '.vitepress/config.mts':
        "export default { base: '/a/tides/', outDir: './www', srcDir: 'src' };",
    },
  },
  {
    name: 'React Router, set',
    files: {
      ...toPackage('react-router build', '@react-router/dev', 'vite', 'react-router'),
      ...lock,
      'vite.config.ts': "export default { base: '/a/tides/' };",
      'react-router.config.ts':
        "export default { ssr: false, basename: '/a/tides/', buildDirectory: 'out' };",
    },
  },
  {
    name: 'Angular before another command',
    files: { ...toPackage('ng build && node x', '@angular/core'), ...lock },
  },
  { name: 'no lock file', files: toPackage('vite build', 'vite') },
  { name: 'pnpm', files: { ...toPackage('vite build', 'vite'), 'pnpm-lock.yaml': '' } },
  { name: 'Yarn', files: { ...toPackage('vite build', 'vite'), 'yarn.lock': '__metadata:\n' } },
  {
    name: 'Yarn 1',
    files: {
      ...toPackage('vite build', 'vite'),
      'yarn.lock': '# THIS IS AN AUTOGENERATED FILE.\n# yarn lockfile v1\n',
    },
  },
  { name: 'Bun', files: { ...toPackage('vite build', 'vite'), 'bun.lock': '' } },
  {
    name: 'a package of a workspace of npm',
    files: {
      'package.json': '{"workspaces":["packages/*"]}',
      ...lock,
      ...below('packages/web', toPackage('vite build', 'vite')),
    },
    args: ['packages/web'],
  },
  {
    name: 'a workspace whose top is built',
    files: {
      'package.json':
        '{"workspaces":["packages/*"],"scripts":{"build":"vite build"},"dependencies":{"vite":"8"}}',
      ...lock,
      ...below('packages/ui', { 'package.json': '{"name":"ui"}' }),
    },
  },
  {
    name: 'a package of a workspace whose packageManager is pnpm',
    files: {
      'package.json': '{"packageManager":"pnpm@10.4.1"}',
      'pnpm-workspace.yaml': "packages:\n  - 'apps/*' # ours\n  - packages/ui\n",
      ...below('apps/web', {
        'package.json':
          '{"name":"web","scripts":{"build":"vite build"},"dependencies":{"vite":"8","@acme/ui":"workspace:*"}}',
      }),
      ...below('packages/ui', { 'package.json': '{"name":"@acme/ui","scripts":{"build":"tsc"}}' }),
    },
    args: ['apps/web'],
  },
  {
    name: 'a package of a workspace of bun, from its folder',
    files: {
      'package.json': '{"workspaces":{"packages":["app*/**"]}}',
      'bun.lock': '',
      ...below('apps/web', toPackage('vite build', 'vite')),
    },
    cwd: 'apps/web',
  },
  {
    name: 'a lock file of a folder that is no workspace',
    files: { ...lock, ...below('web', toPackage('vite build', 'vite')) },
    args: ['web'],
  },
  {
    name: 'two builders, of which the script runs one',
    files: { ...toPackage('vite build', 'webpack', 'vite'), ...lock },
  },
  {
    name: 'two builders, and the folder that they write',
    files: { ...toPackage('vite build && webpack', 'vite', 'webpack'), ...lock },
    args: ['out'],
  },
  {
    name: 'a builder that is not known, and the folder that it writes',
    files: { ...toPackage('make site', 'vite'), ...lock },
    args: ['site/dist'],
  },
  {
    name: 'a title that a template fills',
    files: { ...vite, 'index.html': '<title>%VITE_TITLE%</title>' },
  },
  {
    name: 'a service.json that is there',
    files: { ...vite, 'public/service.json': '{}', 'dist/service.json': '{}' },
  },
];

test('the plan for each builder follows from its settings, and lists the changes to make', async () => {
  const sections: (readonly [string, readonly string[]])[] = [];
  for (const row of builders) {
    // In the top folder itself, the plan does not depend on git.
    const isInRepository = row.args !== undefined || row.cwd !== undefined;
    const call = await callInit({ ...row, isInRepository });
    const shown = listShown(call);
    assert.equal(call.exitCode, shown.some(isChange) ? 1 : 0, `${row.name}\n${call.stderr}`);
    sections.push([row.name, [describePlan(call), ...shown]]);
  }
  compareSections('test/unit/cli/init/snapshots/builders.md', sections);
});

test('each builder of the table has a row in the docs, and a starter that is deployed every week', () => {
  const docs = readText('docs/built-apps.md');
  const starters = readText('test/starters/starters.test.ts');
  for (const { name } of table.filter(isKnown)) {
    assert.ok(docs.includes(`\n| ${name} | `), `run "npm run docs" for ${name}`);
    const starter = new RegExp(`name: ['\`]${name}\\b`);
    assert.ok(starter.test(starters), `test/starters/starters.test.ts lacks ${name}`);
  }
});

function isChange(line: string): boolean {
  return /^(?:In |Create |Set ")/.test(line);
}

/** Returns the notes and the changes; nothing of what each project has. */
function listShown({ stdout }: Call): readonly string[] {
  const [notes = '', steps = ''] = stdout.split('\n\nNext:\n');
  const common = /^(?:Wrote|Kept|Slug:|Name:|The workflow cannot) |^$/;
  const own = notes.split('\n').filter((line) => !common.test(line));
  const texts = steps.split('\n').map((line) => line.replace(/^\d+\. /, ''));
  const changes = texts.filter((line) => isChange(line) && !line.includes('OWNER'));
  return [...own, ...changes];
}

/** Returns the lines that the workflow runs before it deploys, and where service.json is. */
function describePlan({ folder, written }: Call): string {
  const workflow = parse(readFileSync(join(folder, '.github/workflows/miniapp.yml'), 'utf8'));
  const { defaults, steps } = workflow.jobs.build;
  const lines = (steps as readonly { run?: string; if?: string }[])
    .flatMap(({ run, if: condition }) => (run && condition === undefined ? [run] : []))
    .map((line) => line.replace(/^npx --yes miniapp-deploy@\S+ (.*) --out .*$/, '$1'))
    .map((line) => line.replace(/^.* (try) "\S+ --slug \S+ (.*)--shots .*$/, '$1 $2').trimEnd());
  const home = defaults === undefined ? [] : [`in ${defaults.run['working-directory']}`];
  return [...home, ...lines, ...written.filter((path) => path.endsWith('.json'))].join('; ');
}

/** The expected result of `init` for a given folder. */
interface OutputRow extends Row {
  /** The folder that the workflow arranges; null if the folder is deployed as it is. */
  readonly output: string | null;
  /** The path of service.json; `public/service.json` by default. */
  readonly service?: string;
}

const outputs: readonly OutputRow[] = [
  ...['www', 'site', 'output', 'web', 'target'].map(
    (name): OutputRow => ({
      name: `${name}, which the configuration names`,
      files: toVite(`build: { outDir: '${name}' }`),
      args: [name],
      output: name,
    }),
  ),
  {
    name: 'the output of Vite that exists, with a page',
    files: toVite("build: { outDir: 'www' }", below('www', app)),
    args: ['www'],
    output: 'www',
  },
  {
    name: 'the output of Vite that git tracks',
    files: { ...vite, ...below('dist', app) },
    args: ['dist'],
    tracked: ['dist'],
    output: null,
  },
  {
    name: 'a folder that .gitignore matches by a class of letters',
    files: {
      ...toPackage('make', 'x'),
      ...lock,
      '.gitignore': '[Dd]ist\n',
      'dist/index.html': page,
    },
    args: ['dist'],
    output: 'dist',
    service: 'service.json',
  },
  {
    name: 'a folder that .git/info/exclude matches',
    files: {
      ...toPackage('make', 'x'),
      ...lock,
      '.git/info/exclude': 'dist\n',
      ...below('dist', app),
    },
    args: ['dist'],
    output: 'dist',
    service: 'service.json',
  },
  {
    name: 'a folder that does not exist next to a build that is not known',
    files: { ...toPackage('make', 'x'), ...lock },
    args: ['web'],
    output: 'web',
    service: 'service.json',
  },
  {
    name: 'build/client of React Router',
    files: {
      ...toPackage('react-router build', '@react-router/dev', 'vite'),
      ...lock,
      '.gitignore': 'build\n',
    },
    args: ['build/client'],
    exitCode: 1,
    output: 'build/client',
  },
  {
    name: 'the folder above the output',
    files: { ...toPackage('nuxt generate', 'nuxt'), ...lock },
    args: ['.output'],
    output: '.output/public',
  },
  {
    name: "the folder that Angular's own configuration has",
    files: { ...toPackage('ng build', '@angular/core'), ...lock, '.gitignore': '/dist\n' },
    args: ['dist/high-water/browser'],
    output: 'dist/browser',
  },
  ...['docs:build', 'build-storybook'].map(
    (script): OutputRow => ({
      name: `the output of the script ${script}, which does not exist yet`,
      files: { ...toScripts({ [script]: 'make' }, {}) },
      args: ['site-out'],
      output: 'site-out',
      service: 'service.json',
    }),
  ),
  ...['', 'dist/index.html', 'dist/service.json'].map(
    (path): OutputRow => ({
      name: `the output of a build that is not known, with ${path || 'nothing in it'}`,
      files: { ...toPackage('make', 'x'), ...lock, ...(path === '' ? {} : { [path]: page }) },
      args: ['dist'],
      output: 'dist',
      service: 'service.json',
    }),
  ),
  {
    name: 'the output of a build as the working directory',
    files: { ...vite, '.gitignore': 'dist\n', ...below('dist', app) },
    cwd: 'dist',
    output: 'dist',
  },
  ...[app['index.html'] ?? '', `${page}<script src="a.js"></script>`].map(
    (index): OutputRow => ({
      name: `the output of a builder without package.json, of ${index.length} characters`,
      files: { 'project.godot': '', 'build/index.html': index },
      args: ['build'],
      output: '.',
      service: 'service.json',
    }),
  ),
  {
    name: 'a command that ends like that of a builder',
    files: { ...toPackage('electron-vite build', 'vite'), ...lock },
    args: ['out'],
    output: 'out',
    service: 'service.json',
  },
  {
    name: 'a configuration that is too long to be read',
    files: toVite(`build: { outDir: 'www' } }; /*${' '.repeat(100_000)}*/ x = {`),
    output: 'dist',
  },
  {
    name: 'an app next to a build that is not known',
    files: { ...toPackage('make', 'x'), ...lock, ...below('web', app) },
    args: ['web'],
    output: null,
  },
  {
    name: 'another folder that git ignores',
    files: { ...vite, '.gitignore': 'www\n' },
    args: ['www'],
    output: 'www',
  },
  {
    name: 'an option of the script',
    files: { ...toPackage('vite build --outDir=www', 'vite'), ...lock },
    output: 'www',
  },
  {
    name: 'an option of another command of the script',
    files: { ...toPackage('tsc --outDir lib && vite build', 'vite'), ...lock },
    output: 'dist',
  },
  {
    name: 'the build script, next to one for the documentation',
    files: {
      'package.json':
        '{"scripts":{"build":"vite build","docs:build":"vitepress build docs"},"devDependencies":{"vite":"8","vitepress":"2"}}',
      ...lock,
    },
    output: 'dist',
  },
  {
    name: 'the root of Vite, in the configuration',
    files: toVite("root: 'client', publicDir: '../static', build: { outDir: '../www' }"),
    output: 'www',
    service: 'static/service.json',
  },
  {
    name: 'the root of Vite, in the script',
    files: { ...toPackage('vite build client', 'vite'), ...lock, 'client/index.html': page },
    output: 'client/dist',
    service: 'client/public/service.json',
  },
  {
    name: 'a path from the configuration',
    files: toVite("root: 'src', build: { outDir: path.resolve(__dirname, 'www') }"),
    output: 'www',
    service: 'src/public/service.json',
  },
  {
    name: 'a configuration that the script names',
    files: {
      ...toPackage('vite build --config web.config.ts', 'vite'),
      ...lock,
      'web.config.ts': "export default { build: { outDir: 'www' } };",
      'vite.config.ts': "export default { build: { outDir: 'other' } };",
    },
    output: 'www',
  },
  ...['../static', 'dist'].map(
    (copied): OutputRow => ({
      name: `${copied} as the folder that is copied, where no service.json can be`,
      files: toVite(`publicDir: '${copied}'`),
      output: 'dist',
      service: 'service.json',
    }),
  ),
  {
    name: 'no folder that is copied',
    files: toVite('publicDir: false'),
    output: 'dist',
    service: 'service.json',
  },
  {
    name: 'a folder of an Eleventy configuration',
    files: {
      ...toPackage('npx @11ty/eleventy', '@11ty/eleventy'),
      ...lock,
      'eleventy.config.js': "export default (c) => { c.setOutputDirectory('www'); };",
    },
    output: 'www',
    service: 'service.json',
  },
  {
    name: 'a folder of a webpack configuration',
    files: {
      ...toPackage('webpack', 'webpack'),
      ...lock,
      'webpack.config.js': "module.exports = { output: { path: path.join(__dirname, 'www') } };",
    },
    output: 'www',
    service: 'service.json',
  },
  {
    name: 'a folder that exists next to a script that builds something else',
    files: { ...toScripts({ 'docs:build': 'make' }, {}), ...below('web', { 'index.html': page }) },
    args: ['web'],
    output: '.',
    service: 'service.json',
  },
  {
    name: 'a project with a builder for its stories only, and its page',
    files: {
      ...toScripts({ 'build-storybook': 'storybook build' }, { vite: '8' }),
      'index.html': page,
    },
    output: '.',
    service: 'service.json',
  },
  {
    name: 'a project with linters only, and its page',
    files: {
      'package.json': '{"scripts":{"lint":"eslint ."},"devDependencies":{"eslint":"9"}}',
      'index.html': page,
    },
    output: '.',
    service: 'service.json',
  },
];

describe('init finds the folder that a build writes', () => {
  for (const row of outputs) {
    test(row.name, async () => {
      const call = await callInit(row);
      assert.equal(call.exitCode, row.exitCode ?? 0, `${call.stdout}${call.stderr}`);
      const workflow = readFileSync(join(call.folder, '.github/workflows/miniapp.yml'), 'utf8');
      const [, output = null] = /\barrange (\S+) /.exec(workflow) ?? [];
      assert.equal(output, row.output);
      const added = call.written.filter((path) => !path.startsWith('.github/'));
      const service = row.service ?? 'public/service.json';
      assert.deepEqual(added, row.output === null ? [] : [service]);
    });
  }
});

test('a second run of init with the same build changes nothing', async () => {
  const first = await callInit({ name: 'first', files: vite });
  const workflow = '.github/workflows/miniapp.yml';
  const files = Object.fromEntries(
    first.written.map((path) => [path, readFileSync(join(first.folder, path), 'utf8')]),
  );
  const second = await callInit({ name: 'second', files: { ...vite, ...files } });
  assert.equal(second.exitCode, 0, second.stderr);
  assert.deepEqual(second.written, []);
  assert.ok(existsSync(join(second.folder, workflow)));
  assert.match(second.stdout, /^Kept \.github\/workflows\/miniapp\.yml as it is$/m);
});
