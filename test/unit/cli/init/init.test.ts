import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { diffLines } from 'diff';
import { parse } from 'yaml';
import { readText } from '../../../support/repository.ts';
import { compareSections } from '../../../support/snapshot.ts';
import { app, assertExitCode, below, callInit, page, type Row, vite } from './projects.ts';

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
  { name: 'a page in a project of Jekyll', files: { '_config.yml': '', 'index.html': page } },
  {
    name: 'a page with the front matter of a template, and no builder',
    exitCode: 1,
    files: { 'index.html': `---\n---\n${page}` },
  },
  { name: 'a name that YAML reads as a number', files: below('1e3', app), args: ['1e3'] },
  {
    name: 'a name with a blank, in PowerShell',
    files: below('my app', app),
    args: ['my app'],
    platform: 'win32',
    env: { USERPROFILE: 'C:\\Users\\Ann', PSModulePath: 'C:\\Users\\Ann\\Documents\\x' },
  },
  {
    name: 'a page with its style in a folder with a blank, for GitLab',
    files: below('Ebbe und Flut', { ...app, 'style.css': '' }),
    args: ['Ebbe und Flut', '--gitlab'],
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
    files: { ...below('tides', app), ...below('apps/winds', app), ...below('.hidden', app) },
  },
  {
    name: 'several apps, one of them broken',
    files: { ...below('a/one', app), ...below('a/two', { ...app, 'service.json': '{' }) },
    exitCode: 1,
  },
  { name: 'an app that git ignores', files: { '.gitignore': 'out\n', ...below('out', app) } },
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

/** Replaces the slug of the app for which `init` wrote a workflow, except in the recipe's lines. */
function hideSlugs(lines: readonly string[]): readonly string[] {
  const [slug] = lines.flatMap((line) => /updates the draft of (\S+)\.$/.exec(line)?.[1] ?? []);
  if (slug === undefined) return lines;
  return lines.map((line) => (line.startsWith('    - ') ? line : line.replaceAll(slug, '<slug>')));
}

test('with --json, init returns the changes to make as the first steps, and the written files', async () => {
  const files = { ...vite, 'package.json': '{"devDependencies":{"vite":"8"}}', 'public/a.svg': '' };
  const call = await callInit({ name: 'a change', files, args: ['--json'] });
  assertExitCode(call, 1);
  const { outcome, code, message, next, init } = JSON.parse(call.stdout);
  assert.deepEqual([outcome, code], ['failed', 'init_unfinished']);
  assert.equal(
    message,
    'Wrote 2 files for high-water. The build does not make an app yet: first make the changes listed below.',
  );
  assert.deepEqual(next[0], {
    text: 'Set "build": "vite build" in the scripts of package.json.',
    run: null,
    argv: null,
    by: 'anyone',
  });
  assert.deepEqual(init, {
    slug: 'high-water',
    folder: '.',
    written: ['public/service.json', '.github/workflows/miniapp.yml'],
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
