import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { writeCommand } from '../support/fake-gh/state.ts';
import { listFiles, readText, root } from '../support/repository.ts';
import { entry, manifest, packed, runCommand, runProgram, toArguments } from './command.ts';
import { hitWhen } from './hit.ts';
import {
  concurrency,
  type DeployedState,
  type Files,
  key,
  openDeployed,
  openStage,
  otherPage,
  type Stage,
  slug,
  submit,
  terms,
  type With,
} from './stage.ts';

/** One thing to ask for, as a workflow and as a terminal do. */
interface Row {
  /** The state of the app before; there is none where it is left out. */
  readonly state?: DeployedState;
  readonly files?: Files;
  readonly inputs?: With;
}

const dry = { 'dry-run': 'true' };
const offline = { ...dry, 'api-key': '', 'base-url': '' };
const noTitle = { 'app/index.html': '<!doctype html>\n<title></title>\n' };
const broken = { ...otherPage, 'app/service.json': '{ "name": "Tides",\n}\n' };
const manyFaults = { 'app/service.json': '{"name":"Tides",\n"color":"red",\n"logo":"assets/none.png"}\n' };
const named = { 'app/service.json': '{"name":"High tides","tagline":"Water","color":"#0f5f80"}\n' };
const waiting = { 'wait-for-review': '0.005' };

const rows: Readonly<Record<string, Row>> = {
  'a folder without problems': { inputs: offline },
  'a folder with several problems': { files: manyFaults, inputs: offline },
  'a folder that is not there': { inputs: { ...offline, folder: 'nope' } },
  'patterns without effect': { inputs: { ...offline, exclude: 'nope' } },
  'a plan of a deploy and a submission': { state: 'draft', files: otherPage, inputs: { ...dry, ...submit } },
  'a plan of an app that is created first': { inputs: { ...dry, create: 'true' } },
  'a plan that the state of the app forbids': { state: 'in_review', files: otherPage, inputs: dry },
  'a deploy of what is there already': { state: 'draft' },
  'a deploy that the service refuses': { state: 'draft', files: noTitle },
  'a deploy that creates the app, a submission and a wait': { inputs: { create: 'true', ...submit, ...waiting } },
  'an app in review that is skipped': { state: 'in_review', files: otherPage, inputs: { 'on-in-review': 'skip' } },
  'a status': { state: 'published', inputs: { command: 'status' } },
  'a submission of a folder that differs': {
    state: 'draft',
    files: otherPage,
    inputs: { command: 'submit', folder: 'app', 'terms-version': terms },
  },
  'a creation': { inputs: { command: 'create' } },
  'an update that is planned': { state: 'draft', files: named, inputs: { command: 'update', ...dry } },
  'a deletion': { state: 'draft', inputs: { command: 'delete', confirm: slug } },
  'a list': { state: 'draft', inputs: { command: 'list' } },
  'a key that the service does not know': { inputs: { command: 'status', 'api-key': 'unknown-key' } },
};

/** Windows has neither the shell nor the signal. */
const skip = process.platform === 'win32';
const escapeCharacter = '\u001b';

/** The time of every sandbox, so that two show the same. */
const time = Date.UTC(2026, 10, 22, 12, 0, 0, 1);

/** The inputs of the step: those commands get a folder that need one, or that the row gives one. */
function toWith(inputs: With): With {
  const { command = 'deploy' } = inputs;
  return ['status', 'submit', 'delete', 'list'].includes(command) ? { folder: '', ...inputs } : inputs;
}

/** A stage as a row has it, for one of the two. */
async function openRow({ state, files = {}, inputs }: Row): Promise<Stage> {
  const isList = inputs?.['command'] === 'list';
  const options = isList ? { now: () => time } : {};
  const stage = await (state === undefined ? openStage(options) : openDeployed(state, options));
  await stage.write(files);
  return stage;
}

