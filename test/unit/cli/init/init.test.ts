import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { diffLines } from 'diff';
import { parse } from 'yaml';
import { readText } from '../../../support/repository.ts';
import { compareSections } from '../../../support/snapshot.ts';
import type { Call, Called } from './calls.ts';

type Files = Readonly<Record<string, string>>;

/** A project, and how `init` is called in it. */
interface Row {
  readonly name: string;
  readonly files?: Files;
  /** The name of its folder. */
  readonly project?: string;
  readonly args?: readonly string[];
  /** Relative to the project. */
  readonly cwd?: string;
  readonly env?: Files;
  readonly links?: Files;
  readonly exitCode?: number;
}

const page =
  '<!doctype html>\n<html lang="en"><head><title>High &amp; low</title></head><body></body></html>\n';
const app: Files = { 'service.json': '{ "name": "Tides" }\n', 'index.html': page };
const lock: Files = { 'package-lock.json': '{}' };

/** The package.json of a project that is built. */
function toPackage(build: string, ...packages: readonly string[]): Files {
  const devDependencies = Object.fromEntries(packages.map((name) => [name, '1.0.0']));
  return {
    'package.json': JSON.stringify({
      name: '@acme/high-water',
      scripts: { build },
      devDependencies,
    }),
  };
}

function below(folder: string, files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]),
  );
}

const vite: Files = { ...toPackage('tsc && vite build', 'vite'), ...lock };

const apps: readonly Row[] = [
  { name: 'nothing yet' },
  { name: 'nothing yet, for GitLab', args: ['winds', '--gitlab'], env: { MINIAPPS_SLUG: 'null' } },
  { name: 'a page at the top', files: { 'index.html': page } },
  {
    name: 'a page at the top without a title',
    files: { 'index.html': '<p>x</p>' },
    args: ['--gitlab'],
  },
  {
    name: 'a page with its style beside it',
    files: { 'index.html': page, 'style.css': '', 'README.md': '' },
  },
  {
    name: 'such a page in a folder',
    files: below('site', { ...app, 'style.css': '' }),
    args: ['site'],
  },
  {
    name: 'a page with its style beside it, for GitLab',
    files: { ...app, 'style.css': '' },
    args: ['--gitlab'],
  },
  { name: 'a name that YAML reads as a number', files: below('1e3', app), args: ['1e3'] },
  {
    name: 'a slug that YAML reads as a number',
    files: below('app', app),
    args: ['--slug', '0012', '--gitlab'],
  },
  { name: 'one app in a folder of folders', files: below('apps/tides', app) },
  { name: 'several apps', files: { ...below('apps/tides', app), ...below('apps/winds', app) } },
  {
    name: 'several apps in several places',
    files: { ...below('tides', app), ...below('apps/winds', app), ...below('.hidden', app) },
  },
  {
    name: 'several apps, one of them broken',
    files: { ...below('a/one', app), ...below('a/two', { ...app, 'service.json': '{' }) },
    exitCode: 1,
  },
  { name: 'a workflow that is there', files: { ...app, '.github/workflows/miniapp.yml': 'mine' } },
  {
    name: 'a branch of its origin',
    files: { ...app, '.git/refs/remotes/origin/HEAD': "ref: refs/remotes/origin/it's+1" },
  },
  { name: 'an app that git ignores', files: { '.gitignore': 'out\n', ...below('out', app) } },
  { name: 'a folder in an app', files: { ...app, 'sub/a.txt': '' }, cwd: 'sub' },
  {
    name: 'an address on this machine',
    files: app,
    env: { MINIAPPS_BASE_URL: 'http://127.0.0.1:8420' },
  },
  {
    name: 'an address on this machine, by TLS',
    files: app,
    env: { MINIAPPS_BASE_URL: 'https://localhost:8420' },
  },
  { name: 'an address without TLS', files: app, env: { MINIAPPS_BASE_URL: 'http://apps.test' } },
  { name: 'an empty folder', cwd: 'empty', args: ['.'] },
  {
    name: 'an address of a service',
    files: app,
    env: { MINIAPPS_BASE_URL: 'https://apps.test/x' },
  },
  ...['dist', 'Ebbe und Flut für große und kleine Häfen', 'öé', 'ab'].map(
    (project): Row => ({ name: `a project called ${project}`, project, files: app }),
  ),
];

