import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type NextStep, toCallStep, toTextStep } from '../next-steps.ts';
import { toRelativePath } from '../places.ts';
import { type Shell, toPathArgument, writeVariable } from '../shell.ts';
import type { ArrangePlan, BuildCommand } from './build.ts';
import { listManagerWords } from './packages.ts';
import { findAppFolder, type Project } from './project.ts';
import type { FileToWrite } from './recipes.ts';

/** The machine on which the steps are done. */
export interface StepOptions {
  /** The working directory. */
  readonly cwd: string;
  readonly shell: Shell;
  /** The address of the service that is set on this machine; empty for none. */
  readonly baseUrl: string;
}

/**
 * Returns what the owner does after `init`, in that order: the changes in the project, a look at the
 * app on this machine, the key and the address, the first push, and a release.
 */
export function listInitSteps(
  project: Project,
  pipeline: FileToWrite,
  options: StepOptions,
): readonly NextStep[] {
  const { isGitLab } = project;
  const changes = 'plan' in project ? project.plan.changes : [];
  return [
    ...changes.map((text) => toTextStep(text)),
    ...listOwnerSteps(pipeline),
    ...listLocalSteps(project, options),
    ...(isGitLab ? [gitLabVariables] : listGitHubSteps(options)),
    toTextStep(describePush(project)),
    ...listReleaseSteps(project, pipeline),
    ...listVariableSteps(project, options),
  ];
}

/** Names the placeholder for the account, which a released package has no longer. */
function listOwnerSteps({ path, text }: FileToWrite): readonly NextStep[] {
  // In two parts, so that a search for the placeholder does not find these lines.
  const placeholder = ['OWN', 'ER'].join('');
  if (!text.includes(`${placeholder}/miniapp-deploy`)) return [];
  const what = `replace ${placeholder} with the account that publishes this action.`;
  return [toTextStep(`In ${path}, ${what}`)];
}

/** Returns the steps that show the app on this machine, without a key. */
function listLocalSteps(project: Project, options: StepOptions): readonly NextStep[] {
  const { cwd, shell } = options;
  const toPath = (folder: string): string => {
    return toPathArgument(toRelativePath(cwd, join(project.root, folder)));
  };
  if (project.kind === 'several') {
    const folders = project.folder.split('\n').map(toPath);
    const check = ['npx', 'miniapp-deploy', 'check', ...folders];
    return [toCallStep('Find problems, without a key:', check, shell)];
  }
  const folder = toPath(project.folder);
  const { slug } = project;
  const toTry = ['npx', 'miniapps-sandbox', 'try'];
  if (!('plan' in project)) {
    const check = ['npx', 'miniapp-deploy', 'check', folder, '--slug', slug];
    return [
      toCallStep('Find problems, without a key:', check, shell),
      toCallStep(tryText, [...toTry, folder], shell),
      toDevStep(folder, shell),
    ];
  }
  const app = toRelativePath(cwd, findAppFolder(project.root, slug));
  const output = toPathArgument(posix.join(folder, project.plan.output));
  const arrange = ['npx', 'miniapp-deploy', 'arrange', output, '--out', app];
  // Served at the top of a host, a build for this slug would not work itself.
  const compared = project.plan.isForSlug ? [] : ['--build', output];
  return [
    ...listBuildSteps(project.plan, join(project.root, project.folder), options),
    toCallStep('Make the app folder, and check it:', arrange, shell),
    toCallStep(tryText, [...toTry, app, ...compared], shell),
    toDevStep(app, shell),
  ];
}

const tryText = 'Open it in a browser, and report what does not work:';

function toDevStep(app: string, shell: Shell): NextStep {
  const dev = ['npx', 'miniapps-sandbox', 'dev', app];
  return toCallStep('See it in a browser while you write it:', dev, shell);
}

/** `project`: the absolute path. */
function listBuildSteps(
  plan: ArrangePlan,
  project: string,
  { cwd, shell }: StepOptions,
): readonly NextStep[] {
  const { build } = plan;
  if (build === null) return [];
  const { manager, script, flags } = build;
  const toPath = (folder: string): string => toPathArgument(toRelativePath(cwd, folder));
  const verb = ['run', script, ...flags];
  const run = listManagerWords(manager, verb, toPath(project));
  const steps = [
    toCallStep('Build it on this machine, since only a build can be checked:', run, shell),
  ];
  if (!isInstalled(build, project)) {
    const install = listManagerWords(manager, ['install'], toPath(build.home));
    steps.unshift(toCallStep('Install the packages:', install, shell));
  }
  return steps;
}

function isInstalled({ home }: BuildCommand, project: string): boolean {
  return [home, project].some((folder) => existsSync(join(folder, 'node_modules')));
}

const gitLabVariables = toTextStep(
  'In Settings > CI/CD > Variables add MINIAPPS_BASE_URL, the address of the service, and MINIAPPS_API_KEY, a key from its dashboard: masked, hidden and protected, with the environment scope miniapp/*.',
);

function listGitHubSteps({ baseUrl, shell }: StepOptions): readonly NextStep[] {
  // GitHub's machines do not reach a service on this machine.
  const isPublic = /^https:\/\/(?!localhost\b|127\.|\[)[\w.:/-]+$/.test(baseUrl);
  const address = isPublic ? baseUrl : '<address>';
  const secret = ['gh', 'secret', 'set', 'MINIAPPS_API_KEY'];
  const variable = ['gh', 'variable', 'set', 'MINIAPPS_BASE_URL', '--body', address];
  return [
    toCallStep('Store a key from the dashboard of the service (gh prompts for it):', secret, shell),
    toCallStep('Store the address of the service:', variable, shell),
  ];
}

function describePush(project: Project): string {
  const branch = project.isGitLab ? 'the default branch' : project.branch;
  const drafts = project.kind === 'several' ? 'the drafts' : `the draft of ${project.slug}`;
  return `Commit and push: each push to ${branch} updates ${drafts}.`;
}

function listReleaseSteps(project: Project, { path }: FileToWrite): readonly NextStep[] {
  if (project.kind === 'several') return [];
  const terms = project.isGitLab ? 'TERMS' : 'terms-version';
  const text = `To release it, fill in ${terms} in ${path}, and push a tag such as v1.0.0.`;
  return [{ ...toTextStep(text), by: 'person' }];
}

/** On Windows the shell is a guess: its line is named, too. */
function listVariableSteps(project: Project, { shell }: StepOptions): readonly NextStep[] {
  if (project.kind === 'several') return [];
  const shells: readonly Shell[] = shell === 'sh' ? ['sh'] : ['powershell', 'cmd'];
  return shells.map((each) => {
    const where = shell === 'sh' ? '' : ` in ${each === 'cmd' ? 'cmd' : 'PowerShell'}`;
    const text = `Set the default app for commands on this machine${where}:`;
    return { ...toTextStep(text), run: writeVariable('MINIAPPS_SLUG', project.slug, each) };
  });
}
