import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import {
  type AppsOptions,
  findApps,
  toWorkspacePath,
  toWorkspacePattern,
} from '../../../src/folder/find-apps.ts';
import { stepsPerTurn } from '../../../src/folder/read.ts';
import { createWorkspace, writeFiles } from './app-folder.ts';

/** A repository with three apps, one of them only a page, and with folders that are not apps. */
const files = {
  'apps/tides/service.json': '{}',
  'apps/tides/help/index.html': '',
  'apps/winds/index.html': '',
  'apps/old-coast/service.json': '{}',
  'apps/.template/service.json': '{}',
  'apps/shared/README.md': '',
  'apps/index.html': '',
  'games/chess/dist/index.html': '',
  'games/golf/dist/index.html': '',
  'node_modules/x/index.html': '',
  'Games_2/index.html': '',
};

/** Returns the apps as `slug = folder`, or the faults of the inputs. */
async function find(
  workspace: string,
  options: Pick<AppsOptions, 'folder' | 'slug'>,
): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const found = await findApps({ workspace, signal, ...options });
  if (found.invalid.length === 0)
    return [...found.apps.map(({ slug, folder }) => `${slug} = ${folder}`), ...found.warnings];
  return found.invalid.map(
    ({ input, got, expected, fix = '' }) => `${input} ${expected}, not ${got}${fix && `. ${fix}`}`,
  );
}

const noMatch = 'must match folders that contain service.json or index.html';

