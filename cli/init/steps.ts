import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toRelativePath } from '../files/places.ts';
import { type Shell, toPathArgument, writeVariable } from '../options/shell.ts';
import { type NextStep, toCallStep, toTextStep } from '../output/next-steps.ts';
import type { ArrangePlan, BuildCommand } from './build.ts';
import { listInstallWords, listRunWords, toFolderWords } from './packages.ts';
import { findAppFolder, type Project } from './project.ts';
import type { FileToWrite } from './recipes.ts';

/** The machine on which the steps are done. */
export interface StepOptions {
  /** The working directory. */
  readonly cwd: string;
  readonly shell: Shell;
  /** The address of the service that is set on this machine; empty if none is set. */
  readonly baseUrl: string;
}

/**
 * Returns the steps of the owner after `init`, in this order: the changes in the project, a look at
 * the app on this machine, the key and the address, the first push, and a release.
 */
export function listInitSteps(
  project: Project,
  pipeline: FileToWrite,
  options: StepOptions,
): readonly NextStep[] {
  return [
    ...listNeededChanges(project).map((text) => toTextStep(text)),
    ...listOwnerSteps(pipeline),
    ...listLocalSteps(project, options),
    ...(project.isGitLab ? [gitLabVariables] : listGitHubSteps(options)),
    toTextStep(describePush(project)),
    ...listReleaseSteps(project, pipeline),
    ...listVariableSteps(project, options),
  ];
}

/** Returns the changes without which the workflow deploys no app that works, as sentences. */
export function listNeededChanges(project: Project): readonly string[] {
  const lost = project.lostFiles.map(({ path, by }) => {
    return `Commit ${path}, or add a step to the workflow that makes it: ${by} loads it, and git ignores it, so that the workflow does not have it.`;
  });
  return 'plan' in project ? [...project.plan.changes, ...lost] : lost;
}

/**
 * Returns the step that replaces the placeholder for the account, if the file has it. The files of
 * a released package do not.
 */
function listOwnerSteps({ path, text }: FileToWrite): readonly NextStep[] {
  // In two parts, so that a search for the placeholder does not find these lines.
  const placeholder = ['OWN', 'ER'].join('');
  if (!text.includes(`${placeholder}/miniapp-deploy`)) return [];
  const what = `replace ${placeholder} with the account that publishes this action.`;
  return [toTextStep(`In ${path}, ${what}`)];
}

/** Returns the steps that check and show the app on this machine, without a key. */
function listLocalSteps(project: Project, options: StepOptions): readonly NextStep[] {
  switch (project.kind) {
    case 'several':
      return [toCheckStep(project, options)];
    case 'new':
    case 'app': {
      const folder = toArgument(join(project.root, project.folder), options);
      return [
        toCheckStep(project, options),
        toTryStep(folder, [], options.shell),
        toCallStep(
          'See it in a browser while you write it:',
          ['npx', 'miniapp-sandbox', 'dev', folder],
          options.shell,
        ),
      ];
    }
    case 'page':
    case 'build':
      return listArrangeSteps(project, project.plan, options);
  }
}

function toCheckStep(project: Project, options: StepOptions): NextStep {
  const paths = project.folder.split('\n').map((line) => join(project.root, line));
  const check = [
    'npx',
    'miniapp-deploy',
    'check',
    ...paths.map((path) => toArgument(path, options)),
  ];
  // The slug of each of several apps is the name of its folder.
  if (project.kind !== 'several') check.push('--slug', project.slug);
  return toCallStep('Find problems, without a key:', check, options.shell);
}

/** Returns the steps that build the project, make the app folder, and open it in a browser. */
function listArrangeSteps(
  project: Project,
  plan: ArrangePlan,
  options: StepOptions,
): readonly NextStep[] {
  const { cwd, shell } = options;
  const home = join(project.root, project.folder);
  const output = toArgument(join(home, plan.output), options);
  const app = toRelativePath(cwd, findAppFolder(project.root, project.slug));
  const arrange = ['npx', 'miniapp-deploy', 'arrange', output, '--out', app];
  return [
    ...listBuildSteps(plan, home, options),
    toCallStep('Make the app folder, and check it:', arrange, shell),
    toTryStep(app, ['--build', output], shell),
    toLiveStep(plan, home, options),
  ];
}

/** Makes the step that opens an app folder in a browser. `compared`: more options of `try`. */
function toTryStep(app: string, compared: readonly string[], shell: Shell): NextStep {
  const call = ['npx', 'miniapp-sandbox', 'try', app, ...compared];
  return toCallStep('Open it in a browser, and report what does not work:', call, shell);
}

/**
 * Makes the step that shows a project while it is written. The app folder is a copy, which stays as
 * it is until the next call of `arrange`.
 */
function toLiveStep({ build }: ArrangePlan, home: string, options: StepOptions): NextStep {
  if (build === null) {
    return toTextStep(
      'While you write it, open the page itself in a browser: the app folder changes only with the next "arrange".',
    );
  }
  const { manager, devScript } = build;
  if (devScript === '') {
    return toTextStep(
      'While you write it, use the builder\'s own server: the app folder changes only with the next build and "arrange".',
    );
  }
  const words = listRunWords(manager, devScript, []);
  const run = toFolderWords(manager, words, toArgument(home, options));
  const text = "See it in a browser while you write it, with the builder's own server:";
  return toCallStep(text, run, options.shell);
}

/** Returns a path as an argument of a command in the working directory. */
function toArgument(path: string, { cwd }: StepOptions): string {
  return toPathArgument(toRelativePath(cwd, path));
}

/** Returns the steps that install the packages, if they are not there, and build the project. */
function listBuildSteps(
  plan: ArrangePlan,
  home: string,
  options: StepOptions,
): readonly NextStep[] {
  const { build } = plan;
  if (build === null) return [];
  const { manager, script, flags } = build;
  const words = listRunWords(manager, script, flags);
  const run = toFolderWords(manager, words, toArgument(home, options));
  const steps = [
    toCallStep('Build it on this machine, since only a build can be checked:', run, options.shell),
  ];
  if (!isInstalled(build, home)) {
    const words = listInstallWords({ ...manager, hasLock: false });
    const install = toFolderWords(manager, words, toArgument(manager.home, options));
    steps.unshift(toCallStep('Install the packages:', install, options.shell));
  }
  return steps;
}

function isInstalled({ manager }: BuildCommand, project: string): boolean {
  return [manager.home, project].some((folder) => existsSync(join(folder, 'node_modules')));
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
  const terms = project.isGitLab
    ? `fill in TERMS in ${path}`
    : 'set the variable MINIAPPS_TERMS_VERSION to the version of the developer terms that you accept';
  const text = `To release the app, ${terms}, and push a tag such as v1.0.0.`;
  return [{ ...toTextStep(text), by: 'person' }];
}

/**
 * Returns the steps that set the default app for commands on this machine. On Windows the shell is
 * not known for certain, so there is one step for each of two shells.
 */
function listVariableSteps(project: Project, { shell }: StepOptions): readonly NextStep[] {
  if (project.kind === 'several') return [];
  const shells: readonly Shell[] = shell === 'sh' ? ['sh'] : ['powershell', 'cmd'];
  return shells.map((each) => {
    const where = shell === 'sh' ? '' : ` in ${each === 'cmd' ? 'cmd' : 'PowerShell'}`;
    const text = `Set the default app for commands on this machine${where}:`;
    return { ...toTextStep(text), run: writeVariable('MINIAPPS_SLUG', project.slug, each) };
  });
}
