import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  appFiles,
  type DeployedState,
  type Files,
  key,
  moveApp,
  openStage,
  type Stage,
  toSentFiles,
} from '../action/stage.ts';
import { type FakeGh, makeFakeGh, writeCommand } from '../support/fake-gh/state.ts';
import { type Asked, type FakeGithub, startGithub } from '../support/fake-github.ts';
import type { Event } from './events.ts';

/** How everything is before a run. */
export interface RecipeStageOptions {
  /** The apps that the account has, by slug. */
  readonly apps?: Readonly<Record<string, DeployedState>>;
  /** True for apps that have what the folder has; else their page is another. */
  readonly isDeployed?: boolean;
  /** What the reviewer said of an app that was not approved. */
  readonly reviewNote?: string;
  /** Files of the repository that differ from the usual ones. */
  readonly files?: Files;
  /** Files that were others in the commit before. */
  readonly old?: Files;
  /** By how many commits the branch has moved on. */
  readonly aheadBy?: number;
  /** What the reviewer does once the run has seen the app in review. */
  readonly review?: 'approve' | 'reject';
  /** What `gh api` answers, by its path. */
  readonly api?: Readonly<Record<string, unknown>>;
  /** Without the variable and the secret. */
  readonly isUnconfigured?: boolean;
}

/** A repository on the disk, a sandbox, GitHub's API and its command line: what a recipe runs with. */
export interface RecipeStage extends AsyncDisposable {
  /** Its workspace is the repository. */
  readonly stage: Stage;
  readonly github: FakeGithub;
  /** The commands that steps find before those of the machine: `gh`, and an `npm` that builds without packages. */
  readonly gh: FakeGh;
  /** Makes a commit with the old files and one with those of now, and returns both. */
  commit(): Promise<{ readonly before: string; readonly sha: string }>;
  /** What the repository has for a run of this event. */
  configure(event: Event): { readonly secrets: Texts; readonly variables: Texts };
}

type Texts = Readonly<Record<string, string>>;

/** The token of a job; like the real ones it begins with `ghs_`. */
export const token = 'ghs_of-this-job-0123456789';

/** A page that no folder has. */
export const oldPage = '<!doctype html>\n<title>Old</title>\n';

/** An app folder for the recipes of one app, and two for those of many. */
const repositoryFiles: Files = Object.fromEntries(
  Object.entries(appFiles).flatMap(([path, content]) =>
    ['app/', 'apps/tides/', 'apps/winds/'].map((folder) => [path.replace('app/', folder), content]),
  ),
);

/** Sets a stage. */
export async function openRecipeStage(options: RecipeStageOptions = {}): Promise<RecipeStage> {
  const { apps = {}, aheadBy = 0, isUnconfigured = false, review, reviewNote } = options;
  const deployed = new Map(toSentFiles());
  if (options.isDeployed !== true) deployed.set('index.html', oldPage);
  // A run that finds a review looks at it twice, and one that submits once.
  let looks = apps['tides'] === 'in_review' ? 2 : 1;
  const playReviewer = ({ method }: { readonly method: string }): void => {
    if (method !== 'GET' || stage.sandbox.store.find('tides')?.status !== 'in_review') return;
    looks -= 1;
    if (review !== undefined && looks === 0) moveApp(stage, review, reviewNote ?? null);
  };
  const files = { ...repositoryFiles, ...options.files };
  const stage = await openStage({
    files,
    seed: Object.entries(apps).map(([slug, status]) => ({
      ...{ slug, files: deployed, status },
      ...(reviewNote !== undefined && { reviewNote }),
    })),
    onRequest: playReviewer,
  });
  const gh = await makeFakeGh(options.api);
  await writeCommand(gh.commands, 'npm', 'test "$1" = ci || cp -R app dist');
  const github = await startGithub(({ method, path }: Asked) => {
    if (path.includes('/compare/')) return { status: 200, body: { ahead_by: aheadBy } };
    return method === 'GET' ? { status: 200, body: [] } : { status: 201, body: { id: 1 } };
  });
  return {
    ...{ stage, github, gh },
    async commit() {
      const before = await commit(stage, { 'README.md': 'Apps', ...options.old });
      return { before, sha: await commit(stage, { ...files, 'README.md': 'All apps' }) };
    },
    configure({ isFork = false }) {
      const isConfigured = !isFork && !isUnconfigured;
      return {
        secrets: { GITHUB_TOKEN: token, ...(isConfigured && { MINIAPPS_API_KEY: key }) },
        variables: isConfigured ? { MINIAPPS_BASE_URL: stage.sandbox.url } : {},
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([stage, github, gh].map((part) => part[Symbol.asyncDispose]()));
    },
  };
}

/** Writes files into the repository and commits them to its main, and returns the commit. */
async function commit(stage: Stage, files: Files): Promise<string> {
  await stage.write(files);
  const options = ['user.name=octocat', 'user.email=octocat@example.com', 'commit.gpgsign=false'];
  const git = `git ${options.map((option) => `-c ${option}`).join(' ')}`;
  const script = `git init -q && git add --all && ${git} commit -q -m Change && git rev-parse HEAD`;
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { cwd: stage.workspace });
  return stdout.trim();
}
