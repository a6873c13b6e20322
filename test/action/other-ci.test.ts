import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { writeCommand } from '../support/fake-gh/state.ts';
import { listFiles, readText, root } from '../support/repository.ts';
import { entry } from './command.ts';
import { key, openDeployed, openStage, otherPage, type Stage, slug, type With } from './stage.ts';

const folder = 'examples/other-ci';
const broken = { 'app/service.json': '{ "name": "Tides",\n}\n' };
const { version }: { readonly version: string } = JSON.parse(readText('package.json'));

/** Runs a shell script below the workspace, with an npx that has the command of this version. */
async function runShell(stage: Stage, script: string, { env = {} }: { readonly env?: With } = {}) {
  const commands = join(stage.workspace, 'commands');
  await mkdir(commands, { recursive: true });
  await writeCommand(commands, 'npx', `shift 2\nexec "${process.execPath}" "${entry}" "$@"`);
  const child = spawn('sh', ['-e', '-c', script], {
    cwd: stage.workspace,
    env: {
      PATH: `${commands}${delimiter}${process.env['PATH']}`,
      MINIAPPS_API_KEY: key,
      MINIAPPS_BASE_URL: stage.sandbox.url,
      ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'A' },
      ...{ GIT_COMMITTER_EMAIL: 'a@example.com', HOME: stage.workspace },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { exitCode, printed: `${stdout}${stderr}` };
}

interface GitLabJob {
  readonly rules?: readonly { readonly if: string }[];
  readonly script: readonly string[];
}

/** The jobs of the GitLab recipe that run where a variable is set, and its own variables. */
function readGitLab(): { readonly variables: With; readonly jobs: Readonly<Record<string, GitLabJob>> } {
  const { default: _default, stages: _stages, variables, ...jobs } = parse(readText(`${folder}/gitlab-ci.yml`));
  return { variables, jobs };
}

describe('the recipes for other CI', { skip: process.platform === 'win32' }, () => {
  test('take the major version of the command that is in package.json', () => {
    const used = listFiles(folder, '').flatMap((file) => readText(file).match(/miniapp-deploy@\S+/g) ?? []);
    assert.ok(used.length > 4);
    assert.deepEqual([...new Set(used)], [`miniapp-deploy@${version.split('.')[0]}`]);
  });

  test('the hook refuses a commit of a folder with problems, and looks only at commits of the folder', async () => {
    await using stage = await openStage();
    const begin = 'git init -q && git add app && mkdir -p .git/hooks';
    assert.equal((await runShell(stage, begin)).exitCode, 0);
    await copyFile(join(root, folder, 'pre-commit'), join(stage.workspace, '.git/hooks/pre-commit'));
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
    const script = join(root, folder, 'deploy.sh');
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
    const play = (name: string) => runShell(stage, jobs[name]?.script.join('\n') ?? '', { env: variables });
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