const built: readonly Row[] = [
  { name: 'Vite', files: { ...vite, 'index.html': page } },
  {
    name: 'Vite in a folder, from below it',
    files: below('web', { ...vite, 'src/main.ts': '' }),
    cwd: 'web/src',
  },
  {
    name: 'Vite behind a script that hands arguments on',
    files: {
      'package.json':
        '{"scripts":{"build":"run-p check \\"build-only {@}\\" --","build-only":"vite build","check":"tsc"},"dependencies":{"vite":"8"}}',
      ...lock,
    },
  },
  {
    name: 'Vite before another command',
    files: { ...toPackage('vite build && node x', 'vite'), ...lock },
    exitCode: 1,
  },
  {
    name: 'Vite before another command, set',
    files: {
      ...toPackage('vite build && node x', 'vite'),
      ...lock,
      'vite.config.mts': "export default { base: './' };",
    },
  },
  {
    name: 'Vite without a script',
    files: { 'package.json': '{"devDependencies":{"vite":"8"}}', ...lock },
    exitCode: 1,
  },
  { name: 'Next.js', files: { ...toPackage('next build', 'next'), ...lock }, exitCode: 1 },
  {
    name: 'Next.js, for a program',
    files: { ...toPackage('next build', 'next'), ...lock },
    args: ['--json'],
    exitCode: 1,
  },
  {
    name: 'Next.js, set',
    files: {
      ...toPackage('next build', 'next'),
      ...lock,
      'next.config.mjs': "export default { output: 'export' };",
    },
  },
  {
    name: 'Nuxt',
    files: {
      'package.json':
        '{"scripts":{"build":"nuxt build","generate":"nuxt generate"},"dependencies":{"nuxt":"4"}}',
      ...lock,
    },
  },
  {
    name: 'SvelteKit',
    files: { ...toPackage('vite build', 'vite', '@sveltejs/kit'), ...lock },
    exitCode: 1,
  },
  {
    name: 'SvelteKit, set',
    files: {
      ...toPackage('vite build', 'vite', '@sveltejs/kit'),
      ...lock,
      'vite.config.ts': "import adapter from '@sveltejs/adapter-static';",
      'src/routes/+layout.ts': 'export const prerender = true;',
      'src/routes/+page.svelte': '<svelte:head><title>Tides</title></svelte:head>',
    },
  },
  ...[
    ['Astro', 'astro check && astro build', 'astro'],
    ['Angular', 'ng build', '@angular/core'],
    ['Eleventy', 'npx @11ty/eleventy', '@11ty/eleventy'],
    ['Create React App', 'react-scripts build', 'react-scripts'],
    ['Rsbuild', 'rsbuild build', '@rsbuild/core'],
    ['Parcel', 'parcel build', 'parcel'],
    ['webpack', 'webpack --mode=production', 'webpack'],
    ['esbuild', 'node esbuild.config.mjs', 'esbuild'],
  ].map(
    ([name = '', build = '', ...packages]): Row => ({
      name,
      files: { ...toPackage(build, ...packages), ...lock },
    }),
  ),
  { name: 'a builder that is not known', files: { ...toPackage('make site'), ...lock } },
  {
    name: 'a folder that the build writes',
    files: { ...toPackage('make site'), ...lock },
    args: ['site/dist'],
  },
  {
    name: 'two builders, and the folder that they write',
    files: { ...toPackage('vite build && webpack', 'vite', 'webpack'), ...lock },
    args: ['out'],
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
    name: 'a package of a workspace',
    files: {
      'package.json': '{"workspaces":["packages/*"]}',
      ...lock,
      ...below('packages/web', toPackage('vite build', 'vite')),
    },
    args: ['packages/web'],
  },
  { name: 'Vite for GitLab', files: vite, args: ['--gitlab'] },
  { name: 'Vite in a folder, for GitLab', files: below('web', vite), args: ['web', '--gitlab'] },
  {
    name: 'a lock file that is of no workspace',
    files: { ...lock, ...below('web', toPackage('vite build', 'vite')) },
    args: ['web'],
  },
  {
    name: 'two builders, of which the script runs one',
    files: { ...toPackage('vite build', 'webpack', 'vite'), ...lock },
  },
  {
    name: 'a title that a template fills',
    files: { ...vite, 'index.html': '<title>%VITE_TITLE%</title>' },
  },
  {
    name: 'a build that is in the repository',
    files: { ...vite, ...below('dist', app) },
    args: ['dist'],
  },
  {
    name: 'a service.json that is there',
    files: { ...vite, 'public/service.json': '{}', 'dist/service.json': '{}' },
  },
];

