import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Folder, type FolderOptions, readFolder } from '../../../src/folder/folder.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export type Workspace = ReturnType<typeof createWorkspace>;

/** A test, or `after` of node:test for a group of tests. */
interface Owner {
  after(work: () => void): void;
}

/** A workspace on the real file system, gone when its owner ends; the app is in `app`. */
export function createWorkspace(owner: Owner, files: Files = {}) {
  const workspace = realpathSync.native(mkdtempSync(join(tmpdir(), 'app-folder-')));
  owner.after(() => rmSync(workspace, { recursive: true, force: true }));
  const app = join(workspace, 'app');
  mkdirSync(app);
  writeFiles(app, files);
  return { workspace, app };
}

export function writeFiles(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Returns the options with which a run reads the app of a workspace. */
export function toOptions(
  { workspace }: Pick<Workspace, 'workspace'>,
  options: Partial<FolderOptions> = {},
): FolderOptions {
  const { folder = 'app' } = options;
  return {
    path: resolve(workspace, folder),
    folder,
    workspace: { path: workspace, isBoundary: true },
    runnerTemp: '',
    include: [],
    exclude: [],
    secrets: [],
    createsApp: false,
    ...options,
  };
}

/** Reads the app of a workspace as a run does. */
export function readApp(
  place: Pick<Workspace, 'workspace'>,
  options?: Partial<FolderOptions>,
): Promise<Folder> {
  return readFolder(toOptions(place, options));
}

/** Collects a body. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
