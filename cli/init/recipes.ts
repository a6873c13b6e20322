import { posix } from 'node:path';
import { version } from '../../src/text/version.ts';
import { packageFiles } from '../package-files.ts';
import { pinAction } from '../release.ts';
import { quoteWord, toPathArgument, writeLine } from '../shell.ts';
import { type ArrangePlan, type BuildCommand, toAppName } from './build.ts';
import type { Project } from './project.ts';

/** A file to write, relative to the top folder, with `/`. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
}

/** The folder of the sample app in this repository, and the name that the app has in its files. */
const sample = { folder: 'examples/new-app/', name: 'My app' };

/** Returns the sample app under the name of the slug. */
export function makeSampleApp(folder: string, slug: string): readonly FileToWrite[] {
  const files = Object.entries(packageFiles).filter(([file]) => file.startsWith(sample.folder));
  return files.map(([file, text]) => ({
    path: posix.join(folder, file.slice(sample.folder.length)),
    text: text.replaceAll(sample.name, toAppName(slug)),
  }));
}

/** Returns a service.json that has a name and nothing else. */
export function makeServiceJson(folder: string, name: string): FileToWrite {
  const text = `${JSON.stringify({ name }, null, 2)}\n`;
  return { path: posix.join(folder, 'service.json'), text };
}

/**
 * Returns the workflow or pipeline for a project: a recipe of this repository with the project's
 * names, and without the line about where to save it.
 */
export function makePipeline(project: Project): FileToWrite {
  if (project.isGitLab) return { path: '.gitlab-ci.yml', text: makeGitLabPipeline(project) };
  return { path: '.github/workflows/miniapp.yml', text: makeWorkflow(project) };
}

/** The recipes for GitHub, by the kind of project. */
const workflows = {
  new: 'miniapp',
  app: 'miniapp',
  page: 'build',
  build: 'build',
  several: 'monorepo',
} as const;

function makeWorkflow(project: Project): string {
  const { branch, slug } = project;
  // These characters have a special meaning in a branch pattern, so they are escaped.
  const branchPattern = branch.replaceAll(/[+!*?[\]\\]/g, '\\$&');
  const recipe = readRecipe(`examples/workflows/${workflows[project.kind]}.yml`, project);
  const text = pinAction(recipe)
    .replace(`branches: [${branch}]`, () => `branches: [${quoteYaml(branchPattern)}]`)
    .replaceAll(`slug: ${slug}\n`, `slug: ${quoteYaml(slug)}\n`);
  switch (project.kind) {
    case 'page':
    case 'build':
      return fillBuildWorkflow(text, project.folder, project.plan);
    case 'several':
      return fillWorkflowForSeveral(text, project.folder);
    default:
      return text
        .replaceAll('folder: app\n', `folder: ${quoteYaml(toPathArgument(project.folder))}\n`)
        .replace('page app ', () => `page ${quotePath(project.folder)} `)
        .replaceAll('try app ', () => `try ${quotePath(project.folder)} `);
  }
}

/** Puts the commands and folders of a project into the recipe for builds. */
function fillBuildWorkflow(text: string, folder: string, plan: ArrangePlan): string {
  const { build, output } = plan;
  const lines = build === null ? [] : [writeInstall(build), writeBuild(build)];
  const steps = lines.map((line) => `      - run: ${toYamlLine(line)}\n`).join('');
  // A build for one slug does not work at the root of a host, so `try` cannot open it there to
  // compare the app with it.
  const compared = plan.isForSlug ? '' : `--build ${quotePath(output)} `;
  const filled = text
    .replace('      - run: npm ci\n      - run: npm run build -- --base ./\n', () => steps)
    .replace('arrange dist ', () => `arrange ${quotePath(output)} `)
    .replace('--build dist ', () => compared);
  if (folder === '.') return filled;
  const home = quoteYaml(toPathArgument(folder));
  const defaults = `    defaults:\n      run:\n        working-directory: ${home}\n`;
  return filled.replace('    steps:\n', () => `${defaults}    steps:\n`);
}

/** `folder`: the patterns and paths of the apps, one per line. */
function fillWorkflowForSeveral(text: string, folder: string): string {
  const lines = folder.split('\n').map(toPathArgument);
  const [first = ''] = lines;
  const indent = `\n${' '.repeat(12)}`;
  const value = lines.length === 1 ? quoteYaml(first) : ['|', ...lines].join(indent);
  return text
    .replace(/ A folder whose app does not exist [\s\S]*?here\.\n/, '\n')
    .replace('folder: apps/*\n', () => `folder: ${value}\n          create: true\n`);
}

