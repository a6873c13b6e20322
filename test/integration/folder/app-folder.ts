import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type ScanOptions, scanFolder } from '../../../src/folder/folder.ts';
import type { FolderManifest } from '../../../src/folder/manifest.ts';
import type { ChooseEncoding } from '../../../src/folder/measure.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A workspace on the real file system, gone when the test ends; the app is in `app`. */
export interface Workspace {
  readonly workspace: string;
  readonly app: string;
}

export function createWorkspace(t: TestContext, files: Files = {}): Workspace {
  const workspace = realpathSync.native(mkdtempSync(join(tmpdir(), 'app-folder-')));
  t.after(() => rmSync(workspace, { recursive: true, force: true }));
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

/** Pictures and what is not UTF-8 as data. */
export const chooseEncoding: ChooseEncoding = (type, isUtf8) =>
  !isUtf8 || /^(?:image|font|audio|video)\//.test(type) ? 'data' : 'text';

export function scanApp({ workspace }: Workspace, options: Partial<ScanOptions> = {}): Promise<FolderManifest> {
  return scanFolder({
    workspace,
    folder: 'app',
    runnerTemp: '',
    include: [],
    exclude: [],
    secrets: [],
    chooseEncoding,
    ...options,
  });
}

/** Collects a body whose chunks share their memory. */
export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
