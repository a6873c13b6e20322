import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { after, before, test } from 'node:test';
import { writeResult } from '../../../cli/arrange/target.ts';
import { callCommand } from '../../support/call-command.ts';

let home: string;
let count = 0;

before(() => {
  home = mkdtempSync(join(tmpdir(), 'arrange-'));
});

after(async () => {
  await rm(home, { recursive: true });
});

type Files = Readonly<Record<string, string>>;

/** Makes a project with these files. Returns its folder. */
function makeProject(files: Files): string {
  count += 1;
  const folder = join(home, `project-${count}`);
  addFiles(folder, { 'package.json': '{}', ...files });
  return folder;
}

function addFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The paths of the files below a folder, without hidden ones. */
function listPaths(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const shown = paths.filter((path) => !path.startsWith('.'));
  return shown.map((path) => path.replaceAll(sep, '/')).sort();
}

async function arrange(cwd: string, args: readonly string[] = [], env: Files = {}) {
  const called = await callCommand({
    cwd,
    env,
    args: ['arrange', 'dist', '--out', 'app', ...args],
  });
  return { ...called, files: listPaths(join(cwd, 'app')) };
}

async function arrangeAsJson(cwd: string, args: readonly string[] = []) {
  const { stdout, ...called } = await arrange(cwd, ['--json', ...args]);
  return { ...called, json: JSON.parse(stdout) };
}

const page = '<!doctype html><title>Tides</title><link rel="icon" href="icon.svg">';
const build = {
  'dist/index.html': `${page}<script src="app.js"></script>`,
  'dist/app.js': 'fetch("data/" + name)\n//# sourceMappingURL=app.js.map',
  'dist/app.js.map': '{}',
  'dist/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'dist/robots.txt': '',
  'dist/data/a.json': '[]',
};

test('source maps and files for hosts are left out, unless --include asks for them; --exclude leaves out more', async () => {
  const project = makeProject(build);
  const own = ['assets/app.js', 'assets/data/a.json', 'assets/icon.svg', 'assets/miniapp-net.js'];
  const first = await arrange(project);
  assert.deepEqual(first.files, [...own, 'index.html', 'service.json']);
  assert.match(first.stderr, /^Left out: app\.js\.map \(source map\)$/m);
  const asked = await arrange(project, ['--include', '**/*.map', '--include', 'none*']);
  assert.ok(
    asked.files.includes('assets/app.js.map') && !asked.files.includes('assets/robots.txt'),
  );
  assert.match(asked.stderr, /^The include pattern none\* matches no file\.$/m);
  const fewer = await arrange(project, ['--exclude', 'data', '--exclude', '*.svg']);
  assert.deepEqual(fewer.files, ['assets/app.js', 'index.html', 'service.json']);
  assert.match(fewer.stderr, /^Left out: data\/ \(matches the exclude pattern data\)$/m);
  assert.deepEqual(
    [first, asked, fewer].map(({ exitCode }) => exitCode),
    [0, 0, 0],
  );
});

test('a pattern of --include that changes nothing is reported, with the reason', async () => {
  const project = makeProject({ ...build, 'dist/.env': '' });
  const patterns = ['**/*.map', 'icon.svg', '.env', 'none*', 'none*'];
  const args = patterns.flatMap((pattern) => ['--include', pattern]);
  const { stderr } = await arrange(project, args);
  assert.deepEqual(stderr.match(/^The include pattern .*$/gm), [
    'The include pattern icon.svg has no effect: the app has these files without it.',
    'The include pattern .env has no effect: .env is left out (looks like a credential).',
    'The include pattern none* matches no file.',
    'The include pattern none* matches no file.',
  ]);
});

