import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { listFiles, readText } from '../../support/repository.ts';

// Pins, credentials in a checkout, and expressions in scripts are what .ci/zizmor looks for.

interface Concurrency {
  readonly group: string;
  readonly 'cancel-in-progress': unknown;
  readonly queue?: string;
}
interface Job {
  readonly needs?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly concurrency?: Concurrency;
  readonly environment?: unknown;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}
interface Workflow extends Pick<Job, 'permissions' | 'concurrency'> {
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): Workflow & { readonly path: string } => ({ path, ...parse(readText(path)) });
const recipes = listFiles('examples/workflows', '.yml').map(read);

for (const { path, permissions, jobs } of [...listFiles('.github/workflows', '.yml').map(read), ...recipes]) {
  test(`${path} gives no permission but to the job that needs it, and every job a limit in time`, () => {
    assert.deepEqual(permissions, {});
    for (const [name, job] of Object.entries(jobs)) {
      assert.ok(job.permissions && (job['timeout-minutes'] ?? 0) > 0, name);
    }
  });
}

describe('the recipes', () => {
  test('that share a group all wait in its queue, so that none replaces a release that waits', () => {
    const entries = recipes.flatMap(({ path, concurrency, jobs }) => {
      const all = [concurrency, ...Object.values(jobs).map((job) => job.concurrency)];
      return all.filter((one) => one !== undefined).map((one) => ({ ...one, path }));
    });
    // What an expression gives is a slug or a number, or both.
    const toGroup = ({ group }: Concurrency) =>
      group.replaceAll(/\$\{\{.*?\}\}/g, '*').replace(/^miniapp-\*$/, 'miniapp-tides');
    const shared = [...Map.groupBy(entries, toGroup).values()].filter((group) => group.length > 1).flat();
    assert.ok(shared.length > 0);
    for (const { path, queue, ...one } of shared) {
      assert.equal(one['cancel-in-progress'], false, path);
      // Of the runs for one pull request the newest is the right one, and it may replace a deletion by the sweep.
      assert.equal(queue, path.endsWith('/preview.yml') ? undefined : 'max', path);
    }
  });

  test("use the major tag of package.json's version, as README.md does", () => {
    const texts = ['README.md', ...recipes.map(({ path }) => path)].map(readText);
    const used = texts.flatMap((text) => text.match(/OWNER\/miniapp-deploy@v\S+/g) ?? []);
    const [major] = JSON.parse(readText('package.json')).version.split('.');
    assert.deepEqual([...new Set(used)], [`OWNER/miniapp-deploy@v${major}`]);
  });
});

describe('a release', () => {
  const { jobs } = read('.github/workflows/release.yml');
  const toCommands = ({ steps }: Job) => steps.flatMap(({ run = '' }) => run.split('\n').map((line) => line.trim()));

  test('is built by setup-node\'s Node and the commands of "npm run build": npm chooses no Node', () => {
    for (const [name, job] of Object.entries(jobs)) {
      const commands = toCommands(job);
      assert.doesNotMatch(commands.join('\n'), /\bnpm (?:run|exec|test|start)\b|\bnpx\b|\bcorepack\b/, name);
      for (const command of commands.filter((line) => /\bnpm (?:ci|i|install|pack|publish)\b/.test(line))) {
        assert.match(command, / --ignore-scripts( |$)/, name);
      }
      const first = job.steps.findIndex(({ run = '' }) => /\b(?:node|npm) /.test(run));
      const setUp = job.steps.findIndex(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
      assert.ok(first < 0 || (setUp >= 0 && setUp < first), name);
    }
    const build = /^tsc -p (\S+) && node .* (\S+)$/.exec(JSON.parse(readText('package.json')).scripts.build);
    const commands = Object.values(jobs).flatMap(toCommands);
    assert.ok(commands.includes(`node node_modules/typescript/bin/tsc -p ${build?.[1]}`));
    assert.ok(commands.includes(`node ${build?.[2]}`));
  });

  test('has a package that is published by a job that installs nothing, has no token, and waits for the checks', () => {
    const publishing = Object.values(jobs).filter((job) => toCommands(job).join('\n').includes('npm publish'));
    assert.equal(publishing.length, 1);
    assert.partialDeepStrictEqual(publishing[0], {
      needs: ['check', 'try', 'try-package', 'attest'],
      environment: 'release',
    });
    assert.deepEqual(publishing[0]?.permissions, { contents: 'read', actions: 'read', 'id-token': 'write' });
    for (const command of publishing.flatMap(toCommands)) assert.doesNotMatch(command, /npm (?:ci|install)|\bnode /);
  });

  test('is verified by the command of SECURITY.md with the same conditions', () => {
    const listOptions = (path: string) => {
      const [, command = ''] = /gh attestation verify \{\}((?: |\\\n|[^\\\n])*)/.exec(readText(path)) ?? [];
      return command.match(/--[a-z-]+/g) ?? assert.fail(path);
    };
    assert.deepEqual(listOptions('SECURITY.md'), listOptions('.github/workflows/release.yml'));
  });
});
