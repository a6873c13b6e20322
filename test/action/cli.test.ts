import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { NextStep } from '../../cli/output/next-steps.ts';
import type { Problem } from '../../src/app/problem.ts';
import { callOnStage } from '../support/call-command.ts';
import { writeCommand } from '../support/fake-gh/state.ts';
import { findMisfits } from '../support/json-schema.ts';
import { listFiles, readText, root } from '../support/repository.ts';
import { entry, manifest, packed, releaseCommit, runCommand, runProgram } from './command.ts';
import { hitWhen, timeStops } from './hit.ts';
import {
  appFiles,
  concurrency,
  type DeployedState,
  type Files,
  openDeployed,
  openStage,
  otherPage,
  preload,
  type Stage,
  slug,
  submit,
  terms,
  type With,
} from './stage.ts';

const dry = { 'dry-run': 'true' };
const noTitle = { 'app/index.html': '<!doctype html>\n<title></title>\n' };
const broken = { ...otherPage, 'app/service.json': '{ "name": "Tides",\n}\n' };
const manyFaults = {
  'app/service.json': '{"name":"Tides",\n"color":"red",\n"logo":"assets/none.png"}\n',
};

/** One call, as a workflow and as a terminal make it. */
interface Row {
  /** The state of the app before. If it is omitted, the app does not exist. */
  readonly state?: DeployedState;
  readonly files?: Files;
  readonly inputs: With;
  readonly args: string;
}

const rows: Readonly<Record<string, Row>> = {
  'a check of a folder with several problems': {
    files: manyFaults,
    inputs: { ...dry, 'api-key': '', 'base-url': '' },
    args: 'check app --slug tides',
  },
  'a plan of a deploy and a submission': {
    state: 'draft',
    files: otherPage,
    inputs: { ...dry, ...submit },
    args: `plan app --slug tides --submit --terms-version ${terms}`,
  },
  'a deploy that the service refuses': {
    state: 'draft',
    files: noTitle,
    inputs: {},
    args: 'deploy app --slug tides',
  },
  'a deploy that creates the app, a submission and a wait': {
    inputs: { create: 'true', ...submit, 'wait-for-review': '0.005' },
    args: `deploy app --slug=tides --create --submit --terms-version=${terms} --wait-for-review=0.005`,
  },
  'a status': {
    state: 'published',
    inputs: { command: 'status', folder: '' },
    args: 'status --slug tides',
  },
  'a submission of a folder that differs': {
    state: 'draft',
    files: otherPage,
    inputs: { command: 'submit', 'terms-version': terms },
    args: `submit app --slug tides --terms-version ${terms}`,
  },
  'a deletion': {
    state: 'draft',
    inputs: { command: 'delete', folder: '', confirm: slug },
    args: 'delete --slug tides --confirm tides',
  },
  'a list': { state: 'draft', inputs: { command: 'list', folder: '' }, args: 'list' },
  'a deploy of two apps': {
    files: {
      'apps/moon/index.html': otherPage['app/index.html'],
      'apps/waves/index.html': otherPage['app/index.html'],
    },
    inputs: { folder: 'apps/*', slug: '', create: 'true' },
    args: 'deploy apps/moon apps/waves --create',
  },
};

/** Windows has neither this shell nor these signals. */
const skip = process.platform === 'win32';

/** The time of both sandboxes, so that they list the same times. */
const time = Date.UTC(2026, 10, 22, 12, 0, 0, 1);

/** Sets the stage of a row, for the action or for the command. */
async function openRow({ state, files = {}, inputs }: Row): Promise<Stage> {
  const options = inputs['command'] === 'list' ? { now: () => time } : {};
  const stage = await (state === undefined ? openStage(options) : openDeployed(state, options));
  await stage.write(files);
  return stage;
}

/** The JSON that the command prints with `--json`: the outputs, and the reason for a failure. */
interface Told {
  readonly problems: readonly Problem[];
  readonly command: string;
  readonly code: string | null;
  readonly help: string | null;
  readonly message: string;
  readonly next: readonly NextStep[];
  readonly list?: { readonly complete: boolean };
}

