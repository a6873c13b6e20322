import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The commit that a folder is of: of a pull request its own last one, in other runs of a CI what that names, and elsewhere the
 * HEAD of the repository. Empty where none can be read.
 */
export function findCommit(folder: string, env: Env): string {
  const named = [readEvent(env['GITHUB_EVENT_PATH']), env['GITHUB_SHA'], env['CI_COMMIT_SHA']];
  return named.find(isCommit) ?? readHead(folder) ?? '';
}

function isCommit(text: unknown): text is string {
  return typeof text === 'string' && /^[\da-f]{40,64}$/.test(text);
}

/** What a runner checks out of a pull request is a merge that nobody has seen. */
function readEvent(path: string | undefined): unknown {
  const event: unknown = path === undefined ? null : JSON.parse(read(path) ?? 'null');
  return ['pull_request', 'head', 'sha'].reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : null),
    event,
  );
}

function readHead(folder: string): string | null {
  const git = findGit(folder);
  if (git === null) return null;
  const head = read(join(git, 'HEAD')) ?? '';
  const [, ref] = /^ref: (refs\/\S+)$/.exec(head) ?? [];
  if (ref === undefined) return isCommit(head) ? head : null;
  // A second work tree shares the branches of the first.
  const shared = resolve(git, read(join(git, 'commondir')) ?? '.');
  const packed = read(join(shared, 'packed-refs'))?.split('\n') ?? [];
  const commit = read(join(shared, ref)) ?? packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0];
  return isCommit(commit) ? commit : null;
}

/** The folder in which git keeps what belongs to this one; null where there is no repository. */
function findGit(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    if (existsSync(git)) {
      if (statSync(git).isDirectory()) return git;
      const [, elsewhere] = /^gitdir: (.+)$/.exec(read(git) ?? '') ?? [];
      return elsewhere === undefined ? null : resolve(at, elsewhere);
    }
    if (at === dirname(at)) return null;
  }
}

/** A short file without the blanks around it; null where it cannot be read. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
