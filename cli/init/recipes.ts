import { posix } from 'node:path';
import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { version } from '../../src/text/version.ts';
import { packageFiles } from '../files/package-files.ts';
import { UsageError } from '../options/command-request.ts';
import { toPathArgument, writeLine } from '../options/shell.ts';
import { type ArrangePlan, type BuildCommand, toAppName } from './build.ts';
import { listInstallWords, listRunWords, parseYaml, toCiWords } from './packages.ts';
import type { Project } from './project.ts';
import { pinAction } from './release.ts';

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
 * names, and without the line about where to save it. Throws a UsageError if a name could mean
 * something else in it.
 */
export function makePipeline(project: Project): FileToWrite {
  const [path, recipe] = project.isGitLab
    ? ['.gitlab-ci.yml', makeGitLabPipeline(project)]
    : ['.github/workflows/miniapp.yml', makeWorkflow(project)];
  return { path, text: recipe.toString({ lineWidth: 0, flowCollectionPadding: false }) };
}

/**
 * Returns a text from outside for a workflow. All such texts pass through here, since a workflow
 * reads many characters otherwise: YAML line breaks, `${{ }}`, the shell quotes and `$`.
 */
function toSafeText(what: string, text: string): string {
  if (/^[\w:.@/-]+$/.test(text)) return text;
  throw new UsageError(
    `${what} may contain only letters from a to z, digits and _ : . @ / -, since it is written into a workflow.`,
  );
}

/** Returns a path from outside for a workflow. Programs take it for an argument, not an option. */
function toSafePath(path: string): string {
  return toPathArgument(toSafeText('The path of the folder', path));
}

/** The recipes for GitHub, by the kind of project. */
const workflows = {
  new: 'miniapp',
  app: 'miniapp',
  page: 'build',
  build: 'build',
  several: 'monorepo',
} as const;

function makeWorkflow(project: Project): Document {
  const recipe = readRecipe(`examples/workflows/${workflows[project.kind]}.yml`, project);
  switch (project.kind) {
    case 'page':
    case 'build':
      fillBuildJob(recipe, project.folder, project.plan);
      return recipe;
    case 'several':
      fillSeveral(recipe, project.folder.split('\n'));
      return recipe;
    case 'new':
    case 'app': {
      const folder = toSafePath(project.folder);
      mapScalars(recipe, (text, key) => {
        if (key === 'folder' && text === 'app') return folder;
        return key === 'run' ? replaceWords(text, { app: folder }) : text;
      });
      return recipe;
    }
  }
}

function fillBuildJob(recipe: Document, folder: string, plan: ArrangePlan): void {
  const output = toSafePath(plan.output);
  mapScalars(recipe, (text, key) => {
    return key === 'run' ? replaceWords(text, { dist: output }) : text;
  });
  const job = recipe.getIn(['jobs', 'build']);
  const steps = recipe.getIn(['jobs', 'build', 'steps']);
  if (!isMap(job) || !isSeq<Node>(steps)) return;
  const lines = plan.build === null ? [] : listBuildLines(plan.build);
  const isOfRecipe = (step: unknown): boolean => isMap(step) && /^npm /.test(`${step.get('run')}`);
  const first = steps.items.findIndex(isOfRecipe);
  const old = steps.items.filter(isOfRecipe);
  const made = lines.map((line) => recipe.createNode({ run: line }));
  steps.items.splice(first, old.length, ...made);
  const next = steps.items[first];
  if (next !== undefined) next.spaceBefore = true;
  if (folder === '.') return;
  const home = { run: { 'working-directory': toSafePath(folder) } };
  job.items.splice(findKey(job, 'steps'), 0, recipe.createPair('defaults', home));
}

function fillSeveral(recipe: Document, lines: readonly string[]): void {
  const paths = lines.map((line) => {
    const star = line.endsWith('/*') ? '/*' : '';
    return `${toSafePath(line.slice(0, line.length - star.length))}${star}`;
  });
  visit(recipe, {
    Map: (_key, step) => {
      const inputs = step.get('with');
      if (!/\/miniapp-deploy@/.test(`${step.get('uses')}`) || !isMap(inputs)) return;
      const folder = new Scalar(paths.length === 1 ? paths[0] : `${paths.join('\n')}\n`);
      inputs.set('folder', folder);
      if (inputs.has('create')) return;
      inputs.items.splice(findKey(inputs, 'folder') + 1, 0, recipe.createPair('create', true));
      const about = / A folder whose app does not exist [\s\S]*?here\./;
      if (step.commentBefore) step.commentBefore = step.commentBefore.replace(about, '');
    },
  });
}

function makeGitLabPipeline(project: Project): Document {
  const plan = 'plan' in project ? project.plan : null;
  // The job that builds passes the app folder on to the other jobs as `miniapp`.
  const folder = plan === null ? toSafePath(project.folder) : 'miniapp';
  const recipe = readRecipe('examples/other-ci/gitlab-ci.yml', project);
  mapScalars(recipe, (text) => {
    if (text === 'app/**/*') return posix.join(folder, '**/*');
    const named = replaceWords(text, { app: folder });
    return named.replaceAll('app/${', () => (folder === '.' ? '${' : `${folder}/\${`));
  });
  if (plan !== null) addGitLabBuild(recipe, project.folder, plan);
  return recipe;
}

/**
 * Adds a job that builds. The other jobs then run for every change, since any file may be part of
 * the build.
 */