/** True if an output is JSON: text is the only other type that the schema has. */
function isJsonOutput(name: string): boolean {
  const { type } = schema.properties[name] ?? {};
  return type !== undefined && ![type].flat().includes('string');
}

function toValues(outputs: With): object {
  const toValue = (name: string, value: string): unknown => {
    if (value === '') return null;
    return isJsonOutput(name) ? JSON.parse(value) : value;
  };
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, toValue(name, value)]),
  );
}

describe('the command and the action do the same', () => {
  for (const [name, row] of Object.entries(rows)) {
    test(name, async () => {
      await using one = await openRow(row);
      await using other = await openRow(row);
      const action = await one.run(row.inputs);
      const command = await callOnStage(other, [...row.args.split(' '), '--json']);
      const told: Told = JSON.parse(command.stdout.replaceAll(other.sandbox.url, one.sandbox.url));
      // Only the command has `list`.
      const { command: name, code, help, message, next, list, ...outputs } = told;
      assert.deepEqual(list, row.args === 'list' ? { complete: true } : undefined);
      // Words depend on the frontend, and the times on when each app was made.
      const toComparable = (values: object) =>
        JSON.parse(
          JSON.stringify(values, (key, value) => {
            if (key === 'message' || key === 'next') return;
            return key.endsWith('-at') && value !== null ? 'a time' : value;
          }),
        );
      assert.deepEqual(toComparable(outputs), toComparable(toValues(action.outputs)));
      assert.deepEqual([name, message === ''], [row.args.split(' ')[0], false]);
      assert.equal(code === null, action.exitCode === 0);
      for (const { text } of next) assert.notEqual(text, '');
      assert.equal(help === null, code === null);
      assert.equal(command.exitCode, action.exitCode, command.stderr);
      assert.equal(command.asked, action.asked);
      for (const { path, message } of told.problems)
        assert.ok(command.stderr.includes(message), `${path}: ${message}`);
    });
  }
});

const { version, bugs }: { readonly version: string; readonly bugs: string } = JSON.parse(
  readText('package.json'),
);

describe('the process of the command', { concurrency }, () => {
  test('a closed pipe ends the command quietly', { skip }, async () => {
    await using stage = await openStage({ files: manyFaults });
    const script = `"${process.execPath}" "${entry}" check app 2>err | head -n 1; cat err`;
    const { stdout, stderr } = await runProgram(stage, ['bash', '-c', script]);
    assert.match(stdout, /^app\/service\.json:/);
    assert.doesNotMatch(`${stdout}${stderr}`, /EPIPE|Error:|node:/);
  });

  for (const [what, script, words] of [
    // A pipe that has had a reader, and has none any more.
    ['to a pipe without a reader', 'mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; "$@" >&4', /^$/],
    ['to a full disk', '"$@" >/dev/full', /^The output could not be written: ENOSPC/],
  ] as const) {
    test(`a command with output ${what} ends with exit code 1`, {
      skip: skip || !existsSync('/dev/full'),
    }, async () => {
      await using stage = await openStage();
      for (const args of [['--help'], ['check', 'app', '--quiet', '--json']]) {
        const all = [
          'bash',
          '-c',
          script.replace('mkfifo', 'rm -f pipe; mkfifo'),
          'bash',
          process.execPath,
          entry,
          ...args,
        ];
        const { exitCode, stderr } = await runProgram(stage, all);
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, words);
      }
    });
  }

  test('a deleted working directory is reported by name', { skip }, async () => {
    await using stage = await openStage();
    const script = 'mkdir gone; cd gone; rmdir ../gone; "$@"';
    const run = ['bash', '-c', script, 'bash', process.execPath, entry, 'check', '--json'];
    const { exitCode, stdout } = await runProgram(stage, run);
    assert.equal(exitCode, 1);
    const { code, message } = JSON.parse(stdout);
    assert.deepEqual([code, message], ['folder_missing', 'The working directory no longer exists']);
  });

  test('Ctrl+C exits with 130 and reports what is known', { skip }, async () => {
    await using stage = await openDeployed('draft', { faults: [{ kind: 'slow', method: 'POST' }] });
    await stage.write(otherPage);
    const { onStart } = hitWhen(stage.hangs, ['SIGINT']);
    const { exitCode, stdout, stderr } = await runCommand(
      stage,
      ['deploy', 'app', '--slug', slug, '--json'],
      {
        onStart,
        env: await preload(stage, timeStops),
      },
    );
    assert.equal(exitCode, 130, stderr);
    assert.equal(JSON.parse(stdout).outcome, 'unknown');
    assert.match(stderr, /the run was cancelled/i);
  });
});

