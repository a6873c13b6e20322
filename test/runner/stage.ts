import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerOptions } from '../../sandbox/server.ts';
import { version } from '../../src/text/version.ts';
import {
  appFiles,
  type DeployedState,
  type Files,
  key,
  moveApp,
  openStage,
  type Stage,
  terms,
  toSentFiles,
} from '../action/stage.ts';
import { type FakeGh, type GhIssue, makeFakeGh, writeCommand } from '../support/fake-gh/state.ts';
import { type Asked, type FakeGithub, startGithub } from '../support/fake-github.ts';
import { readText, root } from '../support/repository.ts';
import type { Event } from './events.ts';

/** The state of service and repository before a run. */
export interface RecipeStageOptions {
  /** The apps that the account has, by slug. */
  readonly apps?: Readonly<Record<string, DeployedState>>;
  /** True if the apps have the content of the folder; otherwise their page is different. */
  readonly isDeployed?: boolean;
  /** The assumptions about the service that are turned around. */
  readonly assumptions?: ServerOptions['assumptions'];
  /** The reviewer's note for apps that were not approved. */
  readonly reviewNote?: string;
  /** Files of the repository that differ from the usual ones. */
  readonly files?: Files;
  /** True if the repository has no files. */
  readonly isEmpty?: boolean;
  /** The earlier content of files, in the previous commit. */
  readonly old?: Files;
  /** The number of newer commits on the branch. */
  readonly aheadBy?: number;
  /** The decision of the reviewer, made after the run has read the app in review. */
  readonly review?: 'approve' | 'reject';
  /** The responses of `gh api` by path, except for issues. */
  readonly api?: Readonly<Record<string, unknown>>;
  /** The issues of the repository, the newest first. */
  readonly issues?: readonly GhIssue[];
  /** The releases that GitHub has. */
  readonly releases?: readonly string[];
  /**
   * The commits of the last releases by app, as v1.2.3: the previous one, or one that is not in the
   * repository. `unknown` if GitHub does not say.
   */
  readonly submitted?: Readonly<Record<string, 'before' | 'lost'>> | 'unknown';
  /** The version of the developer terms that was accepted; by default the current one. */
  readonly terms?: string;
  /** True if the build tampers with the action and the environment of later steps. */
  readonly isBuildHostile?: true;
  /** True if the repository has neither the variable nor the secret. */
  readonly isUnconfigured?: boolean;
  /** True if the repository has the variable, but not the secret. */
  readonly hasNoSecret?: boolean;
  /** True if npm cannot install the command. */
  readonly isNpmDown?: boolean;
}

/** The surroundings of a recipe: a repository on disk, a sandbox, GitHub's API and its CLI. */
export interface RecipeStage extends AsyncDisposable {
  /** Its workspace is the repository. */
  readonly stage: Stage;
  readonly github: FakeGithub;
  /**
   * The commands that steps find first in PATH: `gh`, and an `npm` that builds without packages.
   */
  readonly gh: FakeGh;
  /** Commits the old files, then the current ones. Returns both commits. */
  commit(): Promise<{ readonly before: string; readonly sha: string }>;
  /** Returns the secrets and variables that a run of this event gets. */
  configure(event: Event): { readonly secrets: Texts; readonly variables: Texts };
}

type Texts = Readonly<Record<string, string>>;

/** The token of a job; like the real ones it begins with `ghs_`. */
export const token = 'ghs_of-this-job-0123456789';

/** The key as code that took over the action would print it. The runner does not mask this form. */
export const stolen = Buffer.from(key).toString('hex');

/**
 * Lines of a hostile build script. A runner keeps the actions of a job next to its temporary
 * folder, where each step may write. act copies an action again for each step, but unlike GitHub it
 * accepts NODE_OPTIONS from a step, which represents all other variables here.
 */
const takeOver = `
echo 'console.log(Buffer.from(process.env["INPUT_API-KEY"] ?? "").toString("hex"))' > "$RUNNER_TEMP/take.cjs"
for action in "$RUNNER_TEMP"/../_actions/*/*/*/dist/index.js; do
  if test -e "$action"; then cp "$RUNNER_TEMP/take.cjs" "$action"; fi
done
echo "NODE_OPTIONS=--require=$RUNNER_TEMP/take.cjs" >> "$GITHUB_ENV"`;

/**
 * Replaces `miniapp-sandbox try` without a browser: writes its two screenshots (`--shots`), or the
 * comparison with another folder (`--compare`, `--out`, `--json`), and fails if the title of the page
 * begins with "Blank".
 */
const playTry = `test "$1" = try && test -e "$2/index.html" || exit 2
app=$2
while [ $# -gt 0 ]; do
  case $1 in --shots) shots=$2 ;; --compare) base=$2 ;; --out) out=$2 ;; esac
  shift
done
if [ -n "$shots" ]; then
  mkdir -p "$shots"
  for size in 390x844 1280x800; do echo png > "$shots/$(basename "$shots")-$size.png"; done
fi
if [ -n "$base" ]; then
  test -e "$base" || exit 2
  echo '<!doctype html>' > "$out"
  cmp -s "$base/index.html" "$app/index.html" && same=true || same=false
  echo '{"message":"Opened.","comparison":{"unchanged":'$same'}}'
fi
! grep -q '<title>Blank' "$app/index.html"; exit`;