describe('the input folder', () => {
  const { workspace } = createWorkspace({ after });
  writeFiles(workspace, files);
  const rows: Readonly<
    Record<string, readonly [folder: string, slug: string, found: readonly string[]]>
  > = {
    'a pattern finds the folders that hold an app, sorted by slug': [
      'apps/*',
      '',
      ['old-coast = apps/old-coast', 'tides = apps/tides', 'winds = apps/winds'],
    ],
    'the star of slug stands for the name of the folder': [
      './apps/!(old-*)/',
      'acme-*-v2',
      ['acme-tides-v2 = apps/tides', 'acme-winds-v2 = apps/winds'],
    ],
    'the apps of all lines are sorted together': [
      'games/golf/\napps/{winds,tides}',
      '',
      ['golf = games/golf', 'tides = apps/tides', 'winds = apps/winds'],
    ],
    '** finds no apps inside an app, in hidden folders, or in node_modules': [
      '{apps,node_modules,.g*}/**',
      '',
      ['old-coast = apps/old-coast', 'tides = apps/tides', 'winds = apps/winds'],
    ],
    'a pattern that finds one app uses the given slug': [
      'apps/t*',
      'tide-times',
      ['tide-times = apps/tides'],
    ],
    'a named folder need not exist': [
      'apps/gone\napps/tides',
      '',
      ['gone = apps/gone', 'tides = apps/tides'],
    ],
    'a pattern without an app is an error': [
      'apps/*\nservices/*\nweb-?',
      '',
      [`folder ${noMatch}, not services/*`, `folder ${noMatch}, not web-?`],
    ],
    'a folder whose name is not a slug is an error': [
      '*',
      '',
      [
        'folder must match folders whose names are slugs (3 to 32 lowercase letters, digits and hyphens), not Games_2. Rename Games_2, or exclude it with a pattern such as !(Games_2).',
      ],
    ],
    'a slug that gets too long is an error': [
      'apps/[tw]*',
      `${'x'.repeat(28)}*`,
      ['tides', 'winds'].map(
        (name) =>
          `folder must match folders whose names make slugs with ${'x'.repeat(28)}* (3 to 32 lowercase letters, digits and hyphens), not apps/${name}. Rename ${name}, or exclude it with a pattern such as apps/!(${name}).`,
      ),
    ],
    'two folders with one slug are an error': [
      'apps/tides\nother/tides',
      '',
      [
        'folder must match only one folder for the slug tides, not apps/tides and other/tides. Rename tides, or exclude it with a pattern such as other/!(tides).',
      ],
    ],
    'apps/*/dist: the app is named after what the star matched': [
      'games/*/dist',
      'acme-*',
      ['acme-chess = games/chess/dist', 'acme-golf = games/golf/dist'],
    ],
    'apps/{a,b}/dist: the app is named after the alternative': [
      'games/{chess,golf}/dist',
      '',
      ['chess = games/chess/dist', 'golf = games/golf/dist'],
    ],
    'several apps with one slug are an error': [
      'games/{chess,golf}/dist',
      'games',
      ['slug must be omitted or contain a *, since folder matches 2 apps, not games'],
    ],
    'an app that two lines find is listed once': [
      'apps/tides\napps/[tw]*',
      '',
      ['tides = apps/tides', 'winds = apps/winds'],
    ],
  };
  for (const [name, [folder, slug, found]] of Object.entries(rows)) {
    test(name, async () => assert.deepEqual(await find(workspace, { folder, slug }), found));
  }

  test('an absolute path or pattern finds apps in the workspace only', async () => {
    const { signal } = new AbortController();
    const at = (folder: string) => findApps({ workspace, folder, slug: '', signal });
    const warnings: readonly string[] = [];
    assert.deepEqual(await at(`${workspace}/apps/t*`), {
      apps: [{ slug: 'tides', folder: 'apps/tides', name: 'tides' }],
      warnings,
      invalid: [],
    });
    assert.deepEqual(await at(`${workspace}/apps/tides\n${workspace}/apps/winds`), {
      apps: [
        { slug: 'tides', folder: 'apps/tides', name: 'tides' },
        { slug: 'winds', folder: 'apps/winds', name: 'winds' },
      ],
      warnings,
      invalid: [],
    });
    const { apps, invalid } = await at('/elsewhere/*');
    assert.deepEqual([apps, invalid.map(({ input }) => input)], [[], ['folder']]);
  });

  test('links are followed without **, and reported if they lead nowhere', async (t) => {
    const { workspace } = createWorkspace(t);
    writeFiles(workspace, { 'source/tides/service.json': '{}' });
    mkdirSync(path.join(workspace, 'apps'));
    symlinkSync(path.join(workspace, 'source', 'tides'), path.join(workspace, 'apps', 'tides'));
    symlinkSync(path.join(workspace, 'gone'), path.join(workspace, 'apps', 'broken'));
    symlinkSync('loop', path.join(workspace, 'apps', 'loop'));
    symlinkSync(workspace, path.join(workspace, 'apps', 'around'));
    const { signal } = new AbortController();
    const at = (folder: string) => findApps({ workspace, folder, slug: '', signal });
    const warnings = ['broken', 'loop'].map(
      (name) => `The link apps/${name} is broken or points to itself, and was excluded.`,
    );
    assert.deepEqual(await at('apps/*'), {
      apps: [{ slug: 'tides', folder: 'apps/tides', name: 'tides' }],
      warnings,
      invalid: [],
    });
    assert.deepEqual(await at('**'), {
      apps: [{ slug: 'tides', folder: 'source/tides', name: 'tides' }],
      warnings: [],
      invalid: [],
    });
  });

  test('a pattern with more than 1,000 alternatives is refused', async (t) => {
    const { workspace } = createWorkspace(t);
    const { signal } = new AbortController();
    const found = findApps({ workspace, folder: 'apps/app-{1..40}-{1..40}', slug: '', signal });
    await assert.rejects(found, {
      code: 'pattern_invalid',
      message: /more than 1000 alternatives/,
    });
  });

  test('an abort ends the search', async (t) => {
    const { workspace } = createWorkspace(t);
    for (let index = 0; index < stepsPerTurn; index += 1)
      mkdirSync(path.join(workspace, `app-${index}`));
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(findApps({ workspace, folder: '*', slug: '', signal }), /enough/);
  });
});

