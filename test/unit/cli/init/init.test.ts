import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { diffLines } from 'diff';
import { parse } from 'yaml';
import { readText } from '../../../support/repository.ts';
import { compareSections } from '../../../support/snapshot.ts';
import { app, assertExitCode, below, callInit, lock, page, type Row, vite } from './projects.ts';

/** The rows whose whole output is compared: what is printed, and what differs from the recipe. */
const shown: readonly Row[] = [
  { name: 'nothing yet' },
  { name: 'nothing yet, for GitLab', args: ['winds', '--gitlab'], env: { MINIAPPS_SLUG: 'null' } },
  { name: 'a page at the top', files: { 'index.html': page } },
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
    name: 'such a page in a folder, without a repository',
    isInRepository: false,
    files: below('site', { ...app, 'style.css': '' }),
    args: ['site'],
  },
  { name: 'a page in a project of Jekyll', files: { '_config.yml': '', 'index.html': page } },
  {
    name: 'a page with the front matter of a template, and no builder',
    exitCode: 1,
    files: { 'index.html': `---\n---\n${page}` },
  },
  { name: 'a name that YAML reads as a number', files: below('1e3', app), args: ['1e3'] },
  {
    name: 'a working directory with a blank, in PowerShell',
    project: 'my app',
    files: below('app', app),
    platform: 'win32',
    env: { USERPROFILE: 'C:\\Users\\Ann', PSModulePath: 'C:\\Users\\Ann\\Documents\\x' },
  },
  {
    name: 'a page with its style in a folder, for GitLab',
    files: below('ebb-and-flow', { ...app, 'style.css': '' }),
    args: ['ebb-and-flow', '--gitlab'],
  },
  { name: 'a name that begins with a hyphen', files: below('-x', app), args: ['./-x'] },
  {
    name: 'a page in a folder that begins with a hyphen',
    files: below('-x', { ...app, 'style.css': '' }),
    args: ['./-x'],
  },
  {
    name: 'a slug that YAML reads as a number',
    files: below('app', app),
    args: ['--slug', '0012', '--gitlab'],
  },
  { name: 'one app in a folder of folders', files: below('apps/tides', app) },
  { name: 'several apps', files: { ...below('apps/tides', app), ...below('apps/winds', app) } },
  {
    name: 'several apps, one of them without service.json',
    files: { ...below('apps/tides', app), ...below('apps/winds', { 'index.html': page }) },
  },
  {
    name: 'several apps in several places',
    files: {
      '.gitignore': 'old\n',
      ...below('tides', app),
      ...below('apps/winds', app),
      ...below('.hidden', app),
      ...below('old', app),
    },
  },
  {
    name: 'several apps, one of them broken',
    files: { ...below('a/one', app), ...below('a/two', { ...app, 'service.json': '{' }) },
    exitCode: 1,
  },
  {
    name: 'nothing but a README, a license and hidden files',
    files: { 'README.md': '', LICENSE: '', '.gitignore': 'out\n', 'empty/.gitkeep': '' },
  },
  {
    name: 'files that the page loads and git ignores',
    files: {
      '.gitignore': '*.wasm\npkg/\nnotes.txt\ngen.js\n',
      'index.html': page,
      'main.js': "fetch('./main.wasm'); import('./pkg/tides.js'); // notes.txt",
      'a.md': '[The program](main.wasm)',
      'gen.js': "fetch('./main.wasm');",
      'docs/a.js': '',
      'main.wasm': '',
      'pkg/tides.js': '',
      'notes.txt': '',
    },
    exitCode: 1,
  },
  { name: 'a folder in an app', files: { ...app, 'sub/a.txt': '' }, cwd: 'sub' },
  {
    name: 'an address on this machine',
    files: app,
    env: { MINIAPPS_BASE_URL: 'http://127.0.0.1:8420' },
  },
  { name: 'an address without TLS', files: app, env: { MINIAPPS_BASE_URL: 'http://apps.test' } },
  {
    name: 'an address of a service',
    files: app,
    env: { MINIAPPS_BASE_URL: 'https://apps.test/x' },
  },
  { name: 'an empty folder', folders: ['empty'], cwd: 'empty', args: ['.'] },
  {
    name: 'a folder that was arranged before',
    files: { ...app, ...below('miniapp', { ...app, '.miniapp-arranged': '' }) },
  },
  { name: 'a name that is not a slug', project: 'Ebbe und Flut', files: app },
  { name: 'a build', files: { ...vite, 'index.html': page } },
  {
    name: 'a build in a folder, from below it',
    files: below('web', { ...vite, 'src/main.ts': '', 'node_modules/x/a.js': '' }),
    cwd: 'web/src',
  },
  { name: 'a build, for GitLab', files: vite, args: ['--gitlab'] },
];

