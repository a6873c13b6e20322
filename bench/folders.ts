import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An app folder, and the body of the deploy that sends it, made without code of the action. */
export interface MadeFolder {
  readonly workspace: string;
  readonly bodyFile: string;
  readonly bodyBytes: number;
}

/** The slug of the only app of a case. */
export const slug = 'bench';

export const prompt = '# Bench\n\nAnswer in few words, and name the source of each figure.\n';

export interface FolderPlan {
  readonly assets: number;
  /** The size of all assets together. */
  readonly bytes: number;
  /** True if every fifth asset is a script. The others are pictures. */
  readonly hasTexts: boolean;
  /** The path of the app folder in the workspace. */
  readonly folder: string;
}

/** Makes an app folder with these assets, a page, a prompt and service.json; always the same. */
export function makeFolder(workspace: string, plan: FolderPlan): MadeFolder {
  const files: Record<string, string> = {};
  const add = (path: string, content: Buffer): void => {
    const location = join(workspace, plan.folder, path);
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, content);
    files[path] = showFile(path, content);
  };
  const fields = {
    name: 'Bench',
    tagline: 'What was measured',
    color: '#336699',
    logo: 'assets/part-0/1.png',
  };
  const page = '<!doctype html>\n<title>Bench</title>\n<p>What was measured</p>\n';
  add('service.json', Buffer.from(JSON.stringify(fields)));
  add('instructions.md', Buffer.from(prompt));
  add('index.html', Buffer.from(page));
  for (let index = 1; index <= plan.assets; index += 1) {
    const size = chooseSize(plan, index);
    const isText = plan.hasTexts && index % 5 === 2;
    const path = `assets/part-${index >> 7}/${index}.${isText ? 'js' : 'png'}`;
    add(path, isText ? createText(size) : createPicture(size, index));
  }
  return writeBody(workspace, JSON.stringify({ slug, files }));
}

/** Returns a file as the service shows it. */
function showFile(path: string, content: Buffer): string {
  if (!path.endsWith('.png')) return content.toString();
  return `data:image/png;base64,${content.toString('base64')}`;
}

/** Returns the size of an asset. If there are many, sizes vary by half around the mean. */
function chooseSize(plan: FolderPlan, index: number): number {
  const mean = plan.bytes / plan.assets;
  const factor = plan.assets < 11 ? 1 : 0.5 + ((index * 7) % 11) / 10;
  return Math.round(mean * factor);
}

function writeBody(workspace: string, body: string): MadeFolder {
  const bodyFile = join(workspace, 'body.json');
  // Without a flush, writing to the disk would slow down the first program of a race.
  writeFileSync(bodyFile, body, { flush: true });
  return { workspace, bodyFile, bodyBytes: Buffer.byteLength(body) };
}

/** Returns bytes without a pattern, which repeat after 1 MiB. */
function createPicture(bytes: number, seed: number): Buffer {
  const block = createHash('shake256', { outputLength: 2 ** 20 })
    .update(String(seed))
    .digest();
  // No UTF-8 text begins with this byte.
  block[0] = 0xff;
  return Buffer.alloc(bytes, block);
}

/** Returns lines as in a page or script: quotes, backslashes, line ends, letters beyond ASCII. */
function createText(bytes: number): Buffer {
  const lines =
    '<a class="tide" href="#top">Größe der Flut ☀</a>\n  text.replace(/\\n|\\t/g, "–"); /* № 1, für später */\n';
  const wholeBytes = bytes - (bytes % Buffer.byteLength(lines));
  return Buffer.alloc(bytes, '\n').fill(lines, 0, wholeBytes);
}
