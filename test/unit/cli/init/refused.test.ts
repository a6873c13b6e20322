import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  app,
  assertExitCode,
  below,
  callInit,
  lock,
  page,
  type Row,
  toPackage,
  vite,
} from './projects.ts';

/** A call that writes nothing, and what it answers. */
interface RefusedRow extends Row {
  /** The message and the next step. */
  readonly answer: string | RegExp;
}

/** Wrong use: exit code 2. */
const wrongUse: readonly RefusedRow[] = [
  {
    name: 'a workspace of packages',
    files: {
      'package.json': '{"workspaces":["apps/*","packages/*"],"scripts":{"build":"turbo build"}}',
      ...below('apps/web', toPackage('vite build', 'vite')),
      ...below('apps/docs', toPackage('vitepress build', 'vitepress')),
      ...below('packages/ui', { 'package.json': '{"name":"ui"}' }),
    },
    answer:
      'package.json is the top of a workspace: name the package whose build is the app, as in "init apps/docs". The packages with a build: apps/docs, apps/web.',
  },
  {
    name: 'a workspace that names a folder which does not exist',
    files: {
      'package.json': '{"workspaces":["libs/*","apps/*"],"scripts":{"build":"turbo build"}}',
      ...below('apps/web', toPackage('vite build', 'vite')),
    },
    answer:
      'package.json is the top of a workspace: name the package whose build is the app, as in "init apps/web".',
  },
  {
    name: 'two builders',
    files: toPackage('vite build && webpack', 'vite', 'webpack'),
    answer:
      'The folder that the script "build" writes is not known, since package.json has two builders, webpack and Vite: name it, as in "init dist".',
  },
  {
    name: 'a builder that is not known',
    files: { ...toPackage('make site'), ...lock },
    answer:
      'The folder that the script "build" writes is not known, since "build" runs a builder that is not known: name it, as in "init dist".',
  },
  {
    name: 'a builder on Vite that is not known',
    files: { ...toPackage('qwik build', 'vite', '@builder.io/qwik-city'), ...lock },
    answer: /"build" runs a builder that is not known/,
  },
  {
    name: 'an output that the configuration computes',
    files: { ...vite, 'vite.config.ts': 'export default { build: { outDir: process.env.OUT } };' },
    answer:
      'The folder that the script "build" writes is not known, since the configuration of Vite does not name a folder: name it, as in "init dist".',
  },
  {
    name: 'an output that the script computes',
    files: { ...toPackage('vite build --outDir $OUT', 'vite'), ...lock },
    answer: /the configuration of Vite does not name a folder/,
  },
  {
    name: 'two outputs in one configuration',
    files: {
      ...vite,
      'vite.config.ts':
        "export default (c) => c.x ? { build: { outDir: 'a' } } : { build: { outDir: 'b' } };",
    },
    answer: /the configuration of Vite does not name a folder/,
  },
  {
    name: 'esbuild behind a script of its own',
    files: { ...toPackage('node esbuild.config.mjs', 'esbuild'), ...lock },
    answer: /name it, as in "init dist"/,
  },
  {
    name: 'a folder that the build does not write',
    files: vite,
    args: ['tides'],
    answer:
      'tides does not exist, and the build of @acme/high-water writes dist: call "init dist", or make the empty folder first if it is for a new app.',
  },
  {
    name: 'an ignored folder that nothing builds',
    files: { '.gitignore': 'out\n', ...below('out', app) },
    args: ['out'],
    answer: 'out is ignored by git, so it is not in the repository, and no package.json builds it.',
  },
  {
    name: 'an app in an app',
    files: app,
    args: ['sub'],
    answer: 'sub is part of the app in .: name that folder.',
  },
  {
    name: 'the result of arrange under the name of a new app',
    files: below('app', { ...app, '.miniapp-arranged': '' }),
    answer: 'app was made by "arrange": name the project or the folder that it was made from.',
  },
  {
    name: 'the result of arrange',
    files: below('miniapp', { ...app, '.miniapp-arranged': '' }),
    args: ['miniapp'],
    answer: 'miniapp was made by "arrange": name the project or the folder that it was made from.',
  },
  { name: 'a file', files: app, args: ['index.html'], answer: 'The folder is a file.' },
  {
    name: 'a folder elsewhere',
    args: ['../elsewhere'],
    answer: 'The folder must be below the working directory.',
  },
  {
    name: 'a name that a workflow reads otherwise',
    args: ['a;b'],
    answer: 'The path of the folder may contain only letters, digits, spaces and _ . , @ + = -.',
  },
  {
    name: 'an expression of a workflow as a name',
    args: ['$' + '{{ x }}'],
    answer: /^The path of the folder may contain only letters/,
  },
  {
    name: 'a build whose name a workflow reads otherwise',
    files: { ...toPackage('make'), ...lock },
    args: ['a;b/dist'],
    answer: /^The path of the folder may contain only letters/,
  },
  { name: 'a slug that is not one', args: ['--slug', 'No'], answer: /^--slug must be 3 to 32 / },
  {
    name: 'several apps with one slug',
    files: { ...below('a/one', app), ...below('a/two', app) },
    args: ['--slug', 'tides'],
    answer: '--slug is for one app: name its folder.',
  },
  {
    name: 'several apps, one with a name that is not a slug',
    files: { ...below('a/One', app), ...below('a/two', app) },
    answer: /^There are several apps, and the name of a\/One is not a slug /,
  },
  {
    name: 'several apps for GitLab',
    files: { ...below('a/one', app), ...below('a/two', app) },
    args: ['--gitlab'],
    answer: '--gitlab is for one app: name its folder.',
  },
];