describe('init writes a workflow and shows what comes next', () => {
  const sections = new Map<string, readonly string[]>();
  for (const row of shown) {
    test(row.name, async () => {
      const call = await callInit(row);
      assertExitCode(call, row.exitCode ?? 0);
      const files = call.written.map((path) => describeFile(call.folder, path));
      const lines = [call.stdout, call.stderr, ...files].join('\n').split('\n');
      sections.set(row.name, lines.filter(Boolean));
    });
  }

  test('init prints and writes what the snapshot shows for each project', () => {
    const rows = shown.map(({ name }) => [name, sections.get(name) ?? []] as const);
    const parts = rows.map(([name, lines], index) => {
      const [first, ...others] = rows.slice(0, index);
      const like = others.find(([, earlier]) => findRecipe(earlier) === findRecipe(lines));
      const known = new Set([...hideSlugs(first?.[1] ?? []), ...hideSlugs(like?.[1] ?? [])]);
      const hidden = hideSlugs(lines);
      return [name, lines.filter((_, at) => !known.has(hidden[at] ?? ''))] as const;
    });
    compareSections('test/unit/cli/init/snapshots/apps.md', parts);
  });
});

test('the name of the app is printed, with the place that it comes from', async () => {
  const named = { 'service.json': '{"name":"Ebb"}' };
  const rows: readonly (readonly [Row['files'], string])[] = [
    [{ ...app, ...named }, 'Ebb (from service.json)'],
    [{ 'index.html': page, 'a.css': '', ...named }, 'Ebb (from service.json)'],
    [{ ...vite, ...below('public', named) }, 'Ebb (from service.json)'],
    [{ ...vite, 'index.html': page }, 'High & low (from the title of the page)'],
    [{ ...vite, 'index.html': '<title>%TITLE%</title>' }, 'High water (from the slug)'],
    [{ ...app, 'service.json': '[' }, 'High & low (from the title of the page)'],
    [{ ...app, 'service.json': '{"name":7}', 'index.html': '<p>' }, 'High water (from the slug)'],
  ];
  for (const [files = {}, expected] of rows) {
    const { stdout } = await callInit({ name: 'named', files });
    assert.equal(/^Name: (.*)\.$/m.exec(stdout)?.[1], expected);
  }
});

test('the step for the time of writing names the server of the builder, not the arranged copy', async () => {
  const rows = [
    [{ build: 'vite build', start: 'vite --open', dev: 'vite' }, 'npm run dev'],
    [{ build: 'vite build', start: 'vite' }, 'npm run start'],
    [{ 'docs:build': 'vitepress build', 'docs:dev': 'vitepress', start: 'x' }, 'npm run docs:dev'],
    [{ build: 'vite build', preview: 'vite preview' }, null],
  ] as const;
  for (const [scripts, expected] of rows) {
    const name = 'docs:build' in scripts ? 'vitepress' : 'vite';
    const json = JSON.stringify({ scripts, dependencies: { [name]: '1' } });
    const { stdout } = await callInit({ name: 'dev', files: { ...lock, 'package.json': json } });
    const own = /while you write it, with the builder's own server:\n {3}(.*)$/m.exec(stdout);
    assert.equal(own?.[1] ?? null, expected);
    assert.equal(/the app folder changes only with the next build/.test(stdout), expected === null);
    assert.doesNotMatch(stdout, /miniapp-sandbox dev/);
  }
});

/**
 * Removes the numbers of steps, and replaces the slug of the app for which `init` wrote a workflow,
 * except in the recipe's lines.
 */
function hideSlugs(lines: readonly string[]): readonly string[] {
  const texts = lines.map((line) => line.replace(/^\d+\. |^ {3}(?=\w)/, ''));
  const [slug] = texts.flatMap((line) => /updates the draft of (\S+)\.$/.exec(line)?.[1] ?? []);
  if (slug === undefined) return texts;
  return texts.map((line) => (line.startsWith('    - ') ? line : line.replaceAll(slug, '<slug>')));
}

