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
  /** Where writeResponse puts the service's response to a read of an app with this content. */
  readonly responseFile: string;
}

/** The app that folders are deployed to, and another one that has their content already. */
export const slug = 'bench';
export const sameSlug = 'bench-same';

const prompt = `# Bench\n\nAnswer in few words, and say where a figure comes from.\n\n${'- Keep to what was measured.\n'.repeat(8)}`;
const looks = { name: 'Bench', tagline: 'What was measured', color: '#336699', logo: 'assets/logo.png' } as const;
const types: Readonly<Record<string, string>> = { png: 'image/png', woff2: 'font/woff2', mp4: 'video/mp4' };
const pageBytes = 8_000;
const logoBytes = 4_000;
/** A multiple of three, so that base64 needs no rest carried over. */
const pieceBytes = 3 * 1024 * 1024;

/** The fields of an app that has the looks and the prompt of every made folder: a draft that was never sent for review. */
export function describeApp(of: string): Readonly<Record<string, unknown>> {
  return {
    slug: of,
    url: `https://apps.example.com/a/${of}`,
    ...looks,
    logo_url: `/a/${of}/logo?v=3&t=2026-01-05T09%3A30%3A00.417Z`,
    system_prompt: prompt,
    status: 'draft',
    review_note: null,
    html_bytes: pageBytes,
    updated_at: '2026-01-05T09:30:00.417Z',
    published_at: null,
    submitted_at: null,
  };
}

/** Makes a folder of pictures, fonts and text below `parent`: the same bytes for the same plan on every machine. */
export function makeFolder(plan: FolderPlan, parent: string): MadeFolder {
  const workspace = join(parent, plan.name);
  const app = join(workspace, 'app');
  const random = startRandom(plan.files);
  mkdirSync(join(app, 'assets'), { recursive: true });
  writeFileSync(join(app, 'service.json'), `${JSON.stringify(looks, null, 2)}\n`);
  writeFileSync(join(app, 'instructions.md'), prompt);
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
  const paths = listPaths(app);
  writeJson(bodyFile, { slug }, (out) => writeFiles(app, paths, out));
  return { plan, workspace, bodyFile, responseFile: join(workspace, 'response.json') };
}

/** Writes the response to a read of the app that has the folder's content; it shows the files that the document names. */
export function writeResponse({ workspace, responseFile }: MadeFolder): void {
  const app = join(workspace, 'app');
  const shown = listPaths(app).filter((path) => path !== 'instructions.md');
  const html = readFileSync(join(app, 'index.html'), 'utf8');
  writeJson(responseFile, { ...describeApp(sameSlug), html }, (out) => writeFiles(app, shown, out));
}

/** An app of texts: how many files, and of how many texts of 200 KB each of them is made. */
export interface TextsPlan {
  readonly files: number;
  readonly textsPerFile: number;
  /** Whether everything beyond ASCII is written as `\uXXXX`, as many services do. */
  readonly isAscii: boolean;
}

/** Writes the response to a read of the app of these texts below `parent`; returns its file. */
export function writeTexts({ files, textsPerFile, isAscii }: TextsPlan, parent: string): string {
  const file = join(parent, 'response.json');
  const random = startRandom(files);
  const texts = Array.from({ length: 10 }, () => {
    const text = JSON.stringify(String(createText(200_000, random))).slice(1, -1);
    return isAscii ? text.replace(/[^\0-\x7f]/g, escapeUnit) : text;
  });
  writeJson(file, { ...describeApp(sameSlug), html: '<!doctype html>\n<title>Texts</title>\n' }, (out) => {
    for (let index = 0; index < files; index += 1) {
      writeSync(out, `${index === 0 ? '{' : ','}"assets/text-${index}.js":"`);
      for (let turn = 0; turn < textsPerFile; turn += 1) writeSync(out, texts[(index + turn) % texts.length] ?? '');
      writeSync(out, '"');
    }
    writeSync(out, '}');
  });
  return file;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Sizes of the assets, spread over a factor of nine where there are many; with page and logo the plan's bytes. */
function drawSizes({ files, bytes }: FolderPlan, random: Random): readonly number[] {
  const weights = Array.from({ length: files - 4 }, () => 3 ** (random() * 2 - 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => Math.round((weight / sum) * (bytes - pageBytes - logoBytes)));
}

/** Paths of all files, relative to the folder, sorted. */
function listPaths(app: string): readonly string[] {
  return readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(app.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** Writes an object to a file: some fields, and at its end `files`, which may be too large for a string. */
function writeJson(file: string, fields: Readonly<Record<string, unknown>>, write: (out: number) => void): void {
  const out = openSync(file, 'w');
  writeSync(out, `${JSON.stringify(fields).slice(0, -1)},"files":`);
  write(out);
  writeSync(out, '}');
  // What is still on its way to the disk would slow down whoever is measured first.
  fsyncSync(out);
  closeSync(out);
}

function writeFiles(app: string, paths: readonly string[], out: number): void {
  for (const [index, path] of paths.entries()) {
    writeSync(out, `${index === 0 ? '{' : ','}${JSON.stringify(path)}:`);
    const type = types[path.slice(path.lastIndexOf('.') + 1)];
    if (type === undefined) writeSync(out, JSON.stringify(readFileSync(join(app, path), 'utf8')));
    else writeData(join(app, path), type, out);
  }
  writeSync(out, '}');
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

/** The next number of a sequence, from 0 up to 1. */
type Random = () => number;

/** Starts a sequence of numbers that is the same on every machine (the generator mulberry32). */
function startRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many bytes that are no text and no pattern, as in a picture or a font. Beyond 1 MiB the same come again. */
function createBytes(bytes: number, random: Random): Buffer {
  const block = new Uint32Array(Math.ceil(Math.min(bytes, 2 ** 20) / 4)).map(() => random() * 2 ** 32);
  // The first byte of no UTF-8 text.
  block[0] = 0xffffffff;
  return Buffer.alloc(bytes, new Uint8Array(block.buffer));
}

const lines = [
  '  const element = document.querySelector("[data-part=\'%\']");\n',
  '  if (state.count > % && !isOpen) {\n    return items.map((item) => item.name);\n  }\n',
  '/* Größe und Farbe der Kärtchen, № % – siehe oben */\n',
  '  .replace(/\\\\n|\\t/g, "%"); // "quoted" \\ and escaped\n',
  '<li class="entry" id="entry-%"><a href="#top">Tide at the pier ☀</a></li>\n',
  '\n',
];

/** So many bytes of text as in a page or a script: quotes, backslashes, line ends, a few letters beyond ASCII. */
function createText(bytes: number, random: Random): Buffer {
  const text = Buffer.alloc(bytes, '\n');
  for (let size = 0; ; ) {
    const line = lines[Math.floor(random() * lines.length)] ?? '\n';
    const piece = Buffer.from(line.replace('%', String(Math.floor(random() * 10_000))));
    // No character is cut: what is left at the end stays empty lines.
    if (size + piece.length > bytes) return text;
    size += piece.copy(text, size);
  }
}
