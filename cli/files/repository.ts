/** Asks git about the repository around a folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { type Environment, readContext } from '../../src/run/context.ts';
import { findNearest } from '../../src/run/written-file.ts';
import { toRelativePath } from './places.ts';

/** Git is not installed, or refuses to read the repository. The message is a full sentence. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * The repository around a folder. Its methods run git, and throw a GitError if git fails.
 *
 * @example
 * const repository = GitRepository.find('/home/ann/tides/app', process.env);
 * repository?.findDefaultBranch(); // main
 */
export class GitRepository {
  /** The absolute path of the top folder. */
  readonly top: string;
  readonly #env: Environment;

  private constructor(top: string, env: Environment) {
    this.top = top;
    this.#env = env;
  }

  /** Finds the repository around a folder, which need not exist yet; null if there is none. */
  static find(folder: string, env: Environment): GitRepository | null {
    const nearest = findNearest(folder);
    // Without `.git` here or above, the folder is in no work tree, and git need not start.
    if (!listAbove(nearest, '').some(hasGit)) return null;
    const answer = runGit(nearest, env, ['rev-parse', '--is-inside-work-tree', '--show-cdup']);
    if (/not a git repository/i.test(answer.errors)) return null;
    if (answer.exitCode !== 0) throw new GitError(explainGitFailure(nearest, answer.errors));
    const [isInside = '', wayUp = ''] = answer.output.split('\n');
    const top = resolve(nearest, wayUp);
    // Git's setting `core.worktree` can make any folder the work tree, so the folder counts as the
    // top only if it contains `.git`.
    const isTop = isInside === 'true' && hasGit(top);
    return isTop ? new GitRepository(top, env) : null;
  }

  /**
   * Returns the default branch of the remote `origin`, else main or master if there is one, else
   * the current branch, else main.
   */
  findDefaultBranch(): string {
    const remote = this.#ask(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
    if (remote !== '') return remote.replace(/^origin\//, '');
    const names = ['for-each-ref', '--format=%(refname:short)', 'refs/heads/main'];
    const [usual = ''] = this.#ask([...names, 'refs/heads/master']).split('\n');
    return usual || this.#ask(['symbolic-ref', '--quiet', '--short', 'HEAD']) || 'main';
  }

  /**
   * Returns those of the folders that git ignores. A folder in which git tracks a file is not
   * ignored.
   */
  listIgnored(folders: readonly string[]): readonly string[] {
    if (folders.length === 0) return [];
    // With a slash at its end, a path that does not exist is matched as a folder. With `./` in
    // front, a colon at the start of a name has no special meaning.
    const byPath = new Map(folders.map((folder) => [`./${this.#toPath(folder)}/`, folder]));
    const input = Array.from(byPath.keys(), (path) => `${path}\0`).join('');
    // Without `--no-index`, git would stop at the first folder in a submodule.
    const answer = this.#run(['check-ignore', '--no-index', '-z', '--stdin'], input);
    const matched = answer.output.split('\0').flatMap((path) => byPath.get(path) ?? []);
    return matched.filter((folder) => !this.isTracked(folder));
  }

  isIgnored(folder: string): boolean {
    return this.listIgnored([folder]).length > 0;
  }

  /**
   * Returns the files and folders in a folder that git ignores, relative to it. The path of a folder
   * ends with `/`.
   */
  listIgnoredIn(folder: string): readonly string[] {
    const all = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
    const home = this.#toPath(folder);
    const output = this.#ask(['--literal-pathspecs', ...all, '--', home]);
    const paths = output.split('\0').filter((path) => path !== '');
    return home === '.' ? paths : paths.map((path) => path.slice(home.length + 1));
  }

  /** True if git tracks a file in a folder. */
  isTracked(folder: string): boolean {
    return this.#ask(['--literal-pathspecs', 'ls-files', '--', this.#toPath(folder)]) !== '';
  }

  /** Returns the commit that is checked out; empty before the first one. */
  findCommit(): string {
    return this.#ask(['rev-parse', '--quiet', '--verify', 'HEAD']);
  }

  #toPath(folder: string): string {
    return toRelativePath(this.top, folder);
  }