test('node_modules of a build gets another name; that of a project is left out unless asked for', async () => {
  const page =
    '<title>x</title><script type="importmap">{"imports":{"three":"./node_modules/three/three.js"}}</script>';
  const files = { 'dist/index.html': page, 'dist/node_modules/three/three.js': '' };
  const ofBuild = await arrange(makeProject(files));
  assert.match(ofBuild.stderr, /^Named node_modules modules, since a deploy leaves out/m);
  assert.deepEqual(ofBuild.files.slice(0, 1), ['assets/modules/three/three.js']);
  const project = { ...files, 'dist/package.json': '{}', 'dist/node_modules/other/a.js': '' };
  const ofProject = await arrange(makeProject(project));
  assert.equal(ofProject.exitCode, 1);
  assert.match(
    ofProject.stderr,
    /^dist\/index\.html:1:63 error import_left_out: The import map leads to \.\/node_modules\/three\/three\.js, which is left out: node_modules\/ \(node_modules\)\.$/m,
  );
  const asked = await arrange(makeProject(project), ['--include', 'node_modules/three']);
  assert.deepEqual(asked.files.slice(0, 2), ['assets/modules/three/three.js', 'index.html']);
  assert.match(asked.stderr, /^Left out: node_modules\/ \(node_modules\)$/m);
});

test('the source of a project without a page is named as such', async () => {
  const { exitCode, stderr } = await arrange(makeProject({ 'dist/package.json': '{}' }));
  assert.equal(exitCode, 1);
  assert.match(stderr, /^This is the source of a project, not its build/m);
  assert.match(stderr, /^Next: Build the project \(npm run build\)/m);
});

test('arrange reports the script that it adds (the net), with --json too, and --no-net omits the script', async () => {
  const project = makeProject(build);
  const { stderr } = await arrange(project);
  assert.match(stderr, /^Added assets\/miniapp-net\.js: it redirects requests of scripts/m);
  assert.equal((await arrangeAsJson(project)).json.arrange.net, 'assets/miniapp-net.js');
  const without = await arrangeAsJson(project, ['--no-net']);
  assert.equal(without.json.arrange.net, null);
  assert.ok(!without.files.includes('assets/miniapp-net.js'));
});

const pages: readonly (readonly [title: string, files: Files, fix: RegExp])[] = [
  ['the page of TanStack', { 'dist/_shell.html': page }, /_shell\.html: copy it to index\.html/],
  ['a page with another name', { 'dist/main.htm': page }, /Rename main\.htm to index\.html/],
  ['a name in other case', { 'dist/Index.html': page }, /Rename Index\.html to index\.html/],
  [
    'a page in a folder',
    { 'dist/browser/index.html': page },
    /Arrange the folder that contains browser\/index/,
  ],
  [
    'a page of a host',
    { 'dist/404.html': page },
    /Check the folder, and that the build writes a page/,
  ],
];
for (const [title, files, fix] of pages) {
  test(`a build without index.html is an error: ${title}`, async () => {
    const { exitCode, json, files: written, stderr } = await arrangeAsJson(makeProject(files));
    assert.deepEqual([exitCode, json.code, written], [1, 'no_page', []]);
    assert.match(stderr, fix);
  });
}

const sources: readonly (readonly [title: string, files: Files])[] = [
  ['a base address elsewhere', { 'dist/more.html': '<base href="/elsewhere/">' }],
  [
    'the import of a package',
    {
      'dist/index.html': '<title>x</title><script type="module" src="main.js"></script>',
      'dist/main.js': 'import { render } from "preact";',
    },
  ],
  [
    'the source of a project',
    {
      'dist/index.html': '<title>x</title><script type="module" src="/src/main.js"></script>',
      'dist/src/main.js': '',
      'dist/package.json': '{"scripts":{"build":"vite build"}}',
    },
  ],
];
for (const [title, files] of sources) {
  test(`if a build cannot work as an app, nothing is written, and an earlier result stays: ${title}`, async () => {
    const fresh = await arrangeAsJson(makeProject({ ...build, ...files }));
    assert.deepEqual([fresh.exitCode, fresh.json.code, fresh.files], [1, 'build_breaks', []]);
    assert.equal(fresh.json.arrange.problems.length, 1);
    assert.match(fresh.json.message, /^app was not written, since the build would not work/);
    const project = makeProject(build);
    const earlier = await arrange(project);
    addFiles(project, files);
    const { exitCode, json, files: kept } = await arrangeAsJson(project);
    assert.deepEqual([exitCode, json.code, kept], [1, 'build_breaks', earlier.files]);
    assert.match(json.message, /^app stays as it was, since the build would not work as an app: 1/);
  });
}