test('a recipe that is filled in with its own names is written as it is, without its first advice', async () => {
  const rows = [
    { recipe: 'workflows/miniapp.yml', files: below('app', app), args: [] },
    { recipe: 'other-ci/gitlab-ci.yml', files: below('app', app), args: ['--gitlab'] },
    { recipe: 'workflows/build.yml', files: vite, args: [] },
  ];
  for (const { recipe, files, args } of rows) {
    const call = await callInit({
      name: recipe,
      files,
      branch: 'main',
      args: [...args, '--slug', 'tides'],
    });
    assertExitCode(call, 0);
    const path = call.written.find((file) => file.endsWith('.yml')) ?? '';
    const text = readFileSync(join(call.folder, path), 'utf8');
    assert.equal(text, readText(`examples/${recipe}`).replace(/^# Save as [\s\S]*?\.\n/m, ''));
  }
});

test('with --dry-run, init shows the files that it would write, and writes nothing', async () => {
  const written = await callInit({ name: 'written', files: vite });
  const args = ['--dry-run'];
  const call = await callInit({ name: 'dry', files: vite, args });
  assertExitCode(call, 0);
  assert.deepEqual([call.written, call.made], [[], []]);
  const texts = written.written.map((path) => {
    return { path, text: readFileSync(join(written.folder, path), 'utf8') };
  });
  for (const { path, text } of texts) {
    const shown = text.trimEnd().replaceAll(/^(?=.)/gm, '    ');
    assert.ok(call.stdout.includes(`Would write ${path}:\n${shown}\n`), path);
  }
  assert.match(call.stdout, /^Dry run: nothing was written\.$/m);
  const program = await callInit({ name: 'dry', files: vite, args: [...args, '--json'] });
  const { outcome, init } = JSON.parse(program.stdout);
  assert.deepEqual([outcome, init.written], ['planned', []]);
  const planned = new Map(texts.map(({ path, text }) => [path, text]));
  assert.equal(init.planned.length, planned.size);
  for (const { path, text } of init.planned) assert.equal(text, planned.get(path));
});

test('the slug is the first name that says something about the app', async () => {
  const rows: readonly (readonly [string, Partial<Row>, line: string])[] = [
    ['package.json', { files: vite }, 'high-water (from "name" in package.json).'],
    [
      'a vague name in package.json',
      { files: { ...vite, 'package.json': named('app') }, project: 'tides' },
      'tides (from the name of the folder tides).',
    ],
    [
      'an output that is an app',
      { files: { ...below('dist', app), 'dist/style.css': '' }, tracked: ['dist'], args: ['dist'] },
      'high-water (from the name of the folder high-water).',
    ],
    [
      'a package of a workspace',
      {
        files: {
          'package.json': '{"workspaces":["apps/*"]}',
          ...lock,
          ...below('apps/x', { 'package.json': named('@acme/web') }),
        },
        args: ['apps/x'],
      },
      'web (from "name" in package.json).',
    ],
    [
      'a folder of apps that is no workspace',
      { files: below('apps/x', { 'package.json': named('web'), ...lock }), args: ['apps/x'] },
      'web (from "name" in package.json).',
    ],
    [
      'the variable',
      { files: app, env: { MINIAPPS_SLUG: 'winds' } },
      'winds (from MINIAPPS_SLUG).',
    ],
    ['the option', { files: vite, args: ['--slug', 'winds'] }, 'winds (from --slug).'],
    ['nothing that fits', { files: app, project: '潮' }, 'app (from the name of the folder 潮).'],
  ];
  for (const [name, row, line] of rows) {
    const call = await callInit({ name, ...row });
    assertExitCode(call, 0);
    const other = line.includes('folder') || line.includes('"name"');
    const more = other ? ' To choose another one, add --slug <slug>.' : '';
    assert.ok(call.stdout.split('\n').includes(`Slug: ${line}${more}`), call.stdout);
  }
});

/** Returns a package.json with a name, of a project that Vite builds. */
function named(name: string): string {
  return JSON.stringify({ name, scripts: { build: 'vite build' }, dependencies: { vite: '8' } });
}

test('with --json, init returns the changes to make as the first steps, and the written files', async () => {
  const files = { ...vite, 'package.json': '{"devDependencies":{"vite":"8"}}', 'public/a.svg': '' };
  const call = await callInit({ name: 'a change', files, args: ['--json'] });
  assertExitCode(call, 1);
  const { outcome, code, message, next, init } = JSON.parse(call.stdout);
  assert.deepEqual([outcome, code], ['failed', 'init_unfinished']);
  assert.equal(
    message,
    'Wrote 2 files for high-water. The workflow cannot deploy an app that works yet: first make the changes listed below.',
  );
  assert.deepEqual(next[0], {
    text: 'Set "build": "vite build" in the scripts of package.json.',
    run: null,
    argv: null,
    by: 'anyone',
  });
  assert.deepEqual(init, {
    slug: 'high-water',
    'slug-source': 'the name of the folder high-water',
    name: 'High water',
    folder: '.',
    written: ['public/service.json', '.github/workflows/miniapp.yml'],
    planned: [],
    kept: [],
  });
});

const recipes = [
  'workflows/miniapp.yml',
  'workflows/build.yml',
  'workflows/monorepo.yml',
  'other-ci/gitlab-ci.yml',
];

/** Returns the lines in which a file differs from what it is made of, else all of it. */
function describeFile(folder: string, path: string): string {
  const content = readFileSync(join(folder, path), 'utf8');
  const source = findSource(folder, path, content);
  if (path.endsWith('.yml')) {
    assert.ok(parse(content).jobs ?? parse(content).stages, path);
    // The slug of the recipes.
    if (!existsSync(join(folder, 'apps')) && !existsSync(join(folder, 'tides')))
      assert.doesNotMatch(content, /tides/, path);
  }
  const changes = diffLines(source === null ? '' : readText(`examples/${source}`), content);
  const lines = changes.flatMap(({ value, added, removed }) => {
    const mark = added ? '+' : '-';
    const all = value.trimEnd().split('\n');
    return added || removed ? all.map((line) => `    ${mark} ${line}`) : [];
  });
  return [source === null ? path : `${path}, made of ${source}`, ...lines].join('\n');
}

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