  /** Returns what git prints, without the line break at its end. */
  #ask(args: readonly string[]): string {
    return this.#run(args, '').output.trimEnd();
  }

  /** Runs git. Exit code 1 is not a failure: there is no such ref, or nothing is ignored. */
  #run(args: readonly string[], input: string): GitAnswer {
    const answer = runGit(this.top, this.#env, args, input);
    if (answer.exitCode > 1) throw new GitError(explainGitFailure(this.top, answer.errors));
    return answer;
  }
}

function hasGit(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

interface GitAnswer {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

/**
 * Milliseconds that git may take. Usually it needs only a few, but one of its configuration files
 * may be a pipe that never ends.
 */
const maxGitMs = 10_000;

/**
 * Settings of git that protect from foreign repositories: their configuration cannot run programs,
 * and a bare repository among the files of another one is not used.
 */
const safeSettings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'safe.bareRepository=explicit',
];

/**
 * The variables that git needs to find itself and the settings of the user. No key is among them.
 */
const gitVariables = [
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'ProgramData',
  'SystemRoot',
  'TEMP',
  'TMP',
];

function runGit(folder: string, env: Environment, args: readonly string[], input = ''): GitAnswer {
  const program = findProgram('git', env);
  if (program === null) throw new GitError('git is not installed, or not found by PATH.');
  const known = gitVariables.map((name) => [name, env[name]]);
  const ended = spawnSync(
    program,
    [...safeSettings.flatMap((setting) => ['-c', setting]), ...args],
    {
      cwd: folder,
      env: {
        ...Object.fromEntries(known),
        LC_ALL: 'C',
        GIT_NO_LAZY_FETCH: '1',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_TERMINAL_PROMPT: '0',
      },
      encoding: 'utf8',
      input,
      maxBuffer: 64 * 1024 * 1024,
      timeout: maxGitMs,
      windowsHide: true,
    },
  );
  if (ended.error !== undefined)
    throw new GitError(`git could not be run: ${ended.error.message}.`, { cause: ended.error });
  return { exitCode: ended.status ?? 128, output: ended.stdout, errors: ended.stderr };
}

/**
 * Finds a program by PATH. Windows would look into the working directory first, where a foreign
 * repository may have a program of that name.
 */
function findProgram(name: string, env: Environment): string | null {
  const file = delimiter === ';' ? `${name}.exe` : name;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const paths = folders.map((folder) => join(folder, file));
  return paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile()) ?? null;
}

function explainGitFailure(folder: string, errors: string): string {
  const [line = ''] = errors.split('\n').filter((text) => text.startsWith('fatal: '));
  return `git cannot read the repository of ${folder}: ${line.replace('fatal: ', '') || 'no reason given'}.`;
}

/**
 * Returns the commit of the files in a folder: the last one of the pull request, else the one that
 * the CI names, else the one that is checked out. Empty if none is known.
 */
export function findCommit(folder: string, env: Environment): string {
  const { commit } = readContext(env, folder);
  const named = [commit?.sha, env['CI_COMMIT_SHA']].find((text) => isCommit(text ?? ''));
  if (named !== undefined) return named;
  try {
    return GitRepository.find(folder, env)?.findCommit() ?? '';
  } catch (error) {
    if (error instanceof GitError) return '';
    throw error;
  }
}

function isCommit(text: string): boolean {
  return /^[\da-f]{40,64}$/.test(text);
}

/**
 * Returns a folder and the folders above it, up to `top`; up to the root of the disk if `top` is
 * empty.
 */
export function listAbove(folder: string, top: string): readonly string[] {
  const above = dirname(folder);
  return folder === top || above === folder ? [folder] : [folder, ...listAbove(above, top)];
}