test('init of the packaged command pins the action to the commit of the release', async () => {
  await using stage = await openStage({ files: {} });
  const { exitCode, stdout, stderr } = await runCommand(stage, ['init', '--slug', slug]);
  assert.deepEqual([exitCode, stderr], [0, '']);
  assert.match(stdout, /^Wrote app\/index\.html$[\s\S]*^ {3}gh secret set MINIAPPS_API_KEY$/m);
  const path = join(stage.workspace, '.github/workflows/miniapp.yml');
  const used = (await readFile(path, 'utf8')).match(/OWNER\/.*/g)?.slice(-3);
  assert.deepEqual(used, Array(3).fill(`OWNER/miniapp-deploy@${releaseCommit} # v${version}`));
});

const schema = JSON.parse(readText('docs/output.schema.json'));

describe('the command refuses a runtime that it does not work on', { concurrency }, () => {
  /** Each runtime by its versions, and code that takes away what it lacks. */
  const rows: readonly (readonly [
    versions: Readonly<Record<string, string>>,
    lacks: string,
    words: RegExp | null,
  ])[] = [
    [
      { node: '22.18.9' },
      '',
      /^miniapp-deploy needs Node 22\.19 or later; this is 22\.18\.9\. Install /,
    ],
    [
      { node: '18.20.8' },
      `for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name];
       delete Promise.withResolvers; delete Set.prototype.union; delete Object.groupBy;`,
      /^miniapp-deploy needs Node 22\.19 or later; this is 18\.20\.8\. Install /,
    ],
    [
      { node: '24.3.0', bun: '1.3.0' },
      '',
      /^miniapp-deploy does not run on Bun's runtime \(this is Bun 1\.3\.0\)\. Use npx/,
    ],
    [{ node: '24.2.0', deno: '2.9.6' }, '', null],
    [{ node: '22.19.0' }, '', null],
    [{ node: '23.0.0' }, '', null],
  ];
  for (const [versions, lacks, words] of rows) {
    test(JSON.stringify(versions), async () => {
      await using stage = await openStage();
      const asVersions = `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(versions)} });`;
      await stage.write({ 'other.cjs': `${asVersions}\n${lacks}` });
      const file = join(stage.workspace, 'other.cjs').replaceAll('\\', '/');
      const args = [process.execPath, entry, '--version', '--json'];
      const env = { NODE_OPTIONS: `--require "${file}"` };
      const { exitCode, stdout, stderr } = await runProgram(stage, args, { env });
      const printed = JSON.parse(stdout);
      if (words === null) {
        assert.deepEqual([exitCode, printed.version, stderr], [0, version, '']);
        return;
      }
      assert.equal(exitCode, 1);
      assert.match(stderr, words);
      assert.deepEqual(findMisfits(printed, schema), []);
      assert.deepEqual(
        [printed.code, `${printed.message}. ${printed.next[0].text}\n`],
        ['unsupported_runtime', stderr],
      );
    });
  }
});

