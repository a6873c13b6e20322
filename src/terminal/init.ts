import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { ActionError, toReason } from '../model/action-error.ts';
import { isSlug, slugRule } from '../model/inputs.ts';
import { toPrintable } from '../text/escape.ts';
import { type CommandIo, type CommandRequest, UsageError } from './command-request.ts';
import { packageFiles } from './package-files.ts';
import { findBranch, findRepository } from './repository.ts';

/** What a project begins with. */
interface Project {
  /** The top folder of the repository, or where there is none the working directory. */
  readonly root: string;
  /** The app folder, relative to it, with `/`; `.` for the top folder itself. */
  readonly folder: string;
  readonly slug: string;
  /** The branch whose pushes update the draft. */
  readonly branch: string;
  /** True for GitLab in place of GitHub. */
  readonly isGitLab: boolean;
}

interface NewFile {
  /** Relative to the top folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Where the small app lies in this repository, and what it is called there. */
const newApp = { folder: 'examples/new-app/', name: 'My app' };
const defaultFolder = 'app';
/** Names of folders that say nothing of an app. */
const vagueNames = new Set(['.', defaultFolder, 'dist', 'build', 'public', 'src', 'www']);

/**
 * Writes a workflow, and a small app where there is none; asks nothing, overwrites nothing, and prints what it wrote and what comes
 * next. Returns the exit code. Throws a UsageError, or ActionError `init_failed`.
 */
export async function runInitCommand({ values, isJson }: CommandRequest, io: CommandIo): Promise<number> {
  const project = findProject(values);
  const { root, slug, folder } = project;
  const app = join(root, folder);
  const hasFiles = existsSync(app) && readdirSync(app).length > 0;
  const files = [...(hasFiles ? [] : makeApp(project)), makePipeline(project)];
  const results = files.map(({ path, text }) => ({ path, isNew: write(join(root, path), text) }));
  const written = results.filter(({ isNew }) => isNew).map(({ path }) => path);
  const kept = [...(hasFiles ? [folder] : []), ...results.filter(({ isNew }) => !isNew).map(({ path }) => path)];
  const next = describeNext(project, io.env['MINIAPPS_BASE_URL']?.trim() ?? '');
  const lines = [
    ...written.map((path) => `Wrote ${path}`),
    ...kept.map((path) => `Left ${path} as it was`),
    ...(hasFiles && !hasApp(app)
      ? [`${folder} has neither service.json nor index.html: is it the folder of the app?`]
      : []),
    ...['', ...next],
  ];
  const text = isJson
    ? JSON.stringify({ slug, folder, written, kept, next })
    : lines.map((line) => toPrintable(line)).join('\n');
  io.print(`${text}\n`);
  return 0;
}

function findProject(values: CommandRequest['values']): Project {
  const cwd = realpathSync.native('.');
  const named = resolve(cwd, values['folder'] ?? (hasApp(cwd) ? '.' : defaultFolder));
  const stats = statSync(named, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false) throw new UsageError('The folder is a file.');
  const app = stats === undefined ? named : realpathSync.native(named);
  const root = findRepository(app) ?? cwd;
  const folder = relative(root, app).split(sep).join('/') || '.';
  if (/^\.\.(?:\/|$)/.test(folder)) throw new UsageError('The folder must be below the working directory.');
  // It stands in YAML and in scripts, where anything else may mean more than a name.
  if (!/^[\w.@+/-]+$/.test(folder) || /(?:^|\/)-/.test(folder)) {
    throw new UsageError('The path of the folder must be of letters, digits and . _ - @ + alone.');
  }
  const own = basename(folder);
  const slug = values['slug'] || toSlug(vagueNames.has(own) ? basename(root) : own);
  if (!isSlug(slug)) {
    throw new UsageError(`--slug must be ${slugRule}.`);
  }
  return { root, folder, slug, branch: findBranch(root), isGitLab: values['gitlab'] === 'true' };
}

function hasApp(folder: string): boolean {
  return ['service.json', 'index.html'].some((file) => existsSync(join(folder, file)));
}

function toSlug(text: string): string {
  const words = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const slug = words.replace(/^-/, '').slice(0, 32).replace(/-$/, '');
  return slug.length < 3 ? `app-${slug}`.replace(/-$/, '') : slug;
}

function makeApp({ folder, slug }: Project): readonly NewFile[] {
  const words = slug.replaceAll('-', ' ').trim();
  const name = words.slice(0, 1).toUpperCase() + words.slice(1);
  const files = Object.entries(packageFiles).filter(([file]) => file.startsWith(newApp.folder));
  return files.map(([file, text]) => ({
    path: `${folder === '.' ? '' : `${folder}/`}${file.slice(newApp.folder.length)}`,
    text: text.replaceAll(newApp.name, name),
  }));
}

/** The recipe of this repository with the names of the project, without what its head says to whoever saves it by hand. */
function makePipeline({ folder, slug, branch, isGitLab }: Project): NewFile {
  const read = (file: string): string =>
    (packageFiles[file] ?? '')
      .replace(/^# Save as [\s\S]*?\.\n/m, '')
      .replaceAll(/\b(?:tides|main)\b/g, (word) => (word === 'tides' ? slug : branch));
  if (isGitLab) {
    const text = read('examples/other-ci/gitlab-ci.yml')
      .replaceAll(/\b(check|deploy) app\b/g, `$1 ${folder}`)
      .replaceAll(/\bapp\/(?=\*\*|\$\{)/g, folder === '.' ? '' : `${folder}/`);
    return { path: '.gitlab-ci.yml', text };
  }
  // In quotes: YAML would read some names as a number or the like.
  const text = read('examples/workflows/miniapp.yml')
    .replaceAll('folder: app\n', `folder: '${folder}'\n`)
    .replaceAll('page app ', `page ${folder} `)
    .replace(`branches: [${branch}]`, `branches: ['${branch}']`);
  return { path: '.github/workflows/miniapp.yml', text };
}

/** Writes a new file; false where there is one, or a link, which stays as it is. */
function write(path: string, text: string): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    const next = 'Make sure that its folder can be written.';
    const message = `${basename(path)} could not be written: ${toReason(cause)}`;
    throw new ActionError(message, { code: 'init_failed', next, cause });
  }
}

function describeNext({ folder, slug, branch, isGitLab }: Project, baseUrl: string): readonly string[] {
  const address = /^https?:\/\/[\w.:/-]+$/.test(baseUrl) ? baseUrl : 'https://apps.example.com';
  const settings = isGitLab
    ? [
        'In Settings > CI/CD > Variables add MINIAPPS_BASE_URL, the address of the service, and MINIAPPS_API_KEY, a key from its',
        'dashboard: masked, hidden and protected, with the environment scope miniapp/*.',
      ]
    : [
        'Store a key from the dashboard of the service (gh asks for it), and the address of the service:',
        '  gh secret set MINIAPPS_API_KEY',
        `  gh variable set MINIAPPS_BASE_URL --body ${address}`,
      ];
  const [pushes, terms] = isGitLab
    ? ['the default branch', 'TERMS in .gitlab-ci.yml']
    : [branch, 'terms-version in .github/workflows/miniapp.yml'];
  return [
    'Next:',
    ...settings,
    `Then commit and push: each push to ${pushes} updates the draft of ${slug}.`,
    `To release it, fill in ${terms}, and push a tag such as v1.0.0.`,
    '',
    'While you write the app:',
    `  npx miniapps-sandbox dev ${folder}    shows it in a browser, and again when a file changes`,
    `  npx miniapp-deploy check ${folder}    finds problems, without a key`,
  ];
}
