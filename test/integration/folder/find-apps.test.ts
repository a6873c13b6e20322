import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type AppsOptions, findApps } from '../../../src/folder/find-apps.ts';
import { createWorkspace, writeFiles } from './app-folder.ts';

/** A repository with three apps, one that is only a page, and folders that are none. */
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

/** What is found, as `slug = folder`, or what is said of the inputs. */
async function find(t: TestContext, options: Partial<AppsOptions>): Promise<readonly string[]> {
  const { workspace } = createWorkspace(t);
  writeFiles(workspace, files);
  const { signal } = new AbortController();
  const found = await findApps({ workspace, folder: 'apps/*', slug: '', signal, ...options });
  if (found.kind === 'found')
    return [...found.apps.map(({ slug, folder }) => `${slug} = ${folder}`), ...found.warnings];
  return found.invalid.map(
    ({ input, got, expected, fix = '' }) => `${input} ${expected}, not ${got}${fix && `. ${fix}`}`,
  );
}

const noMatch = 'must match folders that hold service.json or index.html';

describe('the apps of a run', () => {
  const rows: Readonly<
    Record<string, readonly [folder: string, slug: string, found: readonly string[]]>
  > = {
    'are the folders that match and hold an app, by the names of their slugs': [
      'apps/*',
      '',
      ['old-coast = apps/old-coast', 'tides = apps/tides', 'winds = apps/winds'],
    ],
    'have slugs with the name in place of the star': [
      './apps/!(old-*)/',
      'acme-*-v2',
      ['acme-tides-v2 = apps/tides', 'acme-winds-v2 = apps/winds'],
    ],
    'come from every line, in one order': [
      'games/golf/\napps/{winds,tides}',
      '',
      ['golf = games/golf', 'tides = apps/tides', 'winds = apps/winds'],
    ],
    'are not looked for inside of one another, nor in hidden folders and packages': [
      '{apps,node_modules,.g*}/**',
      '',
      ['old-coast = apps/old-coast', 'tides = apps/tides', 'winds = apps/winds'],
    ],
    'may be one, with the slug that is given': [
      'apps/t*',
      'tide-times',
      ['tide-times = apps/tides'],
    ],
    'may be folders that are not there, which is found out when they are opened': [
      'apps/gone\napps/tides',
      '',
      ['gone = apps/gone', 'tides = apps/tides'],
    ],
    'need a folder for each pattern': [
      'apps/*\nservices/*\nweb-?',
      '',
      [`folder ${noMatch}, not services/*`, `folder ${noMatch}, not web-?`],
    ],
    'need names that are slugs': [
      '*',
      '',
      [
        'folder must stand for folders whose names are slugs (3 to 32 lowercase letters, digits and hyphens), not Games_2. Rename Games_2, or leave it out with a pattern such as !(Games_2).',
      ],
    ],
    'need slugs that are not too long': [
      'apps/[tw]*',
      `${'x'.repeat(28)}*`,
      ['tides', 'winds'].map(
        (name) =>
          `folder must stand for folders whose names make slugs with ${'x'.repeat(28)}* (3 to 32 lowercase letters, digits and hyphens), not apps/${name}. Rename ${name}, or leave it out with a pattern such as apps/!(${name}).`,
      ),
    ],
    'need a slug of their own': [
      'apps/tides\nother/tides',
      '',
      [
        'folder must stand for one folder for the slug tides, not apps/tides and other/tides. Rename tides, or leave it out with a pattern such as other/!(tides).',
      ],
    ],
    'are named by what the star matched, where the last part is fixed': [
      'games/*/dist',
      'acme-*',
      ['acme-chess = games/chess/dist', 'acme-golf = games/golf/dist'],
    ],
    'are named by the choice, where the last part is fixed': [
      'games/{chess,golf}/dist',
      '',
      ['chess = games/chess/dist', 'golf = games/golf/dist'],
    ],
    'need a slug with a star, or none': [
      'games/{chess,golf}/dist',
      'games',
      ['slug must be left out or have a * in it, since folder stands for 2 apps, not games'],
    ],
    'are those of all lines, each once': [
      'apps/tides\napps/[tw]*',
      '',
      ['tides = apps/tides', 'winds = apps/winds'],
    ],
  };
  for (const [name, [folder, slug, found]] of Object.entries(rows)) {
    test(name, async (t) => assert.deepEqual(await find(t, { folder, slug }), found));
  }

  test('are found below an absolute path in the workspace, and below no other', async (t) => {
    const { workspace } = createWorkspace(t);
    writeFiles(workspace, files);
    const { signal } = new AbortController();
    const at = (folder: string) => findApps({ workspace, folder, slug: '', signal });
    const warnings: readonly string[] = [];
    assert.deepEqual(await at(`${workspace}/apps/t*`), {
      kind: 'found',
      apps: [{ slug: 'tides', folder: 'apps/tides' }],
      warnings,
    });
    assert.deepEqual(await at(`${workspace}/apps/tides\n${workspace}/apps/winds`), {
      kind: 'found',
      apps: [
        { slug: 'tides', folder: 'apps/tides' },
        { slug: 'winds', folder: 'apps/winds' },
      ],
      warnings,
    });
    assert.equal((await at('/elsewhere/*')).kind, 'invalid');
  });

  test('are found behind links, but not in circles', async (t) => {
    const { workspace } = createWorkspace(t);
    writeFiles(workspace, { 'source/tides/service.json': '{}' });
    mkdirSync(join(workspace, 'apps'));
    symlinkSync(join(workspace, 'source', 'tides'), join(workspace, 'apps', 'tides'));
    symlinkSync(join(workspace, 'gone'), join(workspace, 'apps', 'broken'));
    symlinkSync('loop', join(workspace, 'apps', 'loop'));
    symlinkSync(workspace, join(workspace, 'apps', 'around'));
    const { signal } = new AbortController();
    const at = (folder: string) => findApps({ workspace, folder, slug: '', signal });
    const warnings = ['broken', 'loop'].map(
      (name) => `The link apps/${name} leads to nothing, or to itself, and was left out.`,
    );
    assert.deepEqual(await at('apps/*'), {
      kind: 'found',
      apps: [{ slug: 'tides', folder: 'apps/tides' }],
      warnings,
    });
    assert.deepEqual(await at('**'), {
      kind: 'found',
      apps: [{ slug: 'tides', folder: 'source/tides' }],
      warnings: [],
    });
  });

  test('are not looked for with more than a thousand alternatives', async (t) => {
    const { workspace } = createWorkspace(t);
    const { signal } = new AbortController();
    const found = findApps({ workspace, folder: 'apps/app-{1..40}-{1..40}', slug: '', signal });
    await assert.rejects(found, {
      code: 'pattern_invalid',
      message: /more than 1000 alternatives/,
    });
  });

  test('are no longer looked for after a cancel', async (t) => {
    const { workspace } = createWorkspace(t);
    for (let index = 0; index <= 200; index += 1)
      writeFiles(workspace, { [`apps/more-${index}/x/y`]: '' });
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(findApps({ workspace, folder: 'apps/**', slug: '', signal }), /enough/);
  });
});