function makeGitLabPipeline(project: Project): string {
  const plan = 'plan' in project ? project.plan : null;
  // The job that builds passes the app folder on to the other jobs as `miniapp`.
  const folder = plan === null ? project.folder : 'miniapp';
  const text = readRecipe('examples/other-ci/gitlab-ci.yml', project)
    .replace(/^( {2}SLUG: )(\S+)$/m, (_line, key: string, slug: string) => key + quoteYaml(slug))
    .replaceAll(/\b(check|deploy) app\b/g, (_call, verb: string) => `${verb} ${quotePath(folder)}`)
    .replaceAll('[app/**/*, ', () => `[${quoteYaml(posix.join(folder, '**/*'))}, `)
    .replaceAll('app/${', () => (folder === '.' ? '${' : `${folder}/\${`));
  return plan === null ? text : addGitLabBuild(text, project.folder, plan);
}

/**
 * Adds a job that builds. The other jobs then run for every change, since any file may be part of
 * the build.
 */
function addGitLabBuild(text: string, folder: string, plan: ArrangePlan): string {
  const { build, output } = plan;
  const lines: string[] = [];
  if (folder !== '.') lines.push(`cd ${quotePath(folder)}`);
  if (build !== null) lines.push(writeInstall(build), writeBuild(build));
  const arrange = `npx --yes miniapp-deploy@${version} arrange ${quotePath(output)} --out`;
  if (output === '.') {
    // The app folder may not be made inside the folder that is arranged, and an artifact must lie
    // in the checkout.
    lines.push(`${arrange} /tmp/miniapp`, 'mv /tmp/miniapp "$CI_PROJECT_DIR/"');
  } else {
    lines.push(`${arrange} "$CI_PROJECT_DIR/miniapp"`);
  }
  const job = [
    '# Without the key, which only jobs with an environment miniapp/* get.',
    'build:',
    '  stage: build',
    '  script:',
    ...lines.map((line) => `    - ${toYamlLine(line)}`),
    '  artifacts:',
    '    paths: [miniapp]',
  ];
  return text
    .replace('stages: [', 'stages: [build, ')
    .replaceAll(/^ +changes: .*\n/gm, '')
    .replace('# Offline and', () => `${job.join('\n')}\n\n# Offline and`);
}

/** Writes the line of a CI job that installs the packages. */
function writeInstall({ manager, hasLock }: BuildCommand): string {
  const verb = hasLock ? manager.frozenInstall : ['install'];
  return manager.ciStart + writeLine([...manager.ciProgram, ...verb], 'sh');
}

/** Writes the line of a CI job that builds. */
function writeBuild(build: BuildCommand): string {
  return writeLine([...build.manager.ciProgram, 'run', build.script, ...build.flags], 'sh');
}

function readRecipe(file: string, { slug, branch }: Project): string {
  return (packageFiles[file] ?? '')
    .replace(/^# Save as [\s\S]*?\.\n/m, '')
    .replaceAll(/\b(?:tides|main)\b/g, (word) => (word === 'tides' ? slug : branch));
}

/** Returns a path as an argument for a line of a shell. */
function quotePath(path: string): string {
  return quoteWord(toPathArgument(path), 'sh');
}

/** Quotes a text for YAML. Without quotes, some names would be numbers, lists or null. */
function quoteYaml(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns a line of a script as a YAML value, quoted only if YAML would misread it. */
function toYamlLine(line: string): string {
  const isPlain = /^[A-Za-z]/.test(line) && !/: | #|:$/.test(line);
  return isPlain ? line : quoteYaml(line);
}

/**
 * Returns the slugs and folders that a pipeline names, sorted; none if it does not call this tool.
 */
export function readPipeline(text: string): readonly string[] {
  const code = text.replaceAll(/^[ \t]*#.*$/gm, '');
  if (!code.includes('miniapp-deploy@')) return [];
  const names = /^[ \t]*(?:slug|folder|working-directory|SLUG): +(.+)$/gm;
  const lines = /^[ \t]*folder: \|\n((?:[ \t][^:\n]*\n)*)/gm;
  const calls = /\bminiapps?-\w+@\S+ (?:arrange|check|deploy|page|try) ('[^'\n]*'|[^\s'"$]\S*)/g;
  const matches = [names, lines, calls].flatMap((pattern) => [...code.matchAll(pattern)]);
  const values = matches.flatMap(([, value = '']) => value.split('\n'));
  const paths = values.map((value) => value.trim().replaceAll(/^['"]|['"]$/g, ''));
  return [...new Set(paths.filter((path) => path !== '|' && path !== ''))].sort();
}
