import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type AppFolder, type FolderOptions, openFolder } from '../../../src/folder/folder.ts';
import type { FolderManifest } from '../../../src/folder/manifest.ts';

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

/** Opens the app of a workspace as a run does. */
export function openApp(
  { workspace }: Pick<Workspace, 'workspace'>,
  options: Partial<FolderOptions> = {},
): AppFolder {
  const { folder = 'app' } = options;
  return openFolder({
    path: resolve(workspace, folder),
    folder,
    workspace: { path: workspace, isBoundary: true },
    runnerTemp: '',
    include: [],
    exclude: [],
    secrets: [],
    createsApp: false,
    ...options,
  });
}

export function scanApp(
  place: Workspace,
  options?: Partial<FolderOptions>,
): Promise<FolderManifest> {
  return openApp(place, options).scan();
}

/** Collects a body. A chunk is valid until the next one is asked for. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
