import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * An app folder below `workspace`, `app` by default, and the body of the deploy that carries it,
 * made without any code of the action.
 */
export interface MadeFolder {
  readonly workspace: string;
  readonly bodyFile: string;
  readonly bodyBytes: number;
}

/** The app that everything is about. */
export const slug = 'bench';
export const prompt = '# Bench\n\nAnswer in few words, and say where a figure comes from.\n';

/**
 * How many assets, with how many bytes in all, and whether every fifth is a script; the rest are
 * pictures.
 */
export interface FolderPlan {
  readonly assets: number;
  readonly bytes: number;
  readonly hasTexts: boolean;
}

/**
 * Makes an app of these assets and the three files that every app has: the same bytes on every
 * machine.
 */
export function makeFolder(
  workspace: string,
  { assets, bytes, hasTexts, folder = 'app' }: FolderPlan & { readonly folder?: string },
): MadeFolder {
  const files: Record<string, string> = {};
  const add = (path: string, content: Buffer): void => {
    const location = join(workspace, folder, path);
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, content);
    files[path] = path.endsWith('.png')
      ? `data:image/png;base64,${content.toString('base64')}`
      : String(content);
  };
  const looks = {
    name: 'Bench',
    tagline: 'What was measured',
    color: '#336699',
    logo: 'assets/part-0/1.png',
  };
  add('service.json', Buffer.from(JSON.stringify(looks)));
  add('instructions.md', Buffer.from(prompt));
  add(
    'index.html',
    Buffer.from('<!doctype html>\n<title>Bench</title>\n<p>What was measured</p>\n'),
  );
  for (let index = 1; index <= assets; index += 1) {
    // From half to one and a half of the mean where there are many.
    const size = Math.round((bytes / assets) * (assets < 11 ? 1 : 0.5 + ((index * 7) % 11) / 10));
    const isText = hasTexts && index % 5 === 2;
    add(
      `assets/part-${index >> 7}/${index}.${isText ? 'js' : 'png'}`,
      (isText ? createText : createPicture)(size, index),
    );
  }
  return { workspace, ...writeBody(workspace, JSON.stringify({ slug, files })) };
}

/**
 * Makes the body alone of an app with one text of so many bytes, in which one character in ten is
 * an escape as `\uXXXX`.
 */
export function makeEscapedText(workspace: string, bytes: number): MadeFolder {
  const body = JSON.stringify({ slug, files: { 'assets/table.js': String(createText(bytes)) } });
  const escaped = body.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { workspace, ...writeBody(workspace, escaped) };
}

function writeBody(folder: string, body: string): Pick<MadeFolder, 'bodyFile' | 'bodyBytes'> {
  const bodyFile = join(folder, 'body.json');
  // What is still on its way to the disk would slow down whoever is measured first.
  writeFileSync(bodyFile, body, { flush: true });
  return { bodyFile, bodyBytes: Buffer.byteLength(body) };
}

/** Bytes without a pattern; beyond 1 MiB the same come again. */
function createPicture(bytes: number, seed: number): Buffer {
  const block = createHash('shake256', { outputLength: 2 ** 20 })
    .update(String(seed))
    .digest();
  // The first byte of no UTF-8 text.
  block[0] = 0xff;
  return Buffer.alloc(bytes, block);
}

/** Lines as in a page or a script: quotes, backslashes, line ends, letters beyond ASCII. */
function createText(bytes: number): Buffer {
  const lines =
    '<a class="tide" href="#top">Größe der Flut ☀</a>\n  text.replace(/\\n|\\t/g, "–"); /* № 1, für später */\n';
  return Buffer.alloc(bytes, '\n').fill(lines, 0, bytes - (bytes % Buffer.byteLength(lines)));
}