/** Outputs that hold JSON, as the command prints them. */
const jsonOutputs = ['changed', 'submitted', 'file-count', 'byte-count', 'problem-count', 'problems', 'apps'];

function toValues(outputs: With): Readonly<Record<string, unknown>> {
  const entries = Object.entries(outputs).map(([name, value]): readonly [string, unknown] => {
    if (!jsonOutputs.includes(name)) return [name, value];
    return [name, value === '' ? null : JSON.parse(value)];
  });
  return Object.fromEntries(entries);
}

describe('the command and the action come to the same', { concurrency }, () => {
  for (const [name, row] of Object.entries(rows)) {
    test(name, async () => {
      await using one = await openRow(row);
      await using other = await openRow(row);
      const { inputs = {} } = row;
      const action = await one.run(toWith(inputs));
      const env = inputs['api-key'] ? { MINIAPPS_API_KEY: inputs['api-key'] } : {};
      const command = await runCommand(other, [...toArguments(inputs), '--json'], { env });
      assert.deepEqual(
        JSON.parse(command.stdout.replaceAll(other.sandbox.url, one.sandbox.url)),
        toValues(action.outputs),
      );
      assert.equal(command.exitCode, action.exitCode, command.stderr);
      assert.deepEqual(command.requests, action.requests);
      const { problems }: { problems: readonly { path: string; message: string; fix: string | null }[] } = JSON.parse(
        command.stdout,
      );
      for (const { path, message } of problems) assert.ok(command.stderr.includes(message), `${path}: ${message}`);
    });
  }
});

const { version, bugs }: { readonly version: string; readonly bugs: string } = JSON.parse(readText('package.json'));