const refused: readonly Row[] = [
  { name: 'a package.json that is no JSON', files: { 'package.json': '{' }, exitCode: 1 },
  { name: 'a package.json that is no object', files: { 'package.json': '[]' }, exitCode: 1 },
  {
    name: 'a workspace of packages',
    files: { 'package.json': '{"workspaces":[],"scripts":{"build":"x"}}' },
  },
  { name: 'two builders', files: toPackage('vite build && webpack', 'vite', 'webpack') },
  {
    name: 'an ignored folder that nothing builds',
    files: { '.gitignore': 'out\n', ...below('out', app) },
    args: ['out'],
  },
  { name: 'a folder that is no app', files: { 'other/a.txt': '' }, args: ['other'], exitCode: 1 },
  { name: 'an app in an app', files: app, args: ['sub'] },
  { name: 'a file', files: app, args: ['index.html'] },
  { name: 'a folder elsewhere', args: ['../elsewhere'] },
  { name: 'a name that a shell reads otherwise', args: ['a;b'] },
  { name: 'a build whose name a shell reads otherwise', files: vite, args: ['a;b/dist'] },
  { name: 'a name that begins as an option does', files: below('a/-b', app), args: ['a/-b'] },
  { name: 'a slug that is none', args: ['--slug', 'No'] },
  {
    name: 'several apps with one slug',
    files: { ...below('a/one', app), ...below('a/two', app) },
    args: ['--slug', 'tides'],
  },
  {
    name: 'several apps, one with a name that is no slug',
    files: { ...below('a/One', app), ...below('a/two', app) },
  },
  {
    name: 'a .github that is a file, for a program',
    files: { '.github': '' },
    args: ['--json'],
    exitCode: 1,
  },
  {
    name: 'several apps for GitLab',
    files: { ...below('a/one', app), ...below('a/two', app) },
    args: ['--gitlab'],
  },
  { name: 'a .github that leads elsewhere', files: app, links: { '.github': '..' }, exitCode: 1 },
  { name: 'a page that never ends', links: { 'index.html': '/dev/zero' }, exitCode: 1 },
  {
    name: 'a .github that is a file, behind a file that is written first',
    files: { 'index.html': page, '.github': '' },
    exitCode: 1,
  },
];

const stage = realpathSync.native(mkdtempSync(join(tmpdir(), 'init-')));
after(() => rmSync(stage, { recursive: true }));