/** A page that no folder has. */
const oldPage = '<!doctype html>\n<title>Old</title>\n';

/** An app folder for the recipes of one app, and two for those of many. */
const repositoryFiles: Files = Object.fromEntries(
  Object.entries(appFiles).flatMap(([path, content]) =>
    ['app/', 'apps/tides/', 'apps/winds/'].map((folder) => [path.replace('app/', folder), content]),
  ),
);

/** The version of the sandbox's package, which the recipes name. */
const sandboxVersion: string = JSON.parse(readText('sandbox/package.json')).version;

/** Sets a stage. The command that `npx` runs is the one of its source. */
export async function openRecipeStage(options: RecipeStageOptions = {}): Promise<RecipeStage> {
  const { apps = {}, aheadBy = 0, isUnconfigured = false, review, reviewNote } = options;
  const { submitted = {} } = options;
  const deployed = new Map(toSentFiles());
  if (options.isDeployed !== true) deployed.set('index.html', oldPage);
  // A run that finds a review looks at it twice, and one that submits once.
  let looks = apps['tides'] === 'in_review' ? 2 : 1;
  const playReviewer = ({ method }: { readonly method: string }): void => {
    if (method !== 'GET' || stage.sandbox.store.find('tides')?.status !== 'in_review') return;
    looks -= 1;
    if (review !== undefined && looks === 0) moveApp(stage, review, reviewNote ?? null);
  };
  const files = options.isEmpty ? {} : { ...repositoryFiles, ...options.files };
  const stage = await openStage({
    files,
    seed: Object.entries(apps).map(([slug, status]) => ({
      ...{ slug, files: deployed, status },
      ...(reviewNote !== undefined && { reviewNote }),
    })),
    onRequest: playReviewer,
    ...(options.assumptions !== undefined && { assumptions: options.assumptions }),
  });
  const gh = await makeFakeGh(options);
  const build = `case "$*" in
  ci) ;;
  *--workspaces*) for app in apps/*; do mkdir -p "packages/$(basename "$app")" && cp -R "$app" "packages/$(basename "$app")/dist"; done ;;
  *) cp -R app dist ;;
esac`;
  await writeCommand(
    gh.commands,
    'npm',
    `${build}${options.isBuildHostile ? `\ntest "$1" = ci || { ${takeOver}\n}` : ''}`,
  );
  const playCommands = `case "$2" in
  miniapp-deploy@${version}) shift 2; exec "${process.execPath}" "${join(root, 'cli', 'index.ts')}" "$@" ;;
  miniapp-sandbox@${sandboxVersion}) shift 2; ${playTry} ;;
esac
exit 1`;
  await writeCommand(
    gh.commands,
    'npx',
    options.isNpmDown ? 'echo "npm error code ENOTFOUND" >&2; exit 1' : playCommands,
  );
  const github = await startGithub(({ method, path }: Asked) => {
    if (path.includes('/compare/')) return { status: 200, body: { ahead_by: aheadBy } };
    return method === 'GET' ? { status: 200, body: [] } : { status: 201, body: { id: 1 } };
  });
  return {
    ...{ stage, github, gh },
    async commit() {
      const before = await commit(stage, { 'README.md': 'Apps', ...options.old });
      const sha = await commit(stage, { ...files, 'README.md': 'All apps' });
      if (submitted === 'unknown') return { before, sha };
      const environments = ['draft', ...Object.keys(submitted).map((slug) => `${slug}-in-review`)];
      const answers: Record<string, unknown> = {
        'repos/octo/apps/environments?per_page=100': {
          environments: environments.map((name) => ({ name: `miniapp-${name}` })),
        },
      };
      for (const [slug, commit] of Object.entries(submitted)) {
        const query = `environment=miniapp-${slug}-in-review&per_page=1`;
        const released = commit === 'lost' ? 'f'.repeat(40) : before;
        answers[`repos/octo/apps/deployments?${query}`] = [{ sha: released, ref: 'v1.2.3' }];
      }
      await gh.answer({ ...options.api, ...answers });
      return { before, sha };
    },
    configure({ isFork = false }) {
      const isConfigured = !isFork && !isUnconfigured;
      return {
        secrets: {
          GITHUB_TOKEN: token,
          ...(isConfigured && !options.hasNoSecret && { MINIAPPS_API_KEY: key }),
        },
        variables: isConfigured
          ? {
              MINIAPPS_BASE_URL: stage.sandbox.url,
              MINIAPPS_TERMS_VERSION: options.terms ?? terms,
            }
          : {},
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([stage, github, gh].map((part) => part[Symbol.asyncDispose]()));
    },
  };
}

/** Writes files into the repository and commits them to its main. Returns the commit. */
async function commit(stage: Stage, files: Files): Promise<string> {
  await stage.write(files);
  const options = ['user.name=octocat', 'user.email=octocat@example.com', 'commit.gpgsign=false'];
  const git = `git ${options.map((option) => `-c ${option}`).join(' ')}`;
  const script = `git init -q && git add --all && ${git} commit -q -m Change && git rev-parse HEAD`;
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { cwd: stage.workspace });
  return stdout.trim();
}