const forNewApp = (name: string): string =>
  `For a new app make its empty folder first: mkdir ${name}, then npx miniapp-deploy init ${name}.`;

/** Projects that nothing is written into: exit code 1. */
const projects: readonly RefusedRow[] = [
  {
    name: 'an export of CodePen',
    files: {
      'dist/index.html': page,
      'dist/style.css': '',
      'src/index.html': page,
      'README.md': '',
    },
    answer: `Found dist/index.html. No sample app was written. Next: Name the folder of the page: npx miniapp-deploy init dist. ${forNewApp('app')}`,
  },
  {
    name: 'Index.HTML',
    files: { 'Index.HTML': page },
    answer: `Found Index.HTML, and no index.html. No sample app was written. Next: The page of an app is index.html: rename Index.HTML, then run init again. ${forNewApp('app')}`,
  },
  {
    name: 'a page with another name',
    files: { 'my calculator.html': page },
    answer: `Found 'my calculator.html', and no index.html. No sample app was written. Next: The page of an app is index.html: rename 'my calculator.html', then run init again. ${forNewApp('app')}`,
  },
  {
    name: 'several pages',
    files: { 'a.html': page, 'b.htm': page, 'c.html': page, 'd.html': page },
    answer:
      /^Found a\.html, b\.htm, c\.html, and no index\.html\. .*rename the page that people see first\./,
  },
  {
    name: 'code that needs a builder',
    files: { 'src/App.jsx': '' },
    answer:
      /^Found src\/App\.jsx, which needs a builder such as Vite, but no package\.json with a build script\./,
  },
  {
    name: 'Hugo',
    files: { 'hugo.toml': '' },
    answer:
      'Found hugo.toml: Hugo builds this site, and init writes no workflow for it. Next: Build it with "hugo", which usually writes public, then call: npx miniapp-deploy arrange public --out ../miniapps/high-water. For a workflow take build.yml, with the same two lines.',
  },
  {
    name: 'Hugo, by the name of what it writes',
    files: { 'config.toml': 'baseURL = "x"', 'public/index.html': page },
    args: ['public'],
    answer: /^Found config\.toml: Hugo builds this site/,
  },
  {
    name: 'MkDocs with a service.json that its build copies',
    files: { 'mkdocs.yml': '', ...below('docs', app), ...below('site', app) },
    answer: /^Found mkdocs\.yml: MkDocs builds this site/,
  },
  ...(
    [
      ['Zola', 'config.toml', 'base_url = "x"'],
      ['MkDocs', 'mkdocs.yml', ''],
      ['Jekyll', '_config.yml', ''],
      ['Quarto', '_quarto.yml', ''],
      ['mdBook', 'book.toml', ''],
      ['Flutter', 'pubspec.yaml', 'flutter:\n  assets:'],
      ['Trunk', 'Trunk.toml', ''],
    ] as const
  ).map(
    ([name, file, text]): RefusedRow => ({
      name,
      files: { [file]: text },
      answer: new RegExp(`^Found ${file}: ${name} builds this site`),
    }),
  ),
  {
    name: 'Jekyll with a page that is a template',
    files: { '_config.yml': '', 'index.html': '---\nlayout: home\n---\n' },
    answer: /^Found _config\.yml: Jekyll builds this site/,
  },
  {
    name: 'a page that a server makes',
    files: { 'index.php': '' },
    answer: `Found index.php, a template from which a server or a builder makes the page. No sample app was written. Next: An app is one finished page: put the finished page into a folder, then run init with the name of that folder. ${forNewApp('app')}`,
  },
  {
    name: 'a project with a build below',
    files: { ...below('frontend', vite), 'backend/main.py': '' },
    answer:
      'Found frontend/package.json. No sample app was written. Next: Name the project whose build is the app: npx miniapp-deploy init frontend. For a new app name its folder, such as: npx miniapp-deploy init app.',
  },
  {
    name: 'a workspace whose top has no build',
    files: {
      'package.json': '{ "workspaces": ["apps/*", "packages/*"] }',
      ...below('apps/admin', vite),
      ...below('apps/web', vite),
      ...below('packages/ui', toPackage('tsc')),
    },
    answer: /^Found apps\/admin\/package\.json and apps\/web\/package\.json\. No sample app/,
  },
  {
    name: 'a new folder next to a page',
    files: { 'index.html': page, 'style.css': '' },
    args: ['tides'],
    answer: `Found index.html. No sample app was written. Next: If that is the app, call npx miniapp-deploy init . instead. ${forNewApp('tides')}`,
  },
  {
    name: 'a folder that is not an app',
    files: { 'other/a.txt': '' },
    args: ['other'],
    answer:
      'other has neither service.json nor index.html. Next: Name the folder of the app, or one that does not exist yet.',
  },
  {
    name: 'a folder called app with something else',
    files: { 'app/models.py': '' },
    answer: /^app has neither service\.json nor index\.html\./,
  },
  {
    name: 'a folder with another page',
    files: { 'other/a.html': page },
    args: ['other'],
    answer:
      /^other has neither service\.json nor index\.html\. Next: Found other\/a\.html, and no index\.html\./,
  },
  {
    name: 'a page that never ends',
    links: { 'index.html': '/dev/zero' },
    answer: /^Found index\.html, which is not a file\. /,
  },
  {
    name: 'a package.json that is not JSON',
    files: { 'package.json': '{' },
    answer: /^package\.json cannot be read: .* Next: Fix package\.json, then run init again\.$/,
  },
  {
    name: 'a package.json that is not an object',
    files: { 'package.json': '[]' },
    answer: /^package\.json cannot be read: it is not an object/,
  },
  {
    name: 'a .github that leads elsewhere',
    files: app,
    links: { '.github': '..' },
    answer: /^\.github\/workflows\/miniapp\.yml could not be written: \.github is a link/,
  },
  {
    name: 'a .github that is a file, behind a file that is written first',
    files: { 'index.html': page, '.github': '' },
    answer:
      '.github/workflows/miniapp.yml could not be written: .github is not a folder. Next: Nothing was written. Make sure that the folder of this file can be written, then run init again.',
  },
  {
    name: 'a workflow of somebody else',
    files: { ...app, '.github/workflows/miniapp.yml': 'name: mine' },
    answer:
      /^\.github\/workflows\/miniapp\.yml exists, and does not call miniapp-deploy\. Next: Nothing was written\. Rename the existing file and run init again, or add the jobs of https:\S+\/examples\/README\.md to it\./,
  },
  {
    name: 'a pipeline of somebody else, for GitLab',
    files: { ...app, '.gitlab-ci.yml': 'test:\n  script: make' },
    args: ['--gitlab'],
    answer:
      /^\.gitlab-ci\.yml exists, and does not call miniapp-deploy\. .*\/examples\/other-ci\/gitlab-ci\.yml to it\./,
  },
  {
    name: 'the workflow of another app',
    files: {
      ...below('apps/a', { 'index.html': page }),
      ...below('apps/tides', app),
      '.github/workflows/miniapp.yml':
        "# folder: x\n- uses: a/miniapp-deploy@v1\n  slug: 'winds'\n  folder: 'apps/winds'\n",
    },
    args: ['apps/tides'],
    answer:
      '.github/workflows/miniapp.yml deploys something else: it names apps/winds, winds, and this project needs apps/tides, tides. Next: Nothing was written. To deploy only this project, delete .github/workflows/miniapp.yml and run init again; to deploy several apps, delete the file and run init without a folder.',
  },
  {
    name: 'the workflow of another build',
    files: {
      ...vite,
      '.github/workflows/miniapp.yml':
        "- run: npx --yes miniapp-deploy@1.0.0 arrange www --out x\n- uses: a/miniapp-deploy@v1\n  slug: 'high-water'\n  folder: app\n",
    },
    answer:
      /^\.github\/workflows\/miniapp\.yml deploys something else: it names app, high-water, www, and this project needs app, dist, high-water\. .* to deploy several apps that need a build, start from https:\S+\/examples\/workflows\/monorepo-build\.yml\.$/,
  },
];

describe('init writes nothing, and names the reason', () => {
  for (const [exitCode, rows] of [
    [2, wrongUse],
    [1, projects],
  ] as const) {
    for (const row of rows) {
      test(row.name, async () => {
        const call = await callInit({ ...row, args: [...(row.args ?? []), '--json'] });
        assertExitCode(call, exitCode);
        const { code, message, next } = JSON.parse(call.stdout);
        assert.equal(code, exitCode === 2 ? 'invalid_inputs' : 'init_failed');
        const steps = exitCode === 2 ? '' : ` Next: ${next[0].text}`;
        const said = `${message.replace(/\.$/, '')}.${steps}`;
        if (typeof row.answer === 'string') assert.equal(said, row.answer);
        else assert.match(said, row.answer);
        assert.deepEqual([call.written, call.made], [[], []]);
      });
    }
  }
});

test('without git on the machine the reason is one sentence', async () => {
  const call = await callInit({ name: 'no git', env: { PATH: '' } });
  assertExitCode(call, 1);
  assert.match(
    call.stderr,
    /The project cannot be read: git is not installed, or not found by PATH\.\n/,
  );
});
