import { version } from '../../src/text/version.ts';
import { packageFiles } from '../package-files.ts';
import { pinAction } from '../release.ts';
import { type BuildPlan, toAppName } from './build.ts';
import type { Project } from './project.ts';

/** A file to write, relative to the top folder, with `/`. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
}

/** Where the small app lies in this repository, and what it is called there. */
const newApp = { folder: 'examples/new-app/', name: 'My app' };

/** The small app under the name of the slug. */
export function makeApp({ folder, slug }: Project): readonly FileToWrite[] {
  const files = Object.entries(packageFiles).filter(([file]) => file.startsWith(newApp.folder));
  return files.map(([file, text]) => ({
    path: below(folder, file.slice(newApp.folder.length)),
    text: text.replaceAll(newApp.name, toAppName(slug)),
  }));
}

/** A service.json with a name alone. */
export function makeServiceJson(folder: string, name: string): FileToWrite {
  return { path: below(folder, 'service.json'), text: `${JSON.stringify({ name }, null, 2)}\n` };
}

/**
 * A recipe of this repository with the names of the project, without the line on where to save it.
 */
export function makePipeline(project: Project): FileToWrite {
  if (project.isGitLab) return { path: '.gitlab-ci.yml', text: makeGitLab(project) };
  return { path: '.github/workflows/miniapp.yml', text: makeWorkflow(project) };
}

function makeWorkflow(project: Project): string {
  const { folder, slug, branch, isSeveral, build } = project;
  let name = 'miniapp';
  if (build !== null) name = 'build';
  else if (isSeveral) name = 'monorepo';
  const text = pinAction(readRecipe(`examples/workflows/${name}.yml`, project))
    .replace(
      `branches: [${branch}]`,
      () => `branches: [${quoteYaml(branch.replaceAll(/[+!*?[\]\\]/g, '\\$&'))}]`,
    )
    .replaceAll(`slug: ${slug}\n`, `slug: ${quoteYaml(slug)}\n`);
  if (build !== null) return makeBuildWorkflow(text, project);
  if (!isSeveral)
    return text
      .replaceAll('folder: app\n', `folder: ${quoteYaml(folder)}\n`)
      .replace('page app ', `page ${folder} `);
  const lines = folder.split('\n');
  const several =
    lines.length === 1 ? quoteYaml(folder) : ['|', ...lines].join(`\n${' '.repeat(12)}`);
  return text
    .replace(/ A folder whose app does not exist [\s\S]*?here\.\n/, '\n')
    .replace('folder: apps/*\n', `folder: ${several}\n          create: true\n`);
}

/** Puts the commands and folders of the project in the place of those of the recipe. */
function makeBuildWorkflow(text: string, { folder, build }: Project): string {
  const place = `    defaults:\n      run:\n        working-directory: ${quoteYaml(folder)}\n    steps:\n`;
  return text
    .replace(/ +- run: npm ci\n( +- run: )npm run build .*\n/, (_lines, start: string) =>
      [build?.install, build?.command].map((line) => (line ? `${start}${line}\n` : '')).join(''),
    )
    .replace('arrange dist ', `arrange ${build?.output} `)
    .replace('    steps:\n', folder === '.' ? '$&' : place);
}

function makeGitLab(project: Project): string {
  const { build } = project;
  const folder = build === null ? project.folder : 'miniapp';
  const text = readRecipe('examples/other-ci/gitlab-ci.yml', project)
    .replace(
      /^( {2}SLUG: )(\S+)$/m,
      (_line, key: string, slug: string) => `${key}${quoteYaml(slug)}`,
    )
    .replaceAll(/\b(check|deploy) app\b/g, `$1 ${folder}`)
    .replaceAll('[app/**/*, ', `[${quoteYaml(below(folder, '**/*'))}, `)
    .replaceAll('app/${', `${below(folder, '')}\${`);
  return build === null ? text : addGitLabBuild(text, project.folder, build);
}

/**
 * Adds a job that builds. The others then run for every change, since what is built may come from
 * any file.
 */
function addGitLabBuild(
  text: string,
  folder: string,
  { install, command, output }: BuildPlan,
): string {
  // The app folder may not be made inside what is arranged, and an artifact must lie in the checkout.
  const [out, move] =
    output === '.'
      ? ['/tmp/miniapp', 'mv /tmp/miniapp "$CI_PROJECT_DIR/"']
      : ['"$CI_PROJECT_DIR/miniapp"', ''];
  const arrange = `npx --yes miniapp-deploy@${version} arrange ${output} --out ${out}`;
  const lines = [folder === '.' ? '' : `cd ${folder}`, install, command, arrange, move];
  const job = [
    '# Without the key, which only jobs with an environment miniapp/* get.',
    'build:',
    '  stage: build',
    '  script:',
    ...lines.flatMap((line) => (line === '' ? [] : [`    - ${line}`])),
    '  artifacts:',
    '    paths: [miniapp]',
  ];
  return text
    .replace('stages: [', 'stages: [build, ')
    .replaceAll(/^ +changes: .*\n/gm, '')
    .replace('# Offline and', () => `${job.join('\n')}\n\n# Offline and`);
}

function readRecipe(file: string, { slug, branch }: Project): string {
  return (packageFiles[file] ?? '')
    .replace(/^# Save as [\s\S]*?\.\n/m, '')
    .replaceAll(/\b(?:tides|main)\b/g, (word) => (word === 'tides' ? slug : branch));
}

function below(folder: string, path: string): string {
  return folder === '.' ? path : `${folder}/${path}`;
}

/** A text of YAML: without quotes some names would be numbers, lists or null. */
function quoteYaml(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
