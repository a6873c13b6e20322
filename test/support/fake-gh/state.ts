import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickStart } from '../quick-start.ts';

/**
 * The state that the fake `gh` keeps between calls. Its search index is always out of date: `issue
 * list` finds nothing.
 */
export interface GhState {
  /** The commands that were called, such as `issue list`, without calls of `gh api`. */
  readonly calls: string[];
  readonly labels: string[];
  /** The issues, newest first. */
  readonly issues: GhIssue[];
  /** The tags of the releases. */
  readonly releases: string[];
  /** The responses of `gh api` by path; any other path gets a 404. */
  readonly api: Readonly<Record<string, unknown>>;
}

/** An issue with one label, or a pull request, which the API lists among them. */
export interface GhIssue {
  readonly number: number;
  readonly title: string;
  readonly label: string;
  readonly author: string;
  readonly isPullRequest?: true;
  readonly comments: string[];
  body: string;
  state: 'OPEN' | 'CLOSED';
}

/** A folder with the command `gh` in it. */
export interface FakeGh extends AsyncDisposable {
  readonly commands: string;
  /** The environment that a step needs to find the state, and the folder of the artifacts. */
  readonly env: { readonly FAKE_GH_STATE: string; readonly ARTIFACTS: string };
  readonly read: () => Promise<GhState>;
  /** Sets the responses of `gh api` from now on. */
  readonly answer: (api: GhState['api']) => Promise<void>;
}

/** Writes a command into a folder. */
export async function writeCommand(folder: string, name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

/** The repository of the fake. */
interface GhOptions {
  /** The responses of `gh api`, by path. */
  readonly api?: GhState['api'];
  readonly issues?: readonly GhIssue[];
  readonly releases?: readonly string[];
}

/** Creates a `gh` for the repository octo/apps. */
export async function makeFakeGh(options: GhOptions = {}): Promise<FakeGh> {
  const { api = {}, issues = [], releases = [] } = options;
  const commands = await mkdtemp(join(tmpdir(), 'gh-'));
  const file = join(commands, 'state.json');
  const state: GhState = {
    ...{ calls: [], labels: [], issues: [...issues] },
    ...{ releases: [...releases], api },
  };
  await writeFile(file, JSON.stringify(state));
  const read = async (): Promise<GhState> => JSON.parse(await readFile(file, 'utf8'));
  // Without its types once, and not each time it starts.
  const cache = `NODE_COMPILE_CACHE="${quickStart.NODE_COMPILE_CACHE}"`;
  await writeCommand(
    commands,
    'gh',
    `${cache} exec "${process.execPath}" "${join(import.meta.dirname, 'gh.ts')}" "$@"`,
  );
  return {
    commands,
    env: { FAKE_GH_STATE: file, ARTIFACTS: join(commands, 'artifacts') },
    read,
    answer: async (answers) => writeFile(file, JSON.stringify({ ...(await read()), api: answers })),
    [Symbol.asyncDispose]: () => rm(commands, { recursive: true, force: true }),
  };
}
