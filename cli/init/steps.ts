import { join, posix } from 'node:path';
import type { NextStep } from '../next-steps.ts';
import { toRelativePath } from '../places.ts';
import type { BuildPlan } from './build.ts';
import type { Project } from './project.ts';
import type { FileToWrite } from './recipes.ts';

/**
 * What the owner does after `init`: settings, the first push, a release, and what helps on this
 * machine.
 */
export function listInitSteps(
  project: Project,
  { path, text }: FileToWrite,
  baseUrl: string,
): readonly NextStep[] {
  const { isGitLab, isSeveral, slug, branch, build } = project;
  const steps = (build?.missing ?? []).map((words) => toStep(`Set ${words}.`));
  // In two parts: where the account is put in everywhere, this line must stay as it is.
  if (/OWNE[R]\/miniapp-deploy/.test(text))
    steps.push(
      toStep(`Put the account that publishes the action in the place of ${'OWNE'}R in ${path}.`),
    );
  steps.push(...(isGitLab ? gitLabSettings : listGitHubSettings(baseUrl)));
  const pushes = isGitLab ? 'the default branch' : branch;
  const drafts = isSeveral ? 'the drafts' : `the draft of ${slug}`;
  steps.push(toStep(`Commit and push: each push to ${pushes} updates ${drafts}.`));
  const terms = isGitLab ? 'TERMS' : 'terms-version';
  const release = `To release it, fill in ${terms} in ${path}, and push a tag such as v1.0.0.`;
  if (!isSeveral) steps.push({ ...toStep(release), by: 'person' });
  return [...steps, ...listLocalSteps(project)];
}

const gitLabSettings = [
  toStep(
    'In Settings > CI/CD > Variables add MINIAPPS_BASE_URL, the address of the service, and MINIAPPS_API_KEY, a key from its dashboard: masked, hidden and protected, with the environment scope miniapp/*.',
  ),
];

function listGitHubSettings(baseUrl: string): readonly NextStep[] {
  // GitHub's machines do not reach a service on this machine.
  const isPublic = /^https:\/\/(?!localhost\b|127\.|\[)[\w.:/-]+$/.test(baseUrl);
  const address = isPublic ? baseUrl : '<address>';
  return [
    toStep(
      'Store a key from the dashboard of the service (gh asks for it):',
      'gh secret set MINIAPPS_API_KEY',
    ),
    toStep(
      'Store the address of the service:',
      `gh variable set MINIAPPS_BASE_URL --body ${address}`,
    ),
  ];
}

/** What helps on this machine. */
function listLocalSteps({ root, folder, slug, build, isSeveral }: Project): readonly NextStep[] {
  const here = toRelativePath('', join(root, folder));
  const apps = isSeveral
    ? folder.replaceAll(/^.*$/gm, '"$&"').replaceAll('\n', ' ')
    : `${here} --slug ${slug}`;
  const check = toStep('Find problems, without a key:', `npx miniapp-deploy check ${apps}`);
  if (isSeveral) return [check];
  let app = here;
  // The app folder may not be made inside what is arranged.
  if (build !== null) {
    app = build.output === '.' ? `../${slug}-app` : posix.join(here, 'miniapp');
  }
  return [
    ...(build === null ? [check] : listBuildSteps(build, here, app)),
    toStep('See it in a browser while you write it:', `npx miniapps-sandbox dev ${app}`),
    toStep('Say which app it is to commands on this machine:', `export MINIAPPS_SLUG=${slug}`),
  ];
}

function listBuildSteps(
  { command, output }: BuildPlan,
  here: string,
  app: string,
): readonly NextStep[] {
  const arrange = `npx miniapp-deploy arrange ${posix.join(here, output)} --out ${app}`;
  const make = toStep('Make the app folder, and check it:', arrange);
  const run = here === '.' ? command : `(cd ${here} && ${command})`;
  return command === ''
    ? [make]
    : [toStep('Build it on this machine, since only a build can be checked:', run), make];
}

function toStep(text: string, run: string | null = null): NextStep {
  return { text, run, argv: null, by: 'anyone' };
}
