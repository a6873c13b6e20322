import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readSnippets, readWorkflows, readYaml } from './files.ts';

// Pins, credentials in a checkout, and expressions in scripts are what .ci/zizmor looks for.

interface Step {
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
interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: Concurrency;
  readonly jobs: Readonly<Record<string, Job>>;
}

const { version }: { version: string } = JSON.parse(readYaml('package.json').text);
const ours = `OWNER/miniapp-deploy@v${version.split('.')[0]}`;
const recipes = readWorkflows('examples/workflows');
const workflows = [...readWorkflows('.github/workflows'), ...recipes];
const read = (text: string): Workflow => parse(text);

for (const { path, text } of workflows) {
  test(`${path} gives no permission but to the job that needs it, and every job a limit in time`, () => {
    const { permissions, jobs } = read(text);
    assert.deepEqual(permissions, {});
    for (const [name, job] of Object.entries(jobs)) {
      assert.ok(job.permissions, name);
      assert.ok((job['timeout-minutes'] ?? 0) > 0, name);
    }
  });
}

test('one version of each action of others is used everywhere, and named behind its commit', () => {
  const pins = new Map<string, string>();
  for (const [, action = '', pin = ''] of workflows.flatMap(({ text }) => [
    ...text.matchAll(/uses: ([^@\s]+)@(.*)$/gm),
  ])) {
    if (`${action}@${pin}` === ours) continue;
    const repository = action.split('/', 2).join('/');
    assert.match(pin, /^[0-9a-f]{40} # v\d+\.\d+\.\d+$/, repository);
    assert.equal(pin, pins.get(repository) ?? pin, repository);
    pins.set(repository, pin);
  }
  assert.ok(pins.has('actions/checkout'));
});

test('recipes that share a group all wait in its queue, so that none replaces a release that waits', () => {
  const entries = recipes.flatMap(({ path, text }) => {
    const { concurrency, jobs } = read(text);
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

test('a job of a recipe that may skip, or be green where nothing is submitted, records no deployment', () => {
  const jobs = recipes.flatMap(({ path, text }) => Object.values(read(text).jobs).map((job) => ({ ...job, path })));
  const skipping = jobs.filter(({ environment, steps }) => {
    const all = steps.flatMap((step) => step.parallel ?? [step]);
    return (
      environment !== undefined &&
      all.some((step) => step.with?.['on-in-review'] === 'skip' || step.with?.['submit'] === true)
    );
  });
  assert.ok(skipping.length > 0);
  for (const { environment, path } of skipping) assert.equal(environment?.deployment, false, path);
});

test("the recipes and README.md use the major tag of package.json's version", () => {
  const used = [...recipes, ...readSnippets('README.md')].flatMap(
    ({ text }) => text.match(/OWNER\/miniapp-deploy@\S+/g) ?? [],
  );
  assert.deepEqual([...new Set(used)], [ours]);
});

test('SECURITY.md gives the command by which a release is verified, with the same conditions', () => {
  const listOptions = (path: string) => {
    const [, command = ''] = /gh attestation verify \{\}((?: |\\\n|[^\\\n])*)/.exec(readYaml(path).text) ?? [];
    return command.match(/--[a-z-]+/g) ?? assert.fail(path);
  };
  assert.deepEqual(listOptions('SECURITY.md'), listOptions('.github/workflows/release.yml'));
});