describe('the package', () => {
  test('the package is small, has no dependencies and runs nothing when it is installed', () => {
    assert.ok(packed.size < 700_000, `${packed.size} bytes`);
    const { scripts, dependencies, ...rest } = manifest;
    assert.deepEqual({ scripts, dependencies }, { scripts: undefined, dependencies: undefined });
    assert.partialDeepStrictEqual(rest, { version, bugs, license: 'MIT', type: 'commonjs' });
    const others = packed.files
      .map(({ path }) => path)
      .filter((path) => !/^dist\/[\w.]+\.(js|json|txt)$/.test(path));
    assert.deepEqual(others.sort(), [
      'LICENSE',
      'README.md',
      'output.schema.json',
      'package.json',
      'service.schema.json',
      'skills/miniapp-deploy/SKILL.md',
    ]);
  });

  test('the package requires the Node version that its dependencies need', () => {
    const { engines } = JSON.parse(readText('node_modules/undici/package.json'));
    assert.equal(engines.node, '>=22.19.0');
    assert.deepEqual(manifest['engines'], { node: '>=22.19' });
  });

  test('the package refers to no source maps, because it contains none', async () => {
    const scripts = packed.files.filter(({ path }) => path.endsWith('.js'));
    assert.ok(scripts.length > 5);
    for (const { path } of scripts) {
      const text = await readFile(join(dirname(entry), '..', path), 'utf8');
      assert.doesNotMatch(text, /^\/\/# sourceMappingURL/m, path);
    }
  });

  test('the command of the package starts without further setup', { skip }, async () => {
    await using stage = await openStage();
    const { stdout, exitCode } = await runProgram(stage, [entry, '--version']);
    assert.deepEqual({ stdout, exitCode }, { stdout: `${version}\n`, exitCode: 0 });
  });
});

const recipes = 'examples/other-ci';

/** The author of commits, and a registry that nothing may be requested from. */
const gitEnv = {
  ...{
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  },
  // A port on which nobody listens.
  npm_config_registry: 'http://127.0.0.1:9/',
};

/** Runs a shell script below the workspace. */
async function runShell(stage: Stage, script: string, env: With = {}) {
  const all = { ...gitEnv, HOME: stage.workspace, ...env };
  const { exitCode, stdout, stderr } = await runProgram(stage, ['sh', '-e', '-c', script], {
    env: all,
  });
  return { exitCode, printed: `${stdout}${stderr}` };
}

/** Puts an npx in PATH; by default one that has the command of this version. */
async function writeNpx(
  stage: Stage,
  script = `shift 2\nexec "${process.execPath}" "${entry}" "$@"`,
): Promise<void> {
  await stage.write({ 'commands/.keep': '' });
  await writeCommand(join(stage.workspace, 'commands'), 'npx', script);
}

interface GitLabJob {
  readonly rules: readonly { readonly if: string; readonly changes?: readonly string[] }[];
  readonly environment?: string;
  readonly resource_group?: string;
  readonly script: readonly string[];
}

interface AzureStage {
  readonly stage: string;
  readonly condition?: string;
  readonly variables?: readonly object[];
  readonly jobs: readonly { readonly steps: readonly AzureStep[] }[];
}

interface AzureStep {
  readonly script?: string;
  readonly task?: string;
  readonly condition?: string;
  readonly inputs?: With;
}

describe('the recipes for other CI', { concurrency, skip }, () => {
  test('each recipe names the path to save it at, and accepts no terms', () => {
    for (const text of listFiles(recipes, '').map(readText)) {
      assert.match(text, /^# (Save as|Usage:)/m);
      assert.match(text, /Replace tides|replace app/);
      assert.doesNotMatch(text, /terms(: |=)['"]?\d/i);
    }
  });

  test('the hook checks the staged folder, refuses the commit if it has problems, and ignores commits that do not touch the folder', async () => {
    await using stage = await openStage();
    // The real npx finds the command in node_modules, without network.
    const script = `mkdir -p node_modules/.bin && ln -s "${dirname(dirname(entry))}" node_modules/miniapp-deploy
      ln -s ../miniapp-deploy/dist/index.js node_modules/.bin/miniapp-deploy
      git init -q && echo node_modules >.gitignore && git add .gitignore app && git commit -q -m Begin
      cp "${join(root, recipes, 'pre-commit')}" .git/hooks/pre-commit`;
    const begun = await runShell(stage, script);
    assert.equal(begun.exitCode, 0, begun.printed);
    const commit = (path: string, meanwhile = 'true') =>
      runShell(stage, `git add ${path} && ${meanwhile} && git commit -q -m Change`);
    await stage.write({ ...broken, 'notes.md': 'Notes\n' });
    assert.deepEqual(await commit('notes.md'), { exitCode: 0, printed: '' });
    // What is on disk by then, and is not staged, is not looked at.
    const refused = await commit('app', `echo '{ "name": "Tides" }' >app/service.json`);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.printed, /^app\/service\.json:1:18 error /m);
    // From here on an npx that runs its last argument: npm takes longer to start than the command.
    const runLast = 'for last; do :; done\nPATH="$PWD/node_modules/.bin:$PATH" exec sh -c "$last"';
    await writeNpx(stage, runLast);
    assert.equal((await commit('app', 'echo "{" >app/service.json')).exitCode, 0);
    const left = await runShell(stage, 'ls .git | grep miniapp || true');
    assert.deepEqual(left, { exitCode: 0, printed: '' });
    assert.equal((await runShell(stage, 'git rm -rqf app && git commit -q -m Remove')).exitCode, 0);
  });

  test('the shell script deploys, creates the app first, submits a release once the terms are set, and refuses any other argument', async () => {
    await using stage = await openStage();
    await writeNpx(stage);
    const script = readText(`${recipes}/deploy.sh`);
    await stage.write({
      'deploy.sh': script,
      'accepted.sh': script.replace(/^terms=$/m, `terms=${terms}`),
    });
    assert.equal((await runShell(stage, 'sh deploy.sh')).exitCode, 0);
    assert.equal(stage.sandbox.store.find(slug)?.status, 'draft');
    const before = stage.sandbox.requests.length;
    const wrong = await runShell(stage, 'sh deploy.sh relaese');
    assert.deepEqual(wrong, { exitCode: 2, printed: 'Usage: deploy.sh [release]\n' });
    const refused = await runShell(stage, 'sh deploy.sh release');
    assert.equal(refused.exitCode, 2);
    assert.match(refused.printed, /^--terms-version is required to submit/m);
    assert.equal(stage.sandbox.requests.length, before);
    const { exitCode, printed } = await runShell(stage, 'sh accepted.sh release');
    assert.equal(exitCode, 0, printed);
    assert.equal(stage.sandbox.store.find(slug)?.status, 'in_review');
  });

  describe('the file of Azure', () => {
    const { stages }: { readonly stages: readonly AzureStage[] } = parse(
      readText(`${recipes}/azure-pipelines.yml`),
    );
    const findSteps = (name: string) =>
      stages.find(({ stage }) => stage === name)?.jobs[0]?.steps ?? [];
    const play = (stage: Stage, name: string, env: With = {}) => {
      const { script } =
        findSteps(name).find((step) => step.script !== undefined) ?? assert.fail(name);
      return runShell(stage, script ?? '', { SLUG: slug, TERMS: '', ...env });
    };

    test('only the draft and the release get the API key, and both follow the check', () => {
      const keys = stages.map(({ stage, variables }) => [
        stage,
        JSON.stringify([findSteps(stage), variables]).includes('API_KEY'),
      ]);
      assert.deepEqual(Object.fromEntries(keys), { check: false, draft: true, release: true });
      assert.deepEqual(
        stages.map(({ condition }) => condition?.includes('succeeded()')),
        [undefined, true, true],
      );
    });

    test('the check stage shows problems as failed tests', async () => {
      await using stage = await openStage({ files: { ...appFiles, ...manyFaults } });
      await writeNpx(stage);
      const { exitCode, printed } = await play(stage, 'check');
      assert.equal(exitCode, 1, printed);
      const publish = findSteps('check').find((step) => step.task === 'PublishTestResults@2');
      assert.equal(publish?.condition, 'succeededOrFailed()');
      const report = await readFile(
        join(stage.workspace, publish.inputs?.['testResultsFiles'] ?? ''),
        'utf8',
      );
      assert.match(report, /<testsuite name="app" tests="\d+" failures="[1-9]/);
      assert.match(
        report,
        /<failure message="color in service\.json is &quot;red&quot;, which .*" type="color_format">/,
      );
    });

    test('the other stages deploy the draft and the release', async () => {
      await using stage = await openDeployed();
      await writeNpx(stage);
      await stage.write(otherPage);
      const run = async (name: string, env?: With) => (await play(stage, name, env)).exitCode;
      assert.deepEqual([await run('draft'), stage.sandbox.store.find(slug)?.version], [0, 2]);
      assert.deepEqual(
        [await run('release'), stage.sandbox.store.find(slug)?.status],
        [2, 'draft'],
      );
      assert.deepEqual(
        [await run('release', { TERMS: terms }), stage.sandbox.store.find(slug)?.status],
        [0, 'in_review'],
      );
    });
  });

  describe('the file of GitLab', () => {
    const {
      default: _default,
      stages: _stages,
      workflow,
      variables,
      ...jobs
    } = parse(readText(`${recipes}/gitlab-ci.yml`));
    const { check, draft, release }: Readonly<Record<string, GitLabJob>> = jobs;
    const play = async (stage: Stage, job: GitLabJob | undefined, env: With = {}) => {
      assert.ok(job !== undefined);
      return runShell(stage, job.script.join('\n'), { ...variables, ...env });
    };

    test('the merge-request job has no API key, and the two jobs with the key never run at the same time', () => {
      assert.deepEqual(Object.keys(jobs), ['check', 'draft', 'release']);
      const starts = [check, draft, release].map((job) => job?.rules.map((rule) => rule.if).join());
      assert.match(starts[0] ?? '', /^\$CI_PIPELINE_SOURCE == "merge_request_event"$/);
      assert.match(starts[1] ?? '', /^\$CI_COMMIT_BRANCH == \$CI_DEFAULT_BRANCH$/);
      assert.match(starts[2] ?? '', /^\$CI_COMMIT_TAG =~ /);
      assert.equal(workflow.rules.length, 3);
      for (const job of [check, draft])
        assert.deepEqual(job?.rules[0]?.changes, ['app/**/*', '.gitlab-ci.yml']);
      assert.equal(check?.environment, undefined);
      for (const job of [draft, release]) {
        assert.equal(job?.resource_group, 'miniapp-tides');
        assert.match(job.environment ?? '', /^miniapp\//);
      }
    });

    test('the jobs check the folder, deploy the draft and submit the release', async () => {
      await using stage = await openDeployed();
      await writeNpx(stage);
      await stage.write(otherPage);
      const run = async (job: GitLabJob | undefined, env?: With) =>
        (await play(stage, job, env)).exitCode;
      assert.deepEqual([await run(check), stage.sandbox.requests.length], [0, 0]);
      assert.deepEqual([await run(draft), stage.sandbox.store.find(slug)?.version], [0, 2]);
      assert.deepEqual([await run(release), stage.sandbox.store.find(slug)?.status], [2, 'draft']);
      assert.deepEqual(
        [await run(release, { TERMS: terms }), stage.sandbox.store.find(slug)?.status],
        [0, 'in_review'],
      );
    });

    test("its check writes GitLab's Code Quality report, and fails if there are errors", async () => {
      await using stage = await openStage({ files: { ...appFiles, ...manyFaults } });
      await writeNpx(stage);
      const { exitCode, printed } = await play(stage, check);
      assert.equal(exitCode, 1, printed);
      const report = await readFile(join(stage.workspace, 'gl-code-quality-report.json'), 'utf8');
      const issues: readonly { readonly fingerprint: string }[] = JSON.parse(report);
      assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, issues.length);
      assert.partialDeepStrictEqual(issues[0], {
        description:
          'color in service.json is "red", which is not # and six hex digits. Write it like "#1b6ca8".',
        check_name: 'color_format',
        severity: 'major',
        location: { path: 'app/service.json', lines: { begin: 2 } },
      });
    });
  });
});
