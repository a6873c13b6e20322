import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { sayJson, toApp } from '../support/dialects/replies.ts';
import { startDialect } from '../support/dialects/server.ts';
import { entry, runCommand, toArguments } from './command.ts';
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
  'a folder with a broken service.json': { files: broken, inputs: offline },
  'a folder with several problems': { files: manyFaults, inputs: offline },
  'a folder that is not there': { inputs: { ...offline, folder: 'nope' } },
  'patterns that leave nothing': { inputs: { ...offline, include: 'nope/**' } },
  'patterns without effect': { inputs: { ...offline, exclude: 'nope' } },
  'a plan of a deploy and a submission': { state: 'draft', files: otherPage, inputs: { ...dry, ...submit } },
  'a plan for what is there already': { state: 'draft', inputs: dry },
  'a plan for an app that is not there': { inputs: dry },
  'a plan of an app that is created first': { inputs: { ...dry, create: 'true' } },
  'a plan that the state of the app forbids': { state: 'in_review', files: otherPage, inputs: dry },
  'a deploy': { state: 'draft', files: otherPage },
  'a deploy of what is there already': { state: 'draft' },
  'a deploy of what is there already, by force': { state: 'draft', inputs: { force: 'true' } },
  'a deploy of a folder with problems': { state: 'draft', files: broken },
  'a deploy that the service refuses': { state: 'draft', files: noTitle },
  'a deploy of an app that is not there': {},
  'a deploy that creates the app': { inputs: { create: 'true' } },
  'a deploy and a submission': { state: 'draft', files: otherPage, inputs: submit },
  'a deploy, a submission and a wait': { state: 'draft', files: otherPage, inputs: { ...submit, ...waiting } },
  'a submission with other terms': { state: 'draft', inputs: { ...submit, 'terms-version': '1999-01' } },
  'a deploy of an app in review': { state: 'in_review', files: otherPage },
  'an app in review that is skipped': { state: 'in_review', files: otherPage, inputs: { 'on-in-review': 'skip' } },
  'an app in review that is replaced': { state: 'in_review', files: otherPage, inputs: { 'on-in-review': 'replace' } },
  'a submission of an app that was not approved': { state: 'not_approved', inputs: submit },
  'a status': { state: 'published', inputs: { command: 'status' } },
  'a status that waits': { state: 'in_review', inputs: { command: 'status', ...waiting } },
  'a submission': { state: 'draft', inputs: { command: 'submit', 'terms-version': terms } },
  'a submission of a folder that differs': {
    state: 'draft',
    files: otherPage,
    inputs: { command: 'submit', folder: 'app', 'terms-version': terms },
  },
  'a creation': { inputs: { command: 'create' } },
  'a creation of what is there': { state: 'draft', inputs: { command: 'create' } },
  'an update': { state: 'draft', files: named, inputs: { command: 'update' } },
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

  test('the result comes last, with the address of the app', async () => {
    await using stage = await openDeployed();
    const { stdout } = await runCommand(stage, ['status', '--slug', slug]);
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines[0], '✅ tides is a draft');
    assert.equal(lines.at(-1), `${stage.sandbox.url}/a/tides`);
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
    const faults: readonly (readonly [args: readonly string[], words: RegExp, env?: With])[] = [
      [[], /No command is given/],
      [['status'], /--slug is required by status/],
      [['status', '--slug', 'T'], /--slug must be 3 to 32 .* not "T"/],
      [['delete', '--slug', slug], /--confirm must repeat the slug/],
      [
        ['plan', 'app', '--slug', slug],
        /MINIAPPS_API_KEY is not set: export MINIAPPS_API_KEY=…/,
        { MINIAPPS_API_KEY: '' },
      ],
      [
        ['deploy', 'app', '--slug', slug, '--dry-run'],
        /--base-url is required: .*export MINIAPPS_BASE_URL=…/,
        { MINIAPPS_BASE_URL: '' },
      ],
      [['status', '--slug', slug, '--api-key', key], /--api-key is not an option/],
      [['status', '--slug', slug, `--api-key=${key}`], /export MINIAPPS_API_KEY=…/],
      [['deploy', 'app', '--slug', slug, '--on-stale', 'fail'], /--on-stale exists only in GitHub Actions/],
    ];
    for (const [args, words, env = {}] of faults) {
      const { exitCode, stdout, stderr, requests } = await runCommand(stage, args, { env });
      assert.deepEqual([exitCode, stdout, requests], [2, '', []], stderr);
      assert.match(stderr, words);
      assert.doesNotMatch(stderr, /\b(step|workflow|secrets?|summary)\b/);
    }
  });

  test('a closed pipe ends quietly', { skip }, async () => {
    await using stage = await openStage({ files: manyFaults });
    const script = `"${process.execPath}" "${entry}" check app 2>err | head -n 1; cat err`;
    const shell = spawn('bash', ['-c', script], { cwd: stage.workspace, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    assert.match(stdout, /^app\/service\.json:/);
    assert.doesNotMatch(`${stdout}${stderr}`, /EPIPE|Error:|node:/);
  });

  test('Ctrl+C ends it as a cancel: 130, with what is known', { skip }, async () => {
    await using stage = await openStage();
    await using service = await startDialect({ read: sayJson(200, toApp(slug, 'draft')), deploy: 'nothing' });
    const { onStart } = hitWhen(() => service.asked().includes('deploy'), ['SIGINT']);
    const env = { MINIAPPS_BASE_URL: service.url };
    const { exitCode, stdout, stderr } = await runCommand(stage, ['deploy', 'app', '--slug', slug, '--json'], {
      env,
      onStart,
    });
    assert.equal(exitCode, 130, stderr);
    assert.equal(JSON.parse(stdout).outcome, 'unknown');
    assert.match(stderr, /the run was cancelled/i);
  });
});