test('files of a project are not taken into the app, and each is named', async () => {
  const names = [
    ...['package.json', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lockb'],
    ...['tsconfig.json', 'tsconfig.app.json', 'vite.config.ts', 'angular.json'],
  ];
  const files = Object.fromEntries(names.map((name) => [`dist/${name}`, '']));
  const others = { 'dist/angular.js': '', 'dist/data/package.json': '', 'dist/config.json': '' };
  const project = makeProject({
    ...files,
    ...others,
    'dist/.env': 'A=1',
    'dist/index.html': '<title>x</title>',
  });
  const { stderr, files: written } = await arrange(project);
  for (const name of names) {
    assert.match(stderr, new RegExp(`^Left out: ${name} \\(file of the project\\)$`, 'm'));
    assert.ok(!written.includes(`assets/${name}`), name);
  }
  assert.match(stderr, /^Left out: \.env \(looks like a credential\)$/m);
  for (const path of Object.keys(others))
    assert.ok(written.includes(path.replace('dist/', 'assets/')), path);
  const asked = await arrange(project, ['--include', 'tsconfig.json']);
  assert.ok(asked.files.includes('assets/tsconfig.json'));
});

test('a page without a title gets the name from service.json', async () => {
  const untitled = { ...build, 'dist/index.html': '<!doctype html><html><head></head></html>' };
  const project = makeProject({ ...untitled, 'service.json': '{"name":"Tea & <more>"}' });
  const { exitCode, stderr } = await arrange(project);
  assert.equal(exitCode, 0);
  assert.match(stderr, /^Added a title to index\.html: the name from service\.json\.$/m);
  const html = readFileSync(join(project, 'app/index.html'), 'utf8');
  assert.match(html, /<head><title>Tea &amp; &lt;more><\/title><\/head>/);
  addFiles(project, { 'dist/index.html': '<html><title lang="en"> </title>' });
  await arrange(project);
  const filled = readFileSync(join(project, 'app/index.html'), 'utf8');
  assert.match(filled, /<title lang="en">Tea &amp; &lt;more> <\/title>/);
  addFiles(project, { 'service.json': '{' });
  assert.equal((await arrangeAsJson(project)).json.code, 'build_breaks');
});

test('a build for another app is an error if --slug or MINIAPPS_SLUG names the app', async () => {
  const files = {
    'dist/index.html': page.replace('icon.svg', '/a/tides/icon.svg'),
    'dist/icon.svg': '',
  };
  const project = makeProject(files);
  assert.equal((await arrange(project)).exitCode, 0);
  assert.equal((await arrange(project, ['--slug', 'tides'])).exitCode, 0);
  for (const [args, env] of [
    [['--slug', 'waves'], {}],
    [[], { MINIAPPS_SLUG: 'waves' }],
  ] as const) {
    const { exitCode, stderr } = await arrange(project, args, env);
    assert.equal(exitCode, 1);
    assert.match(stderr, /^dist\/index\.html:1:59 error build_base: .* \/a\/tides\/, .* waves\.$/m);
  }
});

for (const [what, files, isTaken] of [
  ['the working directory', { 'web/package.json': '{}', 'web/instructions.md': 'Mine' }, true],
  ['above the working directory', { 'instructions.md': 'Mine' }, false],
  ['the repository', { '.git/HEAD': '', 'instructions.md': 'Mine' }, true],
  ['above the repository', { 'web/.git/HEAD': '', 'instructions.md': 'Mine' }, false],
] as const) {
  test(`instructions.md of ${what} is ${isTaken ? '' : 'not '}taken for the build`, async () => {
    const project = makeProject({ 'web/dist/index.html': '<title>Tides</title>', ...files });
    await arrange(join(project, 'web'));
    assert.equal(existsSync(join(project, 'web/app/instructions.md')), isTaken);
  });
}

test('a router that shows nothing at the address of an app is reported once', async () => {
  const project = makeProject({ ...build, 'dist/app.js': 'window.__reactRouterVersion="7"' });
  const { exitCode, stderr } = await arrange(project);
  assert.equal(exitCode, 0);
  assert.equal(stderr.split('path_router').length, 2);
  const { json } = await arrangeAsJson(project);
  assert.deepEqual(
    json.arrange.problems.map(({ code }: { code: string }) => code),
    ['path_router'],
  );
});

test('arranging again keeps a Git repository in the result, with its empty folders', async () => {
  const project = makeProject(build);
  await arrange(project);
  for (const folder of ['refs/tags', 'objects/info'])
    mkdirSync(join(project, 'app/.git', folder), { recursive: true });
  addFiles(project, { 'app/.git/HEAD': 'ref: refs/heads/main', 'app/assets/.git/HEAD': '' });
  assert.equal((await arrange(project)).exitCode, 0);
  for (const kept of ['.git/refs/tags', '.git/objects/info', '.git/HEAD', 'assets/.git/HEAD'])
    assert.ok(existsSync(join(project, 'app', kept)), kept);
});

test('two names of one file on a case-insensitive disk are an error, and the first file is kept', async () => {
  const file = { path: 'a.js', type: '', sha256: '', text: '', read: () => Buffer.from('first') };
  const second = { ...file, read: () => Buffer.from('second') };
  const out = { path: join(makeProject({}), 'app'), name: 'app' };
  // A disk that ignores case finds A.js for a.js.
  const files = [file, second].map((each) => ({
    path: 'assets/a.js',
    file: each,
    rewritten: null,
  }));
  await assert.rejects(writeResult(out, join(out.path, '../dist'), files), {
    code: 'out_not_written',
    message: 'app already has assets/a.js.',
  });
  assert.equal(readFileSync(join(out.path, 'assets/a.js'), 'utf8'), 'first');
});

for (const [what, files, stderrLine, summary] of [
  [
    'an error of the build',
    { 'dist/index.html': '<title>x</title>\n<base href="/a,b:c/">' },
    '::error file=sub/dist/index.html,line=2,col=13,title=base_elsewhere::<base href> is /a,b:c/, but an app only has its own address.%0Afix: Set the base address of the build to ./ (in Angular: --base-href ./).',
    /^### app was not written.+\n\n\| \| place.+\n.+\n\| error \| sub\/dist\/index\.html.+ \|\n/,
  ],
  [
    'a build without a page, in a folder with a strange name',
    { 'dist/a%2C\n::error::x.html': '' },
    '::error::The build has no index.html, so there is no page to open.',
    /^### The build has no index\.html.+\n/,
  ],
  [
    'a problem of the app folder',
    { 'dist/index.html': '<title>x</title><img src="none.png">' },
    /^::warning file=sub\/app\/index\.html,line=1,col=\d+,title=\w+::/,
    /^### app: 1 warning\n/,
  ],
] as const) {
  test(`in GitHub Actions, ${what} is an annotation, and is in the summary of the step`, async () => {
    const project = makeProject(files);
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: home,
      GITHUB_STEP_SUMMARY: join(project, 'summary.md'),
    };
    const { stderr } = await arrange(project, [], env);
    const [line = '', ...more] = stderr.split('\n').filter((each) => each.startsWith('::'));
    assert.deepEqual(more, []);
    const expected = line.replace(relative(home, project), 'sub');
    if (typeof stderrLine === 'string') assert.equal(expected, stderrLine);
    else assert.match(expected, stderrLine);
    const written = readFileSync(join(project, 'summary.md'), 'utf8');
    assert.match(written.replaceAll(relative(home, project), 'sub'), summary);
    const elsewhere = await arrange(project);
    assert.doesNotMatch(elsewhere.stderr, /^::/m);
  });
}

test('the next steps are to try the app, and to compare it with the draft', async () => {
  const ofOneSlug = {
    'dist/index.html': '<title>x</title><script src="/a/tides/main.js"></script>',
  };
  for (const files of [build, { ...build, ...ofOneSlug }]) {
    const { json, exitCode } = await arrangeAsJson(makeProject(files));
    assert.equal(exitCode, 0);
    assert.deepEqual(
      json.next.map(({ run }: { run: string }) => run),
      ['npx miniapp-sandbox try app --build dist', 'npx miniapp-deploy plan app --slug <slug>'],
    );
  }
});
