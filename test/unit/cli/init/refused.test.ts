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

const expression = '$' + '{{ toJSON(secrets) }}';

/** Names that a workflow, YAML or the shell would not read as names. */
const unsafe = [
  'a;b',
  'a b',
  "it's",
  'a$(id)',
  '`id`',
  'a&b',
  '*',
  'ü',
  expression,
  `x\n      - run: id`,
];

function forWorkflow(what: string): string {
  return `${what} may contain only letters from a to z, digits and _ : . @ / -, since it is written into a workflow.`;
}

/** Wrong use: exit code 2. */
const wrongUse: readonly RefusedRow[] = [
  {
    name: 'a workspace of packages',
    files: {
      'package.json': '{"workspaces":["apps/*","packages/*"],"scripts":{"build":"turbo build"}}',
      ...below('apps/web', toPackage('vite build', 'vite')),
      ...below('apps/docs', toPackage('vitepress build', 'vitepress')),
      ...below('apps/node_modules', toPackage('vite build', 'vite')),
      'apps/notes.txt': '',
      ...below('packages/ui', { 'package.json': '{"name":"ui"}' }),
    },
    answer:
      'package.json is the top of a workspace: name the package whose build is the app, as in "init apps/docs". The packages with a build: apps/docs, apps/web.',
  },
  {
    name: 'a workspace with other patterns',
    files: {
      'package.json': '{"scripts":{"build":"turbo build"}}',
      'pnpm-workspace.yaml':
        "packages:\n  - ./packages/**\n  - '!packages/old/'\n  - app-*\n  - apps/*/web\n",
      ...below('packages/ui/docs', vite),
      ...below('packages/old', vite),
      ...below('packages/node_modules/a', vite),
      ...below('app-tides', vite),
      ...below('apps/tides/web', vite),
      ...below('apps/tides/api', vite),
    },
    answer:
      'package.json is the top of a workspace: name the package whose build is the app, as in "init app-tides". The packages with a build: app-tides, apps/tides/web, packages/ui/docs.',
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
    answer:
      'out is ignored by git, so a workflow does not find it, and init does not know what builds it. If a builder makes a page from it, build it, then call: npx miniapp-deploy arrange <output> --out ../miniapps/high-water. For a workflow take build.yml, with your own lines. For a new app make its empty folder first: mkdir app, then npx miniapp-deploy init app.',
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
    answer: 'The folder must be below the working directory: run init in the project.',
  },
  ...unsafe.map(
    (name): RefusedRow => ({
      name: `a folder with the name ${JSON.stringify(name)}`,
      files: below(name, app),
      args: [`./${name}`],
      answer: forWorkflow('The path of the folder'),
    }),
  ),
  ...unsafe.map(
    (name): RefusedRow => ({
      name: `a build that writes ${JSON.stringify(name)}`,
      files: { ...toPackage('make', 'x'), ...lock },
      args: [`./${name}`],
      answer: forWorkflow('The path of the folder'),
    }),
  ),
  ...unsafe.flatMap((name): readonly RefusedRow[] => {
    const json = { scripts: { [name]: 'vite build' }, dependencies: { vite: '8' } };
    const files = { 'package.json': JSON.stringify(json), ...lock };
    const answer = forWorkflow('The name of the script');
    return [
      { name: `a script with the name ${JSON.stringify(name)}`, files, answer },
      {
        name: `the same script ${JSON.stringify(name)} for GitLab`,
        files,
        args: ['--gitlab'],
        answer,
      },
    ];
  }),
  {
    name: 'a script whose name is an option',
    files: {
      'package.json': '{"scripts":{"-c":"vite build"},"dependencies":{"vite":"8"}}',
      ...lock,
    },
    answer: 'The name of the script may not begin with -.',
  },
  {
    name: 'an output that the configuration names with an expression',
    files: {
      ...vite,
      'vite.config.ts': "export default { build: { outDir: '{{ secrets.KEY }}' } };",
    },
    answer: forWorkflow('The path of the folder'),
  },
  {
    name: 'one of several apps in a folder with an expression as its name',
    files: { ...below('tides', app), ...below('b;c/winds', app) },
    answer: forWorkflow('The path of the folder'),
  },
  {
    name: 'a branch that a workflow reads otherwise',
    files: app,
    branch: 'a$' + '{{github}}',
    answer: forWorkflow('The name of the branch'),
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

const withoutPackage =
  'If a builder makes a page from it, build it, then call: npx miniapp-deploy arrange <output> --out ../miniapps/high-water. For a workflow take build.yml, with your own lines.';

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
      /^Found a\.html, b\.htm, c\.html, and no index\.html\. .*The page of an app is index\.html: rename the page that people see first, then/,
  },
  {
    name: 'code that needs a builder',
    files: { 'src/App.jsx': '' },
    answer: `Found src: no page, and no builder that init knows. No sample app was written. Next: ${withoutPackage} ${forNewApp('app')}`,
  },
  {
    name: 'notebooks',
    files: { 'README.md': '', 'tides.ipynb': '', 'winds.ipynb': '', 'a.csv': '', 'b.csv': '' },
    answer: `Found a.csv, b.csv, tides.ipynb and winds.ipynb: no page, and no builder that init knows. No sample app was written. Next: ${withoutPackage} ${forNewApp('app')}`,
  },
  {
    name: 'a page that a server makes',
    files: { 'index.php': '', 'a.py': '', 'b.py': '', 'c.py': '', 'd.py': '' },
    answer: `Found a.py, b.py, c.py, d.py and more: no page, and no builder that init knows. No sample app was written. Next: ${withoutPackage} ${forNewApp('app')}`,
  },
  {
    name: 'a new app next to code without a page',
    files: { 'main.py': '' },
    args: ['tides'],
    answer: `Found main.py: no page, and no builder that init knows. No sample app was written. Next: ${withoutPackage} ${forNewApp('tides')}`,
  },
  {
    name: 'a builder that is not known',
    files: { ...toPackage('make site'), ...lock },
    answer: `Found the script "build" in package.json, which runs no builder that init knows. No workflow was written. Next: If "build" makes a page, name the folder that it writes, such as: npx miniapp-deploy init dist. ${forNewApp('app')}`,
  },
  {
    name: 'a builder on Vite that is not known',
    files: { ...toPackage('qwik build', 'vite', '@builder.io/qwik-city'), ...lock },
    answer: /^Found the script "build" in package\.json, which runs no builder that init knows/,
  },
  {
    name: 'an app of Expo, which has no script that builds',
    files: {
      'package.json':
        '{"scripts":{"start":"expo start","web":"expo start --web"},"dependencies":{"expo":"55"}}',
      'app.json': '{}',
      'App.tsx': '',
    },
    answer: `Found package.json with start and web: no page, and no builder that init knows. No sample app was written. Next: If it makes a page, add the script "build" to package.json, then name the folder that it writes, such as: npx miniapp-deploy init dist. ${forNewApp('app')}`,
  },
  {
    name: 'a builder that only a script for something else needs',
    files: {
      'package.json':
        '{"scripts":{"build-storybook":"storybook build"},"devDependencies":{"storybook":"10","vite":"8"}}',
    },
    answer: `Found package.json with build-storybook: no page, and no builder that init knows. No sample app was written. Next: If "build-storybook" makes a page, name the folder that it writes, such as: npx miniapp-deploy init dist. ${forNewApp('app')}`,
  },
  ...['docs:build', 'build-storybook'].map(
    (script): RefusedRow => ({
      name: `only the script ${script}`,
      files: { 'package.json': JSON.stringify({ scripts: { [script]: 'make' } }), 'src/a.ts': '' },
      answer: `Found package.json with ${script}: no page, and no builder that init knows. No sample app was written. Next: If "${script}" makes a page, name the folder that it writes, such as: npx miniapp-deploy init dist. ${forNewApp('app')}`,
    }),
  ),
  {
    name: 'a package manager that init does not know',
    files: { ...toPackage('vite build', 'vite'), 'deno.lock': '' },
    answer:
      'The packages of this project are installed with deno. Next: Init writes workflows for npm, pnpm, Yarn and Bun. Start from build.yml, with your own lines to install and build.',
  },
  {
    name: 'Hugo',
    files: { 'hugo.toml': '' },
    answer:
      'Found hugo.toml: Hugo builds this site, and init writes no workflow for it. Next: Build it with "hugo", which usually writes public, then call: npx miniapp-deploy arrange public --out ../miniapps/high-water. For a workflow take build.yml, with the same two lines. For a new app make its empty folder first: mkdir app, then npx miniapp-deploy init app.',
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
      ['Sphinx', 'conf.py', 'extensions = []'],
      ['Sphinx', 'docs/source/conf.py', "project = 'x'\nextensions = []"],
      ['Jupyter Book', '_toc.yml', ''],
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
    name: 'a project with a build below',
    files: { ...below('frontend', vite), 'backend/main.py': '' },
    answer:
      'Found frontend/package.json. No sample app was written. Next: Name the project whose build is the app: npx miniapp-deploy init frontend. For a new app name its folder, such as: npx miniapp-deploy init app.',
  },
  {
    name: 'a project below that has a builder, and no build yet',
    files: {
      'frontend/package.json': '{"devDependencies":{"vite":"8"}}',
      'backend/main.py': '',
    },
    answer: /^Found backend and frontend: no page, and no builder that init knows\. /,
  },
  {
    name: 'a project with a build below that git ignores',
    files: { '.gitignore': 'old\n', ...below('old', vite), 'backend/main.py': '' },
    answer: /^Found backend and old: no page, and no builder that init knows\. /,
  },
  {
    name: 'pages in a hidden folder, in an ignored one and in a result of arrange',
    files: {
      '.gitignore': 'old\n',
      ...below('.cache', app),
      ...below('old', { 'index.html': page }),
      ...below('miniapp', { ...app, '.miniapp-arranged': '' }),
    },
    answer: /^Found miniapp and old: no page, and no builder that init knows\. /,
  },
  {
    name: 'projects with a build below, without a repository',
    isInRepository: false,
    files: Object.assign({}, ...['a', 'b', 'c', 'd'].map((folder) => below(folder, vite))),
    answer:
      /^Found a\/package\.json, b\/package\.json and c\/package\.json\. No sample app .* init a\. /,
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
    answer: `other has neither service.json nor index.html. Next: Found other/a.txt: no page, and no builder that init knows. ${withoutPackage.replace('high-water', 'other')} ${forNewApp('app')}`,
  },
  {
    name: 'a folder called app with something else',
    files: { 'app/models.py': '' },
    answer: `Found app: no page, and no builder that init knows. No sample app was written. Next: ${withoutPackage} ${forNewApp('miniapp')}`,
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
    name: 'a package.json whose scripts are a text',
    files: { 'package.json': '{"scripts":"build"}' },
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
