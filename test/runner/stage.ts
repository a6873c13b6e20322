import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningSandbox, startSandbox } from '../../sandbox/server.ts';
import { appFiles, type DeployedState, type Files, key, terms, toSentFiles, writeFiles } from '../action/stage.ts';
import { type Asked, type FakeGithub, startGithub } from '../integration/github/fake-github.ts';
import { makeFakeGh } from '../support/fake-gh/state.ts';
import { root } from '../support/repository.ts';
import { type ActRun, runInAct } from './act.ts';
import type { Event } from './events.ts';

/** How everything is before a run. */
export interface StageOptions {
  /** The apps that the account has, by slug. */
  readonly apps?: Readonly<Record<string, DeployedState | 'taken_down'>>;
  /** True for apps that have what the folder has; else their page is another. */
  readonly isDeployed?: boolean;
  /** What the reviewer said of an app that was not approved. */
  readonly reviewNote?: string;
  /** Files of the repository that differ from the usual ones. */
  readonly files?: Files;
  /** By how many commits the branch has moved on. */
  readonly aheadBy?: number;
  /** What the reviewer does once the submission has been read back. */
  readonly review?: 'approve' | 'reject';
  /** What `gh api` answers, by its path. */
  readonly api?: Readonly<Record<string, unknown>>;
  /** Without the variable and the secret. */
  readonly isUnconfigured?: boolean;
}

/** A repository on the disk, a sandbox, and GitHub's API. */
export interface RunnerStage extends AsyncDisposable {
  readonly sandbox: RunningSandbox;
  readonly github: FakeGithub;
  /** The commit that the repository is at, and the one before it, which had another page of apps/tides. */
  readonly sha: string;
  readonly before: string;
  /** Runs a workflow, with more variables than the one that the recipes need. */
  run(text: string, event: Event, variables?: Readonly<Record<string, string>>): Promise<ActRun>;
  /** The commands of `gh` that were called, but `gh api`. */
  listGhCalls(): Promise<readonly string[]>;
  /** The apps that the account has now, by slug. */
  listApps(): Readonly<Record<string, string>>;
}

/** The token of a job; like the real ones it begins with `ghs_`. */
export const token = 'ghs_of-this-job-0123456789';

const execute = promisify(execFile);

/** An app folder for the recipes of one app and two for those of many, and a build without packages. */
const repositoryFiles: Files = {
  ...appFiles,
  ...Object.fromEntries(
    ['tides', 'winds'].flatMap((slug) =>
      Object.entries(appFiles).map(([path, content]) => [path.replace('app/', `apps/${slug}/`), content]),
    ),
  ),
  'package.json': '{ "private": true, "scripts": { "build": "cp -R app dist" } }\n',
  'package-lock.json': '{ "lockfileVersion": 3, "requires": true, "packages": {} }\n',
};

/** Sets a stage. */
export async function openRunnerStage(options: StageOptions = {}): Promise<RunnerStage> {
  const { apps = {}, files = {}, isDeployed = false, aheadBy = 0, isUnconfigured = false, review } = options;
  const folder = await mkdtemp(join(tmpdir(), 'runner-stage-'));
  const [checkout, action] = [join(folder, 'checkout'), join(folder, 'action')];
  const all = { ...repositoryFiles, ...files };
  const before = await commit(checkout, { ...all, 'apps/tides/index.html': '<!doctype html>\n<title>Old</title>\n' });
  const sha = await commit(checkout, all);
  await copyAction(action);
  const gh = await makeFakeGh();
  await gh.setApi(options.api ?? {});
  const deployed = new Map(toSentFiles());
  if (!isDeployed) deployed.set('index.html', '<!doctype html>\n<title>Old</title>\n');
  const note = options.reviewNote === undefined ? {} : { reviewNote: options.reviewNote };
  let isSubmitted = false;
  const playReviewer = ({ method, path }: { readonly method: string; readonly path: string }): void => {
    if (path.endsWith('/submit')) isSubmitted = true;
    const app = sandbox.store.find('tides');
    if (review === undefined || method !== 'GET' || !isSubmitted || app?.status !== 'in_review') return;
    sandbox.store.move(app, review, null);
  };
  const sandbox: RunningSandbox = await startSandbox({
    accounts: [{ name: 'developer', key }],
    termsVersion: terms,
    seed: Object.entries(apps).map(([slug, status]) => ({ slug, files: deployed, status, ...note })),
    onRequest: playReviewer,
  });
  const github = await startGithub(({ method, path }: Asked) => {
    if (path.includes('/compare/')) return { status: 200, body: { ahead_by: aheadBy } };
    return method === 'GET' ? { status: 200, body: [] } : { status: 201, body: { id: 1 } };
  });
  return {
    ...{ sandbox, github, sha, before },
    run(text, event, more = {}) {
      const isConfigured = event.isFork !== true && !isUnconfigured;
      return runInAct({
        ...{ text, event, checkout, action, apiUrl: github.apiUrl, commands: gh.commands },
        env: gh.env,
        secrets: { GITHUB_TOKEN: token, ...(isConfigured && { MINIAPPS_API_KEY: key }) },
        variables: { ...(isConfigured && { MINIAPPS_BASE_URL: sandbox.url }), ...more },
      });
    },
    listGhCalls: async () => (await gh.read()).calls,
    listApps: () => Object.fromEntries(sandbox.store.apps().map(({ slug, status }) => [slug, status])),
    async [Symbol.asyncDispose]() {
      await Promise.all([sandbox.close(), github[Symbol.asyncDispose](), gh[Symbol.asyncDispose]()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a runner needs of the action; it downloads more, and reads no more. */
async function copyAction(folder: string): Promise<void> {
  await mkdir(folder);
  await cp(join(root, 'action.yml'), join(folder, 'action.yml'));
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
}

/** Writes files into a folder and commits them to its main, and returns the commit. */
async function commit(folder: string, files: Files): Promise<string> {
  const git = async (...args: readonly string[]): Promise<string> => {
    const identity = ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com', '-c', 'commit.gpgsign=false'];
    return (await execute('git', [...identity, ...args], { cwd: folder })).stdout.trim();
  };
  await writeFiles(folder, files);
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Change the app');
  return git('rev-parse', 'HEAD');
}