function addGitLabBuild(recipe: Document, folder: string, plan: ArrangePlan): void {
  const { build } = plan;
  const output = toSafePath(plan.output);
  const lines: string[] = [];
  if (folder !== '.') lines.push(`cd ${toSafePath(folder)}`);
  if (build !== null) lines.push(...listBuildLines(build));
  const arrange = `npx --yes miniapp-deploy@${version} arrange ${output} --out`;
  if (output === '.') {
    // The app folder may not be made inside the folder that is arranged, an artifact must lie in
    // the checkout, and jobs on one machine may share its folder for temporary files.
    lines.push(
      'temp=$(mktemp -d)',
      `${arrange} "$temp/miniapp"`,
      'mv "$temp/miniapp" "$CI_PROJECT_DIR/"',
    );
  } else {
    lines.push(`${arrange} "$CI_PROJECT_DIR/miniapp"`);
  }
  visit(recipe, {
    Pair: (_key, pair) => {
      return isScalar(pair.key) && pair.key.value === 'changes' ? visit.REMOVE : undefined;
    },
  });
  const stages = recipe.get('stages');
  if (isSeq(stages)) stages.items.unshift(recipe.createNode('build'));
  const name = new Scalar('build');
  name.commentBefore = ' Without the key, which only jobs with an environment miniapp/* get.';
  name.spaceBefore = true;
  const artifacts = { paths: recipe.createNode(['miniapp'], { flow: true }) };
  const job = recipe.createPair(name, { stage: 'build', script: lines, artifacts });
  const jobs = recipe.contents;
  if (isMap(jobs)) jobs.items.splice(findKey(jobs, 'check'), 0, job);
}

/** Returns the lines of a CI job that install the packages and build. */
function listBuildLines({ manager, script, flags }: BuildCommand): readonly string[] {
  const name = toSafeText('The name of the script', script);
  if (name.startsWith('-')) throw new UsageError('The name of the script may not begin with -.');
  const calls = [listInstallWords(manager), listRunWords(manager, name, flags)];
  const [install = '', run = ''] = calls.map((words) => writeLine(toCiWords(manager, words), 'sh'));
  return [manager.ciStart + install, run];
}

/** Reads a recipe, and gives it the slug and the branch of a project. */
function readRecipe(file: string, project: Project): Document {
  const branch = toSafeText('The name of the branch', project.branch);
  const { slug } = project;
  const rename = (text: string): string => {
    return text.replaceAll(/\b(?:tides|main)\b/g, (word) => (word === 'main' ? branch : slug));
  };
  const renameComment = (text: string): string => {
    return rename(text.replace(/^ Save as [\s\S]*?\.\n/m, ''));
  };
  const source = pinAction(packageFiles[file] ?? '');
  const recipe = parseDocument(source);
  moveComments(recipe, source);
  mapScalars(recipe, rename);
  visit(recipe, {
    Node: (_key, node) => {
      if (node.comment) node.comment = renameComment(node.comment);
      if (node.commentBefore) node.commentBefore = renameComment(node.commentBefore);
    },
  });
  return recipe;
}

/**
 * Moves the comment in the line below a key without a value to the next key, whose comment it is:
 * the parser takes it for a comment of the missing value.
 */
function moveComments(recipe: Document, source: string): void {
  visit(recipe, {
    Map: (_key, map) => {
      for (const [index, { key, value }] of map.items.entries()) {
        const next = map.items[index + 1]?.key;
        if (!isScalar(key) || !isScalar(value) || !isScalar(next)) continue;
        const [, end = 0] = key.range ?? [];
        if (!value.comment || !/^:[ \t]*\n[ \t]*#/.test(source.slice(end, end + 200))) continue;
        next.commentBefore = value.comment;
        next.spaceBefore = false;
        value.comment = null;
      }
    },
  });
}

/** Replaces the texts of a recipe. `key`: the key of the pair whose value the text is. */
function mapScalars(recipe: Document, map: (text: string, key: string) => string): void {
  visit(recipe, {
    Scalar: (key, node, path) => {
      if (typeof node.value !== 'string' || key === 'key') return;
      const pair = path.findLast(isPair);
      const name = isScalar(pair?.key) ? pair.key.value : '';
      node.value = map(node.value, String(name));
    },
  });
}

/** Replaces words of a line of a shell that calls this tool. */
function replaceWords(line: string, words: Readonly<Record<string, string>>): string {
  if (!/\bnpx (?:--yes )?miniapps?-/.test(line)) return line;
  return line
    .split(' ')
    .map((word) => words[word] ?? word)
    .join(' ');
}

function findKey(map: YAMLMap, key: string): number {
  return map.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === key);
}

/** Longer files are not read: nobody writes a pipeline that long. */
const maxPipelineUnits = 100_000;

/**
 * Returns the slugs and folders that a pipeline names, sorted; none if it does not call this tool,
 * or cannot be read.
 */
export function readPipeline(text: string): readonly string[] {
  const pipeline = text.length > maxPipelineUnits ? null : parseYaml(text);
  if (pipeline === null || !text.includes('miniapp-deploy@')) return [];
  const names = new Set<string>();
  mapScalars(pipeline, (value, key) => {
    const isName = ['slug', 'folder', 'working-directory', 'SLUG'].includes(key);
    const found = isName
      ? value.split('\n')
      : Array.from(value.matchAll(calls), ([, path = '']) => path);
    for (const name of found) names.add(name.trim());
    return value;
  });
  names.delete('');
  return [...names].sort();
}

/** Matches the calls of this tool in a line of a shell, with the folder that they name. */
const calls = /\bminiapps?-\w+@\S+ (?:arrange|check|deploy|page|try) '?([\w:.@/-][^\s'"$]*)/g;