for (const [kind, rows] of Object.entries({ apps, built, refused })) {
  describe(`init and ${kind}`, () => {
    const sections = new Map<string, readonly string[]>();
    let runs: readonly Run[] = [];
    before(async () => {
      const projects = rows.map((row, index) => {
        const folder = join(stage, `${kind}-${index}`, row.project ?? 'high-water');
        return { row, folder, was: makeProject(folder, row) };
      });
      const calls = projects.map(({ folder, row: { args = [], cwd = '.', env = {} } }) => {
        return { args: ['init', ...args], cwd: join(folder, cwd), env };
      });
      const called = await callAll(calls);
      runs = projects.map((project, index) => ({
        ...project,
        called: called[index] ?? assert.fail(),
      }));
    });

    for (const [index, row] of rows.entries()) {
      test(row.name, () => {
        const { folder, was, called } = runs[index] ?? assert.fail();
        const { exitCode, stdout, stderr } = called;
        assert.equal(exitCode, row.exitCode ?? (kind === 'refused' ? 2 : 0), `${stdout}${stderr}`);
        const written = listFiles(folder).filter((path) => !was.files.includes(path));
        if (kind === 'refused') assert.deepEqual(written, []);
        if (kind === 'refused')
          assert.deepEqual(listFolders(folder), was.folders, 'takes back the folders, too');
        const shown = [stdout, stderr, ...written.map((path) => describeFile(folder, path))];
        sections.set(row.name, shown.join('\n').split('\n').filter(Boolean));
      });
    }

    test(`${kind}: what it writes and says, each row without the lines of the first, and of the first with its recipe`, () => {
      const shown = rows.map(({ name }) => [name, sections.get(name) ?? []] as const);
      const parts = shown.map(([name, lines], index) => {
        const [first, ...others] = shown.slice(0, index);
        const like = others.find(([, earlier]) => findRecipe(earlier) === findRecipe(lines));
        const known = new Set([...(first?.[1] ?? []), ...(like?.[1] ?? [])]);
        return [name, lines.filter((line) => !known.has(line))] as const;
      });
      compareSections(`test/unit/cli/init/snapshots/${kind}.md`, parts);
    });
  });
}

/** What a project holds. */
interface Project {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** A call in a project, what it held before, and what came of the call. */
interface Run {
  readonly folder: string;
  readonly was: Project;
  readonly called: Called;
}

function makeProject(
  folder: string,
  { files = {}, links = {}, args = [], cwd = '.' }: Row,
): Project {
  mkdirSync(join(folder, cwd), { recursive: true });
  // As git begins a repository: without a commit and without a remote.
  const repository: Files = { '.git/HEAD': 'ref: refs/heads/trunk\n', ...files };
  for (const [path, content] of Object.entries(repository)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  assert.ok(!args.includes(''));
  return { files: listFiles(folder), folders: listFolders(folder) };
}

function listFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return paths
    .map((path) => path.slice(folder.length + 1))
    .filter((path) => !path.startsWith('.git/'))
    .sort();
}

function listFolders(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Makes the calls in a process that may change its working directory. */
async function callAll(calls: readonly Call[]): Promise<readonly Called[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'calls.ts')], {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(calls));
  return JSON.parse(await text(child.stdout));
}

const recipes = [
  'workflows/miniapp.yml',
  'workflows/build.yml',
  'workflows/monorepo.yml',
  'other-ci/gitlab-ci.yml',
];

/** A file that was written: the lines in which it differs from what it is made of, else all. */
function describeFile(folder: string, path: string): string {
  const content = readFileSync(join(folder, path), 'utf8');
  const source = findSource(folder, path, content);
  if (path.endsWith('.yml')) assert.ok(parse(content).jobs ?? parse(content).stages, path);
  const changes = diffLines(source === null ? '' : readText(`examples/${source}`), content);
  const lines = changes.flatMap(({ value, added, removed }) => {
    const mark = added ? '+' : '-';
    const all = value.trimEnd().split('\n');
    return added || removed ? all.map((line) => `    ${mark} ${line}`) : [];
  });
  return [source === null ? path : `${path}, made of ${source}`, ...lines].join('\n');
}

/** Which file was written of which recipe. */
function findRecipe(lines: readonly string[]): string | undefined {
  return lines.find((line) => /, made of (?:workflows|other-ci)\//.test(line));
}

function findSource(folder: string, path: string, content: string): string | null {
  const [title = 'none'] = /^name: .*$|^default:$/m.exec(content) ?? [];
  const recipe = recipes.find((name) => readText(`examples/${name}`).includes(`\n${title}\n`));
  const [top = ''] = path.split(/(?=\/)/);
  const isNew = existsSync(join(folder, top, 'assets', 'app.js'));
  return recipe ?? (isNew ? `new-app/${path.slice(top.length + 1)}` : null);
}
