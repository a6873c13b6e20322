import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { listFiles, readText } from '../../support/repository.ts';

// Pins, credentials in a checkout and expressions in scripts are checked by .ci/zizmor.

interface Concurrency {
  readonly group: string;
  readonly 'cancel-in-progress': unknown;
  readonly queue?: string;
}
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly name?: string;
  readonly if?: unknown;
  readonly needs?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly concurrency?: Concurrency;
  readonly environment?: unknown;
  readonly steps: readonly Step[];
}
interface Workflow extends Pick<Job, 'permissions' | 'concurrency'> {
  readonly on: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): Workflow & { readonly path: string } => ({
  path,
  ...parse(readText(path)),
});
const recipes = listFiles('examples/workflows', '.yml').map(read);

/**
 * What a step uses, and the permission it needs. If two rows set a permission, the later one holds.
 */
const permissionsOf: readonly (readonly [
  what: RegExp,
  permission: string,
  level: 'read' | 'write',
])[] = [
  [/actions\/checkout@|"on-stale":"(?!ignore)/, 'contents', 'read'],
  [/gh release (?!verify)|gh api [^|]*\/git\/refs/, 'contents', 'write'],
  [/gh run (?:list|download)|gh api [^|]*\/environments/, 'actions', 'read'],
  [/gh api [^|]*\/pulls/, 'pull-requests', 'read'],
  [/"comment":(?!false)/, 'pull-requests', 'write'],
  [/gh api [^|]*\/deployments/, 'deployments', 'read'],
  [/gh (?:issue|label) \w/, 'issues', 'write'],
  [/gh (?:attestation|release) verify/, 'attestations', 'read'],
  [/actions\/attest@/, 'attestations', 'write'],
  [/actions\/attest@|npm stage publish /, 'id-token', 'write'],
  [/codeql-action\/analyze@/, 'security-events', 'write'],
];

for (const { path, permissions, jobs } of [
  ...listFiles('.github/workflows', '.yml').map(read),
  ...recipes,
]) {
  test(`each job in ${path} has a timeout and exactly the permissions that its steps need`, () => {
    assert.deepEqual(permissions, {});
    for (const [name, job] of Object.entries(jobs)) {
      const asked = permissionsOf.filter(([what]) => what.test(JSON.stringify(job.steps)));
      assert.deepEqual(
        job.permissions,
        Object.fromEntries(asked.map(([, ...entry]) => entry)),
        name,
      );
      assert.ok((job['timeout-minutes'] ?? 0) > 0, name);
    }
  });
}

/** The recipes for one app. */
const own = recipes.filter(({ path }) => !path.includes('/monorepo'));
/** The steps that deploy. */
const deploys = recipes.flatMap(({ path, jobs }) =>
  Object.values(jobs).flatMap((job) =>
    job.steps.flatMap(({ uses, with: inputs = {} }) => {
      const isDeploy = uses?.startsWith('OWNER/') && (inputs['command'] ?? 'deploy') === 'deploy';
      return isDeploy && inputs['dry-run'] !== true ? [{ path, inputs }] : [];
    }),
  ),
);

describe('recipes', () => {
  test('recipes that share a concurrency group queue up, so that none cancels a waiting release', () => {
    const entries = recipes.flatMap(({ path, concurrency, jobs }) => {
      const all = [concurrency, ...Object.values(jobs).map((job) => job.concurrency)];
      return all.filter((one) => one !== undefined).map((one) => ({ ...one, path }));
    });
    // The value of an expression is a slug, a number or both.
    const toGroup = ({ group }: Concurrency) =>
      group.replaceAll(/\$\{\{.*?\}\}/g, '*').replace(/^miniapp-\*$/, 'miniapp-tides');
    const shared = [...Map.groupBy(entries, toGroup).values()]
      .filter((group) => group.length > 1)
      .flat();
    assert.ok(shared.length > 0);
    for (const { path, queue, ...one } of shared) {
      assert.equal(one['cancel-in-progress'], false, path);
      // For one pull request, only the newest run matters.
      assert.equal(queue, path.includes('/preview') ? undefined : 'max', path);
    }
  });

  test('recipes that deploy from a branch skip stale commits and apps in review; releases fail if the app is in review', () => {
    for (const { path, inputs } of deploys) {
      const { submit, 'on-in-review': onInReview, 'on-stale': onStale } = inputs;
      if (submit === true) assert.deepEqual([onInReview, onStale], ['fail', undefined], path);
      // A preview belongs to one pull request.
      else if (!path.endsWith('/preview.yml'))
        assert.deepEqual([onInReview, onStale], ['skip', 'skip'], path);
    }
  });

  test('recipes that submit take terms-version from a variable, so that a re-run works after it is set', () => {
    const versions = deploys
      .filter(({ inputs }) => inputs['submit'] === true)
      .map(({ inputs }) => inputs['terms-version']);
    assert.deepEqual([...new Set(versions)], ['$' + '{{ vars.MINIAPPS_TERMS_VERSION }}']);
  });

  test('each recipe begins with the path to save it at and what to replace', () => {
    // One recipe is a variant of another and is saved under its name.
    const variants: Readonly<Record<string, string>> = { 'monorepo-matrix.yml': 'monorepo.yml' };
    for (const { path } of recipes) {
      const [header = ''] = readText(path).split('\nname:');
      const name = path.replace('examples/workflows/', '');
      const saved = variants[name] ?? name;
      assert.ok(header.includes(`# Save as .github/workflows/${saved}`), path);
      const isNamed = readText(path).includes('OWNER/');
      for (const word of [
        /\breplace\b/i,
        ...(isNamed ? [/is the account that this action is published under/] : []),
      ])
        assert.match(header.replaceAll('\n# ', ' '), word, path);
    }
  });

  test('recipes that need the API key run automatically only if the variable MINIAPPS_BASE_URL is set', () => {
    for (const { path, jobs } of own.filter(
      (recipe) => !/\/(?:manual|pull-request|promote)\.yml$/.test(recipe.path),
    )) {
      for (const [name, job] of Object.entries(jobs)) {
        // A check without the variable is offline; the job for pages always is.
        if (job.needs === undefined && !/^(?:check|page)$/.test(name))
          assert.match(String(job.if), /vars\.MINIAPPS_BASE_URL != ''/, `${path} ${name}`);
      }
    }
  });

  test('each recipe has at most one script of more than ten lines, and links to documents by URL', () => {
    for (const { path, jobs } of recipes) {
      const runs = Object.values(jobs).flatMap((job) => job.steps.map(({ run = '' }) => run));
      const long = runs.filter((run) => run.trim().split('\n').length > 10);
      assert.ok(long.length <= 1, path);
      // A user's repository does not have these files.
      assert.doesNotMatch(readText(path), /(?<!blob\/v1\/)docs\/\w|(?<!\/)README\.md/, path);
    }
  });

  test('each workflow that a tag starts can also be started by hand', () => {
    for (const { path, on } of recipes) {
      const byTag = JSON.stringify(on).includes('"tags"');
      assert.ok(!byTag || Object.hasOwn({ ...on }, 'workflow_dispatch'), path);
    }
  });

  test('recipes with keys that linters do not know are listed in docs/approval.md', () => {
    const [, section = ''] = readText('docs/approval.md').split('`queue: max` (in ');
    const [named = ''] = section.split(')');
    const queued = own
      .filter(({ path }) => readText(path).includes('queue: max'))
      .map(({ path }) => path.split('/').at(-1));
    assert.deepEqual(named.match(/[\w-]+\.yml/g)?.sort(), queued);
  });

  test('recipes use the action by major tag and the command by exact version of package.json', () => {
    const others = listFiles('examples/other-ci', '').map(readText);
    const texts = ['README.md', ...recipes.map(({ path }) => path)].map(readText);
    const used = [...texts, ...others].flatMap(
      (text) => text.match(/miniapp-deploy@v?[\d.]+/g) ?? [],
    );
    const { version } = JSON.parse(readText('package.json'));
    const [major] = version.split('.');
    assert.deepEqual([...new Set(used)].sort(), [
      `miniapp-deploy@${version}`,
      `miniapp-deploy@v${major}`,
    ]);
  });

  test('recipes use the version of the sandbox in sandbox/package.json', () => {
    const { version } = JSON.parse(readText('sandbox/package.json'));
    const texts = recipes.map(({ path }) => readText(path));
    const used = texts.flatMap((text) => text.match(/miniapp-sandbox@[\d.]+/g) ?? []);
    assert.deepEqual([...new Set(used)], [`miniapp-sandbox@${version}`]);
  });
});

describe('release.yml', () => {
  const { jobs } = read('.github/workflows/release.yml');
  const toCommands = ({ steps }: Job) =>
    steps.flatMap(({ run = '' }) => run.split('\n').map((line) => line.trim()));

  test('release.yml builds with the Node of setup-node and the commands of "npm run build"', () => {
    for (const [name, job] of Object.entries(jobs)) {
      const commands = toCommands(job);
      assert.doesNotMatch(
        commands.join('\n'),
        /\bnpm (?:run|exec|test|start)\b|\bnpx\b|\bcorepack\b/,
        name,
      );
      for (const command of commands.filter((line) =>
        /^npm (?:ci|i|install|pack|publish|stage)\b/.test(line),
      )) {
        assert.match(command, / --ignore-scripts( |$)/, name);
      }
      const first = job.steps.findIndex(({ run = '' }) => /\b(?:node|npm) /.test(run));
      const setUp = job.steps.findIndex(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
      assert.ok(first < 0 || (setUp >= 0 && setUp < first), name);
    }
    const build = /^node .* node_modules\/typescript\/bin\/tsc -p (\S+) && node .* (\S+)$/.exec(
      JSON.parse(readText('package.json')).scripts.build,
    );
    const commands = Object.values(jobs).flatMap(toCommands);
    assert.ok(commands.includes(`node node_modules/typescript/bin/tsc -p ${build?.[1]}`));
    assert.ok(commands.includes(`node ${build?.[2]}`));
  });

  test('release.yml publishes the package in a job that installs nothing, has no token and waits for the checks', () => {
    const publishing = Object.values(jobs).filter((job) =>
      /npm (?:stage )?publish/.test(toCommands(job).join('\n')),
    );
    assert.equal(publishing.length, 1);
    assert.partialDeepStrictEqual(publishing[0], {
      needs: ['check', 'try', 'try-package', 'attest'],
      environment: 'release',
    });
    assert.deepEqual(publishing[0]?.permissions, {
      contents: 'read',
      actions: 'read',
      'id-token': 'write',
    });
    for (const command of publishing.flatMap(toCommands))
      assert.doesNotMatch(command, /npm (?:ci|install)|\bnode /);
  });

  test('released.yml verifies a release with the commands in SECURITY.md', () => {
    const security = readText('SECURITY.md');
    const released = readText('.github/workflows/released.yml');
    const listOptions = (text: string) => {
      const [, command = ''] = /gh attestation verify \{\}((?: |\\\n|[^\\\n])*)/.exec(text) ?? [];
      return command.match(/--[a-z-]+/g) ?? assert.fail(text);
    };
    assert.deepEqual(listOptions(security), listOptions(released));
    const [, section = ''] = security.split('## How to verify a release');
    const commands = section.match(/^(?:gh|npm) \w+ (?:verify|signatures|--ignore-scripts)?/gm);
    assert.deepEqual(commands, [
      'gh release verify',
      'npm install --ignore-scripts',
      'npm audit signatures',
      'npm view ',
    ]);
    for (const command of commands) assert.ok(released.includes(command), command);
    assert.match(section, /^npm view \S+ gitHead$/m);
    assert.match(released, /npm view \S+ gitHead/);
  });

  test('the major tag moves only after a release was verified', () => {
    const { jobs } = read('.github/workflows/released.yml');
    const writing = Object.entries(jobs).filter(([, { permissions }]) =>
      JSON.stringify(permissions).includes('write'),
    );
    assert.deepEqual(
      writing.map(([name, { needs }]) => [name, needs]),
      [['move', 'verify']],
    );
  });
});
