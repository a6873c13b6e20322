import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readSnippets, readWorkflows, readYaml } from './files.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly parallel?: readonly Step[];
}
interface Concurrency {
  readonly group: string;
  readonly 'cancel-in-progress': unknown;
  readonly queue?: string;
}
interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: Concurrency;
  readonly environment?: { readonly deployment?: unknown };
  readonly steps: readonly Step[];
}

const { version }: { version: string } = JSON.parse(readYaml('package.json').text);
const ours = `OWNER/miniapp-deploy@v${version.split('.')[0]}`;
const workflows = [...readWorkflows('.github/workflows'), ...readWorkflows('examples/workflows')];

for (const { path, text } of workflows) {
  const { permissions, jobs }: { permissions: unknown; jobs: Readonly<Record<string, Job>> } = parse(text);

  test(`${path} pins every action of others by its commit and names the version`, () => {
    const others = Array.from(text.matchAll(/^[ -]*uses: *(.*)$/gm), ([, use = '']) => use).filter(
      (use) => !use.startsWith('./') && use !== ours,
    );
    for (const use of others) assert.match(use, /^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test(`${path} gives no permission but to the job that needs it, and every job a limit in time`, () => {
    assert.deepEqual(permissions, {});
    for (const job of Object.values(jobs)) {
      assert.ok(job.permissions);
      assert.ok((job['timeout-minutes'] ?? 0) > 0);
    }
  });

  test(`${path} leaves no credentials in a checkout`, () => {
    const steps = Object.values(jobs).flatMap(listSteps);
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
      assert.equal(step.with?.['persist-credentials'], false);
    }
  });
}

test('one version of each action is used everywhere', () => {
  const pins = new Map<string, Set<string>>();
  for (const { text } of workflows) {
    for (const [, repository = '', pin = ''] of text.matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*@(\S{40} # \S+)/g)) {
      pins.set(repository, (pins.get(repository) ?? new Set()).add(pin));
    }
  }
  for (const [repository, versions] of pins) {
    assert.equal(versions.size, 1, `${repository}: ${[...versions].join(', ')}`);
  }
});

test('recipes that share a group all wait in its queue, so that none replaces a release that waits', () => {
  const members = new Map<string, (Concurrency & { readonly path: string })[]>();
  for (const { path, text } of readWorkflows('examples/workflows')) {
    const workflow: { concurrency?: Concurrency; jobs: Readonly<Record<string, Job>> } = parse(text);
    for (const { concurrency } of [workflow, ...Object.values(workflow.jobs)]) {
      if (concurrency === undefined) continue;
      // What an expression gives is a slug or a number, or both.
      const group = concurrency.group.replaceAll(/\$\{\{.*?\}\}/g, '*').replace(/^miniapp-\*$/, 'miniapp-tides');
      members.set(group, [...(members.get(group) ?? []), { ...concurrency, path }]);
    }
  }
  const shared = [...members.values()].filter((group) => group.length > 1).flat();
  assert.equal(shared.length, 8);
  for (const { path, queue, ...one } of shared) {
    assert.equal(one['cancel-in-progress'], false, path);
    // Of the runs for one pull request the newest is the right one, and it may replace a deletion by the sweep.
    assert.equal(queue, path.endsWith('/preview.yml') ? undefined : 'max', path);
  }
});

test('a job of a recipe that may skip records no deployment', () => {
  let found = 0;
  for (const { path, text } of readWorkflows('examples/workflows')) {
    const { jobs }: { jobs: Readonly<Record<string, Job>> } = parse(text);
    for (const { environment, steps } of Object.values(jobs)) {
      if (environment === undefined || !listSteps({ steps }).some(mayEndWithoutDeploy)) continue;
      found += 1;
      assert.equal(environment.deployment, false, path);
    }
  }
  assert.ok(found > 0);
});

test('no script has an expression in it: what comes from outside goes in by the environment', () => {
  const scripts = workflows.flatMap(({ path, text }) => {
    const { jobs }: { jobs: Readonly<Record<string, Job>> } = parse(text);
    return Object.values(jobs).flatMap((job) => listSteps(job).map(({ run = '' }) => ({ path, run })));
  });
  assert.ok(scripts.some(({ path, run }) => path.endsWith('/review-watch.yml') && run.includes('gh issue')));
  for (const { path, run } of scripts) assert.doesNotMatch(run, /\$\{\{/, path);
});

test("the recipes and README.md use the major tag of package.json's version", () => {
  const recipes = [...readWorkflows('examples/workflows'), ...readSnippets('README.md')];
  const used = recipes.flatMap(({ text }) => text.match(/OWNER\/miniapp-deploy@\S+/g) ?? []);
  assert.ok(used.length > 0);
  assert.deepEqual([...new Set(used)], [ours]);
});

test('SECURITY.md gives the command by which a release is verified, with the same conditions', () => {
  const [inPage, inWorkflow] = ['SECURITY.md', '.github/workflows/release.yml'].map((path) => {
    const [, command = ''] = /gh attestation verify \{\}((?: |\\\n|[^\\\n])*)/.exec(readYaml(path).text) ?? [];
    return command.match(/--[a-z-]+/g);
  });
  assert.ok((inPage?.length ?? 0) > 4);
  assert.deepEqual(inPage, inWorkflow);
});

/** The steps of a job, those of a `parallel` in its place. */
function listSteps({ steps }: Pick<Job, 'steps'>): readonly Step[] {
  return steps.flatMap((step) => step.parallel ?? [step]);
}

/** True for a step that skips, or that is green where nothing needs to be submitted. */
function mayEndWithoutDeploy({ with: inputs }: Step): boolean {
  return inputs?.['on-in-review'] === 'skip' || inputs?.['submit'] === true;
}
