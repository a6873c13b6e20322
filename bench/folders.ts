import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createBytes, createText, type Random, startRandom } from './content.ts';

/** A folder to be made: how many files, how many bytes in all, and which share of the files is text. */
export interface FolderPlan {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** From 0 to 1, of the files beside the four that every app has. */
  readonly textShare: number;
}

export const folderPlans = {
  tiny: { name: 'tiny', files: 5, bytes: 30_000, textShare: 1 },
  mixed: { name: 'mixed', files: 200, bytes: 5_000_000, textShare: 0.5 },
  big: { name: 'big', files: 2_000, bytes: 100_000_000, textShare: 0.2 },
  one: { name: 'one', files: 5, bytes: 300_000_000, textShare: 0 },
  huge: { name: 'huge', files: 8, bytes: 1_500_000_000, textShare: 0 },
} as const satisfies Readonly<Record<string, FolderPlan>>;

/** A folder on disk and the body that carries it, made here without any code of the action. */
export interface MadeFolder {
  readonly plan: FolderPlan;
  readonly workspace: string;
  /** The request's body in a file, for those who send it ready made. */
  readonly bodyFile: string;
}

export const slug = 'bench';
const types: Readonly<Record<string, string>> = { png: 'image/png', woff2: 'font/woff2', mp4: 'video/mp4' };
const pageBytes = 8_000;
const logoBytes = 4_000;
/** A multiple of three, so that base64 needs no rest carried over. */
const pieceBytes = 3 * 1024 * 1024;

/** Makes a folder of pictures, fonts and text below `parent`: the same bytes for the same plan on every machine. */
export function makeFolder(plan: FolderPlan, parent: string): MadeFolder {
  const workspace = join(parent, plan.name);
  const app = join(workspace, 'app');
  const random = startRandom(plan.files);
  mkdirSync(join(app, 'assets'), { recursive: true });
  const service = `{\n  "name": "Bench",\n  "tagline": "Measured",\n  "color": "#336699",\n  "logo": "assets/logo.png"\n}\n`;
  writeFileSync(join(app, 'service.json'), service);
  writeFileSync(join(app, 'instructions.md'), '# Bench\n\nAnswer in few words.\n');
  writeFileSync(join(app, 'index.html'), createText(pageBytes, random));
  writeFileSync(join(app, 'assets', 'logo.png'), createBytes(logoBytes, random));
  for (const [index, bytes] of drawSizes(plan, random).entries()) {
    const isText = random() < plan.textShare;
    const ending = isText ? 'js' : bytes > 10_000_000 ? 'mp4' : random() < 0.5 ? 'png' : 'woff2';
    const location = join(app, 'assets', `part-${index % 20}`, `file-${index}.${ending}`);
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, isText ? createText(bytes, random) : createBytes(bytes, random), { flush: true });
  }
  const bodyFile = join(workspace, 'body.json');
  writeBody(app, bodyFile);
  return { plan, workspace, bodyFile };
}

/** Sizes of the assets, spread over a factor of nine where there are many; with page and logo the plan's bytes. */
function drawSizes({ files, bytes }: FolderPlan, random: Random): readonly number[] {
  const weights = Array.from({ length: files - 4 }, () => 3 ** (random() * 2 - 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => Math.round((weight / sum) * (bytes - pageBytes - logoBytes)));
}

/** Writes what a deploy of the folder sends, sorted by path. */
function writeBody(app: string, target: string): void {
  const out = openSync(target, 'w');
  const paths = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(app.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  writeSync(out, `{"slug":"${slug}","files":{`);
  for (const [index, path] of paths.entries()) {
    writeSync(out, `${index === 0 ? '' : ','}${JSON.stringify(path)}:`);
    const type = types[path.slice(path.lastIndexOf('.') + 1)];
    if (type === undefined) writeSync(out, JSON.stringify(readFileSync(join(app, path), 'utf8')));
    else writeData(join(app, path), type, out);
  }
  writeSync(out, '}}');
  // What is still on its way to the disk would slow down whoever is measured first.
  fsyncSync(out);
  closeSync(out);
}

function writeData(location: string, type: string, out: number): void {
  writeSync(out, `"data:${type};base64,`);
  const piece = Buffer.alloc(pieceBytes);
  const file = openSync(location, 'r');
  for (let got = readSync(file, piece); got > 0; got = readSync(file, piece)) {
    writeSync(out, piece.toString('base64', 0, got));
  }
  closeSync(file);
  writeSync(out, '"');
}