describe('on a terminal', { concurrency }, () => {
  test('a problem is one block: its place, its line with a caret, its fix', async () => {
    await using stage = await openDeployed('draft', { preset: 'documented' });
    await stage.write(noTitle);
    const { stdout, exitCode } = await runCommand(stage, ['deploy', 'app', '--slug', slug]);
    assert.equal(exitCode, 1);
    const [place, line, caret, fix, blank] = stdout.split('\n');
    assert.match(place ?? '', /^app\/index\.html:2:1 error \w+: \S/);
    assert.deepEqual([line, caret], ['> 2 │ <title></title>', '    │ ^']);
    assert.match(fix ?? '', /^ {2}fix: \S/);
    assert.equal(blank, '');
    assert.match(stdout, /\n❌ tides was not deployed: 1 problem to fix\n/);
  });

  test('a file is named as from the working directory', async () => {
    await using stage = await openStage({ files: broken });
    await mkdir(join(stage.workspace, 'docs'));
    await mkdir(join(stage.workspace, '.git'));
    const places = await Promise.all(
      (
        [
          ['.', ['app']],
          ['app', []],
          ['docs', ['../app']],
        ] as const
      ).map(async ([cwd, args]) => {
        const { stdout } = await runCommand(stage, ['check', ...args], { cwd });
        return stdout.split(' ')[0];
      }),
    );
    assert.deepEqual(places, ['app/service.json:2:1', 'service.json:2:1', '../app/service.json:2:1']);
  });

  test('colours are used where they are asked for, and nowhere else on a pipe', async () => {
    await using stage = await openStage();
    const plain = await runCommand(stage, ['check', 'app']);
    const colored = await runCommand(stage, ['check', 'app'], { env: { FORCE_COLOR: '1' } });
    assert.ok(!`${plain.stdout}${plain.stderr}`.includes(escapeCharacter));
    assert.ok(colored.stdout.includes(`${escapeCharacter}[`));
  });

  test('the environment of a runner changes nothing, and its files stay as they are', async () => {
    await using stage = await openDeployed();
    const file = join(stage.workspace, 'output');
    await writeFile(file, '');
    const env = { GITHUB_OUTPUT: file, GITHUB_STEP_SUMMARY: file, GITHUB_ACTIONS: 'true', INPUT_SLUG: 'other' };
    const { exitCode } = await runCommand(stage, ['status', '--slug', slug], { env });
    assert.equal(exitCode, 0);
    assert.equal(await readFile(file, 'utf8'), '');
  });

  test('wrong arguments exit with 2, say what is wrong on stderr, and ask nothing of the service', async () => {
    await using stage = await openDeployed();
    const wrong: readonly (readonly [args: readonly string[], words: RegExp, env?: With])[] = [
      [[], /No command is given/],
      [['status', '--slug', 'T'], /--slug must be 3 to 32 .* not "T"/],
      [['plan', 'app', '--slug', slug], /MINIAPPS_API_KEY is not set: export/, { MINIAPPS_API_KEY: '' }],
      [['status', '--slug', slug, `--api-key=${key}`], /export MINIAPPS_API_KEY=…/],
    ];
    for (const [args, words, env = {}] of wrong) {
      const { exitCode, stdout, stderr, requests } = await runCommand(stage, args, { env });
      assert.deepEqual([exitCode, stdout, requests], [2, '', []], stderr);
      assert.match(stderr, words);
      assert.doesNotMatch(stderr, /\b(step|workflow|secrets?|summary)\b/);
    }
  });

  test('a closed pipe ends quietly', { skip }, async () => {
    await using stage = await openStage({ files: manyFaults });
    const script = `"${process.execPath}" "${entry}" check app 2>err | head -n 1; cat err`;
    const { stdout, stderr } = await runProgram(stage, ['bash', '-c', script]);
    assert.match(stdout, /^app\/service\.json:/);
    assert.doesNotMatch(`${stdout}${stderr}`, /EPIPE|Error:|node:/);
  });

  test('Ctrl+C ends it as a cancel: 130, with what is known', { skip }, async () => {
    await using stage = await openDeployed('draft', { faults: [{ kind: 'slow', method: 'POST' }] });
    await stage.write(otherPage);
    const { onStart } = hitWhen(stage.hangs, ['SIGINT']);
    const { exitCode, stdout, stderr } = await runCommand(stage, ['deploy', 'app', '--slug', slug, '--json'], {
      onStart,
    });
    assert.equal(exitCode, 130, stderr);
    assert.equal(JSON.parse(stdout).outcome, 'unknown');
    assert.match(stderr, /the run was cancelled/i);
  });
});

describe('the package', () => {
  test('is small, brings no other and runs nothing when it is installed', () => {
    assert.ok(packed.size < 600_000, `${packed.size} bytes`);
    const { scripts, dependencies, ...rest } = manifest;
    assert.deepEqual({ scripts, dependencies }, { scripts: undefined, dependencies: undefined });
    assert.partialDeepStrictEqual(rest, { version, bugs, license: 'MIT' });
    const others = packed.files.map(({ path }) => path).filter((path) => !/^dist\/[a-z-]+\.(js|json|txt)$/.test(path));
    assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json']);
  });

  test('asks for the Node that its dependencies need', () => {
    const { engines } = JSON.parse(readText('node_modules/undici/package.json'));
    assert.equal(engines.node, '>=22.19.0');
    assert.deepEqual(manifest['engines'], { node: '>=22.19' });
  });

  test('has a command that starts by itself', { skip }, async () => {
    await using stage = await openStage();
    const { stdout, exitCode } = await runProgram(stage, [entry, '--version']);
    assert.deepEqual({ stdout, exitCode }, { stdout: `${String(version)}\n`, exitCode: 0 });
  });
});

const recipes = 'examples/other-ci';

/** Runs a shell script below the workspace, with an npx that has the command of this version. */
async function runShell(stage: Stage, script: string, env: With = {}) {
  await stage.write({ 'commands/.keep': '' });
  await writeCommand(join(stage.workspace, 'commands'), 'npx', `shift 2\nexec "${process.execPath}" "${entry}" "$@"`);
  const identity = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'A'],
    [`GIT_${who}_EMAIL`, 'a@example.com'],
  ]);
  const all = { ...Object.fromEntries(identity), HOME: stage.workspace, ...env };
  const { exitCode, stdout, stderr } = await runProgram(stage, ['sh', '-e', '-c', script], { env: all });
  return { exitCode, printed: `${stdout}${stderr}` };
}

