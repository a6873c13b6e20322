/** The files that the doctor deploys: one of every kind that a service may treat in its own way. */
import { isUtf8 } from 'node:buffer';
import { deployPayload } from '../api/deploy-payload.ts';

/** One file of a folder that is deployed. */
export interface SampleFile {
  readonly path: string;
  /** Media type without parameters. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** How the body of a deploy may be built: as the action does, or as two other readings of the document have it. */
export const bodyForms = ['files', 'folder', 'list'] as const;
/** One of them; the first is the action's own. */
export type BodyForm = (typeof bodyForms)[number];

/** Most apps of an account (service document, "Limits"). */
export const maxApps = 20;
/** The terms that a submission accepts: there are none of this version. */
export const unknownTerms = 'doctor-no-such-terms';
/** What the update sends. */
export const updated = { tagline: 'Doctor updated', system_prompt: '  Be brief.\n\n' } as const;

/** The name that the app has once the folder was deployed. */
export const deployedName = 'Doctor deployed';

const page =
  '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Doctor</title>\n' +
  '<link rel="stylesheet" href="assets/style.css">\n</head>\n<body>\n<img src="assets/logo.png" alt="">\n' +
  '<script src="assets/app.js"></script>\n</body>\n</html>\n';
/** A page without a title that loads a script over http: by any rule for pages one that is refused. */
const brokenPage =
  '<!doctype html>\n<html>\n<body>\n<script src="http://example.com/x.js"></script>\n</body>\n</html>\n';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const service = toFile(
  'service.json',
  'application/json',
  `{\n  "name": "${deployedName}",\n  "tagline": "Checks the API – ünïcode ✓",\n  "color": "#0A7EA4",\n  "logo": "assets/logo.png"\n}\n`,
);
const index = toFile('index.html', 'text/html', page);
const logo = toFile('assets/logo.png', 'image/png', Buffer.from(pixel, 'base64'));

/** The least that is a folder. */
export const smallFolder: readonly SampleFile[] = [service, index, logo];

/** A file of every kind, and no `instructions.md`. */
export const fullFolder: readonly SampleFile[] = [
  ...smallFolder,
  toFile('assets/app.js', 'text/javascript', "document.title += ' ✓';\n"),
  toFile('assets/blob.bin', 'application/octet-stream', Buffer.from([0, 255, 254, 128, 1, 2, 3])),
  toFile('assets/data.json', 'application/json', '{"one": 1.0}\n'),
  toFile('assets/drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n'),
  toFile('assets/font.woff2', 'font/woff2', Buffer.from('wOF2\0\x01\0\0\xff\xfe', 'latin1')),
  toFile('assets/lines.txt', 'text/plain', 'one\r\ntwo\r\n'),
  toFile('assets/mark.txt', 'text/plain', '\uFEFFmarked\n'),
  toFile('assets/sound.mp3', 'audio/mpeg', Buffer.from('ID3\x04\0\0\0\0\0\0\xff\xfb', 'latin1')),
  toFile('assets/style.css', 'text/css', 'body { color: #0a7ea4; }\n'),
];

/** The least folder with a file beside those that the document names. */
export const folderWithOther: readonly SampleFile[] = [
  ...smallFolder,
  toFile('README.md', 'text/markdown', '# Read me\n'),
];

/** The prompt of `folderWithPrompt`. */
export const deployedPrompt = 'Answer in one sentence.\n';
/** The least folder with `instructions.md`. */
export const folderWithPrompt: readonly SampleFile[] = [
  ...smallFolder,
  toFile('instructions.md', 'text/markdown', deployedPrompt),
];
/** A text file that is to be sent as a `data:` URL beside `folderWithPrompt`, which the action itself never does. */
export const textAsData = { path: 'assets/as-data.txt', content: 'data:text/plain;base64,dGV4dAo=' } as const;

/** A folder that is to be refused for its page. */
export const brokenFolder: readonly SampleFile[] = [service, toFile('index.html', 'text/html', brokenPage), logo];

/** Writes the body of a deploy. What is in `extra` is sent as it is. */
export function toDeployBody(
  form: BodyForm,
  slug: string,
  { files, extra = [] }: { readonly files: readonly SampleFile[]; readonly extra?: readonly (typeof textAsData)[] },
): unknown {
  const text = [
    deployPayload.begin(slug),
    files.map(writeFile).join(deployPayload.betweenFiles),
    deployPayload.end,
  ].join('');
  const body: { readonly files: Readonly<Record<string, string>> } = JSON.parse(text);
  const contents = { ...body.files, ...Object.fromEntries(extra.map(({ path, content }) => [path, content])) };
  if (form === 'files') return { ...body, files: contents };
  if (form === 'folder') return { slug, folder: contents };
  return { slug, files: Object.entries(contents).map(([path, content]) => ({ path, content })) };
}

function writeFile({ path, type, bytes }: SampleFile): string {
  const encoding = isUtf8(bytes) ? deployPayload.chooseEncoding(type) : 'data';
  const content = encoding === 'data' ? bytes.toString('base64') : JSON.stringify(bytes.toString()).slice(1, -1);
  return `${deployPayload.beginFile({ path, type, encoding })}${content}${deployPayload.endFile}`;
}

function toFile(path: string, type: string, content: string | Buffer): SampleFile {
  return { path, type, bytes: Buffer.from(content) };
}