describe('an absolute folder pattern', () => {
  const { win32, posix } = path;
  const rows: readonly (readonly [path.PlatformPath, string, string, string | null])[] = [
    [win32, 'D:\\a\\repo', 'D:\\a\\repo/apps/*', 'apps/*'],
    [win32, 'D:\\a\\repo', 'D:\\a\\repo\\apps\\*', 'apps/*'],
    [win32, 'D:\\a\\repo', 'd:\\A\\Repo/apps/*', 'apps/*'],
    [win32, 'D:\\a\\repo', 'D:/a/repo/games/{a,b}/dist', 'games/{a,b}/dist'],
    [win32, 'D:\\a\\repo', 'D:\\a\\repo\\*', '*'],
    [win32, 'D:\\a\\repo', 'D:\\a\\repo2\\*', null],
    [win32, 'D:\\a\\repo', 'E:\\a\\repo\\apps\\*', null],
    [win32, '\\\\host\\share\\repo', '\\\\HOST\\share\\repo\\apps\\*', 'apps/*'],
    [posix, '/w', '/w/./apps//x/../*', 'apps/*'],
    [posix, '/w', '/W/apps/*', null],
    [posix, '/w', '/*', null],
    [posix, '/work (1)/{a}', '/work (1)/{a}/apps/*', 'apps/*'],
    // In a container, `github.workspace` is the path outside of it.
    [posix, '/__w/tides/tides', '/home/runner/work/tides/tides/apps/*', 'apps/*'],
    [posix, '/__w/tides/tides', '/opt/_work/tides/tides/apps/*', 'apps/*'],
    [posix, '/__w/tides/tides', '/home/runner/work/tides/tides2/apps/*', null],
    [posix, '/w/tides/tides', '/home/runner/work/tides/tides/apps/*', null],
    // A relative pattern is used as it is.
    [win32, 'D:\\a\\repo', './apps/*/', 'apps/*'],
  ];
  for (const [platform, workspace, pattern, expected] of rows) {
    test(`${pattern} in ${workspace} becomes ${expected}`, () => {
      assert.equal(toWorkspacePattern(workspace, pattern, platform), expected);
    });
  }

  test('an absolute folder pattern finds the apps of a workspace that is reached through a link', async (t) => {
    const { workspace } = createWorkspace(t);
    writeFiles(workspace, { 'real/apps/tides/service.json': '{}' });
    const real = path.join(workspace, 'real');
    const link = path.join(workspace, 'link');
    symlinkSync(real, link);
    const { signal } = new AbortController();
    for (const [root, given] of [
      [real, link],
      [link, real],
    ] as const) {
      for (const folder of [`${given}/apps/*`, `${given}/apps/tides`]) {
        assert.deepEqual(await findApps({ workspace: root, folder, slug: '', signal }), {
          apps: [{ slug: 'tides', folder: 'apps/tides', name: 'tides' }],
          warnings: [],
          invalid: [],
        });
      }
    }
  });
});

describe('the folder in the output results', () => {
  test('the output results has folders relative to the workspace, if they are in it', (t) => {
    const { workspace } = createWorkspace(t);
    assert.equal(toWorkspacePath(workspace, './app/'), 'app');
    assert.equal(toWorkspacePath(workspace, path.join(workspace, 'app')), 'app');
    assert.equal(toWorkspacePath(workspace, '.'), '.');
    assert.equal(toWorkspacePath(workspace, '/elsewhere/app'), '/elsewhere/app');
    const inContainer = '/home/runner/work/tides/tides/app';
    assert.equal(toWorkspacePath('/__w/tides/tides', inContainer), 'app');
    assert.equal(toWorkspacePath('/__w/tides/other', inContainer), inContainer);
  });

  test('the output results has the names on disk, which may differ in case or Unicode form', () => {
    const names: Readonly<Record<string, readonly string[]>> = {
      '/w': ['Apps', 'apps2'],
      '/w/apps': ['cafe\u0301', 'Tides', 'tides'],
    };
    // Windows adds a drive, and writes backslashes.
    const list = (location: string) =>
      names[location.replace(/^[A-Z]:/, '').replaceAll('\\', '/')] ?? [];
    const show = (written: string) => toWorkspacePath('/w', written, list);
    assert.equal(show('apps/caf\u00e9'), 'Apps/cafe\u0301');
    assert.equal(show('apps/tides'), 'Apps/tides', 'an exact name first');
    assert.equal(show('apps/gone/x'), 'Apps/gone/x', 'a missing folder as written');
  });
});