interface GitLabJob {
  readonly rules?: readonly { readonly if: string }[];
  readonly script: readonly string[];
}

/** The jobs of the GitLab recipe that run where a variable is set, and its own variables. */
function readGitLab(): { readonly variables: With; readonly jobs: Readonly<Record<string, GitLabJob>> } {
  const { default: _default, stages: _stages, variables, ...jobs } = parse(readText(`${recipes}/gitlab-ci.yml`));
  return { variables, jobs };
}

describe('the recipes for other CI', { concurrency, skip }, () => {
  test('take the major version of the command that is in package.json', () => {
    const used = listFiles(recipes, '').flatMap((file) => readText(file).match(/miniapp-deploy@\S+/g) ?? []);
    assert.ok(used.length > 4);
    assert.deepEqual([...new Set(used)], [`miniapp-deploy@${version.split('.')[0]}`]);
  });

  test('the hook refuses a commit of a folder with problems, and looks only at commits of the folder', async () => {
    await using stage = await openStage();
    const begin = 'git init -q && git add app && mkdir -p .git/hooks';
    assert.equal((await runShell(stage, begin)).exitCode, 0);
    await copyFile(join(root, recipes, 'pre-commit'), join(stage.workspace, '.git/hooks/pre-commit'));
    const commit = (path: string) => runShell(stage, `git add ${path} && git commit -q -m Change`);
    assert.equal((await commit('app')).exitCode, 0);
    await stage.write({ ...broken, 'notes.md': 'Notes\n' });
    const other = await commit('notes.md');
    assert.deepEqual([other.exitCode, other.printed], [0, '']);
    const refused = await commit('app');
    assert.equal(refused.exitCode, 1);
    assert.match(refused.printed, /^app\/service\.json:2:1 error /m);
  });

  test('the shell script deploys, creates the app first, and sends a release for review', async () => {
    await using stage = await openStage();
    const script = join(root, recipes, 'deploy.sh');
    assert.equal((await runShell(stage, `sh "${script}"`)).exitCode, 0);
    assert.equal(stage.sandbox.store.find(slug)?.status, 'draft');
    const { exitCode, printed } = await runShell(stage, `sh "${script}" release`);
    assert.equal(exitCode, 0, printed);
    assert.equal(stage.sandbox.store.find(slug)?.status, 'in_review');
  });

  test('each job of GitLab does what it is for', async () => {
    const { variables, jobs } = readGitLab();
    assert.deepEqual(Object.keys(jobs), ['check', 'draft', 'release']);
    await using stage = await openDeployed();
    await stage.write(otherPage);
    const play = (name: string) => runShell(stage, jobs[name]?.script.join('\n') ?? '', variables);
    const check = await play('check');
    assert.deepEqual([check.exitCode, stage.sandbox.requests.length], [0, 0]);
    assert.equal((await play('draft')).exitCode, 0);
    assert.equal(stage.sandbox.store.find(slug)?.version, 2);
    assert.equal((await play('release')).exitCode, 0);
    assert.equal(stage.sandbox.store.find(slug)?.status, 'in_review');
    await stage.write(broken);
    assert.equal((await play('check')).exitCode, 1);
  });

  test('the jobs of GitLab that change the app wait for each other, and run on what is protected', () => {
    const { jobs } = readGitLab();
    for (const name of ['draft', 'release']) {
      const job: GitLabJob & { readonly resource_group?: string } = jobs[name] ?? { script: [] };
      assert.equal(job.resource_group, 'miniapp-tides');
      assert.equal(job.rules?.length, 1);
    }
  });
});
